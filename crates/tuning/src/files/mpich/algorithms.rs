//! The algorithms that selection files can name, with their parameters and the calls that they can serve.
//!
//! An algorithm is `MPIR_<Collective>_<name>`. Selection skips the checks that variables go through: an algorithm that cannot
//! serve a call ends the job there, so that a branch must keep such calls away.

use super::collectives;
use super::release::Release::{self, R5, R40, R43};
use std::sync::LazyLock;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Algorithm {
    /// The collective, such as `ibcast`.
    pub collective: &'static str,
    /// The name in files, such as `MPIR_Ibcast_intra_tsp_tree`.
    pub full_name: &'static str,
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
    /// The algorithm of a collective, whose name lives as long as the program.
    fn of(self, collective: &'static str) -> Self {
        let (first, rest) = collective.split_at(1);
        let full_name = format!("MPIR_{}{rest}_{}", first.to_ascii_uppercase(), self.name);
        Self { collective, full_name: full_name.leak(), ..self }
    }

    /// True if a release has it.
    pub fn is_of(&self, release: Release) -> bool {
        self.releases.0 <= release && release <= self.releases.1
    }

    /// The parameters, and whether each must be there.
    pub fn parameters(&self) -> impl Iterator<Item = (&'static str, bool)> {
        self.parameters.split_whitespace().map(|name| name.strip_prefix('?').map_or((name, true), |name| (name, false)))
    }
}

/// All algorithms, sorted by collective and name.
pub fn all() -> &'static [Algorithm] {
    static ALL: LazyLock<Vec<Algorithm>> = LazyLock::new(|| {
        let of = |(collectives, algorithm): &(&'static [&'static str], Algorithm)| {
            let algorithm = *algorithm;
            collectives.iter().map(move |collective| algorithm.of(collective))
        };
        let mut all: Vec<Algorithm> = ROWS.iter().flat_map(of).collect();
        all.sort_by_key(|algorithm| (algorithm.collective, algorithm.name));
        all
    });
    &ALL
}

/// The algorithms of that full name, those of other releases included.
pub fn named(full_name: &str) -> impl Iterator<Item = &'static Algorithm> {
    all().iter().filter(move |algorithm| algorithm.full_name == full_name)
}

/// The algorithm of a collective with that name in a release.
pub fn of(release: Release, collective: &str, name: &str) -> Option<&'static Algorithm> {
    let is_it = |of: &&Algorithm| of.collective == collective && of.name == name && of.is_of(release);
    all().iter().find(is_it)
}

/// A release, first and last.
type Releases = (Release, Release);
const ALL: Releases = (R40, R5);
const OLD: Releases = (R40, R40);
const NEW: Releases = (R43, R5);
const NEWEST: Releases = (R5, R5);

const fn plain(name: &'static str, releases: Releases) -> Algorithm {
    Algorithm { collective: "", full_name: "", name, releases, parameters: "", hidden: "", needs: 0 }
}

const fn bound(name: &'static str, releases: Releases, needs: u8) -> Algorithm {
    Algorithm { needs, ..plain(name, releases) }
}

const fn with(name: &'static str, releases: Releases, parameters: &'static str, needs: u8) -> Algorithm {
    Algorithm { parameters, ..bound(name, releases, needs) }
}

const fn blind(name: &'static str, releases: Releases, hidden: &'static str) -> Algorithm {
    Algorithm { hidden, ..plain(name, releases) }
}

const REDUCE_SCATTERS: &[&str] = &["reduce_scatter", "reduce_scatter_block"];
const IREDUCE_SCATTERS: &[&str] = &["ireduce_scatter", "ireduce_scatter_block"];
const ALLGATHERS: &[&str] = &["allgather", "allgatherv"];
const IALLGATHERS: &[&str] = &["iallgather", "iallgatherv"];
const ALLTOALLS: &[&str] = &["alltoall", "alltoallv", "alltoallw"];
const IALLTOALLS: &[&str] = &["ialltoall", "ialltoallv", "ialltoallw"];
/// Those that can hand over to their non-blocking variants.
const BLOCKING: &[&str] = collectives::ALL.split_at(22).0;
/// Those whose non-blocking variants send all messages at once.
const LINEAR: &[&str] = &[
    "igatherv",
    "ineighbor_allgather",
    "ineighbor_allgatherv",
    "ineighbor_alltoall",
    "ineighbor_alltoallv",
    "ineighbor_alltoallw",
    "iscatterv",
];

