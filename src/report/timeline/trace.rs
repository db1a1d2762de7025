//! A replay as a trace for viewers such as Perfetto.

use super::{SimulationReport, operation_name, reason_name};
use crate::schedule::replay::{Part, Span, Step, Timeline, messages};
use crate::schedule::{ANY, Operation};
use crate::units::{Clock, Time};
use std::fmt;
use std::io::{self, Write};

/// A time in microseconds as an exact decimal number. A thousandth of a cycle counts as a picosecond, so a cycle is shown as a
/// nanosecond.
struct Microseconds(Time);

impl fmt::Display for Microseconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0.ticks() / 1_000_000, self.0.ticks() % 1_000_000);
        match part {
            0 => write!(f, "{whole}"),
            _ if part % 1_000 == 0 => write!(f, "{whole}.{:03}", part / 1_000),
            _ => write!(f, "{whole}.{part:06}"),
        }
    }
}

/// Where events go: the elements of an array, a line each.
struct Events<'a, W> {
    out: &'a mut W,
    separator: &'static str,
    /// Threads of a rank: one for each processor that does anything.
    processors: u64,
}

/// Of an operation without message; no schedule has so many operations.
const NO_FLOW: u32 = u32::MAX;
/// Of a send that is written.
const WRITTEN: u32 = u32::MAX - 1;

/// What an operation has of the arrow of its message, which has the number of its send.
#[derive(Clone, Copy)]
enum Flow {
    None,
    Out(u32),
    In(u32),
}

impl fmt::Display for Flow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => Ok(()),
            Self::Out(id) => write!(f, r#","bind_id":"0x{id:x}","flow_out":true"#),
            Self::In(id) => write!(f, r#","bind_id":"0x{id:x}","flow_in":true"#),
        }
    }
}

/// The thread of the critical path; those of the ranks follow.
const PATH: u64 = 0;

impl<W: Write> Events<'_, W> {
    fn event(&mut self, event: fmt::Arguments) -> io::Result<()> {
        self.out.write_all(self.separator.as_bytes())?;
        self.separator = ",\n";
        self.out.write_fmt(event)
    }

    fn thread(&self, rank: u32, processor: u8) -> u64 {
        PATH + 1 + u64::from(rank) * self.processors + u64::from(processor)
    }

    /// A thread's name and place.
    fn named(&mut self, thread: u64, name: fmt::Arguments) -> io::Result<()> {
        self.event(format_args!(
            r#"{{"ph":"M","pid":0,"tid":{thread},"name":"thread_name","args":{{"name":"{name}"}}}}"#
        ))?;
        self.event(format_args!(
            r#"{{"ph":"M","pid":0,"tid":{thread},"name":"thread_sort_index","args":{{"sort_index":{thread}}}}}"#
        ))
    }

    /// An operation: a complete event, which has the ends of arrows itself. So each bar has its own, also where many are of
    /// no length at the same time; arrows with events of their own are tied to bars by nothing but their times.
    fn operation(&mut self, span: &Span, operation: Operation, thread: u64, flow: Flow) -> io::Result<()> {
        let (start, length) = (Microseconds(span.start), Microseconds(difference(span.end, span.start)));
        let name = operation_name(operation);
        let (cause, of) = (reason_name(span.cause.reason), CauseOf(span));
        let (index, message) = (span.operation, MessageOf(operation));
        let category = match operation {
            Operation::Send { .. } | Operation::Receive { .. } => "message",
            Operation::Calculate { .. } | Operation::Combine { .. } | Operation::Wait { .. } => "operation",
        };
        self.event(format_args!(
            r#"{{"ph":"X","pid":0,"tid":{thread},"ts":{start},"dur":{length},"name":"{name}","cat":"{category}"{flow},"args":{{"operation":{index}{message},"cause":"{cause}"{of}}}}}"#
        ))
    }

    /// An arrow with events of its own, of a message whose reception begins before it is sent: viewers know no other arrow
    /// that is found at its head first.
    fn arrow(&mut self, (from, sent): (u64, Time), (to, received): (u64, Time), id: u32) -> io::Result<()> {
        for (phase, thread, at, binding) in [("s", from, sent, ""), ("f", to, received.max(sent), r#","bp":"e""#)] {
            let at = Microseconds(at);
            self.event(format_args!(
                r#"{{"ph":"{phase}","pid":0,"tid":{thread},"ts":{at},"name":"message","cat":"message","id":{id}{binding}}}"#
            ))?;
        }
        Ok(())
    }

    /// A step of the critical path: what it waits with, and what it does.
    fn step(&mut self, step: &Step) -> io::Result<()> {
        let rank = step.span.rank;
        let (begun, done) = (step.begun(), difference(step.until, step.kept()));
        let parts =
            [(step.waiting(), step.from, begun), (step.performing(), begun, done), (Part::Gap, done, step.until)];
        for (part, from, to) in parts.into_iter().filter(|(_, from, to)| to > from) {
            let (start, length, name) = (Microseconds(from), Microseconds(difference(to, from)), part.name());
            self.event(format_args!(
                r#"{{"ph":"X","pid":0,"tid":{PATH},"ts":{start},"dur":{length},"name":"{name}","cat":"critical path","args":{{"rank":{rank},"operation":{}}}}}"#,
                step.span.operation
            ))?;
        }
        Ok(())
    }
}

/// A message's fields.
struct MessageOf(Operation);

