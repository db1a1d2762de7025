//! Tables of the parameterised LogP model (PLogP).

mod columns;
mod contradiction;
mod saved;
#[cfg(test)]
mod tests;

pub(crate) use contradiction::WAITING;

use crate::measurements::source::warnings;
use logpine_text::text::Text;
use logpine_text::text::TextError;
use logpine_text::units::Clock;
use std::ops::Range;

/// The parameters of PLogP by message size (Kielmann, Bal and Verstoep, Fast Measurement of LogP Parameters for Message
/// Passing Platforms, 2000), in the unit of the clock.
#[derive(Clone, Debug, PartialEq)]
pub struct PlogpTable {
    /// The file.
    pub origin: String,
    /// The clock in whose unit the times are given.
    pub clock: Clock,
    /// L, if the file gives it. Otherwise the row of the smallest size has a round trip, from which L = RTT / 2 - g (Kielmann,
    /// Bal and Verstoep 2000, section 3).
    pub latency: Option<f64>,
    /// The rows by increasing size, each size once; at least one.
    pub rows: Vec<PlogpRow>,
    /// The warnings of whoever measured, which the file has.
    pub warnings: Vec<String>,
}

/// The parameters at one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlogpRow {
    /// m: the number of bytes of a message.
    pub bytes: u64,
    /// `o_s`(m).
    pub overhead_send: f64,
    /// `o_r`(m).
    pub overhead_receive: f64,
    /// g(m).
    pub gap: f64,
    /// RTT(m), if it was measured.
    pub round_trip: Option<f64>,
    /// The line in the file, from 1.
    pub line: u32,
}

/// The beginning of a file of LogP/MPI.
const SAVED: &str = "# LogP network performance data";

/// Reads a table of PLogP, in either of two forms.
///
/// LogP/MPI of Kielmann, Bal and Verstoep writes with `logp_test -o` the lines `# LogP network performance data: ...` and
/// `# Latency = 0.0000045`, a head, and rows of `time bytes os os_min os_cnfint or or_min or_cnfint g` in seconds.
///
/// Otherwise the file is comma-separated values with the columns `bytes`, `overhead_send_UNIT`, `overhead_receive_UNIT`,
/// `gap_UNIT`, and either `latency_UNIT` or `round_trip_UNIT`. L is the first value in `latency_UNIT`. `round_trip_UNIT` needs
/// a value at the smallest size. These are medians if the columns `NAME_min_UNIT`, `NAME_p90_UNIT` and `repetitions`, which are
/// checked but not fitted, stand beside them.
///
/// # Errors
/// [`TextError`], the first fault and its place. Times that contradict each other are faults (`contradiction.rs`).
pub fn read_plogp(bytes: &[u8], path: &str) -> Result<PlogpTable, TextError> {
    let source = Text::new(bytes, path)?;
    let (clock, latency, rows) = if source.content().0.trim_start().starts_with(SAVED) {
        let (latency, rows) = saved::read(source)?;
        (Clock::Second, Some(latency), rows)
    } else {
        columns::read(source)?
    };
    let rows = by_size(source, rows)?;
    contradiction::between_sizes(&rows, clock).map_err(|(span, fault)| source.error(span, fault))?;
    Ok(PlogpTable {
        origin: path.to_owned(),
        clock,
        latency,
        rows: rows.into_iter().map(|(row, _)| row).collect(),
        warnings: warnings(source),
    })
}

/// A row and the span of its size, for faults found after all rows are read.
type Placed = (PlogpRow, Range<usize>);

fn by_size(source: Text<'_>, mut rows: Vec<Placed>) -> Result<Vec<Placed>, TextError> {
    rows.sort_by_key(|(row, _)| row.bytes);
    for pair in rows.windows(2) {
        if let [(first, _), (second, span)] = pair
            && first.bytes == second.bytes
        {
            let (line, bytes) = (first.line, first.bytes);
            let fault = format!("line {line} is a row for {bytes} bytes, too; keep one of the two");
            return Err(source.error(span.clone(), fault));
        }
    }
    Ok(rows)
}
