//! Bars and tiny charts of block characters.

/// Eighths of a cell, from the left.
const FROM_LEFT: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/// Eighths of a cell, from below.
const FROM_BELOW: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// What stands for a value that never happened.
const NEVER: char = '·';

/// Most characters of a tiny chart.
const CHART_WIDTH: usize = 20;

/// A bar of up to `cells` characters for a share of 0 to 1; what is above 0 shows.
#[must_use]
pub fn bar(share: f64, cells: usize) -> String {
    let eighths = (share.clamp(0.0, 1.0) * cells as f64 * 8.0).round() as usize;
    let eighths = if share > 0.0 { eighths.max(1) } else { 0 };
    let mut text = "█".repeat(eighths / 8);
    if eighths % 8 > 0 {
        text.push(FROM_LEFT[eighths % 8]);
    }
    text
}

/// A distribution as one line, a character a value. Where there are too many values, a character is a
/// range of them, and the line says of how many `things`. The highest is a full block; a dot never
/// happened.
#[must_use]
pub fn sparkline(probability: &[f64], things: &str) -> String {
    let together = probability.len().div_ceil(CHART_WIDTH).max(1);
    let line = draw(
        &probability
            .chunks(together)
            .map(|chunk| chunk.iter().sum())
            .collect::<Vec<_>>(),
    );
    if together == 1 {
        line
    } else {
        format!("{line}  {together} {things} a block")
    }
}

/// As [`sparkline`], for values that are multiples of some step, as losses are of prices: what lies
/// between has no block that could seem never to happen.
#[must_use]
pub fn stepped_sparkline(probability: &[f64], things: &str) -> String {
    let happened = (1..probability.len()).filter(|&value| probability[value] > 0.0);
    let step = happened.fold(0, gcd).max(1);
    let values: Vec<f64> = probability.iter().step_by(step).copied().collect();
    let together = values.len().div_ceil(CHART_WIDTH).max(1);
    let line = draw(
        &values
            .chunks(together)
            .map(|chunk| chunk.iter().sum())
            .collect::<Vec<_>>(),
    );
    format!("{line}  {} {things} a block", step * together)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn draw(heights: &[f64]) -> String {
    let highest = heights.iter().copied().fold(0.0, f64::max);
    let block = |&height: &f64| {
        if height <= 0.0 {
            return NEVER;
        }
        FROM_BELOW[((height / highest * 8.0).ceil() as usize).clamp(1, 8) - 1]
    };
    heights.iter().map(block).collect()
}

/// The character belongs to a bar or a chart.
#[must_use]
pub fn is_block(character: char) -> bool {
    ('▁'..='▏').contains(&character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars() {
        assert_eq!(bar(0.5, 4), "██");
        assert_eq!(bar(1.0, 4), "████");
        assert_eq!(bar(0.0, 4), "");
        assert_eq!(bar(1e-9, 4), "▏");
        assert_eq!(bar(0.16, 4), "▋");
        assert!("▁█▏▉".chars().all(is_block) && !is_block('·') && !is_block('a'));
    }

    #[test]
    fn sparklines() {
        assert_eq!(sparkline(&[0.0, 0.5, 0.25, 0.001], "ships"), "·█▄▁");
        assert_eq!(sparkline(&[], "ships"), "");
        assert_eq!(sparkline(&[0.0], "ships"), "·");
        assert_eq!(
            sparkline(&[0.025; 40], "ships"),
            format!("{}  2 ships a block", "█".repeat(20))
        );
    }

    #[test]
    fn values_between_steps_are_no_gaps() {
        let mut losses = vec![0.0; 37];
        (losses[0], losses[12], losses[36]) = (0.5, 0.25, 0.25);
        assert_eq!(stepped_sparkline(&losses, "CP"), "█▄·▄  12 CP a block");
        assert_eq!(stepped_sparkline(&[1.0], "CP"), "█  1 CP a block");
    }
}
