//! Pictures of the trees of answers, with their headings.

use super::File;
use crate::answer::costs::{MessageCosts, NodeCosts};
use crate::answer::{Candidate, LeafPlan, RankAlgorithm, RankPlan};
use crate::machine::Machine;
use crate::model::{PortTiming, Reversed};
use crate::report::counted::counted;
use crate::report::tree_picture::{self, Arrivals, Heading, TreePicture};
use crate::request::{No, RankCollective, Refusal};
use crate::tree::{RankShape, Shape, score};
use crate::units::{Bytes, Time};

/// The heading of an overlay tree whose nodes have costs. `name` is what the tree is called.
pub(super) fn of_nodes<'a>(name: &str, shape: &Shape, machine: &'a Machine, costs: &NodeCosts) -> Heading<'a> {
    let time = score(shape, costs.cost.as_ref()).ok().map(|score| score.time);
    heading(&format!("{name} for {}", leaves(shape.leaves())), time, machine, costs.model)
}

/// The heading of the best overlay tree under a model of messages.
pub(super) fn of_leaves<'a>(plan: &LeafPlan, machine: &'a Machine, costs: &MessageCosts) -> Heading<'a> {
    let best = plan.best();
    let title = format!("{} for {}", best.family, leaves(best.construction.shape.leaves()));
    heading(&title, Some(best.time), machine, costs.model.name())
}

/// The picture of a tree of ranks.
///
/// # Errors
/// [`Refusal`] if the algorithm is no tree.
pub(super) fn of_ranks(
    plan: &RankPlan,
    (chosen, time): (&Candidate<RankAlgorithm>, Option<Time>),
    machine: &Machine,
    costs: &MessageCosts,
) -> Result<File, Refusal> {
    let family = chosen.family;
    let shape = chosen.construction.algorithm.tree().ok_or_else(|| {
        let message =
            format!("{family} is no single tree of ranks; what its ranks do is drawn by `logpine simulate --emit svg`");
        Refusal::No(No::new(&message, None))
    })?;
    let job = plan.job;
    let of_bytes = job.bytes().map_or_else(String::new, |bytes| format!(" of {}", Bytes(bytes)));
    let title =
        format!("{family}: {}{of_bytes} among {}", job.collective.name(), counted(job.ranks(), "rank", "ranks"));
    let heading = heading(&title, time, machine, costs.model.name());
    let arrivals = arrivals(plan, chosen, costs.timing.as_ref(), shape);
    let is_reduction = job.collective == RankCollective::Reduce;
    let picture = TreePicture::of_ranks(shape, is_reduction, arrivals, &heading);
    Ok(File::text(tree_picture::svg(&picture), "the tree of ranks, for a browser"))
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
    let time = time.map_or_else(String::new, |time| format!(": {}", time.display(machine.clock)));
    Heading { title: format!("{title}{time}"), machine: &machine.name, model, clock: machine.clock }
}
