//! Whom each lane's shooter fires at: the first aim that holds, or any ship with the same chance.

#![allow(
    clippy::needless_range_loop,
    reason = "the plain loop over lanes is what becomes vector code"
)]

use super::dice::Dice;
use super::fire::{Scratch, Shots};
use super::lanes::State;
use super::plan::{Aim, Step, ships_by_aim};
use super::row::{LANES, Row, mask};

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
pub(super) fn there<'a>(aim: &Aim, state: &'a State) -> &'a Row {
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
pub(super) fn aim_and_roll(
    step: &Step,
    state: &State,
    scratch: &Scratch,
    guns: &Row,
    gun: u8,
    dice: &mut impl Dice,
) -> Shots {
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
pub(super) fn chunked<const BARRED: bool>(
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
pub(super) fn aim_at_random(
    step: &Step,
    state: &State,
    scratch: &Scratch,
    guns: &Row,
    gun: u8,
    dice: &mut impl Dice,
) -> Shots {
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
