//! A step: the ships of one slot leave or fire, one shot after the other, in all lanes at once.

#![allow(
    clippy::needless_range_loop,
    reason = "the plain loop over lanes is what becomes vector code"
)]

use super::bars;
use super::capture;
use super::depart::{guns_of_turn, retreat};
use super::dice::{Dice, THRESHOLD, TIE_THRESHOLD};
use super::lanes::{State, observer_active};
use super::launch;
use super::observe::{Observer, Shot};
use super::plan::{Aim, Leave, Plan, Share, Step, ships_by_aim};
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
    exposed: Vec<Row>,
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
        settle(&ties, shots, dice);
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

/// A few aims, ready to be looked through lane by lane.
struct Aims<'a, const N: usize> {
    /// A lane may choose the aim if this is at least `least`: damage on the wounded ship, which is
    /// zero if none is in front, or the number of ships.
    there: [&'a [u8; LANES]; N],
    least: [u8; N],
    threshold: [&'a [u8; LANES]; N],
    target: [u8; N],
}

/// What tells whether an aim holds: damage on the wounded ship, or the number of ships.
#[inline(always)]
fn there<'a>(aim: &Aim, state: &'a State) -> &'a Row {
    let rows = if aim.min_damage > 0 { &state.hurt } else { &state.front };
    &rows[aim.target]
}

impl<'a, const N: usize> Aims<'a, N> {
    #[inline(always)]
    fn new(aims: &[Aim], thresholds: &'a [Row], there: impl Fn(usize) -> &'a Row) -> Aims<'a, N> {
        Aims {
            there: std::array::from_fn(|a| &there(a).0),
            least: std::array::from_fn(|a| aims[a].min_damage.max(1)),
            threshold: std::array::from_fn(|a| &thresholds[a].0),
            target: std::array::from_fn(|a| aims[a].target as u8),
        }
    }

    /// A lane's target and threshold, if its mask says that it is looking for one, and whether it
    /// still is.
    #[inline(always)]
    fn find(&self, i: usize, mut open: u8) -> (u8, u8, u8) {
        let (mut target, mut threshold) = (0, 0);
        for a in 0..N {
            let there = mask(self.there[a][i] >= self.least[a]);
            let picked = open & there;
            target |= picked & self.target[a];
            threshold |= picked & self.threshold[a][i];
            open &= !there;
        }
        (target, threshold, open)
    }
}

/// Each lane's target, which is the first aim whose condition holds, and its die (5.5).
#[inline(always)]
fn aim_and_roll(step: &Step, state: &State, scratch: &Scratch, guns: &Row, gun: u8, dice: &mut impl Dice) -> Shots {
    let bytes = dice.look();
    match step.aims.len() {
        1 => fused::<1>(step, state, scratch, guns, gun, bytes),
        2 => fused::<2>(step, state, scratch, guns, gun, bytes),
        3 => fused::<3>(step, state, scratch, guns, gun, bytes),
        4 => fused::<4>(step, state, scratch, guns, gun, bytes),
        _ => chunked::<false>(step, state, scratch, guns, gun, bytes),
    }
}

/// A short list: one loop over the lanes that keeps everything in registers.
#[inline(always)]
fn fused<const N: usize>(step: &Step, state: &State, scratch: &Scratch, guns: &Row, gun: u8, bytes: &Row) -> Shots {
    let aims = Aims::<N>::new(&step.aims, &scratch.thresholds, |a| there(&step.aims[a], state));
    let mut shots = Shots {
        target: Row::ZERO,
        threshold: Row::ZERO,
        hits: Row::ZERO,
    };
    for i in 0..LANES {
        let (target, threshold, _) = aims.find(i, mask(guns.0[i] > gun));
        shots.target.0[i] = target;
        shots.threshold.0[i] = threshold;
        shots.hits.0[i] = mask(bytes.0[i] < threshold);
    }
    shots
}

