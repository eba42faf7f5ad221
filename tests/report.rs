//! The formats against tallies made by hand, so that what they show can be checked by eye.

use broadside::engine::exact::Objective;
use broadside::engine::plan::{Aim, BestPlay, Flight, Leave, Leaving, Orders, Share, Slot, Step, Stop, UnitRow, When};
use broadside::engine::tally::{SideTally, UnitTally};
use broadside::engine::trace::{Event, Pick, Told};
use broadside::engine::{Amount, Outcome, Plan, Remains, Run, Settings, Tally};
use broadside::report::story::Found;
use broadside::report::{self, Asked, Look, Odds, TidyTable, Warning};
use broadside::rules::space_empires::catalog::{Role, Traits};
use broadside::rules::space_empires::{
    Battle, Board, Edition, Fleet, Gear, Group, Note, Policy, Retreat, Rules, Screen, Target, Terrain, Unit,
};
use broadside::spec::Side;
use std::time::Duration;

const PLAIN: Look = Look {
    width: None,
    colour: false,
};

fn group(name: &str, label: &str, count: u8, cost: u32, hull: u8) -> Group {
    let unit = Unit {
        name: name.to_owned(),
        title: name.to_owned(),
        role: Role::Combat,
        class: 2,
        attack: 4,
        defense: 1,
        hull,
        cost,
        maintenance: 1,
        max_attack: hull,
        max_defense: hull,
        can_retreat: true,
        moves: true,
        traits: Traits::default(),
        requires: String::new(),
        counters: 6,
        note: String::new(),
    };
    Group {
        unit,
        label: label.to_owned(),
        count,
        attack: 1,
        defense: 0,
        tactics: 0,
        gear: Gear::default(),
        out_of_supply: false,
        charge: None,
        experience: None,
        loaded: false,
        slips: false,
    }
}

fn policy(target: Target) -> Policy {
    Policy {
        target,
        finish_wounded: true,
        screen: Screen::None,
        keep_bonus: false,
        retreat: Retreat::Never,
        slip_away: false,
        board: Board::Value,
    }
}

/// 2 CA a1 and 1 SC of the attacker, 1 BB and a Decoy of the defender.
fn battle() -> Battle {
    let attacker = Fleet {
        name: "Blue | strike".to_owned(),
        groups: vec![group("CA", "CA a1", 2, 12, 2), group("SC", "SC", 1, 6, 1)],
        policy: policy(Target::Weakest),
        shields: Vec::new(),
    };
    let mut decoy = group("Decoy", "Decoy", 1, 1, 0);
    decoy.unit.role = Role::Decoy;
    let defender = Fleet {
        name: "Red wall".to_owned(),
        groups: vec![group("BB", "BB d1", 1, 20, 3), decoy],
        policy: Policy {
            retreat: Retreat::AfterRound(3),
            ..policy(Target::Value)
        },
        shields: Vec::new(),
    };
    Battle {
        edition: Edition::AllGoodThings,
        terrain: Terrain {
            asteroids: true,
            ..Terrain::default()
        },
        rules: Rules::default(),
        sides: [attacker, defender],
        notes: vec![Note {
            place: None,
            message: "SC carries attack 1, not 3: Hull Size 1 allows no more (9.2)".into(),
        }],
    }
}

