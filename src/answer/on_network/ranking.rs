//! Candidates replayed on a network.

use super::Contender;
use super::budget::{FIXED, admitted, draws, not_run, ranks};
use super::entry::{Draws, NetworkEntry, RankMapping};
use super::ranking_error::NetworkRankingError;
use logpine_network::{Duplex, MappingError, MappingRule, NodeMapping, PlanOptions, Ports, Routes, execute};
use logpine_text::units::{Clock, Time};
use logpine_trees::tree::families::{LeftOut, LeftOutReason};
use rayon::prelude::*;

/// The conditions under which candidates run on a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkQuestion {
    /// The clock of the plan's model.
    pub clock: Clock,
    /// The number of the root. The plan counts ranks from the root, the mappings by their own numbers.
    pub root: u32,
    /// The number of messages on a link at a time: one, or one in each direction.
    pub duplex: Duplex,
    /// The number of links that a node can use at a time.
    pub ports: Ports,
    /// The first seed of the random mappings; each draw has the next.
    pub seed: u64,
}

/// The winner on the network under a mapping.
#[derive(Clone, Copy, Debug)]
pub struct NetworkWinner<'a> {
    /// The mapping.
    pub mapping: RankMapping,
    /// The fastest candidate there; ties go to the first by the model.
    pub entry: &'a NetworkEntry,
    /// The model's winner; `None` if it did not run.
    pub models: Option<&'a NetworkEntry>,
}

impl NetworkWinner<'_> {
    /// The time of the winner.
    #[must_use]
    pub const fn time(&self) -> Time {
        self.entry.time(self.mapping)
    }

    /// True if no candidate is faster there than the model's winner.
    #[must_use]
    pub fn is_models(&self) -> bool {
        self.models.is_some_and(|models| models.time(self.mapping) == self.time())
    }

    /// The percentage by which the model's winner is slower there; `None` if it did not run, or if only the network's winner
    /// takes no time.
    #[must_use]
    pub fn slower_percent(&self) -> Option<f64> {
        let (least, models) = (self.time().ticks(), self.models?.time(self.mapping).ticks());
        match (models - least, least) {
            (0, _) => Some(0.0),
            (_, 0) => None,
            (above, least) => Some(100.0 * above as f64 / least as f64),
        }
    }
}

/// Candidates of a job, ranked by their times on a network.
///
/// The model's candidates are compared as they are: with the parameters and segments that are best by the model.
#[derive(Clone, Debug)]
pub struct NetworkRanking {
    /// The seeds of the random mappings.
    pub seeds: Vec<u64>,
    /// The candidates that ran, sorted by their time with rank i on node i, then in the order of the model.
    entries: Vec<NetworkEntry>,
    /// Candidates that did not run, each with its place in the ranking of the model, from 1.
    pub left_out: Vec<(usize, LeftOut)>,
}

