//! The trees against those that Open MPI built, and against the parents by their rules.

use super::*;
use logpine_trees::tree::{RankId, RankShape, rank_trees};

/// Messages that Open MPI 4.1.4 sent, as its component pml/monitoring counted them: a line for each algorithm, fanout and
/// number of ranks.
const RECORDED: &str = include_str!("../recorded/open-mpi-4.1.4.txt");

fn edges(tree: &SendTree) -> Vec<(u32, u32)> {
    tree.edges().collect()
}

#[test]
fn trees_are_those_that_open_mpi_built() {
    let mut held = 0;
    for line in RECORDED.lines().filter(|line| !line.starts_with('#')) {
        let (head, pairs) = line.split_once(':').expect("a head");
        let mut words = head.split_whitespace();
        let (collective, number) = (words.next().expect("a name"), words.next().expect("a number"));
        let [fanout, ranks]: [u32; 2] = [(); 2].map(|()| words.next().and_then(|word| word.parse().ok()).unwrap_or(0));
        let tree = match (collective, number) {
            (_, "1") => Tree::Flat,
            (_, "2") => Tree::Chains,
            (_, "3") => Tree::Pipeline,
            ("bcast", "5") | ("reduce", "4") => Tree::Levels,
            ("bcast", "6") => Tree::Doubling,
            ("bcast", "7") => Tree::KNomial,
            ("reduce", "5") => Tree::SmallFirst,
            ("reduce", "6") => Tree::InOrder,
            _ => continue,
        };
        let fanout = if fanout == 0 { tree.default_fanout() } else { u64::from(fanout) };
        let small = |rank: u64| u32::try_from(rank).expect("a rank");
        let built = tree.built(ranks, fanout).expect("a tree");
        let mut found: Vec<(u32, u32)> = built.edges_from(0).map(|(from, to)| (small(from), small(to))).collect();
        let mut sent: Vec<(u32, u32)> = pairs
            .split_whitespace()
            .map(|pair| pair.split_once('>').expect("an edge"))
            .map(|(from, to)| (from.parse().expect("a rank"), to.parse().expect("a rank")))
            .map(|(from, to): (u32, u32)| if collective == "bcast" { (from, to) } else { (to, from) })
            .collect();
        found.sort_unstable();
        sent.sort_unstable();
        assert_eq!(found, sent, "{line}");
        held += 1;
    }
    assert!(held >= 150, "{held}");
}

/// The parent of a rank by rules of their own, which go from the child up.
fn parent(tree: Tree, rank: u32, ranks: u32, k: u32) -> u32 {
    match tree {
        Tree::Flat => 0,
        Tree::Pipeline => rank - 1,
        Tree::Chains => {
            // Ranks are dealt out one by one; the chains then stand one behind the other.
            let mut lengths = vec![0; k.min(ranks - 1) as usize];
            (0..ranks - 1).for_each(|place| lengths[place as usize % (k.min(ranks - 1)) as usize] += 1);
            let mut head = 1;
            for length in lengths {
                if rank == head {
                    return 0;
                }
                head += length;
            }
            rank - 1
        }
        Tree::Levels => {
            let (mut first, mut size) = (0, 1);
            while first + size <= rank {
                (first, size) = (first + size, size * k);
            }
            // The level above has the ranks from `first - size / k` on, and children repeat in its order.
            first - size / k + (rank - first) % (size / k)
        }
        Tree::Doubling => rank & !(1 << rank.ilog2()),
        Tree::SmallFirst => rank & (rank - 1),
        Tree::KNomial => {
            let mut power = 1;
            while (rank / power).is_multiple_of(k) {
                power *= k;
            }
            rank - rank / power % k * power
        }
        Tree::KNomialRuns => {
            // Whoever has the run in which the rank is, run by run.
            let (mut owner, mut length) = (0, 1u32);
            while length < ranks {
                length *= k;
            }
            loop {
                let (mut head, mut found) = (owner + 1, None);
                let mut run = length / k;
                while run > 0 && found.is_none() {
                    for _ in 1..k {
                        if (head..head + run).contains(&rank) {
                            found = Some((head, run));
                            break;
                        }
                        head += run;
                    }
                    run /= k;
                }
                match found.expect("a run") {
                    (head, _) if head == rank => return owner,
                    (head, run) => (owner, length) = (head, run),
                }
            }
        }
        Tree::Heap => (rank - 1) / k,
        Tree::InOrder | Tree::Earliest => unreachable!("another root, or another rule"),
    }
}

