//! Battles with dice, one after the other: each volley is one draw from the row of what it can lead
//! to, as fair as its dice, or, where the rolls are too many for a row, a die at a time.

use super::effort::is_soon_known;
use super::fleet::{Fleets, Id};
use super::plan::{Assignment, Plan};
use super::roll::{FACES, Hits, MOST_DICE, Throw, combinations, hits, missed, own, rolls, shoot_down};
use super::table::{Step, Table};
use super::turn::Turn;
use crate::engine::dice::Stream;

pub use super::turn::{Event, Until, Unwatched, Watch};

/// Rolls of a volley up to which they are kept in a row.
const MOST_IN_ROW: f64 = 512.0;

/// Memory of all tables up to which they are kept, in bytes; a battle that has met more starts anew.
const MOST_KEPT: u64 = 200_000_000;

/// Parts of the range of a draw for which the first entry that may be meant is known.
const PARTS: usize = 64;

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finish {
    /// What is left of both sides.
    pub ids: [Id; 2],
    /// Rounds begun; 0 if it ended with the missiles.
    pub rounds: u16,
}

/// Where a row's entries are among those of all rows.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    /// First entry.
    first: u32,
    /// 6^dice; 0 if the volley is rolled a die at a time.
    ways: u64,
    /// The lower half of a product below which a draw is rejected, so that all are equally likely.
    reject: u64,
    /// For each part of the range of a draw, the first entry that may be meant.
    guide: [u16; PARTS],
}

/// What one roll of a row leads to.
#[derive(Clone, Copy, Debug)]
struct Effect {
    /// Draws below this, and not below that of the entry before.
    below: u64,
    /// The enemy's fleet.
    enemy: Id,
    /// Damage to the shooter's own ships.
    own: u8,
}

/// No row has been made.
const NONE: u32 = u32::MAX;

/// Fights battles of a plan; what it has worked out once it keeps. A side that leaves assignment to
/// best play, which only the solver finds, assigns by threat.
pub struct Fighter<'p> {
    table: Table<'p>,
    /// By step, by ships that fire, by enemy.
    index: Vec<Vec<Vec<u32>>>,
    drawn: Vec<Drawn>,
    results: Vec<Effect>,
    /// Entries of the index.
    indexed: usize,
    /// By step: ships up to which what they can roll is kept in a row; more roll a die at a time.
    tabled: Vec<u32>,
    repairs: bool,
    leaves: bool,
}

