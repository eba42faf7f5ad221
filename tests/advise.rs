//! `broadside advise`: hand-worked battles, agreement with the solvers, every form, and faults.

mod program;

use broadside::engine::Plan;
use broadside::engine::exact::{Objective, retreats, solve, solve_optimal};
use broadside::report::{self, retreats::Who};
use broadside::rules::space_empires::{Battle, Question, Retreat, Screen, Target, lower, resolve};
use broadside::spec::{Problems, Side, engagement_from_shorthand, parse_state, parse_turn};
use program::Program;
use proptest::prelude::*;
use serde_json::Value;

const ADVISE: Program = Program("advise");

fn near(value: &Value, expected: f64) {
    let found = value.as_f64().unwrap_or_else(|| panic!("no number: {value}"));
    assert!((found - expected).abs() < 1e-8, "found {found}, expected {expected}");
}

/// With one blank where there are several.
fn squeezed(page: &str) -> String {
    let lines = page
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n")
}

/// The choices of the first group of a side that fires.
fn choices<'a>(value: &'a Value, side: &str) -> &'a Vec<Value> {
    value["sides"][side]["shots"][0]["choices"].as_array().unwrap()
}

/// With nobody screened and these targets.
fn plan(attacker: &str, defender: &str, targets: [Target; 2]) -> Plan {
    battle(attacker, defender, targets).1
}

fn battle(attacker: &str, defender: &str, targets: [Target; 2]) -> (Battle, Plan) {
    let engagement = engagement_from_shorthand(attacker, defender).expect("a well-written battle");
    let mut battle = resolve(&engagement, &mut Problems::default()).expect("a battle without faults");
    for (fleet, target) in battle.sides.iter_mut().zip(targets) {
        fleet.policy.target = target;
        fleet.policy.screen = Screen::None;
    }
    let plan = lower(&battle, Question::default());
    (battle, plan)
}

const NO_SCREENS: [&str; 4] = ["--attacker-screen", "none", "--defender-screen", "none"];

// 5.2: the defender fires first, so the attacker wins 7/17 (see `tests/exact.rs`), and the swing is
// 6 · 7/17 − 6 · 10/17 = −18/17. From the second round on the defender's turn is worth 18/17 to him, the
// attacker's 6 · 3/10 − 7/10 · 18/17 = 18/17 as well: nobody leaves.
#[test]
fn a_duel_of_scouts() {
    let value = ADVISE.json(&["1 SC", "1 SC"]);
    near(&value["value"]["win"], 7.0 / 17.0);
    near(&value["value"]["cp_swing"], -18.0 / 17.0);
    for side in ["attacker", "defender"] {
        near(&value["sides"][side]["right_to_leave"], 0.0);
        assert_eq!(choices(&value, side).len(), 1);
        near(&choices(&value, side)[0]["cost"]["points"], 0.0);
    }
    near(&choices(&value, "defender")[0]["value"]["win"], 10.0 / 17.0);
    let page = ADVISE.told(&["1 SC", "1 SC"]);
    assert!(
        page.starts_with("With best play of both sides the attacker wins 41.18 %"),
        "{page}"
    );
    let page = ADVISE.told(&["1 SC", "1 SC", "--retreat"]);
    for side in ["attacker", "defender"] {
        assert!(
            page.contains(&format!("Leaving never beats staying for the {side}")),
            "{page}"
        );
    }
}

