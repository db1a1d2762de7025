//! The candidates of an answer on a network, with the conditions under which they ran.

use super::{NetworkQuestion, NetworkRanking};
use crate::network::{Network, RoutingRule};

/// The candidates of an answer on a network.
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
