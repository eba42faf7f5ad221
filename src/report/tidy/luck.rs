//! Luck as a long table.

use super::{Owner, TidyTable};
use crate::report::luck::Luck;
use crate::spec::Side;

impl TidyTable {
    /// What happened (its measures end in `-here`), where it lies, and all that could.
    #[must_use]
    pub fn of_luck(luck: &Luck) -> TidyTable {
        let mut table = TidyTable::default();
        let odds = &luck.odds;
        table.rate(Owner::WHOLE, "exactly", &luck.exactly);
        for side in &luck.sides {
            let owner = Owner::of(side.side);
            let won = side.side.index() == luck.outcome.index();
            table.row(owner, "win-here", None, Some(f64::from(u8::from(won))));
            table.rate(owner, "win", &odds.outcome[side.side.index()]);
            table.row(owner, "swing-here", None, Some(side.swing as f64));
            table.row(owner, "swing-deviation", None, side.deviation);
            table.rate(owner, "percentile", &side.percentile);
            let [worse, as_good, better] = &side.swings;
            table.rate(owner, "worse", worse);
            table.rate(owner, "as-good", as_good);
            table.rate(owner, "better", better);
            table.rate(owner, "as-good-or-better", &side.as_well);
            table.row(owner, "loss-here", None, Some(f64::from(side.loss)));
            let [less, as_much, more] = &side.losses;
            table.rate(owner, "loss-less", less);
            table.rate(owner, "loss-as-much", as_much);
            table.rate(owner, "loss-more", more);
            for (at, kind) in side.kinds.iter().enumerate() {
                let owner = Owner {
                    group: Some(at + 1),
                    unit: &kind.label,
                    ..owner
                };
                table.row(owner, "fielded", None, Some(f64::from(kind.fielded)));
                table.row(owner, "left-here", None, Some(f64::from(kind.left)));
                table.row(owner, "retreated-here", None, Some(f64::from(kind.retreated)));
                table.row(owner, "lost-here", None, Some(f64::from(kind.lost())));
            }
        }
        table.swing(&odds.swing);
        for (side, dice) in Side::BOTH
            .into_iter()
            .zip(luck.replay.iter().flat_map(|replay| replay.dice))
        {
            let owner = Owner::of(side);
            table.row(owner, "shots", None, Some(f64::from(dice.shots)));
            table.row(owner, "hits", None, Some(f64::from(dice.hits)));
            table.row(owner, "hits-expected", None, Some(dice.expected));
            table.row(owner, "hits-so-many-or-more", None, Some(dice.as_many));
            table.row(owner, "hits-so-many-or-fewer", None, Some(dice.as_few));
        }
        table.run(odds);
        table
    }
}
