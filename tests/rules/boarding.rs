//! Boarding and captured ships (19.0), Security Forces (20.0), loaded Transports (21.1.1).
//!
//! Chances are those of the program alone, with the working beside them; rounds shot by shot are the program's
//! own battles, fought with dice that are written down.

use crate::common::{Z, ratio};
use broadside::engine::replay::replay_rolls;
use broadside::engine::trace::{Event, Told, tell};
use broadside::engine::{Amount, Outcome, Plan, Settings, Tally, run};
use broadside::report::{Asked, Odds};
use broadside::rules::space_empires::{Battle, Board, Question, Retreat, Screen, Target, lower, resolve};
use broadside::spec::{Problems, Side, Source, engagement_from_shorthand, parse_engagement};
use std::sync::atomic::AtomicBool;

const BATTLES: u64 = 1_000_000;

fn read(attacker: &str, defender: &str) -> Result<Battle, String> {
    let mut problems = Problems::default();
    engagement_from_shorthand(attacker, defender)
        .map_err(|problems| problems.to_string())
        .and_then(|engagement| resolve(&engagement, &mut problems).ok_or_else(|| problems.to_string()))
}

/// A battle on its way to be looked at.
struct Case {
    battle: Battle,
    after_round: Option<u16>,
}

fn case(attacker: &str, defender: &str) -> Case {
    Case {
        battle: read(attacker, defender).unwrap_or_else(|faults| panic!("{faults}")),
        after_round: None,
    }
}

fn order(names: &[&str]) -> Board {
    Board::Order(names.iter().map(|&name| name.to_owned()).collect())
}

impl Case {
    fn with(mut self, change: impl FnOnce(&mut Battle)) -> Case {
        change(&mut self.battle);
        self
    }

    fn board(self, side: Side, board: Board) -> Case {
        self.with(|battle| battle.sides[side.index()].policy.board = board)
    }

    fn rule(self, name: &str, value: &str) -> Case {
        use broadside::rules::space_empires::catalog::{rule, rule_rows};
        let row = rule(name).expect("a rule of the table");
        let place = rule_rows()[row].values.iter().position(|(known, _)| known == value);
        self.with(|battle| battle.rules = battle.rules.with(row, place.expect("a value of the rule")))
    }

    /// As it stands after so many rounds.
    fn after(mut self, round: u16) -> Case {
        self.after_round = Some(round);
        self
    }

    fn plan(&self) -> Plan {
        let question = Question {
            after_round: self.after_round,
        };
        lower(&self.battle, question)
    }

    fn tally(&self) -> Tally {
        let settings = Settings {
            seed: 20,
            amount: Amount::Battles(BATTLES),
            threads: 0,
        };
        run(&self.plan(), &settings, &|_, _| (), &AtomicBool::new(false)).tally
    }

    /// The attacker's chance to be alone in the hex.
    fn attacker_wins(self, chance: f64) -> Case {
        let tally = self.tally();
        near("wins", share(tally.outcomes[Outcome::Attacker.index()]), chance);
        self
    }

    /// Of a group of one ship of the defender: the chance that it is in the attacker's hands, and the chance that
    /// it is neither there nor with its owner.
    fn defender_group(self, group: usize, captured: f64, destroyed: f64) -> Case {
        let (tally, plan) = (self.tally(), self.plan());
        let own = self.battle.sides[0].groups.len() + group;
        assert_eq!(plan.units[own].fielded, 1);
        let left = |row: usize, ships: usize| -> f64 {
            let counts = tally.units[row].survivors.iter();
            counts.map(|counts| counts.get(ships).map_or(0.0, |&n| share(n))).sum()
        };
        let taken = plan.captured_row(own).map_or(0.0, |row| left(row, 1));
        near("captured", taken, captured);
        near("destroyed", left(own, 0) - taken, destroyed);
        self
    }

