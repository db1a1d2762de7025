//! The algorithms that selection files can name, with their parameters and the calls that they can serve.
//!
//! An algorithm is `MPIR_<Collective>_<name>`. Selection skips the checks that variables go through: an algorithm that cannot
//! serve a call ends the job there, so that a branch must keep such calls away.

use super::release::Release::{self, R5, R40, R43};

/// The algorithm serves powers of two of ranks alone.
pub const POWER_OF_TWO: u8 = 1;
/// The algorithm needs an element for every rank, rounded down to a power of two.
pub const ENOUGH_ELEMENTS: u8 = 2;
/// The algorithm needs an operator of MPI.
pub const BUILT_IN: u8 = 4;
/// The algorithm needs a commutative operator.
pub const COMMUTATIVE: u8 = 8;
/// The algorithm does not take `MPI_IN_PLACE`.
pub const APART: u8 = 16;
/// The algorithm takes `MPI_IN_PLACE` only.
pub const IN_PLACE: u8 = 32;
/// The algorithm needs blocks of one size.
pub const REGULAR: u8 = 64;
/// The algorithm needs a communicator that has communicators of its nodes.
pub const HIERARCHY: u8 = 128;

const BCAST_TREE: &str =
    "tree_type k is_non_blocking ?topo_overhead ?topo_diff_groups ?topo_diff_switches ?topo_same_switches";
const REDUCE_TREE: &str =
    "buffer_per_child k tree_type chunk_size ?topo_overhead ?topo_diff_groups ?topo_diff_switches ?topo_same_switches";

/// An algorithm of some releases.
#[derive(Debug, PartialEq, Eq)]
pub struct Algorithm {
    /// The collective, such as `ibcast`.
    pub collective: &'static str,
    /// The name after that of the collective, such as `intra_tsp_tree`.
    pub name: &'static str,
    /// The first and the last release.
    releases: (Release, Release),
    /// The parameters, with blanks between them; those with a question mark may be missing.
    parameters: &'static str,
    /// Parameters that it has but files cannot give.
    pub hidden: &'static str,
    /// The needs, as a sum.
    pub needs: u8,
}

impl Algorithm {
    /// True if a release has it.
    pub fn is_of(&self, release: Release) -> bool {
        self.releases.0 <= release && release <= self.releases.1
    }

    /// The parameters, and whether each must be there.
    pub fn parameters(&self) -> impl Iterator<Item = (&'static str, bool)> {
        self.parameters.split_whitespace().map(|name| name.strip_prefix('?').map_or((name, true), |name| (name, false)))
    }

    /// True for the name in files, which is not built for it.
    fn is_named(&self, full_name: &str) -> bool {
        let is_collective = |text: &str| {
            let mut letters = self.collective.chars();
            let first = letters.next().map(|letter| letter.to_ascii_uppercase());
            first.and_then(|first| text.strip_prefix(first)) == Some(letters.as_str())
        };
        let own = full_name.strip_prefix("MPIR_").and_then(|text| text.strip_suffix(self.name));
        own.and_then(|text| text.strip_suffix('_')).is_some_and(is_collective)
    }

    /// The name in files, such as `MPIR_Ibcast_intra_tsp_tree`.
    pub fn full_name(&self) -> String {
        let mut letters = self.collective.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        format!("MPIR_{}{}_{}", first.unwrap_or_default(), letters.as_str(), self.name)
    }
}

/// The algorithms of that full name, those of other releases included.
pub fn named(full_name: &str) -> impl Iterator<Item = &'static Algorithm> {
    ALGORITHMS.iter().filter(move |algorithm| algorithm.is_named(full_name))
}

/// The algorithm of a collective with that name in a release.
pub fn of(release: Release, collective: &str, name: &str) -> Option<&'static Algorithm> {
    let is_it = |of: &&Algorithm| of.collective == collective && of.name == name && of.is_of(release);
    ALGORITHMS.iter().find(is_it)
}

/// A release, first and last.
type Releases = (Release, Release);
const ALL: Releases = (R40, R5);
const OLD: Releases = (R40, R40);
const NEW: Releases = (R43, R5);
const NEWEST: Releases = (R5, R5);

