//! Rules of thumb for leaving: what holds in every state that a battle comes to.

use super::{Kind, Row, Ships};

/// Most rules that are told.
const MOST_RULES: usize = 6;

/// A rule that covers less than this of what the right to leave is worth is not told.
const LEAST_PART: f64 = 0.01;

/// With so many own ships, while the enemy has so many, somebody leaves. Ships are counted by their hit
/// points: a damaged ship is less than an unhurt one. Bounds are what was met, so that a rule doesn't speak
/// of ships beyond the states it was found in.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Who.
    pub who: Who,
    /// Least hit points of each own group.
    pub own_least: Vec<u16>,
    /// Most hit points of each own group.
    pub most: Vec<u16>,
    /// Least hit points of each enemy group.
    pub least: Vec<u16>,
    /// Most hit points of each enemy group.
    pub enemy_most: Vec<u16>,
    /// Chance that a battle comes to a state of the rule, added up over the states.
    pub chance: f64,
    /// CP that it costs there, on average, never to leave.
    pub cost: f64,
}

/// Who leaves by a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Every ship that can.
    All,
    /// All of a group.
    Group(usize),
    /// The most damaged ship of a group, if its damage is at least this.
    Damaged(usize, u8),
}

impl Who {
    /// Whether it speaks of a state at all.
    fn concerns(self, own: &[Ships]) -> bool {
        match self {
            Who::All => true,
            Who::Group(group) => own[group].count > 0,
            Who::Damaged(group, least) => own[group].damage.iter().max() >= Some(&least),
        }
    }

    /// Whether it is what is done in a state.
    fn done(self, kinds: &[Kind], row: &Row) -> bool {
        let whole = |group: usize| row.leaving[group] == row.own[group].count;
        match self {
            Who::All => (0..kinds.len()).all(|group| whole(group) || !kinds[group].may_leave),
            Who::Group(group) => whole(group),
            Who::Damaged(group, _) => row.damaged_leaves[group],
        }
    }
}

/// A state as rules see it.
struct State<'a> {
    own: &'a [Ships],
    /// Hit points of each own group, then of each enemy group.
    points: [Vec<u16>; 2],
}

impl<'a> State<'a> {
    fn new(kinds: [&[Kind]; 2], own: &'a [Ships], enemy: &'a [Ships]) -> State<'a> {
        let points = |kinds: &[Kind], ships: &[Ships]| {
            let each = kinds.iter().zip(ships);
            each.map(|(kind, ships)| ships.points(kind.hull)).collect()
        };
        State {
            own,
            points: [points(kinds[0], own), points(kinds[1], enemy)],
        }
    }
}

impl Rule {
    /// The rule that says what is done in a state and nothing more; `None` if no rule says it.
    fn of(kinds: [&[Kind]; 2], row: &Row, state: &State<'_>) -> Option<Rule> {
        let [kinds, enemies] = kinds;
        let damaged = |group: usize| Some(Who::Damaged(group, *row.own[group].damage.last()?));
        let groups: Vec<usize> = (0..kinds.len()).filter(|&group| row.leaving[group] > 0).collect();
        let of_group = groups.iter().map(|&group| Some(Who::Group(group)));
        let of_damaged = groups.iter().map(|&group| damaged(group));
        let mut all = [Some(Who::All)].into_iter().chain(of_group).chain(of_damaged).flatten();
        let who = all.find(|who| who.done(kinds, row))?;
        let [most, least] = state.points.clone();
        Some(Rule {
            who,
            own_least: vec![0; most.len()],
            most,
            least,
            enemy_most: fielded(enemies),
            chance: 0.0,
            cost: 0.0,
        })
    }

    /// Whether it speaks of a state.
    fn applies(&self, state: &State<'_>) -> bool {
        let [own, enemy] = &state.points;
        self.who.concerns(state.own)
            && own.iter().zip(&self.own_least).all(|(points, least)| points >= least)
            && own.iter().zip(&self.most).all(|(points, most)| points <= most)
            && enemy.iter().zip(&self.least).all(|(points, least)| points >= least)
            && enemy.iter().zip(&self.enemy_most).all(|(points, most)| points <= most)
    }

