//! The answer of `fft` for people.

use super::bgp::interval;
use super::page::Page;
use super::table::Table;
use crate::answer::{Candidate, Decomposition, FftCrossover, FftPlan, FftVerdict, Transpose, Transposes};
use crate::report::times::{counted, number, size, time};
use itertools::Itertools;
use logpine_models::machine::Machine;
use logpine_models::model::Accuracy;
use logpine_text::units::Clock;

/// The number of shown decompositions.
const SHOWN: usize = 10;

/// The answer for the decompositions of a 3d FFT: the winner, the times, the rank counts at which the winner changes, and the
/// reasons.
pub(super) fn fft(page: &mut Page, plan: &FftPlan, machine: &Machine, model: &str) {
    let (job, clock) = (&plan.job, machine.clock);
    let ranks = counted(job.ranks(), "rank", "ranks");
    let title = format!(
        "Best transposes of a 3D FFT of {}^3 elements of {} among {ranks} on {}",
        job.size(),
        size(job.element_bytes()),
        machine.name
    );
    page.headline(&title, &headline(plan, clock), plan.accuracy().name());
    table(page, plan, clock);
    by_ranks(page, plan, clock);
    why(page, plan, clock);
    page.line(format!("Predicted by the model {model}."));
}

fn headline(plan: &FftPlan, clock: Clock) -> String {
    let safest = plan.safest();
    let took = interval(safest.construction.time, clock);
    match plan.verdict() {
        FftVerdict::Undecided => {
            let grids = plan.contenders().count() as u64 - 1;
            format!("undecided between 1d and 2d on {}", counted(grids, "grid", "grids"))
        }
        FftVerdict::Pencils if plan.contenders().nth(1).is_some() => {
            let grids = plan.contenders().count();
            format!("2d on one of {grids} grids, not decided; {} in {took}", named(safest))
        }
        FftVerdict::Planes | FftVerdict::Pencils => format!("{} in {took}", named(safest)),
    }
}

fn named(candidate: &Candidate<Transposes>) -> String {
    match candidate.construction.decomposition {
        Decomposition::Planes => "1d, planes".to_owned(),
        Decomposition::Pencils { rows, columns } => format!("2d, pencils on {rows} x {columns}"),
    }
}

fn table(page: &mut Page, plan: &FftPlan, clock: Clock) {
    let mut table = Table::new(["decomposition", "exchanges among", "blocks", "messages", "time", ""]);
    let contenders: Vec<Decomposition> = plan.contenders().map(|found| found.construction.decomposition).collect();
    for candidate in plan.candidates().iter().take(SHOWN) {
        let each = |part: &dyn Fn(&Transpose) -> String| match candidate.construction.transposes.as_slice() {
            [] => "-".to_owned(),
            transposes => transposes.iter().map(part).join(" + "),
        };
        let messages: u64 = candidate.construction.transposes.iter().map(|transpose| transpose.group - 1).sum();
        let may_win = contenders.len() > 1 && contenders.contains(&candidate.construction.decomposition);
        table.row([
            match candidate.construction.decomposition {
                Decomposition::Planes => "1d, planes".to_owned(),
                Decomposition::Pencils { .. } => "2d, pencils".to_owned(),
            },
            each(&|transpose| transpose.group.to_string()),
            each(&|transpose| size(transpose.bytes)),
            messages.to_string(),
            interval(candidate.construction.time, clock),
            if may_win { "may win".to_owned() } else { String::new() },
        ]);
    }
    page.table(table.left_column(5));
    let more = plan.candidates().len().saturating_sub(SHOWN);
    if more > 0 {
        page.note(format!("and {}. --format json lists them", counted(more as u64, "more grid", "more grids")));
    }
}

/// The winners over the powers of two, with neighbours that have the same winner on one line.
fn by_ranks(page: &mut Page, plan: &FftPlan, clock: Clock) {
    let mut table = Table::new(["ranks (powers of 2)", "wins", "1d at the last", "2d at the last, best grid"]);
    let possible = |at: &FftCrossover| (at.verdict, at.planes.is_some(), at.pencils.is_some());
    for (_, group) in &plan.by_ranks.iter().chunk_by(|at| possible(at)) {
        let group: Vec<&FftCrossover> = group.collect();
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let ranks = if first.ranks == last.ranks {
            first.ranks.to_string()
        } else {
            format!("{} to {}", first.ranks, last.ranks)
        };
        let only = match (&last.planes, &last.pencils) {
            (Some(_), Some(_)) => "",
            _ => " alone",
        };
        let took = |candidate: &Option<Candidate<Transposes>>| {
            candidate.as_ref().map_or_else(|| "-".to_owned(), |candidate| interval(candidate.construction.time, clock))
        };
        let grid = match last.pencils.as_ref().map(|pencils| pencils.construction.decomposition) {
            Some(Decomposition::Pencils { rows, columns }) => format!(" on {rows} x {columns}"),
            _ => String::new(),
        };
        let pencils = took(&last.pencils) + &grid;
        table.row([ranks, format!("{}{only}", last.verdict.name()), took(&last.planes), pencils]);
    }
    page.table(table.left_column(1));
}

fn why(page: &mut Page, plan: &FftPlan, clock: Clock) {
    let (side, most) = (plan.job.size(), plan.job.most_ranks());
    page.line(format!(
        "1D is one exchange among all P ranks, with P - 1 messages each. It divides {side} planes among at most {side} ranks."
    ));
    page.line(format!(
        "2D is two exchanges on subsets, with r + c - 2 messages each. It moves the data twice, on at most {side}^2 = {} ranks.",
        number(most)
    ));
    match plan.accuracy() {
        Accuracy::Bounded => {
            page.line(
                "Lower bounds: injection at every node, and peers on the nearest nodes. Upper bounds, for any mapping of ranks to \
                 nodes: what routing over random nodes reaches.",
            );
            let safest = plan.safest();
            let high = time(safest.time, clock);
            page.line(format!("Safest: {}, which takes no more than {high} with any mapping.", named(safest)));
        }
        Accuracy::DominantTerm => page.line("Assumed: routes spread the traffic evenly over all links."),
        Accuracy::Exact | Accuracy::Asymptotic => page.line("Exchanges are pairwise, one message a round."),
    }
    page.line("Transforms are not counted. They are the same, though whole planes (1D) suit libraries better.");
}
