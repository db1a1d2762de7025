//! P(t): the number of ranks that can know a message at time t, counted in closed form.
//!
//! A rank informed at a informs its i-th child at a + i G + D, i = 0, 1, ...; a rank reached by j messages and i gaps
//! is one of C(i + j - 1, i). Bar-Noy and Kipnis (1994) for G = 1; Karp, Sahay, Santos and Schauser (1993).

use logpine_text::integer::ceil_log;

/// 2^1024 is past the largest `f64`.
const MAX_EXPONENT: f64 = 1024.0;

/// P(t), the root included; infinite if it is too large for `f64`.
///
/// ```text
/// sum over j >= 0 of C(I + j, j) arrivals after j messages,      I = floor((t - j D) / G) gaps at most
/// sum over i >= 0 of C(i + J, i + 1) arrivals after i gaps,      J = floor((t - i G) / D) messages at most
/// ```
pub(super) fn informed(time: f64, gap: f64, delivery: f64) -> f64 {
    if time.is_nan() || time < delivery {
        return 1.0;
    }
    let (longer, shorter) = (gap.max(delivery), gap.min(delivery));
    // P(t) >= 2^floor(t / max(D, G)).
    if shorter <= 0.0 || time / longer >= MAX_EXPONENT {
        return f64::INFINITY;
    }
    // Over the longer of the two, which has the fewer terms.
    let mut others = 0.0;
    let mut steps = if gap > delivery { 0.0 } else { 1.0 };
    while time - steps * longer >= if gap > delivery { delivery } else { 0.0 } {
        let most = ((time - steps * longer) / shorter).floor();
        others += binomial(steps + most, if gap > delivery { steps + 1.0 } else { steps });
        steps += 1.0;
    }
    1.0 + others
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
