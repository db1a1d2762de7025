//! The choices that libraries make by themselves, as far as they are known.

use super::algorithms::{named, numbered};
use super::openmpi_defaults;
use super::runs::ELEMENT;
use super::setting::Setting;
use super::version::{Library, Maker};
use logpine_models::job::MpiCollective;

/// The setting that a library chooses by itself for a number of ranks and a size, as the collective defines it; `None` if it
/// is not known.
#[must_use]
pub fn default_of(library: Library, collective: MpiCollective, ranks: u64, bytes: u64) -> Option<Setting> {
    let native = match library.maker() {
        // Open MPI 6 has other choices for one rank a node.
        Maker::OpenMpi if library == Library::OpenMpi6 && BY_PLACEMENT.contains(&collective) => return None,
        Maker::OpenMpi => numbered(library, collective, openmpi_defaults::chosen(collective, ranks, bytes)?)?,
        Maker::Mpich => named(library, collective, between_nodes(collective, ranks, bytes))?,
        Maker::Ucc | Maker::Impi | Maker::Shim => return None,
    };
    // Neither library sets a fanout or segments by itself.
    let fanout = native.knobs.fanout.map(|fanout| fanout.default);
    Some(Setting { fanout, ..Setting::plain(native) })
}

/// The collectives for which Open MPI 6 looks at the nodes of the ranks; the others have the figures of 4.1 and 5.0.
const BY_PLACEMENT: [MpiCollective; 2] = [MpiCollective::Bcast, MpiCollective::Allreduce];

/// The choice of MPICH's selection file for one rank a node, an operator that commutes and data without holes: the sizes are the
/// defaults of `MPIR_CVAR_BCAST_SHORT_MSG_SIZE`, `MPIR_CVAR_REDUCE_SHORT_MSG_SIZE` and their like. On a node, broadcasts and
/// reductions go through shared memory instead.
fn between_nodes(collective: MpiCollective, ranks: u64, bytes: u64) -> &'static str {
    let (is_power, total) = (ranks.is_power_of_two(), bytes.saturating_mul(ranks));
    // `count<pow2`, and a barrier has no count.
    let is_short = bytes / ELEMENT < 1 << ranks.max(1).ilog2();
    match collective {
        MpiCollective::Bcast if ranks < 8 || bytes <= 12_288 => "binomial",
        MpiCollective::Bcast if is_power && bytes <= 524_288 => "scatter_recursive_doubling_allgather",
        MpiCollective::Bcast => "scatter_ring_allgather",
        MpiCollective::Reduce if bytes <= 2_048 || is_short => "binomial",
        MpiCollective::Reduce => "reduce_scatter_gather",
        MpiCollective::Allreduce if bytes <= 8 || is_short => "recursive_doubling",
        MpiCollective::Allreduce => "reduce_scatter_allgather",
        MpiCollective::Allgather if is_power && total < 524_288 => "recursive_doubling",
        MpiCollective::Allgather if !is_power && total < 81_920 => "brucks",
        MpiCollective::Allgather => "ring",
        // `comm_size<8`, which MPICH reads as `<=8` behind a condition on the call. Its releases 4.0 and 5.0 send 7 messages a rank among 8.
        MpiCollective::Alltoall if ranks > 8 && bytes <= 256 => "brucks",
        MpiCollective::Alltoall if bytes <= 32_768 => "scattered",
        MpiCollective::ReduceScatter if bytes < 524_288 => "recursive_halving",
        MpiCollective::Alltoall | MpiCollective::ReduceScatter => "pairwise",
        MpiCollective::Scatter | MpiCollective::Gather => "binomial",
        // `k_dissemination` with k = 2 in the newer releases.
        MpiCollective::Barrier => "dissemination",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_mpi_cuts_nothing_and_fans_out_by_its_defaults() {
        let of = |ranks, bytes| {
            default_of(Library::OpenMpi41, MpiCollective::Bcast, ranks, bytes).map(|setting| setting.to_string())
        };
        assert_eq!(of(7, 2 << 20).as_deref(), Some("chain, fanout 1"));
        assert_eq!(of(12, 2 << 20).as_deref(), Some("basic_linear"));
        assert_eq!(of(8, 4).as_deref(), Some("knomial, fanout 4"));
    }

    #[test]
    fn mpich_chooses_by_its_selection_file() {
        let of =
            |collective, ranks, bytes| default_of(Library::Mpich5, collective, ranks, bytes).map(|of| of.native.name);
        // Fewer elements, of 8 bytes each, than 2^floor(log2 P).
        assert_eq!(of(MpiCollective::Allreduce, 100, 511), Some("recursive_doubling"));
        assert_eq!(of(MpiCollective::Allreduce, 100, 512), Some("reduce_scatter_allgather"));
        assert_eq!(of(MpiCollective::Reduce, 1000, 4095), Some("binomial"));
        assert_eq!(of(MpiCollective::Reduce, 1000, 4096), Some("reduce_scatter_gather"));
        assert_eq!(
            [7, 8, 9].map(|ranks| of(MpiCollective::Alltoall, ranks, 256)),
            [Some("scattered"), Some("scattered"), Some("brucks")]
        );
        assert_eq!(
            [257, 32_768, 32_769].map(|bytes| of(MpiCollective::Alltoall, 8, bytes)),
            [Some("scattered"), Some("scattered"), Some("pairwise")]
        );
        assert_eq!(of(MpiCollective::Barrier, 5, 1), Some("dissemination"));
    }

    #[test]
    fn every_number_of_the_table_is_an_algorithm() {
        for (collective, ranks, bits) in
            MpiCollective::ALL.into_iter().flat_map(|of| (1..80).map(move |n| (of, n * n, 0..30)))
        {
            for bytes in bits.map(|bit| 1u64 << bit) {
                assert!(
                    default_of(Library::OpenMpi5, collective, ranks, bytes).is_some(),
                    "{collective:?} {ranks} {bytes}"
                );
            }
        }
    }
}
