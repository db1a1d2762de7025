//! Ends of a subcommand, and their exit statuses.

use super::args::Format;
use super::{interrupt, now, terminal};
use crate::report::json;
pub(super) use crate::report::text::harmless;
use crate::report::text::wrapped_to;
use crate::request::{No, Refusal};
use logpine_text::excerpt::character_start;
use std::borrow::Cow;
use std::io::{self, BufWriter, ErrorKind, Write, stderr, stdout};
use std::process::ExitCode;
use terminal_size::{Width, terminal_size_of};

/// The end of a subcommand.
pub enum Outcome {
    /// Exit 0: the result.
    Done(String),
    /// Exit 0: the result, with colours of its own; text from files in it is [`harmless`] already.
    Coloured(String),
    /// Exit 0: a file is the whole of standard output.
    Written,
    /// Exit 1: valid input, but the answer is no; a message, and the document for JSON.
    No { message: String, json: String },
    /// Exit 1: faults were found; they are the result.
    Faults(String),
    /// Exit 1: the result is not what was asked for: a file cannot hold it, as messages have said, or it deviates from what was expected.
    Incomplete(Box<Self>),
    /// Exit 2: the result, although some files could not be read; messages have said which.
    Unread(String),
    /// Exit 2: usage or bad input.
    BadInput(anyhow::Error),
    /// Exit 130, as a program that an interrupt ends. The message says how far it came; no file was written.
    Interrupted,
    /// Exit 70: the checker refuses our own plan.
    Bug(String),
}

impl From<anyhow::Error> for Outcome {
    fn from(error: anyhow::Error) -> Self {
        Self::BadInput(error)
    }
}

impl From<Refusal> for Outcome {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Invalid(error) => Self::BadInput(anyhow::Error::from_boxed(error)),
            Refusal::No(no) => {
                let message = in_short(&no.message).into_owned();
                let json = json::infeasible(&No { message: message.clone(), ..no });
                Self::No { message, json }
            }
            Refusal::Fault(fault) => Self::Bug(fault),
        }
    }
}

/// A step of a subcommand: a value, or the end.
pub type Step<T> = Result<T, Outcome>;

/// Makes any error the end of the subcommand, as bad input.
pub fn bad_input(error: impl Into<anyhow::Error>) -> Outcome {
    Outcome::BadInput(error.into())
}

/// Makes any error the end of the subcommand, as a no.
pub fn refused(error: &impl std::error::Error) -> Outcome {
    let message = in_short(&error.to_string()).into_owned();
    Outcome::No { json: json::refused(&message, None), message }
}

impl Outcome {
    /// The message of a refusal; empty if there is none.
    pub fn message(&self) -> String {
        match self {
            Self::BadInput(error) => with_causes(error),
            Self::No { message, .. } | Self::Bug(message) => message.clone(),
            _ => String::new(),
        }
    }

    /// Adds a note to a message about bad input.
    pub fn with_note(self, note: &str) -> Self {
        match self {
            Self::BadInput(error) => Self::BadInput(anyhow::anyhow!("{}\n{note}", with_causes(&error))),
            end => end,
        }
    }

    /// Writes the result to stdout or the message to stderr.
    pub fn report(self, format: Format) -> ExitCode {
        match self {
            Self::Done(result) => to_stdout(&shown(&result, format), ExitCode::SUCCESS),
            Self::Coloured(result) => to_stdout(&result, ExitCode::SUCCESS),
            Self::Written => ExitCode::SUCCESS,
            Self::Faults(result) => to_stdout(&shown(&result, format), ExitCode::from(1)),
            Self::Incomplete(result) => match result.report(format) {
                ExitCode::SUCCESS => ExitCode::from(1),
                status => status,
            },
            Self::Unread(result) => to_stdout(&shown(&result, format), ExitCode::from(2)),
            Self::No { message, json } => {
                if format == Format::Json {
                    return to_stdout(&json, ExitCode::from(1));
                }
                message_to_stderr(&format!("no: {message}"));
                ExitCode::from(1)
            }
            Self::BadInput(error) => {
                message_to_stderr(&format!("error: {}", with_causes(&error)));
                ExitCode::from(2)
            }
            Self::Interrupted => {
                let no = No { is_stopped: true, ..No::new(&now::stopped("by an interrupt"), None) };
                // It has a status of its own.
                let _ = Self::from(Refusal::No(no)).report(format);
                ExitCode::from(interrupt::STATUS)
            }
            Self::Bug(fault) => {
                message_to_stderr(&format!(
                    "bug: logpine's own plan fails its check: {fault}\nplease report it with the command line and the machine profile"
                ));
                ExitCode::from(70)
            }
        }
    }
}

