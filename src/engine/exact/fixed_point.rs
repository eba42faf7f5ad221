//! The value of a state that leads back to itself.

use super::chain::Worth;

/// The value of a state whose rounds come back to it if nothing happens: the fixed point of `round`,
/// which tells a round's worth if the state has a value, a broken line of slope below 1. The choices
/// made at one guess give a straight line, whose fixed point is the next guess; where a guess goes
/// astray, the middle between the closest ones is taken.
pub fn fixed_point(guess: f64, mut round: impl FnMut(f64) -> Worth) -> f64 {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut state = guess;
    for _ in 0..MOST_GUESSES {
        let Worth { value, slope } = round(state);
        let mut next = state + (value - state) / (1.0 - slope);
        if (next - state).abs() <= PRECISION * state.abs().max(1.0) {
            return next;
        }
        if value > state {
            low = low.max(state);
        } else {
            high = high.min(state);
        }
        if !(low < next && next < high) && low.is_finite() && high.is_finite() {
            next = f64::midpoint(low, high);
        }
        state = next;
    }
    state
}

/// Guesses of a value in turn that differ by less, of 1 or of the value, are the same.
const PRECISION: f64 = 1e-14;

/// Two or three guesses are the rule; halving alone would need about fifty.
const MOST_GUESSES: usize = 200;
