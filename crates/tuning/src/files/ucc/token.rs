//! A token of UCC's variable, read part by part.

use super::algorithms;
use crate::files::settings::Setting as Variable;
use crate::files::suggestions::Suggestions;
use crate::library::{Range as Numbers, name_in_files};
use logpine_models::job::MpiCollective;
use logpine_text::excerpt::short;
use logpine_text::fault::Faults;
use std::ops::Range;

/// Other collectives of UCC, with the algorithms that `tl/ucp` can be told to run.
const OTHERS: [(&str, &[&str]); 7] = [
    ("allgatherv", &["ring", "knomial"]),
    ("alltoallv", &["pairwise", "hybrid", "onesided"]),
    ("fanin", &[]),
    ("fanout", &[]),
    ("gatherv", &[]),
    ("reduce_scatterv", &["ring"]),
    ("scatterv", &[]),
];

/// Kinds of memory.
const MEMORY: [&str; 6] = ["host", "cuda", "cuda_managed", "rocm", "rocm_managed", "ze"];

/// A token.
#[derive(Debug, Default)]
pub(super) struct Token {
    pub span: Range<usize>,
    pub collectives: Vec<MpiCollective>,
    /// The algorithm of each of the collectives: its name, or its number.
    algorithm: Option<String>,
    pub bytes: Vec<Numbers>,
    pub ranks: Vec<Numbers>,
    pub is_host: bool,
}

impl Token {
    /// Reads a part of the variable's value.
    pub fn read(
        variable: &Variable,
        inside: Range<usize>,
        suggestions: &mut Suggestions,
        flaws: &mut Faults<'_>,
    ) -> Option<Self> {
        // UCC compares names without case.
        let text = variable.value.get(inside.clone()).unwrap_or_default().to_ascii_lowercase();
        let mut at = inside.start;
        let mut token = Self { span: variable.place(inside), is_host: true, ..Self::default() };
        let (mut all, mut has_memory, mut has_score) = (Vec::new(), false, false);
        let mut algorithm_at = 0..0;
        for part in text.split(':') {
            let span = variable.place(at..at + part.len());
            at += part.len() + 1;
            // Empty parts vanish.
            if part.is_empty() {
                continue;
            }
            let names: Vec<&str> = part.split(',').filter(|name| !name.is_empty()).collect();
            if all.is_empty() && !names.is_empty() && names.iter().all(|name| algorithms_of(name).is_some()) {
                all = names.iter().map(|name| (*name).to_owned()).collect();
                token.collectives =
                    MpiCollective::ALL.into_iter().filter(|ours| names.contains(&name_in_files(*ours))).collect();
            } else if !has_memory && names.iter().all(|name| MEMORY.contains(name)) {
                has_memory = true;
                token.is_host = names.contains(&"host");
            } else if !has_score && (part == "inf" || part.parse::<u32>().is_ok()) {
                has_score = true;
            } else if let Some(bytes) = sizes(part).filter(|_| token.bytes.is_empty()) {
                token.bytes = bytes;
            } else if let Some(inside) = part.strip_prefix('[').and_then(|part| part.strip_suffix(']'))
                && let Some(ranks) = numbers_of_ranks(inside)
            {
                token.ranks = ranks;
            } else if let Some(algorithm) = part.strip_prefix('@').filter(|_| token.algorithm.is_none()) {
                token.algorithm = Some(algorithm.to_owned());
                algorithm_at = span;
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
        token.check_algorithm(&all, &algorithm_at, suggestions, flaws);
        if !has_score && token.algorithm.is_none() {
            let message = "neither a score nor an algorithm: the token has no effect";
            flaws.warning(token.span.clone(), "no-effect", message, "add `inf:@algorithm`");
        }
        Some(token)
    }

    /// Checks the algorithm against those of the collectives, and puts the name in place of a number.
    fn check_algorithm(
        &mut self,
        collectives: &[String],
        span: &Range<usize>,
        suggestions: &mut Suggestions,
        flaws: &mut Faults<'_>,
    ) {
        let Some(algorithm) = self.algorithm.take() else { return };
        if collectives.is_empty() {
            let message = "an algorithm without a collective is one of all collectives: UCC skips the whole variable";
            flaws.error(span.clone(), "no-collective", message, "write the collective before it, as `bcast:@knomial`");
        }
        for collective in collectives {
            let known = algorithms_of(collective).unwrap_or_default();
            if named(&algorithm, known).is_none() {
                let meant = suggestions.near(&algorithm, known.iter().copied());
                let fault = if known.is_empty() {
                    format!("no algorithm of tl/ucp can be chosen for {collective}")
                } else {
                    format!("tl/ucp has no algorithm {} for {collective}", short(&algorithm))
                };
                let message = format!("{fault}: UCC skips the whole variable{meant}");
                flaws.error(span.clone(), "unknown-algorithm", message, "`ucc_info -A` lists the algorithms");
            }
        }
        self.algorithm = Some(algorithm);
    }

    /// The name of the algorithm for a collective.
    pub fn algorithm_of(&self, collective: MpiCollective) -> Option<&'static str> {
        named(self.algorithm.as_deref()?, algorithms(collective))
    }
}

/// The algorithm that a name or a number stands for.
fn named(algorithm: &str, known: &'static [&'static str]) -> Option<&'static str> {
    match algorithm.parse::<usize>() {
        Ok(number) => known.get(number).copied(),
        Err(_) => known.iter().copied().find(|known| *known == algorithm),
    }
}

/// The algorithms of a collective of UCC by their numbers; `None` of another word.
fn algorithms_of(name: &str) -> Option<&'static [&'static str]> {
    let ours = MpiCollective::ALL.into_iter().find(|ours| name_in_files(*ours) == name).map(algorithms);
    ours.or_else(|| OTHERS.iter().find(|(other, _)| *other == name).map(|(_, algorithms)| *algorithms))
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
        let most = if most == "inf" { NO_END } else { most.parse().ok()? };
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
    if text == "inf" {
        return Some(NO_END);
    }
    let text = text.strip_suffix('b').unwrap_or(text);
    let units = [('k', 10), ('m', 20), ('g', 30), ('t', 40)];
    let last = text.chars().last()?;
    let shift = units.into_iter().find(|(unit, _)| *unit == last).map(|(_, shift)| shift);
    let digits = if shift.is_some() { text.get(..text.len() - 1)? } else { text };
    digits.parse::<u64>().ok()?.checked_mul(1 << shift.unwrap_or(0))
}

/// The ranges of a token, all if it has none.
pub(super) const fn or_all(ranges: &[Numbers]) -> &[Numbers] {
    if ranges.is_empty() { &[Numbers::ALL] } else { ranges }
}