fn plan() -> Plan {
    let slot = |side, unit, start, hull| Slot {
        side,
        unit,
        start,
        capacity: 2,
        hull,
        strength: 1,
        may_screen: true,
        carried: false,
        berths: 0,
    };
    let row = |side, fielded, cost, slots: &[usize]| UnitRow {
        side,
        fielded,
        cost,
        escorted: false,
        carried: false,
        slipped: false,
        slots: slots.to_vec(),
        captured: None,
    };
    let orders = Orders {
        screen: Vec::new(),
        keep_bonus: false,
        leaving: Leaving::Never,
        best: BestPlay::default(),
    };
    let units = vec![
        row(Side::Attacker, 2, 12, &[0, 1]),
        row(Side::Attacker, 1, 6, &[2]),
        row(Side::Defender, 1, 20, &[3]),
        row(Side::Defender, 1, 1, &[]),
    ];
    let slots = vec![
        slot(Side::Attacker, 0, 2, 2),
        slot(Side::Attacker, 0, 0, 1),
        slot(Side::Attacker, 1, 1, 1),
        slot(Side::Defender, 2, 1, 3),
    ];
    let shot = Step {
        shooter: 0,
        attacks: 1,
        share: Share::All,
        when: When::ALWAYS,
        damage: 1,
        aims: vec![Aim {
            target: 3,
            min_damage: 0,
            need: [4, 5],
            bar: None,
            boards: false,
        }],
        random: false,
        preferred: 0,
        leave: Leave::Never,
        salvo: Vec::new(),
        swallows: false,
        flight: Flight::None,
        promotion: None,
    };
    let leaves = Step {
        shooter: 3,
        leave: Leave::WithSide,
        aims: Vec::new(),
        ..shot.clone()
    };
    Plan::new(
        slots,
        units,
        vec![shot, leaves],
        [orders.clone(), orders],
        10,
        Stop {
            round: 1000,
            stalemate: true,
        },
    )
}

/// Counts at the given places.
fn counts(length: usize, at: &[(usize, u64)]) -> Vec<u64> {
    let mut counts = vec![0; length];
    at.iter().for_each(|&(place, count)| counts[place] = count);
    counts
}

/// A million battles: the attacker wins 600,000 with both CA or with one CA, the defender 399,900,
/// and 100 run into the round cap. In 1,000 of the attacker's wins the BB has retreated.
fn million() -> Tally {
    let survivors = |a: &[(usize, u64)], d: &[(usize, u64)], n: &[(usize, u64)], length| UnitTally {
        survivors: [counts(length, a), counts(length, d), counts(length, n)],
        retreated: [0; 3],
    };
    let mut bb = survivors(&[(0, 600_000)], &[(1, 399_900)], &[(1, 100)], 2);
    bb.retreated = [1_000, 0, 0];
    Tally {
        outcomes: [600_000, 399_900, 100],
        stopped: 100,
        rounds: [
            counts(4, &[(2, 200_000), (3, 400_000)]),
            counts(3, &[(1, 100_000), (2, 299_900)]),
            { counts(1001, &[(1000, 100)]) },
        ],
        units: vec![
            survivors(&[(1, 400_000), (2, 200_000)], &[(0, 399_900)], &[(1, 100)], 3),
            survivors(&[(0, 500_000), (1, 100_000)], &[(0, 399_900)], &[(0, 100)], 2),
            bb,
            UnitTally {
                survivors: [vec![600_000], vec![399_900], vec![100]],
                retreated: [0; 3],
            },
        ],
        sides: [
            SideTally {
                left: [
                    counts(4, &[(1, 400_000), (2, 100_000), (3, 100_000)]),
                    counts(1, &[(0, 399_900)]),
                    { counts(2, &[(1, 100)]) },
                ],
                loss: [
                    counts(19, &[(18, 400_000), (6, 100_000), (0, 100_000)]),
                    counts(31, &[(30, 399_900)]),
                    { counts(19, &[(18, 100)]) },
                ],
            },
            SideTally {
                left: [
                    counts(1, &[(0, 600_000)]),
                    counts(2, &[(1, 399_900)]),
                    counts(2, &[(1, 100)]),
                ],
                loss: [
                    counts(22, &[(1, 1_000), (21, 599_000)]),
                    counts(2, &[(1, 399_900)]),
                    counts(2, &[(1, 100)]),
                ],
            },
        ],
        ahead: [500_000, 0, 500_000],
        // From a loss of all 30 CP on.
        swing: counts(
            52,
            &[(1, 399_900), (13, 1_100), (33, 399_000), (45, 100_000), (51, 100_000)],
        ),
    }
}

