//! Faults of formulas.

/// A fault of a formula in the DIMACS format, with its line from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum WrongFormula {
    /// No header, or not the expected one.
    #[error("line {line} of the formula: expected `p cnf VARIABLES CLAUSES`")]
    Header { line: usize },
    /// A character by which some readers end a line, or that is not ASCII.
    #[error("line {line} of the formula: a control character, or one that is not ASCII; lines end with a line feed")]
    Character { line: usize },
    /// Text that is no literal.
    #[error(
        "line {line} of the formula: `{found}` is no literal; write a number from 1 to {variables}, or its negative"
    )]
    Literal { line: usize, found: String, variables: u32 },
    /// More or fewer clauses than the header says.
    #[error("the formula has {clauses} clauses; its header says {expected}")]
    Clauses { clauses: u64, expected: u64 },
    /// A last clause without its 0.
    #[error("the last clause of the formula does not end with 0")]
    Open,
    /// Fewer clauses than blocks.
    #[error("the formula has fewer clauses than there are blocks, {blocks}")]
    Short { blocks: u32 },
    /// More or fewer variables than the formula of the statement.
    #[error("the formula has {found} variables; that of the schedules in so many steps has {expected}")]
    Variables { found: u32, expected: String },
    /// Another clause than in the formula of the statement.
    #[error(
        "line {line} of the formula: the formula of the schedules in so many steps has the clause `{expected}` here"
    )]
    Clause { line: usize, expected: String },
    /// An end before that of the formula of the statement.
    #[error("the formula ends before the clause `{expected}` of the formula of the schedules in so many steps")]
    Ends { expected: String },
    /// Clauses after those of the formula of the statement.
    #[error("line {line} of the formula: the formula of the schedules in so many steps ends before")]
    Surplus { line: usize },
    /// More than a check may take.
    #[error("a check of the formula would take too much memory")]
    TooLarge,
}
