//! Luck as JSON.

use super::figures::{Number, RatePart, SwingPart, rate, swing};
use super::{
    BothSides, HeadPart, OutcomePart, RunPart, TimingPart, WarningPart, both, head_of, outcome, run, time, warning,
    written,
};
use crate::engine::Outcome;
use crate::report::Failed;
use crate::report::luck::{Luck, Replay, SideLuck};
use crate::report::replay::{Act, Volley};
use serde::Serialize;

/// The result as JSON with a line end; with `timing` also how long it took.
///
/// # Errors
///
/// If it cannot be written, which a string in memory does not give cause for.
pub fn render(luck: &Luck, timing: bool) -> Result<String, Failed> {
    written(&document(luck, timing))
}

#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    head: HeadPart<'a>,
    #[serde(flatten)]
    run: RunPart,
    /// Who won: `attacker`, `defender` or `neither`.
    happened: &'static str,
    exactly: RatePart,
    sides: BothSides<SidePart<'a>>,
    outcome: OutcomePart,
    swing: SwingPart,
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<BothSides<DicePart>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    volleys: Option<Vec<VolleyPart<'a>>>,
    notes: Vec<String>,
    warnings: Vec<WarningPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timing: Option<TimingPart>,
}

/// One side's view; `percentile` counts half of what is as good.
#[derive(Serialize)]
struct SidePart<'a> {
    name: &'a str,
    cost: u32,
    loss: LossPart,
    swing: i64,
    /// Standard deviations above the mean.
    deviation: Option<Number>,
    percentile: RatePart,
    worse: RatePart,
    as_good: RatePart,
    better: RatePart,
    as_good_or_better: RatePart,
    units: Vec<UnitPart<'a>>,
}

#[derive(Serialize)]
struct LossPart {
    cp: u32,
    mean: Option<Number>,
    sd: Option<Number>,
    less: RatePart,
    as_much: RatePart,
    more: RatePart,
}

#[derive(Serialize)]
struct UnitPart<'a> {
    label: &'a str,
    fielded: u32,
    left: u32,
    retreated: u32,
    lost: u32,
}

#[derive(Serialize)]
struct DicePart {
    shots: u32,
    hits: u32,
    expected: Number,
    so_many_or_more: Number,
    so_many_or_fewer: Number,
}

#[derive(Serialize)]
struct VolleyPart<'a> {
    round: u16,
    side: &'static str,
    unit: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    need: Option<u8>,
    rolls: &'a [u8],
    #[serde(skip_serializing_if = "Option::is_none")]
    hits: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    destroyed: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    captured: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retreated: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    may_leave: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    held: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    picks_cheapest: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    promoted: Option<bool>,
}

fn document(luck: &Luck, timing: bool) -> Document<'_> {
    let odds = &luck.odds;
    Document {
        head: head_of(odds.game, odds.edition, &odds.terrain, &odds.rules),
        run: run(odds),
        happened: match luck.outcome {
            Outcome::Attacker => "attacker",
            Outcome::Defender => "defender",
            Outcome::Neither => "neither",
        },
        exactly: rate(&luck.exactly),
        sides: both(luck.sides.each_ref().map(|of| side(luck, of))),
        outcome: outcome(odds),
        swing: swing(&odds.swing),
        dice: luck.replay.as_ref().map(dice),
        volleys: luck
            .replay
            .as_ref()
            .map(|replay| replay.volleys.iter().map(volley).collect()),
        notes: luck.notes(),
        warnings: odds.warnings.iter().map(warning).collect(),
        timing: timing.then(|| time(odds)),
    }
}

fn side<'a>(luck: &'a Luck, side: &'a SideLuck) -> SidePart<'a> {
    let odds = &luck.odds.sides[side.side.index()];
    let [worse, as_good, better] = side.swings.each_ref().map(rate);
    let [less, as_much, more] = side.losses.each_ref().map(rate);
    let moments = odds.loss.moments;
    let units = side.kinds.iter().map(|kind| UnitPart {
        label: &kind.label,
        fielded: kind.fielded,
        left: kind.left,
        retreated: kind.retreated,
        lost: kind.lost(),
    });
    SidePart {
        name: &odds.name,
        cost: odds.cost as u32,
        loss: LossPart {
            cp: side.loss,
            mean: moments.map(|moments| Number(moments.mean)),
            sd: moments.and_then(|moments| moments.sd).map(Number),
            less,
            as_much,
            more,
        },
        swing: side.swing,
        deviation: side.deviation.map(Number),
        percentile: rate(&side.percentile),
        worse,
        as_good,
        better,
        as_good_or_better: rate(&side.as_well),
        units: units.collect(),
    }
}

fn dice(replay: &Replay) -> BothSides<DicePart> {
    both(replay.dice.map(|dice| DicePart {
        shots: dice.shots,
        hits: dice.hits,
        expected: Number(dice.expected),
        so_many_or_more: Number(dice.as_many),
        so_many_or_fewer: Number(dice.as_few),
    }))
}

fn volley(volley: &Volley) -> VolleyPart<'_> {
    let mut part = VolleyPart {
        round: volley.round,
        side: volley.side.name(),
        unit: &volley.unit,
        target: None,
        need: None,
        rolls: &volley.rolls,
        hits: None,
        destroyed: None,
        captured: None,
        retreated: None,
        may_leave: None,
        held: None,
        picks_cheapest: None,
        promoted: None,
    };
    match &volley.act {
        Act::Fire {
            target,
            need,
            hits,
            destroyed,
            captured,
        } => {
            part.target = Some(target);
            part.need = Some(*need);
            part.hits = Some(*hits);
            part.destroyed = Some(*destroyed);
            part.captured = Some(*captured).filter(|&captured| captured > 0);
        }
        Act::Retreat { ships } => part.retreated = Some(*ships),
        Act::Beamed { ships } => part.held = Some(*ships),
        Act::Pick { cheapest } => part.picks_cheapest = Some(*cheapest),
        Act::LeaveRoll { need, free } => {
            part.need = Some(*need);
            part.may_leave = Some(*free);
        }
        Act::Experience { need, enough, .. } => {
            part.need = Some(*need);
            part.promoted = Some(*enough);
        }
    }
    part
}
