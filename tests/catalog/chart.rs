//! The tables against a list of the printed values that was typed on its own.

use broadside::rules::space_empires::catalog::{self, Role};
use broadside::rules::space_empires::{Catalog, Edition, Terrain, Unit};

/// Unit, counter, price, maintenance, Attack/Defense caps, retreats (r) or not (-), counters in the
/// box (? for unknown), and the editions that have it: b c r a g for base, Close Encounters,
/// Replicators, All Good Things, Board Game Arena.
const FIGHTING: &str = "
    SC       E3-0-x1  6 1 1/1 r 6 bcrag
    SCX      E3-0-x1  6 1 1/1 r 1 ra
    DD       D4-0-x1  9 1 1/1 r 6 bcrag
    CA       C4-1-x2 12 2 2/2 r 6 bcrag
    BC       B5-1-x2 15 2 2/2 r 6 bcrag
    BB       A5-2-x3 20 3 3/3 r 6 bcrag
    DN       A6-3-x3 24 3 3/3 r 5 bcrg
    DN       A6-3-x3 24 3 3/3 r 6 a
    SW       E1-0-x1  6 1 1/1 r 6 bcrag
    T        E1-1-x1  6 1 1/1 r 6 cra
    Flagship B4-1-x3  0 0 3/3 r 1 cra
    Base     A7-2-x3 12 0 3/3 - 4 bcrag
    DSN      B4-1-x2  6 0 2/2 - 4 a
    SY       C3-0-x1  6 0 1/1 - ? bcrag
    Decoy    x0       1 0 0/0 - 4 bcrag
    CO       x1       8 0 0/0 - ? bcrag
    Miner    x1       5 0 0/0 - 4 bcrag
    Pipeline x1       3 0 0/0 - ? bcrag
    RX A4-0-x2 12 2 3/3 r 6 ra
    R A4-0-x2 12 2 2/2 r 6 bcrag
    F B5-0-x1 5 1 1/1 - 10 bcrag
    BV B5-1-x3 20 3 3/3 r 6 ra
    BD F5-0-x2 12 2 0/2 r 6 cra
    CV E3-0-x1 12 1 1/1 r 6 bcrag
    TN A7-3-x5 32 5 4/3 - 5 cra
    AdvFlagship A5-3-x3 0 0 3/3 r 1 ra
    AdvBase A7-2-x3 12 0 3/3 - 4 ra
    Starbase A7-3-x4 24 0 4/3 - ? a
    MinerX x1 5 0 0/0 - 4 ra
    MB A0-0-x1 10 1 3/1 r ? a
    Missile E6-0-x1 0 0 3/1 - ? a
    AltSC D2-0-x1 6 1 1/1 r 6 a
    AltDD C4-0-x1 10 1 1/1 r 6 a
    AltDDX C4-0-x1 10 1 2/2 r 6 a
    AltCA C5-0-x2 12 2 2/2 r 6 a
    AltBC B5-1-x2 15 2 2/2 r 6 a
    AltBB B6-2-x3 20 3 3/3 r 6 a
    AltDN A7-3-x3 25 3 3/3 r 6 a
    AltF B5-0-x1 7 1 1/1 r 10 a
    AltR A5-0-x2 14 2 2/2 r 6 a
    AltRX A5-0-x2 14 2 3/3 r 6 a
    AltFlagship B5-0-x3 0 0 3/3 r 1 a
    AltAdvFlagship A6-2-x3 0 0 3/3 r 1 a
    NPA-A5 A5-1-x2 0 0 0/0 - ? a
    NPA-B6 B6-2-x1 0 0 0/0 - ? bcra
    NPA-C5 C5-2-x1 0 0 0/0 - ? bcra
    NPA-D4 D4-1-x1 0 0 0/0 - ? bcra
    NPA-E7 E7-1-x2 0 0 0/0 - ? a
    SpaceStation A6-2-x2 0 0 0/0 - ? a
    SmallStation A5-1-x1 0 0 0/0 - ? a
    Pirate A5-0-x1 0 0 0/0 - ? a
    HiredPirate A5-0-x1 10 0 0/0 r ? a
    DM C9-2-x3 0 0 0/0 - ? a
    DM1 D7-1-x6 0 0 0/0 - ? a
    DM2 C7-1-x7 0 0 0/0 - ? a
    DM3 C8-2-x7 0 0 0/0 - ? a
    DM4 C8-2-x8 0 0 0/0 - ? a
    DM5 B9-2-x8 0 0 0/0 - ? a
    DM6 B9-3-x9 0 0 0/0 - ? a
    DM7 B10-3-x9 0 0 0/0 - ? a
    DM8 A10-3-x10 0 0 0/0 - ? a
    DM9 A11-4-x10 0 0 0/0 - ? a
    DM10 A11-4-x11 0 0 0/0 - ? a
    DDX D4-0-x1 9 1 2/2 r 6 ra
    Rep0 E2-0-x1 8 0 0/0 r ? ra
    RepII E4-1-x1 8 0 0/0 r ? ra
    RepIV E5-1-x1 8 0 0/0 r ? ra
    RepV D6-2-x2 16 0 0/0 r ? ra
    RepVII C6-2-x2 16 0 0/0 r ? ra
    RepIX D6-1-x1 8 0 0/0 r ? ra
    RepXI B8-3-x2 16 0 0/0 r ? ra
    RepXIII A10-4-x4 24 0 0/0 r ? ra
    RepXV A11-5-x4 24 0 0/0 r ? ra
    RepPD E1-0-x1 8 0 0/0 r ? ra
    RepScan E1-0-x2 16 0 0/0 r ? ra
    RepSW E1-0-x1 8 0 0/0 r ? ra
    RepExp E1-0-x2 16 0 0/0 r ? ra
    RepFlagship B1-1-x3 0 0 0/0 r ? ra
    Amoeba1 C7-1-x1 0 0 0/0 - ? a
    Amoeba2 D6-2-x2 0 0 0/0 - ? a
    Amoeba3 A7-2-x2 0 0 0/0 - ? a
    Amoeba4 A7-2-x2 0 0 0/0 - ? a
    Amoeba5 B5-1-x2 0 0 0/0 - ? a
    Amoeba6 A7-2-x2 0 0 0/0 - ? a
