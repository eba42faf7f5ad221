//! One battle told, round by round and shot by shot.

mod ends;

use super::figure;
use super::page::{Page, Section};
use super::summary;
use super::table::{self, Look};
use crate::engine::plan::{Flight, When};
use crate::engine::trace::{Event, Pick, Told};
use crate::engine::{Outcome, Plan};
use crate::rules::space_empires::{Battle, Experience, Group};
use crate::spec::Side;

/// How a battle was come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Seed of its dice.
    pub seed: u64,
    /// It was picked, and from so many battles.
    pub picked: Option<(Pick, u64)>,
}

impl Found {
    /// How it was picked, by the swing in what ships are paid with; nothing if it was not.
    #[must_use]
    pub fn words(&self, currency: &str) -> String {
        self.picked.map_or_else(String::new, |(pick, among)| {
            let which = match pick {
                Pick::Median => "the median",
                Pick::Best => "the attacker's best",
                Pick::Worst => "the attacker's worst",
            };
            format!(", {which} of {} by {currency} swing", figure::battles(among))
        })
    }
}

/// The battle's events as text, between a sentence of how it ended and a table of what is left.
#[must_use]
pub fn render(battle: &Battle, plan: &Plan, told: &Told, found: &Found, look: Look) -> String {
    let teller = Teller::new(battle, plan);
    let picked = found.words("CP");
    let headline = format!(
        "Battle {} of seed {}{picked}: {} after {}",
        told.battle,
        found.seed,
        ending(told, plan),
        if goes_on(told, plan) {
            format!("round {}", told.rounds)
        } else {
            rounds(told)
        }
    );
    let policies = { battle.sides.each_ref() }.map(|fleet| summary::policy_of(&fleet.policy, fleet.has_boarders()));
    let (terrain, edition) = (battle.terrain.names(), battle.edition.title());
    let mut sections = vec![summary::conditions_of(
        &terrain,
        edition,
        &battle.rules.departures(),
        policies,
    )];
    sections.extend(teller.beforehand());
    for event in &told.events {
        if let Event::Round {
            number,
            slots,
            bonus,
            watched,
        } = event
        {
            sections.push(teller.line_up(*number, (slots, watched), *bonus));
            sections.push(Section::new("", &["", "", ">needs", ">rolls", ""]));
        }
        let row = teller.row(event);
        if let (Some(section), Some(row)) = (sections.last_mut(), row) {
            section.row(row);
        }
    }
    sections.push(teller.left(told));
    table::render(
        &Page {
            headline: vec![headline],
            sections,
            remarks: Vec::new(),
        },
        look,
    )
}

/// An early look was asked for, and both sides still fight.
fn goes_on(told: &Told, plan: &Plan) -> bool {
    told.remains.stopped && !plan.stop.stalemate
}

fn ending(told: &Told, plan: &Plan) -> &'static str {
    match told.remains.outcome {
        Outcome::Attacker => "the attacker wins",
        Outcome::Defender => "the defender wins",
        Outcome::Neither if goes_on(told, plan) => "still fighting",
        Outcome::Neither if told.remains.stopped => "a stalemate",
        Outcome::Neither => "nobody wins",
    }
}

fn rounds(told: &Told) -> String {
    if told.rounds == 1 {
        "1 round".to_owned()
    } else {
        format!("{} rounds", told.rounds)
    }
}

/// Groups in the order of the plan's rows.
fn groups(battle: &Battle) -> Vec<&Group> {
    battle.sides.iter().flat_map(|fleet| &fleet.groups).collect()
}

/// Knows what people call the ships of a plan.
pub(super) struct Teller<'a> {
    groups: Vec<&'a Group>,
    plan: &'a Plan,
}

