//! Trades of time against internal processes.

use super::{JobJson, Number, SCHEMA, TreeJson, document, number};
use crate::report::Subject;
use crate::request::Job;
use crate::search::budget::Within;
use crate::search::overlay::Optimum;
use crate::units::Clock;
use serde::Serialize;
use serde_json::value::RawValue;

/// How few internal processes suffice within a tolerance.
#[derive(Debug, Serialize)]
pub(super) struct WithinJson {
    percent: Number,
    fastest: Number,
    longest: Number,
    internal_nodes: u64,
    internal_nodes_bound: u64,
}

impl WithinJson {
    pub(super) fn new(within: &Within, clock: Clock) -> Self {
        Self {
            percent: RawValue::from_string(within.tolerance.percent()).expect("a decimal number is JSON"),
            fastest: number(within.fastest, clock),
            longest: number(within.longest, clock),
            internal_nodes: within.internal_nodes,
            internal_nodes_bound: within.internal_nodes_bound,
        }
    }
}

#[derive(Debug, Serialize)]
struct FrontJson<'a> {
    schema: u32,
    unit: &'static str,
    job: JobJson,
    machine: &'a str,
    model: &'a str,
    pareto: &'static str,
    front: Vec<PointJson>,
}

#[derive(Debug, Serialize)]
struct PointJson {
    #[serde(flatten)]
    tree: TreeJson,
    lower_bound: Number,
    gap_percent: Option<f64>,
}

/// `tree --pareto internals` as JSON: `front` lists trees by rising number of internal processes and falling time, each with
/// a lower bound on the time of trees with as few processes.
#[must_use]
pub fn internals(front: &[Optimum], job: &Job, subject: &Subject) -> String {
    let point = |tree: &Optimum| PointJson {
        tree: TreeJson::new(&tree.shape, tree.score, None, subject.clock),
        lower_bound: number(tree.bound, subject.clock),
        gap_percent: tree.score.time.percent_above(tree.bound),
    };
    document(&FrontJson {
        schema: SCHEMA,
        unit: subject.clock.symbol(),
        job: JobJson::new(job),
        machine: subject.machine,
        model: subject.model,
        pareto: "internals",
        front: front.iter().map(point).collect(),
    })
}
