//! What every volley can lead to, worked out when it is first met and kept: the one place where the
//! solver and the simulator find what a roll does.

use super::assign::{BySize, Targets};
use super::fleet::{Fleets, Id};
use super::hash::Mixed;
use super::limit::Limit;
use super::plan::{Assignment, Die, Equals, Phase, Plan};
use super::roll::{Hits, Roll, Throw, combinations, faces, rolls, shoot_down, shot_down};
use super::threat::Threat;
use crate::spec::Side;
use std::collections::HashMap;
use std::ops::Range;

/// One activation with weapons: a slot that fires in a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The slot.
    pub slot: usize,
    /// Its side: 0 attacker, 1 defender.
    pub side: usize,
    /// Its place among the side's slots.
    pub place: usize,
    /// What it fires.
    pub phase: Phase,
    /// Which of the side's views of the enemy's threat holds.
    view: usize,
}

/// What one roll of a volley leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Chance of the roll.
    pub chance: f64,
    /// Damage to the shooter's own ships.
    pub own: u8,
    /// Dice that the shooter's side rolled again.
    pub rerolled: u8,
    /// First of the enemy's fleets that the assignment can leave, in [`Table::options`].
    first: u32,
    /// How many there are: one, but for best play.
    count: u32,
}

/// What tells rows apart: the step, ships that fire, rerolls left, and the enemy.
type Key = (u32, u8, u8, Id);

/// Hits on a fleet, of a side and in a view of it.
type Dealt = (u8, u8, Id, Hits);

/// Tables of a plan, filled as they are asked for.
#[derive(Clone, Debug)]
pub struct Table<'p> {
    /// The plan.
    pub plan: &'p Plan,
    assignment: [Assignment; 2],
    /// Fleets of both sides that have been met.
    pub fleets: [Fleets; 2],
    /// Missile volleys in order, then cannons.
    pub steps: Vec<Step>,
    /// How many of the steps are missiles.
    pub missiles: usize,
    rows: Vec<Vec<Entry>>,
    known: HashMap<Key, u32, Mixed>,
    dealt: HashMap<Dealt, Range<u32>, Mixed>,
    shooters: HashMap<(u8, Id, u8, u8), Id, Mixed>,
    options: Vec<Id>,
    /// For each side's view of the enemy; the last is that of the cannons.
    threats: [Vec<Threat>; 2],
    /// What the tables have cost, as [`Limit::work`] has it.
    pub work: u64,
    /// Memory of what has been worked out but for the fleets, about, in bytes.
    kept: u64,
    limit: Limit,
}

/// Most fleets that an assignment may leave of one: more are no longer looked through for the best.
const MOST_RESULTS: usize = 2_000;

/// Bytes that an entry of a hash table takes beside what lies on the heap for it.
const BESIDE: usize = 120;

/// Most combinations of hits of one volley.
const MOST_ROLLS: f64 = 200_000.0;

/// A volley has more results than can be looked through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

