//! Parsing of the operations of a GOAL text.

use super::faults;
use super::scan::{Comment, Scanner};
use logpine_collectives::schedule::ANY;
use logpine_text::fault::{Diagnostic, Faults};
use std::ops::Range;

/// The fields of an operation's line.
pub(super) struct Written {
    pub(super) verb: Verb,
    /// The number of bytes or GOAL ticks.
    pub(super) amount: Number<u64>,
    /// The other rank; 0 for a calc.
    pub(super) peer: Number<u32>,
    pub(super) tag: Number<u32>,
    pub(super) processor: u8,
    pub(super) interface: u8,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Send,
    Receive,
    Calculate,
}

#[derive(Clone)]
pub(super) struct Number<T> {
    pub(super) value: T,
    pub(super) span: Range<usize>,
}

impl<T: Default> Default for Number<T> {
    fn default() -> Self {
        Self { value: T::default(), span: 0..0 }
    }
}

/// Marker of an unreadable statement whose fault has been reported.
pub(super) struct Unreadable;

/// Reports a syntax fault at the position of the scanner.
pub(super) fn expected(scanner: &Scanner, expected: &'static str, faults: &mut Faults<'_>) -> Unreadable {
    faults.add_with("syntax", || {
        let span = scanner.here();
        let found = match &scanner.source()[span.clone()] {
            [] if scanner.peek().is_none() => "the end of the file".to_owned(),
            [] => "the end of the line".to_owned(),
            text => format!("\"{}\"", String::from_utf8_lossy(text)),
        };
        (
            span,
            Diagnostic::error(
                "syntax",
                format!("expected {expected}, found {found}"),
                "a line is one of \"l1: send 8b to 3 tag 0\", \"l1: recv 8b from 3 tag 0\", \"l1: calc \
                5\" and \"l2 requires l1\"",
            ),
        )
    });
    Unreadable
}

/// A number of at most the given number of bits; `what` names it in messages.
#[inline]
pub(super) fn number<T: TryFrom<u64>>(
    scanner: &mut Scanner,
    what: Quantity,
    faults: &mut Faults<'_>,
) -> Result<Number<T>, Unreadable> {
    scanner.blanks();
    let Some(digits) = scanner.digits() else {
        return Err(expected(scanner, what.expected, faults));
    };
    let value = digits.value.and_then(|value| T::try_from(value).ok());
    value.map(|value| Number { value, span: digits.span.clone() }).ok_or_else(|| {
        faults.error(
            digits.span,
            "number-too-large",
            format!(
                "the {what} is above {limit}, and the converter silently keeps what is left of it modulo \
                2^{bits}",
                what = what.name,
                limit = what.limit,
                bits = what.limit.count_ones()
            ),
            "sizes and times have 64 bits, ranks and tags 32, cpu and nic 8",
        );
        Unreadable
    })
}

/// The unit of a number.
#[derive(Clone, Copy)]
pub(super) struct Quantity {
    name: &'static str,
    expected: &'static str,
    limit: u64,
}

const SIZE: Quantity = Quantity { name: "size", expected: "a size in whole bytes, as in \"8b\"", limit: u64::MAX };
const TIME: Quantity = Quantity { name: "time", expected: "a time in whole ticks", limit: u64::MAX };
pub(super) const RANK: Quantity = Quantity { name: "rank", expected: "a rank", limit: u32::MAX as u64 };
pub(super) const RANKS: Quantity =
    Quantity { name: "number of ranks", expected: "the number of ranks", limit: u32::MAX as u64 };
const TAG: Quantity = Quantity { name: "tag", expected: "a tag", limit: u32::MAX as u64 };
const CPU: Quantity = Quantity { name: "cpu", expected: "the index of a cpu", limit: u8::MAX as u64 };
const NIC: Quantity = Quantity { name: "nic", expected: "the index of a nic", limit: u8::MAX as u64 };

