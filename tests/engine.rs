//! The engine by itself: scripted rolls, every sequence of rolls of tiny battles, fair dice, the same
//! bytes on every code path, interruption, precision, and limits.

use broadside::engine::batch::battles_per_batch;
use broadside::engine::dice::{BatchDice, Dice, THRESHOLD, TIE_THRESHOLD};
use broadside::engine::replay::{Scripted, replay_rolls};
use broadside::engine::row::{LANES, Row};
use broadside::engine::run::looks;
use broadside::engine::statistics::share_interval;
use broadside::engine::trace::{Event, Told, replay, tell};
use broadside::engine::{Amount, CodePath, Outcome, Plan, Run, Settings, Tally, run, run_on};
use broadside::rules::space_empires::{Question, lower, resolve};
use broadside::spec::{Problems, Side, engagement_from_shorthand, policy};
use std::sync::atomic::{AtomicBool, Ordering};

/// A battle in the making.
struct Battle {
    engagement: broadside::spec::Engagement,
    question: Question,
}

fn battle(attacker: &str, defender: &str) -> Battle {
    let engagement = engagement_from_shorthand(attacker, defender).expect("a well-written battle");
    Battle {
        engagement,
        question: Question::default(),
    }
}

impl Battle {
    fn after_round(mut self, round: u16) -> Battle {
        self.question.after_round = Some(round);
        self
    }

    fn terrain(mut self, names: &str) -> Battle {
        let mut problems = Problems::default();
        let place = broadside::spec::Place::argument("terrain", names);
        self.engagement.terrain = broadside::spec::terrain(names, &place, &mut problems);
        self
    }

    fn policy(mut self, side: Side, target: &str, screen: &str, retreat: &str) -> Battle {
        let mut problems = Problems::default();
        let place = |text: &str| broadside::spec::Place::argument("policy", text);
        let written = &mut self.engagement.sides[side.index()].policy;
        written.target = policy::target(target, &place(target), &mut problems);
        written.screen = policy::screen(screen, &place(screen), &mut problems);
        written.retreat = policy::retreat(retreat, &place(retreat), &mut problems);
        assert!(problems.is_empty(), "{problems}");
        self
    }

    fn plan(&self) -> Plan {
        let mut problems = Problems::default();
        let battle = resolve(&self.engagement, &mut problems);
        lower(&battle.unwrap_or_else(|| panic!("{problems}")), self.question)
    }
}

fn fight(plan: &Plan, battles: u64) -> Run {
    let settings = Settings {
        seed: 1,
        amount: Amount::Battles(battles),
        threads: 1,
    };
    run(plan, &settings, &|_, _| (), &AtomicBool::new(false))
}

/// Fights with these rolls, which must be all that are asked for.
fn scripted(plan: &Plan, rolls: &[u8]) -> Told {
    replay_rolls(plan, rolls).unwrap_or_else(|misfit| panic!("{misfit:?}"))
}

