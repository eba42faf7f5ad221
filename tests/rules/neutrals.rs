//! What belongs to no player: Aliens (18.0), Space Stations (25.3), Pirates (25.7), Doomsday Machines (29.0).

use crate::common::{battle, on_chart, ratio};
use broadside::rules::space_empires::{Battle, Retreat, Screen, Ship, possibilities, resolve};
use broadside::spec::{Problems, Source, engagement_from_shorthand, parse_engagement};

// 18.2: Aliens have Tactics 1. Against a Destroyer, of their class, they fire first also when they attack
// nobody: p = 6/10·3/10 / (1 − 6/10·7/10) = 9/29; with Tactics 2 it fires first, 3/10 / (1 − 7/10·6/10) = 15/29.
#[test]
fn aliens_have_tactics_of_their_own() {
    battle("1 DD", "1 NPA-D4").attacker_wins(ratio(9, 29));
    battle("1 DD t1", "1 NPA-D4").attacker_wins(ratio(9, 29));
    battle("1 DD t2", "1 NPA-D4").attacker_wins(ratio(15, 29));
}

// A Scout against a Pirate, A5-0-x1, which fires first: 5/10·3/10 / (1 − 5/10·7/10) = 15/65.
#[test]
fn a_pirate_is_a_ship_without_armour() {
    battle("1 SC", "1 Pirate").attacker_wins(ratio(15, 65));
}

// Two hits are needed for a Space Station, A6-2-x2, of Defense 2: a Cruiser hits it on 2, and it the Cruiser on 5.
// Station first. From i hits still to score and j to take: w(i, j) with the Station at turn. Both miss: 5/10·8/10.
// w(1,1) = .5·.2 / (1 − .4) = 1/6.            w(2,1) = (.5·.2·w(1,1)) / .6 = 1/36.
// w(1,2) = (.5·.2 + .5·(.2 + .8·w(1,1))) / .6 = (1/10 + 1/6) / .6 = 4/9.
// w(2,2) = (.5·.2·w(1,2) + .5·(.2·w(1,1) + .8·w(2,1))) / .6 = (2/45 + 1/60 + 1/90) / .6 = 13/108.
#[test]
fn a_space_station_takes_two_hits() {
    battle("1 CA", "1 SpaceStation").attacker_wins(ratio(13, 108));
}

// 29.2: two attacks a round, each hitting a Scout on 9. The Scouts leave on their turn in round 2, after the
// Machine, C-Class, has fired twice; in round 1 they can't destroy it, having two shots for three hits.
// Killed in round 1 both with .81, one with .18, none with .01; in round 2 of one .99, of two 1.8:
// .81·2 + .18·1.99 + .01·1.8 = 1.9962 Scouts of 6 CP.
#[test]
fn a_doomsday_machine_attacks_twice() {
    battle("1 DM", "2 SC")
        .with(broadside::spec::Side::Defender, |policy| {
            policy.retreat = Retreat::AfterRound(1)
        })
        .defender_loses(1.9962 * 6.0);
}

// 5.7.2: nobody screens against a Doomsday Machine, so it makes no difference to want to. Wounded Battleships are
// screened against others, so there it does.
#[test]
fn nobody_is_screened_against_a_doomsday_machine() {
    use broadside::engine::exact::solve;
    use broadside::rules::space_empires::{Question, lower};
    let wins = |enemy: &str, screen: Screen| {
        let setup = on_chart("2 SC + 2 BB", enemy).attacker_screen(screen);
        solve(&lower(&setup.battle, Question::default()))
            .expect("a small battle")
            .outcomes[0]
    };
    for screen in [Screen::Weakest, Screen::Costliest, Screen::Wounded] {
        let (with, without) = (wins("1 DM", screen), wins("1 DM", Screen::None));
        assert!((with - without).abs() < 1e-12, "{with} {without}");
    }
    let (with, without) = (wins("1 Base", Screen::Costliest), wins("1 Base", Screen::None));
    assert!((with - without).abs() > 1e-3, "{with} {without}");
}

fn read(attacker: &str, defender: &str) -> Result<Battle, String> {
    let mut problems = Problems::new();
    let engagement = engagement_from_shorthand(attacker, defender).map_err(|faults| faults.to_string())?;
    resolve(&engagement, &mut problems).ok_or_else(|| problems.to_string())
}

fn needs(attacker: &str, defender: &str) -> [[u8; 2]; 2] {
    let battle = read(attacker, defender).unwrap_or_else(|faults| panic!("{faults}"));
    let [one, other] = battle
        .sides
        .each_ref()
        .map(|fleet| Ship::of(&fleet.groups[0], battle.terrain, battle.rules));
    [(one, other), (other, one)].map(|(shooter, target)| [false, true].map(|bonus| shooter.need(&target, bonus)))
}

