//! The candidates of a job on a physical network, to see if the model's winner is the network's winner.

mod budget;
mod contender;
mod entry;
mod ranking;
mod ranking_error;

pub use contender::Contender;
pub use entry::{NetworkEntry, RankMapping};
pub use ranking::{NetworkQuestion, NetworkRanking, NetworkWinner};
pub use ranking_error::NetworkRankingError;

use logpine_network::{Network, RoutingRule};
use logpine_trees::tree::families::LeftOut;

/// The candidates of an answer on a network: each is replayed with all its messages on the links of the network, after
/// Lemeire, Dirkx and Colitti (2008).
#[derive(Debug)]
pub struct OnNetwork {
    /// The network.
    pub(crate) network: Network,
    /// The rule that chooses among shortest paths.
    pub(crate) routing: RoutingRule,
    /// The conditions under which the candidates ran.
    pub(crate) question: NetworkQuestion,
    /// The candidates ranked by their times.
    pub(crate) ranking: NetworkRanking,
}

impl OnNetwork {
    /// The name of the network: its spec, or that of its file.
    #[must_use]
    pub fn name(&self) -> &str {
        self.network.name()
    }

    /// The candidates that ran, sorted by their time with rank i on node i, then in the order of the model.
    #[must_use]
    pub fn candidates(&self) -> &[NetworkEntry] {
        self.ranking.entries()
    }

    /// The candidates that did not run, in the order of the model, with the reasons.
    pub fn left_out(&self) -> impl Iterator<Item = &LeftOut> {
        self.ranking.left_out.iter().map(|(_, left_out)| left_out)
    }
}

#[cfg(test)]
mod tests;
