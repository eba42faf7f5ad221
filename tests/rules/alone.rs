//! Battles that the program fights by itself: solved, if the solver takes them on, and simulated.

use crate::common::Z;
use crate::common::sample::{Measure, Sample};
use broadside::engine::exact::{Refusal, solve};
use broadside::engine::{Amount, Plan, Settings, run};
use broadside::rules::space_empires::{Ability, Battle, Policy, Question, Terrain, lower, resolve};
use broadside::spec::{Place, Problems, Side, engagement_from_shorthand, policy};
use std::sync::atomic::AtomicBool;

/// Battles simulated: a rate wrong by 0.2 points is seen.
const BATTLES: u64 = 3_000_000;

/// A battle to be set up and looked at.
pub struct Alone {
    pub battle: Battle,
    question: Question,
}

/// Two fleets in the shorthand.
pub fn alone(attacker: &str, defender: &str) -> Alone {
    protecting(attacker, defender, "costliest")
}

/// The same, where the defender's Shield Projectors protect those named.
pub fn protecting(attacker: &str, defender: &str, protect: &str) -> Alone {
    let mut problems = Problems::new();
    let mut engagement = engagement_from_shorthand(attacker, defender).expect("fleets");
    let place = Place::argument("protect", protect);
    engagement.sides[1].policy.protect = policy::protect(protect, &place, &mut problems);
    let battle = resolve(&engagement, &mut problems);
    Alone {
        battle: battle.unwrap_or_else(|| panic!("{}", problems.render(false))),
        question: Question::default(),
    }
}

impl Alone {
    pub fn in_hex(mut self, change: impl FnOnce(&mut Terrain)) -> Alone {
        change(&mut self.battle.terrain);
        self
    }

    pub fn with(mut self, side: Side, change: impl FnOnce(&mut Policy)) -> Alone {
        change(&mut self.battle.sides[side.index()].policy);
        self
    }

    pub fn ability(mut self, side: Side, ability: Ability) -> Alone {
        let gear = &mut self.battle.sides[side.index()].groups[0].gear;
        gear.abilities = gear.abilities.with(ability);
        self
    }

    pub fn after_round(mut self, round: u16) -> Alone {
        self.question.after_round = Some(round);
        self
    }

    pub fn plan(&self) -> Plan {
        lower(&self.battle, self.question)
    }

    /// Why the solver does not take it on.
    pub fn refused(self, why: Refusal) -> Alone {
        assert_eq!(solve(&self.plan()).map(|odds| odds.outcomes), Err(why));
        self
    }

    /// The chance that a side wins.
    pub fn wins(self, side: Side, chance: f64) -> Alone {
        if let Ok(odds) = solve(&self.plan()) {
            close(odds.outcomes[side.index()], chance, 1e-9, "solved");
        }
        self.simulated(Measure::Wins(side), chance)
    }

    /// CP that a side loses on average.
    pub fn loses(self, side: Side, cp: f64) -> Alone {
        if let Ok(odds) = solve(&self.plan()) {
            let of_outcome = odds.sides[side.index()]
                .loss
                .iter()
                .flat_map(|loss| loss.iter().enumerate());
            let mean: f64 = of_outcome.map(|(cp, chance)| cp as f64 * chance).sum();
            close(mean, cp, 1e-9, "solved");
        }
        self.simulated(Measure::LostCp(side), cp)
    }

    /// Ships of a side's group that leave alive on average.
    pub fn retreats(self, side: Side, group: usize, ships: f64) -> Alone {
        self.simulated(Measure::Retreated(side, group), ships)
    }

    fn simulated(self, measure: Measure, expected: f64) -> Alone {
        let settings = Settings {
            seed: 11,
            amount: Amount::Battles(BATTLES),
            threads: 0,
        };
        let tally = run(&self.plan(), &settings, &|_, _| (), &AtomicBool::new(false)).tally;
        let moments = Sample::of_tally(&self.battle, &tally).of(measure);
        // At least as wide as for an event of that chance: a sample without it has no spread.
        let spread = moments.variance().max(expected.min(1.0) * (1.0 - expected.min(1.0)));
        let tolerance = Z * (spread / BATTLES as f64).sqrt() + 1e-9;
        close(moments.mean(), expected, tolerance, "simulated");
        self
    }
}

fn close(found: f64, expected: f64, tolerance: f64, how: &str) {
    let off = (found - expected).abs();
    assert!(
        off <= tolerance,
        "{how}: expected {expected} ± {tolerance}, found {found}"
    );
}
