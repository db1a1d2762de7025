//! The label of an algorithm among ranks.

use crate::answer::{Candidate, RankAlgorithm};
use itertools::Itertools;
use logpine_trees::tree::families::{Parameters, Value};

/// The family and its parameters without the segments.
pub fn label(candidate: &Candidate<RankAlgorithm>) -> String {
    with_words(candidate.family, &in_words(&candidate.parameters))
}

/// A family, with its parameters in words if it has any.
pub fn with_words(family: &str, words: &str) -> String {
    if words.is_empty() { family.to_owned() } else { format!("{family}: {words}") }
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
