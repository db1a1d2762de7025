//! The second opinion of an integer program for people.

use crate::answer::{Certificate, Verdict};
use crate::report::counted::counted;
use logpine_text::units::{Clock, Time};
use std::time::Duration;

/// The result of an integer program on the best time: one or two lines.
#[must_use]
pub fn certificate<T>(certificate: &Certificate<T>, limit: Duration, clock: Clock) -> String {
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
    format!(
        "second opinion by integer programs, {verdict}\n       ({largest}; {} of branch and bound; limit {} s)\n",
        counted(size.nodes, "node", "nodes"),
        limit.as_secs_f64(),
    )
}
