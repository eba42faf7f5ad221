//! Entry points: arguments and files in, engagements out.

use super::engagement::engagement_of_document;
use super::fleet::{fleet_of_document, is_engagement, parse_fleet};
use super::problem::{Place, Problems};
use super::shorthand::parse_shorthand;
use super::table::document;
use super::{Engagement, Fleet, Side, file, parse_engagement};
use std::path::Path;

/// Reads a side given on the command line: a fleet file or the shorthand.
///
/// The answer may be `Some` although faults were added to `problems`, if enough could be read for
/// the rules to find more of them (a count that is wrong is read as 1, a wrong policy as none
/// given): nothing may be computed from it unless `problems` is empty in the end.
pub fn read_side(argument: &str, side: Side, problems: &mut Problems) -> Option<Fleet> {
    read_fleet(argument, side.name(), problems)
}

/// As [`read_side`]; `name` is what faults call the argument if it is a shorthand.
pub fn read_fleet(argument: &str, name: &str, problems: &mut Problems) -> Option<Fleet> {
    if is_file(argument, Path::new("")) {
        fleet_file(Path::new(argument), None, problems)
    } else {
        parse_shorthand(argument, name, problems)
    }
}

/// Reads an engagement file. The answer may be `Some` although faults were added, see
/// [`read_side`].
pub fn read_engagement(path: &Path, problems: &mut Problems) -> Option<Engagement> {
    parse_engagement(file::read(path, None, problems)?, problems)
}

/// Reads what `odds` is given: two sides, or one engagement file. The answer may be `Some`
/// although faults were added, see [`read_side`].
pub fn read(first: &str, second: Option<&str>, problems: &mut Problems) -> Option<Engagement> {
    let Some(second) = second else {
        return read_alone(first, problems);
    };
    let attacker = read_side(first, Side::Attacker, problems);
    let defender = read_side(second, Side::Defender, problems);
    Some(Engagement::in_open_space([attacker?, defender?]))
}

/// Reads two fleets in the shorthand, which meet in open space.
///
/// ```
/// let battle = broadside::spec::engagement_from_shorthand("3 CA a1 + 6 SC", "2 BB").unwrap();
/// assert_eq!(battle.sides[0].groups[1].count.value, 6);
/// let faults = broadside::spec::engagement_from_shorthand("300 CA", "2 BB").unwrap_err();
/// assert!(faults.to_string().starts_with("attacker:1:1: too many ships in one group"));
/// ```
///
/// # Errors
/// All faults of both texts.
pub fn engagement_from_shorthand(attacker: &str, defender: &str) -> Result<Engagement, Problems> {
    let mut problems = Problems::new();
    let attacker = parse_shorthand(attacker, Side::Attacker.name(), &mut problems);
    let defender = parse_shorthand(defender, Side::Defender.name(), &mut problems);
    match (attacker, defender) {
        (Some(attacker), Some(defender)) if problems.is_empty() => Ok(Engagement::in_open_space([attacker, defender])),
        _ => Err(problems),
    }
}

/// The argument means a file: it ends in `.toml`, has a folder in it, or names something that is
/// there, looked for from `folder`.
pub(super) fn is_file(argument: &str, folder: &Path) -> bool {
    let ends_as_file = Path::new(argument)
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
    let is_there = || !argument.trim().is_empty() && folder.join(argument).exists();
    ends_as_file || argument.contains(std::path::is_separator) || is_there()
}

/// Reads a fleet file; `named_at` is where its path was written, if in another file.
pub(super) fn fleet_file(path: &Path, named_at: Option<&Place>, problems: &mut Problems) -> Option<Fleet> {
    parse_fleet(file::read(path, named_at, problems)?, problems)
}

/// Reads a single argument, which must be an engagement file.
fn read_alone(argument: &str, problems: &mut Problems) -> Option<Engagement> {
    const HELP: &str = "give two fleets, or one engagement file, which holds both";
    let missing = "only one side is given: the defender is missing";
    if !is_file(argument, Path::new("")) {
        // Its own faults too, so that they need not be found one after the other.
        parse_shorthand(argument, Side::Attacker.name(), problems);
        problems.add(None, missing, HELP);
        return None;
    }
    let source = file::read(Path::new(argument), None, problems)?;
    let table = document(&source, problems)?;
    if is_engagement(&table) {
        return engagement_of_document(&source, &table, problems);
    }
    fleet_of_document(&source, &table, problems);
    problems.add(None, missing, HELP);
    None
}
