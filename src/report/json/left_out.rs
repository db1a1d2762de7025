//! Families and members that are not ranked, as JSON.

use crate::tree::families::{LeftOut, Parameters};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "LeftOut")]
pub(super) struct LeftOutJson<'a> {
    family: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters: Option<&'a Parameters>,
    reason: String,
}

impl<'a> LeftOutJson<'a> {
    /// Members of families.
    pub(super) fn members(left_out: &'a [LeftOut]) -> Vec<Self> {
        let member = |LeftOut { family, parameters, reason }: &'a LeftOut| Self {
            family,
            parameters: Some(parameters),
            reason: reason.to_string(),
        };
        left_out.iter().map(member).collect()
    }

    /// Whole families, which have no parameters.
    pub(super) fn families(left_out: &'a [LeftOut]) -> Vec<Self> {
        Self::members(left_out).into_iter().map(|out| Self { parameters: None, ..out }).collect()
    }
}
