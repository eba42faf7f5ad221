//! Luck as a page: a sentence or two, then tables.

use super::{Luck, SideLuck};
use crate::engine::Outcome;
use crate::engine::statistics::Moments;
use crate::report::bar::bar;
use crate::report::headline::title;
use crate::report::odds::Method;
use crate::report::page::{Kind, Page, Remark, Section};
use crate::report::{Rate, Swing, figure, replay, summary};
use crate::spec::Side;

/// Characters of the longest bar.
const BAR: usize = 20;

/// Most rows of the chart of swings.
const ROWS: usize = 15;

/// What stands beside what happened.
const HERE: &str = "← this battle";

/// From this chance on it is told in percent, not as one battle in so many.
const OFTEN: f64 = 0.4;

/// The page of a result.
#[must_use]
pub fn page(luck: &Luck) -> Page {
    let mut sections = vec![happened(luck), by_swing(luck), chart(luck), chances(luck), losses(luck)];
    if let Some(replay) = &luck.replay {
        sections.extend([hits(luck), replay::section(&replay.volleys)]);
    }
    sections.push(summary::setting(&luck.odds));
    Page {
        headline: headline(luck),
        sections,
        remarks: remarks(luck),
    }
}

/// What happened, and how lucky that was for the attacker.
#[must_use]
pub fn headline(luck: &Luck) -> Vec<String> {
    let [attacker, defender] = &luck.sides;
    let lost = format!(
        "CP lost: attacker {} of {}, defender {} of {}",
        attacker.loss, luck.odds.sides[0].cost, defender.loss, luck.odds.sides[1].cost
    );
    let first = format!("{}; {lost}", ended(luck));
    if luck.odds.method == Method::Simulate && luck.odds.battles == 0 {
        return vec![first, "No battle was finished to compare it with".to_owned()];
    }
    // What was counted may be too rare to have come up.
    if luck.exactly.exact == Some(0.0) {
        let never = "No battle can end so under these rules and policies";
        return vec![first, never.to_owned()];
    }
    let lucky = attacker.percentile.p() >= Some(0.5);
    let (than, other) = if lucky {
        ("luckier", &attacker.swings[0])
    } else {
        ("unluckier", &attacker.swings[2])
    };
    let (how_often, how) = if lucky {
        (often(&attacker.as_well), "so well or better")
    } else {
        (often(&defender.as_well), "so badly or worse")
    };
    let share = figure::percent(other);
    vec![
        first,
        format!("For the attacker {than} than {share} of outcomes: {how_often} {how}"),
    ]
}

fn ended(luck: &Luck) -> String {
    let with = |side: &SideLuck| {
        let left = side.kinds.iter().filter(|kind| kind.left > 0);
        let left: Vec<String> = left.map(|kind| format!("{} {}", kind.left, kind.label)).collect();
        left.join(" + ")
    };
    let [attacker, defender] = &luck.sides;
    let side = match luck.outcome {
        Outcome::Attacker => attacker,
        Outcome::Defender => defender,
        Outcome::Neither if luck.contested => {
            let ships = format!("{} against {}", with(attacker), with(defender));
            return match luck.odds.after_round {
                Some(round) => format!("After round {round} both sides still fight, {ships}"),
                None => format!("Neither side can win, {ships}"),
            };
        }
        Outcome::Neither => return "Nobody is left in the hex".to_owned(),
    };
    match luck.odds.after_round {
        Some(round) => format!(
            "After round {round} the {} has won with {} left",
            side.side.name(),
            with(side)
        ),
        None => format!("{} won with {} left", title(side.side), with(side)),
    }
}

/// `about one battle in 15 goes`, `62 % of battles go`.
fn often(rate: &Rate) -> String {
    match rate.p() {
        Some(p) if p > 0.0 && p < OFTEN => {
            let one_in = 1.0 / p;
            // Two digits: more would be more than anyone can feel.
            let step = 10_f64.powf((one_in.log10().floor() - 1.0).max(0.0));
            format!(
                "about one battle in {} goes",
                figure::whole(((one_in / step).round() * step) as u64)
            )
        }
        _ => format!("{} of battles go", figure::percent(rate)),
    }
}

