//! Topologies of msccl-tools: JSON with `msccl_type` `topology`.
//!
//! `links[dst][src]` is the number of chunks that a link carries in a round. A *switch* is no device: it is a limit on what all
//! its links, from any of its sources to any of its destinations, carry together in a round. [`MscclTopology::with_relays`]
//! turns switches into vertices where that means the same.

use super::place::{of_json, shown};
use crate::format::source::Position;
use crate::network::digraph::Arc;
use serde::Deserialize;

mod by_link;
mod relays;

pub(super) use by_link::SwitchesByLink;
#[cfg(test)]
pub use relays::RelayError;

/// A limit on links together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MscclSwitch {
    /// The ranks that the links leave.
    pub sources: Vec<u32>,
    /// The ranks that they lead to.
    pub destinations: Vec<u32>,
    /// The transmissions they carry together in a round.
    pub capacity: u64,
    /// The name.
    pub name: String,
}

/// A topology.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MscclTopology {
    /// The name.
    pub name: String,
    /// The number of ranks.
    pub ranks: u32,
    /// The links, by sender and receiver; latencies are 1.
    pub arcs: Vec<Arc>,
    /// The limits.
    pub switches: Vec<MscclSwitch>,
}

/// A fault of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{wrong}", place.map_or_else(String::new, |place| format!("{place}: ")))]
pub struct TopologyError {
    /// The place, if it is known.
    pub place: Option<Position>,
    /// The fault.
    pub wrong: WrongTopology,
}

/// A kind of fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum WrongTopology {
    /// Text that is not JSON, or not of the expected form.
    #[error("{0}")]
    Json(String),
    /// Another kind of object.
    #[error("`msccl_type` is `{found}`; write `topology`")]
    Type { found: String },
    /// No ranks.
    #[error("`links` is empty")]
    NoRanks,
    /// Rows and columns that are no square.
    #[error("row {row} of `links` has {found} numbers; there are {ranks} rows")]
    NotSquare { row: usize, found: usize, ranks: usize },
    /// A link from a rank to itself.
    #[error("`links` has a link from rank {rank} to itself")]
    Loop { rank: usize },
    /// A switch without capacity.
    #[error("switch `{name}` has no capacity")]
    NoCapacity { name: String },
    /// A switch with a rank that does not exist, or twice.
    #[error("switch `{name}` has rank {rank} {what}")]
    SwitchRank { name: String, rank: u32, what: &'static str },
}

/// The fields of a file.
#[derive(Deserialize)]
pub(super) struct TopologyDocument {
    msccl_type: String,
    name: String,
    links: Vec<Vec<u64>>,
    #[serde(default)]
    switches: Vec<(Vec<u32>, Vec<u32>, u64, String)>,
}

impl MscclTopology {
    /// Reads a file.
    ///
    /// # Errors
    /// The first [`TopologyError`].
    pub fn read(text: &str) -> Result<Self, TopologyError> {
        let document: TopologyDocument =
            serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| {
                let (place, message) = of_json(&error);
                TopologyError { place, wrong: WrongTopology::Json(message) }
            })?;
        Self::of(document).map_err(|wrong| TopologyError { place: None, wrong })
    }

    pub(super) fn of(document: TopologyDocument) -> Result<Self, WrongTopology> {
        let TopologyDocument { msccl_type, name, links, switches } = document;
        if msccl_type != "topology" {
            return Err(WrongTopology::Type { found: shown(&msccl_type) });
        }
        let ranks = u32::try_from(links.len()).ok().filter(|&ranks| ranks > 0).ok_or(WrongTopology::NoRanks)?;
        let mut arcs = Vec::new();
        for (to, row) in (0..ranks).zip(&links) {
            if row.len() != ranks as usize {
                return Err(WrongTopology::NotSquare { row: to as usize, found: row.len(), ranks: links.len() });
            }
            for (from, &capacity) in (0..ranks).zip(row).filter(|(_, capacity)| **capacity > 0) {
                if from == to {
                    return Err(WrongTopology::Loop { rank: to as usize });
                }
                arcs.push(Arc { from, to, capacity, latency: 1 });
            }
        }
        arcs.sort_unstable_by_key(|arc| (arc.from, arc.to));
        let switches = switches.into_iter().map(|switch| switch_of(switch, ranks)).collect::<Result<_, _>>()?;
        Ok(Self { name, ranks, arcs, switches })
    }
}

fn switch_of(
    (mut sources, mut destinations, capacity, name): (Vec<u32>, Vec<u32>, u64, String),
    ranks: u32,
) -> Result<MscclSwitch, WrongTopology> {
    if capacity == 0 {
        return Err(WrongTopology::NoCapacity { name: shown(&name) });
    }
    for side in [&mut sources, &mut destinations] {
        side.sort_unstable();
        let wrong = |rank, what| WrongTopology::SwitchRank { name: shown(&name), rank, what };
        if let Some(&rank) = side.last().filter(|&&rank| rank >= ranks) {
            return Err(wrong(rank, "which does not exist"));
        }
        if let Some(pair) = side.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(wrong(pair[0], "twice on a side"));
        }
    }
    Ok(MscclSwitch { sources, destinations, capacity, name })
}
