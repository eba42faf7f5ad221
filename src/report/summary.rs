//! The odds as a page: a sentence of who wins, then tables from the general to the particular.

use super::about::currency;
use super::bar::{bar, chart, sparkline};
use super::figure;
use super::headline::{headline, title};
use super::measure::{Distribution, Rate};
use super::odds::{Given, Method, Odds, SideOdds, UnitOdds};
use super::page::{Kind, Page, Remark, Section};
use super::unsure::Unsure;
use crate::engine::Outcome;
use crate::engine::exact::Objective;
use crate::rules::space_empires::{Edition, Policy, Rules, Screen};
use crate::spec::Side;

/// Characters of the longest bar.
const BAR: usize = 20;

/// Most rows of the table of ships left.
const STEPS: usize = 10;

/// Most blocks of the chart of rounds.
const ROUND_BLOCKS: usize = 24;

/// The page of a result.
#[must_use]
pub fn page(odds: &Odds) -> Page {
    let mut sections = vec![outcome(odds)];
    sections.extend(odds.unsure.iter().flat_map(Unsure::sections));
    // Nothing is compared with ships that have no price.
    if odds.sides.iter().all(|side| side.cost > 0.0) {
        sections.push(ahead(odds));
    }
    sections.extend(odds.sides.iter().map(|side| units(odds, side)));
    sections.extend([losses(odds), left(odds), rounds(odds)]);
    sections.extend(given(odds));
    sections.push(setting(odds));
    let note = |text: &String| Remark {
        kind: Kind::Note,
        text: text.clone(),
    };
    let warning = |warning: &super::Warning| Remark {
        kind: Kind::Warning,
        text: warning.to_string(),
    };
    let remarks = odds
        .notes
        .iter()
        .map(note)
        .chain(odds.warnings.iter().map(warning))
        .collect();
    Page {
        headline: headline(odds),
        sections,
        remarks,
    }
}

fn outcome(odds: &Odds) -> Section {
    let mut section = Section::new("Outcome", &["", ">chance", "95 % interval", ""]);
    let mut add = |name: &str, rate: &super::Rate| {
        let bar = bar(rate.p().unwrap_or(0.0), BAR);
        section.row([name, &figure::percent(rate), &figure::range(rate), &bar]);
    };
    add("attacker wins", odds.rate(Outcome::Attacker));
    add("defender wins", odds.rate(Outcome::Defender));
    add("neither", odds.rate(Outcome::Neither));
    match &odds.still_fighting {
        Some(rate) => add("  still fighting", rate),
        None if odds.stalemate.p() > Some(0.0) => add("  stalemate", &odds.stalemate),
        None => {}
    }
    section
}

fn ahead(odds: &Odds) -> Section {
    let mut section = Section::new(
        capital(&format!("{} lost, compared", currency(odds.game))),
        &["", ">chance", "95 % interval", ""],
    );
    for (name, rate) in ["attacker loses less", "both lose as much", "attacker loses more"]
        .iter()
        .zip(&odds.ahead)
    {
        let bar = bar(rate.p().unwrap_or(0.0), BAR);
        section.row([*name, &figure::percent(rate), &figure::range(rate), &bar]);
    }
    section
}

/// The text with a capital first letter: a title.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn units(odds: &Odds, side: &SideOdds) -> Section {
    let retreats = odds.anyone_retreated();
    let captures = odds.anyone_captured();
    let lost = format!(">lost {}", currency(odds.game));
    let mut columns = vec!["", ">ships", ">left", ">lost", &lost];
    columns.extend(captures.then_some(">captured"));
    columns.extend(retreats.then_some(">retreated"));
    columns.extend([">all left", ">none left", "0 … all left"]);
    let mut section = Section::new(format!("{}: {}", title(side.side), side.name), &columns);
    for unit in &side.units {
        // Nothing random is left for ships that a rule removes.
        let rate = |rate| {
            if unit.removed {
                figure::NONE.to_owned()
            } else {
                figure::percent(rate)
            }
        };
        let mut row = vec![
            unit.label.clone(),
            ships(unit),
            figure::mean(unit.survivors.moments, 2),
            figure::number(unit.lost()),
            figure::number(unit.lost_cp()),
        ];
        row.extend(captures.then(|| figure::number(Some(unit.captured))));
        row.extend(retreats.then(|| figure::number(unit.retreated)));
        row.extend([
            rate(&unit.all_left),
            rate(&unit.none_left),
            sparkline(&unit.survivors.probability),
        ]);
        section.row(row);
    }
    for taken in side.captured.iter().filter(|_| captures) {
        section.row(taken.row(columns.len(), retreats.then_some(6)));
    }
    section
}

