//! The times of a library's settings, by the models of a machine.

use crate::answer::{Competition, Watch, map::Compared};
use crate::request::{Layout, MpiCollective, RankCollective};
use logpine_collectives::collective::{AlgorithmFamily, Question, among_ranks, by_name};
use logpine_models::machine::hull;
use logpine_models::model::stage::{
    AfterStages, Pattern, PortStages, RoundTimes, Sending, Stage, StageCost, stages_time,
};
use logpine_models::model::{PortTiming, Reversed};
use logpine_text::units::Time;
use logpine_trees::tree::families::Parameters;
use logpine_trees::tree::{PipelineTimes, RankShape, Segments};
use logpine_tuning::library::{Alike, Form, Library, Message, Program, Runs, Sent, Setting, Tree};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A setting among a number of ranks, made once for all sizes.
pub struct Prepared<'a> {
    competition: &'a Competition,
    library: Library,
    collective: MpiCollective,
    ranks: u64,
    setting: Setting,
    /// The tree in compressed form, if messages follow one and are costed one by one.
    shape: Option<RankShape>,
    /// The messages of the last program.
    sent: RefCell<Option<(Program, Rc<Sent>)>>,
    watch: &'a dyn Watch,
}

impl<'a> Prepared<'a> {
    /// The setting among `ranks` ranks.
    pub fn new(
        competition: &'a Competition,
        library: Library,
        collective: MpiCollective,
        ranks: u64,
        setting: Setting,
        watch: &'a dyn Watch,
    ) -> Self {
        let is_by_message = matches!(competition.compared, Compared::Ranks { .. }) && !watch.is_over();
        let backwards = collective == MpiCollective::Reduce && library.receives_as_listed();
        let shape = is_by_message.then(|| setting.tree(ranks)).flatten().map(|tree| tree.shape(backwards));
        Self { competition, library, collective, ranks, setting, shape, sent: RefCell::new(None), watch }
    }

    /// The time for a size, which is ignored by a barrier; `None` if the library runs something that is not known, no model tells
    /// the time, it exceeds [`Time::MAX`], or the watch has ended the pricing.
    ///
    /// Under models of single messages, messages are those that the library really sends: their time is that of an execution in
    /// which every rank goes on as soon as it can. Under models of stages the algorithm of the catalogue stands for the library's.
    pub fn time(&self, bytes: u64, times: &mut PipelineTimes) -> Option<Time> {
        if self.ranks < 2 {
            return Some(Time::ZERO);
        }
        if self.watch.is_over() {
            return None;
        }
        let bytes = if self.collective.has_bytes() { bytes } else { 1 };
        let runs = self.setting.runs(self.library, self.ranks, bytes)?;
        match &self.competition.compared {
            Compared::Ranks { collective, costs, .. } => {
                let timing = costs.timing.as_ref();
                match runs {
                    Runs::Own => self.along(*collective, timing, self.shape.as_ref()?, bytes, times),
                    Runs::Tree(tree) => {
                        let tree = tree.built(u32::try_from(self.ranks).ok()?, tree.default_fanout())?;
                        let backwards = *collective == RankCollective::Reduce;
                        self.along(*collective, timing, &tree.shape(backwards), bytes, times)
                    }
                    Runs::Family(name, []) if among_ranks().any(|family| family.name() == name) => {
                        let family = among_ranks().find(|family| family.name() == name)?;
                        let question = |question: Question| self.in_blocks(family, question, times);
                        Question::ask(*collective, timing, self.ranks, Some(bytes), question)
                    }
                    Runs::Family(..) => self.in_stages(&PortStages(timing), &Layout::one_host(self.ranks).ok()?, bytes),
                    Runs::Rounds(program) => {
                        let sent = self.sent(program, bytes)?;
                        rounds_time(timing, &sent, self.ranks, bytes)
                    }
                }
            }
            Compared::Stages { ranks_per_host, mapping, costs, .. } => {
                let view = costs.view();
                if let (Runs::Rounds(program), Some(ports)) = (runs, view.cost().ports())
                    && let Some(sent) = self.sent(program, bytes)
                {
                    return rounds_time(ports, &sent, self.ranks, bytes);
                }
                // A replacement has no tree under models of stages.
                let is_own = match self.setting.native.form {
                    Form::Rounds(program) => runs == Runs::Rounds(program),
                    _ => !matches!(runs, Runs::Tree(_)),
                };
                let layout = Layout::new(self.ranks, *ranks_per_host, mapping.clone()).ok()?;
                is_own.then(|| self.in_stages(view.cost(), &layout, bytes))?
            }
        }
    }

