//! Program order by brute force: every time is raised until no rule demands more.

use crate::tests::execution::schedules::machines::{numbers, sized};
use crate::tests::execution::schedules::ports::LogGp;
use logpine_collectives::schedule::replay::{Cause, Observer, Reason, ReplayError, Span, program_order};
use logpine_collectives::schedule::{ANY, Added, Dependency, Operation, Record, Schedule, ScheduleBuilder};
use logpine_models::model::PortTiming;
use proptest::prelude::*;
use std::collections::HashMap;

/// The time of one operation is at least that of another plus a duration.
struct Rule {
    from: usize,
    to: usize,
    plus: u64,
}

/// The finish time of every rank; `None` if the rules go around in a circle, or a message lacks an end.
pub fn slow(schedule: &Schedule, timing: &dyn PortTiming) -> Option<Vec<u64>> {
    let operations: Vec<Operation> = schedule.records().iter().map(Record::operation).collect();
    let port = |bytes| numbers(timing.port(bytes).expect("short"));
    // The start of a send; the end of any other operation.
    let mut times = vec![0u64; operations.len()];
    let mut rules = Vec::new();
    // Sends and receptions by sender, receiver and tag.
    let mut ends: HashMap<(u32, u32, u32), [Vec<usize>; 2]> = HashMap::new();
    let mut extra = vec![0; operations.len()];
    for rank in 0..schedule.ranks() {
        let (mut sends, mut receptions): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        let range = schedule.range(rank);
        for at in range.clone() {
            let previous = at.checked_sub(1).filter(|before| range.contains(before));
            let mut takes = 0;
            match operations[at] {
                Operation::Send { to, tag, .. } => {
                    if let Some(&Operation::Send { bytes, .. }) = sends.last().map(|&before| &operations[before]) {
                        rules.push(Rule { from: sends[sends.len() - 1], to: at, plus: port(bytes)[1] });
                    }
                    sends.push(at);
                    ends.entry((rank, to, tag)).or_default()[0].push(at);
                }
                Operation::Receive { from, bytes, tag } => {
                    let [_, _, recv_busy, recv_gap, _] = port(bytes);
                    let mut gap = recv_gap;
                    takes = recv_busy;
                    if range.contains(&(at + 1))
                        && let Operation::Combine { time } = operations[at + 1]
                    {
                        extra[at] = time.ticks();
                        takes += time.ticks();
                        gap = gap.max(takes);
                    }
                    if let Some(&before) = receptions.last() {
                        rules.push(Rule { from: before, to: at, plus: gap });
                    }
                    receptions.push(at);
                    ends.entry((from, rank, tag)).or_default()[1].push(at);
                }
                Operation::Calculate { time } => takes = time.ticks(),
                Operation::Combine { time } => {
                    let done = previous.is_some_and(|before| matches!(operations[before], Operation::Receive { .. }));
                    takes = if done { 0 } else { time.ticks() };
                }
                Operation::Wait { until } => times[at] = until.ticks(),
            }
            times[at] = times[at].max(takes);
            if let Some(from) = previous {
                let busy = if let Operation::Send { bytes, .. } = operations[from] { port(bytes)[0] } else { 0 };
                rules.push(Rule { from, to: at, plus: busy + takes });
            }
        }
    }
    for [sends, receptions] in ends.values() {
        if sends.len() != receptions.len() {
            return None;
        }
        for (&from, &to) in sends.iter().zip(receptions) {
            let Operation::Send { bytes, .. } = operations[from] else { unreachable!("a send") };
            rules.push(Rule { from, to, plus: port(bytes)[4] + extra[to] });
        }
    }
    let mut sweeps = 0;
    while rules.iter().fold(false, |raised, rule| {
        let least = times[rule.from] + rule.plus;
        let raise = times[rule.to] < least;
        times[rule.to] = times[rule.to].max(least);
        raised || raise
    }) {
        sweeps += 1;
        if sweeps > operations.len() {
            return None;
        }
    }
    let finish = |rank| {
        let last = schedule.range(rank).next_back()?;
        let busy = if let Operation::Send { bytes, .. } = operations[last] { port(bytes)[0] } else { 0 };
        Some(times[last] + busy)
    };
    Some((0..schedule.ranks()).map(|rank| finish(rank).unwrap_or(0)).collect())
}

#[derive(Default)]
struct Spans(Vec<Span>);

impl Observer for Spans {
    const SPANS: bool = true;

    fn span(&mut self, span: Span) {
        self.0.push(span);
    }
}

