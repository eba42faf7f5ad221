//! What the rules say: catalogs of units and technologies, and the lowering of a battle as
//! people write it to the flat plan that the engine runs.

pub mod eclipse;
mod edition;
mod note;
pub mod space_empires;
pub(crate) mod table;

pub use note::Note;
