//! The lowering: a battle as the rules mean it becomes the engine's flat tables.

use super::amoeba;
use super::bars::Bars;
use super::battle::{Ability, Battle, Experience, Group, Retreat, Screen, Target};
use super::boarding::{captures, families, screen_idle, taken};
use super::experience::promoted_to;
use super::missiles;
use super::options::Rules;
use super::ship::Ship;
use super::special::Special;
use super::steps::{Cloak, Line, steps};
use super::terrain::Part;
use crate::engine::capture::Captured;
use crate::engine::plan::{
    Beams, BestPlay, Flight, Grip, Leaving, Moment, Orders, Plan, ROUND_CAP, ScreenEntry, Slot, Stop, UnitRow, Watch,
};
use crate::spec::Side;
use std::cmp::Reverse;

/// What is asked of a battle besides its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question {
    /// Stop after this many rounds and report the state then.
    pub after_round: Option<u16>,
}

/// A die of this or less lets ships leave an ion storm (25.1.3).
const LEAVE_ION_STORM: u8 = 8;

/// Lowers a battle to a plan. Rows of [`Plan::units`] follow the battle's groups: the attacker's in
/// order, then the defender's.
#[must_use]
pub fn lower(battle: &Battle, question: Question) -> Plan {
    let in_flight = missiles::groups(battle);
    let mut slots: Vec<Slot> = Vec::new();
    let mut units: Vec<UnitRow> = Vec::new();
    let groups: usize = battle.sides.iter().map(|fleet| fleet.groups.len()).sum();
    let mut lines: Vec<Line> = Vec::new();
    let mut rows = Vec::new();
    let taken = taken(battle);
    let mut captured = Vec::new();
    for side in Side::BOTH {
        let fleet = &battle.sides[side.index()];
        for group in &fleet.groups {
            let part = battle.part(group);
            let mut row = UnitRow {
                side,
                fielded: group.count,
                cost: group.unit.cost,
                escorted: part == Part::Escorted,
                carried: group.unit.traits.carried(),
                slipped: part == Part::Slips,
                slots: Vec::new(),
                captured: None,
            };
            if part == Part::Fights {
                let base = slots.len();
                // All conditions that its ships may come to: as they are, and promoted (37.3.4).
                for experience in [Some(group.experience), promoted_to(battle, side, group).map(Some)] {
                    let Some(experience) = experience else { continue };
                    let line = line(side, battle, (group, experience), (base, slots.len()));
                    row.slots.extend(line.slots().map(|(slot, _)| slot));
                    slots.extend(line.slots().map(|(_, damage)| slot_of(&line, damage, units.len())));
                    lines.push(line);
                    rows.push(units.len());
                }
            }
            units.push(row);
        }
        for taken in taken.iter().filter(|taken| taken.holder == side) {
            let level = taken.group.experience;
            let line = line(side, battle, (&taken.group, level), (slots.len(), slots.len())).of_taken();
            let own = line.all_slots().map(|(slot, _)| slot);
            let unit = if taken.captured {
                captured.push(UnitRow {
                    side,
                    fielded: 0,
                    cost: taken.group.unit.cost,
                    escorted: false,
                    carried: false,
                    slipped: false,
                    slots: own.collect(),
                    captured: Some(Captured {
                        from: taken.from,
                        most: taken.group.count,
                    }),
                });
                groups + captured.len() - 1
            } else {
                units[taken.from].slots.extend(own);
                taken.from
            };
            slots.extend(line.all_slots().map(|(_, damage)| slot_of(&line, damage, unit)));
            lines.push(line);
            rows.push(taken.from);
        }
    }
    units.extend(captured);
    let mut captures = captures(battle, &lines, &rows, slots.len());
    for (slot, _) in slots.iter_mut().zip(&captures.idle).filter(|(_, idle)| **idle) {
        slot.strength = 0;
    }
    missiles::launch(battle, &in_flight, slots.len(), &mut lines);
    let mut watches = watches(battle, &mut lines);
    missiles::jam(&mut lines, &mut watches);
    let orders = Side::BOTH.map(|side| orders(battle, side, &lines));
    // Nobody fires where a side has nothing that fights.
    let bars = Bars::of(battle, &mut lines);
    let beams = Side::BOTH.map(|side| beams(side, &lines));
    let steps = if battle.is_walkover() {
        Vec::new()
    } else {
        steps(battle, &lines, &bars)
    };
    let may_leave = if battle.terrain.ion_storm { LEAVE_ION_STORM } else { 10 };
    let stop = match question.after_round {
        Some(round) => Stop {
            round: round.clamp(1, ROUND_CAP),
            stalemate: false,
        },
        None => Stop {
            round: ROUND_CAP,
            stalemate: true,
        },
    };
    let home = Side::BOTH.map(|side| battle.fighters_at_home(side));
    let (flying, missiles) = missiles::plan(battle, &lines, &slots);
    captures.leave_out(flying.len());
    { Plan::new(slots, units, steps, orders, may_leave, stop) }
        .with(home, watches, bars.list)
        .with_beams(beams)
        .capturing(captures)
        .launching(flying, missiles)
}

