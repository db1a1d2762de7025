//! The choice of the engine that answers a request, and the further results that are asked for.

mod asked;
mod hosts;
mod network_plan;
mod on_network;
mod overhead;
mod ranks;
#[cfg(feature = "milp")]
mod second_opinion;
mod stages;
mod torus;
mod tree;

pub(super) use hosts::with_hosts;

use super::relations::{self, Features, ModelKind, Subject, Task};
use super::{Answer, Watch, data_limits};
use crate::request::{Refusal, Request};
use asked::Asked;
use logpine_models::machine::Machine;
use std::borrow::Cow;

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
    let mut answer = match (subject, model) {
        (Subject::Tree | Subject::MemberTree, _) => asked.tree(),
        (Subject::Fft, _) => asked.fft(),
        (Subject::Sum, _) => asked.sum(),
        (_, ModelKind::Blocks | ModelKind::Streams) => asked.network_plan(),
        (_, ModelKind::Library) => asked.library(),
        (Subject::Bcast | Subject::Reduce, ModelKind::Messages | ModelKind::Logp) => asked.ranks(),
        _ => asked.stages(),
    }?;
    answer.warnings = data_limits::warnings(machine, &answer.found, &request, watch);
    answer.warnings.extend(overhead::range(&answer));
    Ok(answer)
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
