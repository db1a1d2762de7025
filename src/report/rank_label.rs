//! The label of an algorithm among ranks.

use crate::answer::{Candidate, RankAlgorithm};
use crate::tree::families::{Parameters, Value};
use itertools::Itertools;

/// The family and its parameters without the segments.
pub fn label(candidate: &Candidate<RankAlgorithm>) -> String {
    match in_words(&candidate.parameters) {
        words if words.is_empty() => candidate.family.to_owned(),
        words => format!("{}: {words}", candidate.family),
    }
}

/// Parameters without the segments, in words. A value that is a word has no name before it.
pub fn in_words(parameters: &Parameters) -> String {
    let parameters = parameters.iter().filter(|(name, _)| !name.starts_with("segment"));
    let mut words = parameters.map(|(name, value)| match value {
        Value::Word(word) => (*word).to_owned(),
        value => format!("{name} = {value}"),
    });
    words.join(", ")
}
