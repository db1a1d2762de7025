//! The search by execution: the candidates to execute, their order, and the times at which they are stopped.

use super::contender::{Contender, patience};
use super::members::members;
use crate::answer::{Candidate, ExecuteError, Execution, Executions, Pace, RankAlgorithm, Rules};
use crate::request::RankJob;
use logpine_collectives::collective::{Algorithm, Cutting, Question, place_in_ties};
use logpine_collectives::schedule::replay::ReplayError;
use logpine_models::model::PortTiming;
use logpine_text::units::Time;
use logpine_text::watch::Watch;
use logpine_trees::tree::PipelineTimes;
use logpine_trees::tree::families::Parameters;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The most operations of a schedule that is executed.
pub(super) const MOST_OPERATIONS: u64 = 1 << 22;

/// Operations that are executed in all: this number for each rank, within the two limits.
const OPERATIONS_PER_RANK: u64 = 1 << 17;
const OPERATIONS: (u64, u64) = (1 << 20, 3 << 24);

/// Candidates executed between two looks at the best: a constant, so that the number of threads has no influence.
const AT_ONCE: usize = 4;

/// The number of best algorithms for which sizes near their own are tried, and the number of rounds.
const REFINED: usize = 3;
const REFINEMENTS: usize = 2;

/// Sizes near a size, as 64ths of it: factors of about 2^(1/8), 2^(1/4) and 2^(1/2), down and up.
const NEAR: [u64; 6] = [45, 54, 59, 69, 76, 91];

/// The estimate of an algorithm with the segments tried last, and its time when it was executed.
struct Trend {
    family: &'static str,
    parameters: Parameters,
    estimate: Time,
    time: Time,
}

/// A search under way.
pub(super) struct Search<'a> {
    question: Question<'a>,
    job: RankJob,
    model: &'a dyn PortTiming,
    rules: Rules,
    watch: &'a dyn Watch,
    /// The operations that may still be executed, out of `most`.
    left: u64,
    most: u64,
    times: PipelineTimes,
    /// Every candidate executed, with its time and pace.
    executed: Vec<(Contender, Time, Pace)>,
    seen: BTreeSet<(&'static str, String, u64)>,
    trends: Vec<Trend>,
    counts: Executions,
}

impl<'a> Search<'a> {
    /// `question` is asked of the ports by the rules.
    pub(super) fn new(
        question: Question<'a>,
        job: RankJob,
        model: &'a dyn PortTiming,
        rules: Rules,
        watch: &'a dyn Watch,
    ) -> Self {
        let most = question.ranks.saturating_mul(OPERATIONS_PER_RANK).clamp(OPERATIONS.0, OPERATIONS.1);
        Self {
            question,
            job,
            model,
            rules,
            watch,
            left: most,
            most,
            times: PipelineTimes::new(),
            executed: Vec::new(),
            seen: BTreeSet::new(),
            trends: Vec::new(),
            counts: Executions::default(),
        }
    }

