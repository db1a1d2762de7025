//! Errors in a machine profile, with their places.

use crate::excerpt::{Cut, cut};
use crate::input::InputError;
use crate::units::{Bytes, CountError, UnitError};
use std::fmt;
use std::ops::Range;

/// A machine that cannot be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MachineError {
    /// A name that is neither a built-in machine nor a file.
    #[error(
        "no machine `{name}`; {}the built-in ones are {built_in}; for a profile of your own, give its path, like ./{name}.toml",
        did_you_mean(*nearest)
    )]
    UnknownMachine {
        /// The name asked for.
        name: String,
        /// The built-in machine with the nearest name, if one is near.
        nearest: Option<&'static str>,
        /// All built-in machines.
        built_in: String,
    },
    /// A profile that cannot be read.
    #[error("cannot read the machine profile `{path}`: {cause}")]
    Unreadable {
        /// The file.
        path: String,
        /// The cause.
        #[source]
        cause: std::io::Error,
    },
    /// A file that is too large to be a profile.
    #[error(transparent)]
    Refused(InputError),
    /// A profile that is not valid.
    #[error(transparent)]
    Invalid(#[from] Box<InvalidProfile>),
}

/// A fault in the text of a profile, or of a job file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{}:{}: {fault}\n{place}", place.path, place.line, place.column)]
pub struct InvalidProfile {
    /// The place.
    pub place: Place,
    /// The fault.
    pub(crate) fault: Fault,
}

/// A place in a text file. Its `Display` is the line with a caret line under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as the user named it.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The text of the line; if the line is long, the part near the place.
    pub text: String,
    /// The number of characters of `text` before the marked ones.
    pub indent: usize,
    /// The number of marked characters of `text`; at least 1.
    pub width: usize,
}

impl Place {
    /// The place of a span of bytes in a text; a span outside the text means its end.
    pub(crate) fn new(path: &str, text: &str, span: Range<usize>) -> Self {
        let start = character_start(text, span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line = text[line_start..].split('\n').next().unwrap_or_default().trim_end_matches('\r');
        let line_end = (line_start + line.len()).max(start);
        let end = character_start(text, span.end).clamp(start, line_end);
        let before = &text[line_start..start];
        let Cut { text: shown, indent, width } = cut(before, &text[start..line_end], end - start);
        Self {
            path: path.to_owned(),
            line: text[..line_start].matches('\n').count() + 1,
            column: before.trim_start_matches('\u{feff}').chars().count() + 1,
            text: shown,
            indent,
            width,
        }
    }
}

/// The start of the character at a byte of a text, or the text's end.
fn character_start(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|&start| text.is_char_boundary(start)).unwrap_or(0)
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Tabs stay tabs, so that the carets are below the marked characters.
        let blank = |c: char| if c == '\t' { '\t' } else { ' ' };
        let margin: String = self.text.chars().take(self.indent).map(blank).collect();
        write!(f, "{}\n{margin}{}", self.text, "^".repeat(self.width))
    }
}

