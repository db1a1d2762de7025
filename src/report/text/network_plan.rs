//! The answer of `network plan` for people.

use super::claim;
use super::detail::Detail;
use super::page::Page;
use super::ranking::{Cells, Columns};
use super::rows::{Row, each};
use super::table::Table;
use crate::answer::{Candidate, Made, NetworkPlan, NetworkSchedule, Written};
use logpine_netplan::Packing;
use logpine_netplan::fronts::{Cell, Front, FrontLimits};

use crate::report::network_time::{network_time, rate, shown};
use crate::report::times::{counted, sentence};
use crate::request::{MpiCollective, NetworkPlanJob, Ports, Switches};
use itertools::Itertools;
use logpine_text::units::Time;

/// The most nodes that are named in a line.
const NAMED: usize = 16;

/// The answer: the schedule, what the algorithms of the catalogue take, the proof.
pub(super) fn network_plan(page: &mut Page, plan: &NetworkPlan, detail: Detail) {
    let claim = &plan.claim;
    let title = sentence(&operation(&plan.job, plan.extra.network.name()));
    page.headline(&title, &made(plan, plan.best()), claim::mark(claim));
    page.facts(claim::facts(claim));
    for condition in conditions(plan) {
        page.facts([condition]);
    }
    ranking(page, plan);
    heights(page, &plan.extra.front);
    if let Some(front) = &plan.extra.points {
        points(page, front);
    }
    proof(page, plan, detail);
}

/// The steps of the schedule, or the time of a unit and the trees.
fn made(plan: &NetworkPlan, best: &Candidate<NetworkSchedule>) -> String {
    let trees = match &best.construction.0 {
        Made::Trees(trees) => trees,
        _ if !NetworkPlan::is_planned(best) => return format!("{} by {}", network_time(plan, best), best.family),
        _ => return network_time(plan, best),
    };
    let by = format!("by {} of height {}", counted(trees.count() as u64, "tree", "trees"), trees.height());
    if plan.bandwidths(best.time).is_some() {
        let halves = match (plan.job.collective, trees.is_in_turn()) {
            (MpiCollective::Allreduce, true) => " in two halves, one after the other",
            (MpiCollective::Allreduce, false) => " with both halves at the same time",
            _ => "",
        };
        return format!("{}{halves}, {by}", network_time(plan, best));
    }
    let of = |packing: &Packing| ratio(packing.p, packing.q);
    let time = if plan.job.collective == MpiCollective::Allreduce {
        let (gather, scatter) = (of(trees.packing()), trees.reduce_scatter().map(of));
        let (p, q) = trees.time();
        let whole = wide_ratio(p, q);
        match (trees.is_in_turn(), scatter) {
            (true, None) => format!("{gather} steps a unit in each of two halves"),
            (true, Some(scatter)) => {
                format!("{whole} steps a unit, {scatter} for a reduce-scatter and {gather} for an allgather")
            }
            (false, None) => format!("{whole} steps a unit with both halves at the same time ({gather} with one)"),
            (false, Some(scatter)) => format!(
                "{whole} steps a unit with both halves at the same time (with one: {scatter} for a reduce-scatter, {gather} for an allgather)"
            ),
        }
    } else {
        format!("{} steps a unit", of(trees.packing()))
    };
    format!("{time}, {by}")
}

/// The collective with its blocks and ranks, and the network.
fn operation(job: &NetworkPlanJob, network: &str) -> String {
    let name = job.collective.name();
    let ranks = counted(u64::from(job.ranks), "rank", "ranks");
    let Some(blocks) = job.blocks else { return format!("{name} of a stream among the {ranks} of {network}") };
    let blocks = counted(u64::from(blocks), "block", "blocks");
    match job.collective {
        MpiCollective::Bcast | MpiCollective::Reduce => format!("{name} of {blocks} among the {ranks} of {network}"),
        _ => format!("{name} of {blocks} a rank among the {ranks} of {network}"),
    }
}

fn ratio(p: u64, q: u64) -> String {
    wide_ratio(p.into(), q.into())
}

