//! What a written engagement becomes.

use crate::written::{Case, case, fleet, word, words};
use broadside::rules::space_empires::{Battle, Catalog, Edition, Policy, Retreat, Screen, Target};
use broadside::spec;

/// Labels of both sides' groups with their counts.
fn groups(battle: &Battle) -> [Vec<String>; 2] {
    let labels = |side: usize| {
        let groups = battle.sides[side].groups.iter();
        groups.map(|group| format!("{} {}", group.count, group.label)).collect()
    };
    [labels(0), labels(1)]
}

#[test]
fn every_unit_of_every_edition_resolves() {
    for edition in Edition::ALL {
        // A Missile is part of no fleet (24.4.2).
        let units = Catalog::of(edition).units.iter().filter(|unit| !unit.traits.missile);
        for unit in units {
            // The Scout is the escort of units that cannot fight; what belongs to nobody, and Replicators, stand alone.
            let alone = unit.traits.neutral.is_some() || unit.traits.replicator;
            let escort = if alone { "" } else { " + 1 SC" };
            let engagement = case("1 SC", &format!("1 {}{escort}", unit.name)).edition(edition.name());
            let battle = engagement.battle();
            assert_eq!(battle.edition, edition);
            assert_eq!(battle.sides[1].groups[0].unit.stats(), unit.stats());
            assert_eq!(battle.sides[1].groups[0].label, unit.name);
        }
    }
}

// 9.2: the printed example and its neighbours, each unit at the empire's highest levels.
#[test]
fn levels_are_capped_by_hull() {
    let engagement = case(
        "1 SC",
        "1 SC + 1 DD + 1 SW + 1 T + 1 CA + 1 BC + 1 BB + 1 DN + 1 Flagship + 1 Base + 1 DSN + 1 SY",
    )
    .defender_tech("attack=3 defense=3 tactics=3");
    let expected = [
        "1 SC a1 d1 t3",
        "1 DD a1 d1 t3",
        "1 SW a1 d1 t3",
        "1 T a1 d1 t3",
        "1 CA a2 d2 t3",
        "1 BC a2 d2 t3",
        "1 BB a3 d3 t3",
        "1 DN a3 d3 t3",
        "1 Flagship a3 d3 t3",
        "1 Base a3 d3 t3",
        "1 DSN a2 d2 t3",
        "1 SY a1 d1 t3",
    ];
    assert_eq!(groups(&engagement.battle())[1], expected);
}

#[test]
fn a_group_s_levels_come_before_the_empire_s() {
    let battle = case("3 CA a=1 + 2 BB d=0 + 1 SC", "1 SC")
        .tech("attack=2 defense=1")
        .battle();
    assert_eq!(groups(&battle)[0], ["3 CA a1 d1", "2 BB a2", "1 SC a1 d1"]);
    // 9.11.4 upgrades a Base at once, but who writes a level for it means it.
    let battle = case("1 SC", "1 Base attack=0").battle();
    assert_eq!(groups(&battle)[1], ["1 Base"]);
}

#[test]
fn names_are_found_in_any_case_and_number() {
    let battle = case("3 cruisers + 6 scout", "2 Dreadnoughts + 1 Colony_Ship").battle();
    assert_eq!(groups(&battle), [vec!["3 CA", "6 SC"], vec!["2 DN", "1 CO"]]);
}

#[test]
fn groups_without_ships_vanish() {
    assert_eq!(groups(&case("0 CA + 6 SC", "1 SC").battle())[0], ["6 SC"]);
}

#[test]
fn supply_and_armour_show_in_the_label() {
    let battle = case("2 CA a=1 oos + 1 T ground-combat=3", "1 SC").battle();
    assert_eq!(groups(&battle)[0], ["2 CA a1 oos", "1 T gc3"]);
    assert!(battle.sides[0].groups[0].out_of_supply);
    // 21.1.2: Defense Strength 2 instead of 1.
    assert_eq!(battle.sides[0].groups[1].unit.stats(), "E1-2-x1");
    let battle = case("1 T", "1 SC").tech("ground-combat=2").battle();
    assert_eq!(battle.sides[0].groups[0].unit.stats(), "E1-1-x1");
}

#[test]
fn technologies_without_effect_are_accepted_silently() {
    let engagement =
        case("3 SC pd=3 + 2 DD scan=2 + 1 CA jammer=2 explore=2", "1 SC").tech("move=7 cloaking=2 mines=1");
    engagement.notes(&[]);
}

#[test]
fn the_hex_holds_what_was_written() {
    assert_eq!(case("1 SC", "1 SC").battle().terrain.names(), ["space"]);
    assert_eq!(
        case("1 SC", "1 SC").terrain("space").battle().terrain.names(),
        ["space"]
    );
    let both = case("1 SC", "1 SC").terrain("Ion Storm,Nebula").battle().terrain;
    assert_eq!(both.names(), ["nebula", "ion-storm"]);
    assert!(both.nebula && both.ion_storm && !both.asteroids && !both.quasar);
}

#[test]
fn the_edition_comes_from_the_engagement_then_the_fleets_then_the_rules() {
    assert_eq!(case("1 SC", "1 SC").battle().edition, Edition::AllGoodThings);
    let mut engagement = case("1 SC", "1 SC");
    engagement.0.sides[1].edition = Some(word("ce"));
    assert_eq!(engagement.battle().edition, Edition::CloseEncounters);
    assert_eq!(engagement.edition("bga").battle().edition, Edition::Bga);
}

