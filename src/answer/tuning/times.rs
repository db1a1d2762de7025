//! The times of a library's settings, by the models of a machine.

use crate::answer::{Competition, map::Compared};
use crate::collective::{AlgorithmFamily, Question, among_ranks, by_name};
use crate::library::{Form, Library, Setting, Tree};
use crate::model::stage::{PortStages, StageCost, stages_time};
use crate::model::{PortTiming, Reversed};
use crate::request::{Layout, MpiCollective, RankCollective};
use crate::tree::families::Parameters;
use crate::tree::{PipelineTimes, RankShape, Segments};
use crate::units::Time;
use std::cell::Cell;

/// A setting among a number of ranks, made once for all sizes.
pub struct Prepared<'a> {
    competition: &'a Competition,
    library: Library,
    collective: MpiCollective,
    ranks: u64,
    setting: Setting,
    /// The tree in compressed form, if messages follow one and are costed one by one.
    shape: Option<RankShape>,
}

impl<'a> Prepared<'a> {
    /// The setting among `ranks` ranks.
    pub fn new(
        competition: &'a Competition,
        library: Library,
        collective: MpiCollective,
        ranks: u64,
        setting: Setting,
    ) -> Self {
        let is_by_message = matches!(competition.compared, Compared::Ranks { .. });
        let backwards = collective == MpiCollective::Reduce && library.receives_as_listed();
        let shape = is_by_message.then(|| setting.tree(ranks)).flatten().map(|tree| tree.shape(backwards));
        Self { competition, library, collective, ranks, setting, shape }
    }

    /// The time for a size, which is ignored by a barrier; `None` if the library runs something else for that number of ranks,
    /// no model tells the time, or it exceeds [`Time::MAX`].
    pub fn time(&self, bytes: u64, times: &mut PipelineTimes) -> Option<Time> {
        if self.ranks < 2 {
            return Some(Time::ZERO);
        }
        match &self.competition.compared {
            Compared::Ranks { collective, costs, .. } => {
                let (timing, reversed) = (costs.timing.as_ref(), Reversed(costs.timing.as_ref()));
                let way: &dyn PortTiming = match collective {
                    RankCollective::Bcast => timing,
                    RankCollective::Reduce => &reversed,
                };
                if let Form::Family(name, _) = self.setting.native.form
                    && let Some(family) = among_ranks().find(|family| family.name() == name)
                {
                    let question = |question: Question| self.in_blocks(family, question, times);
                    return Question::ask(*collective, timing, self.ranks, Some(bytes), question);
                }
                match &self.shape {
                    Some(shape) => {
                        let along = times.time(shape, &segments(way, bytes, self.setting.segment)?)?;
                        // The whole result goes from the tree's root to that of the collective.
                        let joining = matches!(self.setting.native.form, Form::Tree(Tree::InOrder)) && self.ranks > 1;
                        if joining { along.checked_add(way.port(bytes)?.delivery) } else { Some(along) }
                    }
                    None => self.in_stages(&PortStages(timing), &Layout::one_host(self.ranks).ok()?, bytes),
                }
            }
            Compared::Stages { ranks_per_host, mapping, costs, .. } => {
                let layout = Layout::new(self.ranks, *ranks_per_host, mapping.clone()).ok()?;
                self.in_stages(costs.view().cost(), &layout, bytes)
            }
        }
    }

    /// The time of an algorithm in blocks of at most the size of the setting's segments.
    fn in_blocks(&self, family: &AlgorithmFamily, question: Question, times: &mut PipelineTimes) -> Option<Time> {
        let segment = self.setting.segment.unwrap_or(question.bytes).min(question.bytes);
        let mut member = family.algorithms(question, &Cell::new(Time::MAX)).next()?;
        let algorithm = member.algorithm(self.ranks)?;
        let segments = algorithm.cutting().segments(question.timing, question.bytes, segment)?;
        (segments.count >= algorithm.fewest_segments()).then(|| algorithm.time(self.ranks, &segments, times))?
    }

    /// True if the library would run something else: for fewer elements than ranks, which have 8 bytes each, algorithms that
    /// divide a vector among the ranks are replaced, or end the program.
    fn is_replaced(&self, bytes: u64) -> bool {
        let divides = match self.setting.native.form {
            Form::Family("ring", _) => self.collective == MpiCollective::Allreduce,
            Form::Family(name, _) => matches!(name, "scatter-allgather" | "reduce-scatter-gather" | "rabenseifner"),
            Form::Tree(_) | Form::Uncosted => false,
        };
        divides && bytes / 8 < self.ranks && self.library.replaces_short_vectors()
    }

    fn in_stages(&self, cost: &dyn StageCost, layout: &Layout, bytes: u64) -> Option<Time> {
        let (family, parameters) = self.family(bytes).filter(|_| !self.is_replaced(bytes))?;
        let bytes = if self.collective.has_bytes() { bytes } else { 1 };
        let staged = by_name(self.collective, family)?.build(self.ranks, bytes, parameters)?;
        stages_time(cost, &staged.stages, layout)
    }

    /// The algorithm of the catalogue that sends the same messages between the same ranks.
    fn family(&self, bytes: u64) -> Option<(&'static str, Parameters)> {
        let segment = self.setting.segment.filter(|&segment| segment < bytes);
        let uncut = |family, parameters| segment.is_none().then_some((family, parameters));
        let fanout = self.setting.fanout.or(self.setting.native.knobs.fanout.map(|fanout| fanout.default));
        let k_nomial = |k| Parameters::new().number("k", k).word("order", "far-first");
        match (self.setting.native.form, fanout) {
            (Form::Family(family, words), fanout) => {
                let with = |parameters: Parameters, &(name, word): &(_, _)| parameters.word(name, word);
                let k = fanout.map_or_else(Parameters::new, |k| Parameters::new().number("k", k));
                Some((family, words.iter().fold(k, with)))
            }
            (Form::Tree(Tree::Flat), _) => Some(("linear", Parameters::new())),
            (Form::Tree(Tree::Pipeline), _) | (Form::Tree(Tree::Chains), Some(1)) => {
                Some(("chain", Parameters::new().number("segment", segment.unwrap_or(bytes))))
            }
            (Form::Tree(Tree::KNomial), None | Some(2)) => {
                uncut("binomial", Parameters::new().word("order", "far-first"))
            }
            (Form::Tree(Tree::KNomial), Some(k)) => uncut("k-nomial", k_nomial(k)),
            _ => None,
        }
    }
}

/// The message as a tree sends it.
fn segments(timing: &dyn PortTiming, bytes: u64, segment: Option<u64>) -> Option<Segments> {
    match segment {
        Some(segment) if segment < bytes => Segments::new(timing, bytes, segment),
        _ => timing.port(bytes).map(Segments::whole),
    }
}
