//! The next step with a valid file: a command that uses it.

use super::input_format::InputFormat;
use crate::answer::relations::Task;
use crate::report::text::CommandLine;
use crate::request::{Operation, Request};
use logpine_models::machine::Machine;
use std::path::Path;

/// The end of the report on a valid file; empty if nothing reads it alone, or it was standard input.
pub fn use_of(file: &Path, format: InputFormat) -> String {
    let name = file.to_string_lossy();
    let (before, after) = if format == InputFormat::Machine { of_machine(file) } else { (format.reads().next, "") };
    let words = before.split_whitespace().chain([&*name]).chain(after.split_whitespace());
    let is_usable = name != "-" && !before.is_empty();
    let command = CommandLine::new(words).filter(|_| is_usable);
    command.map_or_else(String::new, |command| format!("\n{}", command.next_step()))
}

/// A question that the machine's models answer.
fn of_machine(file: &Path) -> (&'static str, &'static str) {
    let Ok(machine) = Machine::load(file) else { return ("", "") };
    let bcast = Request { collective: Some(Operation::BCAST), ranks: Some(64), ..Request::default() };
    let questions = [
        (Request { leaves: Some(128), ..Request::default() }, ("logpine tree -m", "-n 128")),
        (Request { bytes: Some(1 << 16), ..bcast.clone() }, ("logpine collective bcast -m", "-n 64 -s 64KiB")),
        (bcast, ("logpine collective bcast -m", "-n 64")),
    ];
    let is_answered = |(request, _): &(Request, _)| Task::Answer.admit(&machine, request).is_ok();
    questions.into_iter().find(is_answered).map_or(("", ""), |(_, command)| command)
}
