//! Hexes with several parties, population and reputation.

use crate::{parties, read};
use broadside::engine::exact::Refusal;
use broadside::engine::volley::{Left, Plan, solve_best, solve_showing};
use broadside::engine::{Amount, Settings};
use broadside::lab::hex::{HexTally, Weigh, fight, resolve};
use broadside::rules::eclipse::Hex;
use broadside::rules::eclipse::population::damage;
use broadside::spec::eclipse::Target;
use broadside::spec::{Place, Spanned};
use std::sync::atomic::AtomicBool;

struct Exactly;

impl Weigh for Exactly {
    type Failed = Refusal;

    fn weigh(&mut self, plan: &Plan, weight: f64, show: &mut dyn FnMut(&Left<'_>, f64)) -> Result<f64, Refusal> {
        let tally = solve_showing(plan, &mut |left, p| show(left, p * weight))?;
        Ok(tally.tail * weight)
    }
}

fn solved(hex: &Hex) -> HexTally {
    resolve(hex, 1.0, &mut Exactly).unwrap()
}

fn hex(fleets: &[&str], owner: Option<usize>, population: Option<u32>) -> Hex {
    let mut written = parties(fleets);
    let place = Place::argument("file", "true");
    if let Some(owner) = owner {
        written.parties[owner].owner = Some(Spanned::new(true, place.clone()));
    }
    written.population = population.map(|cubes| Spanned::new(cubes, place));
    read(&written)
}

#[track_caller]
fn near(what: &str, found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1.5e-6, "{what}: {found}, not {wanted}");
}

fn wins(hex: &Hex, wanted: &[f64]) {
    let tally = solved(hex);
    for (party, wanted) in tally.parties.iter().zip(wanted) {
        near("wins", party.wins, *wanted);
    }
    let sum: f64 = tally.parties.iter().map(|party| party.wins).sum();
    near("all", sum + tally.nobody + tally.undecided, 1.0);
}

// Who entered last and the one before fight first. Between equal interceptors the defender, who
// entered earlier, wins 6/11, so the first fight is won by the second party with 6/11 and by the third
// with 5/11. The survivor is unhurt and attacks the first party, who wins 6/11 = 66/121; the second
// wins 6/11·5/11 = 30/121, the third 5/11·5/11 = 25/121.
#[test]
fn three_interceptors() {
    let hex = hex(&["1 interceptor", "1 interceptor", "1 interceptor"], None, None);
    assert_eq!(hex.order(), [2, 1, 0]);
    wins(&hex, &[66.0 / 121.0, 30.0 / 121.0, 25.0 / 121.0]);
}

#[test]
fn the_ancient_waits_for_the_survivor_and_his_damage() {
    let hex = hex(&["1 ancient", "2 cruiser", "2 cruiser"], None, None);
    wins(&hex, &[0.691255, 0.192478, 0.116267]);
}

#[test]
fn the_owner_of_the_hex_fights_last_and_defends() {
    let hex = hex(&["1 dreadnought", "2 cruiser", "3 interceptor"], Some(1), None);
    assert_eq!(hex.order(), [2, 0, 1]);
    assert_eq!(hex.sides(0, 1), [0, 1]);
    wins(&hex, &[0.163028, 0.817658, 0.019314]);
}

#[test]
fn survivors() {
    for (attacker, defender, wanted) in [
        ("2 cruiser", "1 ancient", &[0.332005, 0.265264, 0.402731][..]),
        (
            "4 interceptor",
            "1 ancient",
            &[0.290913, 0.054123, 0.126300, 0.216903, 0.311762],
        ),
        ("2 cruiser", "1 dreadnought", &[0.413105, 0.238947, 0.347947]),
    ] {
        let tally = solved(&hex(&[defender, attacker], None, None));
        for (found, wanted) in tally.parties[1].survivors[0].iter().zip(wanted) {
            near(attacker, *found, *wanted);
        }
    }
}

