//! Ranges of message sizes.

use logpine_text::excerpt::short;
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Bytes;
use std::fmt;
use std::str::FromStr;

/// The range of sizes of a fit, both ends included. Its `Display` is the text that its `from_str` reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub struct SizeRange {
    /// The smallest size in bytes.
    #[serde(rename = "least_bytes")]
    pub from: u64,
    /// The largest size in bytes.
    #[serde(rename = "most_bytes")]
    pub to: u64,
}

impl SizeRange {
    /// All sizes.
    pub const ALL: Self = Self { from: 0, to: u64::MAX };

    /// True if the size is in the range.
    #[must_use]
    pub const fn holds(self, bytes: u64) -> bool {
        self.from <= bytes && bytes <= self.to
    }

    /// The range from the smallest to the largest of some sizes; `None` if there are none.
    pub(super) fn of(sizes: impl Iterator<Item = u64> + Clone) -> Option<Self> {
        Some(Self { from: sizes.clone().min()?, to: sizes.max()? })
    }
}

impl Default for SizeRange {
    fn default() -> Self {
        Self::ALL
    }
}

impl fmt::Display for SizeRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.from, self.to)
    }
}

impl FromStr for SizeRange {
    type Err = Reason;

    fn from_str(text: &str) -> Result<Self, Reason> {
        let ends = text.split_once("..").or_else(|| text.split_once('-'));
        let (from, to) = ends.ok_or_else(|| {
            reason!("`{text}` is not a range of sizes; write the least and the most, like 1B..8KiB", text = short(text))
        })?;
        let size = |text: &str| match text.trim().parse() {
            Ok(bytes) => Ok(bytes),
            Err(_) => text.parse().map(|Bytes(bytes)| bytes),
        };
        let (from, to) = (size(from).map_err(Reason::of)?, size(to).map_err(Reason::of)?);
        if from <= to {
            Ok(Self { from, to })
        } else {
            Err(reason!("the range {from}..{to} runs backwards; write the smaller size first"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_and_printed() {
        let read = |text: &str| text.parse::<SizeRange>();
        assert_eq!(read("0 - 64KiB"), Ok(SizeRange { from: 0, to: 65_536 }));
        assert_eq!(read("0..64KiB"), read("0 - 64KiB"));
        assert_eq!(read(&SizeRange::ALL.to_string()), Ok(SizeRange::ALL));
        assert_eq!(read("8-1"), Err(Reason::new("the range 8..1 runs backwards; write the smaller size first")));
        assert_eq!(
            read("8"),
            Err(Reason::new("`8` is not a range of sizes; write the least and the most, like 1B..8KiB"))
        );
        assert!(read("1-many").is_err_and(|reason| reason.says("many")));
        assert!(read("-5").is_err());
        let range = SizeRange { from: 1, to: 8 };
        assert_eq!([0, 1, 8, 9].map(|bytes| range.holds(bytes)), [false, true, true, false]);
    }

    #[test]
    fn example_of_size_range() -> Result<(), Box<dyn std::error::Error>> {
        use crate::port::SizeRange;
        let eager: SizeRange = "1B..8KiB".parse()?;
        assert_eq!((eager.from, eager.to, eager.to_string()), (1, 8192, "1..8192".to_owned()));
        Ok(())
    }
}
