//! Options that take one of several words, and know the meanings of others.

use crate::request::Word;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use logpine_text::suggest::nearest;
use std::ffi::OsStr;
use std::marker::PhantomData;

/// Reads one of the words of a choice; of another word the error says which is meant.
#[derive(Debug)]
pub struct Named<E> {
    /// Words that the help leaves out, for they are only read to say why they do not go.
    is_hidden: fn(E) -> bool,
    of: PhantomData<E>,
}

impl<E> Clone for Named<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Named<E> {}

impl<E> Named<E> {
    pub const fn new() -> Self {
        Self::hiding(|_| false)
    }

    /// Words, some of which the help leaves out.
    pub const fn hiding(is_hidden: fn(E) -> bool) -> Self {
        Self { is_hidden, of: PhantomData }
    }
}

impl<E: Word> Named<E> {
    /// The words that help lists, with their meanings.
    fn shown(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let shown = E::WORDS.iter().filter(move |(choice, ..)| !(self.is_hidden)(*choice));
        shown.map(|&(_, word, meaning)| (word, meaning))
    }
}

impl<E: Word> TypedValueParser for Named<E> {
    type Value = E;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<E, Error> {
        let text = value.to_str();
        if let Some(choice) = text.and_then(E::named) {
            return Ok(choice);
        }
        let mut error = Error::new(ErrorKind::InvalidValue).with_cmd(command);
        if let Some(arg) = arg {
            error.insert(ContextKind::InvalidArg, ContextValue::String(arg.to_string()));
        }
        error.insert(ContextKind::InvalidValue, ContextValue::String(value.to_string_lossy().into_owned()));
        let shown = self.shown().map(|(word, _)| word.to_owned()).collect();
        error.insert(ContextKind::ValidValue, ContextValue::Strings(shown));
        // A letter is like any other.
        let meant = text
            .filter(|text| text.len() > 1)
            .and_then(|text| nearest(text, E::WORDS.iter().map(|(_, word, _)| *word)));
        if let Some(meant) = meant {
            error.insert(ContextKind::SuggestedValue, ContextValue::String(meant.to_owned()));
        }
        Err(error)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.shown().map(|(word, meaning)| PossibleValue::new(word).help(meaning))))
    }
}
