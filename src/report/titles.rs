//! Titles of answers and executions: the operation, and the algorithm with its parameters.

use super::fanouts::in_runs;
use super::overlay_name;
use super::rank_label::{label, with_words};
use super::times::{counted, size};
use crate::answer::{Candidate, OverlayTree, Pace, RankAlgorithm, Simulation, Source, StageSequence};
use crate::request::{Collective, MpiCollective, MpiJob, Operands, RankCollective, RankJob, Targets};
use itertools::Itertools;
use logpine_collectives::collective::Cut;
use logpine_text::units::Time;
use logpine_trees::tree::Shape;
use logpine_trees::tree::families::{Parameters, Value};

/// The executed schedule in words: the operation, and the family with its parameters as in rankings; or the name of the file.
#[must_use]
pub(crate) fn simulation(simulation: &Simulation) -> String {
    match &simulation.source {
        Source::File(file) if file == "-" => "standard input".to_owned(),
        Source::File(file) => file.clone(),
        Source::Ranks(job, candidate) => among_ranks(job, candidate),
        Source::Mpi(job, candidate) => format!("{}: {}", of_stages(job), with_stages(candidate)),
        Source::Leaves { job, candidate, bound } => tree(candidate, (job.collective(), Targets::Leaves), 1, *bound),
        Source::Waves { job, candidate, bound, waves, .. } => {
            tree(candidate, (job.collective, job.targets), *waves, *bound)
        }
    }
}

/// A broadcast or reduction among ranks, and its algorithm.
pub(super) fn among_ranks(job: &RankJob, candidate: &Candidate<RankAlgorithm>) -> String {
    format!("{}: {}", of_ranks(job), with_segments(candidate))
}

/// Waves over an overlay tree, and the name of the tree.
pub(super) fn tree(
    candidate: &Candidate<OverlayTree>,
    (collective, targets): (Collective, Targets),
    waves: u64,
    lower_bound: Time,
) -> String {
    let name = overlay_name::in_full(candidate, lower_bound);
    of_waves(collective, (targets, &candidate.construction.shape), waves, &name)
}

/// Waves over a tree of that name.
pub(super) fn of_waves(collective: Collective, (targets, shape): (Targets, &Shape), waves: u64, name: &str) -> String {
    let count = counted(shape.targets(targets), targets.one(), targets.many());
    let waves = if waves == 1 { String::new() } else { format!(" in {waves} waves") };
    format!("{} of {count}{waves}: {name}", of_leaves(collective))
}

/// The operation of an overlay tree.
pub(super) fn of_leaves(collective: Collective) -> &'static str {
    match collective {
        Collective::Reduce => "reduction",
        Collective::Multicast => "multicast",
        Collective::Roundtrip => "round trip",
    }
}

/// A broadcast or reduction with its size and its ranks.
pub(super) fn of_ranks(job: &RankJob) -> String {
    let size = job.bytes().map_or_else(|| "a message".to_owned(), size);
    let ranks = counted(job.ranks(), "rank", "ranks");
    match (job.collective, job.operands) {
        (RankCollective::Bcast, _) => format!("broadcast of {size} among {ranks}"),
        (RankCollective::Reduce, Operands::AnyOrder) => format!("reduction of {size} among {ranks}"),
        (RankCollective::Reduce, Operands::RankOrder) => {
            format!("reduction of {size} among {ranks}, in the order of the ranks,")
        }
    }
}

/// A collective of MPI with its size and its ranks: `allgather of 64 KiB from each of 32 ranks`.
pub(super) fn of_stages(job: &MpiJob) -> String {
    let ranks = counted(job.layout.ranks(), "rank", "ranks");
    let size = job.bytes().map(size).unwrap_or_default();
    match job.collective {
        MpiCollective::Bcast => format!("broadcast of {size} among {ranks}"),
        MpiCollective::Reduce => format!("reduction of {size} among {ranks}"),
        MpiCollective::Scatter => format!("scatter of {size} to each of {ranks}"),
        MpiCollective::Gather => format!("gather of {size} from each of {ranks}"),
        MpiCollective::Allgather => format!("allgather of {size} from each of {ranks}"),
        MpiCollective::ReduceScatter => format!("reduce-scatter of {size} among {ranks}"),
        MpiCollective::Allreduce => format!("allreduce of {size} among {ranks}"),
        MpiCollective::Alltoall => format!("all-to-all exchange of {size} between each two of {ranks}"),
        MpiCollective::Barrier => format!("barrier of {ranks}"),
    }
}

/// The family with its parameters and segments, in words.
pub(super) fn with_segments(candidate: &Candidate<RankAlgorithm>) -> String {
    let cut = match candidate.construction.cut {
        Some(Cut { segments: 1, .. }) => ", the message in one piece".to_owned(),
        Some(Cut { segment, segments, .. }) => format!(", {segments} segments of {}", size(segment)),
        None => String::new(),
    };
    let paced = candidate.execution.is_some_and(|execution| execution.pace == Pace::Paced);
    let pace = if paced { "; ranks that have nothing to wait for pause" } else { "" };
    format!("{}{cut}{pace}", label(candidate))
}

/// The family of a sequence of stages with its parameters, in words.
pub(super) fn with_stages(candidate: &Candidate<StageSequence>) -> String {
    with_words(candidate.family, &in_words(&candidate.parameters))
}

fn in_words(parameters: &Parameters) -> String {
    let mut words = parameters.iter().map(|(name, value)| match (name, value) {
        ("order", Value::Word("hosts")) => "along the hosts".to_owned(),
        (_, Value::Word(word)) => (*word).to_owned(),
        (name, Value::List(fanouts)) => format!("{name} = {}", in_runs(fanouts, ",")),
        ("segment", Value::Number(bytes)) => format!("segments of {}", size(*bytes)),
        (name, value) => format!("{name} = {value}"),
    });
    words.join(", ")
}
