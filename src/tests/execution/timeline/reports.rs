//! Pictures, traces and documents are sound.

use super::threads::{names, thousandths};
use super::{CLUSTER, Simulation, TEXTBOOK, cases, schedules, simulation};
use logpine::report::timeline::{self, Origin};
use logpine::report::{SimulationReport, text};
use logpine::units::{Clock, Time};
use logpine_collectives::schedule::replay::{Replayed, Semantics, Span};
use logpine_collectives::schedule::{Operation, Schedule};
use serde_json::Value;
use snapbox::{assert_data_eq, file};
use std::collections::HashMap;

pub fn report<'a>(
    title: &'a str,
    schedule: &'a Schedule,
    clock: Clock,
    simulation: &'a Simulation,
) -> SimulationReport<'a> {
    SimulationReport {
        warnings: &[],
        title,
        origin: Origin::Unknown,
        machine: "a<b>\"&",
        clock,
        model: "loggp",
        semantics: Semantics::ProgramOrder,
        schedule: Some(schedule),
        replayed: &simulation.replayed,
        predicted: None,
        usage: &simulation.usage,
        critical_path: Some(&simulation.path),
    }
}

#[test]
fn reports_are_as_they_were() {
    let schedule = schedules::binomial(8, 1, 1);
    let run = simulation(&schedule, TEXTBOOK);
    let report = report("binomial", &schedule, Clock::Cycle, &run);
    assert_data_eq!(text::simulation(&report), file!["snapshots/binomial.txt"]);
    assert_data_eq!(timeline::json(&report), file!["snapshots/binomial.json": Text].raw());
    assert_data_eq!(picture(&report, &run), file!["snapshots/binomial.svg"]);
    assert_data_eq!(trace(&report, &run), file!["snapshots/binomial.trace": Text].raw());
}

/// A reduction, rounds of the clock, and a long pipeline.
#[test]
fn texts_are_as_they_were() {
    let gather = schedules::gather(10, 100, 300_000);
    let run = simulation(&gather, CLUSTER);
    assert_data_eq!(text::simulation(&report("gather", &gather, Clock::Second, &run)), file!["snapshots/gather.txt"]);
    let ring = schedules::ring(6, 1_000, 3_000_000);
    let run = simulation(&ring, CLUSTER);
    assert_data_eq!(text::simulation(&report("ring", &ring, Clock::Second, &run)), file!["snapshots/ring.txt"]);
    assert_data_eq!(picture(&report("ring", &ring, Clock::Second, &run), &run), file!["snapshots/ring.svg"]);
    let chain = schedules::chain(200, 500, 1_000);
    let run = simulation(&chain, CLUSTER);
    assert_data_eq!(text::simulation(&report("chain", &chain, Clock::Second, &run)), file!["snapshots/chain.txt"]);
}

fn picture(report: &SimulationReport, run: &Simulation) -> String {
    timeline::svg(report, &run.timeline)
}

pub fn trace(report: &SimulationReport, run: &Simulation) -> String {
    let mut out = Vec::new();
    timeline::trace(report, &run.timeline, &mut out).expect("memory takes all");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn pictures_are_xml_with_everything_inside() {
    let mut cases = cases();
    cases.push((schedules::binomial(256, 1, 10), CLUSTER));
    cases.push((schedules::chain(256, 60, 1_000), CLUSTER));
    cases.push((schedules::ring(100, 1_000, 3_000_000), CLUSTER));
    for (schedule, costs) in cases {
        let run = simulation(&schedule, costs);
        let svg = picture(&report("a & <b>", &schedule, Clock::Second, &run), &run);
        assert!(svg.len() < 2_000_000, "{} bytes", svg.len());
        let document = roxmltree::Document::parse(&svg).expect("XML");
        let root = document.root_element();
        let number = |node: &roxmltree::Node, name: &str| {
            node.attribute(name).map(|text| text.parse::<f64>().expect("a number"))
        };
        let (width, height) = (number(&root, "width").expect("a width"), number(&root, "height").expect("a height"));
        let has = |name: &str| root.children().any(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)));
        assert!(has("title") && has("desc"));
        let (mut bars, mut tips) = (0, 0);
        for node in root.descendants().filter(|node| node.tag_name().name() == "rect") {
            let (x, y) = (number(&node, "x").unwrap_or(0.0), number(&node, "y").unwrap_or(0.0));
            let (w, h) = (number(&node, "width").expect("a width"), number(&node, "height").expect("a height"));
            assert!(x >= 0.0 && y >= 0.0 && w >= 0.0 && x + w <= width && y + h <= height, "{node:?}");
            bars += 1;
            tips += usize::from(node.children().any(|child| child.tag_name().name() == "title"));
        }
        let waits = schedule.records().iter().filter(|record| matches!(record.operation(), Operation::Wait { .. }));
        let is_part = schedule.len() > 3_000 || schedule.ranks() > 64;
        let expected = if is_part { 0 } else { schedule.len() - waits.count() };
        assert!(bars > 0 && tips >= expected, "{tips} of {expected}");
        assert_words_are_inside(&document);
    }
}

