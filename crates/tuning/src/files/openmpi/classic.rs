//! Classic rules files of coll/tuned, read as Open MPI reads them, with all their flaws in one run.
//!
//! ```text
//! 1                   # collectives that follow
//! 7                   # number of the collective: bcast
//! 2                   # communicator sizes that follow
//! 16                  # from 16 ranks on
//! 2                   # rows that follow
//! 0     6 0 0         # from 0 bytes on: algorithm, fanout, size of segments
//! 4096  2 3 65536
//! 17                  # from 17 ranks on
//! 1
//! 0     0 0 0         # algorithm 0: the library's own choice
//! ```
//!
//! Release builds of Open MPI 4.1 and 5.0 refuse a malformed file without a word. Sizes below the first row use the first row
//! too; Open MPI 6 shifts the communicator sizes by a row. Where counts are wrong, the lines show what was meant, so that the
//! later flaws are found too.

use super::counts::{self, Refusal};
use super::layout::{Layout, by_lines, by_order};
use super::numbers::{self, Numbers};
use super::rows;
use crate::library::{Library, Rules};
use logpine_text::fault::Faults;
use logpine_text::fault::Report;

/// Reads a classic rules file, and finds all its flaws.
#[must_use]
pub fn read(source: &[u8], library: Library) -> Report<Vec<Rules>> {
    let mut flaws = Faults::new(source);
    let numbers = numbers::read(source, &mut flaws);
    check_version(&numbers, library, &mut flaws);
    if numbers.all.is_empty() {
        let message = "the file has no numbers: the library refuses it in silence";
        flaws.error(source.len()..source.len(), "empty", message, "begin with the number of collectives");
        return flaws.report(None);
    }
    let order = by_order(&numbers, source);
    let refusal = counts::refusal(&numbers, &order);
    let (layout, is_by_lines) = chosen(&order, by_lines(&numbers));
    // Numbers after a shift mean nothing unless lines tell.
    let shift = refusal.as_ref().filter(|_| !is_by_lines);
    if let Some(Refusal { index, .. }) = shift {
        let message = "rows do not stand on lines of their own, so that no count can be checked: if one before this place is \
                       wrong, all numbers after it are shifted";
        let place = if *index < numbers.all.len() { numbers.span(*index) } else { source.len()..source.len() };
        flaws.warning(place, "no-lines", message, "write each row on a line, and each other number too");
    }
    let end = shift.map_or(usize::MAX, |refusal| refusal.index + 1);
    counts::check(&counts::Counts { numbers: &numbers, layout: &layout, refusal: refusal.as_ref() }, &mut flaws);
    let rules = rows::check(&numbers, &layout, library, end, &mut flaws);
    if let Some(Refusal { index, reason }) = refusal.filter(|_| !flaws.has_errors()) {
        let message = format!("{reason}: the library refuses the whole file in silence");
        let place = if index < numbers.all.len() { numbers.span(index) } else { source.len()..source.len() };
        flaws.error(place, "refused", message, "count the collectives, the sizes and the rows again");
    }
    flaws.report(Some(rules))
}

/// The layout that shows most: that of lines if the order of the numbers does not work out, or means something else. True
/// for that of lines.
fn chosen(order: &Layout, lines: Option<Layout>) -> (Layout, bool) {
    let is_whole = order.missing.is_none() && order.trailing.is_none();
    match lines {
        Some(lines) if !is_whole || (lines.unclear.is_empty() && lines.trailing.is_none()) => (lines, true),
        _ => (order.clone(), false),
    }
}

/// Checks the version line.
fn check_version(numbers: &Numbers, library: Library, flaws: &mut Faults<'_>) {
    let Some((version, span)) = &numbers.version else { return };
    let old = match library {
        Library::OpenMpi41 => "4.1.8",
        Library::OpenMpi5 => "5.0.7",
        _ => "",
    };
    if !old.is_empty() {
        let message =
            format!("releases before {old} read a negative number here, and refuse the whole file in silence");
        let hint = "remove the line and the fifth numbers unless all machines have that release";
        flaws.warning(span.clone(), "version-line", message, hint);
    }
    if *version != 2 {
        let message = match version {
            0 | 1 => format!("version {version}: rows have four numbers, as without the line"),
            _ => format!("there is no version {version}: the library reads it as version 2"),
        };
        flaws.warning(span.clone(), "version-number", message, "write rule-file-version-2");
    }
}

#[cfg(test)]
mod tests;
