//! The catalogue of collective algorithms.
//!
//! Each collective is a folder and each algorithm a file, or a folder if it is long, named as its family; a reduction or a
//! gather that is a broadcast or a scatter backwards stands in its file. Its [`AlgorithmFamily`] has a name, a one-line
//! description, and one or both of the following forms:
//!
//! - *in stages*: a sequence of O(log P) [stages](crate::schedule::stages), which any [`StageCost`] reads; the blocks of
//!   every message are known, and so is which parameters are worth trying and which a search [chooses](Chosen);
//! - *among ranks*, if it is a broadcast: the members that a search among [models of messages](logpine_models::model::PortTiming)
//!   tries, each an [`Algorithm`] in compressed form with its times and its explicit schedule. Run backwards it is a
//!   reduction.
//!
//! A tree that has both forms is stated in each: among ranks by its equal subtrees, whose number and not that of the ranks decides how
//! long 2^63 ranks take; in stages by the distances of its messages, which models need that see hosts and channels. Tests build both for
//! the same parameters and compare them rank by rank.
//!
//! A message of s bytes that is cut into n blocks can take ways that no single tree has. Block algorithms among ranks are
//!
//! | algorithm | rounds | of |
//! |---|---|---|
//! | [`n_block`] | n - 1 + q, the least there is | s / n bytes |
//! | [`two_tree`] | n + 2q - 3 or n + 2q - 2 | s / n bytes |
//! | [`scatter_allgather`] | q + P - 1, or 2q, and fewer with a wider [`scatter`](scatter_allgather::Scatter) | multiples of s / P bytes |
//!
//! In stages, with q = ceil(log2 P), s bytes of a vector and m of a block, under alpha-beta:
//!
//! | collective | family | time |
//! |---|---|---|
//! | bcast | linear | (P - 1) (alpha + beta s) |
//! | | chain, k segments of z bytes | (k + P - 2) (alpha + beta z), less for a short last segment |
//! | | k-ary of height h, n segments of z bytes | (k (n + h - 2) + min(k, ranks of the last depth)) (alpha + beta z) |
//! | | binomial | q (alpha + beta s) |
//! | | k-nomial | (k - 1) (alpha + beta s) a level |
//! | | nomial, fanouts k1, k2, ... | (k1 - 1 + k2 - 1 + ...) (alpha + beta s) |
//! | | scatter-allgather | (q + P - 1 or 2q) alpha + 2 (P - 1) / P beta s |
//! | reduce | reduce-scatter-gather | (q + P - 1 or 2q) alpha + (P - 1) / P (2 beta + gamma) s |
//! | scatter, gather | linear | (P - 1) (alpha + beta m) |
//! | | binomial | q alpha + (P - 1) beta m |
//! | | k-nomial, P = k^h | (k - 1) h alpha + (P - 1) beta m |
//! | | nomial, P = k1 k2 ... | (k1 - 1 + k2 - 1 + ...) alpha + (P - 1) beta m |
//! | allgather | ring | (P - 1) (alpha + beta m) |
//! | | recursive doubling, Bruck | q alpha + (P - 1) beta m |
//! | | neighbour exchange, even P | P / 2 alpha + (P - 1) beta m |
//! | | k-nomial, P = k^h | (k - 1) h alpha + (P - 1) beta m |
//! | | recursive multiplying, P = r1 r2 ... | (r1 - 1 + r2 - 1 + ...) alpha + (P - 1) beta m |
//! | | gather then bcast | 2q alpha + (P - 1 + q P) beta m |
//! | reduce-scatter | ring, pairwise | (P - 1) alpha + (P - 1) / P (beta + gamma) s |
//! | | recursive halving, circulant | q alpha + (P - 1) / P (beta + gamma) s |
//! | | reduce then scatter | q (alpha + (beta + gamma) s) + q alpha + (P - 1) / P beta s |
//! | allreduce | ring | 2 (P - 1) alpha + (P - 1) / P (2 beta + gamma) s |
//! | | recursive doubling, P = 2^q | q (alpha + (beta + gamma) s) |
//! | | Rabenseifner, P = 2^q; circulant | 2q alpha + (P - 1) / P (2 beta + gamma) s |
//! | | reduce then bcast | q (2 alpha + (2 beta + gamma) s) |
//! | alltoall | linear, pairwise | (P - 1) (alpha + beta m) |
//! | | Bruck | q alpha + about q P / 2 beta m |
//! | barrier | dissemination; recursive doubling, P = 2^q | q (alpha + beta) |
//! | | binomial | 2q (alpha + beta) |
//! | | linear | 2 (P - 1) (alpha + beta) |
//!
//! If P is not a power of two, a fold adds 2 (alpha + beta s) + gamma s around the 2^floor(log2 P) first ranks. Vectors
//! are cut into P blocks (Rabenseifner's into as many as there are ranks in the exchange) that differ by at most a byte,
//! and a stage costs its longest message, unless every message counts by itself ([`stages_time`]). So (P - 1) / P s
//! stands for a sum of whole bytes, never less. A reduction is the broadcast backwards with gamma s more a stage. Rank 0
//! is the root; for root r, rank i stands for rank i + r modulo P.
//!
//! Chains, rings and exchanges of all with all (pairwise, linear) also go along the hosts, `order = hosts`: their
//! neighbours are then those in the order of the hosts and not of the ranks ([`Numbering::Hosts`]), which matters if
//! ranks are not mapped sequentially.
//!
//! [`StageCost`]: logpine_models::model::stage::StageCost
//! [`stages_time`]: logpine_models::model::stage::stages_time
//! [`Numbering::Hosts`]: logpine_models::model::stage::Numbering::Hosts

