//! The lecture's formulas that do not hold as printed. The corrected one equals a simulation, and the printed one does not.

use crate::tests::engines::closed_forms::simulation::{Children, chain, heap, k_nomial, last_arrival, rounds};
use crate::tests::engines::closed_forms::{alpha_beta, close, equal, logp};
use logpine_models::closed_form::{AlphaBetaCost, LogpCost, Rounds};

/// The time of one message down a tree under LogP.
fn arrival(cost: LogpCost, tree: &Children) -> f64 {
    last_arrival(tree, 1, cost.send_gap() as u64, cost.delivery() as u64) as f64
}

#[test]
fn printed_formulas_do_not_hold() {
    let example = alpha_beta(10.0, 1.0);
    let (slow, far, cost) = (logp(2, 1, 9), logp(100, 0, 1), logp(6, 2, 4));
    let pipelined = rounds(&chain(4), 4) as f64 * example.message(250_000.0);
    let cases = [
        // The pipelined binary tree: (s/z ceil(log2 P) - 2) 2 (alpha + z beta). A plus is missing.
        (2.0 * (19.0 * 3.0 - 2.0), Rounds::binary(7).of(19.0), rounds(&heap(2, 7), 19) as f64),
        // The pipeline of P segments: (P - 1)(alpha + s/P beta).
        (750_030.0, example.time(Rounds::chain(4), 1e6, 4.0), pipelined),
        // The k-nomial tree: log_k P k (alpha + s beta).
        (9.0, Rounds::k_nomial(3, 27).of(1.0), rounds(&k_nomial(3, 27), 1) as f64),
        // The k-ary tree: log_k P k (alpha + s beta).
        (2.0 * 1000_f64.log2(), Rounds::k_ary(2, 1000).of(1.0), rounds(&heap(2, 1000), 1) as f64),
        // Under LogP, with real logarithms: log2 P (L + 2o), log_k P (L + (k - 2) max(o, g) + 2o) and, for k-ary trees, k - 1.
        (3.0 * slow.delivery(), slow.binomial(8), arrival(slow, &k_nomial(2, 8))),
        (6_f64.log(3.0) * 14.0, cost.k_nomial(3, 6), arrival(cost, &k_nomial(3, 6))),
        (12_f64.log10() * 109.0, far.k_ary(10, 12), arrival(far, &heap(10, 12))),
    ];
    for (printed, corrected, simulated) in cases {
        equal(corrected, simulated);
        assert!((printed - simulated).abs() > 0.01 * simulated, "{printed} {simulated}");
    }
    // The lower bound: min(ceil(log2 P) alpha, s beta) is 20.
    equal(example.lower_bound(4, 1e6), 1_000_010.0);
}

/// Printed: "binary tree is a factor of log2 P slower in bandwidth". That is the binomial tree; the binary tree has a
/// factor of 2, and two binary trees, not binomial ones, have none.
#[test]
fn factors_of_bandwidth_and_latency() {
    let example = alpha_beta(10.0, 1.0);
    for ranks in [4, 16, 64, 1024] {
        let bytes = 1e15;
        let pipelined = |rounds: Rounds| example.best(rounds, bytes).time / example.lower_bound(ranks, bytes);
        let binomial = example.time(Rounds::binomial(ranks), bytes, 1.0) / example.lower_bound(ranks, bytes);
        close(binomial, AlphaBetaCost::binomial_bandwidth_factor(ranks), 1e-5);
        for (rounds, factor) in
            [(Rounds::binary(ranks), 2.0), (Rounds::chain(ranks), 1.0), (Rounds::two_tree(ranks), 1.0)]
        {
            close(pipelined(rounds), factor, 1e-4);
        }
        let small = alpha_beta(1.0, 0.0);
        let slower = small.time(Rounds::chain(ranks), 1.0, 1.0) / small.time(Rounds::binomial(ranks), 1.0, 1.0);
        equal(AlphaBetaCost::chain_latency_factor(ranks), slower);
    }
}
