//! What is in the hex, and what that does to units before the first shot.

use super::catalog::{Role, Unit};

/// Ships of this price in CP or less are destroyed in a plasma storm (25.1.2).
const LOST_IN_PLASMA_STORM: u32 = 9;

/// The hex's effects; several may be present.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terrain {
    /// Attack technology counts as 0, everyone is E-Class (5.8.1).
    pub asteroids: bool,
    /// Defense technology counts as 0, everyone is E-Class (5.8.2).
    pub nebula: bool,
    /// Defense Strength and Defense technology count as 0 (25.8).
    pub quasar: bool,
    /// Damage is doubled, and leaving fails on a 9 or 10, rolled once a side (25.1.3).
    pub ion_storm: bool,
    /// Cheap ships are destroyed, and Fighters stay aboard (25.1.2).
    pub plasma_storm: bool,
    /// Nobody retreats (25.4.1).
    pub pulsar: bool,
    /// Fighters stay aboard, and nothing is cloaked (25.5.2).
    pub quantum_filament: bool,
}

/// What part a unit takes in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It fires and is fired at.
    Fights,
    /// It has no weapon, and is lost with its escort (5.4).
    Escorted,
    /// Fighters that stay on the ships which carry them.
    Aboard,
    /// It is removed before the first shot (8.3), or destroyed by what is in the hex (25.1.2).
    Removed,
    /// Left before the first shot (16.1.2).
    Slips,
}

impl Terrain {
    /// All kinds by name, in the order of the terrain table.
    fn kinds(&mut self) -> [(&'static str, &mut bool); 7] {
        [
            ("asteroids", &mut self.asteroids),
            ("nebula", &mut self.nebula),
            ("quasar", &mut self.quasar),
            ("ion-storm", &mut self.ion_storm),
            ("plasma-storm", &mut self.plasma_storm),
            ("pulsar", &mut self.pulsar),
            ("quantum-filament", &mut self.quantum_filament),
        ]
    }

    /// This hex with one more kind of terrain in it, by its name in the terrain table; open space
    /// adds nothing. `None` for a name without rules here.
    #[must_use]
    pub fn with(mut self, name: &str) -> Option<Terrain> {
        if name != "space" {
            let kinds = self.kinds().into_iter();
            *kinds.map(|(kind, here)| (kind == name, here)).find(|(is, _)| *is)?.1 = true;
        }
        Some(self)
    }

    /// The names of all that is in the hex, in the order of the terrain table; `space` if nothing is.
    #[must_use]
    pub fn names(mut self) -> Vec<&'static str> {
        let present = self.kinds().into_iter().filter(|(_, here)| **here);
        let names: Vec<&'static str> = present.map(|(name, _)| name).collect();
        if names.is_empty() { vec!["space"] } else { names }
    }

    /// Fighters stay on the ships that carry them (25.1.2, 25.5.2).
    #[must_use]
    pub fn keeps_fighters_aboard(self) -> bool {
        self.plasma_storm || self.quantum_filament
    }

    /// Cloaking devices do not work (16.1.5, 25.5.2).
    #[must_use]
    pub fn uncloaks(self) -> bool {
        self.nebula || self.quantum_filament
    }

    /// The part that a unit takes in a battle here. A plasma storm destroys ships, which what cannot move is
    /// not; a Flagship has no price, and is no cheap ship.
    #[must_use]
    pub fn part(self, unit: &Unit) -> Part {
        let by_price = !unit.traits.replicator && (1..=LOST_IN_PLASMA_STORM).contains(&unit.cost);
        let cheap = unit.moves && (by_price || unit.traits.lost_in_plasma);
        match unit.role {
            Role::Decoy => Part::Removed,
            // Without a ship that carries them they are lost in a plasma storm (25.1.2).
            _ if unit.traits.fighter && self.keeps_fighters_aboard() => match unit.traits.carried() {
                true => Part::Aboard,
                false => Part::Removed,
            },
            _ if self.plasma_storm && cheap => Part::Removed,
            Role::NonCombat => Part::Escorted,
            Role::Combat => Part::Fights,
        }
    }
}
