//! What each library sends for a setting, by its sources.

use super::executor::{Act, executed as execute};
use super::trees::{Ranks, broadcast, reduction, segments, up_and_down};
use super::vectors::Source;
use super::{blocks, vectors};
use crate::request::MpiCollective::{
    Allgather, Allreduce, Alltoall, Barrier, Bcast, Gather, Reduce, ReduceScatter, Scatter,
};
use logpine_models::model::PortTiming;
use logpine_text::units::Time;
use logpine_tuning::library::{Library, Maker, Setting, Tree};

/// The time of a setting among at least 2 ranks, message by message; `None` if the algorithm is not written down here, ends the
/// program, or gives way to another for some types of elements and not for others.
pub fn executed(library: Library, setting: Setting, ranks: u64, bytes: u64, timing: &dyn PortTiming) -> Option<Time> {
    programs(library, setting, ranks, bytes).map(|programs| execute(&programs, timing))
}

/// The lengths of the shortest and the longest of its messages with content; `None` as for the time, and without such messages.
pub fn lengths(library: Library, setting: Setting, ranks: u64, bytes: u64) -> Option<[u64; 2]> {
    let acts = programs(library, setting, ranks, bytes)?;
    let sent =
        acts.iter().flatten().filter_map(|act| if let Act::Send { bytes, .. } = act { Some(*bytes) } else { None });
    let sent: Vec<u64> = sent.filter(|&bytes| bytes > 0).collect();
    Some([*sent.iter().min()?, *sent.iter().max()?])
}

/// A tree by its edges; an allreduce has none of its own.
fn tree(tree: Tree, ranks: u64, fanout: Option<u64>) -> Ranks {
    let built = tree.built(u32::try_from(ranks).expect("few"), fanout.unwrap_or(tree.default_fanout()));
    let built = built.expect("a tree");
    Ranks::new(built.root() as usize, built.edges())
}

fn programs(library: Library, setting: Setting, ranks: u64, bytes: u64) -> Option<Vec<Vec<Act>>> {
    let native = setting.native;
    // The shim's scatters and gathers along trees go level by level.
    if let Some(own) = setting.tree(ranks).filter(|_| matches!(native.collective, Bcast | Reduce)) {
        let own = Ranks::new(own.root() as usize, own.edges());
        let lengths = segments(bytes, setting.segment, library.maker() == Maker::Mpich);
        return Some(match native.collective {
            Reduce => reduction(ranks, &own, &lengths, library.maker() != Maker::Shim),
            _ => broadcast(ranks, &own, &lengths),
        });
    }
    match library.maker() {
        Maker::OpenMpi => open_mpi(setting, ranks, bytes),
        Maker::Mpich => mpich(setting, ranks, bytes),
        Maker::Impi => others(setting, ranks, bytes, true),
        Maker::Ucc => others(setting, ranks, bytes, false),
        Maker::Shim => None,
    }
}

/// 0 if a vector has fewer elements than `least` whatever their type, 2 if it has as many even of 8 bytes each, else 1.
fn elements(bytes: u64, least: u64) -> u8 {
    u8::from(bytes >= least) + u8::from(bytes >= 8 * least)
}

fn open_mpi(setting: Setting, ranks: u64, bytes: u64) -> Option<Vec<Vec<Act>>> {
    let power = ranks.next_power_of_two() / if ranks.is_power_of_two() { 1 } else { 2 };
    let flat = || tree(Tree::Flat, ranks, None);
    let segment = setting.segment;
    Some(match (setting.native.collective, setting.native.number) {
        (Bcast, 4) if bytes < 2 || segment.is_some_and(|segment| segment > bytes / 2) => {
            broadcast(ranks, &tree(Tree::Pipeline, ranks, None), &segments(bytes, segment, false))
        }
        (Bcast, 4) => vectors::split_binary(ranks, &tree(Tree::Levels, ranks, Some(2)), bytes, segment),
        (Bcast, number @ (8 | 9)) => match elements(bytes, ranks) {
            0 => broadcast(ranks, &flat(), &[bytes]),
            1 => return None,
            _ => vectors::scatter_allgather(ranks, bytes, number == 9),
        },
        (Reduce, 7) => match elements(bytes, power) {
            0 => reduction(ranks, &flat(), &[bytes], true),
            1 => return None,
            _ => vectors::rabenseifner(ranks, bytes, Source::OpenMpi, false),
        },
        (Allreduce, 1) => up_and_down(ranks, &flat(), &[bytes]),
        (Allreduce, 3) => vectors::doubling(ranks, bytes),
        (Allreduce, 4) => match elements(bytes, ranks) {
            0 => vectors::doubling(ranks, bytes),
            1 => return None,
            _ => vectors::ring_allreduce(ranks, bytes, Source::OpenMpi),
        },
        (Allreduce, 6) => vectors::rabenseifner(ranks, bytes, Source::OpenMpi, true),
        (Allgather, 2) => blocks::allgather_bruck(ranks, bytes),
        (Allgather, 3) if !ranks.is_power_of_two() => blocks::allgather_bruck(ranks, bytes),
        (Allgather, 3) => blocks::allgather_doubling(ranks, bytes),
        (Allgather, 4) => blocks::allgather_ring(ranks, bytes),
        (Allgather, 5) => blocks::neighbours(ranks, bytes),
        (Allgather, 6) | (Alltoall | Barrier, 5) => {
            return (ranks == 2).then(|| blocks::two_ranks(bytes.max(1)));
        }
        (Alltoall, 2) => blocks::pairwise(ranks, bytes, false),
        (Alltoall, 3) => blocks::alltoall_bruck(ranks, bytes),
        (Barrier, 1) => blocks::barrier_linear(ranks),
        (Barrier, 2) => blocks::double_ring(ranks),
        (Barrier, 3) => blocks::barrier_doubling(ranks),
        (Barrier, 4) => blocks::dissemination(ranks),
        (Barrier, 6) => blocks::barrier_tree(ranks),
        (Gather, 1) => blocks::linear(ranks, bytes, true),
        (Gather, 2) => blocks::binomial_gather(ranks, bytes),
        (Gather, 3) => blocks::synchronized_gather(ranks, bytes, segment),
        (Scatter, 1 | 3) => blocks::linear(ranks, bytes, false),
        (Scatter, 2) => blocks::binomial_scatter(ranks, bytes),
        (ReduceScatter, number @ (2 | 4)) => blocks::reduce_scatter_halving(ranks, bytes, number == 4),
        (ReduceScatter, 3) => vectors::ring_reduce_scatter(ranks, bytes),
        _ => return None,
    })
}

