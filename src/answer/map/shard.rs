//! A part of a map, for maps that many processes compute together.

use logpine_text::excerpt::short;
use logpine_text::reason::{Reason, reason};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The `index`-th of `of` equal parts of a map's cells, counted from 1.
///
/// The cells are ordered by rank count, then by size, and a shard is a run of neighbours: the cells of all shards one after
/// the other are the whole map. If the cells are fewer than the shards, some shards are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// The whole map.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// The `index`-th of `of` shards.
    ///
    /// # Errors
    /// [`Reason`] unless 1 <= `index` <= `of`.
    pub fn new(index: u64, of: u64) -> Result<Self, Reason> {
        if (1..=of).contains(&index) {
            Ok(Self { index, of })
        } else {
            Err(reason!("there is no shard {index} of {of}: shards are numbered from 1 to their number"))
        }
    }

    /// The number of the shard, from 1.
    #[must_use]
    pub const fn index(self) -> u64 {
        self.index
    }

    /// The number of all shards.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.of
    }

    /// True for the first shard; only its output has the header.
    #[must_use]
    pub const fn is_first(self) -> bool {
        self.index == 1
    }

    /// The cells of the shard, out of `total` cells.
    ///
    /// ```
    /// use logpine::answer::Shard;
    /// let shards = [Shard::new(1, 3)?, Shard::new(2, 3)?, Shard::new(3, 3)?];
    /// assert_eq!(shards.map(|shard| shard.cells(10)), [0..3, 3..6, 6..10]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cells(self, total: usize) -> Range<usize> {
        let before = |shards: u64| {
            let cells = total as u128 * u128::from(shards) / u128::from(self.of);
            usize::try_from(cells).expect("no more than the total")
        };
        before(self.index - 1)..before(self.index)
    }
}

impl FromStr for Shard {
    type Err = Reason;

    fn from_str(text: &str) -> Result<Self, Reason> {
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let numbers = text.split_once('/').and_then(|(index, of)| Some((number(index)?, number(of)?)));
        let (index, of) = numbers.ok_or_else(|| {
            reason!("`{text}` is not a shard; write it as I/N, like 3/16, or as auto or auto/16", text = short(text))
        })?;
        Self::new(index, of)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shards_are_numbered_from_one() {
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
        assert_eq!("3/16".parse::<Shard>().map(|shard| shard.to_string()).as_deref(), Ok("3/16"));
        for text in ["", "1", "a/2", "1/", "-1/2", "1/2/3", "1.5/2"] {
            assert_eq!(
                text.parse::<Shard>(),
                Err(reason!(
                    "`{text}` is not a shard; write it as I/N, like 3/16, or as auto or auto/16",
                    text = text.to_owned()
                ))
            );
        }
        for (text, index, of) in [("0/4", 0, 4), ("5/4", 5, 4), ("1/0", 1, 0)] {
            assert_eq!(
                text.parse::<Shard>(),
                Err(reason!("there is no shard {index} of {of}: shards are numbered from 1 to their number"))
            );
        }
    }

    proptest! {
        #[test]
        fn shards_follow_one_another(total in 0usize..1000, of in 1u64..50) {
            let mut end = 0;
            for index in 1..=of {
                let cells = Shard { index, of }.cells(total);
                prop_assert_eq!(cells.start, end);
                prop_assert!(cells.len() <= total.div_ceil(usize::try_from(of).expect("small")));
                end = cells.end;
            }
            prop_assert_eq!(end, total);
        }

        #[test]
        fn no_number_of_shards_is_too_large(total: usize, of in 1u64.., index: u64) {
            let shard = Shard { index: index % of + 1, of };
            prop_assert!(shard.cells(total).end <= total);
        }
    }
}
