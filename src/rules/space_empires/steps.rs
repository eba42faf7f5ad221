//! Turns to fire: who shoots when, and how it leaves instead.

use super::aim::{Enemy, Shooter, aims};
use super::battle::{Battle, Fleet, Group, Retreat, Target};
use super::boarding;
use super::ship::Ship;
use super::value::{self, Fighter};
use crate::engine::plan::{Bar, Leave, Share, Step, When};
use crate::spec::Side;
use std::cmp::Reverse;

/// A combat-capable group on its way to a slot.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    pub side: Side,
    pub group: &'a Group,
    pub ship: Ship,
    /// As it fires at Fighters, if it has Point Defense and the enemy has Fighters (15.3).
    pub against_fighters: Option<Ship>,
    /// For ships that cloak (16.1): how and when.
    pub cloak: Option<Cloak>,
    /// Its slot; the slots of ships split off wounded follow, one for each amount of damage.
    pub slot: usize,
    /// Number of slots for ships split off wounded.
    pub splits: usize,
    /// 1; for captured ships, whose slots are those of several stages, the number of these (19.3).
    pub stages: usize,
}

/// How and when a group's ships are cloaked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cloak {
    /// What they are worth cloaked.
    pub ship: Ship,
    /// Number of the list of enemies that scan them (16.2), if there are any.
    pub watch: Option<usize>,
}

/// A turn of a group in a round.
#[derive(Clone)]
struct Turn<'l, 'a> {
    line: &'l Line<'a>,
    /// Number of the line in the order of fire.
    number: usize,
    ship: Ship,
    share: Share,
    when: When,
}

impl Line<'_> {
    /// Slots of this line: that of the group, then those of ships split off with 1, 2, … damage.
    pub fn slots(&self) -> impl Iterator<Item = (usize, u8)> {
        (0..=self.splits).map(|damage| (self.slot + damage, damage as u8))
    }

    /// A roll of this or less hits a target.
    pub fn need(&self, target: &Ship, bonus: bool) -> u8 {
        let ship = self.against_fighters.as_ref().filter(|_| target.traits.fighter);
        ship.unwrap_or(&self.ship).need(target, bonus)
    }

    /// Its turns in a round. Scouts with Point Defense have two: as A-Class those fire that shoot at
    /// Fighters, as E-Class the others (15.3.1).
    fn turns(&self, number: usize) -> Vec<Turn<'_, '_>> {
        let turn = |ship: Ship, share: Share, when: When| Turn {
            line: self,
            number,
            ship,
            share,
            when,
        };
        if let Some(ship) = self.against_fighters {
            return vec![
                turn(ship, Share::Early, When::ALWAYS),
                turn(self.ship, Share::Late, When::ALWAYS),
            ];
        }
        match self.cloak {
            None => vec![turn(self.ship, Share::All, When::ALWAYS)],
            // Whoever scans them is there in the first round. When the last is gone they cloak again, at the
            // start of the next (16.2).
            Some(Cloak {
                ship,
                watch: Some(watch),
            }) => [(ship, false), (self.ship, true)]
                .map(|(ship, scanned)| {
                    let when = When {
                        first: None,
                        watched: Some((watch, scanned)),
                    };
                    turn(ship, Share::All, when)
                })
                .to_vec(),
            // 16.1.3: +1 Attack Strength in the first round.
            Some(Cloak { ship, watch: None }) => [(ship.attack + 1, true), (ship.attack, false)]
                .map(|(attack, first)| {
                    let when = When {
                        first: Some(first),
                        watched: None,
                    };
                    turn(Ship { attack, ..ship }, Share::All, when)
                })
                .to_vec(),
        }
    }
}

/// Turns to fire in the order of 5.2: class, tactics, defender first, the owner's order.
pub(super) fn steps(battle: &Battle, lines: &[Line], bars: &[Bar]) -> Vec<Step> {
    let place = |class: u8, line: &Line| (class, Reverse(line.group.tactics), line.side == Side::Attacker);
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by_key(|&line| place(lines[line].ship.class, &lines[line]));
    let firing: Vec<&Line> = order.iter().map(|&line| &lines[line]).collect();
    let mut numbers = vec![0; lines.len()];
    for (number, &line) in order.iter().enumerate() {
        numbers[line] = number;
    }
    // 25.1.3
    let damage = if battle.terrain.ion_storm { 2 } else { 1 };
    let value = value_orders(battle, &firing, damage);
    // Among equals the owner's order counts, on whichever turn.
    let listed = lines.iter().zip(numbers);
    let mut turns: Vec<Turn> = listed.flat_map(|(line, number)| line.turns(number)).collect();
    turns.sort_by_key(|turn| place(turn.ship.class, turn.line));
    let mut steps = Vec::new();
    for Turn {
        line,
        number,
        ship,
        share,
        when,
    } in turns
    {
        let fleet = &battle.sides[line.side.index()];
        let enemies: Vec<Enemy> = enemies(lines, line.side.enemy(), bars);
        let need = |target: &Ship, bonus: bool| line.need(target, bonus);
        let shooter = Shooter {
            ship: &ship,
            share,
            need: &need,
        };
        let (aims, preferred) = match ship.boards {
            Some(strength) => {
                let policy = (&fleet.policy, battle.rules);
                boarding::aims(policy, strength, &shooter, &value[number], &enemies)
            }
            None => aims(&fleet.policy, &shooter, &value[number], &enemies),
        };
        for (slot, wounds) in line.slots() {
            steps.push(Step {
                shooter: slot,
                attacks: ship.traits.attacks,
                share,
                when,
                damage: damage * ship.traits.damage,
                aims: aims.clone(),
                random: fleet.policy.target == Target::Random,
                preferred,
                leave: match share {
                    // 25.4.1
                    _ if battle.terrain.pulsar => Leave::Never,
                    Share::Early => Leave::Never,
                    Share::All | Share::Late => leave(fleet, line.group, wounds),
                },
            });
        }
    }
    steps
}

