//! Kinds of measurements, and their marks.

use super::columns::columns;

/// The kinds of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measurements {
    Osu,
    Imb,
    Microbench,
    Netgauge,
    Plogp,
    Trees,
    Chain,
    FanIn,
    Rates,
    Messages,
    Latency,
}

/// Lines in the output of measuring tools.
const TOOLS: [(&str, Measurements); 4] = [
    ("LogP network performance data", Measurements::Plogp),
    ("Benchmarking ", Measurements::Imb),
    ("Intel(R) MPI Benchmarks", Measurements::Imb),
    ("OSU ", Measurements::Osu),
];

/// The beginnings of columns that tell the kind, in the order in which they are asked for.
const COLUMNS: [(&str, Measurements); 9] = [
    ("overhead_send", Measurements::Plogp),
    ("gap_", Measurements::Plogp),
    ("rate_per_s", Measurements::Rates),
    ("tree", Measurements::Trees),
    ("depth", Measurements::Chain),
    ("fanout", Measurements::FanIn),
    ("bytes", Measurements::Messages),
    ("time", Measurements::Latency),
    ("round_trip", Measurements::Latency),
];

impl Measurements {
    /// The kind of a text that a tool has written with its name.
    pub fn of_tool(text: &str) -> Option<Self> {
        if text.lines().any(|line| line.starts_with("FE: roundtrip latency:")) {
            return Some(Self::Microbench);
        }
        let is_told = |tool: &str| text.lines().any(|line| line.starts_with('#') && line.contains(tool));
        TOOLS.iter().find(|(tool, _)| is_told(tool)).map(|&(_, kind)| kind)
    }

    /// The kind of a text, by the name of a tool or the names of columns; without either it is Netgauge's.
    pub fn of(text: &str) -> Self {
        let head = columns(text);
        let of_columns = || {
            let is_there = |name: &str| head.iter().any(|column| column.starts_with(name));
            COLUMNS.iter().find(|(name, _)| is_there(name)).map(|&(_, kind)| kind)
        };
        Self::of_tool(text).or_else(of_columns).unwrap_or(Self::Netgauge)
    }
}