// One round. The CA fires first and needs 4 against either. If it hits (0.4), no single hit of the other
// destroys it (Hull Size 2). If not, the DD needs 4 and the SC 3, with the fleet size bonus (5.1.3): it is lost with
// 0.6 · 0.4 · 0.3 = 0.072. At the DD: 0.4 · 9 − 0.072 · 12 = 2.736 CP; at the SC: 0.4 · 6 − 0.864 = 1.536.
#[test]
fn whom_to_shoot_for_a_round() {
    let battle = ["1 CA", "1 DD + 1 SC", "--after-round", "1", "--objective", "cp-swing"];
    let value = ADVISE.json(&[&battle[..], &NO_SCREENS].concat());
    near(&value["value"]["cp_swing"], 2.736);
    near(&value["value"]["win"], 0.0);
    let [dd, sc] = &choices(&value, "attacker")[..] else {
        panic!("two targets");
    };
    assert_eq!((&dd["target"], &dd["need"]), (&"DD".into(), &4.into()));
    near(&dd["value"]["cp_swing"], 2.736);
    near(&dd["cost"]["cp"], 0.0);
    near(&sc["value"]["cp_swing"], 1.536);
    near(&sc["cost"]["cp"], 1.2);
    near(&sc["cost"]["points"], 0.0);
    let page = squeezed(&ADVISE.told(&[&battle[..], &NO_SCREENS].concat()));
    assert!(page.contains("attacker CA shoot DD first; SC costs 1.2 CP"), "{page}");
    // The same judged by the win, which nobody can have in this round.
    let by_win = squeezed(&ADVISE.told(&[&battle[..4], &NO_SCREENS].concat()));
    assert!(
        by_win.contains("CA any target: equal for the win; DD best by CP"),
        "{by_win}"
    );
}

// The same round, and the defender may screen one ship. Without its DD the SC alone can't destroy the CA
// and has no bonus: 0.4 · 6 = 2.4 CP. Without its SC: 0.4 · 9 = 3.6.
#[test]
fn whom_to_screen_for_a_round() {
    let args = ["1 CA", "1 DD + 1 SC", "--after-round", "1", "--objective", "cp-swing"];
    let value = ADVISE.json(&args);
    near(&value["value"]["cp_swing"], 2.4);
    let screens = value["sides"]["defender"]["screens"].as_array().unwrap();
    let found: Vec<(&str, f64)> = { screens.iter() }
        .map(|screen| {
            (
                screen["ships"].as_str().unwrap(),
                screen["cost"]["cp"].as_f64().unwrap(),
            )
        })
        .collect();
    assert_eq!(found.len(), 3);
    for ((ships, cost), (expected, worth)) in found.iter().zip([("1 DD", 0.0), ("nobody", 0.336), ("1 SC", 1.2)]) {
        assert_eq!(*ships, expected);
        assert!((cost - worth).abs() < 1e-9, "{ships}: {cost}");
    }
    assert!(value["sides"]["attacker"]["screens"].as_array().unwrap().is_empty());
    // With the DD behind the SC is all there is to shoot at.
    assert_eq!(choices(&value, "attacker").len(), 1);
    let page = ADVISE.told(&args);
    assert!(
        squeezed(&page).contains("screens 1 DD; to screen nobody costs 0.34 CP"),
        "{page}"
    );
}

// In the middle of that round only the SC is still to fire at the damaged CA: it needs 3 with the bonus,
// −12 · 0.3, and 2 without.
#[test]
fn a_turn_in_the_middle() {
    let state = |state: &str, more: &[&str]| {
        let args = [
            "1 CA",
            "1 DD + 1 SC",
            "--after-round",
            "1",
            "--objective",
            "cp-swing",
            "--round",
            "1",
        ];
        let value = ADVISE.json(&[&args[..], &["--state", state], more].concat());
        value["value"]["cp_swing"].clone()
    };
    near(&state("1 CA damaged 1 / 1 DD + 1 SC", &["--turn", "SC"]), -3.6);
    near(
        &state(
            "1 CA damaged 1 / 1 DD + 1 SC",
            &["--turn", "defender SC:1", "--bonus", "none"],
        ),
        -2.4,
    );
    near(&state("1 CA damaged 1 / 1 SC", &["--turn", "SC"]), -2.4);
}

