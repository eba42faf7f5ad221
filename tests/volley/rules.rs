//! Rules, one by one, with chances worked out by hand.

use crate::notation::{force, plan, plan_of};
use crate::witness::simulated;
use broadside::engine::exact::{ExactTally, Objective, Refusal};
use broadside::engine::plan::Stop;
use broadside::engine::volley::{Assignment, Equals, Plan, Stalemate, solve, solve_best, solve_showing};
use broadside::spec::Side;

fn odds(attacker: &str, defender: &str) -> ExactTally {
    solve(&plan(attacker, defender)).unwrap()
}

fn close(found: f64, numerator: f64, denominator: f64) {
    let expected = numerator / denominator;
    assert!(
        (found - expected).abs() < 1e-12,
        "{found} is not {numerator}/{denominator} = {expected}"
    );
}

/// The battle stopped after its first round, with the damage on each ship by slot.
fn after_a_round(plan: &Plan) -> Vec<(Vec<Vec<u8>>, f64)> {
    let mut plan = plan.clone();
    plan.stop = Stop {
        round: 1,
        stalemate: false,
    };
    let mut ends = Vec::new();
    solve_showing(&plan, &mut |left, chance| ends.push((left.damage.to_vec(), chance))).unwrap();
    ends
}

fn chance_of(ends: &[(Vec<Vec<u8>>, f64)], damage: &[&[u8]]) -> f64 {
    let same = |(end, _): &&(Vec<Vec<u8>>, f64)| end.iter().map(Vec::as_slice).eq(damage.iter().copied());
    ends.iter().filter(same).map(|(_, chance)| chance).sum()
}

// Equal initiative: the defender fires first. The attacker wins if the defender misses (5/6) and he
// hits (1/6), or both miss and it starts again: p = 5/36 / (1 - 25/36) = 5/11.
#[test]
fn ties_of_initiative_go_to_the_defender() {
    let odds = odds("1 INT(i3 h0 c0 1y)", "1 INT(i3 h0 c0 1y)");
    close(odds.outcomes[0], 5.0, 11.0);
    close(odds.outcomes[1], 6.0, 11.0);
}

// The faster ship fires first: p = 1/6 / (1 - 25/36) = 6/11.
#[test]
fn the_highest_initiative_fires_first() {
    close(odds("1 INT(i4 h0 c0 1y)", "1 INT(i3 h0 c0 1y)").outcomes[0], 6.0, 11.0);
}

// Computers of 6 hit with 2 to 6, never with 1; shields of 9 are hit by a 6.
// Duel at 5/6: p = (1/6 · 5/6) / (1 - 1/36) = 1/7.
#[test]
fn a_one_misses_and_a_six_hits() {
    close(odds("1 INT(i3 c6 1y)", "1 INT(i3 c6 1y)").outcomes[0], 1.0, 7.0);
    close(odds("1 INT(i3 1y s9)", "1 INT(i3 1y s9)").outcomes[0], 5.0, 11.0);
}

// Computer 2 against shields 0 and 2: the first is hit by 4, 5, 6, the second by 6. Both fall in the
// first round if one die is a 6 and the other at least 4: 5 of 36.
#[test]
fn each_die_hits_the_ships_whose_shield_it_beats() {
    let odds = odds("1 DRE(i3 c2 2y)", "1 CRU(i1 s2) + 1 INT(i1)");
    close(odds.rounds[0][1], 5.0, 36.0);
}

// Two hits of one die each kill two ships in no fewer than two rounds, whatever their damage: with
// 5/6 a round, (5/6)². A split die of 4 kills both with one hit.
#[test]
fn damage_of_a_die_is_not_split_but_by_a_splitter() {
    let whole = odds("1 DRE(i3 c4 1r)", "2 INT(i1)");
    close(whole.rounds[0][2], 25.0, 36.0);
    assert_eq!(whole.rounds[0][1], 0.0);
    close(odds("1 DRE(i3 c4 1r) [splitter]", "2 INT(i1)").rounds[0][1], 5.0, 6.0);
}

// The splitter leaves missiles alone: four dice for four ships, 1/2 each.
#[test]
fn missiles_are_not_split() {
    close(
        odds("1 CRU(i0 h0 c2 - m:4r) [splitter]", "4 INT(i3 h0 c0 1y)").outcomes[0],
        1.0,
        16.0,
    );
}

