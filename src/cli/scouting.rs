//! `broadside odds --scouting`: what it would be worth to know the enemy's face-down counters.

use super::args::OddsArgs;
use super::failure::Failure;
use super::method::refused;
use crate::engine::exact::{self, ExactTally, Objective, Refusal};
use crate::engine::tally::least_swing;
use crate::engine::{Outcome, Plan};
use crate::report::figure;
use crate::report::unsure::{Choice, Chosen, Scouting, Worth};
use crate::rules::space_empires::{Policy, Possibilities, Retreat, Screen, Target, lower};
use crate::spec::Side;

/// States that are solved in all at most, as multiples of `--exact-limit`.
const SOLVED: u64 = 10;

/// Rounds after which a side may think of leaving.
const ROUNDS: [u16; 3] = [1, 2, 3];

/// What knowing is worth to each side whose enemy isn't known.
pub fn worth(args: &OddsArgs, all: &Possibilities) -> Result<Vec<Scouting>, Failure> {
    let mut found = Vec::new();
    for side in Side::BOTH {
        if all.unsure(side.enemy()) {
            found.push(of_side(args, all, side)?);
        }
    }
    if found.is_empty() {
        return Err(Failure::Usage(
            "`--scouting` weighs what it is worth to know face-down counters, and here everything is known: leave \
             something open, such as a count of \"2-4\""
                .to_owned(),
        ));
    }
    Ok(found)
}

/// What a side may decide: its own orders, other targets, when to leave, and the attacker not to come.
fn choices(all: &Possibilities, side: Side) -> Vec<Choice> {
    let fleet = &all.list[0].battle.sides[side.index()];
    let given = &fleet.policy;
    let can_leave = { all.list.iter() }.any(|one| {
        let groups = one.battle.sides[side.index()].groups.iter();
        groups.into_iter().any(|group| group.unit.can_retreat)
    });
    let mut choices = vec![Choice::Fight(given.clone())];
    let listed = Target::NAMED.into_iter().filter(|target| *target != Target::Random);
    for target in std::iter::once(given.target.clone()).chain(listed) {
        let mut retreats = vec![given.retreat.clone(), Retreat::Never];
        if can_leave {
            retreats.extend(ROUNDS.map(Retreat::AfterRound));
        }
        for retreat in retreats {
            let choice = Choice::Fight(Policy {
                retreat,
                ..given.aiming(target.clone())
            });
            if !choices.contains(&choice) {
                choices.push(choice);
            }
        }
    }
    if side == Side::Attacker {
        choices.push(Choice::StayAway);
    }
    choices
}

/// The values of a choice in a possibility, for each objective.
type Values = [f64; 2];

const OBJECTIVES: [Objective; 2] = [Objective::Win, Objective::CpSwing];

fn of_side(args: &OddsArgs, all: &Possibilities, side: Side) -> Result<Scouting, Failure> {
    let best = all.list[0].battle.sides.each_ref().map(|fleet| &fleet.policy);
    let optimal = |policy: &&Policy| {
        policy.target == Target::Optimal || policy.screen == Screen::Optimal || policy.retreat == Retreat::Optimal
    };
    if best.iter().any(optimal) {
        return Err(Failure::Usage(
            "`--scouting` compares standing orders, and `optimal` is none: give other policies".to_owned(),
        ));
    }
    let choices = choices(all, side);
    let values = values(args, all, side, &choices)?;
    // Possibilities in which the enemy has the same can't be told apart by looking at him.
    let mut enemies: Vec<(String, Vec<usize>)> = Vec::new();
    for (k, one) in all.list.iter().enumerate() {
        let told = all.told(one, side.enemy());
        match enemies.iter_mut().find(|(known, _)| *known == told) {
            Some((_, ks)) => ks.push(k),
            None => enemies.push((told, vec![k])),
        }
    }
    let weight = |ks: &[usize]| ks.iter().map(|&k| all.list[k].weight).sum::<f64>();
    let worth = OBJECTIVES.iter().enumerate().map(|(at, &objective)| {
        let best_of = |ks: &[usize]| {
            let value = |choice: usize| {
                let sum: f64 = ks.iter().map(|&k| all.list[k].weight * values[choice][k][at]).sum();
                sum / weight(ks)
            };
            let (mut best, mut most) = (0, value(0));
            for choice in 1..choices.len() {
                // Of choices as good as each other the first, whatever the last digit says.
                if value(choice) > most + 1e-9 {
                    (best, most) = (choice, value(choice));
                }
            }
            Chosen {
                choice: choices[best].clone(),
                value: most,
            }
        };
        let blind = best_of(&(0..all.list.len()).collect::<Vec<_>>());
        let each: Vec<(String, f64, Chosen)> = { enemies.iter() }
            .map(|(told, ks)| (told.clone(), weight(ks), best_of(ks)))
            .collect();
        Worth {
            objective,
            blind,
            knowing: each.iter().map(|(_, weight, best)| weight * best.value).sum(),
            each,
        }
    });
    Ok(Scouting {
        side,
        worth: worth.collect(),
    })
}

