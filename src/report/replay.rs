//! A battle's dice in short: ships that fire at the same target one after the other share a line.

use super::page::Section;
use super::story::Teller;
use crate::engine::Plan;
use crate::engine::trace::Event;
use crate::rules::space_empires::Battle;
use crate::spec::Side;

/// Dice thrown one after the other for the same, or ships that leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Volley {
    /// In which round.
    pub round: u16,
    /// Whose.
    pub side: Side,
    /// The ships; empty for a roll of the whole side.
    pub unit: String,
    /// What they do.
    pub act: Act,
    /// The dice, in order.
    pub rolls: Vec<u8>,
}

/// What is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Shots.
    Fire {
        /// What is shot at.
        target: String,
        /// A roll of this or less hits.
        need: u8,
        /// Shots that hit.
        hits: u32,
        /// Ships destroyed.
        destroyed: u32,
        /// Ships captured.
        captured: u32,
    },
    /// Ships leave the hex.
    Retreat {
        /// How many.
        ships: u8,
    },
    /// Tractor Beams keep ships from leaving.
    Beamed {
        /// How many.
        ships: u8,
    },
    /// A Space Amoeba's die picks the ship that it attacks.
    Pick {
        /// The cheapest ship, not the dearest.
        cheapest: bool,
    },
    /// Rolls for ships that they destroyed (37.3.2).
    Experience {
        /// A roll of this or less gains a level.
        need: u8,
        /// The level.
        level: &'static str,
        /// One of the rolls was low enough.
        enough: bool,
    },
    /// A roll whether ships may leave an ion storm (25.1.3).
    LeaveRoll {
        /// A roll of this or less lets them.
        need: u8,
        /// They may.
        free: bool,
    },
}

/// The battle's events in short.
#[must_use]
pub fn volleys(battle: &Battle, plan: &Plan, events: &[Event]) -> Vec<Volley> {
    let teller = Teller::new(battle, plan);
    let mut volleys: Vec<Volley> = Vec::new();
    let mut round = 0;
    for event in events {
        if let Event::Round { number, .. } = event {
            round = *number;
        }
        let Some(next) = volley(&teller, plan, round, event) else {
            continue;
        };
        if !volleys.last_mut().is_some_and(|last| joined(last, &next)) {
            volleys.push(next);
        }
    }
    volleys
}

fn volley(teller: &Teller<'_>, plan: &Plan, round: u16, event: &Event) -> Option<Volley> {
    let of_slot = |slot: usize, act: Act, rolls: Vec<u8>| Volley {
        round,
        side: plan.slots[slot].side,
        unit: teller.name(slot),
        act,
        rolls,
    };
    match *event {
        Event::Round { .. }
        | Event::Ready { .. }
        | Event::Homeless { .. }
        | Event::Launch { .. }
        | Event::Jammed { .. } => None,
        Event::Shot {
            shooter,
            target,
            need,
            roll,
            hit,
            destroyed,
            captured,
            ..
        } => {
            let act = Act::Fire {
                target: teller.name(target),
                need,
                hits: u32::from(hit),
                destroyed: u32::from(destroyed),
                captured: u32::from(captured),
            };
            Some(of_slot(shooter, act, vec![roll]))
        }
        Event::Swallow {
            shooter,
            target,
            need,
            roll,
            hit,
            ..
        } => {
            let act = Act::Fire {
                target: teller.name(target),
                need,
                hits: u32::from(hit),
                destroyed: u32::from(hit),
                captured: 0,
            };
            Some(of_slot(shooter, act, vec![roll]))
        }
        Event::Pick {
            shooter,
            roll,
            cheapest,
        } => Some(of_slot(shooter, Act::Pick { cheapest }, vec![roll])),
        Event::Beamed { slot, ships } => Some(of_slot(slot, Act::Beamed { ships }, Vec::new())),
        Event::Retreat { slot, ships } => Some(of_slot(slot, Act::Retreat { ships }, Vec::new())),
        Event::Experience {
            slot,
            need,
            roll,
            enough,
        } => {
            let level = teller.next_level(slot);
            Some(of_slot(slot, Act::Experience { need, level, enough }, vec![roll]))
        }
        Event::LeaveRoll { side, roll, free } => Some(Volley {
            round,
            side,
            unit: String::new(),
            act: Act::LeaveRoll {
                need: plan.may_leave,
                free,
            },
            rolls: vec![roll],
        }),
    }
}

