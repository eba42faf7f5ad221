//! The chance to win if every shooter keeps to an order of targets: exact, and cheap, because orders
//! leave a side few conditions that it can come to.

use super::{Fighter, Orders};
use crate::engine::row::fleet_size_bonus;

/// Situations of a round: nobody has the fleet size bonus, the attacker has, the defender has.
const SITUATIONS: usize = 3;

/// Conditions that a side can come to, the unhurt one first, each before those that it leads to.
struct Conditions {
    /// Fighters of both sides.
    fighters: usize,
    /// Orders by which the side is shot at, no two alike.
    orders: usize,
    /// Ships left of each fighter, condition after condition.
    ships: Vec<usize>,
    /// Ships left of all.
    fleet: Vec<u32>,
    /// By condition and order: who is shot at, and the condition that a hit leads to.
    hits: Vec<(usize, usize)>,
    /// Number of the order by which each enemy shoots.
    order_of: Vec<usize>,
}

impl Conditions {
    /// `None` if there are more than `most`.
    fn of(fighters: &[Fighter], side: usize, orders: &Orders, most: usize) -> Option<Conditions> {
        let mut distinct: Vec<&[usize]> = Vec::new();
        let mut order_of = vec![0; fighters.len()];
        for (shooter, order) in orders.iter().enumerate().filter(|(f, _)| fighters[*f].side != side) {
            let known = distinct.iter().position(|known| known == order);
            order_of[shooter] = known.unwrap_or(distinct.len());
            if known.is_none() {
                distinct.push(order);
            }
        }
        let points = |fighter: &Fighter| {
            if fighter.side == side {
                fighter.ships * fighter.hits
            } else {
                0
            }
        };
        let mut open: Vec<Vec<u32>> = vec![fighters.iter().map(points).collect()];
        let mut conditions = Conditions {
            fighters: fighters.len(),
            orders: distinct.len(),
            ships: Vec::new(),
            fleet: Vec::new(),
            hits: Vec::new(),
            order_of,
        };
        // All conditions with as many hits lie together: those after the next hit begin here.
        let (mut here, mut next_level) = (0, 1);
        while here < open.len() {
            if here == next_level {
                next_level = open.len();
            }
            let left = open[here].clone();
            let ships = left
                .iter()
                .zip(fighters)
                .map(|(&left, fighter)| left.div_ceil(fighter.hits));
            conditions.fleet.push(ships.clone().sum());
            conditions.ships.extend(ships.map(|ships| ships as usize));
            for order in &distinct {
                let Some(&target) = order.iter().find(|&&target| left[target] > 0) else {
                    conditions.hits.push((0, here));
                    continue;
                };
                let mut hit = left.clone();
                hit[target] -= 1;
                let known = open[next_level..].iter().position(|known| *known == hit);
                conditions
                    .hits
                    .push((target, known.map_or(open.len(), |place| next_level + place)));
                if known.is_none() {
                    open.push(hit);
                }
            }
            here += 1;
            if open.len() > most {
                return None;
            }
        }
        Some(conditions)
    }

    fn len(&self) -> usize {
        self.fleet.len()
    }
}

/// Works chances out, with room for them that is used again.
pub(super) struct Outlook<'a> {
    fighters: &'a [Fighter],
    /// Chance of a shooter to hit a target, without and with the bonus, shooter after shooter.
    chances: Vec<[f64; 2]>,
    /// Most shots that a ship of either side has.
    most_shots: [u32; 2],
    /// First of each fighter's shots in a block: one for each number of shots left, from none on.
    places: Vec<usize>,
    /// Values of a state in one situation.
    block: usize,
    values: Vec<f64>,
    slopes: Vec<f64>,
    /// Shots that may still be looked at.
    shots_left: usize,
}

