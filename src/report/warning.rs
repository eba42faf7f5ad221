//! What the reader of a result should beware of, each with what to do about it.

use super::figure;
use super::odds::Odds;
use crate::engine::statistics::normal_quantile;
use crate::engine::{Amount, Outcome};
use crate::spec::Side;
use std::fmt;

/// Half-width of the attacker's interval from which on it is called wide: half a percentage point.
const WIDE: f64 = 0.005;

/// The half-width that the advice aims at: a tenth of a percentage point.
const AIM: f64 = 0.001;

/// Figures about fewer battles than this are rough.
const FEW: u64 = 1000;

/// Few battles are told of if they are also less than this part of all, one in so many: otherwise
/// the whole run is small, and its reader knows.
const FEW_OF_ALL: u64 = 10;

/// A warning; its text is a sentence of what is wrong and one of what to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Warning {
    /// Interrupted before the first batch of battles was done.
    NothingFinished,
    /// Interrupted.
    Partial {
        /// Battles fought.
        done: u64,
        /// Battles asked for at most.
        asked: u64,
    },
    /// The win rate is known only roughly.
    IntervalWide {
        /// Half of the interval, as a probability.
        half_width: f64,
        /// Battles that would bring it to a tenth of a percentage point.
        battles: u64,
    },
    /// The precision asked for was not reached within the cap.
    PrecisionMissed {
        /// Half-width asked for, as a probability.
        asked: f64,
        /// Half-width reached.
        reached: f64,
    },
    /// Battles were stopped as stalemates.
    RoundCap {
        /// How many.
        battles: u64,
        /// After how many rounds.
        rounds: u16,
    },
    /// What is told about one outcome rests on few battles.
    FewBattles {
        /// Who won them.
        winner: Side,
        /// How many.
        battles: u64,
    },
}

impl Warning {
    /// Its name in machine-readable output.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Warning::NothingFinished => "nothing-finished",
            Warning::Partial { .. } => "partial",
            Warning::IntervalWide { .. } => "interval-wide",
            Warning::PrecisionMissed { .. } => "precision-missed",
            Warning::RoundCap { .. } => "round-cap",
            Warning::FewBattles { .. } => "few-battles",
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::NothingFinished => out
                .write_str("interrupted before any battle was finished: there is nothing to report; let it run longer"),
            Warning::Partial { done, asked } => write!(
                out,
                "interrupted after {} of {} battles: the figures hold, but less exactly",
                figure::whole(*done),
                figure::whole(*asked)
            ),
            Warning::IntervalWide { half_width, battles } => write!(
                out,
                "the win rate is known to ± {} points only; `--battles {battles}` brings it to ± 0.1",
                figure::points(*half_width)
            ),
            Warning::PrecisionMissed { asked, reached } => write!(
                out,
                "the cap on battles ended the run at ± {} points, not ± {}; raise `--battles`",
                figure::points(*reached),
                figure::points(*asked)
            ),
            Warning::RoundCap { battles, rounds: 1 } => write!(
                out,
                "{} ended as stalemate, since neither side can hurt the other",
                figure::battles(*battles)
            ),
            Warning::RoundCap { battles, rounds } => write!(
                out,
                "{} still undecided after {rounds} rounds, counted as stalemate; \
                 a retreat policy (`--attacker-retreat after-round=5`) says who gives up",
                figure::battles(*battles)
            ),
            Warning::FewBattles { winner, battles } => write!(
                out,
                "the {} won only {}: what is told about such a victory is rough; raise `--battles`",
                winner.name(),
                figure::battles(*battles)
            ),
        }
    }
}

/// The warnings that the figures of a run of `amount` call for, whose battles are stopped after
/// `stop` rounds.
#[must_use]
pub fn find(odds: &Odds, amount: &Amount, stop: u16) -> Vec<Warning> {
    let mut found = Vec::new();
    if odds.battles == 0 {
        return vec![Warning::NothingFinished];
    }
    if odds.partial {
        found.push(Warning::Partial {
            done: odds.battles,
            asked: Odds::battles_asked(amount),
        });
    }
    found.extend(imprecise(odds, amount));
    if odds.stalemate.hits > 0 {
        found.push(Warning::RoundCap {
            battles: odds.stalemate.hits,
            rounds: stop,
        });
    }
    for (given, winner) in odds.given.iter().zip(Side::BOTH) {
        if let Some(given) = given
            .as_ref()
            .filter(|given| given.battles < FEW && given.battles < odds.battles / FEW_OF_ALL)
        {
            found.push(Warning::FewBattles {
                winner,
                battles: given.battles,
            });
        }
    }
    found
}

fn imprecise(odds: &Odds, amount: &Amount) -> Option<Warning> {
    let rate = odds.rate(Outcome::Attacker);
    let half_width = rate.interval.half_width();
    match *amount {
        Amount::Precision { half_width: asked, .. } if half_width > asked && !odds.partial => {
            Some(Warning::PrecisionMissed {
                asked,
                reached: half_width,
            })
        }
        Amount::Battles(_) if half_width > WIDE => {
            // The plain normal approximation is enough for advice, at a share that is not extreme.
            let p = rate.p()?.clamp(0.05, 0.95);
            let z = normal_quantile(0.5 + odds.confidence / 2.0);
            let needed = p * (1.0 - p) * (z / AIM).powi(2);
            let battles = (needed / 100_000.0).ceil() as u64 * 100_000;
            Some(Warning::IntervalWide { half_width, battles })
        }
        _ => None,
    }
}
