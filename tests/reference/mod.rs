//! A slow, plain simulator of one battle, written as the rulebook reads: every ship is a thing of
//! its own, every rule a few lines with its section, nothing is lowered or made ready beforehand.
//!
//! It shares the meaning of a battle (`rules::space_empires::Battle`) with the program and nothing
//! else: not the catalog, not the parser, not the plan, not the dice. What both agree on, two
//! programs have found.

#![allow(dead_code, reason = "every test crate uses a part of it")]

pub mod chart;
pub mod dice;
mod numbers;
mod screening;
mod targeting;
pub mod value;

use broadside::rules::space_empires::catalog::Role;
use broadside::rules::space_empires::{Battle, Group, Retreat};
use broadside::spec::Side;
use dice::Dice;
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
/// its old Group; those that left the same Group with the same damage stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    /// Index into the fleet's groups.
    group: usize,
    /// Damage with which its ships were split off; 0 for those still with their Group.
    split: u8,
}

/// One ship.
#[derive(Clone, Debug)]
struct Ship {
    side: Side,
    line: Line,
    damage: u8,
    screened: bool,
    /// It has fired in this round.
    fired: bool,
    fate: Fate,
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
    /// CP of the ships destroyed.
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
    /// By side and group: its ships are cloaked in this round (16.1).
    cloaked: [Vec<bool>; 2],
    /// What the side's roll to leave an ion storm gave, once it was made.
    free: [Option<bool>; 2],
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
        for side in Side::BOTH {
            for (group, data) in battle.sides[side.index()].groups.iter().enumerate() {
                let line = Line { group, split: 0 };
                let ship = Ship {
                    side,
                    line,
                    damage: 0,
                    screened: false,
                    fired: false,
                    fate: Fate::Here,
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
            cloaked: [Vec::new(), Vec::new()],
            value_orders: value::orders(battle),
            free: [None; 2],
        }
    }

    fn play_round(&mut self) {
        self.cloaked = Side::BOTH.map(|side| {
            let groups = self.battle.sides[side.index()].groups.iter();
            groups.map(|group| self.cloaks(side, group)).collect()
        });
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

    // 15.2.2, 22.2: Fighters without a ship or a Colony to be on are lost, those listed last.
    fn lose_the_homeless(&mut self) {
        for side in Side::BOTH {
            if self.battle.fighters_at_home(side) {
                continue;
            }
            let room = self.room(side);
            let fighters: Vec<usize> = self.fighters(side).collect();
            for i in fighters.into_iter().skip(room) {
                self.ships[i].fate = Fate::Destroyed;
            }
        }
    }

    /// The battle is over when a side has no combat-capable ship in the hex.
    fn over(&self) -> bool {
        Side::BOTH.iter().any(|&side| self.strength_in_ships(side) == 0)
    }

    /// The fleet's line that the ship belongs to.
    fn data(&self, ship: &Ship) -> &'a Group {
        self.group(ship.side, ship.line)
    }

    fn group(&self, side: Side, line: Line) -> &'a Group {
        &self.battle.sides[side.index()].groups[line.group]
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

    // 5.1.3: twice as many unscreened combat-capable ships as the enemy, at the round's start.
    fn fleet_size_bonus(&self, side: Side) -> bool {
        let unscreened = |side| self.combat_ships(side).filter(|s| !s.screened).count();
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
            lines.sort();
            lines.dedup();
            let their_groups = &self.battle.sides[side.enemy().index()].groups;
            let fighters =
                { their_groups.iter() }.any(|group| group.unit.traits.fighter && numbers::fights(self.battle, group));
            for line in lines {
                let group = self.group(side, line);
                // 15.3.1: where everyone is E-Class, and for ships that are A-Class anyway, they fire at Fighters on
                // the turn on which they fire at others.
                let terrain = self.battle.terrain;
                let apart = !terrain.asteroids
                    && !terrain.nebula
                    && !group.unit.traits.ambushed
                    && numbers::class(self.battle, group, false) > 0;
                if fighters && apart && numbers::point_defense(self.battle, group) {
                    turns.extend([(side, line, Moment::AtFighters), (side, line, Moment::AtOthers)]);
                } else {
                    turns.push((side, line, Moment::Only));
                }
            }
        }
        turns.sort_by_key(|&(side, line, moment)| {
            let group = self.group(side, line);
            let class = match moment {
                Moment::AtFighters => 0,
                _ => numbers::class(self.battle, group, self.cloaked[side.index()][line.group]),
            };
            (class, std::cmp::Reverse(group.tactics))
        });
        turns
    }

