//! The row of a feature: to which subjects and models it applies.

use super::groups::{Cell, Cells};
use super::model_kind::ModelKind;
use super::rows::Feature;
use super::subject::Subject;
use crate::request::{Refusal, Request};
use itertools::Itertools;

/// The subjects and models to which a feature applies.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The feature.
    pub feature: Feature,
    /// The name in refusals: the option.
    pub name: &'static str,
    /// True if a request alone shows that it has the feature, unless that is a file.
    pub(super) given: fn(&Request) -> bool,
    /// Subjects, each group with the kinds of models under which it has the feature.
    pub goes: Cells,
    /// Advice to those who asked for something else; empty if there is none.
    pub(super) advice: &'static str,
}

impl Row {
    /// True if a request alone shows that it has the feature.
    pub(super) fn is_given(&self, request: &Request) -> bool {
        match self.feature {
            Feature::File(format) => request.formats.contains(&format),
            _ => (self.given)(request),
        }
    }

    /// True if a subject has the feature under a kind of models.
    #[must_use]
    pub fn has(&self, subject: Subject, model: ModelKind) -> bool {
        self.goes.iter().any(|cell| cell.has(subject, model))
    }

    /// The refusal if a request has the feature without such a subject or model.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        let goes = self.goes.iter().map(Cell::name).join(", and to ");
        let parts = [&*goes, self.advice].into_iter().filter(|part| !part.is_empty()).join(": ");
        Refusal::invalid(format!("{} applies only to {parts}", self.name))
    }
}
