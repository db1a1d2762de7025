//! How to read measurements.

/// Whether a time is that of one way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Journey {
    /// There.
    #[default]
    OneWay,
    /// There and back: times are halved, as Groves, Gutierrez and Arnold (2015, section IV) do.
    RoundTrip,
}

/// How to read measurements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ReadOptions {
    /// How many of the first rows of each point are left out, of each run of it where there is a column `run`.
    pub discard: usize,
    /// What the column `time_UNIT` holds. `round_trip_UNIT` is there and back by its name.
    pub journey: Journey,
}
