//! The trees that MPI libraries build, rank by rank.
//!
//! Ranks are counted from the root: rank v stands for rank (v + root) modulo n. All of them were held against the messages
//! that the libraries really sent.
//!
//! | tree | of | children of v, in the order of the sends, or of the receptions of a reduction |
//! |---|---|---|
//! | flat | Open MPI linear | 0: 1, 2, ... n - 1 |
//! | chains | Open MPI chain; pipeline with 1 | 0: the heads of runs, the longer ones first; else v + 1 |
//! | by levels | Open MPI binary; PRRTE's daemons | v + j k^d, j = 1 .. k, at depth d |
//! | doubling | Open MPI binomial broadcast | v + 2^i > 2 v, i rising |
//! | k-nomial | Open MPI knomial, MPICH `knomial_2` and binomial | v + j k^i below the lowest digit of v, i falling |
//! | small first | binomial reductions of both; Flux' binomial tree | v + 2^i below the lowest bit of v, i rising |
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
mod tests;
