//! A ship chart and a reader of the shorthand of their own, so that the reference depends on
//! neither the catalog nor the parser. Numbers from the printed player aid, not from the catalog.

use broadside::rules::space_empires::catalog::{BonusAgainst, Neutral, OwnTechnology, Role, Scans, Traits, Unit};
use broadside::rules::space_empires::{
    Ability, Battle, Board, Edition, Experience, Fleet, Gear, Group, Policy, Retreat, Rules, Screen, Target, Terrain,
};
use broadside::spec::Charge;

/// Name, class, attack, defense, hull, price, may retreat.
pub type Row = (&'static str, char, u8, u8, u8, u32, bool);

/// Units that fire and are fired at.
pub const COMBAT: [Row; 28] = [
    ("SC", 'E', 3, 0, 1, 6, true),
    ("DD", 'D', 4, 0, 1, 9, true),
    ("CA", 'C', 4, 1, 2, 12, true),
    ("BC", 'B', 5, 1, 2, 15, true),
    ("BB", 'A', 5, 2, 3, 20, true),
    ("DN", 'A', 6, 3, 3, 24, true),
    ("Base", 'A', 7, 2, 3, 12, false),
    ("DSN", 'B', 4, 1, 2, 6, false),
    ("SY", 'C', 3, 0, 1, 6, false),
    ("T", 'E', 1, 1, 1, 6, true),
    ("SW", 'E', 1, 0, 1, 6, true),
    ("Flagship", 'B', 4, 1, 3, 0, true),
    ("AdvFlagship", 'A', 5, 3, 3, 0, true),
    ("AdvBase", 'A', 7, 2, 3, 12, false),
    // 38.5.1: 12 for the Base and 12 more.
    ("Starbase", 'A', 7, 3, 4, 24, false),
    ("TN", 'A', 7, 3, 5, 32, false),
    ("CV", 'E', 3, 0, 1, 12, true),
    ("BV", 'B', 5, 1, 3, 20, true),
    ("F", 'B', 5, 0, 1, 5, false),
    ("R", 'A', 4, 0, 2, 12, true),
    ("RX", 'A', 4, 0, 2, 12, true),
    // 18.0, 26.2, 25.3, 25.7, 29.2; a Doomsday Machine of the solitaire scenarios.
    ("NPA-A5", 'A', 5, 1, 2, 0, false),
    ("NPA-C5", 'C', 5, 2, 1, 0, false),
    ("NPA-D4", 'D', 4, 1, 1, 0, false),
    ("SpaceStation", 'A', 6, 2, 2, 0, false),
    ("Pirate", 'A', 5, 0, 1, 0, false),
    ("DM", 'C', 9, 2, 3, 0, false),
    ("DM5", 'B', 9, 2, 8, 0, false),
];

/// Those of the alternate empires (24.1) that fight as others do.
pub const ALTERNATE: [Row; 13] = [
    ("AltSC", 'D', 2, 0, 1, 6, true),
    ("AltDD", 'C', 4, 0, 1, 10, true),
    ("AltCA", 'C', 5, 0, 2, 12, true),
    ("AltBC", 'B', 5, 1, 2, 15, true),
    ("AltBB", 'B', 6, 2, 3, 20, true),
    ("AltDN", 'A', 7, 3, 3, 25, true),
    ("AltR", 'A', 5, 0, 2, 14, true),
    ("AltRX", 'A', 5, 0, 2, 14, true),
    ("AltT", 'E', 1, 1, 1, 6, true),
    ("AltSW", 'E', 1, 0, 1, 6, true),
    ("AltFlagship", 'B', 5, 1, 3, 0, true),
    ("AltAdvFlagship", 'A', 6, 2, 3, 0, true),
    ("AltTN", 'A', 7, 3, 5, 32, false),
];

/// Destroyers with Heavy Warheads (38.3).
pub const ADVANCED: [Row; 2] = [("DDX", 'D', 4, 0, 1, 9, true), ("AltDDX", 'C', 4, 0, 1, 10, true)];

/// Those that board (19.1).
pub const BOARDING: [Row; 1] = [("BD", 'F', 5, 0, 2, 12, true)];

/// Those that launch Missiles (24.4), and Fighters that nobody carries (24.1.2).
pub const MISSILES: [Row; 1] = [("MB", 'A', 0, 0, 1, 10, true)];
pub const FREE_FIGHTERS: [Row; 1] = [("AltF", 'B', 5, 0, 1, 7, true)];

/// Replicators (40.0). Nobody pays CP for them.
pub const REPLICATORS: [Row; 14] = [
    ("Rep0", 'E', 2, 0, 1, 0, true),
    ("RepII", 'E', 4, 1, 1, 0, true),
    ("RepIV", 'E', 5, 1, 1, 0, true),
    ("RepV", 'D', 6, 2, 2, 0, true),
    ("RepVII", 'C', 6, 2, 2, 0, true),
    ("RepIX", 'D', 6, 1, 1, 0, true),
    ("RepXI", 'B', 8, 3, 2, 0, true),
    // 40.4
    ("RepXIII", 'A', 10, 4, 4, 0, true),
    ("RepXV", 'A', 11, 5, 4, 0, true),
    ("RepPD", 'E', 1, 0, 1, 0, true),
    ("RepScan", 'E', 1, 0, 2, 0, true),
    ("RepSW", 'E', 1, 0, 1, 0, true),
    ("RepExp", 'E', 1, 0, 2, 0, true),
    ("RepFlagship", 'B', 1, 1, 3, 0, true),
];

fn rows() -> impl Iterator<Item = &'static Row> {
    let kinds: [&'static [Row]; 7] = [
        &COMBAT,
        &ALTERNATE,
        &ADVANCED,
        &BOARDING,
        &MISSILES,
        &FREE_FIGHTERS,
        &REPLICATORS,
    ];
    kinds.into_iter().flatten()
}

