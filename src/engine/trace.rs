//! One battle of a seed, told shot by shot: the very battle that a run counts.

use super::batch::{battles_per_batch, fight};
use super::capture::Prize;
use super::dice::{BatchDice, Dice, THRESHOLD};
pub use super::event::Event;
use super::lanes::State;
use super::ledger::{Ledger, remains};
use super::observe::{Bite, Observer, Shot};
use super::plan::Plan;
use super::row::{LANES, Row};
use super::tally::{Outcome, Remains};
use crate::spec::Side;
use std::sync::atomic::AtomicBool;

/// A battle told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Which battle of the seed, from 0.
    pub battle: u64,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Rounds fought.
    pub rounds: u16,
    /// What was left, and how it ended.
    pub remains: Remains,
}

/// Which of a seed's first battles to tell, judged by the attacker's CP swing
/// (CP the enemy lost minus CP lost).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The middle one.
    Median,
    /// The attacker's best.
    Best,
    /// The attacker's worst.
    Worst,
}

/// Tells battle number `battle` (from 0) of the seed.
#[must_use]
pub fn tell(plan: &Plan, seed: u64, battle: u64) -> Told {
    let a_batch = battles_per_batch(plan);
    let mut dice = BatchDice::new(seed, battle / a_batch);
    let within = battle % a_batch;
    let mut scribe = Scribe::new(plan, (within % LANES as u64) as usize, within / LANES as u64);
    watch(plan, &mut dice, within + 1, &mut scribe);
    scribe.told(battle)
}

/// Tells the battle that the first lane fights with the given dice.
#[must_use]
pub fn replay(plan: &Plan, dice: &mut impl Dice) -> Told {
    let mut scribe = Scribe::new(plan, 0, 0);
    watch(plan, dice, 1, &mut scribe);
    scribe.told(0)
}

/// What happens in the first lane with the given dice, until its battle ends, or, once `stop` is set,
/// the round; and in the first case after how many rounds it ended and what was left.
#[must_use]
pub fn replay_until(plan: &Plan, dice: &mut impl Dice, stop: &AtomicBool) -> (Vec<Event>, Option<(u16, Remains)>) {
    let mut scribe = Scribe::new(plan, 0, 0);
    fight::<true>(plan, 1, dice, &mut scribe, &mut Ledger::new(plan), stop);
    (scribe.events, scribe.end)
}

/// Number of the picked battle among the first `among` battles of the seed; of equals the first.
#[must_use]
pub fn pick(plan: &Plan, seed: u64, among: u64, which: Pick) -> u64 {
    let a_batch = battles_per_batch(plan);
    let mut swings = Vec::new();
    let mut first = 0;
    while first < among.max(1) {
        let battles = (among.max(1) - first).min(a_batch);
        let mut judge = Judge {
            plan,
            first,
            fought: [0; LANES],
            swings: Vec::new(),
        };
        watch(plan, &mut BatchDice::new(seed, first / a_batch), battles, &mut judge);
        swings.extend(judge.swings.into_iter().filter(|&(_, battle)| battle < first + battles));
        first += battles;
    }
    chosen(swings, which)
}

/// The battle that is picked among those with these swings; of equals the first.
pub(in crate::engine) fn chosen<S: Ord + Copy>(mut swings: Vec<(S, u64)>, which: Pick) -> u64 {
    swings.sort_unstable();
    let value = match which {
        Pick::Median => swings[swings.len() / 2].0,
        Pick::Best => swings[swings.len() - 1].0,
        Pick::Worst => swings[0].0,
    };
    swings[swings.partition_point(|&(swing, _)| swing < value)].1
}

/// Fights the first battles of a batch under an observer's eyes.
fn watch(plan: &Plan, dice: &mut impl Dice, battles: u64, observer: &mut impl Observer) {
    fight::<true>(
        plan,
        battles,
        dice,
        observer,
        &mut Ledger::new(plan),
        &AtomicBool::new(false),
    );
}

