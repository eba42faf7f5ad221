//! A step: the ships of one slot leave or fire, one shot after the other, in all lanes at once.

#![allow(
    clippy::needless_range_loop,
    reason = "the plain loop over lanes is what becomes vector code"
)]

use super::aiming::{aim_and_roll, aim_at_random, chunked, there};
use super::bars;
use super::capture;
use super::depart::{guns_of_turn, retreat};
use super::dice::{Dice, THRESHOLD, TIE_THRESHOLD};
use super::lanes::{State, observer_active};
use super::launch;
use super::observe::{Observer, Shot};
use super::plan::{Leave, Plan, Share, Step};
use super::promote::{Kills, promote};
use super::row::{LANES, Row, mask};
use super::{salvo, swallow};

/// One shot of each lane.
pub(super) struct Shots {
    /// Slot that is shot at; meaningless where nobody shoots.
    pub target: Row,
    /// Threshold of the die; 0 where nobody shoots.
    pub threshold: Row,
    /// Lanes that hit.
    pub hits: Row,
}

/// What a step needs at hand while it runs, with room for the longest aim list of a plan.
pub struct Scratch {
    /// Threshold of each aim, with or without the fleet size bonus as the lane has it.
    pub(super) thresholds: Vec<Row>,
    /// The different slots that each step may damage.
    pub(super) targets: Vec<Vec<usize>>,
    /// The different slots that each step may board (19.2).
    boarded: Vec<Vec<usize>>,
    /// Steps that have a target behind a bar.
    pub(super) barred: Vec<bool>,
    /// For such a step by aim: what [`Aims::there`] is compared with, nothing while the bar holds.
    pub(super) exposed: Vec<Row>,
    /// Lanes in which each of [`Plan::bars`] does not hold.
    pub(super) open: Vec<Row>,
    /// What the turn destroyed so far, if it may promote.
    kills: Kills,
}

impl Scratch {
    /// Room for a plan's aim lists.
    #[must_use]
    pub fn new(plan: &Plan) -> Scratch {
        let longest = plan.steps.iter().map(|step| step.aims.len()).max().unwrap_or(0);
        let targets = |boards: bool| {
            let of_step = move |step: &Step| {
                let aims = step.aims.iter().filter(|aim| aim.boards == boards);
                let mut targets: Vec<usize> = aims.map(|aim| aim.target).collect();
                targets.sort_unstable();
                targets.dedup();
                targets
            };
            plan.steps.iter().map(of_step).collect()
        };
        Scratch {
            kills: Kills::new(if plan.features.promotions { longest } else { 0 }),
            thresholds: vec![Row::ZERO; longest],
            targets: targets(false),
            boarded: targets(true),
            barred: { plan.steps.iter() }
                .map(|step| step.aims.iter().any(|aim| aim.bar.is_some()))
                .collect(),
            exposed: vec![Row::ZERO; longest],
            open: vec![Row::YES; plan.bars.len()],
        }
    }

    /// Looks which targets of a step can't be fired at now.
    #[inline(always)]
    pub(super) fn look_behind_bars(&mut self, plan: &Plan, step: &Step, state: &State) {
        bars::look(plan, state, &mut self.open);
        for (row, aim) in self.exposed.iter_mut().zip(&step.aims) {
            *row = *there(aim, state);
            if let Some(bar) = aim.bar {
                *row = row.and(&self.open[bar]);
            }
        }
    }

    /// Sets the thresholds of a step.
    #[inline(always)]
    fn set(&mut self, step: &Step, bonus: &Row) {
        for (row, aim) in self.thresholds.iter_mut().zip(&step.aims) {
            let [without, with] = aim.need.map(|need| THRESHOLD[usize::from(need)]);
            *row = bonus.choose(with, without);
        }
    }
}

/// Runs a step of the plan; see [`fight`](super::batch::fight) for `SPECIAL`.
#[inline(always)]
pub fn take_turn<const SPECIAL: bool>(
    plan: &Plan,
    index: usize,
    state: &mut State,
    scratch: &mut Scratch,
    dice: &mut impl Dice,
    observer: &mut impl Observer,
) {
    let step = &plan.steps[index];
    if plan.features.retreat && step.leave != Leave::Never {
        retreat(plan, step, state, dice, observer);
    }
    if SPECIAL && plan.features.missiles {
        launch::prepare(plan, step, state, observer);
    }
    let mut guns = state.front[step.shooter];
    if SPECIAL && plan.features.turns {
        guns = guns_of_turn(plan, step, state, dice, observer);
    }
    if SPECIAL && plan.features.missiles && launch::fly(plan, step, &guns, state, observer) {
        return;
    }
    scratch.set(step, &state.bonus[plan.slots[step.shooter].side.index()]);
    if SPECIAL && plan.features.swallows && step.swallows {
        swallow::take_turn(plan, index, state, scratch, &guns, dice, observer);
        return;
    }
    for gun in 0..guns.max() {
        if SPECIAL && scratch.barred[index] {
            scratch.look_behind_bars(plan, step, state);
        }
        let mut shots = if step.random {
            aim_at_random(step, state, scratch, &guns, gun, dice)
        } else if SPECIAL && scratch.barred[index] {
            chunked::<true>(step, state, scratch, &guns, gun, dice.look())
        } else {
            aim_and_roll(step, state, scratch, &guns, gun, dice)
        };
        if !shots.threshold.any() {
            // Without a target for anyone now there is none for later guns either.
            break;
        }
        if SPECIAL && plan.features.turns && step.share == Share::Early {
            let fired = &mut state.fired[step.shooter];
            *fired = fired.minus(&shots.threshold.non_zero());
        }
        strike::<SPECIAL>(plan, index, state, scratch, &mut shots, dice, observer);
        if SPECIAL && plan.features.salvo && !step.salvo.is_empty() {
            salvo::second_shots(plan, index, state, scratch, &shots, dice, observer);
        }
    }
    if SPECIAL && let Some(promotion) = &step.promotion {
        promote(plan, step, promotion, state, &mut scratch.kills, dice, observer);
    }
}

