//! The numbers on the counters, changed by technology, supply and terrain.

use broadside::rules::space_empires::{Group, Terrain};

/// Weapon class, 0 for A: everyone is E-Class in asteroids and nebulae (5.8).
pub fn class(terrain: Terrain, group: &Group) -> u8 {
    if terrain.asteroids || terrain.nebula {
        4
    } else {
        group.unit.class
    }
}

/// Attack Strength and technology (5.5).
pub fn attack(terrain: Terrain, group: &Group) -> i64 {
    let printed = i64::from(group.unit.attack);
    // 36.5.5: three less, but one at least.
    let strength = if group.out_of_supply {
        (printed - 3).max(1)
    } else {
        printed
    };
    // 9.2: no more technology than the hull can carry; 5.8.1: none in asteroids.
    let technology = if terrain.asteroids {
        0
    } else {
        group.attack.min(group.unit.max_attack)
    };
    strength + i64::from(technology)
}

/// Defense Strength and technology (5.5).
pub fn defense(terrain: Terrain, group: &Group) -> i64 {
    let printed = i64::from(group.unit.defense);
    // 36.5.5: three less, but none below 0.
    let strength = if group.out_of_supply {
        (printed - 3).max(0)
    } else {
        printed
    };
    let technology = i64::from(group.defense.min(group.unit.max_defense));
    // 25.8: nothing defends in a quasar; 5.8.2: technology doesn't in a nebula.
    match (terrain.quasar, terrain.nebula) {
        (true, _) => 0,
        (false, true) => strength,
        (false, false) => strength + technology,
    }
}

/// A roll of this or less hits (5.5); a 1 always does, and a die shows no more than 10.
pub fn need(terrain: Terrain, shooter: &Group, target: &Group, bonus: bool) -> u8 {
    let need = attack(terrain, shooter) + i64::from(bonus) - defense(terrain, target);
    need.clamp(1, 10) as u8
}
