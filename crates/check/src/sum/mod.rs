//! Checks sums of values that ranks share, with code that shares nothing with the search.

mod claimed;
mod message;
mod sizes;

pub use claimed::ClaimedSum;

use super::claim::Claimed;
use logpine_models::job::{Claim, SumJob};
use logpine_models::model::PortTiming;
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Time;
use message::Message;

/// Checks the times of candidates, the best first, against the claim on the best, and its schedule: ranks, budgets, values and
/// time; and that the ranks cannot sum as many values before the bound. Of a schedule with more than 2^15 different budgets of
/// ranks only their sums are checked; bounds within which there are more than 2^14 budgets are not.
///
/// # Errors
/// The first fault that is found.
pub fn check(
    timing: &dyn PortTiming,
    job: SumJob,
    claim: &Claim,
    sum: ClaimedSum<'_>,
    times: impl IntoIterator<Item = (&'static str, Time)>,
) -> Result<(), Reason> {
    let mut claimed = Claimed::new(claim);
    let bound = claim.bound.value.ticks();
    for (family, time) in times {
        claimed.check(family, time)?;
    }
    let message = Message::new(timing, sum.addition)
        .ok_or_else(|| Reason::new("the model has no messages with an addition each"))?;
    let root = sum.budgets.first().map_or(Time::ZERO, |budget| budget.time);
    if sum.time != claim.value || root != sum.time {
        return Err(reason!(
            "stated {stated} ticks, the root has {found}",
            stated = claim.value.ticks(),
            found = root.ticks()
        ));
    }
    sum.check_ranks(job.ranks())?;
    message.check_values(&sum, job.values())?;
    message.check_tree(&sum)?;
    let before = bound.checked_sub(1).and_then(|time| message.most_values(time, job.ranks()));
    match before {
        Some(most) if most >= u128::from(job.values()) => Err(reason!(
            "the ranks can add up {values} values before the bound of {bound} ticks",
            values = job.values()
        )),
        _ => Ok(()),
    }
}