// 0.5 a round that the BB destroys the SC before its turn, 0.1 that the SC hits. From the start of a
// round on, staying is worth V_d = −3 + 0.5 (0.1 V_{d+1} + 0.9 V_d), with V_3 = 20 CP:
// V_2 = −2/0.55, V_1 = (−3 + 0.05 V_2)/0.55, V_0 = (−3 + 0.05 V_1)/0.55. To leave on the SC's turn makes it −3 from the
// second round on, and −4.5 in all.
#[test]
fn a_scout_leaves_a_battleship() {
    let two = -2.0 / 0.55;
    let one = (-3.0 + 0.05 * two) / 0.55;
    let none = (-3.0 + 0.05 * one) / 0.55;
    let value = ADVISE.json(&["1 SC", "1 BB", "--retreat", "--side", "attacker"]);
    let found = &value["retreats"][0];
    near(&found["swing_leaving"], -4.5);
    near(&found["swing_staying"], none);
    near(&found["right_to_leave"], -4.5 - none);
    let states = found["states"].as_array().unwrap();
    assert_eq!(states.len(), 2);
    for (state, (chance, worth, damage)) in states.iter().zip([(0.45, none, vec![]), (0.05, one, vec![1])]) {
        near(&state["chance"], chance);
        near(&state["cost_cp"], -3.0 - worth);
        near(&state["rounds"][1], chance);
        assert_eq!(state["enemy"][0]["damage"], Value::from(damage));
        assert_eq!(state["leaving"][0]["ships"], 1);
    }
    let rules = found["rules"].as_array().unwrap();
    assert_eq!(rules.len(), 1);
    assert_eq!(
        (&rules[0]["when_you_have"], &rules[0]["while_they_have"]),
        (&"1 SC".into(), &"1+ BB (damage 1)".into())
    );
    near(&rules[0]["chance"], 0.5);
    let advice = ADVISE.json(&["1 SC", "1 BB"]);
    near(&advice["sides"]["attacker"]["right_to_leave"], -4.5 - none);
    let page = ADVISE.told(&["1 SC", "1 BB", "--retreat", "--side", "attacker", "--rows", "1"]);
    let head = "The right to leave is worth 1.5 CP to the attacker: CP swing -4.5 for it, without -6.0";
    assert!(page.starts_with(head), "{page}");
    assert!(squeezed(&page).contains("1 SC 1 BB all 45.0 –"), "{page}");
    assert!(page.contains("… and 1 more"), "{page}");
}

#[test]
fn it_is_what_the_solvers_say() {
    for (attacker, defender) in [
        ("2 CA a1 + 2 SC a1", "1 BB a1 d1 + 2 DD a1 d1"),
        ("3 DD + 1 CA", "2 CA t1 + 2 SC"),
        ("1 DN + 2 SC", "4 DD a1"),
    ] {
        let value = ADVISE.json(&[&[attacker, defender], &NO_SCREENS[..]].concat());
        let both = plan(attacker, defender, [Target::Optimal, Target::Optimal]);
        let found = [Objective::Win, Objective::CpSwing].map(|objective| solve_optimal(&both, objective).unwrap());
        near(&value["value"]["win"], found[0].value);
        near(&value["value"]["cp_swing"], found[1].value);
        // The first shot of the battle is worth what the battle is, if it is the best.
        let first = &found[0].shots[0];
        let side = both.slots[both.steps[first.step].shooter].side;
        let worth = choices(&value, side.name())[0]["value"]["win"].as_f64().unwrap();
        let own = if side.index() == 0 {
            found[0].value
        } else {
            1.0 - found[0].value
        };
        assert!((worth - own).abs() < 1e-9);
        // Nobody leaves who is after the win, and best play is never worse than a policy.
        let against = ADVISE.json(&[&[attacker, defender, "--defender-target", "weakest"], &NO_SCREENS[..]].concat());
        let fixed = plan(attacker, defender, [Target::Value, Target::Weakest]);
        let against = against["value"]["win"].as_f64().unwrap();
        // JSON has ten digits.
        assert!(against >= solve(&fixed).unwrap().outcomes[0] - 1e-9);
        assert!(against >= found[0].value - 1e-9);
    }
}

#[test]
fn policies_that_are_given_are_kept() {
    let (attacker, defender) = ("2 CA a1 + 2 SC a1", "1 BB a1 d1 + 2 DD a1 d1");
    let targets = ["--attacker-target", "value", "--defender-target", "strongest"];
    let args = [&[attacker, defender], &targets[..], &NO_SCREENS].concat();
    let value = ADVISE.json(&args);
    let fixed = plan(attacker, defender, [Target::Value, Target::Strongest]);
    near(&value["value"]["win"], solve(&fixed).unwrap().outcomes[0]);
    assert_eq!(value["sides"]["attacker"]["policy"]["target"], "value");
    assert_eq!(value["sides"]["attacker"]["advised"], false);
    let page = ADVISE.told(&args);
    assert!(
        squeezed(&page).contains("targets strongest, as its policy says"),
        "{page}"
    );
    let page = ADVISE.told(&[&args[..], &["--side", "defender"]].concat());
    assert!(page.contains("after its first shot the defender is taken to shoot by its policy, strongest"));
    assert!(!page.contains("attacker  CA"), "{page}");
}

