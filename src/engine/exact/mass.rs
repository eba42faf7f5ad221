//! Chances of states: a flat array, and a bit for each state that has one, so that passing over
//! the few that do costs next to nothing for the many that don't.

/// Chances of states.
pub struct Mass {
    chances: Vec<f64>,
    bits: Vec<u64>,
    /// First word of the bits that may have one set, and the word after the last.
    words: (usize, usize),
}

impl Mass {
    /// No state has a chance.
    #[must_use]
    pub fn new(states: usize) -> Mass {
        let words = states.div_ceil(64);
        Mass {
            chances: vec![0.0; states],
            bits: vec![0; words],
            words: (words, 0),
        }
    }

    /// Adds to a state's chance.
    #[inline]
    pub fn add(&mut self, state: usize, chance: f64) {
        self.chances[state] += chance;
        let word = state / 64;
        self.bits[word] |= 1 << (state % 64);
        self.words = (self.words.0.min(word), self.words.1.max(word + 1));
    }

    /// Moves a chance to a smaller state.
    #[inline]
    pub fn part(&mut self, from: usize, chance: f64, to: usize) {
        debug_assert!(to < from);
        self.chances[from] -= chance;
        self.chances[to] += chance;
        let word = to / 64;
        self.bits[word] |= 1 << (to % 64);
        self.words.0 = self.words.0.min(word);
    }

    /// Shows each state with a chance once, from the smallest on. What is moved meanwhile goes to
    /// states that were passed already.
    #[inline]
    pub fn upwards(&mut self, mut show: impl FnMut(usize, f64, &mut Mass)) {
        let (first, end) = self.words;
        for word in first..end {
            let mut bits = self.bits[word];
            while bits != 0 {
                let state = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                show(state, self.chances[state], self);
            }
        }
    }

    /// Shows each state with a chance and takes it out.
    pub fn drain(&mut self, mut show: impl FnMut(usize, f64)) {
        let (first, end) = self.words;
        for word in first..end {
            let mut bits = std::mem::take(&mut self.bits[word]);
            while bits != 0 {
                let state = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                show(state, std::mem::take(&mut self.chances[state]));
            }
        }
        self.words = (self.bits.len(), 0);
    }
}
