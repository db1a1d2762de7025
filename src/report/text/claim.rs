//! Status and bound of an answer, in words.

use super::with_unit;
use crate::request::{Claim, Status};
use logpine_text::units::TimeUnit;

/// The status: `optimal over all trees`, or `optimal in class` or `best found` with the gap to the bound in words.
pub(super) fn status(claim: &Claim, over: &str, gap: &str) -> String {
    match claim.status {
        Status::Optimal => format!("optimal over {over}"),
        Status::OptimalInClass => format!("optimal in class{gap}"),
        Status::BestFound => format!("best found{gap}"),
    }
}

/// The gap to a bound on `bound_on`, such as `all trees`: `, 1.23 % above a bound on all trees`.
pub(super) fn gap(claim: &Claim, bound_on: &str) -> String {
    claim.gap_percent().map_or_else(String::new, |gap| format!(", {gap:.2} % above a bound on {bound_on}"))
}

/// The status if `over` is the only class: `optimal over all trees` or `best found, at most 1.23 % above the optimum`.
pub(super) fn status_in(claim: &Claim, over: &str) -> String {
    match (claim.status, claim.gap_percent()) {
        (Status::Optimal | Status::OptimalInClass, _) => format!("optimal over {over}"),
        (Status::BestFound, Some(gap)) => format!("best found, at most {gap:.2} % above the optimum"),
        (Status::BestFound, None) => "best found".to_owned(),
    }
}

/// The bound and its reason. `nothing` is the start of the statement, such as `no tree takes less than`.
pub(super) fn bound(claim: &Claim, nothing: &str, unit: TimeUnit) -> String {
    bound_by(claim, nothing, unit, "", "")
}

/// The meaning of P(t) behind reasons that do not tell it.
const P_OF_T: &str = ": at most P(t) ranks can know a message a time t after the root has it";

/// The bound and its reason, with words on the rules behind the bound, and others before the reason.
pub(super) fn bound_by(claim: &Claim, nothing: &str, unit: TimeUnit, rules: &str, before: &str) -> String {
    let heading = if claim.value == claim.bound.value { "proof" } else { "bound" };
    let (bound, reason) = (with_unit(claim.bound.value, unit), claim.bound.reason);
    let meaning = if reason.contains("than P(t)") { P_OF_T } else { "" };
    format!("{heading}: {nothing} {bound}{rules};\n       {before}{reason}{meaning}\n")
}

/// The class in which the best is optimal, in a line, if it is given.
pub(super) fn class(claim: &Claim) -> String {
    claim.class.map_or_else(String::new, |class| format!("class: {class}\n"))
}
