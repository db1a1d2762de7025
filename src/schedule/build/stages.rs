//! The algorithms of MPI's collectives that are sequences of stages.

use super::BuildError;
use super::writer::{Message, Received, Room, Writer};
use crate::model::PortTiming;
use crate::model::stage::{ExchangeStream, Pace, Stage, Way};
use crate::schedule::stages::{Staged, Transmission};
use crate::schedule::{Added, Schedule};
use std::collections::VecDeque;

/// The schedule of an algorithm in stages, see [`stages`](mod@crate::schedule::stages).
///
/// In every round a rank sends, then receives and, where the stage combines, combines. In a [stream](Pace::Streaming) among
/// all ranks it first sends as many messages as makes the stream fastest, then receives and sends in turn. A send requires the
/// send before it and every reception of the rounds before, but for those of the stream that it is in. There are no waits: a rank
/// goes on as soon as it can. So a replay in program order takes no longer than the stages one after the other, whose time is that
/// of an execution in which every round waits for the one before it; it takes as long as
/// [`stages_time`](crate::model::stage::stages_time) says, which names the cases in which that is an upper bound.
///
/// The tag of a message is its first block that has a byte, and messages without a byte are not sent. Broadcasts and
/// reductions are therefore checked by [`check`](fn@crate::check::schedule::check) with the algorithm's
/// [cut](Staged::cut).
///
/// ```
/// use logpine::request::MpiCollective;
/// use logpine::{machine::Machine, model::port_timing, schedule::replay::program_order, units::Clock};
/// use logpine::collective;
/// use logpine::schedule::build;
/// let lecture = Machine::load("lecture")?;
/// let timing = port_timing(&lecture, None)?;
/// let bruck = collective::by_name(MpiCollective::Alltoall, "bruck").ok_or("no such family")?;
/// let bruck = bruck.build(8, 100, Default::default()).ok_or("too large")?;
/// let schedule = build::stages(&bruck, timing.as_ref())?;
/// let replayed = program_order(&schedule, timing.as_ref(), &mut ())?;
/// assert_eq!(replayed.finish.display(Clock::Cycle), "1230 cycles", "3 stages of half of all blocks");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`BuildError`] where there are too many operations or ranks, or a combination takes longer than can be represented.
///
/// **Complexity** O(P) a round and what is carried; about 40 bytes a message besides the schedule.
pub fn stages(staged: &Staged, timing: &dyn PortTiming) -> Result<Schedule, BuildError> {
    let combined = staged.stages.iter().any(|stage| stage.combined > 0);
    let messages = u128::from(staged.messages());
    let each = if combined { 3 } else { 2 };
    let room = Room::new(staged.ranks, messages * each, messages * 3);
    room.check()?;
    let events = events(staged, timing)?;
    let mut writer = Writer::new(timing, room)?;
    let mut given = Given::default();
    for of_rank in &events {
        writer.begin_rank()?;
        given.clear();
        write(&mut writer, of_rank, &mut given)?;
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
    /// Counts the rounds, all of a stream as one: what is received in a step is sent on in the next at the earliest.
    step: u64,
    end: End,
    message: Message,
}

#[derive(Clone, Copy)]
enum End {
    Sent,
    Received(Received),
}

/// What every rank does, in order.
fn events(staged: &Staged, timing: &dyn PortTiming) -> Result<Vec<Vec<Event>>, BuildError> {
    // No more ranks than operations that were counted.
    let mut events = vec![Vec::new(); usize::try_from(staged.ranks).unwrap_or(0)];
    let mut step = 0;
    for (index, stage) in staged.stages.iter().enumerate() {
        let received = if stage.combined > 0 { Received::Combined(None) } else { Received::Kept };
        let lead = lead_of(stage, staged.rounds(index), timing)?;
        let mut coming = VecDeque::new();
        for round in 0..staged.rounds(index) {
            let now: Vec<Sent> =
                staged.transmissions(index, round).iter().filter_map(|sent| sent_of(staged, sent)).collect();
            add(&mut events, &now, step, End::Sent);
            coming.push_back(now);
            if coming.len() as u64 >= lead {
                let due = coming.pop_front().unwrap_or_default();
                add(&mut events, &due, step, End::Received(received));
            }
            step += u64::from(stage.pace == Pace::Synchronous);
        }
        for due in coming {
            add(&mut events, &due, step, End::Received(received));
        }
        step += 1;
    }
    Ok(events)
}

/// The rounds of a stage that a rank sends before it receives the first.
fn lead_of(stage: &Stage, rounds: u64, timing: &dyn PortTiming) -> Result<u64, BuildError> {
    if stage.pace == Pace::Synchronous || stage.pattern.way() == Way::OneWay {
        return Ok(1);
    }
    let stream = ExchangeStream::of(timing, stage, rounds).ok_or(BuildError::NotRepresentable)?;
    Ok(stream.lead())
}

/// `None` for a message without a byte.
fn sent_of(staged: &Staged, sent: &Transmission) -> Option<Sent> {
    let mut blocks = sent.blocks.iter().cloned().flatten();
    let first = blocks.find(|&block| staged.cut.bytes(&(block..block + 1)) > 0)?;
    // There are no more ranks than operations that were counted. Blocks of pairs of ranks may be more: then some share a
    // tag, and messages from one rank to another with one tag are received in the order in which they are sent.
    let [from, to, tag] = [sent.from, sent.to, first].map(|index| u32::try_from(index).unwrap_or(u32::MAX - 1));
    Some(Sent { from, to, bytes: sent.bytes, tag })
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

/// What a rank was given.
#[derive(Default)]
struct Given {
    /// Before the present step, and since the last send.
    before: Vec<Added>,
    /// In the present step.
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
fn write(writer: &mut Writer, events: &[Event], given: &mut Given) -> Result<(), BuildError> {
    for &Event { step, end, message } in events {
        given.advance(step);
        match end {
            End::Sent => {
                writer.send(message, &given.before)?;
                given.before.clear();
            }
            End::Received(received) => given.now.push(writer.receive(message, received)?),
        }
    }
    Ok(())
}
