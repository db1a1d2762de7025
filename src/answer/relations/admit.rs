//! The features, subjects, models and requests that tasks admit.

use super::feature::{Feature, Row};
use super::features::Features;
use super::model_kind::ModelKind;
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
        if self.own().is_some_and(|own| !own.features.contains(&feature)) {
            return Row { goes: &[], with: ONLY_ANSWERS, ..row };
        }
        let mut differences = self.own().into_iter().flat_map(|own| own.differences);
        match differences.find(|difference| difference.feature == feature) {
            Some(&Difference { goes, with, .. }) => Row { goes, with, ..row },
            None => row,
        }
    }

    /// The features that have an effect in the task, for at least one of its subjects and models.
    pub fn takes(self) -> impl Iterator<Item = Feature> {
        let is_refused = move |subject, model| self.check_subject(subject).is_err() || self.check_model(model).is_err();
        let goes = move |feature: &Feature| {
            let row = self.row(*feature);
            Subject::ALL.into_iter().any(|subject| {
                let mut models = subject.models().iter();
                models.any(|&model| row.has(subject, model) && !is_refused(subject, model))
            })
        };
        self.own().into_iter().flat_map(|own| own.features.iter().copied()).filter(goes)
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
        let Some((_, reason)) = subjects.find(|(other, _)| *other == subject) else { return Ok(()) };
        Err(Refusal::invalid(format!("`logpine {}` does not go with {}: {reason}", self.name(), subject.name())))
    }

    /// Refuses a kind of models that the task does not have.
    ///
    /// # Errors
    /// [`Refusal`] with the reason.
    pub fn check_model(self, model: ModelKind) -> Result<(), Refusal> {
        let mut models = self.own().into_iter().flat_map(|own| own.no_models);
        let Some((_, reason)) = models.find(|(other, _)| *other == model) else { return Ok(()) };
        let (task, model) = (self.name(), model.name());
        Err(Refusal::invalid(format!("`logpine {task}` does not go with {model}: {reason}")))
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