fn nothing() -> Tally {
    let unit = || UnitTally {
        survivors: Default::default(),
        retreated: [0; 3],
    };
    let side = || SideTally {
        left: Default::default(),
        loss: Default::default(),
    };
    Tally {
        outcomes: [0; 3],
        stopped: 0,
        rounds: Default::default(),
        units: (0..4).map(|_| unit()).collect(),
        sides: [side(), side()],
        ahead: [0; 3],
        swing: Vec::new(),
    }
}

fn run_of(tally: Tally) -> Run {
    Run {
        tally,
        partial: false,
        look_level: None,
        elapsed: Duration::from_millis(50),
    }
}

fn asked(amount: Amount) -> Asked {
    Asked {
        settings: Settings {
            seed: 7,
            amount,
            threads: 0,
        },
        after_round: None,
        objective: Objective::Win,
    }
}

fn odds() -> Odds {
    Odds::new(
        &battle(),
        &plan(),
        &run_of(million()),
        &asked(Amount::Battles(1_000_000)),
    )
}

fn interrupted() -> Odds {
    let run = Run {
        partial: true,
        ..run_of(nothing())
    };
    Odds::new(&battle(), &plan(), &run, &asked(Amount::Battles(1_000_000)))
}

#[test]
fn figures_follow_from_the_counts() {
    let odds = odds();
    let ca = &odds.sides[0].units[0];
    assert_eq!(ca.survivors.probability, [0.3999, 0.4001, 0.2]);
    assert_eq!(ca.survivors.at_least, [1.0, 0.6001, 0.2]);
    assert_eq!(ca.survivors.mean(), Some(0.8001));
    assert_eq!(ca.all_left.p(), Some(0.2));
    let bb = &odds.sides[1].units[0];
    assert_eq!(bb.retreated, Some(0.001));
    // One BB less the 0.4 that stay and the 0.001 that leave.
    assert!((bb.lost().unwrap() - 0.599).abs() < 1e-12 && (bb.lost_cp().unwrap() - 11.98).abs() < 1e-12);
    assert_eq!(odds.sides[0].loss.quartiles, Some([18, 18, 30]));
    assert_eq!(odds.stalemate.hits, 100);
    let won = odds.given[0].as_ref().unwrap();
    assert_eq!((won.battles, won.rounds.mean()), (600_000, Some(2.0 + 2.0 / 3.0)));
    assert_eq!(won.sides[0].loss.mean(), Some(13.0));
    assert_eq!(won.sides[0].survivors[0].mean(), Some(4.0 / 3.0));
}

/// The chart of the losses has a block for each possible loss: one that is missing would be hidden.
#[test]
fn every_loss_that_happens_is_a_possible_one() {
    use broadside::engine;
    use broadside::rules::space_empires::{Question, lower, resolve};
    use broadside::spec::{Problems, read};
    let cancel = std::sync::atomic::AtomicBool::new(false);
    for (defender, retreat) in [
        ("2 DD + 1 SC + 2 CO + 1 Decoy", false),
        ("2 DD + 1 SC + 2 CO", true),
        ("1 Flagship + 2 BB", false),
    ] {
        let mut problems = Problems::new();
        let engagement = read("2 CA + 4 SC", Some(defender), &mut problems).unwrap();
        let mut battle = resolve(&engagement, &mut problems).unwrap();
        if retreat {
            battle.sides[1].policy.retreat = Retreat::AfterRound(1);
        }
        let plan = lower(&battle, Question { after_round: None });
        let asked = asked(Amount::Battles(20_000));
        let run = engine::run(&plan, &asked.settings, &|_, _| {}, &cancel);
        let odds = Odds::new(&battle, &plan, &run, &asked);
        for side in &odds.sides {
            let happened = |loss: &usize| side.loss.probability[*loss] > 0.0;
            for loss in (0..side.loss.probability.len()).filter(happened) {
                assert!(
                    side.losses.contains(&loss),
                    "{loss} of {} against {defender}",
                    side.name
                );
            }
        }
    }
}

