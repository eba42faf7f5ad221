//! One battle of volleys told, round by round and volley by volley.

use super::about::{About, currency};
use super::page::{Page, Section};
use super::story::Found;
use super::summary;
use crate::engine::Outcome;
use crate::engine::volley::fight::Event;
use crate::engine::volley::tell::Told;
use crate::engine::volley::{Phase, Plan};
use crate::rules::eclipse::Hex;
use crate::spec::{Game, Side};

/// The battle's events between a sentence of how it ended and a table of what is left.
#[must_use]
pub fn page(hex: &Hex, plan: &Plan, told: &Told, found: &Found) -> Page {
    let about = About::from(hex);
    let teller = Teller { about: &about, plan };
    let rounds = match told.rounds {
        0 => "missiles alone".to_owned(),
        1 => "1 round".to_owned(),
        rounds => format!("{rounds} rounds"),
    };
    let picked = found.words(currency(Game::Eclipse));
    let headline = format!(
        "Battle {} of seed {}{picked}: {} after {rounds}",
        told.battle,
        found.seed,
        ending(told, plan)
    );
    let policies = about.sides.each_ref().map(|side| side.policy.words.clone());
    let mut sections = vec![summary::conditions_of(
        &about.terrain,
        about.edition_title,
        &about.rules,
        policies,
    )];
    let mut before: Vec<Vec<u8>> = plan.slots.iter().map(|slot| slot.damage.clone()).collect();
    let mut round = None;
    for scene in &told.scenes {
        if round != Some(scene.round) {
            round = Some(scene.round);
            sections.push(teller.line_up(scene.round, &before));
            sections.push(Section::new("", &["", "", "", ""]));
        }
        let row = teller.row(&scene.event, &before, &scene.damage);
        before.clone_from(&scene.damage);
        if let Some(section) = sections.last_mut() {
            section.row(row);
        }
    }
    sections.push(teller.left(told));
    Page {
        headline: vec![headline],
        sections,
        remarks: Vec::new(),
    }
}

fn ending(told: &Told, plan: &Plan) -> &'static str {
    match told.remains.outcome {
        Outcome::Attacker => "the attacker wins",
        Outcome::Defender => "the defender wins",
        Outcome::Neither if told.remains.stopped && !plan.stop.stalemate => "still fighting",
        Outcome::Neither if told.remains.stopped => "a stalemate",
        Outcome::Neither => "nobody wins",
    }
}

/// Knows what people call the ships of a plan.
struct Teller<'a> {
    about: &'a About,
    plan: &'a Plan,
}

