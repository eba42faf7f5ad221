//! From arguments to a battle as the rules mean it.

use super::args::EngagementArgs;
use super::failure::Failure;
use crate::engine::Plan;
use crate::rules::Note;
use crate::rules::space_empires::{Battle, Possibilities, Question, lower, possibilities};
use crate::spec::{self, Engagement, Fleet, Place, Problem, Problems, Side, Spanned};

impl EngagementArgs {
    /// The arguments that may be files.
    pub fn files(&self) -> Vec<&str> {
        [Some(&self.attacker), self.defender.as_ref()]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect()
    }

    /// What is asked of the battle.
    pub fn question(&self) -> Question {
        Question {
            after_round: self.after_round,
        }
    }

    /// The battle that the arguments and files mean, and its plan.
    ///
    /// Every fault is found before anything is computed.
    pub fn battle(&self) -> Result<(Battle, Plan), Failure> {
        let battle = self.battle_where(&mut |_, _| ())?;
        let plan = self.plan(&battle);
        Ok((battle, plan))
    }

    /// The plan of a battle of these arguments.
    pub fn plan(&self, battle: &Battle) -> Plan {
        lower(battle, self.question())
    }

    /// The battle that the arguments and files mean, if what they don't say of policies is filled in so.
    ///
    /// # Errors
    ///
    /// All faults; and if not everything is known, since then there is more than one battle.
    pub fn battle_where(&self, fill_in: &mut dyn FnMut(Side, &mut spec::Policy)) -> Result<Battle, Failure> {
        let all = self.possibilities_where(fill_in)?;
        match all.known() {
            Some(battle) if battle.is_walkover() => Err(Failure::Usage(
                "a side has nothing here that fights: there is no battle to look at".to_owned(),
            )),
            Some(battle) => Ok(battle.clone()),
            None => Err(Failure::Usage(format!(
                "not everything is known: there are {} possible battles, and only one of them can be looked at here; \
                 say which with `--possibility K`, as `broadside odds --by-possibility` numbers them",
                all.list.len()
            ))),
        }
    }

    /// All battles that the arguments and files may mean, or the one picked of them.
    pub fn possibilities(&self) -> Result<Possibilities, Failure> {
        self.possibilities_where(&mut |_, _| ())
    }

    fn possibilities_where(&self, fill_in: &mut dyn FnMut(Side, &mut spec::Policy)) -> Result<Possibilities, Failure> {
        let mut all = self.all_where(fill_in)?;
        if let Some(number) = self.possibility {
            let there = all.list.len();
            if !(1..=there as u32).contains(&number) {
                return Err(Failure::Usage(format!(
                    "there is no possibility {number}: expected 1 to {there}"
                )));
            }
            let mut picked = all.list.swap_remove(number as usize - 1);
            picked.weight = 1.0;
            all.list = vec![picked];
        }
        Ok(all)
    }

    fn all_where(&self, fill_in: &mut dyn FnMut(Side, &mut spec::Policy)) -> Result<Possibilities, Failure> {
        let mut problems = Problems::default();
        let engagement = spec::read(&self.attacker, self.defender.as_deref(), &mut problems);
        let all = match engagement {
            Some(mut engagement) => {
                self.override_files(&mut engagement, &mut problems);
                for side in Side::BOTH {
                    fill_in(side, &mut engagement.sides[side.index()].policy);
                }
                resolve_readable(&engagement, &mut problems)
            }
            None => {
                // Faults of the options, and of a side that can be read, are told together with
                // those of the one that can't.
                let readable = self.readable();
                let mut rest = readable
                    .clone()
                    .unwrap_or_else(|| Engagement::in_open_space(Default::default()));
                self.override_files(&mut rest, &mut problems);
                if readable.is_some() {
                    resolve_readable(&rest, &mut problems);
                }
                None
            }
        };
        match all {
            Some(mut all) if problems.is_empty() => {
                if self.could_be_eclipse() {
                    for one in &mut all.list {
                        one.battle.notes.push(Note {
                            place: None,
                            message: "Eclipse has ships of these names too: --game eclipse".to_owned(),
                        });
                    }
                }
                Ok(all)
            }
            _ => Err(Failure::Input(problems)),
        }
    }

