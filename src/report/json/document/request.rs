//! The request as JSON.

use super::Nullable;
use crate::answer::{FftPlan, NetworkPlan, SumPlan, TwoLevelPlan, TwoLevelRankPlan, UnequalPlan, UnequalRankPlan};
use crate::request::{
    Allocation, BgpJob, BgpOperation, Collective, Contents, Host, HostsChoice, Job, LeafJob, Limits, Mapping, MpiJob,
    Objective, RankJob, Request, Targets, TickLength, Word,
};
use logpine_models::model::stage::Sight;
use schemars::JsonSchema;
use serde::Serialize;
use serde_with_macros::skip_serializing_none;
use std::borrow::Cow;

/// The parts of a request on which an answer depends.
#[skip_serializing_none]
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename = "Request")]
pub(in crate::report) struct RequestJson<'a> {
    /// The operation.
    collective: &'static str,
    leaves: Option<u64>,
    /// Number of nodes of a member tree, the root included.
    members: Option<u64>,
    /// Number of values of a sum.
    values: Option<u64>,
    /// Elements along each side of the box of an FFT.
    fft_size: Option<u64>,
    element_bytes: Option<u64>,
    ranks: Option<u64>,
    /// The bytes of the vector, or of a block; `null` if the model's messages have no size.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Nullable<u64>,
    /// The root, if it is not 0.
    root: Option<u64>,
    /// `any order` or `rank order`.
    operands: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    waves: Nullable<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_fanout: Nullable<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_height: Nullable<u32>,
    max_internal: Option<u64>,
    leaves_per_host: Option<u64>,
    /// Processes of a host that may have children on other hosts side by side, if that is limited.
    lanes: Option<u64>,
    ranks_per_host: Option<u64>,
    /// The slowness of the front end among unequal hosts: a multiple of the profile's host.
    front_end_factor: Option<String>,
    /// The length of a tick of GOAL schedules, as it was given.
    goal_tick: Option<&'a str>,
    /// The name of the network.
    network: Option<Cow<'a, str>>,
    /// The number of hosts.
    hosts: Option<u64>,
    /// The number of processes on the hosts; for a tree on unequal hosts, the number of internal processes.
    slots: Option<u64>,
    /// `sequential`, `round-robin` or `listed`.
    mapping: Option<&'static str>,
    /// The host of each rank, for a listed mapping.
    host_of_rank: Option<&'a [u32]>,
    /// `cubic` or `non-cubic`.
    allocation: Option<&'static str>,
    queue: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hops: Nullable<u64>,
    /// The number of links used at once; `null` for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    streams: Nullable<u64>,
    /// `contiguous` or `strided`.
    contents: Option<&'static str>,
    /// The blocks at the root, or of each rank, of a schedule for a network.
    blocks: Option<u32>,
    /// The nodes of the network that are the ranks, in their order.
    nodes: Option<Vec<String>>,
    /// `all` or `one`.
    ports: Option<&'static str>,
    /// The seed of the search.
    seed: Option<u64>,
}

impl<'a> RequestJson<'a> {
    /// The request with the options that engines do not look at.
    pub(super) fn with(self, request: &'a Request) -> Self {
        let there = match &request.hosts {
            Some(HostsChoice::Known(hosts, _)) => Some(hosts),
            _ => None,
        };
        // A model that places ranks gives the number of hosts itself.
        let there = there.filter(|_| self.hosts.is_none());
        Self {
            root: request.root.filter(|&root| root > 0),
            lanes: request.lanes,
            goal_tick: request.goal_tick.as_ref().map(TickLength::text),
            network: request.network.as_ref().map(|network| network.to_string_lossy()),
            hosts: self.hosts.or_else(|| there.map(|hosts| hosts.merged().hosts().len() as u64)),
            slots: self.slots.or_else(|| there.map(Allocation::slots)),
            ..self
        }
    }

    /// An overlay tree.
    pub(in crate::report) fn tree(job: &Job) -> Self {
        let waves = match job.objective {
            Objective::Total { waves } => Some(waves),
            Objective::Latency | Objective::Period => None,
        };
        let Limits { max_fanout, max_height, max_internal } = job.limits;
        Self {
            collective: job.collective.word(),
            leaves: (job.targets == Targets::Leaves).then_some(job.count()),
            members: (job.targets == Targets::Members).then_some(job.count()),
            waves: Some(waves),
            max_fanout: Some(max_fanout),
            max_height: Some(max_height),
            max_internal,
            ..Self::default()
        }
    }

    /// An overlay tree for `waves` waves, whatever the objective.
    pub(in crate::report) fn waves(job: &Job, waves: u64) -> Self {
        Self { waves: Some(Some(waves)), ..Self::tree(job) }
    }

