//! The baseline of the benches: a tidy loop over the same plan, one battle at a time, one die at a
//! time. It knows what the reference battles need (fire, bonus, wounds), not screening or retreat.

use broadside::engine::{Aim, Outcome, Plan, Remains, Tally};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Fights `battles` battles and counts all that the engine counts.
pub fn run(plan: &Plan, seed: u64, battles: u64) -> Tally {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut tally = Tally::new(&plan.units);
    for _ in 0..battles {
        let (remains, rounds) = fight(plan, &mut rng);
        tally.count(&plan.units, &remains, 1);
        count_rounds(&mut tally, remains.outcome, rounds);
    }
    tally
}

fn count_rounds(tally: &mut Tally, outcome: Outcome, rounds: usize) {
    let counts = &mut tally.rounds[outcome.index()];
    if counts.len() <= rounds {
        counts.resize(rounds + 1, 0);
    }
    counts[rounds] += 1;
}

fn fight(plan: &Plan, rng: &mut Xoshiro256PlusPlus) -> (Remains, usize) {
    let mut ships: Vec<u8> = plan.slots.iter().map(|slot| slot.start).collect();
    let mut hurt = vec![0; ships.len()];
    let total = |ships: &[u8], side: usize| -> u32 { plan.slots_of[side].clone().map(|s| u32::from(ships[s])).sum() };
    let mut rounds = 0;
    while total(&ships, 0) > 0 && total(&ships, 1) > 0 && rounds < usize::from(plan.stop.round) {
        rounds += 1;
        let fleets = [total(&ships, 0), total(&ships, 1)];
        let bonus = [fleets[0] >= 2 * fleets[1], fleets[1] >= 2 * fleets[0]];
        for step in &plan.steps {
            let bonus = usize::from(bonus[plan.slots[step.shooter].side.index()]);
            for _ in 0..ships[step.shooter] {
                let there = |aim: &&Aim| ships[aim.target] > 0 && hurt[aim.target] >= aim.min_damage;
                let Some(aim) = step.aims.iter().find(there) else { break };
                if rng.random_range(1..=10u8) <= aim.need[bonus] {
                    hurt[aim.target] += step.damage;
                    if hurt[aim.target] >= plan.slots[aim.target].hull {
                        hurt[aim.target] = 0;
                        ships[aim.target] -= 1;
                    }
                }
            }
        }
    }
    (Remains::of(plan, |slot| ships[slot], |_| 0), rounds)
}
