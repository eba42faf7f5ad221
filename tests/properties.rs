//! What holds for every battle, whatever it is.

mod common;
mod reference;

use broadside::engine::{Outcome, Tally, trace};
use broadside::rules::space_empires::{Battle, Question, Retreat, Screen, Target, lower};
use broadside::spec::Side;
use common::random::{combat_unit, engagement, target};
use common::{on_chart, tally};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

/// The same cases every time, and none kept in files.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(4),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Number of battles and sum of values in histograms by outcome.
fn battles_in(histograms: &[Vec<u64>; 3]) -> [u64; 3] {
    [0, 1, 2].map(|outcome| histograms[outcome].iter().sum())
}

fn fielded(battle: &Battle) -> Vec<u64> {
    battle
        .sides
        .iter()
        .flat_map(|side| side.groups.iter().map(|group| u64::from(group.count)))
        .collect()
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn probabilities_add_to_one(engagement in engagement()) {
        let battle = engagement.battle();
        let tally = tally(&battle, 5, 3_000, 1);
        prop_assert_eq!(tally.battles(), 3_000);
        prop_assert_eq!(tally.ahead.iter().sum::<u64>(), 3_000);
        prop_assert_eq!(battles_in(&tally.rounds), tally.outcomes);
        prop_assert!(tally.stopped <= tally.outcomes[Outcome::Neither.index()]);
        for unit in &tally.units {
            prop_assert_eq!(battles_in(&unit.survivors), tally.outcomes);
        }
        for side in &tally.sides {
            prop_assert_eq!(battles_in(&side.left), tally.outcomes);
            prop_assert_eq!(battles_in(&side.loss), tally.outcomes);
        }
    }

    #[test]
    fn the_winner_alone_has_ships_left(engagement in engagement()) {
        let tally = tally(&engagement.battle(), 6, 3_000, 1);
        for outcome in [Outcome::Attacker, Outcome::Defender] {
            let [winner, loser] = match outcome {
                Outcome::Attacker => [0, 1],
                _ => [1, 0],
            };
            let left = |side: usize, ships: usize| tally.sides[side].left[outcome.index()].get(ships).copied().unwrap_or(0);
            prop_assert_eq!(left(winner, 0), 0);
            prop_assert_eq!(left(loser, 0), tally.outcomes[outcome.index()]);
        }
    }

    #[test]
    fn ships_never_grow(engagement in engagement()) {
        let battle = engagement.battle();
        let plan = lower(&battle, Question::default());
        for number in 0..40 {
            let told = trace::tell(&plan, 7, number);
            for ((&survived, &retreated), &fielded) in told.remains.survived.iter().zip(&told.remains.retreated).zip(&fielded(&battle)) {
                prop_assert!(u64::from(survived) + u64::from(retreated) <= fielded, "{told:?}");
            }
        }
        let tally = tally(&battle, 7, 3_000, 1);
        for (unit, fielded) in tally.units.iter().zip(fielded(&battle)) {
            let present: u64 = unit.survivors.iter().flat_map(|counts| (0u64..).zip(counts)).map(|(k, n)| k * n).sum();
            prop_assert!(present + unit.retreated.iter().sum::<u64>() <= fielded * 3_000);
        }
    }

    #[test]
    fn the_battles_told_are_the_battles_counted(engagement in engagement(), seed in any::<u64>()) {
        let battle = engagement.battle();
        let plan = lower(&battle, Question::default());
        let battles = 150;
        let counted = tally(&battle, seed, battles, 1);
        let mut rest = counted.clone();
        for number in 0..battles {
            let told = trace::tell(&plan, seed, number);
            prop_assert_eq!(told.battle, number);
            let o = told.remains.outcome.index();
            rest.outcomes[o] -= 1;
            rest.rounds[o][usize::from(told.rounds)] -= 1;
            for (unit, (&survived, &retreated)) in rest.units.iter_mut().zip(told.remains.survived.iter().zip(&told.remains.retreated)) {
                unit.survivors[o][usize::from(survived)] -= 1;
                unit.retreated[o] -= u64::from(retreated);
            }
        }
        prop_assert_eq!(rest.outcomes, [0; 3]);
        prop_assert!(rest.rounds.iter().flatten().all(|&n| n == 0));
        prop_assert!(rest.units.iter().all(|unit| unit.retreated == [0; 3]));
        prop_assert!(rest.units.iter().all(|unit| unit.survivors.iter().flatten().all(|&n| n == 0)));
    }

    #[test]
    fn shots_told_are_what_their_dice_say(engagement in engagement(), number in 0..1_000u64) {
        let plan = lower(&engagement.battle(), Question::default());
        for event in trace::tell(&plan, 8, number).events {
            if let trace::Event::Shot { shooter, target, need, roll, hit, .. } = event {
                prop_assert!((1..=10).contains(&roll));
                prop_assert_eq!(hit, roll <= need);
                prop_assert!(plan.slots[shooter].side != plan.slots[target].side);
            }
        }
    }
}

