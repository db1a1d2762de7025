//! The members of families that are executed, and the families that are left out.

use crate::request::Operands;
use logpine_collectives::collective::{Member, OperandOrder, Question, among_ranks};
use logpine_text::units::Time;
use logpine_trees::tree::families::{LeftOut, LeftOutReason, Parameters, Value};
use std::cell::Cell;

/// The largest k, or limit on the fanout, of a member that is executed with every size of segments. Others are executed only
/// if a search proposes them.
const MOST_CHILDREN: u64 = 8;

/// The largest k, or limit on the fanout, of a family's first guess, which it lists before smaller ones.
const MOST_GUESSED: u64 = 12;

/// The members of every family with few children, in the order of the families.
pub(super) fn members(question: Question, operands: Operands) -> Vec<(&'static str, Member)> {
    let mut all = Vec::new();
    for family in among_ranks() {
        let unlimited = Cell::new(Time::MAX);
        let of_family = family
            .algorithms(question, &unlimited)
            .take_while(|member| children(&member.parameters).is_none_or(|most| most <= MOST_GUESSED))
            .filter(|member| children(&member.parameters).is_none_or(|most| most <= MOST_CHILDREN))
            .filter(|member| operands == Operands::AnyOrder || member.operand_order == OperandOrder::Kept);
        all.extend(of_family.map(|member| (family.name(), member)));
    }
    all
}

/// The parameter that limits the children of a rank, if the family has one.
fn children(parameters: &Parameters) -> Option<u64> {
    match parameters.get("k").or_else(|| parameters.get("fanout")) {
        Some(Value::Number(most)) => Some(*most),
        _ => None,
    }
}

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
