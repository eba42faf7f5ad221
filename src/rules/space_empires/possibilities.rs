//! The battles that an engagement with face-down counters may turn out to be, and how their results lie
//! in one table.

use super::battle::{Battle, Group};
use crate::spec::Side;

/// One of the battles that an engagement may be.
#[derive(Clone, Debug)]
pub struct Possibility {
    /// Its chance.
    pub weight: f64,
    /// The battle, in which everything is known.
    pub battle: Battle,
    /// The group line that each group comes from, from 0.
    pub lines: [Vec<usize>; 2],
}

/// All battles that an engagement may be, in the order written; no two are alike. Their weights add up to 1.
#[derive(Clone, Debug)]
pub struct Possibilities {
    /// At least one.
    pub list: Vec<Possibility>,
}

/// What a row of the results is known by: the group line, the group's label, and which of the line's groups
/// with that label it is.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    line: usize,
    label: String,
    number: usize,
}

impl Battle {
    /// A side has nothing that fights, so that there is no battle; only one of several possibilities can
    /// be so.
    #[must_use]
    pub fn is_walkover(&self) -> bool {
        self.sides.iter().any(|fleet| fleet.combat_ships() == 0)
    }
}

impl Possibilities {
    /// The battle, if it is the only one: everything is known.
    #[must_use]
    pub fn known(&self) -> Option<&Battle> {
        match &self.list[..] {
            [only] => Some(&only.battle),
            _ => None,
        }
    }

    /// Whether a side's fleet is one of several.
    #[must_use]
    pub fn unsure(&self, side: Side) -> bool {
        let content = |possibility: &Possibility| (rows(possibility, side), counts(possibility, side));
        let first = content(&self.list[0]);
        self.list.iter().any(|possibility| content(possibility) != first)
    }

    /// All rows of a side, by the lines.
    fn all_rows(&self, side: Side) -> Vec<Row> {
        let mut all: Vec<Row> = Vec::new();
        for row in self.list.iter().flat_map(|possibility| rows(possibility, side)) {
            if !all.contains(&row) {
                all.push(row);
            }
        }
        all.sort_by_key(|row| row.line);
        all
    }

    /// One battle with every group that there may be, as many ships of each as there may be at most: not to
    /// be fought, but its rows are those of the results.
    #[must_use]
    pub fn layout(&self) -> Battle {
        let mut battle = self.list[0].battle.clone();
        for side in Side::BOTH {
            let all = self.all_rows(side);
            let mut groups: Vec<Option<Group>> = vec![None; all.len()];
            for possibility in &self.list {
                let fleet = &possibility.battle.sides[side.index()];
                for (row, group) in rows(possibility, side).iter().zip(&fleet.groups) {
                    let Some(place) = all.iter().position(|known| known == row) else {
                        continue;
                    };
                    let known = groups[place].get_or_insert_with(|| group.clone());
                    known.count = known.count.max(group.count);
                }
            }
            battle.sides[side.index()].groups = groups.into_iter().flatten().collect();
        }
        battle
    }

    /// Where the rows of [`Possibilities::layout`], the attacker's first, are among each possibility's;
    /// `None` for those that it doesn't have.
    #[must_use]
    pub fn rows(&self) -> Vec<Vec<Option<usize>>> {
        let all = Side::BOTH.map(|side| self.all_rows(side));
        let places = |possibility: &Possibility| {
            let mut found = Vec::new();
            let mut before = 0;
            for side in Side::BOTH {
                let own = rows(possibility, side);
                let place = |row: &Row| own.iter().position(|own| own == row).map(|place| before + place);
                found.extend(all[side.index()].iter().map(place));
                before += own.len();
            }
            found
        };
        self.list.iter().map(places).collect()
    }

    /// What a side has in a possibility of that which isn't known: `2 CA + 1 BC`, or `nothing`; empty if all
    /// of it is known.
    #[must_use]
    pub fn told(&self, possibility: &Possibility, side: Side) -> String {
        if !self.unsure(side) {
            return String::new();
        }
        let of_line = |possibility: &Possibility, line: usize| -> Vec<(String, u8)> {
            { rows(possibility, side).into_iter().zip(counts(possibility, side)) }
                .filter(|(row, _)| row.line == line)
                .map(|(row, count)| (row.label, count))
                .collect()
        };
        let lines = self.list.iter().flat_map(|other| &other.lines[side.index()]);
        let last = lines.max().copied().unwrap_or(0);
        let mut parts = Vec::new();
        for line in 0..=last {
            let own = of_line(possibility, line);
            if self.list.iter().any(|other| of_line(other, line) != own) {
                parts.extend(own.iter().map(|(label, count)| format!("{count} {label}")));
            }
        }
        match parts.is_empty() {
            true => "nothing".to_owned(),
            false => parts.join(" + "),
        }
    }
}

fn rows(possibility: &Possibility, side: Side) -> Vec<Row> {
    let mut found: Vec<Row> = Vec::new();
    let groups = possibility.battle.sides[side.index()].groups.iter();
    for (group, &line) in groups.zip(&possibility.lines[side.index()]) {
        let alike = found.iter().filter(|row| row.line == line && row.label == group.label);
        found.push(Row {
            line,
            number: alike.count(),
            label: group.label.clone(),
        });
    }
    found
}

fn counts(possibility: &Possibility, side: Side) -> Vec<u8> {
    let groups = possibility.battle.sides[side.index()].groups.iter();
    groups.map(|group| group.count).collect()
}
