//! Face-down counters: figures are those of all possible battles, each weighed by its chance.

mod program;

use broadside::engine::exact::solve;
use broadside::engine::strata::{seed_of, shares};
use broadside::rules::space_empires::{Possibilities, Question, lower, possibilities};
use broadside::spec::{Engagement, Problems, Source, engagement_from_shorthand, parse_engagement};
use program::broadside;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::Value;

/// What a run prints as JSON.
fn json(arguments: &[&str]) -> Value {
    program::json(&broadside(arguments).ok())
}

/// What is said of arguments that are refused.
fn faulty(arguments: &[&str]) -> String {
    broadside(arguments).refused()
}

fn written(text: &str) -> Possibilities {
    let mut problems = Problems::new();
    let engagement = parse_engagement(Source::new("e.toml", text), &mut problems);
    all(&engagement.unwrap_or_else(|| panic!("{problems}")))
}

fn typed(attacker: &str, defender: &str) -> Possibilities {
    all(&engagement_from_shorthand(attacker, defender).unwrap_or_else(|problems| panic!("{problems}")))
}

fn all(engagement: &Engagement) -> Possibilities {
    let mut problems = Problems::new();
    possibilities(engagement, &mut problems).unwrap_or_else(|| panic!("{problems}"))
}

/// Weights and what the defender has.
fn told(all: &Possibilities) -> Vec<(f64, String)> {
    let side = broadside::spec::Side::Defender;
    { all.list.iter() }
        .map(|one| ((one.weight * 1e9).round() / 1e9, all.told(one, side)))
        .collect()
}

fn p(odds: &Value, side: &str) -> f64 {
    odds["outcome"][side]["p"].as_f64().expect("a chance")
}

#[track_caller]
fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
}

/// An engagement file of this defender against a Scout.
fn against_a_scout(defender: &str) -> String {
    format!("[attacker]\nfleet = \"1 SC\"\n{defender}")
}

// A Scout wins against a Scout with 7/17 (5.2: the second to fire), against a Destroyer with 9/29, which is
// the better class. Twice as likely to be a Scout: 2/3 · 7/17 + 1/3 · 9/29.
#[test]
fn a_unit_may_be_one_or_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("e.toml");
    std::fs::write(
        &file,
        against_a_scout("[[defender.group]]\nunit = { SC = 2, DD = 1 }\n"),
    )
    .expect("written");
    let odds = json(&["odds", file.to_str().expect("a path"), "--format", "json"]);
    near(p(&odds, "attacker"), 2.0 / 3.0 * 7.0 / 17.0 + 9.0 / 29.0 / 3.0);
    assert_eq!(odds["method"], "exact");
    assert_eq!(odds["possible_battles"], 2);
    // A row for each, of which one is there at a time: 2/3 of a Scout on average.
    let units = odds["sides"]["defender"]["units"].as_array().expect("rows");
    let rows: Vec<(&str, u64, f64)> = { units.iter() }
        .map(|unit| {
            let mean = unit["fielded_mean"].as_f64().expect("a mean");
            (
                unit["label"].as_str().expect("a label"),
                unit["fielded"].as_u64().expect("ships"),
                mean,
            )
        })
        .collect();
    assert_eq!((rows[0].0, rows[0].1, rows[1].0, rows[1].1), ("SC", 1, "DD", 1));
    near(rows[0].2, 2.0 / 3.0);
    near(
        odds["sides"]["defender"]["cost"].as_f64().expect("CP"),
        2.0 / 3.0 * 6.0 + 3.0,
    );
    // The Scout is there and survives: 2/3 · 10/17.
    near(units[0]["survived"].as_f64().expect("ships"), 2.0 / 3.0 * 10.0 / 17.0);
    near(units[0]["lost"].as_f64().expect("ships"), 2.0 / 3.0 * 7.0 / 17.0);
    near(
        units[0]["all_left"]["p"].as_f64().expect("a chance"),
        2.0 / 3.0 * 10.0 / 17.0,
    );
    near(
        units[0]["none_left"]["p"].as_f64().expect("a chance"),
        1.0 - 2.0 / 3.0 * 10.0 / 17.0,
    );
}

// With Attack 1 the Scout, second to fire, hits on 4: 0.7·0.4 / (1 − 0.7·0.6) = 14/29.
#[test]
fn a_level_may_be_one_or_another() {
    let odds = json(&["odds", "1 SC a0-1", "1 SC", "--format", "json"]);
    near(p(&odds, "attacker"), (7.0 / 17.0 + 14.0 / 29.0) / 2.0);
    let units = odds["sides"]["attacker"]["units"].as_array().expect("rows");
    assert_eq!(
        (units[0]["label"].as_str(), units[1]["label"].as_str()),
        (Some("SC"), Some("SC a1"))
    );
}

