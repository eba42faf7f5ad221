//! `broadside luck`: hand-worked battles, both ways to find the figures, every form, and faults.

mod program;

use broadside::engine::exact::{solve, solve_showing};
use broadside::engine::ledger::Ledger;
use broadside::engine::replay::{Misfit, replay_rolls};
use broadside::engine::tally::least_swing;
use broadside::engine::{Amount, End, Plan, Settings, run_seeking};
use broadside::rules::space_empires::{Battle, Left, Question, end, kinds, lower, resolve};
use broadside::spec::{Problems, engagement_from_shorthand, parse_rolls, parse_ships};
use program::Program;
use proptest::prelude::*;
use serde_json::Value;
use std::sync::atomic::AtomicBool;

const LUCK: Program = Program("luck");

fn near(value: &Value, expected: f64) {
    let found = value.get("p").unwrap_or(value).as_f64().unwrap();
    assert!((found - expected).abs() < 1e-9, "found {found}, expected {expected}");
}

fn battle(attacker: &str, defender: &str) -> (Battle, Plan) {
    let engagement = engagement_from_shorthand(attacker, defender).expect("a well-written battle");
    let mut problems = Problems::default();
    let battle = resolve(&engagement, &mut problems).unwrap_or_else(|| panic!("{problems}"));
    let plan = lower(&battle, Question::default());
    (battle, plan)
}

/// An end without retreats.
fn left((battle, plan): &(Battle, Plan), left: [&str; 2]) -> Result<End, Problems> {
    let mut problems = Problems::default();
    let ships = left.map(|text| parse_ships(text, "left", &mut problems).unwrap_or_default());
    let parts = ships.each_ref().map(|left| Left { left, retreated: &[] });
    end(battle, plan, parts, &mut problems).ok_or(problems)
}

// 5.2: the defender fires first, so the attacker wins 7/17 (see `tests/exact.rs`). He wins 6 CP or
// loses 6: a win is better than 10/17 of all battles and as good as 7/17, percentile
// 10/17 + 7/34 = 27/34. Mean 6 · 7/17 − 6 · 10/17 = −18/17, sd √(36 − (18/17)²).
#[test]
fn a_duel_of_scouts() {
    let value = LUCK.json(&["1 SC", "1 SC", "--attacker-left", "1 SC", "--defender-left", "none"]);
    assert_eq!(
        (&value["method"], &value["happened"]),
        (&"exact".into(), &"attacker".into())
    );
    let [attacker, defender] = ["attacker", "defender"].map(|side| &value["sides"][side]);
    assert_eq!((&attacker["swing"], &defender["swing"]), (&6.into(), &(-6).into()));
    near(&attacker["percentile"], 27.0 / 34.0);
    near(&attacker["worse"], 10.0 / 17.0);
    near(&attacker["as_good"], 7.0 / 17.0);
    near(&attacker["better"], 0.0);
    near(&attacker["as_good_or_better"], 7.0 / 17.0);
    near(&defender["percentile"], 7.0 / 34.0);
    near(&defender["worse"], 0.0);
    near(&defender["better"], 10.0 / 17.0);
    near(&defender["as_good_or_better"], 1.0);
    near(&value["exactly"], 7.0 / 17.0);
    near(&value["swing"]["mean"], -18.0 / 17.0);
    let sd = (36.0 - (18.0_f64 / 17.0).powi(2)).sqrt();
    near(&value["swing"]["sd"], sd);
    near(&attacker["deviation"], (6.0 + 18.0 / 17.0) / sd);
    near(&defender["deviation"], -(6.0 + 18.0 / 17.0) / sd);
    near(&attacker["loss"]["less"], 0.0);
    near(&attacker["loss"]["as_much"], 7.0 / 17.0);
    near(&defender["loss"]["less"], 7.0 / 17.0 * 0.0 + 10.0 / 17.0);
}

// After round 1: the CA fires first and needs 4. If it hits (0.4), the other SC cannot destroy it
// (Hull Size 2): swing +6. If not, both SC need 3, Attack 3 and fleet size bonus (5.1.3) against Defense 1: both
// hit with 0.6 · 0.09 = 0.054, swing −12; else nothing is lost, 0.546.
#[test]
fn a_state_after_a_round() {
    let args = |attacker, defender| {
        let left = ["--attacker-left", attacker, "--defender-left", defender];
        LUCK.json(&[&["1 CA", "2 SC", "--after-round", "1"], &left[..]].concat())
    };
    let value = args("1 CA", "2 SC");
    assert_eq!(
        (&value["happened"], &value["after_round"]),
        (&"neither".into(), &1.into())
    );
    let attacker = &value["sides"]["attacker"];
    near(&attacker["worse"], 0.054);
    near(&attacker["as_good"], 0.546);
    near(&attacker["percentile"], 0.054 + 0.273);
    near(&attacker["better"], 0.4);
    near(&value["exactly"], 0.546);
    near(&args("1 CA", "1 SC")["exactly"], 0.4);
    near(&args("none", "2 SC")["exactly"], 0.054);
    // It can't be that the first SC is destroyed and the CA as well.
    let never = args("none", "1 SC");
    near(&never["exactly"], 0.0);
    assert!(
        never["notes"][0]
            .as_str()
            .unwrap()
            .contains("no battle ends exactly like this")
    );
}

