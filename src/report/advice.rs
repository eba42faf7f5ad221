//! What to do: whom each group shoots first and whom to screen, and what else would cost.
//!
//! Two games are played from the same point: one in which all are after the win, one in which all are
//! after the CP swing. Every choice has a value in both, if all goes on as best in that game.

mod names;
pub mod page;

use super::odds::notes;
use crate::engine::Plan;
use crate::engine::exact::{self, Objective, Position, ScreenAdvice, ShotAdvice};
use crate::engine::row::fleet_size_bonus;
use crate::rules::space_empires::{Battle, Edition, Policy, Rules};
use crate::spec::Side;
use names::Names;
use std::time::Duration;

/// Choices that cost less than this, in points or CP, are as good as the best.
pub const EQUAL: f64 = 0.05;

/// Advice for both sides.
#[derive(Clone, Debug)]
pub struct Advice {
    /// Whose catalog and prices.
    pub edition: Edition,
    /// Names of the terrain; `space` for open space.
    pub terrain: Vec<&'static str>,
    /// How doubtful points of the rules were read.
    pub rules: Rules,
    /// What decides which choice is best.
    pub objective: Objective,
    /// The battle is looked at after this round instead of its end.
    pub after_round: Option<u16>,
    /// The point in the middle of the battle, if it is not the start.
    pub moment: Option<MomentTold>,
    /// What the point is worth in both games, from the attacker's view.
    pub value: Figures<f64>,
    /// The attacker and the defender.
    pub sides: [SideAdvice; 2],
    /// Values that choosing whom to screen would have taken, if it was left out for that.
    pub screens_left_out: Option<u64>,
    /// States of the game.
    pub states: u64,
    /// What the reader should know.
    pub notes: Vec<String>,
    /// Wall time of the solution.
    pub elapsed: Duration,
}

/// A point in the middle of a battle, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MomentTold {
    /// The attacker's and the defender's ships: `2 CA a1 + 1 CA a1 damaged 1`.
    pub ships: [String; 2],
    /// The round that is about to start or is fought.
    pub round: u16,
    /// In the middle of a round: who fires, and how many shots are to come.
    pub turn: Option<(String, u8)>,
    /// In the middle of a round: who has the fleet size bonus (5.1.3).
    pub bonus: Option<Side>,
}

/// A figure for the game that is played for the win, and one for that for the CP swing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures<T> {
    /// The chance that the attacker wins; for a defender's choice, that he does not.
    pub win: T,
    /// CP of enemy ships destroyed less own, from the point on that is asked about.
    pub swing: T,
}

impl<T: Copy> Figures<T> {
    /// The figure of one of the games.
    #[must_use]
    pub fn of(&self, objective: Objective) -> T {
        match objective {
            Objective::Win => self.win,
            Objective::CpSwing => self.swing,
        }
    }
}

/// Advice for one side.
#[derive(Clone, Debug)]
pub struct SideAdvice {
    /// Whose.
    pub side: Side,
    /// Its decisions.
    pub policy: Policy,
    /// It is to be advised at all.
    pub asked_for: bool,
    /// It is advised on targets: they are left to best play, or it was asked for.
    pub advised: bool,
    /// It has ships that may leave (5.9), and is to be told of it.
    pub may_leave: bool,
    /// Its groups that fire, in firing order.
    pub groups: Vec<GroupAdvice>,
    /// Ways to screen, the best first; empty if it has no choice.
    pub screens: Vec<Choice>,
    /// What it is worth to it, in CP swing, that its ships may leave; `None` if that was not looked at.
    pub right_to_leave: Option<f64>,
}

/// Advice on a group's first shot, if nothing was hit before.
#[derive(Clone, Debug)]
pub struct GroupAdvice {
    /// The unit with its technology.
    pub label: String,
    /// Number of the group in its fleet, from 1.
    pub number: usize,
    /// Ships that are to fire.
    pub ships: u8,
    /// What it may do, the best first.
    pub choices: Vec<Choice>,
}

/// Something that a side may do.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What is done.
    pub act: Act,
    /// Its worth from the side's own view; nothing where it is not possible in that game.
    pub value: Figures<Option<f64>>,
    /// What it costs against the best choice, in points of a hundred and in CP.
    pub cost: Figures<Option<f64>>,
}

/// What is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Shoot at a group.
    Shoot {
        /// The target's label.
        target: String,
        /// Number of the target in its fleet, from 1.
        number: usize,
        /// A roll of this or less hits.
        need: u8,
    },
    /// An unhurt ship leaves the hex (5.9), or the damaged one.
    Leave {
        /// It is the damaged one.
        damaged: bool,
    },
    /// Screen ships (5.7): `1 CA + 2 SC`, or nobody.
    Screen(String),
}

