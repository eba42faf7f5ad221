//! Best play's decisions followed forwards: every figure of a plan that leaves some to it.

use super::advice::Advice;
use super::best::Game;
use super::chain::decision;
use super::forward::{Forward, aim};
use super::line::{Departing, Detail};
use super::mass::Mass;
use super::opening::Situation;
use super::position::Position;
use super::record::Record;
use super::refusal::Refusal;
use super::space::{Space, Storm, start};
use super::tally::ExactTally;
use super::turn::{Choice, Turn};
use crate::engine::plan::Leave;
use crate::engine::tally::Remains;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A game played out, with every decision.
pub struct Solution<'a> {
    pub(super) game: Game<'a>,
    pub(super) record: Record,
    advice: Advice,
}

impl<'a> Game<'a> {
    /// Plays the game out, and keeps every decision.
    #[must_use]
    pub fn solve(self) -> Solution<'a> {
        let mut record = Record::default();
        let end = self.play(Some(&mut record));
        let advice = self.advice(&end);
        Solution {
            advice,
            record,
            game: self,
        }
    }
}

impl Solution<'_> {
    /// What the start is worth, and what each decision there is worth.
    #[must_use]
    pub fn advice(&self) -> &Advice {
        &self.advice
    }

    /// Every figure of the plan's battle from its start on, if all decide as solved.
    ///
    /// # Errors
    ///
    /// If there are too many states, with ships that left told apart from those destroyed, or if the game
    /// did not begin at the plan's start.
    pub fn tally(&self) -> Result<ExactTally, Refusal> {
        self.tally_showing(&mut |_, _| ())
    }

    /// As [`Solution::tally`], and shows what the battle can leave, each with its chance; some more than
    /// once.
    ///
    /// # Errors
    ///
    /// As [`Solution::tally`].
    pub fn tally_showing(&self, show: &mut dyn FnMut(&Remains, f64)) -> Result<ExactTally, Refusal> {
        let space = self.space()?;
        let guide = Guide::new(self, &space, None);
        Ok(Forward::new(self.game.plan, &space, Some(guide)).run(show))
    }

    /// Shows each state that a round starts in: the round, its age, the game's state and the chance.
    pub(super) fn follow(&self, show: &mut dyn FnMut(u16, usize, usize, f64)) -> Result<(), Refusal> {
        let space = self.space()?;
        let guide = Guide::new(self, &space, Some(show));
        Forward::new(self.game.plan, &space, Some(guide)).run(&mut |_, _| ());
        Ok(())
    }

    /// All states of the plan's battle, with ships that left told apart from those destroyed.
    fn space(&self) -> Result<Space, Refusal> {
        let plan = self.game.plan;
        if self.game.position != Position::start(plan) {
            return Err(Refusal::NoSuchPosition);
        }
        Space::new(plan, &start(plan), Detail::FOLLOWED)
    }

    /// What a ship does, of so many still to act on a turn, in the state of this place in the order.
    pub(super) fn decision(&self, order: usize, kind: usize, value: usize) -> u8 {
        let kinds = self.game.rounds.kinds.len();
        self.record.decisions[(order * kinds + kind) * self.game.block + value]
    }
}

/// Decisions, and room to follow them.
pub(super) struct Guide<'a> {
    solution: &'a Solution<'a>,
    /// The game's part for each of a side's parts here, where ships that left are told apart.
    parts: [Vec<u32>; 2],
    /// Chances of states by the number of ships still to act on a turn.
    acting: Vec<Mass>,
    /// Is shown every round's start.
    show: Option<&'a mut ShowStart<'a>>,
}

/// Is shown the round, its age, the game's state and the chance.
type ShowStart<'a> = dyn FnMut(u16, usize, usize, f64) + 'a;

/// Chances that join a round of another kind in its middle.
struct Arrival {
    step: usize,
    acts: usize,
    state: usize,
    chance: f64,
}

/// What there is of one kind in a round.
#[derive(Default)]
struct Flock {
    start: Vec<(usize, f64)>,
    arrivals: Vec<Arrival>,
}

/// The flocks of a round: those with the most screened ships first, since screened ships may leave.
type Flocks = BTreeMap<(Reverse<u16>, usize), Flock>;

