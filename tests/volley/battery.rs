//! The reference tables.

use crate::notation::plan;
use broadside::engine::exact::Objective;
use broadside::engine::volley::{Assignment, Plan, solve, solve_best};

fn best(plan: &Plan) -> Plan {
    plan.with_best_play([0, 1].map(|side| !matches!(plan.orders[side].assignment, Assignment::NonPlayer(_))))
}

#[test]
fn look() {
    let start = std::time::Instant::now();
    for row in include_str!("battery.txt").lines() {
        let [id, attacker, defender, p, _, _] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let plan = plan(attacker, defender);
        let t = std::time::Instant::now();
        match solve_best(&best(&plan), Objective::Win) {
            Ok((value, odds)) => {
                let p: f64 = p.parse().unwrap();
                let d = odds.outcomes[0] - p;
                println!(
                    "{} {id} {:.6} {value:.6} {p} diff {d:.7} {:?}",
                    if d.abs() < 1e-6 { "ok " } else { "DIFF" },
                    odds.outcomes[0],
                    t.elapsed()
                );
            }
            Err(e) => println!("REFUSED {id} {e} {:?}", t.elapsed()),
        }
    }
    println!("all {:?}", start.elapsed());
    for row in include_str!("esau.txt").lines() {
        let cells = row.split(" | ").collect::<Vec<_>>();
        let plan = plan(cells[1], cells[2]);
        let t = std::time::Instant::now();
        let fixed = solve(&plan).map(|odds| odds.outcomes[0]);
        let t1 = t.elapsed();
        let opt = solve_best(&best(&plan), Objective::Win).map(|(value, odds)| (value, odds.outcomes[0]));
        println!(
            "{} threat {:?} best {:?} published {} mini {} dps {} npc {} {t1:?} {:?}",
            cells[0],
            fixed,
            opt,
            cells[3],
            cells[4],
            cells[5],
            cells[6],
            t.elapsed()
        );
    }
}
