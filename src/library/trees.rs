//! The trees that MPI libraries build, rank by rank.
//!
//! Ranks are counted from the root: rank v stands for rank (v + root) modulo n. All of them were held against the messages
//! that the libraries really sent.
//!
//! | tree | of | children of v, in the order of the sends, or of the receptions of a reduction |
//! |---|---|---|
//! | flat | Open MPI linear | 0: 1, 2, ... n - 1 |
//! | chains | Open MPI chain; pipeline with 1 | 0: the heads of runs, the longer ones first; else v + 1 |
//! | by levels | Open MPI binary | v + j k^d, j = 1 .. k, at depth d |
//! | doubling | Open MPI binomial broadcast | v + 2^i > 2 v, i rising |
//! | k-nomial | Open MPI knomial, MPICH `knomial_2` and binomial | v + j k^i below the lowest digit of v, i falling |
//! | small first | binomial reductions of both | v + 2^i below the lowest bit of v, i rising |
//! | contiguous k-nomial | MPICH `knomial_1` | the first of k - 1 runs of k^i ranks, i falling |
//! | heap | MPICH `kary` | k v + 1 .. k v + k |
//! | in order | Open MPI in-order binary reduction | n - 1 is the root of the ranks before it |
//! | earliest | the shim | see [`Earliest`](super::Earliest) |

use super::send_tree::SendTree;

/// The most chains that Open MPI makes.
pub const WIDEST_CHAIN: u64 = 32;

/// A kind of tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tree {
    /// The root sends to all.
    Flat,
    /// As many chains as the fanout says.
    Chains,
    /// One chain.
    Pipeline,
    /// Every rank has as many children as the fanout says, which follow in the next level at the distance of its length.
    Levels,
    /// Binomial; the parent clears the highest bit.
    Doubling,
    /// k-nomial; the parent clears the lowest digit of base k.
    KNomial,
    /// Binomial; the parent clears the lowest bit, and the smallest subtrees come first.
    SmallFirst,
    /// k-nomial; subtrees are runs of ranks.
    KNomialRuns,
    /// k-ary, in heap order.
    Heap,
    /// Binary, in the order of the ranks; the last rank is the root.
    InOrder,
    /// Grown so that each rank gets the message as early as it can; its numbers are those of the setting.
    Earliest,
}

impl Tree {
    /// The name in manifests.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Chains => "chains",
            Self::Pipeline => "pipeline",
            Self::Levels => "levels",
            Self::Doubling => "doubling",
            Self::KNomial => "k-nomial",
            Self::SmallFirst => "small-first",
            Self::KNomialRuns => "k-nomial-runs",
            Self::Heap => "heap",
            Self::InOrder => "in-order",
            Self::Earliest => "earliest",
        }
    }

    /// The fanout if none is given.
    #[must_use]
    pub const fn default_fanout(self) -> u64 {
        match self {
            Self::Chains => 1,
            _ => 2,
        }
    }

    /// The tree among `ranks` ranks; `None` for none, and for [`Tree::Earliest`]. A fanout that the library does not take counts as the nearest that it
    /// takes.
    #[must_use]
    pub fn built(self, ranks: u32, fanout: u64) -> Option<SendTree> {
        let last = ranks.checked_sub(1)?;
        let k = u32::try_from(fanout).unwrap_or(u32::MAX);
        Some(match self {
            Self::Flat => SendTree::grown(0, 0, |rank, _, out| {
                if rank == 0 {
                    out.extend((1..=last).map(|child| (child, 0)));
                }
            }),
            Self::Pipeline => chains(last, 1),
            Self::Chains => chains(last, fanout.clamp(1, WIDEST_CHAIN).min(u64::from(last.max(1)))),
            Self::Levels => levels(ranks, k.max(2)),
            Self::Doubling => SendTree::grown(0, 0, |rank, _, out| {
                let above = (0..32).map(|i| 1u64 << i).filter(|&bit| bit > u64::from(rank));
                let children = above.map(|bit| u64::from(rank) + bit).take_while(|&child| child < u64::from(ranks));
                out.extend(children.filter_map(|child| Some((u32::try_from(child).ok()?, 0))));
            }),
            Self::KNomial => k_nomial(ranks, u64::from(k.max(2))),
            Self::SmallFirst => SendTree::grown(0, 0, |rank, _, out| {
                let bits = (0..32).map(|i| 1u64 << i).take_while(|&bit| u64::from(rank).is_multiple_of(2 * bit));
                let children = bits.map(|bit| u64::from(rank) + bit).take_while(|&child| child < u64::from(ranks));
                out.extend(children.filter_map(|child| Some((u32::try_from(child).ok()?, 0))));
            }),
            Self::KNomialRuns => k_nomial_runs(ranks, u64::from(k.max(2))),
            Self::Heap => SendTree::grown(0, 0, |rank, _, out| {
                let first = u64::from(rank) * u64::from(k.max(1)) + 1;
                let end = (first + u64::from(k.max(1))).min(u64::from(ranks));
                out.extend((first..end).filter_map(|child| Some((u32::try_from(child).ok()?, 0))));
            }),
            Self::InOrder => in_order(ranks),
            Self::Earliest => return None,
        })
    }
}