// Round 1: the attacker is destroyed with 0.3, else destroys the defender with 0.7 · 0.3 = 0.21, else 0.49
// go on. Round 2: the defender fires first (0.49 · 0.3 = 0.147), then the attacker leaves (5.9): 0.343.
#[test]
fn a_retreat_is_no_loss() {
    let args = ["1 SC", "1 SC", "--attacker-retreat", "after-round=1"];
    let rest = [
        "--attacker-left",
        "none",
        "--attacker-retreated",
        "1 SC",
        "--defender-left",
        "1 SC",
    ];
    let value = LUCK.json(&[&args[..], &rest].concat());
    near(&value["exactly"], 0.343);
    let attacker = &value["sides"]["attacker"];
    assert_eq!((&attacker["swing"], &attacker["loss"]["cp"]), (&0.into(), &0.into()));
    near(&attacker["worse"], 0.447);
    near(&attacker["better"], 0.21);
    near(&attacker["percentile"], 0.447 + 0.343 / 2.0);
    assert_eq!(value["happened"], "defender");
}

#[test]
fn groups_that_nobody_can_tell_apart_count_together() {
    let ends = |fleet: &str, left: &str| {
        LUCK.json(&[fleet, "2 DD", "--attacker-left", left, "--defender-left", "none"])["exactly"]["p"].clone()
    };
    near(
        &ends("1 SC a1 + 2 SC a1 + 1 CA", "2 SC + 1 CA"),
        ends("3 SC a1 + 1 CA", "2 SC + 1 CA").as_f64().unwrap(),
    );
    // Counts of one kind add up, and levels that the fleet's own were capped to are known.
    let capped = ends("3 SC a3 + 1 CA", "1 SC a3 + 1 SC + 1 CA");
    near(&ends("3 SC a1 + 1 CA", "2 SC + 1 CA"), capped.as_f64().unwrap());
}

// The CA (C) fires first and needs 4 (E3 against it: 3 with the fleet size bonus). 9 misses, 2 hits, 4
// misses; then 3 destroys a SC, and 1 the CA. The CA hit once in two shots at 0.4: 1 − 0.6² = 0.64. The SC
// twice in three at 0.3: 3 · 0.09 · 0.7 + 0.027 = 0.216 for two or more, 1 − 0.027 = 0.973 for two or fewer.
#[test]
fn rolls_are_replayed() {
    let value = LUCK.json(&["1 CA", "2 SC", "--rolls", "9, 2 4,3,1"]);
    assert_eq!(value["happened"], "defender");
    assert_eq!(value["sides"]["defender"]["units"][0]["left"], 1);
    let [attacker, defender] = ["attacker", "defender"].map(|side| &value["dice"][side]);
    assert_eq!((&attacker["shots"], &attacker["hits"]), (&2.into(), &1.into()));
    near(&attacker["expected"], 0.8);
    near(&attacker["so_many_or_more"], 0.64);
    near(&attacker["so_many_or_fewer"], 0.84);
    assert_eq!((&defender["shots"], &defender["hits"]), (&3.into(), &2.into()));
    near(&defender["so_many_or_more"], 0.216);
    near(&defender["so_many_or_fewer"], 0.973);
    let rolls: Vec<&Value> = value["volleys"]
        .as_array()
        .unwrap()
        .iter()
        .map(|volley| &volley["rolls"])
        .collect();
    assert_eq!(
        rolls,
        [&serde_json::json!([9]), &[2, 4].into(), &[3].into(), &[1].into()]
    );
    // The same end told in ships lies at the same place.
    let same = LUCK.json(&["1 CA", "2 SC", "--attacker-left", "none", "--defender-left", "1 SC"]);
    for key in ["exactly", "sides", "swing"] {
        assert_eq!(value[key], same[key], "{key}");
    }
}