// A state at the start of a round is worth what the same ships are worth that have just met, if damage and
// the first round play no part.
#[test]
fn a_state_is_a_battle_of_what_is_left() {
    let whole = ["3 CA + 3 SC", "2 BB + 2 DD"];
    let state = [&whole[..], &NO_SCREENS, &["--state", "2 CA + 1 SC / 1 DD + 1 BB"]].concat();
    let fresh = [&["2 CA + 1 SC", "1 BB + 1 DD"], &NO_SCREENS[..]].concat();
    let (state, fresh) = (ADVISE.json(&state), ADVISE.json(&fresh));
    near(&state["value"]["win"], fresh["value"]["win"].as_f64().unwrap());
    assert_eq!(state["sides"]["attacker"]["shots"], fresh["sides"]["attacker"]["shots"]);
    assert_eq!(state["state"]["attacker"], "2 CA + 1 SC");
    assert_eq!(state["state"]["round"], 2);
}

#[test]
fn leaving_is_a_choice_where_it_is_left_to_best_play() {
    let args = [
        "1 SC",
        "1 BB",
        "--state",
        "1 SC / 1 BB",
        "--attacker-retreat",
        "optimal",
        "--turn",
        "SC",
    ];
    let value = ADVISE.json(&[&args[..], &["--objective", "cp-swing"]].concat());
    let best = &choices(&value, "attacker")[0];
    assert_eq!(best["act"], "leave");
    near(&best["value"]["cp_swing"], 0.0);
    let page = ADVISE.told(&[&args[..], &["--objective", "cp-swing"]].concat());
    assert!(squeezed(&page).contains("SC leave; BB costs 3.0 CP"), "{page}");
    // Who is after the win stays.
    assert_eq!(choices(&ADVISE.json(&args), "attacker")[0]["act"], "shoot");
}

#[test]
fn several_damaged_ships_need_to_be_split_off() {
    let battle = ["3 CA", "1 BB", "--state", "2 CA damaged 1 + 1 CA / 1 BB"];
    let error = ADVISE.refused(&[&battle[..], &["--attacker-screen", "none"]].concat());
    assert!(error.contains("more than one damaged CA in a group"), "{error}");
    assert!(error.contains("--attacker-screen wounded"), "{error}");
    let value = ADVISE.json(&[&battle[..], &["--attacker-screen", "wounded"]].concat());
    assert_eq!(value["state"]["attacker"], "1 CA + 2 CA damaged 1");
}