// Two missiles, 1/2 each, against two ships, once: 1/4. What is left has cannons and wins.
#[test]
fn missiles_are_fired_once_before_the_rounds() {
    let odds = odds("1 INT(i2 h0 c2 - m:2y)", "2 INT(i2 h0 c0 1y)");
    close(odds.outcomes[0], 1.0, 4.0);
    close(odds.rounds[0][0], 1.0, 4.0);
}

// Damage of an earlier battle counts: the first hit destroys. Attacker first: 1/6 / (1 - 25/36).
#[test]
fn damage_from_before_the_battle_counts() {
    let mut plan = plan("1 INT(i4 h0 c0 1y)", "1 CRU(i3 h1 c0 1y)");
    plan.slots[1].damage = vec![1];
    close(solve(&plan).unwrap().outcomes[0], 6.0, 11.0);
}

// Rift dice ignore shields and computers. Faces: 1, 2, 3 with 1 to the own side, 1 to the own side
// alone, two blanks. The defender first: he alone hits 2/6, both die 1/6, he alone dies 1/6, nothing
// 2/6; then the attacker the same. a = (1/6 + 1/3 · 1/3) / (1 - 1/9) = 5/16, both 1/4.
#[test]
fn rift_dice_hurt_their_own_side() {
    let odds = odds("1 INT(i3 h0 c0 1p)", "1 INT(i3 h0 c0 s5 1p)");
    close(odds.outcomes[0], 5.0, 16.0);
    close(odds.outcomes[1], 7.0, 16.0);
    close(odds.outcomes[2], 1.0, 4.0);
}

// A rift die's own damage goes to ships with rift dice, the largest that it destroys first. Enemies
// can't fall in a round (h9); the cruiser without rift dice is never hurt.
#[test]
fn rift_damage_to_the_own_side_goes_to_ships_with_rift_dice() {
    let ends = after_a_round(&plan(
        "1 CRU(i3 h0) + 1 SBA(i3 h0 1p) + 1 INT(i3 h0 1p)",
        "1 DRE(i1 h9)",
    ));
    let own = |first: &[u8], second: &[u8]| -> f64 {
        let same = |(end, _): &&(Vec<Vec<u8>>, f64)| end[0] == [0] && end[1] == first && end[2] == second;
        ends.iter().filter(same).map(|(_, chance)| chance).sum()
    };
    // Each die backfires with 2 of 6: the first always destroys the larger ship, the second the other.
    // The starbase fires first; destroyed by its own die, the interceptor's die takes the interceptor.
    close(own(&[], &[]), 1.0, 9.0);
    close(own(&[], &[0]), 4.0, 9.0);
    close(own(&[0], &[0]), 4.0, 9.0);
}

// Ordered to leave from the first round, the attacker goes to the edge, is shot at once (1/6), and
// leaves on his next turn; if the enemy is faster he is shot at twice.
#[test]
fn retreating_ships_can_be_hit_until_they_leave() {
    let fast = odds("1 INT(i3 h0 1y L1)", "1 INT(i2 h0 1y)");
    close(fast.units[0].retreated.iter().sum(), 5.0, 6.0);
    close(fast.outcomes[1], 1.0, 1.0);
    close(fast.rounds[1][1], 1.0, 6.0);
    close(fast.rounds[1][2], 5.0, 6.0);
    let slow = odds("1 INT(i2 h0 1y L1)", "1 INT(i3 h0 1y)");
    close(slow.units[0].retreated.iter().sum(), 25.0, 36.0);
}

// Before his round he fires: from the second round on, he has hit in the first with 1/6; missed (5/6)
// and hit by the enemy 1/6; then edge and a shot at him, 5/6, and away.
#[test]
fn ships_fire_until_the_round_in_which_they_retreat() {
    let odds = odds("1 INT(i3 h0 1y L2)", "1 INT(i2 h0 1y)");
    close(odds.outcomes[0], 1.0, 6.0);
    close(odds.units[0].retreated.iter().sum(), 5.0 * 5.0 * 5.0, 6.0 * 6.0 * 6.0);
    assert!((odds.sides[0].loss[1][3] - (5.0 / 36.0 + 25.0 / 216.0)).abs() < 1e-12);
}

// Nobody has cannons: the attacker is destroyed, or retreats if he can.
#[test]
fn without_cannons_the_attacker_gives_way() {
    let (attacker, defender) = ("2 INT(i3 h0 -)", "1 INT(i3 h0 -)");
    let destroyed = odds(attacker, defender);
    close(destroyed.outcomes[1], 1.0, 1.0);
    close(destroyed.sides[0].loss[1][6], 1.0, 1.0);
    close(destroyed.rounds[1][0], 1.0, 1.0);
    let mut plan = plan(attacker, defender);
    plan.stalemate = Stalemate::Retreats;
    let retreats = solve(&plan).unwrap();
    close(retreats.units[0].retreated[1], 2.0, 1.0);
    close(retreats.sides[0].loss[1][0], 1.0, 1.0);
}