";

/// Units whose rules are still missing, in the same form, and those rules' section.
const WAITING: &str = "
    Mine        x1       5 0 0/0 - ?  bcrag 17.1
    Facility    x0       5 0 0/0 - ?  cra   36.0
";

const LETTERS: [(char, Edition); 5] = [
    ('b', Edition::Base),
    ('c', Edition::CloseEncounters),
    ('r', Edition::Replicators),
    ('a', Edition::AllGoodThings),
    ('g', Edition::Bga),
];

fn printed(unit: &Unit) -> String {
    let retreats = if unit.can_retreat { "r" } else { "-" };
    let counters = if unit.counters == 0 {
        "?".to_owned()
    } else {
        unit.counters.to_string()
    };
    format!(
        "{} {} {} {} {}/{} {retreats} {counters}",
        unit.name,
        unit.stats(),
        unit.cost,
        unit.maintenance,
        unit.max_attack,
        unit.max_defense
    )
}

/// The rows of a list that an edition has, their columns joined by one space; without the column of
/// the editions.
fn rows_of(list: &str, letter: char) -> Vec<String> {
    let columns = list.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let here = columns.filter(|columns| columns.get(7).is_some_and(|editions| editions.contains(letter)));
    let mut rows: Vec<String> = here
        .map(|mut columns| {
            columns.remove(7);
            columns.join(" ")
        })
        .collect();
    rows.sort();
    rows
}

#[test]
fn every_edition_has_the_printed_units() {
    for (letter, edition) in LETTERS {
        let mut units: Vec<String> = Catalog::of(edition).units.iter().map(printed).collect();
        units.sort();
        assert_eq!(units, rows_of(FIGHTING, letter), "{edition}");
    }
}

#[test]
fn units_without_their_rules_wait() {
    for (letter, edition) in LETTERS {
        let waiting = Catalog::of(edition).not_yet.iter();
        // A Unique Ship has no printed values.
        let waiting = waiting.filter(|row| row.unit.name != "UN");
        let mut waiting: Vec<String> = waiting
            .map(|row| format!("{} {}", printed(&row.unit), row.section))
            .collect();
        waiting.sort();
        assert_eq!(waiting, rows_of(WAITING, letter), "{edition}");
        let designed = Catalog::of(edition).not_yet("Unique Ship").is_some();
        assert_eq!(designed, "cra".contains(letter), "Unique Ships in {edition}");
    }
}