/// A group at a level of experience, which is another than the one it came with if it was promoted.
pub(super) fn line<'a>(
    side: Side,
    battle: &Battle,
    (listed, experience): (&'a Group, Option<Experience>),
    (base, slot): (usize, usize),
) -> Line<'a> {
    let group = &listed.at(experience);
    let cloaks = group.unit.traits.cloaks;
    let mut ship = if cloaks {
        Ship::uncloaked(group, battle.terrain, battle.rules)
    } else {
        Ship::of(group, battle.terrain, battle.rules)
    };
    let cloak = (cloaks && !battle.terrain.uncloaks()).then(|| Cloak {
        ship: Ship::of(group, battle.terrain, battle.rules),
        watch: None,
    });
    if !battle.boards(side) {
        ship.boards = None;
    }
    let enemies = &battle.sides[side.enemy().index()];
    // 5.7.2
    ship.traits.never_screened |= { enemies.groups.iter() }.any(|group| group.unit.traits.no_screening_against);
    let special = Special::of(group, battle.terrain, battle.rules).filter(|special| {
        let prey = |enemy: &Group| special.prey.is(&enemy.unit.traits);
        { enemies.groups.iter() }.any(|enemy| prey(enemy) && battle.terrain.part(&enemy.unit) == Part::Fights)
    });
    let splits = if ship.traits.never_screened {
        0
    } else if matches!(
        battle.sides[side.index()].policy.screen,
        Screen::Wounded | Screen::Optimal
    ) {
        usize::from(ship.hull) - 1
    } else {
        0
    };
    let mut line = Line {
        side,
        group: listed,
        ship,
        special,
        cloak,
        slot,
        splits,
        bar: None,
        flight: Flight::None,
        boat: None,
        jam: None,
        base,
        stages: 1,
    };
    amoeba::face(battle, &mut line);
    line
}

/// Who scans whom (16.2): lists of slots, whose numbers go to the lines that they uncloak.
fn watches(battle: &Battle, lines: &mut [Line]) -> Vec<Watch> {
    let mut watches: Vec<Watch> = Vec::new();
    for at in 0..lines.len() {
        let (side, level) = (lines[at].side, lines[at].group.gear.cloaking);
        let scans = |line: &&Line| {
            line.side != side && battle.rules.lets_scan(&line.group.unit) && line.group.gear.scanners >= level
        };
        let scanning: Vec<usize> = { lines.iter() }
            .filter(scans)
            .flat_map(|line| line.slots().map(|(slot, _)| slot))
            .collect();
        let line = &mut lines[at];
        let Some(cloak) = &mut line.cloak else { continue };
        if scanning.is_empty() {
            // They stand in the order of fire as cloaked.
            line.ship = cloak.ship;
            continue;
        }
        let known = watches.iter().position(|known| known.slots == scanning);
        cloak.watch = Some(known.unwrap_or(watches.len()));
        if known.is_none() {
            watches.push(Watch {
                slots: scanning,
                least: 1,
                moment: Moment::RoundStart,
            });
        }
    }
    watches
}

