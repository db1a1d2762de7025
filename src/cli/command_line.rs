//! The command line as it was typed, for commands that go on from it.

use crate::report::text::CommandLine;
use std::env;

/// Options that take a value, and are not of the question: they say what is written, and how.
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
    CommandLine::new(std::iter::once("logpine").chain(words)).filter(|_| is_repeatable)
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
