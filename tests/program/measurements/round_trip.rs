//! The whole way on the command line: `synth`, `fit`, `best`.

use crate::measurements::{instance, logpine, text};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A fit of the experiments in a directory, as JSON.
fn fitted(directory: &Path, more: &[&str]) -> Value {
    let output = fit(directory, &[more, &["--format", "json"]].concat());
    serde_json::from_str(&output).expect("JSON")
}

/// Standard output of a fit of the experiments in a directory.
fn fit(directory: &Path, more: &[&str]) -> String {
    let file = |name: &str| directory.join(name).to_str().expect("UTF-8").to_owned();
    let [latency, chain, fanin] = ["latency.csv", "chain.csv", "fanin.csv"].map(file);
    let files = ["fit", "--latency", &latency, "--chain", &chain, "--fanin", &fanin];
    answer(&[&files[..], more].concat())
}

fn answer(arguments: &[&str]) -> String {
    let output = logpine(arguments.iter().copied());
    let said = text(&output.stderr);
    assert!(output.status.success() && said.lines().all(|line| line.starts_with("wrote ")), "{arguments:?}: {said}");
    text(&output.stdout)
}

fn synth(directory: &Path, machine: &str, noise: &str) {
    let dir = directory.to_str().expect("UTF-8");
    answer(&["synth", "--machine", machine, "--noise", noise, "--seed", "1", "--dir", dir]);
}

fn number(value: &Value, path: &str) -> f64 {
    value.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("no {path} in {value}"))
}

/// Table I of Groves, Gutierrez and Arnold (2015) comes back from measurements without noise, to 1e-9.
#[test]
fn without_noise_the_coefficients_come_back() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    synth(directory.path(), "cab", "0%");
    let fit = fitted(directory.path(), &[]);
    let expected = [
        ("/latency/latency/value", 98e-6),
        ("/chain/overhead/value", 49.3e-6),
        ("/fan_in/constant/value", 49.3e-6),
        ("/fan_in/growth/linear/value", 783e-9),
        ("/fan_in/growth/quadratic/value", 157e-9),
    ];
    for (path, value) in expected {
        let found = number(&fit, path);
        assert!((found - value).abs() <= 1e-9 * value, "{path}: {found:e}");
    }
    assert!(number(&fit, "/chain/startup/value") < 1e-12);
    assert_eq!(fit["fan_in"]["form"], "quadratic");
    assert_eq!(fit["choice"]["fanouts"], serde_json::json!([11, 12]));
    assert_eq!(number(&fit, "/choice/time").to_bits(), 363.316e-6f64.to_bits());
}

/// For every form of the machine's overhead, the profile of the fit chooses as the machine does.
#[test]
fn a_profile_chooses_as_the_machine_that_was_measured() {
    for overhead in [
        "constant = \"49.3us\", linear = \"20us\"",
        "constant = \"49.3us\", logarithmic = \"200us\"",
        "constant = \"49.3us\", exponential = { scale = \"9us\", rate = 0.03 }",
    ] {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let [truth, mine] = ["truth.toml", "mine.toml"].map(|name| directory.path().join(name));
        let [truth, mine] = [&truth, &mine].map(|path| path.to_str().expect("UTF-8"));
        let profile =
            format!("name = \"m\"\n[tan]\nlatency = \"98us\"\nstartup = \"5us\"\noverhead = {{ {overhead} }}\n");
        fs::write(truth, profile).expect("written");
        synth(directory.path(), truth, "0%");
        fit(directory.path(), &["--name", "mine", "-o", mine]);
        let fanouts = |machine: &str| {
            let answer = answer(&["tree", "--machine", machine, "--leaves", "1000", "--format", "json"]);
            serde_json::from_str::<Value>(&answer).expect("JSON")["best"]["fanouts"].clone()
        };
        assert_eq!(fanouts(mine), fanouts(truth), "{overhead}");
    }
}

