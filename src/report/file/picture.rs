//! Pictures of the trees of answers, with their headings.

use super::File;
use crate::answer::costs::{MessageCosts, NodeCosts};
use crate::answer::{
    Answer, Candidate, LARGEST_TIMELINE, LeafPlan, OverlayTree, Plan, RankAlgorithm, RankPlan, Scored, Simulation,
};
use crate::report::timeline::{self, SimulationReport};
use crate::report::times::time;
use crate::report::titles;
use crate::report::tree_picture::{self, Arrivals, Heading, TreePicture};
use crate::request::{No, RankCollective, Refusal, Targets};
use logpine_collectives::schedule::replay::CriticalPath;
use logpine_models::machine::Machine;
use logpine_models::model::{PortTiming, Reversed};
use logpine_text::units::Time;
use logpine_trees::tree::{RankShape, Shape, score};

/// The heading of the chosen overlay tree with costs at its nodes.
pub(super) fn of_nodes<'a>(
    plan: &Plan,
    chosen: &Candidate<OverlayTree>,
    machine: &'a Machine,
    costs: &NodeCosts,
) -> Heading<'a> {
    let title = titles::tree(chosen, (plan.job.collective, plan.job.targets), 1, plan.claim.bound.value);
    with_time_of(&title, &chosen.construction.shape, machine, costs)
}

/// The heading of a given overlay tree of that name.
pub(super) fn of_given<'a>(name: &str, scored: &'a Scored) -> Heading<'a> {
    let Scored { machine, shape, targets, collective, costs, .. } = scored;
    with_time_of(&titles::of_waves(*collective, (*targets, shape), 1, name), shape, machine, costs)
}

/// The heading of the best overlay tree under a model of messages.
pub(super) fn of_leaves<'a>(plan: &LeafPlan, machine: &'a Machine, costs: &MessageCosts) -> Heading<'a> {
    let best = plan.best();
    let title = titles::tree(best, (plan.job.collective(), Targets::Leaves), 1, plan.claim.bound.value);
    heading(&title, Some(best.time), machine, costs.model.name())
}

/// The picture of a tree of ranks; `None` if the algorithm is no single tree.
pub(super) fn of_ranks(
    plan: &RankPlan,
    (chosen, time): (&Candidate<RankAlgorithm>, Option<Time>),
    machine: &Machine,
    costs: &MessageCosts,
) -> Option<File> {
    let shape = chosen.construction.algorithm.tree()?;
    let job = plan.job;
    let heading = heading(&titles::among_ranks(&job, chosen), time, machine, costs.model.name());
    let arrivals = arrivals(plan, chosen, costs.timing.as_ref(), shape);
    let is_reduction = job.collective == RankCollective::Reduce;
    let picture = TreePicture::of_ranks(shape, is_reduction, arrivals, &heading);
    Some(File::text(tree_picture::svg(&picture), "the tree of ranks, for a browser"))
}

/// The Gantt chart of an answer's schedule, for algorithms that are no single tree.
///
/// # Errors
/// [`Refusal`] if the schedule cannot be executed, or is too large for a chart.
pub(super) fn chart(answer: &Answer) -> Result<File, Refusal> {
    let simulation = Simulation::of_answer(answer)?;
    let executed = simulation.execute(&())?;
    let Some(timeline) = &executed.timeline else {
        let message = format!("a chart shows at most {LARGEST_TIMELINE} operations, and the schedule has more");
        return Err(Refusal::No(No::new(&message, None)));
    };
    let title = titles::simulation(&simulation);
    let path = CriticalPath::new(timeline);
    let report = SimulationReport::new(&simulation, &executed, &title, Some(&path));
    Ok(File::text(timeline::svg(&report, timeline), "a Gantt chart of the ranks, for a browser"))
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

fn with_time_of<'a>(title: &str, shape: &Shape, machine: &'a Machine, costs: &NodeCosts) -> Heading<'a> {
    let time = score(shape, costs.cost.as_ref()).ok().map(|score| score.time);
    heading(title, time, machine, costs.model)
}

fn heading<'a>(title: &str, took: Option<Time>, machine: &'a Machine, model: &'a str) -> Heading<'a> {
    let took = took.map_or_else(String::new, |took| format!(": {}", time(took, machine.clock)));
    Heading { title: format!("{title}{took}"), machine: &machine.name, model, clock: machine.clock }
}
