//! Whether stages are what they say, and do what the collective is to do: a replay block by block.

mod fault;
mod held;

pub use fault::{StageFault, WrongStage};

use crate::model::stage::{Direction, Pace, Stage};
use crate::request::MpiCollective;
use crate::schedule::stages::{Staged, Transmission};
use held::{Arrival, Held};
use std::collections::HashSet;

/// The messages of every round of every stage.
pub type Explicit = Vec<Vec<Vec<Transmission>>>;

/// The most messages that are listed.
const MOST_MESSAGES: u64 = 1 << 24;

/// All messages of an algorithm, see [`Staged::transmissions`]; `None` if there are more than 2^24.
#[must_use]
pub fn explicit(staged: &Staged) -> Option<Explicit> {
    if staged.messages() > MOST_MESSAGES {
        return None;
    }
    let rounds = |stage| (0..staged.rounds(stage)).map(|round| staged.transmissions(stage, round)).collect();
    Some((0..staged.stages.len()).map(rounds).collect())
}

/// Checks that stages and messages agree, and that the messages do what the collective is to do.
///
/// Every stage has as many rounds as its pattern, with a message for every transmission of the pattern in the stage's
/// direction and no other; no rank sends two or receives two; the longest message is what the stage says, and so is the
/// longest that is combined. All messages of a round are sent with what was there before it (of a
/// [stream](Pace::Streaming), before the stage), and no rank sends a block that it does not have. In the end
///
/// - bcast: every rank has all blocks; scatter: rank r block r; gather: rank 0 all;
/// - allgather: every rank all; all-to-all: rank j the block of every pair (i, j);
/// - reduce, reduce-scatter, allreduce: rank 0 has all blocks, rank r block r, every rank all, in which the contribution of
///   every rank is counted exactly once;
/// - barrier: every rank has heard of every other, directly or not.
///
/// ```
/// use logpine::request::MpiCollective;
/// use logpine::check::stages::{check, explicit};
/// use logpine::collective::members;
/// for staged in members(MpiCollective::Allreduce, 6, 1000) {
///     let mut messages = explicit(&staged).ok_or("too many")?;
///     check(&staged, &messages)?;
///     messages[0][0][0].blocks.clear();
///     assert!(check(&staged, &messages).is_err());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first [`StageFault`].
///
/// **Complexity** O(P B + blocks carried) sets of contributions, for B blocks; a set has P bits where something is combined.
pub fn check(staged: &Staged, messages: &Explicit) -> Result<(), StageFault> {
    let mut held = Held::new(staged).ok_or_else(|| WrongStage::TooLarge.at(0, 0))?;
    if messages.len() != staged.stages.len() {
        return Err(WrongStage::Stages { listed: messages.len(), stages: staged.stages.len() }.at(0, 0));
    }
    for (index, (stage, rounds)) in staged.stages.iter().zip(messages).enumerate() {
        check_shape(staged, stage, rounds, index)?;
        let at_the_beginning = (stage.pace == Pace::Streaming).then(|| held.clone());
        for (round, sent) in rounds.iter().enumerate() {
            let from = at_the_beginning.as_ref().unwrap_or(&held);
            let arriving = from.read(sent).map_err(|wrong| wrong.at(index, round))?;
            let arrival = match (staged.collective, stage.combined) {
                (MpiCollective::Barrier, _) => Arrival::Set,
                (_, 0) => Arrival::Place,
                _ => Arrival::Sum,
            };
            held.write(arriving, arrival).map_err(|wrong| wrong.at(index, round))?;
        }
    }
    held.check_end(staged).map_err(|wrong| wrong.at(messages.len(), 0))
}

/// Checks the messages of a stage against its pattern and its bytes.
fn check_shape(staged: &Staged, stage: &Stage, rounds: &[Vec<Transmission>], index: usize) -> Result<(), StageFault> {
    if stage.stages(staged.ranks) != rounds.len() as u64 {
        let wrong = WrongStage::Rounds { listed: rounds.len(), pattern: stage.stages(staged.ranks) };
        return Err(wrong.at(index, 0));
    }
    for (round, sent) in rounds.iter().enumerate() {
        check_pairs(staged, stage, round as u64, sent).map_err(|wrong| wrong.at(index, round))?;
    }
    let longest = rounds.iter().flatten().map(|sent| sent.bytes).max().unwrap_or(0);
    let combined = if stage.combined > 0 { longest } else { 0 };
    if (longest, combined) != (stage.bytes, stage.combined) {
        return Err(WrongStage::Bytes { longest, stated: stage.bytes, combined: stage.combined }.at(index, 0));
    }
    Ok(())
}

/// Checks senders and receivers of a round.
fn check_pairs(staged: &Staged, stage: &Stage, round: u64, sent: &[Transmission]) -> Result<(), WrongStage> {
    let ranks = staged.ranks;
    let once = |rank: fn(&Transmission) -> u64| {
        let mut seen = HashSet::new();
        sent.iter().map(rank).find(|&rank| !seen.insert(rank))
    };
    if let Some(rank) = once(|sent| sent.from).or_else(|| once(|sent| sent.to)) {
        return Err(WrongStage::Twice { rank });
    }
    let of_pattern = stage.pattern.stages(ranks);
    let within = round % of_pattern;
    let expected = match stage.direction {
        Direction::Forward => stage.pattern.transmissions(ranks, within),
        Direction::Backward => {
            let forward = stage.pattern.transmissions(ranks, of_pattern - 1 - within);
            forward.into_iter().map(|(from, to)| (to, from)).collect()
        }
    };
    let rank = |number| staged.rank(stage.numbering, number);
    let expected: HashSet<(u64, u64)> = expected.into_iter().map(|(from, to)| (rank(from), rank(to))).collect();
    let listed: HashSet<(u64, u64)> = sent.iter().map(|sent| (sent.from, sent.to)).collect();
    match expected.symmetric_difference(&listed).min() {
        Some(&(from, to)) => Err(WrongStage::Pair { from, to }),
        None => Ok(()),
    }
}
