//! The dependencies between the parts of the library: those of the table in CONTRIBUTING.md, and no others.

use crate::code::Code;
use crate::uses::OF_CRATES;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The parts by name, each with those that it uses, and a use of each.
type Arrows = BTreeMap<String, BTreeMap<String, String>>;

/// Every arrow of the code is in the table, and every arrow of the table in the code, so that a removed arrow cannot come back
/// unseen.
#[test]
fn arrows_are_those_of_the_table() {
    let (found, allowed) = (found(), table());
    let mut faults = String::new();
    for (part, uses) in &found {
        let Some(allowed) = allowed.get(part) else {
            writeln!(faults, "`{part}` is not in the table").expect("text");
            continue;
        };
        for (used, by) in uses.iter().filter(|(used, _)| !allowed.contains(*used)) {
            writeln!(faults, "`{part}` must not use `{used}`: {by}").expect("text");
        }
        for gone in allowed.iter().filter(|used| !uses.contains_key(*used)) {
            writeln!(faults, "`{part}` uses `{gone}` no more: take it out of the table").expect("text");
        }
    }
    for gone in allowed.keys().filter(|part| !found.contains_key(*part)) {
        writeln!(faults, "`{gone}` is in the table, but not in src/").expect("text");
    }
    assert!(faults.is_empty(), "see \"What may use what\" in CONTRIBUTING.md\n{faults}");
}

/// Parts that stay apart whatever the table says, since one is there to judge the other, or to stand without it.
const APART: [(&str, &[&str]); 4] = [
    ("check", &["search", "answer", "collective", "report", "cli"]),
    ("network", &["study", "answer", "search"]),
    ("search", &["answer", "format", "report", "cli"]),
    ("request", &["model", "search", "answer", "report", "cli"]),
];

#[test]
fn what_stands_apart_stays_apart() {
    let found = found();
    for (part, others) in APART {
        let uses = found.get(part).unwrap_or_else(|| panic!("there is no part `{part}`"));
        let used: Vec<_> = others.iter().filter(|other| uses.contains_key(**other)).collect();
        assert!(used.is_empty(), "`{part}` must not use {used:?}");
        let unknown: Vec<_> = others.iter().filter(|other| !found.contains_key(**other)).collect();
        assert!(unknown.is_empty(), "there are no parts {unknown:?}");
    }
}

/// Reports get the results of engines as types that answers pass on, and reach for nothing else in them.
#[test]
fn reports_see_engines_through_answers() {
    let code = Code::read();
    let of_reports = code.modules.iter().filter(|(module, _)| module.first().is_some_and(|part| part == "report"));
    let paths = of_reports.flat_map(|(module, uses)| uses.all_paths().map(move |path| (module, path)));
    let reached: Vec<String> = paths
        .filter(|(_, path)| path.first().is_some_and(|part| part == "search"))
        .map(|(module, path)| format!("{} in {}", path.join("::"), module.join("::")))
        .collect();
    assert!(reached.is_empty(), "import from `answer`: {reached:?}");
}

/// Checkers share the graph with what they judge, as the statement of the problem, and no code that finds schedules for it.
#[test]
fn checkers_see_of_networks_the_graph_alone() {
    let code = Code::read();
    let of_checkers = code.modules.iter().filter(|(module, _)| module.first().is_some_and(|part| part == "check"));
    let origins = of_checkers.flat_map(|(_, uses)| uses.all_paths().filter_map(|path| code.origin(path)));
    let of_networks: BTreeSet<String> =
        origins.map(|origin| origin.module.join("::")).filter(|module| module.starts_with("network")).collect();
    assert_eq!(of_networks, BTreeSet::from(["network::digraph".to_owned()]));
}

/// The rows ``| `part` | `used`, `used` |`` below the heading "What may use what".
fn table() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("CONTRIBUTING.md")).expect("the file");
    let section = text.split("\n### What may use what\n").nth(1).expect("the section").split("\n## ").next();
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let rows = section.expect("its text").lines().filter(|line| line.starts_with("| `"));
    let row = |line: &str| {
        let mut cells = line.split('|').skip(1).map(names);
        let part = cells.next().and_then(|names| names.into_iter().next()).expect("a part");
        (part, cells.flatten().collect())
    };
    rows.map(row).collect()
}

/// The parts that the code uses, unit tests left out. Who uses a name uses the part that makes it, whichever part passes it on.
fn found() -> Arrows {
    let code = Code::read();
    let mut parts = Arrows::new();
    for (module, uses) in &code.modules {
        // lib.rs says which parts there are.
        let Some(part) = module.first() else { continue };
        // What crates use is in their Cargo.toml.
        if part.starts_with(OF_CRATES) {
            continue;
        }
        let of_part = parts.entry(part.clone()).or_default();
        for path in uses.all_paths() {
            let used = code.origin(path).map_or_else(|| path.clone(), |origin| origin.module);
            let Some(used) = used.into_iter().next().filter(|used| used != part) else { continue };
            of_part.entry(used).or_insert_with(|| format!("{} in {}", path.join("::"), module.join("::")));
        }
    }
    let names: BTreeSet<String> = parts.keys().cloned().collect();
    for uses in parts.values_mut() {
        uses.retain(|used, _| names.contains(used));
    }
    parts
}
