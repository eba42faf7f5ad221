//! `broadside check`: find faults, tell what fleets cost and how their ships fight.

use super::args::CheckArgs;
use super::engagement::set_edition;
use super::failure::Failure;
use super::output::Output;
use super::terminal;
use crate::report::summary::policy;
use crate::report::{self, Page, Section, sheet};
use crate::rules::space_empires::{Battle, resolve};
use crate::spec::{self, Engagement, Fleet, Place, Problems, Side, Target};

/// The enemy of a fleet that is checked alone; every edition has Scouts.
const SPARRING_PARTNER: &str = "1 SC";

/// Checks every argument; prints nothing but faults if there are any.
pub fn run(args: &CheckArgs) -> Result<(), Failure> {
    let mut problems = Problems::default();
    let mut page = Page::default();
    for argument in &args.fleets {
        let (mut found, sections) = check(argument, args.edition.as_deref());
        problems.list.append(&mut found.list);
        page.sections.extend(sections);
    }
    if !problems.is_empty() {
        return Err(Failure::Input(problems));
    }
    page.headline = match args.fleets.len() {
        1 => "No faults".to_owned(),
        several => format!("No faults in {several} fleets and engagements"),
    };
    Output::Standard.write(report::table::render(&page, terminal::look(false)).as_bytes())
}

/// Faults of one argument, and its tables if there are none.
fn check(argument: &str, edition: Option<&str>) -> (Problems, Vec<Section>) {
    let mut as_battle = Problems::default();
    let battle = spec::read(argument, None, &mut as_battle);
    let mut as_fleet = Problems::default();
    let fleet = spec::read_fleet(argument, "fleet", &mut as_fleet);
    let messages = |problems: &Problems| problems.list.iter().map(|p| p.message.clone()).collect::<Vec<_>>();
    // Read as a battle, a faulty fleet has its own faults and no enemy; an engagement has others.
    let is_fleet = fleet.is_some() && !as_battle.is_empty() || messages(&as_battle).starts_with(&messages(&as_fleet));
    let (engagement, problems, shown): (_, _, &[Side]) = match is_fleet && !as_battle.is_empty() {
        true => (fleet.map(against_nobody), as_fleet, &[Side::Defender]),
        false => (battle, as_battle, &Side::BOTH),
    };
    match engagement {
        Some(engagement) => sheets(argument, engagement, edition, shown, problems),
        None => (problems, Vec::new()),
    }
}

/// Goes on to the rules, so that faults of both kinds are told together.
fn sheets(
    argument: &str,
    mut engagement: Engagement,
    edition: Option<&str>,
    shown: &[Side],
    mut problems: Problems,
) -> (Problems, Vec<Section>) {
    if let Some(edition) = edition {
        set_edition(&mut engagement, edition);
    }
    let unsure = if shown.len() == 1 {
        targets_named(&engagement)
    } else {
        Vec::new()
    };
    match resolve(&engagement, &mut problems) {
        Some(battle) if problems.is_empty() => {
            let mut sections = vec![summary(argument, &battle, shown, &unsure)];
            sections.extend(shown.iter().map(|&side| sheet::fleet(side, &battle, shown.len() > 1)));
            if shown.len() > 1 {
                sections.push(sheet::hex(&battle));
            }
            (problems, sections)
        }
        _ => (problems, Vec::new()),
    }
}

/// What the argument is, how its sides decide, and what there is to note.
fn summary(argument: &str, battle: &Battle, shown: &[Side], unsure: &[Place]) -> Section {
    let mut section = Section::new(argument, &["", ""]);
    for &side in shown {
        let name = if shown.len() > 1 {
            format!("{} policy", side.name())
        } else {
            "policy".to_owned()
        };
        section.row([name, policy(&battle.sides[side.index()].policy)]);
    }
    let known = |place: &Place| !unsure.contains(place);
    for note in battle.notes.iter().filter(|note| note.place.as_ref().is_none_or(known)) {
        section.row(["note", note.message.as_str()]);
    }
    section
}

/// The fleet as a defender, since whatever cannot move is in it too.
fn against_nobody(fleet: Fleet) -> Engagement {
    let mut problems = Problems::default();
    let partner = spec::read_side(SPARRING_PARTNER, Side::Attacker, &mut problems).unwrap_or_default();
    Engagement {
        edition: None,
        terrain: Vec::new(),
        sides: [partner, fleet],
    }
}

/// Where the fleet names targets: whether the enemy has them can't be told without an enemy.
fn targets_named(engagement: &Engagement) -> Vec<Place> {
    let target = &engagement.sides[Side::Defender.index()].policy.target;
    match target.as_ref().map(|target| &target.value) {
        Some(Target::Order(names)) => names.iter().map(|name| name.place.clone()).collect(),
        _ => Vec::new(),
    }
}
