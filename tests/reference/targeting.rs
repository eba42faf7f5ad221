//! Whom a ship fires at.

use super::{Fate, Fight, Line, numbers};
use broadside::rules::space_empires::catalog::Role;
use broadside::rules::space_empires::{Group, Target};
use broadside::spec::Side;
use std::cmp::{Ordering, Reverse};

impl Fight<'_> {
    /// The ship that the next shot of a Group goes to; `None` if nobody can be fired at.
    pub(super) fn choose(&mut self, side: Side, shooter: Line) -> Option<usize> {
        let enemy = side.enemy();
        let policy = &self.battle.sides[side.index()].policy;
        if policy.target == Target::Random {
            let mut ships = self.targetable(enemy);
            if policy.finish_wounded && ships.iter().any(|&i| self.ships[i].damage > 0) {
                ships.retain(|&i| self.ships[i].damage > 0);
            }
            if ships.is_empty() {
                return None;
            }
            let picked = ships[self.dice.pick(ships.len())];
            let line = self.ships[picked].line;
            return self.ship_to_hit(enemy, line);
        }
        let mut lines: Vec<Line> = self.targetable(enemy).into_iter().map(|i| self.ships[i].line).collect();
        lines.sort();
        lines.dedup();
        let candidates = lines.into_iter().filter_map(|line| self.ship_to_hit(enemy, line));
        // Of equals the one listed first, of one group's ships and those split off from it the most
        // wounded.
        candidates.min_by(|&a, &b| self.preference(side, shooter, a, b).then(self.listed_order(a, b)))
    }

    // 5.3: any combat-capable enemy in the hex that is not screened.
    fn targetable(&self, side: Side) -> Vec<usize> {
        (0..self.ships.len())
            .filter(|&i| {
                let ship = &self.ships[i];
                ship.side == side
                    && ship.fate == Fate::Here
                    && !ship.screened
                    && self.data(ship).unit.role == Role::Combat
            })
            .collect()
    }

    // 5.6: while a ship of a Group is damaged, the next hit on the Group goes to that ship.
    fn ship_to_hit(&self, side: Side, line: Line) -> Option<usize> {
        let front = self.ships_of(side, line).filter(|&i| !self.ships[i].screened);
        front.min_by_key(|&i| Reverse(self.ships[i].damage))
    }

    fn listed_order(&self, a: usize, b: usize) -> Ordering {
        let key = |i: usize| (self.ships[i].line.group, Reverse(self.ships[i].damage));
        key(a).cmp(&key(b))
    }

    /// `Less` if the shooter would rather fire at ship `a` than at ship `b`.
    fn preference(&self, side: Side, shooter: Line, a: usize, b: usize) -> Ordering {
        let terrain = self.battle.terrain;
        let policy = &self.battle.sides[side.index()].policy;
        let shooter = self.group(side, shooter);
        let group = |i: usize| self.data(&self.ships[i]);
        let damage = |i: usize| if policy.finish_wounded { self.ships[i].damage } else { 0 };
        let unhurt = |i: usize| policy.finish_wounded && self.ships[i].damage == 0;
        let wounded_first = unhurt(a).cmp(&unhurt(b));
        let toughness = |i: usize| {
            (
                group(i).unit.hull,
                numbers::defense(terrain, group(i)),
                group(i).unit.cost,
            )
        };
        let ease = |i: usize| {
            (
                Reverse(numbers::need(terrain, shooter, group(i), false)),
                group(i).unit.hull,
            )
        };
        match &policy.target {
            Target::Value => self.value_preference(side, shooter, (a, damage(a)), (b, damage(b))),
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
                    // Ranked as if unhurt: that the wounded come first is settled by now.
                    (None, None) => self.value_preference(side, shooter, (a, 0), (b, 0)),
                })
            }
        }
    }

    /// The target worth most a shot first: its worth times the chance to hit it, over the hits that
    /// it still takes with this damage; then the smaller hull.
    fn value_preference(&self, side: Side, shooter: &Group, a: (usize, u8), b: (usize, u8)) -> Ordering {
        let fraction = |(i, damage): (usize, u8)| {
            let target = self.data(&self.ships[i]);
            let need = u64::from(numbers::need(self.battle.terrain, shooter, target, false));
            (self.worth(side, target) * need, u64::from(target.unit.hull - damage))
        };
        let (gain_a, hits_a) = fraction(a);
        let (gain_b, hits_b) = fraction(b);
        let hull = |(i, _): (usize, u8)| self.data(&self.ships[i]).unit.hull;
        (gain_b * hits_a).cmp(&(gain_a * hits_b)).then(hull(a).cmp(&hull(b)))
    }

    /// How well a target fires at the side's fleet as it came: its need against each ship, weighted
    /// by the ship's hull points (the sum serves as well as the average: the weights are the same
    /// for every target).
    fn worth(&self, side: Side, target: &Group) -> u64 {
        let fleet = self.battle.sides[side.index()].groups.iter();
        fleet
            .filter(|own| own.unit.role == Role::Combat)
            .map(|own| {
                let need = numbers::need(self.battle.terrain, target, own, false);
                u64::from(need) * u64::from(own.count) * u64::from(own.unit.hull)
            })
            .sum()
    }
}
