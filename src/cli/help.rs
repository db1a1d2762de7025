//! Help in two lengths: `-h` fits one screen, `--help` has everything.

use clap::Command;
use itertools::Itertools;

/// Examples that `-h` shows.
const EXAMPLES: usize = 2;

/// Gives every command a short epilogue for `-h`, its first examples, and leaves the whole to `--help`.
pub fn in_two_lengths(command: Command) -> Command {
    let whole = command.get_after_help().map(ToString::to_string);
    let command = match whole {
        Some(whole) => {
            let examples = examples(&whole);
            command.after_long_help(whole).after_help(examples)
        }
        None => command,
    };
    command.mut_subcommands(in_two_lengths)
}

/// The heading of the examples and the first example; its further lines are indented by four blanks or more.
fn examples(epilogue: &str) -> String {
    let from = epilogue.find("Example").map_or("", |start| &epilogue[start..]);
    let mut shown = 0;
    let is_shown = |&(index, line): &(usize, &str)| {
        let begins = index > 0 && !line.starts_with("    ");
        shown += usize::from(begins);
        shown <= EXAMPLES
    };
    from.lines().enumerate().take_while(is_shown).map(|(_, line)| line).join("\n")
}

#[cfg(test)]
mod tests {
    use super::examples;

    #[test]
    fn the_first_examples_are_whole() {
        let epilogue = "A file has lines.\n\nExamples:\n  one\n  two \\\n    more of two\n  three\n  four";
        assert_eq!(examples(epilogue), "Examples:\n  one\n  two \\\n    more of two");
        assert_eq!(examples("Example:\n  one"), "Example:\n  one");
        assert_eq!(examples("Exit status: 1"), "");
    }
}
