//! What goes with what: features of a request by subject and model, and by each other. Refusals, the list of features and
//! the tests are made from these tables.

mod exclusions;
mod rows;
mod subject;

pub use exclusions::{EXCLUSIONS, Exclusion, NEEDS, Need};
pub use rows::{Feature, Features, ROWS, Row};
pub use subject::{ModelKind, Subject};

use crate::request::Refusal;

/// Refuses the first feature that does not go with the subject and the model, or with another feature.
///
/// # Errors
/// [`Refusal::Invalid`] with the reason of the table.
pub fn check(subject: Subject, model: ModelKind, features: &Features) -> Result<(), Refusal> {
    features.iter().find_map(|feature| refusal(subject, model, feature, features)).map_or(Ok(()), Err)
}

/// Why a feature does not go with a subject, a model, and the other features; `None` if it does.
fn refusal(subject: Subject, model: ModelKind, feature: Feature, features: &Features) -> Option<Refusal> {
    let row = Row::of(feature);
    let name = row.name;
    if !row.has(subject, model) {
        return Some(Refusal::invalid(format!("{name} goes with {}", row.with)));
    }
    let need = NEEDS.iter().find(|need| need.feature == feature && !need.of.iter().any(|other| features.has(*other)));
    if let Some(need) = need.filter(|need| need.applies_to(model)) {
        return Some(Refusal::invalid(format!("{name} goes with {}", need.reason)));
    }
    let beside = |exclusion: &&Exclusion| exclusion.feature == feature && features.has(exclusion.other);
    let exclusion = EXCLUSIONS.iter().find(beside)?;
    let other = Row::of(exclusion.other).name;
    Some(Refusal::invalid(format!("{name} does not go with {other}: {}", exclusion.reason)))
}
