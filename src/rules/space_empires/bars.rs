//! Whom ships may not fire at because of others beside the target: Carriers behind Fighters (15.1.1), and groups far
//! above the shooter's experience (37.4).

use super::battle::Experience;
use super::experience::out_of_reach;
use super::ship::Ship;
use super::steps::Line;
use crate::engine::plan::Bar;
use crate::spec::Side;

/// The bars of a battle.
pub(super) struct Bars {
    /// All of them, as the plan has them.
    pub list: Vec<Bar>,
    /// By side: the one of its Fighters.
    shields: [Option<usize>; 2],
    /// By side and level: the one of its groups below that level, before others and before what Fighters shield.
    ranks: [[[Option<usize>; 2]; Experience::ALL.len()]; 2],
}

impl Bars {
    /// The bars that there are between these lines.
    pub fn of(lines: &[Line]) -> Bars {
        let mut bars = Bars {
            list: Vec::new(),
            shields: [None; 2],
            ranks: [[[None; 2]; Experience::ALL.len()]; 2],
        };
        for side in Side::BOTH {
            let own: Vec<&Line> = lines.iter().filter(|line| line.side == side).collect();
            bars.shields[side.index()] = bars.shield(&own);
        }
        for side in Side::BOTH {
            let (own, enemies): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(|line| line.side == side);
            for level in Experience::ALL {
                let beyond = |enemy: &&Line| out_of_reach(enemy.ship.experience, Some(level)).is_some();
                let has = |line: &&Line| line.ship.experience == Some(level);
                if own.iter().any(has) && enemies.iter().any(beyond) {
                    bars.ranks[side.index()][level as usize] = bars.rank(&own, level, bars.shields[side.index()]);
                }
            }
        }
        bars
    }

    fn push(&mut self, bar: Bar) -> Option<usize> {
        self.list.push(bar);
        Some(self.list.len() - 1)
    }

    /// 15.1.1: Fighters in the battle, none of them screened, shield Carriers.
    fn shield(&mut self, own: &[&Line]) -> Option<usize> {
        let fighters = slots(own, |line| line.ship.traits.fighter);
        if fighters.is_empty() || !own.iter().any(|line| line.ship.traits.shielded) {
            return None;
        }
        self.push(Bar {
            front: fighters.clone(),
            back: fighters,
            ..Bar::default()
        })
    }

    /// 37.4: groups below a level, as long as one of them can be fired at. Units outside experience don't count
    /// (37.4.1).
    fn rank(&mut self, own: &[&Line], level: Experience, shield: Option<usize>) -> [Option<usize>; 2] {
        let below = |line: &Line| line.ship.experience.is_some_and(|own| own < level);
        let is_shielded = |line: &Line| shield.is_some() && line.ship.traits.shielded;
        let open = slots(own, |line| below(line) && !is_shielded(line));
        let shielded = slots(own, |line| below(line) && is_shielded(line));
        if open.is_empty() && shielded.is_empty() {
            return [None; 2];
        }
        let mut also = Vec::new();
        if !shielded.is_empty() {
            also.extend(self.push(Bar {
                front: shielded,
                behind: shield,
                ..Bar::default()
            }));
        }
        let rank = self.push(Bar {
            front: open,
            also,
            ..Bar::default()
        });
        let both = match own
            .iter()
            .any(|line| is_shielded(line) && line.ship.experience == Some(level))
        {
            true => self.push(Bar {
                also: shield.into_iter().chain(rank).collect(),
                ..Bar::default()
            }),
            false => None,
        };
        [rank, both]
    }

    /// The bar behind which a target stands for a shooter, if it does.
    pub fn before(&self, target: &Line, shooter: &Ship) -> Option<usize> {
        let side = target.side.index();
        let shield = self.shields[side].filter(|_| target.ship.traits.shielded);
        let level = out_of_reach(shooter.experience, target.ship.experience);
        let [rank, both] = level.map_or([None; 2], |level| self.ranks[side][level as usize]);
        match (shield, rank) {
            (Some(_), Some(_)) => both,
            (shield, rank) => shield.or(rank),
        }
    }
}

/// Slots of lines of a kind.
fn slots(own: &[&Line], kind: impl Fn(&Line) -> bool) -> Vec<usize> {
    let lines = own.iter().filter(|line| kind(line));
    lines.flat_map(|line| line.slots().map(|(slot, _)| slot)).collect()
}
