//! The slowest paths of the regular trees, for all models.

use logpine_text::integer::ceil_log;

/// A path from the root: a number of messages, each sent directly, and a number of gaps waited before sends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Path {
    pub hops: f64,
    pub gaps: f64,
}

impl Path {
    pub fn time(self, delivery: f64, gap: f64) -> f64 {
        self.hops * delivery + self.gaps * gap
    }
}

/// A tree that passes on one segment after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pipe {
    /// The candidates for the slowest path, for any gap and delivery.
    pub paths: [Path; 2],
    /// The largest number of children.
    pub fanout: f64,
    /// True if a rank with that many children is itself a child.
    pub relays: bool,
}

impl Pipe {
    /// The chain of `ranks`.
    pub fn chain(ranks: u64) -> Self {
        let path = Path { hops: ranks.saturating_sub(1) as f64, gaps: 0.0 };
        Self { paths: [path, path], fanout: if ranks > 1 { 1.0 } else { 0.0 }, relays: ranks > 2 }
    }

    /// The k-ary tree in heap order: rank r has children k r + 1, ..., k r + k. A chain for k below 2.
    ///
    /// Each level is full except the last, which is filled from the left. So each digit in base k of a rank's place in its
    /// level is the number of siblings that its path waits for, one level for each digit.
    pub fn k_ary(fanout: u64, ranks: u64) -> Self {
        if fanout < 2 {
            return Self::chain(ranks);
        }
        let (mut height, mut width, mut above) = (0, 1_u64, 0);
        while ranks - above > width {
            above += width;
            width = width.saturating_mul(fanout);
            height += 1;
        }
        let inner = f64::from(u32::saturating_sub(height, 1));
        let full = Path { hops: inner, gaps: inner * (fanout - 1) as f64 };
        let last = Path { hops: f64::from(height), gaps: largest_digit_sum(fanout, (ranks - above).saturating_sub(1)) };
        Self { paths: [full, last], fanout: fanout.min(ranks.saturating_sub(1)) as f64, relays: height > 1 }
    }

    pub fn latency(self, delivery: f64, gap: f64) -> f64 {
        let [one, other] = self.paths.map(|path| path.time(delivery, gap));
        one.max(other)
    }
}

/// The largest sum of digits in the given base of a number from 0 to `last`.
fn largest_digit_sum(base: u64, last: u64) -> f64 {
    let nines = (base - 1) as f64;
    // For the lowest digits read so far: the largest sum up to them, and their number.
    let (mut largest, mut digits, mut rest) = (0.0_f64, 0.0, last);
    while rest > 0 {
        let digit = (rest % base) as f64;
        // Either this digit as it is, over the best below it; or one less, over digits of base - 1.
        largest = if digit > 0.0 { (digit + largest).max(digit - 1.0 + digits * nines) } else { largest };
        digits += 1.0;
        rest /= base;
    }
    largest
}

/// The steps of a k-nomial tree: the digits of its rank numbers, and the children of the root that are sent to first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct KNomial {
    pub digits: f64,
    /// ceil(P / k^(digits - 1)) - 1.
    pub first: f64,
}

impl KNomial {
    /// The steps for `ranks` ranks. *Requires* a `fanout` of at least 2.
    pub fn new(fanout: u64, ranks: u64) -> Self {
        let digits = ceil_log(fanout, ranks);
        let subtree = fanout.saturating_pow(digits.saturating_sub(1));
        Self { digits: f64::from(digits), first: (ranks.div_ceil(subtree).saturating_sub(1)) as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_is_too_large() {
        for ranks in [0, 1, 2, u64::MAX] {
            for fanout in [0, 1, 2, 3, u64::MAX] {
                assert!(Pipe::k_ary(fanout, ranks).latency(1.0, 1.0).is_finite());
                assert!(KNomial::new(fanout.max(2), ranks).first.is_finite());
            }
        }
    }
}
