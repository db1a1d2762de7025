//! The transmissions of an algorithm of the catalogue on a network, block by block: those of files.

use super::sent;
use crate::request::{MpiCollective, NetworkPlanJob};
use logpine_check::schedule::{BlockSizes, Carried as Contents, Meaning};
use logpine_check::synthesis::{Made as Claimed, Sent, Statement, check_made};
use logpine_collectives::schedule::Schedule;
use logpine_netplan::{Executed, Send, StepSchedule};
use logpine_text::units::Time;
use std::ops::Range;

/// The schedule in steps that an execution is; `None` if its sends do not say what they carry. That is so in a reduction, where a
/// vertex has one partial result of each block: a message that passes through a rank, or meets another in a switch, has to stay apart.
///
/// **Complexity** that of checking it.
pub(super) fn listed(
    job: &NetworkPlanJob,
    statement: &Statement<'_>,
    (schedule, meaning): (&Schedule, &Meaning),
    executed: &Executed,
    time: Time,
) -> Option<StepSchedule> {
    let contents = Contents::of(schedule, meaning).ok()?;
    let mut sends = Vec::new();
    for carried in &executed.carried {
        let runs = contents.runs(schedule, carried.message as usize);
        let bytes = bytes_of(&meaning.blocks, runs, &carried.blocks);
        for byte in bytes {
            sends.push(Send { step: carried.step, arc: carried.arc, block: block(job, byte)? });
        }
    }
    sends.sort_unstable();
    let found = StepSchedule { steps: executed.steps, sends };
    let sends: Vec<Sent> = sent(statement.graph, &found).collect();
    check_made(statement, &Claimed::Steps { sends: &sends, ports: job.ports }, time).is_ok().then_some(found)
}

/// The bytes of the data that a part of a message carries, which has these runs of blocks.
fn bytes_of(sizes: &BlockSizes, runs: &[Range<u32>], part: &Range<u64>) -> impl Iterator<Item = u64> {
    let mut before = 0;
    let mut ranges = Vec::new();
    for run in runs {
        let (first, end) = (sizes.before(run.start), sizes.before(run.end));
        let from = part.start.max(before);
        let to = part.end.min(before + (end - first));
        if from < to {
            ranges.push(first + (from - before)..first + (to - before));
        }
        before += end - first;
    }
    ranges.into_iter().flatten()
}

/// The block that a byte is. Blocks of ranks are counted from the root in the data of a schedule, and from vertex 0 in a plan.
fn block(job: &NetworkPlanJob, byte: u64) -> Option<u32> {
    let byte = u32::try_from(byte).ok()?;
    if job.collective == MpiCollective::Allreduce || job.collective.has_blocks_of_root() {
        return Some(byte);
    }
    let of_each = job.blocks?;
    let rank = (u64::from(byte / of_each) + u64::from(job.root)) % u64::from(job.ranks);
    u32::try_from(rank * u64::from(of_each) + u64::from(byte % of_each)).ok()
}
