//! Tuning tables for people and programs: text, the manifest, and the README of a folder of tuning files.

mod manifest;
mod readme;
mod text;
mod verified;

pub use manifest::manifest;
pub use readme::{Companion, readme};
pub use text::{brief, maps, no_rule, text};
pub use verified::{Call, verified, verified_json};

use super::times::size;
use crate::answer::Tuning;
use crate::request::Tolerance;
use itertools::Itertools;
use logpine_models::machine::Data;
use logpine_text::units::Clock;
use logpine_tuning::library::{Library, Range};

/// The subject of tables.
#[derive(Clone, Copy, Debug)]
pub struct TuningSubject<'a> {
    /// The library.
    pub library: Library,
    /// The machine's name.
    pub machine: &'a str,
    /// The unit of its times.
    pub clock: Clock,
    /// The least gain over the library's own choice, and the largest loss by merging; `None` of tables that were read.
    pub tolerance: Option<Tolerance>,
    /// True if reductions were taken to commute.
    pub all_commute: bool,
    /// The assumptions about files that were read, a line each.
    pub assumed: &'a [String],
    /// The measurements behind its profile.
    pub data: &'a Data,
    /// The tables, one for each collective.
    pub tables: &'a [Tuning],
}

impl TuningSubject<'_> {
    /// Warnings about the predictions, a line each.
    pub fn warnings(&self) -> Vec<String> {
        let cells = || self.tables.iter().flat_map(|table| &table.cells);
        let sent: Vec<[u64; 2]> = cells().filter_map(|cell| cell.sent).collect();
        let ranks = cells().map(|cell| cell.ranks).minmax().into_option().map(Into::into);
        let is_both = self.tables.iter().any(|table| table.without_overhead.is_some());
        let both = is_both.then(|| {
            let rules = if self.tolerance.is_some() { "; where the time of the library's own choice is known, rules are faster at both" } else { "" };
            format!(
                "the overhead was not measured, so speed-ups and losses are those of both its ends, o = 0 and o = alpha{rules}; measure it \
                 with `logpine-mpi measure messages` or Netgauge"
            )
        });
        self.data.warnings_for_cells(&sent, ranks).into_iter().chain(both).chain(self.assumed.iter().cloned()).collect()
    }
}

/// The median of ascending numbers: of an even number of them, the mean of the two in the middle.
fn median(ascending: &[f64]) -> Option<f64> {
    let middle = ascending.len() / 2;
    let upper = *ascending.get(middle)?;
    Some(if ascending.len() % 2 == 1 { upper } else { f64::midpoint(ascending[middle - 1], upper) })
}

/// The largest loss of a table against the fastest of all algorithms, in words.
fn loss(percent: f64) -> String {
    match percent {
        percent if percent < 0.05 => "-".to_owned(),
        percent if percent < 100.0 => format!("{percent:.1}%"),
        percent => format!("{:.1}×", 1.0 + percent / 100.0),
    }
}

/// A range of bytes, such as `1 KiB to 64 KiB`.
fn bytes(range: Range) -> String {
    match range.most {
        None if range.least == 0 => "any".to_owned(),
        None => format!("from {}", size(range.least)),
        Some(most) if most == range.least => size(most),
        Some(most) => format!("{} to {}", size(range.least), below(most)),
    }
}

/// The last size of a range: below the next power of two as `< 4 KiB`.
fn below(most: u64) -> String {
    match most.checked_add(1) {
        Some(next) if next.is_multiple_of(512) => format!("< {}", size(next)),
        _ => size(most),
    }
}

/// A range of rank counts, such as `8 to 15`.
fn ranks(range: Range) -> String {
    match range.most {
        None => format!("from {}", range.least),
        Some(most) if most == range.least => most.to_string(),
        Some(most) => format!("{} to {most}", range.least),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_number_is_the_mean_of_the_two_in_the_middle() {
        assert_eq!([median(&[]), median(&[3.0]), median(&[1.0, 2.0])], [None, Some(3.0), Some(1.5)]);
        assert_eq!([median(&[1.0, 2.0, 9.0]), median(&[1.0, 2.0, 4.0, 9.0])], [Some(2.0), Some(3.0)]);
    }

    #[test]
    fn losses_have_no_blank_before_their_unit() {
        assert_eq!([loss(0.01), loss(7.24), loss(160.0)], ["-", "7.2%", "2.6×"]);
    }
}
