//! What is different about Replicators (40.0): whose ships stand with theirs, and their Flagship's strength.

use super::Resolver;
use crate::rules::space_empires::battle::Group;
use crate::rules::space_empires::catalog::{OwnTechnology, Unit};
use crate::rules::space_empires::options::{Rule, Rules};
use crate::spec::{self, Level, Spanned};

/// The Replicators' name in files.
pub(super) const REPLICATORS: &str = "replicators";

/// Names of research points where levels are written.
const RESEARCH_POINTS: [&str; 2] = ["rp", "research-points"];

/// Most research points that Replicators ever have (40.5.3).
const MOST_POINTS: u32 = 15;

/// Research points for each of which the Flagship has one more Defense Strength (40.7.5).
const POINTS_A_DEFENSE: u8 = 5;

/// The level at which a Point Defense ship fires once it has destroyed enough Fighters (40.7.1).
const IMPROVED: u32 = 2;

/// The research points of a fleet, wherever they are written.
fn fleet_points(fleet: &spec::Fleet) -> Option<&Spanned<u32>> {
    let level = fleet.tech.iter().find(|level| is_points(level));
    level.map(|level| &level.level).or(fleet.research_points.as_ref())
}

/// Whether a written level is a number of research points.
pub(super) fn is_points(level: &Level) -> bool {
    let word = level.name.value.to_lowercase().replace('_', "-");
    RESEARCH_POINTS.contains(&word.as_str())
}

impl Resolver<'_> {
    /// The research points of a group: its own, else its fleet's; 0 if none are written or they can't be.
    pub(super) fn points(&mut self, fleet: &spec::Fleet, group: &spec::Group, unit: &Unit) -> u8 {
        let own = group.tech.iter().find(|level| is_points(level));
        if let Some(level) = own.filter(|_| !unit.traits.replicator) {
            let message = format!("{} with research points", unit.title);
            let help = "they belong to the Replicators' Flagship, RepFlagship (40.7.5)";
            self.fault(level.name.place.clone(), message, help);
        }
        let written: Option<&Spanned<u32>> = own.map(|level| &level.level).or(fleet_points(fleet));
        let Some(written) = written else { return 0 };
        if written.value > MOST_POINTS {
            let message = format!("{} research points", written.value);
            let help = format!("Replicators have 0 to {MOST_POINTS} of them (40.5.3)");
            self.fault(written.place.clone(), message, help);
        }
        written.value.min(MOST_POINTS) as u8
    }

    /// Makes a Flagship as strong as its empire's research points (40.7.5). Returns what its label says of them.
    pub(super) fn strengthen_flagship(
        &mut self,
        fleet: &spec::Fleet,
        group: &spec::Group,
        unit: &mut Unit,
    ) -> Option<u8> {
        let points = self.points(fleet, group, unit);
        if !unit.traits.researches {
            return None;
        }
        unit.attack = unit.attack.max(points);
        unit.defense += points / POINTS_A_DEFENSE;
        Some(points)
    }

    /// Ships of the Replicators stand with their own, and with hired Pirates (40.1).
    pub(super) fn stands_with_replicators(&mut self, written: &spec::Fleet, groups: &[Group]) {
        let says = written
            .empire
            .as_ref()
            .map(|word| word.value.eq_ignore_ascii_case(REPLICATORS));
        let machine = groups.iter().find(|group| group.unit.traits.replicator);
        let is_odd = |group: &&Group| !group.unit.traits.replicator && !group.unit.traits.attacks_alone;
        let other = groups.iter().find(is_odd);
        let of_replicators = says.unwrap_or(machine.is_some());
        if let (true, Some(other)) = (of_replicators, other) {
            let message = format!("{} in a fleet of Replicators", other.unit.name);
            let help = "they have their own kinds of ships alone, Rep0 to RepXV and others, see `broadside catalog \
                        units` (40.1.1)";
            self.fault(written.place.clone(), message, help);
        }
        if let (false, Some(machine)) = (of_replicators, machine) {
            let message = format!("{} in a fleet that is not of Replicators", machine.unit.name);
            self.fault(
                written.place.clone(),
                message,
                "write empire = \"replicators\", or leave it out (40.0)",
            );
        }
        if let (false, Some(points)) = (of_replicators, fleet_points(written)) {
            let message = "research points in a fleet that is not of Replicators";
            self.fault(
                points.place.clone(),
                message,
                "write empire = \"replicators\" as well (40.5)",
            );
        }
    }

    /// What is never there when Replicators play (40.1): Space Amoebae. Experience is taken off where it is settled
    /// whether the battle is played with it.
    pub(super) fn meets_replicators(&mut self, written: [&spec::Fleet; 2], groups: [&[Group]; 2]) {
        let all = || {
            groups
                .iter()
                .zip(written)
                .flat_map(|(own, fleet)| own.iter().map(move |group| (group, fleet)))
        };
        if !all().any(|(group, _)| group.unit.traits.replicator) {
            return;
        }
        if let Some((group, fleet)) = all().find(|(group, _)| group.unit.traits.swallows) {
            let message = format!("{} and Replicators", group.unit.name);
            self.fault(fleet.place.clone(), message, "the rules don't let them meet (40.1)");
        }
    }
}

/// The technology that a Replicator ship has: a Point Defense ship may be written as the improved one.
pub(super) fn own_technology(unit: &Unit, written: &[Level]) -> Option<OwnTechnology> {
    let mut own = unit.traits.own_technology?;
    let improved = |level: &&Level| {
        let name = level.name.value.to_lowercase().replace('_', "-");
        ["pd", "point-defense"].contains(&name.as_str()) && level.level.value == IMPROVED
    };
    if unit.traits.replicator && own.point_defense > 0 && written.iter().any(|level| improved(&level)) {
        own.point_defense = IMPROVED as u8;
    }
    Some(own)
}

/// Gives Type V Jammers, if the rules are read so.
pub(super) fn equip(groups: &mut [Group], rules: Rules) {
    let doubtful = |group: &&mut Group| group.unit.traits.replicator && group.unit.traits.jams;
    if rules.is(Rule::TypeVJammer, "yes") {
        for group in groups.iter_mut().filter(doubtful) {
            group.gear.jammer = group.gear.jammer.max(1);
        }
    }
}
