//! The assignment of hits that leaves the least threat, looked for among all that there are.
//!
//! Equal ships are counted, not listed: a fleet is how many ships there are with so many hit points left
//! of each slot. Hits are dealt out one by one, and fleets that several ways lead to are kept once.

use super::assign::Targets;
use super::fleet::{Fleet, GONE};
use super::roll::{Hit, Hits};
use super::threat::{Steady, Threat};
use std::collections::HashMap;

/// Threats that are apart by no more than this part of them are compared anew, ship by ship: sums of
/// different order differ in their last digits.
const CLOSE: f64 = 1e-9;

/// Fleets met on the way times their cells, up to which all assignments are looked through: more take
/// longer than they are better than what goes from ship to ship.
const MOST_MET: usize = 100_000;

/// Ships of a slot with so many hit points left.
struct Cell {
    /// The slot's place among those of its side.
    part: usize,
    left: u8,
    /// What beats it.
    shield: u8,
    /// Its share in the hash of a fleet.
    hash: u64,
    threat: Steady,
}

/// All fleets that some hits can leave, as numbers of ships by cell.
struct Found {
    cells: usize,
    ships: Vec<u8>,
    hashes: Vec<u64>,
}

impl Found {
    fn len(&self) -> usize {
        self.hashes.len()
    }

    fn ships(&self, at: usize) -> &[u8] {
        &self.ships[at * self.cells..][..self.cells]
    }
}

/// Places of fleets by their hash: twice as many places as fleets or more, so that few are tried.
#[derive(Default)]
struct Index {
    places: Vec<u32>,
}

/// A place that is empty.
const EMPTY: u32 = u32::MAX;

impl Index {
    fn clear(&mut self) {
        self.places.clear();
        self.places.resize(64, EMPTY);
    }

    /// Keeps the last of the fleets found if it is new, else takes it out again.
    fn keep_last(&mut self, found: &mut Found) {
        if 2 * found.len() > self.places.len() {
            let size = 4 * self.places.len();
            self.places.clear();
            self.places.resize(size, EMPTY);
            for at in 0..found.len() - 1 {
                let place = self.place(found, found.hashes[at], None);
                self.places[place] = at as u32;
            }
        }
        let last = found.len() - 1;
        let place = self.place(found, found.hashes[last], Some(last));
        if self.places[place] == EMPTY {
            self.places[place] = last as u32;
        } else {
            found.hashes.pop();
            found.ships.truncate(last * found.cells);
        }
    }

    /// Where a fleet with this hash is, or would be.
    fn place(&self, found: &Found, hash: u64, same_as: Option<usize>) -> usize {
        let mask = self.places.len() - 1;
        let mut place = (hash ^ (hash >> 32)) as usize & mask;
        loop {
            let there = self.places[place];
            if there == EMPTY {
                return place;
            }
            let there = there as usize;
            let same = |last: usize| found.hashes[there] == hash && found.ships(there) == found.ships(last);
            if same_as.is_some_and(same) {
                return place;
            }
            place = (place + 1) & mask;
        }
    }
}

/// The fleet with the least threat of all that an assignment of the hits can leave, of equal ones the
/// least as it is written; `None` if too many are met on the way.
pub fn least(targets: &Targets<'_>, fleet: &[u8], hits: &Hits, threat: &Threat) -> Option<Fleet> {
    let (cells, start) = cells(targets, fleet, threat);
    let mut now = Found {
        cells: cells.len(),
        hashes: vec![0],
        ships: start,
    };
    let mut next = Found {
        cells: cells.len(),
        ships: Vec::new(),
        hashes: Vec::new(),
    };
    let mut index = Index::default();
    let mut met = 0;
    for &(hit, count) in hits {
        let to = becomes(&cells, hit);
        for _ in 0..count {
            let hits_any = deal(&cells, &to, &now, &mut next, &mut index);
            if !hits_any {
                break;
            }
            std::mem::swap(&mut now, &mut next);
            met += now.ships.len();
            if met > MOST_MET {
                return None;
            }
        }
    }
    let threats: Vec<f64> = (0..now.len()).map(|at| of(&cells, now.ships(at))).collect();
    let least = threats.iter().copied().fold(f64::INFINITY, f64::min);
    let close = |&at: &usize| threats[at] <= least + least.abs() * CLOSE;
    let mut candidates = (0..now.len())
        .filter(close)
        .map(|at| written(targets, &cells, fleet, now.ships(at)));
    let first = candidates.next()?;
    let first = (threat.of(&first), first);
    let least = candidates.fold(first, |best, other| {
        let of = threat.of(&other);
        match of.total_cmp(&best.0).then_with(|| other.cmp(&best.1)).is_lt() {
            true => (of, other),
            false => best,
        }
    });
    Some(least.1)
}

