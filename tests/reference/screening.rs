//! Whom a side keeps out of the fight in a round (5.7).

use super::{Fight, Line, numbers};
use broadside::rules::space_empires::Screen;
use broadside::spec::Side;
use std::cmp::Reverse;

impl Fight<'_> {
    pub(super) fn screen(&mut self) {
        for ship in &mut self.ships {
            ship.screened = false;
        }
        for side in Side::BOTH {
            // 5.7.2
            let enemies = &self.battle.sides[side.enemy().index()].groups;
            if enemies.iter().any(|group| group.unit.traits.no_screening_against) {
                continue;
            }
            let allowed = self.screening_limit(side);
            match &self.battle.sides[side.index()].policy.screen {
                Screen::None => {}
                Screen::Wounded => self.screen_wounded(side, allowed),
                _ => self.screen_groups(side, allowed),
            }
        }
    }

    // 5.7: as many as the side has more than the enemy; fewer if the fleet size bonus shall stay.
    fn screening_limit(&self, side: Side) -> usize {
        let [own, enemy] = [side, side.enemy()].map(|side| self.counting_ships(side).count());
        // Where no enemy counts none fires either: they are all captured ships (19.3).
        if enemy == 0 {
            return 0;
        }
        if self.battle.sides[side.index()].policy.keep_bonus && own >= 2 * enemy {
            own - 2 * enemy
        } else {
            own.saturating_sub(enemy)
        }
    }

    /// Screens group after group; of a group that stays in front in part, the wounded ship is last. Captured ships that
    /// are of no use yet come first: that costs nothing.
    fn screen_groups(&mut self, side: Side, mut allowed: usize) {
        let order = self.screening_order(side);
        for being_taken in [true, false] {
            for &line in &order {
                let of_kind =
                    { self.ships_of(side, line) }.filter(|&i| self.is_being_taken(&self.ships[i]) == being_taken);
                let mut ships: Vec<usize> = of_kind.collect();
                ships.sort_by_key(|&i| self.ships[i].damage);
                for &i in ships.iter().take(allowed) {
                    self.ships[i].screened = true;
                }
                allowed -= allowed.min(ships.len());
            }
        }
    }

    fn screening_order(&self, side: Side) -> Vec<Line> {
        let battle = self.battle;
        let policy = &battle.sides[side.index()].policy;
        let mut lines: Vec<Line> = { self.combat_ships(side) }
            .map(|ship| ship.line)
            .filter(|line| line.split == 0 && !self.group(*line).unit.traits.never_screened)
            .collect();
        lines.sort_by_key(|line| (line.origin(side), line.group, line.raised));
        lines.dedup();
        let group = |line: &Line| self.group(*line);
        let hull = |line: &Line| numbers::hull(self.party(side, *line));
        match &policy.screen {
            Screen::Weakest => lines.sort_by_key(|l| (hull(l), numbers::attack(battle, group(l)))),
            Screen::Costliest => lines.sort_by_key(|l| Reverse(group(l).unit.cost)),
            Screen::Units(names) => {
                let position = |l: &Line| names.iter().position(|name| *name == group(l).unit.name);
                lines.retain(|l| position(l).is_some());
                lines.sort_by_key(position);
            }
            Screen::None | Screen::Wounded => lines.clear(),
            Screen::Optimal => unreachable!("best play is solved, not simulated"),
        }
        lines
    }

    // 5.6: a damaged ship may be split off into a Group of its own and be screened.
    fn screen_wounded(&mut self, side: Side, allowed: usize) {
        let mut wounded: Vec<usize> = (0..self.ships.len())
            .filter(|&i| self.ships[i].side == side && self.ships[i].fate == super::Fate::Here)
            .filter(|&i| self.ships[i].damage > 0 && !self.data(&self.ships[i]).unit.traits.never_screened)
            .collect();
        // Who has the fewest hits left first, then as listed; of ships of one Group in the same
        // condition those split off before, and of captured ones those that can be used already.
        wounded.sort_by_key(|&i| {
            let ship = &self.ships[i];
            let hits_left = numbers::hull(self.party(side, ship.line)) - ship.damage;
            let line = ship.line;
            (
                hits_left,
                line.origin(side),
                line.group,
                line.raised,
                self.is_being_taken(ship),
                Reverse(line.split),
            )
        });
        for i in wounded.into_iter().take(allowed) {
            self.ships[i].screened = true;
            let split = self.ships[i].damage;
            let line = Line {
                split,
                ..self.ships[i].line
            };
            self.join(i, line);
        }
    }
}
