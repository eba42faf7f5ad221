//! A step: the ships of one slot leave or fire, one shot after the other, in all lanes at once.

use super::dice::{Dice, THRESHOLD};
use super::lanes::{State, observer_active};
use super::observe::{Observer, Shot};
use super::plan::{Leave, Plan, Step};
use super::row::Row;

/// Rows that a step needs while it runs, made once a batch.
pub struct Scratch {
    /// Lanes that shoot at each aim.
    picks: Vec<Row>,
    /// Threshold of each aim, with or without the fleet size bonus as the lane has it.
    thresholds: Vec<Row>,
}

impl Scratch {
    /// Room for the longest aim list of the plan.
    #[must_use]
    pub fn new(plan: &Plan) -> Scratch {
        let longest = plan.steps.iter().map(|step| step.aims.len()).max().unwrap_or(0);
        Scratch {
            picks: vec![Row::ZERO; longest],
            thresholds: vec![Row::ZERO; longest],
        }
    }
}

/// Runs a step of the plan.
#[inline(always)]
pub fn take_turn(
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
    let guns = state.front[step.shooter];
    let most = guns.max();
    if most == 0 {
        return;
    }
    let side = plan.slots[step.shooter].side.index();
    for (aim, threshold) in step.aims.iter().zip(&mut scratch.thresholds) {
        let [without, with] = aim.need.map(|need| THRESHOLD[usize::from(need)]);
        *threshold = state.bonus[side].choose(with, without);
    }
    for shot in 0..most {
        let active = guns.more_than(shot);
        let reached = if step.random {
            pick_at_random(step, state, scratch, &active, dice)
        } else {
            pick(step, state, scratch, &active)
        };
        if reached == 0 {
            // Without a target for anyone now there is none for later shots either.
            return;
        }
        shoot(plan, index, reached, state, scratch, dice, observer);
    }
}

/// Each active lane's target: the first aim whose condition holds. Returns the number of aims looked
/// at, 0 if no lane has a target.
#[inline(always)]
fn pick(step: &Step, state: &State, scratch: &mut Scratch, active: &Row) -> usize {
    let mut open = *active;
    for (i, aim) in step.aims.iter().enumerate() {
        let mut there = state.front[aim.target].non_zero();
        if aim.min_damage > 0 {
            there = there.and(&state.hurt[aim.target].at_least(aim.min_damage));
        }
        scratch.picks[i] = open.and(&there);
        open = open.and_not(&there);
        if i >= SHORT_LIST && !open.any() {
            return i + 1;
        }
    }
    if active.and_not(&open).any() { step.aims.len() } else { 0 }
}

/// Aims that are looked at in any case: for so few a jump that can't be foretold costs more.
const SHORT_LIST: usize = 3;

/// As [`pick`], with every targetable ship equally likely.
#[inline(always)]
fn pick_at_random(step: &Step, state: &State, scratch: &mut Scratch, active: &Row, dice: &mut impl Dice) -> usize {
    for row in &mut scratch.picks[..step.aims.len()] {
        *row = Row::ZERO;
    }
    let mut targeted = false;
    active.for_each_lane(|lane| {
        let ships = |aim: usize| u32::from(state.front[step.aims[aim].target].0[lane]);
        let total: u32 = (0..step.aims.len()).map(ships).sum();
        if total > 0 {
            targeted = true;
            let mut ship = dice.below(total);
            let mut aim = 0;
            while ship >= ships(aim) {
                ship -= ships(aim);
                aim += 1;
            }
            scratch.picks[aim].0[lane] = 0xFF;
        }
    });
    if targeted { step.aims.len() } else { 0 }
}

