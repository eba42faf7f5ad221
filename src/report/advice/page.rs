//! Advice as a page: what to do in words, then what everything else costs.

use super::{Act, Advice, Choice, EQUAL, Figures, GroupAdvice, SideAdvice};
use crate::engine::exact::Objective;
use crate::report::page::{Kind, Page, Remark, Section};
use crate::report::{Rate, figure, summary};
use crate::rules::space_empires::{Retreat, Target};
use crate::spec::Side;

/// Ways to screen that are shown.
const SCREENS: usize = 5;

/// The page of advice.
#[must_use]
pub fn page(advice: &Advice) -> Page {
    Page {
        headline: headline(advice),
        sections: vec![words(advice), shots(advice), screens(advice), setting(advice)],
        remarks: remarks(advice),
    }
}

/// What the battle is worth.
#[must_use]
pub fn headline(advice: &Advice) -> Vec<String> {
    // Who has targets given follows a policy, even if its screens are as best.
    let best = |side: &SideAdvice| side.policy.target == Target::Optimal;
    let [attacker, defender] = advice.sides.each_ref().map(best);
    let whose = match (attacker, defender) {
        (true, true) => "With best play of both sides",
        (true, false) => "With best play of the attacker against the defender's policy",
        (false, true) => "With best play of the defender against the attacker's policy",
        (false, false) => "With both sides' targeting policies",
    };
    let from = match &advice.moment {
        Some(moment) if moment.turn.is_some() => format!(" from here in round {} on", moment.round),
        Some(moment) => format!(" from round {} on", moment.round),
        None => String::new(),
    };
    let wins = figure::percent(&Rate::certain(advice.value.win, 0.0));
    let by = advice
        .after_round
        .map_or_else(String::new, |round| format!(" by round {round}"));
    let swing = swing(advice.value.swing);
    match advice.objective {
        Objective::Win => vec![
            format!("{whose}{from} the attacker wins {wins}{by}"),
            format!("Played for the CP swing it is {swing} for the attacker"),
        ],
        Objective::CpSwing => vec![
            format!("{whose}{from} the CP swing is {swing} for the attacker"),
            format!("Played to win, the attacker wins {wins}{by}"),
        ],
    }
}

/// `+8.6 CP`.
fn swing(cp: f64) -> String {
    format!("{} CP", signed(cp))
}

/// A swing with its sign, which nothing has none of.
#[must_use]
pub fn signed(cp: f64) -> String {
    match format!("{cp:+.1}").as_str() {
        "+0.0" | "-0.0" => "0.0".to_owned(),
        text => text.to_owned(),
    }
}

/// A cost with about two digits.
#[must_use]
pub fn cost(cost: f64) -> String {
    match cost {
        cost if cost < 1.0 => format!("{cost:.2}"),
        cost => format!("{cost:.1}"),
    }
}

fn unit(objective: Objective) -> &'static str {
    match objective {
        Objective::Win => "points",
        Objective::CpSwing => "CP",
    }
}

fn words(advice: &Advice) -> Section {
    let mut section = Section::new("What to do", &["", "", ""]);
    // Nobody leaves in the first round (5.9).
    let later = advice.moment.as_ref().is_some_and(|moment| moment.round > 1);
    for side in advice.sides.iter().filter(|side| side.asked_for) {
        let mut name = side.side.name();
        let mut row = |what: &str, text: String| section.row([std::mem::take(&mut name), what, &text]);
        for group in side.groups.iter().filter(|_| side.advised) {
            row(&group.label, told(group, advice.objective));
        }
        if !side.advised {
            row("targets", format!("{}, as its policy says", side.policy.target));
        }
        if !side.screens.is_empty() {
            row("screens", screen_told(&side.screens, advice.objective));
        }
        if let Some(right) = side.right_to_leave {
            let text = match right {
                right if right < EQUAL => "never worth it".to_owned(),
                right => format!("the right to leave is worth {} CP: --retreat says when", cost(right)),
            };
            row("leaves", text);
        } else if side.may_leave && later && side.policy.retreat != Retreat::Optimal {
            let name = side.side.name();
            let text = format!("--{name}-retreat optimal --objective cp-swing weighs leaving now");
            row("leaves", text);
        }
    }
    section
}

