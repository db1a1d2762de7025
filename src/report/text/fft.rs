//! The answer of `fft` for people.

use super::bgp::interval;
use super::table::Table;
use super::with_unit;
use crate::answer::{Candidate, Decomposition, FftCrossover, FftPlan, FftVerdict, Transpose, Transposes};
use crate::report::LibrarySubject;
use crate::report::counted::counted;
use itertools::Itertools;
use logpine_models::model::Accuracy;
use logpine_text::units::{Bytes, Clock};
use std::fmt::Write as _;

/// The number of shown decompositions.
const SHOWN: usize = 10;

/// The answer for the decompositions of a 3d FFT: the winner, the times, the rank counts at which the winner changes, and the
/// reasons.
pub(super) fn fft(plan: &FftPlan, subject: LibrarySubject<'_>) -> String {
    let (job, clock) = (&plan.job, subject.clock);
    let ranks = counted(job.ranks(), "rank", "ranks");
    let text = format!(
        "3d FFT of {}^3 elements of {} among {ranks} on {} ({}): {}\n",
        job.size(),
        Bytes(job.element_bytes()),
        subject.machine,
        subject.model,
        headline(plan, clock),
    );
    [text, table(plan, clock), by_ranks(plan, clock), why(plan, clock)].join("\n")
}

fn headline(plan: &FftPlan, clock: Clock) -> String {
    let safest = plan.safest();
    let time = interval(safest.construction.time, clock);
    let accuracy = plan.accuracy().name();
    match plan.verdict() {
        FftVerdict::Undecided => {
            let grids = plan.contenders().count() as u64 - 1;
            format!("undecided between 1d and 2d on {} ({accuracy})", counted(grids, "grid", "grids"))
        }
        FftVerdict::Pencils if plan.contenders().nth(1).is_some() => {
            let grids = plan.contenders().count();
            format!("2d on one of {grids} grids, not decided; {} in {time} ({accuracy})", named(safest))
        }
        FftVerdict::Planes | FftVerdict::Pencils => format!("{} in {time} ({accuracy})", named(safest)),
    }
}

fn named(candidate: &Candidate<Transposes>) -> String {
    match candidate.construction.decomposition {
        Decomposition::Planes => "1d, planes".to_owned(),
        Decomposition::Pencils { rows, columns } => format!("2d, pencils on {rows} x {columns}"),
    }
}

fn table(plan: &FftPlan, clock: Clock) -> String {
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
            each(&|transpose| Bytes(transpose.bytes).to_string()),
            messages.to_string(),
            interval(candidate.construction.time, clock),
            if may_win { "may win".to_owned() } else { String::new() },
        ]);
    }
    let more = match plan.candidates().len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("  and {}; --format json lists them\n", counted(more as u64, "more grid", "more grids")),
    };
    table.left_column(5).to_string() + &more
}

/// The winners over the powers of two, with neighbours that have the same winner on one line.
fn by_ranks(plan: &FftPlan, clock: Clock) -> String {
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
        let time = |candidate: &Option<Candidate<Transposes>>| {
            candidate.as_ref().map_or_else(|| "-".to_owned(), |candidate| interval(candidate.construction.time, clock))
        };
        let grid = match last.pencils.as_ref().map(|pencils| pencils.construction.decomposition) {
            Some(Decomposition::Pencils { rows, columns }) => format!(" on {rows} x {columns}"),
            _ => String::new(),
        };
        let pencils = time(&last.pencils) + &grid;
        table.row([ranks, format!("{}{only}", last.verdict.name()), time(&last.planes), pencils]);
    }
    table.left_column(1).to_string()
}

fn why(plan: &FftPlan, clock: Clock) -> String {
    let (size, most) = (plan.job.size(), plan.job.most_ranks());
    let mut text = format!(
        "why: 1d is one exchange among all P ranks, P - 1 messages each, and divides {size} planes among at most {size} \
         ranks;\n     2d is two exchanges on subsets, r + c - 2 messages each, and moves the data twice, on at most \
         {size}^2 = {most} ranks\n"
    );
    match plan.accuracy() {
        Accuracy::Bounded => {
            text += "bounds: below, injection at every node and peers on the nearest nodes; above, for any mapping of ranks \
                     to nodes, what routing over random nodes reaches\n";
            let safest = plan.safest();
            let high = with_unit(safest.time, safest.time.natural_unit(clock));
            let _ = writeln!(text, "safest: {}, which takes no more than {high} with any mapping", named(safest));
        }
        Accuracy::DominantTerm => text += "routes are taken to spread the traffic evenly over all links\n",
        Accuracy::Exact | Accuracy::Asymptotic => text += "exchanges are pairwise, one message a round\n",
    }
    text += "transforms are not counted: they are the same, though whole planes (1d) suit libraries better\n";
    text
}
