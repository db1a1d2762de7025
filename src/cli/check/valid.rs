//! The next step with a valid file: a command that uses it.

use super::input_format::InputFormat;
use crate::cli::profile::answered;
use crate::report::text::CommandLine;
use logpine_models::machine::Machine;
use std::path::Path;

/// The end of the report on a valid file; empty if nothing reads it alone, or it was standard input.
pub fn use_of(file: &Path, format: InputFormat) -> String {
    let name = file.to_string_lossy();
    if name == "-" {
        return String::new();
    }
    let command = if format == InputFormat::Machine {
        Machine::load(file).ok().and_then(|machine| answered(&machine, &name).into_iter().next())
    } else {
        let before = format.reads().next;
        let words = before.split_whitespace().chain([&*name]);
        CommandLine::new(words).filter(|_| !before.is_empty())
    };
    command.map_or_else(String::new, |command| format!("\n{}", command.next_step()))
}