#[test]
fn table() {
    insta::assert_snapshot!(report::table::render(&report::summary::page(&odds()), PLAIN));
}

#[test]
fn a_narrow_table_breaks_lines_between_words_and_never_words() {
    let page = report::summary::page(&odds());
    let words = |text: &str| {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        words.sort();
        words
    };
    let whole = words(&report::table::render(&page, PLAIN));
    for width in [1, 20, 40, 60, 80, 200] {
        let text = report::table::render(
            &page,
            Look {
                width: Some(width),
                colour: false,
            },
        );
        assert_eq!(words(&text), whole, "{width} columns:\n{text}");
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
        if width >= 80 {
            assert!(widest <= usize::from(width), "{widest} columns:\n{text}");
        }
    }
}

#[test]
fn notes_wrap_with_a_hanging_indent() {
    let page = report::summary::page(&odds());
    let look = Look {
        width: Some(60),
        colour: false,
    };
    let text = report::table::render(&page, look);
    assert!(
        text.contains(
            "\nnote: SC carries attack 1, not 3: Hull Size 1 allows no more\n      (9.2)\nwarning: 100 battles"
        ),
        "{text}"
    );
}

#[test]
fn colour_adds_nothing_but_escape_codes() {
    let page = report::summary::page(&odds());
    let coloured = report::table::render(
        &page,
        Look {
            width: None,
            colour: true,
        },
    );
    let mut plain = String::new();
    let mut pieces = coloured.split('\x1b');
    plain.push_str(pieces.next().unwrap());
    pieces.for_each(|piece| plain.push_str(piece.split_once('m').unwrap().1));
    assert!(coloured.contains("\x1b[36m█"), "bars are coloured");
    assert_eq!(plain, report::table::render(&page, PLAIN));
}

#[test]
fn names_cannot_command_the_terminal() {
    let mut odds = odds();
    odds.sides[0].name = "\x1b[2Jgone\nand more".to_owned();
    let text = report::table::render(&report::summary::page(&odds), PLAIN);
    assert!(
        text.contains("Attacker:  [2Jgone and more\n") && !text.contains('\x1b'),
        "{text}"
    );
}

#[test]
fn markdown() {
    insta::assert_snapshot!(report::markdown::render(&report::summary::page(&odds())));
}

#[test]
fn json() {
    insta::assert_snapshot!(report::json::render(&odds(), false).unwrap());
}

#[test]
fn json_has_the_contract_shape() {
    let value: serde_json::Value = serde_json::from_str(&report::json::render(&odds(), true).unwrap()).unwrap();
    assert_eq!(value["game"], "space-empires");
    assert_eq!(value["edition"], "all-good-things");
    assert_eq!(value["terrain"], serde_json::json!(["asteroids"]));
    assert_eq!(value["method"], "simulate");
    assert_eq!(
        (&value["battles"], &value["seed"], &value["partial"]),
        (&1_000_000.into(), &7.into(), &false.into())
    );
    assert_eq!(value["outcome"]["attacker"]["p"], 0.6);
    assert_eq!(value["sides"]["attacker"]["cost"], 30.0);
    assert_eq!(value["sides"]["defender"]["units"][0]["lost"], 0.599);
    assert_eq!(
        value["sides"]["attacker"]["units"][0]["survivors"],
        serde_json::json!([0.3999, 0.4001, 0.2])
    );
    assert_eq!(value["rounds"]["distribution"][1], 0.1);
    assert_eq!(value["timing"]["battles_per_second"], 2e7);
}

#[test]
fn csv() {
    insta::assert_snapshot!(report::csv::render(&TidyTable::of(&odds())).unwrap());
}

