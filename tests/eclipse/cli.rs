//! The program from outside.

use crate::program::{broadside, json};
use broadside::rules::eclipse::{Catalog, Edition};
use std::fs;

#[test]
fn odds_are_told_in_materials() {
    let text = broadside(&["odds", "2 cruiser", "1 ancient"]).ok();
    assert!(text.starts_with("Attacker wins 66.80 % (exact)"), "{text}");
    assert!(text.contains("of 10 materials"), "{text}");
    assert!(!text.contains("CP"), "{text}");
    let json = json(&broadside(&["odds", "2 cruiser", "1 ancient", "--format", "json"]).ok());
    assert_eq!(json["game"], "eclipse");
    assert_eq!(json["edition"], "second-dawn");
    assert_eq!(json["method"], "exact");
    assert!((json["outcome"]["attacker"]["p"].as_f64().unwrap() - 0.667995).abs() < 1e-6);
    assert_eq!(json["sides"]["attacker"]["cost"], 10.0);
    assert_eq!(json["sides"]["defender"]["policy"]["target"], "npc");
    assert_eq!(json["sides"]["attacker"]["units"][0]["label"], "cruiser");
}

#[test]
fn the_game_is_told_from_what_is_written() {
    let game =
        |args: &[&str]| json(&broadside(&[&["odds"], args, &["--format", "json"]].concat()).ok())["game"].clone();
    assert_eq!(game(&["2 cruiser", "1 starbase(i4 1y)"]), "eclipse");
    assert_eq!(game(&["2 cruiser", "1 interceptor"]), "eclipse");
    assert_eq!(game(&["2 cruiser", "1 dreadnought", "--game", "eclipse"]), "eclipse");
    assert_eq!(
        game(&["2 cruiser", "1 dreadnought", "--edition", "new-dawn"]),
        "eclipse"
    );
    assert_eq!(game(&["2 cruiser", "6 SC"]), "space-empires");
    assert_eq!(game(&["2 cruiser", "1 dreadnought"]), "space-empires");
    assert!(
        broadside(&["odds", "2 cruiser", "1 dreadnought"])
            .ok()
            .contains("--game eclipse")
    );
    assert!(
        !broadside(&["odds", "2 cruiser", "6 SC"])
            .ok()
            .contains("--game eclipse")
    );
}

#[test]
fn editions_differ() {
    let p = |edition: &str| {
        let text = broadside(&["odds", "4 cruiser", "1 gcds", "--edition", edition, "--format", "json"]).ok();
        json(&text)["outcome"]["attacker"]["p"].as_f64().unwrap()
    };
    assert!((p("new-dawn") - 0.195410).abs() < 1e-6);
    assert!((p("second-dawn") - 0.034083).abs() < 1e-6);
    let refused = broadside(&["odds", "4 cruiser", "1 guardian", "--edition", "new-dawn"]).refused();
    assert!(refused.contains("it is in second-dawn"), "{refused}");
}

#[test]
fn dice_give_the_same_bytes_on_any_number_of_threads() {
    for sides in [
        &["3 interceptor", "2 cruiser", "--game", "eclipse"][..],
        &["fleets/eclipse/three-way-hex.toml"],
    ] {
        let run = |threads: &str| {
            let more = [
                "--battles",
                "30k",
                "--seed",
                "7",
                "--format",
                "json",
                "--threads",
                threads,
            ];
            broadside(&[&["odds"], sides, &more].concat()).ok()
        };
        assert_eq!(run("1"), run("3"));
        assert!(run("1").contains("\"method\": \"simulate\""));
    }
}

#[test]
fn best_assignment_is_solved_and_not_simulated() {
    let args = [
        "odds",
        "1 interceptor + 1 cruiser",
        "2 interceptor",
        "--attacker-target",
        "optimal",
    ];
    assert!(broadside(&args).ok().contains("optimal means"));
    let refused = broadside(&[&args[..], &["--battles", "1000"]].concat()).refused();
    assert!(refused.contains("cannot be simulated"), "{refused}");
}