#[test]
fn too_few_rolls_and_too_many() {
    let (_, plan) = battle("1 CA", "2 SC");
    assert!(matches!(replay_rolls(&plan, &[]), Err(Misfit::TooFew { round: 1, .. })));
    assert!(matches!(
        replay_rolls(&plan, &[9, 2, 3, 1]),
        Err(Misfit::TooMany { used: 3, .. })
    ));
    let few = LUCK.refused(&["1 CA", "2 SC", "--rolls", "9,2,4,3"]);
    assert!(
        few.contains("roll 5 is missing: round 2 goes on, and defender SC fires at CA, needing 3"),
        "{few}"
    );
    assert!(
        few.contains("round 1: attacker CA 9, defender SC 2, 4; round 2: attacker CA 3"),
        "{few}"
    );
    let many = LUCK.refused(&["1 CA", "2 SC", "--rolls", "9,2,3,7,7"]);
    assert!(
        many.contains("--rolls:1:7: too many rolls: the defender has won in round 1, after 3 of 5"),
        "{many}"
    );
    assert!(many.contains("round 1: attacker CA 9, defender SC 2, 3"), "{many}");
    let storm = LUCK.refused(&[
        "2 DD",
        "1 BB",
        "--terrain",
        "ion-storm",
        "--attacker-retreat",
        "after-round=1",
        "--rolls",
        "8,8,8,8",
    ]);
    assert!(
        storm.contains("roll 5 is missing: round 2 goes on, and the attacker rolls to leave, needing 8"),
        "{storm}"
    );
    // An early look ends the rolls early too.
    assert_eq!(
        LUCK.json(&["1 CA", "2 SC", "--after-round", "1", "--rolls", "9,2,4"])["happened"],
        "neither"
    );
}

/// Sixteen groups of a ship each: too many final states for the lanes' table, few enough to solve.
const MANY: &str = "1 SC + 1 SC a1 + 1 SC d1 + 1 SC a1 d1 + 1 SC t1 + 1 DD + 1 DD a1 + 1 DD d1";

#[test]
fn counted_and_worked_out_agree() {
    const BATTLES: u64 = 400_000;
    let cases = [("2 CA + 3 SC", "1 BB + 2 DD"), (MANY, MANY), ("2 CA + 1 CO", "3 DD")];
    for (attacker, defender) in cases {
        let (battle, plan) = &battle(attacker, defender);
        assert_eq!(Ledger::new(plan).is_table(), attacker != MANY);
        let kinds = kinds(battle);
        let mut ends: Vec<(End, f64)> = Vec::new();
        let exact = solve_showing(
            plan,
            &mut |remains, p| match ends.iter_mut().find(|(end, _)| end.is(remains)) {
                Some((_, chance)) => *chance += p,
                None => ends.push((End::of(&kinds, remains), p)),
            },
        );
        let exact = exact.unwrap();
        assert_eq!(exact, solve(plan).unwrap());
        let (end, chance) = ends.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        assert!(exact.swing[(end.swing(plan) - least_swing(&plan.units)) as usize] >= chance - 1e-12);
        let seek = |threads| {
            let settings = Settings {
                seed: 3,
                amount: Amount::Battles(BATTLES),
                threads,
            };
            run_seeking(plan, &settings, Some(&end), &|_, _| (), &AtomicBool::new(false))
        };
        let (run, found) = seek(1);
        let (again, same) = seek(3);
        assert_eq!((&run.tally, found), (&again.tally, same), "for any number of threads");
        let n = BATTLES as f64;
        let agrees = |what: String, counted: u64, p: f64| {
            // The last term as for rare events in `tests/exact.rs`.
            let allowed = 5.0 * (p * (1.0 - p) / n).sqrt() + 10.0 / n;
            assert!(
                (counted as f64 / n - p).abs() < allowed,
                "{what}: {counted} of {BATTLES}, not {p}"
            );
        };
        agrees(format!("{end:?}"), found, chance);
        assert_eq!(run.tally.swing.iter().sum::<u64>(), BATTLES);
        for (entry, (&counted, &p)) in run.tally.swing.iter().zip(&exact.swing).enumerate() {
            agrees(format!("swing {}", entry as i64 + least_swing(&plan.units)), counted, p);
        }
    }
}

#[test]
fn every_battle_comes_to_its_own_end() {
    let (battle, plan) = battle("2 CA + 1 SC + 1 CO", "1 BB + 2 DD + 1 Decoy");
    let kinds = kinds(&battle);
    let mut all = 0.0;
    solve_showing(&plan, &mut |remains, p| {
        let end = End::of(&kinds, remains);
        assert!(end.is(remains));
        assert_eq!(end.outcome(&plan), remains.outcome);
        for side in broadside::spec::Side::BOTH {
            assert_eq!(end.loss(&plan, side), remains.loss(&plan.units, side));
        }
        all += p;
    })
    .unwrap();
    assert!((all - 1.0).abs() < 1e-12);
}

