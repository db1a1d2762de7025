//! The budget of runs on a network: the candidates and mappings that run within some seconds, estimated in hops.

use super::Contender;
use logpine_network::{MappingError, Network, Routes};
use logpine_trees::tree::families::LeftOutReason;
use std::error::Error;

/// The most random mappings, an odd number.
pub(super) const DRAWS: usize = 5;

/// The most hops of all messages together, which take some seconds.
pub(super) const MOST_HOPS: u64 = 1 << 27;

/// The most messages of a candidate, which take a gigabyte or so.
pub(super) const MOST_MESSAGES: u64 = 1 << 23;

/// The number of mappings that are not random.
pub(super) const FIXED: usize = 2;

/// The number of ranks, if they fit.
pub(super) fn ranks(network: &Network, ranks: u64) -> Result<u32, MappingError> {
    let endpoints = network.endpoints();
    u32::try_from(ranks).ok().filter(|&ranks| ranks <= endpoints).ok_or(MappingError::TooManyRanks { ranks, endpoints })
}

/// The number of random mappings with which the model's winner can run and leaves hops to the others.
pub(super) fn draws(contenders: &[Contender], routes: &Routes) -> u64 {
    const ALL: u64 = DRAWS as u64;
    let Some(winner) = contenders.first() else { return ALL };
    let Ok(ranks) = ranks(routes.network(), winner.ranks) else { return ALL };
    let of_mapping = winner.messages.saturating_mul(mean_hops(routes, ranks));
    let fits = |most: u64| {
        (1..=ALL).rev().step_by(2).find(move |draws| of_mapping.saturating_mul(FIXED as u64 + draws) <= most)
    };
    fits(MOST_HOPS / 2).or_else(|| fits(MOST_HOPS)).unwrap_or(ALL)
}

/// Admits candidates to run under that many mappings, the fastest by the model first. Returns their numbers of ranks.
pub(super) fn admitted(contenders: &[Contender], routes: &Routes, mappings: u64) -> Vec<Result<u32, LeftOutReason>> {
    let mut left = MOST_HOPS;
    let mut mean = None;
    let admit = |contender: &Contender| {
        let ranks = ranks(routes.network(), contender.ranks).map_err(not_run)?;
        let of_message = match mean {
            Some((of, hops)) if of == ranks => hops,
            _ => mean_hops(routes, ranks),
        };
        mean = Some((ranks, of_message));
        let messages = contender.messages;
        let hops = messages.saturating_mul(of_message).saturating_mul(mappings);
        if hops > left || messages > MOST_MESSAGES {
            return Err(LeftOutReason::TooManyHops { messages, hops, left, most: MOST_HOPS });
        }
        left -= hops;
        Ok(ranks)
    };
    contenders.iter().map(admit).collect()
}

/// The mean number of hops between ranks, rounded up, by a sample of at most 64 pairs of endpoints; at least 1.
fn mean_hops(routes: &Routes, ranks: u32) -> u64 {
    const SAMPLES: u32 = 8;
    let sample = || (0..ranks).step_by(ranks.div_ceil(SAMPLES).max(1) as usize);
    let pairs = sample().flat_map(|from| sample().map(move |to| (from, to))).filter(|(from, to)| from != to);
    let hops: Vec<u64> = pairs.map(|(from, to)| routes.hops(from, to).map_or(0, u64::from)).collect();
    hops.iter().sum::<u64>().div_ceil((hops.len() as u64).max(1)).max(1)
}

/// The reason why a candidate did not run.
pub(super) fn not_run(error: impl Error) -> LeftOutReason {
    LeftOutReason::NotRun(error.to_string())
}
