//! What is not known of a fleet: counters that are still face down.
//!
//! Whatever is uncertain in a group line becomes a list of what it may stand for, each with its weight.
//! The groups in such a list are known, or again a list: how they combine is for the rules to find out,
//! which know what lies in the box.

use super::problem::{Place, Problems, Spanned};
use super::{Charge, Experience, Group, Level, MAX_SHIPS_PER_GROUP};

/// Most possibilities that one battle may have, and so also one group line.
pub const MAX_POSSIBILITIES: usize = 1000;

/// One of several possible values, as likely as its weight among those of the others says.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighted<T> {
    /// More than 0; what the weights add up to doesn't matter.
    pub weight: f64,
    /// The value.
    pub value: T,
}

impl<T> Weighted<T> {
    /// A value and its weight.
    #[must_use]
    pub fn new(weight: f64, value: T) -> Weighted<T> {
        Weighted { weight, value }
    }
}

/// What a group line may stand for.
#[derive(Clone, Debug)]
pub enum Unknown {
    /// One of these lists of groups; an empty one means that nothing is there.
    OneOf(Vec<Weighted<Vec<Group>>>),
    /// Counters drawn blindly.
    Draw(Draw),
}

/// Counters drawn from the box, none of which is put back.
#[derive(Clone, Debug)]
pub struct Draw {
    /// Name of the counters, such as `npa`.
    pub from: Spanned<String>,
    /// How many, if it is said.
    pub count: Option<Spanned<u32>>,
}

/// A group line on its way: every value that each of its words may have.
pub(super) struct Line {
    pub place: Place,
    pub units: Vec<Weighted<Spanned<String>>>,
    pub counts: Vec<Weighted<Spanned<u32>>>,
    pub tech: Vec<Level>,
    pub out_of_supply: bool,
    /// Charged by a pulsar (25.4).
    pub charged: Option<Spanned<Charge>>,
    /// Its level of experience (37.1.1).
    pub experience: Option<Spanned<Experience>>,
    /// With something aboard (21.1.1).
    pub loaded: Option<Place>,
    /// The chance that the line is there at all.
    pub chance: f64,
    /// Special abilities.
    pub abilities: Vec<Spanned<String>>,
}

impl Line {
    /// The group: known if every word has one value, else with the list of all that it may be. The unit,
    /// count and levels of an unknown group are those of its first possibility.
    pub fn group(self, problems: &mut Problems) -> Option<Group> {
        let first = Group {
            unit: self.units.first()?.value.clone(),
            count: self.counts.first()?.value.clone(),
            tech: self.tech.iter().map(|level| level.known(level.level.value)).collect(),
            out_of_supply: self.out_of_supply,
            charged: self.charged.clone(),
            experience: self.experience.clone(),
            loaded: self.loaded.clone(),
            unknown: None,
            abilities: self.abilities.clone(),
        };
        let levels = self.tech.iter().map(|level| level.instead.len().max(1));
        let number = levels.fold(self.units.len() * self.counts.len(), usize::saturating_mul);
        if number > MAX_POSSIBILITIES {
            let message = format!("the group has {number} possibilities");
            let help = format!("at most {MAX_POSSIBILITIES} are worked out: leave less open");
            problems.add(self.place, message, help);
            return Some(first);
        }
        if number == 1 && self.chance >= 1.0 {
            return Some(first);
        }
        let mut all = vec![Weighted::new(self.chance, first.clone())];
        fan_out(&mut all, &shares(&self.units), |group, unit| group.unit = unit.clone());
        fan_out(&mut all, &shares(&self.counts), |group, count| {
            group.count = count.clone()
        });
        for (at, level) in self.tech.iter().enumerate() {
            fan_out(&mut all, &shares(&level.instead), |group, &value| {
                group.tech[at] = level.known(value);
            });
        }
        let mut lists: Vec<Weighted<Vec<Group>>> = Vec::new();
        let mut absent = 1.0 - self.chance;
        for Weighted { weight, value } in all {
            match value.count.value {
                0 => absent += weight,
                _ => lists.push(Weighted::new(weight, vec![value])),
            }
        }
        if absent > 0.0 {
            lists.push(Weighted::new(absent, Vec::new()));
        }
        Some(Group {
            unknown: Some(Unknown::OneOf(lists)),
            ..first
        })
    }
}