impl<'a> Outlook<'a> {
    pub(super) fn new(fighters: &'a [Fighter], most_shots: usize) -> Outlook<'a> {
        let mut block = 0;
        let mut places = Vec::new();
        for fighter in fighters {
            places.push(block);
            block += (fighter.ships * fighter.shots) as usize + 1;
        }
        let needs = fighters.iter().flat_map(|fighter| &fighter.need);
        Outlook {
            fighters,
            chances: needs.map(|need| need.map(|need| f64::from(need) / 10.0)).collect(),
            most_shots: [0, 1].map(|side| {
                let own = fighters.iter().filter(|fighter| fighter.side == side);
                own.map(|fighter| fighter.shots).max().unwrap_or(1)
            }),
            places,
            block,
            values: Vec::new(),
            slopes: vec![0.0; block],
            shots_left: most_shots,
        }
    }

    /// The attacker's chance to win. Shots of a round are worked out from its end backwards, each
    /// from what it is worth to hit and to miss; the worth of a round in which all miss is a
    /// straight line in the unknown worth of the state.
    ///
    /// `None` if that takes more shots than may be looked at: states, times ships and groups.
    pub(super) fn win(&mut self, orders: &Orders) -> Option<f64> {
        let most = self.shots_left / self.block;
        let attacker = Conditions::of(self.fighters, 0, orders, most)?;
        let defender = Conditions::of(self.fighters, 1, orders, most / attacker.len())?;
        let sides = [attacker, defender];
        let states = sides[0].len() * sides[1].len();
        self.shots_left -= states * self.block;
        if self.values.len() < states * SITUATIONS * self.block {
            self.values.resize(states * SITUATIONS * self.block, 0.0);
        }
        let mut value = 0.0;
        for attacker in (0..sides[0].len()).rev() {
            for defender in (0..sides[1].len()).rev() {
                value = self.state(&sides, [attacker, defender]);
            }
        }
        Some(value)
    }

    /// Fills the blocks of a state; its worth at a round's start.
    fn state(&mut self, sides: &[Conditions; 2], at: [usize; 2]) -> f64 {
        let size = SITUATIONS * self.block;
        let first = (at[0] * sides[1].len() + at[1]) * size;
        let fleets = [0, 1].map(|side| sides[side].fleet[at[side]]);
        if fleets[0] == 0 || fleets[1] == 0 {
            let worth = if fleets[0] == 0 { 0.0 } else { 1.0 };
            self.values[first..first + size].fill(worth);
            return worth;
        }
        let own = situation(fleets);
        let (worth, slope) = self.sweep(sides, at, own, (0.0, 1.0));
        // Where nobody can hit anybody, nobody wins.
        let value = if slope < 1.0 { worth / (1.0 - slope) } else { 0.0 };
        let block = &mut self.values[first + own * self.block..][..self.block];
        for (worth, slope) in block.iter_mut().zip(&self.slopes) {
            *worth += slope * value;
        }
        // A round that comes through this state began in one of three situations. Its start had no
        // fewer ships, no more than all, and none lost to more shots than the enemy had.
        let all = [0, 1].map(|side| sides[side].fleet[0]);
        let most = |side: usize| all[side].min(fleets[side] + self.most_shots[1 - side] * fleets[1 - side]);
        let [most_attackers, most_defenders] = [0, 1].map(most);
        let others = [
            situation([fleets[0], all[1]]) != 1 && situation([all[0], fleets[1]]) != 2,
            situation([most_attackers, fleets[1]]) == 1,
            situation([fleets[0], most_defenders]) == 2,
        ];
        for (other, possible) in others.into_iter().enumerate() {
            if possible && other != own {
                self.sweep(sides, at, other, (value, 0.0));
            }
        }
        value
    }

    /// All shots of a round from its last to its first, given value and slope of its end; those of
    /// its start.
    fn sweep(&mut self, sides: &[Conditions; 2], at: [usize; 2], situation: usize, end: (f64, f64)) -> (f64, f64) {
        let (width, size) = (sides[1].len(), SITUATIONS * self.block);
        let first = (at[0] * width + at[1]) * size;
        let (here, later) = self.values.split_at_mut(first + size);
        let here = &mut here[first + situation * self.block..][..self.block];
        let (mut value, mut slope) = end;
        let open = slope > 0.0;
        for (f, fighter) in self.fighters.iter().enumerate().rev() {
            let (own, enemy) = (&sides[fighter.side], &sides[1 - fighter.side]);
            let shots = own.ships[at[fighter.side] * own.fighters + f] * fighter.shots as usize;
            if shots == 0 {
                continue;
            }
            let (target, hit) = enemy.hits[at[1 - fighter.side] * enemy.orders + enemy.order_of[f]];
            let state = if fighter.side == 0 {
                at[0] * width + hit
            } else {
                hit * width + at[1]
            };
            let place = self.places[f];
            let after = &later[state * size + situation * self.block + place - first - size..][..shots];
            let chance = self.chances[f * own.fighters + target][usize::from(situation == fighter.side + 1)];
            let miss = 1.0 - chance;
            let (last, values) = here[place..=place + shots].split_at_mut(1);
            last[0] = value;
            for (worth, after) in values.iter_mut().zip(after) {
                value = chance * after + miss * value;
                *worth = value;
            }
            if open {
                let slopes = &mut self.slopes[place..=place + shots];
                slopes[0] = slope;
                for shot in &mut slopes[1..] {
                    slope *= miss;
                    *shot = slope;
                }
            }
        }
        (value, slope)
    }
}

/// The situation of a round that starts with so many ships; there are few, since fleets are thinned out.
fn situation(fleets: [u32; 2]) -> usize {
    match fleet_size_bonus(fleets.map(|ships| ships as u16)) {
        [true, _] => 1,
        [false, true] => 2,
        [false, false] => 0,
    }
}
