//! Trees found by delays: one rank at a time comes late to a collective, and others are late with it.
//!
//! A broadcast makes the ranks below the late one late, a reduction those above it. So for every two ranks it is known whether one is
//! above the other, and the parent of a rank is the one of those above it that has the fewest below itself. What is seen of noise, of
//! messages that wait for their receivers, or of algorithms that follow no tree contradicts itself: a tree is only what explains it all.

use std::fmt;

/// The way of the messages along a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// From the root to all ranks: those below a late rank are late.
    Down,
    /// From all ranks to the root: those above a late rank are late.
    Up,
}

/// The place of a rank in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The parent; `None` for the root.
    pub parent: Option<u32>,
    /// The fewest repetitions that agree on whether some other rank is above this one.
    pub agreeing: u32,
}

/// Why there is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTree {
    /// Two ranks wait for each other.
    EachOther(u32, u32),
    /// The root is below another rank.
    RootBelow(u32),
    /// A rank is below no other, although it is not the root.
    Apart(u32),
    /// Some rank is above only one of a rank and its parent.
    Between {
        /// The rank.
        rank: u32,
        /// The one above it that has the fewest below, which would be its parent.
        parent: u32,
        /// The one that is above only one of the two.
        above: u32,
    },
}

impl fmt::Display for NoTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EachOther(one, other) => write!(
                f,
                "ranks {one} and {other} each make the other late, as in algorithms that follow no tree (a scatter and an allgather)"
            ),
            Self::RootBelow(above) => write!(f, "rank {above} seems to be above the root"),
            Self::Apart(rank) => write!(f, "rank {rank} seems to be below no other rank"),
            Self::Between { rank, parent, above } => {
                write!(
                    f,
                    "rank {above} seems to be above only one of ranks {parent} and {rank}, of which the second is below the first"
                )
            }
        }
    }
}

/// The tree that explains who was late. `late[rank][sleeper]` is the number of repetitions, of `repetitions`, in which `rank` was late
/// while `sleeper` came late; the majority counts.
///
/// # Errors
/// [`NoTree`] with ranks that contradict a tree.
pub fn inferred(late: &[Vec<u32>], repetitions: u32, flow: Flow, root: u32) -> Result<Vec<Found>, NoTree> {
    let ranks = late.len();
    // How often `above` was found above `below`.
    let count = |above: usize, below: usize| {
        let (rank, sleeper) = if flow == Flow::Down { (below, above) } else { (above, below) };
        late.get(rank).and_then(|flags| flags.get(sleeper)).copied().unwrap_or(0)
    };
    let is_above =
        |above: usize, below: usize| above != below && 2 * u64::from(count(above, below)) > u64::from(repetitions);
    let others = |rank: usize| (0..ranks).filter(move |&other| other != rank);
    let below: Vec<usize> =
        (0..ranks).map(|rank| others(rank).filter(|&other| is_above(rank, other)).count()).collect();
    (0..ranks)
        .map(|rank| {
            let above = || others(rank).filter(|&other| is_above(other, rank));
            if let Some(other) = above().find(|&other| is_above(rank, other)) {
                return Err(NoTree::EachOther(number(rank.min(other)), number(rank.max(other))));
            }
            let parent = above().min_by_key(|&other| below[other]);
            match parent {
                Some(above) if number(rank) == root => return Err(NoTree::RootBelow(number(above))),
                None if number(rank) != root => return Err(NoTree::Apart(number(rank))),
                None => {}
                Some(parent) => {
                    let differs = |&other: &usize| other != parent && is_above(other, rank) != is_above(other, parent);
                    if let Some(above) = others(rank).find(differs) {
                        let [rank, parent, above] = [rank, parent, above].map(number);
                        return Err(NoTree::Between { rank, parent, above });
                    }
                }
            }
            let agree = |other| {
                let count = count(other, rank);
                count.max(repetitions.saturating_sub(count))
            };
            let agreeing = others(rank).map(agree).min().unwrap_or(repetitions);
            Ok(Found { parent: parent.map(number), agreeing })
        })
        .collect()
}

