//! A level cost given by tables, to try the search on costs without a formula.

use logpine::units::Time;
use logpine_models::machine::OverheadShares;
use logpine_models::model::{HostClass, LevelBreakdown, LevelCost};

/// Busy time and period by fanout (index 0 is unused), in ticks.
#[derive(Clone, Debug)]
pub struct TableCost {
    pub busy: Vec<Option<u64>>,
    /// `None` for exactly the fanouts for which `busy` is `None`.
    pub period: Vec<Option<u64>>,
    pub latency: u64,
    pub startup: u64,
}

impl TableCost {
    /// The table of another cost up to this fanout.
    pub fn copy(cost: &dyn LevelCost, widest: u64) -> Self {
        let host = HostClass::default();
        let table = |of: &dyn Fn(u64) -> Option<Time>| {
            std::iter::once(None).chain((1..=widest).map(|fanout| of(fanout).map(Time::ticks))).collect()
        };
        Self {
            busy: table(&|fanout| cost.busy(host, fanout)),
            period: table(&|fanout| cost.period(host, fanout)),
            latency: cost.latency(host, host).ticks(),
            startup: cost.startup().ticks(),
        }
    }

    /// c(x) in ticks.
    pub fn node(&self, fanout: usize) -> Option<u64> {
        self.busy.get(fanout).copied().flatten().map(|busy| busy + self.latency)
    }

    /// The period of a node with x children, in ticks.
    pub fn node_period(&self, fanout: usize) -> Option<u64> {
        self.period.get(fanout).copied().flatten()
    }
}

fn entry(table: &[Option<u64>], fanout: u64) -> Option<Time> {
    table.get(usize::try_from(fanout).ok()?).copied().flatten().map(Time::from_ticks)
}

impl LevelCost for TableCost {
    fn busy(&self, _: HostClass, fanout: u64) -> Option<Time> {
        entry(&self.busy, fanout)
    }

    fn latency(&self, _: HostClass, _: HostClass) -> Time {
        Time::from_ticks(self.latency)
    }

    fn period(&self, _: HostClass, fanout: u64) -> Option<Time> {
        entry(&self.period, fanout)
    }

    fn startup(&self) -> Time {
        Time::from_ticks(self.startup)
    }

    fn max_fanout(&self) -> u64 {
        self.busy.len() as u64 - 1
    }

    fn is_monotone_to(&self, widest: u64) -> bool {
        let entries = usize::try_from(widest).unwrap_or(usize::MAX).saturating_sub(1);
        let mut tables = [&self.busy, &self.period].map(|table| table.iter().skip(2).take(entries)).into_iter();
        tables.all(|table| table.clone().is_sorted() && table.clone().all(Option::is_some))
    }

    fn breakdown(&self, fanout: u64) -> Option<LevelBreakdown> {
        let measured = entry(&self.busy, fanout)?;
        let overhead = OverheadShares { measured, ..OverheadShares::default() };
        Some(LevelBreakdown { latency: Time::from_ticks(self.latency), overhead, ..LevelBreakdown::default() })
    }
}
