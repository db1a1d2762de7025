//! Why measurements give no parameters.

use super::Samples;
use logpine_text::reason::{Reason, reason};

/// The items of which a fit needs a minimum number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needed {
    /// Times, including repetitions.
    Samples,
    /// Different chain depths.
    Depths,
    /// Different numbers of leaves.
    FanIns,
}

impl Needed {
    /// The noun in singular or plural, as `count` requires.
    const fn words(self, count: usize) -> &'static str {
        match (self, count) {
            (Self::Samples, 1) => "sample",
            (Self::Samples, _) => "samples",
            (Self::Depths, 1) => "depth",
            (Self::Depths, _) => "depths",
            (Self::FanIns, 1) => "fan-in",
            (Self::FanIns, _) => "fan-ins",
        }
    }

    const fn way_out(self) -> &'static str {
        match self {
            Self::Samples => "measure more, or repeat what is there, and leave out less",
            Self::Depths => "measure chains of other depths, such as 1, 4 and 16 levels",
            Self::FanIns => "measure waves from other numbers of leaves, such as 2, 16 and 128",
        }
    }
}

/// The place of a measurement in messages; line 0 stands for no line.
pub(super) fn place(origin: &str, line: u32) -> String {
    if line == 0 { origin.to_owned() } else { format!("{origin}:{line}") }
}

/// The refusal of `found` items in `measured` where at least `least` are needed.
pub(super) fn too_few(measured: &Samples, needed: Needed, found: usize, least: usize) -> Reason {
    let line = measured.samples.iter().map(|sample| sample.line).max().unwrap_or(0);
    let (place, words) = (place(&measured.origin, line), needed.words(found));
    reason!("{place}: {found} {words}; at least {least} are needed: {}", needed.way_out())
}

/// The refusal of a depth or a number of leaves that is 0.
pub(super) fn at_zero(measured: &Samples, line: u32, needed: Needed) -> Reason {
    reason!("{}: {} start at 1; found 0: remove the row", place(&measured.origin, line), needed.words(2))
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
