//! A hex with any number of parties: two of them fight, who is left meets the next with the damage
//! that it has, and so on; afterwards population is attacked and reputation tiles are drawn.

mod dice;
mod state;

pub use dice::{Fought, fight};

use crate::engine::volley::{Left, Plan};
use crate::rules::eclipse::{Hex, lower, population, reputation};
use state::{End, Record, Standing, Step};
use std::collections::BTreeMap;

/// Weighs all that a battle can leave: shows each end with its weight, which add up to the given one.
pub trait Weigh {
    /// Why a battle could not be weighed.
    type Failed;

    /// Shows the ends of a battle. What is not shown of the weight is returned: what was too little
    /// to follow.
    ///
    /// # Errors
    ///
    /// If the battle can't be fought.
    fn weigh(&mut self, plan: &Plan, weight: f64, show: &mut dyn FnMut(&Left<'_>, f64)) -> Result<f64, Self::Failed>;
}

/// What can become of the parties, each figure weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct HexTally {
    /// Weight of everything: 1, or the number of battles.
    pub weight: f64,
    /// In the order of entry.
    pub parties: Vec<PartyTally>,
    /// Nobody is left.
    pub nobody: f64,
    /// A battle was stopped with both parties still there.
    pub undecided: f64,
    /// Cubes destroyed, if population was told: entry `k` is that of `k` cubes.
    pub cubes: Option<Vec<f64>>,
    /// What was too little to follow.
    pub tail: f64,
    /// Weights of all numbers of tiles that the parties draw.
    draws: BTreeMap<Vec<u8>, f64>,
}

/// What can become of one party.
#[derive(Clone, Debug, PartialEq)]
pub struct PartyTally {
    /// It is alone left in the hex.
    pub wins: f64,
    /// By group: entry `k` is that of `k` ships left in the hex.
    pub survivors: Vec<Vec<f64>>,
    /// By group: ships that left the hex alive, times the weight of that.
    pub retreated: Vec<f64>,
    /// Entry `m` is that of losing ships worth `m` materials.
    pub loss: Vec<f64>,
    /// Battles that it fights, times the weight of that.
    pub battles: f64,
    /// Cubes that it destroys, if population was told.
    pub cubes: Option<Vec<f64>>,
    /// Entry `k` is that of drawing `k` reputation tiles.
    pub tiles: Vec<f64>,
    /// Value of the best tile drawn; entry 0 is that of none.
    pub best: Vec<f64>,
}

/// Weights of all that can have happened, by who stands there.
type States = BTreeMap<Option<Standing>, BTreeMap<Record, f64>>;

/// Standing parties, by the party and the damage on its ships.
type Meeting = BTreeMap<(usize, Vec<Vec<u8>>), Vec<(Standing, BTreeMap<Record, f64>)>>;

/// Works out what becomes of a hex, whose battles `weigh` weighs.
///
/// # Errors
///
/// If one of its battles can't be fought.
pub fn resolve<W: Weigh>(hex: &Hex, weight: f64, weigh: &mut W) -> Result<HexTally, W::Failed> {
    let mut chain = Chain {
        hex,
        tally: HexTally::new(hex, weight),
    };
    let order = hex.order();
    let start = BTreeMap::from([(Record::new(hex), weight)]);
    let mut states = States::from([(Some(Standing::fresh(hex, order[0])), start)]);
    for (at, &next) in order.iter().enumerate().skip(1) {
        let mut after = States::new();
        // Whose ships have the same damage fights the same battle, whoever of it left before.
        let mut meeting = Meeting::new();
        for (standing, records) in states {
            match standing {
                Some(standing) => {
                    let key = (standing.party, standing.damage.clone());
                    meeting.entry(key).or_default().push((standing, records));
                }
                // Nobody is left to meet the next.
                None => {
                    after.insert(Some(Standing::fresh(hex, next)), records);
                }
            }
        }
        for group in meeting.into_values() {
            let weight: f64 = group.iter().flat_map(|(_, records)| records.values()).sum();
            let ends = chain.fight(&group[0].0, next, weight, weigh)?;
            for (standing, records) in &group {
                let share = |p: &f64| p / weight;
                let records: Vec<(&Record, f64)> = records.iter().map(|(record, p)| (record, share(p))).collect();
                chain.go_on(standing, next, &order[at + 1..], &ends, &records, &mut after);
            }
        }
        states = after;
    }
    for (standing, records) in states {
        chain.tally.finish(hex, standing.as_ref(), records.values().sum());
        for (record, p) in &records {
            chain.tally.record(hex, record, *p);
        }
    }
    chain.tally.close(hex);
    Ok(chain.tally)
}

impl HexTally {
    fn new(hex: &Hex, weight: f64) -> HexTally {
        let cubes = || hex.population.map(|cubes| vec![0.0; cubes as usize + 1]);
        let party = |party: &crate::rules::eclipse::Party| PartyTally {
            wins: 0.0,
            survivors: party
                .groups
                .iter()
                .map(|group| vec![0.0; usize::from(group.count) + 1])
                .collect(),
            retreated: vec![0.0; party.groups.len()],
            loss: vec![0.0; party.cost() as usize + 1],
            battles: 0.0,
            cubes: cubes(),
            tiles: vec![0.0; usize::from(reputation::MOST_TILES) + 1],
            best: vec![0.0; hex.reputation.len() + 1],
        };
        HexTally {
            weight,
            parties: hex.parties.iter().map(party).collect(),
            nobody: 0.0,
            undecided: 0.0,
            cubes: cubes(),
            tail: 0.0,
            draws: BTreeMap::new(),
        }
    }
}

/// The figures on their way.
struct Chain<'a> {
    hex: &'a Hex,
    tally: HexTally,
}

