//! Face-down counters: a fleet as written becomes all fleets that it may turn out to be.

use std::collections::HashMap;

use super::Resolver;
use crate::rules::space_empires::battle::{Fleet, Policy};
use crate::rules::space_empires::catalog::{Attribute, Role};
use crate::spec::{self, Draw, MAX_POSSIBILITIES, MAX_SHIPS_PER_GROUP, Side, Spanned, Unknown, Weighted, shares};

/// A fleet in which everything is known, and the group line that each of its groups comes from.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub fleet: Fleet,
    pub lines: Vec<usize>,
}

/// What an uncertain fleet may have, before it is looked up: its levels, and its groups with their lines.
#[derive(Clone)]
struct Guess {
    tech: Vec<spec::Level>,
    groups: Vec<(usize, spec::Group)>,
}

impl Resolver<'_> {
    /// All fleets that a side may have, as likely as their weights say, which add up to 1.
    pub(super) fn fleets(
        &mut self,
        side: Side,
        written: &spec::Fleet,
        attribute: Option<&Attribute>,
    ) -> Vec<Weighted<Known>> {
        let before = self.problems.count();
        let guesses = self.guesses(written, attribute);
        let unsure = guesses.len() > 1;
        let mut fleets: Vec<Weighted<Known>> = Vec::new();
        let mut places: HashMap<Vec<(usize, String, u8, u8)>, usize> = HashMap::new();
        for Weighted { weight, value: guess } in guesses {
            // Groups of no ships are none in the battle.
            let lines = { guess.groups.iter() }
                .filter(|(_, group)| group.count.value > 0)
                .map(|(line, _)| *line)
                .collect();
            let groups = guess.groups.into_iter().map(|(_, group)| group).collect();
            let known = spec::Fleet {
                tech: guess.tech,
                groups,
                name: written.name.clone(),
                place: written.place.clone(),
                edition: None,
                attribute: None,
                policy: spec::Policy::default(),
                empire: written.empire.clone(),
                research_points: written.research_points.clone(),
            };
            let mut known = Known {
                fleet: self.fleet(side, &known, unsure),
                lines,
            };
            if let Some(attribute) = attribute {
                attribute.strengthen(&mut known.fleet.groups);
            }
            // Levels that are capped, and draws in another order, come to the same.
            let key = { known.fleet.groups.iter().zip(&known.lines) }
                .map(|(group, &line)| (line, group.label.clone(), group.gear.academy, group.count))
                .collect();
            match places.get(&key) {
                Some(&place) => fleets[place].weight += weight,
                None => {
                    places.insert(key, fleets.len());
                    fleets.push(Weighted::new(weight, known));
                }
            }
        }
        let fights = |known: &Known| known.fleet.groups.iter().any(|group| group.unit.role == Role::Combat);
        if unsure && self.problems.count() == before && !fleets.iter().any(|fleet| fights(&fleet.value)) {
            self.cannot_fight(side, written);
        }
        fleets
    }

    /// What a written fleet may stand for; cut short, with a fault, if that is too much.
    fn guesses(&mut self, written: &spec::Fleet, attribute: Option<&Attribute>) -> Vec<Weighted<Guess>> {
        let known = Guess {
            tech: written.tech.clone(),
            groups: Vec::new(),
        };
        let mut all = vec![Weighted::new(1.0, known)];
        for (at, level) in written
            .tech
            .iter()
            .enumerate()
            .filter(|(_, level)| !level.instead.is_empty())
        {
            let levels = shares(&level.instead);
            if !self.combine(written, &mut all, &levels, |guess, &value| {
                guess.tech[at] = level.known(value)
            }) {
                return all;
            }
        }
        self.one_draw(written);
        for (line, group) in written.groups.iter().enumerate() {
            let lists = self.lists((written, attribute), group);
            let put = |guess: &mut Guess, groups: &Vec<spec::Group>| {
                guess.groups.extend(groups.iter().map(|group| (line, group.clone())));
            };
            if !self.combine(written, &mut all, &lists, put) {
                return all;
            }
        }
        all
    }

    /// Two draws would be from the same box, and each must know of the other.
    fn one_draw(&mut self, written: &spec::Fleet) {
        let draws = { written.groups.iter() }.filter(|group| match &group.unknown {
            Some(Unknown::Draw(_)) => true,
            Some(Unknown::OneOf(_)) => false,
            None => self.is_pool(&group.unit.value),
        });
        if let Some(second) = draws.skip(1).map(|group| group.unit.place.clone()).next() {
            let message = "two draws from the same box on one side";
            self.fault(second, message, "draw all counters together");
        }
    }

    /// `4 NPA` are four counters of them.
    fn is_pool(&self, word: &str) -> bool {
        self.catalog.unit(word).is_none() && self.catalog.pool(word).is_some()
    }

    /// The lists of known groups that a group may stand for, with weights that add up to 1.
    fn lists(
        &mut self,
        (fleet, attribute): (&spec::Fleet, Option<&Attribute>),
        group: &spec::Group,
    ) -> Vec<Weighted<Vec<spec::Group>>> {
        let lists = match &group.unknown {
            None if self.is_pool(&group.unit.value) => {
                let draw = Draw {
                    from: group.unit.clone(),
                    count: Some(group.count.clone()),
                };
                return self.draw(&draw, (fleet, attribute), &group.tech);
            }
            None => return vec![Weighted::new(1.0, vec![group.clone()])],
            Some(Unknown::Draw(draw)) => return self.draw(draw, (fleet, attribute), &[]),
            Some(Unknown::OneOf(lists)) => shares(lists),
        };
        let mut all = Vec::new();
        for Weighted { weight, value: groups } in lists {
            let mut known = vec![Weighted::new(weight, Vec::new())];
            for group in &groups {
                let more = self.lists((fleet, attribute), group);
                let put = |list: &mut Vec<spec::Group>, more: &Vec<spec::Group>| list.extend(more.iter().cloned());
                if !self.combine(fleet, &mut known, &more, put) {
                    return known;
                }
            }
            all.extend(known);
            if all.len() > MAX_POSSIBILITIES {
                self.too_many(fleet);
                all.truncate(1);
                return all;
            }
        }
        all
    }

    /// Replaces each of `all` by as many as there are `values`, changed accordingly. False, with a fault, if
    /// that would be too many.
    fn combine<T: Clone, V>(
        &mut self,
        fleet: &spec::Fleet,
        all: &mut Vec<Weighted<T>>,
        values: &[Weighted<V>],
        change: impl Fn(&mut T, &V),
    ) -> bool {
        if all.len() * values.len() > MAX_POSSIBILITIES {
            self.too_many(fleet);
            return false;
        }
        *all = product(all, values, change);
        true
    }

    /// The fault of more possibilities than are worked out.
    fn too_many(&mut self, fleet: &spec::Fleet) {
        let message = format!("{} may be more than {MAX_POSSIBILITIES} different fleets", fleet.name);
        let help = "leave less open, or ask for its parts one by one";
        self.fault(fleet.place.clone(), message, help);
    }

    /// Every hand of counters that may be drawn, with its chance: the number of each kind is that of a
    /// draw without replacement, so the chance is a product of binomial coefficients over one
    /// (the multivariate hypergeometric distribution).
    /// <https://en.wikipedia.org/wiki/Hypergeometric_distribution#Multivariate_hypergeometric_distribution>
    ///
    /// Without a number it is that of the planet's attribute, or four (18.1).
    fn draw(
        &mut self,
        draw: &Draw,
        (fleet, attribute): (&spec::Fleet, Option<&Attribute>),
        tech: &[spec::Level],
    ) -> Vec<Weighted<Vec<spec::Group>>> {
        const WITHOUT_ATTRIBUTE: u32 = 4;
        let catalog = self.catalog;
        let Some(pool) = catalog.pool(&draw.from.value) else {
            let pools: Vec<&str> = catalog.pools.iter().map(|pool| pool.name.as_str()).collect();
            let help = match pools.is_empty() {
                true => format!("{} has no counters that are drawn", catalog.edition),
                false => format!("expected {}", pools.join(", ")),
            };
            let message = format!("nothing is drawn from {}", spec::quoted(&draw.from.value));
            self.fault(draw.from.place.clone(), message, help);
            return Vec::new();
        };
        // Counters that the fleet names are not in the box any more.
        let named = |unit: &str| -> u32 {
            let known = fleet.groups.iter().filter(|group| group.unknown.is_none());
            let alike = known.filter(|group| catalog.unit(&group.unit.value).is_some_and(|known| known.name == unit));
            alike.map(|group| group.count.value).sum()
        };
        let counters: Vec<u32> = { pool.counters.iter() }
            .map(|(unit, counters)| counters.saturating_sub(named(unit)))
            .collect();
        let all: u32 = counters.iter().sum();
        let most = all.min(MAX_SHIPS_PER_GROUP);
        let usual = attribute.map_or(WITHOUT_ATTRIBUTE, |attribute| attribute.ships);
        let count = { draw.count.clone() }.unwrap_or_else(|| Spanned::new(usual, draw.from.place.clone()));
        if !(1..=most).contains(&count.value) {
            let message = match (&draw.count, attribute) {
                (None, Some(attribute)) => {
                    format!("no {} on a planet with the attribute {}", pool.name, attribute.title)
                }
                _ => format!("{} counters drawn", count.value),
            };
            let help = format!("expected 1 to {most}: {all} of {} are in the box", pool.name);
            self.fault(count.place.clone(), message, help);
            return Vec::new();
        }
        let hands = hands(&counters, count.value);
        let group = |(unit, &ships): (&String, &u32)| spec::Group {
            unit: Spanned::new(unit.clone(), draw.from.place.clone()),
            count: Spanned::new(ships, count.place.clone()),
            tech: tech.to_vec(),
            out_of_supply: false,
            charged: None,
            experience: None,
            loaded: None,
            unknown: None,
            abilities: Vec::new(),
        };
        let units = || pool.counters.iter().map(|(unit, _)| unit);
        { hands.iter() }
            .map(|hand| {
                let groups = units().zip(&hand.value).filter(|(_, ships)| **ships > 0);
                Weighted::new(hand.weight, groups.map(group).collect())
            })
            .collect()
    }
}

