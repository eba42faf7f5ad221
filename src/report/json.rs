//! The odds as JSON: the shape that scripts rely on, keys in a fixed order, figures with ten
//! digits, so that equal runs give equal bytes. What is not known is `null`.

pub mod advice;
mod captured;
pub mod catalog;
pub mod envelope;
mod figures;
pub mod hex;
mod lines;
pub mod luck;
pub mod retreats;
pub mod tiles;
mod unsure;

use super::about::Decisions;
use super::odds::{Given, Method, Odds, SideOdds};
use super::{Failed, Warning};
use crate::engine::exact::Objective;
use crate::rules::space_empires::{Edition, Policy, Rules};
use crate::spec::Game;
use figures::{
    DistributionPart, LeftPart, LossPart, Number, RatePart, SwingPart, distribution, left, loss, numbers, rate, swing,
    three,
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// The result as JSON with a line end; with `timing` also how long it took, which differs from
/// run to run.
///
/// # Errors
///
/// If it cannot be written, which a string in memory does not give cause for.
pub fn render(odds: &Odds, timing: bool) -> Result<String, Failed> {
    written(&document(odds, timing))
}

/// A document as text.
fn written(document: &impl Serialize) -> Result<String, Failed> {
    let mut bytes = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, lines::Lines::default());
    document.serialize(&mut serializer)?;
    Ok(lines::shorten(&super::text(bytes)?))
}

/// What every document begins with.
#[derive(Serialize)]
struct HeadPart<'a> {
    version: &'static str,
    game: &'static str,
    edition: &'static str,
    terrain: &'a [&'static str],
    /// Choices at doubtful points of the rules that are not the default.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    rules: BTreeMap<&'static str, &'static str>,
}

/// How the figures of a result were found.
#[derive(Serialize)]
struct RunPart {
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    battles: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    partial: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<Number>,
    look_level: Option<Number>,
    after_round: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<&'static str>,
}

/// How long a solution took.
#[derive(Serialize)]
struct SolvedInPart {
    seconds: Number,
}

#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    head: HeadPart<'a>,
    #[serde(flatten)]
    run: RunPart,
    outcome: OutcomePart,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_play: Option<BestPlayPart>,
    ahead: AheadPart,
    swing: SwingPart,
    sides: BothSides<SidePart<'a>>,
    rounds: DistributionPart,
    given: GivenPart<'a>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    unsure: Option<unsure::UnsurePart<'a>>,
    notes: &'a [String],
    warnings: Vec<WarningPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timing: Option<TimingPart>,
}

#[derive(Serialize)]
struct BothSides<T> {
    attacker: T,
    defender: T,
}

#[derive(Serialize)]
struct OutcomePart {
    attacker: RatePart,
    defender: RatePart,
    neither: RatePart,
    stalemate: RatePart,
    #[serde(skip_serializing_if = "Option::is_none")]
    still_fighting: Option<RatePart>,
}

/// Chances to win if both sides picked every target as is best for winning.
#[derive(Serialize)]
struct BestPlayPart {
    decides: &'static str,
    objective: &'static str,
    attacker: Number,
}

#[derive(Serialize)]
struct AheadPart {
    attacker: RatePart,
    even: RatePart,
    defender: RatePart,
}

#[derive(Serialize)]
struct SidePart<'a> {
    name: &'a str,
    cost: Number,
    policy: &'a Decisions,
    loss: LossPart,
    left: LeftPart,
    units: Vec<UnitPart<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    captured: Vec<captured::CapturedPart<'a>>,
}

#[derive(Serialize)]
struct PolicyPart {
    target: String,
    finish_wounded: bool,
    screen: String,
    keep_bonus: bool,
    slip_away: bool,
    retreat: String,
}

#[derive(Serialize)]
struct UnitPart<'a> {
    unit: &'a str,
    label: &'a str,
    fielded: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    fielded_mean: Option<Number>,
    cost: u32,
    survived: Option<Number>,
    lost: Option<Number>,
    retreated: Option<Number>,
    captured: Number,
    sd: Option<Number>,
    se: Option<Number>,
    survivors: Vec<Number>,
    at_least: Vec<Number>,
    all_left: RatePart,
    none_left: RatePart,
}

#[derive(Serialize)]
struct GivenPart<'a> {
    attacker_won: Option<GivenOne<'a>>,
    attacker_lost: Option<GivenOne<'a>>,
}

#[derive(Serialize)]
struct GivenOne<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    battles: Option<u64>,
    rounds: DistributionPart,
    sides: BothSides<GivenSidePart<'a>>,
}

#[derive(Serialize)]
struct GivenSidePart<'a> {
    loss: LossPart,
    left: LeftPart,
    units: Vec<GivenUnit<'a>>,
}

#[derive(Serialize)]
struct GivenUnit<'a> {
    unit: &'a str,
    label: &'a str,
    survived: Option<Number>,
    lost: Option<Number>,
    retreated: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    captured: Option<Number>,
    sd: Option<Number>,
    se: Option<Number>,
    survivors: Vec<Number>,
}

#[derive(Serialize)]
struct WarningPart {
    code: &'static str,
    text: String,
}

#[derive(Serialize)]
struct TimingPart {
    seconds: Number,
    battles_per_second: Option<Number>,
}

