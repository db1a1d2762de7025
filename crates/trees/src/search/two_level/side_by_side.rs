//! A tree among hosts whose nodes are several processes of one host side by side.

use crate::search::overlay::{Step, steps};
use logpine_models::model::{HostClass, LevelBreakdown, LevelCost};
use logpine_text::units::Time;

/// The cost d(y) of a node with y children on other hosts that consists of q processes of one host, each with y / q of the
/// children, under a tree inside the host:
///
/// ```text
/// d(y) = min over q of  f'(q) + c(ceil(y / q)),  q at most the lanes and y
/// ```
///
/// with the optimum f' inside a host, without its startup, and the cost c among hosts. d never falls if c never falls, so
/// the search of overlay trees applies to d as to any level cost. A process may be left with a single child, so there is
/// only one process if c(1) exceeds c(2).
pub(super) struct SideBySide<'a> {
    among: &'a dyn LevelCost,
    /// Numbers of processes with the time of the tree above them: for each time the largest number, the time rising.
    above: Vec<Above>,
}

#[derive(Clone, Copy)]
struct Above {
    lanes: u64,
    time: Time,
}

/// The best processes of a node with a given number of children on other hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Best {
    /// The number of processes.
    pub lanes: u64,
    /// The time of the processes and of the tree above them.
    pub time: Time,
}

impl<'a> SideBySide<'a> {
    /// The cost with at most `lanes` processes side by side; with a single one if the cost inside a host falls with the
    /// fanout, or if a single child among hosts costs more than two.
    pub fn new(among: &'a dyn LevelCost, within: &dyn LevelCost, lanes: u64) -> Self {
        let mut above = vec![Above { lanes: 1, time: Time::ZERO }];
        let single_child = among.level(1).zip(among.level(2)).is_some_and(|(one, two)| one <= two);
        if lanes > 1 && single_child && within.is_monotone_to(within.max_fanout().min(lanes)) {
            let above_all =
                |step: Step| Some(Above { lanes: step.leaves, time: step.time.checked_sub(within.startup())? });
            above.extend(steps(within, lanes).filter(|step| step.leaves > 1).filter_map(above_all));
        }
        Self { among, above }
    }

    /// The best processes for a fanout; among equals the fewest. `None` if none has a cost.
    pub fn best(&self, fanout: u64) -> Option<Best> {
        let mut best: Option<Best> = None;
        for &Above { lanes, time } in &self.above {
            if best.is_some_and(|best| time >= best.time) {
                break;
            }
            let lanes = lanes.min(fanout).max(1);
            let level = self.among.level(fanout.div_ceil(lanes)).and_then(|level| level.checked_add(time));
            if let Some(time) = level.filter(|&time| best.is_none_or(|best| time < best.time)) {
                best = Some(Best { lanes, time });
            }
        }
        best
    }
}

impl LevelCost for SideBySide<'_> {
    fn busy(&self, _: HostClass, fanout: u64) -> Option<Time> {
        self.best(fanout).map(|best| best.time)
    }

    fn latency(&self, _: HostClass, _: HostClass) -> Time {
        Time::ZERO
    }

    fn period(&self, host: HostClass, fanout: u64) -> Option<Time> {
        self.among.period(host, fanout.div_ceil(self.best(fanout)?.lanes))
    }

    fn startup(&self) -> Time {
        self.among.startup()
    }

    fn max_fanout(&self) -> u64 {
        let most = self.above.last().map_or(1, |last| last.lanes);
        self.among.max_fanout().saturating_mul(most)
    }

    fn is_monotone_to(&self, widest: u64) -> bool {
        self.among.is_monotone_to(widest.min(self.among.max_fanout()))
    }

    fn breakdown(&self, fanout: u64) -> Option<LevelBreakdown> {
        Some(LevelBreakdown { latency: self.level(fanout)?, ..LevelBreakdown::default() })
    }
}
