//! The reference tables.

use crate::notation::plan;
use broadside::engine::volley::solve;

#[test]
fn look() {
    let start = std::time::Instant::now();
    for row in include_str!("battery.txt").lines() {
        let [id, attacker, defender, p, sa, sd] = row.split(" | ").collect::<Vec<_>>()[..] else { panic!("{row}") };
        let plan = plan(attacker, defender);
        let t = std::time::Instant::now();
        match solve(&plan) {
            Ok(odds) => {
            let p: f64 = p.parse().unwrap();
            let d = odds.outcomes[0] - p;
            println!("{} {id} {:.6} {p} diff {d:.7} tail {:.1e} {:?}", if d.abs()<1e-6 {"ok "} else {"DIFF"}, odds.outcomes[0], odds.tail, t.elapsed());
            }
            Err(e) => println!("REFUSED {id} {e} {:?}", t.elapsed()),
        }
    }
    println!("all {:?}", start.elapsed());
}
