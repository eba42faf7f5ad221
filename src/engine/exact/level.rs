//! The states in order of their hit points.

use super::space::Space;

/// The states in order of hit points.
pub struct Levels {
    /// States, level after level.
    states: Vec<u32>,
    /// First of each level's states, and the number of all.
    first: Vec<usize>,
    /// Each state's place within its level.
    places: Vec<u32>,
}

/// Hit points of a state.
#[inline]
#[must_use]
pub fn level(space: &Space, state: usize) -> usize {
    let [attacker, defender] = space.parts(state);
    usize::from(space.sides[0].points[attacker]) + usize::from(space.sides[1].points[defender])
}

impl Levels {
    /// Sorts the states.
    #[must_use]
    pub fn new(space: &Space) -> Levels {
        let levels = level(space, space.states - 1) + 1;
        let mut first = vec![0; levels + 1];
        for state in 0..space.states {
            first[level(space, state) + 1] += 1;
        }
        for level in 0..levels {
            first[level + 1] += first[level];
        }
        let mut next = first.clone();
        let mut states = vec![0; space.states];
        let mut places = vec![0; space.states];
        for (state, place) in places.iter_mut().enumerate() {
            let level = level(space, state);
            states[next[level]] = state as u32;
            *place = (next[level] - first[level]) as u32;
            next[level] += 1;
        }
        Levels { states, first, places }
    }

    /// Number of levels.
    #[must_use]
    pub fn number(&self) -> usize {
        self.first.len() - 1
    }

    /// States of the level that has the most.
    #[must_use]
    pub fn widest(&self) -> usize {
        let lengths = self.first.windows(2).map(|pair| pair[1] - pair[0]);
        lengths.max().unwrap_or(0)
    }

    /// States on lower levels.
    #[must_use]
    pub fn first(&self, level: usize) -> usize {
        self.first[level]
    }

    /// A level's states.
    #[must_use]
    pub fn states(&self, level: usize) -> &[u32] {
        &self.states[self.first[level]..self.first[level + 1]]
    }

    /// A state's place within its level.
    #[inline]
    #[must_use]
    pub fn place(&self, state: usize) -> usize {
        self.places[state] as usize
    }

    /// A state's place in the order of all.
    #[must_use]
    pub fn order(&self, space: &Space, state: usize) -> usize {
        self.first[level(space, state)] + self.place(state)
    }
}
