//! The shots of one round from one state, backwards from the round's end: what each is worth if all
//! before it missed, given what the state itself is worth.

use super::leaving::{Departure, Freedom, Leaving};
use super::rounds::Rounds;
use super::shots::{Mark, Shots, Volley};
use super::space::Space;
use super::turn::{Choice, Target, Turn};
use crate::engine::plan::{Leave, ships_by_aim};

/// Where the values after a hit are found: the blocks of the state that it leads to.
pub trait Blocks {
    /// The place of the state whose number is less by this much.
    fn find(&self, less: u32) -> Found;

    /// Its values in a round of this kind.
    fn values(&self, found: Found, kind: usize) -> &[f64];
}

/// Where a state's blocks are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// Levels further down, less one.
    pub level: usize,
    /// First value.
    pub place: usize,
}

/// The shots of one state, last turn first, with room for them.
#[derive(Default)]
pub struct Chain {
    volleys: Vec<Volley>,
    marks: Vec<Mark>,
    leaving: Vec<Leaving>,
    /// What a hit on each slot leads to, one damage after the other.
    found: Vec<Found>,
    /// Values after a hit, mixed as a random shooter's chances are.
    mixed: Vec<f64>,
}

/// A value, and how much of the value after the round is in it.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    /// The value.
    pub value: f64,
    /// What one more after the round adds to it: the chance that nothing happens.
    pub slope: f64,
}

/// A decision as one byte: the slot that is shot at, or one of these.
pub mod decision {
    /// An unhurt ship leaves.
    pub const LEAVE: u8 = 255;
    /// The wounded ship leaves.
    pub const LEAVE_WOUNDED: u8 = 254;
    /// The ship stays where it is: screened, or with nobody to shoot at.
    pub const STAY: u8 = 253;
}

/// A state that is looked at, and the kind of round.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// All states.
    pub space: &'a Space,
    /// The turns of a round.
    pub turns: &'a [Turn],
    /// All kinds of rounds.
    pub rounds: &'a Rounds,
    /// The state.
    pub parts: [usize; 2],
    /// The round's kind.
    pub kind: usize,
}

impl Seen<'_> {
    /// Ships of a slot that are not screened.
    #[inline]
    fn front(&self, side: usize, slot: usize) -> u8 {
        let ships = self.space.sides[side].ships(self.parts[side], slot);
        ships.saturating_sub(self.rounds.kinds[self.kind].situation.back(slot))
    }

    /// Ships of a target that can be fired at.
    #[inline]
    fn exposed(&self, side: usize, target: &Target) -> u8 {
        let back = |slot: usize| self.rounds.kinds[self.kind].situation.back(slot);
        if self.space.sides[side].barred(self.parts[side], target.bar, back) {
            return 0;
        }
        self.front(side, target.slot)
    }

    /// The slot that takes a hit on `slot`: of a row whose wounded ships are split off, the most
    /// wounded in front.
    #[inline]
    fn hit_slot(&self, side: usize, target: &Target) -> usize {
        self.space.sides[side].hit_slot(target.slot, |slot| self.front(side, slot) > 0)
    }
}

impl Chain {
    /// Looks at a state: who fires at whom, and what a hit leads to.
    pub fn look(&mut self, seen: Seen, blocks: &impl Blocks) {
        self.find(seen, blocks);
        self.volleys.clear();
        self.marks.clear();
        self.leaving.clear();
        for turn in seen.turns.iter().rev() {
            let (mut ships, mut front) = (0, 0);
            if seen.rounds.takes_turn(turn.when, seen.kind) {
                ships = seen.space.sides[turn.side].ships(seen.parts[turn.side], turn.shooter);
                front = usize::from(seen.front(turn.side, turn.shooter));
            }
            let guns = front * usize::from(turn.attacks);
            let first = self.marks.len();
            if guns > 0 {
                self.mark(seen, turn);
            }
            let leaves = ships > 0 && turn.leave != Leave::Never;
            let freely = turn.leave == Leave::Freely && seen.rounds.may_leave_in(seen.rounds.kinds[seen.kind].age);
            let leaving = match leaves {
                true => (Freedom::of(seen, turn, blocks).map(Leaving::Free))
                    .or_else(|| Departure::of(seen, turn, blocks).map(Leaving::Ordered)),
                false => None,
            };
            let leaving = leaving.map(|leaving| {
                self.leaving.push(leaving);
                self.leaving.len() as u32 - 1
            });
            self.volleys.push(Volley {
                side: turn.side,
                choice: turn.choice,
                place: turn.place,
                shooter: turn.shooter,
                guns,
                screened: if freely { usize::from(ships) - front } else { 0 },
                marks: (first, self.marks.len()),
                leaving,
            });
        }
    }

    /// Looks up what the hits on each slot lead to.
    fn find(&mut self, seen: Seen, blocks: &impl Blocks) {
        self.found.clear();
        for table in 0..seen.space.damages.len() {
            for (side, &part) in seen.space.sides.iter().zip(&seen.parts) {
                for slot in side.slots.clone() {
                    let there = side.ships(part, slot) > 0;
                    self.found.push(if there {
                        blocks.find(side.hit(part, slot, table))
                    } else {
                        Found::default()
                    });
                }
            }
        }
    }

