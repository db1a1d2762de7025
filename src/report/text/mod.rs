//! Reports for people: first the answer, then the contributions to the time, then the ranking.

mod answer;
mod bgp;
#[cfg(feature = "milp")]
mod certificate;
mod claim;
mod detail;
mod experiments;
mod explain;
mod fft;
mod fronts;
mod levels;
mod mpi;
mod network_plan;
mod network_ranking;
mod next;
mod overlay_name;
mod page;
mod rank_times;
mod ranking;
mod ranks;
mod regression;
mod rows;
mod scored;
mod simulation;
mod sum;
mod table;
mod tree;
mod two_level;
mod uncertain;
mod unequal;

pub use answer::answer;
pub(crate) use answer::answer_to;
pub use detail::Detail;
pub(crate) use detail::{harmless, wrapped, wrapped_to};
pub(crate) use experiments::{
    causal, combinations, factors, fit, network_simulation, overlay_fit, port_fit, study, validation,
};
pub(in crate::report) use network_plan::network_title;
pub(crate) use next::CommandLine;
pub(crate) use page::{Look, Page};
pub(crate) use rank_times::rank_times;
pub(crate) use regression::regression;
pub use scored::scored;
pub(crate) use scored::{in_short as scored_in_short, scored_page};
pub use simulation::simulation;
pub(crate) use simulation::simulation_page;

use super::drawing;
use super::times::counted;
use crate::answer::costs::NodeCosts;
use crate::request::{Limits, Targets};
use itertools::Itertools;
use logpine_models::machine::Machine;
use logpine_text::units::{Time, TimeUnit};
use logpine_trees::tree::{Score, Shape, Spec};
pub(crate) use table::Table;

/// Lines of a drawing.
const DRAWING_LINES: usize = 16;
/// A spec string longer than this is left to `--emit g`; it does not fit in a line.
const LONGEST_SPEC: usize = detail::COLUMNS - "MRNet: ".len();

/// The unit for a report: one in which the cost of a single node is at least 1, so that levels can be told apart.
fn unit_for(score: Score, machine: &Machine, costs: &NodeCosts) -> TimeUnit {
    let node = if score.period > Time::ZERO { score.period } else { costs.cost.level(2).unwrap_or(score.time) };
    node.natural_unit(machine.clock)
}

/// The tree as a drawing, two blanks in front of each line.
fn drawn(shape: &Shape) -> String {
    drawing(shape, DRAWING_LINES).lines().map(|line| format!("  {line}\n")).join("")
}

/// Limits on trees, for a title: ` with fanout at most 4 and height at most 3`.
fn limits(limits: Limits) -> String {
    let fanout = limits.max_fanout.map(|limit| format!("fanout at most {limit}"));
    let height = limits.max_height.map(|limit| format!("height at most {limit}"));
    let internal = limits
        .max_internal
        .map(|limit| format!("at most {}", counted(limit, "internal process", "internal processes")));
    let limits = [fanout, height, internal].into_iter().flatten().join(" and ");
    if limits.is_empty() { limits } else { format!(" with {limits}") }
}

/// The tree as a spec of `mrnet_topgen`, if it is of leaves and short.
fn spec(shape: &Shape, targets: Targets) -> String {
    let spec = spec_line(shape).filter(|_| targets == Targets::Leaves);
    spec.map_or_else(String::new, |spec| format!("MRNet: {spec}"))
}

/// The tree as a spec of `mrnet_topgen`, if that is short.
fn spec_line(shape: &Shape) -> Option<String> {
    // A spec of one line has few numbers, and so few runs of equal subtrees: those that differ take numbers of their own.
    let spec = Spec::generic_within(shape, 100 * LONGEST_SPEC).ok()?.to_string();
    Some(spec).filter(|spec| spec.len() <= LONGEST_SPEC)
}
