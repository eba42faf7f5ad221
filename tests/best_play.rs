//! Best play from outside: optimal policies, what they are after, their limits, and the envelope.

mod common;
mod program;
mod reference;

use common::ratio;
use program::{broadside, json};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

const ATTACKER: &str = "3 CA a1 + 6 SC a1";
const DEFENDER: &str = "2 BB a1 d1 + 3 DD a1 d1";

fn odds(attacker: &str, defender: &str, options: &[&str]) -> Value {
    let args = [&["odds", attacker, defender, "--format", "json"], options].concat();
    json(&broadside(&args).ok())
}

fn wins(odds: &Value) -> f64 {
    odds["outcome"]["attacker"]["p"].as_f64().unwrap()
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "found {found}, expected {expected}");
}

#[test]
fn known_values_of_best_play() {
    let both = ["--attacker-target", "optimal", "--defender-target", "optimal"];
    let reference = odds(ATTACKER, DEFENDER, &both);
    assert!((wins(&reference) - 0.661_984).abs() < 5e-7);
    assert_eq!(
        (&reference["method"], &reference["objective"]),
        (&"exact".into(), &"win".into())
    );
    assert_eq!(reference["sides"]["attacker"]["policy"]["target"], "optimal");
    assert!(reference.get("seed").is_none() && reference.get("best_play").is_none());
    let smaller = odds("2 CA a1 + 2 SC a1", "1 BB a1 d1 + 2 DD a1 d1", &both);
    assert!((wins(&smaller) - 0.460_382).abs() < 5e-7);
}

// 1 SC (attack 3, E) against 1 BB (attack 5, A, hull 3), both without technology, and the Scout leaves
// when that is best for the CP swing. The Battleship fires first and needs 5; in round 1 nobody may leave
// (5.9), so the Scout then fires, needing 3 − 2 = 1. From round 2 on it leaves on its turn if it
// lives: it can't do three hits in time. Lost: with 5/10 in round 1, with 5/10 of the rest in
// round 2, before its turn. So it is lost with 3/4 and gone with 1/4.
#[test]
fn a_scout_that_cannot_win_leaves_when_it_may() {
    let by_hand = |needed: u64| {
        let hit = ratio(needed, 10);
        hit + (1.0 - hit) * hit
    };
    let options = ["--attacker-retreat", "optimal", "--objective", "cp-swing"];
    let found = odds("1 SC", "1 BB", &options);
    assert_eq!(found["objective"], "cp-swing");
    let scout = &found["sides"]["attacker"]["units"][0];
    near(scout["lost"].as_f64().unwrap(), by_hand(5));
    near(scout["retreated"].as_f64().unwrap(), 1.0 - by_hand(5));
    near(wins(&found), 0.0);
    // To win is to stay: then leaving never helps.
    let to_win = odds("1 SC", "1 BB", &["--attacker-retreat", "optimal"]);
    near(
        to_win["sides"]["attacker"]["units"][0]["retreated"].as_f64().unwrap(),
        0.0,
    );
    assert!(wins(&to_win) > 0.0);
    // A look after round 1 finds nobody gone.
    let early = odds("1 SC", "1 BB", &[&options[..], &["--after-round", "1"]].concat());
    near(
        early["sides"]["attacker"]["units"][0]["retreated"].as_f64().unwrap(),
        0.0,
    );
    near(early["sides"]["attacker"]["units"][0]["lost"].as_f64().unwrap(), 0.5);
}

// 1 CA (attack 4, defense 1, hull 2, C) against 1 DD (attack 4, D) and 1 SC (attack 3, E), both with hull 1
// and defense 0. The Cruiser fires first and hits either with 4; best is the Destroyer, which hits better.
// Two against one have the fleet size bonus for the whole round (5.1.3): then DD needs 4 and SC 3, without
// it SC needs 2. With c hits left of the Cruiser:
//   SC alone:  S(c) = 0.4 + 0.6·(0.8·S(c) + 0.2·S(c−1))
//   both:      V(c) = 0.4·(0.7·S(c) + 0.3·S(c−1)) + 0.6·(0.42·V(c) + 0.46·V(c−1)), two hits are the end
// and nothing at c = 0.
#[test]
fn best_targets_by_hand() {
    let alone = |before: f64| (0.4 + 0.12 * before) / 0.52;
    let scout = [0.0, alone(0.0), alone(alone(0.0))];
    let both = |c: usize, before: f64| (0.4 * (0.7 * scout[c] + 0.3 * scout[c - 1]) + 0.276 * before) / 0.748;
    let value = both(2, both(1, 0.0));
    let of = |target: &str| wins(&odds("1 CA", "1 DD + 1 SC", &["--attacker-target", target]));
    near(of("optimal"), value);
    near(of("DD,SC"), value);
    assert!(of("SC,DD") < value - 0.01);
}