/// Ships brought into the hex: `3`, or `2–4` if that is not known.
fn ships(unit: &UnitOdds) -> String {
    match (unit.fewest, unit.fielded) {
        (fewest, most) if fewest == most => most.to_string(),
        (fewest, most) => format!("{fewest}–{most}"),
    }
}

fn losses(odds: &Odds) -> Section {
    let columns = [
        "",
        ">of",
        ">mean",
        ">error of mean",
        ">spread (sd)",
        ">quartiles",
        "0 … all, a block a possible loss",
    ];
    let mut section = Section::new(format!("Losses in {}", currency(odds.game)), &columns);
    for side in odds.sides.iter().filter(|side| side.cost > 0.0) {
        let chance = |&loss: &usize| side.loss.probability.get(loss).copied().unwrap_or(0.0);
        let chances: Vec<f64> = side.losses.iter().map(chance).collect();
        section.row([
            side.side.name().to_owned(),
            figure::fleet(side.cost),
            figure::mean(side.loss.moments, 9),
            figure::error(side.loss.moments),
            figure::spread(side.loss.moments),
            figure::quartiles(side.loss.quartiles),
            sparkline(&chances),
        ]);
    }
    section
}

/// Chances that a side keeps at least so many ships, at up to [`STEPS`] numbers.
fn left(odds: &Odds) -> Section {
    let mut section = Section::new("Combat ships left, at least", &[">ships", ">attacker", ">defender"]);
    let most = odds
        .sides
        .iter()
        .map(|side| side.left.at_least.len().saturating_sub(1))
        .max()
        .unwrap_or(0);
    let step = most.div_ceil(STEPS).max(1);
    for ships in (1..=most).filter(|ships| *ships == 1 || ships % step == 0) {
        let chance = |side: &SideOdds| match side.left.at_least.get(ships) {
            Some(&p) if odds.method == Method::Exact => figure::percent(&Rate::certain(p, odds.tail)),
            Some(&p) => figure::share(p, odds.battles),
            None => figure::NONE.to_owned(),
        };
        section.row([ships.to_string(), chance(&odds.sides[0]), chance(&odds.sides[1])]);
    }
    section
}

fn rounds(odds: &Odds) -> Section {
    let lasted = &odds.rounds;
    let chances = usual(lasted);
    let chart = chart(chances, ROUND_BLOCKS);
    let head = match chart.together {
        1 => "1, 2, 3, …".to_owned(),
        together => format!("1 … {}, {together} rounds a block", chances.len()),
    };
    let columns = [">mean", ">error of mean", ">spread (sd)", ">quartiles", &head];
    let mut section = Section::new("Rounds", &columns);
    section.row([
        figure::mean(lasted.moments, 9),
        figure::error(lasted.moments),
        figure::spread(lasted.moments),
        figure::quartiles(lasted.quartiles),
        chart.blocks,
    ]);
    section
}

/// The chances of the rounds from the first on, without the last thousandth of the battles, which
/// may have lasted very long.
fn usual(rounds: &Distribution) -> &[f64] {
    let end = rounds
        .at_least
        .iter()
        .position(|&p| p < 0.001)
        .unwrap_or(rounds.at_least.len());
    rounds.probability.get(1..end).unwrap_or(&[])
}