/// All files are written or none; on standard output there is only the profile.
#[test]
fn files_are_written_together() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = |name: &str| directory.path().join(name).to_str().expect("UTF-8").to_owned();
    let [toml, svg, json] = ["mine.toml", "mine.svg", "mine.json"].map(path);
    let data = instance("cab-synthetic");
    fit(&data, &["--emit", "toml", "-o", &toml, "--emit", "svg", "-o", &svg, "--emit", "json", "-o", &json]);
    assert_eq!(fit(&data, &["--emit", "toml", "-o", "-"]), fs::read_to_string(&toml).expect("written"));
    assert_eq!(fit(&data, &["--format", "json"]), fs::read_to_string(&json).expect("written"));
    let latency = data.join("latency.csv");
    let latency = latency.to_str().expect("UTF-8");
    fs::remove_file(&json).expect("it is there");
    let output = logpine(["fit", "--latency", latency, "--chain", latency, "--fanin", latency, "-o", &json]);
    assert_eq!(output.status.code(), Some(2), "a latency is no chain");
    assert!(!Path::new(&json).exists());
}

/// The tables of waves with alpha = 100 us, c = 20 us and beta = 0.25 ns/B.
fn waves(directory: &Path, bytes: u64, head: &str) {
    fs::create_dir_all(directory).expect("a directory");
    let table = |name: &str, columns: &str, rows: Vec<String>| {
        let text = format!("{head}{columns}\n{}\n", rows.join("\n"));
        fs::write(directory.join(name), text).expect("a table");
    };
    table("latency.csv", "time_us", vec!["90".to_owned(); 5]);
    table("chain.csv", "depth,time_us", (1..=6).map(|depth| format!("{depth},{}", depth * 110)).collect());
    let time = |leaves: u64| 100_000 + leaves * 20_000 + leaves * bytes / 4;
    let rows = [1, 2, 4, 8, 16, 32].map(|leaves| format!("{leaves},{}", Decimal(time(leaves))));
    table("fanin.csv", "fanout,time_us", rows.to_vec());
}

/// Thousandths.
struct Decimal(u64);

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{:03}", self.0 / 1000, self.0 % 1000)
    }
}

#[test]
fn waves_of_two_sizes_give_the_gap_per_byte() {
    let directory = tempfile::tempdir().expect("a directory");
    let [small, large, unknown] = ["small", "large", "unknown"].map(|name| directory.path().join(name));
    waves(&small, 1024, "# waves of 1024 B; 1 repetition\n");
    waves(&large, 65_536, "# waves of 65536 B\n");
    waves(&unknown, 65_536, "");
    let from = |others: &[&Path], more: &[&str]| {
        let folders = [&[small.as_path()], others].concat();
        let folders = folders.iter().flat_map(|folder| ["--from", folder.to_str().expect("UTF-8")]);
        logpine(["fit"].into_iter().chain(folders).chain(more.iter().copied()))
    };
    let found = text(&from(&[&large], &["--threads", "1", "--format", "json"]).stdout);
    let found: Value = serde_json::from_str(&found).expect("JSON");
    let value = |key: &str| number(&found, &format!("/{key}/value"));
    assert!((value("gap_per_byte") * 1e9 - 0.25).abs() < 1e-6, "{found}");
    assert!((value("overhead_per_child") * 1e6 - 20.0).abs() < 1e-3, "{found}");
    assert!((value("latency") * 1e6 - 100.0).abs() < 1e-6, "{found}");
    // The profile answers for messages of other sizes: 16 children and 1 MiB.
    let profile = directory.path().join("mine.toml");
    let written = from(&[&large], &["--threads", "1", "-o", profile.to_str().expect("UTF-8")]);
    assert!(written.status.success(), "{}", text(&written.stderr));
    let tree = [
        "score",
        "-m",
        profile.to_str().expect("UTF-8"),
        "--slurm-width",
        "16",
        "--members",
        "17",
        "--bytes",
        "1MiB",
        "--format",
        "json",
    ];
    let scored: Value = serde_json::from_str(&text(&logpine(tree).stdout)).expect("JSON");
    assert!(scored.to_string().contains("4614"), "{scored}");
    for (others, more, words) in [
        (vec![large.as_path()], vec![], "add --threads T"),
        (vec![unknown.as_path()], vec!["--threads", "1"], "write `# waves of 1024 B`"),
        (vec![small.as_path()], vec!["--threads", "1"], "are both of 1024 B"),
        (vec![large.as_path(), large.as_path()], vec!["--threads", "1"], "give two tables"),
    ] {
        let refused = from(&others, &more);
        let words_found = text(&refused.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(!refused.status.success() && words_found.contains(words), "{words_found}");
    }
}
