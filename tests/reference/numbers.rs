//! The numbers on the counters, changed by technology, supply and terrain.

use broadside::rules::space_empires::catalog::{BonusAgainst, Role, Scans};
use broadside::rules::space_empires::{Ability, Battle, Experience, Group, Rule};
use broadside::spec::Charge;

/// A Group as it fires and is fired at.
#[derive(Clone, Copy)]
pub struct Party<'a> {
    pub group: &'a Group,
    /// Its level of experience by now; `None` if it has nothing to do with it (37.4.1).
    pub level: Option<Experience>,
    /// Level of its empire's Security Forces (20.0).
    pub security: u8,
}

impl<'a> Party<'a> {
    /// As the battle begins.
    pub fn fresh(group: &'a Group) -> Party<'a> {
        Party {
            group,
            level: group.experience,
            security: group.gear.security,
        }
    }
}

/// 37.4: hits that destroy a ship; one more if it is Legendary, whoever fires at it.
pub fn hull(party: Party) -> u8 {
    party.group.unit.hull + u8::from(party.level == Some(Experience::Legendary) && !is_missile(party.group))
}

/// A Missile, which is a unit but no ship (1.3).
fn is_missile(group: &Group) -> bool {
    group.unit.name == "Missile"
}

/// 37.4: one more for those who know more than their target, one less against those two levels above them.
/// Neither for nor against units outside experience (37.4.1).
fn skill(shooter: Party, target: Party) -> i64 {
    let (Some(own), Some(their)) = (shooter.level, target.level) else {
        return 0;
    };
    if own > their {
        1
    } else if their as i64 >= own as i64 + 2 {
        -1
    } else {
        0
    }
}

/// Whether a Group's Scanners see ships that cloak (16.2, 16.1.4).
pub fn scans(battle: &Battle, group: &Group, cloaking: &Group) -> bool {
    let has_scanners = match group.unit.traits.scans {
        Scans::Never => false,
        Scans::Always => true,
        Scans::ByRule => battle.rules.is(Rule::StarbaseScanners, "yes"),
    };
    has_scanners && group.gear.scanners >= cloaking.gear.cloaking
}

/// Fighters that have room on a ship (15.2.3).
pub fn room(group: &Group) -> usize {
    usize::from(group.unit.traits.carries)
}

/// Fighters that need a ship to carry them, as those of alternate empires don't (24.1.2).
pub fn is_carried(group: &Group) -> bool {
    group.unit.traits.fighter && !group.unit.can_retreat
}

/// Fighters that stay aboard the ships which carry them (25.1.2, 25.5.2).
pub fn is_aboard(battle: &Battle, group: &Group) -> bool {
    is_carried(group) && (battle.terrain.plasma_storm || battle.terrain.quantum_filament)
}

/// Whether it fires and is fired at.
pub fn fights(battle: &Battle, group: &Group) -> bool {
    group.unit.role == Role::Combat && !is_aboard(battle, group) && !dies_in_plasma(battle, group)
}

/// 25.1.2: ships that cost 9 CP or less are destroyed at once, and the two smallest types of Replicators. Fighters are
/// aboard, and a Flagship cost nothing because it is never bought.
pub fn dies_in_plasma(battle: &Battle, group: &Group) -> bool {
    let unit = &group.unit;
    let cheap = unit.moves && unit.cost <= 9 && unit.cost > 0 && !is_carried(group);
    battle.terrain.plasma_storm && (cheap || ["Rep0", "RepII"].contains(&unit.name.as_str()))
}

/// Whether a Group is E-Class where it is: in asteroids and nebulae (5.8), which do nothing to a Doomsday Machine
/// (29.4), and attacking a planet with an ambush (26.0).
pub fn is_e_class(battle: &Battle, group: &Group) -> bool {
    let hidden = battle.terrain.asteroids || battle.terrain.nebula;
    group.unit.traits.ambushed || hidden && !group.unit.traits.terrain_proof
}

/// Weapon class, 0 for A: everyone is E-Class in asteroids and nebulae (5.8), Raiders D-Class uncloaked
/// (16.1.3).
pub fn class(battle: &Battle, group: &Group, cloaked: bool) -> u8 {
    if is_e_class(battle, group) {
        // 19.1: Boarding Ships stay F-Class.
        group.unit.class.max(4)
    } else if group.unit.traits.cloaks && !cloaked {
        3
    } else {
        group.unit.class
    }
}

/// 36.5.5: three less out of supply, but no less than this; of the strength, or of the sum with technology.
fn supplied(battle: &Battle, group: &Group, (strength, technology): (i64, i64), least: i64) -> i64 {
    if !group.out_of_supply {
        strength + technology
    } else if battle.rules.is(Rule::OutOfSupply, "total") {
        (strength + technology - 3).max(least)
    } else {
        (strength - 3).max(least) + technology
    }
}

/// Whether a Group's Point Defense counts, of whatever use it may be.
pub fn point_defense(battle: &Battle, group: &Group) -> bool {
    let hidden = battle.terrain.asteroids || battle.terrain.nebula;
    group.gear.point_defense > 0 && !(hidden && battle.rules.is(Rule::PointDefenseTerrain, "lost"))
}

/// Whether a Group attacks a target by boarding it (19.2): not in a quantum filament (25.5.2), and not what can't be
/// captured (19.2.2).
pub fn boards(battle: &Battle, shooter: &Group, target: &Group) -> bool {
    let their = &target.unit.traits;
    shooter.unit.traits.boards.is_some()
        && !battle.terrain.quantum_filament
        && !(their.unboardable || their.replicator || target.loaded)
}

/// Attack Strength and technology (5.5): of what launches Missiles theirs (24.4.3), of what boards that of its guns
/// (19.2.2).
pub fn attack(battle: &Battle, group: &Group) -> i64 {
    let traits = &group.unit.traits;
    attack_of(
        battle,
        group,
        traits.launches.or(traits.boards).unwrap_or(group.unit.attack),
    )
}

/// The strength by which a policy measures a Group: as [`attack`], but what boards has the strength on its counter.
pub fn power(battle: &Battle, group: &Group) -> u64 {
    if group.unit.traits.boards.is_some() && !battle.terrain.quantum_filament {
        return u64::from(group.unit.attack);
    }
    attack(battle, group).unsigned_abs()
}

fn attack_of(battle: &Battle, group: &Group, strength: u8) -> i64 {
    // 9.2: no more technology than the hull can carry; 5.8.1: none in asteroids.
    let technology = if battle.terrain.asteroids {
        0
    } else {
        group.attack.min(group.unit.max_attack)
    };
    // 25.4.3
    let strength = strength + u8::from(group.charge == Some(Charge::Red));
    supplied(battle, group, (i64::from(strength), i64::from(technology)), 1)
}

/// Defense Strength and technology (5.5).
pub fn defense(battle: &Battle, group: &Group) -> i64 {
    let (mut strength, mut technology) = (
        i64::from(group.unit.defense),
        i64::from(group.defense.min(group.unit.max_defense)),
    );
    // 25.4.4
    strength += i64::from(group.charge == Some(Charge::Green));
    // 25.8: nothing defends in a quasar; 5.8.2: technology doesn't in a nebula.
    if battle.terrain.quasar {
        strength = 0;
    }
    if battle.terrain.quasar || battle.terrain.nebula {
        technology = 0;
    }
    supplied(battle, group, (strength, technology), 0)
}

/// Abilities that count against ships of one size (24.3): of the attacker, and of the target, whose is Defense Strength
/// and so nothing in a quasar. By the Hull Size on the counter.
fn against_size(battle: &Battle, shooter: &Group, target: &Group) -> i64 {
    let (ours, theirs) = (shooter.gear.abilities, target.gear.abilities);
    let better = if target.unit.hull >= 2 {
        ours.has(Ability::AttackLarge)
    } else {
        ours.has(Ability::AttackSmall)
    };
    let safer = if shooter.unit.hull >= 2 {
        theirs.has(Ability::DefenseLarge)
    } else {
        theirs.has(Ability::DefenseSmall)
    };
    i64::from(better) - i64::from(safer && !battle.terrain.quasar)
}

/// A roll of this or less hits (5.5); a die shows no more than 10. A 1 always does, but on a Titan only
/// if a Fighter rolled it (22.0).
pub fn need(battle: &Battle, firing: Party, fired_at: Party, bonus: bool) -> u8 {
    let (shooter, target) = (firing.group, fired_at.group);
    let their = &target.unit.traits;
    let titan = their.attack_of_fighters > 0;
    // 40.4: at Titans small Replicators fire as Fighters do.
    let fighter = shooter.unit.traits.fighter || shooter.unit.traits.swarms && titan;
    // 19.2.1: but for experience nothing changes the strength on the counter, neither supply nor a pulsar.
    if boards(battle, shooter, target) {
        let hold = i64::from(hull(fired_at) + fired_at.security);
        return (i64::from(shooter.unit.attack) + skill(firing, fired_at) - hold).clamp(1, 10) as u8;
    }
    // 29.2
    if shooter.unit.traits.fighter && their.immune_to_fighters {
        return 0;
    }
    // 22.1, 38.5.3
    let bonus = bonus
        && (their.bonus_against == BonusAgainst::Anybody || their.bonus_against == BonusAgainst::Fighters && fighter);
    let mut need = if target.unit.traits.fighter && point_defense(battle, shooter) {
        // 15.3, and 15.2.7, which is Defense Strength and so nothing in a quasar.
        let evasion = if battle.terrain.quasar { 0 } else { target.gear.evasion };
        attack_of(battle, shooter, 5 + shooter.gear.point_defense) - i64::from(evasion)
    } else if let Some((_, strength)) = shooter.unit.traits.against_cloaked.filter(|_| target.gear.cloaking > 0) {
        // 40.7.2
        attack_of(battle, shooter, strength)
    } else {
        // 19.2.2: what boards fires without Attack technology, of which it mounts none.
        attack(battle, shooter)
    };
    need += i64::from(bonus) + skill(firing, fired_at) - defense(battle, target);
    if fighter {
        need += i64::from(their.attack_of_fighters);
    }
    need += against_size(battle, shooter, target);
    // Heavy Warheads hit on 1 and 2: Titans on 1 alone, and Doomsday Machines of the solitaire scenarios as anybody.
    let warheads = shooter.gear.abilities.has(Ability::HeavyWarheads);
    let least = match (their.no_automatic_hit && !fighter, warheads) {
        (false, true) => 2,
        (false, false) => 1,
        (true, true) if titan => 1,
        (true, _) => 0,
    };
    // A Doomsday Machine of the solitaire scenarios misses on a 10.
    let most = if shooter.unit.traits.ten_misses { 9 } else { 10 };
    need.clamp(least, most) as u8
}
