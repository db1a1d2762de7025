//! Algorithms among ranks on other machines than those they were chosen for.

use logpine::answer::{Candidate, RankAlgorithm, RankPlan};
use logpine::request::{RankCollective, RankJob};
use logpine::units::Time;
use logpine_collectives::collective::{Cutting, Question};
use logpine_models::machine::{Machine, MachineParameters, Scope};
use logpine_models::model::PortModel;
use logpine_trees::tree::{PipelineTimes, Segments};

/// A job on the machine of a profile, under its one model.
#[derive(Clone, Copy)]
pub struct Asked {
    pub job: RankJob,
    pub model: PortModel,
}

impl Asked {
    pub fn new(machine: &Machine, collective: RankCollective, ranks: u64, bytes: u64) -> Self {
        let model = PortModel::of(machine).expect("one section");
        let bytes = (model != PortModel::Logp).then_some(bytes);
        Self { job: RankJob::new(collective, ranks, bytes).expect("a job"), model }
    }

    pub fn parameters<'a>(&self, machine: &'a Machine) -> MachineParameters<'a> {
        let scope = match self.job.collective {
            RankCollective::Bcast => Scope::Messages(self.model),
            RankCollective::Reduce => Scope::Combined(self.model),
        };
        MachineParameters::of(machine, scope)
    }

    pub fn plan(&self, machine: &Machine) -> RankPlan {
        let timing = self.model.timing(machine).expect("the same sections");
        RankPlan::new(timing.as_ref(), self.job).expect("short times")
    }

    /// The time of an algorithm with segments of this size instead of its own.
    fn with_segments(&self, choice: &Candidate<RankAlgorithm>, machine: &Machine, segment: Option<u64>) -> Time {
        let timing = self.model.timing(machine).expect("the same sections");
        let time = |question: Question| {
            let algorithm = &choice.construction.algorithm;
            if algorithm.cutting() == Cutting::ByRanks {
                return algorithm.time_by_ranks(question);
            }
            let segments = match segment {
                Some(segment) => algorithm.cutting().segments(question.timing, question.bytes, segment)?,
                None => Segments::whole(question.timing.port(question.bytes)?),
            };
            algorithm.time(question.ranks, &segments, &mut PipelineTimes::new())
        };
        let RankJob { collective, .. } = self.job;
        Question::ask(collective, timing.as_ref(), self.job.ranks(), self.job.bytes(), time).expect("short times")
    }

    /// The time of an algorithm as it is.
    pub fn time(&self, choice: &Candidate<RankAlgorithm>, machine: &Machine) -> Time {
        self.with_segments(choice, machine, choice.construction.cut.map(|cut| cut.segment))
    }

    /// The time of an algorithm with the best of all segment sizes.
    pub fn tuned(&self, choice: &Candidate<RankAlgorithm>, machine: &Machine) -> Time {
        if choice.construction.cut.is_none() || choice.construction.algorithm.cutting() == Cutting::Never {
            return self.time(choice, machine);
        }
        let sizes = 1..=self.job.bytes().unwrap_or(1);
        sizes.map(|size| self.with_segments(choice, machine, Some(size))).min().expect("at least a byte")
    }
}
