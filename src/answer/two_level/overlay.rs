//! Overlay trees over hosts with several leaves each.

use crate::answer::{Candidate, Ranking};
use crate::request::{Bound, Claim, Job};
use logpine_check::two_level::overlay::{ClaimedComposition, HostsOfLeaves, check};
use logpine_text::reason::Reason;
use logpine_text::units::Time;
use logpine_text::watch::Watch;
use logpine_trees::search::optimum;
use logpine_trees::search::overlay::SearchError;
use logpine_trees::search::two_level::{Composition, Compositions, TwoLevelTrees, overlay};
use logpine_trees::tree::families::Parameters;
use logpine_trees::tree::{Score, Shape};

/// The reason for the bound.
const REASON: &str =
    "optimum over all trees in which each node costs the lesser of its costs inside a host and among hosts";

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
    /// # Errors
    /// [`SearchError`] if no tree satisfies the job.
    pub(crate) fn new(trees: TwoLevelTrees<'_>, job: Job, watch: &dyn Watch) -> Result<Self, SearchError> {
        let Compositions { all: compositions, class_bound, bound } = overlay(trees, &job, watch)?;
        let best = compositions.first().ok_or(SearchError::NotRepresentable)?.time;
        let bound = Bound { value: bound, reason: REASON };
        let claim = Claim::new(best, bound, (best == class_bound).then_some(Self::CLASS));
        let one_level = optimum(trees.among, &job, &()).ok().map(|optimum| (optimum.shape, optimum.score));
        let extra = PerHost { leaves_per_host: trees.leaves_per_host, class_bound, one_level };
        let parameters = |of: &Composition| Parameters::new().number("leaders_per_host", of.leaders_per_host);
        let candidate = |of: Composition| Candidate::new("two-level", parameters(&of), of.time, of);
        let candidates = compositions.into_iter().map(candidate).collect();
        Ok(Self { job, claim, candidates, left_out: Vec::new(), executions: None, extra })
    }

    /// Number of hosts.
    #[must_use]
    pub const fn hosts(&self) -> u64 {
        self.job.count().div_ceil(self.extra.leaves_per_host)
    }

    /// The whole tree of a composition; `None` if it is too large to list.
    #[must_use]
    pub fn shape(&self, composition: &Composition) -> Option<Shape> {
        composition.shape(self.job.count(), self.extra.leaves_per_host)
    }

    /// Checks leaders, processes and time of every composition, and the status against the bound.
    ///
    /// # Errors
    /// [`Reason`]: a bug of this crate.
    pub(crate) fn check(&self, trees: TwoLevelTrees<'_>) -> Result<(), Reason> {
        let TwoLevelTrees { among, within, leaves_per_host, lanes } = trees;
        let hosts = HostsOfLeaves { job: &self.job, among, within, leaves_per_host, lanes };
        let claimed = self.candidates.iter().map(|candidate| {
            let Composition { leaders_per_host, ref hosts, ref above, ref among, ref leaders, .. } =
                candidate.construction;
            let leaders = leaders.iter().map(|leaders| (leaders.count, &leaders.within)).collect();
            ClaimedComposition { leaders_per_host, leaders, hosts, above, among, time: candidate.time }
        });
        check(hosts, &self.claim, claimed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_models::machine::{Locality, Machine};
    use logpine_models::model::Tan;

    /// Sending inside a host costs a tenth.
    const PROFILE: &str = "name = \"m\"\n[tan]\nlatency = \"90us\"\noverhead.linear = \"10us\"\n\
                           [within.host.tan]\nlatency = \"1us\"\noverhead.linear = \"1us\"\n";

    #[test]
    fn plans_pass_and_wrong_ones_do_not() {
        let machine = Machine::from_toml(PROFILE, "m.toml").expect("valid");
        let among = Tan::reduction(&machine).expect("[tan]");
        let within = Tan::reduction(machine.at(Locality::Host)).expect("[within.host.tan]");
        let mut side_by_side = 0;
        for (leaves, leaves_per_host, lanes) in
            itertools::iproduct!([1, 2, 7, 64, 100, 1000, 99_991], [1, 3, 8, 64, 1 << 20], [1, 2, 5, 64])
        {
            let trees = TwoLevelTrees { among: &among, within: &within, leaves_per_host, lanes };
            let plan = TwoLevelPlan::new(trees, Job::new(leaves).expect("a job"), &()).expect("a plan");
            let of = format!("{leaves} leaves, {leaves_per_host} on a host, {lanes} lanes");
            assert_eq!(plan.check(trees), Ok(()), "{of}");
            let wrong = |change: &dyn Fn(&mut Candidate<Composition>)| {
                let mut wrong = plan.clone();
                change(&mut wrong.candidates[0]);
                wrong.check(trees).expect_err(&of)
            };
            let later = |candidate: &mut Candidate<Composition>| {
                candidate.time = candidate.time.checked_add(Time::from_ticks(1)).expect("short");
            };
            assert!(wrong(&later).says("leaders on a host: stated"), "{of}");
            let fewer = |candidate: &mut Candidate<Composition>| candidate.construction.leaders[0].count -= 1;
            assert!(
                wrong(&fewer)
                    .says("leaders on a host: the leaves of every host are not divided evenly among its leaders"),
                "{of}"
            );
            let most = |shapes: &[Shape]| shapes.iter().map(Shape::leaves).max().expect("the leaf's");
            let lanes_used = most(&plan.best().construction.above);
            if lanes_used > 1 {
                side_by_side += 1;
                let alone = |candidate: &mut Candidate<Composition>| candidate.construction.above.fill(Shape::leaf());
                assert!(
                    wrong(&alone).says("leaders on a host: the processes differ from those of the tree among hosts"),
                    "{of}"
                );
                let fault = plan.check(TwoLevelTrees { lanes: lanes_used - 1, ..trees });
                assert!(
                    fault.is_err_and(|fault| fault.says("leaders on a host: the tree exceeds the limits of the job")),
                    "{of}"
                );
            }
        }
        assert!(side_by_side > 10, "{side_by_side}");
    }
}
