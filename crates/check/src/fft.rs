//! Checks the transposes of an FFT, with code that shares nothing with their enumeration and timing.

use logpine_models::job::FftJob;
use logpine_models::model::{Interval, PortTiming};
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Time;

/// An all-to-all exchange in groups of ranks, with the claims about it.
#[derive(Clone, Copy, Debug)]
pub struct ClaimedExchange {
    /// The number of ranks that exchange with each other.
    pub group: u64,
    /// The number of groups.
    pub groups: u64,
    /// The bytes of the longest block.
    pub bytes: u64,
    /// The time of the exchange.
    pub time: Interval,
}

/// A decomposition with the claims about it.
#[derive(Clone, Debug)]
pub struct ClaimedDecomposition {
    /// The rows and columns of the grid of ranks; one row if every rank has planes.
    pub grid: (u64, u64),
    /// The exchanges, one after the other.
    pub exchanges: Vec<ClaimedExchange>,
    /// The time of all exchanges.
    pub time: Interval,
    /// The value by which it is ranked.
    pub value: Time,
}

/// Checks decompositions, the one with the least upper bound first: the grid of ranks, the groups and blocks of exchanges, the
/// sums of their times and, under a model of messages, the time of each.
///
/// # Errors
/// The first fault that is found.
pub fn check(
    job: FftJob,
    timing: Option<&dyn PortTiming>,
    decompositions: impl IntoIterator<Item = ClaimedDecomposition>,
) -> Result<(), Reason> {
    let mut before = (Time::ZERO, Time::ZERO);
    for decomposition in decompositions {
        decomposition.check(job, timing)?;
        let bounds = (decomposition.time.high, decomposition.time.low);
        if bounds < before {
            let (rows, columns) = decomposition.grid;
            return Err(reason!("{rows} x {columns} ranks take less than the decomposition before them"));
        }
        before = bounds;
    }
    Ok(())
}

impl ClaimedDecomposition {
    /// Checks the claims about the decomposition.
    fn check(&self, job: FftJob, timing: Option<&dyn PortTiming>) -> Result<(), Reason> {
        let (rows, columns) = self.grid;
        let size = job.size();
        let is_grid =
            rows.checked_mul(columns) == Some(job.ranks()) && (1..=columns).contains(&rows) && columns <= size;
        if !is_grid {
            return Err(reason!("{rows} x {columns} ranks are no decomposition of the points"));
        }
        // Ranks in a row of their own have nothing to exchange.
        let groups = [(rows, columns), (columns, rows)].into_iter().filter(|&(group, _)| group > 1);
        let expected = groups.map(|(group, other)| {
            let share = u128::from(size.div_ceil(group));
            let block = share * share * u128::from(size.div_ceil(other)) * u128::from(job.element_bytes());
            (group, other, block)
        });
        let found = self.exchanges.iter().map(|exchange| (exchange.group, exchange.groups, exchange.bytes.into()));
        if !expected.eq(found) {
            return Err(reason!("the exchanges of {rows} x {columns} ranks have other groups or blocks"));
        }
        let fault = |what, Interval { low, high }: Interval| {
            let (low, high) = (low.ticks(), high.ticks());
            reason!("{what}: {low} to {high} ticks are not the bounds of {rows} x {columns} ranks")
        };
        let mut sum = (0u128, 0u128);
        for exchange in &self.exchanges {
            let Interval { low, high } = exchange.time;
            let is_timed =
                timing.is_none_or(|timing| exchange.takes(timing) == Some((low.ticks().into(), high.ticks().into())));
            if low > high || !is_timed {
                return Err(fault("exchange", exchange.time));
            }
            sum = (sum.0 + u128::from(low.ticks()), sum.1 + u128::from(high.ticks()));
        }
        if sum != (self.time.low.ticks().into(), self.time.high.ticks().into()) {
            return Err(fault("sum", self.time));
        }
        if self.value == self.time.high { Ok(()) } else { Err(fault("value", Interval::exactly(self.value))) }
    }
}

impl ClaimedExchange {
    /// The time by a model of messages, from and to: every rank sends to all others of its group, one message in each round.
    fn takes(&self, timing: &dyn PortTiming) -> Option<(u128, u128)> {
        let port = timing.port(self.bytes)?;
        let ticks = |time: Time| u128::from(time.ticks());
        let busy = ticks(port.send_busy) + ticks(port.recv_busy);
        let round = busy.max(ticks(port.send_gap)).max(ticks(port.recv_gap)).max(ticks(port.delivery));
        let time = round * u128::from(self.group - 1);
        Some((time, time))
    }
}
