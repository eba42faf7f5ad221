//! Experience (37): what Groups have learnt, and whom they dare to fire at.

use super::numbers::{self, Party};
use super::{Fate, Fight, Line, Ship};
use broadside::rules::space_empires::{Experience, Group};
use broadside::spec::Side;
use std::cmp::Ordering;

/// What a Group has learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Skill {
    /// `None` if it has nothing to do with experience (37.4.1).
    pub level: Option<Experience>,
    /// It has been promoted in this battle, which happens once (37.3.4).
    pub promoted: bool,
}

impl Skill {
    pub fn of(group: &Group) -> Skill {
        Skill {
            level: group.experience,
            promoted: false,
        }
    }

    // 37.1.2: Groups that combine have the lower level. Of Groups of a level the combined one has been promoted if
    // one of them has.
    fn combined(self, other: Skill) -> Skill {
        match self.level.cmp(&other.level) {
            Ordering::Less => self,
            Ordering::Greater => other,
            Ordering::Equal => Skill {
                promoted: self.promoted || other.promoted,
                ..self
            },
        }
    }
}

impl<'a> Fight<'a> {
    pub(super) fn level(&self, side: Side, line: Line) -> Option<Experience> {
        self.skill(side, line).level
    }

    // 24.4.3: Missiles have the experience of their Boats.
    fn skill(&self, side: Side, line: Line) -> Skill {
        self.skills[&(side, Line { missile: false, ..line })]
    }

    /// A Group with what it has learnt.
    pub(super) fn party(&self, side: Side, line: Line) -> Party<'a> {
        Party {
            group: self.group(line),
            level: self.level(side, line),
            security: self.of_empire(side, line, |gear| gear.security),
        }
    }

    /// A ship leaves its Group and takes along what that has learnt; it may find ships that went before it.
    pub(super) fn join(&mut self, ship: usize, line: Line) {
        let (side, before) = (self.ships[ship].side, self.ships[ship].line);
        if line == before {
            return;
        }
        let skill = self.skills[&(side, before)];
        self.enlist(ship, line, skill);
    }

    /// The Group as it is called by now: it may have been promoted on an earlier turn of the round.
    pub(super) fn by_now(&self, side: Side, line: Line) -> Line {
        let raised = Line { raised: true, ..line };
        let gone = self.ships_of(side, line).next().is_none();
        if gone && self.skills.contains_key(&(side, raised)) {
            raised
        } else {
            line
        }
    }

    /// Puts a ship to the Group `line`, as one that has learnt so much.
    pub(super) fn enlist(&mut self, ship: usize, line: Line, skill: Skill) {
        let side = self.ships[ship].side;
        let others = self.ships_of(side, line).any(|i| i != ship);
        let joined = if others {
            self.skills[&(side, line)].combined(skill)
        } else {
            skill
        };
        self.skills.insert((side, line), joined);
        self.ships[ship].line = line;
    }

    // 37.4: not at Groups three levels above the own, unless the enemy has no others left: then at the least
    // experienced. "Remaining" are those that can be fired at, so not those that are screened or stand behind
    // Fighters: whoever has a target keeps one. Units outside experience are no matter (37.4.1).
    pub(super) fn may_fire_at(&self, firing: Party, target: &Ship) -> bool {
        let (Some(own), Some(their)) = (firing.level, self.level(target.side, target.line)) else {
            return true;
        };
        let shield = self.fighters_shield(target.side);
        let remaining = { self.ships.iter() }.filter(|ship| {
            ship.side == target.side
                && ship.fate == Fate::Here
                && !ship.screened
                && !(shield && self.data(ship).unit.traits.shielded)
                && numbers::fights(self.battle, self.data(ship))
        });
        let least = remaining.filter_map(|ship| self.level(ship.side, ship.line)).min();
        (their as u8) < own as u8 + 3 || Some(their) == least
    }

    // 37.3: a Group that is done firing rolls a die for each unit that it destroyed or captured, and rises a level if one of
    // them shows no more than twice that unit's Hull Size.
    pub(super) fn learn(&mut self, side: Side, line: Line) {
        let prey = std::mem::take(&mut self.prey);
        // 24.4.2: what its Missiles destroy a Boat learns from, if there is one left.
        let line = Line { missile: false, ..line };
        if self.ships_of(side, line).next().is_none() {
            return;
        }
        let skill = self.skill(side, line);
        let group = self.group(line);
        // Aliens and Pirates are Skilled (18.2, 37.3.6), as their owner no more promotes them than anybody who
        // captures them (19.3).
        // Nor are captured ships promoted in the battle in which they were taken: a limit of the engine that is taken
        // over here (docs/experience.md).
        let learns = !skill.promoted && group.unit.traits.own_technology.is_none() && !line.taken;
        let Some(next) = skill.level.and_then(Experience::next).filter(|_| learns) else {
            return;
        };
        let mut rises = false;
        let academy = self.of_empire(side, line, |gear| gear.academy);
        for (i, level) in prey {
            // 37.4.1, 24.4.2
            if level.is_none() || self.ships[i].line.missile {
                continue;
            }
            // The Hull Size on the counter: a Legendary ship takes another hit, but is no larger (37.4).
            let hull = self.data(&self.ships[i]).unit.hull;
            // 37.3.3
            let easier = u8::from(hull > group.unit.hull) + u8::from(academy >= 2);
            rises |= self.dice.roll() <= 2 * hull + easier;
        }
        if rises {
            let risen = Skill {
                level: Some(next),
                promoted: true,
            };
            let raised = Line { raised: true, ..line };
            let ships: Vec<usize> = self.ships_of(side, line).collect();
            for ship in ships {
                self.enlist(ship, raised, risen);
            }
            // Nothing else about them is new.
            if self.cloaked.contains(&(side, line)) {
                self.cloaked.insert((side, raised));
            }
            if let Some(early) = self.early.get(&(side, line)).cloned() {
                self.early.insert((side, raised), early);
            }
        }
    }
}
