//! Faults in topology files and their messages.

use super::MAX_STATEMENTS;
use crate::format::host_name::HostNameError;
use crate::format::source::{Position, Severity, rendered};
use std::fmt;
use std::ops::Range;
use std::path::Path;

/// The maximum number of faults of one kind that a report lists; the others are counted.
pub const MAX_FAULTS_OF_KIND: u64 = 20;

/// A fault in a topology file, with its position and kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The start of the fault.
    pub position: Position,
    /// The bytes of the source concerned; empty if something is missing.
    pub span: Range<usize>,
    /// The kind of the fault.
    pub(crate) kind: FaultKind,
}

impl Fault {
    /// The name of the kind of fault in JSON, as `leading-zeros`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// The severity of the fault.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.kind.severity()
    }

    /// Formats the fault for users: `path:line:column`, the message, the source line with carets, and a hint.
    ///
    /// ```
    /// use logpine::format::mrnet;
    /// let source = b"fe:0 => n1:0 n1:0 ;\n";
    /// let shown = mrnet::check(source).faults[0].render(source, "tree.top".as_ref());
    /// assert_eq!(shown, "\
    /// tree.top:1:14: error: n1:0 is listed twice as a child of fe:0; the first time in line 1
    ///   1 | fe:0 => n1:0 n1:0 ;
    ///     |              ^^^^
    ///   hint: remove one, or give the second process a rank of its own
    /// ");
    /// ```
    #[must_use]
    pub fn render(&self, source: &[u8], path: &Path) -> String {
        let fault = rendered(source, path, (self.position, &self.span), self.severity(), &self.kind);
        format!("{fault}  hint: {}\n", self.kind.hint())
    }
}

/// The processes of a cycle from parent to child; the last is the parent of the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The first few processes.
    pub processes: Vec<String>,
    /// The number of processes.
    pub length: usize,
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.processes.first().map_or("", String::as_str);
        let left_out = self.length - self.processes.len().min(self.length);
        write!(f, "{}", self.processes.join(" => "))?;
        if left_out > 0 {
            write!(f, " => ({left_out} more)")?;
        }
        write!(f, " => {first}")
    }
}

