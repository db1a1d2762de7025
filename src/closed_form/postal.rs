//! The postal model: A. Bar-Noy and S. Kipnis, "Designing broadcasting algorithms in the postal model for
//! message-passing systems" (1994).

use super::informed::{informed, optimum};

/// A rank sends a message each unit of time, and the message arrives lambda later.
///
/// LogP without overhead, whose gap is the unit. *Requires* a lambda that is finite and at least 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Postal {
    /// The time from the start of a send until the message can be sent on, in units of the gap.
    pub lambda: f64,
}

impl Postal {
    /// `F(t) = F(t - 1) + F(t - lambda)`, 1 below lambda: the number of ranks that can know a message at t. Bar-Noy and
    /// Kipnis (1994). 2^t for lambda = 1, the Fibonacci numbers for lambda = 2.
    #[must_use]
    pub fn informed(self, time: f64) -> f64 {
        informed(time, 1.0, self.lambda)
    }

    /// `f(P) = min { t : F(t) >= P }`: the time of the fastest broadcast. Bar-Noy and Kipnis (1994).
    #[must_use]
    pub fn optimum(self, ranks: u64) -> f64 {
        optimum(ranks, 1.0, self.lambda)
    }

    /// A lower bound on the broadcast of k items, each sent on whole:
    ///
    /// ```text
    /// lambda + min { u : sum over v = 0, ..., u of min(P - 1, F(v)) >= k (P - 1) }
    /// ```
    ///
    /// Here lambda is whole. At time v at most F(v) of the items that follow from the root's first sends arrive. With B =
    /// f(P - 1) and k large the bound is `B + lambda + k - 1 - k*`, k* = floor((F(0) + ... + F(B - 1)) / (P - 1)), the form
    /// of Karp, Sahay, Santos and Schauser (1993). For lambda = 1 it is `k - 1 + ceil(log2 P)`.
    ///
    /// *Requires* k >= 1 and counts within 2^53.
    #[must_use]
    pub fn k_item_bound(self, ranks: u64, items: u64) -> f64 {
        let Some(others) = ranks.checked_sub(1).filter(|&others| others > 0) else { return 0.0 };
        let full = self.optimum(others).round();
        // F(0) + ... + F(u) = F(u + lambda) - 1.
        let before = self.informed(full - 1.0 + self.lambda) - 1.0;
        let (each, needed) = (others as f64, items as f64 * others as f64);
        if before >= needed {
            return self.optimum(others.saturating_mul(items).saturating_add(1)).round();
        }
        full + self.lambda + items as f64 - 1.0 - (before / each).floor()
    }

    /// `f(P - 1) + lambda + k - 1`: k items, each of which the root sends once. Karp, Sahay, Santos and Schauser
    /// (1993), single-sending schedules. *Requires* whole lambda, k >= 1 and P >= 2.
    #[must_use]
    pub fn k_item_single_sending(self, ranks: u64, items: u64) -> f64 {
        self.optimum(ranks.saturating_sub(1)).round() + self.lambda + items as f64 - 1.0
    }
}

#[cfg(test)]
mod tests {
    #[test]
    #[expect(clippy::float_cmp, reason = "the formulas are exact here")]
    fn example_of_postal() {
        use logpine::closed_form::Postal;
        assert_eq!(Postal { lambda: 2.5 }.informed(7.5), 14.0);
    }
}
