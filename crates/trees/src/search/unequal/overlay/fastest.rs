//! The relaxed job in which every host is as fast as the fastest, without a limit on the number of hosts.

use super::OverlayHosts;
use crate::search::overlay::{self, SearchError};
use crate::tree::Shape;
use logpine_models::job::{Job, Targets};
use logpine_models::model::{HostClass, LevelBreakdown, LevelCost, UnequalLevel};
use logpine_text::units::Time;

/// The cost on the hosts of one class alone.
pub struct Fastest<'a> {
    cost: &'a UnequalLevel<'a>,
    class: HostClass,
}

/// The fastest tree if all hosts are alike.
pub struct Least {
    /// The tree.
    pub shape: Shape,
    /// A time in ticks, without C, that no tree on the hosts beats.
    pub time: u64,
}

impl<'a> Fastest<'a> {
    /// Relaxes every host to the fastest of these.
    pub fn of(cost: &'a UnequalLevel<'a>, hosts: &OverlayHosts) -> Self {
        let used = hosts.groups.iter().filter(|group| group.processes > 0).map(|group| group.class);
        let class = used.chain([hosts.root]).min_by_key(|&class| (cost.factor(class), class.0)).unwrap_or(hosts.root);
        Self { cost, class }
    }

    /// The optimum for these targets.
    pub fn optimum(&self, targets: Targets, count: u64) -> Result<Least, SearchError> {
        let job = Job::of(targets, count).map_err(|_| SearchError::NoFanouts)?;
        let found = overlay::without_budget(self, &job, &())?;
        let time = found.bound.checked_sub(self.startup()).ok_or(SearchError::NotRepresentable)?;
        Ok(Least { shape: found.shape, time: time.ticks() })
    }
}

impl LevelCost for Fastest<'_> {
    fn busy(&self, _: HostClass, fanout: u64) -> Option<Time> {
        self.cost.busy(self.class, fanout)
    }

    fn latency(&self, _: HostClass, _: HostClass) -> Time {
        self.cost.latency(self.class, self.class)
    }

    fn period(&self, _: HostClass, fanout: u64) -> Option<Time> {
        self.cost.period(self.class, fanout)
    }

    fn startup(&self) -> Time {
        self.cost.startup()
    }

    fn max_fanout(&self) -> u64 {
        self.cost.max_fanout()
    }

    fn is_monotone_to(&self, widest: u64) -> bool {
        self.cost.is_monotone_to(widest)
    }

    fn breakdown(&self, _: u64) -> Option<LevelBreakdown> {
        None
    }
}
