//! Claims on answers in words.

use super::Detail;
use super::page::Page;
use crate::report::times::above_minimum;
use crate::request::{Claim, Status};

/// The mark behind the winner of a claim: `optimal`, or nothing.
pub(super) const fn mark(claim: &Claim) -> &'static str {
    match claim.status {
        Status::Optimal => "optimal",
        Status::OptimalInClass | Status::BestFound => "",
    }
}

/// The class in which nothing is faster than an answer that is not optimal, and the distance from the bound.
pub(super) fn facts(claim: &Claim) -> [String; 2] {
    let what = match (claim.status, claim.class) {
        (Status::Optimal, _) => return [const { String::new() }; 2],
        (Status::OptimalInClass, Some(class)) if class.starts_with("the ") => format!("fastest of {class}"),
        (Status::OptimalInClass, Some(class)) => format!("fastest of its class, {class}"),
        (Status::OptimalInClass, None) => "fastest of its class".to_owned(),
        (Status::BestFound, _) => "best found".to_owned(),
    };
    [what, distance(claim)]
}

/// The claim on an answer in parts, for the subtitle of a picture.
pub(super) fn in_words(claim: &Claim) -> impl Iterator<Item = String> {
    [mark(claim).to_owned()].into_iter().chain(facts(claim)).filter(|words| !words.is_empty())
}

/// The distance from the bound, rounded up: `at most 1.3× the theoretical minimum`.
pub(super) fn distance(claim: &Claim) -> String {
    claim.gap_percent().map_or_else(|| "no lower bound above zero is known".to_owned(), above_minimum)
}

/// The word before a bound: `Proof` if the answer meets it.
pub(super) fn heading(claim: &Claim) -> &'static str {
    if claim.value == claim.bound.value { "Proof" } else { "Bound" }
}

/// The end of a report: the model behind the times, and the proof in the long form. `nothing` is the start of its statement, such
/// as `no tree takes less than 525 µs`; `before` are words before the reason.
pub(super) fn proof(page: &mut Page, model: &str, claim: &Claim, nothing: &str, before: &str, detail: Detail) {
    let heading = heading(claim);
    if detail.is_full() {
        let reason = claim.bound.reason;
        let meaning = if reason.contains("than P(t)") { P_OF_T } else { "" };
        page.headed(heading, format!("{nothing}: {before}{reason}{meaning}."));
        page.line(format!("Predicted by the model {model}."));
    } else {
        page.line(format!("Predicted by the model {model}. {heading}: -v"));
    }
}

/// The meaning of P(t) behind reasons that do not explain it.
const P_OF_T: &str = ": at most P(t) ranks can know a message a time t after the root has it";
