//! A token of UCC's variable, read part by part.

use super::algorithms;
use crate::files::suggestions::Suggestions;
use crate::files::variables::Assignment;
use crate::library::{Range as Numbers, name_in_files};
use logpine_models::job::MpiCollective;
use logpine_text::excerpt::short;
use logpine_text::fault::Faults;
use std::ops::Range;

/// Other collectives of UCC.
const OTHERS: [&str; 7] = ["allgatherv", "alltoallv", "fanin", "fanout", "gatherv", "reduce_scatterv", "scatterv"];

/// Kinds of memory.
const MEMORY: [&str; 6] = ["host", "cuda", "cuda_managed", "rocm", "rocm_managed", "ze"];

/// A token.
#[derive(Debug, Default)]
pub(super) struct Token {
    pub span: Range<usize>,
    pub collectives: Vec<MpiCollective>,
    /// The algorithm of each of the collectives.
    pub algorithm: Option<String>,
    pub bytes: Vec<Numbers>,
    pub ranks: Vec<Numbers>,
    pub is_host: bool,
}

impl Token {
    /// Reads a part of the variable's value.
    pub fn read(
        variable: &Assignment,
        inside: Range<usize>,
        suggestions: &mut Suggestions,
        flaws: &mut Faults<'_>,
    ) -> Option<Self> {
        let text = variable.value.get(inside.clone()).unwrap_or_default();
        let mut at = inside.start;
        let mut token = Self { span: variable.place(inside), is_host: true, ..Self::default() };
        let (mut has_collectives, mut has_memory, mut has_score) = (false, false, false);
        for part in text.split(':') {
            let span = variable.place(at..at + part.len());
            at += part.len() + 1;
            let names: Vec<&str> = part.split(',').collect();
            if !has_collectives && names.iter().all(|name| is_collective(name)) {
                has_collectives = true;
                token.collectives =
                    MpiCollective::ALL.into_iter().filter(|ours| names.contains(&name_in_files(*ours))).collect();
            } else if !has_memory && names.iter().all(|name| MEMORY.contains(name)) {
                has_memory = true;
                token.is_host = names.contains(&"host");
            } else if !has_score && (part.eq_ignore_ascii_case("inf") || part.parse::<u32>().is_ok()) {
                has_score = true;
            } else if let Some(bytes) = sizes(part).filter(|_| token.bytes.is_empty()) {
                token.bytes = bytes;
            } else if let Some(inside) = part.strip_prefix('[').and_then(|part| part.strip_suffix(']'))
                && let Some(ranks) = numbers_of_ranks(inside)
            {
                token.ranks = ranks;
            } else if let Some(algorithm) = part.strip_prefix('@').filter(|_| token.algorithm.is_none()) {
                token.algorithm = Some(algorithm.to_owned());
                token.known(algorithm, &span, suggestions, flaws);
            } else {
                let meant = suggestions.near(part, MpiCollective::ALL.into_iter().map(name_in_files));
                let message = format!("{} is no part of a token: UCC skips the whole variable{meant}", short(part));
                let hint = "write collective:sizes:host:[ranks]:inf:@algorithm";
                flaws.error(span, "unknown-part", message, hint);
                return None;
            }
        }
        if token.bytes.iter().any(|range| range.most.is_some_and(|most| range.least >= most)) {
            let message = "the sizes end where they begin, or before: UCC skips the whole variable";
            flaws.error(token.span.clone(), "empty-range", message, "write the smaller size first");
        }
        if !has_score && token.algorithm.is_none() {
            let message = "neither a score nor an algorithm: the token has no effect";
            flaws.warning(token.span.clone(), "no-effect", message, "add `inf:@algorithm`");
        }
        Some(token)
    }

    /// Checks the algorithm against those of the collectives.
    fn known(&self, algorithm: &str, span: &Range<usize>, suggestions: &mut Suggestions, flaws: &mut Faults<'_>) {
        if algorithm.parse::<u32>().is_ok() {
            return;
        }
        for &collective in &self.collectives {
            let known = algorithms(collective);
            if !known.contains(&algorithm) {
                let meant = suggestions.near(algorithm, known.iter().copied());
                let message = format!(
                    "tl/ucp has no {} for {}: UCC skips the whole variable{meant}",
                    short(algorithm),
                    name_in_files(collective)
                );
                flaws.error(span.clone(), "unknown-algorithm", message, "`ucc_info -A` lists the algorithms");
            }
        }
    }
}

fn is_collective(name: &str) -> bool {
    OTHERS.contains(&name) || MpiCollective::ALL.into_iter().any(|ours| name_in_files(ours) == name)
}

/// Stands for `inf`.
const NO_END: u64 = u64::MAX;

/// Sizes with commas between them, as `0-32k,1m-inf`.
fn sizes(text: &str) -> Option<Vec<Numbers>> {
    let range = |text: &str| text.split_once('-').and_then(|(least, most)| numbers(size(least)?, size(most)?));
    text.split(',').map(range).collect()
}

/// Numbers of ranks with commas between them, as `2-8,16,32-inf`.
fn numbers_of_ranks(text: &str) -> Option<Vec<Numbers>> {
    let range = |text: &str| {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let most = if most.eq_ignore_ascii_case("inf") { NO_END } else { most.parse().ok()? };
        numbers(least.parse().ok()?, most)
    };
    text.split(',').map(range).collect()
}

/// The numbers from one to another; `None` if there is no first.
fn numbers(least: u64, most: u64) -> Option<Numbers> {
    (least != NO_END).then_some(Numbers { least, most: (most != NO_END).then_some(most) })
}

/// A size such as `32k`.
fn size(text: &str) -> Option<u64> {
    if text.eq_ignore_ascii_case("inf") {
        return Some(NO_END);
    }
    let text = text.strip_suffix(['b', 'B']).unwrap_or(text);
    let units = [('k', 10), ('m', 20), ('g', 30), ('t', 40)];
    let last = text.chars().last()?.to_ascii_lowercase();
    let shift = units.into_iter().find(|(unit, _)| *unit == last).map(|(_, shift)| shift);
    let digits = if shift.is_some() { text.get(..text.len() - 1)? } else { text };
    digits.parse::<u64>().ok()?.checked_mul(1 << shift.unwrap_or(0))
}

/// The ranges of a token, all if it has none.
pub(super) const fn or_all(ranges: &[Numbers]) -> &[Numbers] {
    if ranges.is_empty() { &[Numbers::ALL] } else { ranges }
}
