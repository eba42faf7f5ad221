//! Small battles of every kind, for proptest to draw and to shrink.

use crate::reference::chart;
use broadside::rules::space_empires::{Battle, Board, Group, Part, Policy, Retreat, Screen, Target, Terrain};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// A battle in words, so that a failure can be read and typed in.
#[derive(Clone, Debug)]
pub struct Engagement {
    pub attacker: String,
    pub defender: String,
    pub terrain: Terrain,
    pub policies: [Policy; 2],
}

impl Engagement {
    pub fn battle(&self) -> Battle {
        let mut battle = chart::battle([chart::fleet(&self.attacker), chart::fleet(&self.defender)]);
        battle.terrain = self.terrain;
        for (fleet, policy) in battle.sides.iter_mut().zip(&self.policies) {
            fleet.policy = policy.clone();
        }
        battle
    }
}

/// Any small battle; three of four between fleets of about the same strength, so that most are in
/// doubt.
pub fn engagement() -> impl Strategy<Value = Engagement> {
    let fleets = (fleet(), fleet(), prop::bool::weighted(0.25));
    let fair = fleets.prop_filter("one side is far stronger", |(attacker, defender, any)| {
        let (ours, theirs) = (strength(attacker), strength(defender));
        *any || (ours < 2 * theirs && theirs < 2 * ours)
    });
    (fair, terrain(), policy(), policy()).prop_map(|((attacker, defender, _), terrain, ours, theirs)| {
        settled(Engagement {
            attacker,
            defender,
            terrain,
            policies: [ours, theirs],
        })
    })
}

/// Takes out of a battle what the program would refuse.
pub fn settled(mut engagement: Engagement) -> Engagement {
    let Engagement {
        attacker,
        defender,
        terrain,
        policies,
    } = &mut engagement;
    let fights = |fleet: &str| {
        let groups = chart::fleet(fleet).groups;
        groups.iter().any(|group| terrain.part(&group.unit) == Part::Fights)
    };
    if !fights(attacker) || !fights(defender) {
        (terrain.plasma_storm, terrain.quantum_filament) = (false, false);
    }
    for (policy, fleet) in policies.iter_mut().zip([attacker, defender]) {
        // Wounded ships that leave alone, while others that are wounded are split off, and have Fighters with them.
        let carriers = (fleet.contains(" BV ") || fleet.contains(" mini-fighter-bay")) && fleet.contains(" F ");
        if carriers && policy.screen == Screen::Wounded && policy.retreat == Retreat::Wounded {
            policy.retreat = Retreat::Never;
        }
    }
    engagement
}

/// A rough measure of a fleet: hull points times the sum of the attacks.
pub fn strength(fleet: &str) -> u32 {
    let groups = chart::fleet(fleet).groups;
    let sum = |of: fn(&Group) -> u8| {
        groups
            .iter()
            .map(|group| u32::from(of(group)) * u32::from(group.count))
            .sum()
    };
    // A Missile's hit is two (24.4.4).
    let attack = |group: &Group| {
        group
            .unit
            .traits
            .launches
            .map_or(group.unit.attack, |missile| 2 * missile)
    };
    let (hull_points, attacks): (u32, u32) = (sum(|group| group.unit.hull), sum(attack));
    hull_points * attacks
}

/// One to three groups of combat units, now and then with company that doesn't fight.
fn fleet() -> impl Strategy<Value = String> {
    let company = prop_oneof![
        4 => Just(Vec::new()),
        1 => (1..=2u8, select(vec!["CO", "Miner", "Pipeline", "Decoy"])).prop_map(|(n, u)| vec![format!("{n} {u}")]),
    ];
    (vec(group(), 1..=3), air_group(), company).prop_map(|(mut groups, air_group, company)| {
        groups.extend(air_group);
        groups.extend(company);
        groups.join(" + ")
    })
}

