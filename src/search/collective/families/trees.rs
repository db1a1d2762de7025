//! Trees whose form does not depend on the machine.

use super::{Member, OperandOrder, Question, RankFamily, Recipe, all_below, values_of_k};
use crate::search::collective::Algorithm;
use crate::tree::families::Parameters;
use crate::units::Time;
use std::cell::Cell;
use std::iter::once;

/// Linear (flat): the root sends to every other rank.
#[derive(Clone, Copy, Debug)]
pub struct Linear;

/// Chain: every rank passes the message on to the next.
#[derive(Clone, Copy, Debug)]
pub struct Chain;

/// Binary: 2-ary in heap order.
#[derive(Clone, Copy, Debug)]
pub struct Binary;

/// k-ary, complete or in heap order.
#[derive(Clone, Copy, Debug)]
pub struct KAry;

/// Binomial: 2-nomial.
#[derive(Clone, Copy, Debug)]
pub struct Binomial;

/// k-nomial.
#[derive(Clone, Copy, Debug)]
pub struct KNomial;

fn tree(parameters: Parameters, recipe: Recipe, operand_order: OperandOrder, least_sends: u64) -> Member {
    Member { least_sends, ..Member::new(parameters, recipe, operand_order) }
}

impl RankFamily for Linear {
    fn name(&self) -> &'static str {
        "linear"
    }

    fn description(&self) -> &'static str {
        "the root sends to every other rank"
    }

    fn members<'q>(&self, question: Question<'q>, _limit: &'q Cell<Time>) -> Box<dyn Iterator<Item = Member> + 'q> {
        Box::new(once(tree(Parameters::new(), Recipe::Linear, OperandOrder::Kept, question.ranks - 1)))
    }
}

impl RankFamily for Chain {
    fn name(&self) -> &'static str {
        "chain"
    }

    fn description(&self) -> &'static str {
        "every rank passes the message on to the next (pipeline)"
    }

    fn members<'q>(&self, _question: Question<'q>, _limit: &'q Cell<Time>) -> Box<dyn Iterator<Item = Member> + 'q> {
        let recipe = Recipe::Made(Algorithm::Chain);
        Box::new(once(Member::new(Parameters::new(), recipe, OperandOrder::Kept)))
    }
}

impl RankFamily for Binary {
    fn name(&self) -> &'static str {
        "binary"
    }

    fn description(&self) -> &'static str {
        "rank r sends to 2r + 1 and 2r + 2"
    }

    fn members<'q>(&self, _question: Question<'q>, _limit: &'q Cell<Time>) -> Box<dyn Iterator<Item = Member> + 'q> {
        Box::new(once(tree(Parameters::new(), Recipe::KAryHeap(2), OperandOrder::Lost, 1)))
    }
}

impl RankFamily for KAry {
    fn name(&self) -> &'static str {
        "k-ary"
    }

    fn description(&self) -> &'static str {
        "every rank sends to k others; complete (subtrees are intervals of ranks, split evenly) or in heap order (r to kr + 1 … kr + k)"
    }

    /// Every k below the number of other ranks, with which the tree is linear.
    fn members<'q>(&self, question: Question<'q>, _limit: &'q Cell<Time>) -> Box<dyn Iterator<Item = Member> + 'q> {
        let ranks = question.ranks;
        let of = move |k: u64| {
            let member = |order, recipe, operand_order| {
                let parameters = Parameters::new().number("k", k).word("order", order);
                Member { listed: all_below(k), ..tree(parameters, recipe, operand_order, k) }
            };
            let complete = member("complete", Recipe::KAry(k), OperandOrder::Kept);
            // In heap order 2 is the binary family.
            let heap = (k > 2).then(|| member("heap", Recipe::KAryHeap(k), OperandOrder::Lost));
            once(complete).chain(heap)
        };
        Box::new(values_of_k(2, ranks - 1).flat_map(of))
    }
}

impl RankFamily for Binomial {
    fn name(&self) -> &'static str {
        "binomial"
    }

    fn description(&self) -> &'static str {
        "in every round each rank that has the message sends it to one that has not"
    }

    fn members<'q>(&self, _question: Question<'q>, _limit: &'q Cell<Time>) -> Box<dyn Iterator<Item = Member> + 'q> {
        Box::new(once(tree(Parameters::new(), Recipe::KNomial(2), OperandOrder::Kept, 1)))
    }
}

impl RankFamily for KNomial {
    fn name(&self) -> &'static str {
        "k-nomial"
    }

    fn description(&self) -> &'static str {
        "in every round each rank that has the message sends it to k - 1 that have not"
    }

    /// Every k from 3 below the number of ranks, with which the tree is linear.
    fn members<'q>(&self, question: Question<'q>, _limit: &'q Cell<Time>) -> Box<dyn Iterator<Item = Member> + 'q> {
        let ranks = question.ranks;
        let of = move |k: u64| {
            let parameters = Parameters::new().number("k", k);
            Member { listed: all_below(k), ..tree(parameters, Recipe::KNomial(k), OperandOrder::Kept, k - 1) }
        };
        Box::new(values_of_k(3, ranks).map(of))
    }
}
