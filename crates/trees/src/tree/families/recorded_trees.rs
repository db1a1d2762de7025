//! Families against what the systems themselves did: `.ci/overlays` records it and compares it with the installed programs.

use super::splitting::Splitting;
use crate::tree::Shape;
use crate::tree::shape::NodeId;
use itertools::Itertools;

const SLURM: &str = include_str!("recorded/slurm-22.05.8.txt");
const PRRTE: &str = include_str!("recorded/prrte-3.0.14.txt");

/// The lines of a record: what stands before and after the colon.
fn lines(record: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    record.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once(": ").expect("a colon"))
}

/// Two numbers with a space between them.
fn numbers(text: &str) -> (u64, u64) {
    let number = |word: &str| word.parse().expect("a number");
    text.split(' ').map(number).collect_tuple().expect("two numbers")
}

/// The sizes of the subtrees of this many nodes below the root, with their numbers, in order.
fn greedy(nodes: u64, width: u64) -> Vec<(u64, u64)> {
    let mut runs = Vec::new();
    Splitting::Greedy.subtrees(nodes + 1, width, |size, count| runs.push((size, count)));
    runs.into_iter().coalesce(|(a, m), (b, n)| if a == b { Ok((a, m + n)) } else { Err(((a, m), (b, n))) }).collect()
}

#[test]
fn slurm_splits_as_recorded() {
    let (mut widths, mut in_full) = (0, 0);
    for (what, recorded) in lines(SLURM) {
        if let Some(width) = what.strip_prefix("width ") {
            // FNV-1a on whole numbers: the sizes of all splittings of 1 to 1,000 and of 1 to 5,000 nodes, and 0 after each.
            let width = width.parse().expect("a width");
            let fnv = |digest: u64, number: u64| (digest ^ number).wrapping_mul(0x100_0000_01b3);
            let (mut digest, mut few) = (0xcbf2_9ce4_8422_2325, 0);
            for nodes in 1..=5_000 {
                let add = |size, count| (0..count).for_each(|_| digest = fnv(digest, size));
                Splitting::Greedy.subtrees(nodes + 1, width, add);
                digest = fnv(digest, 0);
                if nodes == 1_000 {
                    few = digest;
                }
            }
            assert_eq!(format!("{few:016x} {digest:016x}"), recorded, "width {width}");
            widths += 1;
        } else {
            let (nodes, width) = numbers(what);
            let runs = greedy(nodes, width).iter().map(|(size, count)| format!("{size}x{count}")).join(" ");
            assert_eq!(runs, recorded, "{nodes} nodes, width {width}");
            in_full += 1;
        }
    }
    assert_eq!((widths, in_full), (63, 48));
}

#[test]
fn prrte_launches_as_recorded() {
    let mut trees = 0;
    for (what, recorded) in lines(PRRTE) {
        let (hosts, radix) = numbers(what);
        let mut children = vec![Vec::new(); usize::try_from(hosts).expect("few hosts") + 1];
        for (rank, launch) in (1..).zip(recorded.split(' ')) {
            let (parent, child) = launch.split_once('>').expect("a launch");
            assert_eq!(child.parse(), Ok(rank), "launches stand by child");
            children[parent.parse::<usize>().expect("a rank")].push(rank);
        }
        let shape = Splitting::Even.shape(hosts + 1, radix).expect("few levels");
        assert_eq!(of_ranks(&children, 0), of_shape(&shape, shape.root()), "{hosts} hosts, radix {radix}");
        trees += 1;
    }
    assert_eq!(trees, 54);
}

/// A tree as parentheses around its subtrees, which are sorted: equal if the trees differ in the order of children alone.
fn of_ranks(children: &[Vec<usize>], rank: usize) -> String {
    let subtrees = children[rank].iter().map(|&child| of_ranks(children, child)).sorted();
    format!("({})", subtrees.collect::<String>())
}

/// The same of a shape.
fn of_shape(shape: &Shape, node: NodeId) -> String {
    let subtrees = shape.children(node).iter().flat_map(|group| {
        let subtree = of_shape(shape, group.node);
        (0..group.count).map(move |_| subtree.clone())
    });
    format!("({})", subtrees.sorted().collect::<String>())
}