    /// An overlay tree under a model of messages.
    pub(in crate::report) fn leaves(job: &LeafJob) -> Self {
        let (collective, leaves) = (job.collective().word(), Some(job.leaves()));
        Self { collective, leaves, bytes: Some(job.bytes()), ..Self::default() }
    }

    /// A broadcast or a reduction.
    pub(in crate::report) fn ranks(job: &RankJob) -> Self {
        let operands = Some(job.operands.name());
        Self { operands, ..Self::message(job.collective.name(), job.ranks(), job.bytes()) }
    }

    fn message(collective: &'static str, ranks: u64, bytes: Option<u64>) -> Self {
        Self { collective, ranks: Some(ranks), bytes: Some(bytes), ..Self::default() }
    }

    /// A collective of MPI, with its hosts if the model takes them into account.
    pub(in crate::report) fn mpi(job: &'a MpiJob, sight: Sight) -> Self {
        let layout = &job.layout;
        let alike = Self::message(job.collective.name(), layout.ranks(), job.bytes());
        if sight == Sight::Blind {
            return alike;
        }
        let host_of_rank = match layout.mapping() {
            Mapping::Listed(hosts) => Some(&hosts[..]),
            Mapping::Sequential | Mapping::RoundRobin => None,
        };
        Self {
            ranks_per_host: Some(layout.ranks_per_host()),
            hosts: Some(layout.hosts()),
            mapping: Some(layout.mapping().name()),
            host_of_rank,
            ..alike
        }
    }

    /// A sum.
    pub(super) fn sum(plan: &SumPlan) -> Self {
        let (values, ranks) = (Some(plan.job.values()), Some(plan.job.ranks()));
        Self { collective: "sum", values, ranks, ..Self::default() }
    }

    /// An overlay tree on unequal hosts.
    pub(super) fn tree_on_hosts(plan: &UnequalPlan, hosts: &[Host]) -> Self {
        let collective: Collective = plan.job.collective;
        let is_of = |targets| plan.job.targets == targets;
        let slots = hosts.iter().fold(0, |slots: u64, host| slots.saturating_add(host.slots));
        Self {
            collective: collective.word(),
            leaves: is_of(Targets::Leaves).then_some(plan.job.count),
            members: is_of(Targets::Members).then_some(plan.job.count),
            front_end_factor: Some(plan.job.front_end.to_string()),
            hosts: Some(hosts.len() as u64),
            slots: is_of(Targets::Leaves).then_some(slots),
            ..Self::default()
        }
    }

    /// A tree among hosts over trees inside them.
    pub(super) fn leaves_per_host(plan: &TwoLevelPlan) -> Self {
        let (leaves_per_host, hosts) = (Some(plan.extra.leaves_per_host), Some(plan.hosts()));
        Self { leaves_per_host, hosts, ..Self::tree(&plan.job) }
    }

    /// A broadcast or a reduction on unequal hosts.
    pub(super) fn ranks_on_hosts(plan: &UnequalRankPlan) -> Self {
        Self::message(plan.job.collective.name(), plan.job.hosts.len() as u64, plan.job.bytes)
    }

    /// A broadcast or a reduction among ranks that share hosts.
    pub(super) fn ranks_per_host(plan: &TwoLevelRankPlan) -> Self {
        let (ranks_per_host, hosts) = (Some(plan.extra.ranks_per_host), Some(plan.hosts()));
        Self { ranks_per_host, hosts, ..Self::ranks(&plan.job) }
    }

    /// A message or a collective of the machine's own library.
    pub(super) fn library(job: &BgpJob) -> Self {
        let allocation = Some(job.allocation().name());
        let asked = Self { allocation, ..Self::message(job.operation().name(), job.ranks(), job.bytes()) };
        let BgpOperation::PointToPoint(conditions) = job.operation() else { return asked };
        let contents = match conditions.contents {
            Contents::Contiguous => "contiguous",
            Contents::Strided => "strided",
        };
        let (queue, hops, streams) = (Some(conditions.queue), Some(conditions.hops), Some(conditions.streams));
        Self { queue, hops, streams, contents: Some(contents), ..asked }
    }

    /// A collective on a network.
    pub(super) fn planned(plan: &'a NetworkPlan) -> Self {
        let job = &plan.job;
        let nodes = plan.extra.ranks().map(|node| plan.extra.network.label(node));
        Self {
            collective: job.collective.name(),
            ranks: Some(job.ranks.into()),
            blocks: job.blocks,
            nodes: Some(nodes.collect()),
            ports: Some(job.ports.name()),
            seed: Some(job.seed),
            ..Self::default()
        }
    }

    /// The transposes of an FFT.
    pub(super) fn fft(plan: &FftPlan) -> Self {
        let job = &plan.job;
        Self {
            collective: "fft",
            fft_size: Some(job.size()),
            element_bytes: Some(job.element_bytes()),
            ranks: Some(job.ranks()),
            ..Self::default()
        }
    }
}