/// Every combination of one of `all` and one of `values`.
fn product<T: Clone, V>(all: &[Weighted<T>], values: &[Weighted<V>], change: impl Fn(&mut T, &V)) -> Vec<Weighted<T>> {
    let mut found = Vec::with_capacity(all.len() * values.len());
    for one in all {
        for value in values {
            let mut one = Weighted::new(one.weight * value.weight, one.value.clone());
            change(&mut one.value, &value.value);
            found.push(one);
        }
    }
    found
}

/// Every way to draw so many counters, as numbers of each kind, with its chance.
fn hands(counters: &[u32], drawn: u32) -> Vec<Weighted<Vec<u32>>> {
    let all: u32 = counters.iter().sum();
    let mut hands = vec![Weighted::new(1.0 / binomial(all, drawn), Vec::new())];
    for (kind, &there) in counters.iter().enumerate() {
        let last = kind + 1 == counters.len();
        hands = { hands.iter() }
            .flat_map(|hand: &Weighted<Vec<u32>>| {
                let left = drawn - hand.value.iter().sum::<u32>();
                let least = if last { left } else { 0 };
                (least..=left.min(there)).map(move |count| {
                    let mut numbers = hand.value.clone();
                    numbers.push(count);
                    Weighted::new(hand.weight * binomial(there, count), numbers)
                })
            })
            .collect();
    }
    hands
}

