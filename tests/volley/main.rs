//! Battles of volleys: fractions worked out by hand, the reference tables, and a plain simulator.

mod battery;
mod notation;
mod reference;
mod rules;
mod witness;