    /// Narrows it to the ships that were met in the states it speaks of, which stay the same.
    fn narrow(&mut self, states: &[State<'_>]) {
        let [own, enemy] = [0, 1].map(|side| {
            let covered = states.iter().filter(|state| self.applies(state));
            met(covered.map(|state| &state.points[side]))
        });
        [self.own_least, self.most] = own;
        [self.least, self.enemy_most] = enemy;
    }

    /// Makes it speak of as many states as it can without an exception: conditions are dropped one by
    /// one, then those that are left are made weaker step by step.
    fn widen(&mut self, [fielded, enemies]: [&[u16]; 2], exceptions: &[&State<'_>]) {
        let attempt = |rule: &mut Rule, change: &dyn Fn(&mut Rule)| {
            let mut wider = rule.clone();
            change(&mut wider);
            let better = wider != *rule && !exceptions.iter().any(|state| wider.applies(state));
            if better {
                *rule = wider;
            }
            better
        };
        for (group, &all) in enemies.iter().enumerate() {
            attempt(self, &|rule| rule.enemy_most[group] = all);
            attempt(self, &|rule| rule.least[group] = 0);
        }
        for (group, &all) in fielded.iter().enumerate() {
            attempt(self, &|rule| rule.most[group] = all);
        }
        loop {
            let mut wider = attempt(self, &|rule| {
                if let Who::Damaged(_, least) = &mut rule.who {
                    *least = (*least - 1).max(1);
                }
            });
            for (group, &all) in fielded.iter().enumerate() {
                wider |= attempt(self, &|rule| rule.most[group] = (rule.most[group] + 1).min(all));
            }
            for (group, &all) in enemies.iter().enumerate() {
                wider |= attempt(self, &|rule| rule.least[group] = rule.least[group].saturating_sub(1));
                wider |= attempt(self, &|rule| {
                    rule.enemy_most[group] = (rule.enemy_most[group] + 1).min(all)
                });
            }
            if !wider {
                return;
            }
        }
    }
}

/// Least and most hit points of each group in some states.
fn met<'a>(mut states: impl Iterator<Item = &'a Vec<u16>>) -> [Vec<u16>; 2] {
    let first = states.next().cloned().unwrap_or_default();
    states.fold([first.clone(), first], |[mut least, mut most], points| {
        for (group, &points) in points.iter().enumerate() {
            least[group] = least[group].min(points);
            most[group] = most[group].max(points);
        }
        [least, most]
    })
}

/// Hit points of each group when all its ships are there.
fn fielded(kinds: &[Kind]) -> Vec<u16> {
    let points = |kind: &Kind| u16::from(kind.fielded) * u16::from(kind.hull);
    kinds.iter().map(points).collect()
}

/// Rules that hold in all states, those first that matter most. `kinds` are a side's groups and the
/// enemy's, `rows` the states in which ships leave, those first where it matters most, `stays` all others
/// that are met.
pub fn find(kinds: [&[Kind]; 2], rows: &[Row], stays: &[(Vec<Ships>, Vec<Ships>)]) -> Vec<Rule> {
    let own = kinds[0];
    let fielded = kinds.map(fielded);
    let states: Vec<State> = { rows.iter() }
        .map(|row| State::new(kinds, &row.own, &row.enemy))
        .collect();
    let stays: Vec<State> = { stays.iter() }
        .map(|(own, enemy)| State::new(kinds, own, enemy))
        .collect();
    let all: f64 = rows.iter().map(Row::weight).sum();
    let mut rules: Vec<Rule> = Vec::new();
    let mut covered = vec![false; rows.len()];
    for (place, row) in rows.iter().enumerate() {
        if rules.len() == MOST_RULES || covered[place] {
            continue;
        }
        let Some(mut rule) = Rule::of(kinds, row, &states[place]) else {
            continue;
        };
        let others = rows.iter().zip(&states).filter(|(row, _)| !rule.who.done(own, row));
        let exceptions: Vec<&State> = others.map(|(_, state)| state).chain(&stays).collect();
        let fails = |rule: &Rule| exceptions.iter().any(|state| rule.applies(state));
        if fails(&rule) {
            rule.enemy_most.clone_from(&rule.least);
        }
        if fails(&rule) {
            continue;
        }
        rule.widen([&fielded[0], &fielded[1]], &exceptions);
        rule.narrow(&states);
        let mut weight = 0.0;
        for ((row, state), covered) in rows.iter().zip(&states).zip(&mut covered) {
            if rule.applies(state) {
                *covered = true;
                rule.chance += row.chance();
                weight += row.weight();
            }
        }
        if weight >= LEAST_PART * all {
            rule.cost = weight / rule.chance;
            rules.push(rule);
        }
    }
    rules
}