/// n over k.
fn binomial(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1))
}

/// All groups that a side may have, as one fleet: what a policy may speak of.
pub(super) fn whole(fleets: &[Weighted<Known>]) -> Fleet {
    let groups = fleets.iter().flat_map(|fleet| &fleet.value.fleet.groups);
    Fleet {
        name: fleets
            .first()
            .map(|fleet| fleet.value.fleet.name.clone())
            .unwrap_or_default(),
        groups: groups.cloned().collect(),
        policy: Policy::default(),
        shields: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Two of three A and one B: AA with 3/6 · … = C(3,2)/C(4,2) = 3/6, AB with 3·1/6.
    #[test]
    fn counters_are_not_put_back() {
        let hands = hands(&[3, 1], 2);
        let found: Vec<(Vec<u32>, f64)> = hands.into_iter().map(|hand| (hand.value, hand.weight)).collect();
        assert_eq!(found, [(vec![1, 1], 0.5), (vec![2, 0], 0.5)]);
    }

    #[test]
    fn chances_of_all_hands_add_up_to_one() {
        for drawn in 1..=8 {
            let hands = hands(&[10, 10, 20, 10, 10], drawn);
            let sum: f64 = hands.iter().map(|hand| hand.weight).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{drawn}: {sum}");
            assert!(hands.iter().all(|hand| hand.value.iter().sum::<u32>() == drawn));
        }
    }
}
