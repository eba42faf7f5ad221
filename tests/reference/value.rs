//! The default policy's orders of targets: every order that is tried is worth what the battle is
//! worth if all shoot by it, counted out over every roll.

use super::numbers::{self, Party};
use broadside::rules::space_empires::{Battle, Fleet, Group, Target};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Whom each Group would rather shoot at: `(side, index into the fleet's groups)` to the indices of
/// enemy groups.
pub type Orders = HashMap<(usize, usize), Vec<usize>>;

/// Fleets are thinned out to this many hits.
const HITS: u64 = 16;

/// What all that is tried may come to: conditions of both sides times ships and Groups.
const WORK: usize = 150_000;

/// A Group as numbers, in the order of fire.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    side: usize,
    /// Index into the fleet's groups.
    group: usize,
    ships: u64,
    /// Shots of one in a round; two damage of one shot are taken for those of two.
    shots: u64,
    hits: u64,
    /// Need against each line, without and with the fleet size bonus.
    need: Vec<[u64; 2]>,
}

/// The orders of a battle, if a policy asks for them; those of the last one are kept, since it is
/// fought again and again.
pub fn orders(battle: &Battle) -> Rc<Orders> {
    let asks = |fleet: &Fleet| matches!(fleet.policy.target, Target::Value | Target::Order(_));
    if !battle.sides.iter().any(asks) {
        return Rc::default();
    }
    thread_local! {
        static LAST: RefCell<(Vec<Line>, Rc<Orders>)> = RefCell::default();
    }
    let lines = lines(battle);
    LAST.with_borrow_mut(|last| {
        if last.0 != lines {
            *last = (lines.clone(), Rc::new(with_room(|| search(&lines))));
        }
        Rc::clone(&last.1)
    })
}

/// Runs on a thread with room for a deep recursion: as deep as a battle has shots, which is more than a
/// thread has to spare that already waits for others' work.
fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 20);
        let running = thread.spawn_scoped(scope, work).expect("a thread can be had");
        running.join().expect("the work is done")
    })
}

fn lines(battle: &Battle) -> Vec<Line> {
    // 5.2: class, tactics, the defender first, as listed.
    let mut fighting: Vec<(usize, usize, &Group)> = Vec::new();
    for side in [1, 0] {
        let groups = battle.sides[side].groups.iter().enumerate();
        let combat = groups.filter(|(_, group)| numbers::fights(battle, group));
        fighting.extend(combat.map(|(index, group)| (side, index, group)));
    }
    let cloaked = |side: usize, group: &Group| {
        let mut enemies = battle.sides[1 - side].groups.iter();
        !battle.terrain.nebula
            && !battle.terrain.quantum_filament
            && !enemies.any(|enemy| numbers::fights(battle, enemy) && numbers::scans(battle, enemy, group))
    };
    // What launches Missiles is taken for a ship that fires in its class, for one point of damage: a convention of the
    // engine.
    fighting.sort_by_key(|&(side, _, group)| {
        let class = numbers::class(battle, group, cloaked(side, group));
        (class, Reverse(group.tactics))
    });
    // 25.1.3: a hit counts double.
    let damage = if battle.terrain.ion_storm { 2 } else { 1 };
    let need = |shooter: &Group, target: &Group, bonus: bool| {
        u64::from(numbers::need(
            battle,
            Party::fresh(shooter),
            Party::fresh(target),
            bonus,
        ))
    };
    let line = |&(side, group, data): &(usize, usize, &Group)| Line {
        side,
        group,
        ships: u64::from(data.count),
        shots: u64::from(data.unit.traits.attacks * data.unit.traits.damage),
        hits: u64::from(numbers::hull(Party::fresh(data))).div_ceil(damage),
        need: fighting
            .iter()
            .map(|&(_, _, target)| [need(data, target, false), need(data, target, true)])
            .collect(),
    };
    fighting.iter().map(line).collect()
}

