//! The errors of spec strings.

/// The reason why a string is not the spec of a tree. Columns count bytes from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The string does not begin with `b:`, `k:` or `g:`.
    #[error(
        "column 1: expected a topology that begins with \"b:\" (balanced, such as b:16^2 or b:11x12), \"k:\" (k-nomial, such as k:2@64) or \"g:\" (any tree, such as g:3:2,0,1)"
    )]
    UnknownPrefix,
    /// A character is not allowed at its place, or the end comes too early.
    #[error("column {column}: expected {expected}, found {found}; {hint}")]
    Unexpected {
        /// The column of the character.
        column: usize,
        /// The character in quotes, or the end of the spec.
        found: String,
        /// The characters that are allowed there.
        expected: &'static str,
        /// The form of a correct spec, with an example.
        hint: &'static str,
    },
    /// A number exceeds `u64::MAX`.
    #[error("column {column}: the number is too large; write a number up to {}", u64::MAX)]
    NumberTooLarge {
        /// The column at which it begins.
        column: usize,
    },
    /// A number is below the least sensible one.
    #[error("column {column}: {what} is {found}, expected at least {least}; {hint}")]
    TooSmall {
        /// The column at which the number begins.
        column: usize,
        /// The meaning of the number.
        what: &'static str,
        /// The number.
        found: u64,
        /// The least number allowed.
        least: u64,
        /// A suggestion for the correction.
        hint: &'static str,
    },
    /// The tree is the front end alone.
    #[error("column {column}: the front end has no children, so there is no tree; {ROOT_ONLY}")]
    RootOnly {
        /// The column of the number that causes this.
        column: usize,
    },
    /// The first level of a `g:` spec gives children to more than one node.
    #[error(
        "column {column}: the first level has {found} counts, expected one: the number of children of the root; give those of the next level after a ':'"
    )]
    SeveralRoots {
        /// The column at which the level begins.
        column: usize,
        /// The number of counts found.
        found: u64,
    },
    /// A level of a `g:` spec has more counts than there are nodes.
    #[error(
        "column {column}: {counts} counts or more for level {level}, which has {nodes} nodes; leave out the surplus, or correct the counts of the level above"
    )]
    TooManyCounts {
        /// The column of the first surplus count.
        column: usize,
        /// The level; the root is level 0.
        level: usize,
        /// The number of counts up to and including that one.
        counts: u64,
        /// The number of nodes on the level.
        nodes: u64,
    },
    /// The spec has more levels than any tree needs.
    #[error("the tree has more than {limit} levels; use fewer: MRNet loads at most 9994 processes with children")]
    TooDeep {
        /// The maximum number of levels.
        limit: usize,
    },
    /// The tree has more nodes than can be counted.
    #[error("the tree has more than {} nodes; use smaller fanouts or fewer levels", u64::MAX)]
    TooLarge,
    /// The tree of a `g:` spec is too irregular to be processed.
    #[error(
        "the tree is too irregular for a \"g:\" spec: written level by level it has more than {limit} runs of equal fanouts; use a topology file"
    )]
    TooIrregular {
        /// The maximum number of runs.
        limit: usize,
    },
}

const ROOT_ONLY: &str = "write b:1 for one leaf; for the front end alone use a topology file that says \"fe:0 ;\"";
