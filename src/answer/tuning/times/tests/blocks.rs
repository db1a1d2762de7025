//! Algorithms of blocks and barriers, as the sources of Open MPI and MPICH have them, rank by rank.

use super::executor::{Act, programs};
use super::vectors::allgather_by_doubling;

pub fn allgather_ring(ranks: u64, bytes: u64) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let (next, before) = ((rank.me + 1) % rank.all, (rank.me + rank.all - 1) % rank.all);
        for _ in 1..rank.all {
            rank.exchange(next, bytes, before);
        }
    })
}

/// `MPIR_Allgather_intra_recursive_doubling`, for any number of ranks.
pub fn allgather_doubling(ranks: u64, bytes: u64) -> Vec<Vec<Act>> {
    programs(ranks, |rank| allgather_by_doubling(rank, &|from, to| (to - from) as u64 * bytes))
}

/// Bruck's allgather: blocks come from behind a growing distance.
pub fn allgather_bruck(ranks: u64, bytes: u64) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let (me, size) = (rank.me, rank.all);
        let (mut have, mut distance) = (1, 1);
        while have < size {
            let sent = distance.min(size - have);
            rank.exchange((me + size - distance) % size, sent as u64 * bytes, (me + distance) % size);
            have += sent;
            distance *= 2;
        }
    })
}

/// `ompi_coll_base_allgather_intra_neighborexchange`.
pub fn neighbours(ranks: u64, bytes: u64) -> Vec<Vec<Act>> {
    if ranks % 2 == 1 {
        return allgather_ring(ranks, bytes);
    }
    programs(ranks, |rank| {
        let (me, size) = (rank.me, rank.all);
        let (next, before) = ((me + 1) % size, (me + size - 1) % size);
        let neighbours = if me.is_multiple_of(2) { [next, before] } else { [before, next] };
        rank.exchange(neighbours[0], bytes, neighbours[0]);
        for i in 1..size / 2 {
            rank.exchange(neighbours[i % 2], 2 * bytes, neighbours[i % 2]);
        }
    })
}

pub fn two_ranks(bytes: u64) -> Vec<Vec<Act>> {
    programs(2, |rank| rank.exchange(1 - rank.me, bytes, 1 - rank.me))
}

/// Open MPI's and MPICH's pairwise exchanges; MPICH's partners differ by the bits of a number if there are 2^q ranks.
pub fn pairwise(ranks: u64, bytes: u64, by_bits: bool) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let (me, size) = (rank.me, rank.all);
        for i in 1..size {
            if by_bits && size.is_power_of_two() {
                rank.exchange(me ^ i, bytes, me ^ i);
            } else {
                rank.exchange((me + i) % size, bytes, (me + size - i) % size);
            }
        }
    })
}

pub fn alltoall_bruck(ranks: u64, bytes: u64) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let (me, size) = (rank.me, rank.all);
        let mut distance = 1;
        while distance < size {
            let blocks = (0..size).filter(|block| block & distance != 0).count() as u64;
            rank.exchange((me + distance) % size, blocks * bytes, (me + size - distance) % size);
            distance *= 2;
        }
    })
}

pub fn binomial_gather(ranks: u64, bytes: u64) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let (me, size) = (rank.me, rank.all);
        let mut mask = 1;
        while mask < size {
            if me & mask != 0 {
                rank.send(me - mask, mask.min(size - me) as u64 * bytes);
                break;
            }
            if me + mask < size {
                rank.receive(me + mask);
            }
            mask *= 2;
        }
    })
}

pub fn binomial_scatter(ranks: u64, bytes: u64) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let (me, size) = (rank.me, rank.all);
        let mut mask = 1;
        while mask < size && me & mask == 0 {
            mask *= 2;
        }
        if me > 0 {
            rank.receive(me - mask);
        }
        while mask > 1 {
            mask /= 2;
            if me + mask < size {
                rank.send(me + mask, mask.min(size - me - mask) as u64 * bytes);
            }
        }
    })
}

pub fn linear(ranks: u64, bytes: u64, is_gather: bool) -> Vec<Vec<Act>> {
    programs(ranks, |rank| match (rank.me, is_gather) {
        (0, true) => (1..rank.all).for_each(|from| rank.receive(from)),
        (0, false) => (1..rank.all).for_each(|to| rank.send(to, bytes)),
        (_, true) => rank.send(0, bytes),
        (_, false) => rank.receive(0),
    })
}

/// `ompi_coll_base_gather_intra_linear_sync`.
pub fn synchronized_gather(ranks: u64, bytes: u64, segment: Option<u64>) -> Vec<Vec<Act>> {
    let first = segment.filter(|&segment| segment > 0 && segment < bytes).unwrap_or(bytes);
    programs(ranks, |rank| {
        if rank.me > 0 {
            rank.receive(0);
            rank.send(0, first);
            rank.send(0, bytes - first);
            return;
        }
        for from in 1..rank.all {
            rank.send(from, 0);
            rank.receive(from);
        }
        (1..rank.all).for_each(|from| rank.receive(from));
    })
}