/// Places the words of a picture, with letters half as wide as high, and checks that none leaves it.
pub fn assert_words_are_inside(document: &roxmltree::Document) {
    let number = |node: &roxmltree::Node, name: &str| {
        node.attribute(name).map_or(0.0, |text| text.parse::<f64>().expect("a number"))
    };
    let root = document.root_element();
    let (width, height) = (number(&root, "width"), number(&root, "height"));
    for node in root.descendants().filter(|node| node.tag_name().name() == "text") {
        let ancestor = |name: &str| node.ancestors().find_map(|node| node.attribute(name));
        let size: f64 = ancestor("font-size").expect("a size").parse().expect("a number");
        let length = 0.5 * size * node.text().unwrap_or_default().chars().count() as f64;
        let before = match ancestor("text-anchor") {
            Some("end") => length,
            Some("middle") => length / 2.0,
            _ => 0.0,
        };
        let moves = node.ancestors().filter_map(|node| node.attribute("transform"));
        let (mut x, mut y) = (number(&node, "x"), number(&node, "y"));
        for moved in moves {
            let (at, _) = moved.strip_prefix("translate(").and_then(|rest| rest.split_once(')')).expect("a place");
            let (right, down) = at.split_once(',').expect("two numbers");
            (x, y) = (x + right.parse::<f64>().expect("a number"), y + down.parse::<f64>().expect("a number"));
        }
        let is_upright = node.attribute("transform").is_some_and(|moved| moved.ends_with("rotate(-90)"));
        // Letters rise above their base line, or to the left of it.
        let (left, right, top, bottom) = if is_upright {
            (x - 0.75 * size, x, y + before - length, y + before)
        } else {
            (x - before, x - before + length, y - 0.75 * size, y)
        };
        assert!(left >= 0.0 && top >= 0.0 && right <= width && bottom <= height, "{node:?}: {left} {right} {top}");
    }
}

/// As viewers need them: in order, none of negative length, every arrow with two ends, at bars of their ranks.
#[test]
fn traces_are_sound() {
    for (schedule, costs) in cases() {
        let run = simulation(&schedule, costs);
        let report = report("a \"quoted\" title", &schedule, Clock::Second, &run);
        let trace: Value = serde_json::from_str(&trace(&report, &run)).expect("valid JSON");
        let events = trace["traceEvents"].as_array().expect("a list");
        let of = |phase: &str, category: &str| -> Vec<&Value> {
            events
                .iter()
                .filter(|event| event["ph"] == phase && (category.is_empty() || event["cat"] == category))
                .collect()
        };
        let at = |event: &Value| event["ts"].as_f64().expect("a time");
        let is_operation = |event: &&&Value| event["cat"] == "operation" || event["cat"] == "message";
        let operations: Vec<_> = of("X", "").iter().filter(is_operation).copied().collect();
        let is_drawn = |span: &Span| {
            let operation = schedule.rank(span.rank)[span.operation as usize].operation();
            span.end > span.start || !matches!(operation, Operation::Wait { .. })
        };
        let spans = (0..schedule.ranks()).flat_map(|rank| run.timeline.rank(rank));
        assert_eq!(operations.len(), spans.filter(is_drawn).count());
        assert!(operations.windows(2).all(|pair| at(pair[0]) <= at(pair[1])));
        let length = |event: &Value| event["dur"].as_f64().expect("a length");
        assert!(of("X", "").iter().all(|event| length(event) >= 0.0));
        let path: u64 = of("X", "critical path").iter().map(|event| thousandths(&event["dur"])).sum();
        assert_eq!(path, (run.replayed.finish.ticks() + 500) / 1_000);
        let ends = |end: &str| -> HashMap<_, _> {
            let bars = operations.iter().filter(|event| event[end] == true);
            bars.map(|event| (event["bind_id"].as_str().expect("an id"), at(event))).collect()
        };
        let (starts, ends) = (ends("flow_out"), ends("flow_in"));
        assert_eq!((starts.len() as u64, ends.len() as u64), (run.replayed.messages, run.replayed.messages));
        assert!(ends.iter().all(|(id, end)| starts[id] <= *end));
        let names = names(&trace);
        assert_eq!(names.values().filter(|name| !name.ends_with(", port")).count(), schedule.ranks() as usize + 1);
    }
}

/// Times of the document are exact, and its path adds up to them.
#[test]
fn documents_add_up() {
    for (schedule, costs) in cases() {
        let run = simulation(&schedule, costs);
        let json = timeline::json(&report("it", &schedule, Clock::Second, &run));
        let document: Value = serde_json::from_str(&json).expect("valid JSON");
        assert!(json.contains(&format!("\"time\": {},", run.replayed.finish.decimal(Clock::Second))));
        let steps = document["critical_path"].as_array().expect("a list");
        let time = |value: &Value| Time::parse(&format!("{value}s"), Clock::Second).expect("a time").ticks();
        let added: u64 = steps.iter().map(|step| time(&step["waited"]) + time(&step["performed"])).sum();
        let totals: u64 = document["critical_path_totals"].as_object().expect("an object").values().map(time).sum();
        assert_eq!((added, totals), (run.replayed.finish.ticks(), run.replayed.finish.ticks()));
    }
}

#[test]
fn nothing_at_all_has_reports() {
    for ranks in [0, 3] {
        let mut builder = logpine_collectives::schedule::ScheduleBuilder::new();
        for _ in 0..ranks {
            builder.begin_rank().expect("few");
        }
        let schedule = builder.finish().expect("few");
        let run = simulation(&schedule, TEXTBOOK);
        assert_eq!(run.replayed, Replayed { finish: Time::ZERO, ranks: vec![Time::ZERO; ranks], messages: 0 });
        let report = report("nothing", &schedule, Clock::Cycle, &run);
        assert!(text::simulation(&report).starts_with("Nothing on a<b>"));
        assert!(roxmltree::Document::parse(&picture(&report, &run)).is_ok());
        assert!(serde_json::from_str::<Value>(&trace(&report, &run)).is_ok());
        assert!(serde_json::from_str::<Value>(&timeline::json(&report)).is_ok());
    }
}
