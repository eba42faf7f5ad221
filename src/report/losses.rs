//! Which losses in CP a side can have at all: prices leave gaps, which are no surprise.

use super::about::Fought;
use crate::engine::plan::UnitRow;
use crate::spec::Side;

/// All CP that the side can lose, in order. Ships removed before the battle (8.3) are always lost;
/// escorted ones all together, when no ship that can fight is left in the hex (5.4).
#[must_use]
pub fn possible(plan: &(impl Fought + ?Sized), side: Side) -> Vec<usize> {
    let own = |wanted: fn(&UnitRow) -> bool| {
        plan.units()
            .iter()
            .filter(move |unit| unit.side == side && wanted(unit))
    };
    let all = |units: &mut dyn Iterator<Item = &UnitRow>| units.map(worth).sum::<usize>();
    let removed = all(&mut own(UnitRow::is_removed));
    let escorted = all(&mut own(|unit| unit.escorted));
    let mut losses = sums(own(|unit| !unit.slots.is_empty() || unit.carried));
    if leaves(plan, side) {
        let with_escorted: Vec<usize> = losses.iter().map(|loss| loss + escorted).collect();
        losses.extend(with_escorted);
        losses.sort_unstable();
        losses.dedup();
    } else if let Some(all_gone) = losses.last_mut() {
        *all_gone += escorted;
    }
    losses.into_iter().map(|loss| loss + removed).collect()
}

/// Of the side's ships some may be lost without the last of those that escort others: they leave the hex, or
/// captured ones are the escort.
fn leaves(plan: &(impl Fought + ?Sized), side: Side) -> bool {
    let units = plan.units();
    (0..units.len()).any(|row| units[row].side == side && (plan.may_leave(row) || units[row].captured.is_some()))
}

/// What all ships of a row cost.
fn worth(unit: &UnitRow) -> usize {
    unit.cost as usize * usize::from(unit.fielded)
}

/// The sums of the prices of any number of the ships, in order.
fn sums<'a>(units: impl Iterator<Item = &'a UnitRow>) -> Vec<usize> {
    let mut reached = vec![true];
    for unit in units.filter(|unit| unit.cost > 0) {
        let cost = unit.cost as usize;
        reached.resize(reached.len() + worth(unit), false);
        // Fewest ships of this row that a sum takes.
        let mut taken = vec![0; reached.len()];
        for sum in cost..reached.len() {
            if !reached[sum] && reached[sum - cost] && taken[sum - cost] < unit.fielded {
                reached[sum] = true;
                taken[sum] = taken[sum - cost] + 1;
            }
        }
    }
    (0..reached.len()).filter(|&sum| reached[sum]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(fielded: u8, cost: u32) -> UnitRow {
        UnitRow {
            side: Side::Attacker,
            fielded,
            cost,
            escorted: false,
            carried: false,
            slipped: false,
            slots: vec![0],
            captured: None,
        }
    }

    #[test]
    fn sums_of_prices() {
        let of = |rows: &[UnitRow]| sums(rows.iter());
        assert_eq!(of(&[row(2, 20), row(1, 9)]), [0, 9, 20, 29, 40, 49]);
        assert_eq!(of(&[row(2, 12), row(1, 6)]), [0, 6, 12, 18, 24, 30]);
        // Two ships of 2 CP and one of 3: never 1 nor 6.
        assert_eq!(of(&[row(2, 2), row(1, 3)]), [0, 2, 3, 4, 5, 7]);
        assert_eq!(of(&[row(3, 0)]), [0]);
    }
}
