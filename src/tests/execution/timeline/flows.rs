//! The arrows of traces: every message of random schedules with receives of any sender or any tag.

use super::Simulation;
use super::reports::{report, trace};
use super::threads::{has_sound_rows, names, rank_of};
use logpine::report::SimulationReport;
use logpine::units::{Clock, Rate, Time};
use logpine_collectives::schedule::replay::{
    Cause, CriticalPath, Network, Observer as _, Reason, Replayed, Semantics, Simulator, Span, Timeline, Usage,
    event_driven, messages,
};
use logpine_collectives::schedule::{ANY, Dependency, Operation, Schedule, ScheduleBuilder};
use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;

/// A message: its sender, receiver and tag, and whether the receive names them.
#[derive(Clone, Copy, Debug)]
struct Message {
    sender: u32,
    receiver: u32,
    tag: u32,
    any_sender: bool,
    any_tag: bool,
    /// The time for which the receiver calculates before it posts the receive.
    before: u64,
}

fn message() -> impl Strategy<Value = Message> {
    let flags = (any::<bool>(), any::<bool>(), 0..40u64);
    (0..5u32, 0..5u32, 0..3u32, flags).prop_map(|(sender, receiver, tag, (any_sender, any_tag, before))| Message {
        sender,
        receiver,
        tag,
        any_sender,
        any_tag,
        before,
    })
}

/// Messages to a rank all have one size, so that any of them may take any other's receive.
fn size(receiver: u32) -> u64 {
    1 + 7 * u64::from(receiver)
}

/// All sends of a rank may begin at once; each of its receives waits for a calculation of its own. The receives that name
/// least are posted last, because they would otherwise take messages that others need.
fn schedule(messages: &[Message]) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    for rank in 0..5 {
        builder.begin_rank().expect("few");
        for &Message { receiver, tag, .. } in messages.iter().filter(|message| message.sender == rank) {
            builder.push(Operation::Send { to: receiver, bytes: size(receiver), tag }).expect("few");
        }
        let mut received: Vec<_> = messages.iter().filter(|message| message.receiver == rank).collect();
        received.sort_by_key(|message| (message.any_sender, message.any_tag));
        let mut last = None;
        for message in received {
            let time = Time::from_ticks(message.before);
            let calculated = builder.push(Operation::Calculate { time }).expect("few");
            let from = if message.any_sender { ANY } else { message.sender };
            let tag = if message.any_tag { ANY } else { message.tag };
            let receive = builder.push(Operation::Receive { from, bytes: size(rank), tag }).expect("few");
            builder.require(receive, Dependency::Done(calculated));
            if let Some(last) = last {
                builder.require(calculated, Dependency::Begun(last));
            }
            last = Some(receive);
        }
    }
    builder.finish().expect("few")
}

/// An event's number.
fn number(value: &Value) -> u64 {
    value.as_u64().expect("a whole number")
}

/// The bars at both ends of every arrow of a trace, by its id: `bind_id` with `flow_out` or `flow_in`, which the bars have
/// themselves. An arrow whose head comes first would be lost.
fn arrows(trace: &Value) -> BTreeMap<&str, [Vec<&Value>; 2]> {
    let mut arrows: BTreeMap<&str, [Vec<&Value>; 2]> = BTreeMap::new();
    for event in trace["traceEvents"].as_array().expect("a list") {
        assert!(event["ph"] != "s" && event["ph"] != "f");
        let Some(id) = event["bind_id"].as_str() else { continue };
        let ends = arrows.entry(id).or_default();
        let of = |end: &str| event[end].as_bool() == Some(true);
        assert!(event["ph"] == "X" && of("flow_out") != of("flow_in"));
        assert!(of("flow_out") || ends[0].len() == 1, "{event} before its send");
        ends[usize::from(of("flow_in"))].push(event);
    }
    arrows
}

