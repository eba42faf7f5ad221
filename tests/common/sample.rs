//! What is measured of a battle: the same list from the reference's reports and from a tally.

use crate::reference::Report;
use broadside::engine::Tally;
use broadside::rules::space_empires::Battle;
use broadside::spec::Side;

/// Something that a battle is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// 1 if this side won.
    Wins(Side),
    /// 1 if nobody won.
    Neither,
    /// Rounds fought.
    Rounds,
    /// CP of this side's ships destroyed.
    LostCp(Side),
    /// Ships of a group left in the hex.
    Survivors(Side, usize),
    /// Ships of a group that left the hex alive.
    Retreated(Side, usize),
}

/// Sums over many battles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moments {
    battles: f64,
    sum: f64,
    squares: f64,
    /// Largest value seen.
    pub largest: f64,
}

impl Moments {
    fn add(&mut self, value: f64, times: u64) {
        let times_f = times as f64;
        self.battles += times_f;
        self.sum += value * times_f;
        self.squares += value * value * times_f;
        if times > 0 {
            self.largest = self.largest.max(value);
        }
    }

    /// Battles counted.
    pub fn battles(&self) -> f64 {
        self.battles
    }

    pub fn mean(&self) -> f64 {
        self.sum / self.battles
    }

    pub fn variance(&self) -> f64 {
        (self.squares / self.battles - self.mean() * self.mean()).max(0.0)
    }
}

/// All measures over many battles.
pub struct Sample {
    /// In the order of [`measures`].
    pub all: Vec<(Measure, Moments)>,
}

/// Every measure of a battle.
fn measures(battle: &Battle) -> Vec<Measure> {
    let mut list = vec![
        Measure::Wins(Side::Attacker),
        Measure::Wins(Side::Defender),
        Measure::Neither,
    ];
    list.push(Measure::Rounds);
    for side in Side::BOTH {
        list.push(Measure::LostCp(side));
        for group in 0..battle.sides[side.index()].groups.len() {
            list.push(Measure::Survivors(side, group));
            list.push(Measure::Retreated(side, group));
        }
    }
    list
}

impl Sample {
    pub fn new(battle: &Battle) -> Sample {
        Sample {
            all: measures(battle)
                .into_iter()
                .map(|measure| (measure, Moments::default()))
                .collect(),
        }
    }

    /// Counts a battle of the reference simulator.
    pub fn add(&mut self, report: &Report) {
        for (measure, moments) in &mut self.all {
            let value = match *measure {
                Measure::Wins(side) => u32::from(report.winner == Some(side)),
                Measure::Neither => u32::from(report.winner.is_none()),
                Measure::Rounds => u32::from(report.rounds),
                Measure::LostCp(side) => report.lost_cp[side.index()],
                Measure::Survivors(side, group) => report.survivors[side.index()][group],
                Measure::Retreated(side, group) => report.retreated[side.index()][group],
            };
            moments.add(f64::from(value), 1);
        }
    }

    /// Reads the same measures off a tally. Ships that retreated are only summed there: their
    /// variance reads as 0, and the largest value as all of them.
    pub fn of_tally(battle: &Battle, tally: &Tally) -> Sample {
        let row = |side: Side, group: usize| &tally.units[side.index() * battle.sides[0].groups.len() + group];
        let mut sample = Sample::new(battle);
        for (measure, moments) in &mut sample.all {
            *moments = match *measure {
                Measure::Wins(side) => of_rate(tally.outcomes[side.index()], tally.battles()),
                Measure::Neither => of_rate(tally.outcomes[2], tally.battles()),
                Measure::Rounds => of_histograms(&tally.rounds),
                Measure::LostCp(side) => of_histograms(&tally.sides[side.index()].loss),
                Measure::Survivors(side, group) => of_histograms(&row(side, group).survivors),
                Measure::Retreated(side, group) => {
                    let ships: u64 = row(side, group).retreated.iter().sum();
                    let mut moments = Moments::default();
                    moments.add(ships as f64 / tally.battles() as f64, tally.battles());
                    moments.largest = f64::from(battle.sides[side.index()].groups[group].count);
                    moments
                }
            };
        }
        sample
    }

    /// One measure.
    ///
    /// # Panics
    ///
    /// If the battle has no such group.
    pub fn of(&self, measure: Measure) -> Moments {
        self.all
            .iter()
            .find(|(m, _)| *m == measure)
            .expect("a measure of this battle")
            .1
    }
}

fn of_rate(hits: u64, battles: u64) -> Moments {
    let mut moments = Moments::default();
    moments.add(1.0, hits);
    moments.add(0.0, battles - hits);
    moments
}

fn of_histograms(histograms: &[Vec<u64>; 3]) -> Moments {
    let mut moments = Moments::default();
    for histogram in histograms {
        for (value, &battles) in histogram.iter().enumerate() {
            moments.add(value as f64, battles);
        }
    }
    moments
}