fn group() -> impl Strategy<Value = String> {
    let tactics = prop_oneof![3 => Just(0), 1 => 1..=3u8];
    let supply = prop_oneof![
        14 => Just(""),
        2 => Just(" oos"),
        1 => Just(" charged-red"),
        1 => Just(" charged-green"),
    ];
    (1..=4u8, combat_unit(), 0..=3u8, 0..=2u8, tactics, supply).prop_map(|(count, unit, a, d, t, supply)| {
        let gear = match unit {
            "F" => format!(" f{}", 1 + a),
            "SC" if d > 0 => format!(" pd{d}"),
            "R" | "RX" => format!(" cloak{}", 1 + d.min(1)),
            "DD" | "AdvBase" | "Starbase" if d > 0 => format!(" scan{d}"),
            _ => String::new(),
        };
        format!("{count} {unit} a{a} d{d} t{t}{gear}{supply}")
    })
}

/// Now and then Fighters, with or without a ship to carry them.
fn air_group() -> impl Strategy<Value = Vec<String>> {
    let carrier = select(vec!["1 CV a1", "2 CV d1", "1 BV a2", "1 TN", ""]);
    let fighters = (1..=4u8, 1..=4u8).prop_map(|(count, level)| format!("{count} F a1 f{level}"));
    let both = (carrier, fighters).prop_map(|(carrier, fighters)| {
        let groups = [carrier.to_owned(), fighters].into_iter();
        groups.filter(|group| !group.is_empty()).collect()
    });
    prop_oneof![3 => Just(Vec::new()), 1 => both]
}

pub fn combat_unit() -> impl Strategy<Value = &'static str> {
    select(chart::COMBAT.map(|row| row.0).to_vec())
}

fn unit_list() -> impl Strategy<Value = Vec<String>> {
    vec(combat_unit().prop_map(str::to_owned), 1..=3)
}

pub fn terrain() -> impl Strategy<Value = Terrain> {
    let present = || prop::bool::weighted(0.2);
    let rare = || prop::bool::weighted(0.1);
    let usual = (present(), present(), present(), present());
    (usual, (rare(), rare(), rare())).prop_map(|((asteroids, nebula, quasar, ion_storm), others)| Terrain {
        asteroids,
        nebula,
        quasar,
        ion_storm,
        plasma_storm: others.0,
        pulsar: others.1,
        quantum_filament: others.2,
    })
}

pub fn target() -> impl Strategy<Value = Target> {
    prop_oneof![
        2 => Just(Target::Value),
        1 => Just(Target::Weakest),
        1 => Just(Target::Strongest),
        1 => Just(Target::Easiest),
        1 => Just(Target::Costliest),
        1 => Just(Target::Random),
        1 => unit_list().prop_map(Target::Order),
    ]
}

fn screen() -> impl Strategy<Value = Screen> {
    prop_oneof![
        3 => Just(Screen::None),
        1 => Just(Screen::Weakest),
        1 => Just(Screen::Costliest),
        2 => Just(Screen::Wounded),
        1 => unit_list().prop_map(Screen::Units),
    ]
}

fn retreat() -> impl Strategy<Value = Retreat> {
    prop_oneof![
        4 => Just(Retreat::Never),
        1 => (1..=4u16).prop_map(Retreat::AfterRound),
        1 => select(vec![500, 1000, 1500, 2000, 3000]).prop_map(|ratio_milli| Retreat::Outnumbered { ratio_milli }),
        1 => select(vec![300, 500, 1000, 1500]).prop_map(|ratio_milli| Retreat::StrengthBelow { ratio_milli }),
        1 => Just(Retreat::Wounded),
        1 => unit_list().prop_map(Retreat::Units),
    ]
}

pub fn policy() -> impl Strategy<Value = Policy> {
    (target(), any::<bool>(), screen(), any::<bool>(), retreat()).prop_map(
        |(target, finish_wounded, screen, keep_bonus, retreat)| Policy {
            target,
            finish_wounded,
            screen,
            keep_bonus,
            retreat,
            slip_away: false,
            board: Board::Value,
        },
    )
}
