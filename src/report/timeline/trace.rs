//! A replay as a trace for viewers such as Perfetto.

use super::threads::{PATH, Threads, kept};
use super::{SimulationReport, operation_name, reason_name};
use crate::schedule::replay::{Part, Span, Step, Timeline, messages};
use crate::schedule::{ANY, Operation};
use crate::units::{Clock, Time};
use std::fmt;
use std::io::{self, Write};

/// A number of thousandths.
struct Thousandths(u64);

impl fmt::Display for Thousandths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 1_000, self.0 % 1_000) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, part) => write!(f, "{whole}.{part:03}"),
        }
    }
}

/// In nanoseconds, rounded half up. A thousandth of a cycle counts as a picosecond, so a cycle is shown as a nanosecond.
const fn nanoseconds(time: Time) -> u64 {
    time.ticks() / 1_000 + (time.ticks() % 1_000 >= 500) as u64
}

/// When a bar begins and ends, in nanoseconds or cycles, where that is not as it is drawn.
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

/// Where events go: the elements of an array, a line each.
struct Events<'a, W> {
    out: &'a mut W,
    separator: &'static str,
    clock: Clock,
    threads: Threads,
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

impl<W: Write> Events<'_, W> {
    fn event(&mut self, event: fmt::Arguments) -> io::Result<()> {
        self.out.write_all(self.separator.as_bytes())?;
        self.separator = ",\n";
        self.out.write_fmt(event)
    }

    /// A thread's name and place.
    fn named(&mut self, thread: u64, name: &str) -> io::Result<()> {
        self.event(format_args!(
            r#"{{"ph":"M","pid":1,"tid":{thread},"name":"thread_name","args":{{"name":"{name}"}}}}"#
        ))?;
        self.event(format_args!(
            r#"{{"ph":"M","pid":1,"tid":{thread},"name":"thread_sort_index","args":{{"sort_index":{thread}}}}}"#
        ))
    }

    /// A complete event with fields and arguments of its own. Viewers count in whole nanoseconds: of bars that touch, both
    /// ends are rounded, or else one would begin before the other is over.
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

    /// An operation, which has the ends of arrows itself. So each bar has its own, also where many are of no length at the
    /// same time; arrows with events of their own are tied to bars by nothing but their times.
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

    /// The gap after a send.
    fn gap(&mut self, span: &Span, interface: u8, lasts: [Time; 2]) -> io::Result<()> {
        let (thread, index) = (self.threads.interface(span.rank, interface), span.operation);
        let fields = format_args!(r#""name":"gap","cat":"gap""#);
        self.bar(thread, lasts, fields, format_args!(r#""operation":{index}"#))
    }

    /// A step of the critical path: what it waits with, and what it does.
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

/// Writes a replay in the JSON of Chrome's trace events, which Perfetto and others show: above all a thread with the critical
/// path, where the report has it; then of each rank a thread (and one for each further processor) with complete events for
/// its operations, and one with the gaps after its sends, where there are any; arrows for messages. Waits of no length are left
/// out, and so is the arrow of a message whose reception begins before it is sent, as viewers would draw it the other way
/// round.
///
/// Times are in microseconds, and whole nanoseconds: both ends of a bar are rounded half up. Where one is not whole, the exact
/// ends in nanoseconds are among the event's arguments. A cycle is shown as a nanosecond.
///
/// Events are written as they are made, operations in the order of time; it takes 8 bytes an operation, and 96 a message while
/// messages are matched. The output should be buffered.
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
    let mut events = Events { out, separator: "", clock: report.clock, threads: Threads::new(timeline) };
    events.event(format_args!(r#"{{"ph":"M","pid":1,"name":"process_name","args":{{"name":{title}}}}}"#))?;
    if let Some(path) = report.critical_path {
        events.named(PATH, "critical path")?;
        path.steps().iter().try_for_each(|step| events.step(step))?;
    }
    for rank in 0..timeline.schedule().ranks() {
        for (thread, name) in events.threads.of_rank(timeline, rank) {
            events.named(thread, &name)?;
        }
    }
    operations(&mut events, timeline)?;
    writeln!(events.out, "\n]}}")
}

/// The operations with their gaps and messages, in the order of time.
fn operations<W: Write>(events: &mut Events<W>, timeline: &Timeline) -> io::Result<()> {
    let records = timeline.schedule().records();
    // Of every operation the send of its message, its own where it sends.
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
            // Received before it is sent.
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
