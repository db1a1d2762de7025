//! Overlay trees on equal hosts: the answers of `tree` under a model of nodes and under a model of messages.

use super::page::Page;
use super::ranking::{Cells, Columns, left_out};
use super::rows::{Row, first_equals, rows};
use super::{Detail, claim, drawn, levels, limits, overlay_name, spec, uncertain, unit_for};
use crate::answer::costs::{MessageCosts, NodeCosts};
use crate::answer::{Candidate, LeafPlan, NON_UNIFORM, OverlayTree, Plan, SlotLimit, Study};
use crate::report::fanouts::in_runs;
use crate::report::times::{counted, exact, number, ratio, size, time};
use crate::report::titles::of_leaves;
use crate::request::{Collective, Objective, Targets};
use itertools::Itertools as _;
use logpine_models::machine::Machine;
use logpine_text::units::{Clock, Time};
use logpine_trees::tree::families::{self, Value};
use logpine_trees::tree::{Score, Shape};

/// The answer of `tree`.
pub(super) fn tree(
    page: &mut Page,
    plan: &Plan,
    limit: Option<&SlotLimit>,
    machine: &Machine,
    costs: &NodeCosts,
    study: &Study<Candidate<OverlayTree>>,
    detail: Detail,
) {
    let (best, job, clock) = (plan.best(), &plan.job, machine.clock);
    let (title, value, of) = match job.objective {
        Objective::Latency => (title(job.collective, job.targets) + " for", "time", "takes less than"),
        Objective::Period => (format!("Best pipelined {} for", noun(job.targets)), "period", "has a period below"),
        Objective::Total { waves } => {
            let waves = counted(waves, of_leaves(job.collective), operations(job.collective));
            (format!("Best {} for {waves} over", noun(job.targets)), "total", "has a total below")
        }
    };
    let count = counted(job.count(), job.targets.one(), job.targets.many());
    let limits = limits(job.limits);
    let title = format!("{title} {count} on {}{limits}", machine.name);
    page.headline(&title, &winner(best), claim::mark(&plan.claim));
    let score = best.construction.score;
    let total = matches!(job.objective, Objective::Total { .. }).then(|| format!("{} in all", time(best.time, clock)));
    page.facts(
        total
            .into_iter()
            .chain(tree_facts((job.collective, job.targets), best, clock))
            .chain(claim::facts(&plan.claim)),
    );
    if detail.is_full() || job.objective != Objective::Latency {
        page.facts([pipelined(score, job.collective, clock), spec(&best.construction.shape, job.targets)]);
    }
    page.facts(comparison(best, plan.candidates(), job.objective));
    if let Some(limit) = limit {
        page.facts([limit.said(&time(limit.time_without, clock))]);
    }
    if let Some(within) = &plan.extra {
        page.facts([
            format!("within {}% of the fastest tree's {}", within.tolerance.percent(), time(within.fastest, clock)),
            format!("fewer than {} internal processes are not enough", number(within.internal_nodes_bound)),
        ]);
    }
    if detail.is_full() {
        levels::table(page, &best.construction.shape, machine, costs, unit_for(score, machine, costs));
        page.plain(drawn(&best.construction.shape));
    }
    ranking(page, value, plan.candidates(), clock, detail);
    left_out(page, plan.candidates(), &plan.left_out, detail);
    if let Some(sensitivity) = &study.sensitivity {
        uncertain::sensitivity(page, sensitivity, best, clock);
    }
    let nothing = format!("no tree{limits} {of} {}", exact(plan.claim.bound.value, clock));
    claim::proof(page, costs.model, &plan.claim, &nothing, "", detail);
}

