//! Broadcasts, allreduces and reduce-scatters of a vector.

use super::exchanges::{Fold, doubling, ring, scatter};
use super::message::{Division, Message, Rounds};

/// A broadcast: a binomial scatter of blocks, then an allgather by ring or by doubling.
pub(super) fn scatter_allgather(ranks: u32, is_ring: bool) -> Rounds {
    let mut rounds = Rounds::new(Division::Ceiling(ranks));
    scatter(&mut rounds, ranks);
    if is_ring {
        ring(&mut rounds, ranks, 0, |message| message);
    } else {
        doubling(&mut rounds, ranks);
    }
    rounds
}

/// An allreduce of whole vectors; the even ones of the first 2 r ranks stay out.
pub(super) fn doubled(ranks: u32) -> Rounds {
    let fold = Fold::new(ranks, 1);
    let mut rounds = Rounds::new(Division::Even(1));
    rounds.round(fold.pairs().map(|(out, stays)| Message::new(out, stays, 0..1).combined()));
    for mask in fold.masks() {
        rounds.round(fold.exchange(mask, |_| 0..1).map(Message::combined));
    }
    rounds.round(fold.pairs().map(|(out, stays)| Message::new(stays, out, 0..1)));
    rounds
}

/// An allreduce by ring: Open MPI begins with a rank's own block, MPICH with the one before, in blocks of ceil(s / P).
pub(super) fn ring_allreduce(ranks: u32, is_mpich: bool) -> Rounds {
    if is_mpich {
        let mut rounds = Rounds::new(Division::Ceiling(ranks));
        ring(&mut rounds, ranks, ranks - 1, Message::combined);
        ring(&mut rounds, ranks, 0, Message::unless_empty);
        return rounds;
    }
    let mut rounds = Rounds::new(Division::Even(ranks));
    ring(&mut rounds, ranks, 0, Message::combined);
    ring(&mut rounds, ranks, 1, |message| message);
    rounds
}

/// A reduce-scatter by ring.
pub(super) fn ring_reduce_scatter(ranks: u32) -> Rounds {
    let mut rounds = Rounds::new(Division::Even(ranks));
    ring(&mut rounds, ranks, ranks - 1, Message::combined);
    rounds
}

/// A reduce-scatter in which every rank sends to each other its block.
pub(super) fn pairwise_reduce_scatter(ranks: u32) -> Rounds {
    let mut rounds = Rounds::new(Division::Even(ranks));
    for distance in 1..ranks {
        rounds.round((0..ranks).map(|rank| {
            let to = (rank + distance) % ranks;
            Message::new(rank, to, to..to + 1).combined()
        }));
    }
    rounds
}
