//! An answer of any kind for people.

use super::detail::{Detail, wrapped};
use super::next::{self, CommandLine};
use super::{bgp, budget, fft, leaves, mpi, network_plan, network_ranking, ranks, sum, two_level, unequal};
use crate::answer::{Answer, Found};
use crate::report::{LibrarySubject, MpiSubject, NetworkRankingReport, RankSubject, Subject};
use crate::request::Front;
use logpine_models::machine::Machine;
use logpine_models::model::Bgp;

/// The report of an answer, at most 100 columns wide.
#[must_use]
pub fn answer(answer: &Answer, detail: Detail) -> String {
    wrapped(&report(answer, detail))
}

/// The report of the answer to a command line, with the commands that may come next.
#[must_use]
pub fn answer_to(command: &CommandLine, answer: &Answer, detail: Detail) -> String {
    wrapped(&report(answer, detail)) + &next::after(answer, command, detail)
}

fn report(answer: &Answer, detail: Detail) -> String {
    let Machine { name: machine, clock, .. } = &answer.machine;
    let clock = *clock;
    let mut text = super::warned(&answer.warnings);
    text += &match &answer.found {
        Found::Tree { plan, costs, study } => {
            let limit = answer.slot_limit.as_ref();
            super::tree((plan, limit), &Subject::of(machine, clock, costs), study, detail)
        }
        Found::Front { front, trees, is_whole, job, costs } => {
            let subject = Subject::of(machine, clock, costs);
            let text = match front {
                Front::Period => super::front(trees, &subject),
                _ => budget::internals(trees, job, &subject, detail),
            };
            let stopped = "  the search was stopped: there may be other trees in between, before or after these\n";
            text + if *is_whole { "" } else { stopped }
        }
        Found::TreeOnHosts { plan, costs, hosts } => {
            unequal::unequal(plan, hosts, &Subject::of(machine, clock, costs), detail)
        }
        Found::LeavesPerHost { plan, costs } => two_level::two_level(plan, &Subject::of(machine, clock, costs)),
        Found::Leaves { plan, costs } => leaves::leaves(plan, &RankSubject::of(&answer.machine, costs), detail),
        Found::Ranks { plan, costs, study } => {
            ranks::ranks(plan, &RankSubject::of(&answer.machine, costs), study, detail)
        }
        Found::RanksOnHosts { plan, model, hosts } => {
            unequal::unequal_ranks(plan, hosts, model.name(), (machine, clock), detail)
        }
        Found::RanksPerHost { plan, costs } => {
            two_level::two_level_ranks(plan, &RankSubject::of(&answer.machine, costs))
        }
        Found::Stages { plan, costs, study, rivals } => {
            let view = costs.view();
            mpi::mpi(plan, &MpiSubject { machine, clock, cost: view.cost() }, study, rivals, detail)
        }
        Found::Sum { plan, costs } => sum::sum(plan, &RankSubject::of(&answer.machine, costs)),
        Found::Library { job, cost, bgp } => {
            bgp::library(job, cost, bgp, LibrarySubject { machine, clock, model: Bgp::NAME })
        }
        Found::Fft { plan, model } => fft::fft(plan, LibrarySubject { machine, clock, model }),
        Found::Planned => {
            answer.planned.as_ref().map_or_else(String::new, |plan| network_plan::network_plan(plan, detail))
        }
    };
    #[cfg(feature = "milp")]
    if let Some((certificate, limit)) = &answer.certificate {
        text += &super::certificate::certificate(certificate, *limit, clock);
    }
    if let Some(report) = NetworkRankingReport::of(answer) {
        text += &network_ranking::network_ranking(&report, detail);
    }
    text
}
