//! The features, subjects, models and requests that tasks admit.

use super::feature::Row;
use super::features::Features;
use super::model_kind::ModelKind;
use super::rows::Feature;
use super::simulators::with_known_model;
use super::subject::Subject;
use super::task::{Difference, Task};
use crate::answer::sum_costs;
use crate::request::{Refusal, Request};
use logpine_models::machine::Machine;

const ONLY_ANSWERS: &str = "answers: `logpine tree` and `collective`";

impl Task {
    /// The row of a feature for the task.
    #[must_use]
    pub fn row(self, feature: Feature) -> Row {
        let row = *Row::of(feature);
        let Some(own) = self.own() else { return row };
        if !own.features.contains(&feature) {
            return Row { goes: &[], advice: ONLY_ANSWERS, ..row };
        }
        match own.differences.iter().find(|difference| difference.feature == feature) {
            Some(&Difference { goes, advice, .. }) => Row { goes, advice, ..row },
            None => row,
        }
    }

    /// The subject of a request and the kind of its model, if the task has both.
    ///
    /// # Errors
    /// [`Refusal`] with the reason.
    pub fn subject(self, machine: &Machine, request: &Request) -> Result<(Subject, ModelKind), Refusal> {
        let subject = Subject::of(request)?;
        self.check_subject(subject)?;
        let model = match self {
            Self::Score => ModelKind::of_given_tree(request, machine),
            _ => ModelKind::of(request, subject, machine)?,
        };
        subject.check_model(model, request)?;
        self.check_model(model)?;
        Ok((subject, model))
    }

    /// Refuses a subject that the task does not have.
    ///
    /// # Errors
    /// [`Refusal`] with the reason.
    pub fn check_subject(self, subject: Subject) -> Result<(), Refusal> {
        let mut subjects = self.own().into_iter().flat_map(|own| own.no_subjects);
        let Some((_, reason)) = subjects.find(|(others, _)| others.contains(&subject)) else { return Ok(()) };
        Err(Refusal::invalid(format!("`logpine {}` does not take {}: {reason}", self.name(), subject.name())))
    }

    /// Refuses a kind of models that the task does not have.
    ///
    /// # Errors
    /// [`Refusal`] with the reason.
    pub fn check_model(self, model: ModelKind) -> Result<(), Refusal> {
        let mut models = self.own().into_iter().flat_map(|own| own.no_models);
        let Some((_, reason)) = models.find(|(others, _)| others.contains(&model)) else { return Ok(()) };
        let (task, model) = (self.name(), model.name());
        Err(Refusal::invalid(format!("`logpine {task}` does not take {model}: {reason}")))
    }

    /// Refuses a request with parts that do not go together. Its hosts, if it has any, must be read already.
    ///
    /// # Errors
    /// [`Refusal`] with the reason.
    pub fn admit(self, machine: &Machine, request: &Request) -> Result<(), Refusal> {
        let request = &*with_known_model(machine, request);
        let (subject, model) = self.subject(machine, request)?;
        let checked = super::check(self, subject, model, &Features::on(machine, request));
        if let (Err(Refusal::Invalid(missing)), Subject::Sum, None) = (&checked, subject, request.values)
            && let Err(Refusal::Invalid(error)) = sum_costs(machine, request)
        {
            return Err(Refusal::invalid(format!("{missing}; {error}")));
        }
        checked
    }
}
