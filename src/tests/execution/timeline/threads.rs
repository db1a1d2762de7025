//! The rows of traces, and the places of bars in them.

use super::reports::{report, trace};
use super::{Simulation, schedules, simulation};
use logpine::answer::RankPlan;
use logpine::request::{RankCollective, RankJob};
use logpine::units::{Clock, Time};
use logpine_collectives::schedule::replay::{
    CriticalPath, Network, Simulator, Timeline, Usage, event_driven, messages, program_order,
};
use logpine_collectives::schedule::{Operation, Schedule};
use logpine_goal::{self as goal, GoalTick};
use logpine_models::machine::Machine;
use logpine_models::model::port_timing;
use serde_json::Value;
use std::collections::BTreeMap;

/// The events of a trace.
fn events(trace: &Value) -> &[Value] {
    trace["traceEvents"].as_array().expect("a list")
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no whole number"))
}

/// The names of a trace's threads, by number.
pub fn names(trace: &Value) -> BTreeMap<u64, &str> {
    let named = events(trace).iter().filter(|event| event["name"] == "thread_name");
    named.map(|event| (number(&event["tid"]), event["args"]["name"].as_str().expect("a name"))).collect()
}

/// The rank whose row has the event.
pub fn rank_of(names: &BTreeMap<u64, &str>, event: &Value) -> u64 {
    let name = names[&number(&event["tid"])].strip_prefix("rank ").expect("a rank's row");
    name.split(',').next().and_then(|rank| rank.parse().ok()).expect("a rank")
}

/// A decimal number with at most three digits after the point, in thousandths: microseconds in nanoseconds.
pub fn thousandths(value: &Value) -> u64 {
    let text = value.to_string();
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    assert!(part.len() <= 3, "{text}");
    format!("{whole}{part:0<3}").parse().unwrap_or_else(|_| panic!("{text} is no decimal number"))
}

/// A bar's begin and end in nanoseconds.
fn ends(bar: &Value) -> (u64, u64) {
    let start = thousandths(&bar["ts"]);
    (start, start + thousandths(&bar["dur"]))
}

/// True if in every row each bar ends, in the whole nanoseconds in which viewers count, before the next one begins. Of bars
/// that begin together only the last has a length, and all are in the order of time.
pub fn has_sound_rows(trace: &Value) -> bool {
    let mut rows: BTreeMap<u64, Vec<(u64, u64)>> = BTreeMap::new();
    for bar in events(trace).iter().filter(|event| event["ph"] == "X") {
        rows.entry(number(&bar["tid"])).or_default().push(ends(bar));
    }
    rows.values().all(|row| row.windows(2).all(|pair| pair[0].1 <= pair[1].0))
}

fn parsed(schedule: &Schedule, clock: Clock, run: &Simulation) -> Value {
    serde_json::from_str(&trace(&report("rows", schedule, clock, run), run)).expect("valid JSON")
}

/// A replay of the best broadcast in program order.
fn with_best<T>(machine: &str, ranks: u64, bytes: u64, look: impl Fn(&Schedule, &Simulation) -> T) -> T {
    let machine = Machine::load(machine).expect("built in");
    let timing = port_timing(&machine, None).expect("it has messages");
    let job = RankJob::new(RankCollective::Bcast, ranks, Some(bytes)).expect("in range");
    let plan = RankPlan::new(&*timing, job).expect("a plan");
    let schedule = plan.schedule(plan.best(), &*timing).expect("small");
    let mut timeline = Timeline::new(&schedule);
    let replayed = program_order(&schedule, &*timing, &mut timeline).expect("valid");
    let (path, usage) = (CriticalPath::new(&timeline), Usage::of(&timeline));
    look(&schedule, &Simulation { replayed, timeline, path, usage })
}

fn under_loggopsim(schedule: &Schedule) -> Simulation<'_> {
    let machine = Machine::load("loggopsim").expect("built in");
    let network = Network::of(&machine, None).expect("LogGOPS");
    let mut timeline = Timeline::new(schedule);
    let replayed = event_driven(schedule, &network, Simulator::Loggopsim, &mut timeline).expect("no deadlock");
    let (path, usage) = (CriticalPath::new(&timeline), Usage::of(&timeline));
    Simulation { replayed, timeline, path, usage }
}

fn rounded(time: Time) -> u64 {
    (time.ticks() + 500) / 1_000
}