/// Slots at the start of a round: `(in front, screened, damage)`.
fn slots_in_round(told: &Told, round: u16) -> Vec<(u8, u8, u8)> {
    let found = told.events.iter().find_map(|event| match event {
        Event::Round { number, slots, .. } if *number == round => Some(slots.clone()),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no round {round}"))
}

#[test]
fn the_third_hit_kills_the_second_cruiser() {
    // 5.6: damage goes to one ship of a group until it is destroyed. Three Scouts (E3 against
    // Defense 1: 2 or less) hit three times: one Cruiser destroyed, one damaged. The Cruisers
    // (C, first) miss with 10s. In round 2 it is three to one (5.1.3): a 3 hits and destroys the wounded
    // one, and the other two Scouts have nobody to shoot at.
    let told = scripted(&battle("3 SC", "2 CA").after_round(2).plan(), &[10, 10, 1, 1, 1, 10, 3]);
    assert_eq!(slots_in_round(&told, 2), [(3, 0, 0), (1, 0, 1)]);
    assert_eq!(told.remains.survived, [3, 0]);
    assert_eq!(told.remains.outcome, Outcome::Attacker);
}

#[test]
fn ships_left_over_do_not_roll() {
    // One DD (D) destroys the only SC (E) before it fires; the second DD has no target and rolls nothing.
    let told = scripted(&battle("2 DD", "1 SC").plan(), &[4]);
    assert_eq!((told.rounds, told.remains.survived), (1, vec![2, 0]));
}

#[test]
fn fleet_size_bonus_is_fixed_at_the_round_start() {
    // 5.1.3: 2 CA against 2 SC has no bonus: a CA needs 4. The first CA destroys a SC; the second
    // still needs 4 in this round. In round 2 it is two to one: both CA need 5.
    let told = scripted(&battle("2 CA", "2 SC").after_round(2).plan(), &[4, 5, 10, 6, 5]);
    let need = |event: &Event| match event {
        Event::Shot { need, .. } => Some(*need),
        _ => None,
    };
    let needs: Vec<u8> = told.events.iter().filter_map(need).collect();
    assert_eq!(needs, [4, 4, 2, 5, 5]);
}

/// Exact distribution of outcomes after a few rounds, by walking every sequence of hits and misses
/// through the engine: attacker, defender, neither.
fn walk(plan: &Plan) -> [f64; 3] {
    let mut chances = [0.0; 3];
    let mut rolls: Vec<u8> = Vec::new();
    loop {
        // Rolls not yet chosen are 10s: misses, or sure hits that have no other branch.
        let told = replay(plan, &mut Scripted::new(&rolls, &AtomicBool::new(false)));
        let need = |event: &Event| match event {
            Event::Shot { need, .. } => Some(*need),
            Event::LeaveRoll { .. } => Some(plan.may_leave),
            _ => None,
        };
        let needs: Vec<u8> = told.events.iter().filter_map(need).collect();
        rolls.resize(needs.len(), 10);
        let chance = |(roll, need): (&u8, &u8)| {
            let tenths = if roll <= need { *need } else { 10 - *need };
            f64::from(tenths) / 10.0
        };
        chances[told.remains.outcome.index()] += rolls.iter().zip(&needs).map(chance).product::<f64>();
        // Next sequence: the last miss becomes a hit, what follows is open again.
        loop {
            match rolls.pop() {
                None => return chances,
                Some(10) if needs[rolls.len()] < 10 => {
                    rolls.push(1);
                    break;
                }
                Some(_) => {}
            }
        }
    }
}

#[test]
fn every_sequence_of_rolls_adds_up_to_the_simulated_odds() {
    let battles = [
        battle("2 SC", "1 DD").after_round(3),
        battle("1 CA + 2 SC", "1 BB a1").after_round(2),
        battle("2 CA a1", "1 DD d1 + 1 SC").after_round(2).terrain("asteroids"),
        battle("1 BB", "2 CA").after_round(2).terrain("ion-storm"),
        battle("3 SC", "1 DD")
            .after_round(2)
            .policy(Side::Attacker, "value", "weakest", "never"),
        battle("2 SC", "2 DD")
            .after_round(3)
            .policy(Side::Defender, "weakest", "none", "after-round=1"),
        battle("2 CA", "1 SC + 1 DD")
            .after_round(3)
            .policy(Side::Attacker, "SC", "wounded", "wounded"),
        battle("2 SC", "1 SC + 1 DD")
            .after_round(3)
            .terrain("ion-storm")
            .policy(Side::Attacker, "value", "none", "outnumbered=1"),
    ];
    let simulated = 1_000_000;
    for battle in battles {
        let plan = battle.plan();
        let exact = walk(&plan);
        assert!(
            (exact.iter().sum::<f64>() - 1.0).abs() < 1e-12,
            "chances add to one: {exact:?}"
        );
        let counts = fight(&plan, simulated).tally.outcomes;
        for (p, count) in exact.iter().zip(counts) {
            let error = (p * (1.0 - p) / simulated as f64).sqrt();
            let off = count as f64 / simulated as f64 - p;
            assert!(
                off.abs() <= 4.5 * error + 1e-12,
                "{:?}: exact {p}, off by {off}",
                battle.engagement.sides
            );
        }
    }
}

#[test]
fn dice_are_fair() {
    // A face's chance is what hits at its need less what hits at the need below. 12.8 million dice;
    // each count within 4.5 standard errors, which sees a bias of 0.0004.
    let mut dice = BatchDice::new(11, 5);
    let rows = 100_000;
    let mut hits = [0u64; 11];
    for _ in 0..rows {
        let row = *dice.look();
        dice.take();
        for (need, hits) in hits.iter_mut().enumerate() {
            for byte in row.0 {
                let ties = byte == THRESHOLD[need];
                if byte < THRESHOLD[need] || ties && dice.ties(&Row::YES).0[0] < TIE_THRESHOLD[need] {
                    *hits += 1;
                }
            }
        }
    }
    let n = (rows * LANES as u64) as f64;
    for (need, &hits) in hits.iter().enumerate() {
        let p = need as f64 / 10.0;
        let off = hits as f64 / n - p;
        assert!(
            off.abs() <= 4.5 * (p * (1.0 - p) / n).sqrt(),
            "need {need}: off by {off}"
        );
    }
}

#[test]
fn a_number_below_n_is_uniform() {
    let mut dice = BatchDice::new(3, 0);
    let n = 700_000;
    let mut counts = [0u32; 7];
    for _ in 0..n {
        counts[dice.below(7) as usize] += 1;
    }
    let expected = f64::from(n) / 7.0;
    let chi2: f64 = counts
        .iter()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum();
    // 6 degrees of freedom: above 30 once in 25,000.
    assert!(chi2 < 30.0, "chi-square {chi2}");
}

/// Battles that use every feature of a plan.
fn varied() -> Vec<Plan> {
    vec![
        battle("3 CA a1 + 6 SC a1", "2 BB a1 d1 + 3 DD a1 d1").plan(),
        battle("9 SC", "2 DD")
            .policy(Side::Attacker, "random", "weakest", "after-round=3")
            .plan(),
        battle("4 BB a2 d2", "5 CA a1 + 3 CO")
            .policy(Side::Defender, "strongest", "wounded", "wounded")
            .plan(),
        battle("6 BC", "6 CA a2 d1 t1")
            .terrain("ion-storm")
            .policy(Side::Attacker, "easiest", "none", "outnumbered=1.2")
            .plan(),
        battle(
            "20 SC + 9 DD + 7 CA + 5 BC + 4 BB + 3 DN",
            "12 CA a1 + 9 DD + 8 SC + 4 Decoy + 1 Base a2",
        )
        .plan(),
        battle("5 DD", "3 CA").after_round(2).plan(),
    ]
}

#[test]
fn every_code_path_gives_the_same_bytes() {
    for plan in varied() {
        let settings = Settings {
            seed: 9,
            amount: Amount::Battles(70_000),
            threads: 1,
        };
        let on = |path| run_on(path, &plan, &settings, &|_, _| (), &AtomicBool::new(false)).tally;
        let baseline = on(CodePath::Baseline);
        for path in CodePath::available() {
            assert!(on(path) == baseline, "{path:?} differs");
        }
    }
}

/// FNV-1a over every count.
fn digest(tallies: &[Tally]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325;
    let mut eat = |count: &u64| {
        for byte in count.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    };
    for tally in tallies {
        tally
            .outcomes
            .iter()
            .chain(&tally.ahead)
            .chain([&tally.stopped])
            .for_each(&mut eat);
        tally.rounds.iter().flatten().for_each(&mut eat);
        for unit in &tally.units {
            unit.survivors
                .iter()
                .flatten()
                .chain(&unit.retreated)
                .for_each(&mut eat);
        }
        for side in &tally.sides {
            side.left.iter().chain(&side.loss).flatten().for_each(&mut eat);
        }
    }
    hash
}

#[test]
fn results_of_a_seed_have_not_changed() {
    // Changing this number changes what users get for a seed: it needs a line in the changelog.
    let tallies: Vec<Tally> = varied().iter().map(|plan| fight(plan, 20_000).tally).collect();
    assert_eq!(
        digest(&tallies),
        0xd5ba_54f8_391c_c63e,
        "digest {:#018x}",
        digest(&tallies)
    );
}

#[test]
fn the_largest_sides_run() {
    let units = ["SC", "DD", "CA", "BC", "BB", "DN", "SW", "T"];
    let side = |levels: &str| {
        let line = |i: usize| format!("99 {}{levels} t{}", units[i % 8], i / 8);
        (0..24).map(line).collect::<Vec<_>>().join(" + ")
    };
    let plan = battle(&side(" a1"), &side(" d1")).plan();
    // A batch is short, so that progress shows and an interruption loses little.
    assert_eq!(battles_per_batch(&plan), 2 * LANES as u64);
    let tally = fight(&plan, 3).tally;
    assert_eq!(tally.battles(), 3);
    assert_eq!(tally.sides[0].left[0].len(), 24 * 99 + 1);
}

#[test]
fn an_interrupted_run_says_so_and_holds_whole_battles() {
    let plan = battle("3 CA", "3 CA").plan();
    let cancel = AtomicBool::new(false);
    let settings = Settings {
        seed: 0,
        amount: Amount::Battles(u64::MAX / 2),
        threads: 2,
    };
    let run = run(&plan, &settings, &|_, _| cancel.store(true, Ordering::Relaxed), &cancel);
    assert!(run.partial);
    let battles = run.tally.battles();
    assert!(
        battles > 0 && battles.is_multiple_of(battles_per_batch(&plan)),
        "{battles}"
    );
}

#[test]
fn precision_is_reached_at_a_planned_look() {
    let plan = battle("3 CA a1 + 6 SC a1", "2 BB a1 d1 + 3 DD a1 d1").plan();
    let cap = 100_000_000;
    let settings = Settings {
        seed: 0,
        amount: Amount::Precision { half_width: 0.002, cap },
        threads: 2,
    };
    let run = run(&plan, &settings, &|_, _| (), &AtomicBool::new(false));
    let level = run.look_level.expect("a run for precision has a level");
    assert!((level - (1.0 - 0.05 / looks(cap).len() as f64)).abs() < 1e-15);
    assert!(looks(cap).contains(&run.tally.battles()));
    let half = |n: u64| share_interval(run.tally.outcomes[0] * n / run.tally.battles(), n, level).half_width();
    assert!(half(run.tally.battles()) <= 0.002 && half(run.tally.battles() / 2) > 0.002);
    assert!(!run.partial);
}

#[test]
fn a_traced_battle_is_the_counted_one() {
    for plan in varied() {
        let mut tally = Tally::new(&plan.units);
        let battles = 300;
        for number in 0..battles {
            let told = tell(&plan, 1, number);
            tally.count(&plan.units, &told.remains, 1);
        }
        let mut counted = fight(&plan, battles).tally;
        counted.rounds = tally.rounds.clone();
        assert!(tally == counted);
    }
}