/// `..reduce_scatter_intra_basic_recursivehalving`, `MPIR_Reduce_scatter_intra_recursive_halving`, and, if `mirrored`,
/// `ompi_coll_base_reduce_scatter_intra_butterfly`.
pub fn reduce_scatter_halving(ranks: u64, bytes: u64, mirrored: bool) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let (me, size) = (rank.me, rank.all);
        let mut power = 1;
        while power * 2 <= size {
            power *= 2;
        }
        let rest = size - power;
        let count = |block: usize| bytes / size as u64 + u64::from((block as u64) < bytes % size as u64);
        let of = |number: usize| {
            if number < rest { count(2 * number) + count(2 * number + 1) } else { count(number + rest) }
        };
        let sum = |from: usize, to: usize| (from..to).map(of).sum::<u64>();
        let real = |number: usize| if number < rest { 2 * number + 1 } else { number + rest };
        let mirror = |number: usize| {
            let mut image = 0;
            let mut bit = 1;
            while bit < power {
                image = 2 * image + usize::from(number & bit != 0);
                bit *= 2;
            }
            image
        };
        if me < 2 * rest && me.is_multiple_of(2) {
            rank.send(me + 1, bytes);
            if mirrored {
                rank.receive(real(mirror(me / 2)));
            } else if count(me) > 0 {
                rank.receive(me + 1);
            }
            return;
        }
        if me < 2 * rest {
            rank.combine(me - 1);
        }
        let own = if me < 2 * rest { me / 2 } else { me - rest };
        let (mut from, mut to) = (0, power);
        let mut mask = if mirrored { 1 } else { power / 2 };
        while mask > 0 && mask < power {
            let middle = usize::midpoint(from, to);
            let low = own & mask == 0;
            let (kept, sent) = if low { ((from, middle), (middle, to)) } else { ((middle, to), (from, middle)) };
            let peer = real(own ^ mask);
            if mirrored || sum(sent.0, sent.1) > 0 {
                rank.send(peer, sum(sent.0, sent.1));
            }
            if mirrored || sum(kept.0, kept.1) > 0 {
                rank.combine(peer);
            }
            (from, to) = kept;
            mask = if mirrored { mask * 2 } else { mask / 2 };
        }
        if !mirrored {
            if me < 2 * rest && count(me - 1) > 0 {
                rank.send(me - 1, count(me - 1));
            }
            return;
        }
        let home = mirror(own);
        if home < rest {
            rank.send(real(home) - 1, count(2 * home));
        }
        if home != own {
            rank.exchange(real(home), count(real(home)), real(home));
        }
    })
}

pub fn barrier_linear(ranks: u64) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        if rank.me > 0 {
            return rank.exchange(0, 1, 0);
        }
        (1..rank.all).for_each(|from| rank.receive(from));
        (1..rank.all).for_each(|to| rank.send(to, 1));
    })
}

pub fn double_ring(ranks: u64) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let (left, right) = ((rank.me + rank.all - 1) % rank.all, (rank.me + 1) % rank.all);
        for _ in 0..2 {
            if rank.me > 0 {
                rank.receive(left);
            }
            rank.send(right, 1);
            if rank.me == 0 {
                rank.receive(left);
            }
        }
    })
}

pub fn barrier_doubling(ranks: u64) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let (me, size) = (rank.me, rank.all);
        let power = if size.is_power_of_two() { size } else { size.next_power_of_two() / 2 };
        if me >= power {
            return rank.exchange(me - power, 1, me - power);
        }
        if me < size - power {
            rank.receive(me + power);
        }
        let mut mask = 1;
        while mask < power {
            rank.exchange(me ^ mask, 1, me ^ mask);
            mask *= 2;
        }
        if me < size - power {
            rank.send(me + power, 1);
        }
    })
}

pub fn dissemination(ranks: u64) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let mut distance = 1;
        while distance < rank.all {
            rank.exchange((rank.me + distance) % rank.all, 1, (rank.me + rank.all - distance) % rank.all);
            distance *= 2;
        }
    })
}

/// `ompi_coll_base_barrier_intra_tree`.
pub fn barrier_tree(ranks: u64) -> Vec<Vec<Act>> {
    programs(ranks, |rank| {
        let (me, size) = (rank.me, rank.all);
        let depth = size.next_power_of_two();
        let mut jump = 1;
        while jump < depth {
            let partner = me ^ jump;
            if partner & (jump - 1) == 0 && partner < size {
                if partner > me { rank.receive(partner) } else { rank.send(partner, 1) }
            }
            jump *= 2;
        }
        jump = depth / 2;
        while jump > 0 {
            let partner = me ^ jump;
            if partner & (jump - 1) == 0 && partner < size {
                if partner > me { rank.send(partner, 1) } else { rank.receive(partner) }
            }
            jump /= 2;
        }
    })
}
