//! Odds without dice: all fleets that a battle can leave on either side, and the chances of every
//! pair of them, carried forward round by round.

use super::fleet::{Id, remains};
use super::limit::Limit;
use super::plan::Plan;
use super::table::{Entry, Step, Table, TooMany};
use crate::engine::exact::limit::make_room;
use crate::engine::exact::{ExactTally, Excess, Refusal, Size};
use crate::engine::tally::Remains;
use std::ops::Range;

/// No row is known.
const NONE: u32 = u32::MAX;

/// What a battle left on both sides, for one that goes on elsewhere.
pub struct Left<'a> {
    /// By rows of the results.
    pub remains: &'a Remains,
    /// Damage on each ship left in the hex, by slot of the plan.
    pub damage: &'a [Vec<u8>],
}

/// A plan with every fleet that can be left on either side.
pub struct Solver<'p> {
    pub(super) table: Table<'p>,
    /// Fleets of the defender.
    pub(super) width: usize,
    /// By step: numbers of rows, by shooters and enemy.
    rows: Vec<Vec<u32>>,
    /// What a fleet is after repairs.
    repaired: [Vec<Id>; 2],
    /// By slot: what a fleet is when the slot's ships leave; empty if they don't.
    without: Vec<Vec<Id>>,
    /// What an attacking fleet is after a stalemate.
    given_way: Vec<Id>,
}