// One yellow die at 1/6 takes one of two missiles out before they hit. Hit at least once: 35/36 with
// two missiles, 5/6 with one: 5/6 · 35/36 + 1/6 · 5/6 = 205/216.
#[test]
fn point_defence_takes_missiles_out() {
    close(
        odds("1 INT(i3 h0 c4 - m:2y)", "1 INT(i2 h0 c0 1y) [PD]").outcomes[0],
        205.0,
        216.0,
    );
}

// It takes the strongest out: without the red one, which hits with 5/6, four hit points hold.
// 5/6 · 5/6 = 25/36. Shields don't protect missiles from it: a computer of 1 hits with 2/6.
#[test]
fn point_defence_takes_the_strongest_missile_out() {
    close(
        odds("1 INT(i3 h0 c4 - m:1y m:1r)", "1 CRU(i2 h3 c0 1y) [PD]").outcomes[0],
        25.0,
        36.0,
    );
    close(
        odds("1 INT(i3 h0 c4 s3 - m:1r)", "1 CRU(i2 h3 c1 1y) [PD]").outcomes[0],
        4.0 * 5.0,
        36.0,
    );
}

// Computer 2 against a distortion shield of 2: missiles hit with a 6 alone, cannons with 4 and more.
#[test]
fn a_distortion_shield_protects_from_missiles_alone() {
    close(
        odds("1 INT(i3 h0 c2 - m:1y)", "1 INT(i2 h0 1y d2)").outcomes[0],
        1.0,
        6.0,
    );
    close(odds("1 INT(i3 h0 c2 1y)", "1 INT(i2 h0 d2)").rounds[0][1], 1.0, 2.0);
}

// A point repaired each round: only both of two hits in one round destroy two hit points, 1/36 each
// time; one die a round never does, and the battle is stopped.
#[test]
fn repairs_undo_the_damage_of_a_round() {
    let two = odds("1 INT(i3 h0 2y)", "1 CRU(i2 h1 R1)");
    close(two.rounds[0][1], 1.0, 36.0);
    close(two.rounds[0][3], 35.0 * 35.0, 36.0 * 36.0 * 36.0);
    let one = odds("1 INT(i3 h0 1y)", "1 CRU(i2 h1 R1)");
    close(one.outcomes[2], 1.0, 1.0);
    close(one.stopped, 1.0, 1.0);
}

// Four cruisers with a point of repair against the same, as an independent exact solver has it.
#[test]
fn repairs_in_a_longer_battle() {
    let found = odds("4 CRU(i2 h1 1y R1)", "4 CRU(i2 h1 1y R1)").outcomes[0];
    assert!((found - 0.478_558_660).abs() < 1e-8, "{found}");
}

// A miss rolled again once a battle: 1/6 + 5/6 · 1/6 = 11/36 in the first round; in the second 1/6.
#[test]
fn rerolls_are_used_on_the_first_misses() {
    let odds = odds("1 INT(i3 h0 1y) [rerolls 1]", "1 INT(i2 h0 -)");
    close(odds.rounds[0][1], 11.0, 36.0);
    close(odds.rounds[0][2], 25.0, 36.0 * 6.0);
}

// Two rerolls, red first: with both missed, both go to the red die if its first one misses.
// Only the red hit destroys (h3): 1 - (1/2)³ while the yellow one missed or not.
#[test]
fn rerolls_go_to_the_strongest_dice() {
    close(
        odds("1 DRE(i3 c2 1y 1r) [rerolls 2]", "1 CRU(i2 h3 -)").rounds[0][1],
        7.0,
        8.0,
    );
}

// The rulebook's example: two hits, an interceptor that one destroys and a dreadnought that none does.
// Both dice hit with 25/36; one of two hits, the interceptor's, with 10/36.
#[test]
fn non_player_ships_destroy_what_they_can_and_hurt_the_largest() {
    let ends = after_a_round(&plan("1 INT(i3 h0) + 1 DRE(i3 h2)", "1 ANC(i2 h1 c4 2y)"));
    close(chance_of(&ends, &[&[], &[1], &[0]]), 25.0, 36.0);
    close(chance_of(&ends, &[&[], &[0], &[0]]), 10.0, 36.0);
}

