//! `broadside catalog`: the charts as tables.

use super::args::{CatalogArgs, Game, Subject};
use super::failure::Failure;
use super::format::PageFormat;
use super::game;
use super::output::Output;
use super::terminal;
use crate::report::json::{self, catalog::List};
use crate::report::{self, Failed, Kind, Page, Remark, charts, tiles};
use crate::rules::space_empires::{Catalog, Edition};
use crate::spec;

/// Lists what the arguments name.
pub fn run(args: &CatalogArgs) -> Result<(), Failure> {
    let name = args.edition.as_deref();
    let asked = args.game.or_else(|| only_of(args.subject).filter(|_| name.is_none()));
    let text = match game::of(asked, name, &[]) {
        spec::Game::SpaceEmpires => of_space_empires(args, name)?,
        spec::Game::Eclipse => of_eclipse(args, name)?,
    };
    let text = text.map_err(|failed| Failure::Run(failed.to_string()))?;
    Output::Standard.write(text.as_bytes())
}

/// The game that alone has such a list.
fn only_of(subject: Option<Subject>) -> Option<Game> {
    match subject? {
        Subject::Parts | Subject::Species => Some(Game::Eclipse),
        Subject::Terrain | Subject::Abilities | Subject::Rules => Some(Game::SpaceEmpires),
        Subject::Units | Subject::Technologies | Subject::Policies => None,
    }
}

fn of_space_empires(args: &CatalogArgs, name: Option<&str>) -> Result<Result<String, Failed>, Failure> {
    let edition = match name {
        Some(name) => Edition::parse(name).ok_or_else(|| no_edition(name, &Edition::ALL.map(Edition::name)))?,
        None => Edition::default(),
    };
    let list = args.subject.map(list).transpose()?;
    Ok(match args.format {
        PageFormat::Json => json::catalog::render(Catalog::of(edition), list),
        format => rendered(&page(args.subject, edition, format), format),
    })
}

fn of_eclipse(args: &CatalogArgs, name: Option<&str>) -> Result<Result<String, Failed>, Failure> {
    use crate::rules::eclipse::Edition;
    let edition = match name {
        Some(name) => Edition::parse(name).ok_or_else(|| no_edition(name, &Edition::ALL.map(Edition::name)))?,
        None => Edition::default(),
    };
    let list = match args.subject {
        None => None,
        Some(Subject::Units) => Some(tiles::List::Ships),
        Some(Subject::Parts) => Some(tiles::List::Parts),
        Some(Subject::Species) => Some(tiles::List::Species),
        Some(Subject::Technologies) => Some(tiles::List::Technologies),
        Some(Subject::Policies) => Some(tiles::List::Policies),
        Some(Subject::Terrain) => return Err(Failure::Usage("Eclipse has no terrain".to_owned())),
        Some(Subject::Abilities) => {
            return Err(Failure::Usage("Eclipse's ships have no special abilities".to_owned()));
        }
        Some(Subject::Rules) => {
            return Err(Failure::Usage(
                "the doubtful points of Eclipse are options of a policy: see `catalog policies --game eclipse`"
                    .to_owned(),
            ));
        }
    };
    let page = tiles::page(edition, list);
    Ok(match args.format {
        PageFormat::Json => json::tiles::render(edition, &page),
        format => rendered(&page, format),
    })
}

fn no_edition(name: &str, editions: &[&str]) -> Failure {
    Failure::Usage(format!(
        "the game has no edition `{name}`: expected one of {}",
        editions.join(", ")
    ))
}

fn rendered(page: &Page, format: PageFormat) -> Result<String, Failed> {
    match format {
        PageFormat::Markdown => Ok(report::markdown::render(page)),
        PageFormat::Csv => report::csv::render_page(page),
        PageFormat::Table | PageFormat::Json => Ok(report::table::render(page, terminal::look(false))),
    }
}

fn list(subject: Subject) -> Result<List, Failure> {
    match subject {
        Subject::Units => Ok(List::Units),
        Subject::Technologies => Ok(List::Technologies),
        Subject::Terrain => Ok(List::Terrain),
        Subject::Policies => Ok(List::Policies),
        Subject::Abilities => Ok(List::Abilities),
        Subject::Rules => Ok(List::Rules),
        Subject::Parts | Subject::Species => Err(Failure::Usage(
            "Space Empires has neither ship parts nor species: --game eclipse".to_owned(),
        )),
    }
}

fn page(subject: Option<Subject>, edition: Edition, format: PageFormat) -> Page {
    let wanted = |this| subject.is_none_or(|subject| subject == this);
    let catalog = Catalog::of(edition);
    let mut page = Page::default();
    if wanted(Subject::Units) {
        match format {
            PageFormat::Csv => page.sections.push(charts::units_in_full(catalog)),
            _ => page.sections.extend(charts::units(catalog)),
        }
    }
    if wanted(Subject::Technologies) {
        page.sections.push(charts::technologies(catalog));
    }
    if wanted(Subject::Terrain) {
        page.sections.push(charts::terrain());
    }
    if wanted(Subject::Policies) {
        page.sections.extend(charts::policies());
    }
    if wanted(Subject::Abilities) {
        page.sections.push(charts::abilities(catalog));
    }
    if wanted(Subject::Rules) {
        page.sections.push(charts::rules());
    }
    let priced = wanted(Subject::Units) || wanted(Subject::Technologies);
    if priced && !edition.note().is_empty() {
        page.remarks.push(Remark {
            kind: Kind::Note,
            text: edition.note().to_owned(),
        });
    }
    page
}
