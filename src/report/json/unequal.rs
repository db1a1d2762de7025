//! The answers of `tree` and `collective` on unequal hosts as JSON.

use super::beside::{Beside, BesideJson};
use super::claim::ClaimJson;
use super::left_out::LeftOutJson;
use super::{Number, SCHEMA, document, number};
use crate::answer::{UnequalCandidate, UnequalPlan, UnequalRankCandidate, UnequalRankPlan};
use crate::model::{PortTiming as _, UnequalPorts};
use crate::report::Subject;
use crate::request::{Collective, Host, RankCollective};
use crate::tree::families::Parameters;
use crate::units::Clock;
use serde::Serialize;

#[derive(Debug, Serialize)]
struct JobJson {
    collective: Collective,
    leaves: u64,
    front_end_factor: String,
    hosts: usize,
    slots: u64,
}

#[derive(Debug, Serialize)]
struct CandidateJson<'a> {
    family: &'static str,
    parameters: &'a Parameters,
    hosts: &'static str,
    time: Number,
    period: Number,
    internal_nodes: usize,
    height: u32,
}

impl<'a> CandidateJson<'a> {
    fn new(candidate: &'a UnequalCandidate, clock: Clock) -> Self {
        Self {
            family: candidate.family,
            parameters: &candidate.parameters,
            hosts: candidate.order.name(),
            time: number(candidate.time, clock),
            period: number(candidate.period, clock),
            internal_nodes: candidate.tree.internal_nodes().count(),
            height: candidate.tree.height(),
        }
    }
}

/// An internal process.
#[derive(Debug, Serialize)]
struct ProcessJson<'a> {
    host: Option<&'a str>,
    factor: String,
    parent: Option<usize>,
    fanout: u32,
    leaves: u32,
}

#[derive(Debug, Serialize)]
struct UnequalJson<'a> {
    schema: u32,
    unit: &'static str,
    job: JobJson,
    machine: &'a str,
    model: &'a str,
    objective: &'static str,
    best: CandidateJson<'a>,
    processes: Vec<ProcessJson<'a>>,
    #[serde(flatten)]
    claim: ClaimJson,
    candidates: Vec<CandidateJson<'a>>,
    left_out: Vec<LeftOutJson<'a>>,
    #[serde(flatten)]
    beside: BesideJson<'a>,
}

/// `tree` on unequal hosts as JSON; its fields are listed [above](super).
#[must_use]
pub fn unequal(plan: &UnequalPlan, hosts: &[Host], subject: &Subject, beside: &Beside) -> String {
    let clock = subject.clock;
    let candidate = |candidate| CandidateJson::new(candidate, clock);
    document(&UnequalJson {
        schema: SCHEMA,
        unit: clock.symbol(),
        job: JobJson {
            collective: plan.job.collective,
            leaves: plan.job.leaves,
            front_end_factor: plan.job.front_end.to_string(),
            hosts: hosts.len(),
            slots: hosts.iter().fold(0, |slots, host| slots.saturating_add(host.slots)),
        },
        machine: subject.machine,
        model: subject.model,
        objective: "latency",
        best: candidate(plan.best()),
        processes: processes(plan, hosts),
        claim: ClaimJson::new(&plan.claim, clock),
        candidates: plan.candidates().iter().map(candidate).collect(),
        left_out: LeftOutJson::members(&plan.left_out),
        beside: BesideJson::new(*beside, clock),
    })
}

/// The internal processes of the best tree in breadth-first order; `parent` counts them from 0.
fn processes<'a>(plan: &UnequalPlan, hosts: &'a [Host]) -> Vec<ProcessJson<'a>> {
    let (tree, placed) = (&plan.best().tree, &plan.best().hosts);
    let mut index = vec![0; tree.len()];
    let mut processes = Vec::new();
    for node in tree.internal_nodes() {
        let host = processes.len().checked_sub(1).and_then(|at: usize| hosts.get(*placed.get(at)?));
        index[node as usize] = processes.len();
        let leaves = tree.children(node).filter(|&child| tree.is_leaf(child)).count();
        processes.push(ProcessJson {
            host: host.map(|host| host.name.as_str()),
            factor: host.map_or(plan.job.front_end, |host| host.factor).to_string(),
            parent: tree.parent(node).map(|parent| index[parent as usize]),
            fanout: tree.fanout(node),
            leaves: u32::try_from(leaves).unwrap_or(u32::MAX),
        });
    }
    processes
}

#[derive(Debug, Serialize)]
struct RankJobJson {
    collective: RankCollective,
    ranks: usize,
    bytes: Option<u64>,
}

#[derive(Debug, Serialize)]
struct RankCandidateJson {
    family: &'static str,
    hosts: &'static str,
    time: Number,
    height: u32,
    root_fanout: u32,
}

/// A rank, with those that it sends to (or, in a reduction, receives from, the last first).
#[derive(Debug, Serialize)]
struct RankJson<'a> {
    rank: u32,
    host: &'a str,
    children: &'a [u32],
}

#[derive(Debug, Serialize)]
struct UnequalRanksJson<'a> {
    schema: u32,
    unit: &'static str,
    job: RankJobJson,
    machine: &'a str,
    model: &'static str,
    objective: &'static str,
    best: RankCandidateJson,
    tree: Vec<RankJson<'a>>,
    #[serde(flatten)]
    claim: ClaimJson,
    candidates: Vec<RankCandidateJson>,
    #[serde(flatten)]
    beside: BesideJson<'a>,
}

/// `collective` on unequal hosts as JSON; its fields are listed [above](super).
#[must_use]
pub fn unequal_ranks(
    plan: &UnequalRankPlan,
    ports: &UnequalPorts,
    machine: &str,
    clock: Clock,
    beside: &Beside,
) -> String {
    let candidate = |candidate: &UnequalRankCandidate| RankCandidateJson {
        family: candidate.family,
        hosts: candidate.order.name(),
        time: number(candidate.time, clock),
        height: candidate.tree.height(),
        root_fanout: candidate.tree.fanout(0),
    };
    let best = plan.best();
    // In breadth-first order the children of a node are neighbours.
    let tree = best.tree.nodes().zip(&best.ranks).map(|(node, &rank)| {
        let children = best.tree.children(node);
        let host = plan.job.hosts.get(rank as usize).and_then(|host| ports.hosts().get(usize::from(host.0)));
        RankJson {
            rank,
            host: host.map_or("", |host| &host.name),
            children: &best.ranks[children.start as usize..children.end as usize],
        }
    });
    document(&UnequalRanksJson {
        schema: SCHEMA,
        unit: clock.symbol(),
        job: RankJobJson { collective: plan.job.collective, ranks: plan.job.hosts.len(), bytes: plan.job.bytes },
        machine,
        model: ports.name(),
        objective: "latency",
        best: candidate(best),
        tree: tree.collect(),
        claim: ClaimJson::new(&plan.claim, clock),
        candidates: plan.candidates().iter().map(candidate).collect(),
        beside: BesideJson::new(*beside, clock),
    })
}
