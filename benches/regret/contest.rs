//! A battle, and what it is worth to sides that play their best or follow a policy.

use broadside::engine::Plan;
use broadside::engine::exact::{Advice, Objective, size, solve_optimal};
use broadside::rules::space_empires::{Battle, Question, Target, Terrain, lower, resolve};
use broadside::spec::{Problems, Side, engagement_from_shorthand};

/// A battle in words, and as the rules mean it.
#[derive(Clone)]
pub struct Contest {
    /// `3 CA a1 + 6 SC a1 against 2 BB a1, asteroids`.
    pub name: String,
    battle: Battle,
}

impl Contest {
    /// Reads two fleets and the hex that they meet in.
    ///
    /// # Panics
    ///
    /// If the program finds a fault in them.
    pub fn new(attacker: &str, defender: &str, terrain: &str) -> Contest {
        let name = format!("{attacker} against {defender}, {terrain}");
        let engagement = engagement_from_shorthand(attacker, defender).expect(&name);
        let mut problems = Problems::default();
        let mut battle = resolve(&engagement, &mut problems).expect(&name);
        battle.terrain = Terrain::default().with(terrain).expect(&name);
        Contest { name, battle }
    }

    /// The plan of the battle under two ways to pick targets; [`Target::Optimal`] is best play.
    pub fn plan(&self, targets: [&Target; 2]) -> Plan {
        let mut battle = self.battle.clone();
        for (fleet, target) in battle.sides.iter_mut().zip(targets) {
            fleet.policy.target = target.clone();
            fleet.policy.finish_wounded = *target != Target::Random;
        }
        lower(&battle, Question::default())
    }

    /// States of its exact solution.
    pub fn states(&self) -> u64 {
        size(&self.plan([&Target::Optimal; 2]), u64::MAX).map_or(u64::MAX, |size| size.states)
    }

    /// The attacker's chance to win.
    pub fn win_chance(&self, targets: [&Target; 2]) -> f64 {
        self.advice(targets).value
    }

    /// The worth of the battle and of every choice in its first round.
    pub fn advice(&self, targets: [&Target; 2]) -> Advice {
        solve(&self.plan(targets)).unwrap_or_else(|| panic!("{} can't be solved", self.name))
    }

    /// The label of a group by its slot in the plan.
    pub fn label(&self, plan: &Plan, slot: usize) -> &str {
        let groups = self.battle.sides.iter().flat_map(|fleet| &fleet.groups);
        groups
            .map(|group| group.label.as_str())
            .nth(plan.slots[slot].unit)
            .unwrap_or("?")
    }
}

/// The one place where the exact solver is asked.
fn solve(plan: &Plan) -> Option<Advice> {
    solve_optimal(plan, Objective::Win).ok()
}

/// A side's chance to win, given the attacker's. What is neither's counts as the defender's, as in
/// the objective of best play.
pub fn share(side: Side, attacker: f64) -> f64 {
    match side {
        Side::Attacker => attacker,
        Side::Defender => 1.0 - attacker,
    }
}
