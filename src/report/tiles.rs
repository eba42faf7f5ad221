//! The catalog of Eclipse as tables: ships, parts, species, technologies, policies.

use super::charts::PolicyTable;
use super::page::{Kind, Page, Remark, Section};
use crate::rules::eclipse::catalog::{Confidence, STANDARD};
use crate::rules::eclipse::{Catalog, Edition, Ship};

/// A list of the catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// Classes with their first blueprints, and non-player ships.
    Ships,
    /// Ship parts.
    Parts,
    /// Species that differ in their blueprints.
    Species,
    /// Technologies that matter besides parts.
    Technologies,
    /// How a side can decide.
    Policies,
}

/// The lists of an edition as a page; all of them, or one.
#[must_use]
pub fn page(edition: Edition, list: Option<List>) -> Page {
    let catalog = Catalog::of(edition);
    let wanted = |this| list.is_none_or(|list| list == this);
    let mut page = Page::default();
    if wanted(List::Ships) {
        page.sections.extend([ships(catalog), non_players(catalog)]);
    }
    if wanted(List::Parts) {
        page.sections.push(parts(catalog));
    }
    if wanted(List::Species) {
        page.sections.extend([species(catalog), blueprints(catalog)]);
    }
    if wanted(List::Technologies) {
        page.sections.push(technologies(catalog));
    }
    if wanted(List::Policies) {
        page.sections.extend(POLICIES.iter().map(PolicyTable::section));
    }
    let unsure = page.sections.iter().flat_map(|section| &section.rows).flatten();
    if unsure
        .into_iter()
        .any(|cell| *cell == sure(Confidence::Medium) || *cell == sure(Confidence::Low))
    {
        page.remarks.push(Remark {
            kind: Kind::Note,
            text: "source: medium is one unofficial source, low is inferred; all else is from rules or printed parts"
                .to_owned(),
        });
    }
    page
}

/// What is said of how well a row is attested; nothing where it is well.
fn sure(confidence: Confidence) -> String {
    match confidence {
        Confidence::High => String::new(),
        other => other.name().to_owned(),
    }
}

fn ships(catalog: &Catalog) -> Section {
    let columns = [
        "class",
        ">spaces",
        ">energy",
        "at the start",
        ">materials",
        ">ships",
        "drive",
        ">tiles",
        "parts",
        "source",
    ];
    let mut section = Section::new(format!("Ships, {}", catalog.edition.title()), &columns);
    for class in &catalog.classes {
        let Some(blueprint) = catalog.blueprint(None, class) else {
            continue;
        };
        section.row([
            class.name.clone(),
            blueprint.slots.to_string(),
            blueprint.energy.to_string(),
            catalog.start(blueprint).to_string(),
            blueprint.cost.to_string(),
            class.most.to_string(),
            if class.drive { "needed" } else { "forbidden" }.to_owned(),
            class.tiles.to_string(),
            blueprint.parts.join(" "),
            sure(class.confidence),
        ]);
    }
    section
}

fn non_players(catalog: &Catalog) -> Section {
    let columns = ["ship", "name", "values", ">tiles", "source"];
    let mut section = Section::new("Non-player ships", &columns);
    for row in &catalog.non_players {
        section.row([
            row.name.clone(),
            row.title.clone(),
            Ship::from(row).to_string(),
            row.tiles.to_string(),
            sure(row.confidence),
        ]);
    }
    section
}