/// What sets a unit apart, from its section of the rule book.
fn traits(name: &str) -> Traits {
    if let Some(kind) = name.strip_prefix("Rep") {
        return replicator(kind);
    }
    if let Some(base) = name.strip_prefix("Alt") {
        return Traits {
            // 24.1.3
            lost_when_boarded: true,
            // 24.1.2
            flies_alone: base == "F",
            ..traits(base)
        };
    }
    let outside = matches!(
        name,
        "Base" | "AdvBase" | "Starbase" | "DSN" | "SY" | "SpaceStation" | "DM" | "DM5"
    );
    let plain = Traits {
        // 37.4.1
        outside_experience: outside,
        // 19.2.2
        unboardable: outside || matches!(name, "TN" | "F"),
        ..Traits::default()
    };
    match name {
        // 22.0, 22.1
        "TN" => Traits {
            damage: 2,
            // 24.4.4
            missile_damage: Some(1),
            never_screened: true,
            no_automatic_hit: true,
            bonus_against: BonusAgainst::Fighters,
            attack_of_fighters: 1,
            // 22.2
            carries: 3,
            ..plain
        },
        // 15.1.1, 38.6.2
        "CV" | "BV" => Traits {
            carries: if name == "CV" { 3 } else { 6 },
            shielded: true,
            ..plain
        },
        // 16.1, 16.2
        "R" | "RX" => Traits { cloaks: true, ..plain },
        "DD" | "DDX" | "AdvBase" => Traits {
            scans: Scans::Always,
            ..plain
        },
        // 24.5.1
        "CA" => Traits { jams: true, ..plain },
        // 19.2.2
        "BD" => Traits {
            boards: Some(1),
            ..plain
        },
        "MB" => Traits {
            launches: Some(6),
            // 24.1.3
            lost_when_boarded: true,
            ..plain
        },
        "F" => Traits { fighter: true, ..plain },
        // 15.3: A6, A7, A8 at Point Defense 1, 2, 3.
        "SC" => Traits {
            point_defense: Some(5),
            ..plain
        },
        // 18.2: Tactics 1, Point Defense 2 or Scanner 1, and nothing of a player's.
        "NPA-A5" => Traits {
            own_technology: skilled(own(1, 0, 1), 1),
            scans: Scans::Always,
            ..plain
        },
        "NPA-C5" | "NPA-D4" => Traits {
            own_technology: skilled(own(1, 2, 0), 1),
            point_defense: Some(5),
            ..plain
        },
        // 25.3.1
        "SpaceStation" => Traits {
            own_technology: own(0, 2, 1),
            point_defense: Some(5),
            scans: Scans::Always,
            ..plain
        },
        "Pirate" => Traits {
            own_technology: skilled(own(0, 0, 0), 0),
            // 25.7.4
            lost_when_boarded: true,
            ..plain
        },
        // 29.2, 29.4, 5.7.2
        "DM" => Traits {
            own_technology: own(2, 0, 2),
            neutral: Some(Neutral::Machine),
            missile_damage: Some(1),
            scans: Scans::Always,
            immune_to_fighters: true,
            attacks: 2,
            bonus_against: BonusAgainst::Nobody,
            no_screening_against: true,
            terrain_proof: true,
            ..plain
        },
        "DM5" => Traits {
            attacks: 5,
            no_automatic_hit: true,
            ten_misses: true,
            ..traits("DM")
        },
        // 38.5.3
        "Starbase" => Traits {
            attacks: 2,
            scans: Scans::ByRule,
            bonus_against: BonusAgainst::Nobody,
            ..plain
        },
        _ => plain,
    }
}