impl<'a> Teller<'a> {
    pub(super) fn new(battle: &'a Battle, plan: &'a Plan) -> Teller<'a> {
        Teller {
            groups: groups(battle),
            plan,
        }
    }

    /// A slot's ships as people call them, with the damage that they were split off with.
    pub(super) fn name(&self, number: usize) -> String {
        let Some(slot) = self.plan.slots.get(number) else {
            return String::new();
        };
        let Some(group) = self.group(slot.unit) else {
            return String::new();
        };
        if number >= self.plan.ship_slots() {
            return format!("Missile of {}", group.label);
        }
        let promoted = self
            .plan
            .is_promoted(number)
            .then(|| group.at(group.experience.and_then(Experience::next)));
        let group = promoted.as_ref().unwrap_or(group);
        let label = match promoted {
            Some(ref group) => group.label.clone(),
            None => self.label(slot.unit),
        };
        match group.hits().saturating_sub(slot.hull) {
            0 => label,
            damage => format!("{label} damaged {damage}"),
        }
    }

    /// The group of a row, of captured ships that which they were.
    fn group(&self, row: usize) -> Option<&'a Group> {
        let captured = self.plan.units.get(row)?.captured;
        self.groups.get(captured.map_or(row, |captured| captured.from)).copied()
    }

    /// What the ships of a row are called: `CA a1`, `captured CA a1`.
    fn label(&self, row: usize) -> String {
        let label = self.group(row).map_or("", |group| group.label.as_str());
        match self.plan.units.get(row).and_then(|unit| unit.captured) {
            Some(_) => format!("captured {label}"),
            None => label.to_owned(),
        }
    }

    /// What the ships of a slot that gain experience come to: `veteran`.
    pub(super) fn next_level(&self, slot: usize) -> &'static str {
        let group = self.plan.slots.get(slot).and_then(|slot| self.groups.get(slot.unit));
        let next = group.and_then(|group| group.experience?.next());
        next.map_or("", Experience::name)
    }

    fn side(&self, slot: usize) -> &'static str {
        self.plan.slots.get(slot).map_or("", |slot| slot.side.name())
    }

    /// Both sides at the start of a round.
    fn line_up(&self, number: u16, (slots, watched): (&[(u8, u8, u8)], &[bool]), bonus: [bool; 2]) -> Section {
        let mut section = Section::new(format!("Round {number}"), &["", ""]);
        for side in Side::BOTH {
            let own = slots
                .iter()
                .enumerate()
                .filter(|(slot, _)| self.side(*slot) == side.name());
            let mut present: Vec<String> = { own }
                .filter_map(|(slot, &ships)| Some(self.present(slot, ships)? + self.cloak(slot, watched)))
                .collect();
            if bonus[side.index()] {
                present.push("fleet size bonus".to_owned());
            }
            section.row([side.name(), &present.join(", ")]);
        }
        section
    }

    /// Whether ships that can cloak do (16.1); nothing for others.
    fn cloak(&self, slot: usize, watched: &[bool]) -> &'static str {
        let mut steps = self.plan.steps.iter().filter(|step| step.shooter == slot);
        let turn = steps.find(|step| step.when != When::ALWAYS && step.flight == Flight::None);
        match turn.map(|step| step.when.watched) {
            None => "",
            Some(Some((watch, _))) if watched.get(watch) == Some(&true) => " (scanned)",
            Some(_) => " (cloaked)",
        }
    }

    /// `3 CA a1 (one with 1 damage), 2 screened`; nothing for a slot without ships.
    fn present(&self, slot: usize, (front, screened, damage): (u8, u8, u8)) -> Option<String> {
        let name = self.name(slot);
        let hurt = if damage > 0 {
            format!(" (one with {damage} damage)")
        } else {
            String::new()
        };
        let hurt = match self.plan.is_idle(slot) {
            true => format!("{hurt} (not ready)"),
            false => hurt,
        };
        match (front, screened) {
            (0, 0) => None,
            (front, 0) => Some(format!("{front} {name}{hurt}")),
            (0, screened) => Some(format!("{screened} {name}{hurt} screened")),
            (front, screened) => Some(format!("{front} {name}{hurt} and {screened} screened")),
        }
    }

    /// Shooter, target, need, roll and what came of it; nothing for the start of a round.
    fn row(&self, event: &Event) -> Option<[String; 5]> {
        let text = match *event {
            Event::Round { .. } => return None,
            Event::Shot {
                shooter,
                target,
                need,
                roll,
                hit,
                damage,
                destroyed,
                captured,
            } => {
                let effect = match (hit, destroyed) {
                    (false, _) => "misses".to_owned(),
                    (true, _) if captured => "captured".to_owned(),
                    (true, true) => "destroyed".to_owned(),
                    (true, false) => format!("hit, {damage} damage"),
                };
                [
                    format!("{} {}", self.side(shooter), self.name(shooter)),
                    format!("at {}", self.name(target)),
                    need.to_string(),
                    roll.to_string(),
                    effect,
                ]
            }
            Event::Swallow {
                shooter,
                target,
                need,
                roll,
                hit,
                again,
            } => {
                let effect = match (hit, again) {
                    (false, _) => "misses",
                    (true, false) => "swallowed whole",
                    (true, true) => "swallowed whole, low enough to attack again",
                };
                [
                    format!("{} {}", self.side(shooter), self.name(shooter)),
                    format!("at {}", self.name(target)),
                    need.to_string(),
                    roll.to_string(),
                    effect.to_owned(),
                ]
            }
            Event::Pick {
                shooter,
                roll,
                cheapest,
            } => {
                let ship = if cheapest {
                    "the cheapest ship"
                } else {
                    "the dearest ship"
                };
                [
                    format!("{} {}", self.side(shooter), self.name(shooter)),
                    "picks".to_owned(),
                    String::new(),
                    roll.to_string(),
                    ship.to_owned(),
                ]
            }
            Event::Beamed { slot, ships } => [
                format!("{} {}", self.side(slot), self.name(slot)),
                format!("{ships} held by Tractor Beams"),
                String::new(),
                String::new(),
                "may not leave".to_owned(),
            ],
            Event::Retreat { slot, ships } => {
                let who = format!("{} {}", self.side(slot), self.name(slot));
                [
                    who,
                    format!("{ships} retreat"),
                    String::new(),
                    String::new(),
                    String::new(),
                ]
            }
            Event::Ready { slot, ships } => {
                let who = format!("{} {}", self.side(slot), self.name(slot));
                let what = format!("{ships} ready to fight");
                [who, what, String::new(), String::new(), String::new()]
            }
            Event::Homeless { unit, ships } => {
                let side = self.plan.units.get(unit).map_or("", |row| row.side.name());
                let label = self.label(unit);
                [
                    format!("{side} {label}"),
                    format!("{ships} without room on a ship"),
                    String::new(),
                    String::new(),
                    "lost".to_owned(),
                ]
            }
            Event::Launch { slot, ships } => {
                let who = format!("{} {}", self.side(slot), self.name(slot));
                let missiles = if ships == 1 { "Missile" } else { "Missiles" };
                let what = format!("{ships} {missiles} launched");
                [who, what, String::new(), String::new(), String::new()]
            }
            Event::Jammed { slot, level } => {
                let by = if level > 1 {
                    "by two with Jammer 2"
                } else {
                    "by a Jammer"
                };
                let who = format!("{} Missiles", self.side(slot));
                [who, by.to_owned(), String::new(), String::new(), "jammed".to_owned()]
            }
            Event::Experience {
                slot,
                need,
                roll,
                enough,
            } => {
                let effect = match enough {
                    true => format!("enough for {}", self.next_level(slot)),
                    false => "not enough".to_owned(),
                };
                [
                    format!("{} {}", self.side(slot), self.name(slot)),
                    "for experience".to_owned(),
                    need.to_string(),
                    roll.to_string(),
                    effect,
                ]
            }
            Event::LeaveRoll { side, roll, free } => {
                let effect = if free {
                    "ships may leave"
                } else {
                    "no ship can leave this battle"
                };
                let need = self.plan.may_leave.to_string();
                [
                    side.name().to_owned(),
                    "rolls to leave".to_owned(),
                    need,
                    roll.to_string(),
                    effect.to_owned(),
                ]
            }
        };
        Some(text)
    }
}
