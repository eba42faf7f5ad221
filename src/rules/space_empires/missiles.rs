//! Missile Boats, their Missiles (24.4), and Jammers (24.5).
//!
//! A Missile in flight is a ship of a line of its own from its launch as A-Class until it attacks as E-Class, but
//! never at the start of a round. Where its boat is E-Class too, it attacks at once, and there is no such line.

use super::battle::{Battle, Group};
use super::lower::{line, slot_of};
use super::options::{Rule, Rules};
use super::ship::{E_CLASS, Ship};
use super::special::{Prey, Special};
use super::steps::{Line, points};
use super::terrain::{Part, Terrain};
use crate::engine::plan::{Flight, Missiles, Moment, Slot, Watch, When};
use crate::spec::Side;

/// Name of a Missile in the catalog and in orders of fire.
pub const NAME: &str = "Missile";

/// Hit points that a Missile's hit takes (24.4.4), and an ion storm doubles.
const DAMAGE: u8 = 2;

/// What a Jammer takes from the Attack Strength of Missiles (24.5.2).
const JAMMED: u8 = 2;

/// Tactics with which Replicators fire at Missiles, at least (24.5.1).
const TACTICS_AGAINST: u8 = 3;

/// By how much more a shot at a Missile must save than it costs: what is saved by it later, when fewer fire, is less than
/// it seems. Of the factors tried, this one lost least against the best of them all, Missiles always first, and always
/// last, in sixty random battles: 0.1 points of the chance to win on average, 1.4 at most.
const PATIENCE: f64 = 1.5;

/// How the Missiles of a line are jammed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jam {
    /// What they are worth with one Cruiser that jams, and with two that have Jammer 2.
    ships: [Ship; 2],
    /// Numbers of the watches for them, where the enemy has so many.
    watches: [Option<usize>; 2],
}

impl Jam {
    /// What Missiles that are `free` of jamming are worth, jammed or not, and when.
    pub fn ships(&self, free: Ship) -> Vec<(Ship, When)> {
        let [one, two] = self.ships;
        let when = |watched, also| When {
            watched,
            also,
            ..When::ALWAYS
        };
        match self.watches {
            [None, _] => vec![(free, When::ALWAYS)],
            [Some(any), None] => vec![
                (free, when(Some((any, false)), None)),
                (one, when(Some((any, true)), None)),
            ],
            // Two with Jammer 2 are one with a Jammer as well.
            [Some(any), Some(pair)] => vec![
                (free, when(Some((any, false)), None)),
                (one, when(Some((any, true)), Some((pair, false)))),
                (two, when(Some((pair, true)), None)),
            ],
        }
    }
}

/// By side and group, the Missiles in flight that the group launches, if it does.
pub(super) fn groups(battle: &Battle) -> [Vec<Option<Group>>; 2] {
    let in_flight = |group: &Group| {
        let fights = battle.terrain.part(&group.unit) == Part::Fights;
        let ship = Ship::of(group, battle.terrain, battle.rules);
        (fights && group.unit.traits.launches.is_some() && ship.class < E_CLASS).then(|| missile(group))
    };
    Side::BOTH.map(|side| battle.sides[side.index()].groups.iter().map(in_flight).collect())
}

/// A boat's Missiles: with its levels and its own Defense Strength (24.4.3).
fn missile(boat: &Group) -> Group {
    let mut missile = boat.clone();
    missile.label = NAME.to_owned();
    let unit = &mut missile.unit;
    unit.name = NAME.to_owned();
    unit.title = NAME.to_owned();
    (unit.class, unit.hull, unit.cost, unit.can_retreat) = (E_CLASS, 1, 0, false);
    let traits = &mut unit.traits;
    (traits.missile, traits.never_screened, traits.unboardable) = (true, true, true);
    missile
}