// 29.2: no fleet size bonus against a Doomsday Machine, and a 1 hits it; of those in the solitaire scenarios the
// dice are other: a 1 is no automatic hit on them, and their 10 always misses.
#[test]
fn what_hits_a_doomsday_machine() {
    assert_eq!(needs("1 SC", "1 DM"), [[1, 1], [9, 10]]);
    assert_eq!(needs("1 T", "1 DM"), [[1, 1], [8, 9]]);
    assert_eq!(needs("1 BB a3", "1 DM"), [[6, 6], [7, 8]]);
    // D7-1-x6 and A11-4-x10.
    assert_eq!(needs("1 SC", "1 DM1"), [[2, 2], [7, 8]]);
    assert_eq!(needs("1 SC", "1 DM9"), [[0, 0], [9, 9]]);
    assert_eq!(needs("1 BB a1 d3", "1 DM9"), [[2, 2], [6, 7]]);
}

#[test]
fn what_belongs_to_nobody_stands_alone_and_stays() {
    let fault = |attacker: &str, defender: &str| read(attacker, defender).expect_err("a fault");
    assert!(fault("1 SC", "1 NPA-D4 + 1 SC").contains("NPA-D4 and SC on one side"));
    assert!(fault("1 SC", "1 DM + 1 NPA-D4").contains("fight with no other ships"));
    assert!(fault("1 NPA-D4", "1 SC").contains("although it never leaves its hex (18.2)"));
    assert!(fault("1 SpaceStation", "1 SC").contains("never leaves its hex (25.3.1)"));
    assert!(fault("1 HiredPirate + 1 SC", "1 SC").contains("it may only attack alone (25.7.3)"));
    assert!(fault("1 SC", "2 DM").contains("at most 1 in a hex (29.3)"));
    assert!(fault("1 SC", "1 Amoeba2 + 1 SC").contains("Space Amoebae belong to no player (SSB 3.6)"));
    for sound in [
        ["1 SC", "1 HiredPirate + 1 SC"],
        ["1 DM", "2 NPA-C5"],
        ["1 HiredPirate", "1 SC"],
    ] {
        assert!(read(sound[0], sound[1]).is_ok(), "{sound:?}");
    }
}

// 18.2, 25.3.1: Aliens of one hull point have Point Defense 2, A7 against Fighters, those of two Scanner 1, and Space
// Stations both. 29.2: Scanner 2, and Fighters do nothing to Doomsday Machines.
#[test]
fn what_belongs_to_nobody_meets_fighters_and_raiders() {
    let gear = |unit: &str| {
        let battle = read("1 SC", &format!("1 {unit}")).unwrap_or_else(|faults| panic!("{faults}"));
        let group = &battle.sides[1].groups[0];
        (group.gear.point_defense, group.gear.scanners, group.label.clone())
    };
    assert_eq!(gear("NPA-D4"), (2, 0, "NPA-D4".to_owned()));
    assert_eq!(gear("NPA-E7"), (0, 1, "NPA-E7".to_owned()));
    assert_eq!(gear("SmallStation"), (2, 1, "SmallStation".to_owned()));
    assert_eq!(gear("DM"), (0, 2, "DM".to_owned()));
    let battle = read("1 CV + 3 F", "1 NPA-C5").unwrap_or_else(|faults| panic!("{faults}"));
    let alien = Ship::with_point_defense(&battle.sides[1].groups[0], battle.terrain, battle.rules).expect("it has it");
    let fighter = Ship::of(&battle.sides[0].groups[1], battle.terrain, battle.rules);
    assert_eq!((alien.class, alien.need(&fighter, false)), (0, 7));
    for machine in ["DM", "DM1"] {
        let battle = read("1 CV + 3 F", &format!("1 {machine}")).unwrap_or_else(|faults| panic!("{faults}"));
        let machine = Ship::of(&battle.sides[1].groups[0], battle.terrain, battle.rules);
        assert_eq!([false, true].map(|bonus| fighter.need(&machine, bonus)), [0, 0]);
    }
}

#[test]
fn technology_and_screens_are_not_for_those_who_belong_to_nobody() {
    let text = "[attacker]\nfleet = \"1 SC\"\n[defender]\nfleet = \"4 NPA-D4 a1\"\n[defender.policy]\nscreen = \"weakest\"\n\
                retreat = \"after-round=1\"\n";
    let read = |text: &str| {
        let mut problems = Problems::new();
        let engagement = parse_engagement(Source::new("e.toml", text), &mut problems);
        engagement
            .and_then(|engagement| resolve(&engagement, &mut problems))
            .unwrap_or_else(|| panic!("{problems}"))
    };
    let battle = read(text);
    let notes: Vec<&str> = battle.notes.iter().map(|note| note.message.as_str()).collect();
    assert_eq!(notes.len(), 3, "{notes:?}");
    assert!(notes[0].contains("carries no technology but its own"), "{notes:?}");
    assert!(notes[1].contains("can retreat (5.9)"), "{notes:?}");
    assert!(notes[2].contains("Aliens screen nobody (18.2)"), "{notes:?}");
    assert_eq!(battle.sides[1].policy.screen, Screen::None);
    assert_eq!(
        (battle.sides[1].groups[0].attack, battle.sides[1].groups[0].tactics),
        (0, 1)
    );
    let free = read(&format!("{text}[rules]\nneutral-screening = \"policy\"\n"));
    assert_eq!(free.sides[1].policy.screen, Screen::Weakest);
}

