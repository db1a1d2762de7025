//! MPI's collectives and where ranks run, as options.

use super::args::count;
use super::outcome::{Step, bad_input};
use super::stages::Stages;
use crate::format;
use crate::input::{InputLimit, read};
use crate::model::stage::Sight;
use crate::request::{Layout, Mapping, MpiCollective, RankCollective};
use anyhow::anyhow;
use clap::builder::{OsStringValueParser, PossibleValue, TypedValueParser};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// A collective of MPI, as an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MpiName(pub MpiCollective);

impl ValueEnum for MpiName {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [MpiName; MpiCollective::ALL.len()] = {
            let mut all = [MpiName(MpiCollective::Bcast); MpiCollective::ALL.len()];
            let mut index = 0;
            while index < all.len() {
                all[index] = MpiName(MpiCollective::ALL[index]);
                index += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.description()))
    }
}

impl MpiName {
    /// The one of a single message, where it is one.
    pub const fn of_ranks(self) -> Option<RankCollective> {
        match self.0 {
            MpiCollective::Bcast => Some(RankCollective::Bcast),
            MpiCollective::Reduce => Some(RankCollective::Reduce),
            _ => None,
        }
    }
}

/// Help of `--mapping` for maps, which take two of its values.
const MAPPING_OF_MAP: &str = "Which host runs which rank, for models that see it: `sequential` fills host after host, `round-robin` \
                              takes them in turn [default: sequential]";

/// Where ranks run.
#[derive(Debug, Args)]
#[command(mut_arg("mapping", |mapping| mapping
    .value_name("sequential|round-robin")
    .help(MAPPING_OF_MAP)
    .long_help(MAPPING_OF_MAP)))]
pub struct PlaceArgs {
    /// How many ranks a host runs, for models that see it [default: what the profile's [platform] says].
    #[arg(long, value_parser = count, value_name = "R", allow_negative_numbers = true)]
    ranks_per_host: Option<u64>,

    #[command(flatten)]
    mapping: MappingArgs,
}

impl PlaceArgs {
    /// The options, and whether they are given.
    pub fn given(&self) -> [(&'static str, bool); 2] {
        [("--ranks-per-host", self.ranks_per_host.is_some()), ("--mapping", self.mapping.name.is_some())]
    }

    /// Where the ranks of a map run: so many a host, sequentially or in turn.
    pub fn of_map(&self, machine: &Stages, most_ranks: u64) -> Step<(u64, Mapping)> {
        if machine.sees_hosts(self.given())? == Sight::Blind {
            return Ok((1, Mapping::Sequential));
        }
        let mapping = match self.mapping.name {
            None | Some(MappingName::Sequential) => Mapping::Sequential,
            Some(MappingName::RoundRobin) => Mapping::RoundRobin,
            Some(MappingName::Best | MappingName::File(_)) => {
                return Err(bad_input(anyhow!("a map takes --mapping sequential or round-robin")));
            }
        };
        Ok((machine.ranks_per_host(self.ranks_per_host, most_ranks)?, mapping))
    }
}

/// Which host runs which rank.
#[derive(Debug, Args)]
pub struct MappingArgs {
    /// Which host runs which rank, for models that see it: `sequential` fills host after host, `round-robin` takes them in
    /// turn, `best` searches; else a file with a line `RANK HOST` for each rank (or `rank R=HOST` of Open MPI's rankfiles)
    /// [default: sequential].
    #[arg(id = "mapping", long, value_name = "sequential|round-robin|best|FILE")]
    #[arg(value_parser = OsStringValueParser::new().map(MappingName::from))]
    name: Option<MappingName>,
}

/// What `--mapping` takes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum MappingName {
    Sequential,
    RoundRobin,
    Best,
    File(PathBuf),
}

impl From<OsString> for MappingName {
    fn from(given: OsString) -> Self {
        match given.to_str() {
            Some("sequential") => Self::Sequential,
            Some("round-robin") => Self::RoundRobin,
            Some("best") => Self::Best,
            _ => Self::File(given.into()),
        }
    }
}

impl MappingArgs {
    /// The option, and whether it is given.
    pub const fn given(&self) -> (&'static str, bool) {
        ("--mapping", self.name.is_some())
    }

    /// Whether the best mapping is to be searched.
    pub fn is_best(&self) -> bool {
        self.name == Some(MappingName::Best)
    }

    /// Where `ranks` ranks run, at most so many on a host.
    pub fn layout(&self, ranks: u64, ranks_per_host: u64) -> Step<Layout> {
        let mapping = match &self.name {
            None | Some(MappingName::Sequential | MappingName::Best) => Mapping::Sequential,
            Some(MappingName::RoundRobin) => Mapping::RoundRobin,
            Some(MappingName::File(path)) => {
                let shown = path.display();
                let text = read(path, &format!("the mapping {shown}"), InputLimit::MAPPING).map_err(|error| {
                    bad_input(anyhow!("{error} (--mapping takes sequential, round-robin, best or a file)"))
                })?;
                let hosts = format::mapping(&text, ranks).map_err(|fault| bad_input(anyhow!("{shown}:{fault}")))?;
                Mapping::Listed(hosts.into())
            }
        };
        Layout::new(ranks, ranks_per_host, mapping).map_err(bad_input)
    }

    /// Whether it names the host of every rank.
    pub const fn lists_hosts(&self) -> bool {
        matches!(self.name, Some(MappingName::File(_)))
    }
}

/// Refuses the first option that is given.
pub fn refuse_given(options: impl IntoIterator<Item = (&'static str, bool)>, goes_with: &str) -> Step<()> {
    match options.into_iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(bad_input(anyhow!("{option} goes with {goes_with}"))),
        None => Ok(()),
    }
}