impl Chain<'_> {
    /// The ends of the battle between who stands there and the next, the standing party's side first,
    /// with their weights.
    fn fight<W: Weigh>(
        &mut self,
        standing: &Standing,
        next: usize,
        weight: f64,
        weigh: &mut W,
    ) -> Result<Vec<(End, f64)>, W::Failed> {
        let sides = self.hex.sides(standing.party, next);
        let fresh = Standing::fresh(self.hex, next);
        let damages = sides.map(|party| if party == next { &fresh.damage } else { &standing.damage });
        let plan = lower(self.hex, sides, None).with_damage(&damages.map(Clone::clone).concat());
        let mut ends: BTreeMap<End, f64> = BTreeMap::new();
        let tail = weigh.weigh(&plan, weight, &mut |left, p| {
            let mut end = End::of(self.hex, sides, damages, left);
            if sides[0] == next {
                end.swap();
            }
            *ends.entry(end).or_default() += p;
        })?;
        self.tally.tail += tail;
        Ok(ends.into_iter().collect())
    }

    /// Goes on from a battle to the next states of the hex; the records have shares of its weight.
    fn go_on(
        &mut self,
        standing: &Standing,
        next: usize,
        rest: &[usize],
        ends: &[(End, f64)],
        records: &[(&Record, f64)],
        after: &mut States,
    ) {
        let share: f64 = records.iter().map(|(_, share)| share).sum();
        for (end, p) in ends {
            let weight = p * share;
            let step = Step::of(standing, next, end);
            for party in [standing.party, next] {
                self.tally.parties[party].battles += weight;
            }
            for settled in &step.settled {
                self.tally.settle(self.hex, settled, weight);
            }
            let records = records.iter().map(|(record, share)| (step.record(record), share * p));
            if step.stopped {
                // Whoever has not fought yet does not.
                for &party in rest {
                    self.tally.settle(self.hex, &Standing::fresh(self.hex, party), weight);
                }
                self.tally.undecided += weight;
                records.for_each(|(record, p)| self.tally.record(self.hex, &record, p));
                continue;
            }
            let into = after.entry(step.left.clone()).or_default();
            for (record, p) in records {
                *into.entry(record).or_default() += p;
            }
        }
    }
}

impl HexTally {
    /// Nothing more happens to this party.
    fn settle(&mut self, hex: &Hex, standing: &Standing, p: f64) {
        let groups = &hex.parties[standing.party].groups;
        let tally = &mut self.parties[standing.party];
        let mut loss = 0;
        for (at, group) in groups.iter().enumerate() {
            let (left, gone) = (standing.damage[at].len(), usize::from(standing.gone[at]));
            tally.survivors[at][left] += p;
            tally.retreated[at] += gone as f64 * p;
            loss += (usize::from(group.count) - left - gone) * group.cost as usize;
        }
        tally.loss[loss] += p;
    }

    /// All battles are over.
    fn finish(&mut self, hex: &Hex, standing: Option<&Standing>, p: f64) {
        let Some(standing) = standing else {
            self.nobody += p;
            return;
        };
        self.settle(hex, standing, p);
        self.parties[standing.party].wins += p;
        if let Some(cubes) = hex.population {
            let left: Vec<usize> = standing.damage.iter().map(Vec::len).collect();
            let party = &hex.parties[standing.party];
            let destroyed = population::cubes(hex, party, &left, cubes as usize);
            let own = self.parties[standing.party].cubes.as_mut();
            for sum in own.into_iter().chain(self.cubes.as_mut()) {
                sum.iter_mut().zip(&destroyed).for_each(|(sum, q)| *sum += p * q);
            }
        }
    }

    /// Tiles are drawn.
    fn record(&mut self, hex: &Hex, record: &Record, p: f64) {
        let drawn = |party: usize| match hex.parties[party].npc {
            true => 0,
            false => reputation::drawn(record.fought[party], record.fled[party], u32::from(record.tiles[party])),
        };
        let draws: Vec<u8> = (0..record.tiles.len()).map(drawn).collect();
        for (party, &tiles) in draws.iter().enumerate() {
            self.parties[party].tiles[usize::from(tiles)] += p;
        }
        *self.draws.entry(draws).or_default() += p;
    }

    /// Reputation tiles are drawn in the order of entry, and cubes that nobody attacked stay.
    fn close(&mut self, hex: &Hex) {
        for (draws, p) in &self.draws {
            let best = reputation::best_tiles(&hex.reputation, draws);
            for (party, best) in self.parties.iter_mut().zip(best) {
                party.best.iter_mut().zip(best).for_each(|(sum, q)| *sum += p * q);
            }
        }
        let (nobody, undecided) = (self.nobody, self.undecided);
        if let Some(cubes) = &mut self.cubes {
            cubes[0] += nobody + undecided;
        }
        let wins: Vec<f64> = self.parties.iter().map(|party| party.wins).collect();
        let weight: f64 = wins.iter().sum::<f64>() + nobody + undecided;
        for (party, wins) in self.parties.iter_mut().zip(wins) {
            if let Some(cubes) = &mut party.cubes {
                cubes[0] += weight - wins;
            }
        }
    }
}
