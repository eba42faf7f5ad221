//! A side's decisions: defaults filled in, unit names looked up.

use super::Resolver;
use crate::rules::space_empires::battle::{Board, Fleet, Group, Policy, Retreat, Screen, Target};
use crate::rules::space_empires::catalog::{Role, Unit};
use crate::spec::{self, Spanned};

impl Resolver<'_> {
    pub(super) fn policy(&mut self, written: &spec::Policy, own: &Fleet, enemy: &Fleet) -> Policy {
        let default = Policy::default();
        let target = written
            .target
            .as_ref()
            .map_or(default.target, |target| self.target(&target.value, enemy));
        // Random fire is random unless the wounded are asked for.
        let finish_wounded = target != Target::Random && default.finish_wounded;
        if written.finish_wounded.is_some() && !target.minds_wounded() {
            self.note(
                None,
                format!("finish-wounded changes nothing for targets by `{target}`"),
            );
        }
        let carriers = own
            .groups
            .iter()
            .any(|group| group.unit.traits.carries > 0 && group.unit.can_retreat);
        if let (Some(screens), Some(leaves)) = (&written.screen, &written.retreat)
            && (&screens.value, &leaves.value) == (&spec::Screen::Wounded, &spec::Retreat::Wounded)
            && carriers
            && own.fighters_and_room()[0] > 0
        {
            let message = "wounded Carriers with Fighters are to be screened and to leave";
            let help = "both is not simulated together: choose another screen or another retreat";
            self.fault(leaves.place.clone(), message, help);
        }
        if written.slip_away == Some(true) && !own.groups.iter().any(|group| group.unit.traits.cloaks) {
            self.note(
                None,
                format!("{} has no Raiders that could slip away (16.1.2)", own.name),
            );
        }
        Policy {
            finish_wounded: written.finish_wounded.unwrap_or(finish_wounded),
            screen: written
                .screen
                .as_ref()
                .map_or(default.screen, |screen| self.screen(&screen.value, own)),
            keep_bonus: written.keep_bonus.unwrap_or(default.keep_bonus),
            slip_away: written.slip_away.unwrap_or(default.slip_away),
            retreat: written
                .retreat
                .as_ref()
                .map_or(default.retreat, |retreat| self.retreat(retreat, own)),
            board: { written.board.as_ref() }.map_or(default.board, |board| self.board(board, own, enemy)),
            target,
        }
    }

    fn board(&mut self, written: &Spanned<spec::Board>, own: &Fleet, enemy: &Fleet) -> Board {
        if !own.has_boarders() {
            let message = format!(
                "{} has no Boarding Ships, so nobody follows its boarding policy",
                own.name
            );
            self.note(Some(&written.place), message);
        }
        match &written.value {
            spec::Board::Value => Board::Value,
            spec::Board::Never => Board::Never,
            spec::Board::Order(names) => Board::Order(self.names(names, enemy, |resolver, unit, name| {
                // Ships that were taken are boarded again.
                if !has(enemy, unit) && !has(own, unit) {
                    resolver.note(Some(&name.place), format!("no {} among the targets", unit.name));
                }
                true
            })),
        }
    }

    fn target(&mut self, written: &spec::Target, enemy: &Fleet) -> Target {
        match written {
            spec::Target::Value => Target::Value,
            spec::Target::Weakest => Target::Weakest,
            spec::Target::Strongest => Target::Strongest,
            spec::Target::Easiest => Target::Easiest,
            spec::Target::Costliest => Target::Costliest,
            spec::Target::Random => Target::Random,
            spec::Target::Optimal => Target::Optimal,
            spec::Target::Order(names) => Target::Order(self.names(names, enemy, |resolver, unit, name| {
                if unit.role != Role::Combat {
                    resolver.note(Some(&name.place), format!("{} is never fired at (5.7.1)", unit.name));
                } else if !has(enemy, unit) {
                    resolver.note(Some(&name.place), format!("no {} among the targets", unit.name));
                }
                true
            })),
        }
    }

    fn screen(&mut self, written: &spec::Screen, own: &Fleet) -> Screen {
        match written {
            spec::Screen::None => Screen::None,
            spec::Screen::Weakest => Screen::Weakest,
            spec::Screen::Costliest => Screen::Costliest,
            spec::Screen::Wounded => Screen::Wounded,
            spec::Screen::Optimal => Screen::Optimal,
            spec::Screen::Units(names) => Screen::Units(self.names(names, own, |resolver, unit, name| {
                if unit.role != Role::Combat {
                    resolver.note(
                        Some(&name.place),
                        format!("{} is out of the fight anyway (5.7.1)", unit.name),
                    );
                } else if unit.traits.never_screened {
                    let section = if unit.traits.missile { "24.4.4" } else { "22.0" };
                    let message = format!("{} is never screened ({section})", unit.name);
                    resolver.note(Some(&name.place), message);
                } else if !has(own, unit) {
                    resolver.note(Some(&name.place), format!("no {} to screen in this fleet", unit.name));
                }
                true
            })),
        }
    }

    fn retreat(&mut self, written: &Spanned<spec::Retreat>, own: &Fleet) -> Retreat {
        let retreat = match &written.value {
            spec::Retreat::Never => return Retreat::Never,
            spec::Retreat::AfterRound(round) => Retreat::AfterRound(*round),
            spec::Retreat::Outnumbered { ratio_milli } => Retreat::Outnumbered {
                ratio_milli: *ratio_milli,
            },
            spec::Retreat::StrengthBelow { ratio_milli } => Retreat::StrengthBelow {
                ratio_milli: *ratio_milli,
            },
            spec::Retreat::Wounded => Retreat::Wounded,
            spec::Retreat::Optimal => Retreat::Optimal,
            spec::Retreat::Units(names) => return Retreat::Units(self.retreating(names, own)),
        };
        if !own.groups.iter().any(|group| group.unit.can_retreat) {
            let message = format!("no unit of {} can retreat (5.9), so it fights to the end", own.name);
            self.note(Some(&written.place), message);
        }
        retreat
    }

    /// Units of a retreat list. One that can never leave is a fault and not a note: the order can't
    /// be carried out in any battle, and the figures would belong to another policy than the one
    /// written. One that is merely absent is a note: a policy may serve several fleets.
    fn retreating(&mut self, names: &[Spanned<String>], own: &Fleet) -> Vec<String> {
        self.names(names, own, |resolver, unit, name| {
            if unit.traits.carried() {
                let message = format!("{} cannot retreat by itself (15.2.5)", unit.name);
                resolver.fault(
                    name.place.clone(),
                    message,
                    "Fighters leave with the ships that carry them: name those, such as units=CV",
                );
                return false;
            }
            if !unit.can_retreat {
                let message = format!("{} can never retreat (5.9)", unit.name);
                resolver.fault(name.place.clone(), message, "leave it out of the retreat list");
                return false;
            }
            if !has(own, unit) {
                resolver.note(Some(&name.place), format!("no {} to retreat in this fleet", unit.name));
            }
            true
        })
    }

    /// The catalog's names of the units in a list for some fleet, without repetitions. The edition must have them,
    /// but the simulator need not: an order may name Fighters before they can be fought.
    pub(super) fn names(
        &mut self,
        written: &[Spanned<String>],
        fleet: &Fleet,
        keep: impl Fn(&mut Self, &Unit, &Spanned<String>) -> bool,
    ) -> Vec<String> {
        let mut names = Vec::new();
        for name in written {
            let is_there = |name: &str| fleet.groups.iter().any(|group| group.unit.name == name);
            match self.unit_among(&name.value, is_there) {
                Some(unit) if keep(self, unit, name) && !names.contains(&unit.name) => names.push(unit.name.clone()),
                Some(_) => {}
                None => self.unknown_unit(&name.value, &name.place),
            }
        }
        names
    }
}

/// The fleet has such units, or launches them.
fn has(fleet: &Fleet, unit: &Unit) -> bool {
    let is_it =
        |group: &Group| group.unit.name == unit.name || (unit.traits.missile && group.unit.traits.launches.is_some());
    fleet.groups.iter().any(is_it)
}
