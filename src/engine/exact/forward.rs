//! Fixed policies: the chances of all states, round by round, until next to nothing still fights.
//!
//! A round is not played from each state by itself. Battles in the same situation (bonus, screens,
//! who leaves) that meet in the same state before the same shot go on as one: a step's shots pass
//! over all of them at once. A hit leads to a smaller number, so one pass upwards over the states
//! needs no second array.

use super::guide::Guide;
use super::limit::{Limit, make_room};
use super::line::{Departing, Detail};
use super::mass::Mass;
use super::opening::{Opened, Openings, Situation};
use super::refusal::Refusal;
use super::size::{bytes, lines_within};
use super::space::{Space, Storm, start};
use super::tally::ExactTally;
use crate::engine::plan::{Aim, Leave, Plan, Step, ships_by_aim};
use crate::engine::tally::Remains;
use std::ops::ControlFlow;

/// The rounds are followed until the chance that the battle still goes on is below this.
pub const TAIL: f64 = 1e-15;

/// What may be cut off in all, because the chance of a state is too small to be followed. It is added
/// to the tail.
const CUT: f64 = 1e-13;

/// Rounds after which few states are left of any battle.
const ROUNDS: f64 = 64.0;

/// Works out every figure of a plan whose policies are all fixed.
///
/// # Errors
///
/// If the plan has too many states or takes more memory than there is, or leaves a decision to best play.
pub fn solve(plan: &Plan) -> Result<ExactTally, Refusal> {
    solve_showing(plan, &mut |_, _| ())
}

/// As [`solve`], and shows what the battle can leave, each with its chance; some more than once,
/// since ships that are left may be wounded or not.
///
/// # Errors
///
/// As [`solve`].
pub fn solve_showing(plan: &Plan, show: &mut dyn FnMut(&Remains, f64)) -> Result<ExactTally, Refusal> {
    if plan.needs_best_play() {
        return Err(Refusal::NeedsBestPlay);
    }
    let (lines, states) = lines_within(plan, &start(plan), Detail::FIXED, Limit::NONE.states)?;
    make_room(bytes(plan, &lines, states))?;
    let space = Space::of(plan, lines, states);
    Ok(Forward::new(plan, &space, None).run(show))
}

/// Whom a shot is at in one state of the enemy.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shot {
    /// What a hit takes off the state's number.
    pub hit: u32,
    /// Chance to hit; 0 if there is nobody to shoot at.
    pub chance: f64,
}

/// The chances on their way from round to round.
pub(super) struct Forward<'a> {
    pub plan: &'a Plan,
    pub space: &'a Space,
    openings: Openings,
    /// Best play's decisions, if the plan leaves any to it.
    pub guide: Option<Guide<'a>>,
    /// Shots of each step without and with the bonus, by the enemy's state, while no enemy is
    /// screened.
    shots: Vec<[Vec<Shot>; 2]>,
    /// States at the start of a round.
    pub now: Mass,
    /// States within the round, of one situation.
    pub within: Mass,
    /// States in which the battle has ended.
    ended: Mass,
    pub tally: ExactTally,
}

