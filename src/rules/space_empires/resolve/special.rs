//! Special abilities as written: who may have them, and what they change in a unit.

use super::{Resolver, list, suggest};
use crate::rules::space_empires::ability::{Abilities, Ability};
use crate::rules::space_empires::catalog::{self, Scans, Unit};
use crate::spec::{Spanned, nearest, quoted};

/// Attack Strength of Point Defense, less its level (15.3).
const POINT_DEFENSE: u8 = 5;

/// CP that a ship is cheaper by Construction Efficiency (24.3).
const CHEAPER: u32 = 2;

impl Resolver<'_> {
    /// The special abilities of a group, and their effects on its unit.
    pub(super) fn abilities(&mut self, unit: &mut Unit, written: &[Spanned<String>]) -> Abilities {
        let mut known = Abilities::default();
        for word in written {
            let names = || catalog::abilities().iter().map(|row| row.name.as_str());
            let Some(row) = catalog::ability(&word.value) else {
                let help = suggest(nearest(&word.value, names()), "special abilities", names());
                self.fault(
                    word.place.clone(),
                    format!("unknown ability {}", quoted(&word.value)),
                    help,
                );
                continue;
            };
            if !row.units.contains(&unit.name) {
                let message = format!("{} cannot have {} ({})", unit.name, row.name, row.section);
                let help = format!("it is for {}", list(row.units.iter().map(String::as_str)));
                self.fault(word.place.clone(), message, help);
                continue;
            }
            if known.has(row.ability) {
                self.fault(
                    word.place.clone(),
                    format!("{} is given twice", row.name),
                    "keep one of the two",
                );
                continue;
            }
            if known.list().count() >= usize::from(unit.traits.most_abilities) {
                let most = match unit.traits.most_abilities {
                    1 => "one special ability".to_owned(),
                    most => format!("{most} special abilities"),
                };
                let message = format!("{} has too many special abilities", unit.name);
                self.fault(
                    word.place.clone(),
                    message,
                    format!("it may have {most} ({})", row.section),
                );
                continue;
            }
            if !row.in_battle {
                let message = format!("{}: {} has no effect in these battles", unit.name, row.name);
                self.note(Some(&word.place), message);
            }
            known = known.with(row.ability);
            equip(unit, row.ability);
        }
        known
    }
}

/// What an ability changes in a unit, of all that is not worked out when it fires.
fn equip(unit: &mut Unit, ability: Ability) {
    match ability {
        Ability::AdvancedMunitions => unit.max_attack = unit.hull + 1,
        Ability::MiniFighterBay => unit.traits.carries += 1,
        Ability::PointDefense => unit.traits.point_defense = Some(POINT_DEFENSE),
        Ability::Scanners => unit.traits.scans = Scans::Always,
        Ability::ConstructionEfficiency => unit.cost = unit.cost.saturating_sub(CHEAPER),
        _ => {}
    }
}