impl<'p> Fighter<'p> {
    /// Nothing worked out yet.
    #[must_use]
    pub fn new(plan: &'p Plan) -> Fighter<'p> {
        let table = Table::new(
            plan,
            plan.orders.map(|orders| match orders.assignment {
                Assignment::Optimal => Assignment::Threat,
                fixed => fixed,
            }),
        );
        let ships = |step: &Step| vec![Vec::new(); plan.slots[step.slot].ships() + 1];
        let tabled = |step: &Step| {
            let slot = &plan.slots[step.slot];
            let dice = slot.dice(step.phase).iter().filter(|dice| dice.can_hit());
            match dice.map(|dice| u32::from(dice.count)).sum::<u32>() {
                0 => u32::MAX,
                // Rows that hardly any battle would come back to cost more than they are worth.
                _ if !is_soon_known(plan, slot, step.phase) => 0,
                dice => MOST_DICE / dice,
            }
        };
        Fighter {
            index: table.steps.iter().map(ships).collect(),
            tabled: table.steps.iter().map(tabled).collect(),
            indexed: 0,
            table,
            drawn: Vec::new(),
            results: Vec::new(),
            repairs: plan.slots.iter().any(|slot| slot.repair > 0),
            leaves: plan.slots.iter().any(|slot| slot.leave_from.is_some()),
        }
    }

    /// Fleets that have been met; numbers hold until [`Fighter::forget`].
    #[must_use]
    pub fn fleets(&self) -> &[Fleets; 2] {
        &self.table.fleets
    }

    /// The fleet of a side with this damage on each of its ships, by slot of the side; ships that the
    /// plan has beside are destroyed.
    pub fn fleet(&mut self, side: usize, damage: &[Vec<u8>]) -> Id {
        let plan = self.table.plan;
        let fleets = &mut self.table.fleets[side];
        let mut fleet = vec![0; fleets.layout.ships()];
        for (part, damage) in fleets.layout.parts.iter().zip(damage) {
            let full = plan.slots[part.slot].hull + 1;
            for (left, &damage) in fleet[part.first..part.end].iter_mut().zip(damage) {
                *left = full.saturating_sub(damage);
            }
        }
        fleet.push(plan.orders[side].rerolls);
        let fleet = fleets.layout.sorted(fleet);
        fleets.id(plan, fleet)
    }

    /// More is kept than should be: numbers of fleets are worth writing down elsewhere, and then
    /// [`Fighter::forget`] is due.
    #[must_use]
    pub fn is_full(&self) -> bool {
        let kept = size_of_val(&self.results[..]) + size_of_val(&self.drawn[..]) + self.indexed * size_of::<u32>();
        self.table.bytes() + kept as u64 > MOST_KEPT
    }

    /// Throws all that has been worked out away.
    pub fn forget(&mut self) {
        *self = Fighter::new(self.table.plan);
    }

    /// Fights a battle between two fleets.
    pub fn battle(&mut self, start: [Id; 2], dice: &mut Stream, watch: &mut impl Watch) -> Finish {
        let plan = self.table.plan;
        let [missiles, cannons] = self.table.round();
        let mut ids = start;
        if self.ended(ids) {
            return Finish { ids, rounds: 0 };
        }
        for step in missiles {
            ids = self.fire(step, ids, dice, 0, watch);
            if self.ended(ids) {
                return Finish { ids, rounds: 0 };
            }
        }
        for round in 1..=plan.stop.round {
            if watch.has_seen_enough() {
                return Finish { ids, rounds: round - 1 };
            }
            if !self.armed(ids) {
                ids[0] = self.table.fleets[0].given_way(plan, ids[0]);
                self.tell(round - 1, &Event::Stalemate, ids, watch);
                return Finish { ids, rounds: round - 1 };
            }
            if self.repairs && round > 1 {
                ids = [0, 1].map(|side: usize| self.table.fleets[side].repaired(plan, ids[side]));
                self.tell(round, &Event::Repaired, ids, watch);
            }
            for step in cannons.clone() {
                if self.leaves {
                    let slot = self.table.steps[step].slot;
                    let turn = Turn::of(&plan.slots[slot], round);
                    if turn != Turn::Fires {
                        ids = self.retreat(step, turn, ids, round, watch);
                        if self.ended(ids) {
                            return Finish { ids, rounds: round };
                        }
                        continue;
                    }
                }
                ids = self.fire(step, ids, dice, round, watch);
                if self.ended(ids) {
                    return Finish { ids, rounds: round };
                }
            }
        }
        Finish {
            ids,
            rounds: plan.stop.round,
        }
    }

    #[inline]
    fn ended(&self, ids: [Id; 2]) -> bool {
        !(self.table.fleets[0].alive(ids[0]) && self.table.fleets[1].alive(ids[1]))
    }

    #[inline]
    fn armed(&self, ids: [Id; 2]) -> bool {
        self.table.fleets[0].armed(ids[0]) || self.table.fleets[1].armed(ids[1])
    }

    /// Ships of a step's slot go to the edge of the hex, or leave it.
    fn retreat(&mut self, step: usize, turn: Turn, ids: [Id; 2], round: u16, watch: &mut impl Watch) -> [Id; 2] {
        let Step { side, slot, .. } = self.table.steps[step];
        if self.table.firing(step, ids) == 0 {
            return ids;
        }
        let mut ids = ids;
        if turn == Turn::Leaves {
            ids[side] = self.table.fleets[side].without(self.table.plan, ids[side], slot);
            self.tell(round, &Event::Leaves { slot }, ids, watch);
        } else {
            self.tell(round, &Event::Retreats { slot }, ids, watch);
        }
        ids
    }

    /// A step's ships fire.
    #[inline]
    fn fire(&mut self, step: usize, ids: [Id; 2], dice: &mut Stream, round: u16, watch: &mut impl Watch) -> [Id; 2] {
        let ships = self.table.firing(step, ids);
        let side = self.table.steps[step].side;
        if ships == 0 {
            return ids;
        }
        if u32::from(ships) > self.tabled[step] {
            return self.roll(step, ids, dice, round, watch);
        }
        let row = self.row(step, ships, ids[1 - side]);
        let drawn = &self.drawn[row as usize];
        if drawn.ways == 1 {
            return ids;
        }
        if drawn.ways == 0 {
            return self.roll(step, ids, dice, round, watch);
        }
        let mut word = dice.word();
        let mut product = u128::from(word) * u128::from(drawn.ways);
        while (product as u64) < drawn.reject {
            word = dice.word();
            product = u128::from(word) * u128::from(drawn.ways);
        }
        let draw = (product >> 64) as u64;
        let mut place = drawn.first as usize + usize::from(drawn.guide[(word >> 58) as usize]);
        while self.results[place].below <= draw {
            place += 1;
        }
        let Effect { enemy, own, .. } = self.results[place];
        let entry = place - drawn.first as usize;
        let mut after = ids;
        after[1 - side] = enemy;
        if own > 0 {
            after[side] = self.table.shooters(side, ids[side], own, 0);
        }
        if watch_active(watch) {
            let roll = rolls(&self.table.throws(step, ships, ids[1 - side]), 0).swap_remove(entry);
            self.tell_volley(step, ids, after, (roll.hits, own, 0, 0), round, watch);
        }
        after
    }

    /// The row of a step, which is made if it has not been met before.
    #[inline]
    fn row(&mut self, step: usize, ships: u8, enemy: Id) -> u32 {
        match self.index[step][usize::from(ships)].get(enemy as usize) {
            Some(&row) if row != NONE => row,
            _ => self.make(step, ships, enemy),
        }
    }

    #[cold]
    fn make(&mut self, step: usize, ships: u8, enemy: Id) -> u32 {
        let side = self.table.steps[step].side;
        let throws = self.table.throws(step, ships, enemy);
        let count: u32 = throws.iter().map(|throw| throw.count).sum();
        debug_assert!(count <= MOST_DICE);
        let by_hand = combinations(&throws) > MOST_IN_ROW
            || self.table.plan.orders[side].rerolls > 0
            || !self.table.point_defence(step, enemy).is_empty();
        let first = self.results.len() as u32;
        let ways = if by_hand { 0 } else { u64::from(FACES).pow(count) };
        let mut guide = [0; PARTS];
        if ways > 1 {
            let mut below = 0;
            for roll in rolls(&throws, 0) {
                below += roll.ways;
                self.results.push(Effect {
                    below,
                    enemy: self.table.dealt(step, enemy, roll.hits),
                    own: roll.own,
                });
            }
            debug_assert_eq!(below, ways);
            for (part, entry) in guide.iter_mut().enumerate() {
                let least = (((part as u128) << 58) * u128::from(ways)) >> 64;
                let of_row = &self.results[first as usize..];
                *entry = of_row.partition_point(|result| u128::from(result.below) <= least) as u16;
            }
        }
        let row = self.drawn.len() as u32;
        self.drawn.push(Drawn {
            first,
            ways,
            reject: if ways > 0 { ways.wrapping_neg() % ways } else { 0 },
            guide,
        });
        let of_ships = &mut self.index[step][usize::from(ships)];
        if of_ships.len() <= enemy as usize {
            self.indexed += enemy as usize + 1 - of_ships.len();
            of_ships.resize(enemy as usize + 1, NONE);
        }
        of_ships[enemy as usize] = row;
        row
    }

    /// A step's volley, a die at a time.
    fn roll(&mut self, step: usize, ids: [Id; 2], dice: &mut Stream, round: u16, watch: &mut impl Watch) -> [Id; 2] {
        let side = self.table.steps[step].side;
        let enemy = ids[1 - side];
        let mut throws = self.table.throws(step, self.table.firing(step, ids), enemy);
        let mut down = 0;
        for (faces, count) in self.table.point_defence(step, enemy) {
            for _ in 0..count {
                down += u32::from(dice.below(FACES.into()) < u64::from(faces));
            }
        }
        shoot_down(&mut throws, down);
        let mut counts: Vec<Vec<u16>> = throws.iter().map(|throw| vec![0; throw.faces.len()]).collect();
        for (throw, counts) in throws.iter().zip(&mut counts) {
            for _ in 0..throw.count {
                counts[face(throw, dice)] += 1;
            }
        }
        let mut rerolled = 0;
        while rerolled < self.table.fleets[side].known[ids[side] as usize].rerolls {
            let Some((kind, miss)) = missed(&throws, &counts) else {
                break;
            };
            counts[kind][miss] -= 1;
            counts[kind][face(&throws[kind], dice)] += 1;
            rerolled += 1;
        }
        let (hits, own) = (hits(&throws, &counts), own(&throws, &counts));
        let mut after = ids;
        after[1 - side] = self.table.dealt(step, enemy, hits.clone());
        after[side] = self.table.shooters(side, ids[side], own, rerolled);
        if watch_active(watch) {
            self.tell_volley(step, ids, after, (hits, own, down, rerolled), round, watch);
        }
        after
    }

    fn tell_volley(
        &self,
        step: usize,
        before: [Id; 2],
        after: [Id; 2],
        (hits, own, shot_down, rerolled): (Hits, u8, u32, u8),
        round: u16,
        watch: &mut impl Watch,
    ) {
        let Step { slot, phase, .. } = self.table.steps[step];
        let ships = self.table.firing(step, before);
        let event = Event::Volley {
            slot,
            phase,
            ships,
            shot_down,
            rerolled,
            hits,
            own,
        };
        self.tell(round, &event, after, watch);
    }

    fn tell<W: Watch>(&self, round: u16, event: &Event, ids: [Id; 2], watch: &mut W) {
        if W::WATCHES {
            let fleets = &self.table.fleets;
            let damage = [0, 1].map(|side: usize| fleets[side].damage(self.table.plan, ids[side]));
            watch.event(round, event, &damage.concat());
        }
    }
}

fn watch_active<W: Watch>(_: &W) -> bool {
    W::WATCHES
}

/// Throws one die: the face that comes up.
fn face(throw: &Throw, dice: &mut Stream) -> usize {
    let mut rolled = dice.below(FACES.into());
    let face = throw.faces.iter().position(|face| {
        let ways = u64::from(face.ways);
        let here = rolled < ways;
        rolled = rolled.saturating_sub(ways);
        here
    });
    face.unwrap_or_default()
}