/// The error and its causes, each once: many messages name their cause already.
fn with_causes(error: &anyhow::Error) -> String {
    error
        .chain()
        .skip(1)
        .map(ToString::to_string)
        .fold(error.to_string(), |text, cause| if text.contains(&cause) { text } else { format!("{text}: {cause}") })
}

/// The result as standard output shows it: diagnostics have colours on a terminal.
fn shown(result: &str, format: Format) -> Cow<'_, str> {
    let result = harmless(result);
    if format == Format::Text && terminal::on_stdout() { Cow::Owned(terminal::diagnostics(&result)) } else { result }
}

/// Writes a result.
fn to_stdout(text: &str, status: ExitCode) -> ExitCode {
    match write_to_stdout(|out| out.write_all(text.as_bytes())) {
        Ok(()) => status,
        Err(error) => Outcome::BadInput(error).report(Format::Text),
    }
}

/// Writes a whole result to standard output. A reader that went away, as in `| head -1`, is not an error. Standard output that was closed
/// (`>&-`) is an error.
pub fn write_to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    let written = || {
        if closed_stdout::was_closed() {
            return Err(io::Error::other("it is closed"));
        }
        interrupt::report_alone();
        let mut out = BufWriter::new(stdout().lock());
        write(&mut out).and_then(|()| out.flush())
    };
    match written() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(anyhow::anyhow!("cannot write to standard output: {error}"))
        }
        _ => Ok(()),
    }
}

/// Writes a message for people. There is nowhere to report a failure to.
pub fn message_to_stderr(message: &str) {
    let message = in_short(message.trim_end());
    let message = match columns_of_stderr() {
        Some(columns) => harmless(wrapped_to(&message, columns).trim_end()).into_owned(),
        None => harmless(&message).into_owned(),
    };
    let message = if terminal::on_stderr() { terminal::message(&message) } else { message };
    let _ = writeln!(stderr().lock(), "{message}");
}

/// The width of the terminal that shows messages; `None` if they go elsewhere, where lines stay whole.
fn columns_of_stderr() -> Option<usize> {
    let (Width(columns), _) = terminal_size_of(stderr())?;
    (columns > 0).then(|| usize::from(columns))
}

/// The longest message, in bytes.
pub const LONGEST_MESSAGE: usize = 4_096;

/// The beginning and the end of a message that is longer, because of the names that it repeats.
pub fn in_short(message: &str) -> Cow<'_, str> {
    if message.len() <= LONGEST_MESSAGE {
        return Cow::Borrowed(message);
    }
    let first = character_start(message, LONGEST_MESSAGE / 2);
    let last = character_start(message, message.len() - LONGEST_MESSAGE / 4);
    let (first, last) = (&message[..first], &message[last..]);
    Cow::Owned(format!("{first} ... {last}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_that_fails_its_check_is_a_bug() {
        for format in [Format::Text, Format::Json] {
            let fault = "optimal: the tree has 4 leaves, not 5".to_owned();
            // Exit codes can only be compared as they are printed.
            assert_eq!(format!("{:?}", Outcome::Bug(fault).report(format)), format!("{:?}", ExitCode::from(70)));
        }
    }
}