impl NetworkRanking {
    /// Replays every candidate (see [`execute`]) with its ranks mapped to nodes by every [`RankMapping`]. The ranks'
    /// processors are busy with messages as long as by the model; all else is up to the network. A rank goes on as soon as
    /// it has handed a message over. It does not wait for rounds, by which the model predicts block algorithms. The answer
    /// does not depend on the number of threads.
    ///
    /// Candidates are taken from the fastest by the model on; those whose messages would take more than 2^27 hops in all are left
    /// out. If the model's winner alone would take more than half of these hops, there are fewer random mappings, 3 or 1.
    ///
    /// # Errors
    /// [`NetworkRankingError`].
    pub fn new(
        contenders: &[Contender],
        routes: &Routes,
        question: &NetworkQuestion,
    ) -> Result<Self, NetworkRankingError> {
        let network = routes.network();
        if network.clock() != question.clock {
            let (machine, found, network) = (question.clock, network.clock(), network.name().to_owned());
            return Err(NetworkRankingError::Clock { machine, network, found });
        }
        let seeds = (0..draws(contenders, routes)).map(|draw| question.seed.wrapping_add(draw));
        let seeds: Vec<u64> = seeds.collect();
        let rules: Vec<MappingRule> = [MappingRule::Identity, MappingRule::Linear]
            .into_iter()
            .chain(seeds.iter().map(|&seed| MappingRule::Random { seed }))
            .collect();
        if let Some(fewest) = contenders.iter().map(|contender| contender.ranks).min() {
            ranks(network, fewest)?;
        }
        let options = PlanOptions { duplex: question.duplex, ports: question.ports, ..PlanOptions::default() };
        let stage = Stage { routes, rules, root: question.root, options };
        let run = |(contender, admitted): (&Contender, Result<u32, LeftOutReason>)| {
            admitted.and_then(|ranks| stage.times(contender, ranks))
        };
        let admitted = admitted(contenders, routes, stage.rules.len() as u64);
        let results: Vec<_> = contenders.par_iter().zip(admitted).map(run).collect();
        let (mut entries, mut left_out) = (Vec::new(), Vec::new());
        for (place, (contender, result)) in (1..).zip(contenders.iter().zip(results)) {
            let Contender { family, title, alike, time: model, .. } = *contender;
            let (parameters, also) = (contender.parameters.clone(), contender.also.clone());
            match result {
                Ok(Times { identity, linear, random }) => {
                    entries.push(NetworkEntry {
                        family,
                        title,
                        also,
                        alike,
                        parameters,
                        place,
                        model,
                        identity,
                        linear,
                        random,
                    });
                }
                Err(reason) => left_out.push((place, LeftOut { family, parameters, reason })),
            }
        }
        entries.sort_by_key(|entry| (entry.identity, entry.place));
        Ok(Self { seeds, entries, left_out })
    }

    /// The candidates that ran, sorted by their time with rank i on node i, then in the order of the model.
    #[must_use]
    pub fn entries(&self) -> &[NetworkEntry] {
        &self.entries
    }

    /// The winner under a mapping; `None` if no candidate ran.
    #[must_use]
    pub fn winner(&self, mapping: RankMapping) -> Option<NetworkWinner<'_>> {
        let entry = self.entries.iter().min_by_key(|entry| (entry.time(mapping), entry.place))?;
        let models = self.entries.iter().find(|entry| entry.place == 1);
        Some(NetworkWinner { mapping, entry, models })
    }
}

/// The times of a candidate.
struct Times {
    identity: Time,
    linear: Time,
    random: Draws,
}

impl Times {
    /// The times from a list in the order of the rules.
    fn new(mut times: Vec<Time>) -> Self {
        let mut drawn = times.split_off(FIXED.min(times.len()));
        drawn.sort_unstable();
        let at = |times: &[Time], index: usize| times.get(index).copied().unwrap_or_default();
        let random = Draws {
            median: at(&drawn, drawn.len() / 2),
            least: at(&drawn, 0),
            greatest: at(&drawn, drawn.len().saturating_sub(1)),
        };
        Self { identity: at(&times, 0), linear: at(&times, 1), random }
    }
}

/// The network and the options with which candidates run.
struct Stage<'r, 'n> {
    routes: &'r Routes<'n>,
    rules: Vec<MappingRule>,
    root: u32,
    options: PlanOptions,
}

impl Stage<'_, '_> {
    /// The times of a candidate under each mapping.
    fn times(&self, contender: &Contender, ranks: u32) -> Result<Times, LeftOutReason> {
        let program = contender.program().map_err(not_run)?;
        let run = |&rule: &MappingRule| -> Result<Time, LeftOutReason> {
            let mapping = self.mapping(ranks, rule).map_err(not_run)?;
            Ok(execute(&program, self.routes, &mapping, &self.options, &()).map_err(not_run)?.finish)
        };
        self.rules.par_iter().map(run).collect::<Result<Vec<_>, _>>().map(Times::new)
    }

    /// The nodes of ranks that are counted from the root.
    fn mapping(&self, ranks: u32, rule: MappingRule) -> Result<NodeMapping, MappingError> {
        let network = self.routes.network();
        let mapping = NodeMapping::new(network, ranks, rule)?;
        if self.root == 0 {
            return Ok(mapping);
        }
        let mut nodes = mapping.nodes().to_vec();
        let count = nodes.len().max(1);
        nodes.rotate_left(self.root as usize % count);
        NodeMapping::listed(network, nodes)
    }
}
