//! A hex as a page: who is left in it, and what it costs and brings every party.

use super::{HexOdds, PartyOdds};
use crate::report::bar::{bar, sparkline};
use crate::report::figure;
use crate::report::measure::Distribution;
use crate::report::odds::Method;
use crate::report::page::{Kind, Page, Remark, Section};

/// Characters of the longest bar.
const BAR: usize = 20;

/// Who is left, most likely first.
#[must_use]
pub fn headline(odds: &HexOdds) -> Vec<String> {
    let mut parties: Vec<&PartyOdds> = odds.parties.iter().collect();
    parties.sort_by(|a, b| b.wins.p().unwrap_or(0.0).total_cmp(&a.wins.p().unwrap_or(0.0)));
    let mut chances = parties
        .iter()
        .map(|party| format!("{} {}", party.name, figure::percent(&party.wins)));
    let first = chances.next().unwrap_or_default();
    let exact = if odds.run.method == Method::Exact {
        " (exact)"
    } else {
        ""
    };
    let rest: Vec<String> = chances.collect();
    vec![format!("Left in the hex: {first}{exact}, {}", rest.join(", "))]
}

/// The page of a hex.
#[must_use]
pub fn page(odds: &HexOdds) -> Page {
    let mut sections = vec![outcome(odds), losses(odds)];
    sections.extend(odds.parties.iter().map(|party| groups(odds, party)));
    sections.push(reputation(odds));
    sections.extend(population(odds));
    sections.push(setting(odds));
    let note = |text: &String| Remark {
        kind: Kind::Note,
        text: text.clone(),
    };
    Page {
        headline: headline(odds),
        sections,
        remarks: odds.notes.iter().map(note).collect(),
    }
}

fn outcome(odds: &HexOdds) -> Section {
    let mut section = Section::new("Left in the hex", &["", ">chance", "95 % interval", ""]);
    let mut add = |name: &str, rate: &crate::report::Rate| {
        let bar = bar(rate.p().unwrap_or(0.0), BAR);
        section.row([name, &figure::percent(rate), &figure::range(rate), &bar]);
    };
    for party in &odds.parties {
        add(&party.name, &party.wins);
    }
    add("nobody", &odds.nobody);
    if odds.undecided.p() > Some(0.0) {
        add("undecided", &odds.undecided);
    }
    section
}

fn losses(odds: &HexOdds) -> Section {
    let columns = [
        "",
        ">of",
        ">mean",
        ">error of mean",
        ">spread (sd)",
        ">quartiles",
        ">battles",
    ];
    let mut section = Section::new("Losses in materials", &columns);
    for party in &odds.parties {
        let battles = figure::number(Some(party.battles));
        if party.cost == 0 {
            let none = figure::NONE;
            section.row([&party.name, none, none, none, none, none, &battles]);
            continue;
        }
        section.row([
            party.name.clone(),
            party.cost.to_string(),
            figure::mean(party.loss.moments, 9),
            figure::error(party.loss.moments),
            figure::spread(party.loss.moments),
            figure::quartiles(party.loss.quartiles),
            battles,
        ]);
    }
    section
}

fn groups(odds: &HexOdds, party: &PartyOdds) -> Section {
    let retreats = odds
        .parties
        .iter()
        .flat_map(|party| &party.groups)
        .any(|group| group.retreated > 0.0);
    let mut columns = vec!["", ">ships", ">left", ">lost"];
    columns.extend(retreats.then_some(">retreated"));
    columns.extend([">all left", ">none left", "0 … all left"]);
    let mut section = Section::new(format!("{}: {}", role(odds, party), party.name), &columns);
    for group in &party.groups {
        let mut row = vec![
            group.about.label.clone(),
            group.fielded.to_string(),
            figure::mean(group.survivors.moments, 2),
            figure::number(group.lost()),
        ];
        row.extend(retreats.then(|| figure::number(Some(group.retreated))));
        row.extend([
            figure::percent(&group.all_left),
            figure::percent(&group.none_left),
            sparkline(&group.survivors.probability),
        ]);
        section.row(row);
    }
    section
}

/// What the party is in the hex.
pub(in crate::report) fn role(odds: &HexOdds, party: &PartyOdds) -> String {
    if party.npc {
        return "Non-player ships".to_owned();
    }
    if party.owner {
        return "Owner of the hex".to_owned();
    }
    let place = odds
        .parties
        .iter()
        .position(|other| std::ptr::eq(other, party))
        .unwrap_or(0);
    let earlier = odds.parties[..place].iter().filter(|other| !other.npc && !other.owner);
    format!("Entered as number {}", earlier.count() + 1)
}

fn reputation(odds: &HexOdds) -> Section {
    let mut section = Section::new(
        "Reputation",
        &["", ">tiles drawn", "0 … 5", ">best tile", "none, 1, 2, …"],
    );
    let mean = |distribution: &Distribution| figure::mean(distribution.moments, 2);
    for party in odds.parties.iter().filter(|party| !party.npc) {
        section.row([
            party.name.clone(),
            mean(&party.tiles),
            sparkline(&party.tiles.probability),
            mean(&party.best),
            sparkline(&party.best.probability),
        ]);
    }
    section
}

fn population(odds: &HexOdds) -> Option<Section> {
    let (cubes, all) = odds.cubes.as_ref()?;
    let title = match cubes {
        1 => "Population destroyed, of 1 cube".to_owned(),
        cubes => format!("Population destroyed, of {cubes} cubes"),
    };
    let mut columns = vec!["".to_owned(), ">mean".to_owned()];
    columns.extend((1..=*cubes).map(|cubes| format!(">{cubes} or more")));
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut section = Section::new(title, &columns);
    let mut add = |name: &str, of: &Distribution| {
        let mut row = vec![name.to_owned(), figure::mean(of.moments, 2)];
        let chance = |cubes: u32| of.at_least.get(cubes as usize).copied();
        row.extend((1..=*cubes).map(|cubes| {
            let p = chance(cubes).unwrap_or(0.0);
            match odds.run.method {
                Method::Exact => figure::percent(&crate::report::Rate::certain(p, 0.0)),
                Method::Simulate => figure::share(p, odds.run.battles),
            }
        }));
        section.row(row);
    };
    for party in odds.parties.iter().filter(|party| !party.npc && !party.owner) {
        if let Some(of) = &party.cubes {
            add(&format!("by {}", party.name), of);
        }
    }
    add("in all", all);
    Some(section)
}

fn setting(odds: &HexOdds) -> Section {
    let mut section = Section::new("Setting", &["", ""]);
    section.row(["edition", odds.edition_title]);
    let names: Vec<&str> = odds
        .order
        .iter()
        .map(|&party| odds.parties[party].name.as_str())
        .collect();
    section.row(["they fight in the order", &names.join(", ")]);
    for party in &odds.parties {
        section.row([&party.name, &party.policy.words]);
    }
    let tiles: Vec<String> = odds
        .bag
        .iter()
        .enumerate()
        .map(|(at, many)| format!("{many} of value {}", at + 1))
        .collect();
    section.row(["bag of reputation tiles", &tiles.join(", ")]);
    match odds.run.method {
        Method::Exact => section.row(["method", "exact: every battle weighed by its chance, no dice"]),
        Method::Simulate => section.row([
            "battles",
            &format!("{} simulated, seed {}", figure::whole(odds.run.battles), odds.run.seed),
        ]),
    }
    if odds.run.partial {
        section.row(["partial", "yes: interrupted"]);
    }
    section
}
