//! The subjects of reports.

use crate::answer::costs::{MessageCosts, NodeCosts};
use crate::answer::{Answer, Found, NetworkQuestion, NetworkRanking, OnNetwork, Scored};
use logpine_models::closed_form::PortCost;
use logpine_models::machine::Machine;
use logpine_models::model::stage::StageCost;
use logpine_models::model::{LevelCost, PortTiming};
use logpine_network::{Network, RoutingRule};
use logpine_text::units::Clock;

/// The subject of a report, besides the plan or tree itself.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The machine's name.
    pub machine: &'a str,
    /// The unit of the report's times.
    pub clock: Clock,
    /// The model's name, with its reading if it has several.
    pub model: &'a str,
    /// The costs.
    pub cost: &'a dyn LevelCost,
}

impl<'a> Subject<'a> {
    /// The subject of a score of a given tree.
    pub(super) fn of_scored(scored: &'a Scored) -> Self {
        let Scored { machine, costs, .. } = scored;
        Self { machine: &machine.name, clock: machine.clock, model: costs.model, cost: costs.cost.as_ref() }
    }
}

/// The subject of a report on ranks, besides the plan itself.
#[derive(Clone, Copy)]
pub struct RankSubject<'a> {
    /// The machine's name.
    pub machine: &'a str,
    /// The unit of the report's times.
    pub clock: Clock,
    /// The costs of messages.
    pub timing: &'a dyn PortTiming,
    /// The parameters of the costs over the reals, if the model has closed forms.
    pub reals: Option<PortCost>,
}

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

/// The subject of a report on a machine's own library.
#[derive(Clone, Copy, Debug)]
pub struct LibrarySubject<'a> {
    /// The machine's name.
    pub machine: &'a str,
    /// The unit of the report's times.
    pub clock: Clock,
    /// The model's name.
    pub model: &'a str,
}

/// The subject of a report on a collective of MPI, besides the plan itself.
#[derive(Clone, Copy)]
pub struct MpiSubject<'a> {
    /// The machine's name.
    pub machine: &'a str,
    /// The unit of the report's times.
    pub clock: Clock,
    /// The costs of stages.
    pub cost: &'a dyn StageCost,
}

impl<'a> Subject<'a> {
    /// A machine with the costs of nodes.
    pub(crate) fn of(machine: &'a str, clock: Clock, costs: &'a NodeCosts) -> Self {
        Self { machine, clock, model: costs.model, cost: costs.cost.as_ref() }
    }
}

impl<'a> RankSubject<'a> {
    /// A machine with the costs of messages.
    pub(crate) fn of(machine: &'a Machine, costs: &'a MessageCosts) -> Self {
        let (timing, reals) = (costs.timing.as_ref(), costs.timing.reals());
        Self { machine: &machine.name, clock: machine.clock, timing, reals }
    }
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
