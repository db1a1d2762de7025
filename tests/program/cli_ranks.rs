//! The behaviour of `collective` beyond its transcripts (`tests/cli/ranks*.trycmd`): fields and types of its JSON, files,
//! pipes and threads.

use serde_json::{Map, Value};
use std::fs;
use std::process::{Command, Output, Stdio};

/// Questions of every kind: both collectives, models with and without sizes, met and unmet bounds, one rank and very many.
const QUESTIONS: [&str; 11] = [
    "bcast --machine bgp --ranks 1024 --bytes 64KiB",
    "reduce --machine bgp --ranks 1000 --bytes 64KiB",
    "reduce --machine bgp --ranks 1000 --bytes 64KiB --non-commutative",
    "bcast --machine bgp --ranks 64 --bytes 8",
    "bcast --machine bgp --ranks 10^18 --bytes 1GiB",
    "bcast --machine tukey --ranks 300 --bytes 100kB",
    "bcast --machine tukey --ranks 300 --bytes 2 --model loggp",
    "bcast --machine lecture --ranks 4 --bytes 1MB",
    "bcast --machine logp-textbook --ranks 8",
    "reduce --machine logp-textbook --ranks 10^18 --non-commutative",
    "bcast --machine atlahs-ai --ranks 1 --bytes 1GiB",
];

fn logpine(arguments: &str) -> Command {
    let mut command = crate::logpine();
    command.arg("collective").args(arguments.split_whitespace()).stdin(Stdio::null());
    command
}

/// Standard output of a run that must succeed, and says at most which files it wrote.
fn answer_of(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("the binary runs");
    let [stdout, stderr] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    let is_expected = stderr.lines().all(|line| line.starts_with("wrote "));
    assert!(status.success() && is_expected, "{command:?}: {stderr}");
    stdout
}

fn answer(arguments: &str) -> String {
    answer_of(&mut logpine(arguments))
}

fn json(arguments: &str) -> Map<String, Value> {
    serde_json::from_str(&answer(&format!("{arguments} --format json"))).expect("an object")
}