/// A kind of fault. Processes are written `host:rank`; a `line` is that of the other place concerned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    // Lexical faults.
    #[error("{}: not part of the format; MRNet skips this and prints it to standard output", stray(text, *count))]
    Stray { text: String, count: usize },
    #[error("a byte order mark; MRNet skips it and prints it to standard output")]
    ByteOrderMark,
    #[error(
        "{count} carriage return(s) at line ends, from here on; MRNet skips them and prints them to standard output"
    )]
    CarriageReturns { count: usize },
    #[error("a carriage return inside a comment: for MRNet the comment goes on to the next line feed")]
    CarriageReturnInComment,
    #[error("'*' is refused by MRNet everywhere")]
    Asterisk,
    #[error("comments start with '#', not with \"{found}\"")]
    WrongComment { found: String },
    #[error("\"=>\" is expected here, not \"{found}\"")]
    WrongArrow { found: String },
    #[error("{address} looks like an IPv6 address, which MRNet cannot read")]
    Ipv6 { address: String },
    #[error("{0}")]
    HostName(HostNameError),
    #[error("the host name is {length} characters long, more than any resolver takes")]
    LongHostName { length: usize },
    #[error("the rank {rank} has leading zeros, which MRNet refuses")]
    LeadingZeros { rank: String },
    #[error("the rank {rank} is above 4294967295; MRNet silently takes it for {wraps_to}")]
    RankTooLarge { rank: String, wraps_to: u32 },
    #[error("the rank {rank} is above 2147483647, more than a signed integer holds")]
    LargeRank { rank: u32 },
    #[error("\"{text}\" is not a rank")]
    BadRank { text: String },

    // Faults of grammar.
    #[error("there is no statement in the file")]
    Empty,
    #[error("';' without a statement before it")]
    EmptyStatement,
    #[error("the host name before ':' is missing")]
    MissingHost,
    #[error("the ':' between host {host} and its rank is missing")]
    MissingColon { host: String },
    #[error("host {host} has no rank")]
    MissingRank { host: String },
    #[error("':' does not belong here")]
    UnexpectedColon,
    #[error("the parent before \"=>\" is missing")]
    MissingParent,
    #[error("\"=>\" is missing between {parent} and {child}")]
    MissingArrow { parent: String, child: String },
    #[error("{second} is a second process before \"=>\": a statement has one parent")]
    SeveralParents { second: String },
    #[error("{parent} has no child after \"=>\"")]
    NoChildren { parent: String },
    #[error("\"=>\" a second time in one statement")]
    ChainedArrow,
    #[error("';' is missing after {after}")]
    MissingSemicolon { after: String },
    #[error("\"{text}\" is not a statement")]
    NotAStatement { text: String },

    // Faults of the tree.
    #[error("{statements} statements; MRNet fails without a message above {MAX_STATEMENTS}")]
    TooManyStatements { statements: usize },
    #[error("{process} is the child of no process, but {root} (line {line}) is the root already")]
    SecondRoot { process: String, root: String, line: usize },
    #[error("there is no root, every process is the child of another: {cycle}")]
    NoRoot { cycle: Cycle },
    #[error("a cycle below the root, which MRNet does not report: {cycle}")]
    CycleBelowRoot { cycle: Cycle },
    #[error("a cycle beside the tree, which MRNet does not report: {cycle}")]
    SeparateCycle { cycle: Cycle },
    #[error("{process} is its own child")]
    SelfLoop { process: String },
    #[error("{child} is listed twice as a child of {parent}; the first time in line {line}")]
    RepeatedChild { child: String, parent: String, line: usize },
    #[error("{child} has a second parent, {parent}; it is a child of {first} already (line {line})")]
    SecondParent { child: String, parent: String, first: String, line: usize },
    #[error("{parent} has children in line {line} already; MRNet adds these to them")]
    RepeatedParent { parent: String, line: usize },
    #[error("{process} is declared by itself, but is also in line {line}")]
    RedundantStatement { process: String, line: usize },
    #[error("{host} and {first} (line {line}) differ only by letter case: MRNet takes them for one host")]
    LetterCase { host: String, first: String, line: usize },
    #[error("{process} and {other} (line {line}) may be one host: MRNet then takes them for one process")]
    Alias { process: String, other: String, line: usize },
    #[error("{host} cannot be resolved here; MRNet takes all such hosts for one host without a name")]
    Unresolvable { host: String },
    #[error("{process} and {other} (line {line}) have one address: MRNet takes them for one process")]
    SameAddress { process: String, other: String, line: usize },
}

/// Returns `"x"` or `"x" (7 times)`.
fn stray(text: &str, count: usize) -> String {
    if count <= text.chars().count() { format!("\"{text}\"") } else { format!("\"{text}\" ({count} times)") }
}

