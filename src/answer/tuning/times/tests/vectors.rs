//! Algorithms of vectors, as the sources of Open MPI and MPICH have them, rank by rank.

use super::executor::{Act, Rank, programs};
use super::trees::{Ranks, segments};

fn floor_power(all: usize) -> usize {
    let mut power = 1;
    while power * 2 <= all {
        power *= 2;
    }
    power
}

/// `count` elements in blocks, the first ones with one more.
fn early(count: u64, blocks: usize, block: usize) -> u64 {
    count / blocks as u64 + u64::from((block as u64) < count % blocks as u64)
}

/// `ompi_coll_base_bcast_intra_scatter_allgather` and `.._ring`, `MPIR_Bcast_intra_scatter_..`.
pub fn scatter_allgather(ranks: u64, bytes: u64, is_ring: bool) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let (me, size) = (rank.me, rank.all);
        let block = bytes.div_ceil(size as u64);
        let left = |from: usize| bytes.saturating_sub(from as u64 * block);
        let mut current = if me == 0 { bytes } else { 0 };
        let mut mask = 1;
        while mask < size {
            if me & mask != 0 {
                if left(me) > 0 {
                    rank.receive(me - mask);
                    // The parent keeps what is before this rank, and has sent what is behind the subtree to others.
                    current = left(me).min(mask as u64 * block);
                }
                break;
            }
            mask *= 2;
        }
        mask /= 2;
        while mask > 0 {
            if me + mask < size {
                let sent = current.saturating_sub(block * mask as u64);
                if sent > 0 {
                    rank.send(me + mask, sent);
                    current -= sent;
                }
            }
            mask /= 2;
        }
        if is_ring {
            for step in 0..size - 1 {
                let length = left((me + size - step) % size).min(block);
                rank.exchange((me + 1) % size, length, (me + size - 1) % size);
            }
        } else {
            allgather_by_doubling(rank, &|from, to| left(from).min((to - from) as u64 * block));
        }
    })
}

/// The exchanges of growing groups, and what those with a partner pass on to those without. `length` gives the bytes of blocks.
pub fn allgather_by_doubling(rank: &mut Rank, length: &dyn Fn(usize, usize) -> u64) {
    let (me, size) = (rank.me, rank.all);
    let mut mask = 1;
    while mask < size {
        let (mine, other) = (me / mask * mask, (me ^ mask) / mask * mask);
        if me ^ mask < size {
            rank.exchange(me ^ mask, length(mine, size.min(mine + mask)), me ^ mask);
        }
        if other + mask > size {
            let complete = size.checked_sub(mine + mask);
            let mut half = mask / 2;
            while half > 0 {
                let (peer, root) = (me ^ half, me / (2 * half) * 2 * half);
                let has = |of: usize| complete.is_some_and(|complete| of < root + complete);
                if peer > me && has(me) && !has(peer) {
                    rank.send(peer, length(mine + mask, size));
                } else if peer < me && has(peer) && !has(me) {
                    rank.receive(peer);
                }
                half /= 2;
            }
        }
        mask *= 2;
    }
}

/// `ompi_coll_base_bcast_intra_split_bintree` along a binary tree.
pub fn split_binary(ranks: u64, tree: &Ranks, bytes: u64, segment: Option<u64>) -> Vec<Vec<Act>> {
    let halves = [bytes - bytes / 2, bytes / 2];
    let cut = halves.map(|half| segments(half, segment, false));
    programs(ranks, |rank| {
        let (me, size) = (rank.me, rank.all);
        let side = (me + 1) % 2;
        if me == 0 {
            for index in 0..cut[0].len() {
                for (side, &child) in tree.of(0).iter().enumerate() {
                    if let Some(&length) = cut[side].get(index) {
                        rank.send(child, length);
                    }
                }
            }
        } else {
            for &length in &cut[side] {
                rank.receive(tree.parents[&me]);
                for &child in tree.of(me) {
                    rank.send(child, length);
                }
            }
        }
        let pair = if side == 0 { me + 1 } else { me.wrapping_sub(1) };
        if size % 2 == 1 {
            if me != 0 {
                rank.exchange(pair, halves[side], pair);
            }
        } else if me == 0 {
            rank.send(size - 1, halves[1]);
        } else if me == size - 1 {
            rank.receive(0);
        } else {
            rank.exchange(pair, halves[side], pair);
        }
    })
}

/// The ways of Rabenseifner's algorithm.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Source {
    OpenMpi,
    Mpich,
}

