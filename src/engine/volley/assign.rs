//! Dealing hits out to the ships of a fleet, by rule.

use super::fleet::{Fleet, GONE, Layout};
use super::least::least;
use super::plan::{Equals, Phase, Plan};
use super::roll::{Hit, Hits};
use super::threat::Threat;
use std::collections::HashSet;

/// The fleet that is hit, and what its ships have.
#[derive(Clone, Copy)]
pub struct Targets<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// How the fleet is laid out.
    pub layout: &'a Layout,
    /// Which shields count.
    pub phase: Phase,
}

/// A ship in the hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ship {
    /// Its place in the fleet.
    place: usize,
    /// Its slot.
    slot: usize,
    /// Hit points left.
    left: u8,
}

/// Assignment by the size of ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BySize {
    /// Larger ships first.
    pub largest: bool,
    /// Ships that can be destroyed before all others.
    pub kills_first: bool,
    /// Which of equal ships takes what destroys none.
    pub equals: Equals,
}

impl Targets<'_> {
    fn ships<'f>(&self, fleet: &'f [u8]) -> impl Iterator<Item = Ship> + 'f
    where
        Self: 'f,
    {
        let parts = self.layout.parts.clone();
        parts.into_iter().flat_map(move |part| {
            let ship = move |place: usize| Ship {
                place,
                slot: part.slot,
                left: fleet[place],
            };
            (part.first..part.end)
                .map(ship)
                .filter(|ship| ship.left > 0 && ship.left != GONE)
        })
    }

    fn shield(&self, ship: Ship) -> u8 {
        self.plan.slots[ship.slot].shield_in(self.phase)
    }

    /// Shields of the ships that are in the hex, each once, lowest first.
    #[must_use]
    pub fn shields(&self, fleet: &[u8]) -> Vec<u8> {
        let mut shields: Vec<u8> = self.ships(fleet).map(|ship| self.shield(ship)).collect();
        shields.sort_unstable();
        shields.dedup();
        shields
    }

    /// Ships in the order in which they are shot at.
    fn in_order(&self, fleet: &[u8], largest: bool, most_damaged: bool) -> Vec<Ship> {
        let mut ships: Vec<Ship> = self.ships(fleet).collect();
        ships.sort_by_key(|ship| {
            let size = i16::from(self.plan.slots[ship.slot].size);
            let left = i16::from(ship.left);
            (
                if largest { -size } else { size },
                ship.slot,
                if most_damaged { left } else { -left },
            )
        });
        ships
    }

    /// Deals hits out by the size of ships.
    #[must_use]
    pub fn by_size(&self, fleet: &[u8], hits: &Hits, rule: BySize) -> Fleet {
        let kill = |fleet: &[u8]| self.in_order(fleet, rule.largest, true);
        let focus = rule.equals == Equals::Focus;
        let wound = |fleet: &[u8]| self.in_order(fleet, rule.largest, focus);
        let how = InTurn {
            kills_first: rule.kills_first,
            focus,
        };
        self.in_turn(fleet, hits, [&kill, &wound], how)
    }

    /// Deals hits out to one ship after the other: each is destroyed if it can be; if not, it takes all
    /// that hits it, or first kills are looked for and what destroys none goes to the first in the second
    /// order. To destroy a ship the hits are taken that waste least damage, then the fewest, then those
    /// that fewest other ships can be hit with.
    fn in_turn(&self, fleet: &[u8], hits: &Hits, [kill, wound]: [Order<'_>; 2], how: InTurn) -> Fleet {
        let (mut fleet, mut hits) = (fleet.to_vec(), hits.clone());
        for ship in kill(&fleet) {
            let shield = self.shield(ship);
            if let Some(chosen) = cheapest(&hits, shield, ship.left) {
                take(&mut hits, shield, &chosen);
                fleet[ship.place] = 0;
            } else if !how.kills_first {
                let all = damage(&hits, shield);
                hits.retain(|(hit, _)| hit.reach < shield);
                fleet[ship.place] -= all;
            }
        }
        for (hit, count) in hits {
            let mut target: Option<Ship> = None;
            for _ in 0..count {
                // A ship that is hurt stays the first until it is destroyed, where damage is focussed.
                if !how.focus || target.is_none_or(|ship| fleet[ship.place] == 0) {
                    let order = wound(&fleet);
                    target = order.into_iter().find(|&ship| self.shield(ship) <= hit.reach);
                }
                let Some(ship) = target else { break };
                fleet[ship.place] = fleet[ship.place].saturating_sub(hit.damage);
            }
        }
        self.layout.sorted(fleet)
    }

    /// Every fleet that an assignment of the hits can leave; more than `most` are none at all.
    #[must_use]
    pub fn every(&self, fleet: &[u8], hits: &Hits, most: usize) -> Option<Vec<Fleet>> {
        let mut found = vec![fleet.to_vec().into_boxed_slice()];
        for &(hit, count) in hits {
            for _ in 0..count {
                let next = self.after(&found, hit);
                if next.len() > most {
                    return None;
                }
                if next == found {
                    break;
                }
                found = next;
            }
        }
        Some(found)
    }

    /// The fleet that is left the least threat of all that an assignment can leave; where those are too
    /// many, of some that go from ship to ship by their threat.
    #[must_use]
    pub fn least_threat(&self, fleet: &[u8], hits: &Hits, threat: &Threat) -> Fleet {
        let few = self.assignments(fleet, hits) <= FEW;
        let least_of_all = if few { least(self, fleet, hits, threat) } else { None };
        least_of_all.unwrap_or_else(|| self.least_of_some(fleet, hits, threat))
    }

    /// The fleet with the least threat of some that go from ship to ship.
    fn least_of_some(&self, fleet: &[u8], hits: &Hits, threat: &Threat) -> Fleet {
        let by_cost = |fleet: &[u8]| self.by_threat(fleet, |slot, left| threat.per_round_of_fire(slot, left));
        let by_rate = |fleet: &[u8]| self.by_threat(fleet, |slot, _| threat.rate(slot));
        let orders: [Order<'_>; 2] = [&by_cost, &by_rate];
        let ways = orders.into_iter().flat_map(|order| [(order, true), (order, false)]);
        let found = ways.map(|(order, kills_first)| {
            let how = InTurn {
                kills_first,
                focus: true,
            };
            self.in_turn(fleet, hits, [order, order], how)
        });
        let least = |a: &Fleet, b: &Fleet| threat.of(a).total_cmp(&threat.of(b)).then_with(|| a.cmp(b));
        found.min_by(least).unwrap_or_default()
    }

    /// Ships with the greatest of something first, of equal ones the weakest.
    fn by_threat(&self, fleet: &[u8], of: impl Fn(usize, u8) -> f64) -> Vec<Ship> {
        let mut ships: Vec<(f64, Ship)> = self.ships(fleet).map(|ship| (of(ship.slot, ship.left), ship)).collect();
        ships.sort_by(|(a, one), (b, other)| b.total_cmp(a).then(one.left.cmp(&other.left)));
        ships.into_iter().map(|(_, ship)| ship).collect()
    }

    /// About how many assignments there are: hits of each kind spread over ships that differ.
    fn assignments(&self, fleet: &[u8], hits: &Hits) -> f64 {
        let mut kinds: Vec<(usize, u8)> = self.ships(fleet).map(|ship| (ship.slot, ship.left)).collect();
        kinds.dedup();
        let others = kinds.len().saturating_sub(1) as u32;
        let ways = |count: u16| {
            (1..=others)
                .map(|i| f64::from(u32::from(count) + i) / f64::from(i))
                .product::<f64>()
        };
        hits.iter().map(|&(_, count)| ways(count)).product()
    }

    /// Every fleet that one more hit can leave of any of these, each once.
    fn after(&self, fleets: &[Fleet], hit: Hit) -> Vec<Fleet> {
        let mut known = HashSet::<Fleet, super::hash::Mixed>::default();
        let mut next = Vec::new();
        for fleet in fleets {
            let mut hits_one = false;
            let mut last = None;
            for ship in self.ships(fleet).filter(|&ship| self.shield(ship) <= hit.reach) {
                hits_one = true;
                // Equal ships side by side are hit once.
                if last == Some((ship.slot, ship.left)) {
                    continue;
                }
                last = Some((ship.slot, ship.left));
                let mut hurt = fleet.to_vec();
                hurt[ship.place] = ship.left.saturating_sub(hit.damage);
                let hurt = self.layout.sorted(hurt);
                if known.insert(hurt.clone()) {
                    next.push(hurt);
                }
            }
            if !hits_one && known.insert(fleet.clone()) {
                next.push(fleet.clone());
            }
        }
        next
    }

    /// What a fleet is after points of damage from its own rift dice: only ships with such dice take
    /// it, by the rule of non-player ships.
    #[must_use]
    pub fn backfired(&self, fleet: &[u8], points: u8) -> Fleet {
        let (mut fleet, mut points) = (fleet.to_vec(), points);
        let ships = self.in_order(&fleet, true, true);
        let armed: Vec<Ship> = ships
            .into_iter()
            .filter(|ship| self.plan.slots[ship.slot].has_rift())
            .collect();
        for ship in &armed {
            if ship.left <= points {
                points -= ship.left;
                fleet[ship.place] = 0;
            }
        }
        if let Some(ship) = armed.iter().find(|ship| fleet[ship.place] > 0) {
            fleet[ship.place] -= points;
        }
        self.layout.sorted(fleet)
    }
}

/// Assignments up to which all are looked through for the least threat.
const FEW: f64 = 300.0;

/// How hits are dealt out to one ship after the other.
#[derive(Clone, Copy)]
struct InTurn {
    /// Ships that can be destroyed before all others.
    kills_first: bool,
    /// In the second order a ship that is hurt does not fall back behind those it was before.
    focus: bool,
}

/// Ships in the order in which they are looked at, given the fleet.
type Order<'o> = &'o dyn Fn(&[u8]) -> Vec<Ship>;

/// Damage of all hits that beat a shield.
fn damage(hits: &Hits, shield: u8) -> u8 {
    let usable = hits.iter().filter(|(hit, _)| hit.reach >= shield);
    let sum: u32 = usable
        .map(|(hit, count)| u32::from(hit.damage) * u32::from(*count))
        .sum();
    sum.min(255) as u8
}

/// The hits that destroy a ship at least cost: how many of each damage, strongest first; none if all
/// together don't.
fn cheapest(hits: &Hits, shield: u8, left: u8) -> Option<Vec<(u8, u16)>> {
    if damage(hits, shield) < left {
        return None;
    }
    let mut usable: Vec<(u8, u16)> = Vec::new();
    for (hit, count) in hits.iter().filter(|(hit, _)| hit.reach >= shield) {
        match usable.last_mut() {
            Some((damage, known)) if *damage == hit.damage => *known = known.saturating_add(*count),
            _ => usable.push((hit.damage, *count)),
        }
    }
    let mut search = Search {
        usable: &usable,
        counts: vec![0; usable.len()],
        best: None,
    };
    search.go(0, i32::from(left), 0);
    let (_, counts) = search.best?;
    Some(usable.iter().map(|&(damage, _)| damage).zip(counts).collect())
}

/// Looks for the hits of least waste, then least number.
struct Search<'a> {
    usable: &'a [(u8, u16)],
    counts: Vec<u16>,
    best: Option<((i32, u16), Vec<u16>)>,
}

