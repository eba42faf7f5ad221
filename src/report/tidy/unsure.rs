//! Rows of a battle in which not everything is known.

use super::{Owner, TidyTable};
use crate::engine::exact::Objective;
use crate::report::unsure::Unsure;
use crate::spec::Side;

impl TidyTable {
    /// `possible-battles`; if they are listed, for each `possibility-weight`, `possibility-win` and
    /// `possibility-loss-mean`, `at` being its number and `unit` what the side has; and what scouting is
    /// worth: `scouting-without`, `scouting-knowing` and `scouting-gain`, in chances, and the same in CP.
    pub(super) fn unsure(&mut self, unsure: &Unsure) {
        let number = unsure.possibilities.len() as f64;
        self.row(Owner::WHOLE, "possible-battles", None, Some(number));
        for (place, one) in unsure.possibilities.iter().enumerate().filter(|_| unsure.listed) {
            let at = Some(place as i64 + 1);
            self.row(Owner::WHOLE, "possibility-weight", at, Some(one.weight));
            for side in Side::BOTH {
                let owner = Owner {
                    unit: &one.sides[side.index()],
                    ..Owner::of(side)
                };
                self.rate(owner, "possibility-win", &one.outcome[side.index()]);
                if let Some(last) = self.at.last_mut() {
                    *last = at;
                }
                self.row(owner, "possibility-loss-mean", at, one.loss[side.index()].mean());
            }
        }
        for scouting in &unsure.scouting {
            let owner = Owner::of(scouting.side);
            for worth in &scouting.worth {
                let names = match worth.objective {
                    Objective::Win => ["scouting-without", "scouting-knowing", "scouting-gain"],
                    Objective::CpSwing => ["scouting-without-cp", "scouting-knowing-cp", "scouting-gain-cp"],
                };
                let values = [worth.blind.value, worth.knowing, worth.gain()];
                for (name, value) in names.into_iter().zip(values) {
                    self.row(owner, name, None, Some(value));
                }
            }
        }
    }
}