    /// CP that both sides lose on average; what varies, varies by less than `spread` CP.
    fn lose(self, attacker: f64, defender: f64, spread: f64) -> Case {
        let tally = self.tally();
        for (side, expected) in Side::BOTH.into_iter().zip([attacker, defender]) {
            let losses = tally.sides[side.index()]
                .loss
                .iter()
                .flat_map(|loss| loss.iter().enumerate());
            let mean: f64 = losses.map(|(cp, &battles)| cp as f64 * share(battles)).sum();
            let tolerance = Z * spread / 2.0 / (BATTLES as f64).sqrt();
            assert!((mean - expected).abs() <= tolerance, "{side:?}: {mean}, not {expected}");
        }
        self
    }

    /// The battle that these rolls make.
    fn rolls(&self, rolls: &[u8]) -> Told {
        replay_rolls(&self.plan(), rolls).unwrap_or_else(|misfit| panic!("{misfit:?}"))
    }
}

fn share(battles: u64) -> f64 {
    battles as f64 / BATTLES as f64
}

fn near(what: &str, found: f64, expected: f64) {
    let tolerance = Z * (expected * (1.0 - expected) / BATTLES as f64).sqrt() + 1e-9;
    assert!(
        (found - expected).abs() <= tolerance,
        "{what}: {found}, not {expected} ± {tolerance}"
    );
}

/// What each shot of a round needs, in order.
fn needs(told: &Told, round: u16) -> Vec<u8> {
    let mut now = 0;
    let mut needs = Vec::new();
    for event in &told.events {
        match event {
            Event::Round { number, .. } => now = *number,
            Event::Shot { need, .. } if now == round => needs.push(*need),
            _ => {}
        }
    }
    needs
}

/// Ships in front, screened, and damage, of the slots of a row at the start of a round, where there are any.
fn present(told: &Told, plan: &Plan, row: usize, round: u16) -> Vec<(u8, u8, u8)> {
    let slots = told.events.iter().find_map(|event| match event {
        Event::Round { number, slots, .. } if *number == round => Some(slots),
        _ => None,
    });
    let slots = slots.expect("so many rounds");
    let own = plan.units[row].slots.iter().map(|&slot| slots[slot]);
    own.filter(|&(front, back, _)| front + back > 0).collect()
}

// 19.2.1: Attack Strength less Hull Size, whatever is fired at it before: a lone enemy can't destroy a Boarding
// Ship of two hulls in one round. F5 against hulls of 1, 2 and 3: 4, 3 and 2 tenths; F6 one more.
#[test]
fn a_hit_captures_whatever_the_hull() {
    for (boarder, target, tenths) in [
        ("1 BD", "1 SC", 4),
        ("1 BD", "1 CA", 3),
        ("1 BD", "1 BB", 2),
        ("1 BD board2", "1 SC", 5),
        ("1 BD board2", "1 DN", 3),
        ("1 BD", "1 T", 4),
    ] {
        case(boarder, target)
            .after(1)
            .defender_group(0, ratio(tenths, 10), 0.0)
            .attacker_wins(ratio(tenths, 10));
    }
}

// 20.0: Security Forces add 1 or 2 to the hull; a roll of 1 captures all the same (19.1): F5 against 3 + 2.
#[test]
fn security_forces_resist_but_a_1_always_captures() {
    for (boarder, target, tenths) in [
        ("1 BD", "1 SC security1", 3),
        ("1 BD", "1 SC security2", 2),
        ("1 BD board2", "1 CA security2", 2),
        ("1 BD", "1 BB security2", 1),
        // 18.2: Aliens have Security Forces 1: 5 − 1 − 1.
        ("1 BD", "1 NPA-D4", 3),
    ] {
        case(boarder, target).after(1).defender_group(0, ratio(tenths, 10), 0.0);
    }
}

// Neither Defense technology nor the fleet size bonus counts: each of two against one has 3/10, and
// 1 − (7/10)² capture it. A Cruiser's one shot a round destroys neither.
#[test]
fn nothing_else_counts() {
    case("2 BD", "1 CA d2").after(1).defender_group(0, ratio(51, 100), 0.0);
    case("2 BD", "1 CA d2 a2 t3")
        .after(1)
        .defender_group(0, ratio(51, 100), 0.0);
}

