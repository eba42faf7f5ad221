//! Battles that nobody chose: drawn from a fixed seed, within the limits of the table. What is tuned
//! on the table is held against these.

use crate::contest::Contest;
use broadside::rules::space_empires::Target;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Largest battle in states, so that a set takes seconds.
const MOST_STATES: u64 = 60_000;

/// Most ships of a side.
const MOST_SHIPS: u32 = 12;

/// Units, most of them there may be in a group here, and whether they move.
const UNITS: [(&str, u32, bool); 13] = [
    ("SC", 6, true),
    ("SCX", 4, true),
    ("DD", 5, true),
    ("CA", 4, true),
    ("BC", 4, true),
    ("BB", 3, true),
    ("DN", 2, true),
    ("SW", 2, true),
    ("T", 3, true),
    ("Flagship", 1, true),
    ("Base", 1, false),
    ("DSN", 1, false),
    ("SY", 3, false),
];

/// Draws battles until there are enough: four of five with a chance of 20 to 80 %, the others of 3
/// to 97 %.
pub fn draw(seed: u64, battles: usize) -> Vec<Contest> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut drawn: Vec<Contest> = Vec::new();
    while drawn.len() < battles {
        let even = drawn.len() % 5 < 4;
        let sides = [fleet(&mut dice, true), fleet(&mut dice, false)];
        let contest = Contest::new(&sides[0], &sides[1], terrain(&mut dice));
        if contest.states() > MOST_STATES {
            continue;
        }
        let chance = contest.win_chance([&Target::Optimal; 2]);
        let wanted = if even { 0.2..=0.5 } else { 0.03..=0.2 };
        if wanted.contains(&chance.min(1.0 - chance)) {
            drawn.push(contest);
        }
    }
    drawn
}

fn terrain(dice: &mut Xoshiro256PlusPlus) -> &'static str {
    const TERRAINS: [&str; 8] = [
        "space",
        "space",
        "space",
        "space",
        "asteroids",
        "nebula",
        "quasar",
        "ion-storm",
    ];
    TERRAINS[dice.random_range(0..TERRAINS.len())]
}

/// One to four groups of different units, with the technology of one empire, some of it older.
fn fleet(dice: &mut Xoshiro256PlusPlus, moves: bool) -> String {
    let groups = [1, 2, 2, 3, 3, 4][dice.random_range(0..6)];
    let empire = [(); 3].map(|()| dice.random_range(0..=3u32));
    let mut known: Vec<&str> = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut ships = 0;
    while words.len() < groups && ships < MOST_SHIPS {
        let (unit, most, can_move) = UNITS[dice.random_range(0..UNITS.len())];
        let count = dice.random_range(1..=most);
        if known.contains(&unit) || (moves && !can_move) || ships + count > MOST_SHIPS {
            continue;
        }
        known.push(unit);
        ships += count;
        let mut group = format!("{count} {unit}");
        for (short, level) in ["a", "d", "t"].iter().zip(empire) {
            let level = if dice.random_range(0..4) == 0 { level / 2 } else { level };
            if level > 0 {
                group += &format!(" {short}{level}");
            }
        }
        words.push(group);
    }
    words.join(" + ")
}