mod algorithm;
mod allgather;
mod allreduce;
mod alltoall;
mod barrier;
mod bcast;
mod cutting;
mod family;
mod fold;
mod gather;
mod known;
mod member;
mod offered;
mod question;
mod rank_tree;
mod reduce;
mod reduce_scatter;
mod scatter;
mod setting;
mod style;
mod unknown_tree;

pub use algorithm::{Algorithm, AlgorithmTime, Assignment, Timed};
pub use allgather::recursive_multiplying;
pub use bcast::scatter_allgather;
pub use bcast::{n_block, two_tree};
pub use cutting::{Cut, Cutting, Exhaustive, Sizes};
pub use family::AlgorithmFamily;
pub use known::Known;
pub use member::{Member, OperandOrder, Outline, Recipe};
pub use offered::Chosen;
pub use question::Question;
pub use rank_tree::RankTree;
pub use style::Style;

use crate::schedule::stages::Staged;
use logpine_models::job::MpiCollective;

/// The families of a collective, in the order of lists.
#[must_use]
pub fn families(collective: MpiCollective) -> &'static [AlgorithmFamily] {
    match collective {
        MpiCollective::Bcast => bcast::BCAST,
        MpiCollective::Reduce => reduce::REDUCE,
        MpiCollective::Scatter => scatter::SCATTER,
        MpiCollective::Gather => gather::GATHER,
        MpiCollective::Allgather => allgather::ALLGATHER,
        MpiCollective::ReduceScatter => reduce_scatter::REDUCE_SCATTER,
        MpiCollective::Allreduce => allreduce::ALLREDUCE,
        MpiCollective::Alltoall => alltoall::ALLTOALL,
        MpiCollective::Barrier => barrier::BARRIER,
    }
}

/// The family of that name.
#[must_use]
pub fn by_name(collective: MpiCollective, name: &str) -> Option<&'static AlgorithmFamily> {
    families(collective).iter().find(|family| family.name() == name)
}

/// The style of the families of that name in pictures.
#[must_use]
pub fn style(name: &str) -> Style {
    let mut all = MpiCollective::ALL.into_iter().flat_map(families).filter(|family| family.name() == name);
    all.find_map(|family| family.style).unwrap_or(Style::UNKNOWN)
}

/// The families of broadcasts among ranks, simple ones first. Run backwards they are those of
/// reductions.
#[must_use = "iterators are lazy"]
pub fn among_ranks() -> impl DoubleEndedIterator<Item = &'static AlgorithmFamily> {
    bcast::BCAST.iter().filter(|family| family.is_among_ranks())
}