// 1 BB (attack 5, A) fires first, once, and cannot die in round 1 (hull 3, two shots at it). A look after
// that round: for the CP swing it aims at the Destroyer, 0.5·9 CP, not at the Scout, 0.5·6.
#[test]
fn an_early_look_is_what_best_play_aims_for() {
    let loss = |options: &[&str]| {
        let options = [&["--after-round", "1"], options].concat();
        odds("1 BB", "1 SC + 1 DD", &options)["sides"]["defender"]["loss"]["mean"]
            .as_f64()
            .unwrap()
    };
    near(loss(&["--attacker-target", "optimal", "--objective", "cp-swing"]), 4.5);
    near(loss(&["--attacker-target", "SC,DD"]), 3.0);
}

// 2 SC against 1 SC, best screens: with both in front the attacker has the fleet size bonus, which
// screening one would give up.
#[test]
fn best_screens_keep_what_is_worth_more() {
    let of = |screen: &str| wins(&odds("2 SC", "1 SC", &["--attacker-screen", screen]));
    near(of("optimal"), of("none"));
    assert!(of("weakest") < of("none"));
}

#[test]
fn files_may_ask_for_best_play() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("blue.toml");
    let fleet = "game = \"space-empires\"\nname = \"Blue\"\n[tech]\nattack = 1\n[[group]]\nunit = \"CA\"\ncount = 2\n\
                 [[group]]\nunit = \"SC\"\ncount = 2\n[policy]\ntarget = \"optimal\"\nscreen = \"optimal\"\n\
                 retreat = \"optimal\"\n";
    fs::write(&file, fleet).unwrap();
    let file = file.to_str().unwrap();
    let typed = [
        "--attacker-target",
        "optimal",
        "--attacker-screen",
        "optimal",
        "--attacker-retreat",
        "optimal",
    ];
    let (of_file, of_line) = (
        odds(file, "1 BB + 2 DD", &[]),
        odds("2 CA a1 + 2 SC a1", "1 BB + 2 DD", &typed),
    );
    assert_eq!(of_file["outcome"], of_line["outcome"]);
    let said = broadside(&["odds", file, "1 BB + 2 DD", "--battles", "1000"]).refused();
    assert!(said.contains("cannot be simulated: leave out `--battles`"), "{said}");
    assert!(
        broadside(&["trace", file, "1 BB + 2 DD"])
            .refused()
            .contains("`trace` needs battles")
    );
}

#[test]
fn best_play_is_no_worse_than_any_policy() {
    let with = |policy: &str| wins(&odds("2 CA + 3 SC", "2 DD + 1 BB", &["--attacker-target", policy]));
    let best = with("optimal");
    for policy in [
        "value",
        "weakest",
        "strongest",
        "easiest",
        "costliest",
        "random",
        "BB,DD",
    ] {
        assert!(best >= with(policy) - 1e-9, "{policy}");
    }
    let screens = |policy: &str| wins(&odds("2 CA + 3 SC", "2 DD", &["--attacker-screen", policy]));
    for policy in ["none", "weakest", "costliest", "wounded", "SC"] {
        assert!(screens("optimal") >= screens(policy) - 1e-9, "{policy}");
    }
}

#[test]
fn dice_and_best_play_do_not_go_together() {
    let optimal = ["odds", ATTACKER, DEFENDER, "--defender-screen", "optimal"];
    for (options, named) in [
        (&["--method", "simulate"][..], "leave out `--method simulate`"),
        (&["--seed", "3"], "leave out `--seed`"),
        (&["--precision", "0.01"], "leave out `--precision`"),
        (&["--battles", "1M", "--method", "exact"], "leave out `--battles`"),
    ] {
        let said = broadside(&[&optimal[..], options].concat()).refused();
        assert!(
            said.contains(named) && said.contains("other policies than `optimal`"),
            "{said}"
        );
    }
    let said = broadside(&["odds", ATTACKER, DEFENDER, "--objective", "cp-swing"]).refused();
    assert!(said.contains("no policy is `optimal`"), "{said}");
    let said = broadside(&["trace", ATTACKER, DEFENDER, "--attacker-retreat", "optimal"]).refused();
    assert!(said.contains("needs battles"), "{said}");
    let said = broadside(&[
        "odds",
        ATTACKER,
        DEFENDER,
        "--attacker-target",
        "optimal",
        "--objective",
        "winn",
    ])
    .refused();
    assert!(said.contains("cp-swing"), "{said}");
}

