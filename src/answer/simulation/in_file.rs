//! Notes and errors about schedules from files.

use crate::format::Place;
use itertools::Itertools;
use logpine_collectives::schedule::replay::{ReplayError, Semantics};
use logpine_collectives::schedule::{Operation, Record, Schedule};
use logpine_goal as goal;
use std::fmt;
use std::path::Path;

/// The error of a file that cannot be executed to its end, with the command that shows the place.
#[derive(Debug)]
pub struct Checked<'a> {
    pub error: ReplayError,
    pub file: &'a str,
}

impl fmt::Display for Checked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; `logpine check {}` shows where", self.error, self.file)
    }
}

impl std::error::Error for Checked<'_> {}

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

/// The error of a message of 0 bytes that ends before time 0, with its place in the file.
#[derive(Debug)]
pub struct BeforeStart<'a> {
    error: ReplayError,
    file: &'a str,
    place: Option<Place>,
}

impl<'a> BeforeStart<'a> {
    /// Reads the file again for the line of the operation. The line is left out if the file is packed or cannot be read
    /// again.
    pub fn new(error: ReplayError, file: &'a str, rank: u32, operation: u32) -> Self {
        Self { error, file, place: goal::place_in_file(Path::new(file), rank, operation) }
    }
}

impl fmt::Display for BeforeStart<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{}, {place}: ", self.file)?;
        }
        write!(f, "{} (--semantics atlahs or program-order)", self.error)
    }
}

impl std::error::Error for BeforeStart<'_> {}
