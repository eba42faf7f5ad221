//! A Group's turn to fire (5.3), and what a hit does (5.6).

use super::numbers::{self, Party};
use super::order::Kind;
use super::{Fate, Fight, Line};
use broadside::rules::space_empires::{Ability, Group};
use broadside::spec::Side;

impl Fight<'_> {
    // 5.3: every ship of the Group fires once, a Starbase twice (38.5.3); those screened don't (5.7.1).
    pub(super) fn fire(&mut self, side: Side, line: Line, early: Option<Kind>) {
        self.prey.clear();
        if line.missile {
            return self.impact(side, line);
        }
        let mut group = self.group(line).clone();
        // 16.1.3
        if self.round == 1 && self.cloaked.contains(&(side, line)) {
            group.unit.attack += 1;
        }
        let hold = if numbers::is_carried(&group) {
            self.hold_fire(side, line)
        } else {
            0
        };
        let ready: Vec<usize> = self
            .ships_of(side, line)
            .filter(|&i| !self.ships[i].screened && !self.ships[i].fired && !self.is_being_taken(&self.ships[i]))
            // Who is to retreat on its own turn does not fire before it.
            .filter(|&i| early.is_none() || !self.wants_out(&self.ships[i]))
            .collect();
        if self.launches(line) {
            return self.launch(side, line, &ready);
        }
        for i in ready.into_iter().skip(hold) {
            let mut salvo = group.gear.abilities.has(Ability::SecondSalvo);
            for _ in 0..group.unit.traits.attacks {
                let Some(target) = self.choose(side, line, early) else {
                    break;
                };
                self.ships[i].fired = true;
                let name = self.data(&self.ships[target]).unit.name.clone();
                if self.shoot(side, line, &group, target) && std::mem::take(&mut salvo) {
                    // Second Salvo: once, at a ship of the same type.
                    if let Some(target) = self.choose_type(side, line, early, &name) {
                        self.shoot(side, line, &group, target);
                    }
                }
            }
        }
    }

    /// One shot of a ship of the Group, which is worth `group` by now; whether it hit.
    pub(super) fn shoot(&mut self, side: Side, line: Line, group: &Group, target: usize) -> bool {
        let firing = Party {
            group,
            ..self.party(side, line)
        };
        let fired_at = self.party(side.enemy(), self.ships[target].line);
        let need = numbers::need(self.battle, firing, fired_at, self.bonus[side.index()]);
        if self.dice.roll() > need {
            return false;
        }
        let their = fired_at.group.unit.traits;
        if numbers::boards(self.battle, group, fired_at.group) {
            self.capture(target);
        } else if let (true, Some(damage)) = (line.missile, their.missile_damage) {
            // 24.4.4
            self.hit(target, damage);
        } else {
            self.hit(target, group.unit.traits.damage);
        }
        true
    }

    // 5.6: as many hits as its Hull Size destroy a ship; a Titan's count double (22.0), and all do in an ion storm (25.1.3).
    fn hit(&mut self, target: usize, damage: u8) {
        let hull = numbers::hull(self.party(self.ships[target].side, self.ships[target].line));
        let ship = &mut self.ships[target];
        ship.damage += if self.battle.terrain.ion_storm {
            2 * damage
        } else {
            damage
        };
        if ship.damage >= hull {
            ship.fate = Fate::Destroyed;
            let level = self.level(self.ships[target].side, self.ships[target].line);
            self.prey.push((target, level));
        }
    }
}