/// `count` chains over ranks 1 .. `last`; those with one rank more come first. The state of a head is the length of its run.
fn chains(last: u32, count: u64) -> SendTree {
    let count = u32::try_from(count).unwrap_or(1).max(1);
    let (length, longer) = (last / count, last % count);
    SendTree::grown(0, 0, |rank, left, out| {
        if rank > 0 {
            out.extend((left > 1).then(|| (rank + 1, left - 1)));
            return;
        }
        let mut head = 1;
        for chain in 0..count {
            let run = length + u32::from(chain < longer);
            if run > 0 {
                out.push((head, run));
                head += run;
            }
        }
    })
}

/// At depth d, which is the state as k^d, rank v has the children v + j k^d.
fn levels(ranks: u32, k: u32) -> SendTree {
    SendTree::grown(0, 1, |rank, size, out| {
        for j in 1..=k {
            let child = u64::from(rank) + u64::from(j) * u64::from(size);
            let Some(child) = u32::try_from(child).ok().filter(|&child| child < ranks) else { break };
            out.push((child, size.saturating_mul(k)));
        }
    })
}

/// The children of v are v + j k^i for every k^i below its lowest digit of base k that is not 0.
fn k_nomial(ranks: u32, k: u64) -> SendTree {
    let powers = powers(ranks, k);
    SendTree::grown(0, 0, |rank, _, out| {
        let rank = u64::from(rank);
        let below = powers.iter().take_while(|&&power| rank.is_multiple_of(power.saturating_mul(k)));
        let below = below.count();
        for &power in powers[..below].iter().rev() {
            let children = (1..k).map(|j| rank + j * power).take_while(|&child| child < u64::from(ranks));
            out.extend(children.filter_map(|child| Some((u32::try_from(child).ok()?, 0))));
        }
    })
}

/// The first children of v head runs of k^i ranks each, i falling; the state is the number of the first i not yet used,
/// counted from the top.
fn k_nomial_runs(ranks: u32, k: u64) -> SendTree {
    let powers = powers(ranks, k);
    let steps = index(powers.len());
    SendTree::grown(0, 0, |rank, step, out| {
        let mut child = u64::from(rank) + 1;
        for used in step..steps {
            let run = powers[(steps - used - 1) as usize];
            for _ in 1..k {
                let Some(head) = u32::try_from(child).ok().filter(|&head| head < ranks) else { return };
                out.push((head, used + 1));
                child += run;
            }
        }
    })
}

/// The powers of k below the number of ranks.
fn powers(ranks: u32, k: u64) -> Vec<u64> {
    let next = |power: &u64| power.checked_mul(k);
    std::iter::successors(Some(1), next).take_while(|&power| power < u64::from(ranks)).collect()
}

/// The last rank of a run is its root; the ranks before it are the runs of its two children, the one with the smaller ranks
/// being half of the run. The state is the length of the run.
fn in_order(ranks: u32) -> SendTree {
    SendTree::grown(ranks - 1, ranks, |root, length, out| {
        let right = if length > 2 { length / 2 } else { 0 };
        let left = length - 1 - right;
        out.extend((left > 0).then(|| (root - 1, left)));
        out.extend((right > 0).then(|| (root - 1 - left, right)));
    })
}

/// A small number as a state.
fn index(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages that Open MPI 4.1.4 sent, as its component pml/monitoring counted them: a line for each algorithm, fanout and
    /// number of ranks.
    const RECORDED: &str = include_str!("recorded/open-mpi-4.1.4.txt");

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
            let [fanout, ranks]: [u32; 2] =
                [(); 2].map(|()| words.next().and_then(|word| word.parse().ok()).unwrap_or(0));
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
    fn in_order_every_subtree_is_a_run_that_ends_with_its_root() {
        for ranks in 1..=64 {
            let tree = Tree::InOrder.built(ranks, 2).expect("a tree");
            let mut least: Vec<u32> = (0..ranks).collect();
            let mut sizes = vec![1; ranks as usize];
            let edges = edges(&tree);
            for &(from, to) in edges.iter().rev() {
                least[from as usize] = least[from as usize].min(least[to as usize]);
                sizes[from as usize] += sizes[to as usize];
            }
            assert_eq!((tree.root(), edges.len()), (ranks - 1, ranks as usize - 1));
            assert!((0..ranks).all(|rank| rank + 1 - least[rank as usize] == sizes[rank as usize]), "{ranks}");
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
}