#[test]
fn tidy_columns_are_equally_long() {
    let table = TidyTable::of(&odds());
    let rows = table.measure.len();
    assert!(rows > 50);
    let lengths = [
        table.seed.len(),
        table.battles.len(),
        table.partial.len(),
        table.given.len(),
        table.side.len(),
        table.unit.len(),
        table.at.len(),
        table.value.len(),
        table.low.len(),
        table.high.len(),
    ];
    assert_eq!(lengths, [rows; 10]);
}

#[test]
fn nothing_finished_is_told_and_not_guessed() {
    let odds = interrupted();
    assert_eq!(odds.warnings, [Warning::NothingFinished]);
    let table = report::table::render(&report::summary::page(&odds), PLAIN);
    assert!(
        table.starts_with("No battle was finished\n") && !table.contains("NaN"),
        "{table}"
    );
    let value: serde_json::Value = serde_json::from_str(&report::json::render(&odds, false).unwrap()).unwrap();
    assert!(value["outcome"]["attacker"]["p"].is_null());
    assert!(value["sides"]["attacker"]["loss"]["mean"].is_null());
    assert!(value["given"]["attacker_won"].is_null());
    assert_eq!(value["partial"], true);
    assert!(!report::csv::render(&TidyTable::of(&odds)).unwrap().contains("NaN"));
}

#[test]
fn warnings_say_what_to_do() {
    let of = |tally, amount, partial| {
        let run = Run {
            partial,
            ..run_of(tally)
        };
        Odds::new(&battle(), &plan(), &run, &asked(amount)).warnings
    };
    assert_eq!(
        of(million(), Amount::Battles(1_000_000), false),
        [Warning::RoundCap {
            battles: 100,
            rounds: 1000
        },]
    );
    assert_eq!(
        of(million(), Amount::Battles(5_000_000), true)[0],
        Warning::Partial {
            done: 1_000_000,
            asked: 5_000_000
        }
    );
    let missed = &of(
        million(),
        Amount::Precision {
            half_width: 0.0001,
            cap: 1_000_000,
        },
        false,
    )[0];
    assert!(
        matches!(missed, Warning::PrecisionMissed { asked: 0.0001, .. }),
        "{missed:?}"
    );

    let mut small = million();
    small.outcomes = [784, 216, 0];
    let found = of(small, Amount::Battles(1_000), false);
    // 0.784 · 0.216 · (1.96 / 0.001)² = 651,000 battles.
    assert!(
        matches!(found[0], Warning::IntervalWide { battles: 700_000, .. }),
        "{found:?}"
    );
    let rough = |warning: &Warning| matches!(warning, Warning::FewBattles { .. });
    assert!(!found.iter().any(rough), "neither is a small part: {found:?}");
    let mut rare = million();
    rare.outcomes = [1, 999_899, 100];
    let found = of(rare, Amount::Battles(1_000_000), false);
    let few = Warning::FewBattles {
        winner: Side::Attacker,
        battles: 1,
    };
    assert!(
        few.to_string().starts_with("the attacker won only 1 battle: ") && found.contains(&few),
        "{found:?}"
    );
}

#[test]
fn after_a_round_the_headline_tells_who_is_ahead() {
    let mut plan = plan();
    plan.stop = Stop {
        round: 3,
        stalemate: false,
    };
    let asked = Asked {
        after_round: Some(3),
        ..asked(Amount::Battles(1_000_000))
    };
    let odds = Odds::new(&battle(), &plan, &run_of(million()), &asked);
    assert_eq!(odds.still_fighting.unwrap().hits, 100);
    assert_eq!(odds.stalemate.hits, 0);
    let headline = report::summary::page(&odds).headline;
    assert_eq!(
        headline,
        [
            "After round 3 the attacker has won 60.0 %, the defender 40.0 %; in 0.010 % both still fight",
            "Lost so far on average: attacker 19.8 of 30 CP, defender 13.0 of 21 CP; \
             the attacker has lost less in 50.0 %, more in 50.0 %"
        ]
    );
}

