//! A fleet's groups: units looked up, levels capped, the limits of hex and box.

use std::collections::BTreeMap;

use super::Resolver;
use super::experience::{ACADEMY, suffix};
use super::levels::{Known, Levels};
use super::replicators::{is_points, own_technology};
use crate::rules::space_empires::battle::{Abilities, Ability, Fleet, Gear, Group, Policy};
use crate::rules::space_empires::catalog::{Edition, Neutral, Role, Scans, Unit};
use crate::spec::{self, MAX_GROUPS_PER_SIDE, MAX_SHIPS_PER_GROUP, Side, Spanned};

/// Most ships that one Group counter stands for (2.3).
const SHIPS_PER_COUNTER: u32 = 6;

impl Resolver<'_> {
    /// Resolves a side's fleet but for its policy, which needs both fleets. One that is `unsure`, one of
    /// several that it may be, need not have anything that fights.
    pub(super) fn fleet(&mut self, side: Side, written: &spec::Fleet, unsure: bool) -> Fleet {
        if written.groups.len() > MAX_GROUPS_PER_SIDE {
            let message = format!("{} group lines on the {}'s side", written.groups.len(), side.name());
            self.fault(
                written.place.clone(),
                message,
                format!("a side has up to {MAX_GROUPS_PER_SIDE} group lines"),
            );
        }
        let empire = self.levels(&written.tech);
        let before = self.problems.count();
        let groups: Vec<Group> = written
            .groups
            .iter()
            .filter_map(|group| self.group(side, written, group, &empire))
            .collect();

        // A group with a fault of its own may be the one that fights.
        let all_known = self.problems.count() == before;
        if all_known && !unsure && !groups.iter().any(|group| group.unit.role == Role::Combat) {
            self.cannot_fight(side, written);
        }
        self.stands_with_its_kind(side, written, &groups);
        self.stands_with_replicators(written, &groups);
        self.hex_limits(written);
        self.box_limits(written, &groups);
        let fleet = Fleet {
            name: written.name.clone(),
            groups,
            policy: Policy::default(),
            shields: Vec::new(),
        };
        if side == Side::Attacker {
            self.room_for_fighters(written, &fleet);
        }
        fleet
    }

    /// Fighters don't move by themselves (15.2.2).
    fn room_for_fighters(&mut self, written: &spec::Fleet, fleet: &Fleet) {
        let [fighters, room] = fleet.fighters_and_room();
        if fighters > room {
            let is_fighter = |word: &str| self.catalog.unit(word).is_some_and(|unit| unit.traits.fighter);
            let first = written.groups.iter().find(|group| is_fighter(&group.unit.value));
            let place = first.map(|group| group.unit.place.clone());
            let message = format!("{fighters} Fighters on the attacking side, and room for {room}");
            let help = "ships carry them from hex to hex (15.2.3): a CV 3, a BV 6, a TN 3";
            self.fault(place.or(written.place.clone()), message, help);
        }
    }

    /// The fault of a fleet without weapons.
    pub(super) fn cannot_fight(&mut self, side: Side, written: &spec::Fleet) {
        let message = format!("the {}'s fleet has no unit that can fight", side.name());
        let help = "units without weapons are lost without a battle (5.4); add one that fires, such as 1 SC";
        self.fault(written.place.clone(), message, help);
    }

    /// `None` if it has no ships, or a fault.
    pub(super) fn group(
        &mut self,
        side: Side,
        fleet: &spec::Fleet,
        written: &spec::Group,
        empire: &[Known<'_>],
    ) -> Option<Group> {
        let count = self.count(&written.count);
        let alternate = self.is_alternate(fleet);
        let unit = self.unit(&written.unit, alternate);
        let levels = Levels {
            own: self.levels(&written.tech),
            empire,
            instead: unit.as_ref().and_then(|unit| own_technology(unit, &written.tech)),
        };
        let (count, mut unit) = (count?, unit?);
        if count == 0 {
            return None;
        }

        let upgrade = self.catalog.upgrade(&unit, |key| levels.level(key)).cloned();
        if let Some(upgrade) = &upgrade {
            (unit.class, unit.attack) = (upgrade.class, upgrade.attack);
            (unit.defense, unit.hull) = (upgrade.defense, upgrade.hull);
        }
        let points = self.strengthen_flagship(fleet, written, &mut unit);
        let abilities = self.abilities(&mut unit, &written.abilities);
        let placement = self.catalog.placement(&unit.name);
        if side == Side::Attacker && !unit.moves {
            let message = match unit.traits.neutral.map(Neutral::told) {
                Some((_, section)) => format!(
                    "{} on the attacking side, although it never leaves its hex ({section})",
                    unit.name
                ),
                None => format!("{} on the attacking side, although it cannot move (4.1.3)", unit.name),
            };
            self.fault(
                written.unit.place.clone(),
                message,
                "it can only defend: were the sides swapped?",
            );
        }
        if let (Side::Defender, Some(charge)) = (side, &written.charged) {
            let help = "ships are charged on the turn on which they leave a pulsar, so they attack";
            self.fault(charge.place.clone(), "charged ships on the defending side (25.4)", help);
        }
        let supplied = placement.is_some_and(|placement| placement.supplied);
        if written.out_of_supply && supplied {
            let message = format!(
                "{} is always in supply (36.5.3), so it fights at full strength",
                unit.name
            );
            self.note(Some(&written.unit.place), message);
        }
        let useless = |level: &&spec::Level| {
            levels.instead.is_some() && levels.instead == unit.traits.own_technology && !is_points(level)
        };
        if let Some(level) = written.tech.iter().find(useless) {
            let message = format!("{} carries no technology but its own", unit.title);
            self.note(Some(&level.name.place), message);
        }
        let mut group = Group {
            attack: self.capped(&unit, &levels, "attack", unit.max_attack),
            defense: self.capped(&unit, &levels, "defense", unit.max_defense),
            tactics: if unit.role == Role::Combat {
                levels.level("tactics")
            } else {
                0
            },
            gear: gear(self.catalog.edition, &unit, &levels, abilities),
            out_of_supply: written.out_of_supply && !supplied,
            charge: written.charged.as_ref().map(|charge| charge.value),
            experience: self.experience(written, &unit, &levels),
            loaded: self.loaded(&unit, written),
            slips: false,
            label: String::new(),
            unit,
            count,
        };
        let upgrade = upgrade.map(|row| {
            let technology = self.catalog.technology(&row.technology);
            (
                technology.map_or(row.technology, |technology| technology.short.clone()),
                row.level,
            )
        });
        group.label = label(
            &group,
            upgrade.or(points
                .filter(|&points| points > 0)
                .map(|points| ("rp".to_owned(), points))),
        );
        Some(group)
    }

    /// Whether the group's ships have something aboard, which only Transports can (21.1.1).
    fn loaded(&mut self, unit: &Unit, written: &spec::Group) -> bool {
        let Some(place) = &written.loaded else { return false };
        if !unit.traits.loads {
            let message = format!("{} is no Transport", unit.name);
            let help = "only Transports can be loaded (21.1.1): leave it out";
            self.fault(place.clone(), message, help);
        }
        true
    }

    fn count(&mut self, written: &Spanned<u32>) -> Option<u8> {
        let count = u8::try_from(written.value)
            .ok()
            .filter(|&count| u32::from(count) <= MAX_SHIPS_PER_GROUP);
        if count.is_none() {
            let message = format!("{} ships in one group line", written.value);
            self.fault(
                written.place.clone(),
                message,
                format!("expected 0 to {MAX_SHIPS_PER_GROUP}"),
            );
        }
        count
    }

    fn unit(&mut self, written: &Spanned<String>, alternate: bool) -> Option<Unit> {
        let theirs = if alternate {
            Some(self.in_alternate_fleet(written)?)
        } else {
            None
        };
        let written = theirs.as_ref().unwrap_or(written);
        if let Some(unit) = self.catalog.unit(&written.value) {
            if unit.traits.missile {
                let help = "name the ships that launch it: MB";
                self.fault(written.place.clone(), "a Missile is part of no fleet (24.4.2)", help);
                return None;
            }
            let mut unit = unit.clone();
            // 24.1.3: whatever they have.
            unit.traits.lost_when_boarded |= alternate;
            return Some(unit);
        }
        match self.catalog.not_yet(&written.value) {
            Some(waiting) => {
                let message = format!("{} ({}) is not simulated yet", waiting.unit.name, waiting.unit.title);
                let help = format!(
                    "{} has it, but its rules ({}, {}) are still missing here",
                    self.catalog.edition, waiting.section, waiting.feature
                );
                self.fault(written.place.clone(), message, help);
            }
            None => self.unknown_unit(&written.value, &written.place),
        }
        None
    }

    /// Units of which a hex never holds more than one: a Base (8.1), a DSN (14.2), a Flagship (23.0).
    fn hex_limits(&mut self, written: &spec::Fleet) {
        let mut ships: BTreeMap<&str, u32> = BTreeMap::new();
        for group in &written.groups {
            let Some(unit) = self.catalog.unit(&group.unit.value) else {
                continue;
            };
            let limit = self
                .catalog
                .placement(&unit.name)
                .and_then(|placement| placement.most.clone());
            let Some((most, section)) = limit else { continue };
            let sum = ships.entry(&unit.name).or_default();
            *sum = sum.saturating_add(group.count.value);
            if *sum > most {
                let message = format!("{sum} {} on one side", unit.name);
                self.fault(
                    group.count.place.clone(),
                    message,
                    format!("a side has at most {most} in a hex ({section})"),
                );
            }
        }
    }

    /// More counters than the box holds: a note, since houses may own more than one box.
    fn box_limits(&mut self, written: &spec::Fleet, groups: &[Group]) {
        let mut ships: BTreeMap<(&str, &str), u32> = BTreeMap::new();
        for group in groups {
            *ships.entry((&group.unit.name, &group.label)).or_default() += u32::from(group.count);
        }
        for unit in &self.catalog.units {
            // Units without a weapon are no groups: one counter is one ship (2.6).
            let per_counter = if unit.role == Role::NonCombat {
                1
            } else {
                SHIPS_PER_COUNTER
            };
            let of_unit = ships.iter().filter(|((name, _), _)| *name == unit.name);
            let needed: u32 = of_unit.clone().map(|(_, count)| count.div_ceil(per_counter)).sum();
            if unit.counters > 0 && needed > u32::from(unit.counters) {
                let count: u32 = of_unit.map(|(_, count)| count).sum();
                let message = format!(
                    "{count} {} need {needed} counters; a player has {} (2.3, 7.5.5)",
                    unit.name, unit.counters
                );
                self.note(written.place.as_ref(), message);
            }
        }
    }
}

