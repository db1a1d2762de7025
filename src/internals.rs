//! Inner items for benches, fuzzers and the test of the relations between features. They are no part of the public interface and
//! change without notice.

#![allow(missing_docs, reason = "the modules are those of the crate")]

pub mod answer {
    use crate::answer::map::{Contest, MapError};
    pub use crate::answer::map::{MpiContest, RankContest};
    use crate::answer::{
        DecisionMap, MapQuestion, TwoLevelPlan, UnequalRankJob, UnequalRankPlan, UnequalRankPlanError,
    };
    use crate::request::{Job, RankCollective};
    use logpine_models::model::UnequalPorts;
    use logpine_trees::search::overlay::SearchError;
    use logpine_trees::search::two_level::TwoLevelTrees;

    pub fn decision_map(contest: &dyn Contest, question: MapQuestion) -> Result<DecisionMap, MapError> {
        DecisionMap::new(contest, question, &())
    }

    pub fn with_crossovers(map: DecisionMap, contest: &dyn Contest) -> DecisionMap {
        map.with_crossovers(contest, &())
    }

    pub fn two_level_plan(trees: TwoLevelTrees<'_>, job: Job) -> Result<TwoLevelPlan, SearchError> {
        TwoLevelPlan::new(trees, job, &())
    }

    #[must_use]
    pub fn packed(
        ports: &UnequalPorts,
        collective: RankCollective,
        ranks: usize,
        bytes: Option<u64>,
    ) -> Option<UnequalRankJob> {
        UnequalRankJob::packed(ports, collective, ranks, bytes)
    }

    pub fn unequal_rank_plan(
        ports: &UnequalPorts,
        job: UnequalRankJob,
    ) -> Result<UnequalRankPlan, UnequalRankPlanError> {
        UnequalRankPlan::new(ports, job, &())
    }
    pub mod relations {
        pub use crate::answer::relations::{
            EXCLUSIONS, Exclusion, Feature, Features, ModelKind, NEEDS, REQUIREMENTS, Row, Subject, Task, USES, check,
            check_use, rows,
        };
    }
}
pub mod report {
    pub mod fit {
        pub use crate::report::fit::{FitReport, svg};
    }
}
pub mod request {
    use crate::request::regression::Expected;
    pub use crate::request::regression::{Case, Regression};

    #[must_use]
    pub fn expected(case: &Case) -> &[Expected] {
        &case.expected
    }
}
