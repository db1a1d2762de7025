//! `logpine synth` and the data sets in `instances/measurements`.

use crate::measurements::{instance, logpine, text};
use crate::names::names_in;
use std::fs;
use std::path::Path;

const FILES: [&str; 4] = ["chain.csv", "fanin.csv", "latency.csv", "topologies.csv"];

/// The command named in every data set makes that data set again.
#[test]
fn data_sets_are_what_their_commands_make() {
    let mut sets = 0;
    for set in names_in(&instance("")) {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let latency = fs::read_to_string(instance(&set).join("latency.csv")).expect("a file");
        let command = latency.lines().find_map(|line| line.strip_prefix("# made by: logpine ")).expect("a command");
        let arguments = command.split(' ').map(|word| match word {
            "DIR" => directory.path().to_str().expect("UTF-8"),
            word => word,
        });
        let output = logpine(arguments);
        assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
        assert_eq!(
            (names_in(directory.path()), names_in(&instance(&set))),
            (FILES.map(String::from).into(), FILES.map(String::from).into())
        );
        for file in FILES {
            let read = |directory: &Path| fs::read(directory.join(file)).expect("a file");
            assert!(read(directory.path()) == read(&instance(&set)), "{set}/{file} is another");
        }
        sets += 1;
    }
    assert!(sets > 0);
}

#[test]
fn files_that_exist_stay() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let (inside, chain) = (directory.path().join("new"), directory.path().join("new/chain.csv"));
    let inside = inside.to_str().expect("UTF-8");
    let synth = |more: &[&str]| {
        let arguments = ["synth", "--machine", "cab", "--noise", "1%", "--seed", "1", "--dir", inside];
        logpine(arguments.into_iter().chain(more.iter().copied()))
    };
    assert!(synth(&[]).status.success(), "the directory is made");
    fs::write(&chain, "mine").expect("written");
    fs::remove_file(chain.with_file_name("latency.csv")).expect("it is there");
    let refused = synth(&[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("exists already"), "{}", text(&refused.stderr));
    assert_eq!(
        names_in(chain.parent().expect("a parent")),
        ["chain.csv", "fanin.csv", "topologies.csv"],
        "none is new"
    );
    assert_eq!(fs::read(&chain).expect("there"), b"mine");
    assert!(synth(&["--force"]).status.success());
    assert_eq!(names_in(chain.parent().expect("a parent")), FILES);
    assert!(fs::read(&chain).expect("there").starts_with(b"# Synthetic"));
}

#[test]
fn bad_requests_say_what_to_do() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let dir = directory.path().to_str().expect("UTF-8");
    let file = format!("{dir}/file");
    fs::write(&file, "").expect("written");
    let below = format!("{dir}/no/such");
    let cases = [
        (["--machine", "cap", "--noise", "5%", "--seed", "1", "--dir", dir], "did you mean"),
        (["--machine", "lecture", "--noise", "5%", "--seed", "1", "--dir", dir], "has no [tan] section"),
        (["--machine", "cab", "--noise", "5", "--seed", "1", "--dir", dir], "like 5%"),
        (["--machine", "cab", "--noise", "-5%", "--seed", "1", "--dir", dir], "like 5%"),
        (["--machine", "cab", "--noise", "5%", "--seed", "-1", "--dir", dir], "--seed"),
        (["--machine", "cab", "--noise", "5%", "--seed", "1", "--dir", &file], "is not a directory"),
        (["--machine", "cab", "--noise", "5%", "--seed", "1", "--dir", &below], "cannot make the directory"),
    ];
    for (arguments, said) in cases {
        let output = logpine(["synth"].into_iter().chain(arguments));
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""), "{arguments:?}");
        assert!(text(&output.stderr).contains(said), "{arguments:?}: {}", text(&output.stderr));
    }
    assert_eq!(names_in(directory.path()), ["file"]);
}