fn wide_ratio(p: u128, q: u128) -> String {
    if q == 1 { p.to_string() } else { format!("{p}/{q}") }
}

/// The rules that the answer follows besides the capacities of links.
fn conditions(plan: &NetworkPlan) -> Vec<String> {
    let mut parts = Vec::new();
    if plan.extra.has_relays() && plan.job.blocks.is_some() {
        let digraph = &plan.extra.links.digraph;
        match plan.job.switches {
            Switches::Store if plan.job.collective.combines() => parts.push(
                "switches and other relays store a block, may combine what they receive of it, and send it on in a later step",
            ),
            Switches::Store => parts.push("switches and other relays store a block, and send it on in a later step"),
            Switches::Contract | Switches::Combine => {
                if digraph.vertices() < plan.extra.network.nodes() {
                    parts.push(
                        "switches pass a block on within the step; their links are divided among pairs of ranks first",
                    );
                }
                if digraph.compute() < digraph.vertices() {
                    parts.push(if plan.job.collective.combines() {
                        "nodes without data store a block, may combine what they receive of it, and send it on in a later step"
                    } else {
                        "nodes without data store a block, and send it on in a later step"
                    });
                }
            }
        }
    }
    let is_stream = plan.job.blocks.is_none() && plan.job.collective == MpiCollective::Allreduce;
    if is_stream && plan.extra.links.digraph.compute() < plan.extra.links.digraph.vertices() {
        let graph = &plan.extra.links.digraph;
        let uses = |made: &Made| matches!(made, Made::Trees(trees) if trees.combine(graph));
        parts.push(match plan.job.switches {
            Switches::Combine if uses(&plan.best().construction.0) => {
                "switches combine what they receive, and copy what they send on"
            }
            Switches::Combine => "switches may combine, but these schedules leave them to forward",
            _ => "switches only forward; those that combine what they receive could be faster (--switches combine)",
        });
    }
    if plan.job.ports == Ports::One {
        parts.push("every node sends one block a step, and receives one");
    }
    if plan.job.blocks.is_none() && plan.extra.links.unit.is_none() {
        parts.push("a step is the time in which a link of capacity 1 carries a unit: the links have no bandwidths, so there are no rates in bytes");
    }
    parts.into_iter().map(str::to_owned).chain(chosen(plan)).collect()
}

/// The nodes of the ranks, if they are not the first of the network in its order.
fn chosen(plan: &NetworkPlan) -> Option<String> {
    let is_chosen = |(rank, node): (u32, u32)| rank != node;
    if !(0..).zip(plan.extra.ranks()).any(is_chosen) && plan.job.ranks == plan.extra.network.endpoints() {
        return None;
    }
    let mut names: Vec<String> = plan.extra.ranks().take(NAMED).map(|node| plan.extra.network.label(node)).collect();
    if plan.job.ranks as usize > NAMED {
        names.push("...".to_owned());
    }
    Some(format!("ranks: {}", names.join(", ")))
}

/// The schedule and the algorithms of the catalogue on the same links.
fn ranking(page: &mut Page, plan: &NetworkPlan) {
    let has_rates = plan.bandwidths(plan.best().time).is_some();
    let (head, after) = match (has_rates, plan.job.blocks) {
        (true, _) => ("algorithm bandwidth", &["bus bandwidth"][..]),
        (false, Some(_)) => ("steps", &[][..]),
        (false, None) => ("steps a unit", &[][..]),
    };
    let columns = Columns { name: "on the same links", before: &[], time: head, after };
    let cells = |row: &Row<NetworkSchedule>| {
        let candidate = row.first();
        let parameters = &candidate.parameters;
        let family = candidate.family;
        let name = if parameters.is_empty() { family.to_owned() } else { format!("{family}, {parameters}") };
        let bus = plan.bandwidths(candidate.time).map(|rates| rate(rates.bus));
        Cells { name, after: bus.into_iter().collect(), ..Cells::default() }
    };
    let number = |time: Time| {
        if let Some(rates) = plan.bandwidths(time) {
            rate(rates.algorithm)
        } else {
            shown(&plan.job, time).trim_end_matches(" steps").trim_end_matches(" step").to_owned()
        }
    };
    if plan.candidates().len() > 1 {
        page.table(columns.table(plan.best().time, &each(plan.candidates()), number, cells));
    }
    let names = plan.left_out.iter().map(|out| out.family).dedup().join(", ");
    if !names.is_empty() {
        page.left_out(format!("{names}: not executed, for lack of time"));
    }
}