#[test]
fn the_headline_tells_who_leaves_and_nothing_of_ships_without_a_price() {
    let mut odds = odds();
    odds.sides[0].units[0].retreated = Some(0.5);
    odds.sides[1].cost = 0.0;
    let page = report::summary::page(&odds);
    assert_eq!(
        page.headline,
        [
            "Attacker wins 60.0 % (59.9 to 60.1); lost on average: attacker 19.8 of 30 CP",
            "On average 0.50 of the attacker's 3 ships leave the hex"
        ]
    );
    let losses = page
        .sections
        .iter()
        .find(|section| section.title == "Losses in CP")
        .unwrap();
    assert_eq!(losses.rows.len(), 1);
    odds.sides[0].cost = 0.0;
    let page = report::summary::page(&odds);
    assert_eq!(page.headline[0], "Attacker wins 60.0 % (59.9 to 60.1)");
    assert!(page.sections.iter().all(|section| section.title != "CP lost, compared"));
}

#[test]
fn a_look_level_widens_the_intervals() {
    let run = Run {
        look_level: Some(0.999),
        ..run_of(million())
    };
    let wide = Odds::new(
        &battle(),
        &plan(),
        &run,
        &asked(Amount::Precision {
            half_width: 0.01,
            cap: 1_000_000,
        }),
    );
    assert!(wide.outcome[0].interval.half_width() > 1.6 * odds().outcome[0].interval.half_width());
}

/// A battle of two rounds that the attacker wins.
fn told() -> Told {
    Told {
        battle: 12,
        events: vec![
            Event::Round {
                number: 1,
                slots: vec![(2, 0, 0), (0, 0, 0), (0, 1, 0), (1, 0, 0)],
                bonus: [true, false],
                watched: Vec::new(),
            },
            Event::Shot {
                shooter: 3,
                target: 0,
                need: 4,
                roll: 4,
                hit: true,
                damage: 1,
                destroyed: false,
                captured: false,
            },
            Event::Shot {
                shooter: 0,
                target: 3,
                need: 4,
                roll: 5,
                hit: false,
                damage: 0,
                destroyed: false,
                captured: false,
            },
            Event::Round {
                number: 2,
                slots: vec![(1, 0, 0), (0, 1, 0), (1, 0, 0), (1, 0, 0)],
                bonus: [false, false],
                watched: Vec::new(),
            },
            Event::LeaveRoll {
                side: Side::Defender,
                roll: 9,
                free: false,
            },
            Event::Shot {
                shooter: 3,
                target: 1,
                need: 4,
                roll: 1,
                hit: true,
                damage: 0,
                destroyed: true,
                captured: false,
            },
            Event::Retreat { slot: 2, ships: 1 },
        ],
        rounds: 2,
        remains: Remains {
            survived: vec![1, 0, 0, 0],
            retreated: vec![0, 1, 0, 0],
            outcome: Outcome::Attacker,
            stopped: false,
        },
    }
}

#[test]
fn story() {
    let found = Found { seed: 7, picked: None };
    insta::assert_snapshot!(report::story::render(&battle(), &plan(), &told(), &found, PLAIN));
}

#[test]
fn a_story_says_how_it_was_picked_and_that_it_goes_on() {
    let mut plan = plan();
    let mut told = told();
    told.remains.outcome = Outcome::Neither;
    told.remains.stopped = true;
    let found = Found {
        seed: 7,
        picked: Some((Pick::Median, 10_000)),
    };
    let headline = |plan: &Plan| {
        let text = report::story::render(&battle(), plan, &told, &found, PLAIN);
        (text.lines().next().unwrap().to_owned(), text)
    };
    assert_eq!(
        headline(&plan).0,
        "Battle 12 of seed 7, the median of 10,000 battles by CP swing: a stalemate after 2 rounds"
    );
    plan.stop = Stop {
        round: 2,
        stalemate: false,
    };
    let (first, text) = headline(&plan);
    assert!(first.ends_with(": still fighting after round 2"), "{first}");
    assert!(
        text.contains("\nState after round 2\n") && !text.contains("After the battle"),
        "{text}"
    );
}
