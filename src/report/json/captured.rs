//! Ships that a side took from the enemy, as JSON.

use super::figures::{Number, numbers, three};
use crate::report::captured::CapturedOdds;
use serde::Serialize;

#[derive(Serialize)]
pub struct CapturedPart<'a> {
    /// Number of the group in the enemy's fleet, from 1.
    group: usize,
    unit: &'a str,
    label: &'a str,
    survived: Option<Number>,
    retreated: Option<Number>,
    sd: Option<Number>,
    se: Option<Number>,
    survivors: Vec<Number>,
}

pub fn part(captured: &CapturedOdds) -> CapturedPart<'_> {
    let [survived, sd, se] = three(&captured.survivors);
    CapturedPart {
        group: captured.group + 1,
        unit: &captured.unit,
        label: &captured.label,
        survived,
        retreated: captured.retreated.map(Number),
        sd,
        se,
        survivors: numbers(&captured.survivors.probability),
    }
}