/// Gives the lines whose ships launch what they need for it, and adds lines for the Missiles in flight, whose
/// slots follow those of the ships.
pub(super) fn launch<'a>(
    battle: &Battle,
    in_flight: &'a [Vec<Option<Group>>; 2],
    ship_slots: usize,
    lines: &mut Vec<Line<'a>>,
) {
    let mut slot = ship_slots;
    for boat in 0..lines.len() {
        let Line { side, group, ship, .. } = lines[boat];
        let experience = ship.experience;
        if group.unit.traits.launches.is_none() {
            continue;
        }
        let fleet = &battle.sides[side.index()];
        let number = fleet.groups.iter().position(|other| std::ptr::eq(other, group));
        let Some(missile) = number.and_then(|number| in_flight[side.index()][number].as_ref()) else {
            lines[boat].flight = Flight::Direct;
            lines[boat].jam = jammed(&group.at(experience), battle);
            continue;
        };
        lines[boat].flight = Flight::Launch(slot);
        lines.push(Line {
            flight: Flight::Arrive,
            boat: Some(boat),
            jam: jammed(&missile.at(experience), battle),
            ..line(side, battle, (missile, experience), (slot, slot))
        });
        slot += 1;
    }
    // 24.5.1
    let flying = Side::BOTH.map(|side| lines.iter().any(|line| line.side == side && line.boat.is_some()));
    for line in lines.iter_mut() {
        let intercepts = line.group.unit.traits.replicator
            && flying[line.side.enemy().index()]
            && line.ship.class == E_CLASS
            && line.group.tactics < TACTICS_AGAINST;
        if intercepts {
            line.special.get_or_insert(Special {
                prey: Prey::Missiles,
                ship: line.ship,
                tactics: TACTICS_AGAINST,
            });
        }
    }
}

/// What jamming makes of a group's Missiles.
fn jammed(group: &Group, battle: &Battle) -> Option<Jam> {
    let enemies = &battle.sides.each_ref().map(|fleet| &fleet.groups);
    let anybody = enemies
        .iter()
        .flat_map(|groups| groups.iter())
        .any(|other| other.gear.jammer > 0);
    anybody.then(|| {
        let (terrain, rules) = (battle.terrain, battle.rules);
        let strength = !rules.is(Rule::JammerTwo, "technology");
        Jam {
            ships: [
                weakened(group, (terrain, rules), [true, false]),
                weakened(group, (terrain, rules), [strength, true]),
            ],
            watches: [None; 2],
        }
    })
}

/// A group's Missiles with less Attack Strength, and without Attack technology.
fn weakened(group: &Group, (terrain, rules): (Terrain, Rules), [strength, technology]: [bool; 2]) -> Ship {
    let mut group = group.clone();
    let launches = &mut group.unit.traits.launches;
    if strength {
        *launches = launches.map(|strength| strength.saturating_sub(JAMMED));
    }
    if technology {
        group.attack = 0;
    }
    Ship::of(&group, terrain, rules)
}

/// Looks for the Cruisers that jam each side's Missiles when the first of them attacks: one with a Jammer, and two
/// with Jammer 2.
pub(super) fn jam(lines: &mut [Line], watches: &mut Vec<Watch>) {
    for side in Side::BOTH {
        let attacks = |line: &&mut Line| line.side == side && line.jam.is_some();
        let jamming = |level: u8| -> Vec<&Line> {
            let jams = |line: &&Line| line.side != side && line.group.gear.jammer >= level;
            lines.iter().filter(jams).collect()
        };
        let mut watch = |level: u8, least: u8| {
            let jamming = jamming(level);
            let ships: u32 = jamming.iter().map(|line| u32::from(line.group.count)).sum();
            (ships >= u32::from(least)).then(|| {
                watches.push(Watch {
                    slots: jamming
                        .iter()
                        .flat_map(|line| line.slots().map(|(slot, _)| slot))
                        .collect(),
                    least,
                    moment: Moment::FirstMissile(side.index()),
                });
                watches.len() - 1
            })
        };
        let found = [watch(1, 1), watch(2, 2)];
        for line in lines.iter_mut().filter(attacks) {
            if let Some(jam) = &mut line.jam {
                jam.watches = found;
            }
        }
    }
}

