//! Reductions. Most are broadcasts run backwards, with combination, and stand in the files of these.
//!
//! Among ranks every reduction is a broadcast on the machine run backwards, so these are in stages only.

mod reduce_scatter_gather;

use super::AlgorithmFamily;
use super::bcast::{binomial, chain, k_ary, k_nomial, linear, nomial};

pub(super) static REDUCE: &[AlgorithmFamily] = &[
    linear::REDUCE,
    chain::REDUCE,
    k_ary::REDUCE,
    binomial::REDUCE,
    k_nomial::REDUCE,
    nomial::REDUCE,
    reduce_scatter_gather::REDUCE,
];