    /// The sizes of the messages for a size, the least and the most; `None` if the library runs something that is not known.
    pub fn sizes(&self, bytes: u64) -> Option<[u64; 2]> {
        let of_message = |segment: Option<u64>| match segment.filter(|&segment| 0 < segment && segment < bytes) {
            Some(segment) => [bytes - (bytes.div_ceil(segment) - 1) * segment, segment],
            None => [bytes, bytes],
        };
        let by_stages = || {
            let (family, parameters) = self.family(bytes)?;
            let stages = by_name(self.collective, family)?.build(self.ranks, bytes, parameters)?.stages;
            stages.iter().map(|stage| [stage.bytes, stage.bytes]).reduce(hull)
        };
        match self.setting.runs(self.library, self.ranks, bytes)? {
            // The result goes whole from the tree's root to that of the collective.
            Runs::Own if matches!(self.setting.native.form, Form::Tree(Tree::InOrder)) => {
                Some(hull(of_message(self.setting.segment), [bytes, bytes]))
            }
            Runs::Own | Runs::Tree(_) => Some(of_message(self.setting.segment)),
            Runs::Family(name, []) if among_ranks().any(|family| family.name() == name) => {
                Some(of_message(self.setting.segment))
            }
            Runs::Family(..) => by_stages(),
            Runs::Rounds(program) => match &*self.sent(program, bytes)? {
                Sent::Alike(alike) => {
                    let each = alike.iter().filter(|of| of.rounds > 0).filter_map(|of| bytes.checked_mul(of.blocks));
                    each.map(|bytes| [bytes, bytes]).reduce(hull)
                }
                Sent::Streams(_) => Some([bytes, bytes]),
                Sent::Rounds(rounds) => {
                    let bounds = rounds.division.bounds(bytes);
                    let length = |of: &Message| bounds[of.end as usize] - bounds[of.first as usize];
                    let all = rounds.each().flatten().map(length).filter(|&bytes| bytes > 0);
                    all.map(|bytes| [bytes, bytes]).reduce(hull)
                }
            },
        }
    }

    /// The time along a tree, in the segments of the setting.
    fn along(
        &self,
        collective: RankCollective,
        timing: &dyn PortTiming,
        shape: &RankShape,
        bytes: u64,
        times: &mut PipelineTimes,
    ) -> Option<Time> {
        let reversed = Reversed(timing);
        let way: &dyn PortTiming = match collective {
            RankCollective::Bcast => timing,
            RankCollective::Reduce => &reversed,
        };
        let segments = segments(way, bytes, self.setting.segment)?;
        // A reduction is a broadcast backwards.
        let is_backwards = collective == RankCollective::Reduce;
        let along = if self.library.sends_short_segment_first() == is_backwards {
            times.time(shape, &segments)?
        } else {
            times.time_short_first(shape, &segments)?
        };
        // The whole result goes from the tree's root to that of the collective, which only receives it.
        let joining = matches!(self.setting.native.form, Form::Tree(Tree::InOrder));
        if joining { along.checked_add(timing.port(bytes)?.delivery) } else { Some(along) }
    }

    /// The messages of a program, which is made anew only if it differs from the last one.
    fn sent(&self, program: Program, bytes: u64) -> Option<Rc<Sent>> {
        if let Some((known, sent)) = self.sent.borrow().as_ref()
            && *known == program
            && !program.depends_on_bytes()
        {
            return Some(Rc::clone(sent));
        }
        let sent = Rc::new(program.sent(self.ranks, bytes, self.fanout().unwrap_or(2), self.setting.segment)?);
        *self.sent.borrow_mut() = Some((program, Rc::clone(&sent)));
        Some(sent)
    }