// 9.2: never more Attack or Defense technology than Hull Size; no unit that fights today is excepted.
#[test]
fn caps_are_hull_sizes() {
    for edition in Edition::ALL {
        for unit in Catalog::of(edition)
            .units
            .iter()
            .filter(|unit| unit.role == Role::Combat && unit.traits.own_technology.is_none())
        {
            let cap = unit.hull.min(3);
            // 38.3, 38.9: one level more.
            let cap = if ["DDX", "RX", "AltDDX", "AltRX"].contains(&unit.name.as_str()) {
                cap + 1
            } else {
                cap
            };
            let most_attack = match unit.name.as_str() {
                // 38.1.1: these two alone mount Attack 4.
                "TN" | "Starbase" => 4,
                // 24.4.1, 24.4.3
                "MB" | "Missile" => 3,
                // 19.1
                "BD" => 0,
                _ => cap,
            };
            assert_eq!(
                (unit.max_attack, unit.max_defense),
                (most_attack, cap),
                "{} in {edition}",
                unit.name
            );
        }
    }
}

// 7.3.1: maintenance is the Hull Size, but for units that pay none.
#[test]
fn maintenance_is_the_hull_size() {
    let free = [
        "Base",
        "AdvBase",
        "Starbase",
        "DSN",
        "SY",
        "Flagship",
        "AdvFlagship",
        "CO",
        "Miner",
        "MinerX",
        "Pipeline",
        "Decoy",
        "AltFlagship",
        "AltAdvFlagship",
        "Missile",
    ];
    let owned = |unit: &&Unit| unit.traits.own_technology.is_none();
    for unit in Catalog::of(Edition::AllGoodThings).units.iter().filter(owned) {
        let expected = if free.contains(&unit.name.as_str()) {
            0
        } else {
            u32::from(unit.hull)
        };
        assert_eq!(unit.maintenance, expected, "{}", unit.name);
    }
}

const COLUMNS: [Edition; 4] = [
    Edition::Base,
    Edition::CloseEncounters,
    Edition::Replicators,
    Edition::AllGoodThings,
];

/// Technology, then for the first printing, Close Encounters, Replicators and All Good Things the
/// levels with their prices; `-`: not there.
const RESEARCH: &str = "
    ship-size | 2:10 3:15 4:20 5:25 6:30 | 2:10 3:15 4:20 5:20 6:25 7:30 | 2:10 3:15 4:20 5:20 6:20 7:30 | 2:10 3:15 4:20 5:20 6:20 7:30
    attack | 1:20 2:30 3:40 | 1:20 2:30 3:30 | 1:20 2:30 3:25 4:10 | 1:20 2:30 3:25 4:10
    defense | 1:20 2:30 3:40 | 1:20 2:30 3:30 | 1:20 2:30 3:25 | 1:20 2:30 3:25
    tactics | 1:15 2:20 3:30 | 1:15 2:15 3:20 | 1:15 2:15 3:15 | 1:15 2:15 3:15
    move | 2:20 3:30 4:40 5:40 6:40 | 2:20 3:25 4:25 5:25 6:20 7:20 | 2:20 3:25 4:25 5:25 6:20 7:20 | 2:20 3:25 4:25 5:25 6:20 7:20
    shipyard | 2:20 3:30 | 2:20 3:30 | 2:20 3:25 | 2:20 3:25
    terraforming | 1:25 | 1:20 2:25 | 1:20 2:25 | 1:20 2:25
    exploration | 1:15 | 1:15 2:15 | 1:15 2:15 | 1:15 2:15
    fighters | 1:25 2:30 3:40 | 1:25 2:30 3:40 | 1:25 2:25 3:25 4:25 | 1:25 2:20 3:25 4:25
    point-defense | 1:20 2:25 3:30 | 1:20 2:25 3:30 | 1:20 2:20 3:20 | 1:20 2:20 3:20
    cloaking | 1:30 2:40 | 1:30 2:40 | 1:30 2:30 | 1:30 2:30
    scanners | 1:20 2:30 | 1:20 2:30 | 1:20 2:20 | 1:20 2:20
    mines | 1:20 | 1:30 | 1:30 | 1:30
    mine-sweep | 1:10 2:20 | 1:10 2:15 3:20 | 1:10 2:15 3:20 | 1:10 2:15 3:20
    military-academy | - | 1:10 2:20 | 1:10 2:20 | 1:10 2:20
    boarding | - | 1:20 2:25 | 1:20 2:25 | 1:20 2:25
    security-forces | - | 1:15 2:15 | 1:15 2:15 | 1:15 2:15
    ground-combat | - | 2:10 3:15 | 2:10 3:15 | 2:10 3:15
    fast | - | 1:10 | 1:10 2:10 | 1:10 2:10
    advanced-construction | - | - | 1:10 2:10 3:10 | 1:10 2:10 3:10
    tractor-beam | - | - | 1:10 | 1:10
    shield-projector | - | - | 1:15 | 1:10
    anti-replicator | - | - | 1:10 | 1:10
    jammer | - | - | - | 1:15 2:15
    missile-boat | - | - | - | 1:20 2:15
    special-ability-bc | - | - | - | 1:10
    special-ability-bb | - | - | - | 1:10
    special-ability-dn | - | - | - | 1:10
    supply-range | - | - | - | 2:10 3:15 4:15
