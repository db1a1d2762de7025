//! Families and members that are not ranked, as JSON.

use crate::tree::families::{LeftOut, Parameters};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "LeftOut")]
pub(super) struct LeftOutJson<'a> {
    family: &'static str,
    parameters: &'a Parameters,
    /// The place in the model's ranking, from 1, on a network.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<usize>,
    reason: String,
}

impl<'a> LeftOutJson<'a> {
    pub(super) fn new(LeftOut { family, parameters, reason }: &'a LeftOut) -> Self {
        Self { family, parameters, place: None, reason: reason.to_string() }
    }

    /// The same candidate at a place in the model's ranking.
    pub(super) fn at(self, place: usize) -> Self {
        Self { place: Some(place), ..self }
    }
}