/// The place of a family of that name in [`among_ranks`].
#[must_use]
pub fn place_among_ranks(family: &str) -> Option<usize> {
    among_ranks().position(|known| known.name() == family)
}

/// The sort key of families whose algorithms take the same time with that many segments: for a whole message first the family that
/// is built as the optimum, so that the names of winners do not change from one rank count to the next, then simple families.
#[must_use]
pub fn place_in_ties(family: &str, question: Question, segments: u64) -> (bool, Option<usize>) {
    let is_optimum =
        segments == 1 && by_name(MpiCollective::Bcast, family).is_some_and(|family| family.is_optimum(question));
    (!is_optimum, place_among_ranks(family))
}

/// The [members](AlgorithmFamily::members) of all families of a collective.
#[must_use]
pub fn members(collective: MpiCollective, ranks: u64, bytes: u64) -> Vec<Staged> {
    families(collective).iter().flat_map(|family| family.members(ranks, bytes)).collect()
}

#[cfg(test)]
mod tests {
    use super::{families, members};
    use logpine_models::job::{Layout, Mapping, MpiCollective};
    use logpine_models::machine::Machine;
    use logpine_models::model::stage::{KnownLoads, Stage, StageCost};
    use logpine_models::model::{Loggph, TauLop};

    /// The rows of the page above, in lower case with spaces for hyphens: the collectives, and their families.
    fn rows() -> Vec<(String, String)> {
        let mut rows: Vec<(String, String)> = Vec::new();
        let table = include_str!("mod.rs").split("| collective | family | time |").nth(1).expect("the table");
        for row in table.lines().skip(2).map_while(|line| line.strip_prefix("//! |")) {
            let row = row.to_lowercase();
            let mut cells = row.split('|').map(str::trim);
            let (collectives, family) = (cells.next().expect("a cell"), cells.next().expect("a cell"));
            let above = rows.last().map(|(collectives, _)| collectives.clone());
            let collectives = if collectives.is_empty() { above.expect("a row above") } else { collectives.to_owned() };
            rows.push((collectives, family.replace('-', " ")));
        }
        rows
    }

    /// A reduction along a tree is the broadcast backwards, and has its row.
    #[test]
    fn every_family_in_stages_has_a_row_in_the_page() {
        let rows = rows();
        for collective in MpiCollective::ALL {
            let of = |collective: MpiCollective| {
                let rows = rows.iter().filter(move |row| row.0.split(", ").any(|name| name == collective.name()));
                rows.flat_map(|row| row.1.split([',', ';']).map(str::trim)).collect::<Vec<_>>()
            };
            let mut listed = of(collective);
            if collective == MpiCollective::Reduce {
                listed.extend(of(MpiCollective::Bcast));
            }
            for family in families(collective).iter().filter(|family| family.is_in_stages()) {
                let name = family.name().replace('-', " ");
                let is_in =
                    |row: &&str| row.strip_prefix(&*name).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
                assert!(listed.iter().any(is_in), "{collective:?}: no row of {name}");
            }
        }
    }

    #[test]
    fn known_loads_give_the_times_of_the_cost() {
        let machine = Machine::load("two-channel").expect("a built-in machine");
        let costs = (TauLop::new(&machine).expect("it has [tau_lop]"), Loggph::new(&machine).expect("it has [loggph]"));
        let costs: [&dyn StageCost; 2] = [&costs.0, &costs.1];
        for (ranks, per_host) in [(2, 1), (7, 3), (48, 16), (100, 5), (129, 16)] {
            for mapping in [Mapping::Sequential, Mapping::RoundRobin] {
                let layout = Layout::new(ranks, per_host, mapping).expect("a layout");
                let algorithms = MpiCollective::ALL.into_iter().flat_map(|of| members(of, ranks, 5000));
                let stages: Vec<Stage> = algorithms.flat_map(|staged| staged.stages).collect();
                // Every stage twice: first its loads are counted, then they are known.
                for cost in costs {
                    let known = KnownLoads::new(cost, layout.clone());
                    for stage in stages.iter().chain(&stages) {
                        assert_eq!(known.time(stage, &layout), cost.time(stage, &layout), "{stage:?} on {layout:?}");
                    }
                }
            }
        }
    }
}