/// A reduction, or an allreduce, by recursive halving: `ompi_coll_base_reduce_intra_redscat_gather`,
/// `ompi_coll_base_allreduce_intra_redscat_allgather` and MPICH's `reduce_scatter_gather`, `reduce_scatter_allgather`.
pub fn rabenseifner(ranks: u64, bytes: u64, source: Source, is_allreduce: bool) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let (me, size) = (rank.me, rank.all);
        let power = floor_power(size);
        let rest = size - power;
        // MPICH's allreduce keeps the odd ranks, the others the even ones.
        let stays = usize::from(source == Source::Mpich && is_allreduce);
        let real = |number: usize| if number < rest { 2 * number + stays } else { number + rest };
        let (left, right) = (bytes / 2, bytes - bytes / 2);
        let number = if me < 2 * rest { (me % 2 == stays).then_some(me / 2) } else { Some(me - rest) };
        if me < 2 * rest {
            match (source, number) {
                (Source::Mpich, Some(_)) => rank.combine(me ^ 1),
                (Source::Mpich, None) => rank.send(me ^ 1, bytes),
                (Source::OpenMpi, Some(_)) => {
                    rank.send(me + 1, right);
                    rank.combine(me + 1);
                    rank.receive(me + 1);
                }
                (Source::OpenMpi, None) => {
                    rank.send(me - 1, left);
                    rank.combine(me - 1);
                    rank.send(me - 1, right);
                }
            }
        }
        if let Some(own) = number {
            // The windows in units of blocks for MPICH, in bytes for Open MPI.
            let count = |from: usize, to: usize| (from..to).map(|block| early(bytes, power, block)).sum::<u64>();
            let mut steps = Vec::new();
            let (mut from, mut to, mut width) = (0, power, bytes);
            let mut mask = 1;
            while mask < power {
                let peer = own ^ mask;
                let middle = usize::midpoint(from, to);
                let halves = match source {
                    Source::Mpich => [count(from, middle), count(middle, to)],
                    Source::OpenMpi => [width / 2, width - width / 2],
                };
                let (kept, sent) = if own < peer { (halves[0], halves[1]) } else { (halves[1], halves[0]) };
                rank.send(real(peer), sent);
                rank.combine(real(peer));
                (from, to) = if own < peer { (from, middle) } else { (middle, to) };
                width = kept;
                steps.push((mask, kept));
                mask *= 2;
            }
            for (mask, kept) in steps.into_iter().rev() {
                let peer = own ^ mask;
                if is_allreduce {
                    rank.exchange(real(peer), kept, real(peer));
                } else if own >= mask {
                    rank.send(real(peer), kept);
                    break;
                } else {
                    rank.receive(real(peer));
                }
            }
        }
        if is_allreduce && me < 2 * rest {
            if me % 2 == stays {
                rank.send(me ^ 1, bytes);
            } else {
                rank.receive(me ^ 1);
            }
        }
    })
}

/// `ompi_coll_base_allreduce_intra_recursivedoubling`, `MPIR_Allreduce_intra_recursive_doubling`.
pub fn doubling(ranks: u64, bytes: u64) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let (me, power) = (rank.me, floor_power(rank.all));
        let rest = rank.all - power;
        if me < 2 * rest && me.is_multiple_of(2) {
            rank.send(me + 1, bytes);
            rank.receive(me + 1);
            return;
        }
        if me < 2 * rest {
            rank.combine(me - 1);
        }
        let own = if me < 2 * rest { me / 2 } else { me - rest };
        let mut distance = 1;
        while distance < power {
            let peer = own ^ distance;
            let peer = if peer < rest { 2 * peer + 1 } else { peer + rest };
            rank.send(peer, bytes);
            rank.combine(peer);
            distance *= 2;
        }
        if me < 2 * rest {
            rank.send(me - 1, bytes);
        }
    })
}

/// `ompi_coll_base_allreduce_intra_ring` and `MPIR_Allreduce_intra_ring`.
pub fn ring_allreduce(ranks: u64, bytes: u64, source: Source) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let (me, size) = (rank.me, rank.all);
        let (next, before) = ((me + 1) % size, (me + size - 1) % size);
        let ceiling = bytes.div_ceil(size as u64);
        let length = |block: usize| match source {
            Source::OpenMpi => early(bytes, size, block),
            Source::Mpich => bytes.saturating_sub(ceiling * block as u64).min(ceiling),
        };
        let first = if source == Source::OpenMpi { me } else { before };
        for step in 0..size - 1 {
            rank.send(next, length((first + size - step) % size));
            rank.combine(before);
        }
        let first = if source == Source::OpenMpi { next } else { me };
        for step in 0..size - 1 {
            let (sent, coming) = ((first + size - step) % size, (first + 2 * size - step - 1) % size);
            let is_sent = |block| source == Source::OpenMpi || length(block) > 0;
            if is_sent(sent) {
                rank.send(next, length(sent));
            }
            if is_sent(coming) {
                rank.receive(before);
            }
        }
    })
}

/// `ompi_coll_base_reduce_scatter_intra_ring`.
pub fn ring_reduce_scatter(ranks: u64, bytes: u64) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let (me, size) = (rank.me, rank.all);
        let before = (me + size - 1) % size;
        rank.send((me + 1) % size, early(bytes, size, before));
        for k in 2..size {
            rank.combine(before);
            rank.send((me + 1) % size, early(bytes, size, (me + size - k) % size));
        }
        rank.combine(before);
    })
}

/// `MPIR_Reduce_scatter_intra_pairwise`.
pub fn pairwise_reduce_scatter(ranks: u64, bytes: u64) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let (me, size) = (rank.me, rank.all);
        for i in 1..size {
            rank.send((me + i) % size, early(bytes, size, (me + i) % size));
            rank.combine((me + size - i) % size);
        }
    })
}