#[test]
fn battles_too_large_for_best_play_say_how_large() {
    let said = |attacker: &str, defender: &str, options: &[&str]| {
        broadside(&[&["odds", attacker, defender], options].concat()).refused()
    };
    let states = said(
        ATTACKER,
        DEFENDER,
        &["--attacker-target", "optimal", "--exact-limit", "1000"],
    );
    assert!(
        states.contains("has 1,372 states, more than the limit of 1,000: give fixed policies instead of `optimal`"),
        "{states}"
    );
    let (large, larger) = ("3 BB a1 d1 + 3 CA a1 + 4 SC a1", "2 DN a1 d1 + 4 CA a1 + 4 DD a1");
    let screens = said(large, larger, &["--attacker-screen", "optimal"]);
    for part in [
        "has 315,000 states, each met in many ways of screening, which take at least ",
        "GB of memory, more than 4.0 GB",
        "give a fixed screening policy instead of `optimal`",
    ] {
        assert!(screens.contains(part), "{part}: {screens}");
    }
    let allowed = ["--attacker-screen", "optimal", "--exact-limit", "1G"];
    let many = said("6 CA + 9 SC + 9 DD", "1 DN + 1 SC", &allowed);
    assert!(
        many.contains("too many ways of screening ships: give a fixed"),
        "{many}"
    );
    // Kinds of rounds are counted before anything is laid out for them: no memory and no time are taken.
    let rounds = ["--attacker-target", "optimal", "--after-round", "1000"];
    let rounds = said("9 CA + 9 SC + 9 DD", "6 BB + 6 DD + 6 SC", &rounds);
    assert!(
        rounds.contains("has 1,768,900 states, which take at least "),
        "{rounds}"
    );
    let vast = said("99 DN + 99 BB", "99 DN + 99 CA", &["--attacker-target", "optimal"]);
    assert!(vast.contains("at least 100,000,000 states"), "{vast}");
    let slow = said(
        "6 BB + 7 CA + 8 SC",
        "6 DN + 7 CA + 8 DD",
        &["--attacker-target", "optimal"],
    );
    assert!(
        slow.contains(" s: give fixed policies") && slow.contains("`--method exact`"),
        "{slow}"
    );
}

// Where the system gives no more memory the battle has no result, and nothing is cut short without a word.
#[cfg(target_os = "linux")]
#[test]
fn a_machine_without_the_memory_says_so() {
    use assert_cmd::Command;
    let mut shell = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_broadside");
    let limited = "ulimit -v 900000; exec \"$0\" \"$@\"";
    let battle = ["30 DN + 20 SC", "30 BB + 20 SC", "--attacker-target", "optimal"];
    shell
        .args(["-c", limited, program, "odds"])
        .args(battle)
        .args(["--method", "exact", "--threads", "1"]);
    let ran = program::run(&mut shell);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(
        ran.err
            .contains("error: not enough memory: solving this battle takes up to 2."),
        "{}",
        ran.err
    );
    assert_eq!(ran.out, "");
}

#[test]
fn luck_knows_best_play() {
    let end = ["--attacker-left", "3 CA + 3 SC", "--defender-left", "none"];
    let optimal = ["--attacker-target", "optimal", "--defender-target", "optimal"];
    let args = [&["luck", ATTACKER, DEFENDER, "--format", "json"], &end[..], &optimal].concat();
    let luck: Value = json(&broadside(&args).ok());
    assert_eq!((&luck["method"], &luck["objective"]), (&"exact".into(), &"win".into()));
    near(wins(&luck), wins(&odds(ATTACKER, DEFENDER, &optimal)));
    assert!(luck["exactly"]["p"].as_f64().unwrap() > 0.0);
}

#[test]
fn threads_change_nothing() {
    let of = |threads: &str| {
        odds(
            ATTACKER,
            DEFENDER,
            &["--attacker-screen", "optimal", "--threads", threads],
        )
    };
    assert_eq!(of("1"), of("3"));
}

#[test]
fn cheap_best_play_is_told_beside_the_result() {
    let plain = odds("2 CA + 3 SC", "2 DD + 1 BB", &["--attacker-target", "BB,DD"]);
    let both = ["--attacker-target", "optimal", "--defender-target", "optimal"];
    let best = wins(&odds("2 CA + 3 SC", "2 DD + 1 BB", &both));
    near(plain["best_play"]["attacker"].as_f64().unwrap(), best);
    let table = broadside(&["odds", "2 CA + 3 SC", "2 DD + 1 BB", "--attacker-target", "BB,DD"]).ok();
    let line = table.lines().nth(1).unwrap();
    let more = (best - wins(&plain)) * 100.0;
    let expected = format!(
        "With best targets on both sides the attacker wins {:.2} %: {more:+.2} points",
        best * 100.0
    );
    assert_eq!(line, expected);
    let csv = broadside(&["odds", "2 CA + 3 SC", "2 DD + 1 BB", "--format", "csv"]).ok();
    assert!(csv.contains("attacker,,,win-best-targets,,"), "{csv}");
}

