//! Battles in the notation of the reference tables: `2 CRU(i2 h1 c1 1y m:2o) + 1 DRE(i1 h2 c1 2y)`.

use broadside::engine::plan::{Stop, UnitRow};
use broadside::engine::volley::{Assignment, Dice, Die, Equals, Orders, Plan, Slot, Stalemate};
use broadside::spec::Side;

/// A side: its ships, and its orders.
#[derive(Clone)]
pub struct Force {
    pub slots: Vec<Slot>,
    pub costs: Vec<u32>,
    pub orders: Orders,
}

/// Size for the rule of non-player ships, and cost in materials.
fn class(name: &str) -> (u8, u32) {
    match name {
        "DRE" => (8, 8),
        "CRU" => (6, 5),
        "SBA" => (5, 3),
        "INT" => (4, 3),
        _ => (0, 0),
    }
}

fn is_npc(name: &str) -> bool {
    matches!(name, "ANC" | "GRD" | "GCDS")
}

fn dice(word: &str, splitter: bool) -> Dice {
    let (count, colour) = word.split_at(word.len() - 1);
    let die = match colour {
        "y" => Die::Whole(1),
        "o" => Die::Whole(2),
        "b" => Die::Whole(3),
        "r" if splitter => Die::Split(4),
        "r" => Die::Whole(4),
        "p" => Die::Rift,
        _ => panic!("die {word}"),
    };
    Dice {
        die,
        count: count.parse().unwrap(),
    }
}

/// Reads a force; `[splitter]`, `[PD]`, `[rerolls N]` behind it hold for all of it, and `[npc]` makes
/// its assignment that of non-player ships, as for the types that are.
pub fn force(side: Side, text: &str) -> Force {
    let (fleet, marks) = text.split_once('[').unwrap_or((text, ""));
    let splitter = marks.contains("splitter");
    let mut orders = Orders {
        point_defence: marks.contains("PD"),
        ..Orders::default()
    };
    if let Some((_, count)) = marks.split_once("rerolls ") {
        orders.rerolls = count.trim_end_matches(']').parse().unwrap();
    }
    let (mut slots, mut costs) = (Vec::new(), Vec::new());
    for (row, group) in fleet.split(" + ").enumerate() {
        let (head, stats) = group.trim().trim_end_matches(')').split_once('(').unwrap();
        let (count, name) = head.split_once(' ').unwrap();
        let (size, cost) = class(name);
        let mut slot = Slot {
            size,
            ..Slot::new(side, row, count.parse().unwrap())
        };
        for word in stats.split_whitespace() {
            let number = || word[1..].parse::<u8>().unwrap();
            match &word[..1] {
                "-" => (),
                "i" => slot.initiative = i16::from(number()),
                "h" => slot.hull = number(),
                "c" => slot.computer = number(),
                "s" => slot.shield = number(),
                "d" => slot.missile_shield = number(),
                "R" => slot.repair = number(),
                "L" => slot.leave_from = Some(u16::from(number())),
                "m" => slot.missiles.push(dice(&word[2..], false)),
                _ => slot.cannons.push(dice(word, splitter)),
            }
        }
        slot.missile_shield += slot.shield;
        if is_npc(name) || marks.contains("npc") {
            orders.assignment = Assignment::NonPlayer(Equals::Focus);
        }
        slots.push(slot);
        costs.push(cost);
    }
    Force { slots, costs, orders }
}

/// The plan of two forces.
pub fn plan_of(attacker: Force, defender: Force) -> Plan {
    let orders = [attacker.orders, defender.orders];
    let costs = [attacker.costs, defender.costs].concat();
    let mut slots = [attacker.slots, defender.slots].concat();
    let mut units = Vec::new();
    for (row, slot) in slots.iter_mut().enumerate() {
        slot.unit = row;
        units.push(UnitRow::of_slot(slot.side, slot.ships() as u8, costs[row], row));
    }
    Plan::new(slots, units, orders, Stalemate::default(), Stop::CAP)
}

/// The plan of two forces as they are written.
pub fn plan(attacker: &str, defender: &str) -> Plan {
    plan_of(force(Side::Attacker, attacker), force(Side::Defender, defender))
}

/// The plan of two forces, the attacker's ships with damage.
pub fn plan_with(attacker: &str, defender: &str, damage: &[Vec<u8>]) -> Plan {
    let plan = plan(attacker, defender);
    let slots = plan.slots.iter().map(|slot| slot.damage.clone());
    let all: Vec<Vec<u8>> = damage.iter().cloned().chain(slots.skip(damage.len())).collect();
    plan.with_damage(&all)
}