    /// Executes the candidates of plans.
    pub(super) fn propose<'c>(&mut self, candidates: impl Iterator<Item = &'c Candidate<RankAlgorithm>>) {
        let bytes = self.question.bytes;
        let proposed = candidates.filter_map(|candidate| {
            let segment = candidate.construction.cut.map_or(bytes, |cut| cut.segment);
            self.contender(candidate.family, &candidate.uncut_parameters(), &candidate.construction.algorithm, segment)
        });
        let proposed = proposed.collect();
        self.run(proposed);
    }

    /// Executes the members of all families with one segment, two, four, and so on.
    pub(super) fn levels(&mut self) {
        let bytes = self.question.bytes;
        let mut members = members(self.question, self.job.operands);
        for level in 0..=bytes.ilog2() {
            let segment = bytes.div_ceil(1 << level);
            let mut contenders = Vec::new();
            for (family, member) in &mut members {
                let by_ranks = member.recipe.cutting() == Cutting::ByRanks;
                if !member.sizes.contains(segment) || (by_ranks && level > 0) {
                    continue;
                }
                let Some(algorithm) = member.algorithm(self.question.ranks).cloned() else { continue };
                contenders.extend(self.contender(family, &member.parameters, &algorithm, segment));
            }
            self.run(contenders);
        }
    }

    /// Executes the best algorithms with segments of about their sizes.
    pub(super) fn refine(&mut self) {
        for _ in 0..REFINEMENTS {
            self.executed.sort_by_key(|(contender, time, _)| (*time, contender.segments()));
            let mut algorithms: Vec<Contender> = Vec::new();
            for (contender, ..) in &self.executed {
                let is_new = |of: &Contender| (of.family, &of.parameters) != (contender.family, &contender.parameters);
                if algorithms.len() < REFINED && algorithms.iter().all(is_new) {
                    algorithms.push(contender.clone());
                }
            }
            let mut near = Vec::new();
            for Contender { family, parameters, algorithm, cut, .. } in &algorithms {
                let Some(cut) = cut else { continue };
                for share in NEAR {
                    let segment = u64::try_from(u128::from(cut.segment) * u128::from(share) / 64).unwrap_or(u64::MAX);
                    near.extend(self.contender(family, parameters, algorithm, segment.max(1)));
                }
            }
            self.run(near);
        }
    }

    /// The best of every family, with and without segments, best first.
    pub(super) fn finish(self) -> (Vec<Candidate<RankAlgorithm>>, Executions) {
        let Self { question, model, rules, mut executed, counts, most, .. } = self;
        self.watch.progress(most, most);
        executed.sort_by(|a, b| {
            let key = |(of, time, _): &(Contender, Time, Pace)| {
                (*time, of.segments(), place_in_ties(of.family, question, of.segments()))
            };
            key(a).cmp(&key(b)).then_with(|| a.0.parameters.cmp(&b.0.parameters))
        });
        let (mut best, mut whole) = (BTreeSet::new(), BTreeSet::new());
        executed.retain(|(contender, ..)| {
            let is_best = best.insert(contender.family);
            let is_whole = contender.segments() == 1 && whole.insert(contender.family);
            is_best || is_whole
        });
        let candidates = executed.into_iter().map(|(contender, time, pace)| {
            let predicted = predicted(&contender, question, model);
            let execution = Some(Execution { rules, pace, predicted });
            let mut candidate = contender.candidate(question, time);
            candidate.construction.period = None;
            Candidate { execution, ..candidate }
        });
        (candidates.collect(), counts)
    }

    /// The candidate; `None` if it has been seen before.
    fn contender(
        &mut self,
        family: &'static str,
        parameters: &Parameters,
        algorithm: &Arc<dyn Algorithm>,
        segment: u64,
    ) -> Option<Contender> {
        let new = Contender::new(self.question, (family, parameters), algorithm, segment, &mut self.times)?;
        let segment = new.cut.map_or(0, |cut| cut.segment);
        self.seen.insert((family, format!("{parameters:?}"), segment)).then_some(new)
    }

    /// Executes candidates, the most promising first, except those that cannot be the best or have too many operations.
    fn run(&mut self, mut contenders: Vec<Contender>) {
        contenders.sort_by_key(|contender| contender.estimate);
        let mut contenders = contenders.into_iter().peekable();
        while contenders.peek().is_some() {
            let mut batch = Vec::with_capacity(AT_ONCE);
            while batch.len() < AT_ONCE
                && let Some(contender) = contenders.next()
            {
                // The first contender of all is executed to its end, also after the time limit. Asking the watch first makes the limit
                // wait for it.
                let is_over = self.watch.is_over() && !(self.executed.is_empty() && batch.is_empty());
                if self.admits(&contender, is_over) {
                    // At two paces.
                    self.left -= contender.operations * 2;
                    batch.push(contender);
                }
            }
            let (question, job, rules) = (self.question, self.job, self.rules);
            let (watch, is_first) = (self.watch, self.executed.is_empty());
            let limited = batch.into_iter().map(|of| (self.limit(&of), of)).collect::<Vec<_>>().into_par_iter();
            let executed = limited.enumerate().map(|(place, (limit, of))| {
                let watch = if is_first && place == 0 { &() } else { watch };
                (of.execute(question, job, &rules, limit, watch), limit, of)
            });
            for (result, limit, contender) in executed.collect::<Vec<_>>() {
                match result {
                    Ok((time, pace)) => self.keep(contender, time, Some(pace)),
                    Err(ExecuteError::Replay(ReplayError::Stopped)) if watch.is_over() => self.counts.left_out += 1,
                    Err(ExecuteError::Replay(ReplayError::Stopped)) => self.keep(contender, limit, None),
                    Err(_) => self.counts.left_out += 1,
                }
            }
            self.watch.progress(self.most - self.left, self.most);
        }
    }

    fn best(&self) -> Option<Time> {
        self.executed.iter().map(|(_, time, _)| *time).min()
    }

    /// True if a candidate is to be executed; if not, it is counted.
    fn admits(&mut self, contender: &Contender, is_over: bool) -> bool {
        let of_family = self.executed.iter().any(|(of, ..)| of.family == contender.family);
        if of_family && self.best().is_some_and(|best| contender.least >= best) {
            self.counts.excluded += 1;
            return false;
        }
        let too_large = contender.operations > MOST_OPERATIONS || contender.operations * 2 > self.left;
        if is_over || too_large || (of_family && self.is_hopeless(contender)) {
            self.counts.left_out += 1;
            return false;
        }
        true
    }

    /// True if the algorithm would take more than half as long again as the best, provided that execution adds as much as
    /// with the segments tried last.
    fn is_hopeless(&self, contender: &Contender) -> bool {
        let of = |trend: &&Trend| (trend.family, &trend.parameters) == (contender.family, &contender.parameters);
        let (Some(trend), Some(best)) = (self.trends.iter().find(of), self.best()) else { return false };
        let [estimate, time, before, best] =
            [contender.estimate, trend.time, trend.estimate, best].map(|time| u128::from(time.ticks()));
        // A product of two times has at most 128 bits.
        (estimate * time / before.max(1)).saturating_mul(2) > best * 3
    }

    /// The time at which a candidate is stopped, by the best of its family with segments or without.
    fn limit(&self, contender: &Contender) -> Time {
        let is_alike =
            |of: &Contender| of.family == contender.family && (of.segments() == 1) == (contender.segments() == 1);
        let alike = self.executed.iter().filter(|(of, ..)| is_alike(of)).map(|&(_, time, _)| time).min();
        alike.map_or(Time::MAX, patience)
    }

    /// Records the time of an execution, or the limit at which it was stopped; then there is no pace.
    fn keep(&mut self, contender: Contender, time: Time, pace: Option<Pace>) {
        self.counts.executed += 1;
        self.counts.operations = self.counts.operations.saturating_add(contender.operations);
        let (family, estimate) = (contender.family, contender.estimate);
        let known = self.trends.iter_mut().find(|of| of.family == family && of.parameters == contender.parameters);
        match known {
            Some(trend) => (trend.estimate, trend.time) = (estimate, time),
            None => self.trends.push(Trend { family, parameters: contender.parameters.clone(), estimate, time }),
        }
        self.executed.extend(pace.map(|pace| (contender, time, pace)));
    }
}

/// The time of a candidate by the model, in program order.
fn predicted(contender: &Contender, question: Question, model: &dyn PortTiming) -> Option<Time> {
    let Question { collective, ranks, bytes, .. } = question;
    Question::ask(collective, model, ranks, Some(bytes), |question| {
        let segment = contender.cut.map_or(bytes, |cut| cut.segment);
        let of = (contender.family, &contender.parameters);
        Contender::new(question, of, &contender.algorithm, segment, &mut PipelineTimes::new())
            .map(|contender| contender.estimate)
    })
}
