//! Tree aggregation networks: T. Groves, S. K. Gutierrez and D. Arnold, "A LogP Extension for Modeling Tree
//! Aggregation Networks", IEEE CLUSTER 2015.

use logpine_models::machine::{Measured, Overhead};
use logpine_models::machine::{OverheadArgument, OverheadFormula, TanParameters};
use logpine_text::units::{Rate, Time};

/// The time that a node with x children adds to every path through it, with an overhead that is a polynomial.
///
/// ```text
/// c(x) = L + o(x + 1) + g + filter     equation (1)
///      = constant + linear x + quadratic x^2
/// ```
///
/// **Units** Any unit of time, the same for all three; those of [`TanCost::reduction`] are ticks.
///
/// *Requires* coefficients that are finite and at least 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TanCost {
    /// The constant term.
    pub constant: f64,
    /// The coefficient of the number of children.
    pub linear: f64,
    /// The coefficient of the squared number of children.
    pub quadratic: f64,
}

/// The fanout that serves the most leaves for its cost, with that cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestFanout {
    /// The fanout.
    pub fanout: f64,
    /// rho = c(fanout) / ln fanout: time per natural logarithm of the number of leaves.
    pub rho: f64,
}

impl TanCost {
    /// c(x) on the way up, in ticks; `None` if the overhead is a table or has a logarithmic or exponential term.
    #[must_use]
    pub fn reduction(tan: &TanParameters) -> Option<Self> {
        let direction = &tan.reduction;
        let [constant, linear, quadratic] = polynomial(&direction.overhead)?;
        let fixed = [direction.latency, direction.gap, direction.filter].map(ticks).iter().sum::<f64>() + constant;
        Some(match tan.overhead_argument {
            OverheadArgument::Children => Self { constant: fixed, linear, quadratic },
            // The polynomial of x + 1 as one of x.
            OverheadArgument::ChildrenAndParent => {
                Self { constant: fixed + linear + quadratic, linear: linear + 2.0 * quadratic, quadratic }
            }
        })
    }

    /// c(x). This is also the period of a tree whose largest fanout is x, by equation (2) as printed.
    #[must_use]
    pub fn at(self, fanout: f64) -> f64 {
        self.constant + fanout * (self.linear + fanout * self.quadratic)
    }

    /// `h c(1)`: a chain of that height, as in the paper's measurements (figure 3).
    #[must_use]
    pub fn chain(self, height: f64) -> f64 {
        height * self.at(1.0)
    }

    /// `2 c(sqrt N)`: two levels of equal fanout. Exact if N is a square.
    #[must_use]
    pub fn two_level(self, leaves: f64) -> f64 {
        2.0 * self.at(leaves.sqrt())
    }

    /// `c(k) ln N / ln k`: every node with k children. Exact if N is a power of k; otherwise the tree has one more level
    /// than the full tree and takes longer. *Requires* k > 1.
    #[must_use]
    pub fn k_ary(self, fanout: f64, leaves: f64) -> f64 {
        self.rate(fanout) * leaves.ln()
    }

    /// `c(1) + c(2) + ... + c(m)`: the binomial tree of 2^m processes, which has 2^(m-1) leaves.
    ///
    /// The nodes on the slowest path have m, m - 1, ..., 1 children.
    #[must_use]
    pub fn binomial(self, order: f64) -> f64 {
        let sum = order * (order + 1.0) / 2.0;
        let sum_of_squares = sum * (2.0 * order + 1.0) / 3.0;
        order * self.constant + sum * self.linear + sum_of_squares * self.quadratic
    }

    /// c(k) / ln k: time per natural logarithm of the number of leaves.
    fn rate(self, fanout: f64) -> f64 {
        self.at(fanout) / fanout.ln()
    }

    /// The k > 1 that minimises c(k) / ln k over the reals: the fanout of the best uniform tree of very many leaves.
    ///
    /// ```text
    /// d/dk (c(k) / ln k) = 0   <=>   k c'(k) ln k = c(k)
    /// ```
    ///
    /// The left side minus the right grows with k from -c(1) without limit, so there is exactly one such k. `None` if there
    /// is none: the cost does not depend on the fanout, or a coefficient is negative or not finite.
    #[must_use]
    pub fn best_real_fanout(self) -> Option<BestFanout> {
        let Self { constant, linear, quadratic } = self;
        let valid = [constant, linear, quadratic].iter().all(|&part| part.is_finite() && part >= 0.0);
        if !valid || linear + quadratic == 0.0 {
            return None;
        }
        let slope = |k: f64| k * (linear + 2.0 * quadratic * k) * k.ln() - self.at(k);
        let (mut low, mut high) = (1.0, 2.0);
        while slope(high) < 0.0 {
            (low, high) = (high, 2.0 * high);
        }
        loop {
            let middle = f64::midpoint(low, high);
            if middle <= low || middle >= high {
                return Some(self.with(high)).filter(|best| best.rho.is_finite());
            }
            if slope(middle) < 0.0 { low = middle } else { high = middle }
        }
    }

