//! Battles of Eclipse: from arguments to a hex as the rules mean it, and its odds.

use super::answer::{Answer, deliver, prepared_as};
use super::args::{EngagementArgs, OddsArgs};
use super::engagement::add_found;
use super::failure::Failure;
use super::method::{self, Found, HexFound};
use crate::engine::exact::Objective;
use crate::report::hex::page;
use crate::report::{self, Asked, Failed, HexOdds, Odds, Page, TidyTable};
use crate::rules::eclipse::{Hex, lower, resolve};
use crate::spec::eclipse as written;
use crate::spec::{Place, Problems, Side, Spanned};

/// A hex, and whether it was written as an attacker and a defender who fight one battle.
pub struct Read {
    pub hex: Hex,
    pub two_sides: bool,
}

/// Finds the odds of a hex of Eclipse and writes them.
pub fn run(args: &OddsArgs) -> Result<(), Failure> {
    if args.envelope {
        return args.engagement.must_be_space_empires("`--envelope`");
    }
    let open = [("--by-possibility", args.by_possibility), ("--scouting", args.scouting)];
    if let Some((name, _)) = open.iter().find(|(_, given)| *given) {
        return args.engagement.must_be_space_empires(&format!("`{name}`"));
    }
    let (format, output, read) = prepared_as(&args.engagement, &args.output, hex)?;
    let Read { hex, two_sides } = &read;
    if !two_sides {
        if args.engagement.after_round.is_some() {
            return Err(Failure::Usage(
                "`--after-round` looks into one battle: give an attacker and a defender".to_owned(),
            ));
        }
        let HexFound { tally, run } = args.how.find_hex(&args.output, hex)?;
        return deliver(&HexOdds::new(hex, &tally, run), format, &output, &args.output);
    }
    let plan = lower(hex, hex.sides(0, 1), args.engagement.after_round);
    let asked = Asked {
        settings: args.how.settings(),
        after_round: args.engagement.after_round,
        objective: Objective::Win,
    };
    let odds = match args.how.find_volleys(&args.output, &plan)? {
        Found::Exact { tally, elapsed, .. } => {
            let mut odds = Odds::exact(hex, &plan, &tally, &asked, elapsed);
            if !hex.parties.iter().any(|party| party.npc) {
                odds.best_targets = args.how.best_assignment(&plan);
            }
            odds
        }
        Found::Counted { run, .. } => Odds::new(hex, &plan, &run, &asked),
    };
    deliver(&odds, format, &output, &args.output)
}

/// The hex that the arguments and files mean. Every fault is found before anything is computed.
pub fn hex(args: &EngagementArgs) -> Result<Read, Failure> {
    refuse(args)?;
    let mut problems = Problems::default();
    let found = written::read(&args.attacker, args.defender.as_deref(), &mut problems);
    let (hex, two_sides) = match found {
        Some(mut hex) => {
            override_files(args, &mut hex, &mut problems);
            let two_sides = hex.two_sides && hex.population.is_none() && hex.reputation.is_none();
            (resolve_readable(&hex, &mut problems), two_sides)
        }
        None => {
            // Faults of the options, and of a side that can be read, are told together with those of
            // the one that can't.
            if let Some(mut hex) = readable(args) {
                override_files(args, &mut hex, &mut problems);
                resolve_readable(&hex, &mut problems);
            }
            (None, false)
        }
    };
    match hex {
        Some(hex) if problems.is_empty() => Ok(Read { hex, two_sides }),
        _ => Err(Failure::Input(problems)),
    }
}

