//! Where the rolls come from.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A source of rolls.
pub trait Dice {
    /// A die: 1 to 10.
    fn roll(&mut self) -> u8;

    /// A random choice among `n` things: 0 to `n` − 1.
    fn pick(&mut self, n: usize) -> usize;
}

/// Fair dice from a seed.
pub struct Seeded(Xoshiro256PlusPlus);

impl Seeded {
    pub fn new(seed: u64) -> Seeded {
        Seeded(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl Dice for Seeded {
    fn roll(&mut self) -> u8 {
        self.0.random_range(1..=10)
    }

    fn pick(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }
}

/// Rolls written down beforehand, choices among them.
pub struct Scripted<'a> {
    rolls: &'a [u8],
}

impl<'a> Scripted<'a> {
    pub fn new(rolls: &'a [u8]) -> Scripted<'a> {
        Scripted { rolls }
    }

    /// Rolls not used.
    pub fn left(&self) -> usize {
        self.rolls.len()
    }
}

impl Dice for Scripted<'_> {
    fn roll(&mut self) -> u8 {
        let (&roll, rest) = self
            .rolls
            .split_first()
            .expect("the battle asks for a roll more than were written down");
        self.rolls = rest;
        roll
    }

    fn pick(&mut self, n: usize) -> usize {
        let picked = usize::from(self.roll());
        assert!(picked < n, "picked {picked} among {n}");
        picked
    }
}
