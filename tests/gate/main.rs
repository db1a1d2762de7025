//! The gate: has the program's behaviour moved? 10,000 random questions, and `check` of this repository's files and of mutants of them.
//!
//! Each run leaves two digests, on a line of `questions.txt` or `files.txt`. The first is of facts: exit status, numbers, claims, places of
//! faults, files. The second is of words. `SNAPSHOTS=overwrite cargo test --test gate` renews both: say in the change what moved, and why.
//!
//! An unoptimized program makes every seventh run. To make all, in a minute: `LOGPINE=target/release/logpine cargo test --test gate`, which
//! takes a path relative to this repository's root.

mod corpus;
mod dice;
mod question;
mod run;

use rayon::prelude::*;
use run::Run;
use std::fs;
use std::path::Path;

/// The most runs that a failure lists.
const MOST_LISTED: usize = 20;

#[test]
fn questions() {
    compare("questions", &(0..10_000).collect::<Vec<_>>(), |&seed| question::question(seed));
}

#[test]
fn files() {
    compare("files", &corpus::runs(), Run::clone);
}

/// Holds the digests of runs against the recorded ones.
fn compare<T: Sync>(name: &str, inputs: &[T], run: impl Fn(&T) -> Run + Sync) {
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/gate/{name}.txt"));
    if std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
        let lines: Vec<String> = inputs.par_iter().map(|input| run(input).digests() + "\n").collect();
        return fs::write(recorded, lines.concat()).expect("written");
    }
    let recorded = fs::read_to_string(recorded).expect("a list of digests");
    let recorded: Vec<&str> = recorded.lines().collect();
    assert_eq!(recorded.len(), inputs.len(), "{name}: the number of runs is another; renew the digests");
    let step = if cfg!(debug_assertions) && std::env::var_os("LOGPINE").is_none() { 7 } else { 1 };
    let moved = |(input, before): (&T, &&str)| {
        let (run, before) = (run(input), before.split_once(' ').expect("two digests"));
        let now = run.digests();
        let now = now.split_once(' ').expect("two digests");
        (now != before).then_some((now.0 != before.0, run))
    };
    let moved: Vec<(bool, Run)> = inputs.par_iter().zip(&recorded).step_by(step).filter_map(moved).collect();
    let (facts, words): (Vec<_>, Vec<_>) = moved.iter().partition(|(of_facts, _)| *of_facts);
    // Where facts moved, words are less of a matter.
    let shown = if facts.is_empty() { &words } else { &facts };
    let commands: Vec<String> = shown.iter().take(MOST_LISTED).map(|(_, run)| run.kept()).collect();
    let (runs, facts, words, commands) = (inputs.len().div_ceil(step), facts.len(), words.len(), commands.join("\n"));
    assert!(moved.is_empty(), "{name}: of {runs} runs, facts moved in {facts}, words alone in {words}:\n{commands}");
}
