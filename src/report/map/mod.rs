//! The decision map for people and programs: a text picture, an SVG picture, CSV and JSON.

mod csv;
mod json;
mod picture;
mod svg;

pub use csv::{crossovers_csv, csv};
pub use json::{json, json_lines};
pub use picture::{Colour, picture};
pub use svg::svg;

use crate::answer::{Compared, Competition, DecisionMap};
use crate::model::stage::Sight;
use crate::request::{Mapping, MpiCollective, Operands, RankCollective, Status};
use crate::units::Clock;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What a map is about, besides its cells.
#[derive(Clone, Copy, Debug)]
pub struct MapSubject<'a> {
    /// The machine's name.
    pub machine: &'a str,
    /// The unit its times are written in.
    pub clock: Clock,
    /// The model's name.
    pub model: &'a str,
    /// The operation.
    pub operation: MapOperation<'a>,
}

impl<'a> MapSubject<'a> {
    /// What a competition is about.
    #[must_use]
    pub fn of(competition: &'a Competition) -> Self {
        let Competition { machine, compared } = competition;
        let operation = match compared {
            Compared::Ranks { collective, operands, .. } => MapOperation::Ranks(*collective, *operands),
            Compared::Stages { collective, ranks_per_host, mapping, costs } => {
                let places = (costs.sight() == Sight::Hosts).then_some((*ranks_per_host, mapping));
                MapOperation::Mpi(*collective, places)
            }
        };
        Self { machine: &machine.name, clock: machine.clock, model: competition.model(), operation }
    }
}

/// What is mapped.
#[derive(Clone, Copy, Debug)]
pub enum MapOperation<'a> {
    /// A broadcast or a reduction, whose operands may be combined so.
    Ranks(RankCollective, Operands),
    /// A collective of MPI, stage by stage; where the model sees it, so many ranks a host and mapped so.
    Mpi(MpiCollective, Option<(u64, &'a Mapping)>),
}

impl MapOperation<'_> {
    /// The collective's name.
    const fn collective(&self) -> &'static str {
        match self {
            Self::Ranks(collective, _) => collective.name(),
            Self::Mpi(collective, _) => collective.name(),
        }
    }
}

/// What is mapped, in words.
fn title(subject: &MapSubject) -> String {
    let operation = match subject.operation {
        MapOperation::Ranks(RankCollective::Bcast, _) => "broadcast".to_owned(),
        MapOperation::Ranks(RankCollective::Reduce, Operands::AnyOrder) => "reduction".to_owned(),
        MapOperation::Ranks(RankCollective::Reduce, Operands::RankOrder) => {
            "reduction in the order of the ranks".to_owned()
        }
        MapOperation::Mpi(collective, None) => collective.name().to_owned(),
        MapOperation::Mpi(collective, Some((ranks, mapping))) => {
            format!("{}, {ranks} ranks a host, {},", collective.name(), mapping.name())
        }
    };
    format!("fastest {operation} on {} ({})", subject.machine, subject.model)
}

/// A rank count, short: powers of two from 2^14 on by their exponent.
fn rank_label(ranks: u64) -> String {
    if ranks.is_power_of_two() && ranks >= 1 << 14 { format!("2^{}", ranks.ilog2()) } else { ranks.to_string() }
}

/// Numbers for a legend.
#[derive(Default)]
struct Summary {
    /// Cells by winning family.
    cells: BTreeMap<&'static str, usize>,
    /// Cells whose winner is proved optimal.
    optimal: usize,
    /// Cells without an answer.
    unanswered: usize,
    /// The largest distance from the lower bound, in percent.
    widest_gap: f64,
}

impl Summary {
    fn new(map: &DecisionMap) -> Self {
        let mut summary = Self::default();
        for cell in map.cells() {
            let Some(answer) = &cell.answer else {
                summary.unanswered += 1;
                continue;
            };
            *summary.cells.entry(answer.best.family).or_default() += 1;
            summary.optimal += usize::from(answer.claim.status == Status::Optimal);
            summary.widest_gap = summary.widest_gap.max(answer.claim.gap_percent().unwrap_or(0.0));
        }
        summary
    }

    /// The winners, those of most cells first.
    fn winners(&self) -> Vec<(&'static str, usize)> {
        let mut winners: Vec<_> = self.cells.iter().map(|(&family, &cells)| (family, cells)).collect();
        winners.sort_by_key(|&(family, cells)| (Reverse(cells), family));
        winners
    }

    /// How sure the cells are.
    fn proof(&self, operation: MapOperation<'_>) -> String {
        let answered: usize = self.cells.values().sum();
        let (all, elsewhere) = match operation {
            MapOperation::Ranks(..) => ("schedules", ""),
            MapOperation::Mpi(..) => ("algorithms", "the best of some families, "),
        };
        if self.optimal == answered {
            return format!("optimal over all {all} in {answered} of {answered} cells");
        }
        let gap = if self.widest_gap < 0.01 { "less than 0.01".to_owned() } else { format!("{:.2}", self.widest_gap) };
        let optimal = self.optimal;
        format!(
            "optimal over all {all} in {optimal} of {answered} cells, elsewhere {elsewhere}at most {gap} % above the bound"
        )
    }
}
