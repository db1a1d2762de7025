//! The bytes of one rank in a packed file.

use super::layout::{INDEX, RANK_HEADER, RECORD, damaged};
use logpine_text::fault::Diagnostic;
use std::ops::Range;

/// A part of the file whose end is known to be within the file.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'a> {
    source: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub(super) fn new(source: &'a [u8]) -> Self {
        Self { source }
    }

    /// The bytes of a number; 0 beyond the end of the file, which callers exclude.
    fn chunk<const N: usize>(self, at: usize) -> [u8; N] {
        self.source.get(at..).and_then(|rest| rest.first_chunk()).copied().unwrap_or([0; N])
    }

    pub(super) fn u8(self, at: usize) -> u8 {
        u8::from_le_bytes(self.chunk(at))
    }

    pub(super) fn u32(self, at: usize) -> u32 {
        u32::from_le_bytes(self.chunk(at))
    }

    pub(super) fn u64(self, at: usize) -> u64 {
        u64::from_le_bytes(self.chunk(at))
    }
}

/// The places of the parts of a rank.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) operations: u32,
    pub(super) roots: u32,
    pub(super) first_root: usize,
    pub(super) first_record: usize,
    pub(super) appendix: usize,
    /// The number of indices in the appendix.
    pub(super) dependents: usize,
}

impl Layout {
    /// The parts of a rank that occupies `range` in the file.
    pub(super) fn new(bytes: Bytes, rank: u32, range: &Range<usize>) -> Result<Self, Diagnostic> {
        let length = range.len() as u64;
        let wrong = |filled| damaged("rank-length", format!("rank {rank} fills {filled} of its {length} bytes"));
        if length < RANK_HEADER as u64 {
            return Err(wrong(RANK_HEADER as u64));
        }
        let (operations, roots) = (bytes.u32(range.start), bytes.u32(range.start + 4));
        let fixed = RANK_HEADER as u64 + u64::from(roots) * INDEX as u64 + u64::from(operations) * RECORD as u64;
        let rest = length.checked_sub(fixed).ok_or(wrong(fixed))?;
        if !rest.is_multiple_of(INDEX as u64) {
            return Err(wrong(length - rest % INDEX as u64));
        }
        // Everything fits in the range, and therefore in memory.
        let first_root = range.start + RANK_HEADER;
        let first_record = first_root + roots as usize * INDEX;
        let appendix = first_record + operations as usize * RECORD;
        let dependents = (range.end - appendix) / INDEX;
        Ok(Self { operations, roots, first_root, first_record, appendix, dependents })
    }

    /// The start of an operation.
    pub(super) fn record(&self, operation: u32) -> usize {
        self.first_record + operation as usize * RECORD
    }
}

/// The fields of an operation.
pub(super) struct Packed {
    pub(super) waits_for: u32,
    pub(super) kind: u8,
    pub(super) peer: u32,
    pub(super) amount: u64,
    pub(super) tag: u32,
    pub(super) processor: u8,
    pub(super) interface: u8,
    /// The number and the start of the dependents that wait for its end.
    pub(super) done: (u32, u32),
    /// The number and the start of the dependents that wait for its start.
    pub(super) begun: (u32, u32),
}

/// The offsets of fields in an operation.
pub(super) const KIND: usize = 4;
pub(super) const PEER: usize = 5;
pub(super) const AMOUNT: usize = 9;
pub(super) const TAG: usize = 17;
pub(super) const PROCESSOR: usize = 21;
pub(super) const INTERFACE: usize = 22;
pub(super) const DONE: usize = 23;
pub(super) const BEGUN: usize = 31;

/// The kinds of operations.
pub(super) const SEND: u8 = 1;
pub(super) const RECEIVE: u8 = 2;
pub(super) const CALCULATE: u8 = 3;

impl Packed {
    pub(super) fn read(bytes: Bytes, at: usize) -> Self {
        let pair = |at| (bytes.u32(at), bytes.u32(at + 4));
        Self {
            waits_for: bytes.u32(at),
            kind: bytes.u8(at + KIND),
            peer: bytes.u32(at + PEER),
            amount: bytes.u64(at + AMOUNT),
            tag: bytes.u32(at + TAG),
            processor: bytes.u8(at + PROCESSOR),
            interface: bytes.u8(at + INTERFACE),
            done: pair(at + DONE),
            begun: pair(at + BEGUN),
        }
    }

    pub(super) fn bytes(&self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
        put(0, &self.waits_for.to_le_bytes());
        put(KIND, &[self.kind]);
        put(PEER, &self.peer.to_le_bytes());
        put(AMOUNT, &self.amount.to_le_bytes());
        put(TAG, &self.tag.to_le_bytes());
        put(PROCESSOR, &[self.processor, self.interface]);
        for (at, (number, first)) in [(DONE, self.done), (BEGUN, self.begun)] {
            put(at, &number.to_le_bytes());
            put(at + 4, &first.to_le_bytes());
        }
        bytes
    }
}