/// The values with weights that add up to 1.
#[must_use]
pub fn shares<T: Clone>(values: &[Weighted<T>]) -> Vec<Weighted<T>> {
    let all: f64 = values.iter().map(|value| value.weight).sum();
    let share = |value: &Weighted<T>| Weighted::new(value.weight / all, value.value.clone());
    values.iter().map(share).collect()
}

/// Replaces each of `all` by as many as there are `values`, changed accordingly; nothing if there are none.
fn fan_out<T: Clone, V>(all: &mut Vec<Weighted<T>>, values: &[Weighted<V>], change: impl Fn(&mut T, &V)) {
    if values.is_empty() {
        return;
    }
    let changed = |one: &Weighted<T>, value: &Weighted<V>| {
        let mut one = Weighted::new(one.weight * value.weight, one.value.clone());
        change(&mut one.value, &value.value);
        one
    };
    *all = { all.iter() }
        .flat_map(|one| values.iter().map(move |value| (one, value)))
        .map(|(one, value)| changed(one, value))
        .collect();
}

/// It would be a range if its ends were the other way round.
pub(super) fn falls(text: &str) -> bool {
    let turned = text.split_once('-').map(|(low, high)| format!("{high}-{low}"));
    turned.is_some_and(|turned| range(&turned).is_some())
}

/// The ends of a range such as `2-4`, the smaller first; `None` if the text is none.
pub(super) fn range(text: &str) -> Option<(u32, u32)> {
    let (low, high) = text.split_once('-')?;
    let number = |text: &str| -> Option<u32> {
        let text = text.trim();
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().ok()).flatten()
    };
    let (low, high) = (number(low)?, number(high)?);
    (low <= high).then_some((low, high))
}

/// Every number of a range of ships or levels, all equally likely; a fault if there are too many, or if it
/// goes beyond what a group may have.
pub(super) fn each((low, high): (u32, u32), place: &Place, problems: &mut Problems) -> Vec<Weighted<Spanned<u32>>> {
    if high > MAX_SHIPS_PER_GROUP {
        let message = format!("the range ends at {high}");
        problems.add(place.clone(), message, format!("at most {MAX_SHIPS_PER_GROUP}"));
        return Vec::new();
    }
    (low..=high)
        .map(|value| Weighted::new(1.0, Spanned::new(value, place.clone())))
        .collect()
}

/// A chance as people write it: `50%`, `1/3`, `0.25`; `None` unless it is more than 0 and at most 1.
pub(super) fn chance(text: &str) -> Option<f64> {
    let plain = |text: &str| -> Option<f64> {
        let text = text.trim();
        let digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        (digits && !text.is_empty()).then(|| text.parse().ok()).flatten()
    };
    let value = match (text.trim().strip_suffix('%'), text.split_once('/')) {
        (Some(percent), _) => plain(percent)? / 100.0,
        (None, Some((part, whole))) => plain(part)? / plain(whole)?,
        (None, None) => plain(text)?,
    };
    (value > 0.0 && value <= 1.0).then_some(value)
}

impl Group {
    /// Lists that the line may stand for, without what the box adds to a draw.
    pub(super) fn possibilities(&self) -> usize {
        match &self.unknown {
            Some(Unknown::OneOf(lists)) => {
                let of_list = |list: &Weighted<Vec<Group>>| {
                    list.value
                        .iter()
                        .map(Group::possibilities)
                        .fold(1, usize::saturating_mul)
                };
                lists.iter().map(of_list).fold(0, usize::saturating_add)
            }
            Some(Unknown::Draw(_)) | None => 1,
        }
    }
}

impl Level {
    /// The same technology at a level that is known.
    #[must_use]
    pub fn known(&self, level: u32) -> Level {
        Level {
            name: self.name.clone(),
            level: Spanned::new(level, self.level.place.clone()),
            instead: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_chances() {
        assert_eq!(range("2-4"), Some((2, 4)));
        assert_eq!(range("0 - 3"), Some((0, 3)));
        assert_eq!(
            (range("4-2"), range("-3"), range("3"), range("a-b")),
            (None, None, None, None)
        );
        assert_eq!(chance("50%"), Some(0.5));
        assert_eq!(chance("1/4"), Some(0.25));
        assert_eq!(chance("1"), Some(1.0));
        assert!(chance("33.333333333333333333333333%").is_some());
        for wrong in ["0", "1.5", "101%", "1/0", "0/0", "", "%", "x", "-1", "1e-3", "nan"] {
            assert_eq!(chance(wrong), None, "{wrong:?}");
        }
    }
}
