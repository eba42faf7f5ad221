//! How the groups and ships of a battle are called in advice.

use super::MomentTold;
use crate::engine::Plan;
use crate::engine::exact::{Firing, Position};
use crate::rules::space_empires::{Battle, Group};
use crate::spec::Side;

/// How slots are called.
pub struct Names<'a> {
    pub plan: &'a Plan,
    /// Label and number in its fleet of each row.
    rows: Vec<(String, usize)>,
}

impl<'a> Names<'a> {
    /// The names of a battle's groups.
    #[must_use]
    pub fn new(battle: &Battle, plan: &'a Plan) -> Names<'a> {
        let rows = battle.sides.iter().flat_map(|fleet| {
            let label = |(at, group): (usize, &Group)| {
                let same = fleet.groups.iter().filter(|other| other.label == group.label).count();
                let label = match same {
                    1 => group.label.clone(),
                    _ => format!("{} (group {})", group.label, at + 1),
                };
                (label, at + 1)
            };
            fleet.groups.iter().enumerate().map(label)
        });
        Names {
            plan,
            rows: rows.collect(),
        }
    }

    /// Number of a slot's group in its fleet, from 1.
    pub fn number(&self, slot: usize) -> usize {
        self.rows[self.plan.slots[slot].unit].1
    }

    /// `CA a1`, or `CA a1 damaged 1` for ships split off.
    #[must_use]
    pub fn slot(&self, slot: usize) -> String {
        let row = self.plan.slots[slot].unit;
        let label = &self.rows[row].0;
        let damage = self.plan.units[row].slots.iter().position(|&of_row| of_row == slot);
        match damage {
            None | Some(0) => label.clone(),
            Some(damage) => format!("{label} damaged {damage}"),
        }
    }

    /// `2 CA a1 + 1 CA a1 damaged 1`, one count a slot; `nobody` if there are none.
    pub fn counted(&self, slots: impl Iterator<Item = (usize, u8)>) -> String {
        let present = slots.filter(|&(_, ships)| ships > 0);
        let parts: Vec<String> = present
            .map(|(slot, ships)| format!("{ships} {}", self.slot(slot)))
            .collect();
        match parts.len() {
            0 => "nobody".to_owned(),
            _ => parts.join(" + "),
        }
    }

    /// A point of the battle in words.
    pub fn moment(&self, position: &Position) -> MomentTold {
        let told = |side: Side| {
            let mut parts = Vec::new();
            for slot in self.plan.slots_of[side.index()].clone() {
                let (ships, hurt) = position.ships[slot];
                let unhurt = ships - u8::from(hurt > 0);
                if unhurt > 0 {
                    parts.push(format!("{unhurt} {}", self.slot(slot)));
                }
                if hurt > 0 {
                    parts.push(format!("1 {} damaged {hurt}", self.slot(slot)));
                }
            }
            parts.join(" + ")
        };
        let turn = position.firing.map(|Firing { step, shots, .. }| {
            let shooter = self.plan.steps[step].shooter;
            let side = self.plan.slots[shooter].side;
            (format!("{} {}", side.name(), self.slot(shooter)), shots)
        });
        MomentTold {
            ships: Side::BOTH.map(told),
            round: position.round,
            turn,
            bonus: position.firing.and_then(|firing| firing.bonus),
        }
    }
}