// 19.2.1, 37.4: a Legendary Cruiser counts as one larger and is two levels above a Veteran: 5 − 3 − 1. A higher level
// is worth one: 5 + 1 − 2. The Cruiser's one shot a round destroys neither.
#[test]
fn levels_of_experience_count() {
    case("1 BD veteran", "1 CA legendary")
        .after(1)
        .defender_group(0, 0.1, 0.0);
    case("1 BD veteran", "1 CA skilled")
        .after(1)
        .defender_group(0, 0.4, 0.0);
}

// A lone Scout fires first, with 3/10 at two hulls, and is captured with 4/10. Once hit the Boarding Ship wins
// with w₁ = 7/10·(4/10 + 6/10·w₁), so 14/29; unhurt with w₀ = 7/10·(4/10 + 6/10·w₀) + 3/10·(4/10 + 6/10·w₁), so
// 706/841. In asteroids and nebulae it is F-Class still (5.2): with better Tactics it would fire first as E-Class.
// The winner has lost nothing, and the Scout is a loss at its price.
#[test]
fn a_duel_with_a_scout_in_any_terrain() {
    let win = ratio(706, 841);
    case("1 BD t1", "1 SC")
        .attacker_wins(win)
        .defender_group(0, win, 0.0)
        .lose(12.0 * (1.0 - win), 6.0 * win, 12.0);
    case("1 BD t1", "1 SC")
        .with(|battle| battle.terrain.asteroids = true)
        .attacker_wins(win);
    case("1 BD t1", "1 SC")
        .with(|battle| battle.terrain.nebula = true)
        .attacker_wins(win);
}

// Boarding Ships may be boarded: 3/10 each, the defender first.
#[test]
fn boarding_ships_may_be_boarded() {
    case("1 BD", "1 BD").attacker_wins(ratio(7, 17));
}

// 19.2.2: F1 against what can't be boarded, with the fleet size bonus and normal damage: a 1 against one Shipyard;
// two against one hit with 2/10 each, so that 36/100 destroy it. Attack technology is for no Boarding Ship.
#[test]
fn guns_against_what_cannot_be_boarded() {
    case("1 BD", "1 SY").after(1).defender_group(0, 0.0, ratio(1, 10));
    case("2 BD", "1 SY").after(1).defender_group(0, 0.0, ratio(36, 100));
    case("2 BD a3", "1 SY").after(1).defender_group(0, 0.0, ratio(36, 100));
    // Three hulls: no one round destroys a Base.
    case("2 BD", "1 Base").after(1).defender_group(0, 0.0, 0.0);
    // 22.0: nor does anything hit a Titan: 1 + 1 less 3, and no automatic hit on it.
    let plan = case("2 BD", "1 TN").plan();
    assert!(plan.steps.iter().all(|step| !step.boards()));
}

// 21.1.1: a Transport with something aboard (defense 1) is fired at, an empty one is boarded.
#[test]
fn loaded_transports_cannot_be_boarded() {
    case("1 BD", "1 T loaded").after(1).defender_group(0, 0.0, ratio(1, 10));
    case("1 BD", "1 T").after(1).defender_group(0, ratio(4, 10), 0.0);
    let battle = read("1 SC", "2 T loaded gc3").unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(battle.sides[1].groups[0].label, "T gc3 loaded");
    let fault = read("1 SC", "2 CA loaded").expect_err("only Transports are loaded");
    assert!(fault.contains("CA is no Transport"), "{fault}");
}

// 25.5.2: no boarding in a quantum filament, but a shot with F1; and none by a policy of `never`.
#[test]
fn a_filament_and_a_policy_leave_the_guns() {
    let gun = ratio(1, 10);
    case("1 BD", "1 SC")
        .with(|battle| battle.terrain.quantum_filament = true)
        .after(1)
        .defender_group(0, 0.0, gun);
    case("1 BD", "1 SC")
        .board(Side::Attacker, Board::Never)
        .after(1)
        .defender_group(0, 0.0, gun);
}

// 25.7.4: a Pirate is destroyed where others are captured.
#[test]
fn pirates_destroy_themselves() {
    case("1 BD", "1 Pirate").after(1).defender_group(0, 0.0, ratio(4, 10));
}

