//! What a ship is worth in a hex: technology, terrain and supply folded into its numbers.

use super::ability::{Abilities, Ability};
use super::battle::{Experience, Group};
use super::catalog::{BonusAgainst, Traits};
use super::experience::advantage;
use super::options::{Rule, Rules};
use super::terrain::Terrain;
use crate::spec::Charge;

/// E as a weapon class: everyone's in asteroids and nebulae (5.2).
pub(super) const E_CLASS: u8 = 4;

/// D as a weapon class: that of uncloaked Raiders (16.1.3).
const UNCLOAKED_CLASS: u8 = 3;

/// What a group's ships are worth in this hex: terrain and supply folded in.
#[derive(Clone, Copy, Debug)]
pub struct Ship {
    /// Weapon class, 0 for A.
    pub class: u8,
    /// Attack Strength plus technology.
    pub attack: u8,
    /// Defense Strength plus technology.
    pub defense: u8,
    /// Hits that destroy it.
    pub hull: u8,
    /// Hull Size, which experience does not change.
    pub size: u8,
    /// What sets its unit apart.
    pub traits: Traits,
    /// It fires with Point Defense.
    pub point_defense: bool,
    /// More Defense Strength against Point Defense (15.2.7).
    pub evasion: u8,
    /// Its special abilities (41.0).
    pub abilities: Abilities,
    /// Its group's level, unless it has nothing to do with experience (37.4).
    pub experience: Option<Experience>,
    /// Attack Strength of its boarding attacks (19.2.1), if it makes any; `attack` is then that against what
    /// can't be boarded.
    pub boards: Option<u8>,
}

impl Ship {
    /// Reads a group's values off, in a hex.
    #[must_use]
    pub fn of(group: &Group, terrain: Terrain, rules: Rules) -> Ship {
        let unit = &group.unit;
        // 25.4: of the strength, and so nothing else's business.
        let charged = |charge: Charge| u8::from(group.charge == Some(charge));
        let armour = unit.defense + charged(Charge::Green);
        let attack_technology = if terrain.asteroids { 0 } else { group.attack };
        let (strength, defense_technology) = match (terrain.quasar, terrain.nebula) {
            (true, _) => (0, 0),
            (false, true) => (armour, 0),
            (false, false) => (armour, group.defense),
        };
        // 36.5.5: −3 to both strengths, down to 1 and 0.
        let out_of_supply =
            |strength: u8, technology: u8, least: u8| match (group.out_of_supply, rules.is(Rule::OutOfSupply, "total"))
            {
                (false, _) => strength + technology,
                (true, false) => strength.saturating_sub(3).max(least) + technology,
                (true, true) => (strength + technology).saturating_sub(3).max(least),
            };
        // 24.4.3: what launches Missiles has their Attack Strength. 19.2.2: what can't be boarded is fired at with
        // another strength, and what boards is F-Class anywhere.
        let weapon = unit.traits.launches.or(unit.traits.boards).unwrap_or(unit.attack);
        let attack = out_of_supply(weapon + charged(Charge::Red), attack_technology, 1);
        let boarding = |_| match rules.is(Rule::BoardingStrength, "printed") {
            true => unit.attack,
            false => out_of_supply(unit.attack + charged(Charge::Red), 0, 1),
        };
        let defense = out_of_supply(strength, defense_technology, 0);
        let keeps_class = unit.traits.terrain_proof || unit.traits.boards.is_some();
        let class = if (terrain.asteroids || terrain.nebula) && !keeps_class {
            E_CLASS
        } else if unit.traits.ambushed {
            // 26.0; F-Class stays what it is.
            unit.class.max(E_CLASS)
        } else {
            unit.class
        };
        Ship {
            class,
            attack,
            defense,
            hull: group.hits(),
            size: unit.hull,
            traits: unit.traits,
            point_defense: false,
            evasion: if terrain.quasar { 0 } else { group.gear.evasion },
            abilities: match terrain.quasar {
                true => { group.gear.abilities }
                    .without(Ability::DefenseLarge)
                    .without(Ability::DefenseSmall),
                false => group.gear.abilities,
            },
            experience: group.experience,
            // 25.5.2
            boards: { unit.traits.boards }
                .filter(|_| !terrain.quantum_filament)
                .map(boarding),
        }
    }

