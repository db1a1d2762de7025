//! One message among ranks, several on each host: the least time to reach every host if ranks that share a host may send
//! side by side.

use super::table::{Steps, Table};
use crate::tree::earliest::broadcast_time;
use logpine_models::model::Port;
use logpine_text::reason::Reason;
use logpine_text::units::Time;

/// The maximum number of sums of gaps and deliveries that are tabulated; beyond, times are rounded to a grid.
const MOST_TIMES: usize = 1 << 17;

/// The number of points of the grid to which times are rounded if there are too many.
const GRID: u64 = 1 << 15;

/// The maximum number of ranks whose messages are counted.
const MOST_COUNTED: u64 = 1 << 18;

/// The spread of one message over ranks that share hosts.
///
/// The message enters each host once. The first rank of a host that has it may spend its first sends on other ranks of its
/// host, which then also send to further hosts; with an allowance of d such rounds there are up to 2^d of these lanes on a
/// host. When all hosts have the message, it is spread within each of them. With G, D the gap and delivery inside a host,
/// G', D' those between hosts, and t the time left, a rank reaches
///
/// ```text
/// A(t, d) = max( A(t - G, d - 1) + A(t - D, d - 1),  1 + A(t - G', d) + A(t - D', d_0) )
/// ```
///
/// further hosts, `d_0` being the allowance of a new host. The first term is a send inside the host, the second a send to a
/// new host; A is 0 if no delivery is possible any more. This is the counting of Karp, Sahay, Santos and Schauser (1993)
/// with two kinds of messages.
#[derive(Clone, Debug)]
pub struct Lanes {
    table: Table,
    hosts: u64,
    ranks_per_host: u64,
    within: Port,
    among: Port,
    informed: Time,
    bound: Time,
    finish: Time,
}

impl Lanes {
    /// Returns the fastest spread for `hosts` hosts with `ranks_per_host` ranks each, at least one of each, if a message
    /// costs `within` inside a host and `among` between hosts.
    ///
    /// **Complexity** O(sums of the four gaps and deliveries up to the answer), at most 2^17, times log2 of the ranks on a
    /// host.
    ///
    /// # Errors
    /// [`Reason`] if the time exceeds [`Time::MAX`].
    pub fn new(within: Port, among: Port, hosts: u64, ranks_per_host: u64) -> Result<Self, Reason> {
        let none = || Reason::new("the time is not representable: longer than 2^64 ticks");
        let leaders = broadcast_time(among.send_gap, among.delivery, hosts).ok_or_else(none)?;
        let inside = broadcast_time(within.send_gap, within.delivery, ranks_per_host).ok_or_else(none)?;
        let steps = Steps::new(within, among);
        let allowance = ranks_per_host.max(1).ilog2();
        let further = hosts.saturating_sub(1);
        let exact = Table::new(steps, allowance, further, MOST_TIMES);
        let (table, bound) = if let Some(table) = exact {
            let bound = table.bound(further, ranks_per_host);
            (table, bound)
        } else {
            let unit = (leaders.ticks() / GRID).max(1);
            let points = usize::try_from(GRID).unwrap_or(usize::MAX).saturating_mul(2);
            let slower =
                Table::new(steps.rounded_up(unit).ok_or_else(none)?, allowance, further, points).ok_or_else(none)?;
            let faster = Table::new(steps.rounded_down(unit), 0, further, points);
            let bound = faster.map_or(0, |table| table.bound(further, ranks_per_host));
            (slower, bound)
        };
        let informed = Time::from_ticks(table.least_time(further).ok_or_else(none)?);
        // A rank that sent to a host may become free only after that host has the message.
        let lag = |port: Port| port.send_gap.checked_sub(port.delivery).unwrap_or_default();
        let late = if ranks_per_host > 1 { lag(within).max(lag(among)) } else { Time::ZERO };
        let finish = informed.checked_add(late).and_then(|free| free.checked_add(inside)).ok_or_else(none)?;
        let bound = Time::from_ticks(bound).min(informed);
        Ok(Self { table, hosts, ranks_per_host, within, among, informed, bound, finish })
    }

    /// The time at which the last host has the message.
    #[must_use]
    pub const fn informed(&self) -> Time {
        self.informed
    }

    /// A lower bound on [`Lanes::informed`] over all schedules of a whole message: a second message to a host would better
    /// go to a further host.
    #[must_use]
    pub const fn informed_bound(&self) -> Time {
        self.bound
    }

    /// The time at which the last rank has the message; an upper bound if a gap is longer than its delivery.
    #[must_use]
    pub const fn finish(&self) -> Time {
        self.finish
    }

    /// True if no schedule that sends the whole message into every host once is faster: the host that is reached last needs
    /// the time of a broadcast inside it in any case.
    #[must_use]
    pub fn is_best_with_one_entry(&self) -> bool {
        let no_lag = |port: Port| port.send_gap <= port.delivery;
        self.bound == self.informed && (self.ranks_per_host == 1 || (no_lag(self.within) && no_lag(self.among)))
    }

    /// The maximum number of ranks of a host that send to other hosts; `None` for more than 2^18 ranks.
    #[must_use]
    pub fn most_senders(&self) -> Option<u64> {
        if self.hosts.checked_mul(self.ranks_per_host)? > MOST_COUNTED {
            return None;
        }
        let host = |rank: u32| u64::from(rank) / self.ranks_per_host;
        let messages = self.messages()?;
        let away = messages.iter().filter(|message| host(message.from) != host(message.to));
        let mut senders: Vec<u32> = away.map(|message| message.from).collect();
        senders.sort_unstable();
        senders.dedup();
        let most = senders.chunk_by(|&a, &b| host(a) == host(b)).map(<[u32]>::len).max();
        u64::try_from(most.unwrap_or(0)).ok()
    }

    /// The number of hosts.
    #[must_use]
    pub const fn hosts(&self) -> u64 {
        self.hosts
    }

    /// The number of ranks on each host.
    #[must_use]
    pub const fn ranks_per_host(&self) -> u64 {
        self.ranks_per_host
    }

    pub(super) const fn table(&self) -> &Table {
        &self.table
    }

    pub(super) const fn ports(&self) -> (Port, Port) {
        (self.within, self.among)
    }
}
