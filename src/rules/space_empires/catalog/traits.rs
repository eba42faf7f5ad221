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

/// Whose ships those are that belong to no player. Each kind stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neutral {
    /// Non-Player Aliens (18.0).
    Aliens,
    /// Space Stations (25.3).
    Station,
    /// Space Pirates that nobody hired (25.7.2).
    Pirate,
    /// Doomsday Machines (29.0).
    Machine,
}

/// Technology that a unit has whoever owns it, and all that it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnTechnology {
    /// Tactics (9.3).
    pub tactics: u8,
    /// Point Defense (15.3).
    pub point_defense: u8,
    /// Scanners (16.2).
    pub scanners: u8,
    /// Security Forces (20.0).
    pub security: u8,
    /// Level of experience (37.1.1), 0 for Green.
    pub experience: u8,
}

impl OwnTechnology {
    /// The level of a technology, by its key.
    #[must_use]
    pub fn level(self, key: &str) -> u8 {
        match key {
            "tactics" => self.tactics,
            "point-defense" => self.point_defense,
            "scanners" => self.scanners,
            "security-forces" => self.security,
            _ => 0,
        }
    }
}

impl Neutral {
    /// What they are called, and the rule that is about them.
    #[must_use]
    pub fn told(self) -> (&'static str, &'static str) {
        match self {
            Neutral::Aliens => ("Aliens", "18.2"),
            Neutral::Station => ("Space Stations", "25.3.1"),
            Neutral::Pirate => ("Space Pirates", "25.7.2"),
            Neutral::Machine => ("Doomsday Machines", "29.2"),
        }
    }
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
    /// It belongs to no player.
    pub neutral: Option<Neutral>,
    /// It carries no technology of its owner, but this.
    pub own_technology: Option<OwnTechnology>,
    /// It attacks with no other ships.
    pub attacks_alone: bool,
    /// Its enemy screens nobody.
    pub no_screening_against: bool,
    /// Asteroids and nebulae change nothing about it.
    pub terrain_proof: bool,
    /// Its roll of 10 never hits.
    pub ten_misses: bool,
    /// Fighters do nothing to it.
    pub immune_to_fighters: bool,
    /// It boards instead of firing (19.2), and against what can't be boarded fires with this Attack Strength.
    pub boards: Option<u8>,
    /// It cannot be boarded (19.2.2).
    pub unboardable: bool,
    /// Boarded, it is destroyed instead of changing sides (24.1.3, 25.7.4).
    pub lost_when_boarded: bool,
    /// It neither has nor gains experience, nor is any gained by destroying it (37.4.1).
    pub outside_experience: bool,
    /// It launches a Missile of this Attack Strength instead of firing (24.4).
    pub launches: Option<u8>,
    /// Hit points that a Missile's hit takes from it, if not two (24.4.4).
    pub missile_damage: Option<u8>,
    /// It mounts Jammers (24.5).
    pub jams: bool,
    /// It is a ship of the Replicators (40.0).
    pub replicator: bool,
    /// Against Titans it attacks as a Fighter does (40.4).
    pub swarms: bool,
    /// Class and Attack Strength with which it fires at units equipped with Cloaking (40.7.2).
    pub against_cloaked: Option<(u8, u8)>,
    /// A Transport: with something aboard it can't be boarded (21.1.1).
    pub loads: bool,
    /// It attacks a planet on which all attackers fire as E-Class (26.0): no trait of a unit, but of where it is.
    pub ambushed: bool,
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
            neutral: None,
            own_technology: None,
            attacks_alone: false,
            no_screening_against: false,
            terrain_proof: false,
            ten_misses: false,
            immune_to_fighters: false,
            boards: None,
            unboardable: false,
            lost_when_boarded: false,
            outside_experience: false,
            launches: None,
            missile_damage: None,
            jams: false,
            replicator: false,
            swarms: false,
            against_cloaked: None,
            loads: false,
            ambushed: false,
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
            ("tactics", Some(level)) => self.own().tactics = level,
            ("own-point-defense", Some(level)) => self.own().point_defense = level,
            ("own-scanners", Some(level)) => self.own().scanners = level,
            ("own-security", Some(level)) => self.own().security = level,
            ("own-experience", Some(level)) => self.own().experience = level,
            ("aliens", None) => self.take_neutral(Neutral::Aliens),
            ("station", None) => self.take_neutral(Neutral::Station),
            ("pirate", None) => self.take_neutral(Neutral::Pirate),
            ("machine", None) => self.take_neutral(Neutral::Machine),
            ("untechnological", None) => _ = self.own(),
            ("attacks-alone", None) => self.attacks_alone = true,
            ("no-screening-against", None) => self.no_screening_against = true,
            ("terrain-proof", None) => self.terrain_proof = true,
            ("immune-to-fighters", None) => self.immune_to_fighters = true,
            ("ten-misses", None) => self.ten_misses = true,
            ("no-automatic-hit", None) => self.no_automatic_hit = true,
            ("bonus-of-fighters", None) => self.bonus_against = BonusAgainst::Fighters,
            ("no-bonus-against", None) => self.bonus_against = BonusAgainst::Nobody,
            ("boards", Some(strength)) => self.boards = Some(strength),
            ("unboardable", None) => self.unboardable = true,
            ("lost-when-boarded", None) => self.lost_when_boarded = true,
            ("outside-experience", None) => self.outside_experience = true,
            ("launches", Some(strength)) => self.launches = Some(strength),
            ("missile-damage", Some(points)) => self.missile_damage = Some(points),
            ("loads", None) => self.loads = true,
            ("jams", None) => self.jams = true,
            ("replicator", None) => self.replicator = true,
            ("swarms", None) => self.swarms = true,
            ("against-cloaked", Some(value)) => self.against_cloaked = Some((value / 100, value % 100)),
            _ => return false,
        }
        true
    }

    fn take_neutral(&mut self, kind: Neutral) {
        self.neutral = Some(kind);
        self.own();
    }

    fn own(&mut self) -> &mut OwnTechnology {
        self.own_technology.get_or_insert_default()
    }
}
