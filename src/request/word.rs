//! Choices with the same names in options, in files, in JSON and in the documentation.

/// A choice among a few words.
pub trait Word: Copy + PartialEq + Send + Sync + 'static {
    /// Every choice with its word and a short description, in the order of the help text.
    const WORDS: &'static [(Self, &'static str, &'static str)];

    /// The word of the choice.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(choice, ..)| *choice == self).map_or("", |(_, word, _)| word)
    }

    /// The choice of that word, if there is one; `-` and `_` are equivalent.
    fn named(word: &str) -> Option<Self> {
        let alike = |known: &str| known.replace('_', "-") == word.replace('_', "-");
        Self::WORDS.iter().find(|(_, known, _)| alike(known)).map(|(choice, ..)| *choice)
    }
}