// 3·12 + 6·6 and 3·2 + 6·1; a convoy's ships cost but need no maintenance.
#[test]
fn fleets_have_a_price() {
    let fleet = &case("3 CA + 6 SC", "1 SC").battle().sides[0];
    assert_eq!(
        (fleet.cost(), fleet.maintenance(), fleet.ships(), fleet.combat_ships()),
        (72, 12, 9, 9)
    );
    let fleet = &case("1 SC", "1 T + 2 CO + 1 Miner + 3 Decoy + 1 Pipeline")
        .battle()
        .sides[1];
    assert_eq!(
        (fleet.cost(), fleet.maintenance(), fleet.ships(), fleet.combat_ships()),
        (33, 1, 8, 1)
    );
    // 36.5.5: no maintenance out of supply.
    let fleet = &case("2 CA oos + 1 BB", "1 SC").battle().sides[0];
    assert_eq!((fleet.cost(), fleet.maintenance()), (44, 3));
    let classes: Vec<char> = fleet
        .groups
        .iter()
        .map(broadside::rules::space_empires::Group::class_letter)
        .collect();
    assert_eq!(classes, ['C', 'A']);
}

#[test]
fn a_policy_has_defaults() {
    let policy = case("1 SC", "1 SC").battle().sides[0].policy.clone();
    assert_eq!(policy, Policy::default());
    assert_eq!(policy.to_string(), "target value, screen none, retreat never");
}

#[test]
fn a_policy_s_names_become_the_catalog_s() {
    let policy = case("1 SC + 1 CA", "1 SC + 1 DD")
        .target(spec::Target::Order(words("destroyer,SC,dd")))
        .screen(spec::Screen::Units(words("cruisers")))
        .retreat(spec::Retreat::Units(words("scouts,CA")))
        .battle()
        .sides[0]
        .policy
        .clone();
    assert_eq!(policy.target, Target::Order(vec!["DD".into(), "SC".into()]));
    assert_eq!(policy.screen, Screen::Units(vec!["CA".into()]));
    assert_eq!(policy.retreat, Retreat::Units(vec!["SC".into(), "CA".into()]));
    assert_eq!(policy.to_string(), "target DD,SC, screen CA, retreat units=SC,CA");
}

#[test]
fn policies_print_as_they_are_typed() {
    use spec::{Retreat as R, Screen as S, Target as T};
    let targets = [
        (T::Value, "value"),
        (T::Weakest, "weakest"),
        (T::Strongest, "strongest"),
        (T::Easiest, "easiest"),
        (T::Costliest, "costliest"),
        (T::Random, "random"),
        (T::Optimal, "optimal"),
    ];
    for (target, text) in targets {
        assert_eq!(
            case("1 SC", "1 SC").target(target).battle().sides[0]
                .policy
                .target
                .to_string(),
            text
        );
    }
    let screens = [
        (S::None, "none"),
        (S::Weakest, "weakest"),
        (S::Costliest, "costliest"),
        (S::Wounded, "wounded"),
        (S::Optimal, "optimal"),
        (S::Units(words("SC")), "SC"),
    ];
    for (screen, text) in screens {
        assert_eq!(
            case("1 SC", "1 SC").screen(screen).battle().sides[0]
                .policy
                .screen
                .to_string(),
            text
        );
    }
    let retreats = [
        (R::Never, "never"),
        (R::AfterRound(2), "after-round=2"),
        (R::Outnumbered { ratio_milli: 1500 }, "outnumbered=1.5"),
        (R::Outnumbered { ratio_milli: 2000 }, "outnumbered=2"),
        (R::StrengthBelow { ratio_milli: 500 }, "strength-below=0.5"),
        (R::StrengthBelow { ratio_milli: 10_005 }, "strength-below=10.005"),
        (R::Wounded, "wounded"),
        (R::Optimal, "optimal"),
        (R::Units(words("SC")), "units=SC"),
    ];
    for (retreat, text) in retreats {
        assert_eq!(
            case("1 SC", "1 SC").retreat(retreat).battle().sides[0]
                .policy
                .retreat
                .to_string(),
            text
        );
    }
    let printed = |target: T| {
        let mut engagement = case("1 SC", "1 SC")
            .target(target)
            .finish_wounded(false)
            .screen(S::Weakest);
        engagement.0.sides[0].policy.keep_bonus = Some(true);
        engagement.battle().sides[0].policy.to_string()
    };
    assert_eq!(
        printed(T::Weakest),
        "target weakest without finishing the wounded, screen weakest keeping the fleet size bonus, retreat never"
    );
    // Orders found by what they are worth don't look at wounds first.
    assert_eq!(
        printed(T::Value),
        "target value, screen weakest keeping the fleet size bonus, retreat never"
    );
}

#[test]
fn twenty_four_groups_of_ninety_nine_resolve() {
    let groups = ["99 SC"; 24].join(" + ");
    let battle = case(&groups, "1 SC").battle();
    assert_eq!(battle.sides[0].ships(), 24 * 99);
    assert_eq!(fleet(&groups, "").groups.len(), 24);
}

#[test]
fn random_fire_looks_for_the_wounded_only_if_told_to() {
    let random = || case("1 SC", "1 SC").target(spec::Target::Random);
    let policy = |case: Case| case.battle().sides[0].policy.clone();
    assert!(!policy(random()).finish_wounded);
    assert!(policy(random().finish_wounded(true)).finish_wounded);
    assert!(policy(case("1 SC", "1 SC").target(spec::Target::Weakest)).finish_wounded);
}