    /// The whole k >= 2 that minimises c(k) / ln k, the smaller of two; `None` as for
    /// [`TanCost::best_real_fanout`].
    #[must_use]
    pub fn best_fanout(self) -> Option<BestFanout> {
        // c(k) / ln k falls up to the real optimum and rises from there.
        let real = self.best_real_fanout()?.fanout;
        let [below, above] = [real.floor(), real.ceil()].map(|fanout| self.with(fanout.max(2.0)));
        Some(if above.rho < below.rho { above } else { below })
    }

    fn with(self, fanout: f64) -> BestFanout {
        BestFanout { fanout, rho: self.rate(fanout) }
    }
}

impl BestFanout {
    /// `rho ln N`: no tree of N leaves is faster, C not counted.
    ///
    /// This holds for every non-negative c if rho is the minimum over all fanouts, whole or real: a root with x children has
    /// one with at least N / x leaves, so by induction it takes c(x) + rho ln(N / x) >= rho ln x + rho ln(N / x). Equality
    /// needs a full tree of the best fanout. The value has a relative rounding error of about 10^-15.
    #[must_use]
    pub fn lower_bound(self, leaves: f64) -> f64 {
        self.rho * leaves.ln()
    }
}

fn ticks(time: Measured<Time>) -> f64 {
    time.value.ticks() as f64
}