/// What was asked for, and what was found.
pub struct Solved<'a> {
    /// Where it starts.
    pub position: &'a Position,
    /// It is not the battle's start.
    pub midway: bool,
    /// Advice of the game for the win, and of that for the CP swing, with the same ships screened.
    pub games: Figures<&'a exact::Advice>,
    /// Which of the two decides.
    pub objective: Objective,
    /// Ships of each slot that are screened in the advice on shots; empty if none is.
    pub back: &'a [u8],
    /// States of the game.
    pub states: u64,
    /// Sides that are advised even if they have a targeting policy.
    pub asked: [bool; 2],
}

impl Advice {
    /// The advice of two games of a battle's plan.
    #[must_use]
    pub fn new(battle: &Battle, plan: &Plan, solved: &Solved<'_>) -> Advice {
        let names = Names::new(battle, plan);
        Advice {
            edition: battle.edition,
            terrain: battle.terrain.names(),
            rules: battle.rules,
            objective: solved.objective,
            after_round: (!plan.stop.stalemate).then_some(plan.stop.round),
            moment: solved.midway.then(|| names.moment(solved.position)),
            value: Figures {
                win: solved.games.win.value,
                swing: solved.games.swing.value - so_far(plan, solved.position),
            },
            sides: Side::BOTH.map(|side| side_advice(side, battle, &names, solved)),
            screens_left_out: None,
            states: solved.states,
            notes: notes(&battle.notes),
            elapsed: Duration::ZERO,
        }
    }
}

impl Advice {
    /// Keeps the advice for one side alone.
    pub fn only(&mut self, side: Side) {
        let other = &mut self.sides[side.enemy().index()];
        other.asked_for = false;
        other.advised = false;
        other.groups.clear();
        other.screens.clear();
        other.right_to_leave = None;
    }
}

fn side_advice(side: Side, battle: &Battle, names: &Names<'_>, solved: &Solved<'_>) -> SideAdvice {
    let plan = names.plan;
    let own = |shot: &&ShotAdvice| plan.slots[plan.steps[shot.step].shooter].side == side;
    let judged = solved.games.of(solved.objective);
    let groups = { judged.shots.iter().filter(own) }.map(|shot| {
        let shooter = plan.steps[shot.step].shooter;
        let back = solved.back.get(shooter).copied().unwrap_or(0);
        GroupAdvice {
            label: names.slot(shooter),
            number: names.number(shooter),
            ships: match solved.position.firing {
                Some(firing) => firing.shots,
                None => solved.position.ships[shooter].0.saturating_sub(back),
            },
            choices: choices(side, names, solved, shot.step),
        }
    });
    let best = plan.orders[side.index()].best;
    SideAdvice {
        side,
        policy: battle.sides[side.index()].policy.clone(),
        asked_for: true,
        advised: best.target || solved.asked[side.index()],
        may_leave: { battle.sides[side.index()].groups.iter() }.any(|group| group.unit.can_retreat),
        groups: groups.collect(),
        screens: screens(side, names, solved),
        right_to_leave: None,
    }
}

/// The CP swing of the ships that are gone already, as if all were destroyed, which is how the game counts them.
fn so_far(plan: &Plan, position: &Position) -> f64 {
    let gone = plan.units.iter().filter(|unit| !unit.slots.is_empty()).map(|unit| {
        let here: u32 = unit.slots.iter().map(|&slot| u32::from(position.ships[slot].0)).sum();
        let cost = f64::from((u32::from(unit.fielded) - here) * unit.cost);
        if unit.side == Side::Attacker { -cost } else { cost }
    });
    gone.sum()
}

/// The side's own view of a value.
fn own(side: Side, objective: Objective, value: f64) -> f64 {
    match (side, objective) {
        (Side::Attacker, _) => value,
        (Side::Defender, Objective::Win) => 1.0 - value,
        (Side::Defender, Objective::CpSwing) => -value,
    }
}

