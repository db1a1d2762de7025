//! A replay as a trace for viewers such as Perfetto.

use super::threads::{PATH, Threads, kept};
use super::{SimulationReport, operation_name, reason_name};
use logpine_collectives::schedule::replay::{Part, Span, Step, Timeline, messages};
use logpine_collectives::schedule::{ANY, Operation};
use logpine_text::units::{Clock, Time};
use std::fmt;
use std::io::{self, Write};

/// A number in thousandths.
struct Thousandths(u64);

impl fmt::Display for Thousandths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 1_000, self.0 % 1_000) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, part) => write!(f, "{whole}.{part:03}"),
        }
    }
}

/// A time in nanoseconds, rounded half up. A thousandth of a cycle counts as a picosecond, so a cycle is shown as a
/// nanosecond.
const fn nanoseconds(time: Time) -> u64 {
    time.ticks() / 1_000 + (time.ticks() % 1_000 >= 500) as u64
}

/// The start and the end of a bar, in nanoseconds or cycles, if they differ from the drawn ones.
struct Exact {
    clock: Clock,
    from: Time,
    to: Time,
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from.ticks(), self.to.ticks());
        if from % 1_000 == 0 && to % 1_000 == 0 {
            return Ok(());
        }
        let unit = match self.clock {
            Clock::Second => "ns",
            Clock::Cycle => "cycle",
        };
        write!(f, r#","start_{unit}":{},"end_{unit}":{}"#, Thousandths(from), Thousandths(to))
    }
}

/// The output of events: the elements of an array, one per line.
struct Events<'a, W> {
    out: &'a mut W,
    separator: &'static str,
    clock: Clock,
    threads: Threads,
}

/// Marks an operation without a message; no schedule has so many operations.
const NO_FLOW: u32 = u32::MAX;
/// Marks a send that is written.
const WRITTEN: u32 = u32::MAX - 1;

/// The end of the message's arrow at an operation. The arrow has the number of the send.
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

