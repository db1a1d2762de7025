//! The candidates of a job on a physical network, to see if the model's winner is the network's winner.

mod budget;
mod contender;
mod on_network;
mod ranking;

pub use contender::Contender;
pub use on_network::OnNetwork;
pub use ranking::{
    Draws, NetworkEntry, NetworkQuestion, NetworkRanking, NetworkRankingError, NetworkWinner, RankMapping,
};

#[cfg(test)]
mod tests;
