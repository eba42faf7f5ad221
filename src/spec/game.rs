//! Which game a fleet is of, as its file says.

use super::file;
use super::problem::{Place, Problems, Spanned};
use super::read::is_file;
use super::suggest::{expected_one_of, quoted};
use super::table::{Field, Reader, document};
use std::path::Path;
use toml::de::DeValue;

/// A game whose battles can be fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// Space Empires 4X.
    SpaceEmpires,
    /// Eclipse.
    Eclipse,
}

impl Game {
    /// Names in files and on the command line.
    pub const NAMES: [&'static str; 2] = ["space-empires", "eclipse"];

    /// The name in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        Game::NAMES[self as usize]
    }

    /// The name in sentences.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Game::SpaceEmpires => "Space Empires",
            Game::Eclipse => "Eclipse",
        }
    }

    /// The game that a word means, in any case.
    #[must_use]
    pub fn parse(word: &str) -> Option<Game> {
        match word.to_lowercase().replace(['_', ' '], "-").as_str() {
            "space-empires" => Some(Game::SpaceEmpires),
            "eclipse" => Some(Game::Eclipse),
            _ => None,
        }
    }
}

/// Checks that a file's `game` is the one that is played.
pub(super) fn must_be(played: Game, reader: &mut Reader<'_>, field: &Field<'_>) {
    let Some(name) = reader.text(field, &format!("write game = \"{}\"", played.name())) else {
        return;
    };
    match Game::parse(&name.value) {
        Some(game) if game == played => {}
        Some(game) => {
            let message = format!("the game is {}, where {} is played", game.title(), played.title());
            let help = format!("both sides are of one game: expected {}", played.name());
            reader.problems.add(name.place, message, help);
        }
        None => reader.problems.add(
            name.place,
            format!("unknown game {}", quoted(&name.value)),
            expected_one_of(&name.value.to_lowercase().replace(['_', ' '], "-"), &Game::NAMES),
        ),
    }
}

/// The game that an argument's file names, with its place; `None` for the shorthand, for a file that
/// names none, and for one that cannot be read, whose faults are told when it is read.
#[must_use]
pub fn named(argument: &str) -> Option<Spanned<Game>> {
    if !is_file(argument, Path::new("")) {
        return None;
    }
    let mut unheard = Problems::default();
    let source = file::read(Path::new(argument), None, &mut unheard)?;
    let table = document(&source, &mut unheard)?;
    if table.contains_key("party") && !table.contains_key("game") {
        // Only Eclipse has more than two parties in a hex.
        return Some(Spanned::new(Game::Eclipse, Place::new(&source, 0..0)));
    }
    let entry = table.iter().find(|(key, _)| key.get_ref() == "game")?;
    let DeValue::String(name) = entry.1.get_ref() else {
        return None;
    };
    Some(Spanned::new(Game::parse(name)?, Place::new(&source, entry.1.span())))
}