fn happened(luck: &Luck) -> Section {
    let leave = luck
        .sides
        .iter()
        .flat_map(|side| &side.kinds)
        .any(|kind| kind.retreated > 0);
    let mut columns = vec!["", "group", ">ships", ">left"];
    columns.extend(leave.then_some(">retreated"));
    columns.extend([">lost", ">lost CP"]);
    let mut section = Section::new("What happened", &columns);
    for side in &luck.sides {
        for kind in &side.kinds {
            let mut row = vec![side.side.name().to_owned(), kind.label.clone()];
            row.extend([kind.fielded, kind.left].map(|ships| ships.to_string()));
            row.extend(leave.then(|| kind.retreated.to_string()));
            row.extend([kind.lost(), kind.lost() * kind.cost].map(|number| number.to_string()));
            section.row(row);
        }
    }
    section
}

fn by_swing(luck: &Luck) -> Section {
    let title = "Luck by CP swing: enemy CP destroyed less own";
    let mut section = Section::new(title, &["", ">attacker", ">defender"]);
    let mut add = |name: &str, of: &dyn Fn(&SideLuck) -> String| {
        section.row([name.to_owned(), of(&luck.sides[0]), of(&luck.sides[1])]);
    };
    add("swing", &|side| signed(side.swing));
    add("mean swing", &|side| {
        let mean = luck.odds.swing.moments.map(|moments| match side.side {
            Side::Attacker => moments,
            Side::Defender => Moments {
                mean: -moments.mean,
                ..moments
            },
        });
        let text = figure::mean(mean, 1);
        match mean {
            Some(mean) if mean.mean > 0.0 && text != "0" => format!("+{text}"),
            _ => text,
        }
    });
    add("spread (sd)", &|_| figure::spread(luck.odds.swing.moments));
    add("away from the mean", &|side| {
        let deviation = side.deviation;
        deviation.map_or_else(|| figure::NONE.to_owned(), |deviation| format!("{deviation:+.2} sd"))
    });
    add("worse outcomes", &|side| with_range(&side.swings[0]));
    add("as good", &|side| with_range(&side.swings[1]));
    add("better outcomes", &|side| with_range(&side.swings[2]));
    add("as good or better", &|side| with_range(&side.as_well));
    add("percentile", &|side| with_range(&side.percentile));
    section
}

/// `+31`, `0`, `-6`.
fn signed(cp: i64) -> String {
    if cp == 0 { "0".to_owned() } else { format!("{cp:+}") }
}

/// `66.2 % (66.1 to 66.3)`; an exact chance alone.
fn with_range(rate: &Rate) -> String {
    let range = figure::range(rate);
    if range.is_empty() || rate.exact.is_some() {
        figure::percent(rate)
    } else {
        format!("{} ({range})", figure::percent(rate))
    }
}

/// The chances of all swings, and where this battle is among them.
fn chart(luck: &Luck) -> Section {
    let mut section = Section::new("The attacker's CP swing", &[">CP", ">chance", "", ""]);
    let here = luck.sides[0].swing;
    let bins = bins(&luck.odds.swing, here);
    let highest = bins.iter().map(|bin| bin.chance).fold(0.0, f64::max);
    for bin in bins {
        let range = if bin.from == bin.to {
            signed(bin.from)
        } else {
            format!("{} to {}", signed(bin.from), signed(bin.to))
        };
        let chance = match luck.odds.method {
            Method::Exact => figure::percent(&Rate::certain(bin.chance, luck.odds.tail)),
            Method::Simulate => figure::share(bin.chance, luck.odds.battles),
        };
        let mark = if (bin.from..=bin.to).contains(&here) { HERE } else { "" };
        let length = if highest > 0.0 { bin.chance / highest } else { 0.0 };
        section.row([range, chance, bar(length, BAR), mark.to_owned()]);
    }
    section
}

/// Neighbouring swings, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bin {
    from: i64,
    to: i64,
    chance: f64,
}

/// A bin for each swing that happened, or, where they are too many, of a round width.
fn bins(swing: &Swing, here: i64) -> Vec<Bin> {
    let mut values: Vec<(i64, f64)> = swing.happened().collect();
    if values.iter().all(|&(cp, _)| cp != here) {
        values.push((here, 0.0));
        values.sort_by_key(|&(cp, _)| cp);
    }
    let (least, most) = (values[0].0, values[values.len() - 1].0);
    if values.len() <= ROWS {
        let bin = |(from, chance)| Bin { from, to: from, chance };
        return values.into_iter().map(bin).collect();
    }
    let widths = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i64.pow(power)));
    let needed = |width: i64| most.div_euclid(width) - least.div_euclid(width) + 1;
    let width = widths
        .take_while(|&width| width < i64::from(u32::MAX))
        .find(|&width| needed(width) <= ROWS as i64);
    let width = width.unwrap_or(most - least + 1);
    let bins = (least.div_euclid(width)..=most.div_euclid(width)).map(|number| {
        let (from, to) = (number * width, (number + 1) * width - 1);
        let within = values.iter().filter(|&&(cp, _)| (from..=to).contains(&cp));
        Bin {
            from,
            to,
            chance: within.map(|&(_, chance)| chance).sum(),
        }
    });
    bins.collect()
}