fn parts(catalog: &Catalog) -> Section {
    let columns = [
        "part",
        "from",
        "cannons",
        "missiles",
        ">computer",
        ">shield",
        ">hull",
        ">initiative",
        ">energy",
        ">moves",
        "",
        "source",
    ];
    let mut section = Section::new(format!("Ship parts, {}", catalog.edition.title()), &columns);
    let number = |number: u8| if number == 0 { String::new() } else { number.to_string() };
    for part in &catalog.parts {
        let dice = |dice: crate::spec::eclipse::Dice| {
            if dice.is_empty() {
                String::new()
            } else {
                dice.to_string()
            }
        };
        let repair = (part.repair > 0).then(|| format!("repairs {} a round", part.repair));
        let outside = part.outside.then(|| "takes no space".to_owned());
        let drive = (part.drive && part.movement == 0).then(|| "drive".to_owned());
        let note = Some(part.note.clone()).filter(|note| !note.is_empty());
        let remarks: Vec<String> = [repair, outside, drive, note].into_iter().flatten().collect();
        section.row([
            part.name.clone(),
            part.set.clone(),
            dice(part.cannons),
            dice(part.missiles),
            number(part.computer),
            number(part.shield),
            number(part.hull),
            number(part.initiative),
            if part.energy == 0 {
                String::new()
            } else {
                format!("{:+}", part.energy)
            },
            number(part.movement),
            remarks.join("; "),
            sure(part.confidence),
        ]);
    }
    section
}

fn species(catalog: &Catalog) -> Section {
    let mut section = Section::new(
        format!("Species, {}", catalog.edition.title()),
        &["species", "name", "first ships", "has", "cannot build", "", "source"],
    );
    for row in &catalog.species {
        section.row([
            row.name.clone(),
            row.title.clone(),
            row.start.clone(),
            row.technologies.join(", "),
            row.lacks.join(", "),
            row.note.clone(),
            sure(row.confidence),
        ]);
    }
    section
}

fn blueprints(catalog: &Catalog) -> Section {
    let columns = [
        "species",
        "class",
        ">spaces",
        ">energy",
        "at the start",
        ">materials",
        "parts",
        "source",
    ];
    let mut section = Section::new("Blueprints of their own", &columns);
    for blueprint in catalog
        .blueprints
        .iter()
        .filter(|blueprint| blueprint.species != STANDARD)
    {
        section.row([
            blueprint.species.clone(),
            blueprint.class.clone(),
            blueprint.slots.to_string(),
            blueprint.energy.to_string(),
            catalog.start(blueprint).to_string(),
            blueprint.cost.to_string(),
            blueprint.parts.join(" "),
            sure(blueprint.confidence),
        ]);
    }
    section
}

fn technologies(catalog: &Catalog) -> Section {
    let mut section = Section::new(
        "Technologies besides parts",
        &["technology", "name", "what it does", "source"],
    );
    for row in &catalog.technologies {
        section.row([
            row.name.clone(),
            row.title.clone(),
            row.meaning.clone(),
            sure(row.confidence),
        ]);
    }
    section
}

/// All kinds of policies of Eclipse.
pub const POLICIES: [PolicyTable; 3] = [
    PolicyTable {
        kind: "target",
        title: "Assignment of hits (--attacker-target, --defender-target; target in files)",
        rows: &[
            [
                "threat",
                "take most of the enemy's expected damage away (default of players)",
            ],
            [
                "largest",
                "all on the largest ship until it is destroyed, then on the next",
            ],
            [
                "smallest",
                "all on the smallest ship until it is destroyed, then on the next",
            ],
            [
                "npc",
                "destroy the largest ship that can be destroyed, else damage the largest (non-player ships)",
            ],
            [
                "optimal",
                "as best play finds once the dice are seen (exact solution only)",
            ],
        ],
    },
    PolicyTable {
        kind: "equals",
        title: "Among equal ships, with npc (--attacker-equals, --defender-equals; equals in files)",
        rows: &[
            ["focus", "damage the most damaged (default)"],
            ["spread", "damage the least damaged"],
        ],
    },
    PolicyTable {
        kind: "retreat",
        title: "Retreats (--attacker-retreat, --defender-retreat; retreat in files)",
        rows: &[
            ["never", "fight to the end (default)"],
            [
                "after-round=N",
                "fight N rounds, then go to the edge of the hex, and leave at the next activation",
            ],
            ["units=cruiser", "only these leave, from the first round on"],
        ],
    },
];
