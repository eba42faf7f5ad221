//! What sets units apart besides the numbers on their counters: `traits.csv`.

/// Who keeps the fleet size bonus (5.1.3) when firing at a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BonusAgainst {
    /// Whoever has it.
    #[default]
    Anybody,
    /// Fighters alone (22.1).
    Fighters,
    /// Nobody (38.5.3).
    Nobody,
}

/// Whether a unit mounts Scanners (16.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scans {
    /// It has none.
    #[default]
    Never,
    /// It does.
    Always,
    /// As an Advanced Base that was made a Starbase: an option of the rules.
    ByRule,
}

/// A unit's traits; the default is a ship without any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    /// Hit points that one of its hits takes.
    pub damage: u8,
    /// Shots of one ship in a round.
    pub attacks: u8,
    /// It cannot be screened.
    pub never_screened: bool,
    /// A roll of 1 is no automatic hit on it, except a Fighter's.
    pub no_automatic_hit: bool,
    /// Who keeps the fleet size bonus against it.
    pub bonus_against: BonusAgainst,
    /// Fighters' Attack Strength is so much higher against it.
    pub attack_of_fighters: u8,
    /// It is a Fighter Squadron.
    pub fighter: bool,
    /// So many Fighters have room on it (15.2.3).
    pub carries: u8,
    /// It cannot be fired at while a Fighter of its side is in the battle and none is screened (15.1.1).
    pub shielded: bool,
    /// Unscanned it is cloaked (16.1).
    pub cloaks: bool,
    /// It mounts Scanners (16.2).
    pub scans: Scans,
    /// If it mounts Point Defense: its Attack Strength against Fighters, less the level (15.3).
    pub point_defense: Option<u8>,
}

impl Default for Traits {
    fn default() -> Traits {
        Traits {
            damage: 1,
            attacks: 1,
            never_screened: false,
            no_automatic_hit: false,
            bonus_against: BonusAgainst::Anybody,
            attack_of_fighters: 0,
            fighter: false,
            carries: 0,
            shielded: false,
            cloaks: false,
            scans: Scans::Never,
            point_defense: None,
        }
    }
}

impl Traits {
    /// Takes a trait of the table on. False for one that is not known, or without the value that it needs.
    pub(super) fn take(&mut self, name: &str, value: Option<u8>) -> bool {
        match (name, value) {
            ("damage", Some(points)) => self.damage = points,
            ("attacks", Some(shots)) => self.attacks = shots,
            ("attack-of-fighters", Some(more)) => self.attack_of_fighters = more,
            ("never-screened", None) => self.never_screened = true,
            ("carries", Some(fighters)) => self.carries = fighters,
            ("shielded", None) => self.shielded = true,
            ("point-defense", Some(strength)) => self.point_defense = Some(strength),
            ("cloaks", None) => self.cloaks = true,
            ("scans", Some(1)) => self.scans = Scans::Always,
            ("scans", Some(2)) => self.scans = Scans::ByRule,
            ("fighter", None) => self.fighter = true,
            ("no-automatic-hit", None) => self.no_automatic_hit = true,
            ("bonus-of-fighters", None) => self.bonus_against = BonusAgainst::Fighters,
            ("no-bonus-against", None) => self.bonus_against = BonusAgainst::Nobody,
            _ => return false,
        }
        true
    }
}
