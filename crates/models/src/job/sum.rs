//! Questions about sums of values that may be divided in any way.

use super::rank::MOST_RANKS;
use logpine_text::reason::{Reason, reason};

/// A question about optimal summation: values to add up to one sum, divided among ranks as the answer chooses, so that the sum
/// is there as early as possible. One rank is enough, and a rank that would only delay the sum has no values (Karp, Sahay,
/// Santos and Schauser, "Optimal Broadcast and Summation in the LogP Model", 1993).
///
/// **Units** values and ranks are counted; the time of one addition is the machine's `combine_per_value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumJob {
    values: u64,
    ranks: u64,
}

impl SumJob {
    /// The sum of `values` values by up to `ranks` ranks (1 to 2^63), one of which has the sum in the end.
    ///
    /// # Errors
    /// [`Reason`] for no values, or a number of ranks out of range.
    pub fn new(values: u64, ranks: u64) -> Result<Self, Reason> {
        if values == 0 {
            return Err(Reason::new("0 values: a sum has at least 1 value"));
        }
        if !(1..=MOST_RANKS).contains(&ranks) {
            return Err(reason!("{ranks} ranks: a sum has at least 1 rank and at most 2^63 = {MOST_RANKS}"));
        }
        Ok(Self { values, ranks })
    }

    /// The number of values.
    #[must_use]
    pub const fn values(&self) -> u64 {
        self.values
    }

    /// The largest number of ranks that may take part.
    #[must_use]
    pub const fn ranks(&self) -> u64 {
        self.ranks
    }
}
