//! The subject of a decision map.

use crate::answer::{Compared, Competition, DecisionMap, MapCell, named};
use crate::request::{Mapping, MpiCollective, Operands, RankCollective};
use itertools::Itertools;
use logpine_models::machine::Data;
use logpine_models::model::stage::Sight;
use logpine_text::units::Clock;
use std::collections::BTreeMap;

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
        let Competition { machine, compared, .. } = competition;
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
        self.data.warnings_for_cells(&sent, ranks).into_iter().chain(both_ends(map)).collect()
    }

    /// Warnings about all cells, whichever shard they are in.
    pub(super) fn said_of_any_cell(&self, map: &DecisionMap) -> Vec<String> {
        let end = map
            .cells_without_overhead()
            .map(|_| format!("{ONE_END}; with o = 0 others may be, and `logpine collective` names both for one cell"));
        self.data.said_of_any_cell().into_iter().chain(end).collect()
    }
}

const ONE_END: &str = "the overhead was not measured, and these are the best listed with o = alpha";

/// The pairs of winners that are named.
const MOST_PAIRS: usize = 3;

/// The winners with o = 0 where they are others, in a line; `None` if the overhead was measured.
fn both_ends(map: &DecisionMap) -> Option<String> {
    let free = map.cells_without_overhead()?;
    let name = |cell: &MapCell| {
        let best = &cell.answer.as_ref()?.best;
        Some(named(best.family, &best.parameters))
    };
    let all = map.cells().iter().zip(free).filter_map(|(here, free)| Some((name(here)?, name(free)?)));
    let mut pairs: BTreeMap<_, usize> = BTreeMap::new();
    for pair in all.filter(|(here, free)| here != free) {
        *pairs.entry(pair).or_default() += 1;
    }
    let (cells, differ) = (map.cells().len(), pairs.values().sum::<usize>());
    if differ == 0 {
        return Some(format!("{ONE_END}; with o = 0 they are the same in all cells"));
    }
    let pairs = pairs.into_iter().sorted_by(|(a, of_a), (b, of_b)| of_b.cmp(of_a).then_with(|| a.cmp(b)));
    let named = pairs.take(MOST_PAIRS).map(|((here, free), cells)| format!("{free} for {here} in {cells}")).join(", ");
    Some(format!(
        "{ONE_END}; with o = 0 others are in {differ} of {cells} cells ({named}), and `logpine collective` names both for one cell; measure it \
         with `logpine-mpi measure messages` or Netgauge"
    ))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Grid, MapQuestion, Shard, answer};
    use crate::request::{Operation, Request};
    use logpine_models::machine::Machine;

    /// The cells that a map counts are those whose single answers name two algorithms.
    #[test]
    fn a_map_counts_the_cells_with_other_winners_at_the_other_end_of_the_overhead() {
        let text =
            "name = \"m\"\n[data]\nnot_measured = [\"overhead\"]\n[alpha_beta]\nalpha = \"2us\"\nbeta = \"1ns/B\"";
        let machine = Machine::from_toml(text, "m.toml").unwrap_or_else(|error| panic!("{error}"));
        let (ranks, bytes) = ([2, 3, 8, 32], [1, 4096, 1 << 20]);
        let mut counts = Vec::new();
        for collective in [MpiCollective::Bcast, MpiCollective::Reduce, MpiCollective::Allreduce] {
            let request = |ranks, bytes| Request {
                collective: Some(Operation::Mpi(collective)),
                ranks: Some(ranks),
                bytes: Some(bytes),
                ..Request::default()
            };
            let competition = Competition::new(&machine, &request(2, 1), 32).expect("a map");
            let grids = [Grid::new(ranks), Grid::new(bytes)].map(|grid| grid.expect("a grid"));
            let [of_ranks, of_bytes] = grids;
            let question = MapQuestion { ranks: of_ranks, bytes: Some(of_bytes), shard: Shard::WHOLE };
            let map = competition.map(question, &()).expect("a map");
            let differs = |&(ranks, bytes): &(u64, u64)| {
                let warnings = answer(&machine, &request(ranks, bytes)).expect("an answer").warnings;
                let line = warnings.iter().find(|line| line.starts_with("priced at both ends")).expect("a line");
                line.contains("with o = 0 the best listed is ")
            };
            let cells = ranks.into_iter().flat_map(|ranks| bytes.map(|bytes| (ranks, bytes)));
            let differ = cells.filter(differs).count();
            let said = MapSubject::of(&competition).warnings(&map);
            let count =
                if differ == 0 { "the same in all cells".to_owned() } else { format!(" in {differ} of 12 cells (") };
            assert!(said.len() == 1 && said[0].contains(&count), "{collective:?}: {said:?}, not {count}");
            counts.push(differ);
        }
        assert!(counts.iter().any(|count| (1..12).contains(count)), "{counts:?}");
    }
}
