//! What is told besides the figures of a battle in which not everything is known: the possibilities one by
//! one, and what it would be worth to know which it is.

use super::figure;
use super::headline::title;
use super::measure::{Distribution, Rate};
use super::page::Section;
use crate::engine::Outcome;
use crate::engine::exact::Objective;
use crate::rules::space_empires::{Policy, Possibilities};
use crate::spec::Side;
use std::fmt;

/// What is told of the possibilities of a result.
#[derive(Clone, Debug)]
pub struct Unsure {
    /// One by one, in the order written.
    pub possibilities: Vec<PossibleOdds>,
    /// They are to be listed.
    pub listed: bool,
    /// What knowing would be worth, by side that might know, if that was asked for.
    pub scouting: Vec<Scouting>,
}

/// One possibility.
#[derive(Clone, Debug)]
pub struct PossibleOdds {
    /// Its chance.
    pub weight: f64,
    /// What the attacker and the defender have of that which isn't known; empty for a side that is known.
    pub sides: [String; 2],
    /// The seed of its battles; `None` for exact figures.
    pub seed: Option<u64>,
    /// Battles fought; 0 for exact figures.
    pub battles: u64,
    /// Indexed by [`Outcome`].
    pub outcome: [Rate; 3],
    /// CP that the attacker and the defender lose.
    pub loss: [Distribution; 2],
}

/// What knowing the enemy's counters would be worth to a side that chooses its standing orders, or to stay
/// away, before the battle: the expected value of perfect information (H. Raiffa, R. Schlaifer 1961,
/// *Applied statistical decision theory*).
#[derive(Clone, Debug)]
pub struct Scouting {
    /// The side that might know.
    pub side: Side,
    /// For each objective.
    pub worth: Vec<Worth>,
}

/// What knowing is worth for one objective.
#[derive(Clone, Debug)]
pub struct Worth {
    /// What the side is after.
    pub objective: Objective,
    /// The best single choice without knowing, and what it is worth.
    pub blind: Chosen,
    /// The value of choosing the best for each possibility.
    pub knowing: f64,
    /// What the enemy may have, its chance, and the best choice against it.
    pub each: Vec<(String, f64, Chosen)>,
}

impl Worth {
    /// What knowing adds; at least nothing.
    #[must_use]
    pub fn gain(&self) -> f64 {
        (self.knowing - self.blind.value).max(0.0)
    }

    /// A value of the objective in words.
    fn told(&self, value: f64) -> String {
        match self.objective {
            Objective::Win => figure::percent(&Rate::certain(value, 0.0)),
            // Rounded first, so that nothing reads as minus nothing.
            Objective::CpSwing => format!("{:+.2} CP", (value * 100.0).round() / 100.0 + 0.0),
        }
    }

    fn told_gain(&self) -> String {
        match self.objective {
            Objective::Win => format!("{:.2} points", self.gain() * 100.0),
            Objective::CpSwing => format!("{:.2} CP", self.gain()),
        }
    }
}

/// A choice and its value.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// What is done.
    pub choice: Choice,
    /// Chance to win, or mean CP swing of the side.
    pub value: f64,
}

/// What a side can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// Fight by these orders.
    Fight(Policy),
    /// Not to move into the hex.
    StayAway,
}

impl fmt::Display for Choice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Fight(policy) => write!(out, "target {}, retreat {}", policy.target, policy.retreat),
            Choice::StayAway => out.write_str("stay away"),
        }
    }
}

impl Unsure {
    /// How many battles it may be, in a sentence.
    #[must_use]
    pub fn headline(&self) -> Vec<String> {
        let mut lines = vec![match self.possibilities.len() {
            1 => "There is no battle: a side has nothing here that fights".to_owned(),
            number => format!("Not everything is known: {number} possible battles, each weighed by its chance"),
        }];
        for scouting in &self.scouting {
            let gains = scouting
                .worth
                .iter()
                .map(Worth::told_gain)
                .collect::<Vec<_>>()
                .join(", ");
            let enemy = scouting.side.enemy().name();
            lines.push(format!(
                "To know the {enemy}'s counters is worth to the {}: {gains}",
                scouting.side.name()
            ));
        }
        lines
    }

