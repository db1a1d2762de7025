//! Decision maps as comma-separated values, which `logpine map --join` puts together.

use super::found::{Contents, Refused};
use super::judgement::counted;
use crate::cli::shard::Head;
use crate::report::map::{CSV_COLUMNS, csv_columns};
use logpine_text::csv_rows::Rows;
use logpine_text::text::Text;
use logpine_text::units::Clock;
use std::path::Path;

/// Judges a map, or the part of a shard: its columns, and cells in the order of ranks, then of bytes.
pub(super) fn decision_map(source: &[u8], _: &Path) -> Result<Contents, Refused> {
    let text = Text::new(source, "")?;
    let mut rows = Rows::new(text);
    let mut last: Option<(u64, Option<u64>)> = None;
    let (mut cells, mut has_names) = (0, false);
    while let Some(row) = rows.next_row()? {
        let fields: Vec<&str> = row.fields().collect();
        if cells == 0 && !has_names && fields[0] == "ranks" {
            let is_of = |clock: Clock| csv_columns(clock).iter().eq(&fields);
            if ![Clock::Second, Clock::Cycle].into_iter().any(is_of) {
                let names = csv_columns(Clock::Second).join(",");
                let fault = format!("these are not the columns of a decision map; the first shard writes {names}");
                return Err(row.error_of_row(fault).into());
            }
            has_names = true;
            continue;
        }
        if fields.len() != CSV_COLUMNS {
            let found = counted(fields.len() as u64, "value", "values");
            let fault = format!("this line has {found}, and a cell has {CSV_COLUMNS}; was the line cut off?");
            return Err(row.error_of_row(fault).into());
        }
        let bytes = if fields[1].is_empty() { Some(None) } else { fields[1].parse().ok().map(Some) };
        let (Ok(ranks), Some(bytes)) = (fields[0].parse(), bytes) else {
            return Err(row.error_of_row("a cell begins with whole numbers of ranks and bytes").into());
        };
        if last.is_some_and(|last| last >= (ranks, bytes)) {
            let fault = "this cell does not follow the one before: cells go up by ranks, then by bytes; give each shard as it \
                         was written";
            return Err(row.error_of_row(fault).into());
        }
        last = Some((ranks, bytes));
        cells += 1;
    }
    let text = text.text();
    let words = counted(cells, "cell", "cells");
    let shard = text.lines().next().and_then(Head::read).map(|head| head.shard.to_string());
    let words = shard.map_or(words.clone(), |shard| format!("{words} of shard {shard}"));
    let shown =
        if has_names { words } else { format!("{words}, without the names of columns, which the first shard has") };
    Ok(Contents { shown, values: vec![("cells", cells.into()), ("has_names", has_names.into())], warnings: Vec::new() })
}
