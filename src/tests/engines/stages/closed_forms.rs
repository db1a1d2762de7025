//! The costs of stages under models of single messages: the closed forms of the literature.

use crate::tests::engines::stages::executions::{predicted, timing};
use crate::tests::engines::stages::{maybe, staged};
use logpine::request::MpiCollective;
use logpine_collectives::schedule::stages::Staged;
use logpine_text::integer::ceil_log2;
use logpine_trees::tree::families::Parameters;

/// Alpha 10, beta 1, gamma 0.5.
const ALPHA_BETA: &str = "name = \"a\"\nunit = \"cycle\"\n[alpha_beta]\nalpha = \"10 cycles\"\nbeta = \"1 cycle/B\"\n\
                          combine = \"0.5 cycle/B\"\n";

/// L = 10, o = 2, g = 5, G = 0.5, gamma = 0.25.
const LOGGP: &str = "name = \"l\"\nunit = \"cycle\"\n[loggp]\nlatency = \"10 cycles\"\noverhead = \"2 cycles\"\n\
                     gap = \"5 cycles\"\ngap_per_byte = \"0.5 cycle/B\"\ncombine = \"0.25 cycle/B\"\n";

#[track_caller]
fn is(machine: &str, staged: &Staged, expected: f64) {
    let ticks = u32::try_from(predicted(timing(machine).as_ref(), staged)).expect("small");
    let time = f64::from(ticks) / 1000.0;
    let of = format!("{:?} {} ({})", staged.collective, staged.family, staged.parameters);
    assert!((time - expected).abs() < 1e-9, "{of}, {} ranks: {time}, not {expected}", staged.ranks);
}

/// P as a number to calculate with, and ceil(log2 P).
fn of(ranks: u64) -> (f64, f64) {
    (f64::from(u32::try_from(ranks).expect("small")), f64::from(ceil_log2(ranks)))
}

/// Scatters along trees of equal subtrees, and broadcasts along the same.
#[test]
fn levels_of_any_fanouts() {
    for (ranks, fanouts) in [(8, "2,2,2"), (12, "3,2,2"), (12, "2,6"), (27, "3,3,3"), (30, "5,3,2"), (64, "4,4,4")] {
        let sends: f64 = fanouts.split(',').map(|fanout| fanout.parse::<f64>().expect("a number") - 1.0).sum();
        let list = fanouts.split(',').map(|fanout| fanout.parse().expect("a number")).collect::<Vec<u64>>();
        let nomial = |collective, expected| {
            let parameters = Parameters::new().list("fanouts", list.clone());
            is(ALPHA_BETA, &maybe(collective, "nomial", ranks, 100, parameters).expect("a tree"), expected);
        };
        let (p, _) = of(ranks);
        nomial(MpiCollective::Bcast, sends * 110.0);
        nomial(MpiCollective::Scatter, sends * 10.0 + (p - 1.0) * 100.0);
        nomial(MpiCollective::Gather, sends * 10.0 + (p - 1.0) * 100.0);
        let parameters = Parameters::new().list("radices", list.clone());
        let exchanged = maybe(MpiCollective::Allgather, "recursive-multiplying", ranks, 100, parameters);
        is(ALPHA_BETA, &exchanged.expect("their product"), sends * 10.0 + (p - 1.0) * 100.0);
        if list.iter().all(|&fanout| fanout == list[0]) && list[0] > 2 {
            let parameters = Parameters::new().number("k", list[0]);
            let k_nomial = maybe(MpiCollective::Scatter, "k-nomial", ranks, 100, parameters).expect("a tree");
            is(ALPHA_BETA, &k_nomial, sends * 10.0 + (p - 1.0) * 100.0);
        }
    }
}

