//! Boarding Ships and what they capture (19.0).

use super::experience::Skill;
use super::{Fate, Fight, Line, Ship, numbers};
use broadside::rules::space_empires::{Board, Experience, Gear, Rule};
use broadside::spec::Side;
use std::cmp::Reverse;

impl Fight<'_> {
    // 19.3: a ship neither fires nor retreats in the rest of the round in which it was captured, nor in the next.
    pub(super) fn is_being_taken(&self, ship: &Ship) -> bool {
        ship.captured_in.is_some_and(|round| self.round <= round + 1)
    }

    // 19.2.1: one successful attack takes the ship over, with the damage that it has. Those of alternate empires and
    // Pirates are destroyed instead (24.1.3, 25.7.4), and count as captured all the same.
    pub(super) fn capture(&mut self, target: usize) {
        let Ship { side, line, .. } = self.ships[target];
        let level = self.level(side, line);
        self.prey.push((target, level));
        if self.data(&self.ships[target]).unit.traits.lost_when_boarded {
            self.ships[target].fate = Fate::Destroyed;
            return;
        }
        let ship = &mut self.ships[target];
        ship.side = side.enemy();
        ship.captured_in = Some(self.round);
        let taken = Line {
            taken: true,
            raised: false,
            split: 0,
            ..line
        };
        // 19.3: Green, whatever their Academies. That goes for a ship that was recaptured too: it is a Group of its
        // own, so that those who were not captured need not forget what they know.
        let skill = Skill {
            level: level.map(|_| Experience::Green),
            promoted: false,
        };
        self.enlist(target, taken, skill);
    }

    /// Whether a Group boards a ship rather than firing at it.
    pub(super) fn boards(&self, side: Side, shooter: Line, target: usize) -> bool {
        let never = self.battle.sides[side.index()].policy.board == Board::Never;
        !never && numbers::boards(self.battle, self.group(shooter), self.data(&self.ships[target]))
    }

    /// How much a side wants a ship boarded or fired at by ships that board, least first, before anything else is asked:
    /// the order of its policy, what can be boarded, and of that the chance times the worth.
    pub(super) fn wish(&self, side: Side, shooter: Line, target: usize) -> (usize, bool, Reverse<u64>) {
        let ship = &self.ships[target];
        let group = self.data(ship);
        let place = match &self.battle.sides[side.index()].policy.board {
            Board::Order(names) => names
                .iter()
                .position(|name| *name == group.unit.name)
                .unwrap_or(names.len()),
            Board::Value | Board::Never => 0,
        };
        if !self.boards(side, shooter, target) {
            return (place, true, Reverse(0));
        }
        let party = self.party(ship.side, ship.line);
        let chance = numbers::need(self.battle, self.party(side, shooter), party, false);
        let attack = numbers::power(self.battle, group) * u64::from(group.unit.traits.attacks);
        let worth = attack * (10 + u64::from(numbers::hull(party)));
        (place, false, Reverse(u64::from(chance) * worth))
    }

    /// 5.6: who fires picks the ship of a Group. He boards an unhurt one while there is one, unless the option says
    /// otherwise.
    pub(super) fn ship_to_board(&self, enemy: Side, line: Line) -> Option<usize> {
        if self.battle.rules.is(Rule::BoardedShip, "wounded") {
            return self.ship_to_hit(enemy, line);
        }
        let front = self.ships_of(enemy, line).filter(|&i| !self.ships[i].screened);
        front.min_by_key(|&i| self.ships[i].damage)
    }

    /// A level of technology that is an empire's, not a ship's (20.0, 37.2): captured ships have their captor's.
    /// Those that carry no technology of their owner stay as they are (19.6).
    pub(super) fn of_empire(&self, owner: Side, line: Line, level: fn(&Gear) -> u8) -> u8 {
        let group = self.group(line);
        if line.home == owner || group.unit.traits.own_technology.is_some() {
            return level(&group.gear);
        }
        let groups = { self.battle.sides[owner.index()].groups.iter() }
            .filter(|group| group.unit.traits.own_technology.is_none());
        groups.map(|group| level(&group.gear)).max().unwrap_or(0)
    }
}
