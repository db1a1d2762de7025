//! An answer of any kind for people.

use super::detail::Detail;
use super::next::{self, CommandLine};
use super::page::Page;
use super::{bgp, fft, fronts, mpi, network_plan, network_ranking, ranks, sum, tree, two_level, uncertain, unequal};
use crate::answer::{Answer, Found};
use crate::report::NetworkRankingReport;
use logpine_models::model::Bgp;

/// The report of an answer, at most 100 columns wide.
#[must_use]
pub fn answer(answer: &Answer, detail: Detail) -> String {
    answer_to(None, answer, detail).text()
}

/// The report of the answer to a command line, with the command that may come next.
pub fn answer_to(command: Option<&CommandLine>, answer: &Answer, detail: Detail) -> Page {
    let mut page = Page::warned(&answer.warnings);
    fill(&mut page, answer, detail);
    page.next([command.and_then(|command| next::likeliest(answer, command))]);
    page
}

/// Adds the result of the engine, and the further results that were asked for.
fn fill(page: &mut Page, answer: &Answer, detail: Detail) {
    let (machine, clock) = (&answer.machine, answer.machine.clock);
    match &answer.found {
        Found::Tree { plan, costs, study } => {
            if let Some(robust) = &study.robust {
                uncertain::robust(page, robust, clock);
            }
            tree::tree(page, plan, answer.slot_limit.as_ref(), machine, costs, study, detail);
        }
        Found::Front { front, trees, is_whole, job, costs } => {
            fronts::front(page, (*front, *is_whole), trees, job, machine, costs, detail);
        }
        Found::TreeOnHosts { plan, costs, hosts } => {
            unequal::unequal(page, plan, hosts, machine, costs, detail);
        }
        Found::LeavesPerHost { plan, costs } => {
            two_level::two_level(page, plan, machine, costs, detail);
        }
        Found::Leaves { plan, costs } => tree::leaves(page, plan, machine, costs, detail),
        Found::Ranks { plan, costs, study } => {
            ranks::ranks(page, plan, machine, costs, study, detail);
        }
        Found::RanksOnHosts { plan, model, hosts } => {
            unequal::unequal_ranks(page, plan, hosts, model.name(), machine, detail);
        }
        Found::RanksPerHost { plan, costs } => {
            two_level::two_level_ranks(page, plan, machine, costs, detail);
        }
        Found::Stages { plan, costs, study, rivals } => {
            let view = costs.view();
            mpi::mpi(page, plan, machine, view.cost(), study, rivals, detail);
        }
        Found::Sum { plan, costs } => sum::sum(page, plan, machine, costs, detail),
        Found::Library { job, cost, bgp } => {
            bgp::library(page, job, cost, bgp, machine, Bgp::NAME);
        }
        Found::Fft { plan, model } => fft::fft(page, plan, machine, model),
        Found::Planned => {
            if let Some(plan) = &answer.planned {
                network_plan::network_plan(page, plan, detail);
            }
        }
    }
    #[cfg(feature = "milp")]
    if let Some((certificate, limit)) = &answer.certificate {
        super::certificate::certificate(page, certificate, *limit, clock);
    }
    if let Some(report) = NetworkRankingReport::of(answer) {
        network_ranking::network_ranking(page, &report, detail);
    }
}