impl<'a> Forward<'a> {
    pub fn new(plan: &'a Plan, space: &'a Space, guide: Option<Guide<'a>>) -> Forward<'a> {
        let everyone = Situation {
            bonus: [false; 2],
            leaving: [false; 2],
            watched: 0,
            back: Vec::new(),
        };
        let shots = plan.steps.iter().map(|step| {
            [0, 1].map(|bonus| {
                let enemy = 1 - plan.slots[step.shooter].side.index();
                let mut shots = Vec::new();
                for state in 0..space.sides[enemy].states {
                    aim(space, step, bonus, &everyone, state, &mut |shot| shots.push(shot));
                    shots.resize((state + 1) * width(step), Shot::default());
                }
                shots
            })
        });
        Forward {
            plan,
            space,
            openings: Openings::new(plan, space),
            guide,
            shots: shots.collect(),
            now: Mass::new(space.states),
            within: Mass::new(space.states),
            ended: Mass::new(space.states),
            tally: ExactTally::new(&plan.units),
        }
    }

    /// Plays all rounds from the plan's start, and shows what they leave.
    pub fn run(mut self, show: &mut dyn FnMut(&Remains, f64)) -> ExactTally {
        self.now.add(self.space.first(&start(self.plan)), 1.0);
        for round in 1..=self.plan.stop.round {
            if self.round(round).is_break() {
                break;
            }
        }
        self.finish(show)
    }

    /// Plays a round from all states. Breaks when nothing is left to play.
    fn round(&mut self, round: u16) -> ControlFlow<()> {
        let mut states = Vec::new();
        let mut chances = Vec::new();
        self.now.drain(|state, chance| {
            states.push(state as u32);
            chances.push(chance);
        });
        if states.is_empty() || chances.iter().sum::<f64>() < TAIL {
            self.tally.tail += chances.iter().sum::<f64>();
            return ControlFlow::Break(());
        }
        if self.guide.is_some() {
            self.guided_round(round, &states, &chances);
            return ControlFlow::Continue(());
        }
        let mut opened = Vec::new();
        self.openings.open(self.plan, self.space, round, &states, &mut opened);
        let mut order: Vec<usize> = (0..opened.len()).collect();
        order.sort_by_key(|&i| opened[i].situation);
        for group in order.chunk_by(|&a, &b| opened[a].situation == opened[b].situation) {
            for &i in group {
                let Opened { state, .. } = opened[i];
                self.within.add(state as usize, chances[i]);
            }
            let situation = self.openings.situations[opened[group[0]].situation as usize].clone();
            for step in 0..self.plan.steps.len() {
                self.turn(round, step, &situation);
            }
            self.harvest(round);
        }
        ControlFlow::Continue(())
    }

    /// A step by the side's policy, in a round of this situation.
    pub fn turn(&mut self, round: u16, index: usize, situation: &Situation) {
        if !situation.takes_turn(self.plan.steps[index].when, round == 1) {
            return;
        }
        self.leave_by_orders(round, index, situation);
        let step = &self.plan.steps[index];
        let side = self.plan.slots[step.shooter].side.index();
        let bonus = usize::from(situation.bonus[side]);
        let enemies_screen = self.plan.slots_of[1 - side]
            .clone()
            .any(|slot| situation.back(slot) > 0);
        let fire = Fire {
            space: self.space,
            step,
            side,
            screened: situation.back(step.shooter),
        };
        if enemies_screen {
            let aim = |enemy: usize, shoot: &mut dyn FnMut(Shot)| {
                aim(self.space, step, bonus, situation, enemy, shoot);
            };
            fire.volley(aim, &mut self.within);
        } else if step.random {
            let (shots, width) = (&self.shots[index][bonus], width(step));
            let aim = |enemy: usize, shoot: &mut dyn FnMut(Shot)| {
                shots[enemy * width..][..width].iter().for_each(|&shot| shoot(shot));
            };
            fire.volley(aim, &mut self.within);
        } else {
            let shots = &self.shots[index][bonus];
            fire.volley(|enemy, shoot| shoot(shots[enemy]), &mut self.within);
        }
    }

    /// Ships that their side's orders make leave on their turn do so.
    pub fn leave_by_orders(&mut self, round: u16, index: usize, situation: &Situation) {
        let step = &self.plan.steps[index];
        if step.leave != Leave::Never && round >= 2 {
            leave(self.plan, self.space, step, situation, &mut self.within);
        }
    }

    /// Ends the battles that are over, and lets the others go on.
    pub fn harvest(&mut self, round: u16) {
        let mut outcomes = [0.0; 3];
        let (space, now, ended, tally) = (self.space, &mut self.now, &mut self.ended, &mut self.tally);
        let last = round == self.plan.stop.round;
        let negligible = CUT / ROUNDS / space.states as f64;
        self.within.drain(|state, chance| {
            let [attacker, defender] = space.parts(state);
            let alive = [space.sides[0].fleet[attacker] > 0, space.sides[1].fleet[defender] > 0];
            if alive == [true, true] && !last {
                if chance < negligible {
                    tally.tail += chance;
                } else {
                    now.add(state, chance);
                }
                return;
            }
            let alive = match alive {
                [true, true] => alive,
                _ => [space.sides[0].stays[attacker], space.sides[1].stays[defender]],
            };
            let outcome = match alive {
                [true, false] => 0,
                [false, true] => 1,
                _ => 2,
            };
            outcomes[outcome] += chance;
            ended.add(state, chance);
        });
        for (outcome, chance) in outcomes.into_iter().enumerate().filter(|&(_, chance)| chance > 0.0) {
            tally.add_round(outcome, round, chance);
        }
    }

    fn finish(mut self, show: &mut dyn FnMut(&Remains, f64)) -> ExactTally {
        let (plan, space, tally) = (self.plan, self.space, &mut self.tally);
        self.ended.drain(|state, chance| {
            let remains = space.remains(plan, state);
            tally.add(&plan.units, &remains, chance);
            show(&remains, chance);
        });
        self.tally
    }
}

/// Most shots that [`aim`] gives in one state.
fn width(step: &Step) -> usize {
    if step.random { step.aims.len().max(1) } else { 1 }
}

/// The first aim that holds (5.5) in a state of the enemy; or, at random ships, each target with its
/// share of the chance.
pub(super) fn aim(
    space: &Space,
    step: &Step,
    bonus: usize,
    situation: &Situation,
    state: usize,
    shoot: &mut dyn FnMut(Shot),
) {
    let Some(first) = step.aims.first() else { return };
    let enemies = space.side_of(first.target);
    let front = |slot: usize| enemies.ships(state, slot).saturating_sub(situation.back(slot));
    let in_front = |aim: &Aim| {
        if enemies.barred(state, aim.bar, |slot| situation.back(slot)) {
            0
        } else {
            front(aim.target)
        }
    };
    let shot = |aim: &Aim, share: f64| Shot {
        hit: enemies.hit(
            state,
            enemies.hit_slot(aim.target, |slot| front(slot) > 0),
            space.table(step),
        ),
        chance: f64::from(aim.need[bonus]) / 10.0 * share,
    };
    if step.random {
        let ships = |aim: &Aim| {
            f64::from(ships_by_aim(
                aim.min_damage,
                in_front(aim),
                enemies.hurt(state, aim.target),
            ))
        };
        let total = |aims: &[Aim]| aims.iter().map(ships).sum::<f64>();
        let (preferred, others) = step.aims.split_at(step.preferred);
        let aims = if total(preferred) > 0.0 { preferred } else { others };
        let all = total(aims);
        let present = aims.iter().filter(|aim| ships(aim) > 0.0);
        present.for_each(|aim| shoot(shot(aim, ships(aim) / all)));
    } else {
        let holds = |aim: &&Aim| in_front(aim) > 0 && enemies.hurt(state, aim.target) >= aim.min_damage;
        step.aims
            .iter()
            .find(holds)
            .into_iter()
            .for_each(|aim| shoot(shot(aim, 1.0)));
    }
}

/// A step's ships, about to fire.
struct Fire<'a> {
    space: &'a Space,
    step: &'a Step,
    side: usize,
    /// Its ships that are screened.
    screened: u8,
}