/// Refuses what Eclipse does not have.
fn refuse(args: &EngagementArgs) -> Result<(), Failure> {
    if !args.rules.is_empty() {
        return Err(Failure::Usage(
            "`--rule` is about Space Empires: the doubtful points of Eclipse are options of a policy, see `catalog \
             policies --game eclipse`"
                .to_owned(),
        ));
    }
    if args.possibility.is_some() {
        return Err(Failure::Usage(
            "`--possibility` is about Space Empires: in Eclipse all ships are known".to_owned(),
        ));
    }
    let mut foreign: Vec<String> = Vec::new();
    foreign.extend(args.terrain.as_ref().map(|_| "--terrain".to_owned()));
    for side in Side::BOTH {
        let typed = args.policies.of(side);
        let given = [
            (typed.finish_wounded.is_some(), "finish-wounded"),
            (typed.screen.is_some(), "screen"),
            (typed.keep_bonus.is_some(), "keep-bonus"),
            (typed.slip_away.is_some(), "slip-away"),
            (typed.protect.is_some(), "protect"),
        ];
        let given = given.iter().filter(|(given, _)| *given);
        foreign.extend(given.map(|(_, name)| format!("--{}-{name}", side.name())));
    }
    match foreign.is_empty() {
        true => Ok(()),
        false => Err(Failure::Usage(format!(
            "`{}` is about Space Empires: Eclipse has neither terrain nor screens",
            foreign.join("` and `")
        ))),
    }
}

/// The side that can be read of two that can't both be, against a stand-in.
fn readable(args: &EngagementArgs) -> Option<written::Hex> {
    let second = args.defender.as_ref()?;
    let mut unheard = Problems::default();
    let mut side = |argument: &str, side: Side| {
        let party = written::read_party(argument, side.name(), &mut unheard);
        let known = party.is_some();
        (party.unwrap_or_else(stand_in), known)
    };
    let (attacker, attacker_known) = side(&args.attacker, Side::Attacker);
    let (defender, defender_known) = side(second, Side::Defender);
    (attacker_known || defender_known).then(|| written::Hex {
        parties: vec![defender, attacker],
        two_sides: true,
        ..written::Hex::default()
    })
}

/// A fleet without faults for want of another.
pub fn stand_in() -> written::Party {
    written::parse_shorthand("1 interceptor", "", &mut Problems::default()).unwrap_or_default()
}

/// What stands on the command line counts more than what stands in files.
fn override_files(args: &EngagementArgs, hex: &mut written::Hex, problems: &mut Problems) {
    if let Some(name) = &args.edition {
        set_edition(hex, name);
    }
    for side in Side::BOTH {
        let typed = args.policies.of(side);
        let place = |what: &str, text: &str| Place::argument(&format!("--{}-{what}", side.name()), text);
        let texts = [
            ("target", typed.target),
            ("equals", typed.equals),
            ("retreat", typed.retreat),
        ];
        for (what, text) in texts {
            let Some(text) = text else { continue };
            if !hex.two_sides {
                let help = "give each [[party]] its [policy]";
                problems.add(
                    place(what, text),
                    "the hex has parties, not an attacker and a defender",
                    help,
                );
                continue;
            }
            let policy = &mut hex.parties[1 - side.index()].policy;
            match what {
                "target" => policy.target = written::target(text, &place(what, text), problems),
                "equals" => policy.equals = written::equals(text, &place(what, text), problems),
                _ => policy.retreat = written::retreat(text, &place(what, text), problems),
            }
        }
    }
}

/// The edition of the command line instead of what the files say.
pub fn set_edition(hex: &mut written::Hex, name: &str) {
    hex.edition = Some(Spanned::new(name.to_owned(), Place::argument("--edition", name)));
    for party in &mut hex.parties {
        party.edition = None;
    }
}

/// Resolves what could be read, with faults or without, and adds the faults found.
pub fn resolve_readable(hex: &written::Hex, problems: &mut Problems) -> Option<Hex> {
    let mut found = Problems::default();
    let resolved = resolve(hex, &mut found);
    let places: Vec<&Place> = hex.parties.iter().filter_map(|party| party.place.as_ref()).collect();
    add_found(found, &places, problems);
    resolved
}

impl Answer for HexOdds {
    fn partial(&self) -> bool {
        self.run.partial
    }

    fn time(&self) -> String {
        method::hex_time(self)
    }

    fn headline(&self) -> Vec<String> {
        page::headline(self)
    }

    fn page(&self) -> Page {
        page::page(self)
    }

    fn json(&self, timing: bool) -> Result<String, Failed> {
        report::json::hex::render(self, timing)
    }

    fn csv(&self) -> Result<String, Failed> {
        report::csv::render(&TidyTable::of_hex(self))
    }

    fn parquet(&self) -> Result<Vec<u8>, Failed> {
        report::parquet::render(&TidyTable::of_hex(self))
    }
}
