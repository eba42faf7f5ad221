//! `broadside luck`: where what happened lies among all that could.

use super::answer::{Answer, deliver, prepared};
use super::args::LuckArgs;
use super::failure::Failure;
use super::method::{self, Found};
use crate::engine::replay::{Misfit, replay_rolls, tells_targets};
use crate::engine::trace::{Event, Told};
use crate::engine::{End, Outcome, Plan};
use crate::report::luck::{Happened, page};
use crate::report::replay::{sentence, volleys};
use crate::report::{self, Asked, Failed, Luck, Page, TidyTable};
use crate::rules::space_empires::{Battle, Left, end, kinds_with_captured};
use crate::spec::{self, Place, Problems, Side};

/// Finds out how lucky it was, and writes it.
pub fn run(args: &LuckArgs) -> Result<(), Failure> {
    args.how.solving(&args.output).start_threads()?;
    let (format, output, (battle, plan)) = prepared(&args.engagement, &args.output)?;
    let told = match &args.rolls {
        Some(rolls) => Some(replayed(rolls, &battle, &plan)?),
        None => None,
    };
    let end = match &told {
        Some(told) => End::of(&kinds_with_captured(&battle, &plan), &told.remains),
        None => written(args, &battle, &plan)?,
    };
    let asked = Asked {
        settings: args.how.settings(),
        after_round: args.engagement.after_round,
        objective: args.how.objective(),
    };
    let happened = Happened {
        end: &end,
        told: told.as_ref(),
    };
    let luck = match args.how.find(&args.output, &plan, Some(&end))? {
        Found::Exact { tally, end, elapsed } => Luck::exact(&battle, &plan, (&tally, end, elapsed), &asked, &happened),
        Found::Counted { run, end } => Luck::new(&battle, &plan, (&run, end), &asked, &happened),
    };
    deliver(&luck, format, &output, &args.output)
}

impl Answer for Luck {
    fn partial(&self) -> bool {
        self.odds.partial
    }

    fn time(&self) -> String {
        method::time(&self.odds)
    }

    fn headline(&self) -> Vec<String> {
        page::headline(self)
    }

    fn page(&self) -> Page {
        page::page(self)
    }

    fn json(&self, timing: bool) -> Result<String, Failed> {
        report::json::luck::render(self, timing)
    }

    fn csv(&self) -> Result<String, Failed> {
        report::csv::render(&TidyTable::of_luck(self))
    }

    fn parquet(&self) -> Result<Vec<u8>, Failed> {
        report::parquet::render(&TidyTable::of_luck(self))
    }
}

/// The end that the arguments tell.
fn written(args: &LuckArgs, battle: &Battle, plan: &Plan) -> Result<End, Failure> {
    if plan.features.captures {
        return Err(Failure::Usage(
            "ships may be captured in this battle, and from whom those are that are left can't be said: give its dice \
             with `--rolls`, or `never` as boarding policy"
                .to_owned(),
        ));
    }
    let mut problems = Problems::default();
    let mut ships = |text: &Option<String>, name: &str| match text {
        Some(text) => spec::parse_ships(text, name, &mut problems),
        None => Some(Vec::new()),
    };
    let left = [
        ships(&args.attacker_left, "--attacker-left"),
        ships(&args.defender_left, "--defender-left"),
    ];
    let retreated = [
        ships(&args.attacker_retreated, "--attacker-retreated"),
        ships(&args.defender_retreated, "--defender-retreated"),
    ];
    let parts = Side::BOTH.map(|side| Left {
        left: left[side.index()].as_deref().unwrap_or_default(),
        retreated: retreated[side.index()].as_deref().unwrap_or_default(),
    });
    match end(battle, plan, parts, &mut problems) {
        Some(end) if problems.is_empty() => Ok(end),
        _ => Err(Failure::Input(problems)),
    }
}

/// The battle that the rolls make.
fn replayed(text: &str, battle: &Battle, plan: &Plan) -> Result<Told, Failure> {
    const NAME: &str = "--rolls";
    let mut problems = Problems::default();
    let rolls = spec::parse_rolls(text, NAME, &mut problems);
    if !tells_targets(plan) {
        problems.add(
            Place::argument(NAME, text),
            "rolls don't tell what a random or an optimal policy does",
            "say what is left with --attacker-left and --defender-left, or give another policy",
        );
    }
    if !problems.is_empty() {
        return Err(Failure::Input(problems));
    }
    let faces: Vec<u8> = rolls.iter().map(|roll| roll.value).collect();
    let misfit = match replay_rolls(plan, &faces) {
        Ok(told) => return Ok(told),
        Err(misfit) => misfit,
    };
    let shots = |events: &[Event]| match sentence(&volleys(battle, plan, events)) {
        text if text.is_empty() => "nobody has rolled yet".to_owned(),
        text => text,
    };
    match misfit {
        Misfit::TooFew { events, next, round } => {
            let number = faces.len() + 1;
            let mut round_and_next = events.clone();
            round_and_next.push(next);
            let lacking = volleys(battle, plan, &round_and_next[round_and_next.len() - 1..]);
            let whose = lacking.first().map(report::replay::Volley::asks).unwrap_or_default();
            problems.add(
                Place::new(&Place::argument(NAME, text).source, text.len()..text.len()),
                format!("roll {number} is missing: round {round} goes on, and {whose}"),
                format!("the rolls so far: {}", shots(&events)),
            );
        }
        Misfit::TooMany { used, told } => {
            let place = match (rolls.get(used), rolls.last()) {
                (Some(first), Some(last)) => Place::new(&first.place.source, first.place.start..last.place.end),
                _ => Place::argument(NAME, text),
            };
            let ended = match told.remains.outcome {
                Outcome::Attacker => "the attacker has won",
                Outcome::Defender => "the defender has won",
                Outcome::Neither => "it is over",
            };
            let rounds = told.rounds;
            problems.add(
                place,
                format!(
                    "too many rolls: {ended} in round {rounds}, after {used} of {}",
                    faces.len()
                ),
                format!("the rolls of the battle: {}", shots(&told.events)),
            );
        }
    }
    Err(Failure::Input(problems))
}
