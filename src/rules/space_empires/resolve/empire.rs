//! Whose ships plain names mean: the base empires', or the alternate empires' own (24.0).

use super::replicators::REPLICATORS;
use super::{Resolver, suggest};
use crate::rules::space_empires::catalog::Unit;
use crate::spec::{self, Spanned, nearest, quoted};

/// What the names of the alternate empires' units begin with.
const ALTERNATE: &str = "Alt";

/// What a fleet's `empire` may be, the default first.
const EMPIRES: [&str; 3] = ["base", "alternate", REPLICATORS];

impl Resolver<'_> {
    /// Whether a fleet is one of an alternate empire.
    pub(super) fn is_alternate(&mut self, written: &spec::Fleet) -> bool {
        let Some(word) = &written.empire else { return false };
        let empire = word.value.to_lowercase();
        if !EMPIRES.contains(&empire.as_str()) {
            let help = suggest(nearest(&empire, EMPIRES), "empires", EMPIRES.into_iter());
            self.fault(
                word.place.clone(),
                format!("unknown empire {}", quoted(&word.value)),
                help,
            );
            return false;
        }
        let alternate = empire == EMPIRES[1];
        if alternate && !self.catalog.units.iter().any(|unit| unit.traits.alternate) {
            let message = format!("{} has no alternate empires", self.catalog.edition);
            self.fault(word.place.clone(), message, "they are in all-good-things");
        }
        alternate
    }

    /// The alternate empires' unit of a name, where they have one of their own.
    fn theirs(&self, unit: &Unit) -> Option<&'static Unit> {
        self.catalog.any_unit(&format!("{ALTERNATE}{}", unit.name))
    }

    /// The name of the unit that a word means in an alternate empire's fleet; a fault if they can't build it.
    pub(super) fn in_alternate_fleet(&mut self, written: &Spanned<String>) -> Option<Spanned<String>> {
        let Some(unit) = self.catalog.any_unit(&written.value) else {
            return Some(written.clone());
        };
        if unit.traits.not_alternate {
            let message = format!("an alternate empire has no {} ({})", unit.name, unit.title);
            let help = "what they can't build: Carriers, Battle Carriers, Boarding Ships and Titans (24.1)";
            self.fault(written.place.clone(), message, help);
            return None;
        }
        let name = self.theirs(unit).map_or(&written.value, |theirs| &theirs.name);
        Some(Spanned::new(name.clone(), written.place.clone()))
    }

    /// The unit that a word means where only units of certain names can be: a plain name means the alternate
    /// empires' unit if that alone is there.
    pub(super) fn unit_among(&self, word: &str, is_there: impl Fn(&str) -> bool) -> Option<&'static Unit> {
        let unit = self.catalog.any_unit(word)?;
        let theirs = self
            .theirs(unit)
            .filter(|theirs| is_there(&theirs.name) && !is_there(&unit.name));
        Some(theirs.unwrap_or(unit))
    }
}