/// The number of a rank.
fn number(rank: usize) -> u32 {
    u32::try_from(rank).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Parents = Vec<Option<u32>>;

    /// The ranks from the parent of a rank up to the root; more than there are ranks in a cycle.
    fn ancestors(parents: &Parents, rank: u32) -> Vec<u32> {
        let up = |&rank: &u32| parents[rank as usize];
        std::iter::successors(up(&rank), up).take(parents.len()).collect()
    }

    /// All trees of labelled ranks with that root.
    fn trees(ranks: u32, root: u32) -> Vec<Parents> {
        let others: Vec<u32> = (0..ranks).filter(|&rank| rank != root).collect();
        let mut all = vec![vec![None; ranks as usize]];
        for &rank in &others {
            all = all
                .into_iter()
                .flat_map(|tree| {
                    (0..ranks).filter(move |&parent| parent != rank).map(move |parent| {
                        let mut tree = tree.clone();
                        tree[rank as usize] = Some(parent);
                        tree
                    })
                })
                .collect();
        }
        all.retain(|tree| others.iter().all(|&rank| ancestors(tree, rank).last() == Some(&root)));
        all
    }

    /// All trees of ranks whose parents have smaller numbers.
    fn rising(ranks: u32) -> Vec<Parents> {
        (1..ranks).fold(vec![vec![None]], |trees, rank| {
            let grown = |tree: Parents| (0..rank).map(move |parent| [tree.clone(), vec![Some(parent)]].concat());
            trees.into_iter().flat_map(grown).collect()
        })
    }

    /// The late ranks of every one of `repetitions`.
    fn late(parents: &Parents, flow: Flow, repetitions: u32) -> Vec<Vec<u32>> {
        let ranks = u32::try_from(parents.len()).expect("few");
        let is_late = |rank: u32, sleeper: u32| {
            let (low, high) = if flow == Flow::Down { (rank, sleeper) } else { (sleeper, rank) };
            rank == sleeper || ancestors(parents, low).contains(&high)
        };
        let flags = |rank| (0..ranks).map(|sleeper| u32::from(is_late(rank, sleeper)) * repetitions).collect();
        (0..ranks).map(flags).collect()
    }

    fn parents(found: Result<Vec<Found>, NoTree>) -> Result<Parents, NoTree> {
        found.map(|found| found.into_iter().map(|found| found.parent).collect())
    }

    #[test]
    fn every_tree_is_found() {
        let small = (2..=6u32).flat_map(|ranks| (0..ranks).map(move |root| (root, trees(ranks, root))));
        let small = small.chain((7..=8).map(|ranks| (0, rising(ranks))));
        let mut count = 0;
        for (root, trees) in small {
            for tree in trees {
                for flow in [Flow::Down, Flow::Up] {
                    let found = inferred(&late(&tree, flow, 3), 3, flow, root);
                    assert!(found.as_ref().is_ok_and(|found| found.iter().all(|found| found.agreeing == 3)));
                    assert_eq!(parents(found).as_ref(), Ok(&tree), "{flow:?}");
                }
                count += 1;
            }
        }
        // n^(n-1) labelled trees (Cayley), and (n-1)! rising ones.
        assert_eq!(count, 2 + 9 + 64 + 625 + 7776 + 720 + 5040);
    }

    #[test]
    fn the_majority_counts_and_the_minority_is_told() {
        for flow in [Flow::Down, Flow::Up] {
            for tree in rising(5) {
                let clear = late(&tree, flow, 5);
                for (rank, sleeper) in (0..5usize).flat_map(|rank| (0..5usize).map(move |sleeper| (rank, sleeper))) {
                    let mut noisy = clear.clone();
                    // Two of five are wrong.
                    noisy[rank][sleeper] = if clear[rank][sleeper] == 0 { 2 } else { 3 };
                    let found = inferred(&noisy, 5, flow, 0);
                    let lower = if flow == Flow::Down { rank } else { sleeper };
                    for (of, found) in found.as_deref().expect("a tree").iter().enumerate() {
                        assert_eq!(found.agreeing, if of == lower && rank != sleeper { 3 } else { 5 });
                    }
                    assert_eq!(parents(found), Ok(tree.clone()));
                }
            }
        }
    }

    #[test]
    fn half_is_no_majority() {
        let chain = vec![None, Some(0)];
        let mut flags = late(&chain, Flow::Down, 4);
        flags[1][0] = 2;
        assert_eq!(inferred(&flags, 4, Flow::Down, 0), Err(NoTree::Apart(1)));
        flags[1][0] = 3;
        let found = inferred(&flags, 4, Flow::Down, 0).expect("a tree");
        assert_eq!(found[1], Found { parent: Some(0), agreeing: 3 });
    }

    #[test]
    fn what_is_no_tree_is_said() {
        let all_late = vec![vec![1; 3]; 3];
        assert_eq!(inferred(&all_late, 1, Flow::Down, 0), Err(NoTree::EachOther(0, 1)));
        assert_eq!(inferred(&late(&vec![None; 3], Flow::Up, 1), 1, Flow::Up, 0), Err(NoTree::Apart(1)));
        let chain = vec![None, Some(0), Some(1)];
        assert_eq!(inferred(&late(&chain, Flow::Up, 1), 1, Flow::Up, 1), Err(NoTree::Apart(0)));
        // Read the other way, the chain grows from its end.
        assert_eq!(inferred(&late(&chain, Flow::Down, 1), 1, Flow::Up, 0), Err(NoTree::RootBelow(1)));
        // Rank 3 is below 1 and 2, of which neither is below the other.
        let mut flags = late(&vec![None, Some(0), Some(0), Some(1)], Flow::Down, 1);
        flags[3][2] = 1;
        let contradiction = inferred(&flags, 1, Flow::Down, 0).expect_err("no tree");
        assert_eq!(contradiction, NoTree::Between { rank: 3, parent: 1, above: 2 });
        assert_eq!(
            contradiction.to_string(),
            "rank 2 seems to be above only one of ranks 1 and 3, of which the second is below the first"
        );
    }

    #[test]
    fn a_rank_alone_is_a_tree_and_short_rows_are_not_late() {
        assert_eq!(inferred(&[vec![0]], 1, Flow::Up, 0), Ok(vec![Found { parent: None, agreeing: 1 }]));
        assert_eq!(inferred(&[vec![], vec![]], 1, Flow::Down, 0), Err(NoTree::Apart(1)));
    }
}
