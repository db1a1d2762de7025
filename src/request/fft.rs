//! Questions about the communication of a three-dimensional Fast Fourier Transformation.

use super::rank::MOST_RANKS;

/// How should the n x n x n points of a 3d FFT be divided among ranks?
///
/// Hoefler, Gropp, Thakur and Traeff (2010), section 1: in planes (1d decomposition), one transpose among all ranks, at most n
/// ranks; or in pencils (2d decomposition) on a grid of ranks, two transposes, each in parallel on subsets of the ranks, at most
/// n^2 ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FftJob {
    size: u64,
    element_bytes: u64,
    ranks: u64,
}

/// A question that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FftJobError {
    /// Outside 1..=2^20.
    #[error("an FFT of {size}^3 points: a side has at least 1 point and at most 2^20 = {most}", most = FftJob::MOST_SIZE)]
    Size {
        /// What was asked for.
        size: u64,
    },
    /// Outside 1..=16.
    #[error("elements of {bytes} bytes: an element has at least 1 byte and at most {most}", most = FftJob::MOST_ELEMENT_BYTES)]
    ElementBytes {
        /// What was asked for.
        bytes: u64,
    },
    /// Outside 1..=2^63.
    #[error("{ranks} ranks: there are at least 1 and at most 2^63 = {MOST_RANKS}")]
    Ranks {
        /// What was asked for.
        ranks: u64,
    },
}

impl FftJob {
    /// The most points along a side.
    pub const MOST_SIZE: u64 = 1 << 20;
    /// The longest element; with [`FftJob::MOST_SIZE`] no block is longer than 2^64 - 1 bytes among two ranks or more.
    pub const MOST_ELEMENT_BYTES: u64 = 16;

    /// The FFT of `size`^3 elements of `element_bytes` (16 for complex numbers of double precision) on `ranks` ranks.
    ///
    /// # Errors
    /// [`FftJobError`] for what is out of range.
    pub fn new(size: u64, element_bytes: u64, ranks: u64) -> Result<Self, FftJobError> {
        if !(1..=Self::MOST_SIZE).contains(&size) {
            return Err(FftJobError::Size { size });
        }
        if !(1..=Self::MOST_ELEMENT_BYTES).contains(&element_bytes) {
            return Err(FftJobError::ElementBytes { bytes: element_bytes });
        }
        if !(1..=MOST_RANKS).contains(&ranks) {
            return Err(FftJobError::Ranks { ranks });
        }
        Ok(Self { size, element_bytes, ranks })
    }

    /// n: points along a side.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Bytes of an element.
    #[must_use]
    pub const fn element_bytes(&self) -> u64 {
        self.element_bytes
    }

    /// P.
    #[must_use]
    pub const fn ranks(&self) -> u64 {
        self.ranks
    }

    /// n^2: the most ranks among which any decomposition divides the points.
    #[must_use]
    pub const fn most_ranks(&self) -> u64 {
        self.size.pow(2)
    }

    /// The same on so many ranks, at least 1.
    #[must_use]
    pub fn among(&self, ranks: u64) -> Self {
        Self { ranks: ranks.clamp(1, MOST_RANKS), ..*self }
    }
}