/// Starts from worth × chance ÷ hits, lets neighbours change places for a whole side, attacker
/// first, then lets each Group try another first target.
fn search(lines: &[Line]) -> Orders {
    let all = |side: usize| (0..lines.len()).filter(move |&i| lines[i].side == side);
    let side_need = |side: usize, target: usize| -> u64 {
        { all(side) }
            .map(|i| lines[i].ships * lines[i].shots * lines[i].need[target][0])
            .sum()
    };
    let mut plan: Vec<Vec<usize>> = Vec::new();
    for shooter in lines {
        let merit = |target: usize| {
            let worth: u64 = all(shooter.side)
                .map(|own| lines[target].need[own][0] * lines[own].ships * lines[own].hits)
                .sum();
            worth * lines[target].shots * side_need(shooter.side, target)
        };
        let mut targets: Vec<usize> = all(1 - shooter.side).collect();
        // The greatest merit a hit first; of equals the smaller.
        targets.sort_by(|&a, &b| {
            let (left, right) = (merit(a) * lines[b].hits, merit(b) * lines[a].hits);
            right.cmp(&left).then(lines[a].hits.cmp(&lines[b].hits))
        });
        plan.push(targets);
    }

    let mut judge = Judge::new(lines);
    let Some(mut win) = judge.win(&plan) else {
        return by_group(lines, &plan);
    };
    let mut attempt = |side: usize, plan: &mut Vec<Vec<usize>>, tried: Vec<Vec<usize>>| -> bool {
        let better = judge
            .win(&tried)
            .filter(|&new| if side == 0 { new - win > 1e-6 } else { win - new > 1e-6 });
        if let Some(new) = better {
            (win, *plan) = (new, tried);
        }
        better.is_some()
    };
    for side in 0..2 {
        loop {
            let mut any = false;
            for place in 1..all(1 - side).count() {
                let mut tried = plan.clone();
                for shooter in all(side) {
                    tried[shooter].swap(place, place - 1);
                }
                any |= attempt(side, &mut plan, tried);
            }
            if !any {
                break;
            }
        }
    }
    for shooter in 0..lines.len() {
        let side = lines[shooter].side;
        if all(side).count() == 1 {
            continue;
        }
        for place in 1..plan[shooter].len() {
            let (first, other) = (plan[shooter][0], plan[shooter][place]);
            let own = |target: usize| lines[shooter].need[target][0];
            // No worse at it, compared with the first, than the side is.
            if own(other) * side_need(side, first) < own(first) * side_need(side, other) {
                continue;
            }
            let mut tried = plan.clone();
            let moved = tried[shooter].remove(place);
            tried[shooter].insert(0, moved);
            attempt(side, &mut plan, tried);
        }
    }
    by_group(lines, &plan)
}

fn by_group(lines: &[Line], plan: &[Vec<usize>]) -> Orders {
    let groups = |order: &Vec<usize>| order.iter().map(|&target| lines[target].group).collect();
    let of = lines.iter().zip(plan);
    of.map(|(line, order)| ((line.side, line.group), groups(order)))
        .collect()
}

/// Hits left of every line.
type Left = Vec<u64>;

/// A shot about to be taken: hits left, who has the bonus, whose turn, his shots left.
type Moment = (Left, Option<usize>, usize, u64);

/// Says what a plan is worth, as long as the work allowed lasts.
struct Judge {
    lines: Vec<Line>,
    work_left: usize,
}

impl Judge {
    fn new(lines: &[Line]) -> Judge {
        let mut lines = lines.to_vec();
        let hits = |side: usize| -> u64 { lines.iter().filter(|l| l.side == side).map(|l| l.ships * l.hits).sum() };
        let most = hits(0).max(hits(1));
        if most > HITS {
            for line in &mut lines {
                // Rounded half up, at least one.
                line.ships = ((line.ships * HITS * 2 + most) / (most * 2)).max(1);
            }
        }
        Judge { lines, work_left: WORK }
    }

    /// The attacker's chance to win; `None` if that is more work than is left.
    fn win(&mut self, plan: &[Vec<usize>]) -> Option<f64> {
        let start: Left = self.lines.iter().map(|line| line.ships * line.hits).collect();
        let size: u64 = self.lines.iter().map(|line| line.ships * line.shots + 1).sum();
        let mut work = size as usize;
        for side in 0..2 {
            work *= self.conditions(side, plan, &start, self.work_left)?;
            if work > self.work_left {
                return None;
            }
        }
        self.work_left -= work;
        let mut course = Course {
            lines: &self.lines,
            plan,
            starts: HashMap::new(),
            moments: HashMap::new(),
        };
        Some(course.start(&start))
    }

