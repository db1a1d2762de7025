//! A request that is being answered.

use crate::answer::{Answer, Found, Watch};
use crate::request::{Refusal, Request};
use logpine_models::machine::Machine;
#[cfg(feature = "milp")]
use std::time::Duration;

/// A request with its machine and an observer.
pub(super) struct Asked<'a> {
    pub machine: &'a Machine,
    /// The request, with its hosts read.
    pub request: &'a Request,
    pub watch: &'a dyn Watch,
}

impl Asked<'_> {
    /// The answer with the result of the engine only.
    pub fn found(&self, found: Found) -> Answer {
        Answer {
            request: self.request.clone(),
            machine: self.machine.clone(),
            found,
            #[cfg(feature = "milp")]
            certificate: None,
            slot_limit: None,
            network: None,
            planned: None,
            warnings: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The answer with a second opinion, if one is asked for.
    #[cfg(feature = "milp")]
    pub fn with_opinion(&self, found: Found) -> Result<Answer, Refusal> {
        let Some(limit) = self.request.certify.map(Duration::from_secs) else { return Ok(self.found(found)) };
        let certificate = self.opinion(&found, limit)?.map(|certificate| (certificate, limit));
        Ok(Answer { certificate, ..self.found(found) })
    }

    /// The answer; a second opinion is refused, since this build has no solver.
    #[cfg(not(feature = "milp"))]
    pub fn with_opinion(&self, found: Found) -> Result<Answer, Refusal> {
        match self.request.certify {
            Some(_) => Err(Refusal::invalid("a second opinion needs a solver: build logpine with its feature milp")),
            None => Ok(self.found(found)),
        }
    }
}
