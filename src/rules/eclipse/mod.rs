//! Eclipse: the catalog (data files under `catalog/`), what a written hex means by the rules
//! ([`Hex`]), and the lowering of its battles to engine plans.

pub mod catalog;
pub mod hex;
pub mod lower;
pub mod population;
pub mod reputation;
pub mod resolve;

pub use catalog::{Catalog, Edition};
pub use hex::{Group, Hex, Party, Policy, Ship};
pub use lower::lower;
pub use resolve::resolve;
