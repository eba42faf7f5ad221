//! How much is lost by following a policy of assigning hits in place of assigning them as is best:
//! every policy, over the reference tables and over battles drawn at random.

mod drawn;
#[path = "../../tests/volley/notation.rs"]
#[allow(dead_code, reason = "a bench needs less of it than the tests")]
mod notation;
#[path = "../regret/summary.rs"]
mod summary;

use broadside::engine::exact::Objective;
use broadside::engine::volley::{Assignment, Equals, Plan, solve_best};
use broadside::spec::Side;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use summary::Summary;

/// Where the drawn battles come from.
const SEED: u64 = 3;

/// Drawn battles.
const DRAWN: usize = 100;

/// Every policy, the default first.
const POLICIES: [(&str, Assignment); 4] = [
    ("threat", Assignment::Threat),
    ("npc", Assignment::NonPlayer(Equals::Focus)),
    ("largest", Assignment::Largest),
    ("smallest", Assignment::Smallest),
];

/// Battles of the default that are told, those where it loses most.
const TOLD: usize = 8;

/// A battle as it is written, and its plan.
pub struct Contest {
    /// As it is written.
    pub name: String,
    /// Both players assign by the default.
    pub plan: Plan,
}

impl Contest {
    /// A battle as it is written.
    pub fn new(attacker: &str, defender: &str) -> Contest {
        Contest {
            name: format!("{attacker} / {defender}"),
            plan: notation::plan(attacker, defender),
        }
    }

    /// Sides that are players'.
    fn players(&self) -> impl Iterator<Item = Side> + '_ {
        let player = |side: &Side| self.plan.orders[side.index()].assignment == Assignment::Threat;
        Side::BOTH.into_iter().filter(player)
    }

    /// The attacker's chance if players assign as is best, but for one side's policy.
    pub fn value(&self, policy: Option<(Side, Assignment)>) -> f64 {
        let mut plan = self.plan.clone();
        for side in self.players() {
            plan.orders[side.index()].assignment = Assignment::Optimal;
        }
        if let Some((side, assignment)) = policy {
            plan.orders[side.index()].assignment = assignment;
        }
        solve_best(&plan, Objective::Win).map_or(f64::NAN, |(value, _)| value)
    }

    /// What each player loses by each policy, in win points, against the best response.
    fn losses(&self) -> Vec<Loss<'_>> {
        let best = self.value(None);
        let loss = |side: Side| {
            let points = POLICIES.map(|(_, assignment)| {
                let found = self.value(Some((side, assignment)));
                100.0
                    * if side == Side::Attacker {
                        best - found
                    } else {
                        found - best
                    }
            });
            Loss {
                contest: self,
                side,
                best,
                points,
            }
        };
        self.players().map(loss).collect()
    }
}

/// What a side loses by each policy.
struct Loss<'a> {
    contest: &'a Contest,
    side: Side,
    best: f64,
    points: [f64; POLICIES.len()],
}

fn main() {
    // `cargo test` only wants to know that it runs.
    let smoke = !std::env::args().any(|argument| argument == "--bench") || std::env::args().any(|a| a == "--test");
    let (listed, drawn) = if smoke { (3, 1) } else { (usize::MAX, DRAWN) };
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(" | ").collect();
        Contest::new(cells[1], cells[2])
    };
    let battery = include_str!("../../tests/volley/battery.txt").lines().take(listed);
    report("Battles of the reference tables", &battery.map(row).collect::<Vec<_>>());
    report("Battles drawn at random", &drawn::draw(SEED, drawn));
}

/// Prints what every policy loses in a set of battles.
fn report(title: &str, contests: &[Contest]) {
    let losses: Vec<Loss> = contests.par_iter().flat_map_iter(Contest::losses).collect();
    println!("{title}: {} battles, {} players", contests.len(), losses.len());
    println!("Loss in win points against best play");
    println!(
        "{:<10}{:>7}{:>8}{:>7}{:>8}  worst battle",
        "policy", "mean", "median", "90 %", "worst"
    );
    for (place, (name, _)) in POLICIES.iter().enumerate() {
        let column: Vec<f64> = losses.iter().map(|loss| loss.points[place]).collect();
        let summary = Summary::of(&column);
        let worst = &losses[summary.worst_at];
        println!(
            "{name:<10}{:>7.2}{:>8.2}{:>7.2}{:>8.2}  {} of {}",
            summary.mean,
            summary.median,
            summary.most_of_ten,
            summary.worst,
            worst.side.name(),
            worst.contest.name
        );
    }
    println!();
    println!("Where the default loses most: the attacker's chance under best play, loss");
    let mut order: Vec<&Loss> = losses.iter().collect();
    order.sort_by(|a, b| b.points[0].total_cmp(&a.points[0]));
    for loss in order.iter().take(TOLD) {
        let (side, name) = (loss.side.name(), &loss.contest.name);
        println!("{:>5.1} %{:>7.2}  {side} of {name}", 100.0 * loss.best, loss.points[0]);
    }
    println!();
}