// 15.1.1: the Carrier can't be boarded behind a Fighter, which is fired at with F1. With the bonus of two against
// one the Fighter (5 + 1) and the Carrier (3 + 1) destroy the Boarding Ship before with 6/10·4/10.
#[test]
fn carriers_behind_fighters_cannot_be_boarded() {
    case("1 BD", "1 CV + 1 F")
        .after(1)
        .defender_group(1, 0.0, 0.76 * 0.1)
        .defender_group(0, 0.0, 0.0);
}

// 19.3. Round 1: a Scout captured by the Boarding Ship's 4. In round 2 it neither fires nor counts: three against
// two have no fleet size bonus, as four would. In round 3 it does: four against two, and the needs of the two
// Scouts and of the captured one are one better; boarding attacks have no bonus.
#[test]
fn captured_ships_neither_fire_nor_count_in_the_next_round() {
    let case = case("2 SC + 1 BD", "3 SC").after(3);
    let rolls = [
        &[10, 10, 10, 10, 10, 4][..],
        &[10, 10, 10, 10, 10],
        &[10, 10, 10, 10, 10, 10],
    ];
    let told = case.rolls(&rolls.concat());
    assert_eq!(needs(&told, 1), [3, 3, 3, 3, 3, 4]);
    assert_eq!(needs(&told, 2), [3, 3, 3, 3, 4]);
    assert_eq!(needs(&told, 3), [3, 3, 4, 4, 4, 4]);
    let ready = told
        .events
        .iter()
        .filter(|event| matches!(event, Event::Ready { ships: 1, .. }));
    assert_eq!(ready.count(), 1);
    assert_eq!((told.remains.survived[2], told.remains.survived[3]), (2, 1));
}

// The enemy of the captured counts neither: two Scouts against one and a Boarding Ship, which takes one of them.
// In round 2 the lone Scout left faces two that count, who have the bonus. If the captured one counted for its
// captor's screens, one more could be screened: two to one may screen one.
#[test]
fn captured_ships_may_be_screened_within_the_difference() {
    let screening = |value: &str| {
        let case = case("1 SC + 1 BD", "2 SC")
            .with(|battle| battle.sides[0].policy.screen = Screen::Weakest)
            .rule("captured-screening", value)
            .after(2);
        let beside = value == "beside";
        // Round 2: one enemy fires, then whoever is not screened of the Scout and the Boarding Ship.
        let last: &[u8] = if beside { &[10, 10] } else { &[10, 10, 10] };
        let told = case.rolls(&[&[10, 10, 10, 4][..], last].concat());
        let plan = case.plan();
        let of_row = |row: usize| present(&told, &plan, row, 2);
        (of_row(0), of_row(1), of_row(3))
    };
    let here = vec![(1, 0, 0)];
    let screened = vec![(0, 1, 0)];
    assert_eq!(screening("within"), (here.clone(), here.clone(), screened.clone()));
    assert_eq!(screening("beside"), (screened.clone(), here, screened));
}

// Where no enemy counts, none fires, and nobody is screened from him. In round 1 the attacker's Scout hits the Cruiser,
// his Boarding Ship, with better Tactics, takes the defender's Scout, and then both are taken themselves: he is left
// with that one Scout, which is of no use in round 2. So the wounded Cruiser is not screened.
#[test]
fn nobody_screens_from_captured_ships_alone() {
    let case = case("1 SC + 1 BD t1", "1 CA + 1 SC + 2 BD")
        .with(|battle| {
            battle.sides[0].policy.target = Target::Order(vec!["CA".to_owned()]);
            battle.sides[1].policy.screen = Screen::Wounded;
        })
        .board(Side::Attacker, order(&["SC"]))
        .board(Side::Defender, order(&["BD"]))
        .after(2);
    let told = case.rolls(&[10, 10, 1, 1, 1, 1, 10, 10, 10]);
    let plan = case.plan();
    assert_eq!(present(&told, &plan, 2, 2), [(1, 0, 1)]);
    assert_eq!(told.remains.survived[..5], [0, 0, 1, 0, 2]);
    assert_eq!(told.remains.loss(&plan.units, Side::Attacker), 18);
}