/// A kind of Replicators: without any of their owner's technology (40.1), and never boarded (40.1.1).
fn replicator(kind: &str) -> Traits {
    let tactics = u8::from(["VII", "IX", "XI", "XIII", "XV", "Flagship"].contains(&kind));
    let (point_defense, scanners) = match kind {
        // 40.7.1
        "PD" => (1, 0),
        // 40.7.2
        "Scan" => (0, 2),
        _ => (0, 0),
    };
    Traits {
        own_technology: own(tactics, point_defense, scanners),
        unboardable: true,
        replicator: true,
        // 25.1.2
        lost_in_plasma: ["0", "II"].contains(&kind),
        // 40.4
        swarms: ["0", "II", "IV", "IX", "PD", "SW"].contains(&kind),
        point_defense: (kind == "PD").then_some(5),
        scans: if scanners > 0 { Scans::Always } else { Scans::Never },
        // C6.
        against_cloaked: (scanners > 0).then_some((2, 6)),
        // As the Replicators' Production Sheet has it.
        jams: ["VII", "XI", "Scan", "Exp"].contains(&kind),
        ..Traits::default()
    }
}

/// With Security Forces, and Skilled (18.2, 25.7.4, 37.3.6).
fn skilled(own: Option<OwnTechnology>, security: u8) -> Option<OwnTechnology> {
    own.map(|own| OwnTechnology {
        security,
        experience: 1,
        ..own
    })
}

/// Tactics, Point Defense and Scanners of a unit that has no others.
fn own(tactics: u8, point_defense: u8, scanners: u8) -> Option<OwnTechnology> {
    Some(OwnTechnology {
        tactics,
        point_defense,
        scanners,
        security: 0,
        experience: 0,
        jammer: 0,
    })
}

/// Units that are always screened (5.4), and their prices.
pub const NON_COMBAT: [(&str, u32); 3] = [("CO", 8), ("Miner", 5), ("Pipeline", 3)];

/// A unit of the chart.
///
/// # Panics
///
/// If the chart has no such unit.
pub fn unit(name: &str) -> Unit {
    if let Some(&(name, class, attack, defense, hull, cost, can_retreat)) = rows().find(|row| row.0 == name) {
        return row(
            name,
            Role::Combat,
            (class as u8 - b'A', attack, defense, hull),
            cost,
            can_retreat,
        );
    }
    if let Some(&(name, cost)) = NON_COMBAT.iter().find(|row| row.0 == name) {
        return row(name, Role::NonCombat, (0, 0, 0, 1), cost, false);
    }
    assert_eq!(name, "Decoy", "no unit {name}");
    row(name, Role::Decoy, (0, 0, 0, 0), 1, false)
}

fn row(name: &str, role: Role, (class, attack, defense, hull): (u8, u8, u8, u8), cost: u32, can_retreat: bool) -> Unit {
    Unit {
        name: name.to_owned(),
        title: name.to_owned(),
        role,
        class,
        attack,
        defense,
        hull,
        cost,
        maintenance: 0,
        max_attack: most_technology(name, hull).0,
        max_defense: most_technology(name, hull).1,
        can_retreat,
        // 4.1.3
        moves: !["Base", "AdvBase", "Starbase", "DSN", "SY"].contains(&name),
        traits: traits(name),
        requires: String::new(),
        counters: 0,
        note: String::new(),
    }
}

