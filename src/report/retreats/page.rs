//! When to leave, as a page.

use super::{Kind, Retreats, Row, Rule, Ships, SideRetreats, Who};
use crate::report::advice::EQUAL;
use crate::report::advice::page::{cost, screens_left_out, signed};
use crate::report::figure;
use crate::report::headline::title;
use crate::report::page::{Kind as RemarkKind, Page, Remark, Section};
use crate::report::summary;

/// Rounds that have a column of their own, the second first: nobody leaves in the first (5.9).
const ROUNDS: usize = 3;

/// The page of a result.
#[must_use]
pub fn page(retreats: &Retreats) -> Page {
    let mut sections = Vec::new();
    for side in &retreats.sides {
        sections.push(rules(side));
        sections.push(states(side, retreats.shown));
    }
    sections.push(setting(retreats));
    Page {
        headline: headline(retreats),
        sections,
        remarks: remarks(retreats),
    }
}

/// What the right to leave is worth, a line a side.
#[must_use]
pub fn headline(retreats: &Retreats) -> Vec<String> {
    let line = |side: &SideRetreats| {
        let name = side.side.name();
        if side.worth() < EQUAL && !side.rows.is_empty() {
            return format!(
                "The right to leave is worth next to nothing to the {name}: CP swing {} for it either way",
                signed(side.staying)
            );
        }
        if side.worth() < EQUAL {
            return format!(
                "Leaving never beats staying for the {name}: CP swing {} for it either way",
                signed(side.staying)
            );
        }
        format!(
            "The right to leave is worth {} CP to the {name}: CP swing {} for it, without {}",
            cost(side.worth()),
            signed(side.leaving),
            signed(side.staying)
        )
    };
    retreats.sides.iter().map(line).collect()
}

/// `2 CA, 3 SC`, with damage behind: `2 CA (1 damaged 1)`; `nobody` if there are none.
#[must_use]
pub fn ships(kinds: &[Kind], ships: &[Ships]) -> String {
    let one = |(kind, ships): (&Kind, &Ships)| {
        let text = format!("{} {}", ships.count, kind.name);
        let damage = match ships.damage[..] {
            [] => String::new(),
            [damage] => format!(" (damage {damage})"),
            [..] => {
                let all: Vec<String> = ships.damage.iter().map(u8::to_string).collect();
                format!(" (damage {})", all.join(", "))
            }
        };
        (ships.count > 0).then(|| text + &damage)
    };
    let parts: Vec<String> = kinds.iter().zip(ships).filter_map(one).collect();
    parts.join(", ")
}

/// Who leaves in a state: `all`, or `1 CA (the damaged one), 2 SC`.
#[must_use]
pub fn leaving(kinds: &[Kind], row: &Row) -> String {
    let can = |group: &usize| kinds[*group].may_leave && row.own[*group].count > 0;
    if (0..kinds.len())
        .filter(can)
        .all(|group| row.leaving[group] == row.own[group].count)
    {
        return "all".to_owned();
    }
    let one = |group: usize| {
        let (number, name) = (row.leaving[group], &kinds[group].name);
        match row.damaged_leaves[group] {
            _ if number == 0 => None,
            true if number == 1 => Some(format!("damaged {name}")),
            _ if number == row.own[group].count => Some(format!("all {name}")),
            _ => Some(format!("{number} {name}")),
        }
    };
    let parts: Vec<String> = (0..kinds.len()).filter_map(one).collect();
    parts.join(", ")
}

/// Who leaves by a rule.
#[must_use]
pub fn who(kinds: &[Kind], who: Who) -> String {
    match who {
        Who::All => "all".to_owned(),
        Who::Group(group) => format!("all {}", kinds[group].name),
        Who::Damaged(group, 1) => format!("damaged {}", kinds[group].name),
        Who::Damaged(group, least) => format!("{} damaged {least}+", kinds[group].name),
    }
}

fn rules(side: &SideRetreats) -> Section {
    let title = format!(
        "{}: rules of thumb for the states that best play comes to (chance in %, cost of never leaving in CP)",
        title(side.side)
    );
    let columns = ["leave", "when you have", "and they have", ">met", ">cost"];
    let mut section = Section::new(title, &columns);
    for rule in &side.rules {
        section.row([
            who(&side.own, rule.who),
            own(side, rule),
            enemy(side, rule),
            chance(rule.chance),
            cost(rule.cost),
        ]);
    }
    section
}

/// What the side has by a rule, every kind named: `1–2 CA, no SC`.
#[must_use]
pub fn own(side: &SideRetreats, rule: &Rule) -> String {
    ranges(&side.own, &rule.own_least, &rule.most)
}

/// What the enemy has by a rule, every kind named, `+` meaning or more: `2+ unhurt BB, 1 DD, no SC`.
#[must_use]
pub fn enemy(side: &SideRetreats, rule: &Rule) -> String {
    ranges(&side.enemy, &rule.least, &rule.enemy_most)
}

fn ranges(kinds: &[Kind], least: &[u16], most: &[u16]) -> String {
    let bounds = least.iter().zip(most);
    let parts: Vec<String> = { kinds.iter().zip(bounds) }
        .map(|(kind, (&least, &most))| range(kind, least, most))
        .collect();
    parts.join(", ")
}

