//! The members of families to be executed.

use crate::collective::{Member, OperandOrder, Question, among_ranks};
use crate::request::Operands;
use crate::tree::families::{Parameters, Value};
use crate::units::Time;
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
