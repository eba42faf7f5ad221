//! A hex with any number of parties: two of them fight, who is left meets the next with the damage
//! that it has, and so on; afterwards population is attacked and reputation tiles are drawn.

mod dice;

pub use dice::{HexRun, fight};

use crate::engine::tally::Remains;
use crate::engine::volley::{Left, Plan};
use crate::rules::eclipse::{Hex, lower, population, reputation};
use std::collections::BTreeMap;

/// Weighs all that a battle can leave: shows each end with its weight, which add up to the given one.
/// Weights are chances, or numbers of battles.
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

/// The party that is in the hex after some battles.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Standing {
    party: usize,
    /// Damage on each of its ships, by group.
    damage: Vec<Vec<u8>>,
    /// Ships of each group that left.
    gone: Vec<u8>,
}

/// What matters for reputation, by party.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Record {
    /// Tiles for what it destroyed, up to the most that can be drawn.
    tiles: Vec<u8>,
    /// It took part in a battle.
    fought: Vec<bool>,
    /// All that was left of it retreated.
    fled: Vec<bool>,
}

type States = BTreeMap<Option<Standing>, BTreeMap<Record, f64>>;

/// An end of one battle, by side: what is left of it there, who left, and tiles for what it destroyed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    damage: [Vec<Vec<u8>>; 2],
    retreated: [Vec<u8>; 2],
    tiles: [u8; 2],
}

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
        let mut meeting: BTreeMap<(usize, Vec<Vec<u8>>), Vec<(Standing, BTreeMap<Record, f64>)>> = BTreeMap::new();
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

impl Standing {
    /// A party before its first battle.
    fn fresh(hex: &Hex, party: usize) -> Standing {
        let groups = &hex.parties[party].groups;
        Standing {
            party,
            damage: groups.iter().map(|group| vec![0; usize::from(group.count)]).collect(),
            gone: vec![0; groups.len()],
        }
    }
}

impl Record {
    /// Before the first battle.
    fn new(hex: &Hex) -> Record {
        let parties = hex.parties.len();
        Record {
            tiles: vec![0; parties],
            fought: vec![false; parties],
            fled: vec![false; parties],
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

impl End {
    /// What a battle left of parties that had this damage before, the attacker first.
    fn of(hex: &Hex, sides: [usize; 2], before: [&Vec<Vec<u8>>; 2], left: &Left<'_>) -> End {
        let attackers = hex.parties[sides[0]].groups.len();
        let (own, other) = left.damage.split_at(attackers);
        let damage = [own.to_vec(), other.to_vec()].map(sorted);
        let Remains { retreated, .. } = left.remains;
        let retreated = [retreated[..attackers].to_vec(), retreated[attackers..].to_vec()];
        let destroyed = |side: usize| -> u32 {
            let groups = hex.parties[sides[side]].groups.iter().enumerate();
            let tiles = groups.map(|(at, group)| {
                let lost = before[side][at].len() - damage[side][at].len() - usize::from(retreated[side][at]);
                lost as u32 * u32::from(group.tiles)
            });
            tiles.sum()
        };
        let most = u32::from(reputation::MOST_TILES);
        let tiles = [1, 0].map(|side: usize| destroyed(side).min(most) as u8);
        End {
            damage,
            retreated,
            tiles,
        }
    }

    /// The other side first.
    fn swap(&mut self) {
        self.damage.reverse();
        self.retreated.reverse();
        self.tiles.reverse();
    }
}

/// What a battle changes in the hex.
struct Step {
    /// Who is left to meet the next.
    left: Option<Standing>,
    /// Parties to whom nothing more happens.
    settled: Vec<Standing>,
    /// The battle was stopped with both parties still there.
    stopped: bool,
    parties: [usize; 2],
    tiles: [u8; 2],
    fled: [bool; 2],
}

impl Step {
    /// From a battle between who stands there and the next to an end of it.
    fn of(standing: &Standing, next: usize, end: &End) -> Step {
        let parties = [standing.party, next];
        let mut gone = [standing.gone.clone(), vec![0; end.retreated[1].len()]];
        for (gone, retreated) in gone.iter_mut().zip(&end.retreated) {
            gone.iter_mut().zip(retreated).for_each(|(gone, more)| *gone += more);
        }
        let alive = [0, 1].map(|side: usize| end.damage[side].iter().any(|ships| !ships.is_empty()));
        let fled = [0, 1].map(|side: usize| !alive[side] && gone[side].iter().any(|&gone| gone > 0));
        let mut settled = Vec::new();
        let mut left = None;
        for (side, gone) in gone.into_iter().enumerate() {
            let stands = Standing {
                party: parties[side],
                damage: end.damage[side].clone(),
                gone,
            };
            match alive[side] && !alive[1 - side] {
                true => left = Some(stands),
                false => settled.push(stands),
            }
        }
        Step {
            left,
            settled,
            stopped: alive == [true, true],
            parties,
            tiles: end.tiles,
            fled,
        }
    }

    /// What matters for reputation after it.
    fn record(&self, before: &Record) -> Record {
        let mut record = before.clone();
        for (side, &party) in self.parties.iter().enumerate() {
            record.tiles[party] = (record.tiles[party] + self.tiles[side]).min(reputation::MOST_TILES);
            record.fought[party] = true;
            record.fled[party] = self.fled[side];
        }
        record
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

/// Ships of a group are interchangeable: by damage.
fn sorted(mut groups: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    groups.iter_mut().for_each(|ships| ships.sort_unstable());
    groups
}
