//! The `TreeWidth` of a `slurm.conf`, what else decides its tree, and the nodes that its `NodeName` entries list.
//!
//! As Slurm reads the file: a `\\` at the end of a line joins it to the next, `#` begins a comment, and a line has a pair `key = value`.
//! Lines of nodes, partitions and the like have several pairs with blanks between them; a value in quotes may contain blanks.
//! Other files that it includes are not read.

use super::hosts::{Hosts, Notation, Rules, unexpected};
use logpine_text::excerpt::short;
use logpine_text::fault::{Diagnostic, Faults, Report};
use std::ops::Range;

/// The tree's width by a `slurm.conf`, and the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlurmSettings {
    /// The width.
    pub width: Width,
    /// The number of nodes that Slurm contacts; `None` if the file does not say it, or includes others.
    pub nodes: Option<u64>,
    /// The number of nodes with `State=FUTURE`, which Slurm does not contact.
    pub future: u64,
}

/// What decides the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// The `TreeWidth` of the file.
    Given(u64),
    /// Slurm's own `TreeWidth`, as the file has none.
    Default,
    /// A `TreeWidth` that a file included may have.
    Unknown,
    /// Switches or partitions, and not `TreeWidth` alone.
    Routed,
}

/// The keys of lines with several pairs.
const KEYS_OF_LINES: [&str; 5] = ["NodeName", "PartitionName", "DownNodes", "NodeSet", "FrontendName"];
/// Slurm's `MAX_RANGE`.
const LONGEST_RANGE: u64 = 1 << 16;

/// What was read so far.
#[derive(Default)]
struct Read {
    hosts: Hosts,
    /// The place of each host, in the order of their numbers.
    places: Vec<usize>,
    future: u64,
    /// True if `NodeName=DEFAULT` has `State=FUTURE`.
    are_future: bool,
    width: Option<(u64, usize)>,
    /// The place of the last file included.
    included: Option<usize>,
    /// `TopologyPlugin=topology/tree`.
    has_switches: bool,
    /// An option by which something else than `TreeWidth` decides the tree, and its place; the first needs switches.
    by_switches: Option<Range<usize>>,
    routed: Option<(&'static str, Range<usize>)>,
}

/// Reads the width, the routing options and the nodes, and finds the faults of these. Other entries are not checked.
#[must_use]
pub fn check(source: &[u8]) -> Report<SlurmSettings> {
    let mut faults = Faults::new(source);
    let Some(text) = faults.text() else { return faults.report(None) };
    let mut read = Read::default();
    for line in lines(text) {
        if let Some(file) = line.included() {
            let place = line.place(&file);
            read.included = Some(place.start);
            faults.warning(
                place,
                "included",
                format!(
                    "an include: a TreeWidth, routing options and nodes in `{file}` are not seen",
                    file = short(&line.text[file.clone()])
                ),
                "check that file too",
            );
            continue;
        }
        read.line(&line, &mut faults);
    }
    let of_switches = read.by_switches.filter(|_| read.has_switches).map(|span| ("RouteTree with topology/tree", span));
    let routed = read.routed.or(of_switches);
    let width = match (&routed, read.width) {
        (Some(_), _) => Width::Routed,
        (None, width) if read.included > width.map(|(_, at)| at) => Width::Unknown,
        (None, Some((width, _))) => Width::Given(width),
        (None, None) => Width::Default,
    };
    if let Some((option, span)) = routed {
        faults.warning(
            span,
            "routed",
            format!("{option}: Slurm sends along switches or partitions, so the tree is not the one of TreeWidth"),
            "to have the tree of TreeWidth, remove the option",
        );
    }
    let nodes = (read.hosts.names.len() as u64).checked_sub(read.future).filter(|&nodes| nodes > 0);
    let nodes = nodes.filter(|_| read.included.is_none());
    faults.report(Some(SlurmSettings { width, nodes, future: read.future }))
}

impl Read {
    fn line(&mut self, line: &Line, faults: &mut Faults<'_>) {
        let (pairs, end) = line.pairs();
        let text = |range: &Range<usize>| &line.text[range.clone()];
        let is = |pair: &Pair, key: &str| text(&pair.key).eq_ignore_ascii_case(key);
        let several = pairs.first().is_some_and(|pair| KEYS_OF_LINES.iter().any(|key| is(pair, key)));
        let end = if several { end } else { pairs.first().map_or(0, |first| first.end) };
        let rest = line.rest(end);
        if !rest.is_empty() {
            faults.error(
                line.place(&rest),
                "leftover",
                format!(
                    "Slurm refuses `{text}`: only lines of nodes, partitions and the like take more than one \
                    setting",
                    text = short(text(&rest))
                ),
                "give each setting a line of its own, or write # before a comment",
            );
        }
        let Some(first) = pairs.first() else { return };
        let value = text(&first.value);
        let whole = line.place(&(first.key.start..first.value.end));
        let has = |word: &str| value.to_ascii_lowercase().contains(word);
        if is(first, "TreeWidth") {
            self.width(value, whole, line.place(&first.value), faults);
        } else if is(first, "TopologyPlugin") {
            self.has_switches = has("topology/tree");
        } else if is(first, "TopologyParam") {
            self.by_switches = has("routetree").then_some(whole.clone());
            self.routed = has("routepart").then_some(("RoutePart", whole)).or(self.routed.take());
        } else if is(first, "RoutePlugin") && has("route/topology") {
            self.routed = Some(("RoutePlugin=route/topology", whole));
        } else if is(first, "NodeName") {
            let state = pairs.iter().rev().find(|pair| is(pair, "State")).map(|pair| text(&pair.value));
            let is_future = state.map(|state| state.eq_ignore_ascii_case("FUTURE"));
            self.nodes(line, first, is_future, faults);
        }
    }