/// A long list, or one with targets behind bars, a few aims at a time, until every lane has a target.
#[inline(always)]
fn chunked<const BARRED: bool>(
    step: &Step,
    state: &State,
    scratch: &Scratch,
    guns: &Row,
    gun: u8,
    bytes: &Row,
) -> Shots {
    let mut shots = Shots {
        target: Row::ZERO,
        threshold: Row::ZERO,
        hits: Row::ZERO,
    };
    let mut open = guns.more_than(gun);
    for (chunk, (aims, thresholds)) in step.aims.chunks(4).zip(scratch.thresholds.chunks(4)).enumerate() {
        let exposed = &scratch.exposed[4 * chunk..];
        let there = |a: usize| if BARRED { &exposed[a] } else { there(&aims[a], state) };
        match aims.len() {
            1 => look_through(&Aims::<1>::new(aims, thresholds, there), &mut open, &mut shots),
            2 => look_through(&Aims::<2>::new(aims, thresholds, there), &mut open, &mut shots),
            3 => look_through(&Aims::<3>::new(aims, thresholds, there), &mut open, &mut shots),
            _ => look_through(&Aims::<4>::new(aims, thresholds, there), &mut open, &mut shots),
        }
        if !open.any() {
            break;
        }
    }
    shots.hits = bytes.less_than(&shots.threshold);
    shots
}

#[inline(always)]
fn look_through<const N: usize>(aims: &Aims<N>, open: &mut Row, shots: &mut Shots) {
    for i in 0..LANES {
        let (target, threshold, still_open) = aims.find(i, open.0[i]);
        shots.target.0[i] |= target;
        shots.threshold.0[i] |= threshold;
        open.0[i] = still_open;
    }
}

/// As [`aim_and_roll`], with every targetable ship equally likely.
#[inline(always)]
fn aim_at_random(step: &Step, state: &State, scratch: &Scratch, guns: &Row, gun: u8, dice: &mut impl Dice) -> Shots {
    let mut shots = Shots {
        target: Row::ZERO,
        threshold: Row::ZERO,
        hits: Row::ZERO,
    };
    guns.more_than(gun).for_each_lane(|lane| {
        if let Some(aim) = pick_at_random(step, state, scratch, lane, &|_| true, dice) {
            shots.target.0[lane] = step.aims[aim].target as u8;
            shots.threshold.0[lane] = scratch.thresholds[aim].0[lane];
        }
    });
    shots.hits = dice.look().less_than(&shots.threshold);
    shots
}

/// The number of the aim that stands for a random ship among those that a lane may shoot at by the aims with
/// `allowed` numbers.
#[inline(always)]
pub(super) fn pick_at_random(
    step: &Step,
    state: &State,
    scratch: &Scratch,
    lane: usize,
    allowed: &dyn Fn(usize) -> bool,
    dice: &mut impl Dice,
) -> Option<usize> {
    let ships = |number: usize| {
        let aim = &step.aims[number];
        if !allowed(number) || aim.bar.is_some_and(|bar| scratch.open[bar].0[lane] == 0) {
            return 0;
        }
        let [front, hurt] = [&state.front, &state.hurt].map(|rows| rows[aim.target].0[lane]);
        u32::from(ships_by_aim(aim.min_damage, front, hurt))
    };
    let preferred: u32 = (0..step.preferred).map(ships).sum();
    let (mut aim, total) = if preferred > 0 {
        (0, preferred)
    } else {
        (step.preferred, (step.preferred..step.aims.len()).map(ships).sum())
    };
    if total == 0 {
        return None;
    }
    let mut ship = dice.below(total);
    while ship >= ships(aim) {
        ship -= ships(aim);
        aim += 1;
    }
    Some(aim)
}

/// Whether a lane may shoot by an aim.
pub(super) fn holds(aim: &Aim, state: &State, scratch: &Scratch, lane: usize) -> bool {
    let open = aim.bar.is_none_or(|bar| scratch.open[bar].0[lane] != 0);
    open && there(aim, state).0[lane] >= aim.min_damage.max(1)
}

/// Lanes that shoot and whose die meets its threshold exactly.
#[inline(always)]
pub(super) fn ties(bytes: &Row, threshold: &Row) -> Row {
    let mut ties = Row::ZERO;
    for i in 0..LANES {
        ties.0[i] = mask(bytes.0[i] == threshold.0[i]) & mask(threshold.0[i] != 0);
    }
    ties
}

/// Settles ties by a second draw.
#[inline(always)]
pub(super) fn settle(ties: &Row, shots: &mut Shots, dice: &mut impl Dice) {
    let second = dice.ties(ties);
    let mut least = Row::ZERO;
    for need in 1..=10 {
        for i in 0..LANES {
            least.0[i] |= mask(shots.threshold.0[i] == THRESHOLD[need]) & TIE_THRESHOLD[need];
        }
    }
    shots.hits = shots.hits.or(&ties.and(&second.less_than(&least)));
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
