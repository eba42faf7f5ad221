//! Room to work out one state at a time.

use super::chain::{Blocks, Chain, Seen, Worth};

/// Room for one state at a time.
#[derive(Default)]
pub struct Work {
    /// The state as it looks in different kinds of rounds.
    chains: Vec<(u32, Chain)>,
    /// How many of them are of the state at hand.
    looked: usize,
    /// What each kind of round is worth at its start.
    pub starts: Vec<Option<Worth>>,
}

impl Work {
    /// Makes ready for another state.
    pub fn forget(&mut self, kinds: usize) {
        self.looked = 0;
        self.starts.clear();
        self.starts.resize(kinds, None);
    }

    /// The shots of the state at hand in this kind of round.
    pub fn chain(&mut self, seen: Seen, below: &impl Blocks) -> &mut Chain {
        let view = seen.rounds.view(seen.kind);
        let known = self.chains[..self.looked].iter().position(|(known, _)| *known == view);
        let place = known.unwrap_or_else(|| {
            if self.looked == self.chains.len() {
                self.chains.push(Default::default());
            }
            let (known, chain) = &mut self.chains[self.looked];
            *known = view;
            chain.look(seen, below);
            self.looked += 1;
            self.looked - 1
        });
        &mut self.chains[place].1
    }
}