    /// The group's ships uncloaked: Raiders are D-Class then (16.1.3).
    #[must_use]
    pub fn uncloaked(group: &Group, terrain: Terrain, rules: Rules) -> Ship {
        let mut group = group.clone();
        group.unit.class = UNCLOAKED_CLASS;
        Ship::of(&group, terrain, rules)
    }

    /// As the group's ships fire at Fighters with Point Defense (15.3); `None` without it. In asteroids and
    /// nebulae they are E-Class all the same.
    #[must_use]
    pub fn with_point_defense(group: &Group, terrain: Terrain, rules: Rules) -> Option<Ship> {
        let strength = group
            .unit
            .traits
            .point_defense
            .filter(|_| group.gear.point_defense > 0)?;
        if (terrain.asteroids || terrain.nebula) && rules.is(Rule::PointDefenseTerrain, "lost") {
            return None;
        }
        let mut group = group.clone();
        (group.unit.class, group.unit.attack) = (0, strength + group.gear.point_defense);
        Some(Ship {
            point_defense: true,
            ..Ship::of(&group, terrain, rules)
        })
    }

    /// As the group's ships fire at units equipped with Cloaking (40.7.2); `None` if they do no otherwise than at
    /// others.
    #[must_use]
    pub fn against_cloaked(group: &Group, terrain: Terrain, rules: Rules) -> Option<Ship> {
        let (class, attack) = group.unit.traits.against_cloaked?;
        let mut group = group.clone();
        (group.unit.class, group.unit.attack) = (class, attack);
        Some(Ship::of(&group, terrain, rules))
    }

    /// A roll of this or less hits `target` (5.5): a 1 always does, but for units on which it is no
    /// automatic hit; 0 if nothing does.
    #[must_use]
    pub fn need(&self, target: &Ship, bonus: bool) -> u8 {
        let (own, their) = (&self.traits, &target.traits);
        if own.fighter && their.immune_to_fighters {
            return 0;
        }
        // Of all that no roll hits for certain, a Titan alone has something for Fighters (22.0).
        let titan = their.attack_of_fighters > 0;
        // 40.4
        let as_fighter = own.fighter || own.swarms && titan;
        let bonus = bonus
            && match their.bonus_against {
                BonusAgainst::Anybody => true,
                BonusAgainst::Fighters => as_fighter,
                BonusAgainst::Nobody => false,
            };
        let of_fighters = if as_fighter { their.attack_of_fighters } else { 0 };
        let evasion = if self.point_defense { target.evasion } else { 0 };
        // Heavy Warheads (41.0) make one more roll hit for certain, but on a Doomsday Machine none does.
        let heavy = self.abilities.has(Ability::HeavyWarheads);
        let least = match as_fighter || own.swallows || !their.no_automatic_hit {
            true => 1 + u8::from(heavy),
            false => u8::from(heavy && titan),
        };
        // SSB 3.6: larger ships are harder to swallow.
        let bulk = if own.swallows {
            target.size.saturating_sub(1).min(2)
        } else {
            0
        };
        // 24.3: what an ability adds against ships of the other's Hull Size.
        let against = |ship: &Ship, other: &Ship, [large, small]: [Ability; 2]| {
            u8::from(ship.abilities.has(if other.size >= 2 { large } else { small }))
        };
        let aim = against(self, target, [Ability::AttackLarge, Ability::AttackSmall]);
        let armour = against(target, self, [Ability::DefenseLarge, Ability::DefenseSmall]);
        let [more, less] = advantage(self.experience, target.experience);
        (self.attack + of_fighters + u8::from(bonus) + aim + more)
            .saturating_sub(target.defense + evasion + bulk + armour + less)
            .clamp(least, if own.ten_misses { 9 } else { 10 })
    }
}
