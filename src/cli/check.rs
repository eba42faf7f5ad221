//! `broadside check`: find faults, tell what fleets cost and how their ships fight.

mod eclipse;

use super::args::CheckArgs;
use super::engagement::{resolve_readable, set_edition, stand_in};
use super::failure::Failure;
use super::game;
use super::output::Output;
use super::terminal;
use crate::report::{self, Kind, Page, Remark, sheet, unsure};
use crate::rules::space_empires::{Battle, Catalog, Possibilities, Technology};
use crate::spec::{self, Engagement, Fleet, Game, Place, Problems, Side, Target};

/// Checks every argument; prints nothing but faults if there are any.
pub fn run(args: &CheckArgs) -> Result<(), Failure> {
    let mut problems = Problems::default();
    let mut pages = Vec::new();
    for (at, argument) in args.fleets.iter().enumerate() {
        let name = match args.fleets.len() {
            1 => "fleet".to_owned(),
            _ => format!("argument {}", at + 1),
        };
        let edition = args.edition.as_deref();
        let (found, page) = match game::of(args.game, edition, &[argument]) {
            Game::SpaceEmpires => check(argument, &name, edition),
            Game::Eclipse => eclipse::check(argument, &name, edition),
        };
        problems.list.extend(found.list);
        problems.dropped += found.dropped;
        pages.extend(page);
    }
    if !problems.is_empty() {
        return Err(Failure::Input(problems));
    }
    let look = terminal::look(false);
    let mut text = match args.fleets.len() {
        1 => "No faults\n".to_owned(),
        several => format!("No faults in {several} fleets and engagements\n"),
    };
    for page in pages {
        text.push('\n');
        text.push_str(&report::table::render(&page, look));
    }
    Output::Standard.write(text.as_bytes())
}

/// Faults of one argument, and its sheet if there are none. Faults of a fleet in the shorthand are
/// in what `name` says.
fn check(argument: &str, name: &str, edition: Option<&str>) -> (Problems, Option<Page>) {
    let mut as_battle = Problems::default();
    if let Some(engagement) = spec::read(argument, None, &mut as_battle) {
        return sheet_of(argument, engagement, as_battle, edition, &Side::BOTH);
    }
    let mut as_fleet = Problems::default();
    let fleet = spec::read_fleet(argument, name, &mut as_fleet);
    let messages = |problems: &Problems| problems.list.iter().map(|p| p.message.clone()).collect::<Vec<_>>();
    // Read as a battle, a faulty fleet has its own faults and no enemy; an engagement has others.
    if !messages(&as_battle).starts_with(&messages(&as_fleet)) {
        return (as_battle, None);
    }
    match fleet {
        Some(fleet) => sheet_of(argument, against_nobody(fleet), as_fleet, edition, &[Side::Defender]),
        None => (as_fleet, None),
    }
}

fn sheet_of(
    argument: &str,
    mut engagement: Engagement,
    mut problems: Problems,
    edition: Option<&str>,
    shown: &[Side],
) -> (Problems, Option<Page>) {
    if let Some(edition) = edition {
        set_edition(&mut engagement, edition);
    }
    let all = resolve_readable(&engagement, &mut problems);
    if let [side] = shown {
        // A fleet alone has no side.
        let whose = format!("the {}'s ", side.name());
        for problem in &mut problems.list {
            problem.message = problem.message.replace(&whose, "the ");
        }
    }
    let page = all.filter(|_| problems.is_empty()).map(|all| {
        let battle = all.layout();
        let mut page = sheet(&battle, &all, &engagement, shown);
        page.headline = vec![title(argument, &battle, &engagement, shown)];
        page
    });
    (problems, page)
}

/// The file's path and the name in it; a fleet in the shorthand is its own name.
fn title(argument: &str, battle: &Battle, engagement: &Engagement, shown: &[Side]) -> String {
    let name = match shown {
        [side] => Some(battle.sides[side.index()].name.clone()),
        _ => engagement.name.clone(),
    };
    match name.filter(|name| name != argument) {
        Some(name) => format!("{argument}: {name}"),
        None => argument.to_owned(),
    }
}

fn sheet(battle: &Battle, all: &Possibilities, engagement: &Engagement, shown: &[Side]) -> Page {
    let alone = shown.len() == 1;
    let unsure = if alone { targets_named(engagement) } else { Vec::new() };
    let fleet = |&side: &Side| {
        let title = match alone {
            true => String::new(),
            false => format!("{}: {}", side.name(), battle.sides[side.index()].name),
        };
        sheet::fleet(side, battle, title, all.unsure(side))
    };
    let mut sections: Vec<_> = shown.iter().map(fleet).collect();
    sections.extend(unsure::possibilities(all, shown));
    sections.push(sheet::setting(battle, shown));

    let known = battle
        .notes
        .iter()
        .filter(|note| note.place.as_ref().is_none_or(|place| !unsure.contains(place)))
        .map(|note| note.message.clone());
    let catalog = Catalog::of(battle.edition);
    let idle = shown
        .iter()
        .flat_map(|side| idle_levels(&engagement.sides[side.index()], catalog));
    let mut remarks: Vec<Remark> = Vec::new();
    for text in known.chain(idle) {
        if remarks.iter().all(|remark| remark.text != text) {
            remarks.push(Remark { kind: Kind::Note, text });
        }
    }
    Page {
        headline: Vec::new(),
        sections,
        remarks,
    }
}

/// Levels written for a group that change no dice here. Those of the whole empire are not told: it
/// has them for other reasons.
fn idle_levels(fleet: &Fleet, catalog: &Catalog) -> Vec<String> {
    let mut notes = Vec::new();
    for group in &fleet.groups {
        for level in &group.tech {
            let technology = catalog.technology(&level.name.value);
            let unit = catalog.unit(&group.unit.value);
            let mounted = |key: &str| group.abilities.iter().any(|name| name.value.eq_ignore_ascii_case(key));
            let idle = |technology: &&Technology| {
                let no_use = unit.is_some_and(|unit| !unit.uses(&technology.key)) && !mounted(&technology.key);
                !technology.in_battle || no_use
            };
            if let Some(technology) = technology.filter(idle) {
                let unit = unit.map_or(group.unit.value.as_str(), |unit| &unit.name);
                notes.push(format!(
                    "{unit}: {} {} has no effect in these battles",
                    technology.key, level.level.value
                ));
            }
        }
    }
    notes
}

/// The fleet as a defender, since whatever cannot move is in it too.
fn against_nobody(fleet: Fleet) -> Engagement {
    Engagement::in_open_space([stand_in(Side::Attacker), fleet])
}

/// Where the fleet names targets: whether the enemy has them can't be told without an enemy.
fn targets_named(engagement: &Engagement) -> Vec<Place> {
    let target = &engagement.sides[Side::Defender.index()].policy.target;
    match target.as_ref().map(|target| &target.value) {
        Some(Target::Order(names)) => names.iter().map(|name| name.place.clone()).collect(),
        _ => Vec::new(),
    }
}