/// A side's Tractor Beams, and the enemy's ships that can leave by themselves, dearest first.
fn beams(side: Side, lines: &[Line]) -> Beams {
    let beams = |line: &Line| line.side == side && line.group.gear.abilities.has(Ability::TractorBeam);
    let mut enemies: Vec<&Line> = { lines.iter() }
        .filter(|line| line.side != side && line.group.unit.can_retreat)
        .collect();
    enemies.sort_by_key(|line| Reverse(amoeba::price(&line.group.unit)));
    // Cloaked ships that nobody scans can't be held.
    let in_reach = enemies
        .iter()
        .filter(|line| line.cloak.is_none_or(|cloak| cloak.watch.is_some()));
    let grips = |line: &&Line| {
        let (watch, bar) = (line.cloak.and_then(|cloak| cloak.watch), line.bar);
        line.slots()
            .map(|(slot, _)| Grip { slot, watch, bar })
            .collect::<Vec<_>>()
    };
    Beams {
        from: { lines.iter() }
            .filter(|line| beams(line))
            .flat_map(|line| line.slots().map(|(slot, _)| slot))
            .collect(),
        on: in_reach.flat_map(grips).collect(),
    }
}

/// The slot for a line's ships that start with this much damage.
pub(super) fn slot_of(line: &Line, damage: u8, unit: usize) -> Slot {
    Slot {
        side: line.side,
        unit,
        start: if damage == 0 && line.slot == line.base && line.stages == 1 {
            line.group.count
        } else {
            0
        },
        capacity: line.group.count,
        hull: line.ship.hull - damage,
        strength: u32::from(line.ship.hull) * u32::from(line.ship.boards.unwrap_or(line.ship.attack)),
        may_screen: !line.ship.traits.never_screened,
        carried: line.ship.traits.carried(),
        berths: line.ship.traits.carries,
    }
}

fn orders(battle: &Battle, side: Side, lines: &[Line]) -> Orders {
    let policy = &battle.sides[side.index()].policy;
    let own = lines.iter().filter(|line| line.side == side).collect();
    Orders {
        screen: screen(&policy.screen, own, battle.rules),
        keep_bonus: policy.keep_bonus,
        leaving: match policy.retreat {
            Retreat::AfterRound(round) => Leaving::FromRound(round.saturating_add(1)),
            Retreat::Outnumbered { ratio_milli } => Leaving::Outnumbered { milli: ratio_milli },
            Retreat::StrengthBelow { ratio_milli } => Leaving::StrengthBelow { milli: ratio_milli },
            Retreat::Never | Retreat::Wounded | Retreat::Optimal | Retreat::Units(_) => Leaving::Never,
        },
        best: BestPlay {
            target: policy.target == Target::Optimal,
            screen: policy.screen == Screen::Optimal,
            retreat: policy.retreat == Retreat::Optimal,
        },
    }
}

/// Whom to screen first (5.7).
fn screen(policy: &Screen, mut own: Vec<&Line>, rules: Rules) -> Vec<ScreenEntry> {
    own.retain(|line| !line.ship.traits.never_screened);
    match policy {
        Screen::None | Screen::Optimal => return Vec::new(),
        Screen::Weakest => own.sort_by_key(|line| (line.ship.hull, line.ship.attack)),
        Screen::Costliest => own.sort_by_key(|line| Reverse(line.group.unit.cost)),
        Screen::Units(names) => {
            let place = |line: &Line| names.iter().position(|name| *name == line.group.unit.name);
            own.retain(|line| place(line).is_some());
            own.sort_by_key(|line| place(line));
        }
        Screen::Wounded => return screen_wounded(&own),
    }
    let mut entries = screen_idle(rules, &own);
    for line in own {
        entries.extend(line.slots().map(|(slot, _)| ScreenEntry::Ships(slot)));
    }
    entries
}

/// Wounded ships, those with the fewest hits left first, then in the owner's order. A ship split off
/// and wounded since is split off again, to those with as much damage.
fn screen_wounded(own: &[&Line]) -> Vec<ScreenEntry> {
    let mut conditions: Vec<(u8, usize, u8)> = Vec::new();
    for (first, line) in own.iter().flat_map(|line| families(line)) {
        conditions.extend((1..line.ship.hull).map(|damage| (line.ship.hull - damage, first, damage)));
    }
    conditions.sort_by_key(|&(hits_left, ..)| hits_left);
    let mut entries = Vec::new();
    for (_, first, damage) in conditions {
        let to = first + usize::from(damage);
        entries.push(ScreenEntry::Ships(to));
        entries.extend((0..damage).rev().map(|before| ScreenEntry::Wounded {
            slot: first + usize::from(before),
            damage: damage - before,
            to,
        }));
    }
    entries
}
