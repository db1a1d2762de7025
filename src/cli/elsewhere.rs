//! Options and subcommands that are not there, but elsewhere.

use crate::request::MpiCollective;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use logpine_text::suggest::nearest;

/// Subcommands of version 0.1, and their successors.
const RENAMED: [(&str, &str); 5] = [
    ("best", "`best` has become `tree --leaves`, `collective OPERATION --ranks` and `fft`; `answer` takes files"),
    ("study", "`logpine study couples` does that"),
    ("learn", "`logpine study learn` does that"),
    ("factors", "`logpine study factors` does that"),
    ("combinations", "`logpine study combinations` does that"),
];

/// Names the subcommands that have the option which an error is about, in place of options that are only spelt alike, and what
/// subcommands of version 0.1 have become.
pub fn suggest(error: &mut Error, command: &Command) {
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidSubcommand) else { return };
            let renamed = RENAMED.iter().find(|(name, _)| name == given).map(|(_, tip)| (*tip).to_owned());
            let is_collective = MpiCollective::ALL.iter().any(|collective| collective.name() == given);
            let tip = renamed.or_else(|| is_collective.then(|| format!("`logpine collective {given}` does that")));
            let meant = nearest(given, command.get_subcommands().map(Command::get_name)).map(str::to_owned);
            if let Some(tip) = tip {
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
            } else if let Some(meant) = meant.filter(|_| error.get(ContextKind::SuggestedSubcommand).is_some()) {
                error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![meant]));
            }
        }
        ErrorKind::UnknownArgument => {
            // No option of ours is a value.
            error.remove(ContextKind::Suggested);
            let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else { return };
            let Some(option) = given.strip_prefix("--") else { return };
            let names = with_option(command, "logpine", option);
            if names.is_empty() {
                return;
            }
            let mut tips = vec![StyledStr::from(format!("--{option} is an option of {}", names.join(", ")))];
            if is_of_answer(error) {
                tips.push("options stand behind the file: `logpine answer FILE --option`".into());
            }
            for kind in [ContextKind::SuggestedArg, ContextKind::Usage] {
                error.remove(kind);
            }
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
        ErrorKind::MissingRequiredArgument => {
            let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else { return };
            let tip = if missing.iter().any(|name| name.starts_with("--emit")) {
                "give a format for each -o, as in `--emit json -o FILE`"
            } else if missing.iter().any(|name| name.starts_with("--output")) {
                "give a file for each --emit, as in `--emit json -o FILE`, or -o - for standard output"
            } else {
                return;
            };
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        }
        _ => {}
    }
}

/// The subcommands, and those of subcommands, that have an option which their help shows.
fn with_option(command: &Command, name: &str, option: &str) -> Vec<String> {
    let of = |subcommand: &Command| {
        let name = format!("{name} {}", subcommand.get_name());
        let mut has = subcommand.get_arguments().filter(|argument| !argument.is_hide_set());
        let own = has.any(|argument| argument.get_long() == Some(option)).then(|| format!("`{name}`"));
        own.into_iter().chain(with_option(subcommand, &name, option)).collect::<Vec<_>>()
    };
    command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()).flat_map(of).collect()
}

/// True if the arguments of `answer` are wrong.
fn is_of_answer(error: &Error) -> bool {
    let usage = error.get(ContextKind::Usage).map(ToString::to_string);
    usage.is_some_and(|usage| usage.contains("logpine answer"))
}
