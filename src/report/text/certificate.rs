//! The second opinion of an integer program for people.

use super::page::Page;
use crate::answer::{Certificate, Verdict};
use crate::report::times::counted;
use logpine_text::units::{Clock, Time};
use std::time::Duration;

/// Adds the result of an integer program on the best time.
pub fn certificate<T>(page: &mut Page, certificate: &Certificate<T>, limit: Duration, clock: Clock) {
    let verdict = match &certificate.verdict {
        Verdict::Proved { lower_bound } => {
            format!("proved: no tree takes less than {}", lower_bound.display(clock))
        }
        Verdict::Refuted { time, .. } => format!("refuted: a tree takes {}", time.display(clock)),
        Verdict::Unknown { reason, lower_bound: Time::ZERO } => format!("unknown: {reason}"),
        Verdict::Unknown { reason, lower_bound } => {
            format!("unknown: {reason}; no tree takes less than {}", lower_bound.display(clock))
        }
    };
    let size = certificate.size;
    let count = |count: usize, one, several| counted(u64::try_from(count).unwrap_or(u64::MAX), one, several);
    let largest = match size.variables {
        0 => "no program was solved".to_owned(),
        variables => format!(
            "largest: {}, {}",
            count(variables, "variable", "variables"),
            count(size.constraints, "constraint", "constraints")
        ),
    };
    page.line(format!("Second opinion by integer programs: {verdict}."));
    let nodes = counted(size.nodes, "node", "nodes");
    page.note(format!("{largest}. {nodes} of branch and bound. Limit {} s", limit.as_secs_f64()));
}
