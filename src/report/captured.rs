//! Ships that a side took from the enemy (19.3): what is told of them besides what the enemy lost.

use super::about::{About, Fought};
use super::figure;
use super::measure::Distribution;
use super::source::Figures;
use crate::engine::Outcome;
use crate::engine::capture::captured_row;
use crate::spec::Side;

/// Figures of the ships that a side took from one of the enemy's groups.
#[derive(Clone, Debug)]
pub struct CapturedOdds {
    /// Number of the group in the enemy's fleet, from 0.
    pub group: usize,
    /// Short name in the catalog.
    pub unit: String,
    /// The unit with its technology.
    pub label: String,
    /// Ships in its captor's hands that are left in the hex.
    pub survivors: Distribution,
    /// Mean number of them that left the hex with their captor; `None` if nothing was counted.
    pub retreated: Option<f64>,
}

impl CapturedOdds {
    /// Mean number of ships that are in their captor's hands after the battle.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        Some(self.survivors.mean()? + self.retreated?)
    }

    /// A row of the captor's table of units, which has `columns` columns, one of them for ships that left the
    /// hex if there is such a column.
    pub(super) fn row(&self, columns: usize, retreated: Option<usize>) -> Vec<String> {
        let mut row = vec![figure::NONE.to_owned(); columns];
        row[0] = format!("captured {}", self.label);
        row[2] = figure::mean(self.survivors.moments, 2);
        if let Some(column) = retreated {
            row[column] = figure::number(self.retreated);
        }
        row[columns - 1] = super::bar::sparkline(&self.survivors.probability);
        row
    }
}

/// Of each row the mean number of ships that the enemy took and still has, or has brought away, in the battles with
/// an outcome.
pub(super) fn of_rows(
    rows: impl Iterator<Item = usize>,
    plan: &impl Fought,
    source: &dyn Figures,
    outcome: Outcome,
) -> Vec<f64> {
    let units = plan.units();
    let mean = |row: usize| {
        let taken = captured_row(units, row)?;
        let here = source.survivors(taken, Some(outcome)).mean()?;
        Some(here + source.retreated(taken, Some(outcome))?)
    };
    rows.map(|row| mean(row).unwrap_or(0.0)).collect()
}

/// What the side took.
pub(super) fn taken(side: Side, about: &About, plan: &impl Fought, source: &dyn Figures) -> Vec<CapturedOdds> {
    let enemy = side.enemy().index();
    let before = if enemy == 0 { 0 } else { about.sides[0].groups.len() };
    let rows = plan.units().iter().enumerate().filter(|(_, unit)| unit.side == side);
    rows.filter_map(|(row, unit)| {
        let group = unit.captured?.from - before;
        let of = about.sides[enemy].groups.get(group)?;
        Some(CapturedOdds {
            group,
            unit: of.unit.clone(),
            label: of.label.clone(),
            survivors: source.survivors(row, None),
            retreated: source.retreated(row, None),
        })
    })
    .collect()
}