";

fn prices(edition: Edition, key: &str) -> String {
    let Some(technology) = Catalog::of(edition).technology(key) else {
        return "-".to_owned();
    };
    let levels = (technology.start + 1..).zip(&technology.costs);
    levels
        .map(|(level, cost)| format!("{level}:{cost}"))
        .collect::<Vec<_>>()
        .join(" ")
}

fn research() -> impl Iterator<Item = Vec<&'static str>> {
    let lines = RESEARCH.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| line.split('|').map(str::trim).collect())
}

#[test]
fn research_costs_what_is_printed() {
    for row in research() {
        for (edition, expected) in COLUMNS.into_iter().zip(&row[1..]) {
            assert_eq!(prices(edition, row[0]), *expected, "{} in {edition}", row[0]);
        }
    }
    assert_eq!(
        research().count(),
        Catalog::of(Edition::AllGoodThings).technologies.len()
    );
}

// Board Game Arena plays the base game; its help page has seven levels of movement.
#[test]
fn the_online_game_has_the_first_printing_s_research_but_for_move() {
    for row in research() {
        let column = if row[0] == "move" { 2 } else { 1 };
        assert_eq!(prices(Edition::Bga, row[0]), row[column], "{}", row[0]);
    }
    assert!(Edition::Bga.note().contains("first printing"));
    assert_eq!(Edition::AllGoodThings.note(), "");
}

#[test]
fn few_technologies_matter_in_today_s_battles() {
    let technologies = Catalog::of(Edition::AllGoodThings).technologies.iter();
    let matter: Vec<&str> = technologies
        .filter(|row| row.in_battle)
        .map(|row| row.key.as_str())
        .collect();
    assert_eq!(
        matter,
        [
            "attack",
            "defense",
            "tactics",
            "fighters",
            "point-defense",
            "cloaking",
            "scanners",
            "military-academy",
            "boarding",
            "security-forces",
            "ground-combat",
            "tractor-beam",
            "shield-projector",
            "jammer",
            "missile-boat"
        ]
    );
}

#[test]
fn upgrades_change_the_printed_values() {
    let catalog = Catalog::of(Edition::AllGoodThings);
    let upgraded = |unit: &str, technology: &str, level: u8| {
        let unit = catalog.any_unit(unit).expect("in the chart");
        let row = catalog.upgrade(unit, |key| if key == technology { level } else { 0 });
        row.map(|row| {
            format!(
                "{}{}-{}-x{}",
                char::from(b'A' + row.class),
                row.attack,
                row.defense,
                row.hull
            )
        })
    };
    assert_eq!(upgraded("T", "ground-combat", 2), None);
    assert_eq!(upgraded("T", "ground-combat", 3).as_deref(), Some("E1-2-x1"));
    let fighters = ["B6-0-x1", "B7-1-x1", "B8-2-x1"];
    for (level, expected) in (2..).zip(fighters) {
        assert_eq!(upgraded("F", "fighters", level).as_deref(), Some(expected));
    }
    assert_eq!(upgraded("R", "cloaking", 2).as_deref(), Some("A5-0-x2"));
    assert_eq!(upgraded("RX", "cloaking", 2).as_deref(), Some("A5-0-x2"));
    assert_eq!(upgraded("BD", "boarding", 2).as_deref(), Some("F6-0-x2"));
    assert_eq!(upgraded("MB", "missile-boat", 2).as_deref(), Some("A0-1-x1"));
    assert_eq!(upgraded("CA", "ground-combat", 3), None);
    for (level, expected) in (2..).zip(fighters) {
        assert_eq!(upgraded("AltF", "fighters", level).as_deref(), Some(expected));
    }
    assert_eq!(upgraded("AltR", "cloaking", 2).as_deref(), Some("A6-0-x2"));
    assert_eq!(upgraded("AltRX", "cloaking", 2).as_deref(), Some("A6-0-x2"));
    assert_eq!(catalog.upgrades.len(), 13);
    // The first printing has neither Transports nor Fighter 4.
    assert_eq!(Catalog::of(Edition::Base).upgrades.len(), 3);
}