    /// How many conditions a side can come to; `None` if more than `most`.
    fn conditions(&self, side: usize, plan: &[Vec<usize>], start: &Left, most: usize) -> Option<usize> {
        let shooters = || (0..self.lines.len()).filter(|&shooter| self.lines[shooter].side != side);
        let mut seen: HashSet<Left> = HashSet::from([start.clone()]);
        let mut open = vec![start.clone()];
        while let Some(left) = open.pop() {
            for shooter in shooters() {
                let target = plan[shooter].iter().find(|&&target| left[target] > 0);
                let mut hit = left.clone();
                target.iter().for_each(|&&target| hit[target] -= 1);
                if seen.insert(hit.clone()) {
                    open.push(hit);
                }
            }
            if seen.len() > most {
                return None;
            }
        }
        Some(seen.len())
    }
}

/// One plan's battle.
struct Course<'a> {
    lines: &'a [Line],
    plan: &'a [Vec<usize>],
    /// Worth at the start of a round.
    starts: HashMap<Left, f64>,
    /// Worth in the middle of a round that cannot end as it began.
    moments: HashMap<Moment, f64>,
}

impl Course<'_> {
    fn ships(&self, left: &Left, line: usize) -> u64 {
        left[line].div_ceil(self.lines[line].hits)
    }

    fn shots(&self, left: &Left, line: usize) -> u64 {
        self.ships(left, line) * self.lines[line].shots
    }

    fn fleets(&self, left: &Left) -> [u64; 2] {
        let fleet = |side: usize| {
            (0..left.len())
                .filter(|&i| self.lines[i].side == side)
                .map(|i| self.ships(left, i))
                .sum()
        };
        [fleet(0), fleet(1)]
    }

    /// 1 if only the attacker is left, 0 if he is gone.
    fn over(&self, left: &Left) -> Option<f64> {
        match self.fleets(left) {
            [0, _] => Some(0.0),
            [_, 0] => Some(1.0),
            _ => None,
        }
    }

    /// Worth at the start of a round. If x is that worth, the round gives a + b·x, where b is the
    /// chance that every shot misses: x = a / (1 − b).
    fn start(&mut self, left: &Left) -> f64 {
        if let Some(known) = self.over(left).or_else(|| self.starts.get(left).copied()) {
            return known;
        }
        let [attackers, defenders] = self.fleets(left);
        // 5.1.3
        let bonus = if attackers >= 2 * defenders {
            Some(0)
        } else if defenders >= 2 * attackers {
            Some(1)
        } else {
            None
        };
        // All shots so far missed; a hit leaves this path.
        let (mut gained, mut all_missed) = (0.0, 1.0);
        for line in 0..self.lines.len() {
            for shots in (1..=self.shots(left, line)).rev() {
                let (target, chance) = self.aim(left, bonus, line);
                let mut hit = left.clone();
                hit[target] -= 1;
                gained += all_missed * chance * self.moment((hit, bonus, line, shots - 1));
                all_missed *= 1.0 - chance;
            }
        }
        // Nobody wins where nobody can hit.
        let worth = if all_missed < 1.0 {
            gained / (1.0 - all_missed)
        } else {
            0.0
        };
        self.starts.insert(left.clone(), worth);
        worth
    }

    /// Whom a line fires at, and its chance to hit.
    fn aim(&self, left: &Left, bonus: Option<usize>, line: usize) -> (usize, f64) {
        let target = self.plan[line].iter().copied().find(|&target| left[target] > 0);
        let target = target.expect("the battle is not over");
        let with_bonus = usize::from(bonus == Some(self.lines[line].side));
        (target, self.lines[line].need[target][with_bonus] as f64 / 10.0)
    }

    /// Worth before a shot, in a round in which something was hit.
    fn moment(&mut self, moment: Moment) -> f64 {
        if let Some(known) = self.over(&moment.0).or_else(|| self.moments.get(&moment).copied()) {
            return known;
        }
        let (left, bonus, line, shots) = moment.clone();
        let worth = if shots > 0 {
            let (target, chance) = self.aim(&left, bonus, line);
            let mut hit = left.clone();
            hit[target] -= 1;
            chance * self.moment((hit, bonus, line, shots - 1))
                + (1.0 - chance) * self.moment((left, bonus, line, shots - 1))
        } else if line + 1 < self.lines.len() {
            let shots = self.shots(&left, line + 1);
            self.moment((left, bonus, line + 1, shots))
        } else {
            self.start(&left)
        };
        self.moments.insert(moment, worth);
        worth
    }
}
