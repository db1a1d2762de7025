//! The blocks of every message.

use super::structure::Messages;
use super::{BlockSizes, Contents, Meaning, ScheduleFault, Wrong};
use logpine_collectives::schedule::{Operation, Schedule};
use logpine_models::job::MpiCollective;
use std::collections::HashMap;
use std::ops::Range;

/// The blocks that each message carries.
pub(super) struct Cargo<'a> {
    sizes: &'a BlockSizes,
    messages: &'a Messages,
    runs: Vec<Range<u32>>,
    /// The start of the blocks of each send, by operation; one more entry at the end.
    starts: Vec<usize>,
}

impl<'a> Cargo<'a> {
    /// Reads the contents of all messages, which must be whole blocks of their size.
    pub fn of(schedule: &Schedule, messages: &'a Messages, meaning: &'a Meaning) -> Result<Self, ScheduleFault> {
        let sizes = &meaning.blocks;
        if meaning.collective == MpiCollective::Barrier {
            // Its messages carry no block.
            return Ok(Self { sizes, messages, runs: Vec::new(), starts: vec![0; schedule.len() + 1] });
        }
        let mut cargo = Self { sizes, messages, runs: Vec::new(), starts: Vec::with_capacity(schedule.len() + 1) };
        let mut sent: HashMap<(u32, u32), usize> = HashMap::new();
        for (at, record) in (0u32..).zip(schedule.records()) {
            cargo.starts.push(cargo.runs.len());
            let Operation::Send { to, bytes, tag } = record.operation() else { continue };
            let read = match &meaning.contents {
                Contents::FromTags => sizes.named_by(tag, bytes).map(|runs| cargo.runs.extend(runs)),
                Contents::Listed(listed) => {
                    let pair = (messages.rank_of[at as usize], to);
                    let before = sent.entry(pair).or_default();
                    let runs =
                        listed.get(&pair).and_then(|of_pair| of_pair.get(*before)).map_or(&[][..], Vec::as_slice);
                    *before += 1;
                    cargo.runs.extend_from_slice(runs);
                    are_whole(sizes, runs, bytes)
                }
            };
            read.map_err(|wrong| messages.fault(schedule, at, wrong))?;
        }
        cargo.starts.push(cargo.runs.len());
        if let Contents::Listed(listed) = &meaning.contents {
            for (&(from, to), of_pair) in listed {
                let (listed, sent) = (of_pair.len(), sent.get(&(from, to)).copied().unwrap_or(0));
                if listed > sent {
                    let wrong = Wrong::NotSent { to, listed, sent };
                    return Err(ScheduleFault { rank: from, operation: None, wrong });
                }
            }
        }
        Ok(cargo)
    }

    /// The start of the runs of each operation, with one more at the end, and the runs.
    pub fn into_runs(self) -> (Vec<u32>, Vec<Range<u32>>) {
        (self.starts.into_iter().map(|start| u32::try_from(start).unwrap_or(u32::MAX)).collect(), self.runs)
    }

    /// The nonempty blocks of the message of which an operation is one end, in the order in which it carries them.
    pub fn blocks(&self, schedule: &Schedule, at: usize) -> impl Iterator<Item = u32> + '_ {
        let send = if is_send(schedule, at) { at } else { self.messages.partner[at] as usize };
        let runs = self.runs[self.starts[send]..self.starts[send + 1]].iter().cloned();
        runs.flatten().filter(|&block| !self.sizes.is_empty(block))
    }
}

/// Checks that the blocks exist and have the bytes of their message.
fn are_whole(sizes: &BlockSizes, runs: &[Range<u32>], bytes: u64) -> Result<(), Wrong> {
    let mut listed = 0u64;
    for run in runs {
        let blocks = sizes.count();
        let of_run = sizes.bytes(run).ok_or(Wrong::NoSuchBlock { block: run.end.saturating_sub(1), blocks })?;
        listed = listed.saturating_add(of_run);
    }
    let mut sorted: Vec<&Range<u32>> = runs.iter().filter(|run| !run.is_empty()).collect();
    sorted.sort_unstable_by_key(|run| run.start);
    if let Some(pair) = sorted.windows(2).find(|pair| pair[1].start < pair[0].end) {
        return Err(Wrong::BlockTwice { block: pair[1].start });
    }
    if listed == bytes { Ok(()) } else { Err(Wrong::BlockBytes { listed, bytes }) }
}

/// True if an operation is a send.
pub(super) fn is_send(schedule: &Schedule, at: usize) -> bool {
    matches!(schedule.records()[at].operation(), Operation::Send { .. })
}
