//! A step: the ships of one slot leave or fire, one shot after the other, in all lanes at once.

use super::dice::{Dice, THRESHOLD};
use super::lanes::{State, observer_active};
use super::observe::{Observer, Shot};
use super::plan::{Aim, Leave, Plan, Step};
use super::row::{LANES, Row, mask};

/// What each lane's shot is: rows that a step needs while it runs.
struct Aimed {
    /// Lanes that still look for a target.
    open: Row,
    /// Place of the lane's target in the aim list.
    aim: Row,
    /// Threshold of the lane's die; 0 where nobody shoots.
    threshold: Row,
}

/// Threshold of each aim of a step, with or without the fleet size bonus as the lane has it; room
/// for the longest aim list of a plan.
pub struct Thresholds(Vec<Row>);

impl Thresholds {
    /// Room for a plan's aim lists.
    #[must_use]
    pub fn new(plan: &Plan) -> Thresholds {
        let longest = plan.steps.iter().map(|step| step.aims.len()).max().unwrap_or(0);
        Thresholds(vec![Row::ZERO; longest])
    }

    /// Sets the rows of a step.
    #[inline(always)]
    fn set(&mut self, step: &Step, bonus: &Row) {
        for (row, aim) in self.0.iter_mut().zip(&step.aims) {
            let [without, with] = aim.need.map(|need| THRESHOLD[usize::from(need)]);
            *row = bonus.choose(with, without);
        }
    }
}

/// Runs a step of the plan.
#[inline(always)]
pub fn take_turn(
    plan: &Plan,
    index: usize,
    state: &mut State,
    thresholds: &mut Thresholds,
    dice: &mut impl Dice,
    observer: &mut impl Observer,
) {
    let step = &plan.steps[index];
    if plan.features.retreat && step.leave != Leave::Never {
        retreat(plan, step, state, dice, observer);
    }
    let guns = state.front[step.shooter];
    thresholds.set(step, &state.bonus[plan.slots[step.shooter].side.index()]);
    for shot in 0..guns.max() {
        let active = guns.more_than(shot);
        let mut aimed = Aimed {
            open: active,
            aim: Row::ZERO,
            threshold: Row::ZERO,
        };
        if step.random {
            aim_at_random(step, state, &thresholds.0, &mut aimed, dice);
        } else {
            aim(step, state, &thresholds.0, &mut aimed);
        }
        let shooting = active.and_not(&aimed.open);
        if !shooting.any() {
            // Without a target for anyone now there is none for later shots either.
            return;
        }
        shoot(plan, index, &shooting, &aimed, state, dice, observer);
    }
}

/// Gives each lane its target: the first aim whose condition holds.
#[inline(always)]
fn aim(step: &Step, state: &State, thresholds: &[Row], aimed: &mut Aimed) {
    // A few aims at a time, as one loop over the lanes that keeps everything in registers.
    let mut first = 0;
    for (aims, thresholds) in step.aims.chunks(4).zip(thresholds.chunks(4)) {
        match aims.len() {
            1 => aim_some::<1>(aims, thresholds, first, state, aimed),
            2 => aim_some::<2>(aims, thresholds, first, state, aimed),
            3 => aim_some::<3>(aims, thresholds, first, state, aimed),
            _ => aim_some::<4>(aims, thresholds, first, state, aimed),
        }
        first += 4;
        if usize::from(first) >= step.aims.len() || !aimed.open.any() {
            return;
        }
    }
}

#[inline(always)]
fn aim_some<const N: usize>(aims: &[Aim], thresholds: &[Row], first: u8, state: &State, aimed: &mut Aimed) {
    let front: [&[u8; LANES]; N] = std::array::from_fn(|a| &state.front[aims[a].target].0);
    let hurt: [&[u8; LANES]; N] = std::array::from_fn(|a| &state.hurt[aims[a].target].0);
    let least: [u8; N] = std::array::from_fn(|a| aims[a].min_damage);
    let threshold: [&[u8; LANES]; N] = std::array::from_fn(|a| &thresholds[a].0);
    let wounded_only = least.iter().any(|&least| least > 0);
    if wounded_only {
        lanes_aim(first, threshold, aimed, |a, i| {
            mask(front[a][i] != 0) & mask(hurt[a][i] >= least[a])
        });
    } else {
        lanes_aim(first, threshold, aimed, |a, i| mask(front[a][i] != 0));
    }
}

#[inline(always)]
fn lanes_aim<const N: usize>(
    first: u8,
    threshold: [&[u8; LANES]; N],
    aimed: &mut Aimed,
    there: impl Fn(usize, usize) -> u8,
) {
    for i in 0..LANES {
        let mut open = aimed.open.0[i];
        for a in 0..N {
            let there = there(a, i);
            let picked = open & there;
            aimed.aim.0[i] |= picked & (first + a as u8);
            aimed.threshold.0[i] |= picked & threshold[a][i];
            open &= !there;
        }
        aimed.open.0[i] = open;
    }
}

/// As [`aim`], with every targetable ship equally likely.
#[inline(always)]
fn aim_at_random(step: &Step, state: &State, thresholds: &[Row], aimed: &mut Aimed, dice: &mut impl Dice) {
    let seeking = aimed.open;
    seeking.for_each_lane(|lane| {
        let ships = |aim: usize| u32::from(state.front[step.aims[aim].target].0[lane]);
        let total: u32 = (0..step.aims.len()).map(ships).sum();
        if total > 0 {
            let mut ship = dice.below(total);
            let mut aim = 0;
            while ship >= ships(aim) {
                ship -= ships(aim);
                aim += 1;
            }
            aimed.open.0[lane] = 0;
            aimed.aim.0[lane] = aim as u8;
            aimed.threshold.0[lane] = thresholds[aim].0[lane];
        }
    });
}

/// One shot in every lane that has a target (5.5), and its damage (5.6).
#[inline(always)]
fn shoot(
    plan: &Plan,
    index: usize,
    shooting: &Row,
    aimed: &Aimed,
    state: &mut State,
    dice: &mut impl Dice,
    observer: &mut impl Observer,
) {
    let step = &plan.steps[index];
    let (mut hits, mut ties) = (Row::ZERO, Row::ZERO);
    let bytes = *dice.row();
    for i in 0..LANES {
        let (byte, threshold) = (bytes.0[i], aimed.threshold.0[i]);
        hits.0[i] = mask(byte < threshold);
        ties.0[i] = mask(byte == threshold) & mask(threshold != 0);
    }
    if ties.any() {
        ties.for_each_lane(|lane| {
            if dice.tie_hits(aimed.threshold.0[lane]) {
                hits.0[lane] = 0xFF;
            }
        });
    }
    for (a, aim) in step.aims.iter().enumerate() {
        let front = &mut state.front[aim.target].0;
        let hits = |i: usize| hits.0[i] & mask(aimed.aim.0[i] == a as u8);
        let hull = plan.slots[aim.target].hull;
        if hull == 1 {
            for i in 0..LANES {
                front[i] = front[i].wrapping_add(hits(i));
            }
            continue;
        }
        let hurt = &mut state.hurt[aim.target].0;
        for i in 0..LANES {
            let damage = hurt[i] + (hits(i) & step.damage);
            let destroyed = mask(damage >= hull);
            hurt[i] = damage & !destroyed;
            front[i] = front[i].wrapping_add(destroyed);
        }
    }
    if observer_active(observer) {
        let shot = Shot {
            step: index,
            shooting,
            aims: &aimed.aim,
            dice: &bytes,
            ties: &ties,
            hits: &hits,
        };
        observer.shot(state, &shot);
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
