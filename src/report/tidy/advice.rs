//! Advice as a long table.

use super::{Owner, TidyTable};
use crate::report::advice::{Act, Advice, Choice};
use crate::spec::Side;

/// Names of a choice's figures: its worth from the side's own view, and its costs.
struct Names {
    win: &'static str,
    swing: &'static str,
    points: &'static str,
    cp: &'static str,
}

const SHOOT: Names = Names {
    win: "shoot-win",
    swing: "shoot-swing",
    points: "shoot-cost-points",
    cp: "shoot-cost-cp",
};
const LEAVE: Names = Names {
    win: "leave-win",
    swing: "leave-swing",
    points: "leave-cost-points",
    cp: "leave-cost-cp",
};
const LEAVE_DAMAGED: Names = Names {
    win: "leave-damaged-win",
    swing: "leave-damaged-swing",
    points: "leave-damaged-cost-points",
    cp: "leave-damaged-cost-cp",
};
const SCREEN: Names = Names {
    win: "screen-win",
    swing: "screen-swing",
    points: "screen-cost-points",
    cp: "screen-cost-cp",
};

impl TidyTable {
    /// What each choice is worth. `at` of a shot is the target's number in its fleet, and `unit` names both;
    /// that of a way to screen is its place, from 1 for the best.
    #[must_use]
    pub fn of_advice(advice: &Advice) -> TidyTable {
        let mut table = TidyTable::default();
        let attacker = Owner::of(Side::Attacker);
        table.row(attacker, "win", None, Some(advice.value.win));
        table.row(attacker, "swing-mean", None, Some(advice.value.swing));
        for side in &advice.sides {
            let owner = Owner::of(side.side);
            for group in &side.groups {
                for choice in &group.choices {
                    let (names, unit, at) = match &choice.act {
                        Act::Shoot { target, number, .. } => {
                            (SHOOT, format!("{} at {target}", group.label), Some(*number as i64))
                        }
                        Act::Leave { damaged: true } => (LEAVE_DAMAGED, group.label.clone(), None),
                        _ => (LEAVE, group.label.clone(), None),
                    };
                    let owner = Owner {
                        group: Some(group.number),
                        unit: &unit,
                        ..owner
                    };
                    table.choice(owner, &names, at, choice);
                }
            }
            for (place, choice) in side.screens.iter().enumerate() {
                if let Act::Screen(ships) = &choice.act {
                    let owner = Owner { unit: ships, ..owner };
                    table.choice(owner, &SCREEN, Some(place as i64 + 1), choice);
                }
            }
            if side.right_to_leave.is_some() {
                table.row(owner, "right-to-leave", None, side.right_to_leave);
            }
        }
        table.solved();
        table
    }

    fn choice(&mut self, owner: Owner<'_>, names: &Names, at: Option<i64>, choice: &Choice) {
        self.row(owner, names.win, at, choice.value.win);
        self.row(owner, names.points, at, choice.cost.win);
        self.row(owner, names.swing, at, choice.value.swing);
        self.row(owner, names.cp, at, choice.cost.swing);
    }

    /// Figures that were worked out, of no run.
    pub(super) fn solved(&mut self) {
        self.seed = vec![None; self.measure.len()];
        self.battles = vec![None; self.measure.len()];
        self.partial = vec![false; self.measure.len()];
    }
}