// Each ship that is left fires its cannons once at population without shields: two cruisers left,
// each hitting with 2/6, destroy a cube with 5/9 and two with 1/9.
#[test]
fn population() {
    for (attacker, defender, at_least) in [
        ("2 cruiser", "1 ancient", &[0.312161, 0.044748][..]),
        ("4 interceptor", "1 ancient", &[0.300406, 0.060711, 0.006056, 0.000241]),
        ("2 cruiser", "1 dreadnought", &[0.272953, 0.038661]),
    ] {
        let tally = solved(&hex(&[defender, attacker], None, Some(at_least.len() as u32)));
        let cubes = tally.parties[1].cubes.clone().unwrap();
        near("all cases", cubes.iter().sum(), 1.0);
        for (k, wanted) in at_least.iter().enumerate() {
            near(attacker, cubes[k + 1..].iter().sum(), *wanted);
        }
    }
}

// A ship that is left in three of four cases and hits with a 5 or 6 destroys a cube with 3/4 · 1/3. One
// interceptor left or two, with 1/2 each, which hit with a 6: one cube or more with 1/2 · 6/36 + 1/2 · 11/36,
// two with 1/2 · 1/36.
#[test]
fn population_by_the_ships_left() {
    let ship = |values: &str| read(&parties(&[values, "1 ancient"])).parties[0].groups[0].ship;
    let (computer, plain) = (ship("1 cruiser(c1 1y m:4r)"), ship("1 interceptor(1y)"));
    near("computer", 0.75 * damage([(1, &computer)])[1], 0.25);
    let (one, two) = (damage([(1, &plain)]), damage([(2, &plain)]));
    near("one or more", 0.5 * one[1] + 0.5 * (two[1] + two[2]), 17.0 / 72.0);
    near("two", 0.5 * two[2], 1.0 / 72.0);
}

#[test]
fn bombs_absorbers_and_owners() {
    let cubes = |attacker: &str, technology: Option<&str>, species: Option<&str>| {
        let mut written = parties(&["1 interceptor(i0)", attacker]);
        let spanned = |text: &str| Spanned::new(text.to_owned(), Place::argument("file", text));
        written.parties[0].owner = Some(Spanned::new(true, Place::argument("file", "true")));
        written.parties[0].species = species.map(spanned);
        written.parties[0].technologies = technology.map(spanned).into_iter().collect();
        written.parties[1].species = Some(spanned("orion"));
        written.population = Some(Spanned::new(2, Place::argument("file", "2")));
        solved(&read(&written)).cubes.unwrap()
    };
    // Orion ships carry neutron bombs: all cubes fall to a ship that is sure to be left.
    near("bombs", cubes("1 cruiser(1y)", None, None)[2], 1.0);
    // Absorbers: one die that hits on a 6 takes one cube with 1/6.
    let absorbed = cubes("1 cruiser(1y)", Some("neutron-absorber"), None);
    near("absorber", absorbed[1], 1.0 / 6.0);
    // The population of the Planta falls all the same.
    near(
        "planta",
        cubes("1 cruiser(1y)", Some("neutron-absorber"), Some("planta"))[2],
        1.0,
    );
}

// An interceptor with missiles that always come first and a computer of 9 hits with 5/6. It draws one
// tile for taking part and one for the interceptor that it destroys; the loser draws one, and does so
// first if it entered first.
#[test]
fn reputation() {
    let mut written = parties(&["1 interceptor(i0)", "1 interceptor(i9 c9 m:1y)"]);
    written.reputation = Some(Spanned::new(vec![3, 2], Place::argument("file", "bag")));
    let tally = solved(&read(&written));
    // 1/6: nobody has a cannon and the attacker is destroyed. The defender then draws two tiles.
    near("attacker draws two", tally.parties[1].tiles[2], 5.0 / 6.0);
    near("defender draws two", tally.parties[0].tiles[2], 1.0 / 6.0);
    // First the defender: one tile of 3 ones and 2 twos is a two with 2/5; two tiles hold a two with
    // 1 − 3/5·2/4 = 7/10. Together 5/6·2/5 + 1/6·7/10 = 9/20.
    near("defender's best", tally.parties[0].best[2], 9.0 / 20.0);
    // Then the attacker. The defender kept a two (2/5): two of 3 ones and 1 two hold it with 1/2; or a
    // one (3/5): two of 2 ones and 2 twos hold a two with 5/6. 2/5·1/2 + 3/5·5/6 = 7/10. After a lost
    // battle one tile: the defender kept a two (7/10): 1/4, or a one (3/10): 2/4; 13/40.
    near(
        "attacker's best",
        tally.parties[1].best[2],
        5.0 / 6.0 * 0.7 + 1.0 / 6.0 * 13.0 / 40.0,
    );
}

