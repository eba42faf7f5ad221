//! The odds as one long table, a figure a row: for spreadsheets, data frames and plots.

mod advice;
mod hex;
mod luck;
mod retreats;
mod unsure;

use super::measure::{Distribution, Rate, Swing};
use super::odds::{Given, Method, Odds};
use crate::engine::statistics::Moments;
use crate::spec::Side;

/// Columns of equal length. A row is one figure; empty cells mean that it has none.
///
/// | column | meaning |
/// | --- | --- |
/// | `seed`, `battles`, `partial` | the run, the same in every row |
/// | `given` | battles counted: `all`, `attacker-won`, `attacker-lost` |
/// | `side` | `attacker`, `defender` or empty for the battle as a whole |
/// | `group` | the group's number in the fleet, from 1, or empty for the side as a whole; of ships that were taken (`taken-…`) in the enemy's fleet |
/// | `unit` | the group's label, or empty for the side as a whole |
/// | `measure` | what is told, such as `win`, `loss-mean` or `survivors` |
/// | `at` | which value of a distribution: ships, CP or the round |
/// | `value` | probability, mean, standard deviation (`-sd`) or standard error (`-se`) |
/// | `low`, `high` | the interval of a probability |
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TidyTable {
    /// Seed of the run; none for exact figures.
    pub seed: Vec<Option<u64>>,
    /// Battles of the run; none for exact figures.
    pub battles: Vec<Option<u64>>,
    /// The run was interrupted.
    pub partial: Vec<bool>,
    /// Which battles are counted.
    pub given: Vec<&'static str>,
    /// Whose figure.
    pub side: Vec<&'static str>,
    /// Which group's figure, from 1: labels of groups may be equal.
    pub group: Vec<Option<u64>>,
    /// Its label.
    pub unit: Vec<String>,
    /// What is told.
    pub measure: Vec<&'static str>,
    /// Which value of a distribution.
    pub at: Vec<Option<i64>>,
    /// The figure.
    pub value: Vec<Option<f64>>,
    /// Lower end of its interval.
    pub low: Vec<Option<f64>>,
    /// Upper end of its interval.
    pub high: Vec<Option<f64>>,
}

/// Whose figure a row is.
#[derive(Clone, Copy)]
struct Owner<'a> {
    given: &'static str,
    side: &'static str,
    group: Option<usize>,
    unit: &'a str,
}

impl Owner<'static> {
    /// The battle as a whole, over all battles.
    const WHOLE: Owner<'static> = Owner {
        given: "all",
        side: "",
        group: None,
        unit: "",
    };

    /// A side as a whole, over all battles.
    fn of(side: Side) -> Owner<'static> {
        Owner {
            side: side.name(),
            ..Owner::WHOLE
        }
    }
}

/// Names of the figures of a distribution.
struct Names {
    mean: &'static str,
    sd: &'static str,
    se: &'static str,
    probability: &'static str,
}

const LOSS: Names = Names {
    mean: "loss-mean",
    sd: "loss-sd",
    se: "loss-se",
    probability: "loss",
};
const LEFT: Names = Names {
    mean: "left-mean",
    sd: "left-sd",
    se: "left-se",
    probability: "left",
};
const ROUNDS: Names = Names {
    mean: "rounds-mean",
    sd: "rounds-sd",
    se: "rounds-se",
    probability: "rounds",
};
/// Of ships that the side took from the enemy's group of that number.
const TAKEN: Names = Names {
    mean: "taken-mean",
    sd: "taken-sd",
    se: "taken-se",
    probability: "taken",
};
const SURVIVORS: Names = Names {
    mean: "survivors-mean",
    sd: "survivors-sd",
    se: "survivors-se",
    probability: "survivors",
};

impl TidyTable {
    /// The figures of a result.
    #[must_use]
    pub fn of(odds: &Odds) -> TidyTable {
        let mut table = TidyTable::default();
        let whole = Owner::WHOLE;
        let [attacker, defender] = Side::BOTH.map(Owner::of);
        let [attacker_wins, defender_wins, neither] = &odds.outcome;
        table.rate(attacker, "win", attacker_wins);
        table.rate(defender, "win", defender_wins);
        table.rate(whole, "neither", neither);
        if let Some(best) = odds.best_targets {
            table.row(attacker, "win-best-targets", None, Some(best));
        }
        table.rate(whole, "stalemate", &odds.stalemate);
        if let Some(rate) = &odds.still_fighting {
            table.rate(whole, "still-fighting", rate);
        }
        table.rate(attacker, "ahead", &odds.ahead[0]);
        table.rate(defender, "ahead", &odds.ahead[2]);
        table.rate(whole, "even", &odds.ahead[1]);
        table.swing(&odds.swing);
        table.distribution(whole, &ROUNDS, &odds.rounds);
        for side in &odds.sides {
            let owner = Owner::of(side.side);
            table.distribution(owner, &LOSS, &side.loss);
            table.distribution(owner, &LEFT, &side.left);
            for (at, unit) in side.units.iter().enumerate() {
                let owner = Owner {
                    group: Some(at + 1),
                    unit: &unit.label,
                    ..owner
                };
                table.distribution(owner, &SURVIVORS, &unit.survivors);
                table.row(owner, "retreated-mean", None, unit.retreated);
                table.row(owner, "lost-mean", None, unit.lost());
                if !odds.sides[side.side.enemy().index()].captured.is_empty() {
                    table.row(owner, "captured-mean", None, Some(unit.captured));
                }
                table.rate(owner, "all-left", &unit.all_left);
                table.rate(owner, "none-left", &unit.none_left);
            }
            for taken in &side.captured {
                let owner = Owner {
                    group: Some(taken.group + 1),
                    unit: &taken.label,
                    ..owner
                };
                table.distribution(owner, &TAKEN, &taken.survivors);
                table.row(owner, "taken-retreated-mean", None, taken.retreated);
            }
        }
        if let Some(unsure) = &odds.unsure {
            table.unsure(unsure);
        }
        for (given, name) in odds.given.iter().zip(["attacker-won", "attacker-lost"]) {
            if let Some(given) = given {
                table.given(name, odds, given);
            }
        }
        table.run(odds);
        table
    }