/// Adds the shot to those before it, if it is one more of the same.
fn joined(last: &mut Volley, next: &Volley) -> bool {
    let same = (last.round, last.side, &last.unit) == (next.round, next.side, &next.unit);
    match (&mut last.act, &next.act) {
        (
            Act::Fire {
                target,
                need,
                hits,
                destroyed,
                captured,
            },
            Act::Fire {
                target: other,
                need: also,
                hits: more_hits,
                destroyed: more_destroyed,
                captured: more_captured,
            },
        ) if same && target == other && need == also => {
            *hits += more_hits;
            *destroyed += more_destroyed;
            *captured += more_captured;
            last.rolls.extend(&next.rolls);
            true
        }
        (
            Act::Experience { need, enough, .. },
            Act::Experience {
                need: also,
                enough: other,
                ..
            },
        ) if same && need == also => {
            *enough |= other;
            last.rolls.extend(&next.rolls);
            true
        }
        _ => false,
    }
}

impl Volley {
    /// `defender Base`.
    fn who(&self) -> String {
        let who = format!("{} {}", self.side.name(), self.unit);
        who.trim_end().to_owned()
    }

    /// What it lacks a roll for: `defender DD d1 fires at CA a1, needing 3`.
    #[must_use]
    pub fn asks(&self) -> String {
        match &self.act {
            Act::Fire { target, need, .. } => format!("{} fires at {target}, needing {need}", self.who()),
            Act::Experience { need, .. } => format!("{} rolls for experience, needing {need}", self.who()),
            Act::LeaveRoll { need, .. } => format!("the {} rolls to leave, needing {need}", self.who()),
            Act::Pick { .. } => format!("{} picks the ship that it attacks", self.who()),
            Act::Retreat { .. } => format!("{} leaves", self.who()),
            Act::Beamed { .. } => format!("{} is held", self.who()),
        }
    }

    /// `3, 10`.
    fn rolled(&self) -> String {
        let rolls: Vec<String> = self.rolls.iter().map(u8::to_string).collect();
        rolls.join(", ")
    }

    /// What they do, what they need, and what came of it.
    fn told(&self) -> [String; 3] {
        match &self.act {
            Act::Fire {
                target,
                need,
                hits,
                destroyed,
                captured,
            } => {
                let effect = match (hits, destroyed) {
                    (0, _) if self.rolls.len() == 1 => "misses".to_owned(),
                    (0, _) => "all miss".to_owned(),
                    (hits, 0) if *captured > 0 => format!("{}, {captured} captured", counted(*hits, "hit")),
                    (hits, 0) => counted(*hits, "hit"),
                    (hits, destroyed) => format!("{}, {destroyed} destroyed", counted(*hits, "hit")),
                };
                [format!("at {target}"), need.to_string(), effect]
            }
            Act::Retreat { ships } => [format!("{ships} retreat"), String::new(), String::new()],
            Act::Beamed { ships } => [format!("{ships} held by Tractor Beams"), String::new(), String::new()],
            Act::Pick { cheapest } => {
                let effect = if *cheapest { "the cheapest" } else { "the dearest" };
                ["picks a ship".to_owned(), String::new(), effect.to_owned()]
            }
            Act::Experience { need, level, enough } => {
                let effect = match enough {
                    true => format!("enough for {level}"),
                    false => "not enough".to_owned(),
                };
                ["for experience".to_owned(), need.to_string(), effect]
            }
            Act::LeaveRoll { need, free } => {
                let effect = if *free { "ships may leave" } else { "no ship can leave" };
                ["rolls to leave".to_owned(), need.to_string(), effect.to_owned()]
            }
        }
    }
}

fn counted(number: u32, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

/// The dice as a table, a volley a row.
#[must_use]
pub fn section(volleys: &[Volley]) -> Section {
    let mut section = Section::new("Dice", &[">round", "", "", ">needs", "rolls", ""]);
    let mut round = 0;
    for volley in volleys {
        let number = if volley.round == round {
            String::new()
        } else {
            volley.round.to_string()
        };
        round = volley.round;
        let [does, need, effect] = volley.told();
        section.row([number, volley.who(), does, need, volley.rolled(), effect]);
    }
    section
}

/// Longest sentence of dice.
const LONGEST: usize = 400;

/// The dice in a sentence, or the last of them if they are many:
/// `round 1: defender Base 3, attacker CA a1 7; round 2: …`.
#[must_use]
pub fn sentence(volleys: &[Volley]) -> String {
    let mut text = String::new();
    for (at, volley) in volleys.iter().enumerate().rev() {
        let first = at == 0 || volleys[at - 1].round != volley.round;
        let rolled = match volley.act {
            Act::Retreat { .. } | Act::Beamed { .. } => volley.told()[0].clone(),
            _ => volley.rolled(),
        };
        let mut part = format!("{} {rolled}", volley.who());
        if first {
            part = format!("round {}: {part}", volley.round);
        }
        let before = match volleys.get(at + 1) {
            None => part,
            Some(next) if next.round != volley.round => format!("{part}; {text}"),
            Some(_) => format!("{part}, {text}"),
        };
        if before.len() > LONGEST {
            return format!("… {text}");
        }
        text = before;
    }
    text
}
