//! Why measurements give no parameters.

use super::Samples;
use logpine_text::reason::{Reason, reason};

/// The items of which a fit needs a minimum number.
#[derive(Debug)]
pub(super) struct Needed {
    /// The noun, without the `s` of several.
    noun: &'static str,
    way_out: &'static str,
}

/// Times, including repetitions.
pub(super) const SAMPLES: Needed =
    Needed { noun: "sample", way_out: "measure more, or repeat what is there, and leave out less" };
/// Different chain depths.
pub(super) const DEPTHS: Needed =
    Needed { noun: "depth", way_out: "measure chains of other depths, such as 1, 4 and 16 levels" };
/// Different numbers of leaves.
pub(super) const FAN_INS: Needed =
    Needed { noun: "fan-in", way_out: "measure waves from other numbers of leaves, such as 2, 16 and 128" };

/// The place of a measurement in messages; line 0 stands for no line.
pub(super) fn place(origin: &str, line: u32) -> String {
    if line == 0 { origin.to_owned() } else { format!("{origin}:{line}") }
}

/// The refusal of `found` items in `measured` where at least `least` are needed.
pub(super) fn too_few(measured: &Samples, needed: &Needed, found: usize, least: usize) -> Reason {
    let line = measured.samples.iter().map(|sample| sample.line).max().unwrap_or(0);
    let place = place(&measured.origin, line);
    let Needed { noun, way_out } = needed;
    let several = if found == 1 { "" } else { "s" };
    reason!("{place}: {found} {noun}{several}; at least {least} are needed: {way_out}")
}

/// The refusal of a depth or a number of leaves that is 0.
pub(super) fn at_zero(measured: &Samples, line: u32, needed: &Needed) -> Reason {
    reason!("{}: {}s start at 1; found 0: remove the row", place(&measured.origin, line), needed.noun)
}

/// The refusal of an empty list of tables.
pub(super) fn no_table() -> Reason {
    Reason::new("no table to fit: give times of messages by size")
}

/// The refusal of files in seconds and in cycles.
pub(super) fn mixed_clocks(origin: &str, other: &str) -> Reason {
    reason!("{origin} and {other} have times in seconds and in cycles; give all in one of them")
}

/// The refusal of a regression over measurements from `origin`.
pub(super) fn regression(origin: &str) -> impl Fn(Reason) -> Reason + '_ {
    move |cause| reason!("{origin}: {cause}")
}