impl FaultKind {
    /// The severity of the fault.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        match self {
            Self::ByteOrderMark
            | Self::CarriageReturns { .. }
            | Self::LongHostName { .. }
            | Self::LargeRank { .. }
            | Self::RepeatedParent { .. }
            | Self::RedundantStatement { .. }
            | Self::LetterCase { .. }
            | Self::Alias { .. }
            | Self::Unresolvable { .. }
            | Self::SameAddress { .. } => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// A short, stable name for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Stray { .. } => "stray-character",
            Self::ByteOrderMark => "byte-order-mark",
            Self::CarriageReturns { .. } => "carriage-return",
            Self::CarriageReturnInComment => "carriage-return-in-comment",
            Self::Asterisk => "asterisk",
            Self::WrongComment { .. } => "wrong-comment",
            Self::WrongArrow { .. } => "wrong-arrow",
            Self::Ipv6 { .. } => "ipv6",
            Self::HostName(_) => "host-name",
            Self::LongHostName { .. } => "long-host-name",
            Self::LeadingZeros { .. } => "leading-zeros",
            Self::RankTooLarge { .. } => "rank-too-large",
            Self::LargeRank { .. } => "large-rank",
            Self::BadRank { .. } => "bad-rank",
            Self::Empty => "empty",
            Self::EmptyStatement => "empty-statement",
            Self::MissingHost => "missing-host",
            Self::MissingColon { .. } => "missing-colon",
            Self::MissingRank { .. } => "missing-rank",
            Self::UnexpectedColon => "unexpected-colon",
            Self::MissingParent => "missing-parent",
            Self::MissingArrow { .. } => "missing-arrow",
            Self::SeveralParents { .. } => "several-parents",
            Self::NoChildren { .. } => "no-children",
            Self::ChainedArrow => "chained-arrow",
            Self::MissingSemicolon { .. } => "missing-semicolon",
            Self::NotAStatement { .. } => "not-a-statement",
            Self::TooManyStatements { .. } => "too-many-statements",
            Self::SecondRoot { .. } => "second-root",
            Self::NoRoot { .. } => "no-root",
            Self::CycleBelowRoot { .. } => "cycle-below-root",
            Self::SeparateCycle { .. } => "separate-cycle",
            Self::SelfLoop { .. } => "self-loop",
            Self::RepeatedChild { .. } => "repeated-child",
            Self::SecondParent { .. } => "second-parent",
            Self::RepeatedParent { .. } => "repeated-parent",
            Self::RedundantStatement { .. } => "redundant-statement",
            Self::LetterCase { .. } => "letter-case",
            Self::Alias { .. } => "alias",
            Self::Unresolvable { .. } => "unresolvable",
            Self::SameAddress { .. } => "same-address",
        }
    }

    /// Advice for correcting the fault.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Stray { .. } => "remove it; processes are separated by blanks alone",
            Self::ByteOrderMark => "save the file as plain ASCII, without a byte order mark",
            Self::CarriageReturns { .. } | Self::CarriageReturnInComment => {
                "save the file with line feeds only (dos2unix)"
            }
            Self::WrongComment { .. } => "write '#'; such a comment ends with its line",
            Self::WrongArrow { .. } => "write \"=>\" without a blank inside",
            Self::Ipv6 { .. } => "use a host name or a dotted IPv4 address",
            Self::HostName(error) => error.hint(),
            Self::LongHostName { .. } => "use the host's short name or its dotted IPv4 address",
            Self::LeadingZeros { .. } => "write it without them: 0, 1, 2, ...",
            Self::RankTooLarge { .. } | Self::LargeRank { .. } => {
                "the rank only tells processes of one host apart: count 0, 1, 2, ... on each host"
            }
            Self::BadRank { .. } | Self::MissingColon { .. } | Self::MissingRank { .. } => {
                "a process is written host:rank, the rank a number that no other process of the host has"
            }
            Self::Empty => "a topology has at least its front end: \"fe:0 ;\"",
            Self::Asterisk | Self::EmptyStatement | Self::UnexpectedColon => "remove it",
            Self::MissingHost => "a process is written host:rank",
            Self::MissingParent | Self::MissingArrow { .. } | Self::SeveralParents { .. } => {
                "a statement is written \"parent:0 => child:0 child:1 ;\""
            }
            Self::NoChildren { .. } => "list its children, or remove the statement: leaves need none",
            Self::ChainedArrow => "end the statement with ';' and give the next parent a statement of its own",
            Self::MissingSemicolon { .. } => "end the statement with ';'",
            Self::NotAStatement { .. } => "remove it, or make it a comment with '#'",
            Self::TooManyStatements { .. } => {
                "every process with children takes a statement: use a tree with larger fanouts"
            }
            Self::SecondRoot { .. } => "list it as a child of the process it belongs to, or remove it",
            Self::NoRoot { .. } => "take the front end out of the list of children that it is in",
            Self::CycleBelowRoot { .. } | Self::SeparateCycle { .. } => {
                "no process may be below itself: remove one of these from the other's children"
            }
            Self::SelfLoop { .. } => "remove it from its own list of children, or give the child another rank",
            Self::RepeatedChild { .. } => "remove one, or give the second process a rank of its own",
            Self::SecondParent { .. } => "a process has one parent: remove it here or there, or use another rank",
            Self::RepeatedParent { .. } => "list all children of a process in one statement",
            Self::RedundantStatement { .. } => "remove the statement",
            Self::LetterCase { .. } => "write the host's name the same way everywhere",
            Self::Unresolvable { .. } => "use a name that the front end and the host's children can resolve",
            Self::Alias { .. } | Self::SameAddress { .. } => {
                "write the host's name the same way everywhere, or give the processes different ranks"
            }
        }
    }
}