/// The algorithms of MPICH 4.0.2, 4.3.2 and 5.0, with the collectives that have them.
static ROWS: [(&[&str], Algorithm); 108] = [
    (BLOCKING, plain("allcomm_nb", ALL)),
    (&["allgather"], plain("inter_local_gather_remote_bcast", ALL)),
    (ALLGATHERS, plain("intra_brucks", ALL)),
    (&["allgather"], with("intra_k_brucks", NEW, "k", 0)),
    (&["allgather"], with("intra_recexch_doubling", NEW, "k single_phase_recv", 0)),
    (&["allgather"], with("intra_recexch_halving", NEW, "k single_phase_recv", 0)),
    (ALLGATHERS, bound("intra_recursive_doubling", ALL, POWER_OF_TWO)),
    (ALLGATHERS, plain("intra_ring", ALL)),
    (&["allgatherv"], plain("inter_remote_gather_local_bcast", ALL)),
    (&["allreduce"], plain("inter_reduce_exchange_bcast", ALL)),
    (&["allreduce"], with("intra_ccl", NEWEST, "ccl", 0)),
    (&["allreduce"], with("intra_k_reduce_scatter_allgather", NEW, "k single_phase_recv", COMMUTATIVE)),
    (&["allreduce"], with("intra_recexch", NEW, "k single_phase_recv", 0)),
    (
        &["allreduce", "exscan", "reduce_scatter", "reduce_scatter_block", "scan"],
        plain("intra_recursive_doubling", ALL),
    ),
    (&["allreduce"], with("intra_recursive_multiplying", NEW, "k", COMMUTATIVE)),
    (&["allreduce"], bound("intra_reduce_scatter_allgather", ALL, ENOUGH_ELEMENTS | BUILT_IN)),
    (&["allreduce"], bound("intra_ring", NEW, COMMUTATIVE)),
    (&["allreduce"], bound("intra_smp", ALL, COMMUTATIVE)),
    (&["allreduce"], with("intra_tree", NEW, REDUCE_TREE, 0)),
    (ALLTOALLS, plain("inter_pairwise_exchange", ALL)),
    (&["alltoall"], bound("intra_brucks", ALL, APART)),
    (&["alltoall"], with("intra_k_brucks", NEW, "k", APART)),
    (&["alltoall"], bound("intra_pairwise", ALL, APART)),
    (ALLTOALLS, bound("intra_pairwise_sendrecv_replace", ALL, IN_PLACE)),
    (ALLTOALLS, bound("intra_scattered", ALL, APART)),
    (&["barrier"], plain("inter_bcast", ALL)),
    (&["barrier"], plain("intra_dissemination", OLD)),
    (&["barrier"], with("intra_k_dissemination", NEW, "k", 0)),
    (&["barrier"], Algorithm { hidden: "single_phase_recv", ..with("intra_recexch", NEW, "k", 0) }),
    (&["barrier", "bcast"], bound("intra_smp", ALL, HIERARCHY)),
    (&["bcast"], plain("inter_remote_send_local_bcast", ALL)),
    (&["bcast", "gather", "reduce", "scatter"], plain("intra_binomial", ALL)),
    (&["bcast"], with("intra_pipelined_tree", NEW, "tree_type k is_non_blocking chunk_size recv_pre_posted", 0)),
    (&["bcast"], plain("intra_scatter_recursive_doubling_allgather", ALL)),
    (&["bcast"], plain("intra_scatter_ring_allgather", ALL)),
    (&["bcast"], with("intra_tree", NEW, BCAST_TREE, 0)),
    (&["gather", "scatter"], plain("inter_linear", ALL)),
    (&["gather"], plain("inter_local_gather_remote_send", ALL)),
    (&["gatherv", "scatterv"], plain("allcomm_linear", ALL)),
    (&["iallgather"], plain("inter_sched_local_gather_remote_bcast", ALL)),
    (IALLGATHERS, plain("intra_sched_brucks", ALL)),
    (IALLGATHERS, bound("intra_sched_recursive_doubling", ALL, POWER_OF_TWO)),
    (IALLGATHERS, plain("intra_sched_ring", ALL)),
    (IALLGATHERS, blind("intra_tsp_brucks", ALL, "k")),
    (IALLGATHERS, blind("intra_tsp_recexch_doubling", ALL, "k")),
    (IALLGATHERS, blind("intra_tsp_recexch_halving", ALL, "k")),
    (&["iallgather", "iallgatherv", "ialltoall"], plain("intra_tsp_ring", ALL)),
    (&["iallgatherv"], plain("inter_sched_remote_gather_local_bcast", ALL)),
    (&["iallreduce"], plain("inter_sched_remote_reduce_local_bcast", ALL)),
    (&["iallreduce"], plain("intra_sched_naive", ALL)),
    (
        &["iallreduce", "ibarrier", "iexscan", "ireduce_scatter", "ireduce_scatter_block", "iscan"],
        plain("intra_sched_recursive_doubling", ALL),
    ),
    (&["iallreduce"], bound("intra_sched_reduce_scatter_allgather", ALL, ENOUGH_ELEMENTS | BUILT_IN)),
    (&["iallreduce", "ibcast", "ireduce"], bound("intra_sched_smp", ALL, HIERARCHY)),
    (&["iallreduce"], with("intra_tsp_recexch_multiple_buffer", ALL, "k", 0)),
    (&["iallreduce"], with("intra_tsp_recexch_reduce_scatter_recexch_allgatherv", ALL, "k", COMMUTATIVE)),
    (&["iallreduce"], with("intra_tsp_recexch_single_buffer", ALL, "k", 0)),
    (&["iallreduce"], bound("intra_tsp_ring", ALL, COMMUTATIVE)),
    (&["iallreduce"], with("intra_tsp_tree", ALL, "buffer_per_child k tree_type chunk_size", 0)),
    (IALLTOALLS, plain("inter_sched_pairwise_exchange", ALL)),
    (&["ialltoall"], bound("intra_sched_brucks", ALL, APART)),
    (IALLTOALLS, bound("intra_sched_inplace", ALL, IN_PLACE)),
    (&["ialltoall"], bound("intra_sched_pairwise", ALL, APART)),
    (&["ialltoall"], bound("intra_sched_permuted_sendrecv", ALL, APART)),
    (&["ialltoall"], blind("intra_tsp_brucks", ALL, "k buffer_per_phase")),
    (&["ialltoall", "ialltoallv"], blind("intra_tsp_scattered", ALL, "batch_size bblock")),
    (&["ialltoallv", "ialltoallw"], bound("intra_sched_blocked", ALL, APART)),
    (&["ialltoallv", "ialltoallw"], blind("intra_tsp_blocked", ALL, "bblock")),
    (&["ialltoallv", "ialltoallw"], bound("intra_tsp_inplace", ALL, IN_PLACE)),
    (&["ibarrier"], plain("inter_sched_bcast", ALL)),
    (&["ibarrier"], blind("intra_tsp_k_dissem", NEW, "k")),
    (&["ibarrier"], plain("intra_tsp_recexch", OLD)),
    (&["ibarrier"], blind("intra_tsp_recexch", NEW, "k")),
    (&["ibcast"], plain("inter_sched_flat", ALL)),
    (&["ibcast", "igather", "ireduce", "iscatter"], plain("intra_sched_binomial", ALL)),
    (&["ibcast"], bound("intra_sched_scatter_recursive_doubling_allgather", ALL, POWER_OF_TWO)),
    (&["ibcast"], plain("intra_sched_scatter_ring_allgather", ALL)),
    (&["ibcast"], with("intra_tsp_ring", ALL, "chunk_size", 0)),
    (&["ibcast"], with("intra_tsp_scatterv_recexch_allgatherv", ALL, "scatterv_k allgatherv_k", 0)),
    (&["ibcast"], with("intra_tsp_tree", ALL, "chunk_size tree_type k", 0)),
    (&["igather"], plain("inter_sched_long", ALL)),
    (&["igather"], plain("inter_sched_short", ALL)),
    (&["igather", "iscatter"], blind("intra_tsp_tree", ALL, "k")),
    (LINEAR, plain("allcomm_sched_linear", ALL)),
    (LINEAR, plain("allcomm_tsp_linear", ALL)),
    (&["ireduce"], plain("inter_sched_local_reduce_remote_send", ALL)),
    (&["ireduce"], bound("intra_sched_reduce_scatter_gather", ALL, ENOUGH_ELEMENTS | BUILT_IN)),
    (&["ireduce"], with("intra_tsp_ring", ALL, "buffer_per_child chunk_size", 0)),
    (&["ireduce"], with("intra_tsp_tree", OLD, "buffer_per_child k tree_type chunk_size", 0)),
    (&["ireduce"], with("intra_tsp_tree", NEW, REDUCE_TREE, 0)),
    (IREDUCE_SCATTERS, plain("inter_sched_remote_reduce_local_scatterv", ALL)),
    (IREDUCE_SCATTERS, bound("intra_sched_noncommutative", ALL, POWER_OF_TWO)),
    (IREDUCE_SCATTERS, bound("intra_sched_pairwise", ALL, COMMUTATIVE)),
    (IREDUCE_SCATTERS, bound("intra_sched_recursive_halving", ALL, COMMUTATIVE)),
    (IREDUCE_SCATTERS, blind("intra_tsp_recexch", ALL, "k")),
    (&["iscan"], plain("intra_sched_smp", ALL)),
    (&["iscan"], plain("intra_tsp_recursive_doubling", ALL)),
    (&["iscatter"], plain("inter_sched_linear", ALL)),
    (&["iscatter"], plain("inter_sched_remote_send_local_scatter", ALL)),
    (&["reduce"], plain("inter_local_reduce_remote_send", ALL)),
    (&["reduce"], bound("intra_reduce_scatter_gather", ALL, ENOUGH_ELEMENTS | BUILT_IN)),
    (&["reduce"], bound("intra_smp", ALL, HIERARCHY | COMMUTATIVE)),
    (REDUCE_SCATTERS, plain("inter_remote_reduce_local_scatter", ALL)),
    (&["reduce_scatter"], bound("intra_noncommutative", ALL, POWER_OF_TWO | REGULAR)),
    (REDUCE_SCATTERS, bound("intra_pairwise", ALL, COMMUTATIVE)),
    (REDUCE_SCATTERS, bound("intra_recursive_halving", ALL, COMMUTATIVE)),
    (&["reduce_scatter_block"], bound("intra_noncommutative", ALL, POWER_OF_TWO)),
    (&["scan"], plain("intra_smp", ALL)),
    (&["scatter"], plain("inter_remote_send_local_scatter", ALL)),
];

#[cfg(test)]
mod tests;
