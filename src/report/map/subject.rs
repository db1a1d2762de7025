//! The subject of a decision map.

use crate::answer::{Compared, Competition, DecisionMap};
use crate::machine::Data;
use crate::model::stage::Sight;
use crate::request::{Mapping, MpiCollective, Operands, RankCollective};
use crate::units::Clock;

/// The subject of a map: all it needs besides its cells.
#[derive(Clone, Copy, Debug)]
pub struct MapSubject<'a> {
    /// The machine's name.
    pub machine: &'a str,
    /// The unit of its times.
    pub clock: Clock,
    /// The model's name.
    pub model: &'a str,
    /// The measurements behind the machine's profile.
    pub(crate) data: &'a Data,
    /// The operation.
    pub(crate) operation: MapOperation<'a>,
}

impl<'a> MapSubject<'a> {
    /// The subject of a competition.
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
        Self {
            machine: &machine.name,
            clock: machine.clock,
            model: competition.model(),
            data: &machine.data,
            operation,
        }
    }
}

/// The mapped operation.
#[derive(Clone, Copy, Debug)]
pub enum MapOperation<'a> {
    /// A broadcast or a reduction, and the order in which its operands may be combined.
    Ranks(RankCollective, Operands),
    /// A collective of MPI, stage by stage, with the ranks per host and their mapping if the model takes them into account.
    Mpi(MpiCollective, Option<(u64, &'a Mapping)>),
}

impl MapOperation<'_> {
    /// The collective's name.
    pub(super) const fn collective(&self) -> &'static str {
        match self {
            Self::Ranks(collective, _) => collective.name(),
            Self::Mpi(collective, _) => collective.name(),
        }
    }
}

impl MapSubject<'_> {
    /// Warnings about a map, a line each.
    pub(crate) fn warnings(&self, map: &DecisionMap) -> Vec<String> {
        let ranks = map.question().ranks.values();
        let ranks = ranks.first().zip(ranks.last()).map(|(&least, &most)| [least, most]);
        let sent: Vec<[u64; 2]> = map.cells().iter().filter_map(|cell| cell.answer.as_ref()?.best.sent).collect();
        self.data.warnings_for_cells(&sent, ranks)
    }
}

/// The mapped operation, in words.
pub(crate) fn title(subject: &MapSubject) -> String {
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
