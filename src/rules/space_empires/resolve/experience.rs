//! Levels of experience as written and as Military Academies give them (37.0), and whether they count.

use super::Resolver;
use super::levels::Levels;
use crate::rules::space_empires::battle::{Battle, Experience, Fleet, Group, Note, Screen};
use crate::rules::space_empires::catalog::{Catalog, Role, Unit};
use crate::rules::space_empires::options::{Rule, Rules};
use crate::spec::{self, Side};

/// Key of the technology.
pub(super) const ACADEMY: &str = "military-academy";

/// Slots that a plan has room for: they are numbered in one byte.
const MOST_SLOTS: usize = 255;

impl Resolver<'_> {
    /// The level that a group has if the battle is played with experience; `None` for units that have nothing to
    /// do with it (37.4.1).
    pub(super) fn experience(&mut self, written: &spec::Group, unit: &Unit, levels: &Levels<'_>) -> Option<Experience> {
        let academy = levels.level(ACADEMY) > 0;
        let asked = written.experience.as_ref();
        let above = asked.is_some_and(|level| level.value > Experience::Green);
        if let Some(level) = asked.filter(|_| above && !has_experience(self.catalog)) {
            let message = format!("{} has no ship experience", self.catalog.edition);
            let with = Catalog::editions_with_technology(ACADEMY);
            let names: Vec<&str> = with.iter().map(|edition| edition.name()).collect();
            self.fault(level.place.clone(), message, format!("it is in {}", names.join(", ")));
        }
        self.experienced |= above || academy;
        let traits = &unit.traits;
        if unit.role != Role::Combat || traits.outside_experience || traits.replicator {
            if let Some(level) = asked.filter(|_| above) {
                let message = format!("{} has nothing to do with experience (37.4.1)", unit.name);
                self.note(Some(&level.place), message);
            }
            return None;
        }
        if let Some(own) = traits.own_technology {
            let level = Experience::ALL
                .get(usize::from(own.experience))
                .copied()
                .unwrap_or_default();
            if let Some(asked) = asked.filter(|asked| asked.value != level) {
                let message = format!("{} is always {} (37.3.6)", unit.title, level.name());
                self.note(Some(&asked.place), message);
            }
            return Some(level);
        }
        // 37.2
        let built = if academy {
            Experience::Skilled
        } else {
            Experience::Green
        };
        Some(asked.map_or(built, |level| level.value))
    }

    /// Whether experience counts in the battle, Replicators aside.
    pub(super) fn plays_experience(&mut self, rules: Rules) -> bool {
        let insists = rules.is(Rule::Experience, "yes");
        if insists && !has_experience(self.catalog) {
            self.note(None, format!("{} has no ship experience", self.catalog.edition));
        }
        has_experience(self.catalog) && !rules.is(Rule::Experience, "no") && (self.experienced || insists)
    }
}

/// The edition has the technology that goes with it (37.2).
fn has_experience(catalog: &Catalog) -> bool {
    catalog.technology(ACADEMY).is_some()
}

/// Takes all levels off the groups of a battle that is not played with experience, and says how it is played.
pub(super) fn settle(fleets: &mut [Fleet; 2], played: bool, rules: Rules) -> Option<Note> {
    // 40.1
    let replicator = |group: &Group| group.unit.traits.replicator;
    let replicators = fleets.iter().flat_map(|fleet| &fleet.groups).any(replicator);
    if !played || replicators {
        for group in fleets.iter_mut().flat_map(|fleet| &mut fleet.groups) {
            *group = group.at(None);
        }
    }
    let how = match (played, replicators, rules.is(Rule::Promotions, "yes")) {
        (false, ..) => return None,
        (true, true, _) => "ship experience does not count against Replicators (40.1)",
        (true, false, true) => "ship experience counts, and groups may be promoted (37.0)",
        (true, false, false) => "ship experience counts, without promotions (37.0)",
    };
    Some(Note {
        place: None,
        message: how.to_owned(),
    })
}

/// What a group's level adds to its label, at the end, if it does.
pub(super) fn suffix(group: &Group) -> Option<String> {
    // What a unit has for certain tells nothing apart.
    let told = group.experience.filter(|level| *level > Experience::Green);
    let level = told.filter(|_| group.unit.traits.own_technology.is_none())?;
    Some(format!(" {}", level.name()))
}

