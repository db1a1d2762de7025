//! The next command after an answer, to be pasted into a shell.

use super::detail::COLUMNS;
use super::fronts::LISTED;
use crate::answer::relations::Task;
use crate::answer::{Answer, Found};
use crate::request::{FileFormat, Front, Mode, Request};
use logpine_overlays::mrnet::MAX_STATEMENTS;
use logpine_text::shell_word::quoted;

/// Words in front of the next step.
const HEADING: &str = "next:  ";
/// Blanks in front of its further lines.
const CONTINUED: usize = HEADING.len() + 4;

/// A command line. Its words are quoted for a shell if they need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The words before the options, then each option with its value.
    parts: Vec<String>,
    /// True if the environment names hosts.
    has_hosts: bool,
}

impl CommandLine {
    /// A command line of words; `None` if a word cannot be quoted.
    pub fn new<'a>(words: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let mut options: Vec<String> = Vec::new();
        for word in words {
            let word = quoted(word)?;
            match options.last_mut() {
                Some(option) if !word.starts_with('-') => option.extend([" ", &*word]),
                _ => options.push(word.into_owned()),
            }
        }
        Some(Self { parts: options, has_hosts: false })
    }

    /// The command line in an environment that names hosts, as in a job of Slurm.
    #[must_use]
    pub fn on_hosts_of_environment(self) -> Self {
        Self { has_hosts: true, ..self }
    }

    /// The command line with a further option, or several that stay together; they need no quotes.
    #[must_use]
    pub fn with(&self, further: &str) -> Self {
        let parts = self.parts.iter().cloned().chain([further.to_owned()]).collect();
        Self { parts, ..*self }
    }

    /// The command line without some of its options.
    fn without(&self, names: &[&str]) -> Self {
        let is_kept = |option: &&String| !names.contains(&option.split([' ', '=']).next().unwrap_or_default());
        Self { parts: self.parts.iter().filter(is_kept).cloned().collect(), ..*self }
    }

    /// The command line in one line.
    pub(super) fn in_one_line(&self) -> String {
        self.parts.join(" ")
    }

    /// The last line of a report, or more, each with at most so many columns, as far as options allow.
    pub(super) fn step(&self, columns: usize) -> String {
        format!("{HEADING}{}\n", self.lines(columns))
    }

    /// The same below a text that has no parts.
    pub fn next_step(&self) -> String {
        self.step(COLUMNS)
    }

    fn lines(&self, columns: usize) -> String {
        let mut column = HEADING.len();
        let mut text = String::new();
        for (index, word) in self.parts.iter().enumerate() {
            // Every line but the last ends with a backslash.
            let room = if index + 1 == self.parts.len() { columns } else { columns - 2 };
            let length = word.chars().count();
            if index > 0 && column + 1 + length > room {
                text += " \\\n";
                text.extend(std::iter::repeat_n(' ', CONTINUED));
                column = CONTINUED;
            } else if index > 0 {
                text.push(' ');
                column += 1;
            }
            text += word;
            column += length;
        }
        text
    }
}

/// The most ranks for which a schedule is proposed as a file: with more, files are large.
const MOST_RANKS: u64 = 1_024;
/// The most messages of a broadcast or a reduction for which a schedule is proposed.
const MOST_MESSAGES: u64 = 1 << 20;

/// The most links for which a picture of a network is proposed.
const MOST_LINKS: usize = 2_000;

/// True if the file of an answer exists and is small enough for those who load it.
fn is_small(answer: &Answer, format: FileFormat) -> bool {
    match &answer.found {
        Found::Tree { plan, .. } if format == FileFormat::Mrnet => {
            plan.best().construction.shape.internal_nodes() <= MAX_STATEMENTS as u64
                || answer.request.mode == Some(Mode::Attach)
        }
        Found::Ranks { plan, .. } => {
            let segments = plan.best().construction.cut.map_or(1, |cut| cut.segments);
            plan.job.ranks() <= MOST_RANKS && plan.job.ranks().saturating_mul(segments) <= MOST_MESSAGES
        }
        Found::Planned => answer.planned.as_ref().is_some_and(|plan| match format {
            _ if plan.unwritten(format).is_some() => false,
            FileFormat::Svg => plan.extra.network.links().len() <= MOST_LINKS,
            FileFormat::Certificate => true,
            _ => u64::from(plan.job.ranks) <= MOST_RANKS,
        }),
        Found::Stages { .. } => answer.request.ranks.is_some_and(|ranks| ranks <= MOST_RANKS),
        _ => true,
    }
}

