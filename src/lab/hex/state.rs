//! Where a hex stands between its battles, and what a battle changes.

use crate::engine::tally::Remains;
use crate::engine::volley::Left;
use crate::rules::eclipse::{Hex, reputation};

/// The party that is in the hex after some battles.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Standing {
    pub(super) party: usize,
    /// Damage on each of its ships, by group.
    pub(super) damage: Vec<Vec<u8>>,
    /// Ships of each group that left.
    pub(super) gone: Vec<u8>,
}

/// What matters for reputation, by party.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Record {
    /// Tiles for what it destroyed, up to the most that can be drawn.
    pub(super) tiles: Vec<u8>,
    /// It took part in a battle.
    pub(super) fought: Vec<bool>,
    /// All that was left of it retreated.
    pub(super) fled: Vec<bool>,
}

/// An end of one battle, by side: what is left of it there, who left, and tiles for what it destroyed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct End {
    pub(super) damage: [Vec<Vec<u8>>; 2],
    pub(super) retreated: [Vec<u8>; 2],
    pub(super) tiles: [u8; 2],
}

impl Standing {
    /// A party before its first battle.
    pub(super) fn fresh(hex: &Hex, party: usize) -> Standing {
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
    pub(super) fn new(hex: &Hex) -> Record {
        let parties = hex.parties.len();
        Record {
            tiles: vec![0; parties],
            fought: vec![false; parties],
            fled: vec![false; parties],
        }
    }
}

impl End {
    /// What a battle left of parties that had this damage before, the attacker first.
    pub(super) fn of(hex: &Hex, sides: [usize; 2], before: [&Vec<Vec<u8>>; 2], left: &Left<'_>) -> End {
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
    pub(super) fn swap(&mut self) {
        self.damage.reverse();
        self.retreated.reverse();
        self.tiles.reverse();
    }
}

/// What a battle changes in the hex.
pub(super) struct Step {
    /// Who is left to meet the next.
    pub(super) left: Option<Standing>,
    /// Parties to whom nothing more happens.
    pub(super) settled: Vec<Standing>,
    /// The battle was stopped with both parties still there.
    pub(super) stopped: bool,
    pub(super) parties: [usize; 2],
    pub(super) tiles: [u8; 2],
    pub(super) fled: [bool; 2],
}

impl Step {
    /// From a battle between who stands there and the next to an end of it.
    pub(super) fn of(standing: &Standing, next: usize, end: &End) -> Step {
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
    pub(super) fn record(&self, before: &Record) -> Record {
        let mut record = before.clone();
        for (side, &party) in self.parties.iter().enumerate() {
            record.tiles[party] = (record.tiles[party] + self.tiles[side]).min(reputation::MOST_TILES);
            record.fought[party] = true;
            record.fled[party] = self.fled[side];
        }
        record
    }
}

/// Ships of a group are interchangeable: by damage.
fn sorted(mut groups: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    groups.iter_mut().for_each(|ships| ships.sort_unstable());
    groups
}