/// The coefficients of 1, x and x^2 in ticks, if there are no other terms.
fn polynomial(overhead: &Overhead) -> Option<[f64; 3]> {
    let Overhead::Formula(formula) = overhead else { return None };
    let OverheadFormula { constant, linear, quadratic, logarithmic, exponential } = **formula;
    let only_polynomial = logarithmic.value.is_zero() && exponential.is_none_or(|term| term.scale.value.is_zero());
    only_polynomial.then(|| [constant, linear, quadratic].map(|term: Measured<Rate>| term.value.to_f64()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Tan;
    use crate::search::overlay;
    use logpine_models::machine::Machine;
    use proptest::prelude::*;

    /// A machine with a latency of 1 us, this overhead and these further lines.
    fn machine(overhead: &str, lines: &str) -> Machine {
        let text = format!("name = \"m\"\n[tan]\nlatency = \"1us\"\noverhead = {overhead}\n{lines}");
        Machine::from_toml(&text, "m.toml").unwrap_or_else(|error| panic!("{error}"))
    }

    fn reduction(machine: &Machine) -> Option<TanCost> {
        TanCost::reduction(machine.tan.as_ref().expect("it has [tan]"))
    }

    /// Cab in microseconds.
    fn cab() -> TanCost {
        let ticks = reduction(&Machine::built_in("cab").expect("built in")).expect("a polynomial");
        TanCost { constant: ticks.constant / 1e6, linear: ticks.linear / 1e6, quadratic: ticks.quadratic / 1e6 }
    }

    fn close(value: f64, expected: f64, within: f64) {
        assert!((value - expected).abs() <= within, "{value}, not {expected}");
    }

    #[test]
    fn the_cost_of_cab() {
        // 98 + 49.3 + 0.783 (x + 1) + 0.157 (x + 1)^2 = 148.24 + 1.097 x + 0.157 x^2.
        let TanCost { constant, linear, quadratic } = cab();
        close(constant, 148.24, 1e-9);
        close(linear, 1.097, 1e-12);
        close(quadratic, 0.157, 1e-12);
        for (fanout, expected) in [(1.0, 149.494), (2.0, 151.062), (12.0, 184.012), (14.0, 194.37), (128.0, 2860.944)] {
            close(cab().at(fanout), expected, 1e-9);
        }
    }

    #[test]
    fn the_best_fanout_of_cab() {
        let real = cab().best_real_fanout().expect("it grows");
        close(real.fanout, 13.67, 0.005);
        let whole = cab().best_fanout().expect("it grows");
        close(whole.fanout, 14.0, 0.0);
        close(whole.rho, 73.6513, 0.00005);
        close(whole.lower_bound(1e6), 1017.53, 0.005);
        assert!(whole.lower_bound(1e6) < 1029.92 && real.rho < whole.rho);
    }

    #[test]
    fn full_trees_are_exact() {
        close(cab().two_level(256.0), 411.968, 1e-9);
        close(cab().k_ary(2.0, 32.0), 755.31, 1e-9);
        close(cab().k_ary(16.0, 1_048_576.0), 1029.92, 1e-9);
        close(cab().binomial(6.0), 926.764, 1e-9);
        close(cab().binomial(8.0), 1257.44, 1e-9);
        close(cab().chain(32.0), 32.0 * 149.494, 1e-9);
    }

    #[test]
    fn known_optima() {
        // c = k: e. c = k^2: the square root of e. Both whole optima are the best of 2 and 3.
        let only = |linear, quadratic| TanCost { constant: 0.0, linear, quadratic };
        close(only(7.0, 0.0).best_real_fanout().expect("it grows").fanout, std::f64::consts::E, 1e-14);
        close(only(0.0, 7.0).best_real_fanout().expect("it grows").fanout, 0.5f64.exp(), 1e-14);
        close(only(7.0, 0.0).best_fanout().expect("it grows").fanout, 3.0, 0.0);
        close(only(0.0, 7.0).best_fanout().expect("it grows").fanout, 2.0, 0.0);
    }

    #[test]
    fn no_best_fanout() {
        let none = |constant, linear, quadratic| {
            let cost = TanCost { constant, linear, quadratic };
            assert_eq!((cost.best_real_fanout(), cost.best_fanout()), (None, None), "{cost:?}");
        };
        none(5.0, 0.0, 0.0);
        none(5.0, -1.0, 0.0);
        none(f64::NAN, 1.0, 0.0);
        none(1.0, f64::INFINITY, 0.0);
    }

    #[test]
    fn the_other_parts_of_a_machine() {
        let overhead = "{ constant = \"2us\", linear = \"3us\", quadratic = \"5us\" }";
        let lines = "gap = \"10us\"\nfilter = \"20us\"\noverhead_argument = \"children\"";
        let expected = TanCost { constant: 33e6, linear: 3e6, quadratic: 5e6 };
        assert_eq!(reduction(&machine(overhead, lines)), Some(expected));
        let of_neighbours = TanCost { constant: 11e6, linear: 13e6, quadratic: 5e6 };
        assert_eq!(reduction(&machine(overhead, "")), Some(of_neighbours));
    }

    #[test]
    fn other_overheads_are_no_polynomials() {
        assert_eq!(reduction(&machine("{ constant = \"2us\", logarithmic = \"3us\" }", "")), None);
        assert_eq!(reduction(&machine("{ exponential = { scale = \"2us\", rate = 0.1 } }", "")), None);
        assert_eq!(reduction(&machine("{ table = [[2, \"50us\"], [4, \"52us\"]] }", "")), None);
        assert!(reduction(&machine("{ constant = \"2us\", logarithmic = \"0us\" }", "")).is_some());
    }

    /// Coefficients of very different sizes.
    fn coefficient() -> impl Strategy<Value = f64> {
        prop_oneof![Just(0.0), 0.001..1000.0f64, (-300..300i32).prop_map(|exponent| 10f64.powi(exponent))]
    }

    proptest! {
        #[test]
        fn no_fanout_is_better(constant in coefficient(), linear in coefficient(), quadratic in coefficient()) {
            let cost = TanCost { constant, linear, quadratic };
            if let (Some(real), Some(whole)) = (cost.best_real_fanout(), cost.best_fanout()) {
                prop_assert!(whole.rho >= real.rho * (1.0 - 1e-12));
                for fanout in 2..2000u32 {
                    prop_assert!(cost.rate(f64::from(fanout)) >= whole.rho * (1.0 - 1e-12), "{fanout} {whole:?}");
                }
            }
        }

        #[test]
        fn no_tree_beats_the_bound(constant in 0..2000u32, linear in 1..2000u32, quadratic in 0..300u32) {
            let terms = format!("constant = \"{constant}ns\", linear = \"{linear}ns\", quadratic = \"{quadratic}ns\"");
            let machine = machine(&format!("{{ {terms} }}"), "");
            let best = reduction(&machine).and_then(TanCost::best_fanout).expect("it grows");
            let tan = Tan::reduction(&machine).expect("it has [tan]");
            let staircase = overlay::staircase(&tan, 1 << 20).expect("it never falls");
            for step in staircase.steps() {
                let (time, bound) = (step.time.ticks() as f64, best.lower_bound(step.leaves as f64));
                prop_assert!(time >= bound * (1.0 - 1e-12), "{step:?} {bound}");
            }
        }
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "the formulas are exact here")]
    fn example_of_tan_cost() -> Result<(), Box<dyn std::error::Error>> {
        use logpine::closed_form::TanCost;
        use logpine_models::machine::Machine;
        let cab = Machine::load("cab")?;
        let cost = cab.tan.as_ref().and_then(TanCost::reduction).expect("a polynomial");
        let best = cost.best_fanout().expect("the overhead grows with the fanout");
        assert_eq!(best.fanout, 14.0);
        // 10^6 leaves: no tree is faster than 1017.53 us; the best takes 1029.92 us.
        assert!((best.lower_bound(1e6) / 1e6 - 1017.53).abs() < 0.01);
        Ok(())
    }
}
