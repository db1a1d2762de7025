//! The families that an execution leaves out.

use crate::tree::families::{LeftOut, LeftOutReason, Parameters};

/// The families without a candidate, each once: those that have none by the model, and those that were planned but whose
/// schedules are too large.
pub(super) fn left_out<'a>(
    before: &[LeftOut],
    planned: impl Iterator<Item = (&'static str, &'a Parameters)>,
    ranked: &[&str],
) -> Vec<LeftOut> {
    let too_large = planned.filter(|(family, _)| !ranked.contains(family)).map(|(family, parameters)| LeftOut {
        family,
        parameters: parameters.clone(),
        reason: LeftOutReason::NotExecuted,
    });
    let mut left_out: Vec<LeftOut> = before.iter().cloned().chain(too_large).collect();
    left_out.dedup_by(|a, b| a.family == b.family);
    left_out
}
