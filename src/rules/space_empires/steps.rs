//! Turns to fire: who shoots when, and how it leaves instead.

use super::aim::{Enemy, Shooter, aims};
use super::bars::Bars;
use super::battle::{Battle, Fleet, Group, Retreat, Target};
use super::experience::promotion;
use super::ship::Ship;
use super::value::{self, Fighter};
use crate::engine::plan::{Leave, Share, Step, When};
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
    /// The slot of the same group before it was promoted (37.3.4); its own if it was not.
    pub base: usize,
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
    fn need(&self, target: &Ship, bonus: bool) -> u8 {
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
pub(super) fn steps(battle: &Battle, lines: &[Line], bars: &Bars) -> Vec<Step> {
    let place = |class: u8, line: &Line| (class, Reverse(line.group.tactics), line.side == Side::Attacker);
    // A group is listed once, promoted or not.
    let mut firing: Vec<&Line> = lines.iter().filter(|line| line.slot == line.base).collect();
    firing.sort_by_key(|line| place(line.ship.class, line));
    let number = |line: &Line| firing.iter().position(|other| other.slot == line.base).unwrap_or(0);
    // 25.1.3
    let damage = if battle.terrain.ion_storm { 2 } else { 1 };
    let orders = value_orders(battle, &firing, damage);
    // Among equals the owner's order counts, on whichever turn.
    let mut turns: Vec<Turn> = lines.iter().flat_map(|line| line.turns(number(line))).collect();
    // A group that is promoted has had its turn, so that of promoted ships comes first.
    let promoted_first = |line: &Line| (line.base, line.slot == line.base);
    turns.sort_by_key(|turn| (place(turn.ship.class, turn.line), promoted_first(turn.line)));
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
        let enemies: Vec<Enemy> = enemies(lines, line.side.enemy(), bars, &ship);
        let need = |target: &Ship, bonus: bool| line.need(target, bonus);
        let shooter = Shooter {
            ship: &ship,
            share,
            need: &need,
        };
        // By value a promoted group comes where it came before.
        let mut value: Vec<usize> = Vec::new();
        for &place in &orders[number] {
            value.extend((0..enemies.len()).filter(|&at| enemies[at].place == place));
        }
        let (aims, preferred) = aims(&fleet.policy, &shooter, &value, &enemies);
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
                    Share::All | Share::Late => leave(fleet, line.group, line.ship.hull, wounds),
                },
                promotion: promotion(line, wounds, lines),
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
    let fighter = |line: &&Line| Fighter {
        side: line.side.index(),
        ships: u32::from(line.group.count),
        // Two damage of one hit are taken for those of two shots.
        shots: u32::from(line.ship.traits.attacks * line.ship.traits.damage),
        hits: u32::from(line.ship.hull.div_ceil(damage)),
        need: firing
            .iter()
            .map(|target| [false, true].map(|bonus| line.need(&target.ship, bonus)))
            .collect(),
    };
    let fighters: Vec<Fighter> = firing.iter().map(fighter).collect();
    // Slots are numbered as the lines are.
    let earlier = |line: &Line| {
        firing
            .iter()
            .filter(|other| other.side == line.side && other.slot < line.slot)
            .count()
    };
    let places: Vec<usize> = firing.iter().map(|line| earlier(line)).collect();
    let orders = value::orders(&fighters).into_iter();
    orders
        .map(|order| order.into_iter().map(|target| places[target]).collect())
        .collect()
}

/// A side's groups as a shooter sees them.
fn enemies<'a>(lines: &[Line<'a>], side: Side, bars: &Bars, shooter: &Ship) -> Vec<Enemy<'a>> {
    let theirs = || lines.iter().filter(|line| line.side == side);
    let enemy = |line: &Line<'a>| Enemy {
        group: line.group,
        ship: line.ship,
        place: theirs()
            .filter(|other| other.slot == other.base && other.slot < line.base)
            .count(),
        bar: bars.before(line, shooter),
        slots: line.slots().collect(),
    };
    theirs().map(enemy).collect()
}

/// How a group's ships leave, which take so many hits: those of its own slot, or those split off wounded.
fn leave(fleet: &Fleet, group: &Group, hull: u8, wounds: u8) -> Leave {
    let retreat = &fleet.policy.retreat;
    if group.unit.traits.fighter {
        // 15.1.2: with the ships that carry them.
        let leaves = |carrier: &Group| {
            carrier.unit.traits.carries > 0
                && matches!(
                    leave(fleet, carrier, carrier.hits(), 0),
                    Leave::WithSide | Leave::Always
                )
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
        Retreat::Wounded if hull > 1 => Leave::Wounded,
        Retreat::Wounded => Leave::Never,
        Retreat::Units(names) if names.contains(&group.unit.name) => Leave::Always,
        Retreat::Units(_) => Leave::Never,
    }
}