    /// Whom a turn may shoot at.
    fn mark(&mut self, seen: Seen, turn: &Turn) {
        let enemy = 1 - turn.side;
        let enemies = &seen.space.sides[enemy];
        let found = &self.found[turn.table * seen.space.sides[1].slots.end..];
        let front = |target: &Target| seen.exposed(enemy, target);
        let hurt = |target: &Target| enemies.hurt(seen.parts[enemy], target.slot);
        let mark = |target: &Target| {
            let slot = seen.hit_slot(enemy, target);
            Mark {
                slot: slot as u8,
                chance: target.chance,
                found: found[slot],
            }
        };
        match turn.choice {
            Choice::Most | Choice::Least => {
                // Of a row's slots only the one that takes the hit.
                for target in &turn.targets {
                    if front(target) > 0 && seen.hit_slot(enemy, target) == target.slot {
                        self.marks.push(mark(target));
                    }
                }
            }
            Choice::Listed => {
                let holds = |target: &&Target| front(target) > 0 && hurt(target) >= target.min_damage;
                self.marks.extend(turn.targets.iter().find(holds).map(mark));
            }
            Choice::Random => {
                let ships = |target: &Target| f64::from(ships_by_aim(target.min_damage, front(target), hurt(target)));
                let total = |targets: &[Target]| targets.iter().map(ships).sum::<f64>();
                let (preferred, others) = turn.targets.split_at(turn.preferred);
                let targets = if total(preferred) > 0.0 { preferred } else { others };
                let all = total(targets);
                let present = targets.iter().filter(|target| ships(target) > 0.0);
                self.marks.extend(present.map(|target| Mark {
                    chance: target.chance.map(|chance| chance * ships(target) / all),
                    ..mark(target)
                }));
            }
        }
    }

    /// The ships of a volley, counted from the last turn: those that fire, and those that are screened
    /// and may leave.
    #[must_use]
    pub fn acts(&self, volley: usize) -> (usize, usize) {
        let volley = &self.volleys[volley];
        (volley.guns, volley.screened)
    }

    /// Ships of a volley, counted from the last turn, leave before it by their side's orders.
    #[must_use]
    pub fn leaves_by_orders(&self, volley: usize) -> bool {
        let leaving = self.volleys[volley].leaving.map(|number| self.leaving[number as usize]);
        matches!(leaving, Some(Leaving::Ordered(_)))
    }

    /// Every slot that a turn can hit, with the chances without and with the bonus, and where a hit
    /// leads; in the order of its aims.
    pub fn targets(&self, seen: Seen, turn: &Turn, blocks: &impl Blocks) -> Vec<(usize, [f64; 2], Found)> {
        let enemy = 1 - turn.side;
        let enemies = &seen.space.sides[enemy];
        let there = |target: &&Target| seen.exposed(enemy, target) > 0;
        let hit = |target: &Target| {
            let slot = seen.hit_slot(enemy, target);
            let found = blocks.find(enemies.hit(seen.parts[enemy], slot, turn.table));
            (slot, target.chance, found)
        };
        turn.targets.iter().filter(there).map(hit).collect()
    }

    /// What it is worth that the next of `acts` ships of a volley leaves, the last `screened` of them
    /// being screened: an unhurt one, and the wounded one.
    #[must_use]
    pub fn leaving(
        &self,
        volley: usize,
        kind: usize,
        (acts, screened): (usize, usize),
        blocks: &impl Blocks,
    ) -> [Option<f64>; 2] {
        let volley = &self.volleys[volley];
        match volley.leaving.map(|number| self.leaving[number as usize]) {
            Some(Leaving::Free(freedom)) => freedom.values((kind, kind), volley.place, (acts, screened), blocks),
            _ => [None; 2],
        }
    }

    /// A value close to the state's: that of a round's start after the first target's hit.
    pub fn guess(&self, kind: usize, blocks: &impl Blocks) -> f64 {
        let first = self.volleys.iter().rev().find(|volley| volley.marks.0 < volley.marks.1);
        first.map_or(0.0, |volley| {
            let found = self.marks[volley.marks.0].found;
            blocks.values(found, kind)[volley.place + volley.guns + volley.screened - 1]
        })
    }

    /// Writes the value of every shot in a round of this kind to `values`, if the state is worth `end`
    /// after it, and if asked for every decision to `decisions`. Returns the value at the round's
    /// start.
    pub fn sweep(
        &mut self,
        (rounds, kind): (&Rounds, usize),
        blocks: &impl Blocks,
        end: f64,
        values: &mut [f64],
        mut decisions: Option<&mut [u8]>,
    ) -> Worth {
        let bonus = rounds.kinds[kind].situation.bonus;
        let mut now = Worth { value: end, slope: 1.0 };
        for volley in &self.volleys {
            let acts = volley.guns + volley.screened;
            let values = &mut values[volley.place..][..=acts];
            values[0] = now.value;
            let shots = Shots {
                bonus: usize::from(bonus[volley.side]),
                marks: &self.marks[volley.marks.0..volley.marks.1],
                blocks,
                kind,
                first: volley.place + volley.screened,
                guns: volley.guns,
                now,
            };
            if volley.leaving.is_some() || volley.screened > 0 || decisions.is_some() {
                let decisions = decisions.as_mut().map(|all| &mut all[volley.place..][..=acts]);
                let leaving = volley.leaving.map(|number| &self.leaving[number as usize]);
                now = shots.one_by_one(volley, leaving, rounds, values, decisions);
                continue;
            }
            let values = &mut values[1..];
            now = match (shots.marks, volley.choice) {
                ([], _) => {
                    values.fill(now.value);
                    now
                }
                (_, Choice::Random) => shots.at_any(&mut self.mixed, values),
                ([_], _) => shots.at::<1, true>(values),
                ([_, _], Choice::Least) => shots.at::<2, false>(values),
                ([_, _], _) => shots.at::<2, true>(values),
                ([_, _, _], Choice::Least) => shots.at::<3, false>(values),
                ([_, _, _], _) => shots.at::<3, true>(values),
                (_, choice) => shots.at_many(choice != Choice::Least, values),
            };
        }
        now
    }
}