    /// Whether all of the side leaves in this round, by its policy (5.9: not in the first round).
    fn wants_to_leave(&self, side: Side) -> bool {
        let ships = |side| self.strength_in_ships(side) as u64;
        self.round > 1
            && match self.battle.sides[side.index()].policy.retreat {
                Retreat::Never | Retreat::Wounded | Retreat::Units(_) => false,
                Retreat::Optimal => unreachable!("best play is solved, not simulated"),
                Retreat::AfterRound(round) => self.round > round,
                Retreat::Outnumbered { ratio_milli } => {
                    ships(side.enemy()) * 1000 >= ships(side) * u64::from(ratio_milli)
                }
                Retreat::StrengthBelow { ratio_milli } => {
                    self.strength(side) * 1000 < self.strength(side.enemy()) * u64::from(ratio_milli)
                }
            }
    }

    /// Hull Size times attack, summed over the side's combat-capable ships.
    fn strength(&self, side: Side) -> u64 {
        let one = |ship: &Ship| {
            let group = self.data(ship);
            u64::from(group.unit.hull) * numbers::attack(self.battle, group).unsigned_abs()
        };
        self.combat_ships(side).map(one).sum()
    }

    // 5.9: on its turn, from the second round on, a ship may leave instead of firing, screened or
    // not, but not if it cannot move, and not once there is nobody to retreat from.
    fn leave(&mut self, side: Side, line: Line) {
        let group = self.group(side, line);
        // 25.4.1
        if self.battle.terrain.pulsar {
            return;
        }
        if self.round == 1 || !group.unit.can_retreat || self.strength_in_ships(side.enemy()) == 0 {
            return;
        }
        let leavers: Vec<usize> = self
            .ships_of(side, line)
            .filter(|&i| self.wants_out(&self.ships[i]))
            .collect();
        // 15.1.2: a wounded Carrier that leaves alone may not leave Fighters without room behind.
        // Fighters that are aboard go with their ship.
        let terrain = self.battle.terrain;
        let alone = self.battle.sides[side.index()].policy.retreat == Retreat::Wounded
            && !(terrain.plasma_storm || terrain.quantum_filament);
        let carries = usize::from(group.unit.traits.carries);
        if alone && carries > 0 && !self.battle.fighters_at_home(side) {
            let fighters = self.fighters(side).count();
            if fighters + carries > self.room(side) {
                return;
            }
        }
        if leavers.is_empty() || !self.may_leave(side) {
            return;
        }
        for &i in &leavers {
            self.ships[i].fate = Fate::Retreated;
        }
        if !alone {
            // As many Fighters go with them as they can carry, those listed first, and of a Group those that
            // held their fire.
            let mut aboard: Vec<usize> = self.fighters(side).collect();
            aboard.sort_by_key(|&i| (self.ships[i].line.group, self.ships[i].screened));
            for i in aboard.into_iter().take(carries * leavers.len()) {
                self.ships[i].fate = Fate::Retreated;
            }
        }
    }

    /// Whether the ship leaves on its turn in this round, by its side's policy.
    fn wants_out(&self, ship: &Ship) -> bool {
        let group = self.data(ship);
        self.round > 1
            && group.unit.can_retreat
            && !self.battle.terrain.pulsar
            && match &self.battle.sides[ship.side.index()].policy.retreat {
                Retreat::Wounded => ship.damage > 0,
                Retreat::Units(names) => names.contains(&group.unit.name),
                _ => self.leaving[ship.side.index()],
            }
    }

    /// The side's Fighters in the battle.
    fn fighters(&self, side: Side) -> impl Iterator<Item = usize> + use<'_, 'a> {
        (0..self.ships.len()).filter(move |&i| {
            let ship = &self.ships[i];
            ship.side == side && ship.fate == Fate::Here && self.data(ship).unit.traits.fighter
        })
    }

