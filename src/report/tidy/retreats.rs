//! When to leave, as a long table.

use super::{Owner, TidyTable};
use crate::report::retreats::{Retreats, page};

impl TidyTable {
    /// What the right to leave is worth, then the states in which ships leave, `unit` in words: the chance
    /// of each, with `at` that of a round, and what it costs to stay.
    #[must_use]
    pub fn of_retreats(retreats: &Retreats) -> TidyTable {
        let mut table = TidyTable::default();
        for side in &retreats.sides {
            let owner = Owner::of(side.side);
            table.row(owner, "right-to-leave", None, Some(side.worth()));
            table.row(owner, "swing-leaving", None, Some(side.leaving));
            table.row(owner, "swing-staying", None, Some(side.staying));
            for row in &side.rows {
                let own = page::ships(&side.own, &row.own);
                let enemy = page::ships(&side.enemy, &row.enemy);
                let unit = format!("{own} against {enemy}: leave {}", page::leaving(&side.own, row));
                let owner = Owner { unit: &unit, ..owner };
                table.row(owner, "retreat-met", None, Some(row.chance()));
                for (round, &p) in row.rounds.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                    table.row(owner, "retreat-met-in-round", Some(round as i64), Some(p));
                }
                table.row(owner, "retreat-cost-cp", None, Some(row.cost));
            }
        }
        table.solved();
        table
    }
}
