//! The rules one by one, against fractions worked out by hand from the rulebook.
//!
//! Written `3/10` the chance of a Scout to hit a Scout, and so on: a unit's Attack Strength over
//! ten, less the target's Defense Strength. A duel of two ships that die of one hit, the first to
//! fire hitting with chance f and the other with g, is won by the first with f / (1 − (1−f)(1−g)):
//! he hits, or both miss and it starts again. The second wins with (1−f)·g / (1 − (1−f)(1−g)).
//!
//! Many tests use the same trick to look at a single round: the side with A-Class ships retreats
//! after round 1, so in round 2 it is gone before anybody has fired.

#[path = "../common/mod.rs"]
mod common;
#[path = "../reference/mod.rs"]
mod reference;

mod abilities;
mod abilities_in_battle;
mod alone;
mod alternate;
mod amoebae;
mod boarding;
mod damage;
mod experience;
mod fighters;
mod fire;
mod fleet_size;
mod missiles;
mod neutrals;
mod order;
mod others;
mod raiders;
mod replicators;
mod retreat;
mod screening;
mod targeting;
mod terrain;
mod titans;
mod walks;
