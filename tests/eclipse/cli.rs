//! The program from outside.

use crate::program::{broadside, json};
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
        (&["odds", "2 cruiser", "1 ancient", "--envelope"], "Space Empires alone"),
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
        (&["catalog", "terrain", "--game", "eclipse"], "no terrain"),
        (&["catalog", "parts"], "--game eclipse"),
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