/// Both replays agree. Every operation is reported once, after its cause, and no earlier than that began.
fn check(schedule: &Schedule, timing: &dyn PortTiming) -> Result<(), TestCaseError> {
    let mut spans = Spans::default();
    let replayed = program_order(schedule, timing, &mut spans);
    let Some(slow) = slow(schedule, timing) else {
        let failed = matches!(replayed, Err(ReplayError::Stuck { .. } | ReplayError::Unreceived { .. }));
        prop_assert!(failed, "{:?}", replayed);
        return Ok(());
    };
    let replayed = replayed.map_err(|error| TestCaseError::fail(error.to_string()))?;
    let without_spans = program_order(schedule, timing, &mut ());
    prop_assert_eq!(without_spans.as_ref(), Ok(&replayed));
    let ranks: Vec<u64> = replayed.ranks.iter().map(|time| time.ticks()).collect();
    prop_assert_eq!(&ranks, &slow);
    prop_assert_eq!(replayed.finish.ticks(), slow.into_iter().max().unwrap_or(0));
    prop_assert_eq!(spans.0.len(), schedule.len());
    let mut known: HashMap<(u32, u32), Span> = HashMap::new();
    for &span in &spans.0 {
        prop_assert!(span.start <= span.end);
        let Cause { reason, rank, operation } = span.cause;
        if (rank, operation) == (span.rank, span.operation) {
            prop_assert_eq!(reason, Reason::Start);
        } else {
            let cause = known.get(&(rank, operation));
            let cause = cause.ok_or_else(|| TestCaseError::fail("a cause is told before what it caused"))?;
            prop_assert!(cause.start <= span.end);
            match reason {
                Reason::Order | Reason::Processor | Reason::Clock => prop_assert_eq!(cause.end, span.start),
                Reason::Message => prop_assert_ne!(rank, u32::MAX),
                Reason::Gap => prop_assert_eq!(rank, span.rank),
                Reason::Start => prop_assert!(false, "nothing is the cause"),
            }
        }
        prop_assert!(known.insert((span.rank, span.operation), span).is_none(), "told once");
    }
    let last = known.values().map(|span| span.end).max().unwrap_or_default();
    prop_assert_eq!(last, replayed.finish);
    Ok(())
}

/// The next step of a random schedule: a message, or a calculation or wait of its first rank.
#[derive(Clone, Copy, Debug)]
enum Step {
    Message { from: usize, to: usize, bytes: u64, tag: u32, combine: Option<u64> },
    Calculate { rank: usize, ticks: u64 },
    Wait { rank: usize, until: u64 },
}

fn steps(ranks: usize) -> impl Strategy<Value = Vec<Step>> {
    let message = (0..ranks, 0..ranks, 1u64..40, 0u32..3, prop::option::of(0u64..20));
    let step = prop_oneof![
        6 => message.prop_map(|(from, to, bytes, tag, combine)| Step::Message { from, to, bytes, tag, combine }),
        1 => (0..ranks, 0u64..50).prop_map(|(rank, ticks)| Step::Calculate { rank, ticks }),
        1 => (0..ranks, 0u64..900).prop_map(|(rank, until)| Step::Wait { rank, until }),
    ];
    prop::collection::vec(step, 0..60)
}

/// Lists in the order of the steps never get stuck; some neighbours are then swapped, which may.
fn schedule(ranks: usize, steps: &[Step], swaps: &[prop::sample::Index]) -> Schedule {
    use logpine::units::Time;
    let mut lists: Vec<Vec<Vec<Operation>>> = vec![Vec::new(); ranks];
    let rank_of = |rank: usize| u32::try_from(rank).expect("few");
    for &step in steps {
        match step {
            Step::Message { from, to, bytes, tag, combine } => {
                lists[from].push(vec![Operation::Send { to: rank_of(to), bytes, tag }]);
                let combine = combine.map(|ticks| Operation::Combine { time: Time::from_ticks(ticks) });
                let receive = Operation::Receive { from: rank_of(from), bytes, tag };
                lists[to].push([receive].into_iter().chain(combine).collect());
            }
            Step::Calculate { rank, ticks } => {
                lists[rank].push(vec![Operation::Calculate { time: Time::from_ticks(ticks) }]);
            }
            Step::Wait { rank, until } => lists[rank].push(vec![Operation::Wait { until: Time::from_ticks(until) }]),
        }
    }
    for swap in swaps {
        let list = &mut lists[swap.index(ranks)];
        if list.len() > 1 {
            let at = swap.index(list.len() - 1);
            list.swap(at, at + 1);
        }
    }
    listed(&lists.into_iter().map(|list| list.into_iter().flatten().collect()).collect::<Vec<_>>())
}

