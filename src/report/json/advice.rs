//! Advice as JSON.

use super::figures::Number;
use super::{BothSides, HeadPart, PolicyPart, SolvedInPart, both, head, policy, solved_in, written};
use crate::report::Failed;
use crate::report::advice::{Act, Advice, Choice, Figures, GroupAdvice, SideAdvice};
use serde::Serialize;

/// The advice as JSON with a line end; with `timing` also how long it took.
///
/// # Errors
///
/// If it cannot be written, which a string in memory does not give cause for.
pub fn render(advice: &Advice, timing: bool) -> Result<String, Failed> {
    written(&document(advice, timing))
}

#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    head: HeadPart<'a>,
    objective: &'static str,
    after_round: Option<u16>,
    state: Option<StatePart<'a>>,
    /// From the attacker's view: the chance that he wins, and the CP swing.
    value: FiguresPart,
    sides: BothSides<SidePart<'a>>,
    states: u64,
    notes: &'a [String],
    screens_left_out: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    timing: Option<SolvedInPart>,
}

#[derive(Serialize)]
struct StatePart<'a> {
    attacker: &'a str,
    defender: &'a str,
    round: u16,
    turn: Option<&'a str>,
    shots: Option<u8>,
    bonus: Option<&'static str>,
}

#[derive(Serialize)]
struct FiguresPart {
    win: Option<Number>,
    cp_swing: Option<Number>,
}

/// `right_to_leave` in CP.
#[derive(Serialize)]
struct SidePart<'a> {
    policy: PolicyPart,
    advised: bool,
    shots: Vec<GroupPart<'a>>,
    screens: Vec<ChoicePart<'a>>,
    right_to_leave: Option<Number>,
}

#[derive(Serialize)]
struct GroupPart<'a> {
    unit: &'a str,
    group: usize,
    ships: u8,
    choices: Vec<ChoicePart<'a>>,
}

/// `value` from the side's own view; costs in points of a hundred and in CP.
#[derive(Serialize)]
struct ChoicePart<'a> {
    act: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ships: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    need: Option<u8>,
    value: FiguresPart,
    cost: CostPart,
}

#[derive(Serialize)]
struct CostPart {
    points: Option<Number>,
    cp: Option<Number>,
}

fn document(advice: &Advice, timing: bool) -> Document<'_> {
    Document {
        head: head(advice.edition, &advice.terrain, advice.rules),
        objective: advice.objective.name(),
        after_round: advice.after_round,
        state: advice.moment.as_ref().map(|moment| StatePart {
            attacker: &moment.ships[0],
            defender: &moment.ships[1],
            round: moment.round,
            turn: moment.turn.as_ref().map(|(who, _)| who.as_str()),
            shots: moment.turn.as_ref().map(|&(_, shots)| shots),
            bonus: moment.bonus.map(|side| side.name()),
        }),
        value: figures(&Figures {
            win: Some(advice.value.win),
            swing: Some(advice.value.swing),
        }),
        sides: both(advice.sides.each_ref().map(side)),
        states: advice.states,
        notes: &advice.notes,
        screens_left_out: advice.screens_left_out.is_some(),
        timing: timing.then(|| solved_in(advice.elapsed)),
    }
}

fn figures(figures: &Figures<Option<f64>>) -> FiguresPart {
    FiguresPart {
        win: figures.win.map(Number),
        cp_swing: figures.swing.map(Number),
    }
}

fn side(side: &SideAdvice) -> SidePart<'_> {
    SidePart {
        policy: policy(&side.policy),
        advised: side.advised,
        shots: side.groups.iter().map(group).collect(),
        screens: side.screens.iter().map(choice).collect(),
        right_to_leave: side.right_to_leave.map(Number),
    }
}

fn group(group: &GroupAdvice) -> GroupPart<'_> {
    GroupPart {
        unit: &group.label,
        group: group.number,
        ships: group.ships,
        choices: group.choices.iter().map(choice).collect(),
    }
}

fn choice(choice: &Choice) -> ChoicePart<'_> {
    let mut part = ChoicePart {
        act: "leave",
        target: None,
        group: None,
        ships: None,
        need: None,
        value: figures(&choice.value),
        cost: CostPart {
            points: choice.cost.win.map(Number),
            cp: choice.cost.swing.map(Number),
        },
    };
    match &choice.act {
        Act::Shoot { target, number, need } => {
            part.act = "shoot";
            (part.target, part.group, part.need) = (Some(target.as_str()), Some(*number), Some(*need));
        }
        Act::Leave { damaged } => part.act = if *damaged { "leave-damaged" } else { "leave" },
        Act::Screen(ships) => {
            part.act = "screen";
            part.ships = Some(ships);
        }
    }
    part
}