/// `shoot DD first; BB costs 3.1 points`.
fn told(group: &GroupAdvice, objective: Objective) -> String {
    let judged = |choice: &&Choice| choice.cost.of(objective).unwrap_or(0.0);
    let (best, others): (Vec<&Choice>, Vec<&Choice>) = group.choices.iter().partition(|choice| judged(choice) < EQUAL);
    let shoots = |choice: &&&Choice| matches!(choice.act, Act::Shoot { .. });
    let targets: Vec<&str> = best.iter().filter(shoots).map(|choice| name(&choice.act)).collect();
    let leaves: Vec<&str> = { best.iter() }
        .filter(|choice| !shoots(choice))
        .map(|choice| name(&choice.act))
        .collect();
    let mut what = Vec::new();
    match (&targets[..], &others[..]) {
        ([], _) => {}
        ([only], []) if leaves.is_empty() => return format!("shoot {only}: there is no choice"),
        (_, []) if leaves.is_empty() => return any_target(group, objective),
        (targets, _) => what.push(format!("shoot {} first", targets.join(" or "))),
    }
    what.extend(leaves.iter().map(|&leave| leave.to_owned()));
    let mut text = what.join(" or ");
    let costs = |choice: &&Choice| format!("{} costs {}", name(&choice.act), cost(judged(choice)));
    if let Some((first, rest)) = others.split_first() {
        text += &format!("; {} {}", costs(first), unit(objective));
        let rest = rest
            .iter()
            .map(|choice| format!(", {} {}", name(&choice.act), cost(judged(choice))));
        text += &rest.collect::<String>();
    }
    text
}

/// What is said where all targets are equal by what decides: the other game may tell them apart.
fn any_target(group: &GroupAdvice, objective: Objective) -> String {
    let (aim, other) = match objective {
        Objective::Win => ("the win", Objective::CpSwing),
        Objective::CpSwing => ("the CP swing", Objective::Win),
    };
    let costs = |choice: &Choice| choice.cost.of(other).unwrap_or(f64::INFINITY);
    let best: Vec<&str> = { group.choices.iter() }
        .filter(|choice| costs(choice) < EQUAL)
        .map(|choice| name(&choice.act))
        .collect();
    if best.is_empty() || best.len() == group.choices.len() {
        return "any target: all are equal".to_owned();
    }
    let by = if other == Objective::Win { "chance to win" } else { "CP" };
    format!("any target: equal for {aim}; {} best by {by}", best.join(" or "))
}

fn name(act: &Act) -> &str {
    match act {
        Act::Shoot { target, .. } => target,
        Act::Leave { damaged: false } => "leave",
        Act::Leave { damaged: true } => "leave with the damaged ship",
        Act::Screen(ships) => ships,
    }
}

fn screen_told(screens: &[Choice], objective: Objective) -> String {
    let judged = |choice: &Choice| choice.cost.of(objective).unwrap_or(0.0);
    let nobody = screens.iter().find(|choice| name(&choice.act) == "nobody");
    let next = { screens.iter() }.find(|choice| nobody.is_none_or(|nobody| nobody.act != choice.act));
    match (nobody, next) {
        (Some(nobody), Some(next)) if judged(nobody) < EQUAL => {
            let costs = match judged(next) {
                small if small < EQUAL => "is equal".to_owned(),
                more => format!("costs {} {}", cost(more), unit(objective)),
            };
            format!("nobody now; {} {costs}", name(&next.act))
        }
        (Some(nobody), Some(next)) => format!(
            "{}; to screen nobody costs {} {}",
            name(&next.act),
            cost(judged(nobody)),
            unit(objective)
        ),
        _ => "nobody".to_owned(),
    }
}

/// A cost as a cell: the cheapest is best, and what costs next to nothing is equal to it.
fn cell(value: Option<f64>) -> String {
    match value {
        None => figure::NONE.to_owned(),
        Some(value) if value <= 1e-9 => "best".to_owned(),
        Some(value) if value < EQUAL => "equal".to_owned(),
        Some(value) => cost(value),
    }
}

fn cells(costs: &Figures<Option<f64>>) -> [String; 2] {
    [cell(costs.win), cell(costs.swing)]
}