/// One shot in every lane that picked a target (5.5), and its damage (5.6).
#[inline(always)]
fn shoot(
    plan: &Plan,
    index: usize,
    reached: usize,
    state: &mut State,
    scratch: &Scratch,
    dice: &mut impl Dice,
    observer: &mut impl Observer,
) {
    let step = &plan.steps[index];
    let picks = &scratch.picks[..reached];
    let mut shooting = Row::ZERO;
    let mut threshold = Row::ZERO;
    for (picked, need) in picks.iter().zip(&scratch.thresholds) {
        shooting = shooting.or(picked);
        threshold = threshold.or(&picked.and(need));
    }
    let bytes = *dice.row();
    let mut hits = bytes.less_than(&threshold).and(&shooting);
    let ties = bytes.equal(&threshold).and(&shooting);
    if ties.any() {
        ties.for_each_lane(|lane| {
            if dice.tie_hits(threshold.0[lane]) {
                hits.0[lane] = 0xFF;
            }
        });
    }
    for (aim, picked) in step.aims.iter().zip(picks) {
        let hit = hits.and(picked);
        let hull = plan.slots[aim.target].hull;
        if hull == 1 {
            state.front[aim.target] = state.front[aim.target].less_one_if(&hit);
        } else {
            let hurt = state.hurt[aim.target].plus(&hit.choose(step.damage, 0));
            let destroyed = hurt.at_least(hull);
            state.hurt[aim.target] = hurt.and_not(&destroyed);
            state.front[aim.target] = state.front[aim.target].less_one_if(&destroyed);
        }
    }
    if observer_active(observer) {
        observer.shot(
            state,
            &Shot {
                step: index,
                shooting: &shooting,
                picks,
                dice: &bytes,
                ties: &ties,
                hits: &hits,
            },
        );
    }
}

/// Ships leave instead of firing, if the enemy still has someone to leave from (5.9).
#[inline(always)]
fn retreat(plan: &Plan, step: &Step, state: &mut State, dice: &mut impl Dice, observer: &mut impl Observer) {
    let slot = step.shooter;
    let side = plan.slots[slot].side.index();
    let mut wants = state.alive(plan, 1 - side).and(&state.round.at_least(2));
    wants = wants.and(&state.front[slot].or(&state.back[slot]).non_zero());
    match step.leave {
        Leave::Never => return,
        Leave::WithSide => wants = wants.and(&state.leaving[side]),
        Leave::Wounded => wants = wants.and(&state.hurt[slot].non_zero()),
        Leave::Always => {}
    }
    if !wants.any() {
        return;
    }
    if plan.may_leave < 10 {
        wants = wants.and_not(&held(plan, side, &wants, state, dice, observer));
    }
    let mut ships = wants;
    if step.leave == Leave::Wounded {
        // The wounded ship is in front unless its whole group is screened.
        let from_front = wants.and(&state.front[slot].non_zero());
        ships = wants.choose(1, 0);
        state.front[slot] = state.front[slot].less_one_if(&from_front);
        state.back[slot] = state.back[slot].less_one_if(&wants.and_not(&from_front));
    } else {
        let all = state.front[slot].plus(&state.back[slot]);
        ships = ships.and(&all);
        state.front[slot] = state.front[slot].and_not(&wants);
        state.back[slot] = state.back[slot].and_not(&wants);
    }
    state.hurt[slot] = state.hurt[slot].and_not(&wants);
    state.gone[slot] = state.gone[slot].plus(&ships);
    if observer_active(observer) {
        observer.retreat(slot, &ships);
    }
}

/// Lanes whose side may not leave the hex, rolled for the first time it wants to (25.1.3).
#[inline(always)]
fn held(
    plan: &Plan,
    side: usize,
    wants: &Row,
    state: &mut State,
    dice: &mut impl Dice,
    observer: &mut impl Observer,
) -> Row {
    let rolling = wants.and_not(&state.rolled[side]);
    if rolling.any() {
        let threshold = THRESHOLD[usize::from(plan.may_leave)];
        let bytes = *dice.row();
        let mut free = bytes.less_than(&Row::splat(threshold)).and(&rolling);
        rolling.and(&bytes.equal(&Row::splat(threshold))).for_each_lane(|lane| {
            if dice.tie_hits(threshold) {
                free.0[lane] = 0xFF;
            }
        });
        state.rolled[side] = state.rolled[side].or(&rolling);
        state.held[side] = state.held[side].or(&rolling.and_not(&free));
        if observer_active(observer) {
            observer.leave_roll(side, &rolling, &bytes, &free);
        }
    }
    state.held[side]
}
