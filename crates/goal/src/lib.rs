//! GOAL schedules, the input of `LogGOPSim` and ATLAHS: the reader, the checker and the writer of the text format. Packed
//! GOAL is a format ([`packed`]).
//!
//! ```text
//! num_ranks 2
//! rank 0 {
//! l1: send 8b to 1 tag 7
//! l2: calc 100 cpu 1
//! l2 irequires l1
//! }
//! rank 1 {
//! l1: recv 8b from 0 tag 7
//! }
//! ```
//!
//! A block for each rank, in ascending order, lists its operations; `a requires b` lets a begin once b is done,
//! `a irequires b` once b has begun. Sizes are bytes. Times are whole GOAL ticks ([`GoalTick`]), whose length is not part of
//! the format. A receive takes the oldest message with its sender and tag; -1 stands for any.
//!
//! If several operations wait for the same one, `LogGOPSim` starts those of one kind in the order of their dependency lines,
//! so readers and writers of both formats keep that order. Messages of 0 bytes are accepted with a warning; their cost is
//! determined by a [replay](logpine_collectives::schedule::replay).
//!
//! # Two kinds of error
//! Commit 76451de of `LogGOPSim`, on whose behaviour this is based, refuses much that has a plain meaning, such as an
//! indented line, and accepts much that has none, such as a message that no one receives. [`check`] finds both kinds, and
//! every fault in one run. For [`read`] faults of meaning alone are errors:
//!
//! | fault | for [`read`] | for `LogGOPSim` |
//! |---|---|---|
//! | of meaning: the file cannot be executed | error | error |
//! | of form: the meaning is plain, but the converter or the simulator refuses it or fails | warning | error |
//! | oddity: legal, but probably not intended | warning | warning |
//!
//! [`read`] accepts every file without a fault of meaning. [`write()`] produces files that the converter accepts.

#[cfg(test)]
extern crate self as logpine_goal;

mod cycles;
mod deadlock;
mod faults;
mod fields;
mod labels;
mod matching;
mod operation;
pub mod packed;
mod place;
mod ranks;
mod read;
mod report;
mod scan;
mod sites;
mod statement;
#[cfg(test)]
mod tests;
mod tick;
mod unread;
mod upstream;
mod write;

pub use report::Report;
pub use sites::{place, place_in_file};
pub use tick::GoalTick;
pub use unread::Matched;
pub use write::{WriteError, write};

use deadlock::Deadlocks;
use logpine_collectives::schedule::Schedule;
use logpine_text::input::InputLimit;

/// The input limit of schedules, in text and packed format: 10^8 operations of a file; 10^7 of a stream, which may never
/// end.
pub const INPUT_LIMIT: InputLimit = InputLimit {
    what: "GOAL schedule",
    file: 8 << 30,
    stream: 1 << 30,
    can_begin: |head| is_text(head) || packed::is_packed(head),
};

/// Finds every fault in a GOAL text, and returns its schedule if there is no fault of meaning.
///
/// **Complexity** O(bytes + m log m) expected, where m is the largest number of messages of a rank.
///
/// ```
/// use logpine_goal::{self as goal, GoalTick};
/// let source = b"num_ranks 2\nrank 0 {\nsend 8b to 1 tag 7\n}\nrank 1 {\n  recv 8b from 0 tag 8\n}\n";
/// let report = goal::check(source, GoalTick::default());
/// let codes: Vec<_> = report.faults.iter().map(|fault| (fault.code(), fault.place.to_string())).collect();
/// assert_eq!(codes, [("indentation", "line 6".to_owned()), ("tag-mismatch", "line 6".to_owned())]);
/// assert_eq!((report.errors_of_meaning(), report.faults.errors()), (1, 2));
/// assert!(report.schedule.is_none());
/// ```
#[must_use]
pub fn check(source: &[u8], tick: GoalTick) -> Report {
    read::check(source, tick, Deadlocks::Sought)
}

/// Reads the schedule of a GOAL text. Deadlocks are not checked, because a replay finds them.
///
/// # Errors
/// [`Report`] with all faults, including those of form and oddities, if at least one is a fault of meaning.
///
/// ```
/// use logpine_goal::{self as goal, GoalTick};
/// use logpine_collectives::schedule::Operation;
/// use logpine_text::units::Time;
/// // Indented, a comment behind an operation, a label used before it is defined: plain, though the converter refuses it.
/// let source = b"num_ranks 1\nrank 0 {\n  last requires first // in this order\n  first: calc 5\n  last: calc 7\n}\n";
/// let schedule = goal::read(source, GoalTick::default()).map_err(|report| report.to_string())?;
/// assert_eq!(schedule.rank(0)[1].operation(), Operation::Calculate { time: Time::from_ticks(7_000) });
/// # Ok::<(), String>(())
/// ```
pub fn read(source: &[u8], tick: GoalTick) -> Result<Schedule, Box<Report>> {
    read::check(source, tick, Deadlocks::Ignored).into_schedule()
}

/// True if the bytes look like a GOAL text, that is, if they begin with the number of ranks after any comments.
#[must_use]
pub fn is_text(source: &[u8]) -> bool {
    let mut scanner = scan::Scanner::new(source, 0);
    scanner.skip_to_text();
    scanner.take(b"num_ranks") && matches!(scanner.peek(), Some(b' ' | b'\t' | b'0'..=b'9'))
}
