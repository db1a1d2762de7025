//! The rule by which a schedule is executed.

use std::fmt;

/// The rule that decides what a rank does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Execution {
    /// The list: an operation begins when the one before has ended and its dependencies allow it.
    ProgramOrder,
    /// The dependencies alone: any order that they and the messages allow.
    Dependencies,
}

impl Execution {
    /// Both executions.
    pub const ALL: [Self; 2] = [Self::ProgramOrder, Self::Dependencies];

    /// `program order` or `the order of dependencies`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ProgramOrder => "program order",
            Self::Dependencies => "the order of dependencies",
        }
    }
}

impl fmt::Display for Execution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
