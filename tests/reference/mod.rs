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
mod firing;
mod leaving;
mod missiles;
mod numbers;
mod order;
mod screening;
mod targeting;
pub mod value;

use broadside::rules::space_empires::catalog::Role;
use broadside::rules::space_empires::{Battle, Experience, Group};
use broadside::spec::Side;
use dice::Dice;
use experience::Skill;
use missiles::Counters;
use order::Kind;
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
    /// A Missile that has attacked (24.4.4).
    Spent,
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
    /// It has been promoted in this battle, so that it is another Group than those split off before (37.1.2).
    raised: bool,
    /// Damage with which its ships were split off; 0 for those still with their Group.
    split: u8,
    /// Its Missiles in flight, a Group of their own (24.4.2).
    missile: bool,
}

impl Line {
    /// A Group as it comes to the battle.
    fn of(home: Side, group: usize) -> Line {
        Line {
            home,
            group,
            taken: false,
            raised: false,
            split: 0,
            missile: false,
        }
    }

    /// Where its owner lists it: captured Groups after his own, and after them those that he took back. Of a Group
    /// promoted ships come first, which have just had their turn.
    fn place(self, owner: Side) -> (u8, usize, bool, u8) {
        (self.origin(owner), self.group, !self.raised, self.split)
    }

    /// 0 for a Group that its owner brought, 1 for one that he captured, 2 for one that he took back.
    fn origin(self, owner: Side) -> u8 {
        match (self.taken, self.home == owner) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        }
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

impl Ship {
    fn new(side: Side, line: Line) -> Ship {
        Ship {
            side,
            line,
            damage: 0,
            screened: false,
            fired: false,
            fate: Fate::Here,
            captured_in: None,
        }
    }
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
    /// What the Missiles of each Group are worth.
    missiles: &'a Counters,
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
    /// At what a Group fires on turns of their own in this round.
    early: HashMap<(Side, Line), Vec<Kind>>,
    /// What Jammers do to the side's Missiles in this round, once one has attacked (24.5.2): points of their Attack
    /// Strength, and whether their Attack technology is gone.
    jammed: [Option<(u8, bool)>; 2],
}

/// Fights a battle to its end.
pub fn fight(battle: &Battle, dice: &mut dyn Dice) -> Report {
    fight_until(battle, ROUND_CAP, dice)
}

/// Fights a battle to its end, but no more rounds than `last_round`.
pub fn fight_until(battle: &Battle, last_round: u16, dice: &mut dyn Dice) -> Report {
    let missiles = missiles::counters(battle);
    let mut fight = Fight::new(battle, &missiles, dice);
    fight.slip_away();
    fight.remove_decoys();
    while !fight.over() && fight.round < last_round {
        fight.round += 1;
        fight.play_round();
    }
    fight.spend_missiles();
    if fight.over() {
        fight.lose_the_homeless();
    }
    fight.lose_the_unescorted();
    fight.report()
}

impl<'a> Fight<'a> {
    fn new(battle: &'a Battle, missiles: &'a Counters, dice: &'a mut dyn Dice) -> Fight<'a> {
        let mut ships = Vec::new();
        let mut skills = HashMap::new();
        for side in Side::BOTH {
            for (group, data) in battle.sides[side.index()].groups.iter().enumerate() {
                let line = Line::of(side, group);
                skills.insert((side, line), Skill::of(data));
                ships.extend(std::iter::repeat_n(Ship::new(side, line), usize::from(data.count)));
            }
        }
        Fight {
            battle,
            missiles,
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
            early: HashMap::new(),
            jammed: [None; 2],
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
        self.jammed = [None; 2];
        for (side, line, early) in self.turns() {
            let line = self.by_now(side, line);
            if early.is_none() {
                self.leave(side, line);
            }
            self.fire(side, line, early);
            self.learn(side, line);
            if self.over() {
                return;
            }
        }
    }

    // 16.1.2: before the first shot cloaked Raiders may leave, all of a side's by its policy.
    fn slip_away(&mut self) {
        for i in 0..self.ships.len() {
            let (side, group) = (self.ships[i].side, self.data(&self.ships[i]));
            let wants = self.battle.sides[side.index()].policy.slip_away && !self.battle.terrain.pulsar;
            if wants && numbers::fights(self.battle, group) && self.cloaks(side, group) {
                self.ships[i].fate = Fate::Retreated;
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

    /// The battle is over when a side has no combat-capable ship in the hex. Missiles in flight still attack, unless
    /// there are ships on neither side.
    fn over(&self) -> bool {
        let ships = Side::BOTH.map(|side| self.strength_in_ships(side) > 0);
        match ships {
            [true, true] => false,
            [false, false] => true,
            [attacker, _] => !self.has_missiles(if attacker { Side::Defender } else { Side::Attacker }),
        }
    }

    /// The fleet's line that the ship belongs to.
    fn data(&self, ship: &Ship) -> &'a Group {
        self.group(ship.line)
    }

    fn group(&self, line: Line) -> &'a Group {
        if line.missile {
            return self.missiles.of(line);
        }
        &self.battle.sides[line.home.index()].groups[line.group]
    }

    /// The side's combat-capable ships in the hex, screened or not.
    fn combat_ships(&self, side: Side) -> impl Iterator<Item = &Ship> {
        self.ships
            .iter()
            .filter(move |s| s.side == side && s.fate == Fate::Here && !s.line.missile)
            .filter(|s| numbers::fights(self.battle, self.data(s)))
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
        // Captured ships that don't count yet don't scan.
        let mut enemies = self.counting_ships(side.enemy()).map(|ship| self.data(ship));
        group.unit.traits.cloaks
            && !self.battle.terrain.nebula
            && !self.battle.terrain.quantum_filament
            && !enemies.any(|enemy| numbers::scans(self.battle, enemy, group))
    }

    /// Indices of the Group's ships in the hex.
    fn ships_of(&self, side: Side, line: Line) -> impl Iterator<Item = usize> {
        (0..self.ships.len()).filter(move |&i| {
            let ship = &self.ships[i];
            ship.side == side && ship.line == line && ship.fate == Fate::Here
        })
    }

    fn report(&self) -> Report {
        let count = |home: Side, counts: &dyn Fn(&Ship) -> bool| {
            let mut numbers = vec![0; self.battle.sides[home.index()].groups.len()];
            for ship in self
                .ships
                .iter()
                .filter(|s| s.line.home == home && !s.line.missile && counts(s))
            {
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
