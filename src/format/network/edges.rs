//! Lists of links, a line each.

use super::draft::{Draft, NodeKind, Times, unknown_key};
use super::error::{Found, NetworkFault};
use crate::excerpt::short;
use crate::network::LinkKind;
use crate::suggest;
use std::ops::Range;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    From,
    To,
    Time(&'static str),
    Other,
}

/// A word of a line.
#[derive(Clone)]
struct Word<'a> {
    text: &'a str,
    span: Range<usize>,
}

const FROM: [&str; 4] = ["from", "source", "src", "node1"];
const TO: [&str; 5] = ["to", "target", "dst", "dest", "node2"];

/// Reads a list of links: words between blanks or commas, the first two the nodes of a link. `#` and `%` begin comments.
/// A first line that names columns (`from`, `to`, `latency`, `per_byte`, `bandwidth`) says what the words are; without it
/// those after the second are not read.
///
/// Lines that begin with `#!` say what cannot be seen from the links: `#! directed`, and `#! endpoints 16`: the first 16
/// nodes run processes.
pub(super) fn read(text: &str) -> Result<Draft, Found> {
    let mut draft = Draft::new(LinkKind::Undirected);
    let mut columns: Option<Vec<Column>> = None;
    let mut endpoints = None;
    for (start, line) in lines(text) {
        if let Some(rest) = line.trim_start().strip_prefix("#!") {
            let words = words(rest, start + line.len() - rest.len());
            endpoints = directive(&words, &mut draft, start..start + line.len())?.or(endpoints);
            continue;
        }
        let words = words(line.split(['#', '%']).next().unwrap_or_default(), start);
        match &columns {
            _ if words.is_empty() => {}
            None => match header(&words)? {
                Some(named) => columns = Some(named),
                None => link(&mut draft, &words, columns.insert(vec![Column::From, Column::To]), start + line.len())?,
            },
            Some(columns) => link(&mut draft, &words, columns, start + line.len())?,
        }
    }
    draft.sort_numbers();
    if let Some(Word { text, span }) = endpoints {
        let count = text.parse::<usize>().ok().filter(|count| (1..=draft.nodes()).contains(count));
        let fault = || NetworkFault::Endpoints { found: short(text), nodes: draft.nodes() };
        let count = count.ok_or_else(|| Found { span, fault: fault() })?;
        for switch in (0u32..).take(draft.nodes()).skip(count) {
            draft.set_node_kind(switch, NodeKind::Switch);
        }
    }
    Ok(draft)
}

/// The lines with where they begin, without their ends and without the mark at the beginning of a file.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.split_inclusive('\n').scan(0, |next, line| {
        let start = *next;
        *next += line.len();
        Some((start, line))
    });
    lines.map(|(start, line)| {
        let whole = line.trim_end_matches(['\n', '\r']);
        let marked = whole.trim_start_matches('\u{feff}');
        (start + whole.len() - marked.len(), marked)
    })
}

fn words(line: &str, start: usize) -> Vec<Word<'_>> {
    let word = |text: &str| (text.as_ptr() as usize - line.as_ptr() as usize, text.len());
    let separated: Vec<&str> =
        if line.contains(',') { line.split(',').map(str::trim).collect() } else { line.split_whitespace().collect() };
    let placed = |text| {
        let (at, length) = word(text);
        Word { text, span: start + at..start + at + length }
    };
    separated.into_iter().map(placed).collect()
}

/// `directed`, or `endpoints N`: then the number.
fn directive<'a>(words: &[Word<'a>], draft: &mut Draft, line: Range<usize>) -> Result<Option<Word<'a>>, Found> {
    match words {
        [Word { text: "directed", .. }] => {
            draft.set_kind(LinkKind::Directed);
            Ok(None)
        }
        [Word { text: "endpoints", .. }, count] => Ok(Some(count.clone())),
        _ => {
            let found = words.first().map_or_else(|| "nothing".to_owned(), |word| format!("`{}`", short(word.text)));
            let fault = NetworkFault::Unexpected { expected: "`directed` or `endpoints N` behind `#!`", found };
            Err(Found { span: line, fault })
        }
    }
}

/// What the columns are, if the line names them.
fn header(words: &[Word]) -> Result<Option<Vec<Column>>, Found> {
    let is = |names: &[&str], word: &Word| names.contains(&word.text.to_lowercase().as_str());
    if !(words.iter().any(|word| is(&FROM, word)) && words.iter().any(|word| is(&TO, word))) {
        return Ok(None);
    }
    let column = |word: &Word| {
        let name = word.text.to_lowercase();
        match Times::KEYS.into_iter().find(|key| *key == name) {
            Some(key) => Ok(Column::Time(key)),
            None if is(&FROM, word) => Ok(Column::From),
            None if is(&TO, word) => Ok(Column::To),
            // Other tools have columns of their own, but a misspelt time must not be lost.
            None if suggest::nearest(&name, Times::KEYS).is_some() => {
                Err(unknown_key("column", word.text, &Times::KEYS, word.span.clone()))
            }
            None => Ok(Column::Other),
        }
    };
    words.iter().map(column).collect::<Result<Vec<Column>, Found>>().map(Some)
}

/// One link.
fn link(draft: &mut Draft, words: &[Word], columns: &[Column], end: usize) -> Result<(), Found> {
    let named = |column| columns.iter().position(|&other| other == column).and_then(|index| words.get(index));
    let name = |column| match named(column) {
        Some(word) if !word.text.is_empty() => Ok(word),
        _ => {
            let fault = NetworkFault::Unexpected { expected: "the names of two nodes", found: "one".to_owned() };
            Err(Found { span: end..end, fault })
        }
    };
    let (from, to) = (name(Column::From)?, name(Column::To)?);
    let mut times = Times::default();
    for (column, word) in columns.iter().zip(words).filter(|(_, word)| !word.text.is_empty()) {
        if let Column::Time(key) = column {
            times.set(key, word.text, &word.span)?;
        }
    }
    let ends = [from, to].map(|word| draft.mention(word.text, word.span.clone()));
    draft.link(ends[0], ends[1], times, from.span.start.min(to.span.start)..from.span.end.max(to.span.end));
    Ok(())
}