impl fmt::Display for MessageOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (peer, bytes, tag) = match self.0 {
            Operation::Send { to, bytes, tag } => (to, bytes, tag),
            Operation::Receive { from, bytes, tag } => (from, bytes, tag),
            _ => return Ok(()),
        };
        if peer != ANY {
            write!(f, r#","peer":{peer}"#)?;
        }
        write!(f, r#","bytes":{bytes}"#)?;
        if tag == ANY { Ok(()) } else { write!(f, r#","tag":{tag}"#) }
    }
}

/// The operation that was waited for, where there is one.
struct CauseOf<'a>(&'a Span);

impl fmt::Display for CauseOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (span, cause) = (self.0, self.0.cause);
        if (cause.rank, cause.operation) == (span.rank, span.operation) {
            return Ok(());
        }
        if cause.rank != span.rank {
            write!(f, r#","cause_rank":{}"#, cause.rank)?;
        }
        write!(f, r#","cause_operation":{}"#, cause.operation)
    }
}

/// Writes a replay in the JSON of Chrome's trace events, which Perfetto and others show: a thread for each rank (and each
/// further processor) with complete events for its operations, arrows for messages, and above all a thread with the critical
/// path, where the report has it. Times are in microseconds, exact; a cycle is shown as a nanosecond.
///
/// Events are written as they are made, in the order of time; it takes 8 bytes an operation, and 96 a message while messages are
/// matched. The output
/// should be buffered.
///
/// # Errors
/// Those of the output.
pub fn trace(report: &SimulationReport, timeline: &Timeline, out: &mut impl Write) -> io::Result<()> {
    let string = |text: &str| serde_json::to_string(text).expect("a text is JSON");
    let (title, machine, model) = (string(report.title), string(report.machine), string(report.model));
    let shown = match report.clock {
        Clock::Second => "",
        Clock::Cycle => r#","unit":"a cycle is shown as 1 ns""#,
    };
    let (semantics, finish) = (report.semantics.name(), report.replayed.finish.decimal(report.clock));
    writeln!(
        out,
        r#"{{"displayTimeUnit":"ns","otherData":{{"title":{title},"machine":{machine},"model":{model},"semantics":"{semantics}","time_{}":"{finish}"{shown}}},"traceEvents":["#,
        report.clock.symbol()
    )?;
    let used = (0..report.schedule.ranks()).map(|rank| used(timeline, rank)).max().unwrap_or(0);
    let mut events = Events { out, separator: "", processors: u64::from(used) + 1 };
    events.event(format_args!(r#"{{"ph":"M","pid":0,"name":"process_name","args":{{"name":{title}}}}}"#))?;
    if let Some(path) = report.critical_path {
        events.named(PATH, format_args!("critical path"))?;
        path.steps().iter().try_for_each(|step| events.step(step))?;
    }
    name_ranks(&mut events, report, timeline)?;
    operations(&mut events, timeline)?;
    writeln!(events.out, "\n]}}")
}

/// Names the threads of the ranks.
fn name_ranks<W: Write>(events: &mut Events<W>, report: &SimulationReport, timeline: &Timeline) -> io::Result<()> {
    for rank in 0..report.schedule.ranks() {
        let used = used(timeline, rank);
        for processor in 0..=used {
            let thread = events.thread(rank, processor);
            match used {
                0 => events.named(thread, format_args!("rank {rank}"))?,
                _ => events.named(thread, format_args!("rank {rank}, processor {processor}"))?,
            }
        }
    }
    Ok(())
}

/// The highest processor of a rank that does anything.
fn used(timeline: &Timeline, rank: u32) -> u8 {
    timeline.schedule().range(rank).map(|at| timeline.processor(at)).max().unwrap_or(0)
}

/// The operations and messages, in the order of time.
fn operations<W: Write>(events: &mut Events<W>, timeline: &Timeline) -> io::Result<()> {
    let records = timeline.schedule().records();
    // Of every operation the send of its message, its own where it sends.
    let mut flows = vec![NO_FLOW; records.len()];
    for message in messages(timeline) {
        let send = u32::try_from(message.send).unwrap_or(NO_FLOW);
        (flows[message.send], flows[message.receive]) = (send, send);
    }
    for at in timeline.by_start() {
        let at = at as usize;
        let Some(span) = timeline.at(at) else { continue };
        let thread = events.thread(span.rank, span.processor);
        let operation = records[at].operation();
        let is_receive = matches!(operation, Operation::Receive { .. });
        let (number, flow) = (u32::try_from(at).unwrap_or(NO_FLOW), flows[at]);
        match flow {
            NO_FLOW => events.operation(&span, operation, thread, Flow::None)?,
            send if is_receive && flows[send as usize] == WRITTEN => {
                events.operation(&span, operation, thread, Flow::In(send))?;
            }
            send if is_receive => {
                // Where receiving takes longer than a message: the send draws the arrow.
                flows[send as usize] = number;
                events.operation(&span, operation, thread, Flow::None)?;
            }
            send if send == number => {
                flows[at] = WRITTEN;
                events.operation(&span, operation, thread, Flow::Out(number))?;
            }
            receive => {
                events.operation(&span, operation, thread, Flow::None)?;
                if let Some(received) = timeline.at(receive as usize) {
                    let to = events.thread(received.rank, received.processor);
                    events.arrow((thread, span.start), (to, received.start), number)?;
                }
            }
        }
    }
    Ok(())
}

fn difference(later: Time, earlier: Time) -> Time {
    later.checked_sub(earlier).unwrap_or_default()
}
