//! Lower bounds on the time of any algorithm for an MPI collective.

use crate::collective::Question;
use crate::model::stage::{LeastStages, Overlap, StageCost};
use crate::model::{HostClass, MessageSize, Port, PortTiming};
use crate::request::{Layout, Mapping, MpiCollective, MpiJob, RankCollective};
use crate::search::collective;
use crate::tree::earliest::broadcast_time;
use crate::units::Time;

/// A time that no algorithm beats, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StageBound {
    /// The time that no algorithm beats.
    pub time: Time,
    /// The strongest argument for it.
    pub reason: StageBoundReason,
}

impl From<StageBound> for crate::request::Bound {
    fn from(StageBound { time, reason }: StageBound) -> Self {
        Self { value: time, reason: reason.text() }
    }
}

/// Bounds with their reasons; bounds that are not representable are `None`.
type Terms = [(Option<Time>, StageBoundReason); 3];

/// The strongest argument for a [`StageBound`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum StageBoundReason {
    /// In a stage, at most twice as many ranks hear of another rank as before.
    Stages,
    /// The bound is P(t) of a message of the least size.
    Informed,
    /// Some rank has to send or receive that many bytes.
    Bytes,
    /// The traffic has to move through shared channels.
    Traffic,
    /// A part of the collective is a broadcast or a reduction, for which the bound is known.
    Part,
    /// There is only a single rank.
    NothingToDo,
}

impl StageBoundReason {
    /// The argument in words.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Stages => {
                "at least log2 P stages, as each at most doubles the ranks that have heard of a given one; each stage takes \
                 the time of a byte, over the network for at least log2 of the hosts"
            }
            Self::Informed => {
                "before that time the data of some rank cannot have reached all ranks, even if every rank that has it keeps sending"
            }
            Self::Bytes => "some rank has to send or receive that many bytes, and no more than one message at a time",
            Self::Traffic => {
                "at least log2 P stages, and the bytes that some host has to copy, or to send and receive, at the best rate \
                 of the channel when all its ranks share it"
            }
            Self::Part => "the collective contains a broadcast or a reduction, for which no schedule takes less",
            Self::NothingToDo => "there is a single rank",
        }
    }
}

/// Returns the best available bound; `None` if even it exceeds [`Time::MAX`].
///
/// If stages are synchronous, there are at least q = ceil(log2 P) of them, as the number of ranks that have heard of a
/// certain one (or of which a certain one has heard) at most doubles in each. Added to this is the least time to transfer
/// what some rank has to send or receive (Chan, Heimlich, Purkayastha and van de Geijn 2007, the terms of latency and
/// bandwidth). If messages overlap ([`StageCost::overlap`], and models of single messages), P(t) takes the place of q.
#[must_use]
pub fn lower_bound(cost: &dyn StageCost, job: &MpiJob) -> Option<StageBound> {
    let ranks = job.layout.ranks();
    if ranks <= 1 {
        return Some(StageBound { time: Time::ZERO, reason: StageBoundReason::NothingToDo });
    }
    let terms = cost.ports().map_or_else(|| of_stages(cost, job), |timing| of_messages(timing, job));
    // Among equals the first; a term that is not representable makes the whole not representable.
    let mut best: Option<StageBound> = None;
    for (time, reason) in terms {
        let time = time?;
        if best.is_none_or(|best| time > best.time) {
            best = Some(StageBound { time, reason });
        }
    }
    best
}

/// The terms under a model that sees hosts.
fn of_stages(cost: &dyn StageCost, job: &MpiJob) -> Terms {
    let least = |bytes| cost.at_least(bytes, &job.layout);
    let first = match cost.overlap(&job.layout) {
        None => (in_stages(cost, &job.layout), StageBoundReason::Stages),
        Some(Overlap { gap, delivery }) => {
            (broadcast_time(gap, delivery, job.layout.ranks()), StageBoundReason::Informed)
        }
    };
    let moved = cost.moving_at_least(job.traffic(), LeastStages::of(&job.layout), &job.layout);
    [first, (least(job.busiest_bytes()), StageBoundReason::Bytes), (moved, StageBoundReason::Traffic)]
}

