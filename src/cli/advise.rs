//! `broadside advise`: what to do, and what everything else would cost.

mod retreat;

use super::answer::{Answer, deliver, prepared_as};
use super::args::{self, AdviseArgs};
use super::failure::Failure;
use super::method::{Unsolved, game, refused, small_game, solved_in};
use super::solving::Solving;
use crate::engine::Plan;
use crate::engine::exact::{Game, Objective, Position, Refusal, ScreenAdvice};
use crate::report::advice::{Figures, Solved, page, pick_screen};
use crate::report::{self, Advice, Failed, Page, TidyTable};
use crate::rules::space_empires::battle::{Retreat, Screen};
use crate::rules::space_empires::{Battle, Fleet, Moment, position};
use crate::spec::{self, Place, Problems, Side, SideLeft, Spanned, Target, TurnLeft};
use std::time::Instant;

/// Most values of a game in which screens are looked for unasked: a fraction of a second each.
const AUTO_SCREEN_VALUES: u64 = 50_000_000;

/// Most memory for the same, in bytes.
const AUTO_SCREEN_BYTES: u64 = 500_000_000;

/// Most states of a game that is laid out to see how many values it has.
const AUTO_STATES: u64 = 1_000_000;

/// Most values of a game that is solved besides, for what the right to leave is worth.
const AUTO_RETREAT_VALUES: u64 = 30_000_000;

/// Finds out what to do, and writes it.
pub fn run(args: &AdviseArgs) -> Result<(), Failure> {
    args.solving().start_threads()?;
    let mut given = [Given::default(); 2];
    let (format, output, battle) = prepared_as(&args.engagement, &args.output, |engagement| {
        engagement.battle_where(&mut |side, policy| given[side.index()] = Given::of(side, policy))
    })?;
    if args.retreat && args.state.is_some() {
        return Err(Failure::Usage(
            "--retreat cannot be used with --state: --attacker-retreat optimal --objective cp-swing (or \
             --defender-retreat optimal) weighs leaving now"
                .to_owned(),
        ));
    }
    if args.retreat && args.objective == Some(args::Objective::Win) {
        return Err(Failure::Usage(
            "--retreat is about the swing in CP: who is after the win of the hex never leaves it. Leave --objective win out"
                .to_owned(),
        ));
    }
    if args.retreat {
        let retreats = retreat::find(args, battle, given)?;
        return deliver(&retreats, format, &output, &args.output);
    }
    let advice = find(args, battle, given)?;
    deliver(&advice, format, &output, &args.output)
}

/// What is said of a side's policy; the rest is found out.
#[derive(Clone, Copy, Default)]
struct Given {
    screen: bool,
    retreat: bool,
}

impl Given {
    /// Reads it off, and leaves targets to best play if nothing is said of them.
    fn of(side: Side, policy: &mut spec::Policy) -> Given {
        let optimal = || {
            let place = Place::argument(&format!("--{}-target", side.name()), "optimal");
            Spanned::new(Target::Optimal, place)
        };
        policy.target.get_or_insert_with(optimal);
        Given {
            screen: policy.screen.is_some(),
            retreat: policy.retreat.is_some(),
        }
    }
}

impl AdviseArgs {
    /// How battles are solved.
    fn solving(&self) -> Solving {
        Solving {
            quiet: self.output.quiet,
            threads: self.threads,
        }
    }
}

/// The point that is asked about, as written.
struct Asked {
    ships: [SideLeft; 2],
    turn: Option<TurnLeft>,
}

impl Asked {
    fn read(args: &AdviseArgs) -> Result<Option<Asked>, Failure> {
        let Some(text) = &args.state else {
            return Ok(None);
        };
        let mut problems = Problems::default();
        let ships = spec::parse_state(text, "--state", &mut problems);
        let turn = args.turn.as_ref();
        let turn = turn.map(|text| spec::parse_turn(text, "--turn", &mut problems));
        match (ships, turn) {
            (Some(ships), None) if problems.is_empty() => Ok(Some(Asked { ships, turn: None })),
            (Some(ships), Some(Some(turn))) if problems.is_empty() => Ok(Some(Asked {
                ships,
                turn: Some(turn),
            })),
            _ => Err(Failure::Input(problems)),
        }
    }

