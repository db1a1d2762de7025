//! Options that take one of several words, and know what other words mean.

use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command, Error, ValueEnum};
use logpine::suggest::nearest;
use std::ffi::OsStr;
use std::marker::PhantomData;

/// Reads one of the words; of another word the error says which is meant.
#[derive(Clone, Debug)]
pub struct Named<E> {
    words: PhantomData<E>,
    /// Words that the help leaves out, for they are only read to say why they do not go.
    hidden: &'static [&'static str],
}

impl<E> Named<E> {
    pub const fn new() -> Self {
        Self { words: PhantomData, hidden: &[] }
    }

    /// The same with a help that leaves words out.
    pub const fn hiding(self, hidden: &'static [&'static str]) -> Self {
        Self { hidden, ..self }
    }
}

impl<E: ValueEnum + Clone + Send + Sync + 'static> TypedValueParser for Named<E> {
    type Value = E;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<E, Error> {
        EnumValueParser::<E>::new().parse_ref(command, arg, value).map_err(|mut error| {
            let known: Vec<PossibleValue> = E::value_variants().iter().filter_map(E::to_possible_value).collect();
            let meant = value.to_str().and_then(|word| nearest(word, known.iter().map(PossibleValue::get_name)));
            let shown = known.iter().map(PossibleValue::get_name).filter(|name| !self.hidden.contains(name));
            let shown = shown.map(str::to_owned).collect();
            error.insert(ContextKind::ValidValue, ContextValue::Strings(shown));
            if let Some(meant) = meant {
                error.insert(ContextKind::SuggestedValue, ContextValue::String(meant.to_owned()));
            }
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = E::value_variants().iter().filter_map(E::to_possible_value);
        Some(Box::new(values.map(|value| {
            let is_hidden = self.hidden.contains(&value.get_name());
            value.hide(is_hidden)
        })))
    }
}
