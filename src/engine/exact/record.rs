//! What is kept of a game played out, and the parts of it that threads fill.

/// All that is kept of a game played out, if it is asked for.
#[derive(Default)]
pub struct Record {
    /// Decisions, as [`super::chain::decision`] has them: a block a kind, state after state in the
    /// order of the levels.
    pub decisions: Vec<u8>,
    /// The kind that is chosen at the start of a round, an age each, in the same order.
    pub opened: Vec<u32>,
    /// The value at the start of a round, an age each, in the same order.
    pub values: Vec<f64>,
}

/// What is kept of one state: its decisions, and for each age the kind chosen and the value.
pub type Noted<'a> = (&'a mut [u8], (&'a mut [u32], &'a mut [f64]));

/// The part of a record that belongs to some states, and their values.
#[derive(Default)]
pub struct Piece<'a> {
    pub states: &'a [u32],
    pub values: &'a mut [f64],
    pub decisions: &'a mut [u8],
    pub opened: &'a mut [u32],
    pub worth: &'a mut [f64],
}

impl<'a> Piece<'a> {
    /// Pieces of so many states.
    pub fn split(self, states: usize) -> Vec<Piece<'a>> {
        fn part<'p, T>(all: &mut &'p mut [T], states: usize, left: usize) -> &'p mut [T] {
            let entries = all.len() / left * states.min(left);
            let (part, others) = std::mem::take(all).split_at_mut(entries);
            *all = others;
            part
        }
        let mut rest = self;
        let mut pieces = Vec::new();
        while !rest.states.is_empty() {
            let left = rest.states.len();
            let (first, others) = rest.states.split_at(states.min(left));
            rest.states = others;
            pieces.push(Piece {
                states: first,
                values: part(&mut rest.values, states, left),
                decisions: part(&mut rest.decisions, states, left),
                opened: part(&mut rest.opened, states, left),
                worth: part(&mut rest.worth, states, left),
            });
        }
        pieces
    }
}
