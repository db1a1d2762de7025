//! Writing.

use super::chunks::{CollectiveOfChunks, addresses, chunks_of, parts};
use crate::plans::msccl_xml::only_relays;
use logpine_check::synthesis::{Sent, Statement};
use logpine_network::digraph::Digraph;
use logpine_text::unwritable::Unwritable;
use serde::Serialize;
use std::collections::BTreeMap;

/// The maximum number of pairs of ranks, and of ranks with blocks.
const MOST_PAIRS: u64 = 1 << 22;

#[derive(Serialize)]
struct Algorithm<'a> {
    msccl_type: &'static str,
    name: String,
    instance: Instance,
    input_map: BTreeMap<u32, Vec<u32>>,
    output_map: BTreeMap<u32, Vec<u32>>,
    steps: Vec<Step>,
    collective: CollectiveOfChunks,
    topology: Topology<'a>,
}

#[derive(Serialize)]
struct Instance {
    msccl_type: &'static str,
    steps: usize,
    extra_rounds: u64,
    chunks: u32,
    pipeline: Option<u32>,
    extra_memory: Option<u32>,
    allow_exchange: bool,
}

#[derive(Serialize)]
struct Step {
    msccl_type: &'static str,
    rounds: u32,
    /// Address, sender, receiver.
    sends: Vec<(u32, u32, u32)>,
}

#[derive(Serialize)]
struct Topology<'a> {
    msccl_type: &'static str,
    name: &'a str,
    switches: [(); 0],
    /// The capacity by receiver and sender.
    links: Vec<Vec<u64>>,
}

/// Writes a schedule in steps as an algorithm. `name` is that of the network. `rounds` has the rounds of each step; if it is
/// empty, each has one.
///
/// *Requires* sends that [`check_sends`](logpine_check::synthesis::check_sends) accepts, with the capacities times the rounds.
///
/// # Errors
/// [`Unwritable`], if MSCCL cannot express the schedule.
///
/// **Complexity** O(n log n + P^2) for n sends and P ranks.
pub fn write(statement: &Statement<'_>, name: &str, rounds: &[u32], sends: &[Sent]) -> Result<String, Unwritable> {
    let steps = check(statement, rounds, sends)?;
    let rounds_of = |step: u32| rounds.get(step as usize).copied().unwrap_or(1);
    let mut listed: Vec<Step> =
        (0..steps).map(|step| Step { msccl_type: "step", rounds: rounds_of(step), sends: Vec::new() }).collect();
    for &Sent { step, from, to, block } in sends {
        if let Some(step) = (step as usize).checked_sub(1).and_then(|step| listed.get_mut(step)) {
            step.sends.push((block, from, to));
        }
    }
    for step in &mut listed {
        step.sends.sort_unstable();
    }
    let ranks = statement.graph.compute();
    let collective = chunks_of(statement);
    let chunks = parts(statement);
    let all_rounds: u64 = listed.iter().map(|step| u64::from(step.rounds)).sum();
    let extra_rounds = all_rounds.saturating_sub(steps.into());
    let rounds_text = if extra_rounds > 0 { format!(",rounds={all_rounds}") } else { String::new() };
    let chunks_text = if chunks > 1 { format!(",chunks={chunks}") } else { String::new() };
    let algorithm = Algorithm {
        msccl_type: "algorithm",
        name: format!("{}-{name}-steps={steps}{rounds_text}{chunks_text}", collective.name),
        instance: Instance {
            msccl_type: "instance",
            steps: listed.len(),
            extra_rounds,
            chunks,
            pipeline: None,
            extra_memory: None,
            allow_exchange: false,
        },
        input_map: addresses(ranks, chunks, &collective.chunks, |chunk| &chunk.pre),
        output_map: addresses(ranks, chunks, &collective.chunks, |chunk| &chunk.post),
        steps: listed,
        collective,
        topology: Topology { msccl_type: "topology", name, switches: [], links: links(statement.graph) },
    };
    Ok(serde_json::to_string(&algorithm).expect("keys are numbers or names") + "\n")
}

/// The number of steps, if the schedule can be written.
fn check(statement: &Statement<'_>, rounds: &[u32], sends: &[Sent]) -> Result<u32, Unwritable> {
    let graph = statement.graph;
    let ranks = graph.compute();
    let steps = sends.iter().map(|sent| sent.step).max().unwrap_or(0);
    if graph.vertices() > ranks {
        return Unwritable::new(only_relays(graph.vertices() - ranks));
    }
    if statement.collective.is_rooted() && statement.root >= ranks {
        let last = ranks.saturating_sub(1);
        return Unwritable::new(format!("there is no root {}; the ranks are 0 to {last}", statement.root));
    }
    let each = if statement.collective.has_blocks_of_root() { 1 } else { ranks };
    let blocks = u64::from(each) * u64::from(statement.blocks);
    if u64::from(ranks).saturating_mul(blocks.max(ranks.into())) > MOST_PAIRS {
        let pairs = format!("MSCCL lists all pairs of {ranks} ranks, and the {blocks} blocks of each");
        return Unwritable::new(format!("{pairs}: that is too much"));
    }
    if let Some(arc) = graph.arcs().iter().find(|arc| arc.latency > 1 && statement.collective.combines()) {
        return Unwritable::new(format!(
            "the link from {} to {} has a latency of {}; in MSCCL all that begins in a step arrives in it, so that contributions would \
             meet earlier",
            arc.from, arc.to, arc.latency
        ));
    }
    if !rounds.is_empty() && rounds.len() < steps as usize {
        return Unwritable::new(format!("there are rounds for {} steps, but the sends have {steps}", rounds.len()));
    }
    // In the last steps nothing may begin, and all that is under way arrive.
    let steps = steps.max(u32::try_from(rounds.len()).unwrap_or(u32::MAX));
    // Latencies may leave steps without sends, though not many in a schedule of use.
    if steps as usize > 1_000_000 + 64 * sends.len() {
        return Unwritable::new(format!("{steps} steps are far more than {} sends need", sends.len()));
    }
    Ok(steps)
}

fn links(graph: &Digraph) -> Vec<Vec<u64>> {
    let ranks = graph.compute() as usize;
    let mut links = vec![vec![0; ranks]; ranks];
    for arc in graph.arcs() {
        links[arc.to as usize][arc.from as usize] = arc.capacity;
    }
    links
}
