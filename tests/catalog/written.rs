//! Engagements made by hand, as a parser would hand them over. Each word stands in a source of its
//! own, so that a test can ask which word a fault points at.

use std::sync::Arc;

use broadside::rules::space_empires::{Battle, resolve};
use broadside::spec::{
    Engagement, Fleet, Group, Level, Place, Policy, Problem, Problems, Retreat, RuleChoice, Screen, Source, Spanned,
    Target,
};

pub fn place(text: &str) -> Place {
    Place {
        source: Arc::new(Source {
            name: "test".into(),
            text: text.into(),
        }),
        start: 0,
        end: text.len(),
    }
}

pub fn word(text: &str) -> Spanned<String> {
    Spanned {
        value: text.into(),
        place: place(text),
    }
}

pub fn words(text: &str) -> Vec<Spanned<String>> {
    text.split(',').map(word).collect()
}

fn level(name: &str, level: u32) -> Level {
    Level {
        name: word(name),
        level: Spanned {
            value: level,
            place: place(&format!("{name}={level}")),
        },
        instead: Vec::new(),
    }
}

fn levels(text: &str) -> Vec<Level> {
    let pairs = text
        .split_whitespace()
        .map(|pair| pair.split_once('=').expect("name=level"));
    pairs
        .map(|(name, value)| level(name, value.parse().expect("a level")))
        .collect()
}

/// A fleet: `fleet("3 CA a=1 + 6 SC oos", "attack=2")`, groups first, then the empire's levels.
pub fn fleet(groups: &str, tech: &str) -> Fleet {
    let group = |text: &str| {
        let mut parts = text.split_whitespace();
        let count = parts.next().expect("a count");
        let unit = parts.next().expect("a unit").replace('_', " ");
        let rest: Vec<&str> = parts.collect();
        let tech: Vec<&str> = rest.iter().copied().filter(|part| *part != "oos").collect();
        Group {
            unit: word(&unit),
            count: Spanned {
                value: count.parse().expect("a count"),
                place: place(count),
            },
            tech: levels(&tech.join(" ")),
            out_of_supply: rest.contains(&"oos"),
            unknown: None,
            charged: None,
            abilities: Vec::new(),
            experience: None,
            loaded: None,
        }
    };
    Fleet {
        name: groups.into(),
        edition: None,
        tech: levels(tech),
        groups: groups.split(" + ").filter(|text| !text.is_empty()).map(group).collect(),
        attribute: None,
        empire: None,
        research_points: None,
        policy: Policy::default(),
        place: Some(place(groups)),
    }
}

pub struct Case(pub Engagement);

/// An attacker and a defender, without levels of their empires, in open space.
pub fn case(attacker: &str, defender: &str) -> Case {
    Case(Engagement::in_open_space([fleet(attacker, ""), fleet(defender, "")]))
}

impl Case {
    pub fn edition(mut self, name: &str) -> Case {
        self.0.edition = Some(word(name));
        self
    }

    pub fn terrain(mut self, names: &str) -> Case {
        self.0.terrain = words(names);
        self
    }

    /// The attacker's empire.
    pub fn empire(mut self, name: &str) -> Case {
        self.0.sides[0].empire = Some(word(name));
        self
    }

    /// Special abilities of the attacker's first group, separated by commas.
    pub fn abilities(mut self, names: &str) -> Case {
        self.0.sides[0].groups[0].abilities = words(names);
        self
    }

    /// The attacker's empire has these levels.
    pub fn tech(mut self, tech: &str) -> Case {
        self.0.sides[0].tech = levels(tech);
        self
    }

    pub fn defender_tech(mut self, tech: &str) -> Case {
        self.0.sides[1].tech = levels(tech);
        self
    }

    pub fn target(mut self, target: Target) -> Case {
        self.0.sides[0].policy.target = Some(Spanned {
            value: target,
            place: place("target"),
        });
        self
    }

    pub fn finish_wounded(mut self, finish: bool) -> Case {
        self.0.sides[0].policy.finish_wounded = Some(finish);
        self
    }

    pub fn screen(mut self, screen: Screen) -> Case {
        self.0.sides[0].policy.screen = Some(Spanned {
            value: screen,
            place: place("screen"),
        });
        self
    }

    pub fn retreat(mut self, retreat: Retreat) -> Case {
        self.0.sides[0].policy.retreat = Some(Spanned {
            value: retreat,
            place: place("retreat"),
        });
        self
    }

    /// A reading of a doubtful rule.
    pub fn rule(mut self, name: &str, value: &str) -> Case {
        let [name, value] = [name, value].map(|word| Spanned {
            value: word.to_owned(),
            place: place(word),
        });
        self.0.rules.push(RuleChoice { name, value });
        self
    }

    /// The defender's retreat.
    pub fn defender_retreat(mut self, retreat: Retreat) -> Case {
        self.0.sides[1].policy.retreat = Some(Spanned {
            value: retreat,
            place: place("retreat"),
        });
        self
    }

    /// The battle; it must have no fault.
    pub fn battle(&self) -> Battle {
        let mut problems = Problems::default();
        let battle = resolve(&self.0, &mut problems);
        assert!(problems.list.is_empty(), "unexpected faults: {:?}", problems.list);
        battle.expect("no fault, so there is a battle")
    }

    /// The faults; there must be some.
    pub fn faults(&self) -> Vec<Problem> {
        let mut problems = Problems::default();
        assert!(resolve(&self.0, &mut problems).is_none(), "expected a fault");
        problems.list
    }

    /// The only fault must be this: the word it points at, the message, and a part of the help.
    #[track_caller]
    pub fn fault(&self, at: &str, message: &str, help: &str) {
        let faults = self.faults();
        assert_eq!(faults.len(), 1, "{faults:?}");
        let fault = &faults[0];
        assert_eq!(fault.message, message);
        assert!(fault.help.contains(help), "help: {}", fault.help);
        assert_eq!(fault.place.as_ref().map(|place| place.source.text.as_str()), Some(at));
    }

    /// The notes must be these: the word each points at, and what it says.
    #[track_caller]
    pub fn notes(&self, expected: &[(&str, &str)]) {
        let notes = self.battle().notes;
        let found: Vec<(&str, &str)> = notes
            .iter()
            .map(|note| {
                (
                    note.place.as_ref().map_or("", |place| place.source.text.as_str()),
                    note.message.as_str(),
                )
            })
            .collect();
        assert_eq!(found, expected);
    }
}
