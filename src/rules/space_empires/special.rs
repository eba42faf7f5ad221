//! Ships that fire at some kind of target in another class and with another strength than at others: Point
//! Defense at Fighters (15.3), a Replicator Scanner at what is equipped with Cloaking (40.7.2); or earlier, as
//! Replicators at Missiles (24.5.1).

use super::battle::Group;
use super::catalog::Traits;
use super::options::Rules;
use super::ship::Ship;
use super::terrain::Terrain;

/// A kind of target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prey {
    /// Fighters.
    Fighters,
    /// Units equipped with Cloaking.
    Cloaking,
    /// Missiles before they attack.
    Missiles,
}

impl Prey {
    /// Whether a unit is of the kind.
    pub fn is(self, traits: &Traits) -> bool {
        match self {
            Prey::Fighters => traits.fighter,
            Prey::Cloaking => traits.cloaks,
            Prey::Missiles => traits.missile,
        }
    }
}

/// What a group's ships are worth against a kind of target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Special {
    /// Against whom.
    pub prey: Prey,
    /// As they fire then.
    pub ship: Ship,
    /// With these Tactics.
    pub tactics: u8,
}

impl Special {
    /// What sets a group's fire at some targets apart, in a hex; `None` if nothing does.
    pub fn of(group: &Group, terrain: Terrain, rules: Rules) -> Option<Special> {
        let tactics = group.tactics;
        let special = |prey: Prey| move |ship: Ship| Special { prey, ship, tactics };
        Ship::with_point_defense(group, terrain, rules)
            .map(special(Prey::Fighters))
            .or_else(|| Ship::against_cloaked(group, terrain, rules).map(special(Prey::Cloaking)))
    }
}
