//! Schedules for simulators without a clock: ranks that have nothing to wait for pause.

use super::BuildError;
use super::writer::Writer;
use crate::schedule::{Added, Dependency, Operation, Record, Schedule};
use logpine_models::model::Port;
use logpine_text::units::Time;

/// The schedule with pauses (calculations) in place of waits for the clock, each a multiple of `tick`.
///
/// A rank that receives in every round is held by its receptions. A rank that does not, such as the root of a broadcast
/// or the leaves of a reduction, would run ahead without a clock. Its messages would then occupy the processors of the
/// others, which serve messages before the next operations of their programs, and the rounds would come apart.
///
/// - If the schedule has waits, a rank pauses for the rest of a round in which it receives nothing.
/// - Otherwise, a rank that receives nothing at all takes as long for each segment as the busiest rank does. Segments are
///   known by their tags.
///
/// `port` gives the cost of a message of a given size in the simulator that executes the schedule. A schedule that has
/// neither waits nor segments stays as it is.
///
/// # Errors
/// [`BuildError`] if a time or a number exceeds what can be represented.
///
/// **Complexity** linear in operations and dependencies.
pub fn paced(schedule: &Schedule, port: &dyn Fn(u64) -> Option<Port>, tick: Time) -> Result<Schedule, BuildError> {
    let cycle = cycle(schedule, port)?;
    let mut programs = Programs { writer: Writer::of_copy(schedule)?, port, tick, pause: None, places: Vec::new() };
    for rank in 0..schedule.ranks() {
        programs.begin_rank()?;
        let records = schedule.rank(rank);
        let has = |wanted: fn(Operation) -> bool| records.iter().any(|record| wanted(record.operation()));
        let waits = has(|operation| matches!(operation, Operation::Wait { .. }));
        if waits || has(|operation| matches!(operation, Operation::Receive { .. })) {
            programs.rounds(schedule, rank)?;
        } else {
            programs.cycles(schedule, rank, cycle)?;
        }
        programs.keep_dependencies(schedule, rank);
    }
    programs.writer.finish()
}

/// The time that the busiest rank takes for a segment, in ticks. The busier of processor and port counts, with its
/// messages and combinations, divided by the number of segments; each message counts as the largest.
fn cycle(schedule: &Schedule, port: &dyn Fn(u64) -> Option<Port>) -> Result<u64, BuildError> {
    let mut cycle = 0;
    for rank in 0..schedule.ranks() {
        let (mut sends, mut receptions, mut combined) = (0u128, 0u128, 0u128);
        let (mut segments, mut segment, mut largest) = (0u128, None, 0);
        for record in schedule.rank(rank) {
            let (bytes, tag, count) = match record.operation() {
                Operation::Send { bytes, tag, .. } => (bytes, tag, &mut sends),
                Operation::Receive { bytes, tag, .. } => (bytes, tag, &mut receptions),
                Operation::Combine { time } | Operation::Calculate { time } => {
                    combined += u128::from(time.ticks());
                    continue;
                }
                Operation::Wait { .. } => continue,
            };
            *count += 1;
            largest = largest.max(bytes);
            if segment.replace(tag) != Some(tag) {
                segments += 1;
            }
        }
        let port = port(largest.max(1)).ok_or(BuildError::NotRepresentable)?;
        let times = |count: u128, time: Time| count * u128::from(time.ticks());
        let processor = times(sends, port.send_busy) + times(receptions, port.recv_busy) + combined;
        let busiest = processor.max(times(sends, port.send_gap)).max(times(receptions, port.recv_gap));
        cycle = cycle.max(busiest.div_ceil(segments.max(1)));
    }
    u64::try_from(cycle).map_err(|_| BuildError::NotRepresentable)
}

/// The operations of a rank from one wait to the next.
#[derive(Default)]
struct Round {
    /// The end of the wait before, in ticks.
    begin: u64,
    /// True if there was a wait before.
    is_timed: bool,
    /// The part of the round that passes without a pause, in ticks.
    over: u64,
    /// The last reception of the round, or its combination.
    received: Option<Added>,
}

/// Writes the programs of the ranks one after the other.
struct Programs<'a> {
    writer: Writer,
    port: &'a dyn Fn(u64) -> Option<Port>,
    tick: Time,
    /// The pause since the last send of the rank.
    pause: Option<Added>,
    /// The new places of the rank's operations; waits have none.
    places: Vec<Option<Added>>,
}

