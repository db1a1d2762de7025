//! Collectives with a block for each rank.

use super::Alike;
use super::exchanges::doubling;
use super::message::{Division, Message, Rounds};

/// A gather along the binomial tree, the smallest subtree first, or a scatter, the largest first.
pub(super) fn binomial(ranks: u32, is_gather: bool) -> Rounds {
    let mut rounds = Rounds::new(Division::Equal(ranks));
    let bits = ranks.next_power_of_two().ilog2();
    for step in 0..bits {
        let mask = 1 << if is_gather { step } else { bits - 1 - step };
        let parents = (0..ranks).step_by(2 * mask as usize).filter(|parent| parent + mask < ranks);
        rounds.round(parents.map(|parent| {
            let child = parent + mask;
            let (from, to) = if is_gather { (child, parent) } else { (parent, child) };
            Message::new(from, to, child..(child + mask).min(ranks))
        }));
    }
    rounds
}

/// A gather in which the root asks one rank after the other for its first `segment` bytes; the others follow by themselves.
pub(super) fn synchronized_gather(ranks: u32, bytes: u64, segment: Option<u64>) -> Rounds {
    let first = segment.filter(|&segment| segment > 0).map_or(bytes, |segment| segment.min(bytes));
    // Nothing, the first part, and the rest.
    let mut rounds = Rounds::new(Division::Listed(vec![0, first, bytes]));
    for rank in 1..ranks {
        rounds.round([Message::new(0, rank, 0..1)]);
        rounds.round([Message::new(rank, 0, 1..2)]);
    }
    rounds.round((1..ranks).map(|rank| Message::new(rank, 0, 2..3)));
    rounds
}

/// An allgather by doubling among any number of ranks.
pub(super) fn doubling_allgather(ranks: u32) -> Rounds {
    let mut rounds = Rounds::new(Division::Equal(ranks));
    doubling(&mut rounds, ranks);
    rounds
}

/// The blocks of each round if every rank sends as many as it receives.
pub(super) fn bruck_allgather(ranks: u64) -> Vec<Alike> {
    powers(ranks).map(|distance| Alike { blocks: distance.min(ranks - distance), rounds: 1 }).collect()
}

/// Bruck's alltoall: in the round of a bit, the blocks whose way has the bit.
pub(super) fn bruck_alltoall(ranks: u64) -> Vec<Alike> {
    let blocks = |bit: u64| ranks / (2 * bit) * bit + (ranks % (2 * bit)).saturating_sub(bit);
    powers(ranks).map(|bit| Alike { blocks: blocks(bit), rounds: 1 }).collect()
}

/// Neighbours exchange one block, then pairs of them; for an even number of ranks.
pub(super) fn neighbours(ranks: u64) -> Vec<Alike> {
    vec![Alike { blocks: 1, rounds: 1 }, Alike { blocks: 2, rounds: ranks / 2 - 1 }]
}

/// The powers of two below a number of ranks.
fn powers(ranks: u64) -> impl Iterator<Item = u64> {
    (0..63).map(|bit| 1 << bit).take_while(move |&power| power < ranks)
}