/// A fault at a [`Place`] of a profile, or of a job file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A text that is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// An unknown key.
    #[error("unknown key `{key}` in {section}; {}", did_you_mean_or_list(*nearest, known))]
    UnknownKey {
        /// The key found.
        key: String,
        /// The section, or the value that is a table.
        section: String,
        /// The nearest known key, if one is near.
        nearest: Option<&'static str>,
        /// All known keys.
        known: String,
    },
    /// A required key that is missing.
    #[error("{section} has no `{key}`; add it, like {key} = {example}")]
    MissingKey {
        /// The missing key.
        key: &'static str,
        /// The section, or the value that is a table.
        section: String,
        /// A valid value.
        example: &'static str,
    },
    /// A value of another type.
    #[error("`{key}` is of type {found}; it must be {expected}")]
    WrongType {
        /// The key.
        key: String,
        /// The type found, in TOML's terms.
        found: &'static str,
        /// The expected type, with an example.
        expected: &'static str,
    },
    /// A text that is not a whole number.
    #[error("`{key}`: {error}")]
    Count {
        /// The key.
        key: String,
        /// The error.
        error: CountError,
    },
    /// A quantity that cannot be read.
    #[error("`{key}`: {error}")]
    Unit {
        /// The key.
        key: String,
        /// The error in the value.
        error: UnitError,
    },
    /// A word that is none of the choices.
    #[error("`{key}` is `{word}`; {}", did_you_mean_or_list(*nearest, choices))]
    UnknownWord {
        /// The key.
        key: String,
        /// The text found.
        word: String,
        /// The nearest choice, if one is near.
        nearest: Option<&'static str>,
        /// All choices.
        choices: String,
    },
    /// A number outside its range.
    #[error("`{key}` is {found}; it must be {expected}")]
    OutOfRange {
        /// The key.
        key: String,
        /// The number found.
        found: String,
        /// The expected range.
        expected: &'static str,
    },
    /// A range of uncertainty that does not contain the value.
    #[error("`{key}` is not between its `low` and its `high`; make low <= value <= high")]
    OutsideInterval {
        /// The key.
        key: String,
    },
    /// Half a range of uncertainty, or two kinds of uncertainty at once.
    #[error("`{key}` must state its uncertainty either as `stderr` or as `low` and `high`")]
    UnclearUncertainty {
        /// The key.
        key: String,
    },
    /// An overhead without a term or a table.
    #[error("`{key}` is empty; give at least one term, like {{ constant = \"49.3us\" }}")]
    NoOverhead {
        /// The key.
        key: String,
    },
    /// A table and a formula at once.
    #[error("`{key}` has a table and other terms as well; keep one of them")]
    TableWithTerms {
        /// The key.
        key: String,
    },
    /// A table without points.
    #[error("`{key}` has no points; add at least one, like [2, \"50us\"]")]
    EmptyTable {
        /// The key.
        key: String,
    },
    /// A table whose arguments do not increase.
    #[error("`{key}`: {found} follows {previous}; list the points by increasing argument, each argument once")]
    UnsortedTable {
        /// The key.
        key: String,
        /// The argument that does not increase.
        found: u64,
        /// The argument before it.
        previous: u64,
    },
    /// A list of pieces without a piece.
    #[error("`pieces` is empty; add at least one, like {{ alpha = \"10us\", beta = \"1ns/B\" }}")]
    NoPieces,
    /// Pieces whose ends do not increase.
    #[error(
        "`up_to` is {found}, and the sizes up to {previous} belong to the pieces before; list the pieces by increasing size"
    )]
    UnsortedPieces {
        /// The end that does not increase.
        found: Bytes,
        /// The end before it; 0 before the first.
        previous: Bytes,
    },
    /// A last piece with an end.
    #[error("the last piece must have no `up_to`, so that it holds for all longer messages; remove it or add a piece")]
    LastPieceEnds,
    /// An overhead for both sides and one for a single side.
    #[error(
        "`{key}` is given beside `overhead`, which means both sides; keep `overhead`, or `overhead_send` and `overhead_receive`"
    )]
    OverheadTwice {
        /// The key for one side.
        key: String,
    },
    /// An overhead for one side only.
    #[error("`{found}` is given without `{missing}`; add it, or write `overhead` for both")]
    HalfOverhead {
        /// The key for the side that is given.
        found: &'static str,
        /// The key for the other side.
        missing: &'static str,
    },
    /// Two keys that exclude each other.
    #[error("`{key}` and `{other}` are both given; keep one of them")]
    Contradiction {
        /// The first key.
        key: &'static str,
        /// The second key.
        other: &'static str,
    },
    /// Two costs of one reduction operator.
    #[error("`combine_per_value` and `combine` are both given; keep one of them")]
    TwoCombines,
    /// A channel model without a channel.
    #[error(
        "[{section}] describes no channel; add [{section}.shared] for ranks on one host, [{section}.network] for hosts, or both"
    )]
    NoChannel {
        /// The model's section.
        section: &'static str,
    },
    /// A contention that is negative, or not a number.
    #[error(
        "`{key}` is {found}; concurrent transfers never speed each other up: write 0 where they do not share the channel, 1 where it \
         serves one at a time, or a number with at most 6 digits after the point, like 0.3"
    )]
    Contention {
        /// The key.
        key: String,
        /// The contention found.
        found: String,
    },
    /// A tau of 0.
    #[error(
        "`{key}`: tau is 0; it counts the transfers that are in progress at once, the one timed among them: at least 1"
    )]
    NoTau {
        /// The key.
        key: String,
    },
    /// A table of sizes and taus without points.
    #[error("`{key}` has no points; add at least one of a size, a tau and a time, like [\"64KiB\", 1, \"20us\"]")]
    EmptyTransfers {
        /// The key.
        key: String,
    },
    /// A table of sizes and taus that is not in order.
    #[error(
        "`{key}`: {found} with tau = {tau} follows {previous} with tau = {previous_tau}; list the points by increasing size, those of \
         one size by increasing tau, each once"
    )]
    UnsortedTransfers {
        /// The key.
        key: String,
        /// The size that is out of order.
        found: Bytes,
        /// The tau that is out of order.
        tau: u64,
        /// The size before it.
        previous: Bytes,
        /// The tau before it.
        previous_tau: u64,
    },
    /// A table of sizes and taus without a time for one of their pairs.
    #[error(
        "`{key}` has no time for {bytes} with tau = {tau}; add [\"{bytes}\", {tau}, \"...\"]: every size needs the same taus"
    )]
    TransferHole {
        /// The key.
        key: String,
        /// The size without a time.
        bytes: Bytes,
        /// The tau without a time.
        tau: u64,
    },
    /// A table in which more concurrent transfers take less time.
    #[error(
        "`{key}`: {bytes} with tau = {tau} take less time than with tau = {fewer}; concurrent transfers never speed each other up: \
         write the greater time for both"
    )]
    FallingTransfers {
        /// The key.
        key: String,
        /// The size.
        bytes: Bytes,
        /// The tau with the shorter time.
        tau: u64,
        /// The smaller tau with the longer time.
        fewer: u64,
    },
    /// Transmissions through a memory that is not described.
    #[error(
        "messages between hosts are first copied to the network interface, through memory, and [tau_lop] has no `shared`; \
         add [tau_lop.shared], or transfers = 1 where the interface reads from the sender and writes to the receiver itself"
    )]
    NetworkWithoutMemory,
    /// Segments without buffers.
    #[error(
        "`segment` cuts messages for the buffers between ranks of a host, and [tau_lop.shared] has none, with transfers = 1; \
         remove one of them"
    )]
    SegmentWithoutBuffers,
    /// A word that occurs twice in a set.
    #[error("`{key}` has this word twice; keep it once")]
    RepeatedWord {
        /// The key.
        key: String,
    },
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("did you mean `{name}`? "))
}