// Two hits on two ships of three hit points: both on one, or one on each.
#[test]
fn equal_ships_share_damage_or_not() {
    let (attacker, defender) = ("2 DRE(i3 h2 c1 2y)", "1 ANC(i2 h1 c4 2y)");
    let with = |equals| {
        let mut plan = plan(attacker, defender);
        plan.orders[1].assignment = Assignment::NonPlayer(equals);
        plan.slots[0].cannons.clear();
        after_a_round(&plan)
    };
    close(chance_of(&with(Equals::Focus), &[&[2, 0], &[0]]), 25.0, 36.0);
    // Ships are sorted by hit points left.
    close(chance_of(&with(Equals::Spread), &[&[1, 1], &[0]]), 25.0, 36.0);
    let spread = |attacker: &str, defender: &str| {
        let mut plan = plan(attacker, defender);
        plan.orders[1].assignment = Assignment::NonPlayer(Equals::Spread);
        solve(&plan).unwrap().outcomes[0]
    };
    let found = spread("2 DRE(i1 h2 c1 2y)", "2 ANC(i2 h1 c1 2y)");
    assert!((found - 0.696_370).abs() < 1e-6, "{found}");
}

// Largest and smallest: two sure-to-be-told hits of one point on a dreadnought (h2) and an
// interceptor (h0).
#[test]
fn largest_and_smallest_go_by_size() {
    let with = |assignment| {
        let mut plan = plan("1 CRU(i3 c4 2y)", "1 DRE(i1 h2) + 1 INT(i1 h0)");
        plan.orders[0].assignment = assignment;
        after_a_round(&plan)
    };
    close(chance_of(&with(Assignment::Largest), &[&[0], &[2], &[0]]), 25.0, 36.0);
    close(chance_of(&with(Assignment::Smallest), &[&[0], &[1], &[]]), 25.0, 36.0);
    close(chance_of(&with(Assignment::Smallest), &[&[0], &[0], &[]]), 10.0, 36.0);
}

// The threat is the armed ship, whatever its size.
#[test]
fn threat_spares_ships_that_do_nothing() {
    let ends = after_a_round(&plan("1 CRU(i3 c4 2y)", "2 DRE(i1 h2) + 1 INT(i0 h3 c4 1y)"));
    let hurt: f64 = ends
        .iter()
        .filter(|(end, _)| end[1] == [0, 0])
        .map(|(_, chance)| chance)
        .sum();
    close(hurt, 1.0, 1.0);
}

// Yellow missiles, then orange ones, against two ships of three hit points: best is a yellow on each,
// and an orange on each: all four must hit, (5/6)⁴. Who puts both yellow on one ship needs two orange
// hits on the other, which still leaves it one hit point: he never wins.
#[test]
fn best_play_looks_ahead_to_the_next_volley() {
    let plan = plan("1 INT(i3 h0 c4 m:2y) + 1 DRE(i1 h0 c4 m:2o)", "2 INT(i2 h2 c0 1y)");
    let (value, _) = solve_best(&plan.with_best_play([true, false]), Objective::Win).unwrap();
    close(value, 625.0, 1296.0);
}

// The same with 4 points: yellow 2, red 4 to make five: 2y then 2r, 1/2 each: (1/2)⁴.
#[test]
fn best_play_of_missiles_of_two_kinds() {
    let plan = plan("1 INT(i2 h0 c2 - m:2y) + 1 CRU(i2 h1 c2 - m:2r)", "2 DRE(i1 h4 c1 2y)");
    let (value, odds) = solve_best(&plan.with_best_play([true, true]), Objective::Win).unwrap();
    close(value, 1.0, 16.0);
    close(odds.outcomes[0], 1.0, 16.0);
}

// Best play with repairs: the loop is gone back round by round; a lone pair has no choice, so that it
// must equal the fixed policy.
#[test]
fn best_play_with_repairs_equals_the_only_play() {
    let plan = plan("1 CRU(i3 h1 2y R1)", "1 CRU(i2 h1 c1 2y)");
    let (value, odds) = solve_best(&plan.with_best_play([true, true]), Objective::Win).unwrap();
    let fixed = solve(&plan).unwrap();
    assert!((value - fixed.outcomes[0]).abs() < 1e-12);
    assert!((odds.outcomes[0] - fixed.outcomes[0]).abs() < 1e-12);
}

