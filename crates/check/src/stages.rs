//! Checks that the stages of an algorithm match its messages, and gives the meaning of the messages of its schedule.

use super::schedule::{BlockSizes, Contents, Meaning};
use logpine_collectives::schedule::stages::{Cut, Staged, Transmission};
use logpine_models::job::{BytesOf, MpiCollective, MpiJob};
use logpine_models::model::stage::{Direction, Stage};
use logpine_text::reason::{Reason, reason};
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

/// The fault at a stage and a round of it.
fn at(stage: usize, round: usize, wrong: &Reason) -> Reason {
    reason!("stage {stage}, round {round}: {wrong}")
}

/// The messages of every round of every stage.
pub type Explicit = Vec<Vec<Vec<Transmission>>>;

/// The maximum number of messages that are listed.
const MOST_MESSAGES: u64 = 1 << 24;
/// The maximum number of runs of blocks of all messages together, of 16 bytes each.
const MOST_RUNS: u64 = 1 << 26;

/// All messages of an algorithm, see [`Staged::transmissions`]; `None` if there are more than 2^24, or if their lists of blocks
/// take more than a gibibyte.
#[must_use]
pub fn explicit(staged: &Staged) -> Option<Explicit> {
    if staged.messages() > MOST_MESSAGES || staged.runs() > MOST_RUNS {
        return None;
    }
    let rounds = |stage| (0..staged.rounds(stage)).map(|round| staged.transmissions(stage, round)).collect();
    Some((0..staged.stages.len()).map(rounds).collect())
}

/// The meaning of a [schedule](logpine_collectives::schedule::build::stages) of these messages: the collective, with the blocks that every
/// message carries. A message of 0 bytes is not sent.
///
/// # Errors
/// [`Reason`] if the algorithm is not one of the job, or has 2^32 blocks or more.
pub fn meaning(job: &MpiJob, staged: &Staged, messages: &Explicit) -> Result<Meaning, Reason> {
    let asked =
        sizes(job, &staged.cut).filter(|_| (staged.collective, staged.ranks) == (job.collective, job.layout.ranks()));
    let (blocks, listed) = asked.zip(listed(messages)).ok_or_else(|| {
        Reason::new("the stages are for another collective, number of ranks or size than the request")
    })?;
    Ok(Meaning { contents: Contents::Listed(listed), ..Meaning::of(job.collective, blocks) })
}

/// The sizes of the blocks of a cut; `None` if it is not one of the job's vector, or of its blocks.
fn sizes(job: &MpiJob, cut: &Cut) -> Option<BlockSizes> {
    let (ranks, bytes) = (job.layout.ranks(), job.bytes());
    match (*cut, job.collective.bytes_of()) {
        (_, Some(BytesOf::Vector)) if bytes != Some(cut.total()) => None,
        (Cut::Even { bytes, count }, None | Some(BytesOf::Vector)) => BlockSizes::even(bytes, count),
        (Cut::Segments { bytes, segment }, Some(BytesOf::Vector)) => BlockSizes::segments(bytes, segment),
        (Cut::Equal { block, count }, Some(BytesOf::Block)) if bytes == Some(block) => {
            let pairs = if job.collective == MpiCollective::Alltoall { ranks } else { 1 };
            let count =
                u32::try_from(count).ok().filter(|&count| Some(u64::from(count)) == ranks.checked_mul(pairs))?;
            BlockSizes::new((0..count).map(|_| block))
        }
        _ => None,
    }
}

/// The runs of blocks of every message with a byte, by sender and receiver.
type Listed = BTreeMap<(u32, u32), Vec<Vec<Range<u32>>>>;

fn listed(messages: &Explicit) -> Option<Listed> {
    let index = |index: u64| u32::try_from(index).ok();
    let mut listed = Listed::new();
    for sent in messages.iter().flatten().flatten().filter(|sent| sent.bytes > 0) {
        let runs: Option<_> = sent.blocks.iter().map(|run| Some(index(run.start)?..index(run.end)?)).collect();
        listed.entry((index(sent.from)?, index(sent.to)?)).or_default().push(runs?);
    }
    Some(listed)
}

/// Checks that stages and messages agree. Every stage must have as many rounds as its pattern, with a message for every
/// transmission of the pattern in the stage's direction and no other. No rank may send two messages or receive two. The
/// lengths of the longest message, and of the longest that is combined, must be those that the stage states.
///
/// # Errors
/// The first fault that is found.
///
/// **Complexity** O(messages).
pub fn check(staged: &Staged, messages: &Explicit) -> Result<(), Reason> {
    if messages.len() != staged.stages.len() {
        return Err(reason!(
            "messages are listed for {} stages, but there are {}",
            messages.len(),
            staged.stages.len()
        ));
    }
    let stages = staged.stages.iter().zip(messages).enumerate();
    stages.into_iter().try_for_each(|(index, (stage, rounds))| check_stage(staged, stage, rounds, index))
}

/// Checks the messages of a stage against its pattern and its bytes.
fn check_stage(staged: &Staged, stage: &Stage, rounds: &[Vec<Transmission>], index: usize) -> Result<(), Reason> {
    if stage.stages(staged.ranks) != rounds.len() as u64 {
        let wrong = reason!(
            "messages are listed for {} rounds, but the pattern has {}",
            rounds.len(),
            stage.stages(staged.ranks)
        );
        return Err(at(index, 0, &wrong));
    }
    for (round, sent) in rounds.iter().enumerate() {
        check_pairs(staged, stage, round as u64, sent).map_err(|wrong| at(index, round, &wrong))?;
    }
    let longest = rounds.iter().flatten().map(|sent| sent.bytes).max().unwrap_or(0);
    let combined = if stage.combined > 0 { longest } else { 0 };
    if (longest, combined) != (stage.bytes, stage.combined) {
        let wrong = reason!(
            "the longest message has {longest} bytes; the stage says {}, of which {} are combined",
            stage.bytes,
            stage.combined
        );
        return Err(at(index, 0, &wrong));
    }
    Ok(())
}

/// Checks senders and receivers of a round.
fn check_pairs(staged: &Staged, stage: &Stage, round: u64, sent: &[Transmission]) -> Result<(), Reason> {
    let ranks = staged.ranks;
    let once = |rank: fn(&Transmission) -> u64| {
        let mut seen = HashSet::new();
        sent.iter().map(rank).find(|&rank| !seen.insert(rank))
    };
    if let Some(rank) = once(|sent| sent.from).or_else(|| once(|sent| sent.to)) {
        return Err(reason!("rank {rank} sends or receives twice"));
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
        Some(&(from, to)) => Err(reason!(
            "a message from rank {from} to rank {to} is in the pattern or among the messages, but not in both"
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_meaning() -> Result<(), Box<dyn std::error::Error>> {
        use crate::schedule;
        use crate::stages::{check, explicit, meaning};
        use logpine_collectives::collective;
        use logpine_collectives::schedule::build;
        use logpine_models::job::{Layout, MpiCollective, MpiJob};
        use logpine_models::machine::Machine;
        use logpine_models::model::port_timing;
        let timing = port_timing(&Machine::load("lecture")?, None)?;
        let job = MpiJob::new(MpiCollective::Alltoall, Layout::one_host(6)?, Some(1000))?;
        for staged in collective::members(MpiCollective::Alltoall, 6, 1000) {
            let messages = explicit(&staged).ok_or("too many")?;
            check(&staged, &messages)?;
            let meaning = meaning(&job, &staged, &messages)?;
            schedule::check(&build::stages(&staged, timing.as_ref())?, &meaning)?;
        }
        Ok(())
    }
}