fn did_you_mean_or_list(nearest: Option<&str>, known: &str) -> String {
    nearest.map_or_else(|| format!("expected one of {known}"), |name| format!("did you mean `{name}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_under_what_they_mean() {
        let text = "a = 1\n\tü = \"x\" # y\r\nb = 2";
        let start = text.find("\"x\"").expect("it is there");
        let place = Place::new("m.toml", text, start..start + 3);
        assert_eq!((place.line, place.column), (2, 6));
        assert_eq!(place.to_string(), "\tü = \"x\" # y\n\t    ^^^");
    }

    #[test]
    fn long_lines_are_cut() {
        let text = format!("{}!{}", "x".repeat(1_000_000), "y".repeat(1_000_000));
        let place = Place::new("m.toml", &text, 1_000_000..1_500_000);
        assert_eq!((place.line, place.column, place.indent, place.width), (1, 1_000_001, 163, 160));
        let line = format!("...{}!{}...", "x".repeat(160), "y".repeat(159));
        assert_eq!(place.to_string(), format!("{line}\n{}{}", " ".repeat(163), "^".repeat(160)));
    }

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        let place = Place::new("m.toml", "\u{feff}a = ?", 7..8);
        assert_eq!((place.column, place.to_string().as_str()), (5, "a = ?\n    ^"));
    }

    #[test]
    fn spans_outside_the_text_do_no_harm() {
        let end = Place::new("m.toml", "a = é", 100..200);
        assert_eq!((end.line, end.column, end.width), (1, 6, 1));
        let within_a_character = Place::new("m.toml", "é", 1..1);
        assert_eq!((within_a_character.column, within_a_character.width), (1, 1));
        let over_two_lines = Place::new("m.toml", "ab\r\ncd\n", 1..6);
        assert_eq!(over_two_lines.width, 1);
        assert_eq!(Place::new("m.toml", "", 0..0).to_string(), "\n^");
        let at_the_newline = Place::new("m.toml", "ab\r\ncd\n", 3..4);
        assert_eq!((at_the_newline.line, at_the_newline.width), (1, 1));
    }
}
