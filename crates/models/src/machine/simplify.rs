//! `simplify`: the terms that a LogP calculation may leave out, as lectures on LogP do.

use super::reader::{Read, Section};

/// A term that LogP may leave out. Each variant says its effect on the five numbers of a message.
///
/// There is no option to ignore the limit of ceil(L/g) messages in flight to one processor: a tree or pipeline sends a
/// processor at most one message every g, so the limit never binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Simplification {
    /// `no_gap`: g = 0, on machines with o > g; the gaps are o instead of max(g, o).
    NoGap,
    /// `no_overhead`: o = 0, on machines whose network does the work; both busy times are 0, the gaps g, delivery L.
    NoOverhead,
    /// `no_latency`: L = 0, for long streams of pipelined messages; delivery is 2o.
    NoLatency,
    /// `gap_first`: the first message has its gap, too; delivery grows by the gap of a send. n messages then take L + n
    /// max(g, o) + 2o instead of L + (n - 1) max(g, o) + 2o.
    GapFirst,
}

/// The words of the profile.
const WORDS: &[(&str, Simplification)] = &[
    ("no_gap", Simplification::NoGap),
    ("no_overhead", Simplification::NoOverhead),
    ("no_latency", Simplification::NoLatency),
    ("gap_first", Simplification::GapFirst),
];

/// A set of simplifications; empty by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Simplifications {
    // One bit for each, by its discriminant.
    bits: u8,
}

impl Simplifications {
    /// True if the set contains `simplification`.
    #[must_use]
    pub const fn contains(self, simplification: Simplification) -> bool {
        self.bits & bit(simplification) != 0
    }

    /// Reads `["no_gap", "no_latency"]`.
    pub(super) fn read(section: &Section<'_>) -> Read<Self> {
        let mut set = Self::default();
        let Some(value) = section.optional("simplify") else {
            return Ok(set);
        };
        for element in value.elements("a list of words, like [\"no_gap\"]")? {
            let word = element.choice(WORDS)?;
            if set.contains(word) {
                return Err(element.fault(format!("`{}` has this word twice; keep it once", element.key)));
            }
            set.bits |= bit(word);
        }
        Ok(set)
    }
}

const fn bit(simplification: Simplification) -> u8 {
    1 << simplification as u8
}
