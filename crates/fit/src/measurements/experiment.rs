//! The three experiments of a tree aggregation network, and times of messages, as comma-separated values.

use super::column::Names;
use super::head::{Head, TimeColumn};
use super::read_options::{Journey, ReadOptions};
use super::source::{origin, warnings};
use super::value::{NO_ROWS, at_least_zero, count, empty, fields, missing_column, nothing_left, zero};
use crate::{Sample, Samples};
use logpine_text::csv_rows::{Row, Rows};
use logpine_text::text::Text;
use logpine_text::text::TextError;
use rustc_hash::FxHashMap;

/// The kind of measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Experiment {
    /// Single messages between two hosts; the points are all 0.
    Latency,
    /// Waves through chains, by `depth`: the number of levels.
    Chain,
    /// Waves from leaves to one node, by `fanout`: the number of leaves.
    FanIn,
    /// Messages between two hosts, by `bytes`, which may be 0.
    Messages,
}

/// The columns `run`, `repetition` and `wave` give the origin of a row.
const CHAIN: Names = Names { plain: &["run", "repetition", "wave", "depth"], timed: &["time", "round_trip"] };
const FAN_IN: Names = Names { plain: &["run", "repetition", "wave", "fanout"], timed: &["time", "round_trip"] };
const MESSAGES: Names = Names { plain: &["run", "repetition", "wave", "bytes"], timed: &["time", "round_trip"] };
const LATENCY: Names = Names { plain: &["run", "repetition", "wave"], timed: &["time", "round_trip"] };
const RUN: usize = 0;
const POINT: usize = 3;

impl Experiment {
    fn names(self) -> &'static Names {
        match self {
            Self::Latency => &LATENCY,
            Self::Chain => &CHAIN,
            Self::FanIn => &FAN_IN,
            Self::Messages => &MESSAGES,
        }
    }

    /// The column of the point, and the items it counts.
    fn point(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Latency => None,
            Self::Chain => Some(("depth", "levels of the chain")),
            Self::FanIn => Some(("fanout", "leaves of the node")),
            Self::Messages => Some(("bytes", "bytes of the message")),
        }
    }

    fn example(self) -> &'static str {
        match self {
            Self::Latency => "time_us",
            Self::Chain => "depth,time_us",
            Self::FanIn => "fanout,time_us",
            Self::Messages => "bytes,time_us",
        }
    }
}

/// Reads measurements from comma-separated values whose first line names the columns: the point (`depth` of a chain, `fanout`
/// of a fan-in, `bytes` of messages; a latency has none) and `time_UNIT` or `round_trip_UNIT`, with a unit of s, ms, us, ns, ps
/// or cycles. Times there and back are halved.
///
/// The columns `run`, `repetition` and `wave` are optional. Comments (lines that begin with `#`), blank lines, blanks around
/// fields, quotes, LF and CRLF line ends and a byte order mark are allowed.
///
/// # Errors
/// [`TextError`], the first fault and its place.
pub fn read_experiment(
    bytes: &[u8],
    path: &str,
    experiment: Experiment,
    options: ReadOptions,
) -> Result<Samples, TextError> {
    let source = Text::new(bytes, path)?;
    let mut rows = Rows::new(source);
    let head = rows.next_row()?.ok_or_else(|| source.error_at_end(empty(experiment.example())))?;
    let columns = Columns::read(&head, experiment, options.journey)?;
    let no_rows = head.error_of_row(NO_ROWS);
    let mut first = FirstRows::new(options.discard);
    let (mut samples, mut discarded) = (Vec::new(), 0);
    while let Some(row) = rows.next_row()? {
        let sample = columns.sample(&row)?;
        if first.holds(sample.at, columns.run.map(|run| row.field(run))) {
            discarded += 1;
        } else {
            samples.push(sample);
        }
    }
    if samples.is_empty() {
        return Err(nothing_left(no_rows, discarded, options.discard));
    }
    let (origin, clock, warnings) = (origin(source), columns.time.clock, warnings(source));
    Ok(Samples { origin, clock, samples, discarded, warnings })
}

/// The columns in use.
struct Columns {
    all: usize,
    point: Option<(usize, &'static str, &'static str)>,
    least: u64,
    time: TimeColumn,
    run: Option<usize>,
}

impl Columns {
    fn read(head: &Row<'_, '_>, experiment: Experiment, journey: Journey) -> Result<Self, TextError> {
        let example = experiment.example();
        let Head { plain, time } = Head::read(head, experiment.names(), journey, example)?;
        let missing = |name| head.error_of_row(missing_column(name, example));
        let point = match experiment.point() {
            None => None,
            Some((name, what)) => Some((plain[POINT].ok_or_else(|| missing(name))?, name, what)),
        };
        Ok(Self { all: head.len(), point, least: u64::from(experiment != Experiment::Messages), time, run: plain[RUN] })
    }

    fn sample(&self, row: &Row<'_, '_>) -> Result<Sample, TextError> {
        if row.len() != self.all {
            return Err(row.error_of_row(fields(row.len(), self.all)));
        }
        let at = match self.point {
            None => 0,
            Some((index, name, what)) => {
                let at = count(row.field(index), name, what).map_err(|fault| row.error(index, fault))?;
                if at < self.least {
                    return Err(row.error(index, zero(name, what)));
                }
                at
            }
        };
        let TimeColumn { index, ref name, divisor, .. } = self.time;
        let time = at_least_zero(row.field(index), name).map_err(|fault| row.error(index, fault))?;
        Ok(Sample { at, time: time / divisor, line: row.line })
    }
}

/// Counts the first rows of each point and run.
struct FirstRows {
    discard: usize,
    runs: FxHashMap<String, usize>,
    seen: FxHashMap<(u64, usize), usize>,
}

impl FirstRows {
    fn new(discard: usize) -> Self {
        Self { discard, runs: FxHashMap::default(), seen: FxHashMap::default() }
    }

    /// True if the row is among the first of its point and run.
    fn holds(&mut self, at: u64, run: Option<&str>) -> bool {
        if self.discard == 0 {
            return false;
        }
        let next = self.runs.len();
        let run = match run.map(|run| (run, self.runs.get(run))) {
            None => 0,
            Some((_, Some(&known))) => known,
            Some((new, None)) => *self.runs.entry(new.to_owned()).or_insert(next),
        };
        let seen = self.seen.entry((at, run)).or_insert(0);
        *seen += 1;
        *seen <= self.discard
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_read_experiment() -> Result<(), Box<dyn std::error::Error>> {
        use crate::measurements::{Experiment, ReadOptions, read_experiment};
        let text = "depth,round_trip_us\n1,400\n1,420\n2,800\n";
        let options = ReadOptions { discard: 1, ..ReadOptions::default() };
        let chain = read_experiment(text.as_bytes(), "chain.csv", Experiment::Chain, options)?;
        assert_eq!((chain.samples.len(), chain.discarded), (1, 2));
        assert_eq!((chain.samples[0].at, chain.samples[0].time, chain.samples[0].line), (1, 210e-6, 3));
        Ok(())
    }
}