/// The command that likely comes next after the answer to a command line.
pub(super) fn likeliest(answer: &Answer, command: &CommandLine) -> Option<CommandLine> {
    match &answer.found {
        Found::Tree { .. } | Found::Leaves { .. } | Found::TreeOnHosts { .. } => {
            let has_hosts = command.has_hosts || answer.request.hosts.is_some();
            let command = if has_hosts { command } else { &command.with("--hosts FILE") };
            with_file(answer, command, FileFormat::Mrnet, "--emit mrnet -o tree.top", &["--goal-tick"])
        }
        Found::Front { front: Front::Internals, trees, .. } if trees.len() > LISTED => Some(command.with("--verbose")),
        Found::Ranks { .. } => picture(answer, command),
        Found::Stages { costs, .. } if costs.view().cost().ports().is_some() => picture(answer, command),
        Found::Planned => point_of_front(answer, command).or_else(|| {
            let files = [
                (FileFormat::Sends, "--emit sends -o sends.csv"),
                (FileFormat::Trees, "--emit trees -o trees.csv"),
                (FileFormat::Certificate, "--emit certificate -o bound.json"),
            ];
            files.into_iter().find_map(|(format, options)| with_file(answer, command, format, options, &FOREIGN))
        }),
        _ => None,
    }
}

/// Options of files that only other files have.
const FOREIGN: [&str; 3] = ["--fe", "--place", "--goal-tick"];

fn picture(answer: &Answer, command: &CommandLine) -> Option<CommandLine> {
    with_file(answer, command, FileFormat::Svg, "--emit svg -o picture.svg", &FOREIGN)
}

/// The command with the file of a format, unless the request has a file, the file would be large, or the question does not have
/// one of that format.
fn with_file(
    answer: &Answer,
    command: &CommandLine,
    format: FileFormat,
    options: &str,
    foreign: &[&str],
) -> Option<CommandLine> {
    let Answer { request, machine, .. } = answer;
    if !request.formats.is_empty() || !is_small(answer, format) {
        return None;
    }
    Task::Answer.admit(machine, &Request { formats: [format].into(), ..request.clone() }).ok()?;
    Some(command.without(foreign).with(options))
}

/// The file of the fastest point of a front of steps, if no point was chosen.
fn point_of_front(answer: &Answer, command: &CommandLine) -> Option<CommandLine> {
    let plan = answer.planned.as_ref().filter(|plan| plan.job.point.is_none())?;
    let steps = plan.extra.points.as_ref()?.points.last()?.steps;
    Some(command.with(&format!("--point {steps} --emit sends -o sends.csv")))
}

#[cfg(test)]
mod tests {
    use super::COLUMNS;
    use super::CommandLine;

    #[test]
    fn words_are_quoted_and_long_commands_continued() {
        let command = CommandLine::new(["logpine", "tree", "-m", "my machine.toml", "-n", "5"]).expect("no NUL");
        let step = command.with("--verbose").step(COLUMNS);
        assert_eq!(step, "next:  logpine tree -m 'my machine.toml' -n 5 --verbose\n");
        let long = (0..12).fold(command, |command, _| command.with("--option value"));
        let text = long.step(COLUMNS);
        assert!(text.lines().count() > 2 && text.lines().all(|line| line.len() <= 100), "{text}");
        let (others, last) = text.trim_end().rsplit_once('\n').expect("several lines");
        assert!(others.lines().all(|line| line.ends_with(" \\")) && !last.ends_with('\\'), "{text}");
        assert!(last.starts_with("           --option"), "{text}");
        let plain = CommandLine::new(["a", "--within", "5%", "10^6", "ring:16,latency=1us", "n[1-2]"]).expect("no NUL");
        assert_eq!(plain.step(COLUMNS), "next:  a --within 5% 10^6 ring:16,latency=1us 'n[1-2]'\n");
        let command = CommandLine::new(["a", "--fe", "login", "--place=spread", "-n", "5"]).expect("no NUL");
        assert_eq!(command.without(&["--fe", "--place"]).step(COLUMNS), "next:  a -n 5\n");
        assert_eq!(CommandLine::new(["a\0"]), None);
    }
}
