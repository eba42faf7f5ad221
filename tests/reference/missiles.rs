//! Missile Boats, their Missiles (24.4) and Jammers (24.5).

use super::{Fate, Fight, Line, Ship, numbers};
use broadside::rules::space_empires::catalog::{Role, Traits, Unit};
use broadside::rules::space_empires::{Battle, Group, Rule};
use broadside::spec::Side;

/// E as a weapon class.
const E_CLASS: u8 = 4;

/// What a Missile is worth, for each Group that launches any.
pub(super) struct Counters([Vec<Option<Group>>; 2]);

impl Counters {
    pub fn of(&self, line: Line) -> &Group {
        let counter = &self.0[line.home.index()][line.group];
        counter.as_ref().expect("the Group launches Missiles")
    }
}

/// The Missiles of a battle's Groups.
pub(super) fn counters(battle: &Battle) -> Counters {
    let of = |group: &Group| group.unit.traits.launches.map(|strength| missile(group, strength));
    Counters(
        battle
            .sides
            .each_ref()
            .map(|fleet| fleet.groups.iter().map(of).collect()),
    )
}

/// 24.4.3: a Missile has the technology of its Boat, and its Defense Strength; supply and pulsars change its strengths
/// as the Boat's.
fn missile(boat: &Group, strength: u8) -> Group {
    Group {
        unit: Unit {
            name: "Missile".to_owned(),
            role: Role::Combat,
            class: E_CLASS,
            attack: strength,
            hull: 1,
            cost: 0,
            can_retreat: false,
            traits: Traits {
                damage: 2,
                // Nothing is captured that a crew could hold.
                unboardable: true,
                ..Traits::default()
            },
            ..boat.unit.clone()
        },
        ..boat.clone()
    }
}

impl Fight<'_> {
    pub(super) fn launches(&self, line: Line) -> bool {
        !line.missile && self.group(line).unit.traits.launches.is_some()
    }

    /// Whether the side has Missiles in flight that will attack though it may have no ship left.
    pub(super) fn has_missiles(&self, side: Side) -> bool {
        let mut ships = self.ships.iter();
        self.battle.rules.is(Rule::MissilesInFlight, "attack")
            && ships.any(|ship| ship.side == side && ship.line.missile && ship.fate == Fate::Here)
    }

    // 24.4.2: every Boat launches one. It flies until the E-Class fires; where all are E-Class it hits at once (24.4.4).
    pub(super) fn launch(&mut self, side: Side, line: Line, boats: &[usize]) {
        let missiles = Line { missile: true, ..line };
        for &boat in boats {
            self.ships[boat].fired = true;
            if numbers::is_e_class(self.battle, self.group(line)) {
                self.attack_with_missile(side, missiles);
            } else {
                self.ships.push(Ship::new(side, missiles));
            }
        }
    }

    // 24.4.4: Missiles attack one after the other, and each is gone whether it hit or not.
    pub(super) fn impact(&mut self, side: Side, missiles: Line) {
        let flying: Vec<usize> = self.ships_of(side, missiles).collect();
        for i in flying {
            self.attack_with_missile(side, missiles);
            self.ships[i].fate = Fate::Spent;
        }
    }

    fn attack_with_missile(&mut self, side: Side, missiles: Line) {
        let (weaker, no_technology) = self.jammers(side);
        let mut group = self.group(missiles).clone();
        group.unit.attack -= weaker;
        if no_technology {
            group.attack = 0;
        }
        if let Some(target) = self.choose(side, missiles, None) {
            self.shoot(side, missiles, &group, target);
        }
    }

    // 24.5.2: what the enemy's Jammers, screened or not, do to a side's Missiles is found when the first of them
    // attacks, and stays so for the round.
    fn jammers(&mut self, side: Side) -> (u8, bool) {
        if let Some(known) = self.jammed[side.index()] {
            return known;
        }
        let enemies = self.counting_ships(side.enemy()).map(|ship| self.data(ship));
        let levels: Vec<u8> = enemies
            .filter(|group| group.unit.traits.jams)
            .map(|group| group.gear.jammer)
            .collect();
        let at_least = |level: u8| levels.iter().filter(|&&jammer| jammer >= level).count();
        let pair = at_least(2) >= 2;
        // Two may take the technology beside the strength, or instead of it.
        let strength = at_least(1) > 0 && !(pair && self.battle.rules.is(Rule::JammerTwo, "technology"));
        let found = (if strength { 2 } else { 0 }, pair);
        self.jammed[side.index()] = Some(found);
        found
    }

    /// Those in flight when the battle ends hit nobody.
    pub(super) fn spend_missiles(&mut self) {
        for ship in self.ships.iter_mut().filter(|ship| ship.line.missile) {
            ship.fate = Fate::Spent;
        }
    }

    // 24.4.4: a Doomsday Machine does not fire at Missiles while there are ships.
    pub(super) fn ignores_missiles(&self, shooter: Line) -> bool {
        let group = self.group(shooter);
        let ships = |side| self.strength_in_ships(side) > 0;
        group.unit.name.starts_with("DM") && ships(shooter.home.enemy())
    }
}