// A Decoy is removed before the first shot (8.3), so that half of the time nobody is there to fight:
// ½ · 7/17 + ½, in ½ · 100/51 rounds on average.
#[test]
fn a_counter_may_be_a_decoy() {
    let odds = json(&["odds", "1 SC", "1 SC|Decoy", "--format", "json", "--by-possibility"]);
    near(p(&odds, "attacker"), 7.0 / 34.0 + 0.5);
    near(odds["rounds"]["mean"].as_f64().expect("rounds"), 50.0 / 51.0);
    near(odds["rounds"]["distribution"][0].as_f64().expect("a chance"), 0.5);
    // The Decoy's 1 CP is lost for certain if it was one.
    near(
        odds["sides"]["defender"]["loss"]["mean"].as_f64().expect("CP"),
        0.5 + 6.0 * 7.0 / 34.0,
    );
    let possibilities = odds["possibilities"].as_array().expect("a list");
    assert_eq!(possibilities.len(), 2);
    near(
        possibilities[1]["outcome"]["attacker"]["p"].as_f64().expect("a chance"),
        1.0,
    );
}

// One time in four there is a Scout: ¼ · 7/17 + ¾.
#[test]
fn a_group_may_not_be_there() {
    let odds = json(&["odds", "1 SC", "1 SC 25%", "--format", "json"]);
    near(p(&odds, "attacker"), 7.0 / 68.0 + 0.75);
}

// One Alien of the box: 10 of 60 each A5-1-x2, B6-2-x1, D4-1-x1 and E7-1-x2, and 20 C5-2-x1. All fire before the
// Scout, by class or Tactics. He wins with (1−f)·g / (1 − (1−f)(1−g)) where one hit is enough, f and g being
// theirs and his chance to hit, and with the square of it where two are needed:
//   A5 (.5·.2/.6)² = 1/36    B6 .4·.1/.64 = 1/16    C5 .5·.1/.55 = 1/11    D4 .6·.2/.52 = 3/13
//   E7 (.3·.2/.76)² = 9/1444
#[test]
fn an_alien_may_be_any_of_the_box() {
    let odds = json(&["odds", "1 SC", "1 NPA", "--format", "json"]);
    let sum = 10.0 * (1.0 / 36.0 + 1.0 / 16.0 + 3.0 / 13.0 + 9.0 / 1444.0) + 20.0 / 11.0;
    near(p(&odds, "attacker"), sum / 60.0);
    assert_eq!(odds["possible_battles"], 5);
}

#[test]
fn possibilities_are_listed_with_their_weights() {
    let list = |text: &str| told(&written(&against_a_scout(text)));
    let half = |text: &str| (0.5, text.to_owned());
    assert_eq!(
        list("[[defender.group]]\nunit = \"CA\"\ncount = \"2-3\"\n[[defender.group]]\nunit = \"SC\"\n"),
        [half("2 CA"), half("3 CA")]
    );
    assert_eq!(
        list("[[defender.group]]\nunit = \"CA\"\ncount = { 0 = 1, 4 = 3 }\n[[defender.group]]\nunit = \"SC\"\n"),
        [(0.75, "4 CA".to_owned()), (0.25, "nothing".to_owned())]
    );
    // The empire's level is one for all its groups, and a cap (9.2) makes Attack 1 and 2 the same to Scouts.
    assert_eq!(
        list(
            "[defender.tech]\nattack = \"1-2\"\n[[defender.group]]\nunit = \"SC\"\n[[defender.group]]\nunit = \"CA\"\n"
        ),
        [half("1 CA a1"), half("1 CA a2")]
    );
    assert_eq!(
        list("[[defender.group]]\nunit = \"SC\"\ntech = { attack = \"1-3\" }\n"),
        [(1.0, String::new())]
    );
    let one_of = "[[defender.group]]\none-of = [{ unit = \"CA\", count = 2, weight = 3 }, \
                  { group = [{ unit = \"BB\" }, { unit = \"SC\", count = \"1-2\" }] }]\n";
    assert_eq!(
        list(one_of),
        [
            (0.75, "2 CA".to_owned()),
            (0.125, "1 BB + 1 SC".to_owned()),
            (0.125, "1 BB + 2 SC".to_owned())
        ]
    );
    assert_eq!(
        told(&typed("1 SC", "1-2 CA|BC a1 + 1 SC 50%")).len(),
        2 * 2 * 2,
        "every combination of count, unit and company"
    );
}