    /// Which run it was, the same in every row.
    fn run(&mut self, odds: &Odds) {
        let simulated = odds.method == Method::Simulate;
        self.seed = vec![simulated.then_some(odds.seed); self.measure.len()];
        self.battles = vec![simulated.then_some(odds.battles); self.measure.len()];
        self.partial = vec![odds.partial; self.measure.len()];
    }

    fn given(&mut self, name: &'static str, odds: &Odds, given: &Given) {
        let whole = Owner {
            given: name,
            ..Owner::WHOLE
        };
        self.distribution(whole, &ROUNDS, &given.rounds);
        for (side, figures) in odds.sides.iter().zip(&given.sides) {
            let owner = Owner {
                side: side.side.name(),
                ..whole
            };
            self.distribution(owner, &LOSS, &figures.loss);
            self.distribution(owner, &LEFT, &figures.left);
            for (at, unit) in side.units.iter().enumerate() {
                let owner = Owner {
                    group: Some(at + 1),
                    unit: &unit.label,
                    ..owner
                };
                self.distribution(owner, &SURVIVORS, &figures.survivors[at]);
                self.row(owner, "retreated-mean", None, figures.retreated.get(at).copied());
            }
        }
    }

    fn row(&mut self, owner: Owner<'_>, measure: &'static str, at: Option<i64>, value: Option<f64>) {
        self.given.push(owner.given);
        self.side.push(owner.side);
        self.group.push(owner.group.map(|group| group as u64));
        self.unit.push(owner.unit.to_owned());
        self.measure.push(measure);
        self.at.push(at);
        self.value.push(value.map(rounded));
        self.low.push(None);
        self.high.push(None);
    }

    fn rate(&mut self, owner: Owner<'_>, measure: &'static str, rate: &Rate) {
        self.row(owner, measure, None, rate.p());
        if let (Some(low), Some(high)) = (self.low.last_mut(), self.high.last_mut()) {
            *low = Some(rounded(rate.interval().low));
            *high = Some(rounded(rate.interval().high));
        }
    }

    /// The attacker's CP swing, as [`TidyTable::distribution`].
    fn swing(&mut self, swing: &Swing) {
        let attacker = Owner::of(Side::Attacker);
        let of = |figure: fn(Moments) -> Option<f64>| swing.moments.and_then(figure);
        self.row(attacker, "swing-mean", None, of(|moments| Some(moments.mean)));
        self.row(attacker, "swing-sd", None, of(|moments| moments.sd));
        self.row(attacker, "swing-se", None, of(|moments| moments.se));
        for (cp, p) in swing.happened() {
            self.row(attacker, "swing", Some(cp), Some(p));
        }
    }

    /// Mean, spread and error, then the probability of every value that happened.
    fn distribution(&mut self, owner: Owner<'_>, names: &Names, figures: &Distribution) {
        let of = |figure: fn(Moments) -> Option<f64>| figures.moments.and_then(figure);
        self.row(owner, names.mean, None, of(|moments| Some(moments.mean)));
        self.row(owner, names.sd, None, of(|moments| moments.sd));
        self.row(owner, names.se, None, of(|moments| moments.se));
        for (x, &p) in figures.probability.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            self.row(owner, names.probability, Some(x as i64), Some(p));
        }
    }
}

/// The value with ten digits: all that is meant, and the same on every machine, whose last binary
/// digit of a logarithm may differ.
#[must_use]
pub fn rounded(value: f64) -> f64 {
    format!("{value:.9e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_digits() {
        assert_eq!(rounded(2.0 / 3.0), 0.666_666_666_7);
        assert_eq!(rounded(123_456_789_012.0), 123_456_789_000.0);
        assert_eq!(rounded(0.0), 0.0);
        assert!(rounded(f64::NAN).is_nan());
    }
}