#[test]
fn what_eclipse_does_not_have_is_refused() {
    for (args, why) in [
        (&["advise", "2 cruiser", "1 ancient"][..], "Space Empires alone"),
        (
            &[
                "luck",
                "2 cruiser",
                "1 ancient",
                "--attacker-left",
                "1 CA",
                "--defender-left",
                "none",
            ],
            "Space Empires alone",
        ),
        (&["luck", "2 cruiser", "1 ancient"], "Space Empires alone"),
        (
            &["luck", "2 cruiser", "1 ancient", "--attacker-left", "1 cruiser"],
            "Space Empires alone",
        ),
        (
            &["advise", "2 cruiser", "1 ancient", "--turn", "CA"],
            "Space Empires alone",
        ),
        (&["odds", "2 cruiser", "1 ancient", "--envelope"], "Space Empires alone"),
        (
            &["odds", "2 cruiser", "1 ancient", "--by-possibility"],
            "Space Empires alone",
        ),
        (&["odds", "2 cruiser", "1 ancient", "--scouting"], "Space Empires alone"),
        (
            &["odds", "2 cruiser", "1 ancient", "--possibility", "1"],
            "is about Space Empires",
        ),
        (
            &["trace", "2 cruiser", "1 ancient", "--possibility", "1"],
            "is about Space Empires",
        ),
        (
            &["odds", "2 cruiser", "1 ancient", "--rule", "anything=first"],
            "is about Space Empires",
        ),
        (
            &["trace", "2 cruiser", "1 ancient", "--rule", "anything=first"],
            "is about Space Empires",
        ),
        (
            &["odds", "2 cruiser", "1 ancient", "--objective", "win"],
            "no policy is `optimal`",
        ),
        (
            &["odds", "2 cruiser", "1 ancient", "--objective", "cp-swing"],
            "about Space Empires",
        ),
        (
            &["odds", "2 cruiser", "1 ancient", "--terrain", "nebula"],
            "neither terrain nor screens",
        ),
        (
            &["odds", "2 cruiser", "1 ancient", "--attacker-screen", "weakest"],
            "neither terrain nor screens",
        ),
        (
            &["odds", "2 cruiser", "1 ancient", "--attacker-target", "value"],
            "expected one of threat",
        ),
        (
            &["odds", "2 cruiser", "1 ancient", "--defender-target", "threat"],
            "by their own rule",
        ),
        (
            &["odds", "3 CA", "6 SC", "--attacker-equals", "focus"],
            "a question of Eclipse alone",
        ),
        (&["catalog", "terrain", "--game", "eclipse"], "no terrain"),
        (&["catalog", "parts", "--edition", "base"], "--game eclipse"),
        (&["catalog", "terrain", "--edition", "new-dawn"], "no terrain"),
        (&["odds", "fleets/eclipse/ancient.toml", "3 CA a1"], "unknown ship type"),
        (
            &[
                "odds",
                "fleets/eclipse/start-orion.toml",
                "fleets/space-empires/convoy.toml",
            ],
            "where Eclipse is played",
        ),
    ] {
        let refused = broadside(args).refused();
        assert!(refused.contains(why), "{args:?}: {refused}");
    }
}

#[test]
fn a_hex_is_told_party_by_party() {
    let text = broadside(&["odds", "fleets/eclipse/three-way-hex.toml"]).ok();
    for part in [
        "Left in the hex",
        "Hydran Cruisers",
        "Reputation",
        "they fight in the order",
        "Non-player ships",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let raid = broadside(&["odds", "fleets/eclipse/raid-on-a-colony.toml"]).ok();
    assert!(raid.contains("Population destroyed, of 3 cubes"), "{raid}");
    let csv = broadside(&["odds", "fleets/eclipse/three-way-hex.toml", "--format", "csv"]).ok();
    assert!(csv.contains("party-2"), "{csv}");
}

#[test]
fn check_and_catalog_speak_eclipse() {
    let sheet = broadside(&[
        "check",
        "fleets/eclipse/plasma-dreadnoughts.toml",
        "2 cruiser(i2 h1 c1 1y) + 1 interceptor",
    ])
    .ok();
    assert!(sheet.contains("No faults in 2 fleets"), "{sheet}");
    assert!(sheet.contains("3o") && sheet.contains("materials"), "{sheet}");
    let faulty = broadside(&["check", "1 cruiser[9 hull]"]).refused();
    assert!(
        faulty.contains("9 parts on a blueprint of 6 spaces") && faulty.contains("no drive"),
        "{faulty}"
    );
    for (edition, part) in [("new-dawn", "interceptor-bay"), ("second-dawn", "rift-cannon")] {
        let all = broadside(&["catalog", "--game", "eclipse", "--edition", edition]).ok();
        assert!(
            all.contains(part) && all.contains("rho-indi") && all.contains("focus"),
            "{all}"
        );
        let value = json(&broadside(&["catalog", "--edition", edition, "--format", "json"]).ok());
        assert_eq!(value["edition"], edition);
    }
}

#[test]
fn lists_that_one_game_has_alone_need_no_game() {
    assert!(broadside(&["catalog", "parts"]).ok().contains("rift-cannon"));
    assert!(broadside(&["catalog", "species"]).ok().contains("rho-indi"));
    assert!(broadside(&["catalog", "terrain"]).ok().contains("nebula"));
    assert!(broadside(&["catalog", "units"]).ok().contains("DSN"));
}

#[test]
fn a_hex_is_fought_until_every_party_is_known_well_enough() {
    let hex = "fleets/eclipse/three-way-hex.toml";
    let known = |more: &[&str]| {
        let text = broadside(&[&["odds", hex, "--format", "json", "--precision", "0.2%"], more].concat()).ok();
        let value = json(&text);
        let rates = value["parties"].as_array().unwrap().iter().map(|party| {
            let end = |end: &str| party["wins"][end].as_f64().unwrap();
            (end("high") - end("low")) / 2.0
        });
        let widest = rates.fold(0.0, f64::max);
        (value, widest)
    };
    // The first party is left with 57 %. At the level of each of nine looks, 1 - 0.05 / 9, its interval is
    // 2.77 · √(0.57 · 0.43 / n) to either side: ± 0.27 % at the look at 262,144, ± 0.19 % at 524,288.
    let (value, widest) = known(&["--battles", "10M"]);
    assert!(widest <= 0.002, "{widest}");
    assert_eq!(value["battles"], 524_288);
    assert!(value["look_level"].as_f64().unwrap() > 0.95);
    let (value, widest) = known(&["--battles", "100000"]);
    assert!(widest > 0.002, "{widest}");
    assert_eq!(value["battles"], 100_000);
    assert!(
        value["notes"].to_string().contains("the cap on battles ended the run"),
        "{value}"
    );
}

#[test]
fn parties_of_one_name_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let told = |text: &str| {
        let file = folder.path().join("hex.toml");
        fs::write(&file, text).unwrap();
        broadside(&["odds", file.to_str().unwrap()])
    };
    let parties = "game = \"eclipse\"\n[[party]]\nname = \"Blue\"\nfleet = \"2 cruiser\"\n[[party]]\nname = \"blue\"\n\
                   fleet = \"1 interceptor\"\n";
    assert!(told(parties).refused().contains("two parties are called \"blue\""));
    let sides = "game = \"eclipse\"\n[attacker]\nfleet = \"2 cruiser\"\n[defender]\nfleet = \"2 cruiser\"\n";
    assert!(told(sides).ok().contains("attacker wins"));
    let told = told(&sides.replacen('\n', "\npopulation = 2\n", 1)).refused();
    assert!(told.contains("two parties are called \"2 cruiser\""), "{told}");
}

