//! The dependencies between the parts of the library: those of the table in CONTRIBUTING.md, and no others.

use crate::uses::{Uses, files, module_of, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The parts by name, each with those that it uses.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// Every arrow of the code is in the table, and every arrow of the table in the code, so that a removed arrow cannot come back
/// unseen.
#[test]
fn arrows_are_those_of_the_table() {
    let (found, allowed) = (found(), table());
    for (part, uses) in &found {
        let allowed = allowed.get(part).unwrap_or_else(|| panic!("`{part}` is not in the table of CONTRIBUTING.md"));
        let new: Vec<_> = uses.difference(allowed).collect();
        assert!(new.is_empty(), "`{part}` must not use {new:?}: see the table of CONTRIBUTING.md");
        let gone: Vec<_> = allowed.difference(uses).collect();
        assert!(gone.is_empty(), "`{part}` uses {gone:?} no more: take them out of the table of CONTRIBUTING.md");
    }
    let gone: Vec<_> = allowed.keys().filter(|part| !found.contains_key(*part)).collect();
    assert!(gone.is_empty(), "{gone:?} are in the table of CONTRIBUTING.md, but not in src/");
}

/// Parts that stay apart whatever the table says, since one is there to judge the other, or to stand without it.
const APART: [(&str, &[&str]); 5] = [
    ("check", &["search", "answer", "collective", "report", "cli"]),
    ("fit", &["model", "tree", "schedule", "search", "answer", "report"]),
    ("network", &["causal", "study", "answer", "search"]),
    ("search", &["answer", "format", "report", "cli"]),
    ("request", &["model", "search", "answer", "report", "cli"]),
];

#[test]
fn what_stands_apart_stays_apart() {
    let found = found();
    for (part, others) in APART {
        let uses = found.get(part).unwrap_or_else(|| panic!("there is no part `{part}`"));
        let used: Vec<_> = others.iter().filter(|other| uses.contains(**other)).collect();
        assert!(used.is_empty(), "`{part}` must not use {used:?}");
        let unknown: Vec<_> = others.iter().filter(|other| !found.contains_key(**other)).collect();
        assert!(unknown.is_empty(), "there are no parts {unknown:?}");
    }
}

/// The rows ``| `part` | `used`, `used` |`` below the heading "What may use what".
fn table() -> Arrows {
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

/// The parts that the code uses, unit tests left out.
fn found() -> Arrows {
    let mut parts = Arrows::new();
    for file in files(&sources()) {
        // lib.rs says which parts there are, and main.rs runs the command line.
        let Some(part) = module_of(&file).into_iter().next() else { continue };
        let uses = Uses::of_file(&file);
        let used = uses.all_paths().filter_map(|path| path.first().cloned());
        parts.entry(part).or_default().extend(used);
    }
    let names: BTreeSet<String> = parts.keys().cloned().collect();
    for (part, uses) in &mut parts {
        uses.retain(|used| used != part && names.contains(used));
    }
    parts
}
