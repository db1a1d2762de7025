//! The ranks of leaves in a running MRNet.

use super::mrnet::Topology;
use super::placement::leaves_left_to_right;
use logpine_text::reason::{Reason, reason};
use std::fmt::Write as _;

/// Maps leaves, counted from left to right, to the ranks that MRNet 5 assigns, as tab-separated text.
///
/// MRNet numbers the back-ends first, from 0, in byte order of the text `host:rank`: `n1:10` comes before `n1:2`, and
/// `n10:0` before `n1:0`.
///
/// # Errors
/// [`Reason`] for a wrong number of processes.
pub fn rank_map(topology: &Topology) -> Result<String, Reason> {
    let Topology { tree, processes } = topology;
    if tree.len() != processes.len() {
        return Err(reason!(
            "{processes} processes for a tree of {nodes} nodes: every node needs one",
            processes = processes.len(),
            nodes = tree.len()
        ));
    }
    let names: Vec<String> =
        leaves_left_to_right(tree).into_iter().map(|leaf| processes[leaf as usize].to_string()).collect();
    let mut by_name: Vec<usize> = (0..names.len()).collect();
    by_name.sort_unstable_by_key(|&leaf| (&names[leaf], leaf));
    let mut rank_of = vec![0; names.len()];
    for (rank, &leaf) in by_name.iter().enumerate() {
        rank_of[leaf] = rank;
    }
    let mut text = String::from("# leaf\tprocess\tmrnet_rank\n");
    for (leaf, (name, rank)) in names.iter().zip(rank_of).enumerate() {
        writeln!(text, "{leaf}\t{name}\t{rank}").expect("a string takes all that is written to it");
    }
    Ok(text)
}

/// Maps leaves, counted from left to right, to the processes that they attach to, as tab-separated text. The topology is one of
/// attach mode; `attached` is the number of back-ends of each process without children, from left to right.
#[must_use]
pub fn attachment_map(topology: &Topology, attached: &[u64]) -> String {
    let Topology { tree, processes } = topology;
    let mut text = String::from("# leaf\tattaches_to\n");
    let ends = leaves_left_to_right(tree).into_iter().zip(attached);
    let parents = ends.flat_map(|(end, &attached)| (0..attached).map(move |_| &processes[end as usize]));
    for (leaf, parent) in parents.enumerate() {
        writeln!(text, "{leaf}\t{parent}").expect("a string takes all that is written to it");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mrnet;

    #[test]
    fn ranks_are_in_byte_order_of_the_text() {
        let topology = mrnet::read(b"fe:0 => h:2 c:0 h:10 H:1 ; c:0 => z:0 ;").expect("a valid file");
        let map = rank_map(&topology).expect("launch mode");
        let lines: Vec<&str> = map.lines().skip(1).collect();
        assert_eq!(lines, ["0\th:2\t2", "1\tz:0\t3", "2\th:10\t1", "3\tH:1\t0"]);
    }

    #[test]
    fn back_ends_attach_from_left_to_right() {
        let topology = mrnet::read(b"fe:0 => a:0 b:0 c:0 ; b:0 => d:0 ;").expect("a valid file");
        let map = attachment_map(&topology, &[1, 2, 1]);
        let lines: Vec<&str> = map.lines().skip(1).collect();
        assert_eq!(lines, ["0\ta:0", "1\td:0", "2\td:0", "3\tc:0"]);
    }
}
