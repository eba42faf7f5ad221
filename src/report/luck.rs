//! How lucky a battle was: where what happened lies among all that could.
//!
//! The measure is the CP swing: enemy CP destroyed less own CP destroyed. The attacker's and the
//! defender's are each other's mirror.

pub mod page;

use super::figure;
use super::measure::Rate;
use super::odds::{Asked, Odds};
use super::replay::{Volley, volleys};
use super::source::{self, Source};
use crate::engine::end::fielded;
use crate::engine::exact::ExactTally;
use crate::engine::statistics::{CONFIDENCE, Interval, poisson_binomial, share_interval};
use crate::engine::tally::least_swing;
use crate::engine::trace::{Event, Told};
use crate::engine::{End, Outcome, Plan, Run};
use crate::rules::space_empires::Battle;
use crate::spec::Side;
use std::time::Duration;

/// What happened, and where it lies.
#[derive(Clone, Debug)]
pub struct Luck {
    /// All that could happen.
    pub odds: Odds,
    /// Who alone has combat-capable ships left.
    pub outcome: Outcome,
    /// Both sides have.
    pub contested: bool,
    /// The attacker and the defender.
    pub sides: [SideLuck; 2],
    /// A battle leaves exactly so many ships of every kind.
    pub exactly: Rate,
    /// The dice, if they were given.
    pub replay: Option<Replay>,
}

/// One side's view.
#[derive(Clone, Debug)]
pub struct SideLuck {
    /// Whose.
    pub side: Side,
    /// What became of its ships.
    pub kinds: Vec<KindLeft>,
    /// CP that it lost.
    pub loss: u32,
    /// How often it loses less, as much, or more.
    pub losses: [Rate; 3],
    /// Its CP swing.
    pub swing: i64,
    /// How often its swing is smaller, as large, or larger.
    pub swings: [Rate; 3],
    /// Chance of a smaller swing and half the chance of the same.
    pub percentile: Rate,
    /// How often it does as well or better.
    pub as_well: Rate,
    /// How many standard deviations the swing is above the mean; `None` if all battles are alike.
    pub deviation: Option<f64>,
}

/// What became of ships that are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindLeft {
    /// The unit with its technology.
    pub label: String,
    /// Ships brought into the hex.
    pub fielded: u32,
    /// Ships left in it.
    pub left: u32,
    /// Ships that left it alive.
    pub retreated: u32,
    /// Price of one in CP.
    pub cost: u32,
}

impl KindLeft {
    /// Ships destroyed or captured; nobody loses what he took.
    #[must_use]
    pub fn lost(&self) -> u32 {
        self.fielded.saturating_sub(self.left + self.retreated)
    }
}

/// The dice of a battle.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Who fired at whom and rolled what.
    pub volleys: Vec<Volley>,
    /// The attacker's and the defender's shots.
    pub dice: [DiceLuck; 2],
}

/// One side's shots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiceLuck {
    /// Shots fired.
    pub shots: u32,
    /// Shots that hit.
    pub hits: u32,
    /// Hits to be expected of these shots.
    pub expected: f64,
    /// Chance of so many hits or more with as many shots at the same needs.
    pub as_many: f64,
    /// Chance of so many hits or fewer.
    pub as_few: f64,
}

impl DiceLuck {
    /// Of a side's shots: what each needs, and whether it hit.
    fn of(shots: &[(u8, bool)]) -> DiceLuck {
        let chances: Vec<f64> = shots.iter().map(|&(need, _)| f64::from(need) / 10.0).collect();
        let hits = shots.iter().filter(|&&(_, hit)| hit).count();
        let distribution = poisson_binomial(&chances);
        DiceLuck {
            shots: shots.len() as u32,
            hits: hits as u32,
            expected: chances.iter().sum(),
            as_many: distribution[hits..].iter().sum::<f64>().min(1.0),
            as_few: distribution[..=hits].iter().sum::<f64>().min(1.0),
        }
    }
}

/// What was asked of luck.
pub struct Happened<'a> {
    /// How the battle ended.
    pub end: &'a End,
    /// How its dice made it so, if they were given.
    pub told: Option<&'a Told>,
}

impl Luck {
    /// Against battles that were fought, of which `found` came to this very end.
    #[must_use]
    pub fn new(
        battle: &Battle,
        plan: &Plan,
        (run, found): (&Run, u64),
        asked: &Asked,
        happened: &Happened<'_>,
    ) -> Luck {
        let level = run.look_level.unwrap_or(CONFIDENCE);
        let exactly = source::rate(found, level, run.tally.battles());
        let source = Source::Counted(&run.tally, level);
        Luck::of(
            battle,
            plan,
            Odds::new(battle, plan, run, asked),
            &source,
            exactly,
            happened,
        )
    }

    /// Against all battles, each with its chance; that of this very end is `found`.
    #[must_use]
    pub fn exact(
        battle: &Battle,
        plan: &Plan,
        (tally, found, elapsed): (&ExactTally, f64, Duration),
        asked: &Asked,
        happened: &Happened<'_>,
    ) -> Luck {
        let odds = Odds::exact(battle, plan, tally, asked, elapsed);
        let exactly = Rate::certain(found, tally.tail);
        Luck::of(battle, plan, odds, &Source::Exact(tally), exactly, happened)
    }

