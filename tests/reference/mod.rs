//! A slow, plain simulator of one battle, written as the rulebook reads: every ship is a thing of
//! its own, every rule a few lines with its section, nothing is lowered or made ready beforehand.
//!
//! It shares the meaning of a battle (`rules::space_empires::Battle`) with the program and nothing
//! else: not the catalog, not the parser, not the plan, not the dice. What both agree on, two
//! programs have found.

#![allow(dead_code, reason = "every test crate uses a part of it")]

mod boarding;
pub mod chart;
pub mod dice;
mod experience;
mod leaving;
mod numbers;
mod screening;
mod targeting;
pub mod value;

use broadside::rules::space_empires::catalog::Role;
use broadside::rules::space_empires::{Battle, Experience, Group};
use broadside::spec::Side;
use dice::Dice;
use experience::Skill;
use numbers::Party;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A battle that lasts this long is a stalemate.
pub const ROUND_CAP: u16 = 1000;

/// What became of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Here,
    Destroyed,
    Retreated,
}

/// A Group on the table. A wounded ship that was split off to be screened (5.6) is no longer of
/// its old Group; those that left the same Group with the same damage stand together. So do ships of a Group that
/// were captured (19.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Line {
    /// Whose fleet its ships belonged to when the battle began.
    home: Side,
    /// Index into that fleet's groups.
    group: usize,
    /// Its ships were captured, if only to be recaptured since: they are another Group than the one they were
    /// taken from.
    taken: bool,
    /// Damage with which its ships were split off; 0 for those still with their Group.
    split: u8,
}

impl Line {
    /// A Group as it comes to the battle.
    fn of(home: Side, group: usize) -> Line {
        Line {
            home,
            group,
            taken: false,
            split: 0,
        }
    }

    /// Where its owner lists it: captured Groups after his own.
    fn place(self, owner: Side) -> (bool, usize, bool, u8) {
        (self.home != owner, self.group, self.taken, self.split)
    }
}

/// One ship.
#[derive(Clone, Debug)]
struct Ship {
    /// Whose it is by now.
    side: Side,
    line: Line,
    damage: u8,
    screened: bool,
    /// It has fired in this round.
    fired: bool,
    fate: Fate,
    /// The round in which it was captured last.
    captured_in: Option<u16>,
}

/// When a Group's ships fire: those with Point Defense at Fighters first, at others later (15.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    Only,
    AtFighters,
    AtOthers,
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The only side with combat-capable ships left in the hex.
    pub winner: Option<Side>,
    /// Rounds begun.
    pub rounds: u16,
    /// Ships left in the hex, one number a group.
    pub survivors: [Vec<u32>; 2],
    /// Ships that left the hex alive, one number a group.
    pub retreated: [Vec<u32>; 2],
    /// Ships of the group that are the enemy's by now, in the hex or not.
    pub captured: [Vec<u32>; 2],
    /// CP of the ships destroyed or captured.
    pub lost_cp: [u32; 2],
}

/// A battle going on.
struct Fight<'a> {
    battle: &'a Battle,
    dice: &'a mut dyn Dice,
    ships: Vec<Ship>,
    round: u16,
    /// Who has the fleet size bonus in this round (5.1.3).
    bonus: [bool; 2],
    /// Whose ships all leave in this round if they can.
    leaving: [bool; 2],
    /// The default policy's orders of targets.
    value_orders: Rc<value::Orders>,
    /// Whose ships are cloaked in this round (16.1).
    cloaked: HashSet<(Side, Line)>,
    /// What the side's roll to leave an ion storm gave, once it was made.
    free: [Option<bool>; 2],
    /// What each Group has learnt.
    skills: HashMap<(Side, Line), Skill>,
    /// Ships that the Group whose turn it is has destroyed or captured on it, with their level.
    prey: Vec<(usize, Option<Experience>)>,
}

/// Fights a battle to its end.
pub fn fight(battle: &Battle, dice: &mut dyn Dice) -> Report {
    fight_until(battle, ROUND_CAP, dice)
}

/// Fights a battle to its end, but no more rounds than `last_round`.
pub fn fight_until(battle: &Battle, last_round: u16, dice: &mut dyn Dice) -> Report {
    let mut fight = Fight::new(battle, dice);
    fight.remove_decoys();
    while !fight.over() && fight.round < last_round {
        fight.round += 1;
        fight.play_round();
    }
    if fight.over() {
        fight.lose_the_homeless();
    }
    fight.lose_the_unescorted();
    fight.report()
}