/// What can be done on a step, the best first.
fn choices(side: Side, names: &Names<'_>, solved: &Solved<'_>, step: usize) -> Vec<Choice> {
    let shots = Figures {
        win: solved.games.win.shots.iter().find(|shot| shot.step == step),
        swing: solved.games.swing.shots.iter().find(|shot| shot.step == step),
    };
    let Some(judged) = shots.of(solved.objective) else {
        return Vec::new();
    };
    let bonus = usize::from(bonus(names.plan, solved) == Some(side));
    let so_far = so_far(names.plan, solved.position);
    let value = |of: &dyn Fn(&ShotAdvice) -> Option<f64>| Figures {
        win: shots.win.and_then(of),
        swing: shots.swing.and_then(of).map(|swing| swing - so_far),
    };
    let mut all: Vec<(Act, Figures<Option<f64>>)> = Vec::new();
    for &(slot, _) in &judged.targets {
        let aims = &names.plan.steps[step].aims;
        let act = Act::Shoot {
            target: names.slot(slot),
            number: names.number(slot),
            need: { aims.iter() }
                .find(|aim| aim.target == slot)
                .map_or(0, |aim| aim.need[bonus]),
        };
        let at_slot = |shot: &ShotAdvice| {
            shot.targets
                .iter()
                .find(|target| target.0 == slot)
                .map(|target| target.1)
        };
        all.push((act, value(&at_slot)));
    }
    if judged.leaving.is_some() {
        all.push((Act::Leave { damaged: false }, value(&|shot| shot.leaving)));
    }
    if judged.wounded_leaving.is_some() {
        all.push((Act::Leave { damaged: true }, value(&|shot| shot.wounded_leaving)));
    }
    ranked(side, solved.objective, all)
}

/// Ways to screen, the best first.
fn screens(side: Side, names: &Names<'_>, solved: &Solved<'_>) -> Vec<Choice> {
    let of = |game: &exact::Advice, back: &[u8]| {
        let mut same = game.screens.iter().filter(|screen| screen.side == side);
        same.find(|screen| screen.back == back).map(|screen| screen.value)
    };
    let so_far = so_far(names.plan, solved.position);
    let way = |screen: &ScreenAdvice| {
        let slots = screen.back.iter().copied().enumerate();
        let value = Figures {
            win: of(solved.games.win, &screen.back),
            swing: of(solved.games.swing, &screen.back).map(|swing| swing - so_far),
        };
        (Act::Screen(names.counted(slots)), value)
    };
    let judged = solved.games.of(solved.objective).screens.iter();
    let ways = judged.filter(|screen| screen.side == side).map(way);
    ranked(side, solved.objective, ways.collect())
}

/// Choices with their costs, the cheapest first; values come from the attacker's view.
fn ranked(side: Side, objective: Objective, all: Vec<(Act, Figures<Option<f64>>)>) -> Vec<Choice> {
    let best = |of: &dyn Fn(&Figures<Option<f64>>) -> Option<f64>| {
        { all.iter() }
            .filter_map(|(_, value)| of(value))
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let view =
        |objective: Objective| move |value: &Figures<Option<f64>>| value.of(objective).map(|v| own(side, objective, v));
    let (win, swing) = (view(Objective::Win), view(Objective::CpSwing));
    let (best_win, best_swing) = (best(&win), best(&swing));
    let mut choices: Vec<Choice> = { all.iter() }
        .map(|(act, value)| Choice {
            act: act.clone(),
            value: Figures {
                win: win(value),
                swing: swing(value),
            },
            cost: Figures {
                win: win(value).map(|value| (best_win - value) * 100.0),
                swing: swing(value).map(|value| best_swing - value),
            },
        })
        .collect();
    let cost = |choice: &Choice| choice.cost.of(objective).unwrap_or(f64::INFINITY);
    choices.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
    choices
}

/// Who has the fleet size bonus (5.1.3) in the round that is looked at.
fn bonus(plan: &Plan, solved: &Solved<'_>) -> Option<Side> {
    if let Some(firing) = solved.position.firing {
        return firing.bonus;
    }
    let front = Side::BOTH.map(|side| {
        let own = plan.slots_of[side.index()].clone();
        let front = |slot: usize| {
            let back = solved.back.get(slot).copied().unwrap_or(0);
            u16::from(solved.position.ships[slot].0.saturating_sub(back))
        };
        own.map(front).sum::<u16>()
    });
    let has = fleet_size_bonus(front);
    Side::BOTH.into_iter().find(|side| has[side.index()])
}

/// Which way of screening the advice on shots is for: nobody if that is as good as the best, else the best.
#[must_use]
pub fn pick_screen(screens: &[ScreenAdvice], objective: Objective) -> usize {
    let worth = |screen: &ScreenAdvice| {
        let value = own(screen.side, objective, screen.value);
        match objective {
            Objective::Win => value * 100.0,
            Objective::CpSwing => value,
        }
    };
    let best = screens.iter().map(worth).fold(f64::NEG_INFINITY, f64::max);
    let as_good = |screen: &ScreenAdvice| worth(screen) > best - EQUAL;
    // Nobody comes first, and is simplest.
    match screens.first() {
        Some(nobody) if as_good(nobody) => 0,
        _ => screens.iter().position(|screen| worth(screen) >= best).unwrap_or(0),
    }
}