/// Parses the rest of an operation after its verb.
pub(super) fn operation(scanner: &mut Scanner, verb: Verb, faults: &mut Faults<'_>) -> Result<Written, Unreadable> {
    let mut written = Written {
        verb,
        amount: Number::default(),
        peer: Number::default(),
        tag: Number::default(),
        processor: 0,
        interface: 0,
    };
    if verb == Verb::Calculate {
        written.amount = number(scanner, TIME, faults)?;
    } else {
        written.amount = number(scanner, SIZE, faults)?;
        keyword(scanner, b"b", "\"b\" after the size in whole bytes", faults)?;
        match verb {
            Verb::Send => keyword(scanner, b"to", "\"to\"", faults)?,
            _ => keyword(scanner, b"from", "\"from\"", faults)?,
        }
        let any_is_allowed = verb == Verb::Receive;
        written.peer = number_or_any(scanner, RANK, any_is_allowed, faults)?;
    }
    options(scanner, &mut written, faults)?;
    Ok(written)
}

#[inline]
fn keyword(
    scanner: &mut Scanner,
    word: &[u8],
    description: &'static str,
    faults: &mut Faults<'_>,
) -> Result<(), Unreadable> {
    scanner.blanks();
    if scanner.take(word) { Ok(()) } else { Err(expected(scanner, description, faults)) }
}

/// The form of -1 that schedgen writes for `MPI_ANY_TAG`.
const UNSIGNED_ANY: &[u8] = b"18446744073709551615";

fn number_or_any(
    scanner: &mut Scanner,
    what: Quantity,
    any_is_allowed: bool,
    faults: &mut Faults<'_>,
) -> Result<Number<u32>, Unreadable> {
    scanner.blanks();
    let start = scanner.at();
    if any_is_allowed && scanner.take(b"-1") {
        return Ok(Number { value: ANY, span: start..scanner.at() });
    }
    let mut ahead = *scanner;
    if any_is_allowed
        && scanner.rest().starts_with(UNSIGNED_ANY)
        && ahead.digits().is_some_and(|digits| digits.value == Some(u64::MAX))
    {
        *scanner = ahead;
        let span = start..scanner.at();
        let message = format!("2^64 - 1 stands for any {}: of it the converter keeps 2^32 - 1, which is -1", what.name);
        faults.warning(span.clone(), "unsigned-any", message, "write -1, as schedgen means it");
        return Ok(Number { value: ANY, span });
    }
    number(scanner, what, faults)
}

/// The names of options, in the order that the converter requires.
const OPTIONS: [&str; 3] = ["tag", "cpu", "nic"];

/// Parses the options, in any order.
fn options(scanner: &mut Scanner, written: &mut Written, faults: &mut Faults<'_>) -> Result<(), Unreadable> {
    let mut seen = [false; OPTIONS.len()];
    loop {
        scanner.blanks();
        let start = scanner.at();
        let Some(at) = OPTIONS.iter().position(|option| scanner.take(option.as_bytes())) else {
            // A comment between options; a comment after the last option is left to the caller that ends the line.
            let mut ahead = *scanner;
            let Comment::Skipped(comment) = ahead.comment() else { return Ok(()) };
            ahead.blanks();
            if !OPTIONS.iter().any(|option| ahead.rest().starts_with(option.as_bytes())) {
                return Ok(());
            }
            faults.add(comment, faults::trailing_comment());
            *scanner = ahead;
            continue;
        };
        let (option, span) = (OPTIONS[at], start..scanner.at());
        if written.verb == Verb::Calculate && option != "cpu" {
            faults.error(
                span.clone(),
                "calc-option",
                format!("a calc has no {option}"),
                "remove it; a calc has a cpu only",
            );
        } else if seen[at] {
            faults.error(span.clone(), "repeated-option", format!("{option} is given a second time"), "remove it");
        } else if let Some(before) = (at + 1..OPTIONS.len()).find(|&later| seen[later]) {
            faults.form(
                span.clone(),
                "option-order",
                format!("{option} comes after {before}, which the converter refuses", before = OPTIONS[before]),
                "write tag, cpu and nic in this order",
            );
        }
        seen[at] = true;
        match at {
            0 => written.tag = number_or_any(scanner, TAG, true, faults)?,
            1 => written.processor = number(scanner, CPU, faults)?.value,
            _ => written.interface = number(scanner, NIC, faults)?.value,
        }
    }
}
