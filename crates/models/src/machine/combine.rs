//! `combine` and `combine_per_value`: the cost of a reduction's operator.

use super::measured::Measured;
use super::reader::{Read, Section};
use logpine_text::units::{Rate, Time};

/// The time of a rank to combine a received message with its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// `combine`: a time for each byte.
    PerByte(Measured<Rate>),
    /// `combine_per_value`: a time for each received message, of any size.
    PerValue(Measured<Time>),
}

/// The default is no time.
impl Default for Combine {
    fn default() -> Self {
        Self::PerValue(Measured::default())
    }
}

impl Combine {
    /// The time to combine a message of `bytes`, rounded half up; `None` past [`Time::MAX`].
    #[inline]
    #[must_use]
    pub fn at(self, bytes: u64) -> Option<Time> {
        match self {
            Self::PerByte(rate) => rate.value.times(bytes),
            Self::PerValue(time) => Some(time.value),
        }
    }

    /// True if [`Combine::at`] is an exact affine function of the bytes, never rounded.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        match self {
            Self::PerByte(rate) => rate.value.scale() == 0,
            Self::PerValue(_) => true,
        }
    }

    /// The operator's cost from the keys of a section, or of the whole profile, that lists both of them.
    pub(super) fn read(section: &Section<'_>) -> Read<Option<Self>> {
        match (section.optional("combine"), section.optional("combine_per_value")) {
            (None, None) => Ok(None),
            (Some(rate), None) => Measured::per_byte(rate).map(Self::PerByte).map(Some),
            (None, Some(time)) => Measured::time(time).map(Self::PerValue).map(Some),
            (Some(_), Some(time)) => Err(time.contradicts("combine")),
        }
    }
}