/// 1,008 bytes are 16 or 63 whole blocks.
#[test]
fn alpha_beta() {
    let (alpha, s) = (10.0, 1008.0);
    for ranks in [2, 3, 4, 7, 8, 9, 16, 21, 63] {
        let (p, q) = of(ranks);
        let is =
            |collective, family: &str, expected| is(ALPHA_BETA, &staged(collective, family, ranks, 1008), expected);
        let share = (p - 1.0) / p * s;
        // Unless the tree is full, rank 0 combines once while the next vector comes.
        let reduce = q * (alpha + 1.5 * s) - if ranks.is_power_of_two() { 0.0 } else { 0.5 * s };
        is(MpiCollective::Bcast, "linear", (p - 1.0) * (alpha + s));
        is(MpiCollective::Bcast, "binomial", q * (alpha + s));
        is(MpiCollective::Reduce, "binomial", reduce);
        is(MpiCollective::Scatter, "linear", (p - 1.0) * (alpha + s));
        is(MpiCollective::Scatter, "binomial", q * alpha + (p - 1.0) * s);
        is(MpiCollective::Gather, "binomial", q * alpha + (p - 1.0) * s);
        is(MpiCollective::Allgather, "ring", (p - 1.0) * (alpha + s));
        is(MpiCollective::Allgather, "bruck", q * alpha + (p - 1.0) * s);
        is(MpiCollective::Allgather, "gather-then-bcast", 2.0 * q * alpha + (p - 1.0 + q * p) * s);
        is(MpiCollective::Alltoall, "linear", (p - 1.0) * (alpha + s));
        is(MpiCollective::Alltoall, "pairwise", (p - 1.0) * (alpha + s));
        is(MpiCollective::Barrier, "dissemination", q * 11.0);
        is(MpiCollective::Barrier, "binomial", 2.0 * q * 11.0);
        is(MpiCollective::Barrier, "linear", 2.0 * (p - 1.0) * 11.0);
        if 1008 % ranks == 0 {
            is(MpiCollective::Bcast, "scatter-allgather", (q + p - 1.0) * alpha + 2.0 * share);
            is(MpiCollective::Reduce, "reduce-scatter-gather", (q + p - 1.0) * alpha + 2.5 * share);
            is(MpiCollective::ReduceScatter, "ring", (p - 1.0) * alpha + 1.5 * share);
            is(MpiCollective::ReduceScatter, "pairwise", (p - 1.0) * alpha + 1.5 * share);
            is(MpiCollective::ReduceScatter, "circulant", q * alpha + 1.5 * share);
            is(MpiCollective::ReduceScatter, "reduce-then-scatter", reduce + q * alpha + share);
            is(MpiCollective::Allreduce, "ring", 2.0 * (p - 1.0) * alpha + 2.5 * share);
            is(MpiCollective::Allreduce, "circulant", 2.0 * q * alpha + 2.5 * share);
        }
        if ranks.is_multiple_of(2) {
            is(MpiCollective::Allgather, "neighbour-exchange", p / 2.0 * alpha + (p - 1.0) * s);
        }
        if ranks.is_power_of_two() {
            is(MpiCollective::Allgather, "recursive-doubling", q * alpha + (p - 1.0) * s);
            is(MpiCollective::ReduceScatter, "recursive-halving", q * alpha + 1.5 * share);
            is(MpiCollective::Allreduce, "recursive-doubling", q * (alpha + 1.5 * s));
            is(MpiCollective::Allreduce, "rabenseifner", 2.0 * q * alpha + 2.5 * share);
            is(MpiCollective::Alltoall, "bruck", q * (alpha + p / 2.0 * s));
            is(MpiCollective::Barrier, "recursive-doubling", q * 11.0);
        }
    }
}

