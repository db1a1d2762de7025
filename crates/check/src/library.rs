//! Checks the time of a machine's own library against its terms.

use logpine_models::model::Interval;
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Time;

/// Checks that a time is the sum of its terms, all of which are rounded by half a tick at most, and that no bound is on the
/// wrong side of the other.
///
/// # Errors
/// The first fault that is found.
pub fn check(time: Interval, terms: &[Interval]) -> Result<(), Reason> {
    let wrong = terms.iter().chain([&time]).find(|time| time.low > time.high);
    if let Some(Interval { low, high }) = wrong {
        return Err(reason!("a time is between {low} and {high} ticks", low = low.ticks(), high = high.ticks()));
    }
    let ends: [fn(&Interval) -> Time; 2] = [|time| time.low, |time| time.high];
    for end in ends {
        let stated = end(&time).ticks();
        let found = terms.iter().map(|term| u128::from(end(term).ticks())).sum::<u128>();
        if found.abs_diff(stated.into()) * 2 > terms.len() as u128 + 1 {
            return Err(reason!("stated {stated} ticks, the terms add up to {found}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_models::job::{BgpJob, BgpOperation, MpiCollective};
    use logpine_models::machine::Machine;
    use logpine_models::model::Bgp;

    #[test]
    fn each_part_of_a_cost_is_read() {
        let bgp = Bgp::new(&Machine::load("bgp").expect("built in")).expect("it has [bgp]");
        let [low, high] = [7, 8].map(Time::from_ticks);
        let of = |low, high| Interval { low, high };
        for (collective, bytes) in [(MpiCollective::Alltoall, 1000), (MpiCollective::Bcast, 1 << 20)] {
            let job = BgpJob::new(BgpOperation::Collective(collective), 4096, Some(bytes)).expect("a job");
            let cost = bgp.cost(&job).expect("a cost");
            let terms: Vec<_> = cost.terms.iter().map(|term| term.time).collect();
            assert_eq!(check(cost.time, &terms), Ok(()));
            assert!(
                check(of(low, cost.time.high), &terms)
                    .is_err_and(|fault| fault.says("stated 7 ticks, the terms add up"))
            );
            assert!(check(cost.time, &terms[1..]).is_err_and(|fault| fault.says("ticks, the terms add up to")));
            assert!(
                check(of(cost.time.low, Time::MAX), &terms)
                    .is_err_and(|fault| fault.says("ticks, the terms add up to"))
            );
        }
        assert_eq!(check(of(high, low), &[of(low, high)]), Err(Reason::new("a time is between 8 and 7 ticks")));
        assert_eq!(check(of(low, high), &[of(high, low)]), Err(Reason::new("a time is between 8 and 7 ticks")));
    }
}
