//! What a volley can roll: every combination of hits with its chance.
//!
//! A die's roll matters only in which of the enemy's shields it beats, so dice of a kind are counted
//! by that: a combination is a multinomial. With up to [`MOST_DICE`] dice its chance is a whole number
//! of 6^dice ways, so that one draw below 6^dice is as fair as the dice.

use super::plan::Die;
use std::collections::BTreeMap;

/// Dice whose 6^dice ways fit 64 bits.
pub const MOST_DICE: u32 = 24;

/// Faces of a die.
pub const FACES: u8 = 6;

/// Reach of a natural 6 and of a rift die: every shield.
pub const ANY_SHIELD: u8 = u8::MAX;

/// One hit to be assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hit {
    /// Points of damage to one ship.
    pub damage: u8,
    /// The strongest shield that it beats.
    pub reach: u8,
}

/// Equal hits, and how many; those of a volley are sorted, strongest first, then by reach.
pub type Hits = Vec<(Hit, u16)>;

/// What some of a die's faces do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// How many faces.
    pub ways: u8,
    /// The hit, if it is one.
    pub hit: Option<Hit>,
    /// Single hits that it is good for: the points of a split die, otherwise one.
    pub times: u8,
    /// Points of damage to the shooter's own rift-armed ships.
    pub own: u8,
}

/// The faces of a die against enemies with these shields, which are sorted, lowest first: the faces
/// that hit nobody come first.
#[must_use]
pub fn faces(die: Die, computer: u8, shields: &[u8]) -> Vec<Face> {
    let face = |ways, hit, times, own| Face { ways, hit, times, own };
    let rift = |damage| {
        Some(Hit {
            damage,
            reach: ANY_SHIELD,
        })
    };
    let (damage, times) = match die {
        Die::Rift => {
            return vec![
                face(2, None, 0, 0),
                face(1, None, 0, 1),
                face(1, rift(1), 1, 0),
                face(1, rift(2), 1, 0),
                face(1, rift(3), 1, 1),
            ];
        }
        Die::Whole(damage) => (damage, 1),
        Die::Split(points) => (1, points),
    };
    // A roll of 2 to 5 beats the shield s if roll + computer - s is at least 6.
    let beats = |roll: u8, shield: u8| i16::from(roll) + i16::from(computer) - i16::from(shield) >= 6;
    let strongest = |roll: u8| shields.iter().rev().find(|&&shield| beats(roll, shield));
    let top = shields.last().copied();
    let mut faces = vec![face(1, None, 0, 0)];
    let rolls = (2..=5).map(|roll| strongest(roll).copied()).chain([top]);
    for reach in rolls {
        // The strongest shield there is, is any shield.
        let reach = reach.map(|reach| if Some(reach) == top { ANY_SHIELD } else { reach });
        let hit = reach.map(|reach| Hit { damage, reach });
        match faces.iter_mut().find(|face| face.hit == hit) {
            Some(face) => face.ways += 1,
            None => faces.push(face(1, hit, if hit.is_some() { times } else { 0 }, 0)),
        }
    }
    faces
}

/// Some dice of one kind, thrown together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The kind.
    pub die: Die,
    /// How many.
    pub count: u32,
    /// What its faces do.
    pub faces: Vec<Face>,
}

/// One combination that a volley can roll.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// What is to be assigned.
    pub hits: Hits,
    /// Points of damage to the shooter's own rift-armed ships.
    pub own: u8,
    /// Dice rolled again.
    pub rerolled: u8,
    /// Its chance.
    pub chance: f64,
    /// Its ways of 6^dice, if there are at most [`MOST_DICE`] dice and none is rolled again.
    pub ways: u64,
}

/// How many combinations some throws have.
#[must_use]
pub fn combinations(throws: &[Throw]) -> f64 {
    let of = |throw: &Throw| {
        let others = throw.faces.len() as u32 - 1;
        let factor = |i: u32| f64::from(throw.count + i) / f64::from(i);
        (1..=others).map(factor).product::<f64>()
    };
    throws.iter().map(of).product()
}