/// Ships that have so many hit points.
fn range(kind: &Kind, least: u16, most: u16) -> String {
    let (hull, name) = (u16::from(kind.hull), &kind.name);
    let all = u16::from(kind.fielded) * hull;
    match (least, most) {
        (_, 0) => format!("no {name}"),
        (least, most) if least == most => at_most(kind, least),
        (0, most) => format!("0–{}", at_most(kind, most)),
        (least, most) if most == all => at_least(kind, least, "+"),
        // The least is so many ships however damaged: one hit point of the last is left.
        (least, most) if hull == 1 || least % hull == 1 => match (least.div_ceil(hull), most.div_ceil(hull)) {
            (fewest, ships) if fewest == ships => match ships * hull - most {
                0 => format!("{ships} {name} (damaged or not)"),
                damage => format!("{ships} {name} (damage {damage}+)"),
            },
            (fewest, _) => format!("{fewest}–{}", at_most(kind, most)),
        },
        (least, most) => format!("{} to {}", at_most(kind, least), at_most(kind, most)),
    }
}

/// Ships that have so many hit points at most.
fn at_most(kind: &Kind, most: u16) -> String {
    let (hull, name) = (u16::from(kind.hull), &kind.name);
    let ships = most.div_ceil(hull);
    match ships * hull - most {
        0 => format!("{ships} {name}"),
        damage => format!("{ships} {name} (damage {damage})"),
    }
}

/// Ships that have so many hit points at least; `more` says that they may be more.
fn at_least(kind: &Kind, least: u16, more: &str) -> String {
    let (hull, name) = (u16::from(kind.hull), &kind.name);
    let ships = least.div_ceil(hull);
    match ships * hull - least {
        0 if hull == 1 => format!("{ships}{more} {name}"),
        0 => format!("{ships}{more} unhurt {name}"),
        damage if damage + 1 == hull && !more.is_empty() => format!("{ships}{more} {name}"),
        damage => format!("{ships}{more} {name} (damage {damage})"),
    }
}

/// A chance in percent with one digit after the point.
fn chance(p: f64) -> String {
    match p * 100.0 {
        0.0 => figure::NONE.to_owned(),
        percent if percent < 0.05 => "<0.1".to_owned(),
        percent => format!("{percent:.1}"),
    }
}

fn states(side: &SideRetreats, shown: usize) -> Section {
    let rounds: Vec<String> = (2..2 + ROUNDS).map(|round| round.to_string()).collect();
    let title = format!(
        "{}: when leaving beats staying (chance in round {} …, in %; cost of never leaving, in CP)",
        title(side.side),
        rounds.join(", ")
    );
    let mut columns = vec!["when you have", "and they have", "leave"];
    let rounds: Vec<String> = rounds.iter().map(|round| format!(">{round}")).collect();
    columns.extend(rounds.iter().map(String::as_str));
    columns.extend([">later", ">met", ">cost"]);
    let mut section = Section::new(title, &columns);
    for row in side.rows.iter().take(shown) {
        let at = |round: usize| row.rounds.get(round).copied().unwrap_or(0.0);
        let later = row.rounds.iter().skip(2 + ROUNDS).sum();
        let mut cells = vec![
            ships(&side.own, &row.own),
            ships(&side.enemy, &row.enemy),
            leaving(&side.own, row),
        ];
        cells.extend((2..2 + ROUNDS).map(|round| chance(at(round))));
        cells.extend([chance(later), chance(row.chance()), cost(row.cost)]);
        section.row(cells);
    }
    let more = side.rows.len().saturating_sub(section.rows.len());
    if more > 0 && shown > 0 {
        section.row([format!("… and {} more", figure::whole(more as u64))]);
    }
    section
}

fn setting(retreats: &Retreats) -> Section {
    let mut section = summary::conditions(
        &retreats.terrain,
        retreats.edition,
        retreats.rules,
        retreats.policies.each_ref(),
    );
    for side in &retreats.sides {
        let states = figure::whole(side.rows.len() as u64);
        let (name, enemy) = (side.side.name(), side.side.enemy().name());
        section.row([
            format!("{name} leaves"),
            format!("as best for the CP swing, in {states} states; the {enemy}'s retreats by its policy"),
        ]);
    }
    section
}

fn remarks(retreats: &Retreats) -> Vec<Remark> {
    let mut texts = retreats.notes.clone();
    if retreats.sides.iter().any(|side| !side.rows.is_empty()) {
        texts.push(
            "states are those at a round's start that such play comes to; ships leave on their turn, if nothing was hit \
             before; never leaving costs so many CP against leaving as best, and staying for one round may cost less"
                .to_owned(),
        );
    }
    let hidden = { retreats.sides.iter() }.any(|side| side.rows.len() > retreats.shown);
    if hidden {
        texts.push("--rows N shows more states; JSON and CSV have all".to_owned());
    }
    texts.extend(retreats.screens_left_out.map(screens_left_out));
    { texts.into_iter() }
        .map(|text| Remark {
            kind: RemarkKind::Note,
            text,
        })
        .collect()
}
