//! Whom ships may not fire at because of others beside the target: Carriers behind Fighters (15.1.1), ships that a
//! Shield Projector protects (41.0), Missiles while a Doomsday Machine has ships before it (24.4.4), and groups far
//! above the shooter's experience (37.4).

use super::battle::{Battle, Experience};
use super::catalog::Neutral;
use super::experience::out_of_reach;
use super::ship::Ship;
use super::steps::Line;
use crate::engine::plan::Bar;
use crate::spec::Side;

/// The bars of a battle.
pub(super) struct Bars {
    /// All of them, as the plan has them.
    pub list: Vec<Bar>,
    /// By side: the one of its ships before its Missiles, for Doomsday Machines.
    ships: [Option<usize>; 2],
    /// By side and level: the one of its groups below that level.
    ranks: [[Option<usize>; Experience::ALL.len()]; 2],
    /// Where a target stands behind two: both, and the one that holds while either does.
    both: Vec<([usize; 2], usize)>,
}

impl Bars {
    /// The bars that there are between these lines; the lines are told behind which they stand whoever fires.
    pub fn of(battle: &Battle, lines: &mut [Line]) -> Bars {
        let mut bars = Bars {
            list: Vec::new(),
            ships: [None; 2],
            ranks: [[None; Experience::ALL.len()]; 2],
            both: Vec::new(),
        };
        for side in Side::BOTH {
            bars.shield(side, lines);
            bars.project(battle, side, lines);
        }
        let machine = |line: &Line| line.group.unit.traits.neutral == Some(Neutral::Machine);
        for side in Side::BOTH {
            let missiles = slots(lines, |line| line.side == side && line.boat.is_some());
            if !missiles.is_empty() && lines.iter().any(machine) {
                let front = slots(lines, |line| line.side == side && line.boat.is_none());
                bars.ships[side.index()] = bars.push(Bar {
                    front,
                    ..Bar::default()
                });
            }
        }
        for side in Side::BOTH {
            let (own, enemies): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(|line| line.side == side);
            for level in Experience::ALL {
                let beyond = |enemy: &&Line| out_of_reach(enemy.ship.experience, Some(level)).is_some();
                let has = |line: &&Line| line.ship.experience == Some(level);
                if own.iter().any(has) && enemies.iter().any(beyond) {
                    bars.rank(side, &own, level);
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
    fn shield(&mut self, side: Side, lines: &mut [Line]) {
        let fighters = slots(lines, |line| line.side == side && line.ship.traits.fighter);
        let mut carriers = { lines.iter_mut() }
            .filter(|line| line.side == side && line.ship.traits.shielded && !fighters.is_empty())
            .peekable();
        if carriers.peek().is_some() {
            let shield = self.push(Bar {
                front: fighters.clone(),
                back: fighters.clone(),
                ..Bar::default()
            });
            carriers.for_each(|line| line.bar = shield);
        }
    }

    /// A ship is protected while a projector's ship is in front (41.0).
    fn project(&mut self, battle: &Battle, side: Side, lines: &mut [Line]) {
        let fleet = &battle.sides[side.index()];
        for at in 0..lines.len() {
            let is = |line: &Line, group: usize| std::ptr::eq(line.group, &fleet.groups[group]);
            let over = |projector: &Line| {
                { fleet.shields.iter() }
                    .any(|shield| is(&lines[at], shield.protected) && is(projector, shield.projector))
            };
            let front = slots(lines, over);
            if !front.is_empty() {
                let also = lines[at].bar.into_iter().collect();
                lines[at].bar = self.push(Bar {
                    front,
                    also,
                    ..Bar::default()
                });
            }
        }
    }

    /// 37.4: groups below a level, as long as one of them can be fired at. Units outside experience don't count
    /// (37.4.1).
    fn rank(&mut self, side: Side, own: &[&Line], level: Experience) {
        let below = |line: &&&Line| line.ship.experience.is_some_and(|own| own < level);
        let mut open = Bar::default();
        let mut also: Vec<(usize, Bar)> = Vec::new();
        for line in own.iter().filter(below) {
            let front = line.all_slots().map(|(slot, _)| slot);
            match line.bar {
                None => open.front.extend(front),
                Some(bar) => match also.iter_mut().find(|(known, _)| *known == bar) {
                    Some((_, known)) => known.front.extend(front),
                    None => also.push((
                        bar,
                        Bar {
                            front: front.collect(),
                            behind: Some(bar),
                            ..Bar::default()
                        },
                    )),
                },
            }
        }
        if open.front.is_empty() && also.is_empty() {
            return;
        }
        for (_, bar) in also {
            open.also.extend(self.push(bar));
        }
        let Some(rank) = self.push(open) else { return };
        self.ranks[side.index()][level as usize] = Some(rank);
        for line in own.iter().filter(|line| line.ship.experience == Some(level)) {
            let Some(bar) = line.bar else { continue };
            if self.both.iter().all(|(known, _)| *known != [bar, rank]) {
                let both = Bar {
                    also: vec![bar, rank],
                    ..Bar::default()
                };
                let both = self.push(both).map(|number| ([bar, rank], number));
                self.both.extend(both);
            }
        }
    }

    /// The bar behind which a target stands for a shooter as it is on a turn, if it does.
    pub fn before(&self, target: &Line, shooter: &Line, ship: &Ship) -> Option<usize> {
        let side = target.side.index();
        let machine = shooter.group.unit.traits.neutral == Some(Neutral::Machine);
        let own = match target.boat {
            Some(_) if machine => self.ships[side],
            _ => target.bar,
        };
        let level = out_of_reach(ship.experience, target.ship.experience);
        let rank = level.and_then(|level| self.ranks[side][level as usize]);
        match (own, rank) {
            (Some(own), Some(rank)) => {
                let both = { self.both.iter() }.find(|(known, _)| *known == [own, rank]);
                both.map(|&(_, number)| number)
            }
            (own, rank) => own.or(rank),
        }
    }
}

/// Slots of lines of a kind.
fn slots(lines: &[Line], is: impl Fn(&Line) -> bool) -> Vec<usize> {
    let of_kind = lines.iter().filter(|line| is(line));
    of_kind
        .flat_map(|line| line.all_slots().map(|(slot, _)| slot))
        .collect()
}