#[test]
fn faults_say_where_and_what() {
    let state = |text: &str| ADVISE.refused(&["3 CA + 3 SC", "1 BB + 2 DD", "--state", text]);
    for (text, place, message) in [
        ("4 CA / 1 BB", "1:1", "4 CA left of 3"),
        ("3 CA", "1:1", "only one side's ships are named"),
        ("3 CA / 1 BB / 1 DD", "1:1", "more than two sides"),
        ("3 CA / 1 BB damaged 3", "1:21", "its Hull Size is 3"),
        ("3 KA / 1 BB", "1:3", "did you mean CA?"),
        ("CA damagd 1 / BB", "1:4", "did you mean \"damaged\"?"),
        ("CA damaged x / BB", "1:12", "not \"x\""),
        ("CA damaged / BB", "1:4", "how much damage is missing"),
        ("CA damaged 1 a1 / BB", "1:14", "the damage comes last"),
        ("none / BB", "1:1", "the battle is over"),
        ("/ BB", "1:1", "the attacker's ships are missing"),
        ("CA + + SC / BB", "1:6", "ships are missing beside \"+\""),
    ] {
        let error = state(text);
        assert!(
            error.contains(&format!("--state:{place}: ")) && error.contains(message),
            "{text}: {error}"
        );
    }
    let turn = |text: &str| {
        let state = "2 CA + 1 DD / 1 BB + 1 DD";
        ADVISE.refused(&["3 CA + 3 SC + 1 DD", "1 BB + 2 DD", "--state", state, "--turn", text])
    };
    for (text, message) in [
        ("XX", "unknown unit \"XX\""),
        ("CA 4", "4 shots to come of 2 CA"),
        ("CA:0", "not \"0\""),
        ("CA:", "how many shots are to come is missing"),
        ("SC", "no SC left to fire"),
        ("DD", "both sides have \"DD\""),
        ("defender CA", "the defender has no CA"),
        ("attacker", "no group is named"),
        ("BB:1 2", "unexpected word \"2\""),
        ("BC", "nobody has BC in this battle"),
    ] {
        let error = turn(text);
        assert!(
            error.contains("--turn:1:") && error.contains(message),
            "{text}: {error}"
        );
    }
    let more = |more: &[&str]| {
        let args = ["3 CA + 3 SC", "1 BB + 2 DD", "--state", "3 CA / 1 BB"];
        ADVISE.refused(&[&args, more].concat())
    };
    assert!(more(&["--round", "1"]).contains("round 1 starts with all ships, unhurt"));
    assert!(more(&["--round", "3", "--after-round", "2"]).contains("after round 2 already"));
    assert!(more(&["--turn", "CA", "--bonus", "defender"]).contains("cannot have the fleet size bonus"));
    assert!(more(&["--retreat"]).contains("cannot be used with"));
    // A count in front would be taken for shots by some and for ships by others.
    assert!(more(&["--turn", "1 CA"]).contains("write \"CA:1\""));
    assert!(more(&["--turn", "1 CA:2"]).contains("write \"CA:1\""));
    let unknown = more(&["--turn", "XX"]);
    assert!(
        unknown.contains("unknown unit \"XX\"") && unknown.contains("the groups: CA"),
        "{unknown}"
    );
    assert!(
        ADVISE
            .refused(&["1 CA", "1 Base", "--retreat", "--side", "defender"])
            .contains("no unit of the defender can retreat")
    );
    assert!(ADVISE.refused(&["1 CA", "1 SC", "--turn", "CA"]).contains("--state"));
}

#[test]
fn a_battle_too_large_is_refused() {
    let error = ADVISE.refused(&["4 CA + 3 DD", "4 CA + 3 DD", "--exact-limit", "100"]);
    assert!(error.contains("1,296 states, more than the limit of 100"), "{error}");
    assert!(error.contains("--exact-limit") && error.contains("odds"), "{error}");
    let huge = "40 BB + 40 CA + 40 DD + 40 SC";
    for more in [&[][..], &["--retreat"]] {
        let error = ADVISE.refused(&[&[huge, huge], more].concat());
        assert!(error.contains("over a million million states"), "{error}");
    }
}

// What is too much to look for unasked is left out with a note, the same on every machine.
#[test]
fn screens_that_are_too_much_are_left_out_with_a_note() {
    let args = ["4 CA a1 + 3 DD a1 + 3 SC", "4 CA a1 + 3 DD + 3 SC"];
    let page = ADVISE.told(&args);
    assert!(
        page.contains("note: best screens were not looked for on every side"),
        "{page}"
    );
    assert!(page.contains("attacker policy  targets optimal"), "{page}");
    assert_eq!(ADVISE.json(&args)["screens_left_out"], true);
    assert_eq!(ADVISE.json(&["1 CA", "2 SC"])["screens_left_out"], false);
}

#[test]
fn every_form_tells_the_same() {
    let args = ["1 CA", "1 DD + 1 SC", "--after-round", "1", "--objective", "cp-swing"];
    let args = [&args[..], &NO_SCREENS].concat();
    let csv = ADVISE.told(&[&args[..], &["--format", "csv"]].concat());
    assert!(
        csv.lines()
            .any(|line| line == ",,false,all,attacker,1,CA at SC,shoot-cost-cp,2,1.2,,"),
        "{csv}"
    );
    let markdown = ADVISE.told(&[&args[..], &["--format", "markdown"]].concat());
    assert!(
        markdown.contains("| attacker | CA | 1 | DD | 4 | best | best |"),
        "{markdown}"
    );
    let csv = ADVISE.told(&["1 SC", "1 BB", "--retreat", "--side", "attacker", "--format", "csv"]);
    assert!(
        csv.contains(",,false,all,attacker,,1 SC against 1 BB: leave all,retreat-met-in-round,2,0.45,,\n"),
        "{csv}"
    );
    let markdown = ADVISE.told(&["1 SC", "1 BB", "--retreat", "--format", "markdown"]);
    assert!(markdown.contains("| 1 SC | 1 BB | all | 45.0 |"), "{markdown}");
}

