//! A plain simulator, written from the rules: one ship a struct, one die at a time, nothing kept.

use broadside::engine::volley::{Assignment, Die, Equals, Plan, Stalemate};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Hex,
    Edge,
    Away,
}

#[derive(Clone, Debug)]
struct Ship {
    side: usize,
    slot: usize,
    damage: i32,
    place: Place,
    destroyed: bool,
}

/// A die that was rolled and not yet assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rolled {
    damage: i32,
    /// Roll plus computer; a natural 6 and rift dice hit whatever the shield.
    total: i32,
    always: bool,
}

impl Rolled {
    fn hits(self, shield: i32) -> bool {
        self.always || self.total - shield >= 6
    }
}

/// What a battle left: ships in the hex and ships that left it, by slot; rounds; and whether it was
/// stopped.
#[derive(Clone, Debug)]
pub struct Report {
    pub left: Vec<u32>,
    pub retreated: Vec<u32>,
    pub rounds: u16,
}

struct Battle<'a> {
    plan: &'a Plan,
    ships: Vec<Ship>,
    rerolls: [u8; 2],
    dice: &'a mut Xoshiro256PlusPlus,
}

pub fn dice(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Fights one battle.
pub fn fight(plan: &Plan, dice: &mut Xoshiro256PlusPlus) -> Report {
    let mut ships = Vec::new();
    for (slot, row) in plan.slots.iter().enumerate() {
        ships.extend(row.damage.iter().map(|&damage| Ship {
            side: row.side.index(),
            slot,
            damage: i32::from(damage),
            place: Place::Hex,
            destroyed: false,
        }));
    }
    let rerolls = plan.orders.map(|orders| orders.rerolls);
    let mut battle = Battle {
        plan,
        ships,
        rerolls,
        dice,
    };
    let rounds = battle.fight();
    let count = |away: bool| {
        let counted = |ship: &Ship| !ship.destroyed && (ship.place == Place::Away) == away;
        let of_slot = |slot| {
            battle
                .ships
                .iter()
                .filter(|ship| ship.slot == slot && counted(ship))
                .count() as u32
        };
        (0..plan.slots.len()).map(of_slot).collect()
    };
    Report {
        left: count(false),
        retreated: count(true),
        rounds,
    }
}

impl Battle<'_> {
    fn present(&self, ship: &Ship) -> bool {
        !ship.destroyed && ship.place != Place::Away
    }

    fn over(&self) -> bool {
        let has = |side| self.ships.iter().any(|ship| ship.side == side && self.present(ship));
        !has(0) || !has(1)
    }

    /// Slots by initiative; ties go to the defender.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.plan.slots.len()).collect();
        order.sort_by_key(|&slot| {
            let slot = &self.plan.slots[slot];
            (-i32::from(slot.initiative), -(slot.side.index() as i32))
        });
        order
    }

    fn fight(&mut self) -> u16 {
        if self.over() {
            return 0;
        }
        for slot in self.order() {
            self.fire(slot, true);
            if self.over() {
                return 0;
            }
        }
        for round in 1..=self.plan.stop.round {
            let slots = &self.plan.slots;
            let armed = |ship: &Ship| slots[ship.slot].cannons.iter().any(|dice| dice.count > 0);
            if !self.ships.iter().any(|ship| self.present(ship) && armed(ship)) {
                for ship in self.ships.iter_mut().filter(|ship| ship.side == 0 && !ship.destroyed) {
                    if self.plan.stalemate == Stalemate::Retreats || slots[ship.slot].leave_from.is_some() {
                        ship.place = Place::Away;
                    } else if ship.place != Place::Away {
                        ship.destroyed = true;
                    }
                }
                return round - 1;
            }
            if round > 1 {
                for ship in &mut self.ships {
                    ship.damage = (ship.damage - i32::from(slots[ship.slot].repair)).max(0);
                }
            }
            for slot in self.order() {
                let wants = self.plan.slots[slot].leave_from.is_some_and(|from| round >= from);
                let mut own = self
                    .ships
                    .iter_mut()
                    .filter(|ship| ship.slot == slot && !ship.destroyed);
                if wants {
                    own.for_each(|ship| {
                        ship.place = if ship.place == Place::Hex {
                            Place::Edge
                        } else {
                            Place::Away
                        }
                    });
                } else if own.next().is_some() {
                    self.fire(slot, false);
                }
                if self.over() {
                    return round;
                }
            }
        }
        self.plan.stop.round
    }

    fn d6(&mut self) -> i32 {
        self.dice.random_range(1..=6)
    }

    fn shield(&self, ship: &Ship, missiles: bool) -> i32 {
        let slot = &self.plan.slots[ship.slot];
        i32::from(if missiles { slot.missile_shield } else { slot.shield })
    }

    fn fire(&mut self, slot: usize, missiles: bool) {
        let row = &self.plan.slots[slot];
        let side = row.side.index();
        let shooters = self
            .ships
            .iter()
            .filter(|ship| ship.slot == slot && self.present(ship))
            .count();
        let kinds = if missiles { &row.missiles } else { &row.cannons };
        let mut pool: Vec<Die> = Vec::new();
        for kind in kinds {
            pool.extend(std::iter::repeat_n(kind.die, shooters * usize::from(kind.count)));
        }
        pool.sort_by_key(|die| -i32::from(die.damage()));
        if missiles && self.plan.orders[1 - side].point_defence && !pool.is_empty() {
            let mut shots = 0;
            let present: Vec<Ship> = self.ships.iter().filter(|ship| self.present(ship)).cloned().collect();
            for ship in present.iter().filter(|ship| ship.side != side) {
                let defender = &self.plan.slots[ship.slot];
                for cannon in defender.cannons.iter().filter(|cannon| cannon.die != Die::Rift) {
                    for _ in 0..cannon.count {
                        let roll = self.d6();
                        shots += usize::from(roll == 6 || (roll != 1 && roll + i32::from(defender.computer) >= 6));
                    }
                }
            }
            pool.drain(..shots.min(pool.len()));
        }
        let computer = i32::from(row.computer);
        let targets: Vec<Ship> = self
            .ships
            .iter()
            .filter(|ship| ship.side != side && self.present(ship))
            .cloned()
            .collect();
        if targets.is_empty() {
            return;
        }
        let weakest = targets.iter().map(|ship| self.shield(ship, missiles)).min().unwrap();
        let mut rolls: Vec<(Die, i32)> = pool.iter().map(|&die| (die, self.d6())).collect();
        // A rift die hits with a 4, 5 or 6; a 3 and a 6 hurt its own side.
        let missed = |(die, roll): (Die, i32)| match die {
            Die::Rift => roll < 4,
            _ => roll == 1 || (roll != 6 && roll + computer - weakest < 6),
        };
        while self.rerolls[side] > 0 {
            let strongest = rolls
                .iter()
                .filter(|&&rolled| missed(rolled))
                .map(|(die, _)| *die)
                .max_by_key(|die| {
                    // Of equal damage rift dice go last.
                    (die.damage(), *die != Die::Rift, matches!(die, Die::Whole(_)))
                });
            let Some(strongest) = strongest else { break };
            let of_kind = |&&(die, roll): &&(Die, i32)| die == strongest && missed((die, roll));
            let hurting = rolls
                .iter()
                .filter(of_kind)
                .map(|&(_, roll)| i32::from(die_backfires(strongest, roll)))
                .max();
            let place = rolls.iter().position(|&(die, roll)| {
                die == strongest && missed((die, roll)) && Some(i32::from(die_backfires(die, roll))) == hurting
            });
            rolls[place.unwrap()].1 = self.d6();
            self.rerolls[side] -= 1;
        }
        let mut hits = Vec::new();
        let mut own = 0;
        for &(die, roll) in &rolls {
            let (damage, times) = match die {
                Die::Whole(damage) => (i32::from(damage), 1),
                Die::Split(points) => (1, points),
                Die::Rift => (roll - 3, 1),
            };
            own += i32::from(die_backfires(die, roll));
            if !missed((die, roll)) {
                let rolled = Rolled {
                    damage,
                    total: roll + computer,
                    always: roll == 6 || die == Die::Rift,
                };
                hits.extend(std::iter::repeat_n(rolled, usize::from(times)));
            }
        }
        self.backfire(side, own);
        self.assign(side, hits, missiles);
    }

    /// Rift damage to the own side: its ships with rift dice, destroyed if possible, largest first.
    fn backfire(&mut self, side: usize, mut points: i32) {
        let mut order: Vec<usize> = (0..self.ships.len())
            .filter(|&at| {
                let ship = &self.ships[at];
                let slot = &self.plan.slots[ship.slot];
                let mut dice = slot.cannons.iter().chain(&slot.missiles);
                ship.side == side && self.present(ship) && dice.any(|dice| dice.die == Die::Rift && dice.count > 0)
            })
            .collect();
        order.sort_by_key(|&at| self.rank(at, true, true));
        for &at in &order {
            let need = self.left(at);
            if points >= need {
                self.hurt(at, need);
                points -= need;
            }
        }
        if let Some(&at) = order.iter().find(|&&at| !self.ships[at].destroyed) {
            self.hurt(at, points);
        }
    }

    fn left(&self, at: usize) -> i32 {
        i32::from(self.plan.slots[self.ships[at].slot].hull) + 1 - self.ships[at].damage
    }

    fn hurt(&mut self, at: usize, points: i32) {
        self.ships[at].damage += points;
        self.ships[at].destroyed = self.left(at) <= 0;
    }

    fn rank(&self, at: usize, largest: bool, most_damaged: bool) -> (i32, usize, i32) {
        let ship = &self.ships[at];
        let size = i32::from(self.plan.slots[ship.slot].size);
        let left = self.left(at);
        (
            if largest { -size } else { size },
            ship.slot,
            if most_damaged { left } else { -left },
        )
    }

    fn order_of(&self, enemy: usize, largest: bool, most_damaged: bool) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.ships.len())
            .filter(|&at| self.ships[at].side == enemy && self.present(&self.ships[at]))
            .collect();
        order.sort_by_key(|&at| self.rank(at, largest, most_damaged));
        order
    }

    fn assign(&mut self, side: usize, mut hits: Vec<Rolled>, missiles: bool) {
        // Strongest first, those that hit fewest ships before others; only that matters to the rules.
        let enemies: Vec<i32> = self
            .ships
            .iter()
            .filter(|ship| ship.side != side && self.present(ship))
            .map(|ship| self.shield(ship, missiles))
            .collect();
        let reach = move |hit: &Rolled| enemies.iter().filter(|&&shield| hit.hits(shield)).count();
        hits.sort_by_key(|hit| (-hit.damage, reach(hit)));
        let (largest, kills_first, focus) = match self.plan.orders[side].assignment {
            Assignment::NonPlayer(equals) => (true, true, equals == Equals::Focus),
            Assignment::Largest => (true, false, true),
            Assignment::Smallest => (false, false, true),
            other => panic!("{other:?} is not written in the rules"),
        };
        for at in self.order_of(1 - side, largest, true) {
            let shield = self.shield(&self.ships[at], missiles);
            let usable: Vec<usize> = (0..hits.len()).filter(|&hit| hits[hit].hits(shield)).collect();
            let chosen = match self.cheapest(&hits, &usable, self.left(at)) {
                Some(chosen) => chosen,
                None if kills_first => continue,
                None => usable,
            };
            let damage = chosen.iter().map(|&hit| hits[hit].damage).sum();
            self.hurt(at, damage);
            for hit in chosen.into_iter().rev() {
                hits.remove(hit);
            }
        }
        for hit in hits {
            let order = self.order_of(1 - side, largest, focus);
            if let Some(&at) = order
                .iter()
                .find(|&&at| hit.hits(self.shield(&self.ships[at], missiles)))
            {
                self.hurt(at, hit.damage);
            }
        }
    }

    /// Of all sets of hits that destroy a ship the one that wastes least, then the smallest, then the
    /// one with the strongest hits, then the one whose hits could be used least elsewhere.
    fn cheapest(&self, hits: &[Rolled], usable: &[usize], need: i32) -> Option<Vec<usize>> {
        let mut best: Option<(Cost, Vec<usize>)> = None;
        for set in 1u32..1 << usable.len() {
            let chosen: Vec<usize> = (0..usable.len())
                .filter(|bit| set >> bit & 1 == 1)
                .map(|bit| usable[bit])
                .collect();
            let damage: i32 = chosen.iter().map(|&hit| hits[hit].damage).sum();
            if damage >= need {
                let strongest = chosen.iter().map(|&hit| -hits[hit].damage).collect();
                let cost = (damage, chosen.len(), strongest, chosen.clone());
                if best.as_ref().is_none_or(|(known, _)| cost < *known) {
                    best = Some((cost, chosen));
                }
            }
        }
        best.map(|(_, chosen)| chosen)
    }
}

/// Damage in all, hits, each one's damage, and which they are.
type Cost = (i32, usize, Vec<i32>, Vec<usize>);

fn die_backfires(die: Die, roll: i32) -> bool {
    die == Die::Rift && (roll == 3 || roll == 6)
}
