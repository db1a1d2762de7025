//! What an algorithm among ranks is called.

use crate::answer::{Candidate, RankAlgorithm};
use crate::tree::families::{Parameters, Value};
use itertools::Itertools;

/// The family and its parameters but for the segments.
pub fn label(candidate: &Candidate<RankAlgorithm>) -> String {
    match in_words(&candidate.parameters) {
        words if words.is_empty() => candidate.family.to_owned(),
        words => format!("{}: {words}", candidate.family),
    }
}

/// Parameters but for the segments, in words. A word that is the only one says by itself what it is of.
pub fn in_words(parameters: &Parameters) -> String {
    let only = parameters.iter().filter(|(_, value)| matches!(value, Value::Word(_))).count() == 1;
    let parameters = parameters.iter().filter(|(name, _)| !name.starts_with("segment"));
    let mut words = parameters.map(|(name, value)| match value {
        Value::Word(word) if only => (*word).to_owned(),
        value => format!("{name} = {value}"),
    });
    words.join(", ")
}
