//! Options that take one of several words, and know what other words mean.

use crate::suggest::nearest;
use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command, Error, ValueEnum};
use std::ffi::OsStr;

/// Reads one of the words; of another word the error says which is meant.
#[derive(Clone, Debug)]
pub struct Named<E> {
    /// Words that the help leaves out, for they are only read to say why they do not go.
    is_hidden: fn(E) -> bool,
}

impl<E> Named<E> {
    pub const fn new() -> Self {
        Self { is_hidden: |_| false }
    }

    /// Words of which the help leaves some out.
    pub const fn hiding(is_hidden: fn(E) -> bool) -> Self {
        Self { is_hidden }
    }
}

impl<E: ValueEnum + Copy + Send + Sync + 'static> TypedValueParser for Named<E> {
    type Value = E;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<E, Error> {
        EnumValueParser::<E>::new().parse_ref(command, arg, value).map_err(|mut error| {
            let known: Vec<PossibleValue> = E::value_variants().iter().filter_map(E::to_possible_value).collect();
            let meant = value.to_str().and_then(|word| nearest(word, known.iter().map(PossibleValue::get_name)));
            let shown = E::value_variants().iter().filter(|word| !(self.is_hidden)(**word));
            let shown = shown.filter_map(E::to_possible_value).map(|value| value.get_name().to_owned()).collect();
            error.insert(ContextKind::ValidValue, ContextValue::Strings(shown));
            if let Some(meant) = meant {
                error.insert(ContextKind::SuggestedValue, ContextValue::String(meant.to_owned()));
            }
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = E::value_variants().iter();
        Some(Box::new(values.filter_map(|word| Some(word.to_possible_value()?.hide((self.is_hidden)(*word))))))
    }
}
