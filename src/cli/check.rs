//! `broadside check`: find faults, tell what fleets cost and how their ships fight.

use super::args::CheckArgs;
use super::engagement::set_edition;
use super::failure::Failure;
use super::output::Output;
use super::terminal;
use crate::report::{self, Kind, Page, Remark, Section, sheet};
use crate::rules::space_empires::{Battle, resolve};
use crate::spec::{self, Engagement, Fleet, Place, Problems, Side, Target};

/// The enemy of a fleet that is checked alone; every edition has Scouts.
const SPARRING_PARTNER: &str = "1 SC";

/// Checks every argument; prints nothing but faults if there are any.
pub fn run(args: &CheckArgs) -> Result<(), Failure> {
    let mut problems = Problems::default();
    let mut page = Page::default();
    for argument in &args.fleets {
        let (mut found, sheet) = check(argument, args.edition.as_deref());
        problems.list.append(&mut found.list);
        page.sections.extend(sheet.sections);
        page.remarks.extend(sheet.remarks);
    }
    if !problems.is_empty() {
        return Err(Failure::Input(problems));
    }
    page.headline = vec![match args.fleets.len() {
        1 => "No faults".to_owned(),
        several => format!("No faults in {several} fleets and engagements"),
    }];
    Output::Standard.write(report::table::render(&page, terminal::look(false)).as_bytes())
}

/// Faults of one argument, and its sheet if there are none.
fn check(argument: &str, edition: Option<&str>) -> (Problems, Page) {
    let mut as_battle = Problems::default();
    let engagement = spec::read(argument, None, &mut as_battle);
    if let (Some(engagement), true) = (engagement, as_battle.is_empty()) {
        return sheet_of(engagement, edition, &Side::BOTH);
    }
    let mut as_fleet = Problems::default();
    let fleet = spec::read_side(argument, Side::Defender, &mut as_fleet);
    if let (Some(fleet), true) = (fleet, as_fleet.is_empty()) {
        return sheet_of(against_nobody(fleet), edition, &[Side::Defender]);
    }
    let messages = |problems: &Problems| problems.list.iter().map(|p| p.message.clone()).collect::<Vec<_>>();
    // Read as a battle, a faulty fleet has its own faults and no enemy; an engagement has others.
    let is_fleet = messages(&as_battle).starts_with(&messages(&as_fleet));
    (if is_fleet { as_fleet } else { as_battle }, Page::default())
}

fn sheet_of(mut engagement: Engagement, edition: Option<&str>, shown: &[Side]) -> (Problems, Page) {
    let mut problems = Problems::default();
    if let Some(edition) = edition {
        set_edition(&mut engagement, edition);
    }
    let alone = shown.len() == 1;
    let unsure = if alone { targets_named(&engagement) } else { Vec::new() };
    let page = match resolve(&engagement, &mut problems) {
        Some(battle) if problems.is_empty() => sheet(&battle, shown, &unsure),
        _ => Page::default(),
    };
    (problems, page)
}

fn sheet(battle: &Battle, shown: &[Side], unsure: &[Place]) -> Page {
    let mut sections: Vec<Section> = shown
        .iter()
        .map(|&side| sheet::fleet(side, battle, shown.len() > 1))
        .collect();
    if shown.len() > 1 {
        sections.push(sheet::hex(battle));
    }
    let known = battle
        .notes
        .iter()
        .filter(|note| note.place.as_ref().is_none_or(|place| !unsure.contains(place)));
    let remarks = known.map(|note| Remark {
        kind: Kind::Note,
        text: note.message.clone(),
    });
    Page {
        headline: Vec::new(),
        remarks: remarks.collect(),
        sections,
    }
}

/// The fleet as a defender, since whatever cannot move is in it too.
fn against_nobody(fleet: Fleet) -> Engagement {
    let mut problems = Problems::default();
    let partner = spec::read_side(SPARRING_PARTNER, Side::Attacker, &mut problems).unwrap_or_default();
    Engagement {
        edition: fleet.edition.clone(),
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
