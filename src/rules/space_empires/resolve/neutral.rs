//! What belongs to no player: who stands with whom, what a planet's attribute adds, and who screens.

use super::{Resolver, suggest};
use crate::rules::space_empires::battle::{Fleet, Group, Policy, Screen};
use crate::rules::space_empires::catalog::{self, Attribute, Neutral};
use crate::rules::space_empires::options::{Rule, Rules};
use crate::spec::{self, Side, nearest, quoted};

impl Resolver<'_> {
    /// The attribute of the planet that a fleet defends, if it names one that can be simulated.
    pub(super) fn attribute(&mut self, side: Side, written: &spec::Fleet) -> Option<&'static Attribute> {
        let word = written.attribute.as_ref()?;
        let place = word.place.clone();
        let names = || catalog::attributes().iter().map(|row| row.name.as_str());
        let Some(attribute) = catalog::attribute(&word.value) else {
            let help = suggest(nearest(&word.value, names()), "attributes of planets", names());
            self.fault(place, format!("unknown attribute {}", quoted(&word.value)), help);
            return None;
        };
        if !attribute.needs.is_empty() {
            let message = format!("no battle at a planet with the attribute {}", attribute.title);
            self.fault(place, message, attribute.needs.clone());
            return None;
        }
        if side == Side::Attacker {
            let message = format!("the attribute {} on the attacking side", attribute.title);
            self.fault(place, message, "it is the defender's planet that has it (26.0)");
            return None;
        }
        Some(attribute)
    }

    /// Ships that belong to no player stand with their own kind alone, and a hired Pirate attacks alone.
    pub(super) fn stands_with_its_kind(&mut self, side: Side, written: &spec::Fleet, groups: &[Group]) {
        let kind = |group: &Group| group.unit.traits.neutral;
        let odd = { groups.iter() }.find_map(|group| {
            let kind = kind(group)?;
            let other = groups.iter().find(|other| other.unit.traits.neutral != Some(kind))?;
            Some((kind, group, other))
        });
        if let Some((kind, group, other)) = odd {
            let (kind, section) = kind.told();
            let message = format!("{} and {} on one side", group.unit.name, other.unit.name);
            let help = format!("{kind} belong to no player ({section}) and fight with no other ships");
            self.fault(written.place.clone(), message, help);
        }
        let loner = groups.iter().find(|group| group.unit.traits.attacks_alone);
        if let (Side::Attacker, Some(loner), 2..) = (side, loner, groups.len()) {
            let message = format!("{} attacking with other ships", loner.unit.title);
            self.fault(written.place.clone(), message, "it may only attack alone (25.7.3)");
        }
    }

    /// The screens of a side: none, and a note if some were asked for, where the rules leave it no choice.
    pub(super) fn allowed_screen(&mut self, policy: &mut Policy, rules: Rules, own: &Fleet, enemy: &Fleet) {
        if policy.screen == Screen::None {
            return;
        }
        let neutral = own.groups.iter().find_map(|group| group.unit.traits.neutral);
        if let Some(kind) = neutral.filter(|_| rules.is(Rule::NeutralScreening, "never")) {
            let (kind, section) = kind.told();
            let message = format!("{kind} screen nobody ({section}); `--rule neutral-screening=policy` lets them");
            self.note(None, message);
            policy.screen = Screen::None;
        } else if enemy.groups.iter().any(|group| group.unit.traits.no_screening_against) {
            self.note(None, "nobody is screened against a Doomsday Machine (5.7.2)".to_owned());
        }
    }
}

impl Attribute {
    /// Gives the Aliens of a planet what it adds.
    pub(super) fn strengthen(&self, groups: &mut [Group]) {
        for group in groups
            .iter_mut()
            .filter(|group| group.unit.traits.neutral == Some(Neutral::Aliens))
        {
            group.unit.class = group.unit.class.saturating_sub(self.class);
            group.unit.attack += self.attack;
            group.unit.defense += self.defense;
            group.unit.hull += self.hull;
            group.tactics += self.tactics;
        }
    }

    /// Makes all ships that attack the planet fire as E-Class, if it does.
    pub(super) fn ambush(&self, groups: &mut [Group]) {
        for group in groups {
            group.unit.traits.ambushed = self.ambush;
        }
    }
}