#[test]
fn units_are_found_by_any_usual_name() {
    let catalog = Catalog::of(Edition::AllGoodThings);
    let names = [
        ("CA", "ca cA Cruiser cruisers CAs"),
        ("SC", "sc scout Scouts"),
        ("DD", "dd destroyer Destroyers"),
        ("BC", "bc battlecruiser battle-cruiser"),
        ("BB", "bb Battleships"),
        ("DN", "dn dreadnaught Dreadnought dreadnoughts"),
        ("SW", "sw minesweeper mine-sweeper"),
        ("SY", "sy shipyard ship_yard Shipyards"),
        ("CO", "co colony-ship ColonyShips"),
        ("Miner", "miner miners mining-ship"),
        ("Pipeline", "pipeline ms-pipeline MSPipelines"),
        ("T", "t transport Transports"),
        ("Flagship", "flagship FLAGSHIP"),
        ("Base", "base BASE bases"),
        ("DSN", "dsn defense-satellite-network"),
        ("SCX", "scx scoutx scout-x"),
        ("Decoy", "decoy decoys"),
    ];
    for (expected, words) in names {
        for word in words.split(' ') {
            assert_eq!(
                catalog.unit(word).map(|unit| unit.name.as_str()),
                Some(expected),
                "{word}"
            );
        }
        assert!(catalog.not_yet(expected).is_none(), "{expected}");
    }
    assert!(catalog.unit("").is_none() && catalog.unit("s").is_none());
    assert!(catalog.unit("Facility").is_none());
    assert_eq!(
        catalog.not_yet("industrial center").map(|row| row.feature.as_str()),
        Some("facilities")
    );
}

#[test]
fn technologies_are_found_by_any_usual_name() {
    let catalog = Catalog::of(Edition::AllGoodThings);
    let names = [
        ("attack", "a attack ATTACK att"),
        ("defense", "d defense defence def"),
        ("tactics", "t tactics tac"),
        ("point-defense", "pd point-defense point_defense"),
        ("cloaking", "cloak cloaking"),
        ("scanners", "scan scanner scanners"),
        ("fighters", "fighter fighters f"),
        ("move", "move movement"),
        ("exploration", "explore exploration"),
        ("ship-size", "size ship-size shipsize"),
        ("ground-combat", "gc ground"),
        ("advanced-construction", "ac"),
    ];
    for (expected, words) in names {
        for word in words.split(' ') {
            assert_eq!(
                catalog.technology(word).map(|row| row.key.as_str()),
                Some(expected),
                "{word}"
            );
        }
    }
    assert!(catalog.technology("shields-up").is_none() && catalog.technology("").is_none());
}

/// No two units, and no two technologies, share a name: each is found by its own.
#[test]
fn names_are_unique() {
    for edition in Edition::ALL {
        let catalog = Catalog::of(edition);
        let waiting = catalog.not_yet.iter().map(|row| &row.unit);
        for unit in catalog.units.iter().chain(waiting) {
            for word in [&unit.name, &unit.title] {
                assert_eq!(
                    catalog.any_unit(word).map(|found| &found.name),
                    Some(&unit.name),
                    "{word}"
                );
            }
        }
        for technology in &catalog.technologies {
            for word in [&technology.key, &technology.short, &technology.title] {
                assert_eq!(
                    catalog.technology(word).map(|found| &found.key),
                    Some(&technology.key),
                    "{word}"
                );
            }
        }
    }
}

#[test]
fn editions_have_names() {
    for edition in Edition::ALL {
        assert_eq!(Edition::parse(edition.name()), Some(edition));
        assert_eq!(Edition::parse(edition.title()), Some(edition));
        assert_eq!(Catalog::of(edition).edition, edition);
    }
    for (word, edition) in [
        ("AGT", Edition::AllGoodThings),
        ("ce", Edition::CloseEncounters),
        ("SE", Edition::Base),
    ] {
        assert_eq!(Edition::parse(word), Some(edition));
    }
    assert_eq!(Edition::parse("second-dawn"), None);
    assert_eq!(Edition::default(), Edition::AllGoodThings);
}