    /// The fanout of the setting, or the library's own.
    fn fanout(&self) -> Option<u64> {
        self.setting.fanout.or(self.setting.native.knobs.fanout.map(|fanout| fanout.default))
    }

    /// The time of an algorithm in blocks of at most the size of the setting's segments.
    fn in_blocks(&self, family: &AlgorithmFamily, question: Question, times: &mut PipelineTimes) -> Option<Time> {
        let segment = self.setting.segment.unwrap_or(question.bytes).min(question.bytes);
        let mut member = family.algorithms(question, &Cell::new(Time::MAX)).next()?;
        let algorithm = member.algorithm(self.ranks)?;
        let segments = algorithm.cutting().segments(question.timing, question.bytes, segment)?;
        (segments.count >= algorithm.fewest_segments()).then(|| algorithm.time(self.ranks, &segments, times))?
    }

    fn in_stages(&self, cost: &dyn StageCost, layout: &Layout, bytes: u64) -> Option<Time> {
        let (family, parameters) = self.family(bytes)?;
        let staged = by_name(self.collective, family)?.build(self.ranks, bytes, parameters)?;
        stages_time(cost, &staged.stages, layout)
    }

    /// The algorithm of the catalogue that sends the same messages between the same ranks.
    fn family(&self, bytes: u64) -> Option<(&'static str, Parameters)> {
        let segment = self.setting.segment.filter(|&segment| segment < bytes);
        let uncut = |family, parameters| segment.is_none().then_some((family, parameters));
        let fanout = self.fanout();
        let family_of = |family, words: &[(&'static str, &'static str)]| {
            let with = |parameters: Parameters, &(name, word): &(_, _)| parameters.word(name, word);
            let k = fanout.map_or_else(Parameters::new, |k| Parameters::new().number("k", k));
            (family, words.iter().fold(k, with))
        };
        let k_nomial = |k| Parameters::new().number("k", k).word("order", "far-first");
        match (self.setting.native.form, fanout) {
            (Form::Family(family, words), _) => Some(family_of(family, words)),
            (Form::Rounds(program), _) => program.family().map(|(family, words)| family_of(family, words)),
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

/// The time of messages in rounds, each at the cost of its own length.
fn rounds_time(ports: &dyn PortTiming, sent: &Sent, ranks: u64, bytes: u64) -> Option<Time> {
    let stage = |pattern, blocks: u64| Some(Stage::new(pattern, bytes.max(1).checked_mul(blocks)?).even(true));
    match sent {
        Sent::Alike(alike) => {
            let mut times = AfterStages::NONE;
            for &Alike { blocks, rounds } in alike {
                times = times.and(ports, &stage(Pattern::Shift { distance: 1 }, blocks)?.repeated(rounds), ranks)?;
            }
            Some(times.end())
        }
        Sent::Streams(batches) => {
            let mut times = AfterStages::NONE;
            for &messages in batches.iter().filter(|&&messages| messages > 0) {
                // A group in which each rank sends to all others.
                let group = messages.checked_add(1)?;
                let stream = stage(Pattern::Rotations { stride: 1, radix: group }, 1)?.streaming();
                times = times.and(ports, &stream, group)?;
            }
            Some(times.end())
        }
        Sent::Rounds(rounds) => {
            let bounds = rounds.division.bounds(bytes);
            let length = |message: &Message| bounds[message.end as usize] - bounds[message.first as usize];
            let mut times = RoundTimes::new(ports, usize::try_from(ranks).ok()?);
            for round in rounds.each() {
                let sending = round.iter().filter_map(|message| {
                    let bytes = length(message);
                    let Message { from, to, combined, .. } = *message;
                    (bytes > 0 || !message.skips_empty).then_some(Sending { from, to, bytes, combined })
                });
                times.round(sending)?;
            }
            Some(times.end())
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

#[cfg(test)]
mod tests;
