//! How much is lost by following a targeting policy in place of playing one's best: every built-in
//! policy, over a table of battles small enough to be solved exactly and over battles drawn at
//! random.

mod battles;
mod contest;
mod losses;
mod random;
mod summary;
mod tables;

use broadside::rules::space_empires::Target;
use contest::Contest;
use losses::Losses;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

/// Where the drawn battles come from.
const SEED: u64 = 3;

/// Drawn battles.
const DRAWN: usize = 80;

fn main() {
    // `cargo test` only wants to know that it runs.
    let smoke = !std::env::args().any(|argument| argument == "--bench") || std::env::args().any(|a| a == "--test");
    let (listed, drawn) = if smoke { (3, 1) } else { (usize::MAX, DRAWN) };
    let rows = battles::BATTLES.iter().take(listed);
    let table: Vec<Contest> = rows.map(|(a, d, terrain)| Contest::new(a, d, terrain)).collect();
    report("Battles of the table", &table);
    report("Battles drawn at random", &random::draw(SEED, drawn));
}

/// Prints what every policy loses in a set of battles.
fn report(title: &str, contests: &[Contest]) {
    let values: Vec<f64> = contests
        .par_iter()
        .map(|contest| contest.win_chance([&Target::Optimal; 2]))
        .collect();
    let losses: Vec<Losses> = contests
        .par_iter()
        .zip(&values)
        .enumerate()
        .flat_map_iter(|(number, (contest, &value))| Losses::of(contest, number, value))
        .collect();
    let even = values.iter().filter(|&&value| (0.2..=0.8).contains(&value)).count();
    println!(
        "{title}: {} battles, {even} of them with a chance of 20 to 80 %",
        contests.len()
    );
    println!();
    tables::policies("against best play", contests, &losses, |losses| &losses.against_best);
    tables::policies("against the default", contests, &losses, |losses| {
        &losses.against_default
    });
    tables::worst(contests, &losses, &values);
}
