//! Ship experience (37.0) in a battle: what a group's level gives it, and how it gains one.

use super::battle::{Battle, Experience, Group};
use super::options::Rule;
use super::steps::Line;
use super::terrain::Part;
use crate::engine::Promotion;
use crate::spec::Side;

/// Levels above a shooter's from which on a group may not be fired at while there are lower ones (37.4).
const OUT_OF_REACH: u8 = 3;

/// Levels above a shooter's from which on it is harder to hit (37.4).
const HARD_TO_HIT: u8 = 2;

/// Level of Military Academies with which promotions are easier (37.2).
const EASIER: u8 = 2;

/// What a shooter's Attack Strength gains and loses by its level and the target's (37.4).
pub(super) fn advantage(own: Option<Experience>, target: Option<Experience>) -> [u8; 2] {
    let (Some(own), Some(target)) = (own, target) else {
        // 37.4.1
        return [0; 2];
    };
    [
        u8::from(own > target),
        u8::from(target as u8 >= own as u8 + HARD_TO_HIT),
    ]
}

/// The level of a target that a shooter may not fire at while lower ones can be fired at (37.4).
pub(super) fn out_of_reach(own: Option<Experience>, target: Option<Experience>) -> Option<Experience> {
    let (own, target) = (own?, target?);
    (target as u8 >= own as u8 + OUT_OF_REACH).then_some(target)
}

/// The level to which a group of a side may be promoted in a battle (37.3.4): one more than it has. What belongs to
/// no player is what it is (37.3.6), from units outside experience there is nothing to learn (37.4.1), and what is
/// learned from the last enemy is of use in other battles only.
pub(super) fn promoted_to(battle: &Battle, side: Side, group: &Group) -> Option<Experience> {
    let enemies = battle.sides[side.enemy().index()].groups.iter();
    let fighting = enemies.filter(|enemy| battle.terrain.part(&enemy.unit) == Part::Fights);
    let ships: u32 = fighting.clone().map(|enemy| u32::from(enemy.count)).sum();
    let launches = |enemy: &Group| enemy.unit.traits.launches.is_some();
    let gains = battle.rules.is(Rule::Promotions, "yes")
        && group.unit.traits.own_technology.is_none()
        && fighting.clone().any(|enemy| enemy.experience.is_some())
        // One that boards may take a ship, which is another enemy then, and one that launches leaves its Missiles.
        && (ships > 1 || battle.boards(side.enemy()) || fighting.clone().any(launches));
    group.experience.filter(|_| gains).and_then(Experience::next)
}

/// What becomes of ships that destroy others: those of a line that come with this much damage. What Missiles destroy
/// counts for those that launched them, and for a Missile destroyed nobody rolls (24.4.2).
pub(super) fn promotion(line: &Line, wounds: u8, lines: &[Line]) -> Option<Promotion> {
    let own = line.boat.map_or(line, |boat| &lines[boat]);
    let raised = { lines.iter() }.find(|other| other.base == own.slot && other.slot != own.slot)?;
    let last = lines
        .iter()
        .flat_map(|line| line.all_slots().map(|(slot, _)| slot))
        .max()?;
    let mut need = vec![0; last + 1];
    let ships = lines
        .iter()
        .filter(|enemy| enemy.side != line.side && enemy.boat.is_none());
    for enemy in ships {
        for (slot, _) in enemy.all_slots() {
            need[slot] = promotion_need(line.group, enemy.group);
        }
    }
    Some(Promotion {
        from: own.slot + usize::from(wounds),
        to: raised.slot + usize::from(wounds),
        need,
    })
}

/// A roll of this or less for a destroyed ship promotes its destroyer's group: twice the ship's Hull Size (37.3.2),
/// one more if that is larger than the destroyer's, one more with Military Academies 2 (37.3.3). 0 if no die is
/// rolled for it (37.4.1).
fn promotion_need(own: &Group, destroyed: &Group) -> u8 {
    if destroyed.experience.is_none() {
        return 0;
    }
    let (own_hull, hull) = (own.unit.hull, destroyed.unit.hull);
    (2 * hull + u8::from(hull > own_hull) + u8::from(own.gear.academy >= EASIER)).min(10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Experience::{Elite, Green, Legendary, Skilled, Veteran};

    #[test]
    fn levels_apart_count() {
        let of = |own, target| advantage(Some(own), Some(target));
        assert_eq!([of(Green, Green), of(Veteran, Skilled)], [[0, 0], [1, 0]]);
        assert_eq!([of(Legendary, Green), of(Green, Skilled)], [[1, 0], [0, 0]]);
        assert_eq!([of(Green, Veteran), of(Skilled, Legendary)], [[0, 1], [0, 1]]);
        assert_eq!(advantage(None, Some(Legendary)), [0, 0]);
        assert_eq!(advantage(Some(Legendary), None), [0, 0]);
    }

    #[test]
    fn three_levels_are_out_of_reach() {
        let of = |own, target| out_of_reach(Some(own), Some(target));
        assert_eq!([of(Green, Veteran), of(Green, Elite)], [None, Some(Elite)]);
        assert_eq!([of(Skilled, Elite), of(Skilled, Legendary)], [None, Some(Legendary)]);
        assert_eq!(
            [of(Veteran, Legendary), out_of_reach(None, Some(Legendary))],
            [None, None]
        );
    }
}
