//! The default targeting policy: for each group an order of targets that wins as often as an order
//! can, found by trying orders out.
//!
//! Two things make it right to shoot at a target: how soon it dies, and what that saves. Scheduling
//! has a rule for it, to serve jobs by worth times rate (the c·μ rule), and the search starts from
//! there. But the rule knows nothing of the fleet size bonus (5.1.3), of who has fired already, and
//! of ships that can't be killed before the battle is decided. So what an order is worth is worked
//! out: if a side shoots in a fixed order, the hits it scores say all about the enemy's condition,
//! and the chance to win is known in a few thousand steps ([`Outlook`]). From there the search climbs:
//! neighbours in the order change places as long as that helps, and then each group by itself tries
//! to begin with another target.
//!
//! A side counts on an enemy who shoots by such orders too, whatever policy he really has.

mod outlook;

use outlook::Outlook;
use std::cmp::Ordering;

/// By shooter: its enemies, best target first.
pub(super) type Orders = Vec<Vec<usize>>;

/// Most hits that a side can take in what is worked out: larger fleets are thinned out in
/// proportion, since the right order depends little on numbers.
const MOST_HITS: u32 = 16;

/// Most shots that all orders tried may come to, so that a battle is made ready in well under a
/// millisecond.
const MOST_SHOTS: usize = 150_000;

/// A change of order must gain this chance to win.
const LEAST_GAIN: f64 = 1e-6;

/// Ships of one group that fire together.
#[derive(Clone, Debug)]
pub(super) struct Fighter {
    /// 0 for the attacker, 1 for the defender.
    pub side: usize,
    /// Ships, at least one.
    pub ships: u32,
    /// Shots of one in a round.
    pub shots: u32,
    /// Hits that destroy one.
    pub hits: u32,
    /// A roll of this or less hits each fighter, without and with the fleet size bonus.
    pub need: Vec<[u8; 2]>,
}

/// Whom each fighter shoots at, best first. Fighters are in the order of fire, and named by their
/// place in it.
pub(super) fn orders(fighters: &[Fighter]) -> Orders {
    let thin = thinned_out(fighters);
    let mut search = Search {
        fighters,
        outlook: Outlook::new(&thin, MOST_SHOTS),
        orders: fighters
            .iter()
            .map(|shooter| by_index(fighters, shooter.side))
            .collect(),
        win: 0.0,
    };
    if let Some(win) = search.outlook.win(&search.orders) {
        search.win = win;
        (0..2).for_each(|side| search.change_places(side));
        (0..fighters.len()).for_each(|shooter| search.begin_elsewhere(shooter));
    }
    search.orders
}

/// The fleets in proportion, at most [`MOST_HITS`] a side but at least a ship a group.
fn thinned_out(fighters: &[Fighter]) -> Vec<Fighter> {
    let hits = |side: usize| -> u32 {
        let own = fighters.iter().filter(|fighter| fighter.side == side);
        own.map(|fighter| fighter.ships * fighter.hits).sum()
    };
    let most = hits(0).max(hits(1)).max(MOST_HITS);
    let thin = |fighter: &Fighter| Fighter {
        // To the nearest whole ship.
        ships: ((2 * fighter.ships * MOST_HITS + most) / (2 * most)).max(1),
        ..fighter.clone()
    };
    fighters.iter().map(thin).collect()
}

/// A side's targets by the c·μ rule: what a target can be expected to hit of the side's fleet, times
/// the side's chance to hit it, over the hits it takes. Of equals the smaller, then the first to
/// fire.
fn by_index(fighters: &[Fighter], side: usize) -> Vec<usize> {
    let own = || fighters.iter().enumerate().filter(|(_, own)| own.side == side);
    let gain = |target: usize| -> u64 {
        let worth =
            |(f, own): (usize, &Fighter)| u64::from(fighters[target].need[f][0]) * u64::from(own.ships * own.hits);
        own().map(worth).sum::<u64>() * u64::from(fighters[target].shots * reach(fighters, side, target))
    };
    let compare = |&a: &usize, &b: &usize| -> Ordering {
        let [hits_a, hits_b] = [a, b].map(|target| u64::from(fighters[target].hits));
        (gain(b) * hits_a).cmp(&(gain(a) * hits_b)).then(hits_a.cmp(&hits_b))
    };
    let mut targets: Vec<usize> = (0..fighters.len()).filter(|&t| fighters[t].side != side).collect();
    targets.sort_by(compare);
    targets
}

/// Ten times the hits of a round, if all of a side shoot at one target.
fn reach(fighters: &[Fighter], side: usize, target: usize) -> u32 {
    let own = fighters.iter().filter(|own| own.side == side);
    own.map(|own| u32::from(own.need[target][0]) * own.ships * own.shots)
        .sum()
}

/// Orders, and how they could be better.
struct Search<'a> {
    fighters: &'a [Fighter],
    outlook: Outlook<'a>,
    orders: Orders,
    /// The attacker's chance to win by these orders.
    win: f64,
}

impl Search<'_> {
    /// Lets neighbours in the order that all of a side share change places, until none gains.
    fn change_places(&mut self, side: usize) {
        let own: Vec<usize> = (0..self.fighters.len())
            .filter(|&f| self.fighters[f].side == side)
            .collect();
        let targets = self.fighters.len() - own.len();
        let mut changed = true;
        while changed {
            changed = false;
            for place in 1..targets {
                let mut orders = self.orders.clone();
                own.iter().for_each(|&shooter| orders[shooter].swap(place - 1, place));
                changed |= self.take_if_better(side, orders);
            }
        }
    }

    /// Lets a group begin with another target than the rest of its side, if it is the better one to
    /// shoot at it: its chances for that target against its first are no worse than the side's.
    fn begin_elsewhere(&mut self, shooter: usize) {
        let fighter = &self.fighters[shooter];
        if self.fighters.iter().filter(|own| own.side == fighter.side).count() == 1 {
            return;
        }
        for place in 1..self.orders[shooter].len() {
            let [first, other] = [self.orders[shooter][0], self.orders[shooter][place]];
            let need = |target: usize| u32::from(fighter.need[target][0]);
            let side = |target: usize| reach(self.fighters, fighter.side, target);
            if need(other) * side(first) >= need(first) * side(other) {
                let mut orders = self.orders.clone();
                orders[shooter][..=place].rotate_right(1);
                self.take_if_better(fighter.side, orders);
            }
        }
    }

    fn take_if_better(&mut self, side: usize, orders: Orders) -> bool {
        let Some(win) = self.outlook.win(&orders) else {
            return false;
        };
        let gain = if side == 0 { win - self.win } else { self.win - win };
        if gain > LEAST_GAIN {
            (self.win, self.orders) = (win, orders);
        }
        gain > LEAST_GAIN
    }
}