    /// The side that can be read of two that can't both be, against a stand-in; `None` if there is
    /// none, or if only the file that can't be read may know the edition.
    fn readable(&self) -> Option<Engagement> {
        let arguments = [&self.attacker, self.defender.as_ref()?];
        let mut edition_known = self.edition.is_some();
        let sides = Side::BOTH.map(|side| {
            let mut problems = Problems::default();
            let fleet = spec::read_side(arguments[side.index()], side, &mut problems);
            edition_known |= match &fleet {
                Some(fleet) => fleet.edition.is_some(),
                None => problems.list.iter().all(|problem| is_typed(problem, side)),
            };
            fleet.unwrap_or_else(|| stand_in(side))
        });
        edition_known.then(|| Engagement::in_open_space(sides))
    }

    /// What stands on the command line counts more than what stands in files.
    fn override_files(&self, engagement: &mut Engagement, problems: &mut Problems) {
        if let Some(names) = &self.terrain {
            engagement.terrain = spec::terrain(names, &Place::argument("--terrain", names), problems);
        }
        for text in &self.rules {
            let choice = spec::rule(text, &Place::argument("--rule", text), problems);
            engagement.rules.extend(choice);
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
        if let Some(text) = typed.protect {
            policy.protect = spec::policy::protect(text, &place("protect", text), problems);
        }
        if let Some(text) = typed.board {
            policy.board = spec::policy::board(text, &place("board", text), problems);
        }
        if let Some(text) = typed.equals {
            let message = "which of equal ships is damaged is a question of Eclipse alone";
            problems.add(place("equals", text), message, "leave it out");
        }
        policy.finish_wounded = typed.finish_wounded.or(policy.finish_wounded);
        policy.keep_bonus = typed.keep_bonus.or(policy.keep_bonus);
        policy.slip_away = typed.slip_away.or(policy.slip_away);
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

/// Resolves what could be read, with faults or without, and adds the faults found. A word that was
/// found faulty when it was read is not told of again, nor what a fleet lacks that was read in part.
pub fn resolve_readable(engagement: &Engagement, problems: &mut Problems) -> Option<Possibilities> {
    let mut found = Problems::default();
    let all = possibilities(engagement, &mut found);
    let fleets = engagement.sides.iter().filter_map(|fleet| fleet.place.as_ref());
    add_found(found, &fleets.collect::<Vec<_>>(), problems);
    all
}

/// Adds what the rules found wrong with fleets written at these places. A word that was found faulty
/// when it was read is not told of again, nor what a fleet lacks that was read in part.
pub fn add_found(mut found: Problems, fleets: &[&Place], problems: &mut Problems) {
    let in_part: Vec<&Place> = fleets
        .iter()
        .copied()
        .filter(|fleet| {
            let mut places = problems.list.iter().filter_map(|problem| problem.place.as_ref());
            places.any(|place| place.source == fleet.source)
        })
        .collect();
    let known = |place: &Place| {
        in_part.contains(&place)
            || problems
                .list
                .iter()
                .any(|problem| problem.place.as_ref() == Some(place))
    };
    found.list.retain(|problem| !problem.place.as_ref().is_some_and(known));
    problems.dropped += found.dropped;
    for problem in found.list {
        problems.add(problem.place, problem.message, problem.help);
    }
}

/// A fleet without faults for want of another; every edition has Scouts.
pub fn stand_in(side: Side) -> Fleet {
    spec::read_side("1 SC", side, &mut Problems::default()).unwrap_or_default()
}

/// The fault is in what was typed for the side, not in a file.
fn is_typed(problem: &Problem, side: Side) -> bool {
    let place = problem.place.as_ref();
    place.is_some_and(|place| place.source.name == side.name())
}
