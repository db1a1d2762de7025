//! Topologies of msccl-tools: JSON with `msccl_type` `topology`.
//!
//! `links[dst][src]` is the number of chunks that a link carries in a round. A *switch* is no device: it is a limit on what all
//! its links, from any of its sources to any of its destinations, carry together in a round. [`MscclTopology::with_relays`]
//! turns switches into vertices where that means the same.

use crate::fault::FileFault;
use crate::place::shown;
use logpine_network::digraph::Arc;
use serde::Deserialize;

mod by_link;
mod relays;

pub(crate) use by_link::SwitchesByLink;

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

/// The fields of a file.
#[derive(Deserialize)]
pub(crate) struct TopologyDocument {
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
    /// The first [`FileFault`].
    pub fn read(text: &str) -> Result<Self, FileFault> {
        let document: TopologyDocument =
            serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| FileFault::of_json(&error))?;
        Self::of(document).map_err(FileFault::of_file)
    }

    pub(crate) fn of(document: TopologyDocument) -> Result<Self, String> {
        let TopologyDocument { msccl_type, name, links, switches } = document;
        if msccl_type != "topology" {
            return Err(format!("`msccl_type` is `{}`; write `topology`", shown(&msccl_type)));
        }
        let ranks = u32::try_from(links.len()).ok().filter(|&ranks| ranks > 0).ok_or("`links` is empty")?;
        let mut arcs = Vec::new();
        for (to, row) in (0..ranks).zip(&links) {
            if row.len() != ranks as usize {
                let (found, rows) = (row.len(), links.len());
                return Err(format!("row {to} of `links` has {found} numbers; there are {rows} rows"));
            }
            for (from, &capacity) in (0..ranks).zip(row).filter(|(_, capacity)| **capacity > 0) {
                if from == to {
                    return Err(format!("`links` has a link from rank {to} to itself"));
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
) -> Result<MscclSwitch, String> {
    if capacity == 0 {
        return Err(format!("switch `{}` has no capacity", shown(&name)));
    }
    for side in [&mut sources, &mut destinations] {
        side.sort_unstable();
        let wrong = |rank: u32, what| format!("switch `{}` has rank {rank} {what}", shown(&name));
        if let Some(&rank) = side.last().filter(|&&rank| rank >= ranks) {
            return Err(wrong(rank, "which does not exist"));
        }
        if let Some(pair) = side.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(wrong(pair[0], "twice on a side"));
        }
    }
    Ok(MscclSwitch { sources, destinations, capacity, name })
}
