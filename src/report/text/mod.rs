//! Reports for people: first the answer, then the contributions to the time, then the ranking.

mod answer;
mod bgp;
mod budget;
#[cfg(feature = "milp")]
mod certificate;
mod claim;
mod detail;
#[cfg(feature = "cli")]
mod experiments;
mod explain;
mod fft;
mod leaves;
mod levels;
mod mpi;
mod network_plan;
mod network_ranking;
mod next;
mod overlay_name;
mod rank_times;
mod ranking;
mod ranks;
mod regression;
mod rows;
mod scored;
mod simulation;
mod sum;
pub(super) mod table;
mod two_level;
mod uncertain;
mod unequal;

pub use answer::answer;
pub(crate) use answer::answer_to;
pub use detail::Detail;
pub(crate) use detail::{hanging, wrapped, wrapped_to};
#[cfg(feature = "cli")]
pub(crate) use experiments::{
    causal, combinations, factors, fit, network_simulation, overlay_fit, port_fit, study, validation,
};
pub(in crate::report) use network_plan::network_title;
pub(crate) use next::{CommandLine, next_steps};
pub(crate) use rank_times::rank_times;
pub(crate) use regression::regression;
#[cfg(feature = "cli")]
pub(crate) use scored::in_short as scored_in_short;
pub use scored::scored;
pub use simulation::simulation;

use super::times::{DIGITS, with_unit};
use super::titles::of_leaves;
use super::{Subject, counted::counted, drawing, fanouts::in_runs};
use crate::answer::{Candidate, Optimum, OverlayTree, Plan, SlotLimit, Study};
use crate::request::{Limits, Objective, Targets};
use itertools::Itertools;
use logpine_text::units::{Time, TimeUnit};
use logpine_trees::tree::{Score, Shape, Spec};
use std::fmt::Write as _;
pub(crate) use table::Table;

/// Lines of a drawing.
const DRAWING_LINES: usize = 16;
/// A spec string longer than this is left to `--emit g`; it does not fit in a line.
const LONGEST_SPEC: usize = detail::COLUMNS - "MRNet: ".len();

/// The unit for a report: one in which the cost of a single node is at least 1, so that levels can be told apart.
fn unit_for(score: Score, subject: &Subject) -> TimeUnit {
    let node = if score.period > Time::ZERO { score.period } else { subject.cost.level(2).unwrap_or(score.time) };
    node.natural_unit(subject.clock)
}

/// The first lines of a report: what limits it.
pub(crate) fn warned(warnings: &[String]) -> String {
    warnings.iter().flat_map(|words| ["warning: ", words, "\n"]).collect()
}

/// The answer of `tree --robust` and `--explain`: first the robust tree for uncertain parameters, then the answer for the
/// profile's values, with the range in which each parameter may move.
fn tree(
    (plan, limit): (&Plan, Option<&SlotLimit>),
    subject: &Subject,
    study: &Study<Candidate<OverlayTree>>,
    detail: Detail,
) -> String {
    let best = plan.best();
    let unit = unit_for(best.construction.score, subject);
    let mut text = study.robust.as_ref().map_or_else(String::new, |of| uncertain::robust(of, subject.clock, unit));
    text += &headline(plan, subject, unit);
    if let Some(limit) = limit {
        let _ = writeln!(text, "{}", limit.said(&with_unit(limit.time_without, unit)));
    }
    text += &size(plan.job.targets, &best.construction.shape, best.construction.score, unit);
    if plan.job.targets == Targets::Leaves {
        text += &spec_line(&best.construction.shape);
    }
    text += &detail.if_full(|| {
        let levels = levels::table(&best.construction.shape, subject, unit);
        format!("\n{levels}\n{}", drawn(&best.construction.shape))
    });
    let sensitivity = study.sensitivity.as_ref();
    let sensitivity = sensitivity.map_or_else(String::new, |of| uncertain::sensitivity(of, best, subject.clock));
    [text, ranking::table(plan, unit, detail), sensitivity + &proof(plan, unit)].join("\n")
}

/// The tree as a drawing, two blanks in front of each line.
fn drawn(shape: &Shape) -> String {
    drawing(shape, DRAWING_LINES).lines().map(|line| format!("  {line}\n")).join("")
}