/// Levels of technologies that the unit has special use for.
fn gear(edition: Edition, unit: &Unit, levels: &Levels<'_>, chosen: Abilities) -> Gear {
    let fighters = levels.level("fighters");
    Gear {
        point_defense: if unit.traits.point_defense.is_some() {
            levels.level("point-defense")
        } else {
            0
        },
        // Without Cloaking 1 there are no Raiders.
        cloaking: if unit.traits.cloaks {
            levels.level("cloaking").max(1)
        } else {
            0
        },
        scanners: if unit.traits.scans == Scans::Never {
            0
        } else {
            levels.level("scanners")
        },
        jammer: if unit.traits.jams { levels.level("jammer") } else { 0 },
        security: levels.level("security-forces"),
        academy: levels.level(ACADEMY),
        abilities: abilities(unit, levels, chosen),
        evasion: u8::from(unit.traits.fighter && edition.fighters_evade() && (2..=3).contains(&fighters)),
    }
}

/// Abilities that were chosen for a unit, those that it has by itself, and those that its technology gives it
/// (38.1.1).
fn abilities(unit: &Unit, levels: &Levels<'_>, chosen: Abilities) -> Abilities {
    let mounted = unit.traits.mounts.named().filter(|(_, key)| levels.level(key) > 0);
    let own = unit.traits.abilities.list().chain(chosen.list());
    own.chain(mounted.map(|(ability, _)| ability))
        .fold(Abilities::default(), Abilities::with)
}

