//! Trades of time against internal processes.

use super::table::Table;
use super::{Detail, of_leaves, ranking, spec_line, unit_for, with_unit, within as within_limits};
use crate::answer::{Optimum, Within};
use crate::report::Subject;
use crate::report::counted::counted;
use crate::request::Job;
use itertools::Itertools;
use logpine_text::units::TimeUnit;

/// A front leaves out tree specs longer than this.
const LONGEST_SPEC: usize = 40;

/// The fewest processes within a tolerance.
pub fn within(within: &Within, unit: TimeUnit) -> String {
    format!(
        "within {} % of the fastest tree's {}: {}; fewer than {} do not suffice\n",
        within.tolerance.percent(),
        with_unit(within.fastest, unit),
        counted(within.internal_nodes, "internal process", "internal processes"),
        within.internal_nodes_bound,
    )
}

/// The most trees of a front that the brief report lists.
pub(super) const LISTED: usize = 12;

/// The trees of a front that are listed: in brief, the first, the last, and others at equal ratios of processes.
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
        let is_last = std::ptr::eq(tree, last);
        if is_last || processes >= next {
            listed.push(tree);
            while next <= processes {
                next += step;
            }
        }
    }
    listed
}

/// The trades of latency against the number of internal processes, the fewest first.
pub(super) fn internals(front: &[Optimum], job: &Job, subject: &Subject, detail: Detail) -> String {
    let Some(fastest) = front.last() else { return String::new() };
    let unit = unit_for(fastest.score, subject);
    let is_exact = front.iter().all(|tree| tree.bound == tree.score.time);
    let mut header = vec!["processes", "time", "slower by", "height"];
    header.extend((!is_exact).then_some("above the bound"));
    header.push("tree");
    let tree_column = header.len() - 1;
    let mut table = Table::new(header);
    let shown = listed(front, detail);
    for &tree in &shown {
        let slower = tree.score.time > fastest.score.time;
        let mut row = vec![
            tree.shape.internal_nodes().to_string(),
            with_unit(tree.score.time, unit),
            if slower { ranking::slower_by(tree.score.time, fastest.score.time) } else { "-".to_owned() },
            tree.shape.height().to_string(),
        ];
        if !is_exact {
            row.push(match tree.score.time.percent_above(tree.bound) {
                Some(gap) => format!("{gap:.2} %"),
                None => "-".to_owned(),
            });
        }
        row.push(short_tree(tree));
        table.row(row);
    }
    let claim = if is_exact {
        "no tree beats one of these in both"
    } else {
        "the best trees found, and how far they can be from the best"
    };
    let heading = format!(
        "latency against internal processes for the {} of {} on {} ({}){}; {claim}\n\n",
        of_leaves(job.collective),
        counted(job.count(), "leaf", "leaves"),
        subject.machine,
        subject.model,
        within_limits(job.limits),
    );
    let more = match front.len() - shown.len() {
        0 => String::new(),
        more => {
            format!("  {} in between: --verbose or --format json lists all\n", counted(more as u64, "more", "more"))
        }
    };
    heading + &table.left_column(tree_column).to_string() + &more
}

/// The fanouts of a level-uniform tree, or the spec of another tree if it is short.
fn short_tree(tree: &Optimum) -> String {
    if let Some(fanouts) = &tree.fanouts {
        return fanouts.iter().join(",");
    }
    let spec = spec_line(&tree.shape);
    let spec = spec.trim_start_matches("MRNet: ").trim_end();
    if spec.is_empty() || spec.len() > LONGEST_SPEC { "-".to_owned() } else { spec.to_owned() }
}