// A volley of a hundred dice of five kinds has over a hundred million combinations, and twenty of them may
// be rolled again: nobody tables that.
#[test]
fn what_is_too_large_to_be_solved_is_fought() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many-dice.toml");
    fs::write(
        &file,
        "game = \"eclipse\"\nrerolls = 20\n[[group]]\nunit = \"dreadnought\"\ncount = 1\nhull = 4\n\
         cannons = \"20y 20o 20b 20r 20p\"\n",
    )
    .unwrap();
    let sides = ["odds", file.to_str().unwrap(), "2 dreadnought"];
    let value = json(&broadside(&[&sides[..], &["--format", "json"]].concat()).ok());
    assert_eq!(value["method"], "simulate");
    let refused = broadside(&[&sides[..], &["--method", "exact"]].concat()).refused();
    assert!(
        refused.contains("states") && refused.contains("simulate it"),
        "{refused}"
    );
    let optimal = broadside(&[&sides[..], &["--attacker-target", "optimal"]].concat()).refused();
    assert!(optimal.contains("another policy than `optimal`"), "{optimal}");
}

#[test]
fn every_species_has_its_first_ships_among_the_samples() {
    for edition in Edition::ALL {
        for species in &Catalog::of(edition).species {
            let file = format!("fleets/eclipse/start-{}.toml", species.name);
            let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
            assert!(text.contains(&format!("species = \"{}\"", species.name)), "{file}");
        }
    }
}

#[test]
fn faults_of_a_file_are_told_at_once_with_their_places() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hex.toml");
    fs::write(
        &file,
        "game = \"eclipse\"\npopulation = 99\n[[party]]\nfleet = \"2 cruisr\"\n[[party]]\nowner = 3\nspecies = \"orin\"\n\
         [[party.group]]\nunit = \"cruiser\"\nparts = [\"hull\", \"hul\"]\n",
    )
    .unwrap();
    let told = broadside(&["odds", file.to_str().unwrap()]).refused();
    for part in [
        "hex.toml:2:14",
        "too many population cubes",
        "cruisr",
        "owner",
        "did you mean orion?",
        "hul",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

#[test]
fn the_battle_told_is_the_battle_counted() {
    let sides = ["2 cruiser(i2 h1 c1 1y m:1o)", "1 dreadnought + 1 interceptor"];
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let told = broadside(&[&["trace"], &sides[..], &["--seed", seed]].concat()).ok();
        let counted = broadside(
            &[
                &["odds"],
                &sides[..],
                &["--seed", seed, "--battles", "1", "--format", "json"],
            ]
            .concat(),
        );
        let counted = json(&counted.ok());
        let winner = |side: &str| counted["outcome"][side]["p"] == 1.0;
        assert!(told.starts_with(&format!("Battle 0 of seed {seed}: ")), "{told}");
        assert_eq!(told.contains("the attacker wins"), winner("attacker"), "{told}");
        assert_eq!(told.contains("the defender wins"), winner("defender"), "{told}");
        assert!(told.contains("missiles") && told.contains("lost materials"), "{told}");
    }
    let best = broadside(&["trace", "2 cruiser", "1 ancient", "--pick", "best", "--among", "500"]).ok();
    assert!(
        best.contains("the attacker's best of 500 battles by materials swing: the attacker wins"),
        "{best}"
    );
}