fn planet(attribute: &str, group: &str) -> Result<Vec<(f64, Battle)>, String> {
    let text =
        format!("[attacker]\nfleet = \"1 DD\"\n[defender]\nattribute = \"{attribute}\"\n[[defender.group]]\n{group}\n");
    let mut problems = Problems::new();
    let engagement = parse_engagement(Source::new("e.toml", text.as_str()), &mut problems);
    let all = engagement.and_then(|engagement| possibilities(&engagement, &mut problems));
    let all = all.ok_or_else(|| problems.to_string())?;
    Ok(all.list.into_iter().map(|one| (one.weight, one.battle)).collect())
}

// 26.0, and C5-2-x1 as it is printed.
#[test]
fn a_planet_s_attribute_changes_its_aliens() {
    let aliens = |attribute: &str| {
        let mut found = planet(attribute, "unit = \"NPA-C5\"").unwrap_or_else(|faults| panic!("{faults}"));
        let battle = found.pop().expect("a battle").1;
        let alien = &battle.sides[1].groups[0];
        (
            alien.unit.stats(),
            alien.tactics,
            char::from(b'A' + Ship::of(&battle.sides[0].groups[0], battle.terrain, battle.rules).class),
        )
    };
    let plain = |stats: &str| (stats.to_owned(), 1, 'D');
    assert_eq!(aliens("Wealthy"), plain("C5-2-x1"));
    assert_eq!(aliens("Ranged"), plain("B5-2-x1"));
    assert_eq!(aliens("accurate"), plain("C6-2-x1"));
    assert_eq!(aliens("Shielded"), plain("C5-3-x1"));
    assert_eq!(aliens("Giant"), plain("C5-2-x2"));
    assert_eq!(aliens("Military Geniuses"), plain("C6-3-x1"));
    assert_eq!(aliens("Jedun"), ("C6-3-x1".to_owned(), 2, 'D'));
    assert_eq!(aliens("Ambush"), ("C5-2-x1".to_owned(), 1, 'E'));
    let fault = |attribute: &str, group: &str| planet(attribute, group).expect_err("a fault");
    assert!(fault("Organia", "unit = \"NPA-C5\"").contains("there is no combat on it"));
    assert!(fault("Cloaked", "unit = \"NPA-C5\"").contains("cloaking (16.0)"));
    assert!(fault("gaint", "unit = \"NPA-C5\"").contains("did you mean giant?"));
    assert!(fault("spice", "draw = { from = \"npa\" }").contains("no npa on a planet with the attribute Spice"));
}

// 18.1 and 26.1: as many as the attribute says, from 10 A5, 10 B6, 20 C5, 10 D4 and 10 E7. Both Aliens of a poor
// planet are C5 with 20/60 · 19/59, and one B6 and one D4 with 2 · 10/60 · 10/59.
#[test]
fn aliens_are_drawn_without_putting_back() {
    let hands = planet("poor", "draw = { from = \"npa\" }").unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(hands.len(), 15);
    let chance = |hand: &str| {
        let told = |battle: &Battle| {
            let groups = battle.sides[1].groups.iter();
            groups
                .map(|group| format!("{} {}", group.count, group.label))
                .collect::<Vec<_>>()
                .join(" + ")
        };
        let found = hands.iter().find(|(_, battle)| told(battle) == hand);
        found.map_or(0.0, |(weight, _)| *weight)
    };
    assert!((chance("2 NPA-C5") - ratio(20 * 19, 60 * 59)).abs() < 1e-12);
    assert!((chance("1 NPA-B6 + 1 NPA-D4") - ratio(2 * 10 * 10, 60 * 59)).abs() < 1e-12);
    assert_eq!(
        planet("wealthy", "draw = { from = \"npa\" }").map(|hands| hands.len()),
        Ok(70)
    );
    assert_eq!(
        planet("wealthy", "unit = \"NPA\"\ncount = 2").map(|hands| hands.len()),
        Ok(15)
    );
    // Two C5 on the table are not in the box: one drawn besides is a C5 with 18/58.
    let beside = "unit = \"NPA-C5\"\ncount = 2\n[[defender.group]]\ndraw = { from = \"npa\", count = 1 }";
    let hands = planet("wealthy", beside).unwrap_or_else(|faults| panic!("{faults}"));
    let alike = |battle: &Battle| battle.sides[1].groups.iter().all(|group| group.unit.name == "NPA-C5");
    let third = hands.iter().find(|(_, battle)| alike(battle)).expect("a C5");
    assert!((third.0 - ratio(18, 58)).abs() < 1e-12);
    let twice = "draw = { from = \"npa\" }\n[[defender.group]]\nunit = \"NPA\"";
    assert!(
        planet("wealthy", twice)
            .expect_err("a fault")
            .contains("two draws from the same box")
    );
}