/// How often each face of each throw came up.
type Counts = Vec<Vec<u16>>;

/// All combinations of some throws, none of which is rolled again.
fn every(throws: &[Throw]) -> Vec<(Counts, f64, u64)> {
    let mut all = vec![(Vec::new(), 1.0, 1)];
    for throw in throws {
        let faces = throw.faces.iter().map(|face| face.ways).collect::<Vec<_>>();
        let of_kind = multinomial(throw.count, &faces);
        all = all
            .iter()
            .flat_map(|(counts, chance, ways): &(Counts, f64, u64)| {
                of_kind.iter().map(move |(new, p, w)| {
                    let mut counts = counts.clone();
                    counts.push(new.clone());
                    (counts, chance * p, ways.wrapping_mul(*w))
                })
            })
            .collect();
    }
    all
}

/// Every way in which `dice` dice can fall on classes of so many faces each.
fn multinomial(dice: u32, classes: &[u8]) -> Vec<(Vec<u16>, f64, u64)> {
    let mut found = Vec::new();
    let mut counts = vec![0; classes.len()];
    share_out(dice, FACES, classes, 0, (1.0, 1), &mut counts, &mut found);
    found
}

/// Gives the dice left to the classes from `class` on, which have `faces` faces together.
fn share_out(
    dice: u32,
    faces: u8,
    classes: &[u8],
    class: usize,
    (chance, ways): (f64, u64),
    counts: &mut Vec<u16>,
    found: &mut Vec<(Vec<u16>, f64, u64)>,
) {
    let own = classes[class];
    if class + 1 == classes.len() {
        counts[class] = dice as u16;
        found.push((
            counts.clone(),
            chance,
            ways.wrapping_mul(u64::from(own).wrapping_pow(dice)),
        ));
        return;
    }
    let p = f64::from(own) / f64::from(faces);
    for k in 0..=dice {
        let (binomial, choose) = (binomial(dice, k, p), choose(dice, k));
        let ways = ways.wrapping_mul(choose).wrapping_mul(u64::from(own).wrapping_pow(k));
        counts[class] = k as u16;
        share_out(
            dice - k,
            faces - own,
            classes,
            class + 1,
            (chance * binomial, ways),
            counts,
            found,
        );
    }
}

/// Ways to choose `k` of `n`, modulo 2^64.
fn choose(n: u32, k: u32) -> u64 {
    let mut row = vec![0u64; k as usize + 1];
    row[0] = 1;
    for _ in 0..n {
        for i in (1..row.len()).rev() {
            row[i] = row[i].wrapping_add(row[i - 1]);
        }
    }
    row[k as usize]
}

/// Chance of `k` successes of `n`.
#[must_use]
pub fn binomial(n: u32, k: u32, p: f64) -> f64 {
    let k_small = k.min(n - k);
    // Factor by factor, so that neither the binomial coefficient nor the powers overflow.
    let mut value = 1.0;
    let (mut successes, mut failures) = (k, n - k);
    for i in 0..k_small {
        value *= f64::from(n - i) / f64::from(k_small - i);
        while value > 1.0 && successes + failures > 0 {
            if successes > 0 {
                value *= p;
                successes -= 1;
            } else {
                value *= 1.0 - p;
                failures -= 1;
            }
        }
    }
    value * p.powi(successes as i32) * (1.0 - p).powi(failures as i32)
}

/// All that some throws, strongest first, can roll if the side may roll `rerolls` misses again.
#[must_use]
pub fn rolls(throws: &[Throw], rerolls: u8) -> Vec<Roll> {
    let mut open = every(throws);
    let mut all = Vec::new();
    for rerolled in 0..=rerolls {
        // What several misses lead to is gone on with once.
        let mut next: BTreeMap<Counts, f64> = BTreeMap::new();
        for (counts, chance, ways) in open {
            match missed(throws, &counts) {
                Some(miss) if rerolled < rerolls => again(throws, &counts, miss, chance, &mut next),
                _ => all.push(Roll {
                    hits: hits(throws, &counts),
                    own: own(throws, &counts),
                    rerolled,
                    chance,
                    ways: if rerolled == 0 { ways } else { 0 },
                }),
            }
        }
        open = next.into_iter().map(|(counts, chance)| (counts, chance, 0)).collect();
    }
    if rerolls > 0 {
        merge(&mut all);
    }
    all
}

