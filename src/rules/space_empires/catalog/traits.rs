//! What sets units apart besides the numbers on their counters: `traits.csv`.

use crate::rules::space_empires::ability::{Abilities, Ability};

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
    /// Space Amoebae (SSB 3.0).
    Amoeba,
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
    /// Jammers (24.5).
    pub jammer: u8,
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
            "jammer" => self.jammer,
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
            Neutral::Amoeba => ("Space Amoebae", "SSB 3.6"),
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
    /// It is a Missile (24.4.3).
    pub missile: bool,
    /// It belongs to the alternate empires (24.0).
    pub alternate: bool,
    /// The alternate empires can't build it (24.1).
    pub not_alternate: bool,
    /// A Fighter that needs no ship to carry it (24.1.2).
    pub flies_alone: bool,
    /// Special abilities that a ship of it may have, if any (24.2, 38.11, 41.0).
    pub most_abilities: u8,
    /// It is a ship of the Replicators (40.0).
    pub replicator: bool,
    /// Against Titans it attacks as a Fighter does (40.4).
    pub swarms: bool,
    /// Class and Attack Strength with which it fires at units equipped with Cloaking (40.7.2).
    pub against_cloaked: Option<(u8, u8)>,
    /// Its strength is that of its empire's research points (40.7.5).
    pub researches: bool,
    /// A plasma storm destroys it whatever it costs (25.1.2).
    pub lost_in_plasma: bool,
    /// It swallows ships: a die picks them, a hit destroys them whole, and a low roll is followed by another
    /// attack (SSB 3.6).
    pub swallows: bool,
    /// An ion storm does nothing to it (25.1.3).
    pub storm_proof: bool,
    /// Attack and Defense Strength that it has against Raiders alone (SSB 3.6).
    pub against_raiders: Option<(u8, u8)>,
    /// Ships of so many types attack it with +1 Attack Strength (SSB 3.6).
    pub weak_to_types: Option<u8>,
    /// Abilities that it has (41.0).
    pub abilities: Abilities,
    /// Abilities that it has with the technology of the same name (38.1.1).
    pub mounts: Abilities,
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
            missile: false,
            alternate: false,
            not_alternate: false,
            flies_alone: false,
            most_abilities: 1,
            replicator: false,
            swarms: false,
            against_cloaked: None,
            researches: false,
            lost_in_plasma: false,
            swallows: false,
            storm_proof: false,
            against_raiders: None,
            weak_to_types: None,
            abilities: Abilities::default(),
            mounts: Abilities::default(),
            loads: false,
            ambushed: false,
        }
    }
}

impl Traits {
    /// It can only leave, and stay when the battle is over, with room for it on other ships (15.2).
    #[must_use]
    pub fn carried(&self) -> bool {
        self.fighter && !self.flies_alone
    }

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
            ("amoeba", None) => self.take_neutral(Neutral::Amoeba),
            ("own-jammer", Some(level)) => self.own().jammer = level,
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
            ("missile", None) => self.missile = true,
            ("alternate", None) => self.alternate = true,
            ("not-alternate", None) => self.not_alternate = true,
            ("flies-alone", None) => self.flies_alone = true,
            ("abilities", Some(most)) => self.most_abilities = most,
            ("replicator", None) => self.replicator = true,
            ("swarms", None) => self.swarms = true,
            ("against-cloaked", Some(value)) => self.against_cloaked = Some((value / 100, value % 100)),
            ("researches", None) => self.researches = true,
            ("lost-in-plasma", None) => self.lost_in_plasma = true,
            ("swallows", None) => self.swallows = true,
            ("storm-proof", None) => self.storm_proof = true,
            ("against-raiders", Some(value)) => self.against_raiders = Some((value / 10, value % 10)),
            ("weak-to-types", Some(types)) => self.weak_to_types = Some(types),
            (name, None) => return self.take_ability(name),
            _ => return false,
        }
        true
    }

    /// An ability by its name, or with `mounts-` before it one that needs a technology.
    fn take_ability(&mut self, name: &str) -> bool {
        let (word, into) = match name.strip_prefix("mounts-") {
            Some(word) => (word, &mut self.mounts),
            None => (name, &mut self.abilities),
        };
        let ability = Ability::of_trait(word);
        ability.is_some_and(|ability| {
            *into = into.with(ability);
            true
        })
    }

    fn take_neutral(&mut self, kind: Neutral) {
        self.neutral = Some(kind);
        self.own();
    }

    fn own(&mut self) -> &mut OwnTechnology {
        self.own_technology.get_or_insert_default()
    }
}
