//! The dependencies between files: nowhere in a ring, so that each file can be read with those that it uses, and no others.

use crate::code::Code;
use crate::uses::{Import, Names, Uses};
use itertools::Itertools;
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// No files use each other in a ring. A `mod.rs` and the files of its own folder may: what such a folder shares may stand in its
/// `mod.rs`.
#[test]
fn no_files_use_each_other_in_a_ring() {
    let arrows = arrows();
    let between_others: Vec<&Arrow> = arrows.iter().filter(|arrow| !arrow.is_to_own_folder()).collect();
    let mut faults = String::new();
    for ring in rings(&between_others) {
        writeln!(faults, "A ring of {} files. Move what they share into a file of its own:", ring.len()).expect("text");
        let is_of_ring = |arrow: &&&Arrow| [&arrow.user, &arrow.used].iter().all(|file| ring.contains(&file.as_str()));
        for Arrow { user, used, path } in between_others.iter().filter(is_of_ring) {
            writeln!(faults, "    {user} uses {used}: {path}").expect("text");
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

/// A use of another file.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Arrow {
    user: String,
    used: String,
    /// The path in the code of the user.
    path: String,
}

impl Arrow {
    /// True if a file uses the `mod.rs` of its own folder.
    fn is_to_own_folder(&self) -> bool {
        self.user.rsplit_once("::").is_some_and(|(folder, _)| folder == self.used)
    }
}

/// The sets of files that use each other in a ring, in the order of their names.
fn rings<'a>(arrows: &[&'a Arrow]) -> Vec<Vec<&'a str>> {
    let mut graph = DiGraph::<&str, ()>::new();
    let mut nodes = BTreeMap::new();
    for arrow in arrows {
        let [user, used] =
            [&arrow.user, &arrow.used].map(|file| *nodes.entry(file).or_insert_with(|| graph.add_node(file)));
        graph.add_edge(user, used, ());
    }
    let files = |ring: Vec<_>| ring.into_iter().map(|node| graph[node]).sorted().collect();
    tarjan_scc(&graph).into_iter().filter(|ring| ring.len() > 1).map(files).collect()
}

/// All uses of other files. A `mod` alone is none, nor is passing a name on by `pub use`: who imports that name uses the file
/// where it is made.
fn arrows() -> BTreeSet<Arrow> {
    let code = Code::read();
    code.modules.iter().flat_map(|(module, uses)| arrows_of(&code, module, uses)).collect()
}

fn arrows_of(code: &Code, module: &Names, uses: &Uses) -> Vec<Arrow> {
    let is_own_use = |import: &&Import| !import.is_passed_on || uses.words.contains(&import.name);
    let paths = uses.imports.iter().filter(is_own_use).map(|import| &import.path).chain(&uses.paths);
    let arrow = |path: &Names| {
        let used = code.origin(path).map(|origin| origin.module).filter(|used| used != module)?;
        Some(Arrow { user: module.join("::"), used: used.join("::"), path: path.join("::") })
    };
    paths.filter_map(arrow).collect()
}
