//! Special abilities of ships: table 3 of unique ships (41.0), which other ships share (38.0), and those
//! that alternate empires draw (24.3).

/// A special ability.
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
}

/// A set of abilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Abilities(u16);

impl Abilities {
    /// Whether an ability is among them.
    #[must_use]
    pub fn has(self, ability: Ability) -> bool {
        self.0 & 1 << ability as u16 != 0
    }

    /// With one more.
    #[must_use]
    pub fn with(self, ability: Ability) -> Abilities {
        Abilities(self.0 | 1 << ability as u16)
    }
}