// Whose ships have all retreated draws nothing for taking part.
#[test]
fn retreat_costs_the_tile() {
    let mut written = parties(&["1 interceptor(i0 h3 1y)", "1 interceptor(i9)"]);
    written.parties[1].policy.retreat = Some(Spanned::new(
        broadside::spec::eclipse::Retreat::AfterRound(1),
        Place::argument("file", "retreat"),
    ));
    let tally = solved(&read(&written));
    // It goes to the edge in round 2 before the enemy fires, and leaves in round 3: the enemy fires
    // twice, and misses with (5/6)².
    near("leaves", tally.parties[1].retreated[0], 25.0 / 36.0);
    near("draws none", tally.parties[1].tiles[0], 25.0 / 36.0);
    near("the owner wins", tally.parties[0].wins, 1.0);
    near("nothing lost", tally.parties[1].loss[0], 25.0 / 36.0);
}

#[test]
fn luminary() {
    let mut hex = hex(
        &[
            "1 dreadnought(i1 h3) + 1 interceptor(i1 h1 c2 1r)",
            "1 interceptor(i3 h2 c2 3y)",
        ],
        None,
        None,
    );
    hex.parties[1].policy.target = Target::Npc;
    near(
        "by the rule of non-player ships",
        solved(&hex).parties[1].wins,
        0.634894222,
    );
    let plan = broadside::rules::eclipse::lower(
        &crate::battle("4 cruiser(i2 h1 1y repair1)", "4 cruiser(i2 h1 1y repair1)"),
        [1, 0],
        None,
    );
    let best = solve_best(
        &plan.with_best_play([true, true]),
        broadside::engine::exact::Objective::Win,
    );
    near("repairs", best.unwrap().0, 0.478558660);
}

#[test]
fn hexes_fought_with_dice_agree() {
    for (fleets, owner) in [
        (&["1 interceptor", "1 interceptor", "1 interceptor"][..], None),
        (&["1 ancient", "2 cruiser", "2 cruiser"], None),
        (
            &[
                "1 dreadnought",
                "2 cruiser(i2 h1 c1 1y m:1o)",
                "3 interceptor",
                "1 guardian",
            ],
            Some(1),
        ),
    ] {
        let hex = hex(fleets, owner, Some(2));
        let (exact, battles) = (solved(&hex), 40_000);
        let settings = |threads| Settings {
            seed: 5,
            amount: Amount::Battles(battles),
            threads,
        };
        let run = |threads| fight(&hex, &settings(threads), &|_, _| (), &AtomicBool::new(false)).tally;
        let fought = run(1);
        assert_eq!(fought, run(3));
        let close = |what: &str, counted: f64, p: f64| {
            let n = battles as f64;
            let error = (p * (1.0 - p) / n).sqrt().max(1e-4);
            let z = (counted / n - p) / error;
            assert!(z.abs() < 4.5, "{fleets:?} {what}: {} against {p}", counted / n);
        };
        close("nobody", fought.nobody, exact.nobody);
        for (fought, exact) in fought.parties.iter().zip(&exact.parties) {
            close("wins", fought.wins, exact.wins);
            for (fought, exact) in fought.survivors.iter().zip(&exact.survivors) {
                fought
                    .iter()
                    .zip(exact)
                    .for_each(|(fought, exact)| close("survivors", *fought, *exact));
            }
            fought
                .tiles
                .iter()
                .zip(&exact.tiles)
                .for_each(|(fought, exact)| close("tiles", *fought, *exact));
            close("nothing lost", fought.loss[0], exact.loss[0]);
        }
    }
}