const fn plain(collective: &'static str, name: &'static str, releases: Releases) -> Algorithm {
    Algorithm { collective, name, releases, parameters: "", hidden: "", needs: 0 }
}

const fn bound(collective: &'static str, name: &'static str, releases: Releases, needs: u8) -> Algorithm {
    Algorithm { needs, ..plain(collective, name, releases) }
}

const fn with(
    collective: &'static str,
    name: &'static str,
    releases: Releases,
    parameters: &'static str,
    needs: u8,
) -> Algorithm {
    Algorithm { parameters, ..bound(collective, name, releases, needs) }
}

const fn blind(collective: &'static str, name: &'static str, releases: Releases, hidden: &'static str) -> Algorithm {
    Algorithm { hidden, ..plain(collective, name, releases) }
}

/// All algorithms of MPICH 4.0.2, 4.3.2 and 5.0.
pub static ALGORITHMS: [Algorithm; 195] = [
    plain("allgather", "allcomm_nb", ALL),
    plain("allgather", "inter_local_gather_remote_bcast", ALL),
    plain("allgather", "intra_brucks", ALL),
    with("allgather", "intra_k_brucks", NEW, "k", 0),
    with("allgather", "intra_recexch_doubling", NEW, "k single_phase_recv", 0),
    with("allgather", "intra_recexch_halving", NEW, "k single_phase_recv", 0),
    bound("allgather", "intra_recursive_doubling", ALL, POWER_OF_TWO),
    plain("allgather", "intra_ring", ALL),
    plain("allgatherv", "allcomm_nb", ALL),
    plain("allgatherv", "inter_remote_gather_local_bcast", ALL),
    plain("allgatherv", "intra_brucks", ALL),
    bound("allgatherv", "intra_recursive_doubling", ALL, POWER_OF_TWO),
    plain("allgatherv", "intra_ring", ALL),
    plain("allreduce", "allcomm_nb", ALL),
    plain("allreduce", "inter_reduce_exchange_bcast", ALL),
    with("allreduce", "intra_ccl", NEWEST, "ccl", 0),
    with("allreduce", "intra_k_reduce_scatter_allgather", NEW, "k single_phase_recv", COMMUTATIVE),
    with("allreduce", "intra_recexch", NEW, "k single_phase_recv", 0),
    plain("allreduce", "intra_recursive_doubling", ALL),
    with("allreduce", "intra_recursive_multiplying", NEW, "k", COMMUTATIVE),
    bound("allreduce", "intra_reduce_scatter_allgather", ALL, ENOUGH_ELEMENTS | BUILT_IN),
    bound("allreduce", "intra_ring", NEW, COMMUTATIVE),
    bound("allreduce", "intra_smp", ALL, COMMUTATIVE),
    with("allreduce", "intra_tree", NEW, REDUCE_TREE, 0),
    plain("alltoall", "allcomm_nb", ALL),
    plain("alltoall", "inter_pairwise_exchange", ALL),
    bound("alltoall", "intra_brucks", ALL, APART),
    with("alltoall", "intra_k_brucks", NEW, "k", APART),
    bound("alltoall", "intra_pairwise", ALL, APART),
    bound("alltoall", "intra_pairwise_sendrecv_replace", ALL, IN_PLACE),
    bound("alltoall", "intra_scattered", ALL, APART),
    plain("alltoallv", "allcomm_nb", ALL),
    plain("alltoallv", "inter_pairwise_exchange", ALL),
    bound("alltoallv", "intra_pairwise_sendrecv_replace", ALL, IN_PLACE),
    bound("alltoallv", "intra_scattered", ALL, APART),
    plain("alltoallw", "allcomm_nb", ALL),
    plain("alltoallw", "inter_pairwise_exchange", ALL),
    bound("alltoallw", "intra_pairwise_sendrecv_replace", ALL, IN_PLACE),
    bound("alltoallw", "intra_scattered", ALL, APART),
    plain("barrier", "allcomm_nb", ALL),
    plain("barrier", "inter_bcast", ALL),
    plain("barrier", "intra_dissemination", OLD),
    with("barrier", "intra_k_dissemination", NEW, "k", 0),
    Algorithm { hidden: "single_phase_recv", ..with("barrier", "intra_recexch", NEW, "k", 0) },
    bound("barrier", "intra_smp", ALL, HIERARCHY),
    plain("bcast", "allcomm_nb", ALL),
    plain("bcast", "inter_remote_send_local_bcast", ALL),
    plain("bcast", "intra_binomial", ALL),
    with("bcast", "intra_pipelined_tree", NEW, "tree_type k is_non_blocking chunk_size recv_pre_posted", 0),
    plain("bcast", "intra_scatter_recursive_doubling_allgather", ALL),
    plain("bcast", "intra_scatter_ring_allgather", ALL),
    bound("bcast", "intra_smp", ALL, HIERARCHY),
    with("bcast", "intra_tree", NEW, BCAST_TREE, 0),
    plain("exscan", "allcomm_nb", ALL),
    plain("exscan", "intra_recursive_doubling", ALL),
    plain("gather", "allcomm_nb", ALL),
    plain("gather", "inter_linear", ALL),
    plain("gather", "inter_local_gather_remote_send", ALL),
    plain("gather", "intra_binomial", ALL),
    plain("gatherv", "allcomm_linear", ALL),
    plain("gatherv", "allcomm_nb", ALL),
    plain("iallgather", "inter_sched_local_gather_remote_bcast", ALL),
    plain("iallgather", "intra_sched_brucks", ALL),
    bound("iallgather", "intra_sched_recursive_doubling", ALL, POWER_OF_TWO),
    plain("iallgather", "intra_sched_ring", ALL),
    blind("iallgather", "intra_tsp_brucks", ALL, "k"),
    blind("iallgather", "intra_tsp_recexch_doubling", ALL, "k"),
    blind("iallgather", "intra_tsp_recexch_halving", ALL, "k"),
    plain("iallgather", "intra_tsp_ring", ALL),
    plain("iallgatherv", "inter_sched_remote_gather_local_bcast", ALL),
    plain("iallgatherv", "intra_sched_brucks", ALL),
    bound("iallgatherv", "intra_sched_recursive_doubling", ALL, POWER_OF_TWO),
    plain("iallgatherv", "intra_sched_ring", ALL),
    blind("iallgatherv", "intra_tsp_brucks", ALL, "k"),
    blind("iallgatherv", "intra_tsp_recexch_doubling", ALL, "k"),
    blind("iallgatherv", "intra_tsp_recexch_halving", ALL, "k"),
    plain("iallgatherv", "intra_tsp_ring", ALL),
    plain("iallreduce", "inter_sched_remote_reduce_local_bcast", ALL),
    plain("iallreduce", "intra_sched_naive", ALL),
    plain("iallreduce", "intra_sched_recursive_doubling", ALL),
    bound("iallreduce", "intra_sched_reduce_scatter_allgather", ALL, ENOUGH_ELEMENTS | BUILT_IN),
    bound("iallreduce", "intra_sched_smp", ALL, HIERARCHY),
    with("iallreduce", "intra_tsp_recexch_multiple_buffer", ALL, "k", 0),
    with("iallreduce", "intra_tsp_recexch_reduce_scatter_recexch_allgatherv", ALL, "k", COMMUTATIVE),
    with("iallreduce", "intra_tsp_recexch_single_buffer", ALL, "k", 0),
    bound("iallreduce", "intra_tsp_ring", ALL, COMMUTATIVE),
    with("iallreduce", "intra_tsp_tree", ALL, "buffer_per_child k tree_type chunk_size", 0),
    plain("ialltoall", "inter_sched_pairwise_exchange", ALL),
    bound("ialltoall", "intra_sched_brucks", ALL, APART),
    bound("ialltoall", "intra_sched_inplace", ALL, IN_PLACE),
    bound("ialltoall", "intra_sched_pairwise", ALL, APART),
    bound("ialltoall", "intra_sched_permuted_sendrecv", ALL, APART),
    blind("ialltoall", "intra_tsp_brucks", ALL, "k buffer_per_phase"),
    plain("ialltoall", "intra_tsp_ring", ALL),
    blind("ialltoall", "intra_tsp_scattered", ALL, "batch_size bblock"),
    plain("ialltoallv", "inter_sched_pairwise_exchange", ALL),
    bound("ialltoallv", "intra_sched_blocked", ALL, APART),
    bound("ialltoallv", "intra_sched_inplace", ALL, IN_PLACE),
    blind("ialltoallv", "intra_tsp_blocked", ALL, "bblock"),
    bound("ialltoallv", "intra_tsp_inplace", ALL, IN_PLACE),
    blind("ialltoallv", "intra_tsp_scattered", ALL, "batch_size bblock"),
    plain("ialltoallw", "inter_sched_pairwise_exchange", ALL),
    bound("ialltoallw", "intra_sched_blocked", ALL, APART),
    bound("ialltoallw", "intra_sched_inplace", ALL, IN_PLACE),
    blind("ialltoallw", "intra_tsp_blocked", ALL, "bblock"),
    bound("ialltoallw", "intra_tsp_inplace", ALL, IN_PLACE),
    plain("ibarrier", "inter_sched_bcast", ALL),
    plain("ibarrier", "intra_sched_recursive_doubling", ALL),
    blind("ibarrier", "intra_tsp_k_dissem", NEW, "k"),
    plain("ibarrier", "intra_tsp_recexch", OLD),
    blind("ibarrier", "intra_tsp_recexch", NEW, "k"),
    plain("ibcast", "inter_sched_flat", ALL),
    plain("ibcast", "intra_sched_binomial", ALL),
    bound("ibcast", "intra_sched_scatter_recursive_doubling_allgather", ALL, POWER_OF_TWO),
    plain("ibcast", "intra_sched_scatter_ring_allgather", ALL),
    bound("ibcast", "intra_sched_smp", ALL, HIERARCHY),
    with("ibcast", "intra_tsp_ring", ALL, "chunk_size", 0),
    with("ibcast", "intra_tsp_scatterv_recexch_allgatherv", ALL, "scatterv_k allgatherv_k", 0),
    with("ibcast", "intra_tsp_tree", ALL, "chunk_size tree_type k", 0),
    plain("iexscan", "intra_sched_recursive_doubling", ALL),
    plain("igather", "inter_sched_long", ALL),
    plain("igather", "inter_sched_short", ALL),
    plain("igather", "intra_sched_binomial", ALL),
    blind("igather", "intra_tsp_tree", ALL, "k"),
    plain("igatherv", "allcomm_sched_linear", ALL),
    plain("igatherv", "allcomm_tsp_linear", ALL),
    plain("ineighbor_allgather", "allcomm_sched_linear", ALL),
    plain("ineighbor_allgather", "allcomm_tsp_linear", ALL),
    plain("ineighbor_allgatherv", "allcomm_sched_linear", ALL),
    plain("ineighbor_allgatherv", "allcomm_tsp_linear", ALL),
    plain("ineighbor_alltoall", "allcomm_sched_linear", ALL),
    plain("ineighbor_alltoall", "allcomm_tsp_linear", ALL),
    plain("ineighbor_alltoallv", "allcomm_sched_linear", ALL),
    plain("ineighbor_alltoallv", "allcomm_tsp_linear", ALL),
    plain("ineighbor_alltoallw", "allcomm_sched_linear", ALL),
    plain("ineighbor_alltoallw", "allcomm_tsp_linear", ALL),
    plain("ireduce", "inter_sched_local_reduce_remote_send", ALL),
    plain("ireduce", "intra_sched_binomial", ALL),
    bound("ireduce", "intra_sched_reduce_scatter_gather", ALL, ENOUGH_ELEMENTS | BUILT_IN),
    bound("ireduce", "intra_sched_smp", ALL, HIERARCHY),
    with("ireduce", "intra_tsp_ring", ALL, "buffer_per_child chunk_size", 0),
    with("ireduce", "intra_tsp_tree", OLD, "buffer_per_child k tree_type chunk_size", 0),
    with("ireduce", "intra_tsp_tree", NEW, REDUCE_TREE, 0),
    plain("ireduce_scatter", "inter_sched_remote_reduce_local_scatterv", ALL),
    bound("ireduce_scatter", "intra_sched_noncommutative", ALL, POWER_OF_TWO),
    bound("ireduce_scatter", "intra_sched_pairwise", ALL, COMMUTATIVE),
    plain("ireduce_scatter", "intra_sched_recursive_doubling", ALL),
    bound("ireduce_scatter", "intra_sched_recursive_halving", ALL, COMMUTATIVE),
    blind("ireduce_scatter", "intra_tsp_recexch", ALL, "k"),
    plain("ireduce_scatter_block", "inter_sched_remote_reduce_local_scatterv", ALL),
    bound("ireduce_scatter_block", "intra_sched_noncommutative", ALL, POWER_OF_TWO),
    bound("ireduce_scatter_block", "intra_sched_pairwise", ALL, COMMUTATIVE),
    plain("ireduce_scatter_block", "intra_sched_recursive_doubling", ALL),
    bound("ireduce_scatter_block", "intra_sched_recursive_halving", ALL, COMMUTATIVE),
    blind("ireduce_scatter_block", "intra_tsp_recexch", ALL, "k"),
    plain("iscan", "intra_sched_recursive_doubling", ALL),
    plain("iscan", "intra_sched_smp", ALL),
    plain("iscan", "intra_tsp_recursive_doubling", ALL),
    plain("iscatter", "inter_sched_linear", ALL),
    plain("iscatter", "inter_sched_remote_send_local_scatter", ALL),
    plain("iscatter", "intra_sched_binomial", ALL),
    blind("iscatter", "intra_tsp_tree", ALL, "k"),
    plain("iscatterv", "allcomm_sched_linear", ALL),
    plain("iscatterv", "allcomm_tsp_linear", ALL),
    plain("neighbor_allgather", "allcomm_nb", ALL),
    plain("neighbor_allgatherv", "allcomm_nb", ALL),
    plain("neighbor_alltoall", "allcomm_nb", ALL),
    plain("neighbor_alltoallv", "allcomm_nb", ALL),
    plain("neighbor_alltoallw", "allcomm_nb", ALL),
    plain("reduce", "allcomm_nb", ALL),
    plain("reduce", "inter_local_reduce_remote_send", ALL),
    plain("reduce", "intra_binomial", ALL),
    bound("reduce", "intra_reduce_scatter_gather", ALL, ENOUGH_ELEMENTS | BUILT_IN),
    bound("reduce", "intra_smp", ALL, HIERARCHY | COMMUTATIVE),
    plain("reduce_scatter", "allcomm_nb", ALL),
    plain("reduce_scatter", "inter_remote_reduce_local_scatter", ALL),
    bound("reduce_scatter", "intra_noncommutative", ALL, POWER_OF_TWO | REGULAR),
    bound("reduce_scatter", "intra_pairwise", ALL, COMMUTATIVE),
    plain("reduce_scatter", "intra_recursive_doubling", ALL),
    bound("reduce_scatter", "intra_recursive_halving", ALL, COMMUTATIVE),
    plain("reduce_scatter_block", "allcomm_nb", ALL),
    plain("reduce_scatter_block", "inter_remote_reduce_local_scatter", ALL),
    bound("reduce_scatter_block", "intra_noncommutative", ALL, POWER_OF_TWO),
    bound("reduce_scatter_block", "intra_pairwise", ALL, COMMUTATIVE),
    plain("reduce_scatter_block", "intra_recursive_doubling", ALL),
    bound("reduce_scatter_block", "intra_recursive_halving", ALL, COMMUTATIVE),
    plain("scan", "allcomm_nb", ALL),
    plain("scan", "intra_recursive_doubling", ALL),
    plain("scan", "intra_smp", ALL),
    plain("scatter", "allcomm_nb", ALL),
    plain("scatter", "inter_linear", ALL),
    plain("scatter", "inter_remote_send_local_scatter", ALL),
    plain("scatter", "intra_binomial", ALL),
    plain("scatterv", "allcomm_linear", ALL),
    plain("scatterv", "allcomm_nb", ALL),
];

#[cfg(test)]
mod tests;
