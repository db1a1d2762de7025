//! Broadcast and reduction among ranks, seen from outside: published numbers, brute force that shares no code with the
//! library, and properties of every machine.

mod errors;
mod every_program;
mod every_segment;
mod extremes;
mod golden;
pub mod machines;
mod monotone;
pub mod ordered_trees;
mod properties;
mod replay;
mod replayed_families;
mod single_trees;

use logpine::answer::{Candidate, RankAlgorithm, RankPlan};
use logpine::request::{RankCollective, RankJob};
use logpine_models::machine::Machine;
use logpine_models::model::{PortTiming, port_timing};

/// The timing of the first model of a profile.
#[track_caller]
fn timing(text: &str) -> Box<dyn PortTiming> {
    let machine = Machine::from_toml(text, "test.toml").unwrap_or_else(|error| panic!("{error}"));
    port_timing(&machine, None).unwrap_or_else(|error| panic!("{error}"))
}

fn job(collective: RankCollective, ranks: u64, bytes: Option<u64>) -> RankJob {
    RankJob::new(collective, ranks, bytes).expect("ranks and bytes in range")
}

#[track_caller]
fn plan(timing: &dyn PortTiming, collective: RankCollective, ranks: u64, bytes: Option<u64>) -> RankPlan {
    RankPlan::new(timing, job(collective, ranks, bytes)).unwrap_or_else(|error| panic!("{ranks} {bytes:?}: {error}"))
}

/// The best of a family, by its time.
#[track_caller]
fn best_of<'a>(plan: &'a RankPlan, family: &str) -> &'a Candidate<RankAlgorithm> {
    let candidate = plan.candidates().iter().find(|candidate| candidate.family == family);
    candidate.unwrap_or_else(|| panic!("no {family} among the candidates"))
}
