//! The answer to a request.

use super::costs::{MessageCosts, NodeCosts, StageCosts};
use super::serve::OnNetwork;
use super::{
    Candidate, FftPlan, HostFamily, LeafPlan, MpiPlan, OverlayTree, Plan, RankAlgorithm, RankPlan, Ranking,
    RanksOnHosts, Rival, StageSequence, Study, SumPlan, TreeOnHosts, TwoLevelPlan, TwoLevelRankPlan, UnequalPlan,
    UnequalRankPlan,
};
use crate::machine::Machine;
use crate::model::{Bgp, BgpCost, PortModel};
use crate::request::{Allocation, BgpJob, Divided, Front, Job, Request};
#[cfg(feature = "milp")]
use crate::search::milp::Certificate;
use crate::search::overlay::Optimum;
use crate::search::two_level::Composition;
#[cfg(feature = "milp")]
use std::time::Duration;

/// The answer to a request: what was found, and what stands beside it.
pub struct Answer {
    /// What was asked, with the hosts as they were read.
    pub request: Request,
    /// The machine it was answered for.
    pub machine: Machine,
    /// What was found.
    pub found: Found,
    /// A second opinion by an integer program, and how long that was allowed to take.
    #[cfg(feature = "milp")]
    pub certificate: Option<(Certificate<()>, Duration)>,
    /// The candidates on a network.
    pub network: Option<OnNetwork>,
    /// What there is to say about how the request was understood.
    pub notes: Vec<String>,
}

/// What an engine found, with the costs by which it is ranked.
pub enum Found {
    /// An overlay tree on hosts that are alike.
    Tree {
        /// The ranking.
        plan: Plan,
        /// What nodes cost.
        costs: NodeCosts,
        /// What uncertain parameters do to it.
        study: Study<Candidate<OverlayTree>>,
    },
    /// All trades of latency against something else.
    Front {
        /// What is traded.
        front: Front,
        /// The trees.
        trees: Vec<Optimum>,
        /// What was asked.
        job: Job,
        /// What nodes cost.
        costs: NodeCosts,
    },
    /// An overlay tree on hosts that are not alike.
    TreeOnHosts {
        /// The ranking.
        plan: UnequalPlan,
        /// What nodes cost.
        costs: NodeCosts,
        /// The hosts of internal processes, and those of leaves.
        hosts: Divided,
    },
    /// A tree among hosts over trees inside them.
    LeavesPerHost {
        /// The ranking.
        plan: TwoLevelPlan,
        /// What nodes cost.
        costs: NodeCosts,
    },
    /// An overlay tree under a model of messages.
    Leaves {
        /// The ranking.
        plan: LeafPlan,
        /// What messages cost.
        costs: MessageCosts,
    },
    /// A broadcast or a reduction among ranks.
    Ranks {
        /// The ranking.
        plan: RankPlan,
        /// What messages cost.
        costs: MessageCosts,
        /// What uncertain parameters do to it.
        study: Study<Candidate<RankAlgorithm>>,
    },
    /// The same on hosts that are not alike.
    RanksOnHosts {
        /// The ranking.
        plan: UnequalRankPlan,
        /// The model of messages.
        model: PortModel,
        /// The hosts.
        hosts: Allocation,
    },
    /// The same among ranks that share hosts.
    RanksPerHost {
        /// The ranking.
        plan: TwoLevelRankPlan,
        /// What messages between hosts cost.
        costs: MessageCosts,
    },
    /// A collective of MPI, stage by stage.
    Stages {
        /// The ranking.
        plan: MpiPlan,
        /// What stages cost.
        costs: StageCosts,
        /// What uncertain parameters do to it.
        study: Study<Candidate<StageSequence>>,
        /// What the machine's other models would choose.
        rivals: Vec<Rival>,
    },
    /// A sum of values.
    Sum {
        /// The ranking.
        plan: SumPlan,
        /// What messages cost.
        costs: MessageCosts,
    },
    /// What the machine's own library takes.
    Library {
        /// What was asked.
        job: BgpJob,
        /// How long it takes.
        cost: BgpCost,
        /// The model.
        bgp: Bgp,
    },
    /// The transposes of an FFT.
    Fft {
        /// The ranking.
        plan: FftPlan,
        /// The name of the model.
        model: &'static str,
    },
}

/// Somebody who watches how far an answer is.
pub trait Watch: Sync {
    /// So many of all operations are executed.
    fn progress(&self, done: u64, of: u64) {
        let _ = (done, of);
    }

    /// A step ends.
    fn step(&self, name: &'static str) {
        let _ = name;
    }
}

/// Nobody watches.
impl Watch for () {}

/// What a candidate of any kind constructs.
#[derive(Clone, Copy, Debug)]
pub enum Construction<'a> {
    /// An overlay tree.
    Tree(&'a OverlayTree),
    /// An overlay tree on hosts that are not alike.
    TreeOnHosts(&'a TreeOnHosts),
    /// A tree among hosts over trees inside them.
    LeavesPerHost(&'a Composition),
    /// A broadcast or a reduction among ranks.
    Ranks(&'a RankAlgorithm),
    /// The same on hosts that are not alike.
    RanksOnHosts(&'a RanksOnHosts),
    /// The same among ranks that share hosts.
    RanksPerHost(&'a HostFamily),
    /// A collective of MPI, stage by stage.
    Stages(&'a StageSequence),
    /// A sum; what its ranks do is known of the best one only ([`SumPlan`]).
    Sum,
}

impl Answer {
    /// All candidates of any kind, best first, with what is claimed of the best and what is left out; `None` of a front, of what a
    /// library takes, and of an FFT, whose times are between bounds.
    #[must_use]
    pub fn ranking(&self) -> Option<Ranking<(), Construction<'_>>> {
        Some(match &self.found {
            Found::Tree { plan, .. } => plan.seen_as(Construction::Tree),
            Found::TreeOnHosts { plan, .. } => plan.seen_as(Construction::TreeOnHosts),
            Found::LeavesPerHost { plan, .. } => plan.seen_as(Construction::LeavesPerHost),
            Found::Leaves { plan, .. } => plan.seen_as(Construction::Tree),
            Found::Ranks { plan, .. } => plan.seen_as(Construction::Ranks),
            Found::RanksOnHosts { plan, .. } => plan.seen_as(Construction::RanksOnHosts),
            Found::RanksPerHost { plan, .. } => plan.seen_as(Construction::RanksPerHost),
            Found::Stages { plan, .. } => plan.seen_as(Construction::Stages),
            Found::Sum { plan, .. } => plan.seen_as(|()| Construction::Sum),
            Found::Front { .. } | Found::Library { .. } | Found::Fft { .. } => return None,
        })
    }
}
