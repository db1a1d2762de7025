//! The answers of `tree` and `collective` for hosts with several processes each, for people.

use super::ranking::{Cells, Columns, slower_by};
use super::table::Table;
use super::{claim, of_leaves, with_unit};
use crate::answer::{Candidate, Composition, HostFamily, Lanes, TwoLevelPlan, TwoLevelRankPlan};
use crate::report::counted::counted;
use crate::report::titles::{of_ranks, with_segments};
use crate::report::{RankSubject, Subject};
use itertools::Itertools;
use logpine_text::units::TimeUnit;
use logpine_trees::tree::{Shape, level_fanouts};
use std::fmt::Write as _;

/// The answer of `tree --leaves-per-host`.
pub(super) fn two_level(plan: &TwoLevelPlan, subject: &Subject) -> String {
    let best = plan.best();
    let unit = best.time.natural_unit(subject.clock);
    let mut text = format!(
        "fastest overlay tree for the {} of {}, {} on a host, on {} ({})\n{} a wave; {}\n",
        of_leaves(plan.job.collective),
        counted(plan.job.count(), "leaf", "leaves"),
        plan.extra.leaves_per_host,
        subject.machine,
        subject.model,
        with_unit(best.time, unit),
        claim::status(&plan.claim, "all trees", &claim::gap(&plan.claim, "all trees")),
    );
    if plan.hosts() > 1 {
        let _ = writeln!(text, "among the {} hosts: {}", plan.hosts(), tree(&best.construction.among));
        let side_by_side = best.construction.above.iter().map(Shape::leaves).max().unwrap_or(1);
        if side_by_side > 1 {
            let _ = writeln!(
                text,
                "up to {side_by_side} processes of a host have children on other hosts, under a tree inside their host"
            );
        }
    }
    for leaders in &best.construction.leaders {
        let under = counted(leaders.count, "leader", "leaders");
        let leaves = counted(leaders.within.leaves(), "leaf", "leaves");
        let _ = writeln!(text, "inside the hosts, under {under} with {leaves} each: {}", tree(&leaders.within));
    }
    let processes = counted(best.construction.internal_nodes(), "process", "processes");
    let _ = writeln!(text, "{processes} besides the leaves, height {}\n", best.construction.height());
    text += &compositions(plan, unit);
    let of_class = with_unit(plan.extra.class_bound, unit);
    let _ = writeln!(text, "\nclass: none of the {}\n       takes less than {of_class}", TwoLevelPlan::CLASS);
    text += &claim::bound(&plan.claim, "no tree takes less than", unit);
    text
}

/// The fanouts of a tree, or its size.
fn tree(shape: &Shape) -> String {
    match level_fanouts(shape) {
        Some(fanouts) if fanouts.is_empty() => "no process".to_owned(),
        Some(fanouts) => format!("fanouts {}", fanouts.iter().join(", ")),
        None => format!("{} of height {}", counted(shape.internal_nodes(), "process", "processes"), shape.height()),
    }
}

fn compositions(plan: &TwoLevelPlan, unit: TimeUnit) -> String {
    let header = ["leaders on a host", "among hosts", "inside a host", "time", "slower by", "processes", "height"];
    let mut table = Table::new(header);
    let best = plan.best().time;
    let inside =
        |composition: &Composition| composition.leaders.first().map_or_else(String::new, |first| tree(&first.within));
    for composition in plan.candidates().iter().map(|candidate| &candidate.construction) {
        table.row([
            composition.leaders_per_host.to_string(),
            tree(&composition.among),
            inside(composition),
            with_unit(composition.time, unit),
            slower_by(composition.time, best),
            composition.internal_nodes().to_string(),
            composition.height().to_string(),
        ]);
    }
    if let Some((shape, score)) = &plan.extra.one_level {
        table.row([
            "hosts ignored".to_owned(),
            tree(shape),
            "-".to_owned(),
            with_unit(score.time, unit),
            slower_by(score.time, best),
            shape.internal_nodes().to_string(),
            shape.height().to_string(),
        ]);
    }
    table.to_string()
}

/// The answer of `collective --ranks-per-host`.
pub(super) fn two_level_ranks(plan: &TwoLevelRankPlan, subject: &RankSubject) -> String {
    let best = plan.best();
    let unit = best.time.natural_unit(subject.clock);
    let mut text = format!(
        "fastest {}, {} on each of {} on {} ({})\n{}; {}\n",
        of_ranks(&plan.job).trim_end_matches(','),
        plan.extra.ranks_per_host,
        counted(plan.hosts(), "host", "hosts"),
        subject.machine,
        subject.timing.name(),
        with_unit(best.time, unit),
        claim::status(&plan.claim, "all schedules", &claim::gap(&plan.claim, "all schedules")),
    );
    let _ = writeln!(text, "{}: {}\n", best.family, way(&best.construction, unit));
    let columns = Columns { name: "way", before: &[], time: "time", after: &["how"] };
    let cells = |candidate: &Candidate<HostFamily>| {
        let after = vec![way(&candidate.construction, unit)];
        Cells { name: candidate.family.to_owned(), before: Vec::new(), after }
    };
    let table = columns.table(plan.candidates(), |time| with_unit(time, unit), cells);
    let _ = writeln!(text, "{}", table.left_column(3));
    text + &claim::class(&plan.claim) + &claim::bound(&plan.claim, "no schedule takes less than", unit)
}

fn way(family: &HostFamily, unit: TimeUnit) -> String {
    match family {
        HostFamily::Lanes(lanes) => in_lanes(lanes, unit),
        HostFamily::Leaders { among, within } => {
            format!("among hosts {}; inside each {}", with_segments(among), with_segments(within))
        }
        HostFamily::OneLevel(candidate) => {
            format!("hosts ignored, {}; every message at the cost of the dearer kind", with_segments(candidate))
        }
    }
}

fn in_lanes(lanes: &Lanes, unit: TimeUnit) -> String {
    let senders = match lanes.most_senders() {
        None => "ranks of a host side by side send".to_owned(),
        Some(0) => return "there is a single host".to_owned(),
        Some(1) => "one rank of each host sends".to_owned(),
        Some(senders) => format!("up to {senders} ranks of a host send"),
    };
    format!(
        "{senders} the whole message to other hosts; the last host has it after {}",
        with_unit(lanes.informed(), unit)
    )
}
