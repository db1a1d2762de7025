//! What can be wrong with a spec string.

/// Why a string is not the spec of a tree. Columns count bytes from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The string does not begin with `b:`, `k:` or `g:`.
    #[error(
        "column 1: expected a topology that begins with \"b:\" (balanced, such as b:16^2 or b:11x12), \"k:\" (k-nomial, such as k:2@64) or \"g:\" (any tree, such as g:3:2,0,1)"
    )]
    UnknownPrefix,
    /// A character that cannot stand there, or the end where something is missing.
    #[error("column {column}: expected {expected}, found {found}; {hint}")]
    Unexpected {
        /// Where it stands.
        column: usize,
        /// The character in quotes, or the end of the spec.
        found: String,
        /// What can stand there.
        expected: &'static str,
        /// The form of a right spec, with an example.
        hint: &'static str,
    },
    /// A number above `u64::MAX`.
    #[error("column {column}: the number is too large; write a number up to {}", u64::MAX)]
    NumberTooLarge {
        /// Where it begins.
        column: usize,
    },
    /// A number below the least one that makes sense.
    #[error("column {column}: {what} is {found}, expected at least {least}; {hint}")]
    TooSmall {
        /// Where the number begins.
        column: usize,
        /// What the number is.
        what: &'static str,
        /// The number.
        found: u64,
        /// The least number that is right.
        least: u64,
        /// What to write instead.
        hint: &'static str,
    },
    /// The tree is the front end alone.
    #[error("column {column}: the front end has no children, so there is no tree to speak of; {ROOT_ONLY}")]
    RootOnly {
        /// Where the number is that says so.
        column: usize,
    },
    /// The first level of a `g:` spec gives children to more than one node.
    #[error(
        "column {column}: the first level has {found} counts, expected one: the number of children of the root; give those of the next level after a ':'"
    )]
    SeveralRoots {
        /// Where the level begins.
        column: usize,
        /// Counts found.
        found: u64,
    },
    /// A level of a `g:` spec has more counts than there are nodes.
    #[error(
        "column {column}: {counts} counts or more for level {level}, which has {nodes} nodes; leave out the surplus, or correct the counts of the level above"
    )]
    TooManyCounts {
        /// Where the first surplus count stands.
        column: usize,
        /// The level: 0 is the root's.
        level: usize,
        /// Counts up to and including that one.
        counts: u64,
        /// Nodes on the level.
        nodes: u64,
    },
    /// More levels than any tree needs.
    #[error("the tree has more than {limit} levels; use fewer, for MRNet loads at most 9994 processes with children")]
    TooDeep {
        /// The most levels.
        limit: usize,
    },
    /// More nodes than can be counted.
    #[error("the tree has more than {} nodes; use smaller fanouts or fewer levels", u64::MAX)]
    TooLarge,
    /// A `g:` spec that is too irregular to be worked on.
    #[error(
        "the tree is too irregular for a \"g:\" spec: written level by level it has more than {limit} runs of equal fanouts; use a topology file"
    )]
    TooIrregular {
        /// The most runs.
        limit: usize,
    },
}

const ROOT_ONLY: &str = "write b:1 for one leaf; for the front end alone use a topology file that says \"fe:0 ;\"";
