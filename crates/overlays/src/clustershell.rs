//! `ClusterShell`'s `topology.conf`: which gateway runs commands for which nodes.
//!
//! ```text
//! [routes]
//! login1: n[1-11]
//! n1: n[12-23]
//! ```
//!
//! A line for each gateway fixes its children: with several gateways on a line, the nodes are shared among them. The root is
//! the host on which `clush` runs. Checked against `ClusterShell` 1.9.1 and 1.10.1, whose parser refuses a second parent.

use super::host_fold::folded;
use logpine_trees::tree::Tree;
use std::fmt::Write as _;

/// The routes of a tree; `names` has the host of each node.
#[must_use]
pub fn clustershell(tree: &Tree, names: &[&str]) -> String {
    let mut text = "[routes]\n".to_owned();
    for gateway in tree.internal_nodes() {
        let children = tree.children(gateway);
        let _ = writeln!(
            text,
            "{}: {}",
            names[gateway as usize],
            folded(&names[children.start as usize..children.end as usize])
        );
    }
    text
}
