//! The answer of `tree` under a port model for people.

use super::{Detail, claim, drawn, of_leaves, ranking, size, spec_line, with_fanouts, with_unit};
use crate::answer::LeafPlan;
use crate::report::RankSubject;
use crate::report::counted::counted;
use crate::request::{Collective, Targets};
use logpine_text::units::{Bytes, TimeUnit};
use std::fmt::Write as _;

/// The answer of `tree` under a port model: the winner, the ranking, the bound.
pub(super) fn leaves(plan: &LeafPlan, subject: &RankSubject, detail: Detail) -> String {
    let best = plan.best();
    let unit = plan.extra.delivery.max(plan.extra.send_gap).natural_unit(subject.clock);
    let mut text = headline(plan, subject, unit);
    text += &size(Targets::Leaves, &best.construction.shape, best.construction.score, unit);
    text += &spec_line(&best.construction.shape);
    text += &detail.if_full(|| format!("\n{}", drawn(&best.construction.shape)));
    let ranking = ranking::of_latency(plan.candidates(), &plan.left_out, unit, detail);
    [text, ranking, claim::bound(&plan.claim, "no tree takes less than", unit)].join("\n")
}

/// The first lines: the time, its status, and the cost of a message.
fn headline(plan: &LeafPlan, subject: &RankSubject, unit: TimeUnit) -> String {
    let (best, job, port) = (plan.best(), &plan.job, &plan.extra);
    let size = job.bytes().map_or_else(String::new, |bytes| format!(" of {}", Bytes(bytes)));
    let status = claim::status_in(&plan.claim, "all trees");
    let mut text = format!(
        "fastest overlay tree for the {}{size} over {} on {} ({})\n{}{}; {status}\n",
        of_leaves(job.collective()),
        counted(job.leaves(), "leaf", "leaves"),
        subject.machine,
        subject.timing.name(),
        with_unit(best.time, unit),
        with_fanouts(best.construction.fanouts.as_deref()),
    );
    let order = match job.collective() {
        Collective::Multicast => "sends to its first child first",
        _ => "receives from its last child first, and combines",
    };
    let [gap, delivery] = [port.send_gap, port.delivery].map(|time| with_unit(time, unit));
    let _ = writeln!(
        text,
        "one message, not cut: it takes {delivery} to a neighbour, and the next may follow {gap} later; a process {order}"
    );
    text
}