    fn of(
        battle: &Battle,
        plan: &Plan,
        odds: Odds,
        source: &Source<'_>,
        exactly: Rate,
        happened: &Happened<'_>,
    ) -> Luck {
        let end = happened.end;
        let alive = end.alive(plan);
        Luck {
            outcome: end.outcome(plan),
            contested: alive == [true; 2],
            sides: Side::BOTH.map(|side| side_luck(side, battle, plan, &odds, source, end)),
            exactly,
            replay: happened.told.map(|told| replay(battle, plan, told)),
            odds,
        }
    }
}

impl Luck {
    /// What the reader should know, those of the battle first.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let mut notes = self.odds.notes.clone();
        match self.exactly {
            Rate { exact: Some(0.0), .. } => notes.push(
                "no battle ends exactly like this under these policies: perhaps somebody shot, screened or left \
                 otherwise; options such as --attacker-target say how"
                    .to_owned(),
            ),
            Rate {
                exact: None,
                hits: 0,
                of: 1..,
                ..
            } => notes.push(format!(
                "not one of {} ended exactly like this: if it seems likelier, somebody may have shot, screened or \
                 left otherwise; options such as --attacker-target say how",
                figure::battles(self.odds.battles)
            )),
            _ => {}
        }
        if self.replay.is_some() {
            notes.push(
                "the chances of the hits are those of as many shots at the same needs; how many there were was luck \
                 as well, and is in the CP swing"
                    .to_owned(),
            );
        }
        notes
    }
}

fn side_luck(side: Side, battle: &Battle, plan: &Plan, odds: &Odds, source: &Source<'_>, end: &End) -> SideLuck {
    let attackers = end.swing(plan);
    let entry = (attackers - least_swing(&plan.units)) as usize;
    let [mut smaller, same, mut larger] = source.swing_against(entry);
    let (mut swing, mut mean) = (attackers, odds.swing.moments.map(|moments| moments.mean));
    if side == Side::Defender {
        (smaller, larger) = (larger, smaller);
        swing = -swing;
        mean = mean.map(|mean| -mean);
    }
    let loss = end.loss(plan, side);
    let level = odds.look_level.unwrap_or(odds.confidence);
    let sd = odds.swing.moments.and_then(|moments| moments.sd);
    SideLuck {
        side,
        kinds: kinds(side, battle, plan, end),
        loss,
        losses: source.loss_against(side.index(), loss as usize),
        swing,
        percentile: percentile(&smaller, &same, odds.tail, level),
        as_well: either(&same, &larger, odds.tail, level),
        swings: [smaller, same, larger],
        // Less than any difference in CP: only rounding is left.
        deviation: mean
            .zip(sd.filter(|&sd| sd > 1e-6))
            .map(|(mean, sd)| (swing as f64 - mean) / sd),
    }
}

fn kinds(side: Side, battle: &Battle, plan: &Plan, end: &End) -> Vec<KindLeft> {
    let groups: Vec<_> = battle.sides.iter().flat_map(|fleet| &fleet.groups).collect();
    let own = end.kinds.iter().filter_map(|kind| {
        let first = *kind.rows.first()?;
        let captured = plan.units[first].captured;
        let label = |row: usize| groups.get(row).map_or_else(String::new, |group| group.label.clone());
        (plan.units[first].side == side).then(|| KindLeft {
            label: match captured {
                Some(captured) => format!("captured {}", label(captured.from)),
                None => label(first),
            },
            fielded: fielded(plan, &kind.rows),
            left: kind.left,
            retreated: kind.retreated,
            cost: plan.units[first].cost,
        })
    });
    own.collect()
}

/// The chance of one or the other of two things that exclude each other.
fn either(a: &Rate, b: &Rate, tail: f64, level: f64) -> Rate {
    match (a.exact, b.exact) {
        (Some(a), Some(b)) => Rate::certain(a + b, tail),
        _ => source::rate(a.hits + b.hits, level, a.of),
    }
}

/// Chance of less and half the chance of the same.
///
/// Counted, it is the mean of a result that is 0, ½ or 1 in each battle. Of all results within 0 to 1
/// with one mean, those that are 0 or 1 vary most (R. Bhatia, C. Davis 2000, *A better bound on the
/// variance*), so the interval of a rate of this size covers it at least as often as it says.
fn percentile(less: &Rate, same: &Rate, tail: f64, level: f64) -> Rate {
    if let (Some(less), Some(same)) = (less.exact, same.exact) {
        return Rate::certain(less + same / 2.0, tail);
    }
    let halves = 2 * less.hits + same.hits;
    Rate {
        hits: halves,
        of: 2 * less.of,
        exact: None,
        weighted: None,
        interval: Interval {
            low: share_interval(halves / 2, less.of, level).low,
            high: share_interval(halves.div_ceil(2), less.of, level).high,
        },
    }
}

fn replay(battle: &Battle, plan: &Plan, told: &Told) -> Replay {
    let dice = Side::BOTH.map(|side| {
        let shot = |event: &Event| match *event {
            Event::Shot { shooter, need, hit, .. } | Event::Swallow { shooter, need, hit, .. } => {
                (plan.slots[shooter].side == side).then_some((need, hit))
            }
            _ => None,
        };
        DiceLuck::of(&told.events.iter().filter_map(shot).collect::<Vec<_>>())
    });
    Replay {
        volleys: volleys(battle, plan, &told.events),
        dice,
    }
}
