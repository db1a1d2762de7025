//! Tuning files from the command line: a folder is written, checked, read, and held against the messages of a run.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

fn logpine(directory: &Path, arguments: &str) -> Output {
    let mut command = crate::logpine();
    command.args(arguments.split_whitespace()).stdin(Stdio::null()).current_dir(directory);
    command.output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The report of a command that ends well, with its words in one line.
fn done(directory: &Path, arguments: &str) -> String {
    let output = logpine(directory, arguments);
    assert!(output.status.success(), "{arguments}: {}{}", text(&output.stdout), text(&output.stderr));
    in_one_line(&text(&output.stdout))
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The status and the whole output of a command that ends otherwise.
fn refused(directory: &Path, arguments: &str) -> (Option<i32>, String) {
    let output = logpine(directory, arguments);
    assert!(!output.status.success(), "{arguments}: {}", text(&output.stdout));
    (output.status.code(), in_one_line(&(text(&output.stdout) + &text(&output.stderr))))
}

const GRID: &str = "-m tukey -n 2..8 -s 1B..1MiB";

/// Profiles as pml/monitoring writes them: of each rank what it has sent.
fn profiles(directory: &Path, edges: &[(u64, u64)], ranks: u64, messages: u64, bytes: u64) -> String {
    fs::create_dir_all(directory.join("profile")).expect("a directory");
    for rank in 0..ranks {
        let mut profile = "# POINT TO POINT\n".to_owned();
        for (from, to) in edges.iter().filter(|(from, _)| *from == rank) {
            let _ = writeln!(profile, "I\t{from}\t{to}\t{bytes} bytes\t{messages} msgs sent\t0,{messages}");
        }
        fs::write(directory.join(format!("profile/of.{rank}.prof")), profile).expect("a file");
    }
    (0..ranks).map(|rank| format!("profile/of.{rank}.prof")).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_folder_is_written_checked_and_verified() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let at = directory.path();
    let written = done(at, &format!("tune write --for openmpi-4.1 {GRID} --commutative -o tuning"));
    assert!(
        written.contains("wrote tuning: rules.conf, mca-params.conf, environment.sh, manifest.json, README.md"),
        "{written}"
    );
    for file in ["rules.conf", "mca-params.conf", "environment.sh"] {
        assert!(done(at, &format!("tune check tuning/{file} --for openmpi-4.1")).contains(": valid "), "{file}");
    }
    let (status, message) = refused(at, &format!("tune write --for openmpi-4.1 {GRID} -o tuning"));
    assert!(status == Some(2) && message.contains("--force"), "{message}");
    done(at, &format!("tune write --for openmpi-4.1 {GRID} -o tuning --force"));
    // The chain of the rule for 8 ranks of 1 MiB, and the library's own choice.
    let manifest = fs::read_to_string(at.join("tuning/manifest.json")).expect("a manifest");
    assert!(manifest.contains("\"library\": \"openmpi-4.1\""), "{manifest}");
    let chain: Vec<(u64, u64)> = (0..7).map(|rank| (rank, rank + 1)).collect();
    let files = profiles(at, &chain, 8, 128, 1 << 20);
    let verified = done(at, &format!("tune verify tuning {files} --collective bcast -s 1MiB"));
    assert!(
        verified.contains("verified: pipeline, segments of 8KiB 7 edges as meant · 128 messages each"),
        "{verified}"
    );
    let star: Vec<(u64, u64)> = (1..8).map(|rank| (0, rank)).collect();
    let files = profiles(at, &star, 8, 1, 1 << 20);
    let (status, message) = refused(at, &format!("tune verify tuning {files} --collective bcast -s 1MiB"));
    assert!(status == Some(1) && message.contains("the rules were not used"), "{message}");
    let json = logpine(at, &format!("tune verify tuning {files} --collective bcast -s 1MiB --format json"));
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(
        (&json["verified"], &json["cause"]["cause"], &json["missing"][0]),
        (&false.into(), &"default".into(), &serde_json::json!([1, 2]))
    );
    let (status, message) = refused(at, &format!("tune verify tuning {files} -s 1MiB"));
    assert!(status == Some(2) && message.contains("give --collective and -s"), "{message}");
}

/// Rules come back from every file with the settings that the manifest has, cell by cell.
#[test]
fn what_is_written_is_read_back() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let at = directory.path();
    let settings = |json: &str| {
        let json: serde_json::Value = serde_json::from_str(json).expect("JSON");
        let tables = json["collectives"].as_array().expect("tables").clone();
        let cells = |table: &serde_json::Value| {
            (table["collective"].clone(), table["cells"].as_array().expect("cells").clone())
        };
        let mut tables: Vec<_> = tables.iter().map(cells).collect();
        tables.sort_by_key(|(collective, _)| collective.to_string());
        let cell = |cell: serde_json::Value| {
            (cell["ranks"].clone(), cell["bytes"].clone(), cell["setting"].clone(), cell["time"].clone())
        };
        tables.into_iter().map(|(of, cells)| (of, cells.into_iter().map(cell).collect::<Vec<_>>())).collect::<Vec<_>>()
    };
    let all = "bcast,reduce,scatter,gather,allgather,reduce-scatter,allreduce,alltoall,barrier";
    for (library, file, asked) in [
        ("openmpi-4.1", "rules.conf", ""),
        ("openmpi-5", "rules.conf", "--replace-unpriced"),
        ("openmpi-6", "rules.json", "--replace-unpriced"),
    ] {
        let written = done(
            at,
            &format!(
                "tune write --for {library} {GRID} --collectives {all} --commutative {asked} -o {library} -f json"
            ),
        );
        let read = done(at, &format!("tune import {library}/{file} --for {library} {GRID} --commutative -f json"));
        let read_settings = settings(&read);
        let of_written =
            settings(&written).into_iter().filter(|(of, _)| read_settings.iter().any(|(read, _)| read == of));
        assert_eq!(read_settings, of_written.collect::<Vec<_>>(), "{library}");
        // What is served, and the speed-ups, are the same too.
        let coverage = |json: &str| {
            let json: serde_json::Value = serde_json::from_str(json).expect("JSON");
            let of = json["collectives"].as_array().expect("tables").clone().into_iter();
            of.map(|of| (of["collective"].to_string(), of["coverage"].clone()))
                .collect::<std::collections::BTreeMap<_, _>>()
        };
        let (of_read, of_written) = (coverage(&read), coverage(&written));
        assert!(of_read.len() >= 5 && of_read.iter().all(|(of, read)| of_written[of] == *read), "{library}");
        let left_out = of_written.iter().filter(|(of, _)| !of_read.contains_key(*of));
        assert!(left_out.into_iter().all(|(_, written)| written["served"] == 0), "{library}");
        let table = done(at, &format!("tune import {library}/{file} --for {library} {GRID} --collectives bcast"));
        assert!(table.contains("bcast by plogp on tukey") && table.contains("pipeline, segments of 8KiB"), "{table}");
    }
}

/// The radix of k-nomial broadcasts is in `mca-params.conf` alone. Whichever file of a folder is named, what is said is what was written; without
/// that file, the radix that is taken is said.
#[test]
fn the_radix_is_read_from_the_settings_next_to_the_rules() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let at = directory.path();
    let grid = "--for openmpi-4.1 -m two-channel -n 2..8 -s 1B..64KiB";
    let json = |arguments: &str| -> serde_json::Value {
        let output = logpine(at, &format!("{arguments} {grid} -f json"));
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)))
    };
    let written = json("tune write -o tuning");
    let of_bcast = |json: &serde_json::Value| {
        let of = &json["collectives"][0];
        ["collective", "variables", "coverage", "cells"].map(|key| of[key].clone())
    };
    let radix = "coll_tuned_bcast_algorithm_knomial_radix";
    assert!(written["collectives"][0]["variables"][radix].is_u64(), "{written}");
    for file in ["", "/rules.conf", "/mca-params.conf", "/environment.sh"] {
        let read = json(&format!("tune import tuning{file} --collectives bcast"));
        assert_eq!(of_bcast(&read), of_bcast(&written), "{file}");
        assert_eq!((read.get("warnings"), &read["all_commute"]), (None, &false.into()), "{file}");
    }
    let (status, message) = refused(at, &format!("tune import tuning {grid}").replace("openmpi-4.1", "openmpi-5"));
    assert!(status == Some(2) && message.contains("--for openmpi-4.1"), "{message}");
    let settings = fs::read_to_string(at.join("tuning/mca-params.conf")).expect("a file");
    fs::write(at.join("off.conf"), settings.replace("dynamic_rules = 1", "dynamic_rules = 0")).expect("a file");
    let (status, message) = refused(at, &format!("tune import off.conf {grid}"));
    assert!(status == Some(2) && message.contains("loads no rules"), "{message}");
    fs::create_dir(at.join("alone")).expect("a directory");
    fs::copy(at.join("tuning/rules.conf"), at.join("alone/rules.conf")).expect("a file");
    let read = json("tune import alone --collectives bcast --commutative");
    assert!(
        read["warnings"][0].as_str().is_some_and(|said| said.contains(radix) && said.contains("--radix")),
        "{read}"
    );
    assert_eq!(read["all_commute"], true);
    assert_ne!(of_bcast(&read), of_bcast(&written));
    fs::rename(at.join("tuning"), at.join("moved")).expect("a directory");
    assert_eq!(of_bcast(&json("tune import moved/mca-params.conf --collectives bcast")), of_bcast(&written));
    fs::remove_file(at.join("moved/rules.conf")).expect("a file");
    let (status, message) = refused(at, &format!("tune import moved/mca-params.conf {grid}"));
    assert!(status == Some(2) && message.contains("which moved/mca-params.conf names"), "{message}");
    let (status, message) = refused(at, &format!("tune import . {grid}"));
    assert!(status == Some(2) && message.contains("name the file"), "{message}");
}