fn mpich(setting: Setting, ranks: u64, bytes: u64) -> Option<Vec<Vec<Act>>> {
    let power = ranks.next_power_of_two() / if ranks.is_power_of_two() { 1 } else { 2 };
    let with_tree = |kind| {
        let lengths = segments(bytes, setting.segment, true);
        up_and_down(ranks, &tree(kind, ranks, setting.fanout), &lengths)
    };
    Some(match (setting.native.collective, setting.native.name) {
        (Bcast, "scatter_recursive_doubling_allgather") => vectors::scatter_allgather(ranks, bytes, false),
        (Bcast, "scatter_ring_allgather") => vectors::scatter_allgather(ranks, bytes, true),
        (Reduce, "reduce_scatter_gather") if elements(bytes, power) == 2 => {
            vectors::rabenseifner(ranks, bytes, Source::Mpich, false)
        }
        (Allreduce, "recursive_doubling") => vectors::doubling(ranks, bytes),
        (Allreduce, "reduce_scatter_allgather") if elements(bytes, power) == 2 => {
            vectors::rabenseifner(ranks, bytes, Source::Mpich, true)
        }
        (Allreduce, "ring") if bytes.div_ceil(ranks) <= 32_768 => vectors::ring_allreduce(ranks, bytes, Source::Mpich),
        (Allreduce, "tree_kary") => with_tree(Tree::Heap),
        (Allreduce, "tree_knomial_1") => with_tree(Tree::KNomialRuns),
        (Allreduce, "tree_knomial_2") => with_tree(Tree::KNomial),
        (Allgather, "brucks") => blocks::allgather_bruck(ranks, bytes),
        (Allgather, "recursive_doubling") => blocks::allgather_doubling(ranks, bytes),
        (Allgather, "ring") => blocks::allgather_ring(ranks, bytes),
        (Alltoall, "brucks") => blocks::alltoall_bruck(ranks, bytes),
        (Alltoall, "pairwise") => blocks::pairwise(ranks, bytes, true),
        (Scatter, "binomial") => blocks::binomial_scatter(ranks, bytes),
        (Gather, "binomial") => blocks::binomial_gather(ranks, bytes),
        (ReduceScatter, "pairwise") => vectors::pairwise_reduce_scatter(ranks, bytes),
        (ReduceScatter, "recursive_halving") => blocks::reduce_scatter_halving(ranks, bytes, false),
        (Barrier, "dissemination") => blocks::dissemination(ranks),
        _ => return None,
    })
}

/// UCC, and Intel MPI as the MPICH from which it comes.
fn others(setting: Setting, ranks: u64, bytes: u64, is_impi: bool) -> Option<Vec<Vec<Act>>> {
    let has_enough = !is_impi || elements(bytes, ranks) == 2;
    Some(match (setting.native.collective, setting.native.name) {
        (Bcast, "recursive doubling") if has_enough => vectors::scatter_allgather(ranks, bytes, false),
        (Bcast, "ring") if has_enough => vectors::scatter_allgather(ranks, bytes, true),
        (Allreduce, "recursive doubling") => vectors::doubling(ranks, bytes),
        (Allreduce, "rabenseifner") if has_enough => vectors::rabenseifner(ranks, bytes, Source::Mpich, true),
        (Allreduce, "ring") if has_enough => vectors::ring_allreduce(ranks, bytes, Source::Mpich),
        (Allgather, "ring") => blocks::allgather_ring(ranks, bytes),
        (Allgather, "neighbor") => blocks::neighbours(ranks, bytes),
        (Allgather, "bruck") => blocks::allgather_bruck(ranks, bytes),
        (Allgather, "recursive doubling") => blocks::allgather_doubling(ranks, bytes),
        (Alltoall, "pairwise") => blocks::pairwise(ranks, bytes, false),
        (Alltoall, "bruck") => blocks::alltoall_bruck(ranks, bytes),
        (ReduceScatter, "ring") => vectors::ring_reduce_scatter(ranks, bytes),
        (ReduceScatter, "recursive halving") => blocks::reduce_scatter_halving(ranks, bytes, false),
        (ReduceScatter, "pairwise") => vectors::pairwise_reduce_scatter(ranks, bytes),
        (Barrier, "dissemination") => blocks::dissemination(ranks),
        (Barrier, "recursive doubling") => blocks::barrier_doubling(ranks),
        (Gather, "binomial") => blocks::binomial_gather(ranks, bytes),
        (Scatter, "binomial") => blocks::binomial_scatter(ranks, bytes),
        _ => return None,
    })
}
