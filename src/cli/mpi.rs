//! Options for the hosts of ranks.

use super::options::{Kind, Options};
use super::outcome::{Step, bad_input};
use crate::answer::relations::{RANKS, Subject};
use crate::request::Request;
use anyhow::anyhow;
use clap::Arg;

/// The hosts of ranks of a map, which takes two mappings.
#[derive(Debug)]
pub struct OfHosts;

impl Kind for OfHosts {
    const SUBJECTS: &'static [Subject] = RANKS;

    fn has(option: &Arg) -> bool {
        matches!(option.get_id().as_str(), "ranks_per_host" | "mapping")
    }

    fn adapted(option: Arg) -> Arg {
        let (help, name) = match option.get_id().as_str() {
            "mapping" => ("Order of the ranks on hosts: sequential, or round-robin [default: sequential]", "RULE"),
            _ => (
                "Number of ranks on every host, for models that depend on hosts [default: that of the profile's [platform]]",
                "R",
            ),
        };
        option.value_name(name).help(help).long_help(help)
    }
}

/// The hosts of ranks.
pub type PlaceArgs = Options<OfHosts>;

impl PlaceArgs {
    /// The request with these options.
    pub fn of(&self, request: Request) -> Request {
        let Request { ranks_per_host, mapping, .. } = self.request();
        Request { ranks_per_host, mapping, ..request }
    }
}

/// Refuses the first option that is given.
pub fn refuse_given(options: impl IntoIterator<Item = (&'static str, bool)>, goes_with: &str) -> Step<()> {
    match options.into_iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(bad_input(anyhow!("{option} goes with {goes_with}"))),
        None => Ok(()),
    }
}
