//! Pareto fronts of overlay trees: latency against the period, or against internal processes.

use super::page::Page;
use super::table::Table;
use super::table::VS_BEST;
use super::{Detail, limits, spec_line};
use crate::answer::Optimum;
use crate::answer::costs::NodeCosts;
use crate::report::fanouts::in_runs;
use crate::report::times::{counted, number, ratio, time};
use crate::report::titles::of_leaves;
use crate::request::{Front, Job};
use logpine_models::machine::Machine;
use logpine_trees::tree::Score;

/// A tree whose fanouts differ within a level is shown in the table if its spec is no longer than this.
const LONGEST_SPEC: usize = 40;
/// The most rows of a front of internal processes in the brief form.
pub(super) const LISTED: usize = 12;

/// The answer of `tree --pareto`.
pub(super) fn front(
    page: &mut Page,
    (front, is_whole): (Front, bool),
    trees: &[Optimum],
    job: &Job,
    machine: &Machine,
    costs: &NodeCosts,
    detail: Detail,
) {
    match front {
        Front::Period => periods(page, trees, job, machine),
        _ => internals(page, trees, job, machine, detail),
    }
    if !is_whole {
        page.note("the search was stopped: other trees may belong to this list");
    }
    page.line(format!("Predicted by the model {}.", costs.model));
}

/// The title of a front, and the claim on it.
fn headline(page: &mut Page, of: &str, job: &Job, machine: &Machine, claim: &str) {
    let count = counted(job.count(), job.targets.one(), job.targets.many());
    let operation = of_leaves(job.collective);
    let title =
        format!("Latency against {of} for the {operation} of {count} on {}{}", machine.name, limits(job.limits));
    page.headline(&title, claim, "");
}

/// The trades of latency against the period.
fn periods(page: &mut Page, front: &[Optimum], job: &Job, machine: &Machine) {
    headline(page, "period", job, machine, "no tree beats one of these in both");
    let mut table = Table::new(["tree", "time", "period", "internal", "height", "best for operations"]);
    let mut from = 1;
    for (index, tree) in front.iter().enumerate() {
        let next = front.get(index + 1).map(|next| last_before(tree.score, next.score));
        let best_for = match next {
            Some(last) if last < from => "-".to_owned(),
            Some(last) if last == from => from.to_string(),
            Some(last) => format!("{from}..{last}"),
            None => format!("{from}.."),
        };
        from = next.map_or(from, |last| from.max(last.saturating_add(1)));
        table.row([
            tree.fanouts.as_ref().map_or_else(|| "-".to_owned(), |fanouts| in_runs(fanouts, ",")),
            time(tree.score.time, machine.clock),
            time(tree.score.period, machine.clock),
            number(tree.shape.internal_nodes()),
            tree.shape.height().to_string(),
            best_for,
        ]);
    }
    page.table(table);
}

/// The largest number of operations for which the faster tree is no worse than the one of shorter period.
fn last_before(fast: Score, steady: Score) -> u64 {
    let slower = steady.time.ticks().saturating_sub(fast.time.ticks());
    let gained = fast.period.ticks().saturating_sub(steady.period.ticks());
    slower.checked_div(gained).map_or(u64::MAX, |operations| operations.saturating_add(1))
}

/// The trades of latency against internal processes.
fn internals(page: &mut Page, front: &[Optimum], job: &Job, machine: &Machine, detail: Detail) {
    let Some(fastest) = front.last() else { return };
    let is_exact = front.iter().all(|tree| tree.bound == tree.score.time);
    let claim = if is_exact { "no tree beats one of these in both" } else { "the best trees found" };
    headline(page, "internal processes", job, machine, claim);
    let header = ["internal", "time", VS_BEST, "height"].into_iter();
    let mut table = Table::new(header.chain((!is_exact).then_some("above the bound")).chain(["tree"]));
    let shown = listed(front, detail);
    for &tree in &shown {
        let gap =
            || tree.score.time.percent_above(tree.bound).map_or_else(|| "-".to_owned(), |gap| format!("{gap:.2}%"));
        let row = [
            number(tree.shape.internal_nodes()),
            time(tree.score.time, machine.clock),
            ratio(tree.score.time, fastest.score.time),
            tree.shape.height().to_string(),
        ];
        table.row(row.into_iter().chain((!is_exact).then(gap)).chain([short(tree)]));
    }
    page.table(table.right_first().left_column(if is_exact { 4 } else { 5 }));
    let more = front.len() - shown.len();
    if more > 0 {
        page.note(format!("{} in between: --verbose or --format json lists all", counted(more as u64, "more", "more")));
    }
}

/// The rows of a front: in the brief form at most [`LISTED`], first and last among them, spread over the numbers of processes.
fn listed(front: &[Optimum], detail: Detail) -> Vec<&Optimum> {
    let (Some(first), Some(last)) = (front.first(), front.last()) else { return Vec::new() };
    if detail.is_full() || front.len() <= LISTED {
        return front.iter().collect();
    }
    let [fewest, most] = [first, last].map(|tree| (tree.shape.internal_nodes().max(1) as f64).ln());
    let step = (most - fewest) / (LISTED - 1) as f64;
    let mut next = fewest;
    let mut listed = Vec::with_capacity(LISTED);
    for tree in front {
        let processes = (tree.shape.internal_nodes().max(1) as f64).ln();
        if std::ptr::eq(tree, last) || processes >= next {
            listed.push(tree);
            while next <= processes {
                next += step;
            }
        }
    }
    listed
}

/// The fanouts of a tree, or its spec if that is short.
fn short(tree: &Optimum) -> String {
    if let Some(fanouts) = &tree.fanouts {
        return in_runs(fanouts, ",");
    }
    spec_line(&tree.shape).filter(|spec| spec.len() <= LONGEST_SPEC).unwrap_or_else(|| "-".to_owned())
}