/// The ends of every operation, its gap and every step of the path: rounded as drawn, and exact if that differs.
#[test]
fn both_ends_of_bars_are_rounded() {
    with_best("tukey", 5, 100_000, |schedule, run| {
        for (clock, unit) in [(Clock::Second, "ns"), (Clock::Cycle, "cycle")] {
            let trace = parsed(schedule, clock, run);
            let names = names(&trace);
            let is_at = |bar: &Value, [from, to]: [Time; 2]| {
                assert_eq!(ends(bar), (rounded(from), rounded(to)), "{bar}");
                let exact = [&bar["args"][format!("start_{unit}")], &bar["args"][format!("end_{unit}")]];
                if [from, to].iter().all(|time| time.ticks() % 1_000 == 0) {
                    assert!(exact.iter().all(|value| value.is_null()), "{bar}");
                } else {
                    assert_eq!(exact.map(thousandths), [from, to].map(Time::ticks), "{bar}");
                }
            };
            let (mut gaps, mut operations, mut inexact) = (0, 0, 0);
            for bar in events(&trace).iter().filter(|event| event["ph"] == "X" && event["cat"] != "critical path") {
                let [rank, operation] = [rank_of(&names, bar), number(&bar["args"]["operation"])]
                    .map(|number| u32::try_from(number).expect("few"));
                let span = run.timeline.get(rank, operation).expect("told");
                inexact += usize::from(span.end.ticks() % 1_000 != 0);
                if bar["name"] == "gap" {
                    gaps += 1;
                    is_at(bar, [span.end, span.free]);
                } else {
                    operations += 1;
                    is_at(bar, [span.start, span.end]);
                }
            }
            let sends = schedule.records().iter().filter(|of| matches!(of.operation(), Operation::Send { .. }));
            assert_eq!((gaps, operations > 2 * gaps - 1, inexact > gaps), (sends.count(), true, true));
            let path = events(&trace).iter().filter(|event| event["cat"] == "critical path");
            let last = path.map(ends).fold(0, |until, (from, to)| {
                assert_eq!(from, until);
                to
            });
            assert_eq!(last, rounded(run.replayed.finish));
        }
    });
}

/// Numbers and names in the order of the file, which is that of the numbers.
fn rows(schedule: &Schedule, run: &Simulation) -> Vec<(u64, String)> {
    let trace = parsed(schedule, Clock::Second, run);
    assert!(events(&trace).iter().all(|event| event["pid"] == 1));
    let of = |name: &str| -> Vec<&Value> { events(&trace).iter().filter(|event| event["name"] == name).collect() };
    let is_used = |event: &&Value| event["ph"] == "X" && !names(&trace).contains_key(&number(&event["tid"]));
    assert_eq!(events(&trace).iter().find(is_used), None);
    let places = of("thread_sort_index").into_iter().map(|event| (&event["tid"], &event["args"]["sort_index"]));
    assert!(places.clone().all(|(thread, place)| thread == place));
    let row = |event: &Value| (number(&event["tid"]), event["args"]["name"].as_str().expect("a name").to_owned());
    let rows: Vec<_> = of("thread_name").into_iter().map(row).collect();
    assert_eq!(rows.len(), places.count());
    assert!(rows.windows(2).all(|pair| pair[0].0 < pair[1].0), "{rows:?}");
    rows
}

fn named(rows: &[(u64, &str)]) -> Vec<(u64, String)> {
    rows.iter().map(|&(thread, name)| (thread, name.to_owned())).collect()
}

#[test]
fn the_last_digits_of_a_row_are_its_rank() {
    let costs = super::Costs { latency: 5_000, overhead: 1_000, gap: 0, per_byte: 0 };
    for (ranks, first) in [(1, 10), (2, 10), (10, 10), (11, 100), (100, 100), (101, 1_000)] {
        let schedule = schedules::chain(ranks, 1, 1);
        let found = rows(&schedule, &simulation(&schedule, costs));
        let expected = (0..u64::from(ranks)).map(|rank| (first + rank, format!("rank {rank}")));
        assert_eq!(found, named(&[(1, "critical path")]).into_iter().chain(expected).collect::<Vec<_>>());
    }
}

/// Rank 0 sends with two processors, and three interfaces at a time; rank 1 receives with one processor.
#[test]
fn processors_and_interfaces_have_rows_of_their_own() {
    let text = "num_ranks 2\nrank 0 {\na: send 9000b to 1 tag 1 nic 0\nb: send 9000b to 1 tag 2 cpu 1 nic 1\n\
                c: send 9000b to 1 tag 3 nic 2\n}\nrank 1 {\na: recv 9000b from 0 tag 1\nb: recv 9000b from 0 tag 2\n\
                c: recv 9000b from 0 tag 3\n}\n";
    let schedule = goal::read(text.as_bytes(), GoalTick::default()).unwrap_or_else(|report| panic!("{report}"));
    let run = under_loggopsim(&schedule);
    let found = rows(&schedule, &run);
    let expected = [
        (1, "critical path"),
        (100, "rank 0, processor 0"),
        (101, "rank 0, processor 1"),
        (102, "rank 0, port 0"),
        (103, "rank 0, port 1"),
        (104, "rank 0, port 2"),
        (110, "rank 1, processor 0"),
        (111, "rank 1, processor 1"),
    ];
    assert_eq!(found, named(&expected));
    assert!(has_sound_rows(&parsed(&schedule, Clock::Second, &run)));
    assert_eq!(messages(&run.timeline).len(), 3);
}
