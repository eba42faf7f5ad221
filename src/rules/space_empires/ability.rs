//! Special abilities of ships: table 3 of unique ships (41.0), which other ships share (38.0), and those
//! that alternate empires draw (24.3). What each does, and who may have it, is in `catalog/abilities.csv`.

/// A special ability; one for each row of the table, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ability {
    /// A hit is followed by one more shot at the same type of ship.
    SecondSalvo,
    /// A roll of 1 or 2 always hits.
    HeavyWarheads,
    /// Keeps one enemy ship from leaving.
    TractorBeam,
    /// Keeps one ship of its side from being fired at.
    ShieldProjector,
    /// Mines do nothing to it.
    AntiSensorHull,
    /// +1 Attack Strength against ships of Hull Size 2 or more.
    AttackLarge,
    /// +1 Attack Strength against ships of Hull Size 1 or less.
    AttackSmall,
    /// +1 Defense Strength against ships of Hull Size 2 or more.
    DefenseLarge,
    /// +1 Defense Strength against ships of Hull Size 1 or less.
    DefenseSmall,
    /// Carries Attack technology one level above its Hull Size.
    AdvancedMunitions,
    /// Carries a Fighter.
    MiniFighterBay,
    /// Mounts Point Defense (15.3).
    PointDefense,
    /// Mounts Scanners (16.2).
    Scanners,
    /// Looks ahead; not in battles.
    Exploration,
    /// Moves farther; not in battles.
    Fast,
    /// Moves as the Empire Advantage of that name says; not in battles.
    SpacePilgrim,
    /// Costs less; not in battles.
    ConstructionEfficiency,
    /// Builds as a Shipyard; not in battles.
    ConstructionBay,
    /// Moves others; not in battles.
    WarpGates,
}

impl Ability {
    /// All of them, in the order of the table.
    pub const ALL: [Ability; 19] = [
        Ability::SecondSalvo,
        Ability::HeavyWarheads,
        Ability::TractorBeam,
        Ability::ShieldProjector,
        Ability::AntiSensorHull,
        Ability::AttackLarge,
        Ability::AttackSmall,
        Ability::DefenseLarge,
        Ability::DefenseSmall,
        Ability::AdvancedMunitions,
        Ability::MiniFighterBay,
        Ability::PointDefense,
        Ability::Scanners,
        Ability::Exploration,
        Ability::Fast,
        Ability::SpacePilgrim,
        Ability::ConstructionEfficiency,
        Ability::ConstructionBay,
        Ability::WarpGates,
    ];
}

impl Ability {
    /// Those of them that a trait or a technology gives, with their names.
    const NAMED: [(Ability, &'static str); 4] = [
        (Ability::SecondSalvo, "second-salvo"),
        (Ability::HeavyWarheads, "heavy-warheads"),
        (Ability::TractorBeam, "tractor-beam"),
        (Ability::ShieldProjector, "shield-projector"),
    ];

    /// The ability that a trait or a technology is called after.
    #[must_use]
    pub fn of_trait(name: &str) -> Option<Ability> {
        Ability::NAMED
            .iter()
            .find(|(_, known)| *known == name)
            .map(|&(ability, _)| ability)
    }
}

/// A set of abilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Abilities(u32);

impl Abilities {
    /// Whether an ability is among them.
    #[must_use]
    pub fn has(self, ability: Ability) -> bool {
        self.0 & 1 << ability as u32 != 0
    }

    /// Those of them that carry the name of a technology, with it.
    pub fn named(self) -> impl Iterator<Item = (Ability, &'static str)> {
        Ability::NAMED
            .into_iter()
            .filter(move |&(ability, _)| self.has(ability))
    }

    /// With one more.
    #[must_use]
    pub fn with(self, ability: Ability) -> Abilities {
        Abilities(self.0 | 1 << ability as u32)
    }

    /// With one less.
    #[must_use]
    pub fn without(self, ability: Ability) -> Abilities {
        Abilities(self.0 & !(1 << ability as u32))
    }

    /// Those that are among them, in the order of the table.
    pub fn list(self) -> impl Iterator<Item = Ability> {
        Ability::ALL.into_iter().filter(move |&ability| self.has(ability))
    }
}

/// A Shield Projector's ship and the ship that it keeps from being fired at, as numbers of a fleet's groups. Of
/// either group every ship does so, or is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shield {
    /// The group that projects it.
    pub projector: usize,
    /// The group that it protects.
    pub protected: usize,
}
