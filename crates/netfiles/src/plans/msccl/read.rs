//! Reading, and checking.

use super::chunks::{Chunk, addresses, chunks_of, parts};
use crate::fault::{self, FileFault};
use crate::machines::msccl_topology::{MscclSwitch, MscclTopology, SwitchesByLink, TopologyDocument};
use crate::place::shown;
use logpine_check::synthesis::{COLLECTIVES, Executed, Limits, Sent, Statement, check_rounds, check_shared};
use logpine_models::job::MpiCollective;
use logpine_network::digraph::Digraph;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The fault of switches with more links than are looked at.
const MANY_SWITCHES: &str = "the switches have too many links to be checked";

/// A file of an algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MscclFile {
    /// The graph of the links; latencies are 1.
    pub graph: Digraph,
    /// The limits on links together.
    switches: Vec<MscclSwitch>,
    /// The limits of each link.
    by_link: SwitchesByLink,
    /// The collective.
    pub collective: MpiCollective,
    /// The root; 0 if the collective has none.
    pub root: u32,
    /// The number of blocks of the root or of each rank.
    pub blocks: u32,
    /// The rounds of each step.
    pub rounds: Vec<u32>,
    /// The transmissions, step by step in the order of the file.
    pub sends: Vec<Sent>,
}

#[derive(Deserialize)]
struct Algorithm {
    msccl_type: String,
    instance: Instance,
    input_map: BTreeMap<u32, Vec<u32>>,
    output_map: BTreeMap<u32, Vec<u32>>,
    steps: Vec<Step>,
    collective: Collective,
    topology: TopologyDocument,
}

#[derive(Deserialize)]
struct Instance {
    steps: usize,
    extra_rounds: u64,
    chunks: u32,
}

#[derive(Deserialize)]
struct Step {
    rounds: u32,
    /// Address, sender, receiver.
    sends: Vec<(u32, u32, u32)>,
}

#[derive(Deserialize)]
struct Collective {
    name: String,
    nodes: u32,
    chunks: Vec<Chunk>,
}

