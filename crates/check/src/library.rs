//! Checks the time of a machine's own library against its terms.

use logpine_models::model::Interval;
use logpine_text::units::Time;

/// A fault that the checker found in a cost. Any of these is a bug of this crate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryFault {
    /// A lower bound is above its upper bound.
    #[error("a time is between {low} and {high} ticks")]
    Bounds {
        /// The lower bound.
        low: u64,
        /// The upper bound.
        high: u64,
    },
    /// The terms do not add up to the time.
    #[error("stated {stated} ticks, the terms add up to {found}")]
    Sum {
        /// The time.
        stated: u64,
        /// The sum of the terms.
        found: u128,
    },
}

/// Checks that a time is the sum of its terms, all of which are rounded by half a tick at most, and that no bound is on the
/// wrong side of the other.
///
/// # Errors
/// The first [`LibraryFault`].
pub fn check(time: Interval, terms: &[Interval]) -> Result<(), LibraryFault> {
    let wrong = terms.iter().chain([&time]).find(|time| time.low > time.high);
    if let Some(Interval { low, high }) = wrong {
        return Err(LibraryFault::Bounds { low: low.ticks(), high: high.ticks() });
    }
    let ends: [fn(&Interval) -> Time; 2] = [|time| time.low, |time| time.high];
    for end in ends {
        let stated = end(&time).ticks();
        let found = terms.iter().map(|term| u128::from(end(term).ticks())).sum::<u128>();
        if found.abs_diff(stated.into()) * 2 > terms.len() as u128 + 1 {
            return Err(LibraryFault::Sum { stated, found });
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
            assert!(matches!(check(of(low, cost.time.high), &terms), Err(LibraryFault::Sum { stated: 7, .. })));
            assert!(matches!(check(cost.time, &terms[1..]), Err(LibraryFault::Sum { .. })));
            assert!(matches!(check(of(cost.time.low, Time::MAX), &terms), Err(LibraryFault::Sum { .. })));
        }
        assert_eq!(check(of(high, low), &[of(low, high)]), Err(LibraryFault::Bounds { low: 8, high: 7 }));
        assert_eq!(check(of(low, high), &[of(high, low)]), Err(LibraryFault::Bounds { low: 8, high: 7 }));
    }
}
