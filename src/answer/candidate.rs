//! A candidate of any kind, and the ranking of all that answer a job.

use super::{Execution, Executions};
use crate::request::Claim;
use logpine_collectives::schedule::replay::Simulator;
use logpine_text::units::Time;
use logpine_trees::tree::families::{LeftOut, Parameters};

/// A family with its parameters fixed: the time, and the construction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate<C> {
    /// The family's name.
    pub family: &'static str,
    /// The parameters within the family.
    pub parameters: Parameters,
    /// The time by which candidates rank: that of the job's objective.
    pub time: Time,
    /// The execution that took `time`; `None` if the time is the model's.
    pub execution: Option<Execution>,
    /// The tree, algorithm or stages.
    pub construction: C,
}

impl<C> Candidate<C> {
    /// A candidate that was not executed.
    #[must_use]
    pub const fn new(family: &'static str, parameters: Parameters, time: Time, construction: C) -> Self {
        Self { family, parameters, time, execution: None, construction }
    }
}

/// The answer to a job: its candidates, and the claim on the best. `J` is the job, `C` the construction of a candidate, `E`
/// the additional data of this kind of answer.
#[derive(Clone, Debug)]
pub struct Ranking<J, C, E = ()> {
    /// The job.
    pub job: J,
    /// Value, status and bound of the best candidate.
    pub claim: Claim,
    /// The candidates, best first; never empty.
    pub(super) candidates: Vec<Candidate<C>>,
    /// The members that are not ranked, with the reasons.
    pub left_out: Vec<LeftOut>,
    /// The effort of the ranking, if candidates were executed.
    pub(crate) executions: Option<Executions>,
    /// The additional data of this kind of answer.
    pub extra: E,
}

impl<J, C, E> Ranking<J, C, E> {
    /// The best candidate.
    #[must_use]
    pub fn best(&self) -> &Candidate<C> {
        &self.candidates[0]
    }

    /// The best candidate of another family than the best; `None` if no other has one.
    #[must_use]
    pub fn runner_up(&self) -> Option<&Candidate<C>> {
        self.candidates.iter().find(|candidate| candidate.family != self.best().family)
    }

    /// The ranking without the job and what the candidates are made of.
    pub(super) fn times(&self) -> Ranking<(), ()> {
        let bare = |candidate: &Candidate<C>| {
            let Candidate { family, parameters, time, execution, .. } = candidate;
            Candidate { family, parameters: parameters.clone(), time: *time, execution: *execution, construction: () }
        };
        let candidates = self.candidates.iter().map(bare).collect();
        let Self { claim, left_out, executions, .. } = self;
        Ranking { job: (), claim: *claim, candidates, left_out: left_out.clone(), executions: *executions, extra: () }
    }

    /// The simulator that executed the candidates; `None` if they were not executed.
    #[must_use]
    pub(crate) fn simulator(&self) -> Option<Simulator> {
        self.best().execution.map(|execution| execution.rules.simulator)
    }

    /// All candidates, best first.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate<C>] {
        &self.candidates
    }
}
