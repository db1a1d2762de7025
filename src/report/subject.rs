//! What reports are about.

use crate::answer::costs::{MessageCosts, NodeCosts};
use crate::answer::{Answer, Found, NetworkQuestion, NetworkRanking, OnNetwork, Scored};
use crate::closed_form::PortCost;
use crate::machine::Machine;
use crate::model::stage::StageCost;
use crate::model::{LevelCost, PortTiming};
use crate::network::{Network, RoutingRule};
use crate::units::Clock;

/// What a report is about, besides the plan or tree itself.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The machine's name.
    pub machine: &'a str,
    /// The unit its times are written in.
    pub clock: Clock,
    /// The model's name, with its reading where it has several.
    pub model: &'a str,
    /// The costs.
    pub cost: &'a dyn LevelCost,
}

impl<'a> Subject<'a> {
    /// What a given tree is scored by.
    pub(super) fn of_scored(scored: &'a Scored) -> Self {
        let Scored { machine, costs, .. } = scored;
        Self { machine: &machine.name, clock: machine.clock, model: costs.model, cost: costs.cost.as_ref() }
    }
}

/// What a report about ranks is about, besides the plan itself.
#[derive(Clone, Copy)]
pub struct RankSubject<'a> {
    /// The machine's name.
    pub machine: &'a str,
    /// The unit its times are written in.
    pub clock: Clock,
    /// The costs of messages.
    pub timing: &'a dyn PortTiming,
    /// Their parameters over the reals, where the model has closed forms.
    pub reals: Option<PortCost>,
}

/// What a report about the candidates of a plan on a network is about.
#[derive(Clone, Copy, Debug)]
pub struct NetworkRankingReport<'a> {
    /// How long they take.
    pub ranking: &'a NetworkRanking,
    /// Where they ran.
    pub network: &'a Network,
    /// Which way messages took.
    pub routing: RoutingRule,
    /// How they ran.
    pub question: NetworkQuestion,
    /// The name of the plan's model.
    pub model: &'a str,
    /// The size that the job names.
    pub bytes: Option<u64>,
}

/// What a report about a machine's own library, or by it, is about.
#[derive(Clone, Copy, Debug)]
pub struct LibrarySubject<'a> {
    /// The machine's name.
    pub machine: &'a str,
    /// The unit its times are written in.
    pub clock: Clock,
    /// The model's name.
    pub model: &'a str,
}

/// What a report about a collective of MPI is about, besides the plan itself.
#[derive(Clone, Copy)]
pub struct MpiSubject<'a> {
    /// The machine's name.
    pub machine: &'a str,
    /// The unit its times are written in.
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
        let reals = PortCost::of(machine, costs.model);
        Self { machine: &machine.name, clock: machine.clock, timing: costs.timing.as_ref(), reals }
    }
}

impl<'a> NetworkRankingReport<'a> {
    /// The candidates of an answer on a network, if they are there.
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