impl<'p> Solver<'p> {
    /// Finds every fleet that the battle can leave.
    ///
    /// # Errors
    ///
    /// If there are too many.
    pub fn new(plan: &'p Plan) -> Result<Solver<'p>, Refusal> {
        Solver::within(plan, &Limit::DEFAULT)
    }

    /// Finds every fleet that the battle can leave, if that and what comes after it take no more than
    /// `limit`.
    ///
    /// # Errors
    ///
    /// If they take more.
    pub fn within(plan: &'p Plan, limit: &Limit) -> Result<Solver<'p>, Refusal> {
        let mut table = Table::within(plan, plan.orders.map(|orders| orders.assignment), *limit);
        let [missiles, cannons] = table.round();
        explore(&mut table, missiles.clone(), false)?;
        explore(&mut table, cannons.clone(), true)?;
        let fleets = [0, 1].map(|side: usize| table.fleets[side].known.len());
        let entries = |step: &Step| {
            let ships = plan.slots[step.slot].ships() + 1;
            let rerolls = usize::from(plan.orders[step.side].rerolls) + 1;
            (ships * rerolls * fleets[1 - step.side]) as u64
        };
        let entries: u64 = table.steps.iter().map(entries).sum();
        let states = fleets[0] as u64 * fleets[1] as u64;
        if entries.max(states) > u64::from(u32::MAX) {
            return Err(Refusal::TooManyStates);
        }
        let bytes = table.bytes() + laid_out(states, entries);
        let of_bytes = bytes > limit.bytes;
        if of_bytes || states > limit.states {
            return Err(Refusal::TooLarge(Excess {
                states,
                at_least: false,
                bytes: of_bytes.then_some(bytes),
            }));
        }
        make_room(laid_out(states, entries))?;
        let all = |side: usize| 0..fleets[side] as Id;
        let repaired = [0, 1].map(|side| all(side).map(|id| table.fleets[side].repaired(plan, id)).collect());
        let without = (0..plan.slots.len()).map(|slot| {
            let side = plan.slots[slot].side.index();
            let leaves = plan.slots[slot].leave_from.is_some();
            let leave = |id| table.fleets[side].without(plan, id, slot);
            if leaves {
                all(side).map(leave).collect()
            } else {
                Vec::new()
            }
        });
        let without = without.collect();
        let given_way = all(0).map(|id| table.fleets[0].given_way(plan, id)).collect();
        let rows = (0..table.steps.len()).map(|step| rows(&mut table, step)).collect();
        debug_assert_eq!(fleets, [0, 1].map(|side: usize| table.fleets[side].known.len()));
        Ok(Solver {
            width: fleets[1],
            table,
            rows,
            repaired,
            without,
            given_way,
        })
    }

    /// How large the solution is.
    #[must_use]
    pub fn size(&self) -> Size {
        let states = self.states() as u64;
        let entries = self.rows.iter().map(Vec::len).sum::<usize>() as u64;
        Size {
            states,
            nodes: self.nodes(),
            bytes: self.table.bytes() + laid_out(states, entries),
        }
    }

    /// What working the volleys out has cost, as [`Limit::work`] has it.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.table.work
    }

    /// Rolls of all steps of a round, from all states.
    fn nodes(&self) -> u64 {
        let of_step = |(step, rows): (&Step, &Vec<u32>)| {
            let own = &self.table.fleets[step.side].known;
            let enemies = self.table.fleets[1 - step.side].known.len();
            let rerolls = usize::from(self.table.plan.orders[step.side].rerolls) + 1;
            let mut shooters = vec![0_u64; rows.len() / enemies.max(1)];
            for fleet in own {
                shooters[usize::from(fleet.ships[step.place]) * rerolls + usize::from(fleet.rerolls)] += 1;
            }
            let of = |(firing, rows): (usize, &[u32])| {
                let known = rows.iter().filter(|&&row| row != NONE);
                shooters[firing] * known.map(|&row| self.table.entries_of(row).len() as u64).sum::<u64>()
            };
            rows.chunks(enemies.max(1)).enumerate().map(of).sum::<u64>()
        };
        self.table.steps.iter().zip(&self.rows).map(of_step).sum()
    }

    /// Every figure of the battle, whose policies are all fixed; `show` is shown all ends.
    pub fn tally(&self, show: &mut dyn FnMut(&Left<'_>, f64)) -> ExactTally {
        self.forward(&|_, _, _, entry: &Entry| self.table.options(entry)[0], show)
    }

    /// Memory in bytes that best play needs beside it.
    #[must_use]
    pub fn best_bytes(&self) -> u64 {
        self.states() as u64 * 8 * (self.table.steps.len() as u64 + 2) * (u64::from(self.dated_rounds()) + 1)
    }

    pub(super) fn states(&self) -> usize {
        self.table.fleets[0].known.len() * self.width
    }

    pub(super) fn ids(&self, state: usize) -> [Id; 2] {
        [(state / self.width) as Id, (state % self.width) as Id]
    }

    pub(super) fn state(&self, ids: [Id; 2]) -> usize {
        ids[0] as usize * self.width + ids[1] as usize
    }

    /// Rounds that differ from those after them, because ships have orders for them.
    pub(super) fn dated_rounds(&self) -> u16 {
        let slots = self.table.plan.slots.iter();
        slots
            .filter_map(|slot| slot.leave_from)
            .map(|from| from.max(1).saturating_add(1))
            .max()
            .unwrap_or(0)
    }

    /// Which sides have ships in the hex.
    pub(super) fn alive(&self, ids: [Id; 2]) -> [bool; 2] {
        [0, 1].map(|side: usize| self.table.fleets[side].alive(ids[side]))
    }

    /// Only one side has ships in the hex, or none.
    pub(super) fn ended(&self, ids: [Id; 2]) -> bool {
        self.alive(ids) != [true, true]
    }

    /// The entries that a step's volley draws from; none if no ship fires.
    pub(super) fn entries(&self, step: usize, ids: [Id; 2]) -> &[Entry] {
        let Step { side, place, .. } = self.table.steps[step];
        let shooters = &self.table.fleets[side].known[ids[side] as usize];
        let rerolls = usize::from(self.table.plan.orders[side].rerolls) + 1;
        let firing = usize::from(shooters.ships[place]) * rerolls + usize::from(shooters.rerolls);
        let enemies = self.table.fleets[1 - side].known.len();
        let row = self.rows[step].get(firing * enemies + ids[1 - side] as usize);
        match row {
            Some(&row) if row != NONE => self.table.entries_of(row),
            _ => &[],
        }
    }

    /// The state after a roll, if the enemy is left with this.
    pub(super) fn after(&self, step: usize, ids: [Id; 2], entry: &Entry, enemy: Id) -> [Id; 2] {
        let side = self.table.steps[step].side;
        let own = self.table.shooters_known(side, ids[side], entry);
        if side == 0 { [own, enemy] } else { [enemy, own] }
    }

    /// How a round opens from a state: repairs from the second on, and the end of a stalemate.
    pub(super) fn opened(&self, ids: [Id; 2], round: u16) -> [Id; 2] {
        let armed = [0, 1].map(|side: usize| self.table.fleets[side].armed(ids[side]));
        if armed == [false, false] {
            return [self.given_way[ids[0] as usize], ids[1]];
        }
        if round == 1 {
            return ids;
        }
        [0, 1].map(|side| self.repaired[side][ids[side] as usize])
    }

    /// What a state is when the ships of a step's slot leave.
    pub(super) fn left(&self, step: usize, ids: [Id; 2]) -> [Id; 2] {
        let Step { side, slot, .. } = self.table.steps[step];
        let mut ids = ids;
        ids[side] = self.without[slot][ids[side] as usize];
        ids
    }

    /// What a battle that ends in a state left.
    pub(super) fn remains(&self, ids: [Id; 2]) -> Remains {
        remains(self.table.plan, &self.table.fleets, ids)
    }
}

/// Memory of the chances of all states and of the numbers of all rows, in bytes.
fn laid_out(states: u64, entries: u64) -> u64 {
    states * 25 + 4 * entries + (1 << 16)
}

/// The tables have grown further than they may: as many states as there are so far.
fn too_large(table: &Table<'_>) -> Refusal {
    let fleets = table.fleets.iter().map(|fleets| fleets.known.len() as u64);
    Refusal::TooLarge(Excess {
        states: fleets.product(),
        at_least: true,
        bytes: None,
    })
}

/// Finds all fleets that steps can lead to from those that are known.
fn explore(table: &mut Table<'_>, steps: Range<usize>, rounds: bool) -> Result<(), Refusal> {
    let mut seen = [0, 0];
    // Both sides in step, so that whatever is too much shows early.
    while let Some(side) = (0..2)
        .filter(|&side| seen[side] < table.fleets[side].known.len())
        .min_by_key(|&side| seen[side])
    {
        let id = seen[side] as Id;
        seen[side] += 1;
        if rounds {
            table.fleets[side].repaired(table.plan, id);
            for slot in table.plan.slots_of[side].clone() {
                if table.plan.slots[slot].leave_from.is_some() {
                    table.fleets[side].without(table.plan, id, slot);
                }
            }
            if side == 0 {
                table.fleets[0].given_way(table.plan, id);
            }
        }
        for step in steps.clone() {
            if table.steps[step].side == side {
                own_losses(table, step, id);
            } else {
                volleys(table, step, id).map_err(|_| too_large(table))?;
            }
        }
        if table.is_too_large() {
            return Err(too_large(table));
        }
    }
    Ok(())
}

/// What a step's shooters can do to their own fleet: rift dice, and rerolls used up.
fn own_losses(table: &mut Table<'_>, step: usize, id: Id) {
    let Step {
        side,
        place,
        slot,
        phase,
        ..
    } = table.steps[step];
    let known = &table.fleets[side].known[id as usize];
    let (ships, rerolls) = (known.ships[place], known.rerolls);
    if ships == 0 {
        return;
    }
    let dice = table.plan.slots[slot].dice(phase).iter();
    let rift = dice.filter(|dice| dice.die == super::plan::Die::Rift);
    let rift: u32 = rift.map(|dice| u32::from(dice.count)).sum::<u32>() * u32::from(ships);
    for own in 0..=rift.min(255) as u8 {
        for rerolled in 0..=rerolls {
            table.shooters(side, id, own, rerolled);
            if table.is_too_large() {
                return;
            }
        }
    }
}

/// Works out what each number of a step's ships can do to a fleet.
fn volleys(table: &mut Table<'_>, step: usize, enemy: Id) -> Result<(), TooMany> {
    let Step { side, slot, phase, .. } = table.steps[step];
    if !table.plan.slots[slot].fires(phase) || !table.fleets[1 - side].known[enemy as usize].alive {
        return Ok(());
    }
    for ships in 1..=table.plan.slots[slot].ships() {
        for rerolls in 0..=table.plan.orders[side].rerolls {
            table.row(step, ships as u8, rerolls, enemy)?;
            if table.is_too_large() {
                return Err(TooMany);
            }
        }
    }
    Ok(())
}

/// Numbers of a step's rows, by shooters and enemy.
fn rows(table: &mut Table<'_>, step: usize) -> Vec<u32> {
    let Step { side, slot, .. } = table.steps[step];
    let enemies = table.fleets[1 - side].known.len() as Id;
    let mut rows = Vec::new();
    for ships in 0..=table.plan.slots[slot].ships() {
        for rerolls in 0..=table.plan.orders[side].rerolls {
            let known = (0..enemies).map(|enemy| table.known_row(step, ships as u8, rerolls, enemy).unwrap_or(NONE));
            rows.extend(known);
        }
    }
    rows
}

/// Works out every figure of a plan whose policies are all fixed.
///
/// # Errors
///
/// If the plan has too many states, or leaves a decision to best play.
pub fn solve(plan: &Plan) -> Result<ExactTally, Refusal> {
    solve_showing(plan, &mut |_, _| ())
}

/// As [`solve`], and shows what the battle can leave on both sides, each with its chance.
///
/// # Errors
///
/// As [`solve`].
pub fn solve_showing(plan: &Plan, show: &mut dyn FnMut(&Left<'_>, f64)) -> Result<ExactTally, Refusal> {
    if plan.needs_best_play() {
        return Err(Refusal::NeedsBestPlay);
    }
    Ok(Solver::new(plan)?.tally(show))
}
