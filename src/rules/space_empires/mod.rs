//! Space Empires 4X: the catalog (data files under `catalog/`), what a written engagement means
//! by the rules ([`Battle`]), and its lowering to an engine plan.

mod ability;
mod aim;
mod amoeba;
mod bars;
pub mod battle;
mod boarding;
pub mod catalog;
mod experience;
pub mod lower;
mod missiles;
pub mod options;
mod policy;
mod possibilities;
pub mod resolve;
mod ship;
mod special;
mod steps;
mod terrain;
mod value;

pub use battle::{
    Abilities, Ability, Battle, Board, Experience, Fleet, Gear, Group, Note, Policy, Retreat, Screen, Shield, Target,
};
pub use catalog::{Catalog, Edition, Technology, Unit};
pub use lower::{Question, lower};
pub use options::{Rule, Rules};
pub use possibilities::{Possibilities, Possibility};
pub use resolve::left::{Left, end, kinds, kinds_with_captured};
pub use resolve::position::{Moment, position};
pub use resolve::{possibilities, resolve};
pub use ship::Ship;
pub use terrain::{Part, Terrain};
