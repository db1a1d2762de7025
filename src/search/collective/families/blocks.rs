//! Block algorithms, in which the blocks of a message take different ways.

use super::{Member, OperandOrder, Question, RankFamily, Recipe};
use crate::model::MessageSize;
use crate::request::RankCollective;
use crate::schedule::scatter::Scatter;
use crate::schedule::scatter_allgather::{self, Allgather};
use crate::search::collective::Algorithm;
use crate::tree::families::LeftOutReason;
use crate::tree::families::Parameters;
use crate::units::Time;
use std::cell::Cell;
use std::iter::{empty, once};

/// Two-tree: Sanders, Speck and Traeff (2009).
#[derive(Clone, Copy, Debug)]
pub struct TwoTree;

/// Scatter and allgather: van de Geijn.
#[derive(Clone, Copy, Debug)]
pub struct ScatterAllgather;

/// Round-optimal n-block broadcast: Traeff and Ripke (2008).
#[derive(Clone, Copy, Debug)]
pub struct NBlock;

fn blocks(parameters: Parameters, algorithm: Algorithm) -> Member {
    Member::new(parameters, Recipe::Made(algorithm), OperandOrder::Lost)
}

/// Whether messages can be cut at all.
fn can_cut(question: Question) -> bool {
    question.timing.message_size() == MessageSize::Bytes
}

/// Whether a sender is free before its message is delivered, for the longest or the shortest of a scatter. Where none is, no
/// tree is faster than the binomial one: it has the fewest messages one after the other, which hold no byte more than others'
/// but for one a level that is rounded.
fn sends_early(question: Question) -> bool {
    let Question { collective, forward, ranks, bytes, .. } = question;
    let early = |bytes: u64| {
        let port = forward.port_up_to(bytes).and_then(|port| match collective {
            RankCollective::Bcast => Some(port),
            RankCollective::Reduce => port.reversed(Time::ZERO),
        });
        port.is_some_and(|port| port.delivery > port.send_gap)
    };
    early(bytes) || early(bytes.div_ceil(ranks))
}

fn scattered_by(scatter: Scatter, allgather: Allgather) -> Member {
    let parameters = match scatter.radix() {
        Some(radix) => Parameters::new().number("radix", radix),
        None => Parameters::new().word("scatter", "optimal"),
    };
    let parameters = parameters.word("allgather", allgather.name());
    let algorithm = scatter_allgather::ScatterAllgather { scatter, allgather };
    blocks(parameters, Algorithm::ScatterAllgather(algorithm))
}

impl RankFamily for TwoTree {
    fn name(&self) -> &'static str {
        "two-tree"
    }

    fn description(&self) -> &'static str {
        "half of the segments along each of two binary trees; a rank has children in one only (Sanders, Speck, Traeff 2009)"
    }

    fn members<'q>(&self, question: Question<'q>, _limit: &'q Cell<Time>) -> Box<dyn Iterator<Item = Member> + 'q> {
        if !can_cut(question) {
            return Box::new(empty());
        }
        // In both trees subtrees are intervals of ranks, but for the extra leaf of an even number of ranks.
        let kept = question.ranks % 2 == 1 || question.ranks == 2;
        let operand_order = if kept { OperandOrder::Kept } else { OperandOrder::Lost };
        let member = blocks(Parameters::new(), Algorithm::TwoTree);
        Box::new(once(Member { operand_order, ..member }))
    }

    fn why_none(&self, question: Question) -> LeftOutReason {
        if can_cut(question) { LeftOutReason::TooFewRanks } else { LeftOutReason::Indivisible }
    }
}

