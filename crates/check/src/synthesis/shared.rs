//! Limits on what several links carry together.

use super::sent::Sent;
use std::collections::BTreeMap;

/// A limit on links together that a schedule does not keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum WrongShare {
    /// More transmissions in a step than a limit allows.
    #[error("limit {limit} allows {most} transmissions in step {step}, and there are {sent}")]
    Exceeded { limit: usize, step: u32, sent: u64, most: u64 },
    /// Too many limits on the links of all transmissions.
    #[error("the transmissions have too many limits to be checked")]
    TooLarge,
}

/// The most pairs of a transmission and a limit.
const MOST: usize = 1 << 30;

/// Checks that no limit is exceeded in any step: the transmissions that begin in the step over its links are at most its capacity
/// in all rounds of the step. `of_links` has the limits of each link, by sender and receiver, as indices of `capacities`; `sends` are in
/// the order of steps, from 1 on; steps beyond `rounds` have one round.
///
/// # Errors
/// The first [`WrongShare`].
///
/// **Complexity** O(n log m) time for n pairs of a transmission and a limit, at most 2^30, and m links.
pub fn check_shared(
    of_links: &BTreeMap<(u32, u32), Vec<usize>>,
    capacities: &[u64],
    rounds: &[u32],
    sends: &[Sent],
) -> Result<(), WrongShare> {
    let mut counted = 0;
    let mut loads = vec![0u64; capacities.len()];
    let mut loaded = Vec::new();
    for together in sends.chunk_by(|a, b| a.step == b.step) {
        let step = together[0].step;
        for limits in together.iter().filter_map(|send| of_links.get(&(send.from, send.to))) {
            counted += limits.len();
            if counted > MOST {
                return Err(WrongShare::TooLarge);
            }
            for &limit in limits {
                if loads[limit] == 0 {
                    loaded.push(limit);
                }
                loads[limit] += 1;
            }
        }
        let rounds = rounds.get((step as usize).saturating_sub(1)).copied().unwrap_or(1);
        for limit in loaded.drain(..) {
            let (sent, most) = (std::mem::take(&mut loads[limit]), capacities[limit].saturating_mul(rounds.into()));
            if sent > most {
                return Err(WrongShare::Exceeded { limit, step, sent, most });
            }
        }
    }
    Ok(())
}
