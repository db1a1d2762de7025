//! Overlay trees over hosts with several leaves each.

use crate::answer::{Candidate, Ranking};
use crate::request::{Bound, Claim, Job};
use crate::search::optimum;
use crate::search::overlay::SearchError;
use crate::search::two_level::{Composition, Compositions, TwoLevelTrees, overlay};
use crate::tree::families::Parameters;
use crate::tree::{Score, Shape, score};
use crate::units::Time;

/// The reason for the bound.
const REASON: &str =
    "optimum over all trees whose every node costs the lesser of what it does inside a host and among hosts";

/// The answer to an overlay [`Job`] with several leaves on every host: the best tree among hosts over trees inside them.
pub type TwoLevelPlan = Ranking<Job, Composition, PerHost>;

/// The additional data of an answer for hosts with several leaves.
#[derive(Clone, Debug)]
pub struct PerHost {
    /// Leaves on each host but the last.
    pub leaves_per_host: u64,
    /// Lower bound on the time of every tree of [`TwoLevelPlan::CLASS`].
    pub class_bound: Time,
    /// The fastest tree that ignores hosts: every node costs as much as one among hosts. `None` if there is none within the
    /// job's limits.
    pub one_level: Option<(Shape, Score)>,
}

impl TwoLevelPlan {
    /// The class of trees that compositions form.
    pub const CLASS: &str =
        "trees among hosts, of one or several processes of a host side by side, over trees inside hosts";

    /// Searches for the fastest composition.
    ///
    /// ```
    /// use logpine::request::Job;
    /// use logpine::machine::{Locality, Machine};
    /// use logpine::{model::Tan, answer::TwoLevelPlan, search::two_level::TwoLevelTrees};
    /// let text = "name = \"m\"\n[tan]\nlatency = \"90us\"\noverhead.linear = \"10us\"\n\
    ///             [within.host.tan]\nlatency = \"1us\"\noverhead.linear = \"1us\"\n";
    /// let machine = Machine::from_toml(text, "m.toml")?;
    /// let (among, within) = (Tan::reduction(&machine)?, Tan::reduction(machine.at(Locality::Host))?);
    /// let plan = TwoLevelPlan::new(TwoLevelTrees { among: &among, within: &within, leaves_per_host: 8, lanes: 1 }, Job::new(64)?)?;
    /// // 8 leaders: 90 + 10 (8 + 1) us; and in each host 1 + (4 + 1) us and 1 + (2 + 1) us.
    /// assert_eq!(plan.best().time.ticks(), 190_000_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SearchError`] if no tree satisfies the job.
    pub fn new(trees: TwoLevelTrees<'_>, job: Job) -> Result<Self, SearchError> {
        let Compositions { all: compositions, class_bound, bound } = overlay(trees, &job)?;
        let best = compositions.first().ok_or(SearchError::NotRepresentable)?.time;
        let bound = Bound { value: bound, reason: REASON };
        let claim = Claim::new(best, bound, (best == class_bound).then_some(Self::CLASS));
        let one_level = optimum(trees.among, &job).ok().map(|optimum| (optimum.shape, optimum.score));
        let extra = PerHost { leaves_per_host: trees.leaves_per_host, class_bound, one_level };
        let parameters = |of: &Composition| Parameters::new().number("leaders_per_host", of.leaders_per_host);
        let candidate = |of: Composition| Candidate::new("two-level", parameters(&of), of.time, of);
        let candidates = compositions.into_iter().map(candidate).collect();
        Ok(Self { job, claim, candidates, left_out: Vec::new(), executions: None, extra })
    }

    /// Number of hosts.
    #[must_use]
    pub const fn hosts(&self) -> u64 {
        self.job.leaves().div_ceil(self.extra.leaves_per_host)
    }

    /// The whole tree of a composition; `None` if it is too large to list.
    #[must_use]
    pub fn shape(&self, composition: &Composition) -> Option<Shape> {
        composition.shape(self.job.leaves(), self.extra.leaves_per_host)
    }

    /// Checks the time of every composition against the times of its parts.
    ///
    /// # Errors
    /// [`TwoLevelFault`]: a bug of this crate.
    pub fn check(&self, trees: TwoLevelTrees<'_>) -> Result<(), TwoLevelFault> {
        for composition in self.candidates.iter().map(|candidate| &candidate.construction) {
            let within = composition.leaders.iter().map(|leaders| score(&leaders.within, trees.within).ok());
            let slowest = within.map(|score| score.map(|score| score.time)).max().flatten();
            let among = trees.time_among(&composition.hosts, &self.job);
            let found = among
                .zip(slowest)
                .and_then(|(among, within)| among.checked_add(within.checked_sub(trees.within.startup())?));
            let (stated, bound) = (composition.time, self.claim.bound.value);
            if found != Some(stated) || stated < bound {
                return Err(TwoLevelFault { stated, found, bound });
            }
        }
        Ok(())
    }
}

/// A composition whose time is wrong. A bug of this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a composition is stated to take {} ticks; its parts take {found:?}, and the bound is {}", .stated.ticks(), .bound.ticks())]
pub struct TwoLevelFault {
    /// The stated time.
    pub stated: Time,
    /// The time of the parts; `None` if that is not representable.
    pub found: Option<Time>,
    /// The lower bound.
    pub bound: Time,
}