impl Fire<'_> {
    /// Shots of the ships that fire, and the enemy's part of the state.
    #[inline]
    fn guns(&self, state: usize) -> (u8, usize) {
        let parts = self.space.parts(state);
        let ships = self.space.sides[self.side].ships(parts[self.side], self.step.shooter);
        (
            ships.saturating_sub(self.screened) * self.step.attacks,
            parts[1 - self.side],
        )
    }

    /// One shot after the other, as `aim` gives them in a state of the enemy.
    #[inline(always)]
    fn volley(&self, aim: impl Fn(usize, &mut dyn FnMut(Shot)), within: &mut Mass) {
        let mut gun = 0;
        loop {
            let mut more = false;
            within.upwards(|state, chance, mass| {
                let (guns, enemy) = self.guns(state);
                more |= guns > gun + 1;
                if guns > gun {
                    aim(enemy, &mut |shot| {
                        if shot.chance > 0.0 {
                            mass.part(state, chance * shot.chance, state - shot.hit as usize);
                        }
                    });
                }
            });
            gun += 1;
            if !more {
                return;
            }
        }
    }
}

/// Ships leave instead of firing, if the enemy still has someone to leave from (5.9); in an ion storm
/// their side rolls once whether it may (25.1.3).
fn leave(plan: &Plan, space: &Space, step: &Step, situation: &Situation, within: &mut Mass) {
    let side = plan.slots[step.shooter].side.index();
    if step.leave == Leave::WithSide && !situation.leaving[side] {
        return;
    }
    let &[departing] = Departing::of(step.leave) else {
        return;
    };
    let own = &space.sides[side];
    let free = f64::from(plan.may_leave) / 10.0;
    within.upwards(|state, chance, mass| {
        let parts = space.parts(state);
        let departure = own.departure(parts[side], step.shooter, departing) as usize;
        if departure == 0 || space.sides[1 - side].fleet[parts[1 - side]] == 0 {
            return;
        }
        if plan.may_leave == 10 {
            mass.part(state, chance, state - departure);
            return;
        }
        match own.storm(parts[side]) {
            Storm::Held => {}
            Storm::Free => mass.part(state, chance, state - departure),
            Storm::Unrolled => {
                mass.part(state, chance * free, state - own.roll(Storm::Free) as usize - departure);
                let held = chance * (1.0 - free);
                mass.part(state, held, state - own.roll(Storm::Held) as usize);
            }
        }
    });
}
