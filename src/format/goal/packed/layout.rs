//! Lengths of the parts of a packed file, and faults in its layout.

/// The length of the magic number, after which the offsets of the table begin.
pub(super) const MAGIC: usize = 8;
/// The number of bytes before the table.
pub(super) const HEADER: usize = MAGIC + 6;
/// The number of bytes of a rank's entry in the table.
pub(super) const ENTRY: usize = 16;
/// The number of bytes before the roots of a rank.
pub(super) const RANK_HEADER: usize = 8;
/// The number of bytes of an operation.
pub(super) const RECORD: usize = 39;
/// The number of bytes of an index.
pub(super) const INDEX: usize = 4;

/// The magic number of a packed file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Magic {
    Packed,
    /// A file overwritten by the simulator.
    Spoiled,
}

impl Magic {
    pub(super) const PACKED: u64 = 4223;
    const SPOILED: u64 = 2342;

    pub(super) fn of(source: &[u8]) -> Option<Self> {
        match u64::from_le_bytes(*source.first_chunk()?) {
            Self::PACKED => Some(Self::Packed),
            Self::SPOILED => Some(Self::Spoiled),
            _ => None,
        }
    }
}

/// A fault in the layout of a packed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message of each variant, just above it, says what its fields are")]
pub enum LayoutFault {
    #[error("not a packed GOAL schedule: it does not begin with the number 4223")]
    NotPacked,
    #[error("the simulator has overwritten this schedule (--save-mem): it begins with the number 2342")]
    Spoiled,
    #[error("{what} goes on to byte {end}, but there are only {bytes}")]
    Truncated { what: &'static str, end: u64, bytes: usize },
    #[error("rank {rank} begins at byte {begin}, inside what is before it, which ends at byte {end}")]
    Overlap { rank: u32, begin: u64, end: u64 },
    #[error("rank {rank} fills {filled} of its {bytes} bytes")]
    RankLength { rank: u32, filled: u64, bytes: u64 },
    #[error("{kind} is not a kind of operation")]
    OperationKind { kind: u8 },
    #[error("the dependents of the operation end at {end} in the appendix, which has {length}")]
    Dependents { end: u64, length: usize },
    #[error("the operations have {dependents} dependents in all, more than the appendix, which has {length}")]
    SharedDependents { dependents: u64, length: usize },
    #[error("no operation has the index {index}: the rank has {operations}")]
    Index { index: u32, operations: u32 },
    #[error("the operation should wait for {said} others, but is a dependent of {found}")]
    DependencyCount { said: u32, found: u32 },
    #[error("rank {rank} has {found} operations that wait for none, but lists {said} of them, or one twice")]
    Roots { rank: u32, said: u32, found: u32 },
    #[error("{option} {index} is above {highest}, the highest of the header")]
    AboveHighest { option: &'static str, index: u8, highest: u8 },
}

impl LayoutFault {
    /// A short, stable name.
    pub(in super::super) const fn code(self) -> &'static str {
        match self {
            Self::NotPacked => "not-packed",
            Self::Spoiled => "spoiled",
            Self::Truncated { .. } => "truncated",
            Self::Overlap { .. } => "overlap",
            Self::RankLength { .. } => "rank-length",
            Self::OperationKind { .. } => "operation-kind",
            Self::Dependents { .. } => "dependents",
            Self::SharedDependents { .. } => "shared-dependents",
            Self::Index { .. } => "index",
            Self::DependencyCount { .. } => "dependency-count",
            Self::Roots { .. } => "roots",
            Self::AboveHighest { .. } => "above-highest",
        }
    }

    /// Advice for correcting the fault.
    pub(in super::super) const fn hint(self) -> &'static str {
        match self {
            Self::NotPacked => "give the file that txt2bin has written, or the text itself with the extension .goal",
            Self::Spoiled => "pack the text again, and simulate without --save-mem",
            Self::Truncated { .. } => "the file is cut off or damaged: pack the text again",
            _ => "the file is damaged: pack the text again",
        }
    }
}