/// The edges of an earliest tree from rank 0: the ranks one after the other, each from the one that can send to it first; then
/// numbered so that the last child of a rank comes right behind it.
fn earliest_edges(ranks: usize, gap: u64, delivery: u64, most: u64) -> Vec<(u64, u64)> {
    let mut arrivals = vec![0];
    let mut children: Vec<Vec<usize>> = vec![Vec::new()];
    while arrivals.len() < ranks {
        let open = (0..arrivals.len()).filter(|&from| (children[from].len() as u64) < most);
        let sent = open.map(|from| (arrivals[from] + children[from].len() as u64 * gap + delivery, from));
        let (arrival, from) = sent.min().expect("a rank that may send");
        children[from].push(arrivals.len());
        children.push(Vec::new());
        arrivals.push(arrival);
    }
    let mut edges = Vec::new();
    let mut waiting = vec![(0, None)];
    let mut next = 0;
    while let Some((vertex, parent)) = waiting.pop() {
        edges.extend(parent.map(|parent| (parent, next)));
        waiting.extend(children[vertex].iter().map(|&child| (child, Some(next))));
        next += 1;
    }
    edges
}

#[test]
fn a_shim_is_written_checked_and_verified() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let at = directory.path();
    let written = done(at, "tune write --for shim -m tukey -n 2..64 -s 1B..1MiB -o shim");
    assert!(written.contains("wrote shim: logpine-shim.c, self-check.c, manifest.json, README.md"), "{written}");
    let checked = done(at, "tune check shim/logpine-shim.c --for shim");
    assert!(checked.contains(": valid ") && checked.contains("for bcast, reduce"), "{checked}");
    let source = fs::read_to_string(at.join("shim/logpine-shim.c")).expect("a file");
    fs::write(at.join("changed.c"), source.replacen("{BCAST, 2,", "{BCAST, 3,", 1)).expect("a file");
    let (status, message) = refused(at, "tune check changed.c --for shim");
    assert!(status == Some(1) && message.contains("the tables were changed"), "{message}");
    let readme = fs::read_to_string(at.join("shim/README.md")).expect("a page");
    assert!(readme.contains("mpicc -O2 -shared -fPIC") && readme.contains("LD_PRELOAD"), "{readme}");
    let (status, message) = refused(at, &format!("tune import shim/logpine-shim.c --for shim {GRID}"));
    assert!(status == Some(2) && message.contains("manifest.json"), "{message}");

    let manifest = fs::read_to_string(at.join("shim/manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    let cells = manifest["collectives"][0]["cells"].as_array().expect("cells");
    let is_of = |cell: &&serde_json::Value| cell["ranks"] == 16 && cell["setting"]["algorithm"] == "earliest";
    let cell = cells.iter().rfind(is_of).expect("a cell with a tree of the shim's own");
    let setting = &cell["setting"];
    let number = |value: &serde_json::Value| value.as_u64().unwrap_or(u64::MAX);
    let [gap, delivery, most] = ["gap", "delivery", "most_children"].map(|name| number(&setting["earliest"][name]));
    let bytes = number(&cell["bytes"]);
    let messages = bytes.div_ceil(number(&setting["segment"]).min(bytes));
    let edges = earliest_edges(16, gap, delivery, most);
    let of_shim = profiles(at, &edges, 16, messages, bytes).split(' ').map(str::to_owned).collect::<Vec<_>>();
    for file in &of_shim {
        let profile = fs::read_to_string(at.join(file)).expect("a file").replace("I\t", "E\t");
        fs::write(at.join(file), profile).expect("a file");
    }
    let files = of_shim.join(" ");
    let verified = done(at, &format!("tune verify shim {files} --collective bcast -s {bytes}B"));
    assert!(verified.contains("verified: earliest") && verified.contains("15 edges as meant"), "{verified}");
    fs::write(at.join("none"), "# POINT TO POINT\nI\t0\t1\t8 bytes\t1 msgs sent\n").expect("a file");
    let (_, none) = refused(at, &format!("tune verify shim none --collective bcast -s {bytes}B"));
    assert!(none.contains("LD_PRELOAD") || none.contains("ranks"), "{none}");
    let (_, other) = refused(at, &format!("tune verify shim {files} --collective bcast -s {bytes}B --root 1"));
    assert!(other.contains("something else ran"), "{other}");
}

#[test]
fn faults_are_listed_with_their_places() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let at = directory.path();
    fs::write(at.join("rules.conf"), "1\n7\n1\n010\n2\n0 6 0 0\n512 99 0 0\n").expect("a file");
    let (status, message) = refused(at, "tune check rules.conf --for openmpi-5");
    assert_eq!(status, Some(1), "{message}");
    assert!(message.contains("rules.conf:4:1: error: `010` is an octal number"), "{message}");
    assert!(message.contains("rules.conf:7:5: error: "), "{message}");
    let (status, message) = refused(at, &format!("tune import rules.conf --for openmpi-5 {GRID}"));
    assert!(status == Some(2) && message.contains("octal"), "{message}");
    let (status, message) = refused(at, "tune write --for openmpi-5 -m logp-textbook -n 2..8 -s 8B..64B -o none");
    assert!(
        status == Some(2) && message.contains("choose another --model") && !message.contains("--bytes"),
        "{message}"
    );
    let (status, message) = refused(at, "tune check absent.conf --for openmpi-5");
    assert!(status == Some(2) && message.contains("cannot read the tuning file absent.conf"), "{message}");
}
