//! The tables of what can be combined: features of a request with subjects and models, and with each other. Refusals, the long
//! help of options and the tests are made from these tables.

mod admit;
mod exclusions;
mod feature;
mod features;
mod groups;
mod hosts;
mod model_kind;
mod needs;
mod rows;
mod simulators;
mod subject;
mod task;

pub use exclusions::EXCLUSIONS;
#[cfg(any(test, feature = "internals"))]
pub use exclusions::Exclusion;
pub use feature::Row;
pub use features::Features;
#[cfg(feature = "cli")]
pub use groups::RANKS;
pub(crate) use hosts::are_unequal;
pub use model_kind::ModelKind;
pub use needs::{NEEDS, Need, REQUIREMENTS, Requirement, USES};
pub use rows::{Feature, rows};
pub(crate) use simulators::with_known_model;
#[cfg(feature = "cli")]
pub use subject::NETWORK;
pub use subject::Subject;
pub use task::Task;

use crate::request::{Refusal, Request};
use logpine_models::machine::Machine;

/// Refuses the first feature that does not go with the task, the subject and the model, or with another feature, and else the
/// first that is missing.
///
/// # Errors
/// [`Refusal::Invalid`] with the reason of the table.
pub fn check(task: Task, subject: Subject, model: ModelKind, features: &Features) -> Result<(), Refusal> {
    let refusal = features.iter().find_map(|feature| refusal(task, subject, model, feature, features));
    let missing = REQUIREMENTS.iter().find(|requirement| requirement.is_missing(subject, model, features));
    refusal.or_else(|| missing.map(Requirement::refusal)).map_or(Ok(()), Err)
}

/// Refuses the first two features that do not go together.
///
/// # Errors
/// [`Refusal::Invalid`] with the reason of the table.
pub fn check_together(features: &Features) -> Result<(), Refusal> {
    features.iter().find_map(|feature| excluded(feature, features)).map_or(Ok(()), Err)
}

/// Refuses a request that does not go with the schedule of a file.
///
/// # Errors
/// [`Refusal::Invalid`] with the reason of the table.
pub(crate) fn check_schedule(machine: &Machine, request: &Request) -> Result<(), Refusal> {
    if let Some(model) = request.model.map(ModelKind::named) {
        Task::Simulate.check_model(model)?;
    }
    check_together(&Features::on(machine, request).and(Feature::ScheduleFile, true))
}

/// Refuses the first option that has no effect beside the features of a request, or does not go with one of them.
///
/// # Errors
/// [`Refusal::Invalid`] with the reason of the table.
pub fn check_use(options: &Features, features: &Features) -> Result<(), Refusal> {
    let of_option = |feature| {
        let uses = USES.iter().find(|need| need.feature == feature && need.is_missing(features));
        excluded(feature, features).or_else(|| uses.map(Need::refusal))
    };
    options.iter().find_map(of_option).map_or(Ok(()), Err)
}

/// The refusal if a feature does not go with a task, a subject, a model, and the other features.
fn refusal(task: Task, subject: Subject, model: ModelKind, feature: Feature, features: &Features) -> Option<Refusal> {
    let row = task.row(feature);
    if !row.has(subject, model) {
        return Some(row.refusal());
    }
    let mut needs = task.own().into_iter().flat_map(|own| own.needs).chain(NEEDS);
    let need = needs.find(|need| need.feature == feature && need.applies_to(model) && need.is_missing(features));
    need.map(Need::refusal).or_else(|| excluded(feature, features))
}

/// The refusal if a feature does not go with another.
fn excluded(feature: Feature, features: &Features) -> Option<Refusal> {
    EXCLUSIONS.iter().find_map(|exclusion| exclusion.refusal(feature, features))
}
