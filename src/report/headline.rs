//! The answer of a result in a sentence or two.

use super::about::currency;
use super::figure;
use super::measure::Rate;
use super::odds::{Method, Odds, SideOdds};
use super::unsure::Unsure;
use crate::engine::Outcome;
use crate::spec::Side;

/// Part of a side's ships that must leave the hex on average to be worth a line.
const WORTH_TELLING: f64 = 0.01;

/// Who wins and at what price; then, if it happens, who leaves.
#[must_use]
pub fn headline(odds: &Odds) -> Vec<String> {
    if odds.method == Method::Simulate && odds.battles == 0 {
        return vec!["No battle was finished".to_owned()];
    }
    let mut lines = match (odds.after_round, &odds.still_fighting) {
        (Some(round), Some(fighting)) => after_round(odds, round, fighting),
        _ => vec![format!("{}{}", winner(odds), at_a_loss(odds, "; lost on average: "))],
    };
    let leaving = odds.sides.iter().filter_map(leaving);
    lines.extend(leaving);
    lines.extend(odds.unsure.iter().flat_map(Unsure::headline));
    lines.extend(best_targets(odds));
    lines
}

/// What it would be worth if both sides aimed their best.
fn best_targets(odds: &Odds) -> Option<String> {
    let best = odds.best_targets?;
    let more = (best - odds.rate(Outcome::Attacker).p()?) * 100.0;
    let compared = match format!("{more:+.2}").as_str() {
        "+0.00" | "-0.00" => "the same".to_owned(),
        more => format!("{more} points"),
    };
    let best = figure::percent(&Rate::certain(best, 0.0));
    Some(format!(
        "With best targets on both sides the attacker wins {best}: {compared}"
    ))
}

fn after_round(odds: &Odds, round: u16, fighting: &Rate) -> Vec<String> {
    let state = format!(
        "After round {round} the attacker has won {}, the defender {}; in {} both still fight",
        figure::percent(odds.rate(Outcome::Attacker)),
        figure::percent(odds.rate(Outcome::Defender)),
        figure::percent(fighting),
    );
    let price = at_a_loss(odds, "Lost so far on average: ");
    if price.is_empty() {
        return vec![state];
    }
    let price = format!(
        "{price}; the attacker has lost less in {}, more in {}",
        figure::percent(&odds.ahead[0]),
        figure::percent(&odds.ahead[2]),
    );
    vec![state, price]
}

/// Who wins more often, and how often.
fn winner(odds: &Odds) -> String {
    let side = if odds.outcome[0].p() >= odds.outcome[1].p() {
        Side::Attacker
    } else {
        Side::Defender
    };
    let rate = &odds.outcome[side.index()];
    let range = figure::range(rate);
    let range = if range.is_empty() { range } else { format!(" ({range})") };
    format!("{} wins {}{range}", title(side), figure::percent(rate))
}

/// What both sides lose, as far as their ships have a price; else nothing.
fn at_a_loss(odds: &Odds, before: &str) -> String {
    let priced = odds.sides.iter().filter(|side| side.cost > 0.0);
    let losses = priced.map(|side| {
        format!(
            "{} {} of {} {}",
            side.side.name(),
            figure::mean(side.loss.moments, 1),
            figure::fleet(side.cost),
            currency(odds.game)
        )
    });
    let losses = losses.collect::<Vec<_>>().join(", ");
    if losses.is_empty() {
        losses
    } else {
        format!("{before}{losses}")
    }
}

/// A side's ships that leave the hex, if they are enough to speak of.
fn leaving(side: &SideOdds) -> Option<String> {
    let (left, ships) = (side.retreated(), side.ships());
    (left >= WORTH_TELLING * ships && left > 0.0).then(|| {
        format!(
            "On average {} of the {}'s {} ships leave the hex",
            figure::number(Some(left)),
            side.side.name(),
            figure::fleet(ships)
        )
    })
}

/// The side's name at the start of a sentence.
#[must_use]
pub fn title(side: Side) -> &'static str {
    match side {
        Side::Attacker => "Attacker",
        Side::Defender => "Defender",
    }
}
