//! The chance to win under each targeting policy of either side, as JSON.

use super::figures::{Number, RatePart, rate};
use super::{
    BothSides, Failed, HeadPart, SolvedInPart, WarningPart, both, head_of, method, solved_in, warning, written,
};
use crate::engine::exact::Objective;
use crate::report::about::Decisions;
use crate::report::envelope::Range;
use crate::report::{Envelope, Rate};
use crate::spec::Side;
use serde::Serialize;
use serde::ser::Serializer;

/// The result as JSON with a line end; with `timing` also how long it took.
///
/// # Errors
///
/// As [`super::render`].
pub fn render(envelope: &Envelope, timing: bool) -> Result<String, Failed> {
    written(&document(envelope, timing))
}

#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    head: HeadPart<'a>,
    /// Of the policies given; a chance that was simulated has an interval.
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    battles: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    partial: bool,
    after_round: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<&'static str>,
    /// Under the policies given.
    attacker: RatePart,
    range: RangesPart,
    sides: BothSides<SidePart<'a>>,
    chances: Matrix<'a>,
    /// Why there is no `optimal` among the targets.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_left_out: Option<&'a str>,
    notes: &'a [String],
    warnings: Vec<WarningPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timing: Option<SolvedInPart>,
}

/// The attacker's chance by his targets and the defender's: `chances.value.random`.
struct Matrix<'a>(&'a Envelope);

impl Serialize for Matrix<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [attacker, _] = &self.0.policies;
        serializer.collect_map(attacker.iter().zip(self.0.chances.iter().map(|row| Row(self.0, row))))
    }
}

struct Row<'a>(&'a Envelope, &'a [Option<Rate>]);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [_, defender] = &self.0.policies;
        let chances = self.1.iter().map(|chance| chance.as_ref().map(rate));
        serializer.collect_map(defender.iter().zip(chances))
    }
}

/// The least and the greatest chance of the attacker.
#[derive(Serialize)]
struct RangesPart {
    attacker: Option<[Number; 2]>,
    defender: Option<[Number; 2]>,
    both: Option<[Number; 2]>,
}

#[derive(Serialize)]
struct SidePart<'a> {
    name: &'a str,
    policy: &'a Decisions,
    /// The name of the policy's targets among the chances.
    given: &'a str,
}

fn document(envelope: &Envelope, timing: bool) -> Document<'_> {
    let odds = &envelope.odds;
    let simulated = envelope.simulated();
    let side = |side: Side| {
        let of = &odds.sides[side.index()];
        SidePart {
            name: &of.name,
            policy: &of.policy,
            given: &envelope.policies[side.index()][envelope.given[side.index()]],
        }
    };
    Document {
        head: head_of(odds.game, odds.edition, &odds.terrain, &odds.rules),
        method: method(odds.method),
        battles: simulated.map(|(_, battles, _)| battles),
        seed: simulated.map(|(_, _, seed)| seed),
        partial: odds.partial,
        after_round: odds.after_round,
        objective: odds.objective.map(Objective::name),
        attacker: rate(envelope.chance()),
        range: RangesPart {
            attacker: range(envelope.by_side(Side::Attacker)),
            defender: range(envelope.by_side(Side::Defender)),
            both: range(envelope.by_both()),
        },
        sides: both(Side::BOTH.map(side)),
        chances: Matrix(envelope),
        optimal_left_out: envelope.left_out.as_deref(),
        notes: &odds.notes,
        warnings: odds.warnings.iter().map(warning).collect(),
        timing: timing.then(|| solved_in(envelope.elapsed)),
    }
}

fn range(range: Option<Range>) -> Option<[Number; 2]> {
    let range = range?;
    Some([range.low.p()?, range.high.p()?].map(Number))
}