/// The time of the least number of stages, each as short as possible.
fn in_stages(cost: &dyn StageCost, layout: &Layout) -> Option<Time> {
    let least = cost.at_least(1, layout)?;
    let alone = Layout::new(layout.hosts(), 1, Mapping::Sequential).ok()?;
    let far = if alone.ranks() > 1 { cost.at_least(1, &alone)?.max(least) } else { least };
    let stages = LeastStages::of(layout);
    far.checked_mul(stages.far)?.checked_add(least.checked_mul(stages.near())?)
}

/// The terms under a model of single messages.
fn of_messages(timing: &dyn PortTiming, job: &MpiJob) -> Terms {
    let (ranks, bytes) = (job.layout.ranks(), job.bytes());
    let bound = |timing: &dyn PortTiming, collective, ranks, bytes| {
        Question::ask(collective, timing, ranks, bytes, collective::lower_bound).map(|bound| bound.time)
    };
    let size = match timing.message_size() {
        MessageSize::Indivisible => |_| None,
        MessageSize::Bytes => Some,
    };
    let silent = |end| NothingToCombine { timing, end };
    let heard = bound(&silent(End::Both), RankCollective::Bcast, ranks, size(1));
    let back = bound(&silent(End::Both), RankCollective::Reduce, ranks, size(1));
    let busiest = size(job.busiest_bytes());
    // Between two ranks, of which one sends everything to any number of others, or receives everything from them.
    let sent = || bound(&silent(End::Sender), RankCollective::Bcast, 2, busiest);
    let received = || bound(&silent(End::Receiver), RankCollective::Reduce, 2, busiest);
    let (informed, moved, part) = match job.collective {
        MpiCollective::Bcast => (heard, Some(Time::ZERO), bound(timing, RankCollective::Bcast, ranks, bytes)),
        MpiCollective::Reduce | MpiCollective::Allreduce => {
            (back, Some(Time::ZERO), bound(timing, RankCollective::Reduce, ranks, bytes))
        }
        MpiCollective::Scatter | MpiCollective::Alltoall | MpiCollective::Barrier => (heard, sent(), Some(Time::ZERO)),
        // If a vector is shorter than P bytes, only the first ranks get a part: rank 0 has to hear of all, but not all of
        // rank 0.
        MpiCollective::ReduceScatter => (back, sent(), Some(Time::ZERO)),
        MpiCollective::Gather => (back, received(), Some(Time::ZERO)),
        MpiCollective::Allgather => (heard, received(), Some(Time::ZERO)),
    };
    [(informed, StageBoundReason::Informed), (moved, StageBoundReason::Bytes), (part, StageBoundReason::Part)]
}

/// The ends of messages that a bound counts.
#[derive(Clone, Copy)]
enum End {
    Both,
    /// The sender only: receivers are free for the next message at once, since it may go to another.
    Sender,
    /// The receiver only: senders are free for the next message at once, since it may come from another.
    Receiver,
}

/// A machine whose ranks combine in no time. The time that ranks spend on a message is left out of the bound, and so is the
/// time at one end.
struct NothingToCombine<'a> {
    timing: &'a dyn PortTiming,
    end: End,
}

impl NothingToCombine<'_> {
    fn at_end(&self, port: Port) -> Port {
        match self.end {
            End::Both => port,
            End::Sender => Port { recv_busy: Time::ZERO, recv_gap: Time::ZERO, ..port },
            End::Receiver => Port { send_busy: Time::ZERO, send_gap: Time::ZERO, ..port },
        }
    }
}

impl PortTiming for NothingToCombine<'_> {
    fn name(&self) -> &'static str {
        self.timing.name()
    }

    fn message_size(&self) -> MessageSize {
        self.timing.message_size()
    }

    fn between(&self, bytes: u64, sender: HostClass, receiver: HostClass) -> Option<Port> {
        match self.end {
            // A rank may hear of another by any message.
            End::Both => self.port_at_least(bytes),
            End::Sender | End::Receiver => self.timing.between(bytes, sender, receiver).map(|port| self.at_end(port)),
        }
    }

    fn port_at_least(&self, bytes: u64) -> Option<Port> {
        self.timing.port_at_least(bytes).map(|port| self.at_end(port))
    }

    fn port_up_to(&self, bytes: u64) -> Option<Port> {
        self.timing.port_up_to(bytes).map(|port| self.at_end(port))
    }

    fn is_convex(&self) -> bool {
        self.timing.is_convex()
    }

    fn combine(&self, _bytes: u64) -> Option<Time> {
        Some(Time::ZERO)
    }
}
