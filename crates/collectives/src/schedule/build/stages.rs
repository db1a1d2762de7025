//! Schedules of MPI's collectives in stages.

use super::BuildError;
use super::writer::{Combinations, Message, Room, Writer};
use crate::schedule::stages::{Head, Staged, Transmission};
use crate::schedule::{Added, Schedule};
use logpine_models::model::PortTiming;
use logpine_models::model::stage::{ExchangeStream, Pace, Stage, Way};
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

/// The schedule of an algorithm in stages, see [`stages`](mod@crate::schedule::stages).
///
/// In every round a rank sends, then receives and, if the stage combines, combines. In a [stream](Pace::Streaming) among
/// all ranks it first sends the number of messages that makes the stream fastest, then receives and sends in turn. A send
/// requires the send before it and every reception of the rounds before; in a stream, receptions of the same stream do
/// not count. If a round sends and combines the same blocks, a combination requires the send before it. There are no
/// waits: a rank goes on as soon as it can. So a replay in program order takes no longer than the stages one after the
/// other, in which every round waits for the one before it. It takes the time given by
/// [`stages_time`](logpine_models::model::stage::stages_time), which names the cases in which that is an upper bound.
///
/// The tag of a message is its first block that has a byte, counted on from the blocks of the stages before, so that no two
/// messages from one rank to another have the same. Messages without a byte are not sent.
/// `meaning` lists the blocks of all of them.
///
/// # Errors
/// [`BuildError`] if there are too many operations or ranks, or if the time of a combination cannot be represented.
///
/// **Complexity** O(P) a round, plus the blocks carried if the stage combines; about 40 bytes a message besides the schedule.
pub fn stages(staged: &Staged, timing: &dyn PortTiming) -> Result<Schedule, BuildError> {
    let combined = staged.stages.iter().any(|stage| stage.combined > 0);
    let messages = u128::from(staged.messages());
    let each = if combined { 3 } else { 2 };
    let room = Room::new(staged.ranks, messages * each, messages * 3);
    room.check()?;
    let events = events(staged, timing)?;
    let (mut writer, mut combinations) = (Writer::new(room)?, Combinations::new(timing));
    let mut given = Given::default();
    for of_rank in &events {
        writer.begin_rank()?;
        given.clear();
        write(&mut writer, &mut combinations, of_rank, &mut given)?;
    }
    writer.finish()
}

/// A message that has a byte.
#[derive(Clone, Copy)]
struct Sent {
    from: u32,
    to: u32,
    bytes: u64,
    tag: u32,
}

/// One end of a message, at one rank.
#[derive(Clone, Copy)]
struct Event {
    /// A count of the rounds, with all of a stream as one: data received in a step are sent on in the next at the
    /// earliest.
    step: u64,
    end: End,
    message: Message,
}

#[derive(Clone, Copy)]
enum End {
    Sent,
    Kept,
    Combined,
    /// A combination of blocks that are also sent in the round, without it.
    CombinedAfterSend,
}

/// The events of every rank, in order.
fn events(staged: &Staged, timing: &dyn PortTiming) -> Result<Vec<Vec<Event>>, BuildError> {
    // No more ranks than operations, which were counted.
    let mut events = vec![Vec::new(); usize::try_from(staged.ranks).unwrap_or(0)];
    let mut step = 0;
    for (index, stage) in staged.stages.iter().enumerate() {
        let lead = lead_of(stage, staged.rounds(index), timing)?;
        let mut coming = VecDeque::new();
        for round in 0..staged.rounds(index) {
            let received = match stage.combined {
                0 => End::Kept,
                _ if combines_what_it_sends(&staged.transmissions(index, round)) => End::CombinedAfterSend,
                _ => End::Combined,
            };
            let earlier = staged.cut.count().saturating_mul(index as u64);
            let now: Vec<Sent> = staged.heads(index, round).iter().map(|head| sent_of(head, earlier)).collect();
            add(&mut events, &now, step, End::Sent);
            coming.push_back((now, received));
            let is_due = coming.len() as u64 >= lead;
            if let Some((due, received)) = is_due.then(|| coming.pop_front()).flatten() {
                add(&mut events, &due, step, received);
            }
            step += u64::from(stage.pace == Pace::Synchronous);
        }
        for (due, received) in coming {
            add(&mut events, &due, step, received);
        }
        step += 1;
    }
    Ok(events)
}

