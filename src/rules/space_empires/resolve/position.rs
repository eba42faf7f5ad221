//! A point in the middle of a battle, as written: whose ships are meant, and whether it can be.

use super::Resolver;
use super::left::{Alike, alike};
use super::suggest;
use crate::engine::Plan;
use crate::engine::exact::{Firing, Position};
use crate::engine::row::{fleet_size_bonus, twice};
use crate::rules::space_empires::battle::Battle;
use crate::rules::space_empires::catalog::{Catalog, Role};
use crate::spec::{Place, Problems, ShipsLeft, Side, SideLeft, TurnLeft, nearest, quoted};

/// A point in the middle of a battle, as written.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The attacker's and the defender's ships.
    pub ships: &'a [SideLeft; 2],
    /// The round that is fought or about to be.
    pub round: u16,
    /// In the middle of a round: whose turn it is.
    pub turn: Option<&'a TurnLeft>,
    /// In the middle of a round: who has the fleet size bonus (5.1.3), or nobody; `None` if it is not
    /// said, and then whoever would have it with the ships that are left.
    pub bonus: Option<Option<Side>>,
}

/// The position that is written. `None` if anything was wrong; `problems` then says what.
pub fn position(battle: &Battle, plan: &Plan, moment: &Moment<'_>, problems: &mut Problems) -> Option<Position> {
    let before = problems.count();
    let mut resolver = Resolver {
        catalog: Catalog::of(battle.edition),
        problems,
        notes: Vec::new(),
        experienced: false,
    };
    if battle.sides.iter().any(|fleet| !fleet.shields.is_empty()) {
        let message = "a battle with Shield Projectors in its middle";
        let help = "only its start can be asked about: which ships are protected can't be written down";
        resolver.fault(moment.ships[0].place.clone(), message, help);
        return None;
    }
    let mut sides = alike(battle, plan);
    let mut ships = vec![(0, 0); plan.slots.len()];
    for (side, own) in Side::BOTH.into_iter().zip(&mut sides) {
        resolver.ships(side, plan, own, &moment.ships[side.index()], &mut ships);
    }
    if resolver.problems.count() > before {
        return None;
    }
    let start = Position::start(plan);
    if moment.round == 1 && moment.turn.is_none() && start.ships != ships {
        let message = "round 1 starts with all ships, unhurt";
        let help = "say with --round which round is about to start, or with --turn whose turn it is in round 1";
        resolver.fault(moment.ships[0].place.clone(), message, help);
    }
    let firing = match moment.turn {
        Some(turn) => {
            let (step, shots) = resolver.turn(plan, &sides, (&ships, moment.round), turn)?;
            let bonus = resolver.bonus(plan, &ships, moment);
            if moment.round == 1 {
                resolver.first_shots(plan, &ships, (step, shots), moment.ships);
            }
            Some(Firing { step, shots, bonus })
        }
        None => None,
    };
    (resolver.problems.count() == before).then_some(Position {
        ships,
        round: moment.round,
        firing,
    })
}

/// Combat-capable ships of a side.
fn fleet(plan: &Plan, side: Side, ships: &[(u8, u8)]) -> u16 {
    let own = plan.slots_of[side.index()].clone();
    own.map(|slot| u16::from(ships[slot].0)).sum()
}