#[test]
fn simulated_figures_have_their_error() {
    let args = ["2 CA", "3 DD", "--attacker-left", "1 CA", "--defender-left", "none"];
    let exact = LUCK.json(&args);
    let counted = LUCK.json(&[&args[..], &["--battles", "200k", "--seed", "5"]].concat());
    assert_eq!(
        (&counted["method"], &counted["battles"]),
        (&"simulate".into(), &200_000.into())
    );
    let side = &counted["sides"]["attacker"];
    for rate in ["percentile", "worse", "as_good", "better", "as_good_or_better"] {
        let [low, high] = ["low", "high"].map(|key| side[rate][key].as_f64().unwrap());
        let p = exact["sides"]["attacker"][rate]["p"].as_f64().unwrap();
        // Twice the interval: this seed is as good as any.
        let half = high - low;
        assert!(
            half > 0.0 && (low - half..=high + half).contains(&p),
            "{rate}: {low} to {high}, not {p}"
        );
    }
    let args = [&args[..], &["--battles", "50k", "--format", "json"]].concat();
    let bytes = |threads: &str| LUCK.told(&[&args[..], &["--threads", threads]].concat());
    assert_eq!(bytes("1"), bytes("3"));
}

#[test]
fn every_form() {
    let args = [
        "3 CA a1 + 6 SC a1",
        "2 BB a1 d1 + 3 DD a1 d1",
        "--attacker-left",
        "3 CA + 3 SC",
        "--defender-left",
        "0",
    ];
    let form = |name: &str| LUCK.told(&[&args[..], &["--format", name]].concat());
    let table = form("table");
    assert!(
        table.starts_with("Attacker won with 3 CA a1 + 3 SC a1 left; CP lost: attacker 18 of 72, defender 67 of 67\n")
    );
    assert!(
        table
            .lines()
            .nth(1)
            .unwrap()
            .starts_with("For the attacker luckier than 8"),
        "{table}"
    );
    assert_eq!(table.matches("← this battle").count(), 2, "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 110), "{table}");
    assert!(form("markdown").starts_with("**Attacker won"));
    let csv = form("csv");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let of = |side: &str, measure: &str| {
        let row = rows.iter().find(|row| &row[4] == side && &row[7] == measure);
        row.unwrap_or_else(|| panic!("no {measure}"))[9].parse::<f64>().unwrap()
    };
    assert_eq!(
        (of("attacker", "swing-here"), of("defender", "swing-here")),
        (49.0, -49.0)
    );
    assert!((of("attacker", "percentile") + of("defender", "percentile") - 1.0).abs() < 1e-9);
    let swings = rows.iter().filter(|row| &row[7] == "swing");
    let chances: f64 = swings.map(|row| row[9].parse::<f64>().unwrap()).sum();
    assert!((chances - 1.0).abs() < 1e-8, "{chances}");
}

#[test]
fn impossible_ends_are_explained() {
    let said = |args: &[&str]| LUCK.refused(args);
    let left = |fleets: [&str; 2], attacker: &str, defender: &str, more: &[&str]| {
        said(
            &[
                &fleets[..],
                &["--attacker-left", attacker, "--defender-left", defender],
                more,
            ]
            .concat(),
        )
    };
    let check = |err: String, parts: &[&str]| {
        for part in parts {
            assert!(err.contains(part), "no {part:?} in\n{err}");
        }
    };
    let plain = ["3 CA a1 + 6 SC a1", "2 BB a1 d1"];
    check(
        left(plain, "4 CA", "0", &[]),
        &["--attacker-left:1:1: 4 CA a1 left of 3", "has 3 CA a1"],
    );
    check(
        left(plain, "2 CA + 2 CA", "0", &[]),
        &["--attacker-left:1:8: 4 CA a1 left of 3"],
    );
    check(
        left(plain, "1 CX", "0", &[]),
        &["unknown unit \"CX\"", "did you mean CA?", "CA a1, SC a1"],
    );
    check(left(plain, "nne", "0", &[]), &["did you mean none?"]);
    check(
        left(plain, "1 BB", "0", &[]),
        &["the attacker has no BB in this battle"],
    );
    check(
        left(plain, "0", "1 BB a2", &[]),
        &["the defender has no BB a2", "BB a1 d1"],
    );
    check(left(plain, "", "0", &[]), &["no ships are named", "or none"]);
    check(
        left(plain, "1 CA", "1 BB", &[]),
        &["both sides have ships left", "--after-round N"],
    );
    check(
        left(["2 CA a1 + 2 CA a2", "1 SC"], "1 CA", "0", &[]),
        &["--attacker-left:1:3: CA may be CA a1 or CA a2", "1 CA a1"],
    );
    check(
        left(["2 CA", "1 SC + 1 Decoy"], "0", "1 SC + 1 Decoy", &[]),
        &["Decoy left", "(8.3)"],
    );
    check(
        left(["2 CA + 2 CO", "2 SC"], "1 CA + 1 CO", "0", &[]),
        &["1 CO left of 2", "(5.4)"],
    );
    check(
        left(["2 CA + 2 CO", "2 SC"], "2 CO", "1 SC", &[]),
        &["CO left without a ship that can fight", "(5.4)"],
    );
    check(
        left(["2 CA", "2 SC"], "1 CA", "0", &["--attacker-retreated", "1 CA"]),
        &["CA retreated, but never does", "--attacker-retreat "],
    );
    check(
        left(
            ["2 CA", "2 SC + 1 Base"],
            "2 CA",
            "0",
            &["--defender-retreat", "wounded", "--defender-retreated", "1 Base"],
        ),
        &["Base cannot retreat at all"],
    );
    let leaves = ["--attacker-retreat", "after-round=1", "--attacker-retreated", "2 CA"];
    check(
        left(["2 CA", "2 SC"], "1 CA", "0", &leaves),
        &["3 CA left or retreated of 2"],
    );
    // Several faults at once, those of the fleets first.
    check(
        left(["3 XX", "2 SC"], "1 CA", "0", &[]),
        &["attacker:1:3: unknown unit \"XX\""],
    );
    let one = said(&["2 CA", "2 SC", "--attacker-left", "1 CA"]);
    check(one, &["--defender-left <SHIPS>"]);
    check(said(&["2 CA", "2 SC"]), &["--attacker-left <SHIPS>", "--rolls <ROLLS>"]);
    check(
        said(&["2 CA", "2 SC", "--rolls", "3", "--attacker-left", "0"]),
        &["cannot be used with"],
    );
    check(
        said(&["2 CA", "2 SC", "--rolls", "3, 0, x, 11"]),
        &[
            "--rolls:1:4: a die never shows less than 1",
            "a 10",
            "\"x\" is no roll",
            "\"11\" is no roll",
        ],
    );
    check(said(&["2 CA", "2 SC", "--rolls", " "]), &["no rolls are given"]);
    check(
        said(&["2 CA", "2 SC + 1 DD", "--rolls", "3", "--attacker-target", "random"]),
        &["rolls don't tell what a random or an optimal policy does"],
    );
}

#[test]
fn an_exact_method_is_insisted_on_or_refused() {
    let args = [
        "9 CA + 9 BB + 9 DN",
        "9 CA + 9 BB + 9 DN",
        "--attacker-left",
        "none",
        "--defender-left",
        "1 DN",
    ];
    let said = LUCK.refused(&[&args[..], &["--method", "exact"]].concat());
    assert!(said.contains("more than the limit of"), "{said}");
    let value = LUCK.json(&[&args[..], &["--battles", "2000"]].concat());
    assert_eq!(value["method"], "simulate");
}

proptest! {
    /// Nothing that can be typed panics.
    #[test]
    fn any_words(left in "[0-9A-Za-z +]{0,20}|none|[1-3] (CA|SC)( a[0-9])?", rolls in "[0-9, x]{0,20}", text in ".{0,12}") {
        let fought = battle("2 CA a1 + 1 CA a2 + 3 SC", "1 BB + 2 DD");
        let mut problems = Problems::default();
        parse_ships(&text, "left", &mut problems);
        parse_rolls(&text, "rolls", &mut problems);
        if let Ok(end) = left_of(&fought, &left) {
            prop_assert!(end.kinds.iter().all(|kind| kind.left <= 3));
        }
        let faces: Vec<u8> = parse_rolls(&rolls, "rolls", &mut problems).iter().map(|roll| roll.value).collect();
        if let Ok(told) = replay_rolls(&fought.1, &faces) {
            prop_assert_eq!(told.events.iter().filter(|event| event.roll().is_some()).count(), faces.len());
        }
    }
}

fn left_of(fought: &(Battle, Plan), text: &str) -> Result<End, Problems> {
    left(fought, [text, "none"])
}

// 5.9: whoever destroys or drives off the last enemy is still there himself.
#[test]
fn somebody_is_left() {
    let said = LUCK.refused(&["3 CA", "6 SC", "--attacker-left", "none", "--defender-left", "none"]);
    assert!(said.contains("neither side has a ship left"), "{said}");
}