// Damage stays on a captured ship: a Battleship hit once and then captured is destroyed by two more hits, which is
// nobody's loss but that of who brought it.
#[test]
fn damage_stays_and_captors_lose_nothing() {
    let case = case("1 CA + 1 BD", "1 BB + 1 DD")
        .board(Side::Attacker, order(&["BB"]))
        .with(|battle| {
            for side in 0..2 {
                battle.sides[side].policy.target = Target::Order(vec!["BB".to_owned()]);
            }
        })
        .after(2);
    let plan = case.plan();
    // The Battleship and the Cruiser fire, the Cruiser hits; the Destroyer misses; the boarding succeeds on a 2.
    // Round 2: of the attacker's ships the Cruiser fires at the Destroyer, and the Destroyer hits the Battleship.
    let told = case.rolls(&[10, 1, 10, 2, 10, 1, 10]);
    assert_eq!(present(&told, &plan, 4, 2), [(1, 0, 0)]);
    let slot = *plan.units[4]
        .slots
        .iter()
        .find(|&&slot| plan.slots[slot].hull == 2)
        .expect("a damaged one");
    assert_eq!(plan.slots[slot].unit, 4);
    assert_eq!(told.remains.survived, [1, 1, 0, 1, 1, 0]);
    let third = Case {
        battle: case.battle.clone(),
        after_round: Some(3),
    };
    let told = third.rolls(&[10, 1, 10, 2, 10, 1, 10, 10, 10, 1, 10]);
    assert_eq!(told.remains.survived, [1, 1, 0, 1, 0, 0]);
    assert_eq!(told.remains.loss(&plan.units, Side::Attacker), 0);
    assert_eq!(told.remains.loss(&plan.units, Side::Defender), 20);
}

// 5.6: who fires picks the ship, an unhurt one if there is one. The other option takes the wounded one.
#[test]
fn an_unhurt_ship_or_the_wounded_one() {
    let taken = |value: &str| {
        let case = case("1 CA + 1 BD", "2 CA").rule("boarded-ship", value).after(2);
        // The defender's two miss, the Cruiser hits, the Boarding Ship captures; in round 2 everybody misses.
        let told = case.rolls(&[10, 10, 1, 3, 10, 10, 10]);
        let plan = case.plan();
        let slot_hull = |row: usize| {
            let slots = told.events.iter().rev().find_map(|event| match event {
                Event::Round { slots, .. } => Some(slots),
                _ => None,
            });
            let slots = slots.expect("a round");
            let own = plan.units[row].slots.iter().find(|&&slot| slots[slot].0 > 0);
            own.map(|&slot| plan.slots[slot].hull - slots[slot].2)
        };
        (slot_hull(2), slot_hull(3))
    };
    assert_eq!(taken("unhurt"), (Some(1), Some(2)));
    assert_eq!(taken("wounded"), (Some(2), Some(1)));
}

// Both board the Scout first. Round 1: the defender takes the lone Boarding Ship with 3/10 and has won; else it
// takes the Scout with 4/10: 28/100. Round 2 from there: the Scout is taken back with 4/10, and then taken again
// with 4/10, else kept: 6/10 + 16/100. From the 42/100 without a capture: the Scout, with the fleet size bonus of
// two to one, has destroyed it with two hits of 4/10 each; else the defender misses with 7/10 and 4/10 take the
// Scout. Together 28/100·76/100 + 42/100·84/100·28/100.
#[test]
fn captured_ships_are_recaptured() {
    let captured = 0.28 * 0.76 + 0.42 * 0.84 * 0.28;
    case("1 BD", "1 SC + 1 BD")
        .board(Side::Attacker, order(&["SC"]))
        .board(Side::Defender, order(&["SC"]))
        .after(2)
        .defender_group(0, captured, 0.0);
}

