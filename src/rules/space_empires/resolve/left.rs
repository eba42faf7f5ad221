//! What is left after a battle, as written: whose ships are meant, and whether so many can be.

use super::shields::SHIELDED;
use super::{Resolver, suggest};
use crate::engine::Plan;
use crate::engine::end::{End, Kind, may_leave};
use crate::rules::space_empires::battle::{Battle, Group};
use crate::rules::space_empires::catalog::{Catalog, Role};
use crate::spec::{self, Place, Problems, Side, Spanned, nearest, quoted};

/// One side's ships after a battle, as written.
#[derive(Clone, Copy, Debug)]
pub struct Left<'a> {
    /// Ships left in the hex.
    pub left: &'a [spec::Group],
    /// Ships that left it alive.
    pub retreated: &'a [spec::Group],
}

/// Groups that are alike: one side's with one label.
pub(super) struct Alike<'a> {
    pub group: &'a Group,
    pub kind: Kind,
    pub fielded: u32,
    /// Where they are said to be left.
    place: Option<&'a Place>,
}

/// Either side's groups, those that are alike together, with nobody left yet.
pub(super) fn alike<'a>(battle: &'a Battle, plan: &Plan) -> [Vec<Alike<'a>>; 2] {
    let groups: Vec<&Group> = battle.sides.iter().flat_map(|fleet| &fleet.groups).collect();
    let alike = kinds(battle).into_iter().map(|rows| Alike {
        group: groups[rows[0]],
        fielded: rows.iter().map(|&row| u32::from(groups[row].count)).sum(),
        kind: Kind {
            rows,
            left: 0,
            retreated: 0,
        },
        place: None,
    });
    let (attackers, defenders) = alike.partition(|alike| plan.units[alike.kind.rows[0]].side == Side::Attacker);
    [attackers, defenders]
}

/// Rows of the battle's plan whose ships nobody can tell apart on the table: one side's groups of one
/// unit with the same levels, protected or not.
#[must_use]
pub fn kinds(battle: &Battle) -> Vec<Vec<usize>> {
    let mut row = 0;
    let mut kinds = Vec::new();
    for fleet in &battle.sides {
        let mut labels: Vec<(&str, Vec<usize>)> = Vec::new();
        for group in &fleet.groups {
            let own = group.label.strip_suffix(SHIELDED).unwrap_or(&group.label);
            match labels.iter_mut().find(|(label, _)| *label == own) {
                Some((_, rows)) => rows.push(row),
                None => labels.push((own, vec![row])),
            }
            row += 1;
        }
        kinds.extend(labels.into_iter().map(|(_, rows)| rows));
    }
    kinds
}

/// As [`kinds`], with those of ships that may be captured: to be told from their likes that were not.
#[must_use]
pub fn kinds_with_captured(battle: &Battle, plan: &Plan) -> Vec<Vec<usize>> {
    let mut all = kinds(battle);
    for rows in kinds(battle) {
        let captured: Vec<usize> = rows.iter().filter_map(|&row| plan.captured_row(row)).collect();
        if !captured.is_empty() {
            all.push(captured);
        }
    }
    all
}

