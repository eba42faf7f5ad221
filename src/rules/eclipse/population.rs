//! The attack on population after the battles: each ship that is left fires its cannons once. Cubes
//! have no shields, and every point of damage destroys one.

use super::catalog::Effect;
use super::hex::{Hex, Party, Ship};
use crate::spec::eclipse::Colour;

/// Sides of a die.
const FACES: f64 = 6.0;

/// How many cubes the ships destroy if there is no end of them: entry `k` is the chance of `k`.
///
/// Rift dice do their damage to the cubes; what they do to their own ships is repaired with all other
/// damage at the end of the Combat Phase, and is not told.
#[must_use]
pub fn damage<'a>(ships: impl IntoIterator<Item = (usize, &'a Ship)>) -> Vec<f64> {
    let mut chances = vec![1.0];
    for (count, ship) in ships {
        for colour in Colour::ALL {
            let die = die(colour, ship.computer);
            for _ in 0..count * usize::from(ship.cannons.of(colour)) {
                chances = sum(&chances, &die);
            }
        }
    }
    chances
}

/// The damage of one die.
fn die(colour: Colour, computer: u8) -> Vec<f64> {
    let Some(damage) = colour.damage() else {
        // Rift: one, two and three points, and three faces without damage to the enemy.
        return vec![3.0 / FACES, 1.0 / FACES, 1.0 / FACES, 1.0 / FACES];
    };
    // A 6 always hits, a 1 never, else roll + computer must reach 6.
    let hit = f64::from((computer + 1).min(5)) / FACES;
    let mut chances = vec![0.0; usize::from(damage) + 1];
    chances[0] = 1.0 - hit;
    chances[usize::from(damage)] = hit;
    chances
}

/// The distribution of a sum of two independent numbers.
fn sum(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; a.len() + b.len() - 1];
    for (x, p) in a.iter().enumerate() {
        for (y, q) in b.iter().enumerate() {
            sum[x + y] += p * q;
        }
    }
    sum
}

/// Cubes destroyed by the party that is left alone in the hex, with so many ships of each group left:
/// entry `k` is the chance of `k`, up to all `cubes`.
///
/// The owner's own population is not attacked, and non-player ships leave it in peace. Neutron bombs
/// destroy all of it, unless its owner has neutron absorbers; that of the Planta falls to any enemy.
#[must_use]
pub fn cubes(hex: &Hex, left: &Party, ships: &[usize], cubes: usize) -> Vec<f64> {
    let mut chances = vec![0.0; cubes + 1];
    if left.owner || left.npc || ships.iter().all(|&ships| ships == 0) {
        chances[0] = 1.0;
        return chances;
    }
    let owner = hex.parties.iter().find(|party| party.owner);
    let absorbed = owner.is_some_and(|owner| owner.has(Effect::NeutronAbsorber));
    let defenceless = owner.is_some_and(|owner| owner.has(Effect::Defenceless));
    if defenceless || (left.has(Effect::NeutronBombs) && !absorbed) {
        chances[cubes] = 1.0;
        return chances;
    }
    let fleet = left
        .groups
        .iter()
        .zip(ships)
        .map(|(group, &ships)| (ships, &group.ship));
    for (hits, p) in damage(fleet).into_iter().enumerate() {
        chances[hits.min(cubes)] += p;
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::eclipse::Dice;

    fn ship(dice: &str, computer: u8) -> Ship {
        Ship {
            cannons: Dice::parse(dice).unwrap(),
            computer,
            ..Ship::default()
        }
    }

    fn near(a: &[f64], b: &[f64]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12)
    }

    #[test]
    fn each_ship_fires_once() {
        // 1y and +1: a 5 or a 6 hits, 2 of 6 faces.
        assert!(near(&damage([(1, &ship("1y", 1))]), &[2.0 / 3.0, 1.0 / 3.0]));
        // Two dice that hit on a 6: 25/36, 10/36, 1/36.
        assert!(near(
            &damage([(2, &ship("1y", 0))]),
            &[25.0 / 36.0, 10.0 / 36.0, 1.0 / 36.0]
        ));
        // One red die with every computer: a 1 misses all the same.
        assert!(near(
            &damage([(1, &ship("1r", 9))]),
            &[1.0 / 6.0, 0.0, 0.0, 0.0, 5.0 / 6.0]
        ));
        // The rift die: faces 1, 2, 3 and three without damage, computers or not.
        assert!(near(
            &damage([(1, &ship("1p", 3))]),
            &[0.5, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0]
        ));
    }
}
