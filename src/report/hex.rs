//! What becomes of the parties in a hex: everything that the formats show, as plain numbers.

pub mod page;

use super::about::{AboutGroup, Decisions};
use super::measure::{Distribution, Rate};
use super::odds::Method;
use super::source;
use super::warning::Warning;
use crate::engine::statistics::CONFIDENCE;
use crate::lab::hex::{HexTally, PartyTally};
use crate::rules::eclipse::{Hex, Party};
use std::time::Duration;

/// How the figures of a hex were found.
#[derive(Clone, Copy, Debug)]
pub struct HexRun {
    /// Solved, or fought with dice.
    pub method: Method,
    /// Hexes fought; 0 for exact figures.
    pub battles: u64,
    /// The same seed gives the same hexes.
    pub seed: u64,
    /// Interrupted: fewer than asked for.
    pub partial: bool,
    /// Half-width of every party's win rate that was asked for.
    pub precision: Option<f64>,
    /// For a precision: the confidence level of the intervals at each look.
    pub look_level: Option<f64>,
    /// Wall time.
    pub elapsed: Duration,
}

/// All figures of a hex.
#[derive(Clone, Debug)]
pub struct HexOdds {
    /// How they were found.
    pub run: HexRun,
    /// Name of the edition for programs.
    pub edition: &'static str,
    /// Name of the edition for people.
    pub edition_title: &'static str,
    /// In the order in which they entered the hex.
    pub parties: Vec<PartyOdds>,
    /// Places of the parties in the order in which they fight.
    pub order: Vec<usize>,
    /// Nobody is left in the hex.
    pub nobody: Rate,
    /// A battle had to be stopped.
    pub undecided: Rate,
    /// Population cubes in the hex, if they were told, and those destroyed.
    pub cubes: Option<(u32, Distribution)>,
    /// Reputation tiles in the bag, of the values 1, 2, 3, ….
    pub bag: Vec<u32>,
    /// What reading the fleets found.
    pub notes: Vec<String>,
}

/// One party's figures.
#[derive(Clone, Debug)]
pub struct PartyOdds {
    /// Name of the fleet.
    pub name: String,
    /// Its ships are no player's.
    pub npc: bool,
    /// It has an influence disc in the hex.
    pub owner: bool,
    /// What it cost to build, in materials.
    pub cost: u32,
    /// The decisions that the figures hold for.
    pub policy: Decisions,
    /// It is alone left in the hex.
    pub wins: Rate,
    /// Materials lost.
    pub loss: Distribution,
    /// Mean number of battles that it fights.
    pub battles: f64,
    /// One a group.
    pub groups: Vec<GroupOdds>,
    /// Cubes that it destroys, if population was told.
    pub cubes: Option<Distribution>,
    /// Reputation tiles drawn.
    pub tiles: Distribution,
    /// Value of the best tile drawn, 0 for none.
    pub best: Distribution,
}

/// One group's figures.
#[derive(Clone, Debug)]
pub struct GroupOdds {
    /// What people call it.
    pub about: AboutGroup,
    /// Ships brought into the hex.
    pub fielded: u8,
    /// Price of one ship in materials.
    pub cost: u32,
    /// Ships left in the hex.
    pub survivors: Distribution,
    /// Mean number of ships that left the hex alive.
    pub retreated: f64,
    /// Every ship is left in the hex.
    pub all_left: Rate,
    /// No ship is left in the hex.
    pub none_left: Rate,
}

impl GroupOdds {
    /// Mean number of ships destroyed.
    #[must_use]
    pub fn lost(&self) -> Option<f64> {
        let survived = self.survivors.mean()?;
        Some((f64::from(self.fielded) - survived - self.retreated).max(0.0))
    }
}

/// Turns weights into figures.
struct Figures<'a> {
    tally: &'a HexTally,
    method: Method,
    level: f64,
}

impl Figures<'_> {
    fn rate(&self, weight: f64) -> Rate {
        match self.method {
            Method::Exact => Rate::certain(weight / self.tally.weight, self.tally.tail),
            Method::Simulate => source::rate(weight.round() as u64, self.level, self.tally.weight.round() as u64),
        }
    }

    fn distribution(&self, weights: &[f64]) -> Distribution {
        match self.method {
            Method::Exact => Distribution::exact(weights),
            Method::Simulate => {
                let counts: Vec<u64> = weights.iter().map(|weight| weight.round() as u64).collect();
                Distribution::of(&counts)
            }
        }
    }

    fn mean(&self, sum: f64) -> f64 {
        if self.tally.weight > 0.0 {
            sum / self.tally.weight
        } else {
            0.0
        }
    }

    fn party(&self, party: &Party, tally: &PartyTally) -> PartyOdds {
        let groups = party.groups.iter().zip(tally.survivors.iter().zip(&tally.retreated));
        PartyOdds {
            name: party.name.clone(),
            npc: party.npc,
            owner: party.owner,
            cost: party.cost(),
            policy: Decisions::from(party),
            wins: self.rate(tally.wins),
            loss: self.distribution(&tally.loss),
            battles: self.mean(tally.battles),
            groups: groups
                .map(|(group, (survivors, retreated))| GroupOdds {
                    about: AboutGroup {
                        unit: group.unit.clone(),
                        label: group.label.clone(),
                    },
                    fielded: group.count,
                    cost: group.cost,
                    survivors: self.distribution(survivors),
                    retreated: self.mean(*retreated),
                    all_left: self.rate(survivors[usize::from(group.count)]),
                    none_left: self.rate(survivors[0]),
                })
                .collect(),
            cubes: tally.cubes.as_ref().map(|cubes| self.distribution(cubes)),
            tiles: self.distribution(&tally.tiles),
            best: self.distribution(&tally.best),
        }
    }
}

impl HexOdds {
    /// The figures of a hex.
    #[must_use]
    pub fn new(hex: &Hex, tally: &HexTally, run: HexRun) -> HexOdds {
        let figures = Figures {
            tally,
            method: run.method,
            level: run.look_level.unwrap_or(CONFIDENCE),
        };
        let parties = hex.parties.iter().zip(&tally.parties);
        let mut odds = HexOdds {
            run,
            edition: hex.edition.name(),
            edition_title: hex.edition.title(),
            parties: parties.map(|(party, tally)| figures.party(party, tally)).collect(),
            order: hex.order(),
            nobody: figures.rate(tally.nobody),
            undecided: figures.rate(tally.undecided),
            cubes: hex
                .population
                .zip(tally.cubes.as_ref().map(|cubes| figures.distribution(cubes))),
            bag: hex.reputation.clone(),
            notes: super::odds::notes(&hex.notes),
        };
        odds.notes.extend(odds.imprecise().map(|warning| warning.to_string()));
        odds
    }

    /// The precision that was asked for was not reached by every party.
    fn imprecise(&self) -> Option<Warning> {
        let asked = self.run.precision.filter(|_| !self.run.partial)?;
        let widths = self.parties.iter().map(|party| party.wins.interval.half_width());
        let reached = widths.fold(0.0, f64::max);
        (reached > asked).then_some(Warning::PrecisionMissed { asked, reached })
    }

    /// Hexes a second; `None` for exact figures.
    #[must_use]
    pub fn battles_per_second(&self) -> Option<f64> {
        let seconds = self.run.elapsed.as_secs_f64();
        (seconds > 0.0 && self.run.battles > 0).then(|| self.run.battles as f64 / seconds)
    }
}