impl Teller<'_> {
    /// The ship type of a slot as people call it: rows follow the slots.
    fn name(&self, slot: usize) -> &str {
        let side = self.plan.slots[slot].side;
        let place = slot - self.plan.slots_of[side.index()].start;
        &self.about.sides[side.index()].groups[place].label
    }

    fn whose(&self, slot: usize) -> String {
        format!("{} {}", self.plan.slots[slot].side.name(), self.name(slot))
    }

    /// Both sides before something happens in a round.
    fn line_up(&self, round: u16, damage: &[Vec<u8>]) -> Section {
        let title = match round {
            0 => "Missiles".to_owned(),
            round => format!("Round {round}"),
        };
        let mut section = Section::new(title, &["", ""]);
        for side in Side::BOTH {
            let slots = self.plan.slots_of[side.index()].clone();
            let present = slots.filter(|&slot| !damage[slot].is_empty());
            let present: Vec<String> = present
                .map(|slot| {
                    let hurt: Vec<String> = damage[slot].iter().filter(|&&d| d > 0).map(u8::to_string).collect();
                    match hurt.is_empty() {
                        true => format!("{} {}", damage[slot].len(), self.name(slot)),
                        false => format!(
                            "{} {} (damage {})",
                            damage[slot].len(),
                            self.name(slot),
                            hurt.join(", ")
                        ),
                    }
                })
                .collect();
            section.row([side.name(), &present.join(", ")]);
        }
        section
    }

    /// Who does what, what hits, and what came of it.
    fn row(&self, event: &Event, before: &[Vec<u8>], after: &[Vec<u8>]) -> [String; 4] {
        match event {
            Event::Volley {
                slot,
                phase,
                ships,
                shot_down,
                rerolled,
                hits,
                own,
            } => {
                let weapon = match phase {
                    Phase::Missiles => "missiles",
                    Phase::Cannons => "cannons",
                };
                let hits: Vec<String> = hits
                    .iter()
                    .map(|(hit, many)| format!("{many} of {}", hit.damage))
                    .collect();
                let mut rolled = match hits.is_empty() {
                    true => "no hits".to_owned(),
                    false => format!("hits: {}", hits.join(", ")),
                };
                for (many, what) in [
                    (*shot_down, "missiles shot down"),
                    (u32::from(*rerolled), "dice rolled again"),
                    (u32::from(*own), "damage to own ships"),
                ] {
                    if many > 0 {
                        rolled += &format!("; {many} {what}");
                    }
                }
                let who = format!("{} × {}", ships, self.whose(*slot));
                [who, weapon.to_owned(), rolled, self.effects(before, after).join("; ")]
            }
            Event::Retreats { slot } => {
                let edge = "go to the edge of the hex".to_owned();
                [self.whose(*slot), edge, String::new(), String::new()]
            }
            Event::Leaves { slot } => [self.whose(*slot), "leave".to_owned(), String::new(), String::new()],
            Event::Repaired => {
                let effects = self.effects(before, after).join("; ");
                ["repairs".to_owned(), String::new(), String::new(), effects]
            }
            Event::Stalemate => {
                let no = "nobody has a cannon left: the attacker gives way".to_owned();
                ["stalemate".to_owned(), no, String::new(), String::new()]
            }
        }
    }

    /// What changed, by ship type: ships destroyed, damage on those left.
    fn effects(&self, before: &[Vec<u8>], after: &[Vec<u8>]) -> Vec<String> {
        let changed = (0..self.plan.slots.len()).filter(|&slot| sorted(&before[slot]) != sorted(&after[slot]));
        let effect = |slot: usize| {
            let destroyed = before[slot].len().saturating_sub(after[slot].len());
            let hurt: Vec<String> = sorted(&after[slot])
                .iter()
                .filter(|&&d| d > 0)
                .map(u8::to_string)
                .collect();
            let mut parts = Vec::new();
            if destroyed > 0 {
                parts.push(format!("{destroyed} destroyed"));
            }
            if !hurt.is_empty() {
                parts.push(format!("damage {}", hurt.join(", ")));
            } else if destroyed == 0 {
                parts.push("no damage left".to_owned());
            }
            format!("{} {}", self.whose(slot), parts.join(", "))
        };
        changed.map(effect).collect()
    }

    /// What each group has left and lost.
    fn left(&self, told: &Told) -> Section {
        let lost_in = format!(">lost {}", currency(Game::Eclipse));
        let columns = ["", "group", ">ships", ">left", ">retreated", ">lost", &lost_in];
        let mut section = Section::new("After the battle", &columns);
        for side in Side::BOTH {
            let mut loss = 0;
            let rows = self.plan.units.iter().enumerate().filter(|(_, unit)| unit.side == side);
            for (row, unit) in rows {
                let (left, retreated) = (told.remains.survived[row], told.remains.retreated[row]);
                let lost = u32::from(unit.fielded - left - retreated);
                loss += lost * unit.cost;
                let numbers = [
                    u32::from(unit.fielded),
                    u32::from(left),
                    u32::from(retreated),
                    lost,
                    lost * unit.cost,
                ];
                let mut cells = vec![side.name().to_owned(), self.name(unit.slots[0]).to_owned()];
                cells.extend(numbers.map(|number| number.to_string()));
                section.row(cells);
            }
            section.row([side.name(), "total", "", "", "", "", &loss.to_string()]);
        }
        section
    }
}

fn sorted(damage: &[u8]) -> Vec<u8> {
    let mut sorted = damage.to_vec();
    sorted.sort_unstable();
    sorted
}
