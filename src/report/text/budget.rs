//! Trades of time against internal processes.

use super::table::Table;
use super::{operation, ranking, spec_line, unit_for, with_unit, within as within_limits};
use crate::answer::{Optimum, Within};
use crate::report::Subject;
use crate::report::counted::counted;
use crate::request::Job;
use crate::units::TimeUnit;
use itertools::Itertools;

/// A tree whose spec is longer than this is not written in a front.
const LONGEST_SPEC: usize = 48;

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

/// The trades of latency against the number of internal processes, the fewest first.
pub(super) fn internals(front: &[Optimum], job: &Job, subject: &Subject) -> String {
    let Some(fastest) = front.last() else { return String::new() };
    let unit = unit_for(fastest.score, subject);
    let is_exact = front.iter().all(|tree| tree.bound == tree.score.time);
    let mut header = vec!["processes", "time", "slower by", "height"];
    header.extend((!is_exact).then_some("above the bound"));
    header.push("tree");
    let tree_column = header.len() - 1;
    let mut table = Table::new(header);
    for tree in front {
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
        operation(job.collective),
        counted(job.leaves(), "leaf", "leaves"),
        subject.machine,
        subject.model,
        within_limits(job.limits),
    );
    heading + &table.left_column(tree_column).to_string()
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