/// Rolls a die that missed once more.
fn again(
    throws: &[Throw],
    counts: &Counts,
    (kind, miss): (usize, usize),
    chance: f64,
    next: &mut BTreeMap<Counts, f64>,
) {
    for (face, to) in throws[kind].faces.iter().enumerate() {
        let mut counts = counts.clone();
        counts[kind][miss] -= 1;
        counts[kind][face] += 1;
        *next.entry(counts).or_default() += chance * f64::from(to.ways) / f64::from(FACES);
    }
}

/// The die that is rolled again first: of the strongest kind that missed, and a face of it that hurts
/// the own ships rather than a blank one.
#[must_use]
pub fn missed(throws: &[Throw], counts: &[Vec<u16>]) -> Option<(usize, usize)> {
    throws
        .iter()
        .zip(counts)
        .enumerate()
        .find_map(|(kind, (throw, counts))| {
            let came_up = |face: &usize| throw.faces[*face].hit.is_none() && counts[*face] > 0;
            (0..counts.len()).rev().find(came_up).map(|face| (kind, face))
        })
}

/// The hits of a combination, those that are alike together.
#[must_use]
pub fn hits(throws: &[Throw], counts: &[Vec<u16>]) -> Hits {
    let mut hits: Hits = Vec::new();
    for (throw, counts) in throws.iter().zip(counts) {
        for (face, &count) in throw.faces.iter().zip(counts) {
            let Some(hit) = face.hit.filter(|_| count > 0) else {
                continue;
            };
            let count = count.saturating_mul(u16::from(face.times));
            match hits.iter_mut().find(|(known, _)| *known == hit) {
                Some((_, known)) => *known = known.saturating_add(count),
                None => hits.push((hit, count)),
            }
        }
    }
    hits.sort_unstable_by_key(|&(hit, _)| (std::cmp::Reverse(hit.damage), hit.reach));
    hits
}

/// Damage of a combination to the shooter's own ships.
#[must_use]
pub fn own(throws: &[Throw], counts: &[Vec<u16>]) -> u8 {
    let faces = throws
        .iter()
        .zip(counts)
        .flat_map(|(throw, counts)| throw.faces.iter().zip(counts));
    let own: u32 = faces.map(|(face, &count)| u32::from(face.own) * u32::from(count)).sum();
    own.min(255) as u8
}

/// Puts equal rolls together.
fn merge(rolls: &mut Vec<Roll>) {
    rolls.sort_by(|a, b| (&a.hits, a.own, a.rerolled).cmp(&(&b.hits, b.own, b.rerolled)));
    rolls.dedup_by(|next, kept| {
        let equal = (&next.hits, next.own, next.rerolled) == (&kept.hits, kept.own, kept.rerolled);
        if equal {
            kept.chance += next.chance;
        }
        equal
    });
}

/// Chance of each number of so many missiles shot down.
#[must_use]
pub fn shot_down(defence: &[(u8, u32)], missiles: usize) -> Vec<f64> {
    let mut chances = vec![1.0];
    for &(faces, count) in defence {
        let p = f64::from(faces) / 6.0;
        let mut next = vec![0.0; (chances.len() + count as usize).min(missiles + 1)];
        for (known, chance) in chances.iter().enumerate() {
            for hits in 0..=count {
                let down = (known + hits as usize).min(missiles);
                next[down] += chance * binomial(count, hits, p);
            }
        }
        chances = next;
    }
    chances
}

/// Takes missiles out, strongest first.
pub fn shoot_down(throws: &mut [Throw], count: u32) {
    let mut left = count;
    for throw in throws {
        let taken = throw.count.min(left);
        throw.count -= taken;
        left -= taken;
    }
}