/// The answer of `tree` under a model of messages.
pub(super) fn leaves(page: &mut Page, plan: &LeafPlan, machine: &Machine, costs: &MessageCosts, detail: Detail) {
    let (best, job, port, clock) = (plan.best(), &plan.job, &plan.extra, machine.clock);
    let of = job.bytes().map_or_else(String::new, |bytes| format!(" of {}", size(bytes)));
    let leaves = counted(job.leaves(), "leaf", "leaves");
    let title = format!("Best tree for the {}{of} over {leaves} on {}", of_leaves(job.collective()), machine.name);
    page.headline(&title, &winner(best), claim::mark(&plan.claim));
    page.facts(
        tree_facts((job.collective(), Targets::Leaves), best, clock).into_iter().chain(claim::facts(&plan.claim)),
    );
    page.facts(comparison(best, plan.candidates(), Objective::Latency));
    if detail.is_full() {
        page.facts([
            pipelined(best.construction.score, job.collective(), clock),
            spec(&best.construction.shape, Targets::Leaves),
        ]);
    }
    let order = match job.collective() {
        Collective::Multicast => "a process sends to its first child first",
        _ => "a process receives from its last child first, and combines",
    };
    page.facts([
        format!("one message takes {} to a neighbor", time(port.delivery, clock)),
        format!("the next may follow {} later", time(port.send_gap, clock)),
        order.to_owned(),
    ]);
    if detail.is_full() {
        page.plain(drawn(&best.construction.shape));
    }
    ranking(page, "time", plan.candidates(), clock, detail);
    left_out(page, plan.candidates(), &plan.left_out, detail);
    let nothing = format!("no tree takes less than {}", exact(plan.claim.bound.value, clock));
    claim::proof(page, costs.timing.name(), &plan.claim, &nothing, "", detail);
}

fn title(collective: Collective, targets: Targets) -> String {
    match collective {
        Collective::Reduce => format!("Best {}", noun(targets)),
        Collective::Multicast => format!("Best multicast {}", noun(targets)),
        Collective::Roundtrip => format!("Best round-trip {}", noun(targets)),
    }
}

const fn noun(targets: Targets) -> &'static str {
    match targets {
        Targets::Leaves => "tree",
        Targets::Members => "member tree",
    }
}

/// The operations of an overlay tree.
const fn operations(collective: Collective) -> &'static str {
    match collective {
        Collective::Reduce => "reductions",
        Collective::Multicast => "multicasts",
        Collective::Roundtrip => "round trips",
    }
}

/// A tree by its fanouts from the root down, or by its family.
pub(super) fn winner(best: &Candidate<OverlayTree>) -> String {
    match &best.construction.fanouts {
        _ if best.construction.shape.internal_nodes() == 0 => "a single process".to_owned(),
        Some(fanouts) if fanouts.len() == 1 => "flat".to_owned(),
        Some(fanouts) => in_runs(fanouts, " × "),
        None if best.family == NON_UNIFORM => "fanouts differ within a level".to_owned(),
        None => overlay_name::of(best),
    }
}

/// Time, internal processes and height.
fn tree_facts(
    (collective, targets): (Collective, Targets),
    best: &Candidate<OverlayTree>,
    clock: Clock,
) -> [String; 3] {
    let OverlayTree { shape, score, .. } = &best.construction;
    [format!("{} per {}", time(score.time, clock), of_leaves(collective)), internal(targets, shape), height(shape)]
}

/// The number of processes with children.
pub(super) fn internal(targets: Targets, shape: &Shape) -> String {
    match (targets, shape.internal_nodes()) {
        (_, 0) => String::new(),
        (Targets::Leaves, internal) => counted(internal, "internal process", "internal processes"),
        (Targets::Members, 1) => "1 member has children".to_owned(),
        (Targets::Members, internal) => format!("{} members have children", number(internal)),
    }
}

/// The height of a tree with internal processes.
pub(super) fn height(shape: &Shape) -> String {
    if shape.internal_nodes() == 0 { String::new() } else { format!("height {}", shape.height()) }
}

/// The period of a stream of operations.
pub(super) fn pipelined(score: Score, collective: Collective, clock: Clock) -> String {
    if score.period == Time::ZERO {
        return String::new();
    }
    format!("in a pipeline, one {} every {}", of_leaves(collective), time(score.period, clock))
}

