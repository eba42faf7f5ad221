//! Checks fleets and engagement files of Eclipse.

use super::super::eclipse::{resolve_readable, set_edition, stand_in};
use crate::report::{Kind, Page, Remark, blueprint};
use crate::spec::Problems;
use crate::spec::eclipse::{self as written, Hex};

/// Faults of one argument, and its sheet if there are none. Faults of a fleet in the shorthand are in
/// what `name` says.
pub fn check(argument: &str, name: &str, edition: Option<&str>) -> (Problems, Option<Page>) {
    let mut as_hex = Problems::default();
    if let Some(hex) = written::read(argument, None, &mut as_hex) {
        return sheet_of(argument, hex, as_hex, edition, false);
    }
    let mut as_party = Problems::default();
    let party = written::read_party(argument, name, &mut as_party);
    let messages = |problems: &Problems| problems.list.iter().map(|p| p.message.clone()).collect::<Vec<_>>();
    // Read as a hex, a faulty fleet has its own faults and no enemy; an engagement has others.
    if !messages(&as_hex).starts_with(&messages(&as_party)) {
        return (as_hex, None);
    }
    match party {
        Some(party) => {
            let alone = Hex {
                parties: vec![party, stand_in()],
                two_sides: true,
                ..Hex::default()
            };
            sheet_of(argument, alone, as_party, edition, true)
        }
        None => (as_party, None),
    }
}

fn sheet_of(
    argument: &str,
    mut hex: Hex,
    mut problems: Problems,
    edition: Option<&str>,
    alone: bool,
) -> (Problems, Option<Page>) {
    if let Some(edition) = edition {
        set_edition(&mut hex, edition);
    }
    let resolved = resolve_readable(&hex, &mut problems);
    let page = resolved.filter(|_| problems.is_empty()).map(|resolved| {
        let shown = if alone {
            &resolved.parties[..1]
        } else {
            &resolved.parties[..]
        };
        let name = if alone {
            Some(resolved.parties[0].name.clone())
        } else {
            hex.name
        };
        let mut sections: Vec<_> = shown.iter().map(|party| blueprint::party(party, alone)).collect();
        sections.push(blueprint::setting(&resolved, shown));
        Page {
            headline: vec![match name.filter(|name| name != argument) {
                Some(name) => format!("{argument}: {name}"),
                None => argument.to_owned(),
            }],
            sections,
            remarks: resolved
                .notes
                .iter()
                .map(|note| Remark {
                    kind: Kind::Note,
                    text: note.message.clone(),
                })
                .collect(),
        }
    });
    (problems, page)
}