#[test]
fn a_battle_of_several_is_refused_where_one_is_looked_at() {
    for command in ["advise", "trace"] {
        let text = faulty(&[command, "2 CA", "1-2 SC"]);
        assert!(
            text.contains("2 possible battles") && text.contains("--possibility K"),
            "{text}"
        );
    }
    let luck = faulty(&[
        "luck",
        "2 CA",
        "1-2 SC",
        "--attacker-left",
        "1 CA",
        "--defender-left",
        "none",
    ]);
    assert!(luck.contains("--possibility K"), "{luck}");
    let envelope = faulty(&["odds", "2 CA", "1-2 SC", "--envelope"]);
    assert!(envelope.contains("--possibility K"), "{envelope}");
    let picked = json(&["odds", "2 CA", "1-2 SC", "--possibility", "2", "--format", "json"]);
    let plain = json(&["odds", "2 CA", "2 SC", "--format", "json"]);
    assert_eq!(picked["outcome"], plain["outcome"]);
    let beyond = faulty(&["odds", "2 CA", "1-2 SC", "--possibility", "3"]);
    assert!(beyond.contains("no possibility 3: expected 1 to 2"), "{beyond}");
    let nobody = faulty(&["trace", "1 SC", "1 SC 50%", "--possibility", "2"]);
    assert!(nobody.contains("nothing here that fights"), "{nobody}");
    let known = faulty(&["odds", "1 SC", "1 SC", "--scouting"]);
    assert!(known.contains("here everything is"), "{known}");
}

#[test]
fn too_much_that_is_open_is_refused() {
    let text = faulty(&["odds", "1 SC", "1-99 CA|BC|BB|DD|SC a0-1 d0-1"]);
    assert!(
        text.contains("possibilities") && text.contains("at most 1000"),
        "{text}"
    );
    let text = faulty(&["odds", "1-40 SC", "1-40 SC"]);
    assert!(
        text.contains("1600 possible battles") && text.contains("at most 1000"),
        "{text}"
    );
    let text = faulty(&["odds", "1 SC", "1-40 SC + 1-40 CA"]);
    assert!(text.contains("more than 1000 different fleets"), "{text}");
    let few = faulty(&["odds", "1 SC", "1-9 SC", "--battles", "17"]);
    assert!(few.contains("17 battles for 9 possible battles"), "{few}");
}

// The attacker's Scout is worth 6 CP. Against a Scout he wins 7/17: the swing is 6·7/17 − 6·10/17 = −18/17 CP,
// and to leave after a round is worse, since the defender fires first. A Decoy gives +1 CP. Without knowing
// the best is to stay away, since ½ − 9/17 < 0; knowing, to fight the Decoy alone: ½ CP.
#[test]
fn scouting_is_worth_what_better_choices_bring() {
    let odds = json(&["odds", "1 SC", "1 SC|Decoy", "--scouting", "--format", "json"]);
    let scouting = odds["scouting"].as_array().expect("a list");
    let [win, swing] = &scouting[..] else {
        panic!("{scouting:?}")
    };
    assert_eq!(
        (win["objective"].as_str(), swing["objective"].as_str()),
        (Some("win"), Some("cp-swing"))
    );
    near(win["gain"].as_f64().expect("a gain"), 0.0);
    assert_eq!(swing["without_knowing"]["choice"], "stay away");
    near(swing["without_knowing"]["value"].as_f64().expect("CP"), 0.0);
    near(swing["knowing"].as_f64().expect("CP"), 0.5);
    near(swing["gain"].as_f64().expect("CP"), 0.5);
}