impl<'p> Table<'p> {
    /// Tables with nothing but the start; `assignment` is how the sides deal their hits out.
    #[must_use]
    pub fn new(plan: &'p Plan, assignment: [Assignment; 2]) -> Table<'p> {
        let fleets = Side::BOTH.map(|side| Fleets::new(plan, side));
        let firing = |phase: Phase| {
            plan.turns
                .iter()
                .copied()
                .filter(move |&slot| plan.slots[slot].fires(phase))
        };
        let missiles: Vec<usize> = firing(Phase::Missiles).collect();
        let view = |index: usize| if index < missiles.len() { index } else { missiles.len() };
        let all = missiles.iter().map(|&slot| (slot, Phase::Missiles));
        let steps = all.chain(plan.turns.iter().map(|&slot| (slot, Phase::Cannons)));
        let step = |(index, (slot, phase)): (usize, (usize, Phase))| {
            let side = plan.slots[slot].side.index();
            Step {
                slot,
                side,
                place: slot - plan.slots_of[side].start,
                phase,
                view: view(index),
            }
        };
        let steps = steps.enumerate().map(step).collect();
        let threats = [1, 0].map(|enemy: usize| {
            let layout = &fleets[enemy].layout;
            let views =
                (0..=missiles.len()).map(|view| Threat::new(plan, layout, missiles.get(view + 1..).unwrap_or(&[])));
            views.collect()
        });
        Table {
            plan,
            assignment,
            fleets,
            steps,
            missiles: missiles.len(),
            rows: Vec::new(),
            known: HashMap::default(),
            dealt: HashMap::default(),
            shooters: HashMap::default(),
            options: Vec::new(),
            threats,
            work: 0,
            kept: 0,
            limit: Limit {
                work: u64::MAX,
                states: u64::MAX,
                bytes: u64::MAX,
            },
        }
    }

    /// The same, which may grow so far and no further.
    #[must_use]
    pub fn within(plan: &'p Plan, assignment: [Assignment; 2], limit: Limit) -> Table<'p> {
        Table {
            limit,
            ..Table::new(plan, assignment)
        }
    }

    /// Memory of all that has been worked out, about, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let fleets = self.fleets.iter().map(|fleets| {
            let fleet = fleets.layout.ships() + 1;
            // Written down twice, beside what is known of it.
            (fleets.known.len() * (2 * fleet + fleets.layout.parts.len() + BESIDE)) as u64
        });
        self.kept + fleets.sum::<u64>()
    }

    /// It has grown further than it may.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        self.work > self.limit.work || self.bytes() > self.limit.bytes
    }

    /// Steps of the missiles, and those of a round.
    #[must_use]
    pub fn round(&self) -> [Range<usize>; 2] {
        [0..self.missiles, self.missiles..self.steps.len()]
    }

    /// Ships that fire in a step.
    #[must_use]
    pub fn firing(&self, step: usize, ids: [Id; 2]) -> u8 {
        let Step { side, place, .. } = self.steps[step];
        self.fleets[side].known[ids[side] as usize].ships[place]
    }

    /// All that a volley can lead to, by the number of its row.
    #[must_use]
    pub fn entries_of(&self, row: u32) -> &[Entry] {
        &self.rows[row as usize]
    }

    /// Fleets that the enemy may be left with, given an entry of a row.
    #[must_use]
    pub fn options(&self, entry: &Entry) -> &[Id] {
        &self.options[entry.first as usize..][..entry.count as usize]
    }

    /// The number of the row of a step: what so many ships' volley can lead to.
    ///
    /// # Errors
    ///
    /// If best play has too many assignments to choose among.
    pub fn row(&mut self, step: usize, ships: u8, rerolls: u8, enemy: Id) -> Result<u32, TooMany> {
        let key = (step as u32, ships, rerolls, enemy);
        if let Some(&row) = self.known.get(&key) {
            return Ok(row);
        }
        let row = self.make(step, ships, rerolls, enemy)?;
        let number = self.rows.len() as u32;
        self.rows.push(row);
        self.known.insert(key, number);
        Ok(number)
    }

    /// The number of a row that has been asked for before.
    #[must_use]
    pub fn known_row(&self, step: usize, ships: u8, rerolls: u8, enemy: Id) -> Option<u32> {
        self.known.get(&(step as u32, ships, rerolls, enemy)).copied()
    }

    fn targets(&self, step: usize) -> Targets<'_> {
        let Step { side, phase, .. } = self.steps[step];
        Targets {
            plan: self.plan,
            layout: &self.fleets[1 - side].layout,
            phase,
        }
    }

    /// The dice of a volley, strongest first, against the enemy's shields.
    #[must_use]
    pub fn throws(&self, step: usize, ships: u8, enemy: Id) -> Vec<Throw> {
        let Step { side, slot, phase, .. } = self.steps[step];
        let fleet = &self.fleets[1 - side].known[enemy as usize].fleet;
        let shields = self.targets(step).shields(fleet);
        let slot = &self.plan.slots[slot];
        let mut throws: Vec<Throw> = Vec::new();
        for dice in slot.dice(phase).iter().filter(|dice| dice.can_hit()) {
            let count = u32::from(dice.count) * u32::from(ships);
            match throws.iter_mut().find(|throw| throw.die == dice.die) {
                Some(throw) => throw.count += count,
                None => throws.push(Throw {
                    die: dice.die,
                    count,
                    faces: faces(dice.die, slot.computer, &shields),
                }),
            }
        }
        throws.sort_by_key(|throw| (std::cmp::Reverse(throw.die.damage()), throw.die));
        throws
    }

    /// Dice of point defence that a fleet has against a step's missiles, by the faces that hit.
    #[must_use]
    pub fn point_defence(&self, step: usize, enemy: Id) -> Vec<(u8, u32)> {
        let Step { side, phase, .. } = self.steps[step];
        let fleets = &self.fleets[1 - side];
        if phase == Phase::Cannons || !self.plan.orders[1 - side].point_defence {
            return Vec::new();
        }
        let ships = fleets.layout.parts.iter().zip(&fleets.known[enemy as usize].ships);
        let dice = ships.filter(|&(_, &ships)| ships > 0).map(|(part, &ships)| {
            let slot = &self.plan.slots[part.slot];
            let dice = slot
                .cannons
                .iter()
                .filter(|dice| dice.can_hit() && dice.die != Die::Rift);
            let count = dice.map(|dice| u32::from(dice.count)).sum::<u32>() * u32::from(ships);
            // Without shields a roll of 6 less the computer hits, but never a 1.
            (1 + slot.computer.min(4), count)
        });
        dice.filter(|&(_, count)| count > 0).collect()
    }

    /// All rolls of a volley, missiles shot down taken out.
    fn volley(&self, step: usize, ships: u8, rerolls: u8, enemy: Id) -> Vec<Roll> {
        let throws = self.throws(step, ships, enemy);
        let defence = self.point_defence(step, enemy);
        if defence.is_empty() {
            return rolls(&throws, rerolls);
        }
        let mut all = Vec::new();
        let missiles: u32 = throws.iter().map(|throw| throw.count).sum();
        for (shot_down, chance) in shot_down(&defence, missiles as usize).into_iter().enumerate() {
            let mut left = throws.clone();
            shoot_down(&mut left, shot_down as u32);
            let rolls = rolls(&left, rerolls).into_iter();
            all.extend(rolls.map(|roll| Roll {
                chance: roll.chance * chance,
                ..roll
            }));
        }
        all
    }

    fn make(&mut self, step: usize, ships: u8, rerolls: u8, enemy: Id) -> Result<Vec<Entry>, TooMany> {
        let defence: u32 = self.point_defence(step, enemy).iter().map(|&(_, count)| count).sum();
        let ways = f64::from(defence + 1) * f64::from(rerolls + 1);
        let rolls = combinations(&self.throws(step, ships, enemy)) * ways;
        if rolls > MOST_ROLLS {
            return Err(TooMany);
        }
        self.work += rolls as u64;
        if self.is_too_large() {
            return Err(TooMany);
        }
        let all = self.volley(step, ships, rerolls, enemy);
        self.kept += (all.len() * size_of::<Entry>() + BESIDE) as u64;
        let entry = |roll: Roll| {
            if self.is_too_large() {
                return Err(TooMany);
            }
            let options = self.deal(step, enemy, roll.hits)?;
            Ok(Entry {
                chance: roll.chance,
                own: roll.own,
                rerolled: roll.rerolled,
                first: options.start,
                count: options.end - options.start,
            })
        };
        all.into_iter().map(entry).collect()
    }

    /// What the hits of a step can leave of a fleet.
    fn deal(&mut self, step: usize, enemy: Id, hits: Hits) -> Result<Range<u32>, TooMany> {
        let Step { side, view, phase, .. } = self.steps[step];
        let assignment = self.assignment[side];
        // Only the threat changes as missiles are fired; shields differ by phase.
        let view = if assignment == Assignment::Threat || phase == Phase::Cannons {
            view
        } else {
            0
        };
        let of_phase = u8::from(phase == Phase::Cannons);
        let key = (side as u8, (2 * view) as u8 + of_phase, enemy, hits);
        if let Some(known) = self.dealt.get(&key) {
            return Ok(known.clone());
        }
        let hits = &key.3;
        let fleet = &self.fleets[1 - side].known[enemy as usize].fleet;
        let targets = self.targets(step);
        let by_size = |largest, kills_first, equals| {
            let rule = BySize {
                largest,
                kills_first,
                equals,
            };
            vec![targets.by_size(fleet, hits, rule)]
        };
        let left = match assignment {
            Assignment::NonPlayer(equals) => by_size(true, true, equals),
            Assignment::Largest => by_size(true, false, Equals::Focus),
            Assignment::Smallest => by_size(false, false, Equals::Focus),
            Assignment::Threat => vec![targets.least_threat(fleet, hits, &self.threats[side][view])],
            Assignment::Optimal => targets.every(fleet, hits, MOST_RESULTS).ok_or(TooMany)?,
        };
        let dealt: u64 = hits.iter().map(|&(_, count)| u64::from(count)).sum();
        self.work += (dealt + left.len() as u64) * targets.layout.ships() as u64;
        self.kept += (size_of_val(&hits[..]) + left.len() * size_of::<Id>() + BESIDE) as u64;
        let first = self.options.len() as u32;
        for fleet in left {
            let id = self.fleets[1 - side].id(self.plan, fleet);
            self.options.push(id);
        }
        let options = first..self.options.len() as u32;
        self.dealt.insert(key, options.clone());
        Ok(options)
    }

    /// What the hits of a step leave of a fleet, by a policy that is fixed.
    pub fn dealt(&mut self, step: usize, enemy: Id, hits: Hits) -> Id {
        // Only best play has too many assignments, and no simulation has it.
        self.deal(step, enemy, hits)
            .map_or(enemy, |options| self.options[options.start as usize])
    }

    /// The shooters' own fleet after a roll.
    pub fn shooters(&mut self, side: usize, id: Id, own: u8, rerolled: u8) -> Id {
        if own == 0 && rerolled == 0 {
            return id;
        }
        let key = (side as u8, id, own, rerolled);
        if let Some(&known) = self.shooters.get(&key) {
            return known;
        }
        let fleets = &mut self.fleets[side];
        let known = &fleets.known[id as usize];
        let left = known.rerolls - rerolled;
        let targets = Targets {
            plan: self.plan,
            layout: &fleets.layout,
            phase: Phase::Cannons,
        };
        let fleet = targets.backfired(&known.fleet, own);
        let layout_ships = fleets.layout.ships() as u64;
        let new = fleets.id(self.plan, fleet);
        let new = fleets.with_rerolls(self.plan, new, left);
        self.shooters.insert(key, new);
        self.work += 4 * layout_ships;
        self.kept += BESIDE as u64;
        new
    }

    /// As [`Table::shooters`], where it has been asked before.
    #[must_use]
    pub fn shooters_known(&self, side: usize, id: Id, entry: &Entry) -> Id {
        if entry.own == 0 && entry.rerolled == 0 {
            return id;
        }
        let key = (side as u8, id, entry.own, entry.rerolled);
        self.shooters.get(&key).copied().unwrap_or(id)
    }
}
