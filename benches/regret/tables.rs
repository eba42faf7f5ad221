//! Prints losses as tables.

use crate::contest::{Contest, share};
use crate::losses::{Losses, POLICIES};
use crate::summary::Summary;
use broadside::engine::Plan;
use broadside::engine::exact::ShotAdvice;
use broadside::rules::space_empires::Target;
use broadside::spec::Side;

/// Worst battles of the default policy that are told.
const TOLD: usize = 10;

/// A loss below this is the rounding of the solver.
const NOTHING: f64 = 1e-9;

/// A line a policy: mean, median, 90th percentile, worst loss and where.
pub fn policies(
    against: &str,
    contests: &[Contest],
    losses: &[Losses],
    of: impl Fn(&Losses) -> &[f64; POLICIES.len()],
) {
    println!("Loss in win points {against}");
    println!(
        "{:<10}{:>7}{:>8}{:>7}{:>8}  worst battle",
        "policy", "mean", "median", "90 %", "worst"
    );
    for (place, policy) in POLICIES.iter().enumerate() {
        let column: Vec<f64> = losses.iter().map(|losses| of(losses)[place]).collect();
        let summary = Summary::of(&column);
        let worst = &losses[summary.worst_at];
        println!(
            "{:<10}{:>7.2}{:>8.2}{:>7.2}{:>8.2}  {} of {}",
            policy.to_string(),
            summary.mean,
            summary.median,
            summary.most_of_ten,
            summary.worst,
            worst.side.name(),
            contests[worst.contest].name
        );
    }
    println!();
}

/// Where the default loses most, and whom it should shoot at first.
pub fn worst(contests: &[Contest], losses: &[Losses], values: &[f64]) {
    println!("Where the default loses most against best play: chance under best play, loss, first targets");
    let mut order: Vec<&Losses> = losses.iter().collect();
    order.sort_by(|a, b| b.against_best[0].total_cmp(&a.against_best[0]));
    for losses in order.iter().take(TOLD) {
        let contest = &contests[losses.contest];
        println!(
            "{:>5.1} %{:>7.2}  {} of {}: {}",
            100.0 * share(losses.side, values[losses.contest]),
            losses.against_best[0],
            losses.side.name(),
            contest.name,
            first_targets(contest, losses.side)
        );
    }
    println!();
}

/// Whom each of a side's groups should shoot at if nothing has been hit yet, and whom the default
/// takes where that is worse.
fn first_targets(contest: &Contest, side: Side) -> String {
    let plan = contest.plan([&POLICIES[0]; 2]);
    let advice = contest.advice([&Target::Optimal; 2]);
    let own = advice
        .shots
        .iter()
        .filter(|shot| plan.slots[plan.steps[shot.step].shooter].side == side);
    let told: Vec<String> = own.map(|shot| first_target(contest, &plan, side, shot)).collect();
    told.join("; ")
}

fn first_target(contest: &Contest, plan: &Plan, side: Side, shot: &ShotAdvice) -> String {
    let step = &plan.steps[shot.step];
    let worth = |&(_, value): &(usize, f64)| share(side, value);
    let best = shot.targets.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
    let listed = step.aims.iter().find(|aim| aim.min_damage == 0).map(|aim| aim.target);
    let (Some(best), Some(listed)) = (best, listed) else {
        return String::new();
    };
    let label = |slot| contest.label(plan, slot);
    let as_good = shot
        .targets
        .iter()
        .any(|target| target.0 == listed && worth(target) >= worth(best) - NOTHING);
    if as_good {
        format!("{} at {}", label(step.shooter), label(listed))
    } else {
        format!("{} at {}, not {}", label(step.shooter), label(best.0), label(listed))
    }
}
