//! Decision maps as comma-separated values, which `logpine map --join` puts together.

use super::found::{Contents, Found, text};
use super::judgement::counted;
use crate::cli::shard::Head;
use crate::report::map::{CSV_COLUMNS, csv_columns};
use logpine_text::units::Clock;
use std::path::Path;

/// Judges a map, or the part of a shard: its columns, and cells in the order of ranks, then of bytes.
pub(super) fn decision_map(source: &[u8], _: &Path) -> Result<Contents, Found> {
    let text = text(source)?;
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).flexible(true).comment(Some(b'#')).from_reader(text.as_bytes());
    let mut last: Option<(u64, Option<u64>)> = None;
    let (mut cells, mut has_names) = (0, false);
    for record in reader.records() {
        let record = record.map_err(|error| Found::from(error.to_string()))?;
        let start = record.position().and_then(|position| usize::try_from(position.byte()).ok()).unwrap_or(0);
        let at = |message: String| Found::of_line(text, start.min(text.len()), message);
        let fields: Vec<&str> = record.iter().collect();
        if cells == 0 && !has_names && fields[0] == "ranks" {
            let is_of = |clock: Clock| csv_columns(clock).iter().eq(&fields);
            if ![Clock::Second, Clock::Cycle].into_iter().any(is_of) {
                let names = csv_columns(Clock::Second).join(",");
                return Err(at(format!("these are not the columns of a decision map; the first shard writes {names}")));
            }
            has_names = true;
            continue;
        }
        if fields.len() != CSV_COLUMNS {
            let found = counted(fields.len() as u64, "value", "values");
            return Err(at(format!("this line has {found}, and a cell has {CSV_COLUMNS}; was the line cut off?")));
        }
        let bytes = if fields[1].is_empty() { Some(None) } else { fields[1].parse().ok().map(Some) };
        let (Ok(ranks), Some(bytes)) = (fields[0].parse(), bytes) else {
            return Err(at("a cell begins with whole numbers of ranks and bytes".to_owned()));
        };
        if last.is_some_and(|last| last >= (ranks, bytes)) {
            let message = "this cell does not follow the one before: cells go up by ranks, then by bytes; \
                           give each shard as it was written";
            return Err(at(message.to_owned()));
        }
        last = Some((ranks, bytes));
        cells += 1;
    }
    let words = counted(cells, "cell", "cells");
    let shard = text.lines().next().and_then(Head::read).map(|head| head.shard.to_string());
    let words = shard.map_or(words.clone(), |shard| format!("{words} of shard {shard}"));
    let shown =
        if has_names { words } else { format!("{words}, without the names of columns, which the first shard has") };
    Ok(Contents { shown, values: vec![("cells", cells.into()), ("has_names", has_names.into())], warnings: Vec::new() })
}