    /// The position in a plan.
    fn position(asked: Option<&Asked>, args: &AdviseArgs, battle: &Battle, plan: &Plan) -> Result<Position, Failure> {
        let Some(asked) = asked else {
            return Ok(Position::start(plan));
        };
        let mut problems = Problems::default();
        let moment = Moment {
            ships: &asked.ships,
            round: args.round.unwrap_or(2),
            turn: asked.turn.as_ref(),
            bonus: args.bonus.map(|bonus| bonus.side()),
        };
        position(battle, plan, &moment, &mut problems).ok_or(Failure::Input(problems))
    }
}

/// A plan with a game that can be played.
struct Chosen {
    battle: Battle,
    plan: Plan,
    position: Position,
    /// Values that choosing whom to screen would have taken, if that was too much.
    screens_left_out: Option<u64>,
}

fn find(args: &AdviseArgs, battle: Battle, given: [Given; 2]) -> Result<Advice, Failure> {
    let asked = Asked::read(args)?;
    let start = Instant::now();
    let objective = args.objective.map_or(Objective::Win, Objective::from);
    let chosen = choose(args, battle, given, asked.as_ref(), &[])?;
    let (plan, position) = (&chosen.plan, &chosen.position);
    let game = within_limit(plan, objective, position, args.exact_limit, false)?;
    let states = game.states();
    let solving = args.solving();
    let judged = solving.play(game, |game| {
        game.advise_screening(&|screens| pick_screen(screens, objective))
    })?;
    let back = match judged.screens.get(pick_screen(&judged.screens, objective)) {
        Some(screen) => screen.back.clone(),
        None => Vec::new(),
    };
    let other = match objective {
        Objective::Win => Objective::CpSwing,
        Objective::CpSwing => Objective::Win,
    };
    let other = within_limit(plan, other, position, args.exact_limit, false)?;
    let like = |screens: &[ScreenAdvice]| screens.iter().position(|screen| screen.back == back).unwrap_or(0);
    let other = solving.play(other, |other| other.advise_screening(&like))?;
    let games = match objective {
        Objective::Win => Figures {
            win: &judged,
            swing: &other,
        },
        Objective::CpSwing => Figures {
            win: &other,
            swing: &judged,
        },
    };
    let solved = Solved {
        position,
        midway: asked.is_some(),
        games,
        objective,
        back: &back,
        states,
        asked: Side::BOTH.map(|side| args.side.is_some_and(|asked| asked.side() == side)),
    };
    let mut advice = Advice::new(&chosen.battle, plan, &solved);
    advice.screens_left_out = chosen.screens_left_out;
    if asked.is_none() {
        for side in Side::BOTH.into_iter().filter(|side| !given[side.index()].retreat) {
            let staying = advice.value.swing;
            advice.sides[side.index()].right_to_leave = retreat::worth(args, &chosen.battle, side, staying)?;
        }
    }
    if let Some(only) = args.side {
        advice.only(only.side());
    }
    advice.elapsed = start.elapsed();
    Ok(advice)
}

/// The battle with screens left to best play where nothing is said of them, as far as that is not too
/// much: of both sides, else of the one with more ships, else of none. With `leaving` the sides whose
/// retreats are left to best play as well, one after the other.
fn choose(
    args: &AdviseArgs,
    mut battle: Battle,
    given: [Given; 2],
    asked: Option<&Asked>,
    leaving: &[Side],
) -> Result<Chosen, Failure> {
    let free = given.map(|given| !given.screen);
    let ships = battle.sides.each_ref().map(Fleet::combat_ships);
    let larger = Side::BOTH.map(|side| ships[side.index()] > ships[side.enemy().index()]);
    let of_larger = [0, 1].map(|side| free[side] && larger[side]);
    let mut too_much = None;
    let mut ways = vec![free, of_larger, [false; 2]];
    ways.dedup();
    for screens in ways {
        for side in [0, 1].into_iter().filter(|&side| free[side]) {
            let policy = &mut battle.sides[side].policy;
            policy.screen = if screens[side] { Screen::Optimal } else { Screen::None };
        }
        let plan = args.engagement.plan(&battle);
        let position = Asked::position(asked, args, &battle, &plan)?;
        let mut fits = screens == [false; 2] || fits_unasked(&plan, &position, args.exact_limit, &mut too_much);
        for &side in leaving.iter().filter(|_| screens != [false; 2]) {
            let plan = args.engagement.plan(&leaving_freely(&battle, side));
            fits = fits && fits_unasked(&plan, &position, args.exact_limit, &mut too_much);
        }
        if fits {
            return Ok(Chosen {
                battle,
                plan,
                position,
                screens_left_out: too_much.filter(|_| screens != free),
            });
        }
    }
    Err(Failure::Run("no way to screen is small enough".to_owned()))
}