impl Search<'_> {
    fn go(&mut self, kind: usize, needed: i32, used: u16) {
        if needed <= 0 {
            let cost = (-needed, used);
            if self.best.as_ref().is_none_or(|(best, _)| cost < *best) {
                self.best = Some((cost, self.counts.clone()));
            }
            return;
        }
        let Some(&(damage, count)) = self.usable.get(kind) else {
            return;
        };
        let damage = i32::from(damage.max(1));
        let fewest = (needed + damage - 1) / damage;
        if let Some(((0, best), _)) = self.best
            && i32::from(used) + fewest >= i32::from(best)
        {
            // Nothing is wasted already, and weaker hits are not fewer.
            return;
        }
        let most = i32::from(count).min(fewest);
        for chosen in (0..=most).rev() {
            self.counts[kind] = chosen as u16;
            self.go(kind + 1, needed - damage * chosen, used + chosen as u16);
        }
        self.counts[kind] = 0;
    }
}

/// Takes hits out: of each damage so many that beat a shield, those of least reach first.
fn take(hits: &mut Hits, shield: u8, chosen: &[(u8, u16)]) {
    for &(damage, count) in chosen {
        let mut count = count;
        let usable = hits
            .iter_mut()
            .filter(|(hit, _)| hit.damage == damage && hit.reach >= shield);
        for (_, left) in usable {
            let taken = count.min(*left);
            *left -= taken;
            count -= taken;
        }
    }
    hits.retain(|&(_, count)| count > 0);
}
