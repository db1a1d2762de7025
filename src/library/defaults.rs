//! The choices that libraries make by themselves, as far as they are known.

use super::algorithms::{named, numbered};
use super::openmpi_defaults;
use super::setting::Setting;
use super::version::{Library, Maker};
use crate::request::MpiCollective;

/// The setting that a library chooses by itself for a number of ranks and a size, as the collective defines it; `None` if it
/// is not known.
#[must_use]
pub fn default_of(library: Library, collective: MpiCollective, ranks: u64, bytes: u64) -> Option<Setting> {
    let native = match library.maker() {
        Maker::OpenMpi if library == Library::OpenMpi6 => return None,
        Maker::OpenMpi => numbered(library, collective, openmpi_defaults::chosen(collective, ranks, bytes)?)?,
        Maker::Mpich => named(library, collective, between_nodes(collective, ranks, bytes)?)?,
        Maker::Ucc | Maker::Impi | Maker::Shim => return None,
    };
    // Neither library sets a fanout or segments by itself.
    let fanout = native.knobs.fanout.map(|fanout| fanout.default);
    Some(Setting { fanout, ..Setting::plain(native) })
}

/// The choice of MPICH's selection file for one rank a node, an operator that commutes and data without holes: the sizes are the
/// defaults of `MPIR_CVAR_BCAST_SHORT_MSG_SIZE`, `MPIR_CVAR_REDUCE_SHORT_MSG_SIZE` and their like. On a node, broadcasts and
/// reductions go through shared memory instead.
fn between_nodes(collective: MpiCollective, ranks: u64, bytes: u64) -> Option<&'static str> {
    let (is_power, total) = (ranks.is_power_of_two(), bytes.saturating_mul(ranks));
    Some(match collective {
        MpiCollective::Bcast if ranks < 8 || bytes <= 12_288 => "binomial",
        MpiCollective::Bcast if is_power && bytes <= 524_288 => "scatter_recursive_doubling_allgather",
        MpiCollective::Bcast => "scatter_ring_allgather",
        MpiCollective::Reduce if bytes <= 2_048 => "binomial",
        MpiCollective::Reduce => "reduce_scatter_gather",
        MpiCollective::Allreduce if bytes <= 8 => "recursive_doubling",
        MpiCollective::Allreduce => "reduce_scatter_allgather",
        MpiCollective::Allgather if is_power && total < 524_288 => "recursive_doubling",
        MpiCollective::Allgather if !is_power && total < 81_920 => "brucks",
        MpiCollective::Allgather => "ring",
        MpiCollective::Alltoall if ranks > 8 && bytes <= 256 => "brucks",
        MpiCollective::Alltoall if bytes <= 32_768 => return None,
        MpiCollective::ReduceScatter if bytes < 524_288 => "recursive_halving",
        MpiCollective::Alltoall | MpiCollective::ReduceScatter => "pairwise",
        MpiCollective::Scatter | MpiCollective::Gather => "binomial",
        MpiCollective::Barrier => return None,
    })
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