impl Group {
    /// The group at another level.
    #[must_use]
    pub fn at(&self, experience: Option<Experience>) -> Group {
        let mut group = self.clone();
        group.experience = experience;
        let label = suffix(self).and_then(|suffix| self.label.strip_suffix(&suffix));
        group.label = label.unwrap_or(&self.label).to_owned() + &suffix(&group).unwrap_or_default();
        group
    }
}

/// More conditions of ships than a plan has room for, if each group may be promoted.
pub(super) fn is_too_varied(battle: &Battle) -> bool {
    let slots = |side: Side| -> usize {
        let fleet = &battle.sides[side.index()];
        let splits = matches!(fleet.policy.screen, Screen::Wounded | Screen::Optimal);
        let of_group = |group: &Group| match splits {
            true => usize::from(group.hits()),
            false => 1,
        };
        // Legendary ships take one more hit.
        let promoted = |group: &Group| match group.experience {
            Some(_) if battle.rules.is(Rule::Promotions, "yes") => of_group(group) + usize::from(splits),
            _ => 0,
        };
        // Missiles of boats as they are, and as promoted.
        let flying = |group: &Group| 2 * usize::from(group.unit.traits.launches.is_some());
        let conditions = |group: &Group| of_group(group) + promoted(group) + flying(group);
        fleet.groups.iter().map(conditions).sum()
    };
    Side::BOTH.map(slots).iter().sum::<usize>() > MOST_SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::space_empires::resolve::resolve;
    use crate::spec::{Problems, engagement_from_shorthand};

    fn battle(attacker: &str, defender: &str) -> Battle {
        let engagement = engagement_from_shorthand(attacker, defender).expect("written");
        resolve(&engagement, &mut Problems::default()).expect("without faults")
    }

    // 40.1
    #[test]
    fn nobody_is_experienced_against_replicators() {
        let mut sides = battle("2 CA veteran oos + 1 SC", "1 SC elite").sides;
        sides[1].groups[0].unit.traits.replicator = true;
        let note = settle(&mut sides, true, Rules::default());
        assert!(note.is_some_and(|note| note.message.ends_with("against Replicators (40.1)")));
        let all = sides.iter().flat_map(|fleet| &fleet.groups);
        assert!(all.clone().all(|group| group.experience.is_none()));
        let labels: Vec<&str> = all.map(|group| group.label.as_str()).collect();
        assert_eq!(labels, ["CA oos", "SC", "SC"]);
    }

    #[test]
    fn a_label_ends_with_the_level() {
        let group = battle("2 CA a1 veteran oos", "1 SC").sides[0].groups[0].clone();
        assert_eq!(group.label, "CA a1 oos veteran");
        assert_eq!(group.at(Some(Experience::Elite)).label, "CA a1 oos elite");
        assert_eq!(group.at(Some(Experience::Green)).label, "CA a1 oos");
    }

    // 37.4: Elite and Legendary groups pay half.
    #[test]
    fn the_best_are_cheap_to_keep() {
        let groups = battle("3 BB elite + 3 BB veteran + 3 BB legendary oos", "1 SC").sides[0]
            .groups
            .clone();
        let upkeep: Vec<u32> = groups.iter().map(Group::maintenance).collect();
        assert_eq!(upkeep, [4, 9, 0]);
    }

    // Twenty-four groups of three hits, one of them each promoted to Legendary: 24 · (3 + 4) slots a side.
    #[test]
    fn a_plan_has_room_for_so_many_conditions() {
        let fleet = vec!["1 BB elite"; 24].join(" + ");
        let mut battle = battle(&fleet, &fleet);
        assert!(!is_too_varied(&battle));
        battle.sides[0].policy.screen = Screen::Wounded;
        assert!(!is_too_varied(&battle));
        battle.sides[1].policy.screen = Screen::Wounded;
        assert!(is_too_varied(&battle));
        battle.rules = Rules::default().with(Rule::Promotions as usize, 1);
        assert!(!is_too_varied(&battle));
    }
}
