//! Turns to fire: who shoots when, and how it leaves instead.

use super::aim::{Enemy, Shooter, aims};
use super::amoeba;
use super::bars::Bars;
use super::battle::{Ability, Battle, Fleet, Group, Retreat, Target};
use super::boarding;
use super::experience::promotion;
use super::missiles::{self, Jam};
use super::ship::Ship;
use super::special::Special;
use super::value::{self, Fighter};
use crate::engine::Aim;
use crate::engine::plan::{Flight, Leave, Share, Step, When};
use crate::spec::Side;
use std::cmp::Reverse;

/// A combat-capable group on its way to a slot.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    pub side: Side,
    pub group: &'a Group,
    pub ship: Ship,
    /// As it fires at some kind of target, if the enemy has any of the kind (15.3, 40.7.2).
    pub special: Option<Special>,
    /// For ships that cloak (16.1): how and when.
    pub cloak: Option<Cloak>,
    /// Its slot; the slots of ships split off wounded follow, one for each amount of damage.
    pub slot: usize,
    /// Number of slots for ships split off wounded.
    pub splits: usize,
    /// Number of the bar behind which its ships stand.
    pub bar: Option<usize>,
    /// What it has to do with Missiles (24.4).
    pub flight: Flight,
    /// For Missiles: number of the line that launches them.
    pub boat: Option<usize>,
    /// For ships whose shots are Missiles, and for Missiles: how they may be jammed.
    pub jam: Option<Jam>,
    /// The slot of the same group before it was promoted (37.3.4); its own if it was not.
    pub base: usize,
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
    tactics: u8,
    when: When,
}

impl Line<'_> {
    /// Slots of this line: that of the group, then those of ships split off with 1, 2, … damage.
    pub fn slots(&self) -> impl Iterator<Item = (usize, u8)> {
        (0..=self.splits).map(|damage| (self.slot + damage, damage as u8))
    }

    /// A roll of this or less hits a target.
    pub(super) fn need(&self, target: &Ship, bonus: bool) -> u8 {
        let special = self.special.as_ref().filter(|special| special.prey.is(&target.traits));
        special.map_or(&self.ship, |special| &special.ship).need(target, bonus)
    }

    /// Its turns in a round. Scouts with Point Defense have two: as A-Class those fire that shoot at
    /// Fighters, as E-Class the others; where both are of one class, one turn is for all (15.3.1).
    fn turns(&self, number: usize) -> Vec<Turn<'_, '_>> {
        let turn = |ship: Ship, share: Share, when: When| Turn {
            line: self,
            number,
            ship,
            share,
            tactics: self.group.tactics,
            when,
        };
        let usual = (self.ship.class, Reverse(self.group.tactics));
        let earlier = |special: &Special| (special.ship.class, Reverse(special.tactics)) < usual;
        if let Some(special) = self.special.filter(earlier) {
            let early = Turn {
                tactics: special.tactics,
                ..turn(special.ship, Share::Early, When::ALWAYS)
            };
            return vec![early, turn(self.ship, Share::Late, When::ALWAYS)];
        }
        if let Some(jam) = &self.jam {
            let ships = jam.ships(self.ship).into_iter();
            return ships.map(|(ship, when)| turn(ship, Share::All, when)).collect();
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
                        watched: Some((watch, scanned)),
                        ..When::ALWAYS
                    };
                    turn(ship, Share::All, when)
                })
                .to_vec(),
            // 16.1.3: +1 Attack Strength in the first round.
            Some(Cloak { ship, watch: None }) => [(ship.attack + 1, true), (ship.attack, false)]
                .map(|(attack, first)| {
                    let when = When {
                        first: Some(first),
                        ..When::ALWAYS
                    };
                    turn(Ship { attack, ..ship }, Share::All, when)
                })
                .to_vec(),
        }
    }
}

