//! Faults with their places, and the limits of a check.

/// A fault of a schedule, a packing, a certificate or a formula, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Wrong(String);

impl Wrong {
    /// A fault in these words.
    pub(super) fn new(words: impl std::fmt::Display) -> Self {
        Self(words.to_string())
    }
}

/// A fault of a list of rows: of sends, or of edges of trees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The row, from 0; `None` if the fault is of no single row.
    pub row: Option<usize>,
    /// The fault.
    pub wrong: Wrong,
}

/// The work and memory a check may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of faults after which the check ends, at least 1.
    pub faults: usize,
    /// The bytes for the sets of contributions that the ranks have of one block, and of those under way.
    pub contributions: u64,
}

impl Default for Limits {
    /// 20 faults, and 1 GiB: enough for reductions among 60,000 ranks.
    fn default() -> Self {
        Self { faults: 20, contributions: 1 << 30 }
    }
}

/// The faults found so far.
#[derive(Debug)]
pub(super) struct Faults {
    found: Vec<Fault>,
    limit: usize,
}

impl Faults {
    pub fn new(limits: &Limits) -> Self {
        Self { found: Vec::new(), limit: limits.faults.max(1) }
    }

    /// Adds a fault, unless there are enough.
    pub fn add(&mut self, row: Option<usize>, wrong: Wrong) {
        if !self.are_enough() {
            self.found.push(Fault { row, wrong });
        }
    }

    /// Adds faults that were found after these, until there are enough.
    pub fn extend(&mut self, later: Self) {
        for fault in later.found {
            self.add(fault.row, fault.wrong);
        }
    }

    /// True if the check may end.
    pub fn are_enough(&self) -> bool {
        self.found.len() >= self.limit
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The result, if there is no fault.
    pub fn or<T>(self, result: T) -> Result<T, Vec<Fault>> {
        if self.found.is_empty() { Ok(result) } else { Err(self.found) }
    }
}
