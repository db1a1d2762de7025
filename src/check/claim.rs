//! The claim of an answer, held against its candidates.

use crate::request::{Claim, Status};
use crate::units::Time;

/// A claim, and the candidates that came so far, the best first.
pub struct Claimed<'a> {
    claim: &'a Claim,
    /// True if a bound over the class is enough to be optimal in it.
    is_of_class: bool,
    /// The value of the candidate before.
    before: Option<Time>,
}

impl<'a> Claimed<'a> {
    /// A claim whose bound holds for everything that could be an answer.
    pub const fn new(claim: &'a Claim) -> Self {
        Self { claim, is_of_class: false, before: None }
    }

    /// A claim whose bound may hold for the class alone.
    pub const fn of_class(claim: &'a Claim) -> Self {
        Self { is_of_class: true, ..Self::new(claim) }
    }

    /// True if the value of the next candidate fits: none is better than the bound, or than the one before it; the first has the
    /// claimed value, and the status that follows from value and bound.
    pub fn admits(&mut self, value: Time) -> bool {
        let bound = self.claim.bound.value;
        let fits = match self.before.replace(value) {
            None => value == self.claim.value && (value == bound) == self.is_attained(),
            Some(before) => value >= before,
        };
        fits && value >= bound
    }

    /// True if the status says that the bound is attained.
    fn is_attained(&self) -> bool {
        match self.claim.status {
            Status::Optimal => true,
            Status::OptimalInClass => self.is_of_class,
            Status::BestFound => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::Bound;

    /// True if the claim goes with these values.
    fn holds(claim: &Claim, values: &[u64]) -> bool {
        let mut claimed = Claimed::new(claim);
        values.iter().all(|&value| claimed.admits(Time::from_ticks(value)))
    }

    #[test]
    fn each_part_of_a_claim_is_read() {
        let [value, bound] = [8, 7].map(Time::from_ticks);
        let claim = Claim::new(value, Bound { value: bound, reason: "" }, None);
        assert!(holds(&claim, &[8, 8, 9]) && holds(&claim, &[]));
        // The value, the order, the bound, and the status.
        assert!(!holds(&claim, &[9, 9]) && !holds(&Claim { value: Time::from_ticks(9), ..claim }, &[8, 8, 9]));
        assert!(!holds(&claim, &[8, 9, 8]));
        assert!(!holds(&Claim { bound: Bound { value: Time::from_ticks(9), reason: "" }, ..claim }, &[8]));
        assert!(!holds(&Claim { status: Status::Optimal, ..claim }, &[8]));
        let attained = Claim { bound: Bound { value, reason: "" }, ..claim };
        assert!(!holds(&attained, &[8]) && holds(&Claim { status: Status::Optimal, ..attained }, &[8]));
        let in_class = Claim { status: Status::OptimalInClass, ..attained };
        assert!(!holds(&in_class, &[8]) && Claimed::of_class(&in_class).admits(value));
    }
}