// After a round both may still fight; with dice there is nothing exact to compare; alone each kind of ship
// leaves no choice; and what is slow is asked for.
#[test]
fn best_play_is_not_told_where_it_misleads_or_is_slow() {
    for (fleets, options) in [
        (["2 CA + 3 SC", "2 DD + 1 BB"], &["--after-round", "2"][..]),
        (["2 CA + 3 SC", "2 DD + 1 BB"], &["--battles", "1000"]),
        (["2 CA + 3 SC", "2 DD + 1 BB"], &["--attacker-target", "optimal"]),
        (["5 CA", "6 SC"], &[]),
        (["5 BB + 5 CA + 6 SC", "4 DN + 6 CA + 6 DD"], &[]),
    ] {
        let found = odds(fleets[0], fleets[1], options);
        assert!(found.get("best_play").is_none(), "{fleets:?} {options:?}");
    }
}

#[test]
fn the_envelope_holds_what_each_policy_gives() {
    let fleets = ["2 CA + 3 SC", "2 DD + 1 BB"];
    let of = |options: &[&str]| odds(fleets[0], fleets[1], options);
    let envelope = of(&["--envelope", "--defender-screen", "weakest"]);
    let mut chances = Vec::new();
    for attacker in ["value", "strongest", "random", "optimal"] {
        for defender in ["value", "costliest", "random", "optimal"] {
            let alone = of(&[
                "--defender-screen",
                "weakest",
                "--attacker-target",
                attacker,
                "--defender-target",
                defender,
            ]);
            let here = envelope["chances"][attacker][defender]["p"].as_f64().unwrap();
            near(here, wins(&alone));
            chances.push(here);
        }
    }
    assert_eq!(envelope["attacker"], envelope["chances"]["value"]["value"]);
    let [low, high] = [0, 1].map(|end| envelope["range"]["both"][end].as_f64().unwrap());
    assert!(chances.iter().all(|&chance| low <= chance && chance <= high));
    // Best play of the one that aims is the end of the range.
    let own = &envelope["range"]["attacker"][1];
    assert_eq!(own, &envelope["chances"]["optimal"]["value"]["p"]);
}

#[test]
fn the_envelope_knows_orders_and_dice() {
    let args = ["odds", "2 CA + 3 SC", "2 DD + 1 BB", "--envelope"];
    let table = broadside(&[&args[..], &["--attacker-target", "BB,DD"]].concat()).ok();
    let first = table.lines().next().unwrap();
    assert!(
        first.starts_with("Attacker wins ") && first.ends_with(" depending on how he aims)"),
        "{first}"
    );
    assert!(
        table.contains("in order") && table.contains("given            in order against value"),
        "{table}"
    );
    assert!(table.lines().all(|line| line.chars().count() <= 110), "{table}");

    let alone = broadside(&["odds", "5 CA", "6 SC", "--envelope"]).ok();
    assert!(
        alone.contains(" % however he aims\nThe same however the defender aims\n"),
        "{alone}"
    );

    let fought = broadside(&[&args[..], &["--battles", "2000"]].concat()).ok();
    for part in [
        "optimal is left out: it is solved exactly",
        "36 pairs of policies were simulated, with up to 2,000 battles each and seed 0",
    ] {
        assert!(fought.contains(part), "{part}: {fought}");
    }
    let large = odds(
        "2 CA + 3 SC",
        "2 DD + 1 BB",
        &["--envelope", "--battles", "2000", "--seed", "9"],
    );
    let alone = odds(
        "2 CA + 3 SC",
        "2 DD + 1 BB",
        &["--attacker-target", "random", "--battles", "2000", "--seed", "9"],
    );
    assert_eq!(large["chances"]["random"]["value"], alone["outcome"]["attacker"]);

    let csv = broadside(&[&args[..], &["--format", "csv"]].concat()).ok();
    assert_eq!(csv.lines().count(), 1 + 7 * 7);
    assert!(
        broadside(&[&args[..], &["--format", "markdown"]].concat())
            .ok()
            .contains("| optimal |")
    );
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("envelope.parquet");
    let said = broadside(&[&args[..], &["--out", file.to_str().unwrap()]].concat()).refused();
    assert!(said.contains("Parquet") && !file.exists(), "{said}");
}

#[test]
fn the_envelope_is_about_winning() {
    let said = broadside(&["odds", ATTACKER, DEFENDER, "--envelope", "--objective", "cp-swing"]).refused();
    assert!(said.contains("chance to win"), "{said}");
}

#[test]
fn optimal_retreats_say_that_nobody_leaves_who_wants_to_win() {
    let told = broadside(&["odds", "3 CA", "6 SC", "--attacker-retreat", "optimal"]).ok();
    assert!(told.contains("never leaves it"), "{told}");
}