/// The first line: the time of the best tree, and its status.
fn headline(plan: &Plan, subject: &Subject, unit: TimeUnit) -> String {
    let (best, job) = (plan.best(), &plan.job);
    let time = with_unit(best.construction.score.time, unit);
    let period = with_unit(best.construction.score.period, unit);
    let (kind, value) = match job.objective {
        Objective::Latency => ("fastest", format!("{time} a wave")),
        Objective::Period => ("highest-throughput", format!("one wave every {period}, each taking {time}")),
        Objective::Total { waves } => {
            let total = with_unit(best.time, unit);
            ("fastest", format!("{total} for {}", counted(waves, "wave", "waves")))
        }
    };
    let status = claim::status_in(&plan.claim, "all trees");
    let mut text = format!(
        "{kind} {} for the {} of {} on {} ({}){}\n",
        job.targets.trees(),
        of_leaves(job.collective),
        counted(job.count(), job.targets.one(), job.targets.many()),
        subject.machine,
        subject.model,
        within(job.limits),
    );
    let _ = writeln!(text, "{value}{}; {status}", with_fanouts(best.construction.fanouts.as_deref()));
    if let Some(within) = &plan.extra {
        text += &budget::within(within, unit);
    }
    text
}

/// The fanouts of a level-uniform tree, from the root down.
fn with_fanouts(fanouts: Option<&[u64]>) -> String {
    let fanouts = fanouts.filter(|fanouts| !fanouts.is_empty());
    fanouts.map_or_else(String::new, |fanouts| format!(" with fanouts {}", in_runs(fanouts, ", ")))
}

fn within(limits: Limits) -> String {
    let fanout = limits.max_fanout.map(|limit| format!("fanout at most {limit}"));
    let height = limits.max_height.map(|limit| format!("height at most {limit}"));
    let internal = limits
        .max_internal
        .map(|limit| format!("at most {}", counted(limit, "internal process", "internal processes")));
    let limits = [fanout, height, internal].into_iter().flatten().join(" and ");
    if limits.is_empty() { limits } else { format!(" with {limits}") }
}

/// Processes, height and period.
fn size(targets: Targets, shape: &Shape, score: Score, unit: TimeUnit) -> String {
    let processes = counted(shape.internal_nodes(), "process", "processes");
    let parts = match (targets, shape.internal_nodes()) {
        (_, 0) => return format!("a single {}: no process besides it\n", targets.one()),
        (Targets::Leaves, _) => format!("{processes} besides the leaves"),
        (Targets::Members, 1) => "1 of the members has children".to_owned(),
        (Targets::Members, internal) => format!("{internal} of the members have children"),
    };
    let (height, period) = (shape.height(), with_unit(score.period, unit));
    format!("{parts}, height {height}, one wave every {period} when pipelined\n")
}

/// The tree as a spec of `mrnet_topgen`, if that is short.
fn spec_line(shape: &Shape) -> String {
    // A spec of one line has few numbers, and so few runs of equal subtrees: those that differ take numbers of their own.
    let spec = Spec::generic_within(shape, 100 * LONGEST_SPEC).map(|spec| spec.to_string());
    match spec {
        Ok(spec) if spec.len() <= LONGEST_SPEC => format!("MRNet: {spec}\n"),
        _ => String::new(),
    }
}

fn proof(plan: &Plan, unit: TimeUnit) -> String {
    let of = match plan.job.objective {
        Objective::Latency => "takes less than",
        Objective::Period => "has a period below",
        Objective::Total { .. } => "has a total below",
    };
    claim::bound(&plan.claim, &format!("no tree{} {of}", within(plan.job.limits)), unit)
}

/// The trades of latency against the period.
fn front(front: &[Optimum], subject: &Subject) -> String {
    let Some(first) = front.first() else { return String::new() };
    let unit = unit_for(first.score, subject);
    let mut table = Table::new(["time", "period", "processes", "height", "fanouts", "best for waves"]);
    let mut from = 1;
    for (index, tree) in front.iter().enumerate() {
        let next = front.get(index + 1).map(|next| last_wave_before(tree.score, next.score));
        let waves = match next {
            Some(last) if last < from => "-".to_owned(),
            Some(last) if last == from => from.to_string(),
            Some(last) => format!("{from}..{last}"),
            None => format!("{from}.."),
        };
        from = next.map_or(from, |last| from.max(last.saturating_add(1)));
        table.row([
            with_unit(tree.score.time, unit),
            with_unit(tree.score.period, unit),
            tree.shape.internal_nodes().to_string(),
            tree.shape.height().to_string(),
            tree.fanouts.as_ref().map_or_else(|| "-".to_owned(), |fanouts| in_runs(fanouts, ",")),
            waves,
        ]);
    }
    let heading = format!(
        "latency against period on {} ({}); no tree beats one of these in both\n\n",
        subject.machine, subject.model
    );
    heading + &table.left_column(4).to_string()
}

/// The largest number of waves for which the faster tree is no worse than the one of shorter period.
fn last_wave_before(fast: Score, steady: Score) -> u64 {
    let slower = steady.time.ticks().saturating_sub(fast.time.ticks());
    let gained = fast.period.ticks().saturating_sub(steady.period.ticks());
    slower.checked_div(gained).map_or(u64::MAX, |waves| waves.saturating_add(1))
}