/// The best against the tree that people use, and against the flat one, by the objective.
fn comparison(
    best: &Candidate<OverlayTree>,
    candidates: &[Candidate<OverlayTree>],
    objective: Objective,
) -> Option<String> {
    let is_used = |candidate: &&Candidate<OverlayTree>| {
        families::facts(candidate.family).title.is_some() && candidate.construction.shape.height() > 1
    };
    let (equal, better) = match objective {
        Objective::Latency => ("as fast as", "faster than"),
        Objective::Period => ("the same period as", "shorter period than"),
        Objective::Total { .. } => ("as fast in all as", "faster in all than"),
    };
    let rounds_to_equal = ratio(best.time, best.time);
    let than = |time: Time| match ratio(time, best.time) {
        _ if time == best.time => equal.to_owned(),
        ratio if ratio == rounds_to_equal => format!("less than 0.5% {better}"),
        ratio => format!("{ratio} {better}"),
    };
    let used = candidates.iter().find(is_used).map(|used| {
        let same = candidates.iter().filter(|other| other.time == used.time && is_used(other));
        let same = same.sorted_by_key(|of| (families::facts(of.family).place, of.family));
        let names = same.map(|of| overlay_name::of_people(of.family, &of.parameters)).dedup().join(", ");
        let fanouts = match used.parameters.get("fanouts") {
            Some(Value::List(fanouts)) => format!(" ({})", in_runs(fanouts, " × ")),
            _ => String::new(),
        };
        format!("{} {names}{fanouts}", than(used.time))
    });
    let flat = candidates.iter().find(|candidate| candidate.construction.shape.height() == 1);
    let flat = flat.filter(|flat| flat.time > best.time).map(|flat| format!("{} flat", than(flat.time)));
    let all: Vec<String> = used.into_iter().chain(flat).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// The table of trees, each with the names that people use; first those with the best time.
fn ranking(page: &mut Page, value: &str, candidates: &[Candidate<OverlayTree>], clock: Clock, detail: Detail) {
    let Some(best) = candidates.first() else { return };
    let columns = Columns { name: "tree", before: &[], time: value, after: &["internal", "height"] };
    let is_binary = |candidate: &Candidate<OverlayTree>| overlay_name::of(candidate) == "binary";
    let same = |one: &Candidate<OverlayTree>, other: &Candidate<OverlayTree>| {
        one.time == other.time && one.construction.shape == other.construction.shape
    };
    let rows = rows(candidates, detail, is_binary, &first_equals(candidates, same));
    let cells = |row: &Row<OverlayTree>| {
        let shape = &row.first().construction.shape;
        let after = vec![number(shape.internal_nodes()), shape.height().to_string()];
        Cells { name: overlay_name::of_row(row), after, ..Cells::default() }
    };
    page.table(columns.table(best.time, &rows, |value| time(value, clock), cells));
}

#[cfg(test)]
mod tests {
    use super::super::{Detail, answer as report};
    use crate::answer::answer;
    use crate::report::overlay_name;
    use crate::request::Request;
    use logpine_models::machine::Machine;

    fn text(leaves: u64, detail: Detail) -> String {
        let request = Request { leaves: Some(leaves), ..Request::default() };
        let answer = answer(&Machine::built_in("cab").expect("a machine"), &request).expect("an answer");
        report(&answer, detail)
    }

    #[test]
    fn a_tree_is_one_row_that_names_all_who_use_it() {
        let text = text(100, Detail::Brief);
        assert!(text.starts_with("Best tree for 100 leaves on cab: 10 × 10   (optimal)\n"), "{text}");
        assert!(text.contains("\n  10,10  CBTF, STAT, sqrt(N), k-ary, balanced "), "{text}");
        assert_eq!(text.matches("10,10").count(), 1, "{text}");
    }

    #[test]
    fn the_long_form_names_every_family() {
        let [brief, full] = [Detail::Brief, Detail::Full].map(|detail| text(128, detail));
        assert!(brief.contains("\n  11,12 ") && !brief.contains("no tree takes less"), "{brief}");
        assert!(full.contains("Proof: no tree takes less than 363.316 µs"), "{full}");
        assert!(full.lines().count() > brief.lines().count(), "{full}");
        for family in ["k-ary", "k-nomial", "flat", "balanced"] {
            assert!(full.contains(overlay_name::of_family(family)), "{full}");
        }
    }
}
