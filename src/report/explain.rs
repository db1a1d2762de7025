//! Closed forms beside exact answers.

use crate::answer::costs::MessageCosts;
use crate::answer::{Candidate, RankAlgorithm, RankPlan};
use crate::request::RankCollective;
use logpine_models::closed_form::{ClosedForm, PortCost, broadcast};
use logpine_text::reason::Reason;
use logpine_text::units::Time;
use logpine_trees::tree::RankShape;
use logpine_trees::tree::families::Value;

/// A candidate and the literature's formula for its family.
#[derive(Clone, Debug)]
pub struct Explained<'a> {
    /// The candidate with its exact time.
    pub candidate: &'a Candidate<RankAlgorithm>,
    /// The formula over the reals, with its time in ticks.
    pub form: ClosedForm,
}

/// The candidates of families with closed forms, best first.
///
/// # Errors
/// [`Reason`] if the job has no closed forms at all.
pub fn explained<'a>(plan: &'a RankPlan, costs: &MessageCosts) -> Result<Vec<Explained<'a>>, Reason> {
    let cost = costs.timing.reals().ok_or_else(|| Reason::new(
        "this model has no closed forms; they exist for alpha_beta, logp and loggp with equal overheads on both sides",
    ))?;
    let bytes = plan.job.bytes().unwrap_or(1);
    if plan.job.collective == RankCollective::Reduce && costs.timing.combine(bytes) != Some(Time::ZERO) {
        return Err(Reason::new(
            "the closed forms are for broadcasts, and for reductions whose operator takes no time; this machine's takes some",
        ));
    }
    let mut explained: Vec<Explained> = Vec::new();
    for candidate in plan.candidates() {
        let Some(form) = form(candidate, &cost, plan.job.ranks(), bytes) else { continue };
        let whole = candidate.construction.cut.is_none_or(|cut| cut.segments == 1);
        let known = explained.iter().any(|earlier| earlier.candidate.family == candidate.family);
        // A family that cuts the message has the formula of its best cut.
        if !known && (whole || form.segments.is_some()) {
            explained.push(Explained { candidate, form });
        }
    }
    Ok(explained)
}

fn form(candidate: &Candidate<RankAlgorithm>, cost: &PortCost, ranks: u64, bytes: u64) -> Option<ClosedForm> {
    let number = |name| match candidate.parameters.get(name) {
        Some(Value::Number(number)) => Some(*number),
        _ => None,
    };
    // A tree in which no rank reaches the limit is the best for a smaller limit.
    let unlimited = |shape: &RankShape| number("fanout").is_some_and(|fanout| shape.max_fanout() < fanout);
    if candidate.construction.algorithm.tree().is_some_and(unlimited) {
        return None;
    }
    if candidate.construction.algorithm.recurrence().is_some() {
        return None;
    }
    let ring = candidate.parameters.get("allgather") == Some(&Value::Word("ring"));
    let family = if ring { "scatter-ring" } else { candidate.family };
    broadcast(family, cost, ranks, bytes, number("k").or(number("fanout")))
}
