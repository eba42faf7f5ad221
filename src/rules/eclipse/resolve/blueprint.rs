//! What a ship is worth by the parts on its blueprint, and whether the rules allow them.

use super::Resolver;
use crate::rules::eclipse::catalog::{Blueprint, Catalog, Class, NonPlayer, Part};
use crate::rules::eclipse::hex::Ship;
use crate::spec::eclipse as written;
use crate::spec::{Place, Spanned};

impl From<&NonPlayer> for Ship {
    fn from(row: &NonPlayer) -> Ship {
        Ship {
            initiative: row.initiative,
            computer: row.computer,
            shield: row.shield,
            hull: row.hull,
            cannons: row.cannons,
            missiles: row.missiles,
            ..Ship::default()
        }
    }
}

impl Ship {
    /// A blueprint without parts.
    #[must_use]
    pub fn bare(blueprint: &Blueprint) -> Ship {
        Ship {
            initiative: blueprint.initiative,
            computer: blueprint.computer,
            shield: blueprint.shield,
            hull: blueprint.hull,
            ..Ship::default()
        }
    }

    /// The ship with one more part.
    #[must_use]
    pub fn with(mut self, part: &Part) -> Ship {
        self.initiative += part.initiative;
        self.computer += part.computer;
        self.shield += part.shield;
        self.hull += part.hull;
        self.repair += part.repair;
        self.cannons = self.cannons.plus(part.cannons);
        self.missiles = self.missiles.plus(part.missiles);
        self
    }
}

impl Catalog {
    /// The ship that a blueprint gives at the start of the game.
    #[must_use]
    pub fn start(&self, blueprint: &Blueprint) -> Ship {
        let parts = blueprint.parts.iter().filter_map(|key| self.part(key));
        parts.fold(Ship::bare(blueprint), Ship::with)
    }
}

/// Names and numbers in a sentence.
fn listed<'a>(parts: impl Iterator<Item = &'a Part>) -> String {
    let listed = parts.map(|part| format!("{} ({})", part.name, part.energy.unsigned_abs()));
    listed.collect::<Vec<_>>().join(", ")
}

impl Resolver<'_> {
    /// The ship of a species' start.
    pub(super) fn start(&self, blueprint: &Blueprint) -> Ship {
        self.catalog.start(blueprint)
    }

    /// The ship that a blueprint and parts give; `None` if a part is not known. What the rules don't
    /// allow is a fault.
    pub(super) fn built(
        &mut self,
        blueprint: &Blueprint,
        class: &Class,
        written: &[Spanned<written::Part>],
        place: &Place,
    ) -> Option<Ship> {
        let catalog = self.catalog;
        let mut parts: Vec<&Part> = Vec::new();
        let mut all_known = true;
        for word in written {
            match catalog.part(&word.value.name) {
                Some(part) => {
                    self.unsure(&word.place, &part.title, part.confidence);
                    parts.extend((0..word.value.count).map(|_| part));
                }
                None => {
                    let name = Spanned::new(word.value.name.clone(), word.place.clone());
                    let names = catalog.parts.iter().map(|part| part.name.as_str());
                    self.unknown(
                        "ship part",
                        &name,
                        &|catalog| catalog.part(&name.value).is_some(),
                        names,
                    );
                    all_known = false;
                }
            }
        }
        if !all_known {
            return None;
        }
        self.spaces(blueprint, class, &parts, place);
        self.energy(blueprint, class, &parts, place);
        self.drive(class, &parts, place);
        Some(parts.iter().fold(Ship::bare(blueprint), |ship, part| ship.with(part)))
    }

    fn spaces(&mut self, blueprint: &Blueprint, class: &Class, parts: &[&Part], place: &Place) {
        let inside = parts.iter().filter(|part| !part.outside).count();
        let slots = usize::from(blueprint.slots);
        if inside > slots {
            let message = format!("{inside} parts on a blueprint of {slots} spaces ({})", class.name);
            let many = inside - slots;
            let help = format!("take {many} out");
            self.fault(place.clone(), message, help);
        }
    }

    fn energy(&mut self, blueprint: &Blueprint, class: &Class, parts: &[&Part], place: &Place) {
        let sum = |wanted: fn(i8) -> bool| -> i32 {
            let energies = parts.iter().map(|part| part.energy).filter(|&energy| wanted(energy));
            energies.map(i32::from).sum()
        };
        let made = i32::from(blueprint.energy) + sum(|energy| energy > 0);
        let used = -sum(|energy| energy < 0);
        if used > made {
            let message = format!(
                "the parts of the {} use {used} energy and {made} is there: {} is missing",
                class.name,
                used - made
            );
            let sources = self.catalog.parts.iter().filter(|part| part.energy > 0);
            let help = format!("add or exchange a source: {}", listed(sources));
            self.fault(place.clone(), message, help);
        }
    }

    fn drive(&mut self, class: &Class, parts: &[&Part], place: &Place) {
        let has = parts.iter().any(|part| part.drive);
        if class.drive && !has {
            let message = format!("the {} has no drive", class.name);
            let drives = self.catalog.parts.iter().filter(|part| part.drive);
            self.fault(
                place.clone(),
                message,
                format!("add one, which uses energy: {}", listed(drives)),
            );
        } else if !class.drive && has {
            let message = format!("a drive on the {}, which cannot move", class.name);
            self.fault(place.clone(), message, "take it out");
        }
    }
}
