//! Policies as text.

use crate::*;
use broadside::spec::{Retreat, Screen, Target, policy};

fn target(text: &str, problems: &mut Problems) -> Option<Target> {
    policy::target(text, &Place::argument("--attacker-target", text), problems).map(|target| target.value)
}

fn screen(text: &str, problems: &mut Problems) -> Option<Screen> {
    policy::screen(text, &Place::argument("--attacker-screen", text), problems).map(|screen| screen.value)
}

fn retreat(text: &str, problems: &mut Problems) -> Option<Retreat> {
    policy::retreat(text, &Place::argument("--attacker-retreat", text), problems).map(|retreat| retreat.value)
}

#[test]
fn policies_are_read() {
    let mut problems = Problems::new();
    assert_eq!(target("value", &mut problems), Some(Target::Value));
    assert_eq!(target(" Weakest ", &mut problems), Some(Target::Weakest));
    assert_eq!(target("strongest", &mut problems), Some(Target::Strongest));
    assert_eq!(target("easiest", &mut problems), Some(Target::Easiest));
    assert_eq!(target("costliest", &mut problems), Some(Target::Costliest));
    assert_eq!(target("random", &mut problems), Some(Target::Random));
    assert_eq!(target("optimal", &mut problems), Some(Target::Optimal));
    for (text, expected) in [
        ("SC, DD ,CA", &["SC", "DD", "CA"][..]),
        ("SC", &["SC"]),
        ("Raider", &["Raider"]),
    ] {
        let Some(Target::Order(order)) = target(text, &mut problems) else {
            panic!("{text} is an order")
        };
        assert_eq!(values(&order), expected);
        assert!(order.iter().all(|unit| unit.place.text() == unit.value));
    }
    assert_eq!(screen("none", &mut problems), Some(Screen::None));
    assert_eq!(screen("weakest", &mut problems), Some(Screen::Weakest));
    assert_eq!(screen("costliest", &mut problems), Some(Screen::Costliest));
    assert_eq!(screen("wounded", &mut problems), Some(Screen::Wounded));
    assert_eq!(screen("Optimal", &mut problems), Some(Screen::Optimal));
    let Some(Screen::Units(units)) = screen("CV,T", &mut problems) else {
        panic!("units")
    };
    assert_eq!(values(&units), ["CV", "T"]);
    for (text, expected) in [
        ("never", Retreat::Never),
        ("wounded", Retreat::Wounded),
        ("optimal", Retreat::Optimal),
        ("after-round=999", Retreat::AfterRound(999)),
        ("After_Round = 1", Retreat::AfterRound(1)),
        ("outnumbered=2", Retreat::Outnumbered { ratio_milli: 2000 }),
        ("outnumbered=1.5", Retreat::Outnumbered { ratio_milli: 1500 }),
        ("outnumbered=3:2", Retreat::Outnumbered { ratio_milli: 1500 }),
        ("outnumbered=2:3", Retreat::Outnumbered { ratio_milli: 667 }),
        ("strength-below=0.5", Retreat::StrengthBelow { ratio_milli: 500 }),
        ("strength-below=62.5%", Retreat::StrengthBelow { ratio_milli: 625 }),
    ] {
        assert_eq!(retreat(text, &mut problems), Some(expected), "{text}");
    }
    let Some(Retreat::Units(units)) = retreat("units=CV, BV", &mut problems) else {
        panic!("units")
    };
    assert_eq!(values(&units), ["CV", "BV"]);
    assert_eq!(problems.render(false), "");
}

// A case is a row.
#[rustfmt::skip]
#[test]
fn every_fault_of_a_targeting_policy_has_its_message() {
    let read = |text: &str| {
        let mut problems = Problems::new();
        assert_eq!(target(text, &mut problems), None, "{text}");
        problems
    };
    assert_each(
        read,
        &[
            ("", (1, 1), "the targeting policy is empty", "", "expected value, weakest"),
            ("weekest", (1, 1), "unknown targeting policy \"weekest\"", "weekest", "did you mean \"weakest\"?"),
            ("costlyest", (1, 1), "unknown targeting policy \"costlyest\"", "costlyest", "did you mean \"costliest\"?"),
            ("threat", (1, 1), "targeting policy \"threat\" is not available: it is a policy of Eclipse", "threat", "expected value"),
            ("SC,,CA", (1, 4), "a unit name is missing", "", "single commas"),
            ("SC,", (1, 4), "a unit name is missing", "", "single commas"),
            ("SC,weakest", (1, 4), "\"weakest\" is a targeting policy, not a unit", "weakest", "stands alone"),
            ("SC,DD,sc", (1, 7), "\"sc\" stands twice in the list", "sc", "once"),
        ],
    );
}

// A case is a row.
#[rustfmt::skip]
#[test]
fn every_fault_of_a_screening_policy_has_its_message() {
    let read = |text: &str| {
        let mut problems = Problems::new();
        assert_eq!(screen(text, &mut problems), None, "{text}");
        problems
    };
    assert_each(
        read,
        &[
            (" ", (1, 1), "the screening policy is empty", " ", "expected none, weakest, costliest, wounded"),
            ("wonded", (1, 1), "unknown screening policy \"wonded\"", "wonded", "did you mean \"wounded\"?"),
            ("CV,none", (1, 4), "\"none\" is a screening policy, not a unit", "none", "stands alone"),
        ],
    );
}

// A case is a row.
#[rustfmt::skip]
#[test]
fn every_fault_of_a_retreat_policy_has_its_message() {
    let read = |text: &str| {
        let mut problems = Problems::new();
        assert_eq!(retreat(text, &mut problems), None, "{text}");
        problems
    };
    let forms = "expected never, after-round=2, outnumbered=2:1, strength-below=50%, wounded, optimal, or units= and unit names";
    assert_each(
        read,
        &[
            ("", (1, 1), "the retreat policy is empty", "", forms),
            ("after-rond=2", (1, 1), "unknown retreat policy \"after-rond=2\"", "after-rond", "did you mean \"after-round=2\"?"),
            ("nevre", (1, 1), "unknown retreat policy \"nevre\"", "nevre", "did you mean \"never\"?"),
            ("after-round", (1, 1), "\"after-round\" needs a value", "after-round", "after-round=2"),
            ("units", (1, 1), "\"units\" needs a value", "units", "units=T,CA"),
            ("never=2", (1, 1), "\"never\" takes no value", "never", "write never alone"),
            ("after-round=0", (1, 13), "\"0\" is no round to retreat after", "0", "1 to 999"),
            ("after-round=1000", (1, 13), "\"1000\" is no round to retreat after", "1000", "1 to 999"),
            ("after-round=+2", (1, 13), "\"+2\" is no round to retreat after", "+2", "1 to 999"),
            ("after-round=", (1, 13), "\"\" is no round to retreat after", "", "1 to 999"),
            ("outnumbered=0", (1, 13), "the ratio \"0\" must be more than 0", "0", "2:1"),
            ("outnumbered=2:0", (1, 13), "the ratio \"2:0\" has a 0 on its right side", "2:0", "2:1"),
            ("outnumbered=-1", (1, 13), "the ratio \"-1\" is no number: write it like 2, 1.5, 2:1 or 50%", "-1", ""),
            ("outnumbered=1001", (1, 13), "the ratio \"1001\" must be at most 1000", "1001", ""),
            ("strength-below=0.1234", (1, 16), "the ratio \"0.1234\" has more than three decimals", "0.1234", ""),
            ("units=", (1, 7), "a unit name is missing", "", "commas"),
            ("units=CV,cv", (1, 10), "\"cv\" stands twice in the list", "cv", "once"),
        ],
    );
}