#[test]
fn every_form_lists_the_possibilities() {
    let odds = ["odds", "1 SC", "1 SC|Decoy", "--by-possibility"];
    let table = broadside(&odds).ok();
    assert!(table.contains("Not everything is known: 2 possible battles"), "{table}");
    let row = |number: &str| {
        let lines = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let found = lines.filter(|words| words.first() == Some(&number)).collect::<Vec<_>>();
        found
            .iter()
            .map(|words| words.join(" "))
            .find(|line| line.contains("50.00 %"))
            .expect("a row")
    };
    assert!(row("1").starts_with("1 50.00 % 1 SC 41.18 %"), "{table}");
    assert!(row("2").starts_with("2 50.00 % 1 Decoy 100 % 0 %"), "{table}");
    let csv = broadside(&[&odds[..], &["--format", "csv"]].concat()).ok();
    assert!(csv.contains(",possible-battles,,2,"), "{csv}");
    assert!(csv.contains(",all,,,,possibility-weight,2,0.5,"), "{csv}");
    assert!(csv.contains(",all,defender,,1 Decoy,possibility-win,2,0,"), "{csv}");
    let markdown = broadside(&[&odds[..], &["--format", "markdown"]].concat()).ok();
    assert!(
        markdown.contains("## Possibilities") || markdown.contains("Possibilities"),
        "{markdown}"
    );
    let check = broadside(&["check", "1-2 SC a1 + 1 CA"]).ok();
    for told in ["ships at most", "50.00 %  1 SC a1", "50.00 %  2 SC a1"] {
        assert!(check.contains(told), "{told}: {check}");
    }
    let known = broadside(&["check", "2 SC a1 + 1 CA"]).ok();
    assert!(known.contains("total") && !known.contains("Possibilities"), "{known}");
}

/// Simulated, the whole is the weighted sum of its parts, each fought by itself with its own seed.
#[test]
fn a_simulated_mixture_is_the_sum_of_its_parts() {
    let sides = ["3 CA a1 + 2 SC", "1-3 CA|BC + 1 SC 60%"];
    let simulated = |more: &[&str]| {
        let arguments = ["odds", sides[0], sides[1], "--method", "simulate", "--format", "json"];
        json(&[&arguments[..], more].concat())
    };
    let whole = simulated(&["--battles", "60000", "--seed", "9", "--by-possibility"]);
    let parts = whole["possibilities"].as_array().expect("a list");
    assert_eq!(parts.len(), 12);
    let (mut sum, mut variance, mut battles) = (0.0, 0.0, 0);
    for part in parts {
        let number = part["number"].to_string();
        let (n, seed) = (part["battles"].as_u64().expect("battles"), part["seed"].to_string());
        let alone = simulated(&["--possibility", &number, "--battles", &n.to_string(), "--seed", &seed]);
        assert_eq!(alone["outcome"]["attacker"], part["outcome"]["attacker"]);
        let (weight, chance) = (part["weight"].as_f64().expect("a weight"), p(&alone, "attacker"));
        sum += weight * chance;
        variance += weight * weight * chance * (1.0 - chance) / n as f64;
        battles += n;
        assert!((n as f64 - weight * 60_000.0).abs() <= 1.0, "{n} of 60000 at {weight}");
    }
    assert_eq!(battles, 60_000);
    assert!((p(&whole, "attacker") - sum).abs() < 1e-9);
    // The interval is that of the strata, as good as normal here: 1.96 standard errors each way.
    let ends = ["low", "high"].map(|end| whole["outcome"]["attacker"][end].as_f64().expect("an end"));
    let half = (ends[1] - ends[0]) / 2.0;
    assert!(
        (half / (1.96 * variance.sqrt()) - 1.0).abs() < 0.01,
        "{half} and {}",
        variance.sqrt()
    );
    // Exactly, it lies within 4.5 standard errors, in every figure that has one.
    let exact = json(&["odds", sides[0], sides[1], "--method", "exact", "--format", "json"]);
    assert!((p(&whole, "attacker") - p(&exact, "attacker")).abs() < 4.5 * variance.sqrt());
    for side in ["attacker", "defender"] {
        let of = |odds: &Value, figure: &str| odds["sides"][side]["loss"][figure].as_f64().expect("a figure");
        let away = of(&whole, "mean") - of(&exact, "mean");
        assert!(away.abs() < 4.5 * of(&whole, "se"), "{side}: {away}");
        assert!((of(&whole, "sd") / of(&exact, "sd") - 1.0).abs() < 0.02);
        for won in ["attacker_won", "attacker_lost"] {
            let of = |odds: &Value, figure: &str| odds["given"][won]["sides"][side]["loss"][figure].as_f64();
            let [mean, se] = ["mean", "se"].map(|figure| of(&whole, figure).expect("a figure"));
            let away = mean - of(&exact, "mean").expect("a figure");
            assert!(away.abs() <= 4.5 * se + 1e-9, "{side} {won}: {away} of {se}");
        }
    }
}

#[test]
fn threads_change_no_byte_of_a_mixture() {
    let run = |threads: &str| {
        let arguments = [
            "odds",
            "3 CA",
            "1-4 SC|DD",
            "--battles",
            "90000",
            "--seed",
            "3",
            "--format",
            "csv",
        ];
        broadside(&[&arguments[..], &["--by-possibility", "--threads", threads]].concat()).ok()
    };
    assert_eq!(run("1"), run("3"));
}