#[test]
fn pipelined_chains() {
    let chain = |ranks, bytes, segment| {
        let segment = Parameters::new().number("segment", segment);
        maybe(MpiCollective::Bcast, "chain", ranks, bytes, segment).expect("a chain")
    };
    // (n + P - 2)(alpha + beta s / n); with a last segment of r, (n + P - 3)(alpha + beta z) + alpha + beta r.
    is(ALPHA_BETA, &chain(16, 1000, 100), 24.0 * 110.0);
    is(ALPHA_BETA, &chain(16, 950, 100), 23.0 * 110.0 + 60.0);
    is(ALPHA_BETA, &chain(2, 950, 100), 9.0 * 110.0 + 60.0);
    is(ALPHA_BETA, &chain(16, 1000, 1000), 15.0 * 1010.0);
    is(ALPHA_BETA, &chain(1, 1000, 10), 0.0);
    let backwards = Parameters::new().number("segment", 100);
    let reduction = maybe(MpiCollective::Reduce, "chain", 16, 950, backwards).expect("a chain");
    is(ALPHA_BETA, &reduction, 23.0 * 160.0 + 85.0);
    // The lecture's broadcast of a megabyte to 4 and 16 ranks at the best whole segments.
    is(ALPHA_BETA, &chain(16, 1_000_000, 839), 1_023_806.0);
}

/// k (n + h - 2) + min(k, c) stages, where c ranks are h deep; the last min(k, P - 1) have the last segment alone.
#[test]
fn pipelined_trees() {
    let tree = |collective, ranks, bytes, k| {
        let parameters = Parameters::new().number("k", k).number("segment", 100);
        maybe(collective, "k-ary", ranks, bytes, parameters).expect("a tree")
    };
    is(ALPHA_BETA, &tree(MpiCollective::Bcast, 15, 1000, 2), 24.0 * 110.0);
    is(ALPHA_BETA, &tree(MpiCollective::Bcast, 15, 950, 2), 22.0 * 110.0 + 2.0 * 60.0);
    is(ALPHA_BETA, &tree(MpiCollective::Reduce, 15, 950, 2), 22.0 * 160.0 + 2.0 * 85.0);
    is(ALPHA_BETA, &tree(MpiCollective::Bcast, 16, 950, 2), 23.0 * 110.0 + 2.0 * 60.0);
    is(ALPHA_BETA, &tree(MpiCollective::Bcast, 14, 950, 3), 31.0 * 110.0 + 3.0 * 60.0);
    is(ALPHA_BETA, &tree(MpiCollective::Bcast, 4, 950, 7), 27.0 * 110.0 + 3.0 * 60.0);
    is(ALPHA_BETA, &tree(MpiCollective::Bcast, 15, 70, 2), 6.0 * 80.0);
    is(ALPHA_BETA, &tree(MpiCollective::Bcast, 1, 950, 2), 0.0);
}

/// p(m) = L + 2o + (m - 1) G.
fn message(bytes: f64) -> f64 {
    14.0 + (bytes - 1.0) * 0.5
}

#[test]
fn loggp() {
    let m = 48.0;
    for ranks in [2, 4, 8, 16] {
        let (p, q) = of(ranks);
        let is = |collective, family: &str, expected| is(LOGGP, &staged(collective, family, ranks, 48), expected);
        let gap = 5.0 + (m - 1.0) * 0.5;
        let halved = q * (14.0 - 0.5) + (p - 1.0) * m * 0.5;
        is(MpiCollective::Bcast, "binomial", q * message(m));
        is(MpiCollective::Scatter, "linear", message(m) + (p - 2.0) * gap);
        is(MpiCollective::Gather, "linear", message(m) + (p - 2.0) * gap);
        is(MpiCollective::Scatter, "binomial", halved);
        is(MpiCollective::Allgather, "ring", (p - 1.0) * message(m));
        is(MpiCollective::Allgather, "recursive-doubling", halved);
        is(MpiCollective::Allreduce, "recursive-doubling", q * (message(m) + 0.25 * m));
        let share = (p - 1.0) / p * m;
        is(MpiCollective::Allreduce, "rabenseifner", 2.0 * q * 13.5 + 2.0 * share * 0.5 + share * 0.25);
        is(MpiCollective::Allreduce, "ring", 2.0 * (p - 1.0) * message(m / p) + share * 0.25);
        is(MpiCollective::Alltoall, "pairwise", (p - 1.0) * message(m));
        is(MpiCollective::Alltoall, "linear", message(m) + (p - 2.0) * f64::max(gap, 4.0));
        is(MpiCollective::Barrier, "dissemination", q * 14.0);
    }
}