    /// The tables.
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        let mut sections: Vec<Section> = self.listed.then(|| self.list()).into_iter().collect();
        sections.extend(self.scouting.iter().flat_map(Scouting::sections));
        sections
    }

    fn list(&self) -> Section {
        let unsure = Side::BOTH.map(|side| self.possibilities.iter().any(|one| !one.sides[side.index()].is_empty()));
        let mut columns = vec![">no.", ">chance"];
        columns.extend(unsure[0].then_some("attacker has"));
        columns.extend(unsure[1].then_some("defender has"));
        columns.extend([
            ">attacker wins",
            ">defender wins",
            ">attacker loses, CP",
            ">defender loses, CP",
        ]);
        let mut section = Section::new("Possibilities", &columns);
        for (number, one) in self.possibilities.iter().enumerate() {
            let mut row = vec![
                (number + 1).to_string(),
                figure::percent(&Rate::certain(one.weight, 0.0)),
            ];
            let sides = one.sides.iter().zip(unsure).filter(|(_, unsure)| *unsure);
            row.extend(sides.map(|(told, _)| told.clone()));
            row.extend(
                [Outcome::Attacker, Outcome::Defender].map(|outcome| figure::percent(&one.outcome[outcome.index()])),
            );
            row.extend(one.loss.iter().map(|loss| figure::mean(loss.moments, 2)));
            section.row(row);
        }
        section
    }
}

impl Scouting {
    fn sections(&self) -> Vec<Section> {
        let mut overview = Section::new(
            format!("{}: what scouting is worth", title(self.side)),
            &["", ">without knowing", "best choice", ">knowing", ">gain"],
        );
        for worth in &self.worth {
            overview.row([
                worth.objective.name().to_owned(),
                worth.told(worth.blind.value),
                worth.blind.choice.to_string(),
                worth.told(worth.knowing),
                worth.told_gain(),
            ]);
        }
        let mut sections = vec![overview];
        for worth in &self.worth {
            let heading = format!(
                "{}: best for {} if it is known",
                title(self.side),
                worth.objective.name()
            );
            let mut section = Section::new(heading, &["enemy has", ">chance", "best choice", ">worth"]);
            for (told, weight, best) in &worth.each {
                section.row([
                    told.clone(),
                    figure::percent(&Rate::certain(*weight, 0.0)),
                    best.choice.to_string(),
                    worth.told(best.value),
                ]);
            }
            sections.push(section);
        }
        sections
    }
}

/// The possibilities of fleets, for those who check them: `shown` are the sides to be told of.
#[must_use]
pub fn possibilities(all: &Possibilities, shown: &[Side]) -> Option<Section> {
    let unsure: Vec<Side> = shown.iter().copied().filter(|&side| all.unsure(side)).collect();
    if unsure.is_empty() {
        return None;
    }
    let mut columns = vec![">no.".to_owned(), ">chance".to_owned()];
    for side in &unsure {
        let name = if shown.len() == 1 {
            "has".to_owned()
        } else {
            format!("{} has", side.name())
        };
        columns.extend([name, ">ships".to_owned(), ">CP".to_owned()]);
    }
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut section = Section::new("Possibilities", &columns);
    for (number, possibility) in all.list.iter().enumerate() {
        let chance = figure::percent(&Rate::certain(possibility.weight, 0.0));
        let mut row = vec![(number + 1).to_string(), chance];
        for &side in &unsure {
            let fleet = &possibility.battle.sides[side.index()];
            row.extend([
                all.told(possibility, side),
                fleet.ships().to_string(),
                fleet.cost().to_string(),
            ]);
        }
        section.row(row);
    }
    Some(section)
}
