//! Every ready-made fleet and engagement runs, as a user would run it.

use assert_cmd::Command;
use serde_json::Value;
use std::path::PathBuf;

fn samples(game: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fleets").join(game);
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files
        .filter(|file| file.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    files
}

fn odds(sides: &[&str]) -> Value {
    let mut command = Command::cargo_bin("broadside").unwrap();
    command
        .arg("odds")
        .args(sides)
        .args(["--method", "simulate", "--battles", "20000", "--format", "json"]);
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{sides:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn every_sample_fights() {
    let samples = samples("space-empires");
    assert!(samples.len() >= 10);
    for sample in samples {
        let text = std::fs::read_to_string(&sample).unwrap();
        assert!(
            text.starts_with('#'),
            "{}: the first line says what it is for",
            sample.display()
        );
        let path = sample.to_str().unwrap();
        // A fleet by itself defends, so that Bases may be in it.
        let is_engagement = text.contains("[attacker");
        let odds = if is_engagement {
            odds(&[path])
        } else {
            odds(&["6 CA a1 d1", path])
        };
        let chances = ["attacker", "defender", "neither"].map(|side| odds["outcome"][side]["p"].as_f64().unwrap());
        assert!(
            (chances.iter().sum::<f64>() - 1.0).abs() < 1e-9,
            "{}: {chances:?}",
            sample.display()
        );
        assert!(odds["rounds"]["mean"].as_f64().unwrap() >= 1.0, "{}", sample.display());
    }
}

#[test]
fn every_sample_of_eclipse_fights() {
    let samples = samples("eclipse");
    assert!(samples.len() >= 30);
    for sample in samples {
        let text = std::fs::read_to_string(&sample).unwrap();
        let path = sample.to_str().unwrap();
        assert!(text.starts_with('#'), "{path}: the first line says what it is for");
        let odds = if text.contains("[attacker") || text.contains("[[party") {
            odds(&[path])
        } else {
            odds(&["3 cruiser", path])
        };
        let chances: Vec<f64> = match odds["parties"].as_array() {
            Some(parties) => {
                let wins = parties.iter().map(|party| &party["wins"]);
                let all = wins.chain([&odds["nobody"], &odds["undecided"]]);
                all.map(|rate| rate["p"].as_f64().unwrap()).collect()
            }
            None => ["attacker", "defender", "neither"]
                .map(|side| odds["outcome"][side]["p"].as_f64().unwrap())
                .to_vec(),
        };
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{path}: {chances:?}");
    }
}