impl MscclFile {
    /// Reads a file. Of the fields those are read that say what is sent, and what it is for.
    ///
    /// # Errors
    /// The first [`FileFault`].
    pub fn read(text: &str) -> Result<Self, FileFault> {
        let algorithm =
            serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| FileFault::of_json(&error))?;
        Self::of(algorithm).map_err(FileFault::of_file)
    }

    fn of(algorithm: Algorithm) -> Result<Self, String> {
        let Algorithm { msccl_type, instance, input_map, output_map, steps, collective, topology } = algorithm;
        if msccl_type != "algorithm" {
            return Err(fault::expected("algorithm", &shown(&msccl_type)));
        }
        let topology = MscclTopology::of(topology).map_err(|wrong| format!("the topology: {wrong}"))?;
        let ranks = topology.ranks;
        if collective.nodes != ranks {
            let nodes = collective.nodes;
            return Err(format!("the collective has {nodes} nodes, and the topology {ranks}"));
        }
        if instance.steps != steps.len() {
            return Err(fault::listed("steps", steps.len(), instance.steps));
        }
        let by_link = topology.switches_by_link().ok_or(MANY_SWITCHES)?;
        let graph = Digraph::new(ranks, ranks, topology.arcs);
        let (of_chunks, root) = of_chunks(&graph, &collective).ok_or_else(|| {
            let all = COLLECTIVES.map(MpiCollective::name).join(", ");
            format!("the chunks of `{}` are those of no collective that is checked: {all}", shown(&collective.name))
        })?;
        let statement = Statement { graph: &graph, collective: of_chunks, root, blocks: 1 };
        // An allreduce has a block of each rank in its one chunk.
        let each = parts(&statement);
        if instance.chunks == 0 || instance.chunks % each != 0 {
            let chunks = instance.chunks;
            return Err(format!("each chunk has {chunks} parts; write a multiple of {each} from {each} on"));
        }
        let has = |key, map: &BTreeMap<u32, Vec<u32>>, at: fn(&Chunk) -> &[u32]| {
            // Counted first: the addresses of a file are in memory, and only as many are made.
            let pairs = collective.chunks.iter().flat_map(|chunk| at(chunk).iter().map(|&rank| (rank, chunk.addr)));
            let pairs: BTreeSet<(u32, u32)> = pairs.collect();
            let expected = (pairs.len() as u64).saturating_mul(instance.chunks.into());
            // The addresses of a rank are a set.
            let sets: BTreeMap<u32, Vec<u32>> = map
                .iter()
                .map(|(&rank, listed)| (rank, listed.iter().copied().collect::<BTreeSet<u32>>().into_iter().collect()))
                .collect();
            let found: u64 = sets.values().map(|addresses: &Vec<u32>| addresses.len() as u64).sum();
            let same = expected == found && sets == addresses(ranks, instance.chunks, &collective.chunks, at);
            if same {
                return Ok(());
            }
            Err(format!("`{key}` has other addresses than the chunks of the collective"))
        };
        has("input_map", &input_map, |chunk| &chunk.pre)?;
        has("output_map", &output_map, |chunk| &chunk.post)?;
        let blocks = instance.chunks / each;
        let mut rounds = Vec::with_capacity(steps.len());
        let mut sends = Vec::new();
        let mut extra_rounds = 0;
        for (number, step) in (1u32..).zip(steps) {
            if step.rounds == 0 {
                return Err(fault::number("number of rounds", "0", 1, u32::MAX.into()));
            }
            extra_rounds += u64::from(step.rounds) - 1;
            rounds.push(step.rounds);
            sends.extend(step.sends.into_iter().map(|(block, from, to)| Sent { step: number, from, to, block }));
        }
        if instance.extra_rounds != extra_rounds {
            let fault = format!("the steps have {extra_rounds} rounds more than one each");
            return Err(format!("{fault}, and {} are claimed (`extra_rounds`)", instance.extra_rounds));
        }
        Ok(Self { graph, switches: topology.switches, by_link, collective: of_chunks, root, blocks, rounds, sends })
    }

    /// The collective on its graph.
    #[must_use]
    pub fn statement(&self) -> Statement<'_> {
        Statement { graph: &self.graph, collective: self.collective, root: self.root, blocks: self.blocks }
    }

    /// Checks the schedule, and that it keeps the limits on links together.
    ///
    /// # Errors
    /// The first [`FileFault`]s.
    pub fn check(&self, limits: &Limits) -> Result<Executed, Vec<FileFault>> {
        let executed = check_rounds(&self.statement(), &self.rounds, &self.sends, limits).map_err(|faults| {
            let located = faults.into_iter().map(|fault| {
                let sent = fault.row.and_then(|row| self.sends.get(row));
                let place = sent.map_or_else(String::new, |Sent { step, from, to, block }| {
                    format!("step {step}, the transmission of block {block} from {from} to {to}: ")
                });
                FileFault::of_file(format!("{place}{}", fault.wrong))
            });
            located.collect::<Vec<_>>()
        })?;
        let limits: Vec<(&str, u64)> =
            self.switches.iter().map(|switch| (switch.name.as_str(), switch.capacity)).collect();
        let kept = check_shared(&self.by_link, &limits, &self.rounds, &self.sends);
        kept.map_err(|wrong| vec![FileFault::of_file(wrong)])?;
        Ok(executed)
    }
}

/// The collective that has these chunks, and its root.
fn of_chunks(graph: &Digraph, collective: &Collective) -> Option<(MpiCollective, u32)> {
    let first = collective.chunks.first()?;
    let sorted = |chunks: &[Chunk]| {
        let all = chunks.iter().map(|chunk| {
            let [mut pre, mut post] = [chunk.pre.clone(), chunk.post.clone()];
            pre.sort_unstable();
            post.sort_unstable();
            (chunk.addr, pre, post)
        });
        let mut all: Vec<_> = all.collect();
        all.sort_unstable();
        all
    };
    let found = sorted(&collective.chunks);
    COLLECTIVES.into_iter().find_map(|of| {
        let root = match of {
            MpiCollective::Bcast | MpiCollective::Scatter => *first.pre.first()?,
            MpiCollective::Reduce | MpiCollective::Gather => *first.post.first()?,
            _ => 0,
        };
        let statement = Statement { graph, collective: of, root, blocks: 1 };
        // Of the same number of chunks: no more are made than the file has.
        let count = match of {
            MpiCollective::Bcast => 1,
            MpiCollective::ReduceScatter => graph.compute() as usize * graph.compute() as usize,
            _ => graph.compute() as usize,
        };
        let same = root < graph.compute() && count == found.len() && sorted(&chunks_of(&statement).chunks) == found;
        same.then_some((of, root))
    })
}
