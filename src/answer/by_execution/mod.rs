//! Candidates executed by the rules of a simulator, and ranked by their times.

mod contender;
mod execution;
mod members;
mod search;
mod stages;

pub use execution::Execution;
pub(crate) use execution::{ExecuteError, Executions, Pace, Rules};

use super::{RankPlan, RankPlanError};
use crate::request::{Claim, RankJob};
use logpine_collectives::collective::Question;
use logpine_models::model::PortTiming;
use logpine_text::watch::Watch;
use members::left_out;
use search::Search;

impl RankPlan {
    /// Searches for the best algorithm for a job by the rules of a simulator. Candidates of every family are executed, with
    /// segments of s / 2^k bytes, of the sizes that are best by the model and by [`Rules::timing`], and of sizes near the
    /// best of all, and ranked by their times. `timing` is the model; `watch` hears of the operations that have been executed,
    /// and when it ends the work, what has been executed is ranked.
    ///
    /// The bound holds for all schedules under these rules, see [`EventTiming`](logpine_collectives::schedule::replay::EventTiming). The effort is limited by operations, so
    /// that the answer depends neither on the computer nor on the number of threads.
    ///
    /// # Errors
    /// [`RankPlanError`] as for [`RankPlan::new`], or if every schedule is too large to be executed.
    pub(crate) fn executed(
        timing: &dyn PortTiming,
        job: RankJob,
        rules: Rules,
        watch: &dyn Watch,
    ) -> Result<Self, RankPlanError> {
        let events = rules.timing(timing);
        let by_model = Self::new(timing, job)?;
        if job.ranks() == 1 {
            return Ok(by_model);
        }
        let by_rules = Self::new(&events, job)?;
        Question::ask(job.collective, &events, job.ranks(), job.bytes(), |question| {
            let mut search = Search::new(question, job, timing, rules, watch);
            search.propose(by_rules.candidates().iter().chain(by_model.candidates()));
            search.levels();
            search.refine();
            let (candidates, executions) = search.finish();
            let best = candidates.first().ok_or(RankPlanError::TooLargeToExecute { limit: search::MOST_OPERATIONS })?;
            let claim = Claim::new(best.time, by_rules.claim.bound, None);
            let planned = by_rules.candidates.iter().map(|candidate| (candidate.family, &candidate.parameters));
            let ranked: Vec<&str> = candidates.iter().map(|candidate| candidate.family).collect();
            let left_out = left_out(&by_rules.left_out, planned, &ranked);
            Ok(Self { job, claim, candidates, left_out, executions: Some(executions), extra: by_rules.extra })
        })
    }
}
