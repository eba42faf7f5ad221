//! How much aiming matters: the attacker's chance to win under each targeting policy of either side.

use super::figure;
use super::headline::title;
use super::measure::Rate;
use super::odds::{Method, Odds};
use super::page::{Kind, Page, Remark, Section};
use super::{Failed, summary};
use crate::spec::Side;
use std::time::Duration;

/// What a policy is called that has no name of its own: an order of units.
pub const IN_ORDER: &str = "in order";

/// Before a chance that was counted, where others are exact.
const COUNTED: char = '~';

/// Chances to win, a pair of policies each.
#[derive(Clone, Debug)]
pub struct Envelope {
    /// The odds under the policies given.
    pub odds: Odds,
    /// Names of the attacker's targeting policies and of the defender's.
    pub policies: [Vec<String>; 2],
    /// Which of them are the policies given.
    pub given: [usize; 2],
    /// `chances[attacker][defender]`: how often the attacker wins; `None` if an interrupt came first.
    pub chances: Vec<Vec<Option<Rate>>>,
    /// Why best play is left out, if it is.
    pub left_out: Option<String>,
    /// Wall time.
    pub elapsed: Duration,
}

/// The least and the greatest of some chances.
#[derive(Clone, Debug)]
pub struct Range {
    /// The least.
    pub low: Rate,
    /// The greatest.
    pub high: Rate,
}

impl Range {
    /// `None` of nothing.
    fn of<'a>(rates: impl Iterator<Item = &'a Rate>) -> Option<Range> {
        let mut known: Vec<&Rate> = rates.filter(|rate| rate.p().is_some()).collect();
        known.sort_by(|a, b| a.p().unwrap_or(0.0).total_cmp(&b.p().unwrap_or(0.0)));
        Some(Range {
            low: **known.first()?,
            high: **known.last()?,
        })
    }

    /// `36.12 to 47.05 %`; `None` if both ends are the same.
    fn shown(&self) -> Option<String> {
        let [low, high] = [&self.low, &self.high].map(short);
        (low != high).then(|| format!("{} to {high}", low.trim_end_matches(" %")))
    }
}

impl Envelope {
    /// Chances that one side's policies make of the battle, those of the other side being as given.
    #[must_use]
    pub fn by_side(&self, side: Side) -> Option<Range> {
        let [row, column] = self.given;
        match side {
            Side::Attacker => Range::of(self.chances.iter().filter_map(|row| row[column].as_ref())),
            Side::Defender => Range::of(self.chances[row].iter().flatten()),
        }
    }

    /// Chances of all pairs of policies.
    #[must_use]
    pub fn by_both(&self) -> Option<Range> {
        Range::of(self.chances.iter().flatten().flatten())
    }

    /// The chance under the policies given.
    #[must_use]
    pub fn chance(&self) -> &Rate {
        &self.odds.outcome[Side::Attacker.index()]
    }

    /// The answer in a sentence or two.
    #[must_use]
    pub fn headline(&self) -> Vec<String> {
        let wins = match self.odds.after_round {
            Some(round) => format!("After round {round} the attacker has won"),
            None => format!("{} wins", title(Side::Attacker)),
        };
        let chance = figure::percent(self.chance());
        let range = |range: Option<Range>| range.and_then(|range| range.shown());
        let own = match range(self.by_side(Side::Attacker)) {
            Some(range) => format!("{wins} {chance} ({range} depending on how he aims)"),
            None => format!("{wins} {chance} however he aims"),
        };
        let enemy = match range(self.by_side(Side::Defender)) {
            Some(range) => format!("Depending on how the defender aims: {range}"),
            None => "The same however the defender aims".to_owned(),
        };
        let both = range(self.by_both()).map_or_else(String::new, |range| format!("; on how both do: {range}"));
        vec![own, format!("{enemy}{both}")]
    }

    /// The page of tables.
    #[must_use]
    pub fn page(&self) -> Page {
        let mut remarks: Vec<Remark> = Vec::new();
        let mut remark = |kind, text| remarks.push(Remark { kind, text });
        self.odds.notes.iter().for_each(|note| remark(Kind::Note, note.clone()));
        if let Some(reason) = &self.left_out {
            remark(Kind::Note, format!("optimal is left out: {reason}"));
        }
        if let Some(note) = self.partly_simulated() {
            remark(Kind::Note, note);
        }
        for warning in &self.odds.warnings {
            remark(Kind::Warning, warning.to_string());
        }
        if self.odds.partial {
            remark(
                Kind::Warning,
                "interrupted: some pairs of policies are missing".to_owned(),
            );
        }
        let mut setting = summary::setting(&self.odds);
        let [down, across] = [0, 1].map(|side: usize| &self.policies[side][self.given[side]]);
        setting.row(["given", &format!("{down} against {across}")]);
        Page {
            headline: self.headline(),
            sections: vec![self.matrix(), self.ranges(), setting],
            remarks,
        }
    }

