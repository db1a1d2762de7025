//! The answer of `collective --model bgp` for people.

use super::page::Page;
use super::table::Table;
use crate::report::times::{counted, size, time};
use crate::request::{BgpJob, BgpOperation, MpiCollective};
use logpine_models::machine::Machine;
use logpine_models::model::{Bgp, BgpCost, Interval};
use logpine_text::units::{Clock, Time};

/// The answer for a message or a collective of the machine's own library: its time or the bounds on it, and their terms.
pub(super) fn library(page: &mut Page, job: &BgpJob, cost: &BgpCost, bgp: &Bgp, machine: &Machine, model: &str) {
    let clock = machine.clock;
    let accuracy = cost.accuracy.name();
    page.headline(&format!("{} on {}", operation(job), machine.name), &interval(cost.time, clock), accuracy);
    page.facts([format!("{accuracy}: {}", cost.accuracy.meaning())]);
    page.facts([format!("assumed: one rank on each node, {}", setting(job))]);
    page.facts(others(job, bgp, clock));
    let mut table = Table::new(["term", "time", "from"]);
    for term in &cost.terms {
        table.row([term.what.clone(), interval(term.time, clock), term.source.to_owned()]);
    }
    page.table(table.left_column(2));
    page.line(format!("Predicted by the model {model}."));
}

fn operation(job: &BgpJob) -> String {
    let ranks = counted(job.ranks(), "rank", "ranks");
    let bytes = job.bytes().map_or_else(String::new, size);
    match job.operation() {
        BgpOperation::PointToPoint(_) => format!("Message of {bytes} among those of {ranks}"),
        BgpOperation::Collective(MpiCollective::Bcast) => format!("Broadcast of {bytes} among {ranks}"),
        BgpOperation::Collective(MpiCollective::Barrier) => format!("Barrier among {ranks}"),
        BgpOperation::Collective(MpiCollective::Alltoall) => {
            format!("Alltoall among {ranks}, blocks of {bytes}")
        }
        BgpOperation::Collective(collective) => format!("{} of {bytes} among {ranks}", collective.name()),
    }
}

/// The conditions of the equations.
fn setting(job: &BgpJob) -> String {
    let allocation = format!("a {} allocation", job.allocation().name());
    match job.operation() {
        BgpOperation::PointToPoint(conditions) => {
            let streams = conditions
                .streams
                .map_or_else(|| "all its links".to_owned(), |streams| counted(streams, "link", "links"));
            format!("{allocation}; every node drives {streams} at a time, to nodes as far away as there are")
        }
        BgpOperation::Collective(MpiCollective::Alltoall) => {
            format!("{allocation}, routes that spread the traffic evenly")
        }
        BgpOperation::Collective(_) => allocation,
    }
}

/// A time, or two bounds, each in its own unit.
pub(super) fn interval(interval: Interval, clock: Clock) -> String {
    let shown = |value: Time| time(value, clock);
    match interval.time() {
        Some(value) => shown(value),
        None if interval.low == Time::ZERO => format!("0 to {}", shown(interval.high)),
        None => format!("{} to {}", shown(interval.low), shown(interval.high)),
    }
}

/// Bandwidths beside the answer.
fn others(job: &BgpJob, bgp: &Bgp, clock: Clock) -> Option<String> {
    let bytes = job.bytes().unwrap_or(0);
    match job.operation() {
        BgpOperation::PointToPoint(_) => {
            let bisection = bgp.bisection(job.ranks()).ok()?;
            let average = bisection
                .average
                .map_or_else(|| "not measured (no average_bisection)".to_owned(), |average| average.display(clock));
            let worst = bisection.worst.display(clock);
            Some(format!("bisection bandwidth of a rank: {worst} with the worst mapping, on average {average}"))
        }
        BgpOperation::Collective(MpiCollective::Bcast) if job.ranks() > 1 => {
            let alone = bgp.collective_network(bytes).ok()?;
            Some(format!("the collective network alone takes {} for the bytes", time(alone, clock)))
        }
        BgpOperation::Collective(_) => None,
    }
}
