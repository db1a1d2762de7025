//! The answer of `collective --model bgp` for people.

use super::table::Table;
use super::with_unit;
use crate::report::LibrarySubject;
use crate::report::counted::counted;
use crate::request::{BgpJob, BgpOperation, MpiCollective};
use itertools::Itertools as _;
use logpine_models::model::{Bgp, BgpCost, Interval};
use logpine_text::units::{Bytes, Clock, Time};

/// The answer for a message or a collective of the machine's own library: its time or the bounds on it, and their terms.
pub(super) fn library(job: &BgpJob, cost: &BgpCost, bgp: &Bgp, subject: LibrarySubject<'_>) -> String {
    let (machine, model, clock) = (subject.machine, subject.model, subject.clock);
    let time = interval(cost.time, clock);
    let accuracy = cost.accuracy.name();
    let headline = format!("{} on {machine} ({model}): {time} ({accuracy})\n", operation(job));
    let terms = (!cost.terms.is_empty()).then(|| terms(cost, clock));
    let (meaning, setting, beside) = (cost.accuracy.meaning(), setting(job), beside(job, bgp, subject));
    let assumed = format!("{accuracy}: {meaning}\nassumed: one rank a node, {setting}\n{beside}");
    [headline].into_iter().chain(terms).chain([assumed]).join("\n")
}

fn operation(job: &BgpJob) -> String {
    let ranks = counted(job.ranks(), "rank", "ranks");
    let size = job.bytes().map_or_else(String::new, |bytes| Bytes(bytes).to_string());
    match job.operation() {
        BgpOperation::PointToPoint(_) => format!("message of {size} among those of {ranks}"),
        BgpOperation::Collective(MpiCollective::Bcast) => format!("broadcast of {size} among {ranks}"),
        BgpOperation::Collective(MpiCollective::Barrier) => format!("barrier among {ranks}"),
        BgpOperation::Collective(MpiCollective::Alltoall) => {
            format!("alltoall among {ranks}, blocks of {size}")
        }
        BgpOperation::Collective(collective) => format!("{} of {size} among {ranks}", collective.name()),
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
    let shown = |time: Time| with_unit(time, time.natural_unit(clock));
    match interval.time() {
        Some(time) => shown(time),
        None if interval.low == Time::ZERO => format!("0 to {}", shown(interval.high)),
        None => format!("{} to {}", shown(interval.low), shown(interval.high)),
    }
}

fn terms(cost: &BgpCost, clock: Clock) -> String {
    let mut table = Table::new(["term", "time", "from"]);
    for term in &cost.terms {
        table.row([term.what.clone(), interval(term.time, clock), term.source.to_owned()]);
    }
    table.left_column(2).to_string()
}

/// Bandwidths beside the answer.
fn beside(job: &BgpJob, bgp: &Bgp, subject: LibrarySubject<'_>) -> String {
    let (clock, bytes) = (subject.clock, job.bytes().unwrap_or(0));
    match job.operation() {
        BgpOperation::PointToPoint(_) => {
            let Ok(bisection) = bgp.bisection(job.ranks()) else { return String::new() };
            let average = bisection
                .average
                .map_or_else(|| "not measured (no average_bisection)".to_owned(), |average| average.display(clock));
            let worst = bisection.worst.display(clock);
            format!("bisection bandwidth of a rank: {worst} with the worst mapping, on average {average}\n")
        }
        BgpOperation::Collective(MpiCollective::Bcast) => match bgp.collective_network(bytes) {
            Ok(time) if job.ranks() > 1 => {
                let time = with_unit(time, time.natural_unit(clock));
                format!("the collective network alone would take {time} for its bytes\n")
            }
            _ => String::new(),
        },
        BgpOperation::Collective(_) => String::new(),
    }
}