// The rules against the solver's own list of states, in which ships leave or stay.
#[test]
fn rules_of_thumb_have_no_exception() {
    for (attacker, defender) in [
        ("3 CA a1 + 6 SC a1", "2 BB a1 d1 + 3 DD a1 d1"),
        ("2 BB a1 + 2 CA a1 + 2 DD a1", "2 BB d1 + 2 CA d1 + 2 SC d1"),
    ] {
        for side in Side::BOTH {
            let (mut battle, _) = battle(attacker, defender, [Target::Optimal, Target::Optimal]);
            battle.sides[side.index()].policy.retreat = Retreat::Optimal;
            let plan = lower(&battle, Question::default());
            let found = retreats(&plan, side).unwrap();
            let told = report::Retreats::new(&battle, &[(side, &plan, &found)], 20);
            let told = &told.sides[0];
            assert!(!told.rules.is_empty());
            let points = |ships: &[(u8, u8)], side: Side| -> Vec<u16> {
                let slots = plan.slots_of[side.index()].clone();
                slots
                    .map(|slot| u16::from(ships[slot].0) * u16::from(plan.slots[slot].hull) - u16::from(ships[slot].1))
                    .collect()
            };
            let first = plan.slots_of[side.index()].start;
            for rule in &told.rules {
                let applies = |ships: &[(u8, u8)]| {
                    let concerned = match rule.who {
                        Who::All => true,
                        Who::Group(group) => ships[first + group].0 > 0,
                        Who::Damaged(group, least) => ships[first + group].1 >= least,
                    };
                    let (own, enemy) = (points(ships, side), points(ships, side.enemy()));
                    concerned
                        && own.iter().zip(&rule.own_least).all(|(points, least)| points >= least)
                        && own.iter().zip(&rule.most).all(|(points, most)| points <= most)
                        && enemy.iter().zip(&rule.least).all(|(points, least)| points >= least)
                        && enemy.iter().zip(&rule.enemy_most).all(|(points, most)| points <= most)
                };
                assert!(!found.stays.iter().any(|ships| applies(ships)), "{rule:?}");
                let mut chance = 0.0;
                for row in found.rows.iter().filter(|row| applies(&row.ships)) {
                    let leaves = |slot: usize| row.leaving[slot] == row.ships[slot].0;
                    let done = match rule.who {
                        Who::All => plan.slots_of[side.index()].clone().all(leaves),
                        Who::Group(group) => leaves(first + group),
                        Who::Damaged(group, _) => row.wounded[first + group],
                    };
                    assert!(done, "{rule:?} {row:?}");
                    chance += row.rounds.iter().sum::<f64>();
                }
                assert!((chance - rule.chance).abs() < 1e-9);
            }
            assert!(told.worth() > 0.0);
        }
    }
}

/// No line of a table is wider than a page, with three groups a side.
#[test]
fn tables_fit_on_a_page() {
    let battle = ["2 BB a1 + 2 CA a1 + 2 DD a1", "2 BB d1 + 2 CA d1 + 2 SC d1"];
    for more in [&[][..], &["--retreat"]] {
        let page = ADVISE.told(&[&battle, more].concat());
        for line in page.lines().filter(|line| line.starts_with("  ")) {
            assert!(line.chars().count() <= 100, "{line}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_read_without_a_panic(text in ".{0,60}", words in "[0-9A-Z a-z+/:]{0,40}") {
        for text in [&text, &words] {
            let mut problems = Problems::default();
            let state = parse_state(text, "--state", &mut problems);
            prop_assert!(state.is_some() || !problems.is_empty(), "{text:?} is nothing, and no fault");
            let mut problems = Problems::default();
            let turn = parse_turn(text, "--turn", &mut problems);
            prop_assert!(turn.is_some() || !problems.is_empty(), "{text:?} is nothing, and no fault");
            let _ = problems.render(true);
        }
    }
}
