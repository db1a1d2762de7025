//! Options for the hosts of ranks.

use super::args::count;
use super::outcome::{Step, bad_input};
use crate::request::{Mapping, MappingChoice, Request};
use anyhow::anyhow;
use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use std::ffi::OsString;

/// Help of `--mapping` for maps, which take two of its values.
const MAPPING_OF_MAP: &str = "Order of the ranks on hosts: sequential, or round-robin [default: sequential]";

/// The hosts of ranks.
#[derive(Debug, Args)]
#[command(mut_arg("mapping", |mapping| mapping
    .value_name("RULE")
    .help(MAPPING_OF_MAP)
    .long_help(MAPPING_OF_MAP)))]
pub struct PlaceArgs {
    /// Number of ranks on every host, for models that depend on hosts [default: that of the profile's [platform]].
    #[arg(long, value_parser = count, value_name = "R", allow_negative_numbers = true)]
    ranks_per_host: Option<u64>,

    #[command(flatten)]
    mapping: MappingArgs,
}

impl PlaceArgs {
    /// The request with these options.
    pub fn of(&self, request: Request) -> Request {
        Request { ranks_per_host: self.ranks_per_host, mapping: self.mapping.choice(), ..request }
    }
}

/// The mapping of ranks to hosts.
#[derive(Debug, Args)]
pub struct MappingArgs {
    /// Order of the ranks on hosts: sequential, round-robin, best [default: sequential].
    ///
    /// For models that depend on hosts (`tau_lop`, `loggph`). `sequential` fills host after host, `round-robin` takes them in turn, `best` searches; a file has a
    /// line `RANK HOST` for each rank (or `rank R=HOST`, as in Open MPI's rankfiles).
    #[arg(id = "mapping", long, value_name = "RULE|FILE")]
    #[arg(value_parser = OsStringValueParser::new().map(choice))]
    name: Option<MappingChoice>,
}

fn choice(given: OsString) -> MappingChoice {
    match given.to_str() {
        Some("sequential") => MappingChoice::Known(Mapping::Sequential),
        Some("round-robin") => MappingChoice::Known(Mapping::RoundRobin),
        Some("best") => MappingChoice::Best,
        _ => MappingChoice::Path(given.into()),
    }
}

impl MappingArgs {
    /// The request of the options.
    pub fn choice(&self) -> Option<MappingChoice> {
        self.name.clone()
    }
}

/// Refuses the first option that is given.
pub fn refuse_given(options: impl IntoIterator<Item = (&'static str, bool)>, goes_with: &str) -> Step<()> {
    match options.into_iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(bad_input(anyhow!("{option} goes with {goes_with}"))),
        None => Ok(()),
    }
}
