//! The answer of `collective --model bgp` as JSON.

use super::{Number, SCHEMA, document, number};
use crate::model::{Accuracy, Bgp, BgpCost, Interval};
use crate::report::LibrarySubject;
use crate::request::{BgpJob, BgpOperation, Contents, MpiCollective};
use crate::units::Clock;
use serde::Serialize;

/// A time, or its bounds.
#[derive(Debug, Serialize)]
pub(super) struct DurationJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_low: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_high: Option<Number>,
}

impl DurationJson {
    pub(super) fn new(interval: Interval, clock: Clock) -> Self {
        let end = |time| Some(number(time, clock));
        if let Some(time) = interval.time() {
            return Self { time: end(time), time_low: None, time_high: None };
        }
        Self { time: None, time_low: end(interval.low), time_high: end(interval.high) }
    }
}

#[derive(Debug, Serialize)]
struct JobJson {
    collective: &'static str,
    ranks: u64,
    bytes: Option<u64>,
    allocation: &'static str,
    #[serde(flatten)]
    conditions: Option<ConditionsJson>,
}

#[derive(Debug, Serialize)]
struct ConditionsJson {
    queue: u64,
    hops: Option<u64>,
    streams: Option<u64>,
    contents: &'static str,
}

#[derive(Debug, Serialize)]
struct BestJson {
    family: &'static str,
    #[serde(flatten)]
    duration: DurationJson,
}

#[derive(Debug, Serialize)]
struct TermJson<'a> {
    term: &'a str,
    #[serde(flatten)]
    duration: DurationJson,
    source: &'static str,
}

#[derive(Debug, Serialize)]
struct BandwidthJson {
    worst_bisection: u64,
    average_bisection: Option<u64>,
}

#[derive(Debug, Serialize)]
struct LibraryJson<'a> {
    schema: u32,
    unit: &'static str,
    job: JobJson,
    machine: &'a str,
    model: &'a str,
    objective: &'static str,
    accuracy: Accuracy,
    best: BestJson,
    terms: Vec<TermJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bandwidth: Option<BandwidthJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    collective_network: Option<Number>,
}

/// `collective --model bgp` as JSON; its fields are listed [above](super).
#[must_use]
pub fn library(job: &BgpJob, cost: &BgpCost, bgp: &Bgp, subject: LibrarySubject<'_>) -> String {
    let clock = subject.clock;
    let (conditions, bandwidth) = match job.operation() {
        BgpOperation::PointToPoint(conditions) => {
            let contents = match conditions.contents {
                Contents::Contiguous => "contiguous",
                Contents::Strided => "strided",
            };
            let (queue, hops, streams) = (conditions.queue, conditions.hops, conditions.streams);
            let bandwidth = bgp.bisection(job.ranks()).ok().map(|bisection| BandwidthJson {
                worst_bisection: bisection.worst.0,
                average_bisection: bisection.average.map(|average| average.0),
            });
            (Some(ConditionsJson { queue, hops, streams, contents }), bandwidth)
        }
        BgpOperation::Collective(_) => (None, None),
    };
    let is_bcast = job.operation() == BgpOperation::Collective(MpiCollective::Bcast);
    let network = || bgp.collective_network(job.bytes().unwrap_or(0)).ok().map(|time| number(time, clock));
    let terms = cost.terms.iter().map(|term| TermJson {
        term: &term.what,
        duration: DurationJson::new(term.time, clock),
        source: term.source,
    });
    document(&LibraryJson {
        schema: SCHEMA,
        unit: clock.symbol(),
        job: JobJson {
            collective: job.operation().name(),
            ranks: job.ranks(),
            bytes: job.bytes(),
            allocation: job.allocation().name(),
            conditions,
        },
        machine: subject.machine,
        model: subject.model,
        objective: "latency",
        accuracy: cost.accuracy,
        best: BestJson { family: "library", duration: DurationJson::new(cost.time, clock) },
        terms: terms.collect(),
        bandwidth,
        collective_network: if is_bcast { network() } else { None },
    })
}
