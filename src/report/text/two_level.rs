//! Hosts with several processes: trees among hosts over trees inside them.

use super::page::Page;
use super::ranking::{Cells, Columns};
use super::rows::{Row, each};
use super::table::{Table, VS_BEST};
use super::{Detail, claim};
use crate::answer::costs::{MessageCosts, NodeCosts};
use crate::answer::{HostFamily, Lanes, TwoLevelPlan, TwoLevelRankPlan};
use crate::report::fanouts::in_runs;
use crate::report::times::{counted, exact, number, ratio, time};
use crate::report::titles::{of_leaves, of_ranks, with_segments};
use logpine_models::machine::Machine;
use logpine_text::units::Clock;
use logpine_trees::tree::{Shape, level_fanouts};

/// The answer of `tree --leaves-per-host`.
pub(super) fn two_level(page: &mut Page, plan: &TwoLevelPlan, machine: &Machine, costs: &NodeCosts, detail: Detail) {
    let (best, clock) = (&plan.best().construction, machine.clock);
    let title = format!(
        "Best tree for the {} of {}, {} on a host, on {}",
        of_leaves(plan.job.collective),
        counted(plan.job.count(), "leaf", "leaves"),
        plan.extra.leaves_per_host,
        machine.name,
    );
    page.headline(&title, &time(plan.best().time, clock), claim::mark(&plan.claim));
    let internal = counted(best.internal_nodes(), "internal process", "internal processes");
    page.facts([internal, format!("height {}", best.height())].into_iter().chain(claim::facts(&plan.claim)));
    if plan.hosts() > 1 {
        page.facts([format!("among the {} hosts: {}", number(plan.hosts()), tree(&best.among))]);
        let side_by_side = best.above.iter().map(Shape::leaves).max().unwrap_or(1);
        if side_by_side > 1 {
            page.facts([format!(
                "up to {side_by_side} processes of a host have children on other hosts, under a tree inside their host"
            )]);
        }
    }
    for leaders in &best.leaders {
        let under = counted(leaders.count, "leader", "leaders");
        let leaves = counted(leaders.within.leaves(), "leaf", "leaves");
        page.facts([format!("inside the hosts, under {under} with {leaves} each: {}", tree(&leaders.within))]);
    }
    compositions(page, plan, clock);
    if detail.is_full() {
        let of_class = exact(plan.extra.class_bound, clock);
        page.line(format!("Class: none of the {} takes less than {of_class}.", TwoLevelPlan::CLASS));
    }
    let nothing = format!("no tree takes less than {}", exact(plan.claim.bound.value, clock));
    claim::proof(page, costs.model, &plan.claim, &nothing, "", detail);
}

/// A tree in words.
fn tree(shape: &Shape) -> String {
    match level_fanouts(shape) {
        Some(fanouts) if fanouts.is_empty() => "no process".to_owned(),
        Some(fanouts) => format!("fanouts {}", in_runs(&fanouts, ",")),
        None => format!("{} of height {}", counted(shape.internal_nodes(), "process", "processes"), shape.height()),
    }
}

fn compositions(page: &mut Page, plan: &TwoLevelPlan, clock: Clock) {
    let mut table =
        Table::new(["leaders on a host", "among hosts", "inside a host", "time", VS_BEST, "internal", "height"]);
    let best = plan.best().time;
    for of in plan.candidates().iter().map(|candidate| &candidate.construction) {
        table.row([
            of.leaders_per_host.to_string(),
            tree(&of.among),
            of.leaders.first().map_or_else(String::new, |first| tree(&first.within)),
            time(of.time, clock),
            ratio(of.time, best),
            number(of.internal_nodes()),
            of.height().to_string(),
        ]);
    }
    if let Some((shape, score)) = &plan.extra.one_level {
        table.row([
            "hosts ignored".to_owned(),
            tree(shape),
            "-".to_owned(),
            time(score.time, clock),
            ratio(score.time, best),
            number(shape.internal_nodes()),
            shape.height().to_string(),
        ]);
    }
    page.table(table);
}

/// The answer of `collective --ranks-per-host`.
pub(super) fn two_level_ranks(
    page: &mut Page,
    plan: &TwoLevelRankPlan,
    machine: &Machine,
    costs: &MessageCosts,
    detail: Detail,
) {
    let (best, clock) = (plan.best(), machine.clock);
    let title = format!(
        "Best {}, {} on each of {} on {}",
        of_ranks(&plan.job).trim_end_matches(','),
        plan.extra.ranks_per_host,
        counted(plan.hosts(), "host", "hosts"),
        machine.name,
    );
    page.headline(&title, best.family, claim::mark(&plan.claim));
    page.facts([time(best.time, clock)].into_iter().chain(claim::facts(&plan.claim)));
    page.facts([way(&best.construction, clock)]);
    let columns = Columns { name: "way", before: &[], time: "time", after: &["how"] };
    let cells = |row: &Row<HostFamily>| {
        let candidate = row.first();
        Cells {
            name: candidate.family.to_owned(),
            after: vec![way(&candidate.construction, clock)],
            ..Cells::default()
        }
    };
    let rows = each(plan.candidates());
    page.table(columns.table(best.time, &rows, |value| time(value, clock), cells).left_column(3));
    let nothing = format!("no schedule takes less than {}", exact(plan.claim.bound.value, clock));
    claim::proof(page, costs.timing.name(), &plan.claim, &nothing, "", detail);
}

/// The way in which the hosts are taken into account.
fn way(family: &HostFamily, clock: Clock) -> String {
    match family {
        HostFamily::Lanes(lanes) => in_lanes(lanes, clock),
        HostFamily::Leaders { among, within } => {
            format!("among hosts {}; inside each {}", with_segments(among), with_segments(within))
        }
        HostFamily::OneLevel(candidate) => {
            format!("hosts ignored, {}; every message costs what the dearer kind costs", with_segments(candidate))
        }
    }
}

fn in_lanes(lanes: &Lanes, clock: Clock) -> String {
    let senders = match lanes.most_senders() {
        None => "ranks of a host side by side send".to_owned(),
        Some(0) => return "there is a single host".to_owned(),
        Some(1) => "one rank of each host sends".to_owned(),
        Some(senders) => format!("up to {senders} ranks of a host send"),
    };
    format!("{senders} the whole message to other hosts; the last host has it after {}", time(lanes.informed(), clock))
}
