use crate::tests::engines::closed_forms::simulation::{greedy_arrivals, heap, k_nomial, last_arrival, ordered_trees};
use crate::tests::engines::closed_forms::{close, equal, logp};
use logpine::closed_form::{LogpCost, PortCost, Postal, broadcast};

#[test]
fn messages() {
    let cost = logp(6, 2, 4);
    equal(cost.delivery(), 10.0);
    equal(cost.ping_pong(), 4.0 * 2.0 + 2.0 * 6.0);
    equal(cost.messages(5.0), 6.0 + 4.0 * 4.0 + 4.0);
    equal(logp(6, 5, 4).messages(5.0), 6.0 + 4.0 * 5.0 + 10.0);
    equal(cost.in_flight(), 2.0);
    equal(logp(8, 2, 4).in_flight(), 2.0);
    // Two children: a reception and two sends; max(2 g, 3 o) would be 6.
    equal(logp(6, 2, 3).period(2.0), 7.0);
}

/// `T_opt` for 2, 4, 8, 16, 32, 64, 128 and 1024 ranks; the first row holds figure 3 of Culler et al. (1993).
#[test]
fn optimum() {
    let tables = [
        (logp(6, 2, 4), [10, 18, 24, 32, 38, 46, 52, 72]),
        (logp(5, 2, 4), [9, 17, 22, 30, 35, 43, 48, 67]),
        (logp(1, 1, 1), [3, 5, 7, 9, 11, 13, 14, 20]),
        (logp(10, 1, 2), [12, 16, 24, 28, 34, 40, 46, 62]),
        (logp(2, 1, 5), [4, 9, 14, 19, 24, 28, 33, 46]),
    ];
    for (cost, times) in tables {
        for (ranks, time) in [2, 4, 8, 16, 32, 64, 128, 1024].into_iter().zip(times) {
            close(cost.optimum(ranks), f64::from(time), 1e-9);
        }
    }
}

#[test]
fn optimum_is_the_best_of_all_trees() {
    for ranks in 2..=8_usize {
        let trees = ordered_trees(ranks);
        for (gap, delivery) in [(1, 1), (2, 3), (4, 10), (9, 4), (5, 5), (7, 2), (1, 12)] {
            let best = trees.iter().map(|tree| last_arrival(tree, 1, gap, delivery)).min().expect("a tree") as f64;
            let cost = LogpCost { latency: delivery as f64, overhead: 0.0, gap: gap as f64 };
            close(cost.optimum(ranks as u64), best, 1e-9);
        }
    }
    for (gap, delivery) in [(2, 3), (9, 4), (5, 5), (1, 40)] {
        let arrivals = greedy_arrivals(2000, gap, delivery);
        let cost = LogpCost { latency: delivery as f64, overhead: 0.0, gap: gap as f64 };
        for ranks in 2..2000 {
            close(cost.optimum(ranks), arrivals[ranks as usize - 2] as f64, 1e-9);
        }
    }
}

#[test]
fn families() {
    let cost = logp(10, 2, 2);
    let k_nomial_times = [2, 4, 8, 16, 64].map(|fanout| cost.k_nomial(fanout, 4096));
    assert_eq!(k_nomial_times, [168.0, 108.0, 104.0, 126.0, 276.0]);
    close(cost.optimum(4096), 82.0, 1e-9);
    for ranks in 2..140_usize {
        for (gap, delivery) in [(1, 1), (2, 3), (4, 10), (9, 4), (7, 2), (1, 12)] {
            let cost = LogpCost { latency: delivery as f64, overhead: 0.0, gap: gap as f64 };
            let simulated = |tree: &Vec<Vec<usize>>| last_arrival(tree, 1, gap, delivery) as f64;
            equal(cost.linear(ranks as u64), simulated(&heap(ranks - 1, ranks)));
            equal(cost.chain(ranks as u64, 1.0), simulated(&heap(1, ranks)));
            for fanout in 2..8_usize {
                equal(cost.k_ary(fanout as u64, ranks as u64), simulated(&heap(fanout, ranks)));
                let (closed, simulated) =
                    (cost.k_nomial(fanout as u64, ranks as u64), simulated(&k_nomial(fanout, ranks)));
                let mut subtree = 1;
                while subtree * fanout < ranks {
                    subtree *= fanout;
                }
                if ranks.is_multiple_of(subtree) {
                    equal(closed, simulated);
                }
                assert!(closed >= simulated, "{ranks} {fanout} {gap} {delivery}: {closed} {simulated}");
            }
        }
    }
    // Complete: d (D + (k - 1) G).
    for (fanout, height, ranks) in [(2, 3, 15), (3, 3, 40), (5, 2, 31)] {
        equal(cost.k_ary(fanout, ranks), f64::from(height) * (14.0 + (fanout - 1) as f64 * 2.0));
    }
}

