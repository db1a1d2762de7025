//! Trees made for the machine: the earliest tree for its gap and delivery, with or without a limit on the fanout.

use super::{Member, OperandOrder, Question, RankFamily, all_below, values_of_k};
use crate::model::{MessageSize, Port};
use crate::schedule::log_ranks;
use crate::search::collective::{Algorithm, Exhaustive, LeftOutReason};
use crate::search::port::{FanoutLimits, broadcast_shape, capped_rounds};
use crate::tree::families::Parameters;

/// LogP-optimal: every rank that knows the message keeps sending it (Karp et al. 1993); binomial where G = D.
#[derive(Clone, Copy, Debug)]
pub struct LogpOptimal;

/// Generalised Fibonacci trees: the earliest tree in which no rank has more children than a limit.
#[derive(Clone, Copy, Debug)]
pub struct Fibonacci;

impl RankFamily for LogpOptimal {
    fn name(&self) -> &'static str {
        "logp-optimal"
    }

    fn description(&self) -> &'static str {
        "every rank that has the message keeps sending it: the earliest tree for one message (Karp et al. 1993)"
    }

    /// The tree for the whole message; none where gap and delivery are equal, for then it is the binomial tree.
    fn members<'q>(&self, question: Question<'q>) -> Box<dyn Iterator<Item = Member> + 'q> {
        let port = question.timing.port(question.bytes).filter(|port| port.send_gap != port.delivery);
        let member =
            port.map(|port| member(question, port, FanoutLimits::NONE, Parameters::new()).unwrap_or_else(without_tree));
        Box::new(member.into_iter())
    }

    fn why_none(&self, question: Question) -> LeftOutReason {
        why_no_tree(question)
    }
}

impl RankFamily for Fibonacci {
    fn name(&self) -> &'static str {
        "fibonacci"
    }

    fn description(&self) -> &'static str {
        "the earliest tree in which no rank has more children than a limit, as pipelines need (generalised Fibonacci)"
    }

    /// Limits from 2, beyond 1,024 in growing steps, until no rank has as many children or the tree is the binomial one.
    /// Where gap and delivery differ, each tree is made for one size of the segments that is about the best.
    fn members<'q>(&self, question: Question<'q>) -> Box<dyn Iterator<Item = Member> + 'q> {
        let members = values_of_k(2, u64::MAX).map_while(move |fanout| {
            let port = question.timing.port(likely_segment(question, fanout)?)?;
            let limits = limits(port, fanout)?;
            let member = member(question, port, limits, Parameters::new().number("fanout", fanout))?;
            let Algorithm::Tree(shape) = &member.algorithm else { return None };
            let binomial = port.send_gap == port.delivery && fanout >= u64::from(log_ranks(question.ranks));
            let binds = !binomial && (fanout == 2 || shape.max_fanout() >= fanout);
            let listed = member.listed.and(all_below(fanout));
            binds.then_some(Member { least_sends: fanout.min(shape.max_fanout()), listed, ..member })
        });
        Box::new(members)
    }

    fn why_none(&self, question: Question) -> LeftOutReason {
        why_no_tree(question)
    }
}

/// Why there is no tree: where gap and delivery are equal there is one of any number of ranks, but it is binomial.
fn why_no_tree(question: Question) -> LeftOutReason {
    match question.timing.port(question.bytes) {
        Some(port) if port.send_gap != port.delivery => LeftOutReason::TooLarge,
        Some(_) => LeftOutReason::Binomial,
        None => LeftOutReason::NotRepresentable,
    }
}

/// The tree for a port; `None` where it is too large even when compressed.
fn member(question: Question, port: Port, limits: FanoutLimits, parameters: Parameters) -> Option<Member> {
    let shape = broadcast_shape(port.send_gap, port.delivery, limits, question.ranks).ok()?;
    let listed = if fits_all_sizes(question) { Exhaustive::Yes } else { Exhaustive::No };
    let (algorithm, operand_order) = (Algorithm::Tree(shape), OperandOrder::Kept);
    Some(Member { parameters, algorithm, operand_order, least_sends: 1, listed })
}

/// The earliest tree where it is too large even when compressed: its time for an uncut message is known all the same.
fn without_tree() -> Member {
    let (parameters, algorithm) = (Parameters::new(), Algorithm::LogpOptimal);
    Member { parameters, algorithm, operand_order: OperandOrder::Kept, least_sends: 1, listed: Exhaustive::No }
}

/// Whether one tree is the earliest for messages of every size.
fn fits_all_sizes(question: Question) -> bool {
    let timing = question.timing;
    let equal = |bytes| timing.port(bytes).is_some_and(|port: Port| port.send_gap == port.delivery);
    timing.message_size() == MessageSize::Indivisible || question.bytes == 1 || (equal(1) && equal(question.bytes))
}

/// The limits under which no rank has a longer period than one with `fanout` children below the root has.
fn limits(port: Port, fanout: u64) -> Option<FanoutLimits> {
    let period = port.period(fanout)?;
    let root = period.ticks().checked_div(port.send_gap.ticks()).unwrap_or(u64::MAX).max(fanout);
    Some(FanoutLimits { root, others: fanout })
}

/// A size of the segments that is about the best for a tree with that fanout limit: the best power of two of segments if
/// every hop of the way took half of the gap and half of the delivery.
fn likely_segment(question: Question, fanout: u64) -> Option<u64> {
    let Question { timing, ranks, bytes, .. } = question;
    if fits_all_sizes(question) {
        return Some(bytes);
    }
    let hops = u128::from(capped_rounds(FanoutLimits::all(fanout), ranks)?);
    let time = |segment: u64| {
        let port = timing.port(segment)?;
        let hop = u128::from(port.send_gap.ticks()).midpoint(u128::from(port.delivery.ticks()));
        let later = u128::from(bytes.div_ceil(segment) - 1) * u128::from(port.period(fanout)?.ticks());
        hops.checked_mul(hop)?.checked_add(later)
    };
    let sizes = (0..=bytes.ilog2()).map(|halvings| bytes.div_ceil(1 << halvings));
    sizes.filter_map(|segment| Some((time(segment)?, segment))).min().map(|(_, segment)| segment)
}
