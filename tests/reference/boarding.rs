//! Boarding Ships and what they capture (19.0).

use super::experience::Skill;
use super::{Fate, Fight, Line, Ship};
use broadside::rules::space_empires::{Experience, Gear};
use broadside::spec::Side;

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
