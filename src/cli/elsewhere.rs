//! Options that a subcommand does not have, but others do.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

/// Names the subcommands that have the option which an error is about, in place of options that are only spelt alike; and those
/// that answer what `best` did in version 0.1.
pub fn suggest(error: &mut Error, command: &Command) {
    if let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidSubcommand)
        && given == "best"
    {
        let tip =
            "what `best` answered, `tree --leaves`, `collective OPERATION --ranks` and `fft` do; `answer` takes files";
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    if error.kind() != ErrorKind::UnknownArgument {
        return;
    }
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else { return };
    let Some(option) = given.strip_prefix("--") else { return };
    let has = |subcommand: &&Command| subcommand.get_arguments().any(|argument| argument.get_long() == Some(option));
    let names: Vec<String> = command
        .get_subcommands()
        .filter(has)
        .map(|subcommand| format!("`logpine {}`", subcommand.get_name()))
        .collect();
    if names.is_empty() {
        return;
    }
    let tip = StyledStr::from(format!("--{option} is an option of {}", names.join(", ")));
    for kind in [ContextKind::SuggestedArg, ContextKind::Usage] {
        error.remove(kind);
    }
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
}