/// Whether a game is so small that it may be played although nobody asked for what makes it so large. If
/// not, `too_much` gets the number of its values, 0 if that can't be told, unless it has one already.
fn fits_unasked(plan: &Plan, position: &Position, limit: u64, too_much: &mut Option<u64>) -> bool {
    let game = small_game(plan, Objective::Win, position, limit.min(AUTO_STATES));
    let size = game.map(|game| (game.work(), game.bytes(false)));
    let fits = size.is_some_and(|(values, bytes)| values <= AUTO_SCREEN_VALUES && bytes <= AUTO_SCREEN_BYTES);
    if !fits {
        too_much.get_or_insert(size.map_or(0, |(values, _)| values));
    }
    fits
}

/// The game, if it is not too large; with `record` for every decision as well.
fn within_limit<'p>(
    plan: &'p Plan,
    objective: Objective,
    position: &Position,
    limit: u64,
    record: bool,
) -> Result<Game<'p>, Failure> {
    game(plan, objective, position, limit, record).map_err(|unsolved| match unsolved {
        Unsolved::Failed(failure) => failure,
        Unsolved::Refused(refusal) => refuse(refusal, plan),
        Unsolved::TooLarge { .. } if plan.features.screening || plan.orders.iter().any(|orders| orders.best.screen) => {
            unsolved.failure(
                "ask about fewer ships or a later --state, give --attacker-screen none or --defender-screen none in \
                 place of optimal and wounded",
            )
        }
        Unsolved::TooLarge { .. } => {
            unsolved.failure("simulate it with odds, ask about fewer ships or a later --state")
        }
    })
}

/// Why a game can't be laid out.
fn refuse(refusal: Refusal, plan: &Plan) -> Failure {
    match refusal {
        Refusal::NoSuchPosition if !plan.stop.stalemate => Failure::Usage(format!(
            "the battle is looked at after round {} already, and a --state is that of the start of --round, 2 unless \
             it is given: that must not be later",
            plan.stop.round
        )),
        Refusal::NoSuchPosition if plan.stop.round == 1 => {
            Failure::Usage("nobody can hurt anybody in this battle, so that there is nothing to decide".to_owned())
        }
        Refusal::NoSuchPosition => Failure::Usage(refusal.to_string()),
        Refusal::TooManyStates => Failure::Usage(format!("{refusal}: ask about fewer ships or a later --state")),
        _ => refused(refusal),
    }
}

impl Answer for Advice {
    fn time(&self) -> String {
        solved_in(self.elapsed)
    }

    fn headline(&self) -> Vec<String> {
        page::headline(self)
    }

    fn page(&self) -> Page {
        page::page(self)
    }

    fn json(&self, timing: bool) -> Result<String, Failed> {
        report::json::advice::render(self, timing)
    }

    fn csv(&self) -> Result<String, Failed> {
        report::csv::render(&TidyTable::of_advice(self))
    }

    fn parquet(&self) -> Result<Vec<u8>, Failed> {
        report::parquet::render(&TidyTable::of_advice(self))
    }
}

/// A side's battle with its retreats left to best play.
fn leaving_freely(battle: &Battle, side: Side) -> Battle {
    let mut battle = battle.clone();
    battle.sides[side.index()].policy.retreat = Retreat::Optimal;
    battle
}
