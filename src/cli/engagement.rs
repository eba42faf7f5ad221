//! From arguments to a battle as the rules mean it.

use super::args::EngagementArgs;
use super::failure::Failure;
use crate::engine::Plan;
use crate::rules::space_empires::{Battle, Question, lower, resolve};
use crate::spec::{self, Engagement, Place, Problems, Side, Spanned};

impl EngagementArgs {
    /// The arguments that may be files.
    pub fn files(&self) -> Vec<&str> {
        [Some(&self.attacker), self.defender.as_ref()]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect()
    }

    /// The battle that the arguments and files mean, and its plan.
    ///
    /// Every fault is found before anything is computed.
    pub fn battle(&self) -> Result<(Battle, Plan), Failure> {
        let mut problems = Problems::default();
        let engagement = spec::read(&self.attacker, self.defender.as_deref(), &mut problems);
        let battle = match engagement {
            Some(mut engagement) => {
                self.override_files(&mut engagement, &mut problems);
                resolve(&engagement, &mut problems)
            }
            None => {
                // Faults of the options are told together with those of the fleets.
                self.override_files(&mut empty(), &mut problems);
                None
            }
        };
        match battle {
            Some(battle) if problems.is_empty() => {
                let plan = lower(
                    &battle,
                    Question {
                        after_round: self.after_round,
                    },
                );
                Ok((battle, plan))
            }
            _ => Err(Failure::Input(problems)),
        }
    }

    /// What stands on the command line counts more than what stands in files.
    fn override_files(&self, engagement: &mut Engagement, problems: &mut Problems) {
        if let Some(names) = &self.terrain {
            engagement.terrain = spec::terrain(names, &Place::argument("--terrain", names), problems);
        }
        if let Some(name) = &self.edition {
            set_edition(engagement, name);
        }
        for side in Side::BOTH {
            self.override_policy(side, &mut engagement.sides[side.index()].policy, problems);
        }
    }

    fn override_policy(&self, side: Side, policy: &mut spec::Policy, problems: &mut Problems) {
        let typed = self.policies.of(side);
        let place = |what: &str, text: &str| Place::argument(&format!("--{}-{what}", side.name()), text);
        if let Some(text) = typed.target {
            policy.target = spec::policy::target(text, &place("target", text), problems);
        }
        if let Some(text) = typed.screen {
            policy.screen = spec::policy::screen(text, &place("screen", text), problems);
        }
        if let Some(text) = typed.retreat {
            policy.retreat = spec::policy::retreat(text, &place("retreat", text), problems);
        }
        policy.finish_wounded = typed.finish_wounded.or(policy.finish_wounded);
        policy.keep_bonus = typed.keep_bonus.or(policy.keep_bonus);
    }
}

/// The edition of the command line instead of what the files say.
pub fn set_edition(engagement: &mut Engagement, name: &str) {
    engagement.edition = Some(Spanned {
        value: name.to_owned(),
        place: Place::argument("--edition", name),
    });
    for fleet in &mut engagement.sides {
        fleet.edition = None;
    }
}

fn empty() -> Engagement {
    Engagement {
        edition: None,
        terrain: Vec::new(),
        sides: Default::default(),
    }
}
