//! The `[bootstrap]` table of a Flux system instance, in which `parent` gives any tree (flux-config-bootstrap(5)).
//!
//! ```text
//! [bootstrap]
//! hosts = [
//!     { host = "n[0-11]" },
//!     { host = "n[12-22]", parent = "n1" },
//! ]
//! ```
//!
//! Hosts stand in the order of ranks. Rank 0 has no parent, and a host without one is a child of rank 0.

use super::host_fold::folded;
use logpine_trees::tree::Tree;
use std::fmt::Write as _;

/// The hosts of a tree in the order of ranks, each with its parent; `names` has the host of each node.
#[must_use]
pub fn flux(tree: &Tree, names: &[&str]) -> String {
    let children = |node: u32| {
        let children = tree.children(node);
        &names[children.start as usize..children.end as usize]
    };
    let below_root = [&names[..1], children(0)].concat();
    let mut text = format!("[bootstrap]\nhosts = [\n    {{ host = \"{}\" }},\n", folded(&below_root));
    for node in tree.internal_nodes().filter(|&node| node > 0) {
        let hosts = folded(children(node));
        let _ = writeln!(text, "    {{ host = \"{hosts}\", parent = \"{}\" }},", names[node as usize]);
    }
    text + "]\n"
}
