//! The algorithms of MPI's collectives stage by stage: what they do, and what they cost.

mod along_hosts;
mod closed_forms;
mod delivers;
mod ending;
mod large;
mod mutants;
mod schedules;
mod traffic;
mod uneven;

use logpine::collective::by_name;
use logpine::request::MpiCollective;
use logpine::schedule::stages::Staged;
use logpine::tree::families::Parameters;

/// A member, if the family has it.
#[track_caller]
fn maybe(collective: MpiCollective, family: &str, ranks: u64, bytes: u64, parameters: Parameters) -> Option<Staged> {
    let family = by_name(collective, family).unwrap_or_else(|| panic!("no {family}"));
    family.build(ranks, bytes, parameters)
}

/// A member that there is.
#[track_caller]
fn staged(collective: MpiCollective, family: &str, ranks: u64, bytes: u64) -> Staged {
    let member = maybe(collective, family, ranks, bytes, Parameters::new());
    member.unwrap_or_else(|| panic!("no {family} for {ranks} ranks"))
}