fn names(object: &Map<String, Value>) -> Vec<&str> {
    let mut names: Vec<&str> = object.keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

/// A whole number of at least 0, or null.
fn is_count_or_null(value: &Value) -> bool {
    value.is_u64() || value.is_null()
}

fn is_time(value: &Value) -> bool {
    value.as_f64().is_some_and(|time| time >= 0.0)
}

/// Checks a candidate against the documentation; only trees have a height and a fanout of the root.
fn check_candidate(candidate: &Value) {
    let candidate = candidate.as_object().expect("an object");
    let fields = match names(candidate).as_slice() {
        ["family", "height", "parameters", "period", "root_fanout", "time"] => "of a tree",
        ["family", "parameters", "period", "time"] => "of blocks",
        _ => panic!("{candidate:?}"),
    };
    assert!(candidate["family"].is_string() && is_time(&candidate["time"]), "{fields}");
    assert!(is_time(&candidate["period"]) || candidate["period"].is_null());
    let parameters = candidate["parameters"].as_object().expect("an object");
    assert!(parameters.values().all(|value| value.is_u64() || value.is_string()), "{parameters:?}");
    assert_eq!(parameters.contains_key("segment"), parameters.contains_key("segments"));
    if fields == "of a tree" {
        assert!(candidate["height"].is_u64() && candidate["root_fanout"].is_u64());
    }
}

#[test]
fn json_has_the_documented_fields_with_their_types() {
    for question in QUESTIONS {
        let answer = json(question);
        let fields = "best bound_reason candidates class gap_percent left_out lower_bound machine model objective request \
                      schema status unit";
        assert_eq!(names(&answer), fields.split_whitespace().collect::<Vec<_>>(), "{question}");
        let job = answer["request"].as_object().expect("an object");
        assert_eq!(names(job), ["bytes", "collective", "operands", "ranks"]);
        assert!(job["ranks"].is_u64() && is_count_or_null(&job["bytes"]));
        assert!(["bcast", "reduce"].contains(&job["collective"].as_str().expect("text")));
        let in_order = question.contains("--non-commutative");
        assert_eq!(job["operands"], if in_order { "rank order" } else { "any order" }, "{question}");
        assert_eq!((&answer["schema"], &answer["objective"]), (&Value::from(2), &Value::from("latency")));
        assert!(["machine", "model", "bound_reason", "unit"].iter().all(|field| answer[*field].is_string()));
        let candidates = answer["candidates"].as_array().expect("a list");
        assert_eq!(candidates[0], answer["best"], "{question}");
        candidates.iter().for_each(check_candidate);
        for left_out in answer["left_out"].as_array().expect("a list") {
            let left_out = left_out.as_object().expect("an object");
            assert_eq!(names(left_out), ["family", "parameters", "reason"]);
            assert!(left_out["family"].is_string() && left_out["reason"].is_string());
            assert!(left_out["parameters"].is_object());
        }
    }
}

#[test]
fn the_status_says_what_is_known() {
    let mut seen = Vec::new();
    for question in QUESTIONS {
        let answer = json(question);
        let number = |value: &Value| value.as_f64().expect("a number");
        let (time, bound) = (number(&answer["best"]["time"]), number(&answer["lower_bound"]));
        let status = answer["status"].as_str().expect("text").to_owned();
        assert!(bound <= time, "{question}");
        assert_eq!(status == "optimal", answer["best"]["time"] == answer["lower_bound"], "{question}");
        assert_eq!(status == "optimal in class", answer["class"].is_string(), "{question}");
        assert_eq!(status == "optimal", answer["gap_percent"] == 0.0, "{question}");
        seen.push(status);
    }
    for status in ["optimal", "optimal in class", "best found"] {
        assert!(seen.iter().any(|seen| seen == status), "no question is {status}");
    }
}

#[test]
fn candidates_are_ranked_and_every_family_is_listed_or_left_out() {
    let list = crate::logpine().args(["list", "families", "--format", "json"]).output();
    let list: Value = serde_json::from_slice(&list.expect("it runs").stdout).expect("valid JSON");
    let of_ranks = |entry: &&Value| entry["of"] == "collectives among ranks";
    let families: Vec<&Value> =
        list["entries"].as_array().expect("a list").iter().filter(of_ranks).map(|entry| &entry["name"]).collect();
    assert!(families.len() >= 11);
    for question in QUESTIONS.into_iter().filter(|question| !question.contains("--ranks 1 ")) {
        let answer = json(question);
        let lists = ["candidates", "left_out"].map(|field| answer[field].as_array().expect("a list"));
        let times: Vec<f64> = lists[0].iter().map(|candidate| candidate["time"].as_f64().expect("a number")).collect();
        assert!(times.is_sorted(), "{question}");
        for family in &families {
            assert!(
                lists.iter().any(|list| list.iter().any(|entry| entry["family"] == **family)),
                "{question}: {family}"
            );
        }
    }
}

#[test]
fn an_emitted_report_is_what_stdout_shows_as_json() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for (index, question) in QUESTIONS.into_iter().enumerate() {
        let file = directory.path().join(format!("{index}.json"));
        let text = answer_of(logpine(question).args(["--emit", "json", "-o"]).arg(&file));
        assert_eq!(text, answer(question), "{question}");
        let json = answer(&format!("{question} --format json"));
        assert_eq!(fs::read_to_string(&file).expect("written"), json, "{question}");
        let written =
            answer_of(logpine(question).args(["--format", "json", "--force", "--emit", "json", "-o"]).arg(&file));
        assert_eq!(written, json, "{question}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for question in QUESTIONS {
        for format in ["text", "json"] {
            let question = format!("{question} --format {format}");
            let alone = answer_of(logpine(&question).env("RAYON_NUM_THREADS", "1"));
            for threads in ["2", "7"] {
                assert_eq!(
                    answer_of(logpine(&question).env("RAYON_NUM_THREADS", threads)),
                    alone,
                    "{question}, {threads}"
                );
            }
        }
    }
}

#[test]
fn the_root_changes_nothing() {
    let question = "bcast --machine bgp --ranks 1000 --bytes 64KiB";
    let without_next_steps = |question: &str| {
        let report = answer(question);
        report.split_once("\nnext:").expect("next steps").0.to_owned()
    };
    for root in [0, 1, 999] {
        assert_eq!(without_next_steps(&format!("{question} --root {root}")), without_next_steps(question));
    }
}

#[test]
fn timings_are_apart_from_the_answer() {
    let output = logpine(QUESTIONS[0]).arg("--timings").output().expect("the binary runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), answer(QUESTIONS[0]));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("search and ranking "));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    for format in ["text", "json"] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let question = format!("{} --format {format}", QUESTIONS[0]);
        let output = logpine(&question).stdout(writer).output().expect("the binary runs");
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""), "{format}");
    }
}
