//! Lengths of the parts of a packed file, and faults in its layout.

use logpine_text::fault::Diagnostic;

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

/// A fault in the layout of a packed file whose length is right.
pub(super) fn damaged(code: &'static str, message: String) -> Diagnostic {
    Diagnostic::error(code, message, "the file is damaged: pack the text again")
}
