//! The parts of the time of waves over an overlay tree.

use logpine_collectives::schedule::build::Waves;
use logpine_collectives::schedule::replay::{CriticalPath, Part, Span, Step};
use logpine_collectives::schedule::{Operation, Record, Schedule};
use logpine_models::machine::OverheadShares;
use logpine_models::model::LevelBreakdown;
use logpine_text::units::Time;

/// The parts of a critical path in the model of nodes: equation (1) of Groves, Gutierrez and Arnold (2015). Their sum is the
/// finish time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct NodeParts {
    /// L.
    pub latency: Time,
    /// o, by component.
    pub overhead: OverheadShares,
    /// g.
    pub gap: Time,
    /// The application's filter.
    pub filter: Time,
    /// C, at the leaves.
    pub startup: Time,
    /// Anything else.
    pub other: Time,
}

impl NodeParts {
    /// The parts for the schedule that [`overlay`](logpine_collectives::schedule::build::overlay) makes of these waves; `None` for another
    /// schedule, whose calculations are not the costs of nodes.
    #[must_use]
    pub fn of(path: &CriticalPath, schedule: &Schedule, costs: Waves) -> Option<Self> {
        path.steps().iter().try_fold(Self::default(), |parts, step| parts.and(step, schedule, costs))
    }

    /// The parts together with those of a step.
    fn and(self, step: &Step, schedule: &Schedule, costs: Waves) -> Option<Self> {
        let waited = step.waited();
        let mut parts = match step.waiting() {
            Part::Wire => Self { latency: self.latency.checked_add(waited)?, ..self },
            _ => Self { other: self.other.checked_add(waited)?, ..self },
        };
        let performed = step.performed();
        match (step.operation, node(schedule, &step.span, costs)) {
            (Operation::Calculate { time }, Node::Leaf) if performed == time => {
                parts.startup = parts.startup.checked_add(performed)?;
            }
            (Operation::Calculate { time }, Node::Inner(breakdown, _)) if performed == time => {
                let LevelBreakdown { overhead, gap, filter, .. } = breakdown?;
                let busy = busy(&breakdown?)?;
                parts.overhead = parts.overhead.checked_add(&overhead)?;
                parts.gap = parts.gap.checked_add(gap)?;
                parts.filter = parts.filter.checked_add(filter)?;
                // A period includes the latency or not; if not, the latency is on the wire.
                parts.latency = parts.latency.checked_add(time.checked_sub(busy)?)?;
            }
            _ => parts.other = parts.other.checked_add(performed)?,
        }
        Some(parts)
    }
}

/// The time of a node's calculation in which it works: all but L.
fn busy(LevelBreakdown { overhead, gap, filter, .. }: &LevelBreakdown) -> Option<Time> {
    overhead.total()?.checked_add(*gap)?.checked_add(*filter)
}

/// The part of a calculation in which the node only waits for messages in flight, and their direction: the first L of it on the
/// way up, and the last on the way down, if the period includes L.
pub(super) fn flight(schedule: &Schedule, span: &Span, costs: Waves) -> Option<(Way, (Time, Time))> {
    let record = schedule.rank(span.rank).get(span.operation as usize)?;
    let Operation::Calculate { .. } = record.operation() else { return None };
    let Node::Inner(breakdown, way) = node(schedule, span, costs) else { return None };
    let latency = span.end.checked_sub(span.start)?.checked_sub(busy(&breakdown?)?)?;
    let (from, to) = match way {
        Way::Up => (span.start, span.start.checked_add(latency)?),
        Way::Down => (span.end.checked_sub(latency)?, span.end),
    };
    (latency > Time::ZERO).then_some((way, (from, to)))
}

/// The node of a calculation.
enum Node {
    Leaf,
    Inner(Option<LevelBreakdown>, Way),
}

/// The direction of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Up,
    Down,
}

/// The node that calculates: one that has just received from its children, or sends to them next. The number of these messages
/// is its fanout.
fn node(schedule: &Schedule, span: &Span, costs: Waves) -> Node {
    let operations = schedule.rank(span.rank);
    let at = (span.operation as usize).min(operations.len());
    let (before, after) = (&operations[..at], operations.get(at + 1..).unwrap_or_default());
    let (down, up, answer) = match costs {
        Waves::Reduce(up) => (None, Some(up), 1),
        Waves::Multicast(down) => (Some(down), None, 1),
        Waves::Roundtrip { multicast, reduction } => (Some(multicast), Some(reduction), 2),
    };
    let sent = |operation| match operation {
        Operation::Send { bytes: 1, tag, .. } => Some(tag),
        _ => None,
    };
    let received = |operation| match operation {
        Operation::Receive { bytes, tag, .. } if bytes == answer => Some(tag),
        _ => None,
    };
    let tags = |message: &dyn Fn(Operation) -> Option<u32>, operations: &mut dyn Iterator<Item = Operation>| {
        let mut tags = operations.map_while(message).peekable();
        let first = tags.peek().copied();
        tags.take_while(|&tag| Some(tag) == first).count() as u64
    };
    let answers = tags(&received, &mut before.iter().rev().map(Record::operation));
    let passed = tags(&sent, &mut after.iter().map(Record::operation));
    match (up, down) {
        (Some(cost), _) if answers > 0 => Node::Inner(cost.breakdown(answers), Way::Up),
        (_, Some(cost)) if passed > 0 => Node::Inner(cost.breakdown(passed), Way::Down),
        _ => Node::Leaf,
    }
}