#[test]
fn terrain_has_names_and_rules() {
    let listed: Vec<(&str, &str, bool)> = catalog::terrains()
        .iter()
        .map(|kind| (kind.name.as_str(), kind.section.as_str(), kind.simulated))
        .collect();
    let expected = [
        ("space", "5.0", true),
        ("asteroids", "5.8.1", true),
        ("nebula", "5.8.2", true),
        ("quasar", "25.8", true),
        ("ion-storm", "25.1.3", true),
        ("plasma-storm", "25.1.2", true),
        ("pulsar", "25.4", true),
        ("quantum-filament", "25.5", true),
    ];
    assert_eq!(listed, expected);
    for kind in catalog::terrains() {
        let hex = Terrain::default().with(&kind.name);
        assert_eq!(
            hex.map(Terrain::names),
            kind.simulated.then(|| vec![kind.name.as_str()]),
            "{}",
            kind.name
        );
        assert_eq!(catalog::terrain(&kind.title).map(|found| &found.name), Some(&kind.name));
    }
    assert_eq!(
        catalog::terrain("Ion Storm").map(|kind| kind.name.as_str()),
        Some("ion-storm")
    );
    assert_eq!(
        catalog::terrain("asteroid").map(|kind| kind.name.as_str()),
        Some("asteroids")
    );
    assert!(catalog::terrain("swamp").is_none());
}

// 18.1: counters in the box; the rule book has twenty more since the third expansion (26.2).
#[test]
fn aliens_are_drawn_from_the_box() {
    let counters = |edition| {
        let pool = Catalog::of(edition).pool("NPA").expect("Aliens");
        let counters = pool.counters.iter();
        counters
            .map(|(unit, counters)| format!("{unit} {counters}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    assert_eq!(counters(Edition::Base), "NPA-B6 4, NPA-C5 8, NPA-D4 4");
    assert_eq!(counters(Edition::Replicators), "NPA-B6 10, NPA-C5 20, NPA-D4 10");
    assert_eq!(
        counters(Edition::AllGoodThings),
        "NPA-A5 10, NPA-B6 10, NPA-C5 20, NPA-D4 10, NPA-E7 10"
    );
    for edition in Edition::ALL {
        let catalog = Catalog::of(edition);
        let drawn = catalog.pools.iter().flat_map(|pool| &pool.counters);
        assert!({ drawn }.all(|(unit, _)| catalog.unit(unit).is_some()), "{edition}");
    }
}

// 26.0: the number of Aliens, and what is added to them: class, attack, defense, hull, tactics.
#[test]
fn planets_have_their_attributes() {
    let strong = [
        ("ranged", 4, [1, 0, 0, 0, 0]),
        ("accurate", 4, [0, 1, 0, 0, 0]),
        ("shielded", 4, [0, 0, 1, 0, 0]),
        ("giant", 4, [0, 0, 0, 1, 0]),
        ("military-geniuses", 4, [0, 1, 1, 0, 0]),
        ("jedun", 5, [0, 1, 1, 0, 1]),
    ];
    let ships = "aggressive 4, spice 0, organia 0, dilithium 5, abundant 5, wealthy 4, poor 2, desolate 1, sparta 0, \
                 defensible 4, dampening 4, ambush 4, doomed 1, builder 5, spaceport 0, research 5, minor-technology 4, \
                 major-technology 5, cloaked 4, ranged 4, accurate 4, shielded 4, giant 4, military-geniuses 4, jedun 5, \
                 telepathic 5, scanning 6, time-dilation 6";
    let rows = catalog::attributes().iter();
    let listed: Vec<String> = rows.map(|row| format!("{} {}", row.name, row.ships)).collect();
    assert_eq!(listed.join(", "), ships);
    for row in catalog::attributes() {
        let added = [row.class, row.attack, row.defense, row.hull, row.tactics];
        let expected = strong.iter().find(|strong| strong.0 == row.name);
        assert_eq!(added, expected.map_or([0; 5], |strong| strong.2), "{}", row.name);
        assert_eq!(row.ambush, row.name == "ambush");
        assert_eq!(
            row.needs.is_empty(),
            !["organia", "cloaked"].contains(&row.name.as_str())
        );
    }
}
