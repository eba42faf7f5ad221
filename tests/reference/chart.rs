//! A ship chart and a reader of the shorthand of their own, so that the reference depends on
//! neither the catalog nor the parser. Numbers from the printed player aid, not from the catalog.

use broadside::rules::space_empires::catalog::{BonusAgainst, OwnTechnology, Role, Traits, Unit};
use broadside::rules::space_empires::{Battle, Edition, Fleet, Group, Policy, Retreat, Rules, Screen, Target, Terrain};

/// Name, class, attack, defense, hull, price, may retreat.
type Row = (&'static str, char, u8, u8, u8, u32, bool);

/// Units that fire and are fired at.
pub const COMBAT: [Row; 23] = [
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
    // 18.0, 26.2, 25.3, 25.7, 29.2; a Doomsday Machine of the solitaire scenarios.
    ("NPA-A5", 'A', 5, 1, 2, 0, false),
    ("NPA-C5", 'C', 5, 2, 1, 0, false),
    ("NPA-D4", 'D', 4, 1, 1, 0, false),
    ("SpaceStation", 'A', 6, 2, 2, 0, false),
    ("Pirate", 'A', 5, 0, 1, 0, false),
    ("DM", 'C', 9, 2, 3, 0, false),
    ("DM5", 'B', 9, 2, 8, 0, false),
];

/// What sets a unit apart, from its section of the rule book.
fn traits(name: &str) -> Traits {
    let plain = Traits::default();
    match name {
        // 22.0, 22.1
        "TN" => Traits {
            damage: 2,
            never_screened: true,
            no_automatic_hit: true,
            bonus_against: BonusAgainst::Fighters,
            attack_of_fighters: 1,
            ..plain
        },
        // 18.2: Tactics 1, and nothing of a player's.
        "NPA-A5" | "NPA-C5" | "NPA-D4" => Traits {
            own_technology: Some(OwnTechnology {
                tactics: 1,
                ..OwnTechnology::default()
            }),
            ..plain
        },
        "SpaceStation" | "Pirate" => Traits {
            own_technology: Some(OwnTechnology::default()),
            ..plain
        },
        // 29.2, 29.4, 5.7.2
        "DM" => Traits {
            own_technology: Some(OwnTechnology {
                tactics: 2,
                ..OwnTechnology::default()
            }),
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
            bonus_against: BonusAgainst::Nobody,
            ..plain
        },
        _ => plain,
    }
}

/// Units that are always screened (5.4), and their prices.
pub const NON_COMBAT: [(&str, u32); 3] = [("CO", 8), ("Miner", 5), ("Pipeline", 3)];

/// A unit of the chart.
///
/// # Panics
///
/// If the chart has no such unit.
pub fn unit(name: &str) -> Unit {
    if let Some(&(name, class, attack, defense, hull, cost, can_retreat)) = COMBAT.iter().find(|row| row.0 == name) {
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
        // 9.2; 38.1.1: Titans and Starbases alone mount Attack 4, and no fleet has Defense 4.
        max_attack: if traits(name).own_technology.is_some() {
            0
        } else {
            hull.min(4)
        },
        max_defense: if traits(name).own_technology.is_some() {
            0
        } else {
            hull.min(3)
        },
        can_retreat,
        traits: traits(name),
        requires: String::new(),
        counters: 0,
        note: String::new(),
    }
}

/// Two fleets that meet in open space.
pub fn battle(sides: [Fleet; 2]) -> Battle {
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
    let tactics = unit.traits.own_technology.map_or(0, |own| own.tactics);
    let mut group = Group {
        unit,
        label,
        count,
        attack: 0,
        defense: 0,
        tactics,
        out_of_supply: false,
    };
    for word in words {
        let level = |text: &str| text.parse().unwrap_or_else(|_| panic!("no level in {word:?}"));
        match word.split_at(1) {
            // Scouts are always in supply (36.5.3).
            _ if word == "oos" => group.out_of_supply = group.unit.name != "SC",
            ("a", digits) => group.attack = group.unit.max_attack.min(level(digits)),
            ("d", digits) => group.defense = group.unit.max_defense.min(level(digits)),
            ("t", _) if own_alone => {}
            ("t", digits) => group.tactics = level(digits),
            _ => panic!("what is {word:?}?"),
        }
    }
    group
}

/// What a side does that was told nothing.
pub fn default_policy() -> Policy {
    Policy {
        target: Target::Value,
        finish_wounded: true,
        screen: Screen::None,
        keep_bonus: false,
        retreat: Retreat::Never,
    }
}
