//! `broadside advise --retreat`: when to leave.

use super::{AUTO_RETREAT_VALUES, AUTO_STATES, Given, choose, leaving_freely, refuse, within_limit};
use crate::cli::answer::Answer;
use crate::cli::args::AdviseArgs;
use crate::cli::failure::Failure;
use crate::cli::method::{small_game, solved_in};
use crate::engine::Plan;
use crate::engine::exact::{self, Objective, Position};
use crate::report::retreats::page;
use crate::report::{self, Failed, Page, Retreats, TidyTable};
use crate::rules::space_empires::Battle;
use crate::spec::Side;
use std::time::Instant;

/// When to leave, for the side that was asked for, or for every side that can.
pub fn find(args: &AdviseArgs, battle: Battle, given: [Given; 2]) -> Result<Retreats, Failure> {
    let start = Instant::now();
    let sides: Vec<Side> = match args.side {
        Some(side) => vec![side.side()],
        None => Side::BOTH.into_iter().filter(|side| can(&battle, *side)).collect(),
    };
    if let Some(side) = sides.iter().find(|side| !can(&battle, **side)) {
        let name = side.name();
        return Err(Failure::Usage(format!("no unit of the {name} can retreat (5.9)")));
    }
    if sides.is_empty() {
        return Err(Failure::Usage("no unit of either side can retreat (5.9)".to_owned()));
    }
    let chosen = choose(args, battle, given, None, &sides)?;
    let battle = &chosen.battle;
    let mut found: Vec<(Side, Plan, exact::Retreats)> = Vec::new();
    for side in sides {
        let plan = args.engagement.plan(&leaving_freely(battle, side));
        let game = within_limit(
            &plan,
            Objective::CpSwing,
            &Position::start(&plan),
            args.exact_limit,
            true,
        )?;
        let of_side = args.solving().play(game, |game| game.retreats(side))?;
        let of_side = of_side.map_err(|refusal| refuse(refusal, &plan))?;
        found.push((side, plan, of_side));
    }
    let told: Vec<_> = found.iter().map(|(side, plan, found)| (*side, plan, found)).collect();
    let mut retreats = Retreats::new(battle, &told, args.rows);
    for (side, ..) in found.iter().filter(|(side, ..)| given[side.index()].retreat) {
        let policy = &battle.sides[side.index()].policy.retreat;
        let note = format!("the {}'s own retreats ({policy}) are put aside here", side.name());
        retreats.notes.push(note);
    }
    retreats.screens_left_out = chosen.screens_left_out;
    retreats.elapsed = start.elapsed();
    Ok(retreats)
}

fn can(battle: &Battle, side: Side) -> bool {
    battle.sides[side.index()]
        .groups
        .iter()
        .any(|group| group.unit.can_retreat)
}

/// What it is worth to a side, in CP swing, that its ships may leave, if the swing is `staying` without
/// that; `None` if it can't, or if it would take long to find out.
pub fn worth(args: &AdviseArgs, battle: &Battle, side: Side, staying: f64) -> Result<Option<f64>, Failure> {
    if !can(battle, side) {
        return Ok(None);
    }
    let plan = args.engagement.plan(&leaving_freely(battle, side));
    let start = Position::start(&plan);
    let game = small_game(&plan, Objective::CpSwing, &start, args.exact_limit.min(AUTO_STATES));
    let Some(game) = game.filter(|game| game.work() <= AUTO_RETREAT_VALUES) else {
        return Ok(None);
    };
    let leaving = args.solving().play(game, |game| game.advise().value)?;
    Ok(Some(match side {
        Side::Attacker => leaving - staying,
        Side::Defender => staying - leaving,
    }))
}

impl Answer for Retreats {
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
        report::json::retreats::render(self, timing)
    }

    fn csv(&self) -> Result<String, Failed> {
        report::csv::render(&TidyTable::of_retreats(self))
    }

    fn parquet(&self) -> Result<Vec<u8>, Failed> {
        report::parquet::render(&TidyTable::of_retreats(self))
    }
}
