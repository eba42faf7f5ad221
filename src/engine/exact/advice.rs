//! What best play does next, and what everything else would cost.

use super::best::{Below, End, Game};
use super::chain::{Blocks, Chain};
use super::objective::Objective;
use super::position::Position;
use super::refusal::Refusal;
use super::work::Work;
use crate::engine::plan::Plan;
use crate::spec::Side;

/// What a position is worth, and what each decision next to be taken is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The value of the objective.
    pub value: f64,
    /// At a round's start, if a side may screen and its screens are left to best play: every way to
    /// screen (5.7), nobody first.
    pub screens: Vec<ScreenAdvice>,
    /// At a round's start: the first shot of every slot that fires, in the order of 5.2, if nothing
    /// was hit before and the ships are screened that are best screened. In the middle of a round:
    /// the next shot alone.
    pub shots: Vec<ShotAdvice>,
}

/// What a way of screening is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct ScreenAdvice {
    /// Who screens.
    pub side: Side,
    /// Ships screened of each of the plan's slots; empty if none is.
    pub back: Vec<u8>,
    /// The value if they are, and all goes on as solved.
    pub value: f64,
}

/// Picks one of several ways to screen, by its place among them.
pub type PickScreen<'a> = &'a dyn Fn(&[ScreenAdvice]) -> usize;

/// What a shot is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct ShotAdvice {
    /// Step of the plan.
    pub step: usize,
    /// Its targets, a slot each, with the value of shooting at it and going on as solved; in the
    /// order of the plan's aims.
    pub targets: Vec<(usize, f64)>,
    /// If its ships may leave as is best (5.9): the value of the next one's leaving instead. If they leave
    /// by their side's orders, that value alone, and no target.
    pub leaving: Option<f64>,
    /// The same for its wounded ship.
    pub wounded_leaving: Option<f64>,
    /// The value of the turn as its side's policy or best play takes it.
    pub value: f64,
}

/// Works best play out: the sides take every decision that the plan leaves to it, and follow their
/// policies otherwise.
///
/// # Errors
///
/// If the plan has too many states.
pub fn solve_optimal(plan: &Plan, objective: Objective) -> Result<Advice, Refusal> {
    advise(plan, objective, &Position::start(plan))
}

/// As [`solve_optimal`], from any position.
///
/// # Errors
///
/// As [`solve_optimal`], or if the battle can't come to the position.
pub fn advise(plan: &Plan, objective: Objective, position: &Position) -> Result<Advice, Refusal> {
    Ok(Game::new(plan, objective, position)?.advise())
}

impl Game<'_> {
    /// Plays the game out, and reads off what its start is worth.
    #[must_use]
    pub fn advise(&self) -> Advice {
        self.advice(&self.play(None))
    }

    /// As [`Game::advise`], but the shots are those of a round in which the ships are screened that
    /// `pick` names, by their place among [`Advice::screens`]; it is not asked where there is no choice.
    #[must_use]
    pub fn advise_screening(&self, pick: PickScreen<'_>) -> Advice {
        self.advice_screening(&self.play(None), Some(pick))
    }

    pub(super) fn advice(&self, end: &End) -> Advice {
        self.advice_screening(end, None)
    }

    fn advice_screening(&self, end: &End, pick: Option<PickScreen<'_>>) -> Advice {
        let state = self.space.states - 1;
        if !self.space.contested(state) {
            return Advice {
                value: self.payoff(state),
                screens: Vec::new(),
                shots: Vec::new(),
            };
        }
        let below = self.below(state, &end.done);
        match self.position.firing {
            Some(firing) => {
                let kind = self.rounds.within().unwrap_or(0);
                let mut chain = Chain::default();
                chain.look(self.seen(&below, kind), &below);
                let shots = Some(usize::from(firing.shots));
                let shot = self.shot(&chain, (firing.step, shots), kind, end, &below);
                Advice {
                    value: shot.as_ref().map_or(0.0, |shot| shot.value),
                    screens: Vec::new(),
                    shots: shot.into_iter().collect(),
                }
            }
            None => self.at_start(state, end, &below, pick),
        }
    }

    /// At a round's start: screens, then the first shots.
    fn at_start(&self, state: usize, end: &End, below: &Below, pick: Option<PickScreen<'_>>) -> Advice {
        let parts = self.space.parts(state);
        let options = self.rounds.options(0, state);
        let mut work = Work::default();
        let mut room = vec![0.0; self.block];
        let mut start = |kind: usize| {
            let chain = work.chain(self.seen(below, kind), below);
            chain.sweep((&self.rounds, kind), below, end.after, &mut room, None)
        };
        let values: Vec<f64> = options.iter().map(|&kind| start(kind as usize).value).collect();
        let value_of = |kind: usize| {
            let place = options.iter().position(|&option| option as usize == kind);
            place.map_or(0.0, |place| values[place])
        };
        let (kind, value) = self.choose(options, parts, value_of);
        let fleets = [0, 1].map(|side| self.space.sides[side].fleet[parts[side]]);
        let screens: Vec<ScreenAdvice> = match self.rounds.chooser(fleets) {
            Some(side) => { options.iter().zip(&values) }
                .map(|(&kind, &value)| ScreenAdvice {
                    side: Side::BOTH[side],
                    back: self.rounds.kinds[kind as usize].situation.back.clone(),
                    value,
                })
                .collect(),
            None => Vec::new(),
        };
        let picked = pick.filter(|_| !screens.is_empty()).map(|pick| pick(&screens));
        let kind = picked.and_then(|place| options.get(place).copied()).unwrap_or(kind);
        let kind = kind as usize;
        let chain = work.chain(self.seen(below, kind), below);
        let steps = 0..self.turns.len();
        let shots = steps.filter_map(|step| self.shot(chain, (step, None), kind, end, below));
        Advice {
            value,
            screens,
            shots: shots.collect(),
        }
    }

    /// What the next of a step's ships can do, if it has so many shots left; by default all. `chain` are
    /// the shots of such a round. `None` if nobody fires.
    fn shot(
        &self,
        chain: &Chain,
        (step, shots): (usize, Option<usize>),
        kind: usize,
        end: &End,
        below: &Below,
    ) -> Option<ShotAdvice> {
        let values = &end.values[kind * self.block..][..self.block];
        let turn = &self.turns[step];
        let volley = self.turns.len() - 1 - step;
        let acts = chain.acts(volley);
        let acts = match shots {
            Some(shots) => (acts.1 + shots, acts.1),
            None => (acts.0 + acts.1, acts.1),
        };
        if acts.0 == acts.1 {
            return None;
        }
        if chain.leaves_by_orders(volley) {
            let value = values[turn.place + acts.0];
            return Some(ShotAdvice {
                step,
                targets: Vec::new(),
                leaving: Some(value),
                wounded_leaving: None,
                value,
            });
        }
        let missed = values[turn.place + acts.0 - 1];
        let bonus = usize::from(self.rounds.kinds[kind].situation.bonus[turn.side]);
        let mut targets: Vec<(usize, f64)> = Vec::new();
        for (slot, chance, found) in chain.targets(self.seen(below, kind), turn, below) {
            let chance = chance[bonus];
            let hit = below.values(found, kind)[turn.place + acts.0 - 1];
            if targets.iter().all(|known| known.0 != slot) {
                targets.push((slot, missed + chance * (hit - missed)));
            }
        }
        let [leaving, wounded_leaving] = chain.leaving(volley, kind, acts, below);
        Some(ShotAdvice {
            step,
            targets,
            leaving,
            wounded_leaving,
            value: values[turn.place + acts.0],
        })
    }
}
