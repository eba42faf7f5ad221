//! Dice by colour: `1y 2o`.

use std::fmt;

/// The colour of a die says what a hit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Damage 1.
    Yellow,
    /// Damage 2.
    Orange,
    /// Damage 3.
    Blue,
    /// Damage 4.
    Red,
    /// The rift die, which has faces of its own.
    Pink,
}

impl Colour {
    /// All colours, in the order of [`Dice`].
    pub const ALL: [Colour; 5] = [Colour::Yellow, Colour::Orange, Colour::Blue, Colour::Red, Colour::Pink];

    /// Its letter in the shorthand.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Colour::Yellow => 'y',
            Colour::Orange => 'o',
            Colour::Blue => 'b',
            Colour::Red => 'r',
            Colour::Pink => 'p',
        }
    }

    /// Damage of a hit; `None` for the rift die.
    #[must_use]
    pub fn damage(self) -> Option<u8> {
        match self {
            Colour::Yellow => Some(1),
            Colour::Orange => Some(2),
            Colour::Blue => Some(3),
            Colour::Red => Some(4),
            Colour::Pink => None,
        }
    }
}

/// Numbers of dice by colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dice(pub [u8; 5]);

/// Most dice of a colour that one ship may have.
pub const MAX_DICE: u8 = 20;

impl Dice {
    /// Reads dice such as `1y 2o`, with blanks or without; no dice are written `-`.
    ///
    /// # Errors
    ///
    /// What is wrong, as a phrase that follows the text.
    pub fn parse(text: &str) -> Result<Dice, String> {
        let mut dice = Dice::default();
        if matches!(text.trim(), "" | "-" | "−") {
            return Ok(dice);
        }
        let mut number = String::new();
        for c in text.chars() {
            let lower = c.to_ascii_lowercase();
            if c.is_ascii_digit() {
                number.push(c);
            } else if let Some(colour) = Colour::ALL.into_iter().position(|colour| colour.letter() == lower) {
                let many = if number.is_empty() { Ok(1) } else { number.parse::<u8>() };
                let sum = many.ok().and_then(|many| dice.0[colour].checked_add(many));
                let Some(sum) = sum.filter(|&sum| sum <= MAX_DICE) else {
                    return Err(format!("has too many dice: at most {MAX_DICE} of a colour"));
                };
                dice.0[colour] = sum;
                number.clear();
            } else if !c.is_whitespace() && c != ',' || !number.is_empty() {
                return Err("is no number of dice".to_owned());
            }
        }
        match number.is_empty() {
            true => Ok(dice),
            false => Err("lacks the colour of its dice".to_owned()),
        }
    }

    /// Dice of a colour.
    #[must_use]
    pub fn of(self, colour: Colour) -> u8 {
        self.0[colour as usize]
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Dice) -> Dice {
        Dice(std::array::from_fn(|at| self.0[at].saturating_add(other.0[at])))
    }

    /// There are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 5]
    }
}

/// `1y 2o`; `-` for none.
impl fmt::Display for Dice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let present = Colour::ALL.into_iter().filter(|&colour| self.of(colour) > 0);
        let words: Vec<String> = present
            .map(|colour| format!("{}{}", self.of(colour), colour.letter()))
            .collect();
        out.pad(&if words.is_empty() {
            "-".to_owned()
        } else {
            words.join(" ")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_read_as_they_are_written() {
        assert_eq!(Dice::parse("1y 2o").unwrap(), Dice([1, 2, 0, 0, 0]));
        assert_eq!(Dice::parse("y,3R").unwrap(), Dice([1, 0, 0, 3, 0]));
        assert_eq!(Dice::parse("2y1y").unwrap().to_string(), "3y");
        assert_eq!(Dice::parse("-").unwrap().to_string(), "-");
        for wrong in ["1x", "3", "1 y", "30y", "12y 12y"] {
            assert!(Dice::parse(wrong).is_err(), "{wrong}");
        }
    }
}
