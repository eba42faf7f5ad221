//! `broadside catalog`: the charts as tables.

use super::args::{CatalogArgs, Subject};
use super::failure::Failure;
use super::format::PageFormat;
use super::output::Output;
use super::terminal;
use crate::report::{self, Page, Remark, charts};
use crate::rules::space_empires::{Catalog, Edition};

/// Lists what the arguments name.
pub fn run(args: &CatalogArgs) -> Result<(), Failure> {
    let edition = Edition::parse(&args.edition)
        .ok_or_else(|| Failure::Usage(format!("there is no edition `{}`", args.edition)))?;
    let page = page(args.subject, edition);
    let text = match args.format {
        PageFormat::Table => report::table::render(&page, terminal::look(false)),
        PageFormat::Markdown => report::markdown::render(&page),
        PageFormat::Csv => report::csv::render_page(&page).map_err(|failed| Failure::Run(failed.to_string()))?,
    };
    Output::Standard.write(text.as_bytes())
}

fn page(subject: Option<Subject>, edition: Edition) -> Page {
    let wanted = |this| subject.is_none_or(|subject| subject == this);
    let catalog = Catalog::of(edition);
    let mut page = Page::default();
    if wanted(Subject::Units) {
        page.sections.push(charts::units(catalog));
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
    let priced = wanted(Subject::Units) || wanted(Subject::Technologies);
    if priced && !edition.note().is_empty() {
        page.remarks.push(Remark {
            warning: false,
            text: edition.note().to_owned(),
        });
    }
    page
}
