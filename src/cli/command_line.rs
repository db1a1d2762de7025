//! The command line as it was typed, for commands that go on from it.

use crate::report::text::CommandLine;
use logpine_overlays::allocation_environment::HostVariables;
use std::env;

/// Options with a value that are not of the question, but of files and the report.
const WITH_VALUE: [&str; 3] = ["--emit", "--output", "--format"];
/// The same, for their short names.
const SHORT: [&str; 2] = ["-o", "-f"];
/// Options without a value that are not of the question.
const ALONE: [&str; 4] = ["--force", "--verbose", "--timings", "-v"];

/// The question that was asked, without the options on its files and its report; `None` if it cannot be asked again, as one from
/// standard input.
pub fn question() -> Option<CommandLine> {
    let words: Vec<String> = env::args_os().skip(1).map(|word| word.into_string().ok()).collect::<Option<_>>()?;
    let words = of_question(&words);
    let is_repeatable = !words.contains(&"-");
    let command = CommandLine::new(std::iter::once("logpine").chain(words)).filter(|_| is_repeatable)?;
    let has_hosts = HostVariables::find(|name| env::var_os(name)).is_some();
    Some(if has_hosts { command.on_hosts_of_environment() } else { command })
}

/// The words without those of options on files and the report.
fn of_question(words: &[String]) -> Vec<&str> {
    let mut rest = words.iter().map(String::as_str);
    let mut kept = Vec::with_capacity(words.len());
    while let Some(word) = rest.next() {
        let is_joined =
            WITH_VALUE.iter().any(|long| word.strip_prefix(long).is_some_and(|value| value.starts_with('=')))
                || SHORT.iter().any(|short| word.len() > short.len() && word.starts_with(short));
        if WITH_VALUE.contains(&word) || SHORT.contains(&word) {
            rest.next();
        } else if !is_joined && !ALONE.contains(&word) {
            kept.push(word);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::of_question;
    use crate::cli::command;
    use std::fs;

    /// The next steps that the transcripts of a folder show; trycmd writes a backslash as a slash.
    fn next_steps(folder: &str) -> Vec<String> {
        let mut steps = Vec::new();
        for entry in fs::read_dir(folder).expect("transcripts") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|extension| extension != "trycmd") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a transcript");
            let mut lines = text.lines().peekable();
            while let Some(line) = lines.next() {
                let is_step = line.starts_with("next:  logpine ") || line.starts_with("       logpine ");
                let mut step = line.trim_start_matches("next:").trim().to_owned();
                while is_step && step.ends_with(" /") {
                    step.truncate(step.len() - 1);
                    step += lines.next().expect("a further line").trim();
                }
                steps.extend(is_step.then_some(step));
            }
        }
        steps
    }

    #[test]
    fn next_steps_are_whole_commands() {
        let steps = [next_steps("tests/cli"), next_steps("tests/frozen")].concat();
        assert!(steps.len() > 500, "{} steps", steps.len());
        for step in steps {
            let words = shlex::split(&step).expect("quoted for a shell");
            let parsed = command().try_get_matches_from(words);
            assert!(parsed.is_ok(), "{step}: {}", parsed.expect_err("no options"));
        }
    }

    #[test]
    fn files_and_the_report_are_not_of_the_question() {
        let of = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            of_question(&words).join(" ")
        };
        assert_eq!(
            of("tree -m cab -n 5 -v --emit g -o tree.g --force --max-fanout 3"),
            "tree -m cab -n 5 --max-fanout 3"
        );
        assert_eq!(of("-f text fft --emit=svg -opicture.svg --output=b.svg --size 64"), "fft --size 64");
        assert_eq!(of("answer job.toml --fe host"), "answer job.toml --fe host");
    }
}
