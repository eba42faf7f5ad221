//! Which game is played: as asked for, as the files say, or as can be told from what is written.

use super::args::{EngagementArgs, Game as Asked};
use super::failure::Failure;
use crate::rules::{eclipse, space_empires};
use crate::spec::{Game, eclipse::units_written, game_named};

impl From<Asked> for Game {
    fn from(asked: Asked) -> Game {
        match asked {
            Asked::SpaceEmpires => Game::SpaceEmpires,
            Asked::Eclipse => Game::Eclipse,
        }
    }
}

/// The game that is asked for, or that an edition or the arguments are of.
pub fn of(asked: Option<Asked>, edition: Option<&str>, arguments: &[&str]) -> Game {
    if let Some(asked) = asked {
        return asked.into();
    }
    let named = arguments.iter().find_map(|argument| game_named(argument));
    let of_edition = edition.and_then(of_edition);
    let named = named.map(|named| named.value).or(of_edition);
    named.unwrap_or_else(|| match arguments.iter().any(|argument| is_eclipse(argument)) {
        true => Game::Eclipse,
        false => Game::SpaceEmpires,
    })
}

/// The game that has an edition of this name; `None` for an unknown name.
pub fn of_edition(name: &str) -> Option<Game> {
    let eclipse = eclipse::Edition::parse(name).map(|_| Game::Eclipse);
    space_empires::Edition::parse(name)
        .map(|_| Game::SpaceEmpires)
        .or(eclipse)
}

/// The shorthand has what only Eclipse has: brackets behind a name, or ship types of which Space Empires lacks one.
fn is_eclipse(argument: &str) -> bool {
    let Some(units) = units_written(argument) else {
        return false;
    };
    let bracket = argument.find(['[', '(']);
    let brackets = bracket.is_some_and(|at| argument[..at].contains(char::is_alphabetic));
    let known = !units.is_empty() && units.iter().all(|unit| eclipse::Catalog::any_ship(unit));
    let elsewhere = |unit: &String| space_empires::Catalog::editions_with_unit(unit).is_empty();
    brackets || (known && units.iter().any(elsewhere))
}

impl EngagementArgs {
    /// Nothing says which game is played, and all ships that are named exist in both.
    pub fn could_be_eclipse(&self) -> bool {
        let files = self.files();
        let shared = |argument: &&str| {
            let units = units_written(argument).unwrap_or_default();
            !units.is_empty() && units.iter().all(|unit| eclipse::Catalog::any_ship(unit))
        };
        self.game.is_none() && self.edition.is_none() && files.len() == 2 && files.iter().all(shared)
    }

    /// The game of these arguments.
    pub fn game(&self) -> Game {
        of(self.game, self.edition.as_deref(), &self.files())
    }

    /// Refuses Eclipse where a command is for Space Empires alone.
    ///
    /// # Errors
    ///
    /// If the arguments are of Eclipse; `what` is what cannot be done.
    pub fn must_be_space_empires(&self, what: &str) -> Result<(), Failure> {
        match self.game() {
            Game::SpaceEmpires => Ok(()),
            Game::Eclipse => Err(Failure::Usage(format!(
                "{what} is for Space Empires alone, and these fleets are of Eclipse: `odds`, `trace`, `check` and \
                 `catalog` speak of both"
            ))),
        }
    }
}