    /// Fighters that the side's ships in the hex can carry.
    fn room(&self, side: Side) -> usize {
        let ships = self.combat_ships(side);
        ships.map(|ship| usize::from(self.data(ship).unit.traits.carries)).sum()
    }

    // 15.2.5: Fighters whose ships leave later in this round hold their fire. They declare it now, so in an
    // ion storm the roll is made now.
    fn hold_fire(&mut self, side: Side, line: Line) -> usize {
        if self.battle.sides[side.index()].policy.retreat == Retreat::Wounded {
            return 0;
        }
        let leaving = self.combat_ships(side).filter(|ship| self.wants_out(ship));
        let mut room: usize = leaving
            .map(|ship| usize::from(self.data(ship).unit.traits.carries))
            .sum();
        let earlier = self.fighters(side).filter(|&i| self.ships[i].line.group < line.group);
        room = room.saturating_sub(earlier.count());
        let here = self.ships_of(side, line).filter(|&i| !self.ships[i].screened);
        let holding = here.count().min(room);
        if holding == 0 || self.strength_in_ships(side.enemy()) == 0 || !self.may_leave(side) {
            return 0;
        }
        holding
    }

    // 25.1.3: out of an ion storm only on 1 to 8, rolled at the first attempt.
    fn may_leave(&mut self, side: Side) -> bool {
        if !self.battle.terrain.ion_storm {
            return true;
        }
        let dice = &mut self.dice;
        *self.free[side.index()].get_or_insert_with(|| dice.roll() <= 8)
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
        let mut group = self.group(side, line).clone();
        // 16.1.3
        if self.round == 1 && self.cloaked[side.index()][line.group] {
            group.unit.attack += 1;
        }
        let hold = if group.unit.traits.fighter {
            self.hold_fire(side, line)
        } else {
            0
        };
        let ready: Vec<usize> = self
            .ships_of(side, line)
            .filter(|&i| !self.ships[i].screened && !self.ships[i].fired)
            // Who is to retreat on its own turn does not fire before it.
            .filter(|&i| moment != Moment::AtFighters || !self.wants_out(&self.ships[i]))
            .collect();
        for i in ready.into_iter().skip(hold) {
            for _ in 0..group.unit.traits.attacks {
                let Some(target) = self.choose(side, line, moment) else {
                    break;
                };
                self.ships[i].fired = true;
                let need = numbers::need(
                    self.battle,
                    &group,
                    self.data(&self.ships[target]),
                    self.bonus[side.index()],
                );
                if self.dice.roll() <= need {
                    self.hit(target, group.unit.traits.damage);
                }
            }
        }
    }

    // 5.6: as many hits as its Hull Size destroy a ship; a Titan's count double (22.0), and all do in an ion storm (25.1.3).
    fn hit(&mut self, target: usize, damage: u8) {
        let hull = self.data(&self.ships[target]).unit.hull;
        let ship = &mut self.ships[target];
        ship.damage += if self.battle.terrain.ion_storm {
            2 * damage
        } else {
            damage
        };
        if ship.damage >= hull {
            ship.fate = Fate::Destroyed;
        }
    }

    fn report(&self) -> Report {
        let count = |side: Side, fate: Fate| {
            let mut counts = vec![0; self.battle.sides[side.index()].groups.len()];
            for ship in self.ships.iter().filter(|s| s.side == side && s.fate == fate) {
                counts[ship.line.group] += 1;
            }
            counts
        };
        let lost_cp = |side: Side| {
            let destroyed = self
                .ships
                .iter()
                .filter(|s| s.side == side && s.fate == Fate::Destroyed);
            destroyed.map(|s| self.data(s).unit.cost).sum()
        };
        let alive = Side::BOTH.map(|side| self.strength_in_ships(side) > 0);
        Report {
            winner: match alive {
                [true, false] => Some(Side::Attacker),
                [false, true] => Some(Side::Defender),
                _ => None,
            },
            rounds: self.round,
            survivors: Side::BOTH.map(|side| count(side, Fate::Here)),
            retreated: Side::BOTH.map(|side| count(side, Fate::Retreated)),
            lost_cp: Side::BOTH.map(lost_cp),
        }
    }
}