fn simulation<'a>(schedule: &'a Schedule, network: &Network, simulator: Simulator) -> Option<Simulation<'a>> {
    let mut timeline = Timeline::new(schedule);
    let replayed = event_driven(schedule, network, simulator, &mut timeline).ok()?;
    let (path, usage) = (CriticalPath::new(&timeline), Usage::of(&timeline));
    Some(Simulation { replayed, timeline, path, usage })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn arrows_lead_from_the_send_to_the_reception_of_its_message(
        sent in prop::collection::vec(message(), 1..40),
        costs in [0..30u64, 0..6u64, 0..9u64, 0..3u64],
        rendezvous in prop::option::of(0..40u64),
        atlahs in any::<bool>(),
    ) {
        let schedule = schedule(&sent);
        let [latency, overhead, gap, per_byte] = costs.map(Time::from_ticks);
        let (rate, zero) = (Rate::from_time(per_byte), Rate::from_time(Time::ZERO));
        let network = Network {
            latency, overhead, gap, gap_per_byte: rate, overhead_per_byte: zero, rendezvous_above: rendezvous,
        };
        let simulator = if atlahs { Simulator::Atlahs } else { Simulator::Loggopsim };
        // Some receives of any sender take what others wait for.
        let Some(run) = simulation(&schedule, &network, simulator) else { return Ok(()) };
        let report = SimulationReport {
            semantics: if atlahs { Semantics::Atlahs } else { Semantics::Loggopsim },
            ..report("wildcards", &schedule, Clock::Second, &run)
        };
        let trace: Value = serde_json::from_str(&trace(&report, &run)).expect("valid JSON");
        prop_assert!(has_sound_rows(&trace));
        let (arrows, names) = (arrows(&trace), names(&trace));
        prop_assert_eq!(arrows.len(), sent.len());
        for [from, to] in arrows.values() {
            prop_assert_eq!((from.len(), to.len()), (1, 1));
            let (send, receive) = (from[0], to[0]);
            prop_assert_eq!((&send["name"], &receive["name"]), (&Value::from("send"), &Value::from("receive")));
            prop_assert!(send["ts"].as_f64() <= receive["ts"].as_f64());
            let (send_of, receive_of) = (&send["args"], &receive["args"]);
            prop_assert_eq!(&send_of["bytes"], &receive_of["bytes"]);
            prop_assert_eq!(number(&send_of["peer"]), rank_of(&names, receive));
            let is_any = |field: &str| receive_of[field].is_null();
            prop_assert!(is_any("tag") || receive_of["tag"] == send_of["tag"]);
            prop_assert!(is_any("peer") || number(&receive_of["peer"]) == rank_of(&names, send));
        }
        // No message is handled before it has come: L + o after its send, and what its bytes take in ATLAHS.
        for message in messages(&run.timeline) {
            let [send, receive] = [message.send, message.receive].map(|at| run.timeline.at(at).expect("told"));
            let flight = latency.ticks() + overhead.ticks();
            prop_assert!(receive.start.ticks() >= send.start.ticks() + flight);
        }
    }
}

/// If a reception takes longer than a message, its bar begins before that of the send: viewers would draw the arrow the other
/// way round.
#[test]
fn a_reception_that_begins_before_the_send_has_no_arrow() {
    let mut builder = ScheduleBuilder::new();
    builder.begin_rank().expect("few");
    builder.push(Operation::Calculate { time: Time::from_ticks(100) }).expect("few");
    builder.push(Operation::Send { to: 1, bytes: 1, tag: 0 }).expect("few");
    builder.begin_rank().expect("few");
    builder.push(Operation::Receive { from: 0, bytes: 1, tag: 0 }).expect("few");
    let schedule = builder.finish().expect("few");
    let mut timeline = Timeline::new(&schedule);
    let spans = [(0, 0, 0, 100), (0, 1, 100, 110), (1, 0, 95, 120)];
    for (rank, operation, start, end) in spans {
        let [start, end] = [start, end].map(Time::from_ticks);
        let cause = Cause { reason: Reason::Order, rank, operation };
        timeline.span(Span { rank, operation, processor: 0, start, end, free: start, cause });
    }
    let (path, usage) = (CriticalPath::new(&timeline), Usage::of(&timeline));
    let ranks = [110, 120].map(Time::from_ticks).to_vec();
    let replayed = Replayed { finish: ranks[1], ranks, messages: 1 };
    let run = Simulation { replayed, timeline, path, usage };
    let text = trace(&report("early", &schedule, Clock::Second, &run), &run);
    let trace: Value = serde_json::from_str(&text).expect("valid JSON");
    assert!(arrows(&trace).is_empty());
    let bars = trace["traceEvents"].as_array().expect("a list").iter().filter(|event| event["cat"] == "message");
    assert_eq!(bars.count(), 2, "{text}");
}
