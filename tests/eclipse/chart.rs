//! The catalog against a second list, typed from the tiles and boards.

use broadside::rules::eclipse::catalog::{Edition, STANDARD};
use broadside::rules::eclipse::{Catalog, Ship};

/// Dice, then what the part adds: c computer, s shield, h hull, i initiative, e energy.
const NEW_DAWN: &str = "\
ion-cannon 1y e-1
plasma-cannon 1o e-2
antimatter-cannon 1r e-4
plasma-missile m2o
electron-computer c1
positron-computer c2 i1 e-1
gluon-computer c3 i2 e-2
gauss-shield s1
phase-shield s2 e-1
hull h1
improved-hull h2
nuclear-drive i1 e-1
fusion-drive i2 e-2
tachyon-drive i3 e-3
nuclear-source e+3
fusion-source e+6
tachyon-source e+9
axion-computer c3
conformal-drive i2 e-2
flux-shield s3 e-2
hypergrid-source e+11
ion-missile m3y
ion-turret 2y e-1
shard-hull h3
sentient-hull c1 h1
conifold-field h3 e-2
flux-missile m2y i2
interceptor-bay h1 e-2
zero-point-source e+12
morph-shield r1";

const SECOND_DAWN: &str = "\
ion-cannon 1y e-1
plasma-cannon 1o e-2
soliton-cannon 1b e-3
antimatter-cannon 1r e-4
rift-cannon 1p e-2
plasma-missile m2o e-1
flux-missile m2y i1
electron-computer c1
positron-computer c2 e-1
gluon-computer c3 e-2
gauss-shield s1
phase-shield s2 e-1
absorption-shield s1 e+4
hull h1
improved-hull h2
sentient-hull c1 h1
conifold-field h3 e-2
nuclear-drive i1 e-1
fusion-drive i2 e-2
tachyon-drive i3 e-3
transition-drive
nuclear-source e+3
fusion-source e+6
tachyon-source e+9
zero-point-source e+12
axion-computer c2 i1
conformal-drive i2 e-2
nonlinear-drive e+2
jump-drive e-2
muon-source i1 e+2
hypergrid-source e+11
inversion-shield s2 e+2
flux-shield s3 i1 e-2
morph-shield s1 i1 r1
ion-disruptor 1y i3
ion-turret 2y
plasma-turret 2o e-3
soliton-charger 1b e-1
rift-conductor 1p h1 e-1
ion-missile m3y
soliton-missile m1b i1
antimatter-missile m1r
shard-hull h3
exiles-ion-turret 2y e-1";

fn parts(edition: Edition) -> String {
    let line = |part: &broadside::rules::eclipse::catalog::Part| {
        let mut line = part.name.clone();
        if !part.cannons.is_empty() {
            line += &format!(" {}", part.cannons);
        }
        if !part.missiles.is_empty() {
            line += &format!(" m{}", part.missiles);
        }
        let values = [
            ('c', part.computer),
            ('s', part.shield),
            ('h', part.hull),
            ('i', part.initiative),
        ];
        for (letter, value) in values.iter().filter(|(_, value)| *value > 0) {
            line += &format!(" {letter}{value}");
        }
        if part.energy != 0 {
            line += &format!(" e{:+}", part.energy);
        }
        if part.repair > 0 {
            line += &format!(" r{}", part.repair);
        }
        line
    };
    let lines: Vec<String> = Catalog::of(edition).parts.iter().map(line).collect();
    lines.join("\n")
}

#[test]
fn parts_are_as_printed() {
    assert_eq!(parts(Edition::NewDawn), NEW_DAWN);
    assert_eq!(parts(Edition::SecondDawn), SECOND_DAWN);
    for edition in Edition::ALL {
        let drives = Catalog::of(edition).parts.iter().filter(|part| part.drive);
        assert!(drives.clone().all(|part| part.name.ends_with("-drive")));
        let named = Catalog::of(edition)
            .parts
            .iter()
            .filter(|part| part.name.ends_with("-drive"));
        assert_eq!(drives.count(), named.count());
    }
}

#[test]
fn non_player_ships_are_as_printed() {
    let list = |edition: Edition| {
        let rows = Catalog::of(edition).non_players.iter();
        let rows = rows.map(|row| format!("{} {}, {}", row.name, Ship::from(row), row.tiles));
        rows.collect::<Vec<_>>().join("; ")
    };
    assert_eq!(list(Edition::NewDawn), "ancient i2 h1 c1 2y, 1; gcds i0 h7 c1 4y, 3");
    assert_eq!(
        list(Edition::SecondDawn),
        "ancient i2 h1 c1 2y, 1; advanced-ancient i1 h2 c1 1o, 1; worlds-afar-ancient i3 h1 c2 1y, 1; \
         guardian i3 h2 c2 3y, 2; advanced-guardian i1 h3 c1 1r m:2o, 2; worlds-afar-guardian i2 h3 c1 s1 2o, 2; \
         gcds i0 h7 c2 4y, 3; advanced-gcds i2 h3 c2 1r m:4y, 3; worlds-afar-gcds i3 h4 c2 s2 2o, 3"
    );
}

#[test]
fn every_first_blueprint_keeps_the_rules() {
    for edition in Edition::ALL {
        let catalog = Catalog::of(edition);
        for blueprint in &catalog.blueprints {
            let class = catalog.class(&blueprint.class).unwrap();
            let parts: Vec<_> = blueprint.parts.iter().map(|key| catalog.part(key).unwrap()).collect();
            let name = format!("{edition} {} {}", blueprint.species, blueprint.class);
            assert!(parts.len() <= usize::from(blueprint.slots), "{name}");
            let energy = i32::from(blueprint.energy) + parts.iter().map(|part| i32::from(part.energy)).sum::<i32>();
            assert!(energy >= 0, "{name}: {energy}");
            assert_eq!(parts.iter().any(|part| part.drive), class.drive, "{name}");
            assert!(
                blueprint.species == STANDARD || catalog.species(&blueprint.species).is_some(),
                "{name}"
            );
        }
        for species in &catalog.species {
            assert!(
                species.technologies.iter().all(|key| catalog.technology(key).is_some()),
                "{}",
                species.name
            );
            assert!(
                species.lacks.iter().all(|key| catalog.class(key).is_some()),
                "{}",
                species.name
            );
        }
    }
}