    fn width(&mut self, text: &str, whole: Range<usize>, place: Range<usize>, faults: &mut Faults<'_>) {
        let Some(width) = number(text).filter(|width| (1..=65_533).contains(width)) else {
            faults.error(
                place,
                "width",
                format!("`{text}` is no width: TreeWidth is a number from 1 to 65533", text = short(text)),
                "write TreeWidth=16",
            );
            return;
        };
        if let Some((_, first)) = self.width {
            faults.warning(
                whole,
                "repeated-width",
                format!(
                    "a second TreeWidth: Slurm takes it, and not the first, in line {line}",
                    line = faults.line(first)
                ),
                "keep the last",
            );
        }
        self.width = Some((width, place.start));
    }

    /// Reads the nodes of a line; it may say whether they are in the state FUTURE.
    fn nodes(&mut self, line: &Line, pair: &Pair, is_future: Option<bool>, faults: &mut Faults<'_>) {
        let text = &line.text[pair.value.clone()];
        if text.eq_ignore_ascii_case("DEFAULT") {
            self.are_future = is_future.unwrap_or(self.are_future);
            return;
        }
        if text.eq_ignore_ascii_case("ALL") {
            faults.error(
                line.place(&pair.value),
                "all-nodes",
                "NodeName=ALL, which Slurm refuses",
                "name the nodes; ALL is for the Nodes of a partition",
            );
            return;
        }
        let before = self.places.len();
        let mut has_repeated = false;
        for mention in self.hosts.read(text, &|at| line.offset(pair.value.start + at), RULES, faults) {
            if let Some(&place) = self.places.get(mention.host) {
                // One of a line is enough.
                if !std::mem::replace(&mut has_repeated, true) {
                    let (host, line) = (short(&self.hosts.names[mention.host]), faults.line(place));
                    faults.error(
                        mention.span,
                        "repeated-node",
                        format!("{host} is in line {line} already, and Slurm refuses a node that is listed twice"),
                        "remove it from one of the lines",
                    );
                }
            } else {
                self.places.push(mention.span.start);
            }
        }
        if is_future.unwrap_or(self.are_future) {
            self.future += (self.places.len() - before) as u64;
        }
    }
}

/// A number as `strtoul` reads it without a base: hexadecimal after 0x, octal after 0.
fn number(text: &str) -> Option<u64> {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, radix) = match (hexadecimal, text.strip_prefix('0')) {
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) if !digits.is_empty() => (digits, 8),
        _ => (text, 10),
    };
    u64::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'))
}

const RULES: Rules = Rules {
    notation: Notation::Hostlist,
    entry: long_range,
    name: |name| unexpected(name, |letter| letter.is_ascii_alphanumeric() || "-._".contains(letter)),
};

