//! What is told of possibilities as JSON.

use super::figures::{Number, RatePart, rate};
use super::{BothSides, both};
use crate::engine::exact::Objective;
use crate::report::unsure::{Chosen, PossibleOdds, Scouting, Unsure, Worth};
use serde::Serialize;

/// Besides the figures of a battle in which not everything is known.
#[derive(Serialize)]
pub struct UnsurePart<'a> {
    /// How many battles it may be.
    possible_battles: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    possibilities: Vec<PossiblePart<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scouting: Vec<ScoutingPart<'a>>,
}

#[derive(Serialize)]
struct PossiblePart<'a> {
    number: usize,
    weight: Number,
    attacker: &'a str,
    defender: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    battles: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    outcome: OutcomePart,
    loss: BothSides<Option<Number>>,
}

#[derive(Serialize)]
struct OutcomePart {
    attacker: RatePart,
    defender: RatePart,
    neither: RatePart,
}

#[derive(Serialize)]
struct ScoutingPart<'a> {
    side: &'static str,
    objective: &'static str,
    without_knowing: ChosenPart,
    knowing: Number,
    gain: Number,
    each: Vec<EachPart<'a>>,
}

#[derive(Serialize)]
struct ChosenPart {
    choice: String,
    value: Number,
}

#[derive(Serialize)]
struct EachPart<'a> {
    enemy: &'a str,
    weight: Number,
    choice: String,
    value: Number,
}

pub fn part(unsure: &Unsure) -> UnsurePart<'_> {
    let listed = unsure.possibilities.iter().filter(|_| unsure.listed);
    UnsurePart {
        possible_battles: unsure.possibilities.len(),
        possibilities: listed.enumerate().map(possible).collect(),
        scouting: unsure.scouting.iter().flat_map(scouting).collect(),
    }
}

fn possible((place, one): (usize, &PossibleOdds)) -> PossiblePart<'_> {
    let [attacker, defender, neither] = one.outcome.each_ref().map(rate);
    PossiblePart {
        number: place + 1,
        weight: Number(one.weight),
        attacker: &one.sides[0],
        defender: &one.sides[1],
        battles: one.seed.map(|_| one.battles),
        seed: one.seed,
        outcome: OutcomePart {
            attacker,
            defender,
            neither,
        },
        loss: both(one.loss.each_ref().map(|loss| loss.mean().map(Number))),
    }
}

fn scouting(scouting: &Scouting) -> impl Iterator<Item = ScoutingPart<'_>> {
    let part = |worth: &'_ Worth| -> (&'static str, ChosenPart, Number, Number) {
        (
            Objective::name(worth.objective),
            chosen(&worth.blind),
            Number(worth.knowing),
            Number(worth.gain()),
        )
    };
    scouting.worth.iter().map(move |worth| {
        let (objective, without_knowing, knowing, gain) = part(worth);
        ScoutingPart {
            side: scouting.side.name(),
            objective,
            without_knowing,
            knowing,
            gain,
            each: { worth.each.iter() }
                .map(|(enemy, weight, best)| EachPart {
                    enemy,
                    weight: Number(*weight),
                    choice: best.choice.to_string(),
                    value: Number(best.value),
                })
                .collect(),
        }
    })
}

fn chosen(chosen: &Chosen) -> ChosenPart {
    ChosenPart {
        choice: chosen.choice.to_string(),
        value: Number(chosen.value),
    }
}
