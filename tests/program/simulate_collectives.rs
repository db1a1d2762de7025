//! `simulate` executes the answer of `best`: every collective, every family, and the finish time of each rank.

use logpine::request::MpiCollective;
use serde_json::Value;
use std::process::Stdio;

fn logpine(arguments: &str) -> Value {
    let mut command = crate::logpine();
    command.args(arguments.split_whitespace()).args(["--format", "json"]).stdin(Stdio::null());
    let output = command.output().expect("the binary runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && message.is_empty(), "{arguments}: {message}");
    serde_json::from_slice(&output.stdout).expect("valid JSON")
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().expect("a list")
}

/// `simulate` executes the members that `collective` ranks, by the same name: without `--family` the best of all, with the
/// same parameters and the same prediction. The last of the ranks' times is the time.
#[test]
fn every_family_of_a_ranking_is_executed() {
    let mut executed = 0;
    for (machine, ranks) in [("lecture", 6), ("tukey", 4)] {
        for collective in MpiCollective::ALL {
            let bytes = if collective.has_bytes() { "--bytes 96" } else { "" };
            let (name, job) = (collective.name(), format!("--machine {machine} --ranks {ranks} {bytes}"));
            let best = logpine(&format!("collective {name} {job}"));
            let job = format!("{job} --collective {name}");
            let check = |simulated: &Value, candidate: &Value| {
                let of = |name: &str| (&simulated[name], &candidate[name]);
                for (found, expected) in [of("family"), of("parameters"), (&simulated["predicted"], &candidate["time"])]
                {
                    assert_eq!(found, expected, "{job}");
                }
                assert_eq!(simulated["request"]["collective"], collective.name());
                let times = list(simulated, "rank_times");
                assert_eq!(times.len(), ranks, "{job}");
                let last = times.iter().filter_map(Value::as_f64).fold(0.0, f64::max);
                assert_eq!(Some(last), simulated["time"].as_f64(), "{job}");
            };
            check(&logpine(&format!("simulate {job}")), &list(&best, "candidates")[0]);
            let mut done = Vec::new();
            for candidate in list(&best, "candidates") {
                let family = candidate["family"].as_str().expect("a name");
                if !done.contains(&family) {
                    done.push(family);
                    check(&logpine(&format!("simulate {job} --family {family}")), candidate);
                    executed += 1;
                }
            }
        }
    }
    assert!(executed > 50, "{executed} families");
}