/// Highest Attack and Defense technology. 9.2; 38.1.1: Titans and Starbases alone mount Attack 4, and no fleet has
/// Defense 4.
fn most_technology(name: &str, hull: u8) -> (u8, u8) {
    match name.trim_start_matches("Alt") {
        _ if traits(name).own_technology.is_some() => (0, 0),
        // 38.9, 38.3: a level more.
        "RX" => (3, 3),
        "DDX" => (2, 2),
        // 24.4.1
        "MB" => (3, 1),
        // 19.1
        "BD" => (0, 2),
        _ => (hull.min(4), hull.min(3)),
    }
}

/// Two fleets that meet in open space. If the experience of any Group is told, all have some: Green, or Skilled as
/// Aliens and Pirates are; but none outside experience, and none where there are Replicators (40.1).
pub fn battle(mut sides: [Fleet; 2]) -> Battle {
    let groups = || sides.iter().flat_map(|fleet| &fleet.groups);
    let played = groups().any(|group| group.experience.is_some());
    let replicators = groups().any(|group| group.unit.traits.replicator);
    for group in sides.iter_mut().flat_map(|fleet| &mut fleet.groups) {
        let traits = &group.unit.traits;
        let outside = traits.outside_experience || group.unit.role != Role::Combat;
        group.experience = match traits.own_technology {
            _ if !played || replicators || outside => None,
            Some(own) => Some(Experience::ALL[usize::from(own.experience)]),
            None => Some(group.experience.unwrap_or_default()),
        };
    }
    Battle {
        edition: Edition::AllGoodThings,
        terrain: Terrain::default(),
        rules: Rules::default(),
        sides,
        notes: Vec::new(),
    }
}

/// A fleet from the shorthand `3 CA a1 d1 t1 + 6 SC a1 oos`; `oos`: out of supply.
///
/// # Panics
///
/// If the text is anything else.
pub fn fleet(text: &str) -> Fleet {
    Fleet {
        name: text.to_owned(),
        groups: text.split('+').map(group).collect(),
        policy: default_policy(),
        shields: Vec::new(),
    }
}

