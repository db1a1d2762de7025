//! The files of LogP/MPI.

use super::{Placed, PlogpRow};
use crate::measurements::value::{NO_ROWS, at_least_zero, count, fields};
use logpine_text::text::TextError;
use logpine_text::text::{Line, Text, Word};

const COLUMNS: [&str; 9] = ["time", "bytes", "os", "os_min", "os_cnfint", "or", "or_min", "or_cnfint", "g"];

/// L and the rows.
pub(super) fn read(source: Text<'_>) -> Result<(f64, Vec<Placed>), TextError> {
    let mut latency = None;
    let mut rows = Vec::new();
    for line in source.lines() {
        if line.text.is_empty() {
            continue;
        }
        if let Some(comment) = line.text.strip_prefix('#') {
            if let Some(value) = comment.trim_start().strip_prefix("Latency =") {
                let value = value.trim();
                let span = line.start + line.text.len() - value.len()..line.start + line.text.len();
                latency = Some(at_least_zero(value, "Latency").map_err(|fault| source.error(span, fault))?);
            }
            continue;
        }
        rows.push(row(source, line)?);
    }
    let missing = "the latency is missing; a header line gives it in seconds, like `# Latency = 0.0000045`";
    let latency = latency.ok_or_else(|| source.error(0..0, missing))?;
    if rows.is_empty() { Err(source.error_at_end(NO_ROWS)) } else { Ok((latency, rows)) }
}

fn row(source: Text<'_>, line: Line<'_>) -> Result<Placed, TextError> {
    let words = line.words();
    let Ok(words) = <[Word<'_>; COLUMNS.len()]>::try_from(words.as_slice()) else {
        let fault = fields(words.len(), COLUMNS.len());
        return Err(source.error(line.span(), fault));
    };
    let at = |index: usize| move |fault| source.error(words[index].span(), fault);
    let time = |index: usize| at_least_zero(words[index].text, COLUMNS[index]).map_err(at(index));
    let row = PlogpRow {
        bytes: count(words[1].text, COLUMNS[1], "bytes of the message").map_err(at(1))?,
        overhead_send: time(2)?,
        overhead_receive: time(5)?,
        gap: time(8)?,
        round_trip: None,
        line: line.number,
    };
    Ok((row, words[1].span()))
}