/// The front of steps, rounds and blocks.
fn points(page: &mut Page, front: &Front) {
    let FrontLimits { steps, rounds, blocks, .. } = FrontLimits::default();
    let limits = format!("the limits of the search: {steps} steps, {rounds} rounds, {blocks} blocks");
    let mut table = Table::new(["steps", "rounds", "blocks", "rounds a block", "rounds of the steps", "proof"]);
    for point in &front.points {
        let proofs = front.cell_of(point).map(Cell::proofs).unwrap_or_default();
        table.row([
            point.steps.to_string(),
            point.rounds.to_string(),
            point.blocks.to_string(),
            ratio(point.rounds.into(), point.blocks.into()),
            sum(&point.composition),
            if proofs.is_empty() { "none".to_owned() } else { proofs.join(", ") },
        ]);
    }
    if front.points.is_empty() {
        page.line(format!("No point of the front is within {limits}."));
        return;
    }
    let end = if front.complete && front.closed {
        "the front is complete: no further steps make a block faster".to_owned()
    } else if front.complete {
        format!("the front is complete up to {limits}")
    } else {
        "other points may belong to the front: the limits of the search were reached".to_owned()
    };
    page.table(table.right_first().left_columns(&[4, 5]));
    page.note(end);
}

/// The rounds of the steps.
fn sum(rounds: &[u32]) -> String {
    rounds.iter().map(u32::to_string).collect::<Vec<_>>().join(" + ")
}

/// The front of height and number of trees.
fn heights(page: &mut Page, front: &[(u32, usize)]) {
    let mut table = Table::new(["height", "trees"]);
    for (height, trees) in front {
        table.row([height.to_string(), trees.to_string()]);
    }
    page.table(table.right_first());
}

fn proof(page: &mut Page, plan: &NetworkPlan, detail: Detail) {
    let claim = &plan.claim;
    let heading = claim::heading(claim);
    if !detail.is_full() {
        page.headed(heading, "-v");
        return;
    }
    let bound = match &plan.best().construction.0 {
        Made::Trees(trees) if claim.value == claim.bound.value && plan.job.collective != MpiCollective::Allreduce => {
            ratio(trees.packing().p, trees.packing().q) + " steps a unit"
        }
        _ if plan.job.blocks.is_none() => shown(&plan.job, claim.bound.value) + " steps a unit",
        _ => shown(&plan.job, claim.bound.value),
    };
    let bound = match plan.bandwidths(claim.bound.value) {
        Some(rates) => format!("is faster than about {}", rate(rates.algorithm)),
        None => format!("takes less than {bound}"),
    };
    let of_class = if plan.extra.contracted.is_some() { " of the class" } else { "" };
    page.headed(heading, format!("no schedule{of_class} {bound}: {}.", claim.bound.reason));
    page.line(sentence(&format!("{}.", plan.extra.proof_in_words())));
}

/// The title of a picture of the plan, and facts below it.
#[must_use]
pub fn network_title(plan: &NetworkPlan) -> (String, String) {
    let (network, best) = (plan.extra.network.name(), plan.best());
    if let Some(Written { statement, rounds, schedule }) = plan.written().filter(|_| plan.job.point.is_some()) {
        let job = NetworkPlanJob { blocks: Some(statement.blocks), ..plan.job.clone() };
        let steps = counted(u64::from(schedule.steps), "step", "steps");
        return (operation(&job, network), format!("{steps} with {} rounds; a point of the front", sum(rounds)));
    }
    (operation(&plan.job, network), [made(plan, best)].into_iter().chain(claim::in_words(&plan.claim)).join("; "))
}
