//! A hex with several parties, as a long table.

use super::{LOSS, Names, Owner, SURVIVORS, TidyTable};
use crate::report::hex::HexOdds;
use crate::report::odds::Method;

/// Parties by their order of entry.
const PARTIES: [&str; 10] = [
    "party-1", "party-2", "party-3", "party-4", "party-5", "party-6", "party-7", "party-8", "party-9", "party-10",
];

const CUBES: Names = Names {
    mean: "cubes-mean",
    sd: "cubes-sd",
    se: "cubes-se",
    probability: "cubes",
};
const TILES: Names = Names {
    mean: "tiles-mean",
    sd: "tiles-sd",
    se: "tiles-se",
    probability: "tiles",
};
const BEST: Names = Names {
    mean: "best-tile-mean",
    sd: "best-tile-sd",
    se: "best-tile-se",
    probability: "best-tile",
};

impl TidyTable {
    /// The figures of a hex; a party is a side, called by its order of entry.
    #[must_use]
    pub fn of_hex(odds: &HexOdds) -> TidyTable {
        let mut table = TidyTable::default();
        for (party, &side) in odds.parties.iter().zip(&PARTIES) {
            let owner = Owner { side, ..Owner::WHOLE };
            table.rate(owner, "win", &party.wins);
            table.row(owner, "battles-mean", None, Some(party.battles));
            table.distribution(owner, &LOSS, &party.loss);
            table.distribution(owner, &TILES, &party.tiles);
            table.distribution(owner, &BEST, &party.best);
            if let Some(cubes) = &party.cubes {
                table.distribution(owner, &CUBES, cubes);
            }
            for (at, group) in party.groups.iter().enumerate() {
                let owner = Owner {
                    group: Some(at + 1),
                    unit: &group.about.label,
                    ..owner
                };
                table.distribution(owner, &SURVIVORS, &group.survivors);
                table.row(owner, "retreated-mean", None, Some(group.retreated));
                table.row(owner, "lost-mean", None, group.lost());
                table.rate(owner, "all-left", &group.all_left);
                table.rate(owner, "none-left", &group.none_left);
            }
        }
        table.rate(Owner::WHOLE, "nobody", &odds.nobody);
        table.rate(Owner::WHOLE, "undecided", &odds.undecided);
        if let Some((_, cubes)) = &odds.cubes {
            table.distribution(Owner::WHOLE, &CUBES, cubes);
        }
        let simulated = odds.run.method == Method::Simulate;
        let rows = table.measure.len();
        table.seed = vec![simulated.then_some(odds.run.seed); rows];
        table.battles = vec![simulated.then_some(odds.run.battles); rows];
        table.partial = vec![odds.run.partial; rows];
        table
    }
}
