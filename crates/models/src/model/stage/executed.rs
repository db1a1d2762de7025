//! The time of stages under models of single messages if every rank goes on as soon as it can, found by an execution, rank
//! by rank.
//!
//! In a round every rank first sends, then receives and combines. Messages of equal length and messages with known
//! [blocks](Blocks) have their own ports; a message without a byte is not sent.

use super::{Blocks, Direction, FirstBlock, Numbering, Pace, Pattern, RoundTimes, Sending, Stage, Way};
use crate::job::{Layout, Mapping};
use crate::model::PortTiming;
use logpine_text::units::Time;

/// The largest number of messages of an execution.
const MOST_MESSAGES: u64 = 1 << 17;

/// The time of the stages, exact in every round. `None` for too many messages, for patterns in which a rank may send
/// several messages in a round or ranks stream, if the length of a message is unknown, and past [`Time::MAX`].
pub(super) fn executed_time(ports: &dyn PortTiming, stages: &[Stage], layout: &Layout) -> Option<Time> {
    let count = layout.ranks();
    let messages = stages.iter().try_fold(count, |all, stage| {
        all.checked_add(messages_of_round(stage, count)?.checked_mul(stage.stages(count))?)
    });
    let is_known = |stage: &Stage| {
        let has_order = stage.numbering == Numbering::Ranks || *layout.mapping() == Mapping::Sequential;
        let in_turn = stage.pace == Pace::Synchronous || stage.pattern.way() == Way::OneWay;
        let once = stage.repeat == 1 || matches!(stage.pattern, Pattern::Shift { .. });
        has_order && in_turn && once && (stage.is_even || stage.blocks.is_some())
    };
    if messages? > MOST_MESSAGES || !stages.iter().all(is_known) {
        return None;
    }
    let mut times = RoundTimes::new(ports, usize::try_from(count).ok()?);
    for stage in stages {
        let rounds = stage.stages(count);
        for round in 0..rounds {
            let round = if stage.direction == Direction::Forward { round } else { rounds - 1 - round };
            let pairs = pairs(stage, count, round).into_iter();
            times.round(pairs.filter_map(|(sender, receiver)| sending(stage, round, sender, receiver)))?;
        }
    }
    Some(times.end())
}

/// The message from a sender to a receiver of the pattern; `None` without a byte.
fn sending(stage: &Stage, round: u64, sender: u64, receiver: u64) -> Option<Sending> {
    let bytes = stage.blocks.map_or(stage.bytes, |blocks| blocks.bytes(sender, receiver, round));
    let [sender, receiver] = [sender, receiver].map(|rank| u32::try_from(rank).unwrap_or(u32::MAX));
    let (from, to) = if stage.direction == Direction::Forward { (sender, receiver) } else { (receiver, sender) };
    (bytes > 0).then_some(Sending { from, to, bytes, combined: stage.combined > 0 })
}

/// The distance of the receivers, and the first block, if every rank sends in a circle and only blocks of a byte are sent.
fn of_few_bytes(stage: &Stage, round: u64) -> Option<(u64, Blocks)> {
    let blocks = stage.blocks.filter(|blocks| (blocks.short, blocks.count) == (0, 1))?;
    let distance = match stage.pattern {
        Pattern::Shift { distance } => distance,
        Pattern::Shifts { from, .. } => from.max(1) + round,
        _ => return None,
    };
    matches!(blocks.first, FirstBlock::Ring { .. } | FirstBlock::Receiver).then_some((distance, blocks))
}

/// The largest number of messages of a round that may have a byte; `None` for patterns that are not executed.
fn messages_of_round(stage: &Stage, ranks: u64) -> Option<u64> {
    let pattern = match stage.pattern {
        Pattern::Children { step, stride, from, .. } => {
            let from = from.max(1);
            Pattern::Children { step, stride, from, to: from + 1 }
        }
        pattern @ (Pattern::Shift { .. } | Pattern::Shifts { .. } | Pattern::Pairs { .. } | Pattern::Block { .. }) => {
            pattern
        }
        _ => return None,
    };
    let all = || pattern.messages(ranks).checked_div(pattern.stages(ranks)).unwrap_or(0);
    Some(of_few_bytes(stage, 0).map_or_else(all, |(_, blocks)| blocks.longer))
}

/// The senders and receivers of a round, at least those whose message has a byte.
fn pairs(stage: &Stage, ranks: u64, round: u64) -> Vec<(u64, u64)> {
    // A repeated pattern has one stage.
    let Some((distance, blocks)) = of_few_bytes(stage, round) else {
        return stage.pattern.transmissions(ranks, if stage.repeat == 1 { round } else { 0 });
    };
    let first = match blocks.first {
        FirstBlock::Ring { lag } => lag + round,
        _ => ranks - distance,
    };
    (first..first + blocks.longer).map(|sender| (sender % ranks, (sender + distance) % ranks)).collect()
}