/// The dice of shots that are aimed, and their damage.
#[inline(always)]
pub(super) fn strike<const SPECIAL: bool>(
    plan: &Plan,
    index: usize,
    state: &mut State,
    scratch: &mut Scratch,
    shots: &mut Shots,
    dice: &mut impl Dice,
    observer: &mut impl Observer,
) {
    let step = &plan.steps[index];
    let Scratch {
        targets,
        boarded,
        kills,
        ..
    } = scratch;
    let targets = &targets[index];
    let bytes = *dice.look();
    dice.take();
    let ties = ties(&bytes, &shots.threshold);
    if ties.any() {
        shots.hits = shots.hits.or(&settle(&ties, &shots.threshold, dice));
    }
    if SPECIAL && step.promotion.is_some() {
        kills.aim([targets, &boarded[index]], state);
    }
    for &target in targets {
        let points = if SPECIAL {
            plan.damage(step, target)
        } else {
            step.damage
        };
        damage(target, plan.slots[target].hull, points, shots, state);
    }
    if SPECIAL && plan.features.captures {
        capture::take(plan, &boarded[index], shots, state);
    }
    if SPECIAL && let Some(promotion) = &step.promotion {
        kills.count([targets, &boarded[index]], promotion, state);
    }
    if observer_active(observer) {
        let shot = Shot {
            step: index,
            shooting: &shots.threshold.non_zero(),
            targets: &shots.target,
            dice: &bytes,
            ties: &ties,
            hits: &shots.hits,
        };
        observer.shot(state, &shot);
    }
}

/// Lanes that shoot and whose die meets its threshold exactly.
#[inline(always)]
fn ties(bytes: &Row, threshold: &Row) -> Row {
    let mut ties = Row::ZERO;
    for i in 0..LANES {
        ties.0[i] = mask(bytes.0[i] == threshold.0[i]) & mask(threshold.0[i] != 0);
    }
    ties
}

/// Settles ties with thresholds by a second draw: those that hit after all.
#[inline(always)]
fn settle(ties: &Row, threshold: &Row, dice: &mut impl Dice) -> Row {
    let second = dice.ties(ties);
    let mut least = Row::ZERO;
    for need in 1..=10 {
        for i in 0..LANES {
            least.0[i] |= mask(threshold.0[i] == THRESHOLD[need]) & TIE_THRESHOLD[need];
        }
    }
    ties.and(&second.less_than(&least))
}

/// A die in each lane, which no shot is aimed with.
pub(super) struct Roll {
    /// The dice.
    pub dice: Row,
    /// Lanes that tied with their threshold.
    pub ties: Row,
    /// Lanes that rolled low enough.
    pub hits: Row,
}

/// Throws a die in each lane against a threshold, which is 0 where nobody rolls.
#[inline(always)]
pub(super) fn roll(threshold: &Row, dice: &mut impl Dice) -> Roll {
    let bytes = *dice.look();
    dice.take();
    compare(&bytes, threshold, dice)
}

/// Dice that were thrown against thresholds.
#[inline(always)]
pub(super) fn compare(bytes: &Row, threshold: &Row, dice: &mut impl Dice) -> Roll {
    let ties = ties(bytes, threshold);
    let mut hits = bytes.less_than(threshold);
    if ties.any() {
        hits = hits.or(&settle(&ties, threshold, dice));
    }
    Roll {
        dice: *bytes,
        ties,
        hits,
    }
}

/// Hits on one slot (5.6).
#[inline(always)]
fn damage(target: usize, hull: u8, points: u8, shots: &Shots, state: &mut State) {
    let hit = |i: usize| shots.hits.0[i] & mask(shots.target.0[i] == target as u8);
    let front = &mut state.front[target].0;
    if hull == 1 {
        for i in 0..LANES {
            front[i] = front[i].wrapping_add(hit(i));
        }
        return;
    }
    let hurt = &mut state.hurt[target].0;
    for i in 0..LANES {
        let damage = hurt[i] + (hit(i) & points);
        let destroyed = mask(damage >= hull);
        hurt[i] = damage & !destroyed;
        front[i] = front[i].wrapping_add(destroyed);
    }
}