#[test]
fn every_tree_has_the_parents_of_its_rule() {
    let of_fanouts = [Tree::Chains, Tree::Levels, Tree::KNomial, Tree::KNomialRuns, Tree::Heap];
    let all = [Tree::Flat, Tree::Pipeline, Tree::Doubling, Tree::SmallFirst].into_iter().chain(of_fanouts);
    for (tree, ranks, k) in all.flat_map(|tree| (2..=64).flat_map(move |n| (2..=8).map(move |k| (tree, n, k)))) {
        let built = tree.built(ranks, k.into()).expect("a tree");
        let mut parents = vec![None; ranks as usize];
        for (from, to) in built.edges() {
            assert_eq!(parents[to as usize].replace(from), None, "{tree:?} {ranks} {k}: {to} twice");
        }
        assert_eq!((parents[0], built.ranks(), built.root()), (None, u64::from(ranks), 0));
        for rank in 1..ranks {
            assert_eq!(parents[rank as usize], Some(parent(tree, rank, ranks, k)), "{tree:?} {ranks} {k}: {rank}");
        }
    }
}

#[test]
fn orders_of_sends() {
    let of = |tree: Tree, ranks, k| edges(&tree.built(ranks, k).expect("a tree"));
    let from_root = |tree, ranks, k| {
        of(tree, ranks, k).into_iter().filter(|&(from, _)| from == 0).map(|(_, to)| to).collect::<Vec<_>>()
    };
    assert_eq!(from_root(Tree::Doubling, 16, 2), [1, 2, 4, 8]);
    assert_eq!(from_root(Tree::SmallFirst, 16, 2), [1, 2, 4, 8]);
    assert_eq!(from_root(Tree::KNomial, 16, 2), [8, 4, 2, 1]);
    assert_eq!(from_root(Tree::KNomial, 12, 3), [9, 3, 6, 1, 2]);
    assert_eq!(from_root(Tree::KNomialRuns, 12, 2), [1, 9]);
    assert_eq!(from_root(Tree::Chains, 16, 3), [1, 6, 11]);
    assert_eq!(of(Tree::KNomialRuns, 12, 2)[2..5], [(1, 2), (1, 6), (1, 8)]);
    assert_eq!(Tree::Chains.built(0, 3), None);
}

/// A tree by the fanouts of its ranks in depth-first order.
fn fanouts(shape: &RankShape, rank: RankId, out: &mut Vec<u64>) {
    out.push(shape.fanout(rank));
    for children in shape.children(rank) {
        (0..children.count).for_each(|_| fanouts(shape, children.child, out));
    }
}

/// Trees that are also in the catalogue of collectives are those of the catalogue.
#[test]
fn trees_of_the_catalogue_are_its_own() {
    let listed = |shape: &RankShape| {
        let mut out = Vec::new();
        fanouts(shape, shape.root(), &mut out);
        out
    };
    for (ranks, k) in (1..80u32).flat_map(|ranks| (2..6).map(move |k| (ranks, k))) {
        let of = u64::from(ranks);
        let common = [
            (Tree::Flat, rank_trees::linear(of)),
            (Tree::Pipeline, rank_trees::chain(of)),
            (Tree::KNomial, rank_trees::k_nomial(of, k)),
            (Tree::Heap, rank_trees::k_ary_heap(of, k)),
        ];
        for (tree, shape) in common {
            let built = tree.built(ranks, k).expect("a tree").shape(false);
            assert_eq!(listed(&built), listed(&shape), "{} {ranks} {k}", tree.name());
        }
    }
}