/// By choice and possibility.
fn values(args: &OddsArgs, all: &Possibilities, side: Side, choices: &[Choice]) -> Result<Vec<Vec<Values>>, Failure> {
    let question = args.engagement.question();
    let plan = |choice: &Choice, k: usize| -> Option<Plan> {
        let Choice::Fight(policy) = choice else { return None };
        let mut battle = all.list[k].battle.clone();
        battle.sides[side.index()].policy = policy.clone();
        Some(lower(&battle, question))
    };
    // By possibility, the different battles that the choices lead to, and which of them each does.
    let mut battles: Vec<(Vec<Plan>, Vec<Option<usize>>)> = Vec::new();
    let most = args.how.exact_limit.saturating_mul(SOLVED);
    let mut states = 0;
    for (k, one) in all.list.iter().enumerate() {
        let mut plans: Vec<Plan> = Vec::new();
        let mut of_choice = Vec::new();
        for choice in choices {
            let Some(plan) = plan(choice, k) else {
                of_choice.push(None);
                continue;
            };
            let known = plans.iter().position(|known| *known == plan);
            of_choice.push(Some(known.unwrap_or(plans.len())));
            if known.is_none() {
                // All are measured before the first is solved: what can't be answered says so at once.
                if !one.battle.is_walkover() {
                    states += size(&plan, most, states)?;
                }
                plans.push(plan);
            }
        }
        battles.push((plans, of_choice));
    }
    let mut values = vec![vec![[0.0; 2]; all.list.len()]; choices.len()];
    for (k, (plans, of_choice)) in battles.iter().enumerate() {
        let mut found = Vec::new();
        for plan in plans {
            let tally = if all.list[k].battle.is_walkover() {
                ExactTally::unfought(plan)
            } else {
                let solving = args.how.solving(&args.output);
                solving.work(|| exact::solve(plan))?.map_err(refused)?
            };
            found.push(of_tally(plan, &tally, side));
        }
        for (values, number) in values.iter_mut().zip(of_choice) {
            if let Some(number) = *number {
                values[k] = found[number];
            }
        }
    }
    Ok(values)
}

/// States of a battle, given those of the battles before it and the most that may be solved in all.
fn size(plan: &Plan, most: u64, before: u64) -> Result<u64, Failure> {
    match exact::size(plan, most - before) {
        Ok(size) => Ok(size.states),
        Err(Refusal::TooLarge(_)) => Err(too_large(&format!(
            "they have more than {} states in all, ten times `--exact-limit`, which can be raised",
            figure::whole(most)
        ))),
        Err(refusal) => Err(too_large(&refusal.to_string())),
    }
}

/// The side's chance to win and its mean CP swing.
fn of_tally(plan: &Plan, tally: &ExactTally, side: Side) -> Values {
    let swings = tally.swing.iter().enumerate();
    let least = least_swing(&plan.units) as f64;
    let swing: f64 = swings.map(|(entry, p)| (least + entry as f64) * p).sum();
    match side {
        Side::Attacker => [tally.outcomes[Outcome::Attacker.index()], swing],
        Side::Defender => [tally.outcomes[Outcome::Defender.index()], -swing],
    }
}

/// Why the choices can't be compared.
fn too_large(why: &str) -> Failure {
    Failure::Usage(format!(
        "`--scouting` compares choices by exact solutions, since the best of many estimates looks better than it is, \
         and these battles can't be solved: {why}"
    ))
}
