//! The subject of a report on the candidates of a plan on a network.

use crate::answer::{Answer, Found, NetworkQuestion, NetworkRanking, OnNetwork};
use logpine_network::{Network, RoutingRule};

/// The subject of a report on the candidates of a plan on a network.
#[derive(Clone, Copy, Debug)]
pub struct NetworkRankingReport<'a> {
    /// The ranking by simulated times.
    pub ranking: &'a NetworkRanking,
    /// The network.
    pub network: &'a Network,
    /// The routing of messages.
    pub routing: RoutingRule,
    /// The conditions of the simulations.
    pub question: NetworkQuestion,
    /// The name of the plan's model.
    pub model: &'a str,
    /// The size of the job's message.
    pub bytes: Option<u64>,
}

impl<'a> NetworkRankingReport<'a> {
    /// The candidates of an answer on a network, if the answer has them.
    pub(crate) fn of(answer: &'a Answer) -> Option<Self> {
        let OnNetwork { network, routing, question, ranking } = answer.network.as_ref()?;
        let (model, bytes) = match &answer.found {
            Found::Tree { costs, .. } => (costs.model, None),
            Found::Leaves { plan, costs } => (costs.model.name(), plan.job.bytes()),
            Found::Ranks { plan, costs, .. } => (costs.model.name(), plan.job.bytes()),
            Found::Stages { plan, costs, .. } => (costs.view().cost().name(), plan.job.bytes()),
            _ => return None,
        };
        Some(Self { ranking, network, routing: *routing, question: *question, model, bytes })
    }
}
