//! Barriers: every message carries what the sender has heard in every execution, and every rank must hear of every other.

use super::checked::Checked;
use super::{ScheduleFault, Wrong};
use logpine_collectives::schedule::Operation;

/// The maximum number of words of 64 ranks in all messages: 1 GiB.
const MOST_WORDS: usize = 1 << 27;

/// Checks a barrier. `is_before` tells whether the first of two operations of a rank takes effect before the second.
///
/// A message carries its sender and everything told by the receptions that come before it in every execution. Other
/// receptions may tell a rank more in some executions; that is no fault, and not counted.
pub(super) fn check(checked: Checked, is_before: &mut dyn FnMut(usize, usize) -> bool) -> Result<(), ScheduleFault> {
    let Checked { schedule, messages, order, .. } = checked;
    let ranks = schedule.ranks();
    let words = ranks.div_ceil(64) as usize;
    let sends = schedule.records().iter().filter(|record| matches!(record.operation(), Operation::Send { .. })).count();
    if sends.saturating_add(ranks as usize).saturating_mul(words) > MOST_WORDS {
        return Err(ScheduleFault { rank: 0, operation: None, wrong: Wrong::TooLarge });
    }
    let own = |rank: u32| {
        let mut set = vec![0u64; words];
        set[(rank / 64) as usize] |= 1 << (rank % 64);
        set
    };
    // The ranks that each send tells of, by operation, and the receptions of each rank so far.
    let mut told: Vec<Vec<u64>> = vec![Vec::new(); schedule.len()];
    let mut received: Vec<Vec<usize>> = vec![Vec::new(); ranks as usize];
    for &at in order {
        let at = at as usize;
        let rank = messages.rank_of[at];
        match schedule.records()[at].operation() {
            Operation::Receive { .. } => received[rank as usize].push(at),
            Operation::Send { .. } => {
                let mut known = own(rank);
                for &reception in received[rank as usize].iter().filter(|&&reception| is_before(reception, at)) {
                    unite(&mut known, &told[messages.partner[reception] as usize]);
                }
                told[at] = known;
            }
            _ => {}
        }
    }
    for (rank, receptions) in (0u32..).zip(&received) {
        let mut known = own(rank);
        for &reception in receptions {
            unite(&mut known, &told[messages.partner[reception] as usize]);
        }
        let found = known.iter().map(|word| word.count_ones()).sum();
        if found < ranks {
            return Err(ScheduleFault { rank, operation: None, wrong: Wrong::Unheard { found, ranks } });
        }
    }
    Ok(())
}

fn unite(known: &mut [u64], told: &[u64]) {
    for (known, told) in known.iter_mut().zip(told) {
        *known |= told;
    }
}