/// Writes down one battle of one lane.
struct Scribe<'a> {
    plan: &'a Plan,
    lane: usize,
    /// Battles of the lane that end before the one to tell.
    before: u64,
    events: Vec<Event>,
    end: Option<(u16, Remains)>,
}

impl<'a> Scribe<'a> {
    fn new(plan: &'a Plan, lane: usize, before: u64) -> Scribe<'a> {
        Scribe {
            plan,
            lane,
            before,
            events: Vec::new(),
            end: None,
        }
    }

    fn told(self, battle: u64) -> Told {
        let (rounds, remains) = self.end.expect("a batch runs until the battles asked for have ended");
        Told {
            battle,
            events: self.events,
            rounds,
            remains,
        }
    }

    fn listens(&self, lanes: &Row) -> bool {
        self.before == 0 && self.end.is_none() && lanes.0[self.lane] != 0
    }
}

/// The face that a byte stands for: the least need that it hits. A byte that meets the threshold of
/// the need it was compared with is that face or the next, as the second draw decided.
fn face(byte: u8, tied: bool, hit: bool) -> u8 {
    let least = THRESHOLD.iter().position(|&threshold| byte < threshold).unwrap_or(11) as u8;
    if tied && hit { least - 1 } else { least.min(10) }
}

impl Observer for Scribe<'_> {
    fn round(&mut self, state: &State) {
        if self.listens(&Row::YES) {
            let lane = self.lane;
            let slots = 0..self.plan.slots.len();
            let count = |slot: usize| {
                (
                    state.front[slot].0[lane],
                    state.back[slot].0[lane],
                    state.hurt[slot].0[lane],
                )
            };
            self.events.push(Event::Round {
                number: state.round.0[lane],
                slots: slots.map(count).collect(),
                bonus: [0, 1].map(|side| state.bonus[side].0[lane] != 0),
                watched: state.watched.iter().map(|row| row.0[lane] != 0).collect(),
            });
            let held = state.beamed.iter().enumerate().map(|(slot, row)| (slot, row.0[lane]));
            let held = held.filter(|&(_, ships)| ships > 0);
            self.events
                .extend(held.map(|(slot, ships)| Event::Beamed { slot, ships }));
        }
    }

    fn shot(&mut self, state: &State, shot: &Shot) {
        if self.listens(shot.shooting) {
            let lane = self.lane;
            let step = &self.plan.steps[shot.step];
            let target = usize::from(shot.targets.0[lane]);
            let aim = step
                .aims
                .iter()
                .find(|aim| aim.target == target)
                .expect("a lane shoots at one of its aims");
            let side = self.plan.slots[step.shooter].side.index();
            let hit = shot.hits.0[lane] != 0;
            let damage = state.hurt[target].0[lane];
            let prize = aim.boards.then(|| self.plan.captures.prizes[target]);
            let captured = hit && matches!(prize, Some(Prize::Taken { .. }));
            self.events.push(Event::Shot {
                shooter: step.shooter,
                target,
                need: aim.need[usize::from(state.bonus[side].0[lane] != 0)],
                roll: face(shot.dice.0[lane], shot.ties.0[lane] != 0, hit),
                hit,
                damage,
                // A hit that leaves no wounded ship has destroyed one.
                destroyed: hit && !captured && (damage == 0 || prize.is_some()),
                captured,
            });
        }
    }

    fn bite(&mut self, state: &State, bite: &Bite) {
        if !self.listens(bite.attacking) {
            return;
        }
        let lane = self.lane;
        let of = |row: &Row| row.0[lane] != 0;
        let step = &self.plan.steps[bite.step];
        let target = usize::from(bite.targets.0[lane]);
        let aim = { step.aims.iter() }
            .find(|aim| aim.target == target)
            .expect("a lane attacks one of its aims");
        let side = self.plan.slots[step.shooter].side.index();
        let (dice, ties, cheapest) = bite.pick;
        self.events.push(Event::Pick {
            shooter: step.shooter,
            roll: face(dice.0[lane], of(ties), of(cheapest)),
            cheapest: of(cheapest),
        });
        let ((tied, hits), (once_more, threshold)) = (bite.ties, bite.again);
        let byte = bite.dice.0[lane];
        let roll = if byte == threshold.0[lane] && byte > 0 {
            face(byte, true, of(once_more))
        } else {
            face(byte, of(tied), of(hits))
        };
        self.events.push(Event::Swallow {
            shooter: step.shooter,
            target,
            need: aim.need[usize::from(state.bonus[side].0[lane] != 0)],
            roll,
            hit: of(hits),
            again: of(hits) && of(once_more),
        });
    }

