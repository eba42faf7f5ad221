//! Whom a ship fires at.

use super::order::Kind;
use super::{Fate, Fight, Line, Ship, numbers};
use broadside::rules::space_empires::{Board, Target};
use broadside::spec::Side;
use std::cmp::{Ordering, Reverse};

impl Fight<'_> {
    /// The ship that the next shot of a Group goes to; `None` if nobody can be fired at.
    pub(super) fn choose(&mut self, side: Side, shooter: Line, early: Option<Kind>) -> Option<usize> {
        let ships = self.targetable(side.enemy(), shooter);
        self.choose_among(side, shooter, early, ships)
    }

    /// As [`Fight::choose`], but among ships of one type.
    pub(super) fn choose_type(&mut self, side: Side, shooter: Line, early: Option<Kind>, name: &str) -> Option<usize> {
        let mut ships = self.targetable(side.enemy(), shooter);
        ships.retain(|&i| self.data(&self.ships[i]).unit.name == name);
        self.choose_among(side, shooter, early, ships)
    }

    fn choose_among(&mut self, side: Side, shooter: Line, early: Option<Kind>, mut ships: Vec<usize>) -> Option<usize> {
        let enemy = side.enemy();
        let policy = &self.battle.sides[side.index()].policy;
        let boards = self.group(shooter).unit.traits.boards.is_some()
            && !self.battle.terrain.quantum_filament
            && policy.board != Board::Never;
        if policy.target == Target::Random {
            ships.retain(|&i| self.is_for(side, shooter, early, &self.ships[i]));
            // Who boards has no use for wounded ones.
            if !boards && policy.finish_wounded && ships.iter().any(|&i| self.ships[i].damage > 0) {
                ships.retain(|&i| self.ships[i].damage > 0);
            }
            if ships.is_empty() {
                return None;
            }
            let picked = ships[self.dice.pick(ships.len())];
            let line = self.ships[picked].line;
            return match self.boards(side, shooter, picked) {
                true => self.ship_to_board(enemy, line),
                false => self.ship_to_hit(enemy, line),
            };
        }
        ships.retain(|&i| early.is_some() || self.is_for(side, shooter, early, &self.ships[i]));
        let mut lines: Vec<Line> = ships.into_iter().map(|i| self.ships[i].line).collect();
        lines.sort_by_key(|line| line.place(enemy));
        lines.dedup();
        let candidates = lines
            .into_iter()
            .filter_map(|line| match self.ship_to_hit(enemy, line) {
                Some(ship) if boards && self.boards(side, shooter, ship) => self.ship_to_board(enemy, line),
                ship => ship,
            });
        if boards {
            // What boards comes before guns, the worthiest first; of equals those listed first, unhurt ones first.
            let order = |a: usize, b: usize| {
                let wish = self.wish(side, shooter, a).cmp(&self.wish(side, shooter, b));
                wish.then_with(|| match self.boards(side, shooter, a) {
                    true => self
                        .listed(a)
                        .cmp(&self.listed(b))
                        .then(self.ships[a].damage.cmp(&self.ships[b].damage)),
                    false => self.preference(side, shooter, a, b).then(self.listed_order(a, b)),
                })
            };
            return candidates.min_by(|&a, &b| order(a, b));
        }
        // Of equals the one listed first, of one group's ships and those split off from it the most
        // wounded.
        let best = candidates.min_by(|&a, &b| self.preference(side, shooter, a, b).then(self.listed_order(a, b)));
        // Who would rather shoot at another than the turn is for waits for a later one.
        best.filter(|&i| self.is_for(side, shooter, early, &self.ships[i]))
    }

    // 5.3: any combat-capable enemy in the hex that is not screened; nobody shoots at what he can't hit.
    fn targetable(&self, side: Side, shooter: Line) -> Vec<usize> {
        let firing = self.party(side.enemy(), shooter);
        let shield = self.fighters_shield(side);
        let ignores_missiles = self.ignores_missiles(shooter);
        (0..self.ships.len())
            .filter(|&i| {
                let ship = &self.ships[i];
                ship.side == side
                    && ship.fate == Fate::Here
                    && !ship.screened
                    && numbers::fights(self.battle, self.data(ship))
                    && !(shield && self.data(ship).unit.traits.shielded)
                    && !(ignores_missiles && ship.line.missile)
                    && self.may_fire_at(firing, ship)
                    && numbers::need(self.battle, firing, self.party(ship.side, ship.line), true) > 0
            })
            .collect()
    }

    // 15.1.1: Carriers can't be fired at while there are Fighters, unless one is screened.
    pub(super) fn fighters_shield(&self, side: Side) -> bool {
        let fighters = || {
            let here = self.combat_ships(side);
            here.filter(|ship| self.data(ship).unit.traits.fighter)
        };
        let screened = fighters().any(|ship| ship.screened);
        !screened && fighters().next().is_some()
    }

    // 5.6: while a ship of a Group is damaged, the next hit on the Group goes to that ship.
    pub(super) fn ship_to_hit(&self, side: Side, line: Line) -> Option<usize> {
        let front = self.ships_of(side, line).filter(|&i| !self.ships[i].screened);
        // Of equals the enemy picks one that has not fired yet.
        front.min_by_key(|&i| (Reverse(self.ships[i].damage), self.ships[i].fired))
    }

    /// Where the enemy lists a ship's Group.
    fn listed(&self, i: usize) -> (u8, usize, bool) {
        let Ship { side, line, .. } = self.ships[i];
        (line.origin(side), line.group, line.raised)
    }

    fn listed_order(&self, a: usize, b: usize) -> Ordering {
        let key = |i: usize| (self.listed(i), Reverse(self.ships[i].damage));
        key(a).cmp(&key(b))
    }

    /// `Less` if the shooter would rather fire at ship `a` than at ship `b`.
    fn preference(&self, side: Side, shooter: Line, a: usize, b: usize) -> Ordering {
        let battle = self.battle;
        let policy = &self.battle.sides[side.index()].policy;
        // Orders are made before the battle: captured ships come last in them, and have none of their own.
        let by_value = |i: usize| {
            let order = self.value_orders.get(&(side.index(), shooter.group));
            let own = order.filter(|_| shooter.home == side && self.ships[i].line.home != side);
            let position = own.and_then(|order| order.iter().position(|&group| group == self.ships[i].line.group));
            // So do Missiles: a Boat that is destroyed launches none.
            position.filter(|_| !self.ships[i].line.missile).unwrap_or(usize::MAX)
        };
        let group = |i: usize| self.data(&self.ships[i]);
        let party = |i: usize| self.party(self.ships[i].side, self.ships[i].line);
        let unhurt = |i: usize| policy.finish_wounded && self.ships[i].damage == 0;
        let wounded_first = unhurt(a).cmp(&unhurt(b));
        let toughness = |i: usize| {
            (
                numbers::hull(party(i)),
                numbers::defense(battle, group(i)),
                group(i).unit.cost,
            )
        };
        // Without what goes for a round only: an order of targets is made before the battle, for each level.
        let ease = |i: usize| {
            let need = numbers::need(battle, self.party(side, shooter), party(i), false);
            (Reverse(need), numbers::hull(party(i)))
        };
        match &policy.target {
            Target::Value => by_value(a).cmp(&by_value(b)),
            Target::Random => Ordering::Equal,
            Target::Optimal => unreachable!("best play is solved, not simulated"),
            Target::Weakest => wounded_first.then(toughness(a).cmp(&toughness(b))),
            Target::Strongest => wounded_first.then(toughness(b).cmp(&toughness(a))),
            Target::Easiest => wounded_first.then(ease(a).cmp(&ease(b))),
            Target::Costliest => wounded_first.then(group(b).unit.cost.cmp(&group(a).unit.cost)),
            Target::Order(names) => {
                let position = |i: usize| names.iter().position(|name| *name == group(i).unit.name);
                wounded_first.then_with(|| match (position(a), position(b)) {
                    (Some(first), Some(second)) => first.cmp(&second),
                    (Some(_), None) => Ordering::Less,
                    (None, Some(_)) => Ordering::Greater,
                    (None, None) => by_value(a).cmp(&by_value(b)),
                })
            }
        }
    }
}
