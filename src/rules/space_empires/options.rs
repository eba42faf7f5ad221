//! Points on which the rule book is silent or can be read in more than one way, as named options.
//!
//! `catalog/rules.csv` lists them with their values, the default first; an engagement chooses others
//! in its `[rules]` or with `--rule`.

use super::catalog::{Scans, Unit, rule_rows};

/// A doubtful point of the rules; one for each row of the table, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// `out-of-supply`: what loses three points out of supply (36.5.5).
    OutOfSupply,
    /// `point-defense-terrain`: whether Point Defense works in asteroids and nebulae (15.3.1).
    PointDefenseTerrain,
    /// `colony`: whether the defender's Fighters are based in the hex (15.2.6).
    Colony,
    /// `starbase-scanners`: whether Starbases scan (38.5.1).
    StarbaseScanners,
    /// `neutral-screening`: whether ships that belong to no player screen (18.2).
    NeutralScreening,
    /// `type-v-jammer`: whether Type V Replicators have Jammers (24.5).
    TypeVJammer,
    /// `missiles-in-flight`: whether Missiles outlive the last ship of their side (24.4.4).
    MissilesInFlight,
    /// `jammer-2`: what Jammer 2 takes from Missiles (24.5.2).
    JammerTwo,
    /// `experience`: whether the battle is played with ship experience (37.0).
    Experience,
    /// `promotions`: whether groups gain experience while the battle goes on (37.3).
    Promotions,
    /// `boarded-ship`: which ship of a group with a wounded one is boarded (19.2).
    BoardedShip,
    /// `captured-screening`: whether captured ships that don't count are screened beside others (19.3).
    CapturedScreening,
    /// `boarding-strength`: whether supply and charges change boarding attacks (19.2.1).
    BoardingStrength,
}

impl Rule {
    /// All of them, in the order of the table.
    pub const ALL: [Rule; 13] = [
        Rule::OutOfSupply,
        Rule::PointDefenseTerrain,
        Rule::Colony,
        Rule::StarbaseScanners,
        Rule::NeutralScreening,
        Rule::TypeVJammer,
        Rule::MissilesInFlight,
        Rule::JammerTwo,
        Rule::Experience,
        Rule::Promotions,
        Rule::BoardedShip,
        Rule::CapturedScreening,
        Rule::BoardingStrength,
    ];
}

/// A row of the table.
#[derive(Clone, Debug)]
pub struct RuleRow {
    /// Name in files and on the command line: `out-of-supply`.
    pub name: String,
    /// What can be chosen, the default first, each with its meaning in our own words.
    pub values: Vec<(String, String)>,
    /// The rule.
    pub section: String,
}

/// What was chosen at every doubtful point; by default the first value of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Number of the value chosen, a rule each.
    chosen: [u8; Rule::ALL.len()],
}

impl Rules {
    /// Whether this value was chosen.
    #[must_use]
    pub fn is(&self, rule: Rule, value: &str) -> bool {
        let values = &rule_rows()[rule as usize].values;
        debug_assert!(values.iter().any(|(name, _)| name == value), "{rule:?} has no {value}");
        values[usize::from(self.chosen[rule as usize])].0 == value
    }

    /// Whether a unit mounts Scanners (16.2).
    #[must_use]
    pub fn lets_scan(&self, unit: &Unit) -> bool {
        match unit.traits.scans {
            Scans::Never => false,
            Scans::Always => true,
            Scans::ByRule => self.is(Rule::StarbaseScanners, "yes"),
        }
    }

    /// With another choice at one point, given as numbers of a row of the table and of one of its values.
    #[must_use]
    pub fn with(mut self, row: usize, value: usize) -> Rules {
        self.chosen[row] = value as u8;
        self
    }

    /// Names and values of the choices that are not the default.
    #[must_use]
    pub fn departures(&self) -> Vec<(&'static str, &'static str)> {
        let rows = rule_rows().iter().zip(self.chosen);
        rows.filter(|(_, chosen)| *chosen > 0)
            .map(|(row, chosen)| (row.name.as_str(), row.values[usize::from(chosen)].0.as_str()))
            .collect()
    }
}
