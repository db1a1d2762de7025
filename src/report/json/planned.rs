//! The parts of a document on schedules for a network.

use crate::answer::{Made, NetworkPlan};
use crate::request::Switches;
use logpine_netplan::Packing;
use logpine_netplan::fronts::{Front, FrontLimits};
use schemars::JsonSchema;
use serde::Serialize;
use serde_with_macros::skip_serializing_none;

/// A schedule for a network; all fields are absent for other answers.
#[skip_serializing_none]
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct PlannedJson {
    /// The number of steps of the schedule.
    steps: Option<u32>,
    /// The number of steps that every schedule needs.
    bound: Option<u64>,
    /// The number of transmissions, a block over a link each.
    sends: Option<u64>,
    /// The time of a unit of a stream: p / q is the greatest number of ranks behind a cut over its capacity. Of an allreduce, which is a
    /// reduce-scatter and then an allgather, that of the allgather.
    throughput: Option<ThroughputJson>,
    /// The same of the reduce-scatter of an allreduce, if links are not alike both ways; otherwise it takes the trees of the allgather,
    /// turned around, in the same time.
    reduce_scatter: Option<ThroughputJson>,
    /// The bytes per second of a link of capacity 1: m bytes of each rank, or of the root, take m p / (q c) seconds for the p and q of
    /// `throughput` and this rate c. Absent without bandwidths.
    bytes_per_capacity: Option<u64>,
    /// The algorithm bandwidth of the best schedule of a stream, in bytes per second, as nccl-tests define it.
    algorithm_bandwidth: Option<f64>,
    /// The bus bandwidth of the best schedule of a stream, in bytes per second, as nccl-tests define it.
    bus_bandwidth: Option<f64>,
    /// The greatest number of edges between ranks from a root to a rank.
    height: Option<u32>,
    /// The number of trees.
    trees: Option<usize>,
    /// True if no other point belongs to the front.
    complete: Option<bool>,
    /// The limits up to which no other point belongs to the front; absent if that is not known.
    complete_within: Option<LimitsJson>,
    /// The treatment of switches: `store`, `contract` or, in a stream, `combine`; absent without switches, and where those of a stream only
    /// forward.
    switches: Option<&'static str>,
}

/// The limits of a search for a front.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "FrontLimits")]
struct LimitsJson {
    steps: u32,
    rounds: u32,
    /// The blocks of the root, or of each rank.
    blocks: u32,
}

impl LimitsJson {
    /// The limits of a front that is complete up to them.
    fn of(front: &Front) -> Option<Self> {
        let FrontLimits { steps, rounds, blocks, .. } = FrontLimits::default();
        front.complete.then_some(Self { steps, rounds, blocks })
    }
}

/// The throughput of a packing of trees.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Throughput")]
struct ThroughputJson {
    p: u64,
    q: u64,
}

impl ThroughputJson {
    const fn of(packing: &Packing) -> Self {
        Self { p: packing.p, q: packing.q }
    }
}

impl PlannedJson {
    pub(super) fn new(plan: &NetworkPlan) -> Self {
        // Nodes without data that are no switches store, whatever was asked for.
        let treatment = if plan.extra.contracted.is_some() { Switches::Contract } else { Switches::Store };
        let switches = plan.extra.has_relays().then(|| treatment.name());
        let rates = plan.bandwidths(plan.best().time);
        match &plan.best().construction.0 {
            Made::Steps(schedule) => Self {
                steps: Some(schedule.steps),
                bound: plan.bound_in_steps(),
                sends: Some(schedule.sends.len() as u64),
                switches,
                complete: plan.extra.points.as_ref().map(|front| front.complete && front.closed),
                complete_within: plan.extra.points.as_ref().and_then(LimitsJson::of),
                ..Self::default()
            },
            Made::Translated(translated) => Self {
                steps: Some(translated.steps),
                bound: plan.bound_in_steps(),
                sends: Some(translated.count()),
                ..Self::default()
            },
            Made::Trees(trees) => Self {
                throughput: Some(ThroughputJson::of(trees.packing())),
                reduce_scatter: trees.reduce_scatter().map(ThroughputJson::of),
                bytes_per_capacity: plan.extra.links.unit,
                algorithm_bandwidth: rates.map(|rates| rates.algorithm),
                bus_bandwidth: rates.map(|rates| rates.bus),
                height: Some(trees.height()),
                trees: Some(trees.count()),
                switches: trees.combine(&plan.extra.links.digraph).then(|| Switches::Combine.name()),
                ..Self::default()
            },
            Made::Executed => {
                let steps = plan.job.blocks.and_then(|_| u32::try_from(plan.steps()).ok());
                Self {
                    steps,
                    bound: plan.bound_in_steps(),
                    algorithm_bandwidth: rates.map(|rates| rates.algorithm),
                    bus_bandwidth: rates.map(|rates| rates.bus),
                    switches: switches.filter(|_| steps.is_some()),
                    ..Self::default()
                }
            }
        }
    }
}
