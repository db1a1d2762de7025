//! The algorithms that a map compares in each cell.

use super::{Contest, DecisionMap, MapError, MapQuestion, MpiContest, RankContest};
use crate::answer::Watch;
use crate::answer::costs::{MessageCosts, ModelChoice, StageCosts, StageView};
use crate::answer::relations::Task;
use crate::request::{Mapping, MappingChoice, ModelName, MpiCollective, Operands, RankCollective, Refusal, Request};
use logpine_models::machine::Machine;
use logpine_models::model::PortModel;
use logpine_models::model::stage::Sight;

/// The algorithms for a request on a machine, to be compared over rank counts and sizes.
///
/// ```
/// use logpine::answer::{Competition, Grid, MapQuestion, Shard};
/// use logpine::{machine::Machine, request::Request};
/// let (ranks, bytes) = (Grid::new([4, 64])?, Some(Grid::new([1, 1 << 20])?));
/// let machine = Machine::load("lecture")?;
/// let request = Request { ranks: Some(4), bytes: Some(1), ..Request::default() };
/// let map = Competition::new(&machine, &request, 64)?.map(MapQuestion { ranks, bytes, shard: Shard::WHOLE }, &())?;
/// let answer = map.cells()[3].answer.as_ref().ok_or("none")?;
/// assert_eq!(answer.best.family, "n-block");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Competition {
    /// The machine.
    pub machine: Machine,
    /// The algorithms, and their costs.
    pub(crate) compared: Compared,
    /// The same algorithms with o = 0, under `alpha_beta` with an overhead that was not measured. Then these here have o = alpha.
    pub(crate) without_overhead: Option<Box<Self>>,
}

/// The algorithms of a map, by the costs that rank them.
pub enum Compared {
    /// Broadcasts or reductions, message by message.
    Ranks {
        /// The operation.
        collective: RankCollective,
        /// The orders in which operands may be combined.
        operands: Operands,
        /// The costs of messages.
        costs: MessageCosts,
    },
    /// Algorithms of a collective of MPI, stage by stage.
    Stages {
        /// The operation.
        collective: MpiCollective,
        /// The number of ranks on a host.
        ranks_per_host: u64,
        /// The mapping of ranks to hosts.
        mapping: Mapping,
        /// The costs of stages.
        costs: StageCosts,
    },
}

impl Competition {
    /// The algorithms for a map of up to `most_ranks` ranks; the request is about its fewest ranks and bytes.
    ///
    /// # Errors
    /// [`Refusal`] if the request has no map, or the machine no such model.
    pub fn new(machine: &Machine, request: &Request, most_ranks: u64) -> Result<Self, Refusal> {
        let one = Self::at_one_end(machine, request, most_ranks)?;
        let model = PortModel::ALL.into_iter().find(|model| model.name() == one.model());
        let free = model.and_then(|model| machine.without_overhead(model)).map(|(free, model)| {
            let request = Request { model: ModelName::of_ports(model), ..request.clone() };
            Self::at_one_end(&free, &request, most_ranks)
        });
        let without_overhead = free.transpose()?;
        Ok(Self { without_overhead: without_overhead.map(Box::new), ..one })
    }

    /// The algorithms as the request asks, without a look at what was measured.
    fn at_one_end(machine: &Machine, request: &Request, most_ranks: u64) -> Result<Self, Refusal> {
        Task::Map.admit(machine, request)?;
        let choice = ModelChoice::from(request);
        // The relations leave no other operation.
        let collective = request.operation().of_mpi().unwrap_or(MpiCollective::Bcast);
        let ranked = match collective {
            MpiCollective::Bcast => Some(RankCollective::Bcast),
            MpiCollective::Reduce => Some(RankCollective::Reduce),
            _ => None,
        };
        if let Some(collective) = ranked.filter(|_| !choice.is_of_channels(machine)) {
            let operands = if request.non_commutative { Operands::RankOrder } else { Operands::AnyOrder };
            let compared = Compared::Ranks { collective, operands, costs: choice.of_messages(machine)? };
            return Ok(Self { machine: machine.clone(), compared, without_overhead: None });
        }
        let costs = choice.of_stages(machine)?;
        let mapping = match &request.mapping {
            Some(MappingChoice::Known(mapping)) => mapping.clone(),
            _ => Mapping::Sequential,
        };
        let (ranks_per_host, mapping) = match costs.sight() {
            Sight::Blind => (1, Mapping::Sequential),
            Sight::Hosts => (costs.ranks_per_host(machine, request.ranks_per_host, most_ranks)?, mapping),
        };
        let compared = Compared::Stages { collective, ranks_per_host, mapping, costs };
        Ok(Self { machine: machine.clone(), compared, without_overhead: None })
    }

    /// The name of the model.
    #[must_use]
    pub fn model(&self) -> &'static str {
        match &self.compared {
            Compared::Ranks { costs, .. } => costs.timing.name(),
            Compared::Stages { costs, .. } => costs.view().cost().name(),
        }
    }

    /// Computes the map, without the places at which the winner changes, and reports the cells that are done to `watch`.
    ///
    /// # Errors
    /// [`Refusal`] if the model does not go with the sizes, or there are too many cells.
    pub fn map(&self, question: MapQuestion, watch: &dyn Watch) -> Result<DecisionMap, Refusal> {
        let without_overhead =
            self.without_overhead.as_ref().map(|free| free.map(question.clone(), watch)).transpose()?;
        let map = self.contest(|contest| DecisionMap::new(contest, question, watch)).map_err(|error| match error {
            MapError::Stopped { .. } => Refusal::stopped(&error),
            error => Refusal::invalid(error),
        })?;
        Ok(DecisionMap { without_overhead: without_overhead.map(Box::new), ..map })
    }

    /// Adds to the map the places at which the winner changes.
    #[must_use]
    pub fn with_crossovers(&self, map: DecisionMap, watch: &dyn Watch) -> DecisionMap {
        self.contest(|contest| map.with_crossovers(contest, watch))
    }

    /// Passes the contest to `of`.
    fn contest<T>(&self, of: impl FnOnce(&dyn Contest) -> T) -> T {
        match &self.compared {
            Compared::Ranks { collective, operands, costs } => {
                of(&RankContest::new(costs.timing.as_ref(), *collective, *operands))
            }
            Compared::Stages { collective, ranks_per_host, mapping, costs } => {
                let view: StageView = costs.view();
                let (collective, ranks_per_host) = (*collective, *ranks_per_host);
                of(&MpiContest { cost: view.cost(), collective, ranks_per_host, mapping: mapping.clone() })
            }
        }
    }
}
