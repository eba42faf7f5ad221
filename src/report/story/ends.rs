//! What a told battle begins with, before the first shot, and what it leaves.

use super::{Teller, goes_on};
use crate::engine::trace::Told;
use crate::report::page::Section;
use crate::spec::Side;

impl Teller<'_> {
    /// What happens to ships before the first shot, if anything does.
    pub(super) fn beforehand(&self) -> Option<Section> {
        let mut section = Section::new("Before the battle", &["", ""]);
        let mut any = false;
        for (row, unit) in self.plan.units.iter().enumerate() {
            let what = match unit {
                unit if unit.slipped => "slip away",
                unit if unit.is_removed() => "are removed",
                unit if unit.carried && unit.slots.is_empty() => "stay aboard",
                _ => continue,
            };
            any = true;
            let ships = format!("{} {} {what}", unit.fielded, self.label(row));
            section.row([unit.side.name(), &ships]);
        }
        any.then_some(section)
    }

    /// What each group has left and lost.
    pub(super) fn left(&self, told: &Told) -> Section {
        let captures = self.plan.features.captures;
        let mut columns = vec!["", "group", ">ships", ">left", ">retreated", ">lost", ">lost CP"];
        columns.extend(captures.then_some(">captured"));
        let title = if goes_on(told, self.plan) {
            format!("State after round {}", told.rounds)
        } else {
            "After the battle".to_owned()
        };
        let mut section = Section::new(title, &columns);
        for side in Side::BOTH {
            let mut loss = 0;
            for (row, unit) in self.plan.units.iter().enumerate().filter(|(_, unit)| unit.side == side) {
                let of = |ships: &[u8]| ships.get(row).copied().unwrap_or(0);
                let (left, retreated) = (of(&told.remains.survived), of(&told.remains.retreated));
                let gone = u32::from(unit.fielded.saturating_sub(left).saturating_sub(retreated));
                loss += gone * unit.cost;
                // Those that the enemy holds at the end; what he lost of them is lost.
                let taken = self.plan.captured_row(row).map_or(0, |row| {
                    u32::from(told.remains.survived[row]) + u32::from(told.remains.retreated[row])
                });
                if unit.captured.is_some() && left + retreated == 0 {
                    continue;
                }
                let label = self.label(row);
                let numbers = [
                    u32::from(unit.fielded),
                    u32::from(left),
                    u32::from(retreated),
                    gone.saturating_sub(taken),
                    gone * unit.cost,
                ];
                let mut cells = vec![side.name().to_owned(), label];
                cells.extend(numbers.map(|number| number.to_string()));
                cells.extend(captures.then(|| taken.to_string()));
                section.row(cells);
            }
            let mut cells: Vec<String> = [side.name(), "total", "", "", "", ""].map(str::to_owned).to_vec();
            cells.push(loss.to_string());
            cells.extend(captures.then(String::new));
            section.row(cells);
        }
        section
    }
}