impl<W: Write> Events<'_, W> {
    fn event(&mut self, event: fmt::Arguments) -> io::Result<()> {
        self.out.write_all(self.separator.as_bytes())?;
        self.separator = ",\n";
        self.out.write_fmt(event)
    }

    /// Writes a thread's name and place.
    fn named(&mut self, thread: u64, name: &str) -> io::Result<()> {
        self.event(format_args!(
            r#"{{"ph":"M","pid":1,"tid":{thread},"name":"thread_name","args":{{"name":"{name}"}}}}"#
        ))?;
        self.event(format_args!(
            r#"{{"ph":"M","pid":1,"tid":{thread},"name":"thread_sort_index","args":{{"sort_index":{thread}}}}}"#
        ))
    }

    /// Writes a complete event with fields and arguments of its own. Viewers count in whole nanoseconds. Both ends of a bar
    /// are rounded, so that of two adjoining bars none begins before the other is over.
    fn bar(
        &mut self,
        thread: u64,
        [from, to]: [Time; 2],
        fields: fmt::Arguments,
        args: fmt::Arguments,
    ) -> io::Result<()> {
        let (start, end) = (nanoseconds(from), nanoseconds(to));
        let (start, length) = (Thousandths(start), Thousandths(end.saturating_sub(start)));
        let exact = Exact { clock: self.clock, from, to };
        self.event(format_args!(
            r#"{{"ph":"X","pid":1,"tid":{thread},"ts":{start},"dur":{length},{fields},"args":{{{args}{exact}}}}}"#
        ))
    }

    /// Writes an operation, with the ends of arrows in its own event, so that each bar has its own arrow even if several bars
    /// of no length start at the same time. Arrows with separate events would be tied to bars only by their times.
    fn operation(&mut self, span: &Span, operation: Operation, flow: Flow) -> io::Result<()> {
        let thread = self.threads.processor(span.rank, span.processor);
        let name = operation_name(operation);
        let (cause, of) = (reason_name(span.cause.reason), CauseOf(span));
        let (index, message) = (span.operation, MessageOf(operation));
        let category = match operation {
            Operation::Send { .. } | Operation::Receive { .. } => "message",
            Operation::Calculate { .. } | Operation::Combine { .. } | Operation::Wait { .. } => "operation",
        };
        self.bar(
            thread,
            [span.start, span.end],
            format_args!(r#""name":"{name}","cat":"{category}"{flow}"#),
            format_args!(r#""operation":{index}{message},"cause":"{cause}"{of}"#),
        )
    }

    /// Writes the gap after a send.
    fn gap(&mut self, span: &Span, interface: u8, lasts: [Time; 2]) -> io::Result<()> {
        let (thread, index) = (self.threads.interface(span.rank, interface), span.operation);
        let fields = format_args!(r#""name":"gap","cat":"gap""#);
        self.bar(thread, lasts, fields, format_args!(r#""operation":{index}"#))
    }

    /// Writes a step of the critical path: its waiting and its work.
    fn step(&mut self, step: &Step) -> io::Result<()> {
        let (rank, index) = (step.span.rank, step.span.operation);
        let (begun, done) = (step.begun(), difference(step.until, step.kept()));
        let parts =
            [(step.waiting(), step.from, begun), (step.performing(), begun, done), (Part::Gap, done, step.until)];
        for (part, from, to) in parts.into_iter().filter(|(_, from, to)| to > from) {
            let fields = format_args!(r#""name":"{}","cat":"critical path""#, part.name());
            self.bar(PATH, [from, to], fields, format_args!(r#""rank":{rank},"operation":{index}"#))?;
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

/// The operation that was waited for, if there is one.
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

/// Writes a replay in the JSON of Chrome's trace events, which Perfetto and others show. At the top is a thread with the
/// critical path, if the report has it; then for each rank a thread (and one for each further processor) with complete events
/// for its operations, and one with the gaps after its sends, if there are any; arrows for messages. Waits of no length are
/// left out, and so is the arrow of a message whose reception begins before it is sent, because viewers would draw it the
/// other way round.
///
/// Times are in microseconds, and whole nanoseconds: both ends of a bar are rounded half up. If an end is not whole, the
/// event's arguments have both exact ends in nanoseconds. A cycle is shown as a nanosecond.
///
/// Events are written as they are made, operations in the order of time. Memory is 8 bytes per operation, and 96 per message
/// while messages are matched. The output should be buffered.
///
/// # Errors
/// Errors of the output.
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
    let mut events = Events { out, separator: "", clock: report.clock, threads: Threads::new(timeline) };
    events.event(format_args!(r#"{{"ph":"M","pid":1,"name":"process_name","args":{{"name":{title}}}}}"#))?;
    if let Some(path) = report.critical_path {
        events.named(PATH, "critical path")?;
        path.steps().iter().try_for_each(|step| events.step(step))?;
    }
    for rank in 0..timeline.schedule().ranks() {
        for (thread, name) in events.threads.of_rank(timeline, rank, report.members()[0]) {
            events.named(thread, &name)?;
        }
    }
    operations(&mut events, timeline)?;
    writeln!(events.out, "\n]}}")
}

/// The operations with their gaps and messages, in the order of time.
fn operations<W: Write>(events: &mut Events<W>, timeline: &Timeline) -> io::Result<()> {
    let records = timeline.schedule().records();
    // The send of every operation's message; for a send, the operation itself.
    let mut flows = vec![NO_FLOW; records.len()];
    for message in messages(timeline) {
        let send = u32::try_from(message.send).unwrap_or(NO_FLOW);
        (flows[message.send], flows[message.receive]) = (send, send);
    }
    for number in timeline.by_start() {
        let at = number as usize;
        let Some(span) = timeline.at(at) else { continue };
        let operation = records[at].operation();
        if matches!(operation, Operation::Wait { .. }) && span.end == span.start {
            continue;
        }
        let flow = match flows[at] {
            NO_FLOW => Flow::None,
            send if send == number => {
                flows[at] = WRITTEN;
                Flow::Out(send)
            }
            send if flows[send as usize] == WRITTEN => Flow::In(send),
            // A message that is received before it is sent.
            send => {
                flows[send as usize] = NO_FLOW;
                Flow::None
            }
        };
        events.operation(&span, operation, flow)?;
        if let Some((interface, from, to)) = kept(timeline, &span) {
            events.gap(&span, interface, [from, to])?;
        }
    }
    Ok(())
}

fn difference(later: Time, earlier: Time) -> Time {
    later.checked_sub(earlier).unwrap_or_default()
}
