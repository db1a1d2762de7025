//! The choice of the engine that answers a request, and the further results that are asked for.

mod hosts;
mod on_network;
mod ranks;
#[cfg(feature = "milp")]
mod second_opinion;
mod stages;
mod torus;
mod tree;

pub(super) use hosts::with_hosts;
pub use on_network::OnNetwork;

use super::relations::{self, Features, ModelKind, Subject, Task};
use super::{Answer, Found, Watch};
use crate::machine::Machine;
use crate::request::{Refusal, Request};
use std::borrow::Cow;
#[cfg(feature = "milp")]
use std::time::Duration;

/// A request with its machine and an observer.
struct Asked<'a> {
    machine: &'a Machine,
    /// The request, with its hosts read.
    request: &'a Request,
    watch: &'a dyn Watch,
}

/// Answers a request on a machine.
///
/// ```
/// use logpine::answer::answer;
/// use logpine::{machine::Machine, request::Request, units::Clock};
/// let request = Request { leaves: Some(128), ..Request::default() };
/// let answer = answer(&Machine::load("cab")?, &request)?;
/// let claim = answer.ranking().ok_or("a ranking")?.claim;
/// assert_eq!(claim.value.display(Clock::Second), "363.316us");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Refusal`] if parts of the request do not go together, or there is no such tree or algorithm.
pub fn answer(machine: &Machine, request: &Request) -> Result<Answer, Refusal> {
    answer_watched(machine, request, &())
}

/// Answers a request like [`answer`], and reports the progress to `watch`.
///
/// # Errors
/// As for [`answer`].
pub fn answer_watched(machine: &Machine, request: &Request, watch: &dyn Watch) -> Result<Answer, Refusal> {
    let request = &*relations::with_known_model(machine, request);
    let (request, subject, model) = checked(machine, request)?;
    let asked = Asked { machine, request: &request, watch };
    match (subject, model) {
        (Subject::Tree, _) => asked.tree(),
        (Subject::Fft, _) => asked.fft(),
        (Subject::Sum, _) => asked.sum(),
        (_, ModelKind::Library) => asked.library(),
        (Subject::Bcast | Subject::Reduce, ModelKind::Messages | ModelKind::Logp) => asked.ranks(),
        _ => asked.stages(),
    }
}

/// Checks that the parts of a request go together, and that its hosts can be read, without answering it.
///
/// # Errors
/// [`Refusal::Invalid`] with the reason.
pub(crate) fn check_request(machine: &Machine, request: &Request) -> Result<(), Refusal> {
    checked(machine, &relations::with_known_model(machine, request)).map(|_| ())
}

/// The request with its hosts read, and its kind.
fn checked<'a>(machine: &Machine, request: &'a Request) -> Result<(Cow<'a, Request>, Subject, ModelKind), Refusal> {
    let (subject, model) = Task::Answer.subject(machine, request)?;
    let request = with_hosts(request)?;
    relations::check(Task::Answer, subject, model, &Features::on(machine, &request))?;
    Ok((request, subject, model))
}

impl Asked<'_> {
    /// The answer with the result of the engine only.
    fn found(&self, found: Found) -> Answer {
        Answer {
            request: self.request.clone(),
            machine: self.machine.clone(),
            found,
            #[cfg(feature = "milp")]
            certificate: None,
            network: None,
            notes: Vec::new(),
        }
    }

    /// The answer with a second opinion, if one is asked for.
    #[cfg(feature = "milp")]
    fn with_opinion(&self, found: Found) -> Result<Answer, Refusal> {
        let Some(limit) = self.request.certify.map(Duration::from_secs) else { return Ok(self.found(found)) };
        let certificate = self.opinion(&found, limit)?.map(|certificate| (certificate, limit));
        Ok(Answer { certificate, ..self.found(found) })
    }

    /// The answer; a second opinion is refused, since this build has no solver.
    #[cfg(not(feature = "milp"))]
    fn with_opinion(&self, found: Found) -> Result<Answer, Refusal> {
        match self.request.certify {
            Some(_) => Err(Refusal::invalid("a second opinion needs a solver: build logpine with its feature milp")),
            None => Ok(self.found(found)),
        }
    }
}