fn group(text: &str) -> Group {
    let mut words = text.split_whitespace();
    let count = words
        .next()
        .and_then(|word| word.parse().ok())
        .unwrap_or_else(|| panic!("no count in {text:?}"));
    let unit = unit(words.next().unwrap_or_else(|| panic!("no unit in {text:?}")));
    let label = text
        .trim()
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim()
        .to_owned();
    let own_alone = unit.traits.own_technology.is_some();
    let own = unit.traits.own_technology.unwrap_or_default();
    let mut group = Group {
        label,
        count,
        attack: 0,
        defense: 0,
        tactics: own.tactics,
        gear: Gear {
            cloaking: u8::from(unit.traits.cloaks),
            point_defense: own.point_defense,
            scanners: own.scanners,
            security: own.security,
            jammer: u8::from(unit.traits.jams && unit.traits.replicator),
            ..Gear::default()
        },
        out_of_supply: false,
        charge: None,
        experience: None,
        loaded: false,
        slips: false,
        unit,
    };
    if group.unit.name.ends_with("DDX") {
        group.gear.abilities = group.gear.abilities.with(Ability::HeavyWarheads);
    }
    let words: Vec<&str> = words.collect();
    // Before the levels that they allow.
    for ability in words.iter().filter_map(|word| ability(word)) {
        let gear = &mut group.gear.abilities;
        *gear = gear.with(ability);
        if ability == Ability::AdvancedMunitions {
            group.unit.max_attack += 1;
        }
        match ability {
            Ability::PointDefense => group.unit.traits.point_defense = Some(5),
            Ability::MiniFighterBay => group.unit.traits.carries += 1,
            _ => {}
        }
    }
    for word in words {
        let level = |text: &str| -> usize { text.parse().unwrap_or_else(|_| panic!("no level in {word:?}")) };
        match word.split_at(1) {
            _ if word == "charged-red" => group.charge = Some(Charge::Red),
            _ if word == "charged-green" => group.charge = Some(Charge::Green),
            // 15.2.7: B5-0, B6-0, B7-1, B8-2; levels 2 and 3 are harder to hit for Point Defense.
            ("f", digits) if group.unit.traits.fighter => {
                (group.unit.attack, group.unit.defense) = [(5, 0), (6, 0), (7, 1), (8, 2)][level(digits) - 1];
                group.gear.evasion = u8::from([2, 3].contains(&level(digits)));
            }
            ("p", digits) if digits.starts_with('d') && group.unit.traits.point_defense.is_some() && !own_alone => {
                group.gear.point_defense = level(&digits[1..]) as u8
            }
            // Scouts and Raiders are always in supply (36.5.3), Replicators know of none.
            _ if word == "oos" => {
                let name = group.unit.name.trim_start_matches("Alt");
                group.out_of_supply = !["SC", "R", "RX"].contains(&name) && !group.unit.traits.replicator;
            }
            _ if word == "loaded" => group.loaded = true,
            _ if ability(word).is_some() => {}
            _ if Experience::ALL.iter().any(|level| level.name() == word) => {
                group.experience = Experience::ALL.into_iter().find(|level| level.name() == word);
            }
            ("a", digits) if digits.starts_with("cademy") => {
                group.gear.academy = if own_alone { 0 } else { level(&digits[6..]) as u8 };
            }
            ("s", digits) if digits.starts_with("ecurity") => {
                if !own_alone {
                    group.gear.security = level(&digits[7..]) as u8;
                }
            }
            ("j", digits) if digits.starts_with("am") => {
                group.gear.jammer = if group.unit.traits.jams {
                    level(&digits[2..]) as u8
                } else {
                    0
                };
            }
            ("b", digits) if digits.starts_with("oard") => {
                if group.unit.traits.boards.is_some() {
                    group.unit.attack = 4 + level(&digits[4..]) as u8;
                }
            }
            ("m", digits) if digits.starts_with("issile") || digits.starts_with('b') => {
                if group.unit.traits.launches.is_some() {
                    group.unit.defense = level(digits.trim_start_matches(char::is_alphabetic)) as u8 - 1;
                }
            }
            // 40.7.5
            ("r", digits) if digits.starts_with('p') && group.unit.name == "RepFlagship" => {
                let points = level(&digits[1..]) as u8;
                (group.unit.attack, group.unit.defense) = (points.max(1), 1 + points / 5);
            }
            ("a", digits) => group.attack = group.unit.max_attack.min(level(digits) as u8),
            ("d", digits) => group.defense = group.unit.max_defense.min(level(digits) as u8),
            ("t", _) if own_alone => {}
            ("t", digits) => group.tactics = level(digits) as u8,
            // 16.1.4: at Cloaking 2 Raiders are A5/D5.
            ("c", digits) if group.unit.traits.cloaks => {
                group.gear.cloaking = level(&digits[4..]) as u8;
                group.unit.attack += group.gear.cloaking - 1;
            }
            ("s", digits) if group.unit.traits.scans != Scans::Never => group.gear.scanners = level(&digits[3..]) as u8,
            ("f" | "p" | "c" | "s", _) => {}
            _ => panic!("what is {word:?}?"),
        }
    }
    group
}

/// A special ability by its name: `second-salvo`.
fn ability(word: &str) -> Option<Ability> {
    let all = [
        ("second-salvo", Ability::SecondSalvo),
        ("heavy-warheads", Ability::HeavyWarheads),
        ("tractor-beam", Ability::TractorBeam),
        ("shield-projector", Ability::ShieldProjector),
        ("anti-sensor-hull", Ability::AntiSensorHull),
        ("attack-large", Ability::AttackLarge),
        ("attack-small", Ability::AttackSmall),
        ("defense-large", Ability::DefenseLarge),
        ("defense-small", Ability::DefenseSmall),
        ("advanced-munitions", Ability::AdvancedMunitions),
        ("mini-fighter-bay", Ability::MiniFighterBay),
        ("point-defense", Ability::PointDefense),
    ];
    all.into_iter()
        .find(|(name, _)| *name == word)
        .map(|(_, ability)| ability)
}

/// What a side does that was told nothing.
pub fn default_policy() -> Policy {
    Policy {
        target: Target::Value,
        finish_wounded: true,
        screen: Screen::None,
        keep_bonus: false,
        retreat: Retreat::Never,
        slip_away: false,
        board: Board::Value,
    }
}
