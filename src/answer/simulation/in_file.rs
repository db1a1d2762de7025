//! Notes and errors about schedules from files.

use itertools::Itertools;
use logpine_collectives::schedule::replay::{ReplayError, Semantics};
use logpine_collectives::schedule::{ANY, Operation, Record, Schedule};
use logpine_goal as goal;
use logpine_text::reason::{Reason, reason};
use std::path::Path;

/// A note on the number of messages of 0 bytes and their treatment; `None` if there are none.
pub fn note(schedule: &Schedule, semantics: Semantics) -> Option<String> {
    let is_empty = |record: &&Record| matches!(record.operation(), Operation::Send { bytes: 0, .. });
    let messages = match schedule.records().iter().filter(is_empty).count() {
        0 => return None,
        1 => "1 message has 0 bytes".to_owned(),
        count => format!("{count} messages have 0 bytes"),
    };
    Some(match semantics {
        Semantics::Loggopsim => format!("note: {messages}: LogGOPSim's rules subtract the time of a byte"),
        Semantics::Atlahs | Semantics::ProgramOrder => format!("note: {messages}, counted as 1 byte"),
    })
}

/// The sizes of the shortest and the longest message; `None` if there are none.
pub fn sizes(schedule: &Schedule) -> Option<[u64; 2]> {
    let sizes = schedule.records().iter().filter_map(|record| match record.operation() {
        Operation::Send { bytes, .. } => Some(bytes),
        _ => None,
    });
    Some(sizes.minmax().into_option()?.into())
}

/// The error of an operation of a file, with its line. The file is read again for the line, which is left out if the file is packed or
/// cannot be read again.
#[must_use]
pub fn in_file(file: &str, schedule: &Schedule, error: &ReplayError) -> Reason {
    let has_any = || {
        let mut operations = schedule.records().iter().map(Record::operation);
        operations.any(|of| matches!(of, Operation::Receive { from, tag, .. } if from == ANY || tag == ANY))
    };
    let (at, way_out) = match *error {
        ReplayError::BeforeStart { rank, operation } => {
            (Some((rank, operation)), " (--semantics atlahs or program-order)".to_owned())
        }
        ReplayError::Stuck { rank, operation, .. } | ReplayError::Unreceived { rank, operation, .. } => {
            let more = if has_any() {
                "; which message a receive of any sender or any tag takes depends on the times".to_owned()
            } else {
                format!("; `logpine check {file}` shows all")
            };
            (Some((rank, operation)), more)
        }
        _ => (None, String::new()),
    };
    let place = at.and_then(|(rank, operation)| goal::place_in_file(Path::new(file), rank, operation));
    let place = place.map_or_else(String::new, |place| format!("{file}, {place}: "));
    reason!("{place}{error}{way_out}")
}
