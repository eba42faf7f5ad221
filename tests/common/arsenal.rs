//! Random battles over the whole arsenal: base and alternate empires, Replicators, levels of experience, boarding,
//! Missiles and special abilities.

use super::random::{self, Engagement};
use crate::reference::chart::{self, Row};
use broadside::rules::space_empires::{Policy, Retreat, Screen, Target};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// All units besides those of [`chart::COMBAT`].
pub fn more_units() -> Vec<Row> {
    let parts: [&[Row]; 6] = [
        &chart::ALTERNATE,
        &chart::ADVANCED,
        &chart::BOARDING,
        &chart::MISSILES,
        &chart::FREE_FIGHTERS,
        &chart::REPLICATORS,
    ];
    parts.concat()
}

/// Who built a fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Empire {
    Base,
    Alternate,
    Replicators,
}

/// Units of an empire; those that a part is about more than once, so that they are not rare.
fn units_of(empire: Empire) -> Vec<&'static str> {
    let names = |rows: &[Row]| -> Vec<&'static str> { rows.iter().map(|row| row.0).collect() };
    let often = |rows: &[Row], times: usize| names(rows).repeat(times);
    match empire {
        Empire::Base => [
            names(&chart::COMBAT),
            names(&chart::ADVANCED[..1]),
            often(&chart::BOARDING, 8),
        ]
        .concat(),
        Empire::Alternate => [
            vec!["Base", "Starbase", "DSN", "SY"],
            names(&chart::ALTERNATE),
            names(&chart::ADVANCED[1..]),
            often(&chart::MISSILES, 6),
            often(&chart::FREE_FIGHTERS, 3),
        ]
        .concat(),
        Empire::Replicators => names(&chart::REPLICATORS),
    }
}

/// Any small battle between two empires.
pub fn engagement() -> impl Strategy<Value = Engagement> {
    let empires = (empire(), empire()).prop_map(|(attacker, defender)| match (attacker, defender) {
        // 40.1: only one player is.
        (Empire::Replicators, Empire::Replicators) => [Empire::Replicators, Empire::Base],
        others => [others.0, others.1],
    });
    let skilled = prop::bool::weighted(0.5);
    let fleets = (empires, skilled).prop_flat_map(move |([attacker, defender], skilled)| {
        (
            fleet(attacker, skilled),
            fleet(defender, skilled),
            prop::bool::weighted(0.25),
        )
    });
    let fair = fleets.prop_filter("one side is far stronger", |(attacker, defender, any)| {
        let (ours, theirs) = (random::strength(attacker), random::strength(defender));
        *any || (ours < 2 * theirs && theirs < 2 * ours)
    });
    let policies = [(); 2].map(|()| (random::policy(), any::<bool>(), unit_list()));
    (fair, random::terrain(), policies).prop_map(|((attacker, defender, _), terrain, policies)| {
        let fleets = [&attacker, &defender];
        let mut terrain = terrain;
        // 25.5.1: they are not there at all.
        if fleets.iter().any(|fleet| fleet.contains(" AltF ")) {
            (terrain.plasma_storm, terrain.quantum_filament) = (false, false);
        }
        let policies = policies.map(|(mut policy, renamed, names)| {
            // What policies name may be of the rest of the arsenal.
            if renamed {
                match &mut policy.target {
                    Target::Order(units) => units.clone_from(&names),
                    Target::Random | Target::Easiest => policy.target = Target::Order(names.clone()),
                    _ => {}
                }
                match (&mut policy.screen, &mut policy.retreat) {
                    (Screen::Units(units), _) | (_, Retreat::Units(units)) => *units = names,
                    _ => {}
                }
            }
            unweighed(&mut policy, fleets);
            policy
        });
        random::settled(Engagement {
            attacker,
            defender,
            terrain,
            policies,
        })
    })
}

fn empire() -> impl Strategy<Value = Empire> {
    select(vec![Empire::Base, Empire::Base, Empire::Alternate, Empire::Replicators])
}

