//! Odds without dice, on the same plan as the lanes.
//!
//! Damage only grows and ships only leave, so a battle's states form a chain; the only way back is a
//! round in which nothing changes. [`size`] tells how many states there are before anything is
//! worked out, a [`Limit`] refuses games that take too much before they are laid out, and whatever the
//! machine has no memory for is refused as well.
//!
//! - [`solve`]: every figure of a plan whose policies are all fixed, forwards from the start, round
//!   by round. Only states that a battle can really be in cost anything.
//! - [`solve_optimal`] and [`advise`]: what a battle is worth to sides that leave targets, screens or
//!   retreats to best play, and what each next decision is worth, backwards from the end. The round in
//!   which nothing changes is solved in closed form. [`Game`] tells its size before it is played out.
//! - [`Game::solve`] and [`Solution`]: the same with every decision kept, which [`Solution::tally`]
//!   follows forwards for every figure, and [`retreats`] reads off when leaving beats staying.
//!
//! ```
//! use broadside::engine::exact::{Objective, solve, solve_optimal};
//! # use broadside::rules::space_empires::{Question, lower, resolve};
//! # use broadside::spec::{Problems, engagement_from_shorthand};
//! # let engagement = engagement_from_shorthand("1 SC", "1 SC").unwrap();
//! # let plan = lower(&resolve(&engagement, &mut Problems::default()).unwrap(), Question::default());
//! // One Scout against one: the defender fires first.
//! let odds = solve(&plan).unwrap();
//! assert!((odds.outcomes[0] - 7.0 / 17.0).abs() < 1e-12);
//! let best = solve_optimal(&plan, Objective::Win).unwrap();
//! assert!((best.value - 7.0 / 17.0).abs() < 1e-12);
//! ```

mod advice;
mod ages;
mod best;
pub(in crate::engine) mod chain;
pub(in crate::engine) mod fixed_point;
mod forward;
mod guide;
mod leaving;
mod level;
pub(in crate::engine) mod limit;
mod line;
pub(in crate::engine) mod mass;
mod objective;
mod opening;
mod position;
mod record;
mod refusal;
mod retreats;
mod rounds;
mod shots;
mod size;
mod space;
mod tally;
mod turn;
mod work;

pub use advice::{Advice, PickScreen, ScreenAdvice, ShotAdvice, advise, solve_optimal};
pub use best::Game;
pub use forward::{TAIL, solve, solve_showing};
pub use guide::Solution;
pub use limit::{Excess, Limit};
pub use objective::Objective;
pub use position::{Firing, Position};
pub use refusal::Refusal;
pub use retreats::{RetreatRow, Retreats, retreats};
pub use size::{Size, size};
pub use tally::{ExactSide, ExactTally, ExactUnit};