/// `CA a1 d1`, `T gc3 oos`: the unit and what tells this group from others of its kind.
fn label(group: &Group, upgrade: Option<(String, u8)>) -> String {
    let mut label = group.unit.name.clone();
    // What it has for certain tells nothing apart.
    let tactics = match group.unit.traits.own_technology {
        Some(_) => 0,
        None => group.tactics,
    };
    for (short, level) in [("a", group.attack), ("d", group.defense), ("t", tactics)] {
        if level > 0 {
            label += &format!(" {short}{level}");
        }
    }
    let gear = match group.unit.traits.own_technology {
        Some(own) => Gear {
            point_defense: if group.gear.point_defense > own.point_defense {
                group.gear.point_defense
            } else {
                0
            },
            ..Gear::default()
        },
        None => group.gear,
    };
    if gear.point_defense > 0 {
        label += &format!(" pd{}", gear.point_defense);
    }
    if gear.scanners > 0 {
        label += &format!(" scan{}", gear.scanners);
    }
    let mounted = group
        .unit
        .traits
        .mounts
        .named()
        .filter(|&(ability, _)| group.gear.abilities.has(ability));
    for (_, key) in mounted {
        // `tractor` and `shield` are the short names.
        label += &format!(" {}1", key.split('-').next().unwrap_or(key));
    }
    if gear.jammer > 0 {
        label += &format!(" jam{}", gear.jammer);
    }
    if let Some((short, level)) = upgrade {
        label += &format!(" {short}{level}");
    }
    let own = group.unit.traits.abilities;
    let chosen = |ability: &Ability| !own.has(*ability) && !group.unit.traits.mounts.has(*ability);
    for ability in gear.abilities.list().filter(chosen) {
        label += &format!(" {}", ability.name());
    }
    if group.loaded {
        label += " loaded";
    }
    if group.out_of_supply {
        label += " oos";
    }
    if let Some(charge) = group.charge {
        label += &format!(" charged-{}", charge.name());
    }
    label + &suffix(group).unwrap_or_default()
}