#[test]
fn no_family_beats_the_optimum() {
    let families = ["linear", "chain", "binary", "k-ary", "binomial", "k-nomial"];
    for (latency, overhead, gap) in [(6, 2, 4), (0, 1, 0), (2, 1, 9), (5, 0, 5)] {
        let cost = PortCost::Logp(logp(latency, overhead, gap));
        for ranks in 2..300 {
            let optimum = broadcast("logp-optimal", &cost, ranks, 0, None).expect("a family").time;
            for family in families {
                let form = broadcast(family, &cost, ranks, 0, Some(3)).expect(family);
                assert!(form.time >= optimum * (1.0 - 1e-12), "{family} {ranks} {form:?} {optimum}");
            }
        }
    }
    assert_eq!(broadcast("n-block", &PortCost::Logp(logp(1, 1, 1)), 5, 0, None), None);
}

/// A reduction that takes c to combine: D + c and max(g, o + c).
#[test]
fn reduction_is_the_reversed_broadcast() {
    for (combine, time) in [(0.0, 24.0), (1.0, 26.0), (3.0, 31.0)] {
        let reversed = LogpCost { latency: 6.0 + 4.0 + combine, overhead: 0.0, gap: f64::max(4.0, 2.0 + combine) };
        close(reversed.optimum(8), time, 1e-9);
    }
}

/// The most values that `ranks` ranks can add by `time`: each child of a rank costs it a reception and an addition.
struct Summation {
    overhead: i64,
    gap: i64,
    delivery: i64,
}

impl Summation {
    /// `children` more children, the next of which must be done by `latest`.
    fn most(&self, time: i64, ranks: u64) -> i64 {
        self.with_children(ranks - 1, time - self.delivery - 1) + time + 1
    }

    /// The values that further ranks add to those of a rank; the next of its children has the budget `next`.
    fn with_children(&self, ranks: u64, next: i64) -> i64 {
        let spacing = self.gap.max(self.overhead + 1);
        let mut best = 0;
        if next < 0 {
            return best;
        }
        for below in 1..=ranks {
            let rest = self.with_children(ranks - below, next - spacing);
            best = best.max(self.most(next, below) - self.overhead - 1 + rest);
        }
        best
    }
}

/// Figure 4 of Culler et al. (1993), and the same for other times.
#[test]
fn summation() {
    let cost = logp(5, 2, 4);
    for (time, values) in [(10, 11), (12, 13), (15, 19), (20, 33), (24, 51), (28, 79), (32, 111), (40, 175)] {
        close(cost.summation(8, f64::from(time)), f64::from(values), 1e-6);
    }
    for (latency, overhead, gap) in [(5, 2, 4), (1, 1, 1), (3, 0, 2), (2, 3, 1), (1, 0, 9), (0, 1, 7)] {
        let cost = logp(latency, overhead, gap);
        let delivery = i64::from(latency + 2 * overhead);
        let recursion = Summation { overhead: overhead.into(), gap: gap.into(), delivery };
        for ranks in 1..=6 {
            for time in 0..=25_u32 {
                let most = recursion.most(time.into(), ranks);
                close(cost.summation(ranks, time.into()), most as f64, 1e-6);
            }
        }
    }
}

#[test]
fn postal() {
    let reached =
        |lambda, times: &[f64]| times.iter().map(|&time| Postal { lambda }.informed(time)).collect::<Vec<_>>();
    assert_eq!(reached(1.0, &[0.0, 1.0, 2.0, 3.0, 10.0]), [1.0, 2.0, 4.0, 8.0, 1024.0]);
    assert_eq!(reached(2.0, &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]), [1.0, 1.0, 2.0, 3.0, 5.0, 8.0]);
    assert_eq!(reached(2.5, &[7.0, 7.5]), [12.0, 14.0]);
    close(Postal { lambda: 2.5 }.optimum(14), 7.5, 1e-12);
    equal(logp(6, 2, 4).postal().lambda, 2.5);
    close(logp(6, 2, 4).postal().optimum(8) * 4.0, 24.0, 1e-9);
}