fn chances(luck: &Luck) -> Section {
    let mut section = Section::new("Outcome", &["", ">chance", "95 % interval", "", ""]);
    for (outcome, name) in Outcome::ALL
        .into_iter()
        .zip(["attacker wins", "defender wins", "neither"])
    {
        let rate = luck.odds.rate(outcome);
        let bar = bar(rate.p().unwrap_or(0.0), BAR);
        let mark = if luck.outcome == outcome { HERE } else { "" };
        section.row([name, &figure::percent(rate), &figure::range(rate), &bar, mark]);
    }
    let exactly = &luck.exactly;
    let bar = bar(exactly.p().unwrap_or(0.0), BAR);
    section.row([
        "exactly this end",
        &figure::percent(exactly),
        &figure::range(exactly),
        &bar,
    ]);
    section
}

fn losses(luck: &Luck) -> Section {
    let columns = [
        "",
        ">of",
        ">lost",
        ">mean",
        ">spread (sd)",
        ">loses less",
        ">as much",
        ">loses more",
    ];
    let mut section = Section::new("Losses in CP", &columns);
    for (side, odds) in luck
        .sides
        .iter()
        .zip(&luck.odds.sides)
        .filter(|(_, odds)| odds.cost > 0.0)
    {
        let [less, same, more] = side.losses.each_ref().map(figure::percent);
        section.row([
            side.side.name().to_owned(),
            odds.cost.to_string(),
            side.loss.to_string(),
            figure::mean(odds.loss.moments, 1),
            figure::spread(odds.loss.moments),
            less,
            same,
            more,
        ]);
    }
    section
}

fn hits(luck: &Luck) -> Section {
    let columns = [
        "",
        ">shots",
        ">hits",
        ">expected",
        ">so many or more",
        ">so many or fewer",
    ];
    let mut section = Section::new("Hits", &columns);
    let dice = luck.replay.iter().flat_map(|replay| replay.dice);
    for (side, dice) in Side::BOTH.into_iter().zip(dice) {
        let chance = |p: f64| figure::percent(&Rate::certain(p, 0.0));
        section.row([
            side.name().to_owned(),
            dice.shots.to_string(),
            dice.hits.to_string(),
            format!("{:.1}", dice.expected),
            chance(dice.as_many),
            chance(dice.as_few),
        ]);
    }
    section
}

fn remarks(luck: &Luck) -> Vec<Remark> {
    let note = |text| Remark { kind: Kind::Note, text };
    let warnings = luck.odds.warnings.iter().map(|warning| Remark {
        kind: Kind::Warning,
        text: warning.to_string(),
    });
    luck.notes().into_iter().map(note).chain(warnings).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swing(least: i64, probability: Vec<f64>) -> Swing {
        Swing {
            least,
            moments: None,
            probability,
        }
    }

    #[test]
    fn few_swings_have_a_row_each_and_gaps_none() {
        let found = bins(&swing(-6, vec![0.5, 0.0, 0.0, 0.25, 0.25]), -4);
        let rows: Vec<(i64, i64)> = found.iter().map(|bin| (bin.from, bin.to)).collect();
        assert_eq!(rows, [(-6, -6), (-4, -4), (-3, -3), (-2, -2)]);
    }

    #[test]
    fn many_swings_share_rows_of_a_round_width() {
        let found = bins(&swing(-72, vec![1.0 / 140.0; 140]), 0);
        assert_eq!((found[0].from, found[0].to), (-80, -71));
        assert_eq!(found.len(), 15);
        assert_eq!((found[14].from, found[14].to), (60, 69));
        assert!((found.iter().map(|bin| bin.chance).sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn one_battle_in_so_many() {
        let text = |p| often(&Rate::certain(p, 0.0));
        assert_eq!(text(0.069), "about one battle in 14 goes");
        assert_eq!(text(0.000_123), "about one battle in 8,100 goes");
        assert_eq!(text(0.62), "62.00 % of battles go");
    }
}
