//! Rules: which setting serves which numbers of ranks and bytes.

use super::setting::Setting;
use logpine_models::job::MpiCollective;

/// Whole numbers from `least` on, up to and with `most` if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first number.
    pub least: u64,
    /// The last number; `None` without an end.
    pub most: Option<u64>,
}

impl Range {
    /// All numbers.
    pub const ALL: Self = Self { least: 0, most: None };

    /// True if the number is in the range.
    #[must_use]
    pub fn contains(self, number: u64) -> bool {
        self.least <= number && self.most.is_none_or(|most| number <= most)
    }
}

/// A rule: what a library runs for a range of ranks and of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The numbers of ranks.
    pub ranks: Range,
    /// The sizes in bytes, as the library counts them.
    pub bytes: Range,
    /// The setting; `None` leaves the choice to the library.
    pub setting: Option<Setting>,
}

/// The rules of a collective; the first that matches counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The operation.
    pub collective: MpiCollective,
    /// The rules.
    pub rules: Vec<Rule>,
}

impl Rules {
    /// The rule for a number of ranks and of bytes as the library counts them; `None` if no rule matches, and the library
    /// chooses.
    #[must_use]
    pub fn find(&self, ranks: u64, counted: u64) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.ranks.contains(ranks) && rule.bytes.contains(counted))
    }
}
