//! The battles that the benches fight.

use broadside::engine::Plan;
use broadside::rules::space_empires::{Question, lower, resolve};
use broadside::spec::{Problems, engagement_from_shorthand};

/// The battle that all speed figures are about.
pub const REFERENCE: [&str; 2] = ["3 CA a1 + 6 SC a1", "2 BB a1 d1 + 3 DD a1 d1"];

/// The plan of a battle in open space, default policies.
pub fn plan([attacker, defender]: [&str; 2]) -> Plan {
    let engagement = engagement_from_shorthand(attacker, defender).expect("the benches' fleets are well written");
    let mut problems = Problems::default();
    let battle = resolve(&engagement, &mut problems).expect("the benches' fleets exist");
    lower(&battle, Question::default())
}
