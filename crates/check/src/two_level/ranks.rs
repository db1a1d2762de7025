//! Checks collectives among ranks that share hosts, message by message, with code that shares nothing with the search.

use crate::claim::Claimed;
use logpine_models::job::{Claim, RankCollective, RankJob};
use logpine_models::model::{HostClass, MessageSize, Port, PortTiming, Reversed};
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Time;

/// Checks the times of candidates, the best first, against the claim on the best.
///
/// # Errors
/// [`Reason`] if a time contradicts the claim.
pub fn check_claim(claim: &Claim, times: impl IntoIterator<Item = Time>) -> Result<(), Reason> {
    let mut claimed = Claimed::new(claim);
    times.into_iter().try_for_each(|time| claimed.check("candidate", time))
}

/// Checks the time of one collective among all ranks against that of its algorithm.
///
/// # Errors
/// [`Reason`] if the stated time is shorter.
pub fn check_one_level(stated: Time, of_algorithm: Time) -> Result<(), Reason> {
    at_least(stated, of_algorithm.ticks())
}

fn at_least(stated: Time, found: u64) -> Result<(), Reason> {
    let stated = stated.ticks();
    if found > stated { Err(reason!("stated {stated} ticks, its messages take {found}")) } else { Ok(()) }
}

/// The messages of a collective among hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastMessage {
    /// All carry the whole data.
    Whole,
    /// Some carry a part.
    Part,
}

/// A message from one rank to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// The sender.
    pub from: u32,
    /// The receiver.
    pub to: u32,
    /// The start of the send.
    pub start: Time,
}

/// Ranks on hosts, and the costs of their messages: rank r is on host r / `ranks_per_host`.
#[derive(Clone, Copy)]
pub struct HostsOfRanks<'a> {
    /// The job.
    pub job: RankJob,
    /// The number of ranks on every host.
    pub ranks_per_host: u64,
    /// The costs of messages between hosts.
    pub among: &'a dyn PortTiming,
    /// The costs of messages inside a host.
    pub within: &'a dyn PortTiming,
}

/// The dearer of the costs inside a host and between hosts, number by number.
#[derive(Clone, Copy)]
pub struct Dearer<'a>(HostsOfRanks<'a>);

impl PortTiming for Dearer<'_> {
    fn name(&self) -> &'static str {
        self.0.among.name()
    }

    fn message_size(&self) -> MessageSize {
        self.0.among.message_size()
    }

    fn between(&self, bytes: u64, sender: HostClass, receiver: HostClass) -> Option<Port> {
        let Self(HostsOfRanks { among, within, .. }) = *self;
        Some(among.between(bytes, sender, receiver)?.max_of_each(within.between(bytes, sender, receiver)?))
    }

    fn port_at_least(&self, bytes: u64) -> Option<Port> {
        Some(self.0.among.port_at_least(bytes)?.max_of_each(self.0.within.port_at_least(bytes)?))
    }

    fn port_up_to(&self, bytes: u64) -> Option<Port> {
        Some(self.0.among.port_up_to(bytes)?.max_of_each(self.0.within.port_up_to(bytes)?))
    }

    fn combine(&self, bytes: u64) -> Option<Time> {
        Some(self.0.among.combine(bytes)?.max(self.0.within.combine(bytes)?))
    }
}

impl<'a> HostsOfRanks<'a> {
    /// The costs of messages between any two ranks if their hosts are not known.
    #[must_use]
    pub const fn dearer(self) -> Dearer<'a> {
        Dearer(self)
    }

    /// Checks the time of a collective among hosts and one inside them, one after the other. A leader whose last message among hosts
    /// was the whole one sends again when its gap is over.
    ///
    /// # Errors
    /// [`Reason`] if the stated time is shorter than its messages take.
    pub fn check_leaders(self, stated: Time, phases: [Time; 2], last: LastMessage) -> Result<(), Reason> {
        let lag = match (last, self.ports()) {
            _ if self.ranks_per_host == 1 || self.ranks_per_host == self.job.ranks() => 0,
            (LastMessage::Whole, Some([among, _])) => among.send_gap.ticks().saturating_sub(among.delivery.ticks()),
            _ => 0,
        };
        at_least(stated, phases.iter().fold(lag, |sum, phase| sum.saturating_add(phase.ticks())))
    }

    /// Checks the spread of one whole message from rank 0: ranks send what they have, one message after the other, all get it
    /// once, and the last no later than stated. The messages of a reduction are those of the broadcast that it is backwards.
    ///
    /// # Errors
    /// The first fault that is found.
    pub fn check_spread(self, stated: Time, mut messages: Vec<Message>) -> Result<(), Reason> {
        let Some([among, within]) = self.ports() else { return at_least(stated, u64::MAX) };
        messages.sort_by_key(|message| message.start);
        let mut free = vec![None; usize::try_from(self.job.ranks()).unwrap_or(usize::MAX)];
        free[0] = Some(0);
        let mut last = 0;
        for Message { from, to, start } in messages {
            let (sender, receiver, start) = (from as usize, to as usize, start.ticks());
            let may_send = free.get(sender).copied().flatten().is_some_and(|free| free <= start);
            if !may_send || free.get(receiver).is_none_or(Option::is_some) {
                return Err(reason!(
                    "rank {from} sends to rank {to} at {start} ticks, before it may, or rank {to} has the message"
                ));
            }
            let host = |rank: u32| u64::from(rank) / self.ranks_per_host;
            let port = if host(from) == host(to) { within } else { among };
            free[sender] = Some(start.saturating_add(port.send_gap.ticks()));
            let there = start.saturating_add(port.delivery.ticks());
            free[receiver] = Some(there);
            last = last.max(there);
        }
        match free.iter().position(Option::is_none) {
            Some(rank) => Err(reason!("rank {rank} does not get the message")),
            None => at_least(stated, last),
        }
    }

    /// The ports of the whole message, between hosts and inside a host.
    fn ports(self) -> Option<[Port; 2]> {
        let bytes = self.job.bytes().unwrap_or(1);
        let port = |timing: &dyn PortTiming| match self.job.collective {
            RankCollective::Bcast => timing.port(bytes),
            RankCollective::Reduce => Reversed(timing).port(bytes),
        };
        Some([port(self.among)?, port(self.within)?])
    }
}
