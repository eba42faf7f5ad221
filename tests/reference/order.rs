//! The order of fire (5.2).

use super::{Fight, Line, numbers};
use broadside::spec::Side;
use std::cmp::Reverse;

/// What some Groups fire at on a turn of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// With Point Defense (15.3.1).
    Fighters,
    /// Units equipped with Cloaking, cloaked or not (40.7.2).
    Cloaking,
    /// As Replicators do (24.5.1).
    Missiles,
}

/// Class and Tactics, first to fire first.
type Place = (u8, Reverse<u8>);

impl Fight<'_> {
    // 5.2: by class, then by Tactics, then the defender, then as the owner likes: as listed, and a Group's Missiles
    // where it is listed. `None` is the turn on which a Group fires at all that it has no other for.
    pub(super) fn turns(&mut self) -> Vec<(Side, Line, Option<Kind>)> {
        let mut turns = Vec::new();
        self.early.clear();
        for side in [Side::Defender, Side::Attacker] {
            let mut lines: Vec<Line> = self.combat_ships(side).map(|s| s.line).collect();
            lines.sort_by_key(|line| line.place(side));
            lines.dedup();
            for line in lines {
                let usual = self.usual_place(side, line);
                let mut early = Vec::new();
                for kind in self.kinds(side, line) {
                    let place = self.place_against(kind, side, line);
                    // On one turn each ship may fire at anything.
                    if place != usual {
                        early.push(kind);
                        turns.push((place, side, line, Some(kind)));
                    }
                }
                self.early.insert((side, line), early);
                turns.push((usual, side, line, None));
                if self.launches(line) && !numbers::is_e_class(self.battle, self.group(line)) {
                    let missiles = Line { missile: true, ..line };
                    turns.push((self.usual_place(side, missiles), side, missiles, None));
                }
            }
        }
        turns.sort_by_key(|&(place, ..)| place);
        let told = turns.into_iter();
        told.map(|(_, side, line, early)| (side, line, early)).collect()
    }

    fn usual_place(&self, side: Side, line: Line) -> Place {
        let group = self.group(line);
        let class = numbers::class(self.battle, group, self.cloaked.contains(&(side, line)));
        (class, Reverse(group.tactics))
    }

    fn place_against(&self, kind: Kind, side: Side, line: Line) -> Place {
        let (class, Reverse(tactics)) = self.usual_place(side, line);
        let group = self.group(line);
        match (kind, group.unit.traits.against_cloaked) {
            (Kind::Missiles, _) => (class, Reverse(3)),
            _ if numbers::is_e_class(self.battle, group) => (class, Reverse(tactics)),
            (Kind::Cloaking, Some((class, _))) => (class, Reverse(tactics)),
            (Kind::Fighters | Kind::Cloaking, _) => (0, Reverse(tactics)),
        }
    }

    /// What the enemy has that a Group fires at otherwise than at the rest.
    fn kinds(&self, side: Side, line: Line) -> Vec<Kind> {
        let group = self.group(line);
        let enemy = side.enemy();
        let mut kinds = Vec::new();
        let their_groups = &self.battle.sides[enemy.index()].groups;
        let fighters =
            { their_groups.iter() }.any(|group| group.unit.traits.fighter && numbers::fights(self.battle, group));
        if fighters && numbers::point_defense(self.battle, group) {
            kinds.push(Kind::Fighters);
        }
        let cloaking = self.combat_ships(enemy).any(|ship| self.is_a(Kind::Cloaking, ship));
        if cloaking && group.unit.traits.against_cloaked.is_some() {
            kinds.push(Kind::Cloaking);
        }
        let boats = self.combat_ships(enemy).any(|ship| self.launches(ship.line));
        // Tactics 3 lets them fire before Missiles attack, as E-Class. That those of earlier classes fire earlier among
        // their own class is left out, as in the engine: they meet all Missiles that were launched before their turn.
        let late = numbers::class(self.battle, group, false) == 4;
        if boats && late && group.unit.traits.replicator {
            kinds.push(Kind::Missiles);
        }
        kinds
    }

    pub(super) fn is_a(&self, kind: Kind, ship: &super::Ship) -> bool {
        let group = self.data(ship);
        match kind {
            Kind::Fighters => group.unit.traits.fighter,
            Kind::Cloaking => group.gear.cloaking > 0,
            Kind::Missiles => ship.line.missile,
        }
    }

    /// Whether a Group fires at a ship on this turn: at those that it has no other turn for, or at those alone that
    /// the turn is for.
    pub(super) fn is_for(&self, side: Side, shooter: Line, early: Option<Kind>, target: &super::Ship) -> bool {
        match early {
            Some(kind) => self.is_a(kind, target),
            None => {
                let others = self.early.get(&(side, shooter)).into_iter().flatten();
                !{ others }.any(|&kind| self.is_a(kind, target))
            }
        }
    }
}
