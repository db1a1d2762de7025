use crate::tests::engines::closed_forms::simulation::{greedy_arrivals, heap, k_nomial, last_arrival};
use crate::tests::engines::closed_forms::{close, equal, logp};
use crate::tests::engines::collectives::ordered_trees;
use logpine_models::closed_form::{LogpCost, PortCost, broadcast};

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

#[test]
fn optimum_is_the_best_of_all_trees() {
    for ranks in 2..=8_usize {
        let trees = ordered_trees::all(ranks);
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
    let cost = PortCost::Logp(logp(1, 1, 1));
    assert_eq!(broadcast("n-block", &cost, 5, 0, None), None);
    assert_eq!(broadcast("capped", &cost, 5, 0, Some(3)), None);
    assert_eq!(broadcast("capped", &cost, 5, 0, Some(1)), broadcast("chain", &cost, 5, 0, None));
    assert_eq!([0, 1].map(|ranks| logp(1, 1, 1).linear(ranks) + logp(1, 1, 1).binomial(ranks)), [0.0; 2]);
}