impl<'a> Guide<'a> {
    fn new(solution: &'a Solution<'a>, space: &Space, show: Option<&'a mut ShowStart<'a>>) -> Guide<'a> {
        let game = &solution.game;
        let parts = [0, 1].map(|side| {
            let (here, there) = (&space.sides[side], &game.space.sides[side]);
            let part = |part: usize| {
                let ships = |slot: usize| (here.ships(part, slot), here.hurt(part, slot));
                there.of_ships(ships, here.storm_digit(part)) as u32
            };
            (0..here.states).map(part).collect()
        });
        let most = game.plan.steps.iter().map(|step| {
            let capacity = game.plan.slots[step.shooter].capacity;
            usize::from(capacity) * usize::from(step.attacks)
        });
        let most = most.max();
        Guide {
            solution,
            parts,
            acting: (0..=most.unwrap_or(0)).map(|_| Mass::new(space.states)).collect(),
            show,
        }
    }

    /// The game's state for a state here.
    fn state(&self, space: &Space, state: usize) -> usize {
        let parts = space.parts(state);
        let parts = [0, 1].map(|side| self.parts[side][parts[side]] as usize);
        self.solution.game.space.joined(parts)
    }

    /// A state's place in the game's order.
    fn order(&self, space: &Space, state: usize) -> usize {
        let game = &self.solution.game;
        game.levels.order(&game.space, self.state(space, state))
    }

    fn flock<'f>(&self, flocks: &'f mut Flocks, kind: usize) -> &'f mut Flock {
        let back = &self.solution.game.rounds.kinds[kind].situation.back;
        let screened = back.iter().map(|&ships| u16::from(ships)).sum();
        flocks.entry((Reverse(screened), kind)).or_default()
    }
}

impl<'a> Forward<'a> {
    /// Plays a round from these states as the guide says.
    pub(super) fn guided_round(&mut self, round: u16, states: &[u32], chances: &[f64]) {
        let Some(mut guide) = self.guide.take() else { return };
        let solution: &'a Solution<'a> = guide.solution;
        let rounds = &solution.game.rounds;
        let age = usize::from(round - 1).min(rounds.ages - 1);
        let mut flocks = Flocks::new();
        for (&state, &chance) in states.iter().zip(chances) {
            let game_state = guide.state(self.space, state as usize);
            let order = solution.game.levels.order(&solution.game.space, game_state);
            if let Some(show) = &mut guide.show {
                show(round, age, game_state, chance);
            }
            let kind = solution.record.opened[order * rounds.ages + age] as usize;
            guide.flock(&mut flocks, kind).start.push((state as usize, chance));
        }
        while let Some(((_, kind), flock)) = flocks.pop_first() {
            for (state, chance) in flock.start {
                self.within.add(state, chance);
            }
            let mut arrivals = flock.arrivals;
            arrivals.sort_by_key(|arrival| arrival.step);
            let mut arrivals = arrivals.into_iter().peekable();
            for (index, turn) in solution.game.turns.iter().enumerate() {
                let joining = std::iter::from_fn(|| arrivals.next_if(|arrival| arrival.step == index)).collect();
                self.guided_turn((round, kind), (index, turn), joining, &mut guide, &mut flocks);
            }
            self.harvest(round);
        }
        self.guide = Some(guide);
    }

    fn guided_turn(
        &mut self,
        (round, kind): (u16, usize),
        (index, turn): (usize, &Turn),
        joining: Vec<Arrival>,
        guide: &mut Guide,
        flocks: &mut Flocks,
    ) {
        let rounds = &guide.solution.game.rounds;
        let situation = &guide.solution.game.rounds.kinds[kind].situation;
        if !rounds.takes_turn(turn.when, kind) {
            return;
        }
        let freely = turn.leave == Leave::Freely && rounds.may_leave_in(rounds.kinds[kind].age);
        if !freely && !matches!(turn.choice, Choice::Most | Choice::Least) {
            self.turn(round, index, situation);
            self.part_with_screened((kind, rounds.fewer(kind, turn.shooter)), (index, turn), guide, flocks);
            joining
                .iter()
                .for_each(|arrival| self.within.add(arrival.state, arrival.chance));
            return;
        }
        if !freely {
            self.leave_by_orders(round, index, situation);
            self.part_with_screened((kind, rounds.fewer(kind, turn.shooter)), (index, turn), guide, flocks);
        }
        let acting = &mut guide.acting;
        let space = self.space;
        let screened = situation.back(turn.shooter);
        let ships = |state: usize| space.sides[turn.side].ships(space.parts(state)[turn.side], turn.shooter);
        self.within.drain(|state, chance| {
            let ships = ships(state);
            let acts = if freely {
                ships
            } else {
                ships.saturating_sub(screened) * turn.attacks
            };
            acting[usize::from(acts)].add(state, chance);
        });
        for arrival in joining {
            acting[arrival.acts].add(arrival.state, arrival.chance);
        }
        for acts in (1..guide.acting.len()).rev() {
            let mut all = std::mem::replace(&mut guide.acting[acts], Mass::new(0));
            all.drain(|state, chance| {
                self.act((kind, situation), (index, turn), acts, (state, chance), guide, flocks);
            });
            guide.acting[acts] = all;
        }
        let within = &mut self.within;
        guide.acting[0].drain(|state, chance| within.add(state, chance));
    }