    /// Pairs that were simulated, battles of each, and the seed; `None` if all are exact.
    #[must_use]
    pub fn simulated(&self) -> Option<(usize, u64, u64)> {
        let counted: Vec<&Rate> = { self.chances.iter().flatten().flatten() }
            .filter(|rate| rate.exact.is_none())
            .collect();
        let most = counted.iter().map(|rate| rate.of).max()?;
        Some((counted.len(), most, self.odds.seed))
    }

    fn partly_simulated(&self) -> Option<String> {
        let (pairs, battles, seed) = self.simulated()?;
        let all = self.chances.iter().flatten().flatten().count();
        let others = match pairs < all {
            true => format!(" (marked {COUNTED}); the others are exact"),
            false => String::new(),
        };
        Some(format!(
            "{pairs} pairs of policies were simulated, with up to {} each and seed {seed}{others}",
            figure::battles(battles)
        ))
    }

    fn matrix(&self) -> Section {
        let [down, across] = &self.policies;
        let heads: Vec<String> = across.iter().map(|name| format!(">{name}")).collect();
        let columns: Vec<&str> = [""].into_iter().chain(heads.iter().map(String::as_str)).collect();
        let chance = match self.odds.after_round {
            Some(round) => format!("to have won after round {round}"),
            None => "to win".to_owned(),
        };
        let title = format!("The attacker's chance {chance}: his targets down, the defender's targets across");
        let mut section = Section::new(title, &columns);
        let mixed = self.chances.iter().flatten().flatten().any(|rate| rate.exact.is_some());
        for (name, chances) in down.iter().zip(&self.chances) {
            let cell = |chance: &Option<Rate>| match chance {
                None => figure::NONE.to_owned(),
                Some(rate) if mixed && rate.exact.is_none() => format!("{COUNTED}{}", short(rate)),
                Some(rate) => short(rate),
            };
            section.row([name.clone()].into_iter().chain(chances.iter().map(cell)));
        }
        section
    }

    fn ranges(&self) -> Section {
        let mut section = Section::new("Range", &["", ">lowest", ">highest"]);
        let rows = [
            ("by the attacker's targets", self.by_side(Side::Attacker)),
            ("by the defender's targets", self.by_side(Side::Defender)),
            ("by both", self.by_both()),
        ];
        for (name, range) in rows {
            if let Some(Range { low, high }) = range {
                section.row([name, &short(&low), &short(&high)]);
            }
        }
        section
    }

    /// A row a pair of policies.
    ///
    /// # Errors
    ///
    /// If the table cannot be written, which a string in memory does not give cause for.
    pub fn csv(&self) -> Result<String, Failed> {
        let mut writer = ::csv::Writer::from_writer(Vec::new());
        writer.write_record([
            "seed",
            "battles",
            "partial",
            "attacker_target",
            "defender_target",
            "given",
            "value",
            "low",
            "high",
        ])?;
        let number = |value: f64| super::tidy::rounded(value).to_string();
        for (attacker, chances) in self.chances.iter().enumerate() {
            for (defender, chance) in chances.iter().enumerate() {
                let counted = chance.as_ref().filter(|rate| rate.exact.is_none());
                let interval = chance.as_ref().map(Rate::interval);
                writer.write_record([
                    counted.map(|_| self.odds.seed.to_string()).unwrap_or_default(),
                    counted.map(|rate| rate.of.to_string()).unwrap_or_default(),
                    self.odds.partial.to_string(),
                    self.policies[0][attacker].clone(),
                    self.policies[1][defender].clone(),
                    (self.given == [attacker, defender]).to_string(),
                    chance.as_ref().and_then(Rate::p).map(number).unwrap_or_default(),
                    interval.map(|interval| number(interval.low)).unwrap_or_default(),
                    interval.map(|interval| number(interval.high)).unwrap_or_default(),
                ])?;
            }
        }
        super::text(writer.into_inner().map_err(|error| Failed(error.to_string()))?)
    }

    /// How many pairs, and how long they took.
    #[must_use]
    pub fn time(&self) -> String {
        let pairs: usize = self.chances.iter().map(Vec::len).sum();
        let how = match self.odds.method {
            Method::Exact => "solved",
            Method::Simulate => "fought",
        };
        format!("{pairs} pairs of policies {how} in {:.3} s", self.elapsed.as_secs_f64())
    }
}

/// A chance that fits into a matrix: `66.20 %`, `<0.01 %`.
fn short(rate: &Rate) -> String {
    match rate.p() {
        Some(0.0) if rate.interval().high == 0.0 && rate.interval.high == 0.0 => "0 %".to_owned(),
        Some(1.0) if rate.interval().low == 1.0 && rate.interval.low == 1.0 => "100 %".to_owned(),
        Some(p) if p < 0.000_05 => "<0.01 %".to_owned(),
        Some(p) if p > 0.999_95 => ">99.99 %".to_owned(),
        Some(p) if rate.exact.is_some() => format!("{:.2} %", p * 100.0),
        _ => figure::percent(rate),
    }
}