/// What the battles looked like that the attacker won, and those that he lost.
fn given(odds: &Odds) -> Option<Section> {
    if odds.given.iter().all(Option::is_none) {
        return None;
    }
    let mut section = Section::new("Given that the attacker", &["", ">won", ">lost"]);
    let mut add = |name: String, of: &dyn Fn(&Given) -> String| {
        let cell = |given: &Option<Given>| given.as_ref().map_or_else(|| figure::NONE.to_owned(), of);
        section.row([name, cell(&odds.given[0]), cell(&odds.given[1])]);
    };
    let mean = |distribution: &Distribution| figure::mean(distribution.moments, 2);
    match odds.method {
        Method::Simulate => add("battles".to_owned(), &|given| figure::whole(given.battles)),
        Method::Exact => {}
    }
    add("rounds".to_owned(), &|given| mean(&given.rounds));
    for side in &odds.sides {
        let index = side.side.index();
        if side.cost > 0.0 {
            add(
                format!("{} loses, {}", side.side.name(), currency(odds.game)),
                &|given| mean(&given.sides[index].loss),
            );
        }
        for (at, unit) in side.units.iter().enumerate() {
            let name = format!("{} {} survive", side.side.name(), unit.label);
            add(name, &|given| mean(&given.sides[index].survivors[at]));
            if unit.may_leave {
                let name = format!("{} {} left the hex", side.side.name(), unit.label);
                let retreated = |given: &Given| figure::number(given.sides[index].retreated.get(at).copied());
                add(name, &retreated);
            }
        }
    }
    Some(section)
}

/// Where and how is fought: hex, edition, both policies.
#[must_use]
pub fn conditions(terrain: &[&str], edition: Edition, rules: Rules, policies: [&Policy; 2]) -> Section {
    conditions_of(terrain, edition.title(), &rules.departures(), policies.map(policy))
}

/// As [`conditions`], in any game's words. A game without terrain tells of none.
#[must_use]
pub fn conditions_of(terrain: &[&str], edition: &str, rules: &[(&str, &str)], policies: [String; 2]) -> Section {
    let mut section = Section::new("Setting", &["", ""]);
    match terrain {
        [] => {}
        ["space"] => section.row(["hex", "open space"]),
        names => section.row(["hex", &names.join(", ")]),
    }
    section.row(["edition", edition]);
    for (name, value) in rules {
        section.row(["rule", &format!("{name}: {value}")]);
    }
    for (side, words) in Side::BOTH.iter().zip(policies) {
        section.row([format!("{} policy", side.name()), words]);
    }
    section
}

pub(super) fn setting(odds: &Odds) -> Section {
    let policies = odds.sides.each_ref().map(|side| side.policy.words.clone());
    let mut section = conditions_of(&odds.terrain, odds.edition_title, &odds.rules, policies);
    match odds.objective {
        Some(Objective::Win) => section.row(["optimal means", "what is best for winning the hex"]),
        Some(Objective::CpSwing) => section.row([
            "optimal means",
            "what is best for the CP swing: enemy CP destroyed less own",
        ]),
        None => {}
    }
    match odds.method {
        Method::Simulate => section.row([
            "battles",
            &format!("{} simulated, seed {}", figure::whole(odds.battles), odds.seed),
        ]),
        Method::Exact => section.row(["method", "exact: every battle weighed by its chance, no dice"]),
    }
    if odds.partial {
        section.row(["partial", "yes: interrupted"]);
    }
    section
}

/// `targets value, wounded ships first; screens none; retreats never`.
#[must_use]
pub fn policy(policy: &Policy) -> String {
    let wounded = if policy.finish_wounded && policy.target.minds_wounded() {
        ", wounded ships first"
    } else {
        ""
    };
    let bonus = if policy.keep_bonus && policy.screen != Screen::Optimal {
        ", keeping the fleet size bonus"
    } else {
        ""
    };
    let slips = if policy.slip_away {
        ", cloaked Raiders before the battle"
    } else {
        ""
    };
    format!(
        "targets {}{wounded}; screens {}{bonus}; retreats {}{slips}",
        policy.target, policy.screen, policy.retreat
    )
}

/// As [`policy`], of a side that may have Boarding Ships: `…; boards value`.
#[must_use]
pub fn policy_of(of: &Policy, boards: bool) -> String {
    match boards {
        true => format!("{}; boards {}", policy(of), of.board),
        false => policy(of),
    }
}