    /// One ship acts: chances go on to where one fewer is still to act.
    fn act(
        &self,
        (kind, situation): (usize, &Situation),
        (index, turn): (usize, &Turn),
        acts: usize,
        (state, chance): (usize, f64),
        guide: &mut Guide,
        flocks: &mut Flocks,
    ) {
        let (space, step) = (self.space, &self.plan.steps[index]);
        let parts = space.parts(state);
        if !space.contested(state) {
            guide.acting[acts - 1].add(state, chance);
            return;
        }
        let (own, enemies) = (&space.sides[turn.side], &space.sides[1 - turn.side]);
        let decision = guide
            .solution
            .decision(guide.order(space, state), kind, turn.place + acts);
        let departing = match decision {
            decision::STAY => {
                guide.acting[acts - 1].add(state, chance);
                return;
            }
            decision::LEAVE => Departing::Unhurt,
            decision::LEAVE_WOUNDED => Departing::Wounded,
            slot => {
                let bonus = usize::from(situation.bonus[turn.side]);
                let mut missed = chance;
                let mut shoot = |hit: u32, share: f64| {
                    if share > 0.0 {
                        missed -= chance * share;
                        guide.acting[acts - 1].add(state - hit as usize, chance * share);
                    }
                };
                if matches!(turn.choice, Choice::Most | Choice::Least) {
                    let slot = usize::from(slot);
                    let target = turn.targets.iter().find(|target| target.slot == slot);
                    let share = target.map_or(0.0, |target| target.chance[bonus]);
                    shoot(enemies.hit(parts[1 - turn.side], slot, turn.table), share);
                } else {
                    aim(space, step, bonus, situation, parts[1 - turn.side], &mut |shot| {
                        shoot(shot.hit, shot.chance)
                    });
                }
                guide.acting[acts - 1].add(state, missed);
                return;
            }
        };
        let departure = own.departure(parts[turn.side], turn.shooter, departing) as usize;
        let (left, free) = match own.storm(parts[turn.side]) {
            Storm::Unrolled if turn.may_leave < 1.0 => {
                let held = state - own.roll(Storm::Held) as usize;
                let stays = (held, chance * (1.0 - turn.may_leave));
                self.act((kind, situation), (index, turn), acts, stays, guide, flocks);
                (state - own.roll(Storm::Free) as usize, chance * turn.may_leave)
            }
            _ => (state, chance),
        };
        let front = usize::from(
            own.ships(parts[turn.side], turn.shooter)
                .saturating_sub(situation.back(turn.shooter)),
        );
        let screened = own.ships(parts[turn.side], turn.shooter) as usize - front;
        if acts > screened {
            guide.acting[acts - 1].add(left - departure, free);
        } else {
            let fewer = guide.solution.game.rounds.fewer(kind, turn.shooter);
            guide.flock(flocks, fewer).arrivals.push(Arrival {
                step: index,
                acts: acts - 1,
                state: left - departure,
                chance: free,
            });
        }
    }

    /// States whose screened ships left by orders go on in a round of the kind without them.
    fn part_with_screened(
        &mut self,
        (kind, fewer): (usize, usize),
        (index, turn): (usize, &Turn),
        guide: &Guide,
        flocks: &mut Flocks,
    ) {
        if kind == fewer {
            return;
        }
        let (space, back) = (
            self.space,
            guide.solution.game.rounds.kinds[kind].situation.back(turn.shooter),
        );
        let mut stay = Vec::new();
        self.within.drain(|state, chance| {
            if space.sides[turn.side].ships(space.parts(state)[turn.side], turn.shooter) >= back {
                stay.push((state, chance));
                return;
            }
            guide.flock(flocks, fewer).arrivals.push(Arrival {
                step: index,
                acts: 0,
                state,
                chance,
            });
        });
        for (state, chance) in stay {
            self.within.add(state, chance);
        }
    }
}
