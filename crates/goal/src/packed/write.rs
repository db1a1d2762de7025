//! Writing of packed files.

use super::super::tick::GoalTick;
use super::super::write::{Goal, WriteError, in_goal};
use super::layout::{ENTRY, HEADER, INDEX, MAGIC, Magic, RANK_HEADER, RECORD};
use super::rank::{CALCULATE, Packed, RECEIVE, SEND};
use logpine_collectives::schedule::{Dependency, Operation, Record, Schedule};
use std::io::{BufWriter, Write};

/// Writes a schedule in the packed format, as the converter does with the output of [`write()`](super::super::write()).
///
/// Combinations and waits for the clock are treated as there. A file has 14 + 24 P + 4 r + 39 n + 4 d bytes, for P ranks, n
/// operations of which r wait for none, and d dependencies.
///
/// # Errors
/// [`WriteError`]; the output up to then is incomplete.
pub fn write(schedule: &Schedule, tick: GoalTick, out: impl Write) -> Result<(), WriteError> {
    if schedule.ranks() == 0 {
        return Err(WriteError::NoRanks);
    }
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let highest = |index: fn(&Record) -> u8| schedule.records().iter().map(index).max().unwrap_or(0);
    out.write_all(&Magic::PACKED.to_le_bytes())?;
    out.write_all(&schedule.ranks().to_le_bytes())?;
    out.write_all(&[highest(Record::processor), highest(interface)])?;
    let mut rank_data = RankData::default();
    let mut begin = (HEADER - MAGIC) as u64 + u64::from(schedule.ranks()) * ENTRY as u64;
    for rank in 0..schedule.ranks() {
        rank_data.gather(schedule, rank)?;
        let end = begin + rank_data.bytes();
        out.write_all(&begin.to_le_bytes())?;
        out.write_all(&end.to_le_bytes())?;
        begin = end;
    }
    for rank in 0..schedule.ranks() {
        rank_data.gather(schedule, rank)?;
        rank_data.write(schedule, rank, tick, &mut out)?;
    }
    Ok(out.flush()?)
}

/// The network interface of a message; 0 for calculations.
fn interface(record: &Record) -> u8 {
    match record.operation() {
        Operation::Send { .. } | Operation::Receive { .. } => record.interface(),
        _ => 0,
    }
}

/// The dependencies of a rank in the form of the file.
#[derive(Default)]
struct RankData {
    /// The index of each operation in the file; `None` if it is left out.
    indices: Vec<Option<u32>>,
    operations: u32,
    /// The number of operations that each operation of the schedule waits for.
    waits_for: Vec<u32>,
    roots: Vec<u32>,
    /// For each operation of the schedule, the dependents that wait for its end, then those that wait for its start.
    appendix: Vec<u32>,
    spans: Vec<[(u32, u32); 2]>,
}

impl RankData {
    fn gather(&mut self, schedule: &Schedule, rank: u32) -> Result<(), WriteError> {
        let records = schedule.rank(rank);
        self.operations = 0;
        self.indices.clear();
        self.indices.extend(records.iter().map(|record| {
            if let Operation::Wait { .. } = record.operation() {
                None
            } else {
                self.operations += 1;
                Some(self.operations - 1)
            }
        }));
        self.waits_for.clear();
        self.waits_for.resize(records.len(), 0);
        self.appendix.clear();
        self.spans.clear();
        for (operation, index) in (0u32..).zip(&self.indices) {
            let mut spans = [(0, 0); 2];
            for (span, begun) in spans.iter_mut().zip([false, true]) {
                let first = self.appendix.len();
                for dependent in schedule.dependents(rank, operation) {
                    let (waiting, is_begun) = match dependent {
                        Dependency::Done(waiting) => (waiting.0, false),
                        Dependency::Begun(waiting) => (waiting.0, true),
                    };
                    if let (Some(_), Some(Some(place)), true) =
                        (index, self.indices.get(waiting as usize), begun == is_begun)
                    {
                        self.appendix.push(*place);
                        self.waits_for[waiting as usize] += 1;
                    }
                }
                let length = |length| u32::try_from(length).map_err(|_| WriteError::TooLarge);
                let number = length(self.appendix.len() - first)?;
                *span = (number, if number == 0 { 0 } else { length(first)? });
            }
            self.spans.push(spans);
        }
        let roots = self.indices.iter().zip(&self.waits_for).filter(|&(_, &waits_for)| waits_for == 0);
        self.roots.clear();
        self.roots.extend(roots.filter_map(|(index, _)| *index));
        Ok(())
    }

    fn bytes(&self) -> u64 {
        let indices = self.roots.len() + self.appendix.len();
        RANK_HEADER as u64 + indices as u64 * INDEX as u64 + u64::from(self.operations) * RECORD as u64
    }

    fn write(&self, schedule: &Schedule, rank: u32, tick: GoalTick, out: &mut impl Write) -> Result<(), WriteError> {
        let roots = u32::try_from(self.roots.len()).map_err(|_| WriteError::TooLarge)?;
        out.write_all(&self.operations.to_le_bytes())?;
        out.write_all(&roots.to_le_bytes())?;
        write_indices(&self.roots, out)?;
        for (index, record) in (0u32..).zip(schedule.rank(rank)) {
            let Some(goal) = in_goal(schedule, rank, index, record.operation(), tick)? else { continue };
            let (kind, peer, amount, tag) = match goal {
                Goal::Send { to, bytes, tag } => (SEND, to, bytes, tag),
                Goal::Receive { from, bytes, tag } => (RECEIVE, from, bytes, tag),
                Goal::Calculate { ticks } => (CALCULATE, 0, ticks, 0),
            };
            let [done, begun] = self.spans[index as usize];
            let waits_for = self.waits_for[index as usize];
            let (processor, interface) = (record.processor(), interface(record));
            let packed = Packed { waits_for, kind, peer, amount, tag, processor, interface, done, begun };
            out.write_all(&packed.bytes())?;
        }
        write_indices(&self.appendix, out)
    }
}

fn write_indices(indices: &[u32], out: &mut impl Write) -> Result<(), WriteError> {
    for index in indices {
        out.write_all(&index.to_le_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_write() -> Result<(), Box<dyn std::error::Error>> {
        use logpine_collectives::schedule::{Operation, ScheduleBuilder};
        use logpine_goal::{GoalTick, packed};
        let mut builder = ScheduleBuilder::new();
        builder.push(Operation::Send { to: 1, bytes: 8, tag: 3 })?;
        builder.begin_rank()?;
        builder.push(Operation::Receive { from: 0, bytes: 8, tag: 3 })?;
        let schedule = builder.finish()?;
        let mut bytes = Vec::new();
        packed::write(&schedule, GoalTick::default(), &mut bytes)?;
        assert_eq!(bytes.len(), 14 + 24 * 2 + 4 * 2 + 39 * 2);
        assert_eq!(packed::read(&bytes, GoalTick::default())?, schedule);
        Ok(())
    }
}
