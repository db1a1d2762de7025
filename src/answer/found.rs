//! The answer to a request.

use super::costs::{MessageCosts, NodeCosts, StageCosts};
use super::{
    Candidate, FftPlan, LeafPlan, MpiPlan, NetworkPlan, OnNetwork, OverlayTree, Plan, RankAlgorithm, RankPlan, Ranking,
    Rival, SlotLimit, StageSequence, Study, SumPlan, TwoLevelPlan, TwoLevelRankPlan, UnequalPlan, UnequalRankPlan,
};
#[cfg(feature = "cli")]
use crate::request::Status;
use crate::request::{Allocation, BgpJob, Divided, Front, Job, Request};
use logpine_models::machine::Machine;
use logpine_models::model::{Bgp, BgpCost, PortModel};
#[cfg(feature = "milp")]
use logpine_trees::search::milp::Certificate;
use logpine_trees::search::overlay::Optimum;
#[cfg(feature = "milp")]
use std::time::Duration;

/// The answer to a request: the result of an engine, and further results that were asked for.
pub struct Answer {
    /// The request, with its hosts read.
    pub request: Request,
    /// The machine.
    pub machine: Machine,
    /// The result of the engine.
    pub found: Found,
    /// The second opinion of an integer program, and its time limit.
    #[cfg(feature = "milp")]
    pub certificate: Option<(Certificate<()>, Duration)>,
    /// The limit that the slots of the hosts set to an overlay tree, if a faster one does not fit.
    pub(crate) slot_limit: Option<SlotLimit>,
    /// The candidates on a network, if one was given.
    pub network: Option<OnNetwork>,
    /// The schedule for a network, of [`Found::Planned`].
    pub(crate) planned: Option<NetworkPlan>,
    /// Warnings, a line each: needs outside the measurements behind the profile, and doubts about the measurements.
    pub warnings: Vec<String>,
    /// Notes on how the request was understood.
    pub notes: Vec<String>,
}

