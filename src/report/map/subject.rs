//! The subject of a decision map.

use crate::answer::{Compared, Competition, Grid, MapQuestion};
use crate::machine::{Data, Ranges};
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
    /// What limits the map, a line each.
    pub(super) fn warnings(&self, question: &MapQuestion) -> Vec<String> {
        let ends = |grid: &Grid| Some([*grid.values().first()?, *grid.values().last()?]);
        let bytes = question.bytes.as_ref().and_then(ends);
        self.data.warnings_for(&Ranges { bytes, ranks: ends(&question.ranks), fanouts: None })
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