/// True if some rank combines blocks that it also sends.
fn combines_what_it_sends(round: &[Transmission]) -> bool {
    let sent_by: HashMap<u64, &[Range<u64>]> = round.iter().map(|sent| (sent.from, sent.blocks.as_slice())).collect();
    round.iter().any(|received| {
        let sent = sent_by.get(&received.to).copied().unwrap_or_default();
        let overlaps = |run: &Range<u64>| sent.iter().any(|sent| sent.start < run.end && run.start < sent.end);
        received.blocks.iter().any(overlaps)
    })
}

/// The number of rounds of a stage in which a rank sends before its first reception.
fn lead_of(stage: &Stage, rounds: u64, timing: &dyn PortTiming) -> Result<u64, BuildError> {
    if stage.pace == Pace::Synchronous || stage.pattern.way() == Way::OneWay {
        return Ok(1);
    }
    let stream = ExchangeStream::of(timing, stage, rounds).ok_or(BuildError::NotRepresentable)?;
    Ok(stream.lead())
}

/// The message as an operation has it; `earlier` blocks were in the stages before.
fn sent_of(head: &Head, earlier: u64) -> Sent {
    // There are no more ranks than operations, which were counted. There may be more blocks of pairs of ranks: then some
    // share a tag, and messages from one rank to another with one tag are received in the order in which they are sent.
    let [from, to, tag] =
        [head.from, head.to, earlier.saturating_add(head.first)].map(|at| u32::try_from(at).unwrap_or(u32::MAX - 1));
    Sent { from, to, bytes: head.bytes, tag }
}

/// Adds one end of every message.
fn add(events: &mut [Vec<Event>], sent: &[Sent], step: u64, end: End) {
    for &Sent { from, to, bytes, tag } in sent {
        let (rank, peer) = if matches!(end, End::Sent) { (from, to) } else { (to, from) };
        if let Some(events) = events.get_mut(rank as usize) {
            events.push(Event { step, end, message: Message { peer, bytes, tag } });
        }
    }
}

/// The operations that gave a rank data.
#[derive(Default)]
struct Given {
    /// The operations before the present step, and since the last send.
    before: Vec<Added>,
    /// The operations in the present step.
    now: Vec<Added>,
    step: u64,
}

impl Given {
    fn clear(&mut self) {
        self.before.clear();
        self.now.clear();
    }

    fn advance(&mut self, step: u64) {
        if step != self.step {
            self.before.append(&mut self.now);
            self.step = step;
        }
    }
}

/// Writes the program of a rank.
fn write(
    writer: &mut Writer,
    combinations: &mut Combinations,
    events: &[Event],
    given: &mut Given,
) -> Result<(), BuildError> {
    for &Event { step, end, message } in events {
        given.advance(step);
        match end {
            End::Sent => {
                writer.send(message, &given.before)?;
                given.before.clear();
            }
            End::Kept => given.now.push(writer.receive(message)?),
            End::Combined => given.now.push(writer.combine(message, combinations, None)?),
            End::CombinedAfterSend => {
                let sent = writer.last_send();
                given.now.push(writer.combine(message, combinations, sent)?);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_stages() -> Result<(), Box<dyn std::error::Error>> {
        use crate::collective;
        use crate::schedule::build;
        use crate::schedule::replay::program_order;
        use logpine_models::job::MpiCollective;
        use logpine_models::machine::Machine;
        use logpine_models::model::port_timing;
        use logpine_text::units::Clock;
        let lecture = Machine::load("lecture")?;
        let timing = port_timing(&lecture, None)?;
        let bruck = collective::by_name(MpiCollective::Alltoall, "bruck").ok_or("no such family")?;
        let bruck = bruck.build(8, 100, logpine_trees::tree::families::Parameters::default()).ok_or("too large")?;
        let schedule = build::stages(&bruck, timing.as_ref())?;
        let replayed = program_order(&schedule, timing.as_ref(), &mut ())?;
        assert_eq!(replayed.finish.display(Clock::Cycle), "1230 cycles", "3 stages of half of all blocks");
        Ok(())
    }
}