// Taken back a ship is its owner's again, in its own row and without a loss, and as little of use as before: it
// fires in the second round after.
#[test]
fn recaptured_ships_count_as_their_owner_s() {
    let case = case("1 BD", "1 SC + 1 BD")
        .board(Side::Attacker, order(&["SC"]))
        .board(Side::Defender, order(&["SC"]))
        .after(4);
    // Round 1: Scout and Boarding Ship miss, the Scout is taken. Round 2: it is taken back. Round 3: it neither
    // fires nor counts, so two Boarding Ships roll alone. Round 4: it fires with the bonus of two to one.
    let told = case.rolls(&[10, 10, 4, 4, 10, 10, 10, 10, 10, 10]);
    assert_eq!(needs(&told, 2), [4, 4]);
    assert_eq!(needs(&told, 3), [3, 4]);
    assert_eq!(needs(&told, 4), [4, 3, 4]);
    assert_eq!(told.remains.survived, [1, 1, 1, 0, 0, 0]);
    assert_eq!(told.remains.loss(&case.plan().units, Side::Defender), 0);
}

// 19.3, 20.0: the captured ship has its captor's Security Forces, Aliens keep their own.
#[test]
fn captured_ships_have_their_captor_s_security() {
    let need_back = |attacker: &str, defender: &str| {
        let case = case(attacker, defender)
            .board(Side::Defender, order(&["SC"]))
            .board(Side::Attacker, order(&["SC"]));
        let plan = case.plan();
        let row = plan.captured_row(1).expect("a Scout to take");
        let back = plan
            .steps
            .iter()
            .find(|step| plan.slots[step.shooter].unit == 2)
            .expect("its Boarding Ship");
        back.aims
            .iter()
            .find(|aim| plan.slots[aim.target].unit == row)
            .map(|aim| aim.need)
    };
    assert_eq!(need_back("1 BD", "1 SC security2 + 1 BD"), Some([4, 4]));
    assert_eq!(need_back("1 BD security2", "1 SC + 1 BD"), Some([2, 2]));
}

// A captured ship leaves as its captor's policy says, but not in the first full round after its capture: Round 1
// takes it, in round 2 the Boarding Ship leaves and the captured Scout may not.
#[test]
fn captured_ships_do_not_retreat_at_once() {
    let case = case("1 BD", "2 SC")
        .with(|battle| battle.sides[0].policy.retreat = Retreat::AfterRound(1))
        .after(3);
    // Round 1: two miss, it captures one. Round 2: the last Scout misses the Boarding Ship, which leaves.
    // Round 3: the last Scout fires at the captured one first: it misses, and that leaves as well.
    let told = case.rolls(&[10, 10, 4, 10, 10]);
    assert_eq!(told.remains.retreated, [1, 0, 1]);
    assert_eq!(told.remains.outcome, Outcome::Defender);
    assert_eq!(told.remains.loss(&case.plan().units, Side::Defender), 6);
}

// 36.5.5, 19.2.1: out of supply the printed strength counts still (4/10), or by the option 5 − 3, less 1: a 1.
#[test]
fn supply_and_boarding() {
    case("1 BD oos", "1 SC").after(1).defender_group(0, ratio(4, 10), 0.0);
    case("1 BD oos", "1 SC")
        .rule("boarding-strength", "present")
        .after(1)
        .defender_group(0, ratio(1, 10), 0.0);
}

// The figures of a result: what one side has lost to the other is among the other's.
#[test]
fn results_tell_what_was_captured() {
    let case = case("1 BD", "1 SC").after(1);
    let asked = Asked {
        settings: Settings {
            seed: 0,
            amount: Amount::Battles(BATTLES),
            threads: 0,
        },
        after_round: Some(1),
        objective: broadside::engine::exact::Objective::Win,
    };
    let plan = case.plan();
    let run = run(&plan, &asked.settings, &|_, _| (), &AtomicBool::new(false));
    let odds = Odds::new(&case.battle, &plan, &run, &asked);
    let scout = &odds.sides[1].units[0];
    near("captured", scout.captured, 0.4);
    // Captured and not destroyed, and a loss all the same.
    assert_eq!(scout.lost().map(|lost| lost < 1e-9), Some(true));
    near("lost", scout.lost_cp().expect("battles") / 6.0, 0.4);
    let won = odds.given[0].as_ref().expect("some were won");
    assert!((won.sides[1].captured[0] - 1.0).abs() < 1e-9);
    let taken = &odds.sides[0].captured[0];
    assert_eq!((taken.group, taken.label.as_str()), (0, "SC"));
    near("taken", taken.mean().expect("battles"), 0.4);
    assert!(odds.sides[1].captured.is_empty());
    near("left", odds.sides[0].left.probability[2], 0.4);
}

