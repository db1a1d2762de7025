//! Limits on what several links carry together.

use super::fault::Wrong;
use super::sent::Sent;
use std::collections::BTreeMap;

/// The most pairs of a transmission and a limit.
const MOST: usize = 1 << 30;

/// Checks that no limit is exceeded in any step: the transmissions that begin in the step over its links are at most its capacity
/// in all rounds of the step. `of_links` has the limits of each link, by sender and receiver, as indices of `limits`: names and capacities; `sends` are in
/// the order of steps, from 1 on; steps beyond `rounds` have one round.
///
/// # Errors
/// The first [`Wrong`].
///
/// **Complexity** O(n log m) time for n pairs of a transmission and a limit, at most 2^30, and m links.
pub fn check_shared(
    of_links: &BTreeMap<(u32, u32), Vec<usize>>,
    limits: &[(&str, u64)],
    rounds: &[u32],
    sends: &[Sent],
) -> Result<(), Wrong> {
    let mut counted = 0;
    let mut loads = vec![0u64; limits.len()];
    let mut loaded = Vec::new();
    for together in sends.chunk_by(|a, b| a.step == b.step) {
        let step = together[0].step;
        for of_link in together.iter().filter_map(|send| of_links.get(&(send.from, send.to))) {
            counted += of_link.len();
            if counted > MOST {
                return Err(Wrong::new("the switches have too many links to be checked"));
            }
            for &limit in of_link {
                if loads[limit] == 0 {
                    loaded.push(limit);
                }
                loads[limit] += 1;
            }
        }
        let rounds = rounds.get((step as usize).saturating_sub(1)).copied().unwrap_or(1);
        for limit in loaded.drain(..) {
            let (name, capacity) = limits[limit];
            let (sent, most) = (std::mem::take(&mut loads[limit]), capacity.saturating_mul(rounds.into()));
            if sent > most {
                return Err(Wrong::new(format_args!(
                    "switch `{name}` lets {most} blocks through in step {step}, and {sent} are sent"
                )));
            }
        }
    }
    Ok(())
}