/// The cells of a fleet and of all that it can become, in the order in which the threat counts them:
/// most damage for the rounds of fire that it costs first, the destroyed last. And its ships in them.
fn cells(targets: &Targets<'_>, fleet: &[u8], threat: &Threat) -> (Vec<Cell>, Vec<u8>) {
    let mut cells = Vec::new();
    for (place, part) in targets.layout.parts.iter().enumerate() {
        let ships = &fleet[part.first..part.end];
        let most = ships.iter().copied().filter(|&left| left != GONE).max().unwrap_or(0);
        if most == 0 {
            continue;
        }
        let shield = targets.plan.slots[part.slot].shield_in(targets.phase);
        cells.extend((0..=most).map(|left| Cell {
            part: place,
            left,
            shield,
            hash: hash(place, left),
            threat: threat.steady(place, left),
        }));
    }
    cells.sort_by(|a, b| (a.left == 0).cmp(&(b.left == 0)).then(a.threat.order(&b.threat)));
    let ships = cells.iter().map(|cell| {
        let part = &targets.layout.parts[cell.part];
        let ships = fleet[part.first..part.end].iter();
        // Those destroyed before are not told apart from those that are not there.
        let counted = ships.filter(|&&left| left == cell.left && left > 0);
        counted.count() as u8
    });
    let ships = ships.collect();
    (cells, ships)
}

/// A number that has nothing to do with those of other cells.
fn hash(part: usize, left: u8) -> u64 {
    let mut word = ((part as u64) << 8 | u64::from(left))
        .wrapping_add(1)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15);
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// For each cell the one that a hit moves a ship to; `None` if it can't hit its ships.
fn becomes(cells: &[Cell], hit: Hit) -> Vec<Option<usize>> {
    let place_of: HashMap<(usize, u8), usize> = cells
        .iter()
        .enumerate()
        .map(|(place, cell)| ((cell.part, cell.left), place))
        .collect();
    let to = |cell: &Cell| {
        let hits = cell.left > 0 && cell.shield <= hit.reach;
        let left = cell.left.saturating_sub(hit.damage);
        place_of.get(&(cell.part, left)).copied().filter(|_| hits)
    };
    cells.iter().map(to).collect()
}

/// Deals one hit out to each of the fleets in every way; false if it can hit no ship of any.
fn deal(cells: &[Cell], to: &[Option<usize>], now: &Found, next: &mut Found, index: &mut Index) -> bool {
    index.clear();
    next.ships.clear();
    next.hashes.clear();
    let mut hits_any = false;
    for at in 0..now.len() {
        let mut hits_one = false;
        for (from, to) in to.iter().enumerate() {
            let Some(to) = *to else { continue };
            if now.ships(at)[from] == 0 {
                continue;
            }
            hits_one = true;
            let first = next.ships.len();
            next.ships.extend_from_slice(now.ships(at));
            next.ships[first + from] -= 1;
            next.ships[first + to] += 1;
            let hash = now.hashes[at]
                .wrapping_sub(cells[from].hash)
                .wrapping_add(cells[to].hash);
            next.hashes.push(hash);
            index.keep_last(next);
        }
        if !hits_one {
            next.ships.extend_from_slice(now.ships(at));
            next.hashes.push(now.hashes[at]);
            index.keep_last(next);
        }
        hits_any |= hits_one;
    }
    hits_any
}

