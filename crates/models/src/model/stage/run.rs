//! Consecutive stages whose loads change evenly.

use super::Loads;
use std::ops::Range;

/// Stages 0, 1, ... `length` - 1, each repeated `stages` times. From one to the next every number of the loads changes by
/// the same amount, and the ranks' channels are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The number of stages of each.
    pub stages: u64,
    /// The number of different loads, at least 1.
    pub length: u64,
    /// The first loads.
    pub first: Loads,
    /// The second loads, or the first if there is only one.
    pub second: Loads,
}

/// A function that calls its argument as [`Pattern::runs`](super::Pattern::runs) does.
pub type CountedLoads<'a> = &'a dyn Fn(&mut dyn FnMut(Run));

impl Run {
    /// A number of stages with the same loads.
    #[must_use]
    pub const fn alike(stages: u64, loads: Loads) -> Self {
        Self { stages, length: 1, first: loads, second: loads }
    }

    /// The loads `loads` of a nonempty range of numbers, along which they change evenly.
    pub(super) fn along(stages: u64, range: &Range<u64>, loads: impl Fn(u64) -> Loads) -> Self {
        let (length, first) = (range.end - range.start, loads(range.start));
        let second = if length > 1 { loads(range.start + 1) } else { first };
        if first == second {
            return Self::alike(stages.saturating_mul(length), first);
        }
        Self { stages, length, first, second }
    }

    /// The number of all stages; saturating.
    #[must_use]
    pub const fn all_stages(&self) -> u64 {
        self.stages.saturating_mul(self.length)
    }

    /// The loads of one of its stages, from 0.
    #[must_use]
    pub fn at(&self, index: u64) -> Loads {
        // A falling number wraps around to the right value.
        let at = |number: fn(&Loads) -> u64| {
            let (first, second) = (number(&self.first), number(&self.second));
            first.wrapping_add(second.wrapping_sub(first).wrapping_mul(index))
        };
        Loads {
            intra: at(|loads| loads.intra),
            out: at(|loads| loads.out),
            into: at(|loads| loads.into),
            leaving: at(|loads| loads.leaving),
            arriving: at(|loads| loads.arriving),
            twice_leaving: at(|loads| loads.twice_leaving),
            twice_arriving: at(|loads| loads.twice_arriving),
            copies: at(|loads| loads.copies),
            ranks: self.first.ranks,
        }
    }

    /// True if some load exceeds 64 bits, where it saturates and does not change evenly.
    #[must_use]
    pub fn saturates(&self) -> bool {
        // No number is above that of all copies.
        let [first, second] = [self.first.copies, self.second.copies].map(i128::from);
        let last = (second - first).checked_mul(i128::from(self.length - 1)).map(|change| first + change);
        [Some(first), Some(second), last].iter().any(|copies| copies.is_none_or(|copies| copies >= u64::MAX.into()))
    }

    /// The run of the same transmissions in the other direction.
    #[must_use]
    pub const fn backward(self) -> Self {
        Self { first: self.first.backward(), second: self.second.backward(), ..self }
    }
}

/// Calls `each` with the pieces of a range: a new piece begins at each of `starts` that lies in it.
pub(super) fn pieces(range: Range<u64>, starts: &[u64], mut each: impl FnMut(Range<u64>)) {
    let mut start = range.start;
    while start < range.end {
        let end = starts.iter().filter(|&&next| next > start).fold(range.end, |end, &next| end.min(next));
        each(start..end);
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_past_64_bits_are_told() {
        let copies = |copies| Loads { copies, ..Loads::default() };
        let run = |first, second, length| Run { stages: 1, length, first: copies(first), second: copies(second) };
        assert!(!run(1, 3, 1 << 62).saturates(), "2^63 - 1 at last");
        assert!(run(1, 3, 1 << 63).saturates(), "2^64 - 1 at last");
        assert!(run(u64::MAX, u64::MAX, 2).saturates() && run(0, u64::MAX - 1, u64::MAX).saturates());
        assert!(!run(1 << 63, (1 << 63) - 1, 1 << 63).saturates(), "falling to 1");
    }
}
