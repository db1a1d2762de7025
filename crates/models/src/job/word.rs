//! Choices with the same names in options, in files, in JSON and in the documentation.

/// A choice among a few words.
pub trait Word: Copy + PartialEq + Send + Sync + 'static {
    /// Every choice with its word and its documentation, in the order of the help text.
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

    /// Every choice with its word and a short description, in the order of the help text.
    fn described() -> impl Iterator<Item = (Self, &'static str, &'static str)> {
        Self::WORDS.iter().map(|&(choice, word, meaning)| (choice, word, meaning.trim().trim_end_matches('.')))
    }
}

/// Defines a choice by its variants: the name, the word, and the documentation, which is the description in the help.
#[macro_export]
macro_rules! words {
    ($(#[$of:meta])* pub enum $name:ident {
        $($(#[doc = $doc:literal])+ #[word = $word:literal] $(#[$mark:ident])? $choice:ident,)+
    }) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[doc = $doc])+ $(#[$mark])? $choice,)+
        }

        impl $crate::job::Word for $name {
            const WORDS: &'static [(Self, &'static str, &'static str)] =
                &[$((Self::$choice, $word, concat!($($doc),+))),+];
        }
    };
}