/// Orders of targets by value say nothing of Missiles and of captured ships that both simulators find, each in its own
/// way: where there may be any, whoever fires knows an order of all. Of captured ships with as much damage the engine
/// has one group and the reference another, which fire at random tells apart.
pub fn unweighed(policy: &mut Policy, fleets: [&String; 2]) {
    let any = |unit: &str| fleets.iter().any(|fleet| fleet.contains(unit));
    let (missiles, boarding) = (any(" MB "), any(" BD "));
    match &mut policy.target {
        Target::Value if missiles || boarding => policy.target = Target::Strongest,
        Target::Random if boarding => policy.target = Target::Costliest,
        Target::Order(names) if missiles || boarding => {
            let groups = fleets.into_iter().flat_map(|fleet| chart::fleet(fleet).groups);
            names.extend(groups.map(|group| group.unit.name));
            names.push("Missile".to_owned());
        }
        _ => {}
    }
}

fn unit_list() -> impl Strategy<Value = Vec<String>> {
    let mut names: Vec<&str> = more_units().iter().map(|row| row.0).collect();
    names.extend(chart::COMBAT.map(|row| row.0));
    names.extend(["Missile"; 4]);
    vec(select(names).prop_map(str::to_owned), 1..=3)
}

fn fleet(empire: Empire, skilled: bool) -> impl Strategy<Value = String> {
    let carriers = if empire == Empire::Base { 0.25 } else { 0.0 };
    let carriers = (
        prop::bool::weighted(carriers),
        select(vec!["1 CV a1", "2 CV d1", "1 BV a2", ""]),
        1..=4u8,
    );
    (vec(group(empire, skilled), 1..=3), carriers, 0..=2u8, 0..=2u8).prop_map(
        move |(mut groups, (carries, carrier, fighters), academy, security)| {
            if carries {
                let all = [carrier.to_owned(), format!("{fighters} F a1 f{fighters}")];
                groups.extend(all.into_iter().filter(|group| !group.is_empty()));
            }
            for group in &mut groups {
                if skilled && academy > 0 {
                    *group += &format!(" academy{academy}");
                }
                if security > 0 {
                    *group += &format!(" security{security}");
                }
            }
            groups.join(" + ")
        },
    )
}

fn group(empire: Empire, skilled: bool) -> impl Strategy<Value = String> {
    let tactics = prop_oneof![3 => Just(0), 1 => 1..=3u8];
    let supply = prop_oneof![
        14 => Just(""),
        2 => Just(" oos"),
        1 => Just(" charged-red"),
        1 => Just(" charged-green"),
    ];
    let level = select(vec![
        "green",
        "green",
        "green",
        "skilled",
        "skilled",
        "skilled",
        "veteran",
        "veteran",
        "elite",
        "legendary",
    ]);
    let ability = prop_oneof![1 => Just(""), 2 => select(vec![
        "second-salvo",
        "second-salvo",
        "heavy-warheads",
        "attack-large",
        "attack-small",
        "defense-large",
        "defense-small",
        "advanced-munitions",
        "mini-fighter-bay",
    ])];
    let numbers = (1..=4u8, 0..=3u8, 0..=2u8, tactics);
    (numbers, select(units_of(empire)), supply, level, ability).prop_map(
        move |((count, a, d, t), unit, supply, level, ability)| {
            let gear = gear(unit, a, d);
            let level = if skilled { format!(" {level}") } else { String::new() };
            let special = ["BC", "BB", "DN", "Flagship", "AltBC", "AltBB", "AltDN", "AltFlagship"].contains(&unit);
            let ability = if special && !ability.is_empty() {
                format!(" {ability}")
            } else {
                String::new()
            };
            format!("{count} {unit} a{a} d{d} t{t}{gear}{level}{ability}{supply}")
        },
    )
}

/// What a unit has special use for, at levels that come with its others.
fn gear(unit: &str, a: u8, d: u8) -> String {
    match unit.trim_start_matches("Alt") {
        "F" => format!(" f{}", 1 + a),
        "SC" if d > 0 => format!(" pd{d}"),
        "R" | "RX" => format!(" cloak{}", 1 + d.min(1)),
        "DD" | "DDX" | "AdvBase" | "Starbase" if d > 0 => format!(" scan{d}"),
        "CA" => format!(" jam{d}"),
        "BD" => format!(" board{}", 1 + d.min(1)),
        "MB" => format!(" missile{}", 1 + d.min(1)),
        "T" if a > 1 => " loaded".to_owned(),
        "RepFlagship" => format!(" rp{}", 3 * a + d),
        _ => String::new(),
    }
}