impl Resolver<'_> {
    /// One side's ships.
    fn ships<'w>(
        &mut self,
        side: Side,
        plan: &Plan,
        own: &mut [Alike<'w>],
        written: &'w SideLeft,
        ships: &mut [(u8, u8)],
    ) {
        let before = self.problems.count();
        let mut hurt: Vec<(usize, &ShipsLeft)> = Vec::new();
        for left in &written.ships {
            let Some(at) = self.meant(side, own, &left.group) else {
                continue;
            };
            let group = own[at].group;
            if self.can_be_left(side, plan, &mut own[at], &left.group)
                && let Some(damage) = &left.damage
            {
                let hits = u32::from(group.hits());
                if plan.units[own[at].kind.rows[0]].slots.is_empty() {
                    let message = format!("{} damaged, although it is never fired at (5.7.1)", group.label);
                    self.fault(damage.place.clone(), message, "leave the damage out");
                } else if damage.value >= hits {
                    let message = format!("{} with {} damage", group.label, damage.value);
                    let help = match group.hits() > group.unit.hull {
                        true => format!("it is Legendary: {hits} hits destroy it (37.4)"),
                        false => format!("its Hull Size is {hits}: so much damage destroys it (5.6)"),
                    };
                    self.fault(damage.place.clone(), message, help);
                } else {
                    hurt.push((at, left));
                }
            }
        }
        if self.problems.count() > before {
            return;
        }
        for (at, left) in hurt {
            for _ in 0..left.group.count.value {
                if !place_wounded(plan, &own[at], left, ships) {
                    let label = &own[at].group.label;
                    let message = format!("more than one damaged {label} in a group");
                    let help = format!(
                        "hits on a group go to one ship until it is destroyed (5.6), unless damaged ships are split \
                         off to be screened: --{}-screen wounded or optimal",
                        side.name()
                    );
                    self.fault(left.group.unit.place.clone(), message, help);
                    return;
                }
            }
        }
        let fights = |alike: &&Alike<'_>| !plan.units[alike.kind.rows[0]].slots.is_empty();
        for alike in own.iter().filter(fights) {
            place_unhurt(plan, alike, ships);
        }
        if fleet(plan, side, ships) == 0 {
            let message = format!(
                "the {} has no ship left that can fight: the battle is over",
                side.name()
            );
            self.fault(written.place.clone(), message, "name ships of both sides");
        }
    }

    /// The step and the shots of whoever's turn it is.
    fn turn(
        &mut self,
        plan: &Plan,
        sides: &[Vec<Alike<'_>>; 2],
        (ships, round): (&[(u8, u8)], u16),
        written: &TurnLeft,
    ) -> Option<(usize, u8)> {
        let word = &written.group.unit;
        let side = match written.side {
            Some(side) => side,
            None => self.whose(sides, &word.value, &word.place)?,
        };
        let at = self.meant(side, &sides[side.index()], &written.group)?;
        let alike = &sides[side.index()][at];
        let rows = &alike.kind.rows;
        let watched = |watch: usize| plan.watches[watch].slots.iter().any(|&slot| ships[slot].0 > 0);
        let firing: Vec<(usize, u8)> = { plan.steps.iter().enumerate() }
            .filter(|(_, step)| step.when.holds(round == 1, watched))
            .filter(|(_, step)| rows.contains(&plan.slots[step.shooter].unit) && ships[step.shooter].0 > 0)
            .map(|(number, step)| (number, ships[step.shooter].0 * step.attacks))
            .collect();
        let all: u32 = firing.iter().map(|&(_, ships)| u32::from(ships)).sum();
        let label = &alike.group.label;
        if all == 0 {
            let message = match alike.group.unit.role {
                Role::Combat => format!("no {label} left to fire"),
                _ => format!("{label} never fires"),
            };
            self.fault(word.place.clone(), message, "name a group that is in the --state");
            return None;
        }
        let mut shots = all;
        if let Some(asked) = &written.shots {
            if asked.value > all {
                let message = format!("{} shots to come of {all} {label}", asked.value);
                self.fault(
                    asked.place.clone(),
                    message,
                    format!("its ships have {all} shots a round at most"),
                );
                return None;
            }
            shots = asked.value;
        }
        // The last shots are those of the last steps.
        for &(step, ships) in firing.iter().rev() {
            if shots <= u32::from(ships) {
                return Some((step, shots as u8));
            }
            shots -= u32::from(ships);
        }
        None
    }

    /// In the first round nobody has lost more than the shots so far can have done.
    fn first_shots(&mut self, plan: &Plan, ships: &[(u8, u8)], now: (usize, u8), written: &[SideLeft; 2]) {
        let start = Position::start(plan).ships;
        let points = |side: Side, ships: &[(u8, u8)]| -> u32 {
            let own = plan.slots_of[side.index()].clone();
            own.map(|slot| u32::from(ships[slot].0) * u32::from(plan.slots[slot].hull) - u32::from(ships[slot].1))
                .sum()
        };
        for side in Side::BOTH {
            let lost = points(side, &start).saturating_sub(points(side, ships));
            let fired = plan.steps.iter().take(now.0 + 1).enumerate().map(|(number, step)| {
                if plan.slots[step.shooter].side == side {
                    return 0;
                }
                let to_come = if number == now.0 { now.1 } else { 0 };
                u32::from(start[step.shooter].0.saturating_sub(to_come)) * u32::from(step.damage)
            });
            let most: u32 = fired.sum();
            if lost > most {
                let message = format!("the {} has taken {lost} damage already in round 1", side.name());
                let help = format!("the shots before can have done {most} at most; say with --round which round it is");
                self.fault(written[side.index()].place.clone(), message, help);
            }
        }
    }

    /// The one side that has such a unit.
    fn whose(&mut self, sides: &[Vec<Alike<'_>>; 2], word: &str, place: &Place) -> Option<Side> {
        let is_there = |name: &str| sides.iter().flatten().any(|alike| alike.group.unit.name == name);
        let unit = self.unit_among(word, is_there);
        let has = |side: &Side| {
            let mut own = sides[side.index()].iter();
            unit.is_some_and(|unit| own.any(|alike| alike.group.unit.name == unit.name))
        };
        let having: Vec<Side> = Side::BOTH.into_iter().filter(has).collect();
        match (unit, &having[..]) {
            (_, [side]) => Some(*side),
            (Some(unit), []) => {
                let labels = sides.iter().flatten().map(|alike| alike.group.label.as_str());
                let labels: Vec<&str> = labels.collect();
                let message = format!("nobody has {} in this battle", unit.name);
                self.fault(place.clone(), message, format!("the groups: {}", labels.join(", ")));
                None
            }
            (None, _) => {
                let labels = sides.iter().flatten().map(|alike| alike.group.label.as_str());
                let help = suggest(nearest(word, labels.clone()), "the groups", labels);
                self.fault(place.clone(), format!("unknown unit {}", quoted(word)), help);
                None
            }
            (Some(unit), _) => {
                let message = format!("both sides have {}: whose turn is it?", quoted(&unit.name));
                let help = format!("write \"attacker {0}\" or \"defender {0}\"", unit.name);
                self.fault(place.clone(), message, help);
                None
            }
        }
    }

    /// Who has the fleet size bonus in the round (5.1.3).
    fn bonus(&mut self, plan: &Plan, ships: &[(u8, u8)], moment: &Moment<'_>) -> Option<Side> {
        let fleets = Side::BOTH.map(|side| fleet(plan, side, ships));
        let Some(said) = moment.bonus else {
            let has = fleet_size_bonus(fleets);
            return { Side::BOTH.into_iter() }.find(|side| has[side.index()]);
        };
        if let Some(side) = said {
            let start = Position::start(plan).ships;
            let most = fleet(plan, side, &start);
            let enemies = fleets[side.enemy().index()];
            if !twice(most, enemies) {
                let message = format!("the {} cannot have the fleet size bonus in this round", side.name());
                let help = format!("it had {most} ships at most, the enemy has {enemies} (5.1.3)");
                self.fault(Place::argument("--bonus", side.name()), message, help);
            }
        }
        said
    }
}

/// Puts a wounded ship where one may be: into the slot for ships split off with its damage, or into a
/// group without a wounded one.
fn place_wounded(plan: &Plan, alike: &Alike<'_>, left: &ShipsLeft, ships: &mut [(u8, u8)]) -> bool {
    let damage = left.damage.as_ref().map_or(0, |damage| damage.value) as usize;
    for &row in &alike.kind.rows {
        let slots = &plan.units[row].slots;
        let here: u32 = slots.iter().map(|&slot| u32::from(ships[slot].0)).sum();
        if here >= u32::from(plan.units[row].fielded) {
            continue;
        }
        match slots.get(damage) {
            Some(&slot) => {
                ships[slot].0 += 1;
                return true;
            }
            None if ships[slots[0]].1 == 0 => {
                ships[slots[0]] = (ships[slots[0]].0 + 1, damage as u8);
                return true;
            }
            None => {}
        }
    }
    false
}

/// Puts the ships that are not wounded into their groups, one group after the other.
fn place_unhurt(plan: &Plan, alike: &Alike<'_>, ships: &mut [(u8, u8)]) {
    let rows = &alike.kind.rows;
    let placed: u32 = { rows.iter() }
        .flat_map(|&row| &plan.units[row].slots)
        .map(|&slot| u32::from(ships[slot].0))
        .sum();
    let mut unhurt = alike.kind.left.saturating_sub(placed);
    for &row in rows {
        let slots = &plan.units[row].slots;
        let here: u32 = slots.iter().map(|&slot| u32::from(ships[slot].0)).sum();
        let room = u32::from(plan.units[row].fielded).saturating_sub(here).min(unhurt);
        ships[slots[0]].0 += room as u8;
        unhurt -= room;
    }
}
