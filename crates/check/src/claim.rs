//! The claim of an answer, held against its candidates.

use logpine_models::job::{Claim, Status};
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Time;

/// A claim, and the candidates that came so far, the best first.
pub struct Claimed<'a> {
    claim: &'a Claim,
    /// True if the bound holds for a class alone.
    is_of_class: bool,
    /// The value of the candidate before.
    before: Option<Time>,
}

impl<'a> Claimed<'a> {
    /// A claim whose bound holds for everything that could be an answer.
    pub const fn new(claim: &'a Claim) -> Self {
        Self { claim, is_of_class: false, before: None }
    }

    /// A claim whose bound holds for the class of the claim, and says nothing of other answers.
    pub const fn of_class(claim: &'a Claim) -> Self {
        Self { is_of_class: true, ..Self::new(claim) }
    }

    /// Holds the value of the next candidate against the claim.
    ///
    /// # Errors
    /// [`Reason`] if it does not fit. `candidate` begins the words: its family, or nothing.
    pub fn check(&mut self, candidate: &str, value: Time) -> Result<(), Reason> {
        if self.admits(value) {
            return Ok(());
        }
        let (value, bound, status) = (value.ticks(), self.claim.bound.value.ticks(), self.claim.status);
        Err(reason!("{candidate}: {value} ticks against bound {bound}, status {status:?}"))
    }

    /// True if the value of the next candidate fits: none is better than the bound, or than the one before it; the first has the
    /// claimed value, and a status that goes with value, bound and class.
    fn admits(&mut self, value: Time) -> bool {
        let fits = match self.before.replace(value) {
            None => value == self.claim.value && self.has_its_status(),
            Some(before) => value >= before,
        };
        fits && value >= self.claim.bound.value
    }

    /// True if the status goes with value, bound and class. A class whose members were all tried may be claimed above the bound: no
    /// checker tries them again.
    fn has_its_status(&self) -> bool {
        let Claim { value, status, class, bound } = self.claim;
        let is_attained = *value == bound.value;
        match status {
            Status::Optimal => is_attained && !self.is_of_class && class.is_none(),
            Status::OptimalInClass => class.is_some() && (self.is_of_class || !is_attained),
            Status::BestFound => class.is_none() && !is_attained,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_models::job::Bound;

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
        // The class, and the bound that holds for it alone.
        let in_class = Claim { status: Status::OptimalInClass, class: Some("trees"), ..attained };
        let of_class = |claim: &Claim| Claimed::of_class(claim).admits(value);
        assert!(!holds(&in_class, &[8]) && of_class(&in_class));
        assert!(!of_class(&Claim { class: None, ..in_class }) && !of_class(&attained));
        assert!(!of_class(&Claim { status: Status::Optimal, class: None, ..attained }));
        let above = Claim { bound: Bound { value: bound, reason: "" }, ..in_class };
        assert!(holds(&above, &[8]) && !holds(&Claim { class: None, ..above }, &[8]));
        assert!(!holds(&Claim { status: Status::BestFound, ..above }, &[8]));
    }
}
