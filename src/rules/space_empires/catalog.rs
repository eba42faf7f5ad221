//! The printed values: ship chart, research chart and prices, by edition.

/// A printing of the game. Editions differ in what exists and what it costs, not in the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edition {
    /// The first printing of the base game.
    Base,
    /// The first expansion, Close Encounters.
    CloseEncounters,
    /// The second expansion, Replicators.
    Replicators,
    /// The third expansion, All Good Things, with the master rule book: the default.
    AllGoodThings,
    /// The version played on Board Game Arena.
    Bga,
}

/// What a unit does in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Has an Attack Strength: fires and is fired at.
    Combat,
    /// No Attack Strength: always screened, lost with its escort (5.4).
    NonCombat,
    /// Removed before the first shot (8.3).
    Decoy,
}

/// A row of the ship chart.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Short name on the counter: `CA`, `Base`, `CO`.
    pub name: String,
    /// Full name: `Cruiser`.
    pub title: String,
    /// What it does in a battle.
    pub role: Role,
    /// Weapon class A to F as 0 to 5 (2.3.2); irrelevant unless [`Role::Combat`].
    pub class: u8,
    /// Attack Strength (2.3.3).
    pub attack: u8,
    /// Defense Strength (2.3.4).
    pub defense: u8,
    /// Hull Size in hull points (2.3.5).
    pub hull: u8,
    /// Price in CP; 0 for a Flagship, which is never bought.
    pub cost: u32,
    /// Maintenance in CP an Economic Phase (7.3.1).
    pub maintenance: u32,
    /// Highest Attack technology it can carry: its Hull Size (9.2) unless the chart says otherwise.
    pub max_attack: u8,
    /// Highest Defense technology it can carry.
    pub max_defense: u8,
    /// May retreat (5.9).
    pub can_retreat: bool,
    /// Technology needed to build it, as the chart words it: `Ship Size 3`.
    pub requires: String,
    /// Group counters of one player in the box; 0 where the number was not found.
    pub counters: u8,
    /// What else matters, in our own words.
    pub note: String,
}

/// A row of the research chart.
#[derive(Clone, Debug)]
pub struct Technology {
    /// Key in files: `attack`, `ship-size`.
    pub key: String,
    /// Short name in the shorthand: `a`, `d`, `t`, `pd`.
    pub short: String,
    /// Title in tables: `Attack`.
    pub title: String,
    /// Level every player starts with.
    pub start: u8,
    /// Price in CP of each level after the start, in order.
    pub costs: Vec<u32>,
    /// It changes dice in a battle that the catalog's units can fight.
    pub in_battle: bool,
}

/// The units and technologies of one edition.
#[derive(Clone, Debug)]
pub struct Catalog {
    /// Whose values these are.
    pub edition: Edition,
    /// Units in the order of the chart.
    pub units: Vec<Unit>,
    /// Technologies in the order of the chart.
    pub technologies: Vec<Technology>,
}
