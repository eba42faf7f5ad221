//! The program from outside: arguments, output, exit codes.

mod program;

use assert_cmd::Command;
use program::{Ran, broadside, json, run};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const ATTACKER: &str = "3 CA a1 + 6 SC a1";
const DEFENDER: &str = "2 BB a1 d1 + 3 DD a1 d1";

/// A small run of the reference battle with further options.
fn odds(options: &[&str]) -> Ran {
    broadside(&[&["odds", ATTACKER, DEFENDER, "--battles", "20000"], options].concat())
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

#[test]
fn json_has_the_shape_that_scripts_rely_on() {
    let value = json(&odds(&["--format", "json", "--seed", "7", "--terrain", "asteroids"]).ok());
    assert_eq!(value["game"], "space-empires");
    assert_eq!(value["edition"], "all-good-things");
    assert_eq!(value["terrain"], serde_json::json!(["asteroids"]));
    assert_eq!(
        (&value["method"], &value["battles"]),
        (&"simulate".into(), &20_000.into())
    );
    assert_eq!((&value["seed"], &value["partial"]), (&7.into(), &false.into()));
    let share = |name: &str| {
        let rate = &value["outcome"][name];
        let [p, low, high] = ["p", "low", "high"].map(|key| rate[key].as_f64().unwrap());
        assert!(0.0 <= low && low <= p && p <= high && high <= 1.0, "{name}: {rate}");
        p
    };
    assert!((share("attacker") + share("defender") + share("neither") - 1.0).abs() < 1e-9);
    assert!(share("stalemate") <= share("neither"));
    for (side, cost) in [("attacker", 72.0), ("defender", 67.0)] {
        let side = &value["sides"][side];
        assert_eq!(side["cost"], cost);
        for key in ["mean", "sd", "se"] {
            assert!(side["loss"][key].as_f64().unwrap() >= 0.0, "{key}");
        }
        for unit in side["units"].as_array().unwrap() {
            let number = |key: &str| unit[key].as_f64().unwrap();
            let whole = number("survived") + number("lost") + number("retreated") + number("captured");
            assert!((whole - number("fielded")).abs() < 1e-6, "{unit}");
            let survivors = unit["survivors"].as_array().unwrap();
            assert_eq!(survivors.len() as f64, number("fielded") + 1.0);
            assert!((survivors.iter().map(|p| p.as_f64().unwrap()).sum::<f64>() - 1.0).abs() < 1e-6);
        }
    }
    assert!(value["rounds"]["mean"].as_f64().unwrap() >= 1.0);
    assert_eq!(value["rounds"]["distribution"][0], 0.0);
    assert!(value.get("timing").is_none());
}

#[test]
fn equal_runs_give_equal_bytes() {
    let one = odds(&["--format", "json", "--threads", "1"]).ok();
    assert_eq!(one, odds(&["--format", "json", "--threads", "3"]).ok());
    assert_ne!(one, odds(&["--format", "json", "--seed", "1"]).ok());
}

#[test]
fn the_table_starts_with_the_answer() {
    let text = odds(&[]).ok();
    let first = text.lines().next().unwrap();
    assert!(
        first.starts_with("Attacker wins ") && first.contains(" of 72 CP, defender "),
        "{first}"
    );
    for part in [
        "Outcome",
        "Losses in CP",
        "spread (sd)",
        "error of mean",
        "Given that",
        "attacker policy",
        "seed 0",
    ] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 110));
}

#[test]
fn no_escape_codes_where_nobody_looks() {
    let plain = odds(&[]).ok();
    assert!(!plain.contains('\x1b'));
    let args = ["odds", ATTACKER, DEFENDER, "--battles", "20000"];
    let without = run(Command::cargo_bin("broadside").unwrap().args(args).env("NO_COLOR", "1"));
    assert_eq!(without.ok(), plain);
}

#[test]
fn csv_and_markdown() {
    let csv = odds(&["--format", "csv"]).ok();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    assert_eq!(reader.headers().unwrap().len(), 12);
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert!(rows.iter().any(|row| &row[4] == "attacker" && &row[7] == "win"));
    assert!(odds(&["--format", "markdown"]).ok().contains("| attacker wins | "));
}

