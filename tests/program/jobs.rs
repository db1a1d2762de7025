//! Jobs as TOML files: every instance is answered, the command line overrides the file, and faults give their places.

use logpine::request::Request;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

fn instances() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/jobs")
}

/// `answer` with this job and these arguments, split at blanks.
fn answered(job: &Path, arguments: &str) -> Output {
    let mut command = crate::logpine();
    command.arg("answer").arg(job).args(arguments.split_whitespace()).stdin(Stdio::null());
    command.output().expect("the binary runs")
}

fn answer(job: &Path, arguments: &str) -> Value {
    let output = answered(job, &format!("{arguments} --format json"));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && message.is_empty(), "{} {arguments}: {message}", job.display());
    serde_json::from_slice(&output.stdout).expect("valid JSON")
}

fn refusal(job: &Path, arguments: &str, status: i32) -> String {
    let output = answered(job, arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(status), &b""[..]), "{message}");
    message
}

#[test]
fn every_instance_is_answered() {
    let mut jobs = 0;
    for entry in std::fs::read_dir(instances()).expect("the directory of jobs") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a text file");
        let job = Request::from_toml(&text, &path.display().to_string()).expect("a valid job");
        assert!(!job.description.is_empty() && !job.source.is_empty(), "{} says what it is", path.display());
        let answer = answer(&path, "");
        assert_eq!(
            answer["machine"].as_str(),
            job.machine.as_ref().and_then(|name| name.to_str()),
            "{}",
            path.display()
        );
        let best = &answer["best"];
        let time = best.get("time").or_else(|| best.get("time_low")).and_then(Value::as_f64);
        assert!(time.is_some_and(|time| time > 0.0), "{}", path.display());
        jobs += 1;
    }
    assert!(jobs >= 5);
}

#[test]
fn the_command_line_goes_first() {
    let job = |name: &str| instances().join(name);
    let height = |arguments| answer(&job("stat_4097.toml"), arguments)["best"]["height"].clone();
    assert_eq!(height(""), 2);
    assert_eq!(height("--max-height 3 --host-list n[1-40]:8"), 3);
    assert_eq!(height("--leaves 10 --max-height=1"), 1);
    // Another size, or another objective, goes before all that says the same.
    let ranks = answer(&job("cbtf_32ary.toml"), "--leaves 5 --objective period");
    assert_eq!(ranks["best"]["internal_nodes"], 4);
    let latency = answer(&job("extrae_512.toml"), "--objective latency");
    assert!(latency["best"].get("total").is_none());
    let waves = answer(&job("extrae_512.toml"), "--waves 7");
    assert_eq!(waves["request"]["waves"], 7);
    assert!(answer(&job("extrae_512.toml"), "--pareto period").get("front").is_some());
    // The hosts of the file are hosts.
    assert_eq!(height("--attach --leaves 100"), 2);
}

#[test]
fn a_job_may_come_from_standard_input() {
    let path = instances().join("cbtf_32ary.toml");
    let file = std::fs::File::open(&path).expect("a job");
    let mut command = crate::logpine();
    let output = command.args(["answer", "-", "--format", "json"]).stdin(file).output().expect("the binary runs");
    let found: Value = serde_json::from_slice(&output.stdout).expect("valid JSON");
    assert_eq!(found, answer(&path, ""));
}

#[test]
fn paths_begin_at_the_file() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let at = |name: &str| directory.path().join(name);
    let profile = "name = \"m\"\n[tan]\nlatency = \"1us\"\noverhead = { linear = \"1us\" }\n";
    std::fs::write(at("m.toml"), profile).expect("written");
    std::fs::write(at("hosts.csv"), "slots,host\n2,n[1-9]\n").expect("written");
    let job = "machine = \"m.toml\"\nleaves = 8\nhosts = \"hosts.csv\"\nfront_end = \"fe\"\nplacement = \"spread\"\n";
    std::fs::write(at("job.toml"), job).expect("written");
    assert_eq!(answer(&at("job.toml"), "")["machine"], "m");
    let output = answered(&at("job.toml"), &format!("--emit mrnet -o {}", at("tree.top").display()));
    assert!(output.status.success(), "{output:?}");
    let written = std::fs::read_to_string(at("tree.top")).expect("written");
    assert!(written.starts_with("fe:0 =>\n\tn1:0\n\tn2:0\n"), "{written}");
    std::fs::write(at("links.txt"), "a b\nb c\nc a\n").expect("written");
    let job = "machine = \"lecture\"\ncollective = \"bcast\"\nranks = 3\nbytes = 8\nnetwork = \"links.txt\"\nduplex = \"full\"\n";
    std::fs::write(at("job.toml"), job).expect("written");
    let on_network = &answer(&at("job.toml"), "")["network"];
    let name = on_network["network"].as_str().expect("a name");
    assert!(name.contains("links") && on_network["duplex"] == "full", "{on_network}");
    std::fs::write(at("job.toml"), "machine = \"cab\"\nleafs = 8\n").expect("written");
    let message = refusal(&at("job.toml"), "", 2);
    assert!(message.contains("job.toml:2:1: unknown key `leafs` in the job; did you mean `leaves`?"), "{message}");
}
