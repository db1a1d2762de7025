//! The algorithms of MPI's collectives, executed.

use super::contender::patience;
use super::members::left_out;
use super::search::MOST_OPERATIONS;
use crate::answer::{
    Candidate, ExecuteError, Execution, Executions, MpiPlan, MpiPlanError, RankPlanError, Rules, StageSequence,
};
use crate::request::{Claim, MpiJob};
use logpine_collectives::collective::families;
use logpine_collectives::schedule::build;
use logpine_collectives::schedule::replay::ReplayError;
use logpine_collectives::schedule::stages::Staged;
use logpine_models::model::PortTiming;
use logpine_models::model::stage::{PortStages, stages_time};
use logpine_text::units::Time;
use logpine_text::watch::Watch;
use logpine_trees::tree::families::Parameters;

/// The most operations that are executed in all, counting each program with pauses and without.
const ALL_OPERATIONS: u64 = 3 << 24;

impl MpiPlan {
    /// Searches for the best algorithm for a job by the rules of a simulator. The members of every family are executed, the
    /// best by [`Rules::timing`] first, and ranked by their times. `timing` is the model; `watch` hears of the operations that have
    /// been executed, and when it ends the work, what has been executed is ranked.
    ///
    /// # Errors
    /// [`MpiPlanError`] as for [`MpiPlan::new`], or if every schedule is too large to be executed.
    pub(crate) fn executed(
        timing: &dyn PortTiming,
        job: MpiJob,
        rules: Rules,
        watch: &dyn Watch,
    ) -> Result<Self, MpiPlanError> {
        let events = rules.timing(timing);
        let by_model = Self::new(&PortStages(timing), job.clone())?;
        if job.layout.ranks() == 1 {
            return Ok(by_model);
        }
        let by_rules = Self::new(&PortStages(&events), job.clone())?;
        let mut search = Search { timing, rules, job: &job, watch, best: Vec::new(), counts: Executions::default() };
        for staged in members(&events, &job, [&by_rules, &by_model]) {
            // Asking the watch before the first execution makes the time limit wait for it.
            if watch.is_over() && !search.best.is_empty() {
                search.counts.left_out += 1;
                continue;
            }
            search.execute(&staged);
            watch.progress(2 * search.counts.operations, ALL_OPERATIONS);
        }
        let Search { best: mut candidates, counts, .. } = search;
        candidates.sort_by_key(|candidate| candidate.time);
        let best = candidates.first().ok_or(RankPlanError::TooLargeToExecute { limit: MOST_OPERATIONS })?;
        let claim = Claim::new(best.time, by_rules.claim.bound, None);
        let whole = Parameters::new();
        let planned = by_rules.candidates.iter().map(|candidate| (candidate.family, &whole));
        let ranked: Vec<&str> = candidates.iter().map(|candidate| candidate.family).collect();
        let left_out = left_out(&by_rules.left_out, planned, &ranked);
        Ok(Self { job, claim, left_out, candidates, executions: Some(counts), extra: () })
    }
}

/// The members of all families that are worth costing on any mapping, and those that the plans chose; the best by a model
/// first, each once.
fn members(timing: &dyn PortTiming, job: &MpiJob, plans: [&MpiPlan; 2]) -> Vec<Staged> {
    let (ranks, bytes) = (job.layout.ranks(), job.bytes().unwrap_or(1));
    let mut members: Vec<(Time, Staged)> = Vec::new();
    for family in families(job.collective) {
        let chosen = plans.into_iter().flat_map(MpiPlan::candidates).filter(|choice| choice.family == family.name());
        let chosen = chosen.filter_map(|choice| family.build(ranks, bytes, choice.parameters.clone()));
        for staged in chosen.chain(family.members(ranks, bytes)) {
            if members.iter().all(|(_, before)| before.stages != staged.stages || before.cut != staged.cut) {
                let time = stages_time(&PortStages(timing), &staged.stages, &job.layout);
                members.extend(time.map(|time| (time, staged)));
            }
        }
    }
    members.sort_by_key(|&(time, _)| time);
    members.into_iter().map(|(_, staged)| staged).collect()
}

/// The best of each family so far.
struct Search<'a> {
    timing: &'a dyn PortTiming,
    rules: Rules,
    job: &'a MpiJob,
    watch: &'a dyn Watch,
    best: Vec<Candidate<StageSequence>>,
    counts: Executions,
}

impl Search<'_> {
    /// Executes an algorithm to its end, or until it is an eighth slower than the best of its family.
    fn execute(&mut self, staged: &Staged) {
        // A rank sends and receives every message.
        let least = staged.messages().saturating_mul(2);
        if least > MOST_OPERATIONS || self.counts.operations + least > ALL_OPERATIONS / 2 {
            self.counts.left_out += 1;
            return;
        }
        let place = self.best.iter().position(|best| best.family == staged.family);
        let limit = place.map_or(Time::MAX, |place| patience(self.best[place].time));
        match self.run(staged, limit) {
            Ok(candidate) => match place {
                Some(place) if candidate.time < self.best[place].time => self.best[place] = candidate,
                Some(_) => {}
                None => self.best.push(candidate),
            },
            Err(ExecuteError::Replay(ReplayError::Stopped)) => {}
            Err(_) => self.counts.left_out += 1,
        }
    }

    fn run(&mut self, staged: &Staged, limit: Time) -> Result<Candidate<StageSequence>, ExecuteError> {
        let schedule = build::stages(staged, &self.rules.timing(self.timing))?;
        let operations = schedule.len() as u64;
        // The first algorithm is executed to its end.
        let watch = if self.best.is_empty() { &() } else { self.watch };
        let executed = self.rules.faster_within(schedule, limit, watch);
        match executed {
            Err(ExecuteError::Replay(ReplayError::Stopped)) if watch.is_over() => self.counts.left_out += 1,
            Ok(_) | Err(ExecuteError::Replay(ReplayError::Stopped)) => {
                self.counts.executed += 1;
                self.counts.operations += operations;
            }
            Err(_) => {}
        }
        let (_, pace, time) = executed?;
        let predicted = stages_time(&PortStages(self.timing), &staged.stages, &self.job.layout);
        let execution = Some(Execution { rules: self.rules, pace, predicted });
        let Staged { family, parameters, stages, .. } = staged.clone();
        let construction = StageSequence { stages, is_upper_bound: false };
        Ok(Candidate { execution, ..Candidate::new(family, parameters, time, construction) })
    }
}