/// The fault of a range that is longer than Slurm reads.
fn long_range(entry: &str) -> Option<Diagnostic> {
    let ranges = entry.split('[').skip(1).filter_map(|rest| rest.split_once(']')).flat_map(|(list, _)| list.split(','));
    let length = |range: &str| {
        let (first, last) = range.split_once('-')?;
        last.parse::<u64>().ok()?.checked_sub(first.parse().ok()?)?.checked_add(1)
    };
    let is_long = ranges.filter_map(length).any(|length| length > LONGEST_RANGE);
    is_long.then_some(Diagnostic::error(
        "long-range",
        format!("Slurm refuses a range of more than {LONGEST_RANGE} nodes"),
        "write it as several ranges",
    ))
}

/// A line, joined from several if they end with a backslash, without its comment.
#[derive(Default)]
struct Line {
    text: String,
    /// The start of each part in the text, and its offset in the file.
    parts: Vec<(usize, usize)>,
}

/// A key and its value, in a line's text.
struct Pair {
    key: Range<usize>,
    value: Range<usize>,
    /// The end of the value, with its quote.
    end: usize,
}

impl Line {
    /// The offset in the file of a place in the text.
    fn offset(&self, at: usize) -> usize {
        let part = self.parts.partition_point(|&(start, _)| start <= at).saturating_sub(1);
        self.parts.get(part).map_or(at, |&(start, offset)| offset + (at - start))
    }

    /// The bytes of the file of a part of the text.
    fn place(&self, range: &Range<usize>) -> Range<usize> {
        let last = range.end.max(range.start + 1) - 1;
        self.offset(range.start)..self.offset(last) + (range.end - last.min(range.end))
    }

    /// The file that the line includes.
    fn included(&self) -> Option<Range<usize>> {
        let start = self.text.len() - self.text.trim_start().len();
        let (word, rest) = self.text[start..].split_once(char::is_whitespace)?;
        let file = rest.trim();
        let is_include = word.eq_ignore_ascii_case("include") && !file.is_empty() && !file.starts_with('=');
        let at = self.text.len() - rest.trim_start().len();
        is_include.then(|| at..at + file.len())
    }

    /// The text after a place, without blanks around it.
    fn rest(&self, at: usize) -> Range<usize> {
        let rest = self.text[at..].trim_end();
        let blanks = rest.len() - rest.trim_start().len();
        at + blanks..at + rest.len()
    }

    /// The pairs of the line, up to something that is none, and their end.
    fn pairs(&self) -> (Vec<Pair>, usize) {
        let mut pairs = Vec::new();
        let (text, mut at) = (&*self.text, 0);
        let skip = |at: usize, while_in: fn(char) -> bool| text.len() - text[at..].trim_start_matches(while_in).len();
        loop {
            let start = skip(at, char::is_whitespace);
            let end = skip(start, |letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.'));
            let equals = skip(end, |letter| letter.is_whitespace() || matches!(letter, '-' | '+' | '*' | '/'));
            if start == end || !text[equals..].starts_with('=') {
                return (pairs, at);
            }
            let value = skip(equals + 1, char::is_whitespace);
            let quoted = text[value..].strip_prefix('"').and_then(|rest| rest.find('"'));
            let range = match quoted {
                Some(length) => value + 1..value + 1 + length,
                None => value..skip(value, |letter| !letter.is_whitespace()),
            };
            at = range.end + usize::from(quoted.is_some());
            pairs.push(Pair { key: start..end, value: range, end: at });
        }
    }
}

/// The lines of a file.
fn lines(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut line = Line::default();
    let mut offset = 0;
    for whole in text.split_inclusive('\n') {
        let start = offset + (whole.len() - whole.trim_start_matches('\u{feff}').len());
        let bare = without_comment(whole.trim_start_matches('\u{feff}')).trim_end();
        offset += whole.len();
        let (part, goes_on) = bare.strip_suffix('\\').map_or((bare, false), |part| (part, true));
        line.parts.push((line.text.len(), start));
        line.text += part;
        if !goes_on {
            lines.push(std::mem::take(&mut line));
        }
    }
    lines.extend((!line.text.is_empty()).then_some(line));
    lines
}

/// The line up to its first `#` that has no backslash before it.
fn without_comment(line: &str) -> &str {
    let bytes = line.as_bytes();
    let comment = (0..bytes.len()).find(|&at| bytes[at] == b'#' && (at == 0 || bytes[at - 1] != b'\\'));
    &line[..comment.unwrap_or(line.len())]
}