proptest! {
    #![proptest_config(config(12))]

    #[test]
    fn threads_change_nothing(engagement in engagement(), seed in any::<u64>()) {
        let battle = engagement.battle();
        let one = tally(&battle, seed, 50_001, 1);
        prop_assert_eq!(&tally(&battle, seed, 50_001, 2), &one);
        prop_assert_eq!(&tally(&battle, seed, 50_001, 7), &one);
    }

    #[test]
    fn the_first_battles_are_the_same_however_many_follow(
        engagement in engagement(),
        few in 1..20_000u64,
        more in 0..60_000u64,
    ) {
        let battle = engagement.battle();
        let first = tally(&battle, 9, few, 0);
        let all = tally(&battle, 9, few + more, 0);
        prop_assert!(is_part_of(&first, &all), "{first:?} is no part of {all:?}");
    }

    // 5.2 breaks ties in the defender's favour; without ties nothing tells the sides apart.
    #[test]
    fn sides_mirror_without_ties((one, other) in fleets_without_ties(), ours in target(), theirs in target()) {
        let forth = on_chart(&one, &other).attacker_target(ours.clone()).defender_target(theirs.clone());
        let back = on_chart(&other, &one).attacker_target(theirs).defender_target(ours);
        let (forth, back) = (tally(&forth.battle, 10, 200_000, 0), tally(&back.battle, 11, 200_000, 0));
        let (p, q) = (rate(&forth, Outcome::Attacker), rate(&back, Outcome::Defender));
        prop_assert!(nearly(p, q), "{p} one way and {q} the other");
    }

    // One group of each side, nobody screens, no retreats, no ion storm: then all there is to a
    // battle is the two sums of hit points (5.6), ships being the sum over Hull Size, rounded up.
    // With more of our own and fewer of theirs we fire as many shots or more, have the bonus at
    // least as soon and they at the latest as late, so after the same dice we are again no worse in
    // both sums; and so on to the end. (An ion storm wastes damage, so the sums no longer add up;
    // with two groups the greater fleet can tempt the enemy away from the worse target.)
    #[test]
    fn a_ship_more_never_lowers_the_odds(
        (ours, theirs) in (combat_unit(), combat_unit()),
        (count, enemies) in (1..=4u8, 1..=5u8),
        (asteroids, quasar) in (any::<bool>(), any::<bool>()),
    ) {
        let odds = |count: u8, seed: u64| {
            let mut battle = on_chart(&format!("{count} {ours} a1"), &format!("{enemies} {theirs} d1")).battle;
            battle.terrain.asteroids = asteroids;
            battle.terrain.quasar = quasar;
            rate(&tally(&battle, seed, 200_000, 0), Outcome::Attacker)
        };
        let (fewer, more) = (odds(count, 12), odds(count + 1, 13));
        prop_assert!(more > fewer || nearly(more, fewer), "{count}: {fewer}, one more: {more}");
    }
}

// A run leaves nothing behind that another could find.
#[test]
fn a_then_b_then_a_gives_a_twice() {
    let a = on_chart("3 CA a1 + 6 SC a1", "2 BB a1 d1 + 3 DD a1 d1").battle;
    let b = on_chart("9 DD + 2 CO", "1 Base + 4 SY")
        .ion_storm()
        .attacker_target(Target::Random)
        .attacker_screen(Screen::Wounded)
        .attacker_retreat(Retreat::Wounded)
        .battle;
    let first = tally(&a, 14, 30_000, 2);
    let between = tally(&b, 14, 30_000, 2);
    assert_eq!(tally(&a, 14, 30_000, 2), first);
    assert_eq!(tally(&b, 14, 30_000, 2), between);
}

/// Two fleets that share no weapon class.
fn fleets_without_ties() -> impl Strategy<Value = (String, String)> {
    let high = || select(vec!["BB", "BC", "DN", "Base"]);
    let low = || select(vec!["CA", "DD", "SC", "T", "SY"]);
    let counts = (1..=3u8, 1..=3u8, 1..=4u8, 1..=4u8);
    (high(), high(), low(), low(), counts).prop_map(|(h1, h2, l1, l2, (a, b, c, d))| {
        (format!("{a} {h1} a1 + {b} {h2} d1"), format!("{c} {l1} a1 + {d} {l2}"))
    })
}

fn rate(tally: &Tally, outcome: Outcome) -> f64 {
    tally.outcomes[outcome.index()] as f64 / tally.battles() as f64
}

/// Whether two rates over 200,000 battles each are equal but for chance.
fn nearly(p: f64, q: f64) -> bool {
    let middle = f64::midpoint(p, q);
    (p - q).abs() <= common::Z * (middle * (1.0 - middle) * 2.0 / 200_000.0).sqrt()
}

/// Whether every count of `part` is found in `whole`.
fn is_part_of(part: &Tally, whole: &Tally) -> bool {
    let [part, whole] = [part, whole].map(all_counts);
    part.iter().zip(&whole).all(|(few, many)| {
        let many = many.iter().copied().chain(std::iter::repeat(0));
        few.iter().zip(many).all(|(&few, many)| few <= many)
    })
}

/// Every array of the tally, in a fixed order.
fn all_counts(tally: &Tally) -> Vec<Vec<u64>> {
    let mut counts = vec![tally.outcomes.to_vec(), vec![tally.stopped], tally.ahead.to_vec()];
    counts.extend(tally.rounds.iter().cloned());
    for unit in &tally.units {
        counts.extend(unit.survivors.iter().cloned());
        counts.push(unit.retreated.to_vec());
    }
    for side in Side::BOTH {
        counts.extend(tally.sides[side.index()].left.iter().cloned());
        counts.extend(tally.sides[side.index()].loss.iter().cloned());
    }
    counts
}