/// The threat of a fleet: [`Threat::of`] but for the order in which it is added up.
fn of(cells: &[Cell], ships: &[u8]) -> f64 {
    let (mut time, mut damage) = (0.0, 0.0);
    for (cell, &ships) in cells.iter().zip(ships) {
        if ships == 0 || cell.left == 0 {
            continue;
        }
        let (ships, Steady { rate, rounds, missiles }) = (f64::from(ships), cell.threat);
        damage += ships * missiles + rate * (ships * time + rounds * ships * (ships + 1.0) / 2.0);
        time += ships * rounds;
    }
    damage
}

/// The fleet as it is written, given its ships by cell: those away or destroyed before stay so.
fn written(targets: &Targets<'_>, cells: &[Cell], before: &[u8], ships: &[u8]) -> Fleet {
    let mut fleet = before.to_vec();
    for (place, part) in targets.layout.parts.iter().enumerate() {
        let own = cells.iter().zip(ships).filter(|(cell, _)| cell.part == place);
        let mut left = own.flat_map(|(cell, &ships)| std::iter::repeat_n(cell.left, usize::from(ships)));
        for ship in &mut fleet[part.first..part.end] {
            if *ship > 0 && *ship != GONE {
                *ship = left.next().unwrap_or(0);
            }
        }
    }
    targets.layout.sorted(fleet)
}

#[cfg(test)]
mod tests {
    use super::super::fleet::Layout;
    use super::super::plan::{Dice, Die, Orders, Phase, Plan, Slot, Stalemate};
    use super::*;
    use crate::engine::dice::Stream;
    use crate::engine::plan::{Stop, UnitRow};
    use crate::spec::Side;

    /// Some slots of each side, with whatever ships.
    fn drawn(dice: &mut Stream) -> Plan {
        let mut slots = Vec::new();
        for side in Side::BOTH {
            for _ in 0..=dice.below(2) {
                let ships = 1 + dice.below(3) as u8;
                slots.push(Slot {
                    initiative: dice.below(3) as i16,
                    computer: dice.below(3) as u8,
                    shield: dice.below(3) as u8,
                    hull: dice.below(4) as u8,
                    cannons: vec![Dice {
                        die: Die::Whole(1 + dice.below(3) as u8),
                        count: dice.below(3) as u8,
                    }],
                    ..Slot::new(side, slots.len(), ships)
                });
            }
        }
        let rows = slots.iter().enumerate();
        let units = rows
            .map(|(at, slot)| UnitRow::of_slot(slot.side, slot.ships() as u8, 1, at))
            .collect();
        Plan::new(slots, units, [Orders::default(); 2], Stalemate::default(), Stop::CAP)
    }

    // By listing every fleet that the hits can leave.
    #[test]
    fn it_is_the_least_of_all() {
        let mut dice = Stream::new(7, 0);
        for _ in 0..400 {
            let plan = drawn(&mut dice);
            let layout = Layout::new(&plan, Side::Defender);
            let threat = Threat::new(&plan, &layout, &[]);
            let targets = Targets {
                plan: &plan,
                layout: &layout,
                phase: Phase::Cannons,
            };
            let start = layout.start(&plan);
            let hits: Hits = (1..=2)
                .map(|damage| {
                    let reach = dice.below(3) as u8;
                    (Hit { damage, reach }, dice.below(4) as u16)
                })
                .collect();
            let all = targets.every(&start, &hits, usize::MAX).unwrap();
            let by_hand = all
                .into_iter()
                .min_by(|a, b| threat.of(a).total_cmp(&threat.of(b)).then_with(|| a.cmp(b)));
            assert_eq!(least(&targets, &start, &hits, &threat), by_hand, "{plan:?} {hits:?}");
        }
    }
}