    fn retreat(&mut self, slot: usize, ships: &Row) {
        if self.listens(ships) {
            self.events.push(Event::Retreat {
                slot,
                ships: ships.0[self.lane],
            });
        }
    }

    fn launch(&mut self, slot: usize, ships: &Row) {
        if self.listens(ships) {
            let ships = ships.0[self.lane];
            self.events.push(Event::Launch { slot, ships });
        }
    }

    fn jam(&mut self, slot: usize, level: &Row) {
        if self.listens(level) {
            let level = level.0[self.lane];
            self.events.push(Event::Jammed { slot, level });
        }
    }

    fn ready(&mut self, slot: usize, ships: &Row) {
        if self.listens(ships) {
            self.events.push(Event::Ready {
                slot,
                ships: ships.0[self.lane],
            });
        }
    }

    fn leave_roll(&mut self, side: usize, rolling: &Row, dice: &Row, free: &Row) {
        if self.listens(rolling) {
            let byte = dice.0[self.lane];
            let free = free.0[self.lane] != 0;
            let tied = byte == THRESHOLD[usize::from(self.plan.may_leave)];
            self.events.push(Event::LeaveRoll {
                side: Side::BOTH[side],
                roll: face(byte, tied, free),
                free,
            });
        }
    }

    fn experience_roll(&mut self, slot: usize, need: u8, rolling: &Row, dice: &Row, enough: &Row) {
        if self.listens(rolling) {
            let byte = dice.0[self.lane];
            let enough = enough.0[self.lane] != 0;
            self.events.push(Event::Experience {
                slot,
                need,
                roll: face(byte, byte == THRESHOLD[usize::from(need)], enough),
                enough,
            });
        }
    }

    fn end(&mut self, state: &State, lane: usize, _: Outcome) {
        if lane != self.lane || self.end.is_some() {
            return;
        }
        if self.before == 0 {
            let remains = remains(self.plan, state, lane);
            let units = self.plan.units.iter().enumerate();
            for (unit, row) in units.filter(|(_, row)| row.carried) {
                let here = |&slot: &usize| state.front[slot].0[lane] + state.back[slot].0[lane];
                let here: u8 = match row.slots.is_empty() {
                    true => row.fielded - remains.retreated[unit],
                    false => row.slots.iter().map(here).sum(),
                };
                let ships = here.saturating_sub(remains.survived[unit]);
                if ships > 0 {
                    self.events.push(Event::Homeless { unit, ships });
                }
            }
            self.end = Some((state.round.0[lane], remains));
        } else {
            self.before -= 1;
        }
    }
}

/// Notes the attacker's CP swing of every battle of a batch.
struct Judge<'a> {
    plan: &'a Plan,
    /// Number of the batch's first battle.
    first: u64,
    /// Battles ended in each lane.
    fought: [u64; LANES],
    /// CP swing and number of each battle.
    swings: Vec<(i64, u64)>,
}

impl Observer for Judge<'_> {
    fn end(&mut self, state: &State, lane: usize, _: Outcome) {
        let remains = remains(self.plan, state, lane);
        let [own, enemy] = Side::BOTH.map(|side| i64::from(remains.loss(&self.plan.units, side)));
        self.swings
            .push((enemy - own, self.first + self.fought[lane] * LANES as u64 + lane as u64));
        self.fought[lane] += 1;
    }
}
