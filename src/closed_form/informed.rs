//! P(t): the number of ranks that can know a message at time t, counted in closed form.
//!
//! A rank informed at a informs its i-th child at a + i G + D, i = 0, 1, ...; a rank reached by j messages and i gaps
//! is one of C(i + j - 1, i). Bar-Noy and Kipnis (1994) for G = 1; Karp, Sahay, Santos and Schauser (1993).

use logpine_text::integer::ceil_log;

/// Bounds on a count.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg(test)]
pub struct CountBounds {
    /// The lower bound.
    pub lower: f64,
    /// The upper bound.
    pub upper: f64,
}

/// The ranks besides the root that know the message at some time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Arrivals {
    pub count: f64,
    /// The sum of the times at which they learn it.
    pub sum: f64,
}

/// 2^1024 is past the largest `f64`.
const MAX_EXPONENT: f64 = 1024.0;

impl Arrivals {
    /// All that arrive by `time`; infinitely many if they are too many for `f64`.
    ///
    /// ```text
    /// sum over j >= 1 of C(I + j, j) arrivals after j messages,  I = floor((t - j D) / G) gaps at most
    /// sum over i >= 0 of C(i + J, i + 1) arrivals after i gaps,  J = floor((t - i G) / D) messages at most
    /// ```
    pub fn by(time: f64, gap: f64, delivery: f64) -> Self {
        let mut total = Self::default();
        if time.is_nan() || time < delivery {
            return total;
        }
        let (longer, shorter) = (gap.max(delivery), gap.min(delivery));
        // P(t) >= 2^floor(t / max(D, G)).
        if shorter <= 0.0 || time / longer >= MAX_EXPONENT {
            return Self { count: f64::INFINITY, sum: f64::INFINITY };
        }
        // Over the longer of the two, which has the fewer terms.
        let mut steps = if gap > delivery { 0.0 } else { 1.0 };
        while time - steps * longer >= if gap > delivery { delivery } else { 0.0 } {
            let most = ((time - steps * longer) / shorter).floor();
            let term = if gap > delivery {
                let count = binomial(steps + most, steps + 1.0);
                let messages = (steps + 1.0) * binomial(steps + most, steps + 2.0) + count;
                Self { count, sum: steps * gap * count + delivery * messages }
            } else {
                let count = binomial(steps + most, steps);
                let gaps = steps * binomial(steps + most, steps + 1.0);
                Self { count, sum: steps * delivery * count + gap * gaps }
            };
            total = Self { count: total.count + term.count, sum: total.sum + term.sum };
            steps += 1.0;
        }
        total
    }
}

/// P(t), the root included.
pub(super) fn informed(time: f64, gap: f64, delivery: f64) -> f64 {
    1.0 + Arrivals::by(time, gap, delivery).count
}

/// The least t with P(t) >= `ranks`.
pub(super) fn optimum(ranks: u64, gap: f64, delivery: f64) -> f64 {
    if ranks < 2 || delivery == 0.0 {
        return 0.0;
    }
    if gap == 0.0 {
        return delivery;
    }
    let (mut low, mut high) = (0.0, gap.max(delivery) * f64::from(ceil_log(2, ranks)));
    while high.is_finite() {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if informed(middle, gap, delivery) < ranks as f64 { low = middle } else { high = middle }
    }
    high
}

/// C(n, r) for whole n and r; 0 for r > n.
fn binomial(n: f64, r: f64) -> f64 {
    let r = r.min(n - r);
    if r < 0.0 {
        return 0.0;
    }
    let (mut product, mut i) = (1.0, 1.0);
    while i <= r {
        // Whole after each division.
        product = product * (n - r + i) / i;
        i += 1.0;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arrivals of the recursion itself: each rank goes on sending.
    fn arrivals(at: f64, until: f64, gap: f64, delivery: f64, total: &mut Arrivals) {
        let mut next = at + delivery;
        while next <= until {
            *total = Arrivals { count: total.count + 1.0, sum: total.sum + next };
            arrivals(next, until, gap, delivery, total);
            next += gap;
        }
    }

    #[test]
    fn counts_equal_the_recursion() {
        for gap in [1.0, 2.0, 3.0, 5.0, 9.0, 2.5] {
            for delivery in [1.0, 2.0, 4.0, 7.0, 1.5] {
                for time in 0..24 {
                    let time = f64::from(time) / 2.0;
                    let mut expected = Arrivals::default();
                    arrivals(0.0, time, gap, delivery, &mut expected);
                    assert_eq!(Arrivals::by(time, gap, delivery), expected, "{gap} {delivery} {time}");
                }
            }
        }
    }

    #[test]
    fn ends() {
        assert!(informed(1e300, 1.0, 1e-300).is_infinite());
        assert!(informed(1.0, 0.0, 1.0).is_infinite());
        assert!(informed(0.0, 1.0, 0.0).is_infinite());
        assert!((informed(0.5, 0.0, 1.0) - 1.0).abs() < 1e-12);
        assert!((informed(f64::NAN, 1.0, 1.0) - 1.0).abs() < 1e-12);
        for ranks in [0, 1, 2, 1000, u64::MAX] {
            for (gap, delivery) in [(0.0, 3.0), (3.0, 0.0), (1e-300, 1e300), (1e300, 1e-300), (2.0, 3.0)] {
                assert!(optimum(ranks, gap, delivery) >= 0.0);
            }
        }
        assert!(optimum(9, f64::NAN, f64::NAN).is_nan());
        assert!(optimum(9, 1.0, f64::INFINITY).is_infinite());
    }
}
