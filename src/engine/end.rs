//! One end of a battle, to be looked for among all that there are.

use super::plan::{Leave, Plan};
use super::tally::{Outcome, Remains};
use crate::spec::Side;

/// Ships that are alike, whichever rows of the results they are counted in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Rows of [`Plan::units`], all of one side and price.
    pub rows: Vec<usize>,
    /// Ships left in the hex.
    pub left: u32,
    /// Ships that left the hex alive.
    pub retreated: u32,
}

/// How many ships of every kind a battle leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Every row of the plan is in one of them.
    pub kinds: Vec<Kind>,
}

impl End {
    /// The end that a battle came to; `kinds` are the rows of each kind.
    #[must_use]
    pub fn of(kinds: &[Vec<usize>], remains: &Remains) -> End {
        let kind = |rows: &Vec<usize>| Kind {
            left: total(rows, &remains.survived),
            retreated: total(rows, &remains.retreated),
            rows: rows.clone(),
        };
        End {
            kinds: kinds.iter().map(kind).collect(),
        }
    }

    /// A battle that left this came to this end.
    #[must_use]
    pub fn is(&self, remains: &Remains) -> bool {
        self.kinds.iter().all(|kind| {
            total(&kind.rows, &remains.survived) == kind.left && total(&kind.rows, &remains.retreated) == kind.retreated
        })
    }

    /// What a side lost, in CP: ships destroyed, not those that left.
    #[must_use]
    pub fn loss(&self, plan: &Plan, side: Side) -> u32 {
        let lost = |kind: &Kind| {
            let unit = &plan.units[*kind.rows.first()?];
            let gone = fielded(plan, &kind.rows).saturating_sub(kind.left + kind.retreated);
            (unit.side == side).then(|| gone * unit.cost)
        };
        self.kinds.iter().filter_map(lost).sum()
    }

    /// The attacker's CP swing: what the defender lost less what the attacker lost.
    #[must_use]
    pub fn swing(&self, plan: &Plan) -> i64 {
        i64::from(self.loss(plan, Side::Defender)) - i64::from(self.loss(plan, Side::Attacker))
    }

    /// Which sides have combat-capable ships left in the hex.
    #[must_use]
    pub fn alive(&self, plan: &Plan) -> [bool; 2] {
        Side::BOTH.map(|side| {
            let fights = |&row: &usize| plan.units[row].side == side && !plan.units[row].slots.is_empty();
            self.kinds
                .iter()
                .any(|kind| kind.left > 0 && kind.rows.iter().any(fights))
        })
    }

    /// Who alone has combat-capable ships left.
    #[must_use]
    pub fn outcome(&self, plan: &Plan) -> Outcome {
        Outcome::of(self.alive(plan))
    }
}

/// Ships of some rows together.
fn total(rows: &[usize], ships: &[u8]) -> u32 {
    rows.iter().map(|&row| u32::from(ships[row])).sum()
}

/// Ships that the rows brought into the hex.
#[must_use]
pub fn fielded(plan: &Plan, rows: &[usize]) -> u32 {
    rows.iter().map(|&row| u32::from(plan.units[row].fielded)).sum()
}

/// Ships of the row leave in some round of some battle, or before it.
#[must_use]
pub fn may_leave(plan: &Plan, row: usize) -> bool {
    if plan.units[row].slipped {
        return true;
    }
    let leaving = plan.steps.iter().filter(|step| step.leave != Leave::Never);
    leaving
        .map(|step| step.shooter)
        .any(|slot| plan.units[row].slots.contains(&slot))
}
