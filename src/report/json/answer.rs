//! An answer of any kind as JSON.

use super::Beside;
use crate::answer::{Answer, Found};
use crate::machine::Machine;
use crate::model::{Bgp, UnequalPorts};
use crate::report::{LibrarySubject, MpiSubject, NetworkRankingReport, RankSubject, Subject};
use crate::request::Front;

/// An answer as JSON; its fields are listed [above](super).
#[must_use]
pub fn answer(answer: &Answer) -> String {
    let report = NetworkRankingReport::of(answer);
    let beside = Beside {
        #[cfg(feature = "milp")]
        certificate: answer.certificate.as_ref().map(|(certificate, limit)| (certificate, *limit)),
        network: report.as_ref(),
    };
    let Machine { name: machine, clock, .. } = &answer.machine;
    let clock = *clock;
    match &answer.found {
        Found::Tree { plan, costs, study } => {
            super::best_studied(plan, &Subject::of(machine, clock, costs), study, &beside)
        }
        Found::Front { front, trees, job, costs } => {
            let subject = Subject::of(machine, clock, costs);
            match front {
                Front::Period => super::front(trees, job, &subject),
                Front::Internals => super::internals(trees, job, &subject),
            }
        }
        Found::TreeOnHosts { plan, costs, hosts } => {
            super::unequal(plan, hosts.internal.hosts(), &Subject::of(machine, clock, costs), &beside)
        }
        Found::LeavesPerHost { plan, costs } => super::two_level(plan, &Subject::of(machine, clock, costs)),
        Found::Leaves { plan, costs } => super::leaves(plan, &RankSubject::of(&answer.machine, costs), &beside),
        Found::Ranks { plan, costs, study } => {
            super::ranks_studied(plan, &RankSubject::of(&answer.machine, costs), study, &beside)
        }
        Found::RanksOnHosts { plan, model, hosts } => {
            match UnequalPorts::new(&answer.machine, Some(*model), hosts) {
                Ok(ports) => super::unequal_ranks(plan, &ports, machine, clock, &beside),
                // The search had the same ports.
                Err(error) => super::refused(&error.to_string(), None),
            }
        }
        Found::RanksPerHost { plan, costs } => super::two_level_ranks(plan, &RankSubject::of(&answer.machine, costs)),
        Found::Stages { plan, costs, rivals } => {
            let view = costs.view();
            super::mpi(plan, &MpiSubject { machine, clock, cost: view.cost() }, rivals, &beside)
        }
        Found::Sum { plan, costs } => super::sum(plan, &RankSubject::of(&answer.machine, costs)),
        Found::Library { job, cost, bgp } => {
            super::library(job, cost, bgp, LibrarySubject { machine, clock, model: Bgp::NAME })
        }
        Found::Fft { plan, model } => super::fft(plan, LibrarySubject { machine, clock, model }),
    }
}