/// Turns to fire in the order of 5.2: class, tactics, defender first, the owner's order.
pub(super) fn steps(battle: &Battle, lines: &[Line], bars: &Bars) -> Vec<Step> {
    let place = |class: u8, tactics: u8, line: &Line| (class, Reverse(tactics), line.side == Side::Attacker);
    // A group is listed once, promoted or not, and without its Missiles, which aim as what launched them and stand
    // where it is listed.
    let listed = |line: &Line| line.boat.map_or(line.base, |boat| lines[boat].base);
    let mut firing: Vec<&Line> = { lines.iter() }
        .filter(|line| line.boat.is_none() && line.slot == line.base)
        .collect();
    firing.sort_by_key(|line| place(line.ship.class, line.group.tactics, line));
    let number = |line: &Line| firing.iter().position(|other| other.slot == listed(line)).unwrap_or(0);
    let mut orders = value_orders(battle, &firing);
    missiles::into_orders(battle, &firing, lines, &mut orders);
    // Among equals the owner's order counts, on whichever turn.
    let mut turns: Vec<Turn> = lines.iter().flat_map(|line| line.turns(number(line))).collect();
    // A group that is promoted has had its turn, so that of promoted ships comes first.
    let promoted_first = |line: &Line| (listed(line), line.slot == line.base);
    turns.sort_by_key(|turn| {
        (
            place(turn.ship.class, turn.tactics, turn.line),
            promoted_first(turn.line),
        )
    });
    let mut steps = Vec::new();
    for Turn {
        line,
        number,
        ship,
        share,
        when,
        ..
    } in turns
    {
        let fleet = &battle.sides[line.side.index()];
        let enemies: Vec<Enemy> = enemies(lines, line, bars, &ship);
        let need = |target: &Ship, bonus: bool| line.need(target, bonus);
        let shooter = Shooter {
            ship: &ship,
            share,
            special: line.special.as_ref(),
            need: &need,
        };
        // By value a promoted group comes where it came before.
        let mut value: Vec<usize> = Vec::new();
        for &place in &orders[number] {
            value.extend((0..enemies.len()).filter(|&at| enemies[at].place == place));
        }
        let (aims, preferred) = match (line.flight, ship.boards) {
            // Targets are chosen when the Missiles attack (24.4.4).
            (Flight::Launch(_), _) => (Vec::new(), 0),
            (_, Some(strength)) => {
                let policy = (&fleet.policy, battle.rules);
                boarding::aims(policy, strength, &shooter, &value, &enemies)
            }
            _ if ship.traits.swallows => (amoeba::aims(&shooter, &enemies), 0),
            _ => aims(&fleet.policy, &shooter, &value, &enemies),
        };
        let damage = { enemies.iter() }.map(|enemy| points(battle, &enemy.ship)).min();
        let salvo = salvo(&ship, &aims, &enemies);
        for (slot, wounds) in line.slots() {
            steps.push(Step {
                shooter: slot,
                attacks: ship.traits.attacks,
                share,
                when,
                damage: damage.unwrap_or(1) * ship.traits.damage,
                aims: aims.clone(),
                random: fleet.policy.target == Target::Random && !ship.traits.swallows,
                preferred,
                leave: match share {
                    // 25.4.1
                    _ if battle.terrain.pulsar => Leave::Never,
                    Share::Early => Leave::Never,
                    Share::All | Share::Late => leave(fleet, line.group, line.ship.hull, wounds),
                },
                salvo: salvo.clone(),
                swallows: ship.traits.swallows,
                flight: line.flight,
                promotion: promotion(line, wounds, lines),
            });
        }
    }
    steps
}

/// Hit points that a hit takes from a ship in the hex: two in an ion storm, unless that does nothing to it
/// (25.1.3). A side has ships of one kind only, or none to which it does nothing.
pub(super) fn points(battle: &Battle, target: &Ship) -> u8 {
    1 + u8::from(battle.terrain.ion_storm && !target.traits.storm_proof)
}

/// For a ship with Second Salvo: of each aim the number of its type, so that a second shot is at the same.
fn salvo(ship: &Ship, aims: &[Aim], enemies: &[Enemy]) -> Vec<u8> {
    if !ship.abilities.has(Ability::SecondSalvo) {
        return Vec::new();
    }
    let type_of = |aim: &Aim| {
        let enemy = { enemies.iter() }.find(|enemy| enemy.slots.iter().any(|&(slot, _)| slot == aim.target))?;
        enemies
            .iter()
            .position(|other| other.group.unit.name == enemy.group.unit.name)
    };
    aims.iter().map(|aim| type_of(aim).unwrap_or(0) as u8).collect()
}

/// By line that fires, its enemies in the order of [`Target::Value`], as places in the enemy's
/// lines; nothing if no policy asks for it.
fn value_orders(battle: &Battle, firing: &[&Line]) -> Vec<Vec<usize>> {
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
        hits: u32::from(line.ship.hull.div_ceil(points(battle, &line.ship))),
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

/// A side's groups as a shooter sees them on a turn.
fn enemies<'a>(lines: &[Line<'a>], shooter: &Line, bars: &Bars, ship: &Ship) -> Vec<Enemy<'a>> {
    let theirs = || lines.iter().filter(|line| line.side != shooter.side);
    let enemy = |line: &Line<'a>| Enemy {
        group: line.group,
        ship: line.ship,
        place: theirs()
            .filter(|other| other.slot == other.base && other.slot < line.base)
            .count(),
        bar: bars.before(line, shooter, ship),
        slots: line.all_slots().collect(),
    };
    theirs().map(enemy).collect()
}

/// How a group's ships leave, which take so many hits: those of its own slot, or those split off wounded.
fn leave(fleet: &Fleet, group: &Group, hull: u8, wounds: u8) -> Leave {
    let retreat = &fleet.policy.retreat;
    if group.unit.traits.carried() {
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
