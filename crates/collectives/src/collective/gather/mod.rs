//! Gathers: scatters run backwards, in the files of these.

use super::AlgorithmFamily;
use super::scatter::{binomial, k_nomial, linear, nomial};

pub(super) static GATHER: &[AlgorithmFamily] = &[linear::GATHER, binomial::GATHER, k_nomial::GATHER, nomial::GATHER];
