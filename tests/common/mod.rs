//! Battles in one line, and checks of what comes out: against fractions worked out by hand, and
//! of the engine against the reference simulator.

#![allow(dead_code, reason = "every test crate uses a part of it")]

pub mod arsenal;
pub mod random;
pub mod sample;

use crate::reference::{self, chart};
use broadside::engine::{Amount, Settings, Tally};
use broadside::rules::space_empires::catalog::{rule, rule_rows};
use broadside::rules::space_empires::{Battle, Policy, Question, Retreat, Screen, Target, Terrain, lower, resolve};
use broadside::spec::{Problems, Side, engagement_from_shorthand};
use sample::{Measure, Sample};
use std::cell::OnceCell;
use std::sync::atomic::AtomicBool;

/// Widest deviation that passes, in standard errors: chance exceeds it once in 150,000 times.
pub const Z: f64 = 4.5;

/// Battles of the engine a check: `Z` standard errors of a rate are then at most 0.071 points, so
/// that a rate wrong by 0.1 points fails in 29 of 30 seeds.
pub const ENGINE_BATTLES: u64 = 10_000_000;

/// Battles of the reference simulator a check.
pub const REFERENCE_BATTLES: u64 = 60_000;

const SEED: u64 = 20;

/// A fraction worked out by hand.
pub fn ratio(numerator: u64, denominator: u64) -> f64 {
    numerator as f64 / denominator as f64
}

