//! The battles that the benches fight.

use broadside::engine::Plan;
use broadside::rules::space_empires::{Policy, Question, lower, resolve};
use broadside::spec::{Problems, engagement_from_shorthand};

/// The battle that all speed figures are about.
pub const REFERENCE: [&str; 2] = ["3 CA a1 + 6 SC a1", "2 BB a1 d1 + 3 DD a1 d1"];

/// A battle late in the game: Fighters and Carriers, Raiders, Titans, Missiles, Scanners and Point Defense.
#[allow(dead_code, reason = "not every bench fights it")]
pub const LATE: [&str; 2] = [
    "1 TN a2 d2 + 2 CV + 6 F fighter3 + 3 R cloak2 + 4 CA a2 d2",
    "1 TN a2 d2 + 2 BB a2 d2 + 3 MB a1 + 3 AltF fighter3 + 4 SC pd3 + 2 DD scan1",
];

/// The plan of a battle in open space, default policies.
pub fn plan(fleets: [&str; 2]) -> Plan {
    plan_with(fleets, |_| {})
}

/// The plan of a battle in open space, with both sides' policies changed.
#[allow(dead_code, reason = "not every bench changes policies")]
pub fn plan_with([attacker, defender]: [&str; 2], change: impl Fn(&mut Policy)) -> Plan {
    let engagement = engagement_from_shorthand(attacker, defender).expect("the benches' fleets are well written");
    let mut problems = Problems::default();
    let mut battle = resolve(&engagement, &mut problems).expect("the benches' fleets exist");
    battle.sides.iter_mut().for_each(|fleet| change(&mut fleet.policy));
    lower(&battle, Question::default())
}