fn document(odds: &Odds, timing: bool) -> Document<'_> {
    let [attacker, even, defender] = odds.ahead.each_ref().map(rate);
    Document {
        head: head_of(odds.game, odds.edition, &odds.terrain, &odds.rules),
        run: run(odds),
        outcome: outcome(odds),
        best_play: odds.best_targets.map(|best| BestPlayPart {
            decides: "targets of both sides",
            objective: Objective::Win.name(),
            attacker: Number(best),
        }),
        ahead: AheadPart {
            attacker,
            even,
            defender,
        },
        swing: swing(&odds.swing),
        sides: both(odds.sides.each_ref().map(side)),
        rounds: distribution(&odds.rounds),
        given: {
            let [attacker_won, attacker_lost] = odds
                .given
                .each_ref()
                .map(|part| part.as_ref().map(|part| given(odds, part)));
            GivenPart {
                attacker_won,
                attacker_lost,
            }
        },
        unsure: odds.unsure.as_ref().map(unsure::part),
        notes: &odds.notes,
        warnings: odds.warnings.iter().map(warning).collect(),
        timing: timing.then(|| time(odds)),
    }
}

fn head<'a>(edition: Edition, terrain: &'a [&'static str], rules: Rules) -> HeadPart<'a> {
    head_of(Game::SpaceEmpires, edition.name(), terrain, &rules.departures())
}

fn head_of<'a>(
    game: Game,
    edition: &'static str,
    terrain: &'a [&'static str],
    rules: &[(&'static str, &'static str)],
) -> HeadPart<'a> {
    HeadPart {
        version: env!("CARGO_PKG_VERSION"),
        game: game.name(),
        edition,
        terrain,
        rules: rules.iter().copied().collect(),
    }
}

fn method(method: Method) -> &'static str {
    match method {
        Method::Simulate => "simulate",
        Method::Exact => "exact",
    }
}

fn run(odds: &Odds) -> RunPart {
    let simulated = odds.method == Method::Simulate;
    RunPart {
        method: method(odds.method),
        battles: simulated.then_some(odds.battles),
        seed: simulated.then_some(odds.seed),
        partial: odds.partial,
        confidence: simulated.then_some(Number(odds.confidence)),
        look_level: odds.look_level.map(Number),
        after_round: odds.after_round,
        objective: odds.objective.map(Objective::name),
    }
}

fn solved_in(elapsed: Duration) -> SolvedInPart {
    SolvedInPart {
        seconds: Number(elapsed.as_secs_f64()),
    }
}

fn time(odds: &Odds) -> TimingPart {
    let simulated = odds.method == Method::Simulate;
    TimingPart {
        seconds: Number(odds.elapsed.as_secs_f64()),
        battles_per_second: odds.battles_per_second().filter(|_| simulated).map(Number),
    }
}

fn both<T>([attacker, defender]: [T; 2]) -> BothSides<T> {
    BothSides { attacker, defender }
}

fn warning(warning: &Warning) -> WarningPart {
    WarningPart {
        code: warning.code(),
        text: warning.to_string(),
    }
}

fn outcome(odds: &Odds) -> OutcomePart {
    let [attacker, defender, neither] = odds.outcome.each_ref().map(rate);
    let stalemate = rate(&odds.stalemate);
    OutcomePart {
        attacker,
        defender,
        neither,
        stalemate,
        still_fighting: odds.still_fighting.as_ref().map(rate),
    }
}

fn policy(policy: &Policy) -> PolicyPart {
    PolicyPart {
        target: policy.target.to_string(),
        finish_wounded: policy.finish_wounded,
        screen: policy.screen.to_string(),
        keep_bonus: policy.keep_bonus,
        slip_away: policy.slip_away,
        retreat: policy.retreat.to_string(),
    }
}

fn side(side: &SideOdds) -> SidePart<'_> {
    let units = side.units.iter().map(|unit| {
        let [survived, sd, se] = three(&unit.survivors);
        UnitPart {
            unit: &unit.unit,
            label: &unit.label,
            fielded: unit.fielded,
            fielded_mean: (unit.fewest < unit.fielded).then_some(Number(unit.mean_fielded)),
            cost: unit.cost,
            survived,
            lost: unit.lost().map(Number),
            retreated: unit.retreated.map(Number),
            captured: Number(unit.captured),
            sd,
            se,
            survivors: numbers(&unit.survivors.probability),
            at_least: numbers(&unit.survivors.at_least),
            all_left: rate(&unit.all_left),
            none_left: rate(&unit.none_left),
        }
    });
    SidePart {
        name: &side.name,
        cost: Number(side.cost),
        policy: &side.policy,
        loss: loss(&side.loss),
        left: left(&side.left),
        units: units.collect(),
        captured: side.captured.iter().map(captured::part).collect(),
    }
}

fn given<'a>(odds: &'a Odds, given: &Given) -> GivenOne<'a> {
    let part = |index: usize| {
        let figures = &given.sides[index];
        let units = odds.sides[index]
            .units
            .iter()
            .zip(&figures.survivors)
            .zip(&figures.retreated)
            .zip(figures.fielded.iter().zip(&figures.captured));
        GivenSidePart {
            loss: loss(&figures.loss),
            left: left(&figures.left),
            units: units
                .map(|(((unit, survivors), &retreated), (fielded, captured))| {
                    let [survived, sd, se] = three(survivors);
                    let lost = survived.map(|s| Number((fielded - s.0 - retreated - captured).max(0.0)));
                    GivenUnit {
                        unit: &unit.unit,
                        label: &unit.label,
                        survived,
                        lost,
                        retreated: Some(Number(retreated)),
                        captured: Some(Number(*captured)).filter(|captured| captured.0 > 0.0),
                        sd,
                        se,
                        survivors: numbers(&survivors.probability),
                    }
                })
                .collect(),
        }
    };
    GivenOne {
        battles: (odds.method == Method::Simulate).then_some(given.battles),
        rounds: distribution(&given.rounds),
        sides: both([part(0), part(1)]),
    }
}