/// The end of a battle that is written, one [`Left`] a side. `None` if anything was wrong; `problems`
/// then says what.
pub fn end(battle: &Battle, plan: &Plan, written: [Left<'_>; 2], problems: &mut Problems) -> Option<End> {
    let before = problems.count();
    let mut resolver = Resolver {
        catalog: Catalog::of(battle.edition),
        problems,
        notes: Vec::new(),
        experienced: false,
    };
    let [mut attackers, mut defenders] = alike(battle, plan);
    for (side, own) in Side::BOTH.into_iter().zip([&mut attackers, &mut defenders]) {
        resolver.side(side, plan, own, written[side.index()]);
    }
    let end = End {
        kinds: attackers.into_iter().chain(defenders).map(|alike| alike.kind).collect(),
    };
    if resolver.problems.count() == before && end.alive(plan) == [true; 2] && !may_be_contested(plan) {
        resolver.fault(
            None,
            "both sides have ships left that can fight, but the battle goes on until one has none",
            "for the state after round N add --after-round N; \
             ships that left the hex alive go to --attacker-retreated or --defender-retreated",
        );
    }
    // Missiles alone hit when their ships are gone (24.4.4).
    let in_doubt = plan.features.missiles || plan.slots.is_empty();
    if resolver.problems.count() == before && end.alive(plan) == [false; 2] && !in_doubt {
        resolver.fault(
            None,
            "neither side has a ship left in the hex, but whoever destroys the last enemy is still there himself, and \
             nobody retreats from an empty hex (5.9)",
            "say what the winner has left with --attacker-left or --defender-left",
        );
    }
    (resolver.problems.count() == before).then_some(end)
}

/// A battle may end with ships of both sides: at an early look, or if nobody can hurt anybody. That it
/// lasts until the cap on rounds has next to no chance while every shot hits on a 1 (5.5).
fn may_be_contested(plan: &Plan) -> bool {
    let mut shooters = plan.steps.iter().map(|step| step.shooter);
    let some_hit_nobody = shooters.any(|shooter| {
        let own = || plan.steps.iter().filter(|step| step.shooter == shooter);
        let can_hit = |slot: usize| { own() }.any(|step| step.aims.iter().any(|aim| aim.target == slot));
        let enemy = plan.slots[shooter].side.enemy();
        !plan.slots_of[enemy.index()].clone().all(can_hit)
    });
    !plan.stop.stalemate || plan.stop.round == 1 || some_hit_nobody
}

impl Resolver<'_> {
    /// Counts a side's ships, and fills in those that can be in one state only.
    fn side<'w>(&mut self, side: Side, plan: &Plan, own: &mut [Alike<'w>], written: Left<'w>) {
        for ships in written.left {
            let Some(at) = self.meant(side, own, ships) else {
                continue;
            };
            own[at].place.get_or_insert(&ships.unit.place);
            self.can_be_left(side, plan, &mut own[at], ships);
        }
        for ships in written.retreated {
            let Some(at) = self.meant(side, own, ships) else {
                continue;
            };
            let Alike {
                group, kind, fielded, ..
            } = &mut own[at];
            kind.retreated = kind.retreated.saturating_add(ships.count.value);
            let sum = kind.left.saturating_add(kind.retreated);
            if !kind.rows.iter().any(|&row| may_leave(plan, row)) {
                let message = format!("{} retreated, but never does under these policies", group.label);
                let help = if group.unit.can_retreat {
                    format!("say with --{}-retreat when ships leave", side.name())
                } else {
                    format!("{} cannot retreat at all (5.9)", group.unit.name)
                };
                self.fault(ships.unit.place.clone(), message, help);
            } else if sum > *fielded {
                let message = format!("{sum} {} left or retreated of {fielded}", group.label);
                let help = format!("ships that retreated are not in the hex: {fielded} at most together");
                self.fault(ships.count.place.clone(), message, help);
            }
        }
        self.escorted(side, plan, own);
    }

    /// Adds ships to those of their kind that are left, and tells whether so many can be.
    pub(super) fn can_be_left(&mut self, side: Side, plan: &Plan, alike: &mut Alike<'_>, ships: &spec::Group) -> bool {
        let Alike {
            group, kind, fielded, ..
        } = alike;
        kind.left = kind.left.saturating_add(ships.count.value);
        let row = &plan.units[kind.rows[0]];
        if row.is_removed() {
            let why = match group.unit.role {
                Role::Decoy => "removed before the battle (8.3)",
                _ => "destroyed by the plasma storm (25.1.2)",
            };
            let message = format!("{} left, although it is {why}", group.label);
            self.fault(ships.unit.place.clone(), message, "leave it out");
            return false;
        }
        if kind.left > *fielded {
            let message = format!("{} {} left of {fielded}", kind.left, group.label);
            let help = format!("the {} has {fielded} {} in this battle", side.name(), group.label);
            self.fault(ships.count.place.clone(), message, help);
            return false;
        }
        true
    }

    /// Ships without weapons are left as long as one that can fight is, then all lost (5.4).
    fn escorted(&mut self, side: Side, plan: &Plan, own: &mut [Alike<'_>]) {
        let row = |kind: &Kind| &plan.units[kind.rows[0]];
        let fights = |alike: &Alike<'_>| !row(&alike.kind).slots.is_empty() && alike.kind.left > 0;
        let alive = own.iter().any(fights);
        for Alike {
            group,
            kind,
            fielded,
            place,
        } in own.iter_mut()
        {
            if !row(kind).escorted {
                continue;
            }
            let left = if alive { *fielded } else { 0 };
            if kind.left != left && kind.left > 0 {
                let message = match alive {
                    true => format!("{} {} left of {fielded}", kind.left, group.label),
                    false => format!("{} left without a ship that can fight", group.label),
                };
                let help = format!(
                    "the {}'s ships without weapons are lost all together, with the last that can fight (5.4)",
                    side.name()
                );
                self.fault(place.cloned(), message, help);
            }
            kind.left = left;
        }
    }

    /// Which of a side's kinds of ships is meant; `None` if none is, or more than one.
    pub(super) fn meant(&mut self, side: Side, own: &[Alike<'_>], written: &spec::Group) -> Option<usize> {
        let word = &written.unit;
        let is_there = |name: &str| own.iter().any(|alike| alike.group.unit.name == name);
        let Some(unit) = self.unit_among(&word.value, is_there) else {
            let message = format!("unknown unit {}", quoted(&word.value));
            self.not_there(side, own, &word.value, &word.place, message);
            return None;
        };
        // What its levels come to if they are capped as the fleet's are (9.2); the notes on that are old news.
        let notes = self.notes.len();
        let ships = spec::Group {
            unit: Spanned::new(unit.name.clone(), word.place.clone()),
            ..written.clone()
        };
        let read = self.group(Side::Defender, &spec::Fleet::default(), &ships, &[]);
        self.notes.truncate(notes);
        let label = read?.label;
        if let Some(exactly) = own.iter().position(|alike| alike.group.label == label) {
            return Some(exactly);
        }
        let levels = |label: &str| -> Vec<String> { label.split_whitespace().map(str::to_owned).collect() };
        let asked = levels(&label);
        let fits = |alike: &Alike<'_>| {
            let has = levels(&alike.group.label);
            alike.group.unit.name == unit.name && asked.iter().all(|level| has.contains(level))
        };
        let fitting: Vec<usize> = (0..own.len()).filter(|&at| fits(&own[at])).collect();
        match fitting[..] {
            [one] => Some(one),
            [] => {
                let message = format!("the {} has no {label} in this battle", side.name());
                self.not_there(side, own, &unit.name, &word.place, message);
                None
            }
            [first, ..] => {
                let labels: Vec<&str> = fitting.iter().map(|&at| own[at].group.label.as_str()).collect();
                let message = format!("{label} may be {}", labels.join(" or "));
                let help = format!("name its levels, such as 1 {}", own[first].group.label);
                self.fault(word.place.clone(), message, help);
                None
            }
        }
    }

    fn not_there(&mut self, side: Side, own: &[Alike<'_>], word: &str, place: &Place, message: String) {
        let labels = || own.iter().map(|alike| alike.group.label.as_str());
        let titles = own
            .iter()
            .flat_map(|alike| [alike.group.unit.name.as_str(), &alike.group.unit.title]);
        let near = nearest(word, titles.chain(labels()).chain(["none"])).filter(|&near| near != word);
        let what = format!("the {}'s groups", side.name());
        self.fault(place.clone(), message, suggest(near, &what, labels()));
    }
}
