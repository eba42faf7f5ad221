//! What a reader should know of a battle that was read without a fault.

use crate::spec::Place;

/// Something that was changed or is unusual, told by `check` and beside results.
#[derive(Clone, Debug)]
pub struct Note {
    /// Where it was written.
    pub place: Option<Place>,
    /// What, in a sentence: `SC carries attack 1, not 3: Hull Size 1 allows no more (9.2)`.
    pub message: String,
}