/// Unit names as a policy wants them.
pub fn units(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// A battle in open space, with the default policies, between two fleets in the shorthand. The
/// program reads them for the engine, the reference's own chart for the reference.
///
/// # Panics
///
/// If the program finds a fault in them.
pub fn battle(attacker: &str, defender: &str) -> Setup {
    Setup {
        battle: read(attacker, defender),
        ..on_chart(attacker, defender)
    }
}

/// As [`battle`], but past the program's reader and catalog, so that fleets can meet which the rules
/// keep apart, such as attacking Bases.
pub fn on_chart(attacker: &str, defender: &str) -> Setup {
    let battle = chart::battle([chart::fleet(attacker), chart::fleet(defender)]);
    Setup {
        battle: battle.clone(),
        reference: battle,
        played: OnceCell::new(),
    }
}

/// The one place where the program turns the tests' text into a battle.
fn read(attacker: &str, defender: &str) -> Battle {
    let mut problems = Problems::new();
    engagement_from_shorthand(attacker, defender)
        .map_err(|problems| problems.render(false))
        .and_then(|engagement| resolve(&engagement, &mut problems).ok_or_else(|| problems.render(false)))
        .unwrap_or_else(|faults| panic!("{faults}"))
}

/// Runs a battle through the lowering and the engine.
pub fn tally(battle: &Battle, seed: u64, battles: u64, threads: usize) -> Tally {
    let plan = lower(&battle.clone().with_raiders_gone(), Question::default());
    let settings = Settings {
        seed,
        amount: Amount::Battles(battles),
        threads,
    };
    broadside::engine::run(&plan, &settings, &|_, _| (), &AtomicBool::new(false)).tally
}

/// Fights a battle many times with the reference simulator.
pub fn reference_sample(battle: &Battle, seed: u64, battles: u64) -> Sample {
    let mut dice = reference::dice::Seeded::new(seed);
    let mut sample = Sample::new(battle);
    for _ in 0..battles {
        sample.add(&reference::fight(battle, &mut dice));
    }
    sample
}

/// A battle to be set up and then checked.
pub struct Setup {
    /// As the program reads it.
    pub battle: Battle,
    /// The same as the reference reads it.
    reference: Battle,
    played: OnceCell<Played>,
}

struct Played {
    reference: Sample,
    engine: Sample,
}

/// Setting up.
impl Setup {
    pub fn asteroids(self) -> Setup {
        self.in_hex(|terrain| terrain.asteroids = true)
    }

    pub fn nebula(self) -> Setup {
        self.in_hex(|terrain| terrain.nebula = true)
    }

    pub fn quasar(self) -> Setup {
        self.in_hex(|terrain| terrain.quasar = true)
    }

    pub fn plasma_storm(self) -> Setup {
        self.in_hex(|terrain| terrain.plasma_storm = true)
    }

    pub fn pulsar(self) -> Setup {
        self.in_hex(|terrain| terrain.pulsar = true)
    }

    pub fn quantum_filament(self) -> Setup {
        self.in_hex(|terrain| terrain.quantum_filament = true)
    }

    pub fn ion_storm(self) -> Setup {
        self.in_hex(|terrain| terrain.ion_storm = true)
    }

    /// With another reading of a doubtful rule.
    pub fn rule(mut self, name: &str, value: &str) -> Setup {
        let row = rule(name).expect("a rule of the table");
        let values = &rule_rows()[row].values;
        let value = values.iter().position(|(known, _)| known == value);
        self.battle.rules = self.battle.rules.with(row, value.expect("a value of the rule"));
        self.reference.rules = self.battle.rules;
        self
    }

    pub fn attacker_target(self, target: Target) -> Setup {
        self.with(Side::Attacker, |policy| policy.target = target)
    }

    pub fn defender_target(self, target: Target) -> Setup {
        self.with(Side::Defender, |policy| policy.target = target)
    }

    pub fn attacker_screen(self, screen: Screen) -> Setup {
        self.with(Side::Attacker, |policy| policy.screen = screen)
    }

    pub fn defender_screen(self, screen: Screen) -> Setup {
        self.with(Side::Defender, |policy| policy.screen = screen)
    }

    pub fn attacker_retreat(self, retreat: Retreat) -> Setup {
        self.with(Side::Attacker, |policy| policy.retreat = retreat)
    }

    pub fn defender_retreat(self, retreat: Retreat) -> Setup {
        self.with(Side::Defender, |policy| policy.retreat = retreat)
    }

    pub fn attacker_keeps_bonus(self) -> Setup {
        self.with(Side::Attacker, |policy| policy.keep_bonus = true)
    }

    pub fn attacker_ignores_wounded(self) -> Setup {
        self.with(Side::Attacker, |policy| policy.finish_wounded = false)
    }

    pub fn defender_ignores_wounded(self) -> Setup {
        self.with(Side::Defender, |policy| policy.finish_wounded = false)
    }

    pub fn with(mut self, side: Side, change: impl FnOnce(&mut Policy)) -> Setup {
        change(&mut self.battle.sides[side.index()].policy);
        self.reference.sides[side.index()].policy = self.battle.sides[side.index()].policy.clone();
        self
    }

    /// The attacker's first group is of Replicators, whatever it is.
    pub fn attacking_replicators(mut self) -> Setup {
        for battle in [&mut self.battle, &mut self.reference] {
            battle.sides[0].groups[0].unit.traits.replicator = true;
        }
        self
    }

    fn in_hex(mut self, change: impl FnOnce(&mut Terrain)) -> Setup {
        change(&mut self.battle.terrain);
        self.reference.terrain = self.battle.terrain;
        self
    }
}

/// Checking: every expectation is held against the reference simulator and against the engine.
impl Setup {
    /// The chance that the attacker wins.
    pub fn attacker_wins(self, chance: f64) -> Setup {
        self.rate(Measure::Wins(Side::Attacker), chance)
    }

    /// The chance that the defender wins.
    pub fn defender_wins(self, chance: f64) -> Setup {
        self.rate(Measure::Wins(Side::Defender), chance)
    }

    /// CP that the attacker loses on average.
    pub fn attacker_loses(self, cp: f64) -> Setup {
        self.mean(Measure::LostCp(Side::Attacker), cp)
    }

    /// CP that the defender loses on average.
    pub fn defender_loses(self, cp: f64) -> Setup {
        self.mean(Measure::LostCp(Side::Defender), cp)
    }

    /// Ships of the attacker's first, second... group that leave the hex alive on average.
    pub fn attacker_retreats(self, group: usize, ships: f64) -> Setup {
        self.mean(Measure::Retreated(Side::Attacker, group), ships)
    }

    /// Ships of the defender's first, second... group that leave the hex alive on average.
    pub fn defender_retreats(self, group: usize, ships: f64) -> Setup {
        self.mean(Measure::Retreated(Side::Defender, group), ships)
    }

    /// Rounds fought on average.
    pub fn lasts(self, rounds: f64) -> Setup {
        self.mean(Measure::Rounds, rounds)
    }

    fn rate(self, measure: Measure, chance: f64) -> Setup {
        let deviation = (chance * (1.0 - chance)).sqrt();
        let tolerance = Z * deviation / (ENGINE_BATTLES as f64).sqrt();
        assert!(
            tolerance < 0.001,
            "{measure:?}: {tolerance} would not see an error of 0.1 points"
        );
        self.expect(measure, chance, deviation)
    }

    fn mean(self, measure: Measure, mean: f64) -> Setup {
        let deviation = self.played().reference.of(measure).variance().sqrt();
        self.expect(measure, mean, deviation)
    }

    fn expect(self, measure: Measure, expected: f64, deviation: f64) -> Setup {
        let played = self.played();
        for (who, sample, battles) in [
            ("reference", &played.reference, REFERENCE_BATTLES),
            ("engine", &played.engine, ENGINE_BATTLES),
        ] {
            let found = sample.of(measure).mean();
            // The second term is for rounding when nothing varies.
            let tolerance = Z * deviation / (battles as f64).sqrt() + 1e-9;
            assert!(
                (found - expected).abs() <= tolerance,
                "{who}, {measure:?}: expected {expected:.6} ± {tolerance:.6}, found {found:.6}"
            );
        }
        self
    }

    fn played(&self) -> &Played {
        self.played.get_or_init(|| Played {
            reference: reference_sample(&self.reference, SEED, REFERENCE_BATTLES),
            engine: Sample::of_tally(&self.battle, &tally(&self.battle, SEED, ENGINE_BATTLES, 0)),
        })
    }
}

/// Walking through one battle with dice written down (reference simulator alone).
impl Setup {
    /// Fights `rounds` rounds with these rolls. All of them must be used.
    pub fn rolls(&self, rounds: u16, rolls: &[u8]) -> reference::Report {
        let mut dice = reference::dice::Scripted::new(rolls);
        let report = reference::fight_until(&self.reference, rounds, &mut dice);
        assert_eq!(dice.left(), 0, "the battle did not need all of {rolls:?}: {report:?}");
        report
    }
}

/// Demands that nothing is on the list.
pub fn no_faults(faults: &[String]) {
    assert!(
        faults.is_empty(),
        "{} disagreements:\n{}",
        faults.len(),
        faults.join("\n")
    );
}