#[test]
fn precision_is_that_of_the_whole() {
    let arguments = ["odds", "3 CA", "1-4 SC|DD", "--precision", "0.4%", "--format", "json"];
    let odds = json(&arguments);
    let ends = ["low", "high"].map(|end| odds["outcome"]["attacker"][end].as_f64().expect("an end"));
    assert!(ends[1] - ends[0] <= 0.008, "{ends:?}");
    assert!(odds["look_level"].as_f64().expect("a level") > 0.99);
}

/// A count, a unit, a level and a chance, each known or not.
fn line() -> impl Strategy<Value = String> {
    let count = prop_oneof![Just("2"), Just("1-2"), Just("1-3")];
    let unit = prop_oneof![Just("SC"), Just("CA|DD"), Just("SC|Decoy"), Just("BC|CA|SC")];
    let level = prop_oneof![Just(""), Just(" a1"), Just(" a0-1"), Just(" d0-2")];
    let chance = prop_oneof![Just(""), Just(" 50%"), Just(" 12.5%")];
    (count, unit, level, chance).prop_map(|(count, unit, level, chance)| format!("{count} {unit}{level}{chance}"))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24,
        rng_seed: RngSeed::Fixed(11),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Weights add up to one, no two possibilities are alike, and the whole is the sum of its parts.
    #[test]
    fn the_whole_is_the_weighted_sum_of_its_parts(attacker in line(), defender in line()) {
        let sides = [format!("{attacker} + 1 SC"), format!("{defender} + 1 DD")];
        let all = typed(&sides[0], &sides[1]);
        let weights: f64 = all.list.iter().map(|one| one.weight).sum();
        prop_assert!((weights - 1.0).abs() < 1e-12, "{}", weights);
        let mut labels: Vec<String> = { all.list.iter() }
            .map(|one| format!("{:?}", one.battle.sides.each_ref().map(|side| {
                side.groups.iter().map(|group| (group.label.clone(), group.count)).collect::<Vec<_>>()
            })))
            .collect();
        labels.sort();
        let number = labels.len();
        labels.dedup();
        prop_assert_eq!(labels.len(), number);
        let mut sum = [0.0; 3];
        let mut lost = [0.0; 2];
        for one in &all.list {
            let tally = solve(&lower(&one.battle, Question::default())).expect("a small battle");
            sum.iter_mut().zip(tally.outcomes).for_each(|(sum, p)| *sum += one.weight * p);
            for (lost, side) in lost.iter_mut().zip(&tally.sides) {
                let cp = side.loss.iter().flat_map(|loss| loss.iter().enumerate());
                *lost += one.weight * cp.map(|(cp, p)| cp as f64 * p).sum::<f64>();
            }
        }
        let odds = json(&["odds", &sides[0], &sides[1], "--method", "exact", "--format", "json"]);
        for (side, (sum, lost)) in ["attacker", "defender"].iter().zip(sum.iter().zip(lost)) {
            prop_assert!((p(&odds, side) - sum).abs() < 1e-9);
            let loss = odds["sides"][side]["loss"]["mean"].as_f64().expect("CP");
            prop_assert!((loss - lost).abs() < 1e-7 * lost.max(1.0), "{} {}", loss, lost);
        }
    }

    /// Every battle asked for is fought, each stratum within one of its part unless that is under two.
    #[test]
    fn shares_add_up(parts in prop::collection::vec(1..1000_u32, 1..40), battles in 0..100_000_u64) {
        let all: f64 = parts.iter().map(|&part| f64::from(part)).sum();
        let weights: Vec<f64> = parts.iter().map(|&part| f64::from(part) / all).collect();
        match shares(&weights, battles) {
            None => prop_assert!(battles < 2 * parts.len() as u64),
            Some(shares) => {
                prop_assert_eq!(shares.iter().sum::<u64>(), battles);
                prop_assert!(shares.iter().all(|&share| share >= 2));
                let small = weights.iter().any(|weight| weight * (battles as f64) < 2.0);
                let within = |(share, weight): (&u64, &f64)| (*share as f64 - weight * battles as f64).abs() < 1.0 + 1e-6;
                prop_assert!(small || shares.iter().zip(&weights).all(within));
            }
        }
    }

    #[test]
    fn strata_have_seeds_of_their_own(seed in any::<u64>(), a in 0..1000_usize, b in 0..1000_usize) {
        prop_assert_eq!(seed_of(seed, a) == seed_of(seed, b), a == b);
    }
}
