//! Sums over losses.

/// Losses of one policy over many sides of battles.
pub struct Summary {
    /// Arithmetic mean.
    pub mean: f64,
    /// Half of the sides lose no more.
    pub median: f64,
    /// Nine of ten sides lose no more.
    pub most_of_ten: f64,
    /// The largest loss.
    pub worst: f64,
    /// Its place in the list.
    pub worst_at: usize,
}

impl Summary {
    /// Sums up a list that is not empty.
    pub fn of(losses: &[f64]) -> Summary {
        let mut sorted: Vec<usize> = (0..losses.len()).collect();
        sorted.sort_by(|&a, &b| losses[a].total_cmp(&losses[b]));
        // Nearest rank.
        let rank = |percent: usize| losses[sorted[(percent * losses.len()).div_ceil(100) - 1]];
        let worst_at = sorted[losses.len() - 1];
        Summary {
            mean: losses.iter().sum::<f64>() / losses.len() as f64,
            median: rank(50),
            most_of_ten: rank(90),
            worst: losses[worst_at],
            worst_at,
        }
    }
}