impl RankFamily for ScatterAllgather {
    fn name(&self) -> &'static str {
        "scatter-allgather"
    }

    fn description(&self) -> &'static str {
        "scatter along a k-nomial tree, of radix 2 to 8 or the least for its height, or the optimal one; then allgather by ring, recursive doubling or Bruck (van de Geijn)"
    }

    fn members<'q>(&self, question: Question<'q>, limit: &'q Cell<Time>) -> Box<dyn Iterator<Item = Member> + 'q> {
        if !can_cut(question) {
            return Box::new(empty());
        }
        let Question { timing, ranks, bytes, .. } = question;
        let allgathers = Allgather::ALL.map(|allgather| (allgather, allgather.time(timing, ranks, bytes)));
        // What the allgather alone excludes, or what of wider scatters is too slow, is left out.
        if allgathers.iter().filter_map(|(_, time)| *time).min().is_some_and(|least| least > limit.get()) {
            return Box::new(empty());
        }
        let scatters = Scatter::k_nomial(ranks).chain(once(Scatter::OPTIMAL));
        let scatters = scatters.take(if sends_early(question) { usize::MAX } else { 1 });
        let of = move |scatter: Scatter| {
            let scattered = match question.collective {
                RankCollective::Bcast => scatter.time(question.forward, ranks, bytes),
                RankCollective::Reduce => scatter.gather_time(question.forward, ranks, bytes),
            };
            let allgathers = allgathers.into_iter().filter(move |(allgather, _)| allgather.fits(ranks));
            allgathers.filter_map(move |(allgather, gathered)| {
                let uncut = scattered.zip(gathered).and_then(|(scattered, gathered)| scattered.checked_add(gathered));
                let is_within = scatter == Scatter::BINOMIAL || uncut.is_some_and(|time| time <= limit.get());
                is_within.then(|| Member { uncut, ..scattered_by(scatter, allgather) })
            })
        };
        Box::new(scatters.flat_map(of))
    }

    fn why_none(&self, question: Question) -> LeftOutReason {
        if can_cut(question) { LeftOutReason::TooFewRanks } else { LeftOutReason::Indivisible }
    }
}

impl RankFamily for NBlock {
    fn name(&self) -> &'static str {
        "n-block"
    }

    fn description(&self) -> &'static str {
        "n blocks in n - 1 + ceil(log2 P) rounds around a circulant graph, the fewest there can be (Traeff, Ripke 2008)"
    }

    fn members<'q>(&self, question: Question<'q>, _limit: &'q Cell<Time>) -> Box<dyn Iterator<Item = Member> + 'q> {
        if !can_cut(question) {
            return Box::new(empty());
        }
        Box::new(once(blocks(Parameters::new(), Algorithm::Circulant)))
    }

    fn why_none(&self, question: Question) -> LeftOutReason {
        if can_cut(question) { LeftOutReason::TooFewRanks } else { LeftOutReason::Indivisible }
    }
}

#[cfg(test)]
mod tests {
    use crate::schedule::two_tree;

    /// The least and the largest rank of every subtree of one of the two trees, and how many it has.
    fn subtrees(ranks: u64, tree: u64) -> Option<Vec<[u64; 3]>> {
        let trees = two_tree::TwoTree::new(ranks)?;
        let parent = |rank: u64| {
            let streams = trees.place(rank).receives;
            streams.into_iter().flatten().find(|stream| stream.first_block == tree).map(|stream| stream.peer)
        };
        let mut subtrees: Vec<[u64; 3]> = (0..ranks).map(|rank| [rank, rank, 1]).collect();
        for rank in 1..ranks {
            let mut above = parent(rank)?;
            loop {
                let [least, largest, count] = &mut subtrees[usize::try_from(above).ok()?];
                (*least, *largest, *count) = ((*least).min(rank), (*largest).max(rank), *count + 1);
                if above == 0 {
                    break;
                }
                above = parent(above)?;
            }
        }
        Some(subtrees)
    }

    #[test]
    fn subtrees_of_both_trees_are_intervals_for_odd_ranks() {
        for ranks in (3..200u64).step_by(2).chain([2]) {
            for tree in 0..2 {
                let subtrees = subtrees(ranks, tree).expect("every rank has a parent in both trees");
                assert_eq!(subtrees[0], [0, ranks - 1, ranks]);
                for [least, largest, count] in subtrees {
                    assert_eq!(largest - least + 1, count, "{ranks} ranks");
                }
            }
        }
        assert!(
            subtrees(8, 0).is_some_and(|trees| trees.iter().any(|[least, largest, count]| largest - least >= *count))
                || subtrees(8, 1)
                    .is_some_and(|trees| trees.iter().any(|[least, largest, count]| largest - least >= *count))
        );
    }
}
