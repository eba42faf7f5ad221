//! The lowering: a battle as the rules mean it becomes the engine's flat tables.

use super::battle::Battle;
use crate::engine::Plan;

/// What is asked of a battle besides its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question {
    /// Stop after this many rounds and report the state then.
    pub after_round: Option<u16>,
}

/// Lowers a battle to a plan. Rows of [`Plan::units`] follow the battle's groups: the attacker's in
/// order, then the defender's.
#[must_use]
pub fn lower(battle: &Battle, question: Question) -> Plan {
    let _ = (battle, question);
    todo!()
}