/// What the engine must know of Missiles: their slots, and what their hits do.
pub(super) fn plan(battle: &Battle, lines: &[Line], ships: &[Slot]) -> (Vec<Slot>, Missiles) {
    let flying = lines.iter().filter_map(|line| Some((line, line.boat?)));
    let slots: Vec<Slot> = flying
        .map(|(line, boat)| Slot {
            start: 0,
            ..slot_of(line, 0, ships[lines[boat].slot].unit)
        })
        .collect();
    let mut damage = vec![0; ships.len() + slots.len()];
    for line in lines {
        for (slot, _) in line.all_slots() {
            damage[slot] = line.ship.traits.missile_damage.unwrap_or(DAMAGE) * points(battle, &line.ship);
        }
    }
    let missiles = Missiles {
        damage,
        need_ships: battle.rules.is(Rule::MissilesInFlight, "lost"),
    };
    (slots, missiles)
}

/// Puts Missiles in flight where they belong in the orders of targets by what they are worth, which are of ships
/// alone: numbers of the enemy's lines for each line that fires.
///
/// To shoot a Missile down saves what it would hit with its one attack. But all ships have to be destroyed in the
/// end, and a shot that does nothing for it lets all that are left fire for longer: by the time that it takes the
/// side to make good for the shot. A Missile comes before the first ship of an order from which on it saves more.
pub(super) fn into_orders(battle: &Battle, firing: &[&Line], lines: &[Line], orders: &mut [Vec<usize>]) {
    if lines.iter().all(|line| line.boat.is_none()) || orders.iter().all(Vec::is_empty) {
        return;
    }
    for (shooter, order) in firing.iter().zip(orders) {
        let listed = |line: &&Line| line.side != shooter.side && line.slot == line.base;
        let enemies: Vec<&Line> = lines.iter().filter(listed).collect();
        let missiles = enemies.iter().enumerate().filter(|(_, line)| line.boat.is_some());
        let ships = order.clone();
        for (number, missile) in missiles {
            let saved = chance(shooter, missile) * hits_a_round(battle, missile, firing);
            let pays = |&place: &usize| {
                let left = ships[place..].iter().map(|&ship| enemies[ship]);
                let fire: f64 = left
                    .map(|line| f64::from(line.group.count) * hits_a_round(battle, line, firing))
                    .sum();
                let target = enemies[ships[place]];
                let own = firing.iter().filter(|line| line.side == shooter.side);
                let output: f64 = own.map(|line| shots(line) * chance(line, target)).sum();
                saved * output > fire * chance(shooter, target) * PATIENCE
            };
            let before = (0..ships.len()).find(pays).map(|place| ships[place]);
            let place = before.and_then(|ship| order.iter().position(|&other| other == ship));
            order.insert(place.unwrap_or(order.len()), number);
        }
    }
}

/// A shot's chance to hit, without the fleet size bonus.
fn chance(line: &Line, target: &Line) -> f64 {
    f64::from(line.need(&target.ship, false)) / 10.0
}

/// Shots of a line in a round.
fn shots(line: &Line) -> f64 {
    f64::from(line.group.count) * f64::from(line.ship.traits.attacks)
}

/// Hit points that one ship of a line takes from the enemy's ships in a round, on average over them.
fn hits_a_round(battle: &Battle, line: &Line, firing: &[&Line]) -> f64 {
    let (mut taken, mut all) = (0.0, 0.0);
    for enemy in firing.iter().filter(|enemy| enemy.side != line.side) {
        let hull_points = f64::from(enemy.group.count) * f64::from(enemy.ship.hull);
        let points = f64::from((line.ship.traits.damage * points(battle, &enemy.ship)).min(enemy.ship.hull));
        taken += hull_points * f64::from(line.ship.traits.attacks) * chance(line, enemy) * points;
        all += hull_points;
    }
    if all > 0.0 { taken / all } else { 0.0 }
}
