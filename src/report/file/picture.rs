//! Pictures of the trees of answers, with their headings.

use super::File;
use crate::answer::costs::{MessageCosts, NodeCosts};
use crate::answer::{Answer, Candidate, LARGEST_TIMELINE, LeafPlan, OverlayTree, RankAlgorithm, RankPlan, Simulation};
use crate::machine::Machine;
use crate::model::{PortTiming, Reversed};
use crate::report::counted::counted;
use crate::report::fanouts::in_runs;
use crate::report::timeline::{self, SimulationReport};
use crate::report::times::rounded;
use crate::report::tree_picture::{self, Arrivals, Heading, TreePicture};
use crate::request::{No, RankCollective, Refusal, Targets, Word as _};
use crate::schedule::replay::CriticalPath;
use crate::tree::{RankShape, Shape, score};
use crate::units::{Bytes, Time};

/// The name of a tree: its fanouts if they are alike on each level, or else its family.
pub(super) fn name(tree: &OverlayTree, family: &str) -> String {
    let fanouts = tree.fanouts.as_deref().filter(|fanouts| !fanouts.is_empty());
    fanouts.map_or_else(|| family.to_owned(), |fanouts| format!("fanouts {}", in_runs(fanouts, ", ")))
}

/// The heading of an overlay tree with costs at its nodes. `name` is the name of the tree.
pub(super) fn of_nodes<'a>(
    name: &str,
    (targets, shape): (Targets, &Shape),
    machine: &'a Machine,
    costs: &NodeCosts,
) -> Heading<'a> {
    let time = score(shape, costs.cost.as_ref()).ok().map(|score| score.time);
    let count = counted(shape.targets(targets), targets.one(), targets.many());
    heading(&format!("{count}, {name}"), time, machine, costs.model)
}

/// The heading of the best overlay tree under a model of messages.
pub(super) fn of_leaves<'a>(plan: &LeafPlan, machine: &'a Machine, costs: &MessageCosts) -> Heading<'a> {
    let best = plan.best();
    let title = format!("{}, {}", leaves(best.construction.shape.leaves()), name(&best.construction, best.family));
    heading(&title, Some(best.time), machine, costs.model.name())
}

/// The picture of a tree of ranks; `None` if the algorithm is no single tree.
pub(super) fn of_ranks(
    plan: &RankPlan,
    (chosen, time): (&Candidate<RankAlgorithm>, Option<Time>),
    machine: &Machine,
    costs: &MessageCosts,
) -> Option<File> {
    let family = chosen.family;
    let shape = chosen.construction.algorithm.tree()?;
    let job = plan.job;
    let title = title(family, job.collective.name(), job.bytes(), job.ranks());
    let heading = heading(&title, time, machine, costs.model.name());
    let arrivals = arrivals(plan, chosen, costs.timing.as_ref(), shape);
    let is_reduction = job.collective == RankCollective::Reduce;
    let picture = TreePicture::of_ranks(shape, is_reduction, arrivals, &heading);
    Some(File::text(tree_picture::svg(&picture), "the tree of ranks, for a browser"))
}

/// The Gantt chart of an answer's schedule, for algorithms that are no single tree.
///
/// # Errors
/// [`Refusal`] if the schedule cannot be executed, or is too large for a chart.
pub(super) fn chart(answer: &Answer, family: &str) -> Result<File, Refusal> {
    let simulation = Simulation::of_answer(answer)?;
    let executed = simulation.execute(&())?;
    let Some(timeline) = &executed.timeline else {
        let message = format!("a chart shows at most {LARGEST_TIMELINE} operations, and the schedule has more");
        return Err(Refusal::No(No::new(&message, None)));
    };
    let asked = &answer.request;
    let collective = asked.collective.map_or("bcast", |operation| operation.word());
    let title = title(family, collective, asked.bytes, asked.ranks.unwrap_or(1));
    let path = CriticalPath::new(timeline);
    let report = SimulationReport::new(&simulation, &executed, &title, Some(&path));
    Ok(File::text(timeline::svg(&report, timeline), "a Gantt chart of the ranks, for a browser"))
}

/// The algorithm and its job.
fn title(family: &str, collective: &str, bytes: Option<u64>, ranks: u64) -> String {
    let of_bytes = bytes.map_or_else(String::new, |bytes| format!(" of {}", Bytes(bytes)));
    format!("{family}: {collective}{of_bytes} among {}", counted(ranks, "rank", "ranks"))
}

/// The times of a message that is not cut.
fn arrivals(
    plan: &RankPlan,
    chosen: &Candidate<RankAlgorithm>,
    timing: &dyn PortTiming,
    shape: &RankShape,
) -> Arrivals {
    let bytes = plan.job.bytes().unwrap_or(1);
    if shape.height() == 0 || chosen.construction.cut.is_some_and(|cut| cut.segments > 1) {
        return Arrivals::Cut;
    }
    let found = match plan.job.collective {
        RankCollective::Bcast => timing.port(bytes).map(Arrivals::Bcast),
        RankCollective::Reduce => Reversed(timing).port(bytes).map(|port| Arrivals::Reduce(port, chosen.time)),
    };
    found.unwrap_or(Arrivals::Cut)
}

fn leaves(count: u64) -> String {
    counted(count, "leaf", "leaves")
}

fn heading<'a>(title: &str, time: Option<Time>, machine: &'a Machine, model: &'a str) -> Heading<'a> {
    let time = time.map_or_else(String::new, |time| format!(": {}", rounded(time, machine.clock)));
    Heading { title: format!("{title}{time}"), machine: &machine.name, model, clock: machine.clock }
}
