//! Options for reading measurements.

/// Direction of a measured time: one way or round trip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Journey {
    /// One way.
    #[default]
    OneWay,
    /// Round trip: times are halved, as Groves, Gutierrez and Arnold (2015, section IV) do.
    RoundTrip,
}

/// Options for reading measurements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ReadOptions {
    /// The number of first rows to leave out for each point, or for each point and run if there is a column `run`.
    pub discard: usize,
    /// The meaning of the column `time_UNIT`. A column `round_trip_UNIT` always holds round trips.
    pub journey: Journey,
}