// Chances add up to one, and the figures of either way agree, with orders to leave and best play.
#[test]
fn best_play_keeps_to_orders_to_leave() {
    let attacker = "2 INT(i3 h0 1y L3) + 1 CRU(i2 h1 c1 1y)";
    let plan = plan(attacker, "2 INT(i3 h0 1y) + 1 CRU(i2 h1 c1 1y)");
    for objective in [Objective::Win, Objective::CpSwing] {
        let (value, odds) = solve_best(&plan.with_best_play([true, true]), objective).unwrap();
        assert!((odds.outcomes.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(odds.units[0].retreated.iter().sum::<f64>() > 0.1);
        let mean_loss = |side: usize| -> f64 {
            let loss = odds.sides[side].loss.iter();
            loss.flat_map(|of| of.iter().enumerate().map(|(cost, p)| cost as f64 * p))
                .sum()
        };
        let expected = match objective {
            Objective::Win => odds.outcomes[0],
            Objective::CpSwing => mean_loss(1) - mean_loss(0),
        };
        assert!((value - expected).abs() < 1e-9, "{value} {expected}");
    }
}

// Best play is at least as good as any rule, against the same enemy, for either side.
#[test]
fn no_rule_beats_best_play() {
    let (attacker, defender) = (
        "2 INT(i3 h0 c0 1y) + 1 CRU(i2 h1 c1 1y)",
        "1 INT(i3 h0 c2 1o) + 1 CRU(i2 h2 c1 1y)",
    );
    for side in Side::BOTH {
        let fixed = [
            Assignment::Largest,
            Assignment::Smallest,
            Assignment::Threat,
            Assignment::NonPlayer(Equals::Focus),
        ];
        let mut best = plan_of(force(Side::Attacker, attacker), force(Side::Defender, defender));
        best.orders[side.index()].assignment = Assignment::Optimal;
        let (value, _) = solve_best(&best, Objective::Win).unwrap();
        for assignment in fixed {
            let mut plan = best.clone();
            plan.orders[side.index()].assignment = assignment;
            let found = solve(&plan).unwrap().outcomes[0];
            let better = if side == Side::Attacker {
                value >= found - 1e-12
            } else {
                value <= found + 1e-12
            };
            assert!(better, "{side:?} {assignment:?}: {found} against {value}");
        }
    }
}

// Stopped after three rounds, best play is the play of what is left of them; a lone pair has no choice.
#[test]
fn best_play_of_a_battle_that_is_stopped_early() {
    let mut pair = plan("1 CRU(i3 h2 1y)", "1 CRU(i2 h1 c1 1y)");
    let mut fleets = plan(
        "2 INT(i3 h0 1y) + 1 CRU(i2 h1 c1 1y)",
        "2 INT(i3 h0 1y) + 1 CRU(i2 h1 c1 1y)",
    );
    for plan in [&mut pair, &mut fleets] {
        plan.stop = Stop {
            round: 3,
            stalemate: false,
        };
    }
    let (value, odds) = solve_best(&pair.with_best_play([true, true]), Objective::Win).unwrap();
    close(value, solve(&pair).unwrap().outcomes[0], 1.0);
    assert_eq!(odds.rounds[2].len(), 4);
    let (value, odds) = solve_best(&fleets.with_best_play([true, false]), Objective::Win).unwrap();
    close(value, odds.outcomes[0], 1.0);
    assert!(value >= solve(&fleets).unwrap().outcomes[0] - 1e-12);
}

// Nothing is too large to be refused or simulated, whatever is written.
#[test]
fn battles_of_any_size_are_refused_or_fought() {
    let dice = "9y 9o 9r 9p m:9y m:9r";
    let fleet = format!("20 INT(i3 h0 c1 {dice}) + 9 DRE(i1 h9 c1 {dice})");
    let mut large = plan(&fleet, &format!("{fleet} [PD rerolls 2]"));
    assert_eq!(solve(&large), Err(Refusal::TooManyStates));
    assert_eq!(
        solve_best(&large.with_best_play([true; 2]), Objective::Win).map(|_| ()),
        Err(Refusal::TooManyStates)
    );
    large.slots[0].hull = 40;
    assert_eq!(simulated(&large, 0, 3, 1).battles(), 3);
    // Nobody there, or nobody against.
    let mut empty = plan("1 INT(i3 1y)", "1 INT(i3 1y)");
    empty.slots[0].damage.clear();
    close(solve(&empty).unwrap().outcomes[1], 1.0, 1.0);
    empty.slots[1].damage.clear();
    close(solve(&empty).unwrap().outcomes[2], 1.0, 1.0);
    assert_eq!(simulated(&empty, 0, 100, 1).outcomes, [0, 0, 100]);
}