/// The result of an engine, with the costs that rank its candidates; [`Answer::ranking`] has the candidates of most kinds in
/// one form.
///
/// The request chooses the kind: the time and the parameters of the winner of each are found like this.
///
/// ```
/// use logpine::answer::{Found, answer};
/// use logpine::request::{Allocation, Front, Host, HostsChoice, Request};
/// use logpine::units::{Clock, Factor, Time};
/// use logpine::{machine::Machine, tree::families::Parameters};
///
/// /// The kind, the time and the parameters of the winner.
/// fn winner(found: &Found) -> (&'static str, Time, Parameters) {
///     let (kind, time, parameters) = match found {
///         Found::Tree { plan, .. } => ("tree", plan.best().time, &plan.best().parameters),
///         Found::TreeOnHosts { plan, .. } => ("tree on hosts", plan.best().time, &plan.best().parameters),
///         Found::LeavesPerHost { plan, .. } => ("leaves per host", plan.best().time, &plan.best().parameters),
///         Found::Leaves { plan, .. } => ("leaves", plan.best().time, &plan.best().parameters),
///         Found::Ranks { plan, .. } => ("ranks", plan.best().time, &plan.best().parameters),
///         Found::RanksOnHosts { plan, .. } => ("ranks on hosts", plan.best().time, &plan.best().parameters),
///         Found::RanksPerHost { plan, .. } => ("ranks per host", plan.best().time, &plan.best().parameters),
///         Found::Stages { plan, .. } => ("stages", plan.best().time, &plan.best().parameters),
///         Found::Sum { plan, .. } => ("sum", plan.best().time, &plan.best().parameters),
///         Found::Fft { plan, .. } => ("fft", plan.safest().time, &plan.safest().parameters),
///         // Its time is that of the answer's ranking.
///         Found::Planned => return ("network", Time::ZERO, Parameters::new()),
///         // Of a front, the tree with the least latency; a library has one algorithm, with a time between two bounds.
///         Found::Front { trees, .. } => {
///             let fanouts = trees[0].fanouts.clone().unwrap_or_default();
///             return ("front", trees[0].score.time, Parameters::new().list("fanouts", fanouts));
///         }
///         Found::Library { job, cost, .. } => {
///             return ("library", cost.time.high, Parameters::new().number("ranks", job.ranks()));
///         }
///     };
///     (kind, time, parameters.clone())
/// }
///
/// // Costs between hosts, and inside a host.
/// let profile = "name = \"two-level\"
///     [tan]
///     latency = \"9us\"
///     overhead = { constant = \"1us\", linear = \"1us\" }
///     [logp]
///     latency = \"8us\"
///     overhead = \"1us\"
///     gap = \"2us\"
///     combine_per_value = \"1us\"
///     [within.host.tan]
///     latency = \"1us\"
///     overhead = { constant = \"1us\", linear = \"1us\" }
///     [within.host.logp]
///     latency = \"1us\"
///     overhead = \"1us\"
///     gap = \"1us\"";
/// let machine = Machine::from_toml(profile, "two-level.toml")?;
/// let (bgp, lecture) = (Machine::load("bgp")?, Machine::load("lecture")?);
/// let mut slow = Host::new("n2".to_owned(), 8);
/// slow.factor = Factor::from_millionths(2_000_000);
/// let hosts = Allocation::new(vec![Host::new("n1".to_owned(), 8), slow]);
/// let hosts = || Some(HostsChoice::Known(hosts.clone(), "hosts".to_owned()));
/// let asked = |text: &str| Request::from_toml(text, "request.toml");
/// let questions = [
///     (&machine, asked("leaves = 8")?, "tree"),
///     (&machine, Request { pareto: Some(Front::Period), ..asked("leaves = 8")? }, "front"),
///     (&machine, Request { hosts: hosts(), ..asked("leaves = 8")? }, "tree on hosts"),
///     (&machine, asked("leaves = 8\nleaves_per_host = 4")?, "leaves per host"),
///     (&lecture, asked("leaves = 8\nbytes = 100\nmodel = \"alpha_beta\"")?, "leaves"),
///     (&machine, asked("ranks = 8")?, "ranks"),
///     (&machine, Request { hosts: hosts(), ..asked("ranks = 8")? }, "ranks on hosts"),
///     (&machine, asked("ranks = 8\nranks_per_host = 4")?, "ranks per host"),
///     (&lecture, asked("ranks = 8\nbytes = 100\ncollective = \"allgather\"")?, "stages"),
///     (&machine, asked("ranks = 8\nvalues = 100\ncollective = \"sum\"")?, "sum"),
///     (&bgp, asked("ranks = 8\nbytes = 100\ncollective = \"bcast\"\nmodel = \"bgp\"")?, "library"),
///     (&bgp, asked("ranks = 8\nfft_size = 64\ncollective = \"fft\"\nmodel = \"bgp\"")?, "fft"),
///     (&Machine::without_parameters("links", Clock::Cycle), asked("network = \"torus:4x4\"\nblocks = 16")?, "network"),
/// ];
/// for (machine, request, expected) in questions {
///     let (kind, time, parameters) = winner(&answer(machine, &request)?.found);
///     println!("{kind}: {} with {parameters}", time.display(machine.clock));
///     assert_eq!(kind, expected);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub enum Found {
    /// An overlay tree on equal hosts.
    Tree {
        /// The ranking.
        plan: Plan,
        /// The costs of nodes.
        costs: NodeCosts,
        /// The study of uncertain parameters.
        study: Study<Candidate<OverlayTree>>,
    },
    /// The Pareto front of latency and another quantity.
    Front {
        /// The other quantity.
        front: Front,
        /// The trees of the front.
        trees: Vec<Optimum>,
        /// False if the search was stopped: there may be trees in between.
        is_whole: bool,
        /// The job.
        job: Job,
        /// The costs of nodes.
        costs: NodeCosts,
    },
    /// An overlay tree on unequal hosts.
    TreeOnHosts {
        /// The ranking.
        plan: UnequalPlan,
        /// The costs of nodes.
        costs: NodeCosts,
        /// The hosts of internal processes, and those of leaves.
        hosts: Divided,
    },
    /// A tree among hosts over trees inside them.
    LeavesPerHost {
        /// The ranking.
        plan: TwoLevelPlan,
        /// The costs of nodes.
        costs: NodeCosts,
    },
    /// An overlay tree under a model of messages.
    Leaves {
        /// The ranking.
        plan: LeafPlan,
        /// The costs of messages.
        costs: MessageCosts,
    },
    /// A broadcast or a reduction among ranks.
    Ranks {
        /// The ranking.
        plan: RankPlan,
        /// The costs of messages.
        costs: MessageCosts,
        /// The study of uncertain parameters.
        study: Study<Candidate<RankAlgorithm>>,
    },
    /// A broadcast or a reduction among ranks on unequal hosts.
    RanksOnHosts {
        /// The ranking.
        plan: UnequalRankPlan,
        /// The model of messages.
        model: PortModel,
        /// The hosts.
        hosts: Allocation,
    },
    /// A broadcast or a reduction among ranks that share hosts.
    RanksPerHost {
        /// The ranking.
        plan: TwoLevelRankPlan,
        /// The costs of messages between hosts.
        costs: MessageCosts,
    },
    /// A collective of MPI, stage by stage.
    Stages {
        /// The ranking.
        plan: MpiPlan,
        /// The costs of stages.
        costs: StageCosts,
        /// The study of uncertain parameters.
        study: Study<Candidate<StageSequence>>,
        /// The choices of the machine's other models.
        rivals: Vec<Rival>,
    },
    /// A sum of values.
    Sum {
        /// The ranking.
        plan: SumPlan,
        /// The costs of messages.
        costs: MessageCosts,
    },
    /// The time of the machine's own library.
    Library {
        /// The job.
        job: BgpJob,
        /// The cost.
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
    /// A schedule for a network; [`Answer::ranking`] has its time, and those of algorithms on the same links.
    Planned,
}

impl Answer {
    /// All candidates of any kind by their times, best first, with the claim on the best and the members left out. `None` for a front, for
    /// a library, and for an FFT, whose times are between bounds.
    #[must_use]
    pub fn ranking(&self) -> Option<Ranking<(), ()>> {
        Some(match &self.found {
            Found::Tree { plan, .. } => plan.times(),
            Found::TreeOnHosts { plan, .. } => plan.times(),
            Found::LeavesPerHost { plan, .. } => plan.times(),
            Found::Leaves { plan, .. } => plan.times(),
            Found::Ranks { plan, .. } => plan.times(),
            Found::RanksOnHosts { plan, .. } => plan.times(),
            Found::RanksPerHost { plan, .. } => plan.times(),
            Found::Stages { plan, .. } => plan.times(),
            Found::Sum { plan, .. } => plan.times(),
            Found::Planned => self.planned.as_ref()?.times(),
            Found::Front { .. } | Found::Library { .. } | Found::Fft { .. } => return None,
        })
    }

    /// True if a longer search would find nothing better, nor more of a front.
    #[cfg(feature = "cli")]
    pub(crate) fn is_proven(&self) -> bool {
        let front = self.planned.as_ref().and_then(|plan| plan.extra.points.as_ref());
        match self.ranking() {
            Some(ranking) => ranking.claim.status == Status::Optimal && front.is_none_or(|front| front.complete),
            None => matches!(self.found, Found::Front { is_whole: true, .. }),
        }
    }
}
