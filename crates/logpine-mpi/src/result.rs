//! Results as text, as comma-separated values, and as a picture.

use crate::cells::{Cell, Row, collective};
use crate::files::{csv_text, microseconds};
use crate::times::Times;
use logpine::report::MeasuredTimes;
use std::fmt::Write as _;

/// The columns of a file of results.
const TITLES: [&str; 11] = [
    "collective",
    "ranks",
    "bytes",
    "family",
    "parameters",
    "chosen",
    "predicted_us",
    "time_us",
    "time_min_us",
    "time_p90_us",
    "repetitions",
];

/// The rows as comma-separated values, below comments on how they were measured.
#[must_use]
pub fn csv(comments: &[String], rows: &[Row]) -> String {
    let lines = rows.iter().map(|row| {
        let Times { median, least, p90, repetitions } = row.times;
        vec![
            row.cell.collective.name().to_owned(),
            row.cell.ranks.to_string(),
            row.cell.bytes.to_string(),
            row.family.clone(),
            row.parameters.clone(),
            if row.is_chosen { "yes" } else { "no" }.to_owned(),
            row.predicted.map(microseconds).unwrap_or_default(),
            microseconds(median),
            microseconds(least),
            microseconds(p90),
            repetitions.to_string(),
        ]
    });
    csv_text(comments, &TITLES, lines)
}

/// The rows of a file of results, whatever its comments say.
///
/// # Errors
/// The first line that is no row.
pub fn rows_of_csv(text: &str) -> Result<Vec<Row>, String> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
    if reader.headers().map_err(|error| error.to_string())? != TITLES.as_slice() || !text.ends_with('\n') {
        return Err("these are not the rows of a comparison, or their end is cut off".to_owned());
    }
    let read = |record: Result<csv::StringRecord, csv::Error>| {
        let record = record.map_err(|error| error.to_string())?;
        let line = record.position().map_or(0, csv::Position::line);
        row_of(&record).ok_or_else(|| format!("line {line} is no row of a comparison"))
    };
    reader.records().map(read).collect()
}

fn row_of(record: &csv::StringRecord) -> Option<Row> {
    let field = |index: usize| record.get(index);
    let time = |index: usize| field(index)?.parse::<f64>().ok().filter(|time| time.is_finite() && *time >= 0.0);
    let cell = Cell {
        collective: collective(field(0)?).ok()?,
        ranks: field(1)?.parse().ok()?,
        bytes: field(2)?.parse().ok()?,
    };
    let is_chosen = match field(5)? {
        "yes" => true,
        "no" => false,
        _ => return None,
    };
    let predicted = if field(6)?.is_empty() { None } else { Some(time(6)?) };
    let times = Times { median: time(7)?, least: time(8)?, p90: time(9)?, repetitions: field(10)?.parse().ok()? };
    Some(Row { cell, family: field(3)?.to_owned(), parameters: field(4)?.to_owned(), is_chosen, predicted, times })
}

/// A table for each cell: the answer first, the others as in the ranking, the library last.
#[must_use]
pub fn table(rows: &[Row]) -> String {
    let mut text = String::new();
    for cell in rows.chunk_by(|one, next| one.cell == next.cell) {
        let fastest = cell.iter().map(|row| row.times.median).fold(f64::INFINITY, f64::min);
        let names: Vec<String> = cell.iter().map(name).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).clamp(12, 56);
        let _ = writeln!(text, "{}, times in us", cell[0].cell.name());
        let _ = writeln!(text, "  {:width$} {:>10} {:>10} {:>10} {:>8}", "", "predicted", "measured", "90 %", "slower");
        for (row, name) in cell.iter().zip(&names) {
            let predicted = row.predicted.map_or_else(|| "-".to_owned(), short);
            let Times { median, p90, .. } = row.times;
            let slower = if median <= fastest { "-".to_owned() } else { slower_by(median / fastest) };
            let name: String = name.chars().take(width).collect();
            let _ =
                writeln!(text, "  {name:width$} {predicted:>10} {:>10} {:>10} {slower:>8}", short(median), short(p90));
        }
        text.push('\n');
    }
    text
}

/// The family with its parameters; the answer is marked.
fn name(row: &Row) -> String {
    let of = if row.is_library() { "the library's own" } else { &row.family };
    let parameters = if row.parameters.is_empty() { String::new() } else { format!(", {}", row.parameters) };
    format!("{}{of}{parameters}", if row.is_chosen { "* " } else { "  " })
}

/// Microseconds with about four digits.
#[must_use]
pub fn short(time: f64) -> String {
    match time {
        _ if time < 10.0 => format!("{time:.3}"),
        _ if time < 1000.0 => format!("{time:.1}"),
        _ => format!("{time:.0}"),
    }
}

/// `4.2 %`, or `3.1 x` from twice on.
fn slower_by(factor: f64) -> String {
    if factor < 2.0 { format!("{:.1} %", (factor - 1.0) * 100.0) } else { format!("{factor:.1} x") }
}

/// The picture of the rows; `origin` says where they were measured.
#[must_use]
pub fn picture(origin: &str, rows: &[Row]) -> String {
    let cells = rows.chunk_by(|one, next| one.cell == next.cell).count();
    let title = match rows.first() {
        Some(row) if cells == 1 => row.cell.name(),
        Some(row) if row.predicted.is_some() => format!("{cells} cells, predicted and measured"),
        _ => format!("{cells} cells, measured"),
    };
    let facts = format!(
        "{origin}. {}",
        if rows.iter().any(|row| row.is_chosen) {
            "Bold: what logpine chose."
        } else {
            "The library's own collectives."
        }
    );
    let seconds = |time: f64| time / 1e6;
    let rows: Vec<MeasuredTimes> = rows
        .iter()
        .map(|row| {
            // Several cells leave no room for parameters, which are in the table.
            let of = if row.is_library() { "the library's own" } else { row.family.as_str() };
            let name = if cells == 1 {
                name(row).trim_start_matches(['*', ' ']).to_owned()
            } else {
                format!("{}: {of}", row.cell.name())
            };
            let Times { median, least, p90, .. } = row.times;
            let (median, least, p90) = (seconds(median), seconds(least), seconds(p90));
            MeasuredTimes { name, median, least, p90, predicted: row.predicted.map(seconds), is_chosen: row.is_chosen }
        })
        .collect();
    MeasuredTimes::svg(&title, &facts, &rows)
}
