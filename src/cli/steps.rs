//! The next steps after the reports of subcommands: whole commands.

use super::command_line;
use crate::report::text::CommandLine;

/// The command line as typed, with further options.
pub fn again_with(further: &str) -> Option<CommandLine> {
    command_line::question().map(|command| command.with(further))
}

/// The same as a step that is only proposed under a condition.
pub fn again_if(condition: bool, further: &str) -> Option<CommandLine> {
    again_with(further).filter(|_| condition)
}
