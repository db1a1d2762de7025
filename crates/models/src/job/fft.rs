//! Questions about the communication of a three-dimensional Fast Fourier Transformation.

use super::rank::MOST_RANKS;
use logpine_text::reason::{Reason, reason};

/// The question of how to divide the n x n x n points of a 3d FFT among ranks.
///
/// The decompositions of Hoefler, Gropp, Thakur and Traeff (2010), section 1, are planes (1d decomposition), with one
/// transpose among all ranks and at most n ranks; or pencils (2d decomposition) on a grid of ranks, with two transposes,
/// each in parallel on subsets of the ranks, and at most n^2 ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FftJob {
    size: u64,
    element_bytes: u64,
    ranks: u64,
}

impl FftJob {
    /// The largest number of points along a side.
    pub const MOST_SIZE: u64 = 1 << 20;
    /// The longest element; with [`FftJob::MOST_SIZE`] no block is longer than 2^64 - 1 bytes among two ranks or more.
    pub const MOST_ELEMENT_BYTES: u64 = 16;

    /// The FFT of `size`^3 elements of `element_bytes` (16 for complex numbers of double precision) on `ranks` ranks.
    ///
    /// # Errors
    /// [`Reason`] for a value out of range.
    pub fn new(size: u64, element_bytes: u64, ranks: u64) -> Result<Self, Reason> {
        if !(1..=Self::MOST_SIZE).contains(&size) {
            return Err(reason!(
                "an FFT of {size}^3 points: a side has at least 1 point and at most 2^20 = {most}",
                most = FftJob::MOST_SIZE
            ));
        }
        if !(1..=Self::MOST_ELEMENT_BYTES).contains(&element_bytes) {
            return Err(reason!(
                "elements of {element_bytes} bytes: an element has at least 1 byte and at most {most}",
                most = FftJob::MOST_ELEMENT_BYTES
            ));
        }
        if !(1..=MOST_RANKS).contains(&ranks) {
            return Err(reason!("{ranks} ranks: the least is 1, the most 2^63 = {MOST_RANKS}"));
        }
        Ok(Self { size, element_bytes, ranks })
    }

    /// n: the number of points along a side.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// The number of bytes of an element.
    #[must_use]
    pub const fn element_bytes(&self) -> u64 {
        self.element_bytes
    }

    /// P: the number of ranks.
    #[must_use]
    pub const fn ranks(&self) -> u64 {
        self.ranks
    }

    /// n^2: the largest number of ranks among which any decomposition divides the points.
    #[must_use]
    pub const fn most_ranks(&self) -> u64 {
        self.size.pow(2)
    }

    /// The same question on `ranks` ranks, at least 1.
    #[must_use]
    pub fn among(&self, ranks: u64) -> Self {
        Self { ranks: ranks.clamp(1, MOST_RANKS), ..*self }
    }
}
