//! `broadside catalog`: the charts as tables.

use super::args::{CatalogArgs, Subject};
use super::failure::Failure;
use super::format::PageFormat;
use super::output::Output;
use super::terminal;
use crate::report::json::{self, catalog::List};
use crate::report::{self, Kind, Page, Remark, charts};
use crate::rules::space_empires::{Catalog, Edition};

/// Lists what the arguments name.
pub fn run(args: &CatalogArgs) -> Result<(), Failure> {
    let edition = Edition::parse(&args.edition)
        .ok_or_else(|| Failure::Usage(format!("there is no edition `{}`", args.edition)))?;
    let page = || page(args.subject, edition, args.format);
    let text = match args.format {
        PageFormat::Table => Ok(report::table::render(&page(), terminal::look(false))),
        PageFormat::Markdown => Ok(report::markdown::render(&page())),
        PageFormat::Csv => report::csv::render_page(&page()),
        PageFormat::Json => json::catalog::render(Catalog::of(edition), args.subject.map(list)),
    };
    let text = text.map_err(|failed| Failure::Run(failed.to_string()))?;
    Output::Standard.write(text.as_bytes())
}

fn list(subject: Subject) -> List {
    match subject {
        Subject::Units => List::Units,
        Subject::Technologies => List::Technologies,
        Subject::Terrain => List::Terrain,
        Subject::Policies => List::Policies,
        Subject::Rules => List::Rules,
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