impl<'a> Fight<'a> {
    fn new(battle: &'a Battle, dice: &'a mut dyn Dice) -> Fight<'a> {
        let mut ships = Vec::new();
        let mut skills = HashMap::new();
        for side in Side::BOTH {
            for (group, data) in battle.sides[side.index()].groups.iter().enumerate() {
                let line = Line::of(side, group);
                skills.insert((side, line), Skill::of(data));
                let ship = Ship {
                    side,
                    line,
                    damage: 0,
                    screened: false,
                    fired: false,
                    fate: Fate::Here,
                    captured_in: None,
                };
                ships.extend(std::iter::repeat_n(ship, usize::from(data.count)));
            }
        }
        Fight {
            battle,
            dice,
            ships,
            round: 0,
            bonus: [false; 2],
            leaving: [false; 2],
            cloaked: HashSet::new(),
            value_orders: value::orders(battle),
            free: [None; 2],
            skills,
            prey: Vec::new(),
        }
    }

    fn play_round(&mut self) {
        let lines: HashSet<(Side, Line)> = { self.ships.iter() }
            .filter(|ship| ship.fate == Fate::Here)
            .map(|ship| (ship.side, ship.line))
            .collect();
        self.cloaked = { lines.into_iter() }
            .filter(|&(side, line)| self.cloaks(side, self.group(line)))
            .collect();
        self.screen();
        for ship in &mut self.ships {
            ship.fired = false;
        }
        for side in Side::BOTH {
            self.bonus[side.index()] = self.fleet_size_bonus(side);
            self.leaving[side.index()] = self.wants_to_leave(side);
        }
        for (side, line, moment) in self.turns() {
            if moment != Moment::AtFighters {
                self.leave(side, line);
            }
            self.fire(side, line, moment);
            self.learn(side, line);
            if self.over() {
                return;
            }
        }
    }

    // 8.3: Decoys are gone before the first shot, and what a plasma storm destroys (25.1.2).
    fn remove_decoys(&mut self) {
        for i in 0..self.ships.len() {
            let group = self.data(&self.ships[i]);
            if group.unit.role == Role::Decoy || numbers::dies_in_plasma(self.battle, group) {
                self.ships[i].fate = Fate::Destroyed;
            }
        }
    }

    // 5.4: non-combat ships are lost when no combat-capable ship of theirs is left in the hex.
    fn lose_the_unescorted(&mut self) {
        for side in Side::BOTH {
            if self.strength_in_ships(side) > 0 {
                continue;
            }
            for ship in self.ships.iter_mut().filter(|s| s.side == side && s.fate == Fate::Here) {
                ship.fate = Fate::Destroyed;
            }
        }
    }

    /// The battle is over when a side has no combat-capable ship in the hex.
    fn over(&self) -> bool {
        Side::BOTH.iter().any(|&side| self.strength_in_ships(side) == 0)
    }

    /// The fleet's line that the ship belongs to.
    fn data(&self, ship: &Ship) -> &'a Group {
        self.group(ship.line)
    }

    fn group(&self, line: Line) -> &'a Group {
        &self.battle.sides[line.home.index()].groups[line.group]
    }

    /// The side's combat-capable ships in the hex, screened or not.
    fn combat_ships(&self, side: Side) -> impl Iterator<Item = &Ship> {
        self.ships
            .iter()
            .filter(move |s| s.side == side && s.fate == Fate::Here && numbers::fights(self.battle, self.data(s)))
    }

    fn strength_in_ships(&self, side: Side) -> usize {
        self.combat_ships(side).count()
    }

    // 19.3: ships captured in the last round don't count.
    fn counting_ships(&self, side: Side) -> impl Iterator<Item = &Ship> {
        self.combat_ships(side).filter(|ship| !self.is_being_taken(ship))
    }

    // 5.1.3: twice as many unscreened combat-capable ships as the enemy, at the round's start.
    fn fleet_size_bonus(&self, side: Side) -> bool {
        let unscreened = |side| self.counting_ships(side).filter(|s| !s.screened).count();
        unscreened(side) >= 2 * unscreened(side.enemy())
    }

    // 16.1, 16.2: cloaked unless an enemy in the hex, screened or not, has Scanners as good as the Cloaking; not
    // in a nebula (16.1.5).
    fn cloaks(&self, side: Side, group: &Group) -> bool {
        let mut enemies = self.combat_ships(side.enemy()).map(|ship| self.data(ship));
        group.unit.traits.cloaks
            && !self.battle.terrain.nebula
            && !self.battle.terrain.quantum_filament
            && !enemies.any(|enemy| numbers::scans(self.battle, enemy, group))
    }

    // 5.2: by class, then by Tactics, then the defender, then as the owner likes: as listed.
    fn turns(&self) -> Vec<(Side, Line, Moment)> {
        let mut turns = Vec::new();
        for side in [Side::Defender, Side::Attacker] {
            let mut lines: Vec<Line> = self.combat_ships(side).map(|s| s.line).collect();
            lines.sort_by_key(|line| line.place(side));
            lines.dedup();
            let their_groups = &self.battle.sides[side.enemy().index()].groups;
            let fighters =
                { their_groups.iter() }.any(|group| group.unit.traits.fighter && numbers::fights(self.battle, group));
            for line in lines {
                if fighters && numbers::point_defense(self.battle, self.group(line)) {
                    turns.extend([(side, line, Moment::AtFighters), (side, line, Moment::AtOthers)]);
                } else {
                    turns.push((side, line, Moment::Only));
                }
            }
        }
        turns.sort_by_key(|&(side, line, moment)| {
            let group = self.group(line);
            let class = match moment {
                Moment::AtFighters if !self.battle.terrain.asteroids && !self.battle.terrain.nebula => 0,
                _ => numbers::class(self.battle, group, self.cloaked.contains(&(side, line))),
            };
            (class, std::cmp::Reverse(group.tactics))
        });
        turns
    }

    /// Indices of the Group's ships in the hex.
    fn ships_of(&self, side: Side, line: Line) -> impl Iterator<Item = usize> {
        (0..self.ships.len()).filter(move |&i| {
            let ship = &self.ships[i];
            ship.side == side && ship.line == line && ship.fate == Fate::Here
        })
    }

    // 5.3: every ship of the Group fires once, a Starbase twice (38.5.3); those screened don't (5.7.1).
    fn fire(&mut self, side: Side, line: Line, moment: Moment) {
        self.prey.clear();
        let mut group = self.group(line).clone();
        // 16.1.3
        if self.round == 1 && self.cloaked.contains(&(side, line)) {
            group.unit.attack += 1;
        }
        let hold = if group.unit.traits.fighter {
            self.hold_fire(side, line)
        } else {
            0
        };
        let ready: Vec<usize> = self
            .ships_of(side, line)
            .filter(|&i| !self.ships[i].screened && !self.ships[i].fired && !self.is_being_taken(&self.ships[i]))
            // Who is to retreat on its own turn does not fire before it.
            .filter(|&i| moment != Moment::AtFighters || !self.wants_out(&self.ships[i]))
            .collect();
        for i in ready.into_iter().skip(hold) {
            for _ in 0..group.unit.traits.attacks {
                let Some(target) = self.choose(side, line, moment) else {
                    break;
                };
                self.ships[i].fired = true;
                let firing = Party {
                    group: &group,
                    ..self.party(side, line)
                };
                let fired_at = self.party(side.enemy(), self.ships[target].line);
                let need = numbers::need(self.battle, firing, fired_at, self.bonus[side.index()]);
                if self.dice.roll() > need {
                    continue;
                }
                if numbers::boards(self.battle, &group, fired_at.group) {
                    self.capture(target);
                } else {
                    self.hit(target, group.unit.traits.damage);
                }
            }
        }
    }

    // 5.6: as many hits as its Hull Size destroy a ship; a Titan's count double (22.0), and all do in an ion storm (25.1.3).
    fn hit(&mut self, target: usize, damage: u8) {
        let hull = numbers::hull(self.party(self.ships[target].side, self.ships[target].line));
        let ship = &mut self.ships[target];
        ship.damage += if self.battle.terrain.ion_storm {
            2 * damage
        } else {
            damage
        };
        if ship.damage >= hull {
            ship.fate = Fate::Destroyed;
            let level = self.level(self.ships[target].side, self.ships[target].line);
            self.prey.push((target, level));
        }
    }

    fn report(&self) -> Report {
        let count = |home: Side, counts: &dyn Fn(&Ship) -> bool| {
            let mut numbers = vec![0; self.battle.sides[home.index()].groups.len()];
            for ship in self.ships.iter().filter(|s| s.line.home == home && counts(s)) {
                numbers[ship.line.group] += 1;
            }
            numbers
        };
        let own = |fate: Fate| move |ship: &Ship| ship.fate == fate && ship.side == ship.line.home;
        let captured = |ship: &Ship| ship.fate != Fate::Destroyed && ship.side != ship.line.home;
        let lost_cp = |home: Side| {
            let lost = { self.ships.iter() }
                .filter(|ship| ship.line.home == home && (ship.fate == Fate::Destroyed || captured(ship)));
            lost.map(|ship| self.data(ship).unit.cost).sum()
        };
        let alive = Side::BOTH.map(|side| self.strength_in_ships(side) > 0);
        Report {
            winner: match alive {
                [true, false] => Some(Side::Attacker),
                [false, true] => Some(Side::Defender),
                _ => None,
            },
            rounds: self.round,
            survivors: Side::BOTH.map(|side| count(side, &own(Fate::Here))),
            retreated: Side::BOTH.map(|side| count(side, &own(Fate::Retreated))),
            captured: Side::BOTH.map(|side| count(side, &captured)),
            lost_cp: Side::BOTH.map(lost_cp),
        }
    }
}
