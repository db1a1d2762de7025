//! The options of a subcommand that are fields of its request.

use super::named::Named;
use super::related::{applies, has_file, related};
use crate::answer::relations::Subject;
use crate::request::{FileFormat, Request};
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use std::marker::PhantomData;

/// A kind of request, with a subcommand of its own.
pub trait Kind {
    /// The subjects of such requests.
    const SUBJECTS: &'static [Subject];

    /// True if an option is one of the subcommand: by the tables of what can be combined.
    fn has(option: &Arg) -> bool {
        applies(option, Self::SUBJECTS)
    }

    /// An option as the subcommand has it.
    fn adapted(option: Arg) -> Arg {
        option
    }
}

/// The fields of a request of a kind, read from the options of its subcommand.
#[derive(Debug)]
pub struct Options<K> {
    request: Request,
    of: PhantomData<K>,
}

impl<K> Options<K> {
    /// The request of the options.
    pub fn request(&self) -> Request {
        self.request.clone()
    }
}

impl<K: Kind> Args for Options<K> {
    fn augment_args(command: Command) -> Command {
        let options = Request::options().into_iter().filter(K::has);
        // A number may be negative, to say that it must not be.
        let signed = |option: Arg| {
            let is_valued = option.get_action().takes_values();
            option.allow_negative_numbers(is_valued)
        };
        command.args(options.map(|option| K::adapted(signed(option))))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<K> FromArgMatches for Options<K> {
    fn from_arg_matches(given: &ArgMatches) -> Result<Self, Error> {
        // The machine is loaded by its own option.
        Ok(Self { request: Request { machine: None, ..Request::of_options(given) }, of: PhantomData })
    }

    fn update_from_arg_matches(&mut self, given: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(given)?;
        Ok(())
    }
}

/// An argument of a subcommand for a kind of request. Those of other kinds are hidden: they are read only to say where they belong.
pub fn of_kind<K: Kind>(argument: Arg) -> Arg {
    match argument.get_id().as_str() {
        "emit" => argument.value_parser(Named::hiding(|format: FileFormat| !has_file(format, K::SUBJECTS))),
        _ => related(argument, K::SUBJECTS),
    }
}