/// A schedule of these operations, without dependencies.
pub fn listed(lists: &[Vec<Operation>]) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    for list in lists {
        builder.begin_rank().expect("few");
        for &operation in list {
            builder.push(operation).expect("few");
        }
    }
    builder.finish().expect("few")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agrees_on_random_schedules(
        // A latency, so that ranks that wait for each other go round in a circle of positive length.
        (latency, overhead, gap, gap_per_byte) in (1u64..40, 0u64..9, 0u64..40, 0u64..4),
        steps in steps(5), swaps in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        check(&schedule(5, &steps, &swaps), &LogGp { latency, overhead, gap, gap_per_byte })?;
    }

    #[test]
    fn agrees_on_random_machines(machine in sized(), steps in steps(4)) {
        check(&schedule(4, &steps, &[]), &*machine.timing)?;
    }
}

const TIMING: LogGp = LogGp { latency: 5, overhead: 1, gap: 2, gap_per_byte: 0 };

fn send(to: u32, tag: u32) -> Operation {
    Operation::Send { to, bytes: 1, tag }
}

fn receive(from: u32, tag: u32) -> Operation {
    Operation::Receive { from, bytes: 1, tag }
}

fn error(lists: &[Vec<Operation>]) -> ReplayError {
    program_order(&listed(lists), &TIMING, &mut ()).expect_err("no replay")
}

#[test]
fn what_never_ends_is_named() {
    let stuck = |rank, operation, unfinished| ReplayError::Stuck { rank, operation, unfinished };
    // Each waits for the other.
    assert_eq!(error(&[vec![receive(1, 0), send(1, 0)], vec![receive(0, 0), send(0, 0)]]), stuck(0, 0, 4));
    // Another tag; stuck comes before unreceived.
    assert_eq!(error(&[vec![send(1, 0)], vec![receive(0, 1), send(0, 0)]]), stuck(1, 0, 2));
    let unreceived = ReplayError::Unreceived { rank: 0, operation: 1, unreceived: 2 };
    assert_eq!(error(&[vec![send(1, 0), send(1, 0), send(1, 7)], vec![receive(0, 0)]]), unreceived);
}

#[test]
fn what_cannot_be_replayed_is_refused() {
    let lists = [vec![send(1, 0)], vec![receive(0, 0), receive(ANY, 0)]];
    assert_eq!(error(&lists), ReplayError::AnyMessage { rank: 1, operation: 1 });
    assert_eq!(error(&[vec![receive(0, ANY)]]), ReplayError::AnyMessage { rank: 0, operation: 0 });
    let unknown = ReplayError::NoSuchRank { rank: 0, operation: 0, peer: 2, last: 1 };
    assert_eq!(error(&[vec![send(2, 0)], vec![]]), unknown);
    let long = Operation::Wait { until: logpine::units::Time::MAX };
    assert_eq!(error(&[vec![long, send(1, 0)], vec![receive(0, 0)]]), ReplayError::NotRepresentable);
}

/// A rank sends to itself, and messages of one sender and tag do not overtake.
#[test]
fn the_oldest_message_comes_first() {
    let long = Operation::Receive { from: 0, bytes: 9, tag: 0 };
    let lists = [vec![send(0, 0), Operation::Send { to: 0, bytes: 9, tag: 0 }, receive(0, 0), long], vec![]];
    let timing = LogGp { latency: 5, overhead: 1, gap: 2, gap_per_byte: 10 };
    let replayed = program_order(&listed(&lists), &timing, &mut ()).expect("a replay");
    // The second starts at 2 and is delivered 5 + 2 + 80 after that.
    assert_eq!((replayed.ranks[0].ticks(), replayed.messages), (2 + 87, 2));
}

#[test]
fn dependencies_only_count_where_they_point_forward() {
    let calculate = |ticks| Operation::Calculate { time: logpine::units::Time::from_ticks(ticks) };
    let with = |waiting: u32, dependency: fn(Added) -> Dependency, before: u32| {
        let mut builder = ScheduleBuilder::new();
        for ticks in [3, 4, 5] {
            builder.push(calculate(ticks)).expect("few");
        }
        builder.require(Added(waiting), dependency(Added(before)));
        program_order(&builder.finish().expect("few"), &TIMING, &mut ()).map(|replayed| replayed.finish.ticks())
    };
    let stuck = |operation| Err(ReplayError::Stuck { rank: 0, operation, unfinished: 3 - u64::from(operation) });
    assert_eq!(with(2, Dependency::Done, 0), Ok(12));
    assert_eq!(with(1, Dependency::Done, 2), stuck(1));
    assert_eq!(with(0, Dependency::Begun, 1), stuck(0));
    assert_eq!(with(1, Dependency::Begun, 1), stuck(1));
}
