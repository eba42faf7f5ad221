//! A hex with several parties, as JSON.

use super::figures::{DistributionPart, LossPart, Number, RatePart, distribution, loss, numbers, rate, three};
use super::{HeadPart, TimingPart, head_of, method, written};
use crate::report::Failed;
use crate::report::about::Decisions;
use crate::report::hex::{GroupOdds, HexOdds, PartyOdds};
use crate::report::odds::Method;
use crate::spec::Game;
use serde::Serialize;

/// The result as JSON with a line end; with `timing` also how long it took.
///
/// # Errors
///
/// If it cannot be written, which a string in memory does not give cause for.
pub fn render(odds: &HexOdds, timing: bool) -> Result<String, Failed> {
    let simulated = odds.run.method == Method::Simulate;
    written(&Document {
        head: head_of(Game::Eclipse, odds.edition, &[], &[]),
        method: method(odds.run.method),
        battles: simulated.then_some(odds.run.battles),
        seed: simulated.then_some(odds.run.seed),
        partial: odds.run.partial,
        look_level: odds.run.look_level.map(Number),
        parties: odds.parties.iter().map(party).collect(),
        order: odds
            .order
            .iter()
            .map(|&party| odds.parties[party].name.as_str())
            .collect(),
        nobody: rate(&odds.nobody),
        undecided: rate(&odds.undecided),
        population: odds.cubes.as_ref().map(|(cubes, destroyed)| PopulationPart {
            cubes: *cubes,
            destroyed: distribution(destroyed),
        }),
        reputation_bag: &odds.bag,
        notes: &odds.notes,
        timing: timing.then(|| TimingPart {
            seconds: Number(odds.run.elapsed.as_secs_f64()),
            battles_per_second: odds.battles_per_second().map(Number),
        }),
    })
}

#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    head: HeadPart<'a>,
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    battles: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    partial: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    look_level: Option<Number>,
    parties: Vec<PartyPart<'a>>,
    order: Vec<&'a str>,
    nobody: RatePart,
    undecided: RatePart,
    #[serde(skip_serializing_if = "Option::is_none")]
    population: Option<PopulationPart>,
    reputation_bag: &'a [u32],
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    timing: Option<TimingPart>,
}

#[derive(Serialize)]
struct PopulationPart {
    cubes: u32,
    destroyed: DistributionPart,
}

#[derive(Serialize)]
struct PartyPart<'a> {
    name: &'a str,
    non_player: bool,
    owner: bool,
    cost: Number,
    policy: &'a Decisions,
    wins: RatePart,
    battles_fought: Number,
    loss: LossPart,
    units: Vec<UnitPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cubes_destroyed: Option<DistributionPart>,
    tiles_drawn: DistributionPart,
    best_tile: DistributionPart,
}

#[derive(Serialize)]
struct UnitPart<'a> {
    unit: &'a str,
    label: &'a str,
    fielded: u8,
    cost: u32,
    survived: Option<Number>,
    lost: Option<Number>,
    retreated: Number,
    sd: Option<Number>,
    se: Option<Number>,
    survivors: Vec<Number>,
    all_left: RatePart,
    none_left: RatePart,
}

fn party(party: &PartyOdds) -> PartyPart<'_> {
    PartyPart {
        name: &party.name,
        non_player: party.npc,
        owner: party.owner,
        cost: Number(f64::from(party.cost)),
        policy: &party.policy,
        wins: rate(&party.wins),
        battles_fought: Number(party.battles),
        loss: loss(&party.loss),
        units: party.groups.iter().map(unit).collect(),
        cubes_destroyed: party.cubes.as_ref().map(distribution),
        tiles_drawn: distribution(&party.tiles),
        best_tile: distribution(&party.best),
    }
}

fn unit(group: &GroupOdds) -> UnitPart<'_> {
    let [survived, sd, se] = three(&group.survivors);
    UnitPart {
        unit: &group.about.unit,
        label: &group.about.label,
        fielded: group.fielded,
        cost: group.cost,
        survived,
        lost: group.lost().map(Number),
        retreated: Number(group.retreated),
        sd,
        se,
        survivors: numbers(&group.survivors.probability),
        all_left: rate(&group.all_left),
        none_left: rate(&group.none_left),
    }
}
