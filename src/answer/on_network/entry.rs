//! A candidate that ran on a network: its times, by the mapping of ranks to nodes.

use logpine_text::units::Time;
use logpine_trees::tree::families::Parameters;
use schemars::JsonSchema;
use serde::Serialize;

/// A placement of ranks on the nodes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RankMapping {
    /// Rank i on node i.
    Identity,
    /// Along a walk: see [`NodeMapping::linear`].
    Linear,
    /// At random, five times at most; the median counts.
    Random,
}

impl RankMapping {
    /// All placements.
    pub const ALL: [Self; 3] = [Self::Identity, Self::Linear, Self::Random];

    /// The name in options and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Linear => "linear",
            Self::Random => "random",
        }
    }
}

/// The times of a candidate under several random mappings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Draws {
    /// The median time.
    pub median: Time,
    /// The shortest time.
    pub least: Time,
    /// The longest time.
    pub greatest: Time,
}

/// A candidate that ran on a network, with its time on each mapping of ranks to nodes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "OnNetworkCandidate")]
pub struct NetworkEntry {
    /// The family's name.
    pub family: &'static str,
    /// The name in reports, before the parameters.
    #[serde(skip)]
    pub title: &'static str,
    /// Other families with the same best candidate.
    pub also: Vec<&'static str>,
    /// The place of an earlier candidate that is the same tree with the same segments, under another name.
    #[serde(skip)]
    pub alike: Option<usize>,
    /// The parameters within the family.
    pub parameters: Parameters,
    /// The place in the ranking of the model, from 1.
    pub place: usize,
    /// The time by the model.
    #[serde(rename = "predicted")]
    pub model: Time,
    /// The time on the network with rank i on node i.
    pub identity: Time,
    /// The time on the network with the ranks along a walk on which consecutive ranks are near: a snake on grids, elsewhere a
    /// depth-first search.
    pub linear: Time,
    /// The times with the ranks at random.
    pub(crate) random: Draws,
}

impl NetworkEntry {
    /// The time that counts under a mapping; for random ones the median.
    #[must_use]
    pub(crate) const fn time(&self, mapping: RankMapping) -> Time {
        match mapping {
            RankMapping::Identity => self.identity,
            RankMapping::Linear => self.linear,
            RankMapping::Random => self.random.median,
        }
    }
}