// No ship comes from nowhere, whatever happens: of each group as many are left, gone, captured and destroyed as
// there were.
#[test]
fn ships_are_neither_made_nor_lost() {
    let case = case(
        "2 BD + 3 CA a1 + 2 SC + 1 CV + 3 F",
        "2 BD board2 + 2 BB security1 + 3 DD + 2 SC pd1",
    )
    .with(|battle| {
        battle.sides[0].policy.screen = Screen::Wounded;
        battle.sides[1].policy.screen = Screen::Weakest;
        battle.sides[1].policy.retreat = Retreat::Wounded;
    });
    let plan = case.plan();
    let groups = plan.units.iter().filter(|unit| unit.captured.is_none()).count();
    let mut taken = 0;
    for number in 0..2000 {
        let told = tell(&plan, 5, number);
        let of = |row: usize| u32::from(told.remains.survived[row]) + u32::from(told.remains.retreated[row]);
        for row in 0..groups {
            let captured = plan.captured_row(row).map_or(0, of);
            taken += captured;
            assert!(
                of(row) + captured <= u32::from(plan.units[row].fielded),
                "battle {number}, row {row}"
            );
        }
        for event in &told.events {
            let Event::Round { slots, .. } = event else { continue };
            for row in 0..groups {
                let here = |row: usize| -> u32 {
                    let slots = plan.units[row].slots.iter().map(|&slot| slots[slot]);
                    slots.map(|(front, back, _)| u32::from(front) + u32::from(back)).sum()
                };
                let all = here(row) + plan.captured_row(row).map_or(0, here);
                assert!(all <= u32::from(plan.units[row].fielded), "battle {number}, row {row}");
            }
            for (slot, &(front, back, hurt)) in slots.iter().enumerate() {
                assert!(
                    hurt < plan.slots[slot].hull && (hurt == 0 || front + back > 0),
                    "battle {number}, slot {slot}"
                );
            }
        }
    }
    assert!(taken > 500, "{taken}");
}

// Slots have a limit, which is told and not run into.
#[test]
fn too_many_groups_are_a_fault() {
    let groups = |with: &str| {
        let levels = (0..23).map(|at| format!("1 CA a{} d{} t{}", at % 3, at / 3 % 3, at / 9));
        format!("{with} + {}", levels.collect::<Vec<_>>().join(" + "))
    };
    let fault = read(&groups("1 BD"), &groups("1 BD")).expect_err("too many");
    assert!(fault.contains("too many groups beside Boarding Ships"), "{fault}");
    assert!(read(&groups("1 SC"), &groups("1 SC")).is_ok());
}

#[test]
fn policies_and_cargo_are_read_from_files() {
    let text = "[attacker]\nfleet = \"1 BD\"\n[attacker.policy]\nboard = [\"T\", \"SC\"]\n[defender]\n\
                [[defender.group]]\nunit = \"T\"\nloaded = true\n[[defender.group]]\nunit = \"SC\"\n\
                [defender.policy]\nboard = \"never\"\n";
    let mut problems = Problems::default();
    let engagement = parse_engagement(Source::new("e.toml", text), &mut problems);
    let battle = engagement.and_then(|engagement| resolve(&engagement, &mut problems));
    let battle = battle.unwrap_or_else(|| panic!("{problems}"));
    assert_eq!(battle.sides[0].policy.board, order(&["T", "SC"]));
    assert!(battle.sides[1].groups[0].loaded);
    let notes: Vec<&str> = battle.notes.iter().map(|note| note.message.as_str()).collect();
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(notes[0].contains("no Boarding Ships"), "{notes:?}");
    // The loaded Transport comes first, though it is fired at: so it was said.
    let plan = lower(&battle, Question::default());
    let step = plan.steps.iter().find(|step| step.boards()).expect("a boarder");
    assert_eq!((step.aims[0].boards, step.aims[0].need), (false, [1, 1]));
    assert_eq!((step.aims[1].boards, step.aims[1].need), (true, [4, 4]));
}