fn shots(advice: &Advice) -> Section {
    let name_of = match advice.moment.as_ref().and_then(|moment| moment.turn.as_ref()) {
        Some(_) => "The next shot: what each choice costs",
        None => "First shots: what each choice costs",
    };
    let columns = ["", "fires", ">ships", "at", ">needs", ">points", ">CP"];
    let mut section = Section::new(name_of, &columns);
    for side in advice.sides.iter().filter(|side| side.advised) {
        let mut whose = side.side.name().to_owned();
        for group in &side.groups {
            let mut fires = [group.label.clone(), group.ships.to_string()];
            for choice in &group.choices {
                let [label, ships] = std::mem::take(&mut fires);
                let need = match choice.act {
                    Act::Shoot { need, .. } => need.to_string(),
                    _ => String::new(),
                };
                let [points, cp] = cells(&choice.cost);
                let at = name(&choice.act).to_owned();
                section.row([std::mem::take(&mut whose), label, ships, at, need, points, cp]);
            }
        }
    }
    section
}

fn screens(advice: &Advice) -> Section {
    let mut section = Section::new("Screens: what each way costs", &["", "screened", ">points", ">CP"]);
    for side in &advice.sides {
        let mut whose = side.side.name().to_owned();
        for (at, choice) in side.screens.iter().enumerate() {
            let what = name(&choice.act).to_owned();
            if at < SCREENS || what == "nobody" {
                let [points, cp] = cells(&choice.cost);
                section.row([std::mem::take(&mut whose), what, points, cp]);
            }
        }
        let more = side.screens.len().saturating_sub(section.rows.len());
        if more > 0 {
            section.row([String::new(), format!("… {more} more, in JSON and CSV")]);
        }
    }
    section
}

fn setting(advice: &Advice) -> Section {
    let policies = advice.sides.each_ref().map(|side| &side.policy);
    let mut section = summary::conditions(&advice.terrain, advice.edition, advice.rules, policies);
    if let Some(moment) = &advice.moment {
        for side in Side::BOTH {
            section.row([format!("{} left", side.name()), moment.ships[side.index()].clone()]);
        }
        let round = match &moment.turn {
            None => format!("{} is about to start", moment.round),
            Some((who, shots)) => {
                let bonus = moment.bonus.map_or("nobody", Side::name);
                let shots = if *shots == 1 {
                    "1 shot".to_owned()
                } else {
                    format!("{shots} shots")
                };
                format!(
                    "{}: {who} fires, {shots} to come; fleet size bonus: {bonus}",
                    moment.round
                )
            }
        };
        section.row(["round".to_owned(), round]);
    }
    let judged = match advice.objective {
        Objective::Win => "judged by the attacker's chance to win",
        Objective::CpSwing => "judged by the CP swing",
    };
    let states = figure::whole(advice.states);
    section.row([
        "method".to_owned(),
        format!("best play, {judged}; {states} states solved"),
    ]);
    section
}

fn remarks(advice: &Advice) -> Vec<Remark> {
    let mut texts = advice.notes.clone();
    texts.push(
        "points: what the choice costs of the chance to win, if all else is played best to win; CP: what it costs of \
         the CP swing, if all else is played best for that"
            .to_owned(),
    );
    if advice.sides.iter().any(|side| side.advised && side.groups.len() > 1) {
        texts.push("the first shots are told as if nobody had hit anything before; --state asks again".to_owned());
    }
    for side in advice
        .sides
        .iter()
        .filter(|side| side.advised && side.policy.target != Target::Optimal)
    {
        let (name, policy) = (side.side.name(), &side.policy.target);
        texts.push(format!(
            "after its first shot the {name} is taken to shoot by its policy, {policy}"
        ));
    }
    for side in advice.sides.iter().filter(|side| side.policy.target != Target::Optimal) {
        let name = side.side.name();
        texts.push(format!(
            "--{name}-target optimal says what the {name}'s best targets would be worth"
        ));
    }
    texts.extend(advice.screens_left_out.map(screens_left_out));
    { texts.into_iter() }
        .map(|text| Remark { kind: Kind::Note, text })
        .collect()
}

/// Why nobody is screened by best play: it would take so many values, 0 if nobody knows how many.
#[must_use]
pub fn screens_left_out(values: u64) -> String {
    let much = match values {
        0 => "too many values".to_owned(),
        values => format!("{} values", figure::whole(values)),
    };
    format!(
        "best screens were not looked for on every side: they would take {much} to work out; --attacker-screen optimal \
         and --defender-screen optimal ask for them, if that fits into the memory that --exact-limit allows"
    )
}
