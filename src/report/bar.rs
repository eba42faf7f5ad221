//! Bars and tiny charts of block characters.

/// Eighths of a cell, from the left.
const FROM_LEFT: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/// Eighths of a cell, from below.
const FROM_BELOW: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// What stands for values that never happened.
const NEVER: char = '·';

/// Most characters of a tiny chart.
const CHART_WIDTH: usize = 16;

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

/// A distribution as one line of blocks, the highest a full one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// The blocks; a dot stands where nothing happened.
    pub blocks: String,
    /// Values that share a block; the last block may hold fewer.
    pub together: usize,
}

/// The chart of the shares of values, in order, with at most so many blocks: a block a value, or
/// where there are more values as many in each block as are needed.
#[must_use]
pub fn chart(shares: &[f64], most: usize) -> Chart {
    let together = shares.len().div_ceil(most.max(1)).max(1);
    let heights: Vec<f64> = shares.chunks(together).map(|chunk| chunk.iter().sum()).collect();
    let highest = heights.iter().copied().fold(0.0, f64::max);
    let draw = |&height: &f64| {
        if height <= 0.0 {
            return NEVER;
        }
        FROM_BELOW[((height / highest * 8.0).ceil() as usize).clamp(1, 8) - 1]
    };
    Chart {
        blocks: heights.iter().map(draw).collect(),
        together,
    }
}

/// A chart of up to 16 blocks as it stands in a cell: `▂█▄`, or `▂█▄ (2 a block)`.
#[must_use]
pub fn sparkline(shares: &[f64]) -> String {
    match chart(shares, CHART_WIDTH) {
        Chart { blocks, together: 1 } => blocks,
        Chart { blocks, together } => format!("{blocks} ({together} a block)"),
    }
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
        assert_eq!(sparkline(&[0.0, 0.5, 0.25, 0.001]), "·█▄▁");
        assert_eq!(sparkline(&[]), "");
        assert_eq!(sparkline(&[0.0]), "·");
        assert_eq!(sparkline(&[0.02; 16]), "████████████████");
        // Seven values a block: fifteen blocks, the last of two values.
        assert_eq!(sparkline(&[0.01; 100]), "██████████████▃ (7 a block)");
        assert_eq!(
            chart(&[0.1; 10], 4),
            Chart {
                blocks: "███▃".into(),
                together: 3
            }
        );
    }
}
