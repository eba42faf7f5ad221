//! A party's decisions, with the defaults filled in.

use super::Resolver;
use crate::rules::eclipse::hex::{Group, Policy, Retreat};
use crate::rules::table::fold;
use crate::spec::eclipse::{self as written, Target};
use crate::spec::quoted;

impl Resolver<'_> {
    /// The policy of a party whose groups are these.
    pub(super) fn policy(&mut self, policy: &written::Policy, npc: bool, groups: &[Group]) -> Policy {
        let mut resolved = Policy::of(npc);
        if let Some(target) = &policy.target {
            if npc && target.value != Target::Npc {
                let help = "they destroy the largest ship that they can, else damage the largest: leave it out";
                self.fault(
                    target.place.clone(),
                    "non-player ships assign hits by their own rule",
                    help,
                );
            }
            resolved.target = target.value;
        }
        if let Some(equals) = &policy.equals {
            if resolved.target != Target::Npc {
                let help = "leave it out, or give target npc";
                self.fault(
                    equals.place.clone(),
                    "focus or spread is a question of the rule of non-player ships alone",
                    help,
                );
            }
            resolved.equals = equals.value;
        }
        if let Some(retreat) = &policy.retreat {
            if npc && retreat.value != written::Retreat::Never {
                self.fault(retreat.place.clone(), "non-player ships never retreat", "leave it out");
            }
            resolved.retreat = self.retreat(&retreat.value, groups);
        }
        resolved
    }

    fn retreat(&mut self, retreat: &written::Retreat, groups: &[Group]) -> Retreat {
        match retreat {
            written::Retreat::Never => Retreat::Never,
            written::Retreat::AfterRound(round) => Retreat::AfterRound(*round),
            written::Retreat::Units(words) => {
                let mut leaving = Vec::new();
                for word in words {
                    let class = self.catalog.class(&word.value).map(|class| class.name.as_str());
                    let called =
                        |group: &Group| Some(group.unit.as_str()) == class || fold(&group.label) == fold(&word.value);
                    let found: Vec<usize> = (0..groups.len()).filter(|&at| called(&groups[at])).collect();
                    let stays = found.iter().any(|&at| !groups[at].moves);
                    match (found.is_empty(), stays) {
                        (true, _) => {
                            let units: Vec<&str> = groups.iter().map(|group| group.unit.as_str()).collect();
                            let message = format!("the party has no ship type {}", quoted(&word.value));
                            self.fault(word.place.clone(), message, format!("it has {}", units.join(", ")));
                        }
                        (false, true) => {
                            let message = format!("{} cannot leave the hex", quoted(&word.value));
                            self.fault(word.place.clone(), message, "it has no drive");
                        }
                        (false, false) => leaving.extend(found),
                    }
                }
                leaving.sort_unstable();
                leaving.dedup();
                Retreat::Groups(leaving)
            }
        }
    }
}
