//! Names that unknown ones probably mean.

use logpine_text::suggest::{nearest, question};

/// A supply of suggestions: comparing names takes long, and nobody reads hundreds of them.
#[derive(Debug)]
pub struct Suggestions {
    left: u32,
}

impl Suggestions {
    /// Enough for all faults that a report lists.
    pub const fn new() -> Self {
        Self { left: 200 }
    }

    /// The name that a word probably means, as ``"; did you mean `bcast`?"``; empty if no name is near.
    pub fn near<S: AsRef<str>>(&mut self, word: &str, names: impl IntoIterator<Item = S>) -> String {
        if self.left == 0 {
            return String::new();
        }
        self.left -= 1;
        let names: Vec<S> = names.into_iter().collect();
        nearest(word, names.iter().map(AsRef::as_ref)).map(did_you_mean).unwrap_or_default()
    }
}

/// The end of a message with the name that is probably meant.
pub fn did_you_mean(name: &str) -> String {
    format!("; {}", question(name))
}

/// The first name that differs from a word by one letter more, less, other, or two in the other order. The time is linear.
pub fn one_edit_away<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    names.into_iter().find(|name| is_one_edit(word.as_bytes(), name.as_bytes()))
}

fn is_one_edit(first: &[u8], second: &[u8]) -> bool {
    if first.len().abs_diff(second.len()) > 1 {
        return false;
    }
    let start = first.iter().zip(second).take_while(|(one, other)| one == other).count();
    let (first, second) = (first.get(start..).unwrap_or_default(), second.get(start..).unwrap_or_default());
    let end = first.iter().rev().zip(second.iter().rev()).take_while(|(one, other)| one == other).count();
    let inside = |word: &[u8]| word.get(..word.len() - end).unwrap_or_default().to_vec();
    match (&inside(first)[..], &inside(second)[..]) {
        ([], [_]) | ([_], [] | [_]) => true,
        ([one, two], [three, four]) => (one, two) == (four, three),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_supply_ends() {
        let mut suggestions = Suggestions::new();
        assert_eq!(suggestions.near("bcst", ["reduce", "bcast"]), "; did you mean `bcast`?");
        assert_eq!(suggestions.near("gossip", ["reduce", "bcast"]), "");
        let more = (0..300).filter(|_| !suggestions.near("bcst", ["bcast"]).is_empty()).count();
        assert_eq!(more, 198);
    }

    #[test]
    fn one_edit_is_a_letter_or_an_exchange() {
        for word in ["BCST", "BCASTS", "BCAXT", "BCATS", "CBAST"] {
            assert_eq!(one_edit_away(word, ["REDUCE", "BCAST"]), Some("BCAST"), "{word}");
        }
        for word in ["BCAST", "BCA", "BACTS", "", &"BCAST".repeat(100_000)] {
            assert_eq!(one_edit_away(word, ["BCAST"]), None);
        }
    }

    proptest! {
        #[test]
        fn one_edit_is_a_distance_of_one(first in "[ab]{0,6}", second in "[ab]{0,6}") {
            let is_one = strsim::damerau_levenshtein(&first, &second) == 1;
            prop_assert_eq!(one_edit_away(&first, [&*second]).is_some(), is_one);
        }
    }
}