#[test]
fn timing_is_told_only_if_asked_for() {
    let ran = odds(&["--format", "json", "--timing"]);
    assert_eq!(ran.code, 0);
    assert!(ran.err.contains("20,000 battles in "), "{}", ran.err);
    assert!(json(&ran.out)["timing"]["seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_file_appears_whole_and_in_the_form_of_its_ending() {
    let folder = TempDir::new().unwrap();
    let to = |name: &str| {
        let file = path(&folder, name);
        assert_eq!(odds(&["--out", &file]).ok(), "");
        fs::read_to_string(file).unwrap()
    };
    assert_eq!(json(&to("a.json"))["battles"], 20_000);
    assert!(to("a.csv").starts_with("seed,battles,"));
    assert!(to("a.md").starts_with("**Attacker wins"));
    assert!(to("a.txt").starts_with("Attacker wins"));
    assert_eq!(files(folder.path()), ["a.csv", "a.json", "a.md", "a.txt"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_its_file_is_replaced() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("real.json"), "old").unwrap();
    std::os::unix::fs::symlink("real.json", folder.path().join("link.json")).unwrap();
    odds(&["--out", &path(&folder, "link.json")]).ok();
    assert!(
        fs::symlink_metadata(folder.path().join("link.json"))
            .unwrap()
            .is_symlink()
    );
    assert_eq!(
        json(&fs::read_to_string(folder.path().join("real.json")).unwrap())["seed"],
        0
    );
}

#[test]
fn output_files_that_cannot_be_are_refused_before_anything_runs() {
    let folder = TempDir::new().unwrap();
    // So many battles would take weeks: whoever simulates first never ends.
    let refused = |out: &str| {
        let args = ["odds", ATTACKER, DEFENDER, "--battles", "1e15", "--out", out];
        run(Command::cargo_bin("broadside")
            .unwrap()
            .args(args)
            .timeout(std::time::Duration::from_secs(20)))
        .refused()
    };
    assert!(refused(&path(&folder, "a.xls")).contains("names no format: use .json, .csv, .md"));
    assert!(refused(&path(&folder, "missing/a.json")).contains("does not exist"));
    fs::create_dir(folder.path().join("folder.json")).unwrap();
    assert!(refused(&path(&folder, "folder.json")).contains("is a folder"));
    assert_eq!(files(folder.path()), ["folder.json"]);
    let disagree = odds(&["--out", &path(&folder, "a.csv"), "--format", "json"]).refused();
    assert!(disagree.contains("disagree"), "{disagree}");
}

#[cfg(unix)]
#[test]
fn devices_are_written_as_they_are() {
    let text = odds(&["--out", "/dev/stdout", "--format", "json"]).ok();
    assert_eq!(json(&text)["battles"], 20_000);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_clean_error() {
    let file = odds(&["--out", "/dev/full", "--format", "json"]);
    assert_eq!((file.code, file.out.as_str()), (1, ""));
    assert!(
        file.err.starts_with("error: cannot write /dev/full: No space left"),
        "{}",
        file.err
    );

    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let program = assert_cmd::cargo::cargo_bin("broadside");
    let args = ["odds", ATTACKER, DEFENDER, "--battles", "1000"];
    let output = std::process::Command::new(program)
        .args(args)
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(
        err.starts_with("error: cannot write standard output: No space left"),
        "{err}"
    );
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    for args in [
        &["odds", ATTACKER, DEFENDER, "--battles", "1000"][..],
        &["--help"],
        &["completions", "bash"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let program = assert_cmd::cargo::cargo_bin("broadside");
        let output = std::process::Command::new(program)
            .args(args)
            .stdout(writer)
            .output()
            .unwrap();
        assert_eq!(
            (output.status.code(), output.stderr.as_slice()),
            (Some(1), &b""[..]),
            "{args:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_writes_what_is_finished() {
    use std::process::Stdio;
    let program = assert_cmd::cargo::cargo_bin("broadside");
    let folder = TempDir::new().unwrap();
    let file = path(&folder, "a.json");
    let args = [
        "odds",
        ATTACKER,
        DEFENDER,
        "--battles",
        "1e15",
        "--out",
        &file,
        "--quiet",
    ];
    let mut child = std::process::Command::new(program)
        .args(args)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Long enough to have started; the battles asked for would take weeks.
    std::thread::sleep(std::time::Duration::from_secs(2));
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(kill.success());
    // Batches that run are ended and the rest is not looked at: a minute is far more than enough.
    let ends = (0..600).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        child.try_wait().unwrap()
    });
    let _ = child.kill();
    assert_eq!(ends.expect("ends soon").code(), Some(1));
    let value = json(&fs::read_to_string(&file).unwrap());
    assert_eq!(value["partial"], true);
    let battles = value["battles"].as_u64().unwrap();
    assert!(battles > 0 && battles < 1_000_000_000_000_000, "{battles}");
    assert_eq!(value["warnings"][0]["code"], "partial");
}

#[test]
fn every_fault_is_told_at_once_and_nothing_is_written() {
    let folder = TempDir::new().unwrap();
    let file = path(&folder, "a.json");
    let args = [
        "odds",
        "3 XX",
        DEFENDER,
        "--attacker-target",
        "foo",
        "--terrain",
        "mud",
        "--out",
        &file,
    ];
    let said = broadside(&args).refused();
    for word in ["XX", "foo", "mud", "--attacker-target", "--terrain"] {
        assert!(said.contains(word), "no {word} in\n{said}");
    }
    assert!(files(folder.path()).is_empty());
}

#[test]
fn faulty_options_are_named_and_corrected() {
    let cases: [(&[&str], &str); 15] = [
        (&["--battles", "0"], "at least one battle"),
        (&["--battles", "lots"], "lots"),
        (&["--precision", "0"], "above 0 and below 0.5"),
        (&["--precision", "50%"], "above 0 and below 0.5"),
        (
            &["--seed", "-1"],
            "invalid value '-1' for '--seed <S>': expected a whole number from 0 to 18446744073709551615",
        ),
        (&["--threads", "-1"], "expected a whole number from 0 to 1024"),
        (&["--after-round", "x"], "expected a whole number from 1 to 1000"),
        (&["--target", "weakest"], "'--attacker-target' and '--defender-target'"),
        (
            &["--keep-bonus=true"],
            "'--attacker-keep-bonus' and '--defender-keep-bonus'",
        ),
        (&["--method", "exactly"], "possible values: auto, exact, simulate"),
        (&["--game", "chess"], "possible values: space-empires"),
        (&["--format", "xml"], "possible values: table, json, csv, markdown"),
        (&["--after-round", "0"], "expected a whole number from 1 to 1000"),
        (&["--edition", "secondd"], "secondd"),
        (&["--attacker-finish-wounded=maybe"], "possible values: true, false"),
    ];
    for (options, said) in cases {
        let err = odds(options).refused();
        assert!(err.contains(said), "{options:?}: no {said:?} in\n{err}");
    }
    assert!(broadside(&["odds", "3 CA"]).refused().contains("defender is missing"));
    assert!(broadside(&["odds"]).refused().contains("<ATTACKER>"));
    assert_eq!(broadside(&[]).code, 2);
    assert_eq!(broadside(&["ods"]).code, 2);
}

#[test]
fn the_command_line_counts_more_than_the_files() {
    let folder = TempDir::new().unwrap();
    let file = path(&folder, "duel.toml");
    let text = "edition = \"base\"\nterrain = [\"nebula\"]\n\n[attacker]\nfleet = \"3 CA\"\npolicy = { target = \"random\", \
                screen = \"weakest\" }\n\n[defender]\nfleet = \"4 DD\"\n";
    fs::write(&file, text).unwrap();
    let value = |options: &[&str]| {
        let args = [
            &["odds", file.as_str(), "--battles", "1000", "--format", "json"],
            options,
        ]
        .concat();
        json(&broadside(&args).ok())
    };
    let written = value(&[]);
    assert_eq!(
        (&written["edition"], &written["terrain"][0]),
        (&"base".into(), &"nebula".into())
    );
    assert_eq!(written["sides"]["attacker"]["policy"]["target"], "random");
    let typed = value(&[
        "--edition",
        "all-good-things",
        "--terrain",
        "asteroids,ion-storm",
        "--attacker-target",
        "weakest",
        "--defender-retreat",
        "after-round=2",
        "--defender-keep-bonus",
        "true",
    ]);
    assert_eq!(typed["edition"], "all-good-things");
    assert_eq!(typed["terrain"], serde_json::json!(["asteroids", "ion-storm"]));
    let policy = &typed["sides"]["attacker"]["policy"];
    assert_eq!(
        (&policy["target"], &policy["screen"]),
        (&"weakest".into(), &"weakest".into())
    );
    let policy = &typed["sides"]["defender"]["policy"];
    assert_eq!(
        (&policy["retreat"], &policy["keep_bonus"]),
        (&"after-round=2".into(), &true.into())
    );
}

#[test]
fn after_a_round_the_state_is_told() {
    let value = json(&odds(&["--after-round", "1", "--format", "json"]).ok());
    assert_eq!(value["after_round"], 1);
    assert_eq!(value["rounds"]["mean"], 1.0);
    // Nine ships cannot all fall to five shots.
    assert_eq!(value["outcome"]["still_fighting"]["p"], 1.0);
    assert!(
        odds(&["--after-round", "1"])
            .ok()
            .starts_with("After round 1 the attacker has won under ")
    );
}

#[test]
fn a_precision_is_reached_and_says_how() {
    let value = json(&broadside(&["odds", "3 SC", "3 SC", "--precision", "1%", "--format", "json"]).ok());
    let rate = &value["outcome"]["attacker"];
    assert!(
        rate["high"].as_f64().unwrap() - rate["low"].as_f64().unwrap() <= 0.02,
        "{rate}"
    );
    assert!(value["look_level"].as_f64().unwrap() > 0.95);
}

#[test]
fn trace_tells_a_battle_that_odds_counts() {
    let text = broadside(&["trace", ATTACKER, DEFENDER, "--seed", "7", "--battle", "3"]).ok();
    assert!(text.starts_with("Battle 3 of seed 7: "), "{text}");
    for part in [
        "Round 1\n",
        "needs  rolls",
        "attacker  3 CA a1, 6 SC a1",
        "defender BB a1 d1",
        "After the battle",
    ] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
    // One battle of the seed alone is the first that trace tells.
    let one = json(&broadside(&["odds", "1 SC", "1 SC", "--battles", "1", "--format", "json"]).ok());
    let told = broadside(&["trace", "1 SC", "1 SC"]).ok();
    let winner = if one["outcome"]["attacker"]["p"] == 1.0 {
        "the attacker wins"
    } else {
        "the defender wins"
    };
    assert!(told.lines().next().unwrap().contains(winner), "{told}");
}

#[test]
fn trace_picks_by_losses() {
    let lost = |pick: &str| {
        let text = broadside(&["trace", ATTACKER, DEFENDER, "--pick", pick, "--among", "500"]).ok();
        let total = |side: &str| -> i64 {
            let line = text
                .lines()
                .find(|line| line.contains(&format!("{side}  total")))
                .unwrap();
            line.split_whitespace().last().unwrap().parse().unwrap()
        };
        total("defender") - total("attacker")
    };
    let [worst, median, best] = ["worst", "median", "best"].map(lost);
    assert!(worst < median && median < best, "{worst} {median} {best}");
    assert!(
        broadside(&["trace", "1 SC", "1 SC", "--pick", "best", "--battle", "3"])
            .refused()
            .contains("--battle")
    );
}

#[test]
fn check_tells_costs_and_values() {
    let text = broadside(&["check", "3 CA a2 d1 t1 + 6 SC a1"]).ok();
    let row = |start: &str| {
        text.lines()
            .find(|line| line.trim_start().starts_with(start))
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        row("CA").split_whitespace().skip(4).collect::<Vec<_>>().join(" "),
        "3 C4-1-x2 C 6 2 2 1 36 6"
    );
    assert_eq!(
        row("total").split_whitespace().collect::<Vec<_>>(),
        ["total", "9", "72", "12"]
    );
    let both = broadside(&["check", "1 Base a1", "4 CO + 1 SC"]).ok();
    assert!(both.starts_with("No faults in 2 fleets"), "{both}");
    assert!(both.contains("always screened"), "{both}");
}

#[test]
fn check_finds_all_faults_of_all_files() {
    let folder = TempDir::new().unwrap();
    let fleet = path(&folder, "fleet.toml");
    fs::write(&fleet, "[[group]]\nunit = \"CQ\"\ncount = 3\n").unwrap();
    let duel = path(&folder, "duel.toml");
    fs::write(&duel, "[attacker]\nfleet = \"3 CA a9\"\n[defender]\nfleet = \"1 ZZ\"\n").unwrap();
    let said = broadside(&["check", &fleet, &duel, "2 DD q1"]).refused();
    for word in ["CQ", "a9", "ZZ", "q1", "fleet.toml"] {
        assert!(said.contains(word), "no {word} in\n{said}");
    }
    assert!(!said.contains("defender is missing"), "{said}");
    assert!(
        broadside(&["check", &path(&folder, "none.toml")])
            .refused()
            .contains("none.toml")
    );
}

#[test]
fn check_names_each_argument_as_it_was_typed() {
    assert!(
        broadside(&["check", "3 CA q1"])
            .refused()
            .starts_with("error: fleet:1:6: unknown technology \"q\"")
    );
    let said = broadside(&["check", "3 CA", "3 CA q1"]).refused();
    assert!(said.starts_with("error: argument 2:1:6: "), "{said}");
    let said = broadside(&["check", "2 CO"]).refused();
    assert!(
        said.starts_with("error: fleet:1:1: the fleet has no unit that can fight"),
        "{said}"
    );
}

#[test]
fn check_tells_of_each_file_in_one_place() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fleets/space-empires");
    let fortress = format!("{folder}/planet-fortress.toml");
    let duel = format!("{folder}/reference-battle.toml");
    let text = broadside(&["check", &fortress, &duel, "3 CA pd2 + 1 SC a3 + 2 SC a3"]).ok();
    let order = [
        format!("\n{fortress}: Fortress\n"),
        "\nnote: SY carries attack 1".to_owned(),
        format!("\n{duel}: Cruisers and Scouts against Battleships and Destroyers\n"),
        "attacker policy  targets weakest".to_owned(),
        "\n3 CA pd2 + 1 SC a3 + 2 SC a3\n".to_owned(),
        "policy   targets value".to_owned(),
        "\nnote: SC carries attack 1, not 3".to_owned(),
        "\nnote: CA: point-defense 2 has no effect".to_owned(),
    ];
    let mut rest = text.as_str();
    for part in &order {
        let (_, after) = rest
            .split_once(part.as_str())
            .unwrap_or_else(|| panic!("no {part:?} in\n{rest}"));
        rest = after;
    }
    let notes: Vec<&str> = text.lines().filter(|line| line.contains("SC carries")).collect();
    assert_eq!(notes.len(), 1, "{notes:?}");
}

/// What reading finds and what the rules find, in one run and each once.
#[test]
fn faults_come_in_one_pass() {
    let folder = TempDir::new().unwrap();
    let file = path(&folder, "fleet.toml");
    fs::write(
        &file,
        "edition = \"second\"\ncolour = 3\n[[group]]\nunit = \"CA\"\ncount = 300\n",
    )
    .unwrap();
    let check = broadside(&["check", &file]).refused();
    for word in ["unknown edition \"second\"", "unknown key \"colour\"", "too many ships"] {
        assert_eq!(check.matches(word).count(), 1, "{word} in\n{check}");
    }
    assert!(
        check.lines().all(|line| line.starts_with([' ', 'e'])) && check.matches("error: ").count() == 3,
        "{check}"
    );
    assert!(broadside(&["odds", &file, "3 SC"]).refused().starts_with(&check));
    // The one side can't be read at all: the other and the options are looked at.
    let said = broadside(&["odds", "[", "2 QQ", "--attacker-target", "ZZ", "--terrain", "mud"]).refused();
    for word in [
        "unexpected \"[\"",
        "unknown unit \"QQ\"",
        "unknown unit \"ZZ\"",
        "unknown terrain \"mud\"",
    ] {
        assert_eq!(said.matches(word).count(), 1, "{word} in\n{said}");
    }
    // Its edition is in the file that is missing, so nobody knows which units there are.
    let said = broadside(&["odds", &path(&folder, "none.toml"), "2 QQ"]).refused();
    assert!(said.contains("none.toml") && !said.contains("QQ"), "{said}");
}

#[test]
fn a_doubtful_rule_may_be_read_otherwise() {
    let fleets = ["1 T a1 oos", "1 SC"];
    let wins = |more: &[&str]| {
        let all = [&["odds", fleets[0], fleets[1], "--format", "json"], more].concat();
        json(&broadside(&all).ok())
    };
    let (usual, other) = (wins(&[]), wins(&["--rule", "out-of-supply=total"]));
    assert!(usual.get("rules").is_none());
    assert_eq!(other["rules"]["out-of-supply"], "total");
    let chance = |odds: &Value| odds["outcome"]["attacker"]["p"].as_f64().unwrap();
    assert!((chance(&usual) - 7.0 / 22.0).abs() < 1e-4 && (chance(&other) - 7.0 / 37.0).abs() < 1e-4);
    let table = broadside(&["odds", fleets[0], fleets[1], "--rule", "out-of-supply=total"]).ok();
    assert!(table.contains("out-of-supply: total"), "{table}");
    let said = broadside(&["odds", "1 SC", "1 SC", "--rule", "out-of-supply", "--rule", "x=y"]).refused();
    assert!(
        said.contains("no = in") && said.contains("unknown rule \"x\""),
        "{said}"
    );
}

#[test]
fn catalog_lists_what_there_is() {
    let all = broadside(&["catalog"]).ok();
    for part in [
        "Units, ",
        "Technologies, ",
        "Terrain",
        "Targets",
        "Cruiser",
        "ion-storm",
        "after-round=N",
        "out-of-supply",
        "second-salvo",
    ] {
        assert!(all.contains(part), "no {part:?} in\n{all}");
    }
    let units = broadside(&["catalog", "units", "--format", "csv", "--edition", "base"]).ok();
    assert!(
        units.starts_with("unit,name,class,attack,defense,hull,cost,"),
        "{units}"
    );
    assert!(
        units.lines().any(|line| line.starts_with("CA,Cruiser,C,4,1,2,12,")),
        "{units}"
    );
    assert!(!units.contains("Technologies"));
    let units = json(&broadside(&["catalog", "units", "--format", "json"]).ok());
    let cruiser = units
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["unit"] == "CA")
        .unwrap();
    assert_eq!(
        (&cruiser["class"], &cruiser["attack"], &cruiser["can_retreat"]),
        (&"C".into(), &4.into(), &true.into())
    );
    let all = json(&broadside(&["catalog", "--format", "json", "--edition", "base"]).ok());
    assert_eq!(all["edition"], "base");
    for list in ["units", "technologies", "terrain", "policies"] {
        assert!(all[list].as_array().unwrap().len() > 3, "{list}");
    }
    assert!(
        all["rules"]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| row["default"] == true)
    );
    assert!(
        broadside(&["catalog", "policies", "--format", "markdown"])
            .ok()
            .contains("| outnumbered=R | ")
    );
    assert!(
        broadside(&["catalog", "--edition", "second"])
            .refused()
            .contains("possible values: base")
    );
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(
            broadside(&["completions", shell]).ok().contains("attacker-target"),
            "{shell}"
        );
    }
    let bash = broadside(&["completions", "bash"]).ok();
    for words in [
        "base close-encounters replicators",
        "space asteroids nebula",
        "value weakest strongest",
        "never after-round=",
    ] {
        assert!(bash.contains(words), "no {words:?}");
    }
    assert!(broadside(&["completions", "cmd"]).refused().contains("possible values"));
}

#[test]
fn help_has_examples() {
    for command in ["odds", "trace", "check", "catalog", "completions"] {
        let help = broadside(&[command, "--help"]).ok();
        assert!(help.contains(&format!("Examples:\n  broadside {command}")), "{help}");
    }
    let help = broadside(&["odds", "--help"]).ok();
    assert!(help.contains("possible values: base, close-encounters,"), "{help}");
    assert!(broadside(&["--help"]).ok().contains("Examples:"));
    assert!(broadside(&["--version"]).ok().starts_with("broadside "));
}

#[test]
fn what_was_read_is_not_written_over() {
    let folder = TempDir::new().unwrap();
    let fleet = folder.path().join("fleet.toml");
    fs::write(&fleet, "[[group]]\nunit = 'CA'\n").unwrap();
    let path = fleet.to_str().unwrap();
    let said = broadside(&["odds", path, "2 SC", "--format", "json", "--out", path]).refused();
    assert!(said.contains("would write over the fleet"), "{said}");
    assert!(fs::read_to_string(&fleet).unwrap().starts_with("[[group]]"));
}

#[test]
fn names_that_no_file_can_have_are_refused_before_anything_runs() {
    let long = format!("{}.json", "a".repeat(300));
    for name in ["new.json/", &long] {
        let said = odds(&["--out", name, "--format", "json"]).refused();
        assert!(said.contains("is no name for a file"), "{said}");
    }
}

#[test]
fn a_name_on_the_command_line_cannot_steer_the_terminal() {
    let said = odds(&["--out", "\u{1b}[31mx.xls"]).refused();
    assert!(!said.contains('\u{1b}'), "{said:?}");
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_refused() {
    let folder = TempDir::new().unwrap();
    let link = folder.path().join("out.json");
    std::os::unix::fs::symlink(folder.path().join("gone/there.json"), &link).unwrap();
    let said = odds(&["--out", link.to_str().unwrap()]).refused();
    assert!(said.contains("leads nowhere"), "{said}");
    assert!(link.is_symlink());
}

#[test]
fn small_battles_are_solved_and_say_so() {
    let exact = json(&broadside(&["odds", ATTACKER, DEFENDER, "--format", "json"]).ok());
    assert_eq!(exact["method"], "exact");
    assert!(exact.get("seed").is_none() && exact.get("battles").is_none());
    let attacker = &exact["outcome"]["attacker"];
    // From the Markov chain of the battle, solved by a program of its own.
    assert_eq!(attacker["p"], 0.661984276);
    assert_eq!((&attacker["low"], &attacker["high"]), (&attacker["p"], &attacker["p"]));
    assert_eq!(exact["outcome"]["neither"]["p"], 0.0);
    let headline = broadside(&["odds", ATTACKER, DEFENDER]).ok();
    assert!(headline.starts_with("Attacker wins 66.20 % (exact); "), "{headline}");
}

#[test]
fn exact_and_simulated_figures_agree() {
    let of = |options: &[&str]| {
        json(&broadside(&[&["odds", ATTACKER, DEFENDER, "--format", "json"], options].concat()).ok())
    };
    let exact = of(&["--method", "exact"]);
    let counted = of(&["--method", "simulate", "--battles", "400000"]);
    for side in ["attacker", "defender"] {
        let loss = |odds: &Value, figure: &str| odds["sides"][side]["loss"][figure].as_f64().unwrap();
        let error = loss(&counted, "se");
        assert!((loss(&exact, "mean") - loss(&counted, "mean")).abs() < 4.5 * error);
        assert!((loss(&exact, "sd") - loss(&counted, "sd")).abs() < 4.5 * error);
        let units = |odds: &Value| odds["sides"][side]["units"].as_array().unwrap().clone();
        for (a, b) in units(&exact).iter().zip(units(&counted)) {
            assert!((a["survived"].as_f64().unwrap() - b["survived"].as_f64().unwrap()).abs() < 0.02);
        }
    }
    let won = |odds: &Value| odds["given"]["attacker_won"]["rounds"]["mean"].as_f64().unwrap();
    assert!((won(&exact) - won(&counted)).abs() < 0.03);
}

#[test]
fn what_asks_for_dice_is_simulated() {
    for options in [&["--battles", "20000"][..], &["--seed", "3", "--battles", "20000"]] {
        let odds = json(&broadside(&[&["odds", ATTACKER, DEFENDER, "--format", "json"], options].concat()).ok());
        assert_eq!(odds["method"], "simulate");
    }
    let said = odds(&["--method", "exact"]).refused();
    assert!(said.contains("about simulation"), "{said}");
}

#[test]
fn a_battle_too_large_to_solve_says_so() {
    let said = broadside(&["odds", "99 DN + 99 BB", "99 DN + 99 CA", "--method", "exact"]).refused();
    assert!(
        said.contains("has at least 100,000,000 states, more than the limit of 20,000,000: simulate it"),
        "{said}"
    );
    let said = broadside(&["odds", ATTACKER, DEFENDER, "--method", "exact", "--exact-limit", "1000"]).refused();
    assert!(said.contains("1,372 states, more than the limit of 1,000"), "{said}");
}

// Against Fighters a Scout with Point Defense has two turns a round; otherwise it has one.
#[test]
fn what_the_solver_does_not_know_is_simulated_with_a_note_or_refused() {
    let why = "ships with Point Defense may fire in either of two turns of a round";
    let fleets = ["2 SC pd1", "1 F + 1 DD"];
    let odds = broadside(&["odds", fleets[0], fleets[1]]).ok();
    assert!(odds.contains(why) && odds.contains("simulated"), "{odds}");
    let said = broadside(&["odds", fleets[0], fleets[1], "--method", "exact"]).refused();
    assert!(said.contains(why), "{said}");
    let said = broadside(&["advise", fleets[0], fleets[1]]).refused();
    assert!(said.contains(why), "{said}");
    let odds = json(&broadside(&["odds", "2 SC pd1", "2 DD", "--format", "json"]).ok());
    assert_eq!(odds["method"], "exact");
}

// What was captured is told by every form of a result, and by the trace; the end of such a battle can't be said in
// words, its dice can.
#[test]
fn captured_ships_are_told_of() {
    let why = "Boarding Ships may capture ships";
    let fleets = ["2 BD", "1 BB + 1 DD security1"];
    let with = |command: &str, options: &[&str]| broadside(&[&[command], &fleets[..], options].concat());
    let odds = with("odds", &[]).ok();
    assert!(odds.contains(why) && odds.contains("captured BB"), "{odds}");
    assert!(with("odds", &["--method", "exact"]).refused().contains(why));
    assert!(with("advise", &[]).refused().contains(why));
    let envelope = with("odds", &["--envelope", "--battles", "1000", "--method", "simulate"]).ok();
    assert!(envelope.contains("optimal is left out"), "{envelope}");
    assert!(with("odds", &["--envelope"]).ok().contains(why));

    let value = json(&with("odds", &["--battles", "1000", "--format", "json"]).ok());
    let [attacker, defender] = ["attacker", "defender"].map(|side| &value["sides"][side]);
    assert_eq!(attacker["policy"]["board"], "value");
    assert!(defender["policy"].get("board").is_none() && defender.get("captured").is_none());
    for (at, unit) in ["BB", "DD"].into_iter().enumerate() {
        let taken = &attacker["captured"][at];
        assert_eq!((&taken["unit"], &taken["group"]), (&unit.into(), &(at + 1).into()));
        let captured = defender["units"][at]["captured"].as_f64().unwrap();
        assert!(captured > 0.0);
        assert!((captured - taken["survived"].as_f64().unwrap()).abs() < 1e-9);
    }
    let csv = with("odds", &["--battles", "1000", "--format", "csv"]).ok();
    assert!(
        csv.contains("BB,captured-mean,") && csv.contains("BB,taken-mean,"),
        "{csv}"
    );
    let shot = json(
        &with(
            "odds",
            &["--battles", "1000", "--format", "json", "--attacker-board", "never"],
        )
        .ok(),
    );
    assert_eq!(shot["sides"]["attacker"]["policy"]["board"], "never");
    assert_eq!(shot["sides"]["defender"]["units"][0]["captured"], 0.0);

    let told = broadside(&["trace", "3 BD", "2 BB", "--pick", "best"]).ok();
    for words in ["captured", "(not ready)", "1 ready to fight"] {
        assert!(told.contains(words), "no {words} in\n{told}");
    }
    let left = ["--attacker-left", "1 BD", "--defender-left", "none"];
    assert!(with("luck", &left).refused().contains("--rolls"));
    let luck = broadside(&["luck", "1 BD", "1 SC", "--rolls", "10, 4"]).ok();
    assert!(
        luck.contains("captured SC") && luck.contains("1 hit, 1 captured"),
        "{luck}"
    );
    let checked = broadside(&["check", "1 BD + 2 CA security1"]).ok();
    assert!(
        checked.contains("boards with 5") && checked.contains("security"),
        "{checked}"
    );
    let wrong = with("odds", &["--attacker-board", "valu"]).refused();
    assert!(
        wrong.contains("unknown unit") || wrong.contains("boarding policy"),
        "{wrong}"
    );
}

// The trace tells who is cloaked, who leaves with whom, and who is lost without a ship to be on.
#[test]
fn the_trace_tells_of_cloaks_and_carriers() {
    let told = broadside(&["trace", "2 R", "1 DD scan1 + 1 SC"]).ok();
    assert!(told.contains("2 R (scanned)"), "{told}");
    let told = broadside(&["trace", "2 R", "2 DD"]).ok();
    assert!(told.contains("2 R (cloaked)"), "{told}");
    let told = broadside(&["trace", "1 CV + 3 F", "1 TN", "--attacker-retreat", "after-round=1"]).ok();
    assert!(told.contains("attacker CV") && told.contains("1 retreat"), "{told}");
    let told = broadside(&[
        "trace",
        "1 CA",
        "1 CV + 2 F",
        "--terrain",
        "quantum-filament",
        "--pick",
        "best",
    ])
    .ok();
    assert!(told.contains("2 without room on a ship"), "{told}");
}

// The trace tells whom Tractor Beams hold, whom Amoebae pick and swallow, and luck counts their dice.
#[test]
fn the_trace_tells_of_beams_and_amoebae() {
    let raid = ["2 BC", "1 BB tractor1", "--attacker-retreat", "after-round=1"];
    let told = broadside(&[&["trace"], &raid[..]].concat()).ok();
    assert!(
        told.contains("1 held by Tractor Beams") && told.contains("may not leave"),
        "{told}"
    );
    let told = broadside(&["trace", "1 SC + 1 CA", "1 Amoeba5"]).ok();
    assert!(told.contains("picks") && told.contains("swallowed whole"), "{told}");
    // The first die picks the Cruiser, the second swallows it, on 5 − 1 − 1, and is no call for another attack; so
    // does the next pair with the Scout.
    let rolls = broadside(&[
        "luck",
        "1 SC + 1 CA",
        "1 Amoeba5",
        "--rolls",
        "8, 3, 2, 5",
        "--battles",
        "20000",
    ]);
    assert!(rolls.out.contains("the dearest"), "{} {}", rolls.out, rolls.err);
}

// What Shield Projectors protect is an option, and a middle of such a battle is refused.
#[test]
fn protected_ships_are_named() {
    let fleets = ["1 BB", "1 DN shield1 + 2 CA + 1 SC"];
    let shown = broadside(&[&["check"], &fleets[..]].concat());
    assert!(shown.out.contains("CA shielded"), "{} {}", shown.out, shown.err);
    let shown = broadside(&[&["odds"], &fleets[..], &["--defender-protect", "SC"]].concat()).ok();
    assert!(shown.contains("SC shielded"), "{shown}");
    let told = broadside(&[&["odds"], &fleets[..], &["--defender-protect", "Base"]].concat()).refused();
    assert!(told.contains("no Shield Projector protects Base"), "{told}");
    let told = broadside(&["odds", "1 BB", "30 DN shield1 + 30 SC"]).refused();
    assert!(
        told.contains("60 group lines with every protected ship by itself"),
        "{told}"
    );
    let told = broadside(&[&["advise"], &fleets[..], &["--state", "1 BB / 1 CA"]].concat()).refused();
    assert!(told.contains("Shield Projectors"), "{told}");
}

#[test]
fn missiles_are_told_and_replayed() {
    let fleets = ["2 MB a1", "1 CA jam1 + 2 SC"];
    let why = "Missile Boats launch Missiles";
    let odds = broadside(&["odds", fleets[0], fleets[1]]).ok();
    assert!(odds.contains(why) && odds.contains("simulated"), "{odds}");
    assert!(
        !odds.lines().any(|line| line.trim_start().starts_with("Missile ")),
        "{odds}"
    );
    let said = broadside(&["odds", fleets[0], fleets[1], "--method", "exact"]).refused();
    assert!(said.contains(why), "{said}");
    let said = broadside(&["advise", fleets[0], fleets[1]]).refused();
    assert!(said.contains(why), "{said}");
    let order = ["--defender-target", "Missile,MB", "--attacker-target", "CA"];
    let told = broadside(&[&["trace", fleets[0], fleets[1]][..], &order].concat()).ok();
    for part in ["Missiles launched", "at Missile of MB a1", "attacker Missile", "jammed"] {
        assert!(told.contains(part), "no {part:?} in\n{told}");
    }
    // The Cruiser and the first Scout miss, the second shoots a Missile down, and the other, jammed, on 6 + 1 − 2 − 1,
    // destroys the Cruiser.
    let rolls = "10 10 1 4";
    let given = [
        &["luck", fleets[0], fleets[1]][..],
        &order,
        &["--after-round", "1", "--rolls", rolls],
    ]
    .concat();
    let luck = broadside(&given).ok();
    assert!(
        luck.contains("at Missile of MB a1") && luck.contains("Missile of MB a1"),
        "{luck}"
    );
    // Nobody may be left.
    let given = [
        "luck",
        "1 MB",
        "1 SC",
        "--attacker-left",
        "none",
        "--defender-left",
        "none",
    ];
    assert!(broadside(&given).ok().contains("percent"), "{given:?}");
}

#[test]
fn an_alternate_fleet_is_checked() {
    let checked = broadside(&["check", "fleets/space-empires/alternate-fleet.toml"]).ok();
    for part in [
        "AltDN a3 d2 t1 defense-small",
        "AltBC a3 d2 t1 advanced-munitions",
        "AltF a1 d1 t1 fighter3",
    ] {
        assert!(checked.contains(part), "no {part:?} in\n{checked}");
    }
    let listed = broadside(&["catalog", "abilities"]).ok();
    assert!(listed.contains("second-salvo") && listed.contains("AltBC"), "{listed}");
    let rows = json(&broadside(&["catalog", "abilities", "--format", "json"]).ok());
    assert!(
        rows.as_array()
            .unwrap()
            .iter()
            .any(|row| row["ability"] == "tractor-beam")
    );
    let said = broadside(&["catalog", "abilities", "--game", "eclipse"]).refused();
    assert!(said.contains("no special abilities"), "{said}");
}