impl Programs<'_> {
    fn begin_rank(&mut self) -> Result<(), BuildError> {
        self.writer.begin_rank()?;
        self.pause = None;
        self.places.clear();
        Ok(())
    }

    /// Copies an operation; a send follows the pause before it.
    fn copy(&mut self, record: &Record) -> Result<Added, BuildError> {
        let copied = self.writer.copy(record)?;
        if matches!(record.operation(), Operation::Send { .. })
            && let Some(pause) = self.pause.take()
        {
            self.writer.require(copied, Dependency::Done(pause));
        }
        self.places.push(Some(copied));
        Ok(copied)
    }

    /// Pauses for `ticks` ticks rounded up, after the last send and `after`.
    fn pause(&mut self, ticks: u64, after: Option<Added>) -> Result<(), BuildError> {
        let tick = self.tick.ticks().max(1);
        let time = ticks.checked_next_multiple_of(tick).map(Time::from_ticks).ok_or(BuildError::NotRepresentable)?;
        let before = [self.writer.last_send(), after, self.pause];
        self.pause = Some(self.writer.calculate(time, before.iter().flatten())?);
        Ok(())
    }

    fn port(&self, bytes: u64) -> Result<Port, BuildError> {
        (self.port)(bytes).ok_or(BuildError::NotRepresentable)
    }

    /// Writes a rank that receives nothing: one segment after the other, in `cycle` ticks each.
    fn cycles(&mut self, schedule: &Schedule, rank: u32, cycle: u64) -> Result<(), BuildError> {
        let (mut segment, mut busy) = (None, 0u64);
        for record in schedule.rank(rank) {
            if let Operation::Send { bytes, tag, .. } = record.operation() {
                if segment.is_some_and(|segment| segment != tag) {
                    let rest = cycle.saturating_sub(busy);
                    if rest > 0 {
                        self.pause(rest, None)?;
                    }
                    busy = 0;
                }
                segment = Some(tag);
                busy = busy.saturating_add(self.port(bytes)?.send_busy.ticks());
            }
            self.copy(record)?;
        }
        Ok(())
    }

    /// Writes a rank in the rounds of a clock, if there is one.
    fn rounds(&mut self, schedule: &Schedule, rank: u32) -> Result<(), BuildError> {
        let records = schedule.rank(rank);
        let last_send = records.iter().rposition(|record| matches!(record.operation(), Operation::Send { .. }));
        let mut round = Round::default();
        for (index, record) in records.iter().enumerate() {
            let operation = record.operation();
            if let Operation::Wait { until } = operation {
                let idle = until.ticks().saturating_sub(round.begin).saturating_sub(round.over);
                // Blocks differ by a byte, and the length of a round is that of the largest.
                let rests = idle > round.over / 4 && (round.is_timed || round.received.is_none());
                if rests && last_send.is_some_and(|last| index < last) {
                    self.pause(idle, round.received)?;
                }
                round = Round { begin: until.ticks(), is_timed: true, ..Round::default() };
                self.places.push(None);
                continue;
            }
            let copied = self.copy(record)?;
            match operation {
                Operation::Send { bytes, .. } if round.received.is_none() => {
                    round.over = round.over.saturating_add(self.port(bytes)?.send_busy.ticks());
                }
                Operation::Receive { bytes, .. } => {
                    let length = self.port(bytes)?.round().ok_or(BuildError::NotRepresentable)?;
                    round.over = round.over.max(length.ticks());
                    round.received = Some(copied);
                }
                Operation::Combine { .. } => round.received = Some(copied),
                _ => {}
            }
        }
        Ok(())
    }

    /// Keeps the dependencies between the operations at their new places.
    fn keep_dependencies(&mut self, schedule: &Schedule, rank: u32) {
        for (operation, &before) in (0u32..).zip(&self.places) {
            let Some(before) = before else { continue };
            for dependent in schedule.dependents(rank, operation) {
                let (waiting, dependency) = match dependent {
                    Dependency::Done(waiting) => (waiting, Dependency::Done(before)),
                    Dependency::Begun(waiting) => (waiting, Dependency::Begun(before)),
                };
                if let Some(&Some(waiting)) = self.places.get(waiting.0 as usize) {
                    self.writer.require(waiting, dependency);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::ScheduleBuilder;

    #[test]
    fn operations_keep_their_processors() -> Result<(), Box<dyn std::error::Error>> {
        let mut builder = ScheduleBuilder::new();
        builder.begin_rank()?;
        builder.push_on(Operation::Calculate { time: Time::from_ticks(5) }, 1, 0)?;
        builder.push_on(Operation::Send { to: 1, bytes: 1, tag: 0 }, 1, 2)?;
        builder.begin_rank()?;
        builder.push(Operation::Receive { from: 0, bytes: 1, tag: 0 })?;
        let schedule = builder.finish()?;
        // Nobody pauses.
        assert_eq!(paced(&schedule, &|_| Some(Port::default()), Time::from_ticks(1))?, schedule);
        Ok(())
    }
}