/// By line that fires, its enemies in the order of [`Target::Value`], as places in the enemy's
/// lines; nothing if no policy asks for it.
fn value_orders(battle: &Battle, firing: &[&Line], damage: u8) -> Vec<Vec<usize>> {
    let asked = |fleet: &Fleet| matches!(fleet.policy.target, Target::Value | Target::Optimal | Target::Order(_));
    if !battle.sides.iter().any(asked) {
        return vec![Vec::new(); firing.len()];
    }
    // Captured ships come and go: they take their places in the orders of the others.
    let brought: Vec<&Line> = firing.iter().copied().filter(|line| line.stages == 1).collect();
    let fighter = |line: &&Line| Fighter {
        side: line.side.index(),
        ships: u32::from(line.group.count),
        // Two damage of one hit are taken for those of two shots.
        shots: u32::from(line.ship.traits.attacks * line.ship.traits.damage),
        hits: u32::from(line.ship.hull.div_ceil(damage)),
        need: brought
            .iter()
            .map(|target| [false, true].map(|bonus| line.worth_need(target, bonus)))
            .collect(),
    };
    let fighters: Vec<Fighter> = brought.iter().map(fighter).collect();
    // Slots are numbered as the lines are.
    let earlier = |line: &Line| {
        let before = |other: &&&Line| other.side == line.side && other.slot < line.slot;
        firing.iter().filter(before).count()
    };
    let places: Vec<usize> = brought.iter().map(|line| earlier(line)).collect();
    let mut orders = value::orders(&fighters).into_iter();
    let of_line = |line: &&Line| {
        let order = match line.stages {
            1 => orders.next().unwrap_or_default(),
            _ => Vec::new(),
        };
        let order = order.into_iter().map(|target| places[target]).collect();
        with_captured(line, order, firing)
    };
    firing.iter().map(of_line).collect()
}

/// An order of enemies with those that it lacks, each before the first that is the lesser target: by the chance
/// to hit it, times its strength, over the hits that it takes.
fn with_captured(line: &Line, mut order: Vec<usize>, firing: &[&Line]) -> Vec<usize> {
    let mut enemies: Vec<&Line> = firing.iter().copied().filter(|other| other.side != line.side).collect();
    enemies.sort_by_key(|enemy| enemy.slot);
    let score = |enemy: usize| {
        let target = enemies[enemy];
        let strength = target.ship.boards.unwrap_or(target.ship.attack) * target.ship.traits.attacks;
        u32::from(line.need(&target.ship, false)) * u32::from(strength) * 1000 / u32::from(target.ship.hull)
    };
    for enemy in 0..enemies.len() {
        if !order.contains(&enemy) {
            let place = order.iter().position(|&other| score(other) < score(enemy));
            order.insert(place.unwrap_or(order.len()), enemy);
        }
    }
    order
}

fn enemies<'a>(lines: &[Line<'a>], side: Side, bars: &[Bar]) -> Vec<Enemy<'a>> {
    let theirs = lines.iter().filter(|line| line.side == side);
    // Of all bars, the one of the side's own Fighters.
    let fighter = theirs.clone().find(|line| line.ship.traits.fighter);
    let shield = fighter.and_then(|line| bars.iter().position(|bar| bar.front.contains(&line.slot)));
    let enemy = |line: &Line<'a>| Enemy {
        group: line.group,
        ship: line.ship,
        bar: shield.filter(|_| line.ship.traits.shielded),
        slots: line.all_slots().collect(),
    };
    theirs.map(enemy).collect()
}

/// How a group's ships leave: those of its own slot, or those split off wounded.
fn leave(fleet: &Fleet, group: &Group, wounds: u8) -> Leave {
    let retreat = &fleet.policy.retreat;
    if group.unit.traits.fighter {
        // 15.1.2: with the ships that carry them.
        let leaves = |carrier: &Group| {
            carrier.unit.traits.carries > 0 && matches!(leave(fleet, carrier, 0), Leave::WithSide | Leave::Always)
        };
        return if fleet.groups.iter().any(leaves) {
            Leave::Carried
        } else {
            Leave::Never
        };
    }
    if !group.unit.can_retreat {
        return Leave::Never;
    }
    match retreat {
        Retreat::Never => Leave::Never,
        Retreat::AfterRound(_) | Retreat::Outnumbered { .. } | Retreat::StrengthBelow { .. } => Leave::WithSide,
        Retreat::Optimal => Leave::Freely,
        Retreat::Wounded if wounds > 0 => Leave::Always,
        Retreat::Wounded if group.unit.hull > 1 => Leave::Wounded,
        Retreat::Wounded => Leave::Never,
        Retreat::Units(names) if names.contains(&group.unit.name) => Leave::Always,
        Retreat::Units(_) => Leave::Never,
    }
}
