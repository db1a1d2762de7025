//! An answer of any kind for people.

use crate::answer::{Answer, Found};
use crate::machine::Machine;
use crate::model::{Bgp, UnequalPorts};
use crate::report::{LibrarySubject, MpiSubject, NetworkRankingReport, RankSubject, Subject};
use crate::request::Front;

/// The report of an answer.
#[must_use]
pub fn answer(answer: &Answer) -> String {
    let Machine { name: machine, clock, .. } = &answer.machine;
    let clock = *clock;
    let mut text = match &answer.found {
        Found::Tree { plan, costs, study } => super::best_studied(plan, &Subject::of(machine, clock, costs), study),
        Found::Front { front, trees, job, costs } => {
            let subject = Subject::of(machine, clock, costs);
            match front {
                Front::Period => super::front(trees, &subject),
                Front::Internals => super::internals(trees, job, &subject),
            }
        }
        Found::TreeOnHosts { plan, costs, hosts } => {
            super::unequal(plan, hosts.internal.hosts(), &Subject::of(machine, clock, costs))
        }
        Found::LeavesPerHost { plan, costs } => super::two_level(plan, &Subject::of(machine, clock, costs)),
        Found::Leaves { plan, costs } => super::leaves(plan, &RankSubject::of(&answer.machine, costs)),
        Found::Ranks { plan, costs, study } => {
            super::ranks_studied(plan, &RankSubject::of(&answer.machine, costs), study)
        }
        Found::RanksOnHosts { plan, model, hosts } => {
            match UnequalPorts::new(&answer.machine, Some(*model), hosts) {
                Ok(ports) => super::unequal_ranks(plan, &ports, machine, clock),
                // The search had the same ports.
                Err(error) => error.to_string(),
            }
        }
        Found::RanksPerHost { plan, costs } => super::two_level_ranks(plan, &RankSubject::of(&answer.machine, costs)),
        Found::Stages { plan, costs, rivals } => {
            let view = costs.view();
            super::mpi(plan, &MpiSubject { machine, clock, cost: view.cost() }, rivals)
        }
        Found::Sum { plan, costs } => super::sum(plan, &RankSubject::of(&answer.machine, costs)),
        Found::Library { job, cost, bgp } => {
            super::library(job, cost, bgp, LibrarySubject { machine, clock, model: Bgp::NAME })
        }
        Found::Fft { plan, model } => super::fft(plan, LibrarySubject { machine, clock, model }),
    };
    #[cfg(feature = "milp")]
    if let Some((certificate, limit)) = &answer.certificate {
        text += &super::certificate(certificate, *limit, clock);
    }
    if let Some(report) = NetworkRankingReport::of(answer) {
        text += &super::network_ranking(&report);
    }
    text
}
