//! The battles that the benches fight.

use broadside::engine::Plan;
use broadside::rules::space_empires::{Question, lower, resolve};
use broadside::spec::{Problems, engagement_from_shorthand};

/// The battle that all speed figures are about.
pub const REFERENCE: [&str; 2] = ["3 CA a1 + 6 SC a1", "2 BB a1 d1 + 3 DD a1 d1"];

/// Name and fleets of each battle, small to large.
pub const BATTLES: [(&str, [&str; 2]); 4] = [
    ("small", ["2 SC", "1 DD"]),
    ("reference", REFERENCE),
    (
        "medium",
        [
            "4 BB a2 d2 t1 + 6 CA a2 d1 + 6 DD a1",
            "3 DN a3 d3 t2 + 2 BC a2 d2 + 5 DD a1 d1 + 1 Base a3 d3",
        ],
    ),
    (
        "large",
        [
            "60 DN a3 d3 + 90 BB a2 d2 + 99 CA a2 d1 + 99 SC a1",
            "70 DN a3 d2 t1 + 80 BC a2 d2 + 99 DD a1 + 99 SC",
        ],
    ),
];

/// The plan of a battle in open space, default policies.
pub fn plan([attacker, defender]: [&str; 2]) -> Plan {
    let engagement = engagement_from_shorthand(attacker, defender).expect("the benches' fleets are well written");
    let mut problems = Problems::default();
    let battle = resolve(&engagement, &mut problems).expect("the benches' fleets exist");
    lower(&battle, Question::default())
}
