//! Who leaves (5.9), and what becomes of Fighters (15.2).

use super::{Fate, Fight, Line, Ship, numbers};
use broadside::rules::space_empires::Retreat;
use broadside::spec::Side;

impl<'a> Fight<'a> {
    /// Whether all of the side leaves in this round, by its policy (5.9: not in the first round).
    pub(super) fn wants_to_leave(&self, side: Side) -> bool {
        let ships = |side| self.counting_ships(side).count() as u64;
        self.round > 1
            && match self.battle.sides[side.index()].policy.retreat {
                Retreat::Never | Retreat::Wounded | Retreat::Units(_) => false,
                Retreat::Optimal => unreachable!("best play is solved, not simulated"),
                Retreat::AfterRound(round) => self.round > round,
                Retreat::Outnumbered { ratio_milli } => {
                    ships(side.enemy()) * 1000 >= ships(side) * u64::from(ratio_milli)
                }
                Retreat::StrengthBelow { ratio_milli } => {
                    self.strength(side) * 1000 < self.strength(side.enemy()) * u64::from(ratio_milli)
                }
            }
    }

    /// Hits that destroy a ship times its strength, summed over the side's combat-capable ships, those that count.
    fn strength(&self, side: Side) -> u64 {
        let one = |ship: &Ship| {
            let party = self.party(side, ship.line);
            u64::from(numbers::hull(party)) * numbers::power(self.battle, party.group)
        };
        self.counting_ships(side).map(one).sum()
    }

    // 5.9: on its turn, from the second round on, a ship may leave instead of firing, screened or
    // not, but not if it cannot move, and not once there is nobody to retreat from.
    pub(super) fn leave(&mut self, side: Side, line: Line) {
        let group = self.group(line);
        // 25.4.1
        if self.battle.terrain.pulsar {
            return;
        }
        if self.round == 1 || !self.can_retreat(line) || self.strength_in_ships(side.enemy()) == 0 {
            return;
        }
        let leavers: Vec<usize> = self
            .ships_of(side, line)
            .filter(|&i| self.wants_out(&self.ships[i]))
            .collect();
        // 15.1.2: a wounded Carrier that leaves alone may not leave Fighters without room behind.
        // Fighters that are aboard go with their ship.
        let terrain = self.battle.terrain;
        let alone = self.battle.sides[side.index()].policy.retreat == Retreat::Wounded
            && !(terrain.plasma_storm || terrain.quantum_filament);
        let carries = numbers::room(group);
        if alone && carries > 0 && !self.battle.fighters_at_home(side) {
            let fighters = self.fighters(side).count();
            if fighters + carries > self.room(side) {
                return;
            }
        }
        if leavers.is_empty() || !self.may_leave(side) {
            return;
        }
        for &i in &leavers {
            self.ships[i].fate = Fate::Retreated;
        }
        if !alone {
            // As many Fighters go with them as they can carry, those listed first, and of a Group those that
            // held their fire.
            let mut aboard: Vec<usize> = self.fighters(side).collect();
            aboard.sort_by_key(|&i| (self.ships[i].line.group, self.ships[i].screened));
            for i in aboard.into_iter().take(carries * leavers.len()) {
                self.ships[i].fate = Fate::Retreated;
            }
        }
    }

    /// Whether a Group's ships may retreat at all. Aliens never do (18.2), but whoever captures them may (19.3, 19.6).
    fn can_retreat(&self, line: Line) -> bool {
        let unit = &self.group(line).unit;
        let captured_aliens = line.taken && unit.traits.own_technology.is_some();
        unit.can_retreat || captured_aliens
    }

    /// Whether the ship leaves on its turn in this round, by its side's policy.
    pub(super) fn wants_out(&self, ship: &Ship) -> bool {
        let group = self.data(ship);
        self.round > 1
            && self.can_retreat(ship.line)
            && !self.is_being_taken(ship)
            && !self.battle.terrain.pulsar
            && match &self.battle.sides[ship.side.index()].policy.retreat {
                Retreat::Wounded => ship.damage > 0,
                Retreat::Units(names) => names.contains(&group.unit.name),
                _ => self.leaving[ship.side.index()],
            }
    }

    /// The side's Fighters in the battle that need a ship to be on.
    pub(super) fn fighters(&self, side: Side) -> impl Iterator<Item = usize> + use<'_, 'a> {
        (0..self.ships.len()).filter(move |&i| {
            let ship = &self.ships[i];
            ship.side == side && ship.fate == Fate::Here && numbers::is_carried(self.data(ship))
        })
    }

    /// Fighters that the side's ships in the hex can carry.
    fn room(&self, side: Side) -> usize {
        let ships = self.combat_ships(side);
        ships.map(|ship| numbers::room(self.data(ship))).sum()
    }

    // 15.2.5: Fighters whose ships leave later in this round hold their fire. They declare it now, so in an
    // ion storm the roll is made now.
    pub(super) fn hold_fire(&mut self, side: Side, line: Line) -> usize {
        if self.battle.sides[side.index()].policy.retreat == Retreat::Wounded {
            return 0;
        }
        let leaving = self.combat_ships(side).filter(|ship| self.wants_out(ship));
        let mut room: usize = leaving.map(|ship| numbers::room(self.data(ship))).sum();
        let earlier = self.fighters(side).filter(|&i| self.ships[i].line.group < line.group);
        room = room.saturating_sub(earlier.count());
        let here = self.ships_of(side, line).filter(|&i| !self.ships[i].screened);
        let holding = here.count().min(room);
        if holding == 0 || self.strength_in_ships(side.enemy()) == 0 || !self.may_leave(side) {
            return 0;
        }
        holding
    }

    // 25.1.3: out of an ion storm only on 1 to 8, rolled at the first attempt.
    fn may_leave(&mut self, side: Side) -> bool {
        if !self.battle.terrain.ion_storm {
            return true;
        }
        let dice = &mut self.dice;
        *self.free[side.index()].get_or_insert_with(|| dice.roll() <= 8)
    }

    // 15.2.2, 22.2: Fighters without a ship or a Colony to be on are lost, those listed last.
    pub(super) fn lose_the_homeless(&mut self) {
        for side in Side::BOTH {
            if self.battle.fighters_at_home(side) {
                continue;
            }
            let room = self.room(side);
            let fighters: Vec<usize> = self.fighters(side).collect();
            for i in fighters.into_iter().skip(room) {
                self.ships[i].fate = Fate::Destroyed;
            }
        }
    }
}
