//! Lower bounds on the time of any algorithm for an MPI collective.

use super::relays::least_time;
use crate::collective::Question;
use crate::search::collective::{self, Messages, both_busy, combination_ticks};
use logpine_models::job::{Bound, BytesOf, Layout, Mapping, MpiCollective, MpiJob, RankCollective};
use logpine_models::model::stage::{LeastStages, Overlap, StageCost};
use logpine_models::model::{MessageSize, Port, PortTiming};
use logpine_text::units::Time;
use logpine_trees::tree::earliest::broadcast_time;

/// Bounds with their reasons; bounds that are not representable are `None`.
type Terms = Vec<(Option<Time>, &'static str)>;

const STAGES: &str = "at least log2 P stages, as each at most doubles the ranks that have heard of a given one; each stage takes \
     the time of a byte, over the network for at least log2 of the hosts";
const INFORMED: &str = "before that time the data of some rank cannot have reached all ranks, even if every rank that has it keeps sending";
const BYTES: &str = "some rank has to send or receive that many bytes, and no more than one message at a time";
const WORK: &str = "the ranks together have to send, to receive and, in a reduction, to combine that many bytes, which keeps their \
     processors busy, and each rank does one thing at a time";
const RELAYS: &str = "in less time each rank sends so few messages that its blocks reach the others only over other ranks, and the bytes of \
     all these hops take longer";
const TRAFFIC: &str = "at least log2 P stages, and the bytes that some host has to copy, or to send and receive, at the best rate \
     of the channel when all its ranks share it";
const PART: &str = "the collective contains a broadcast or a reduction, for which no schedule takes less";
const NOTHING_TO_DO: &str = "there is a single rank";

/// Returns the best available bound; `None` if even it exceeds [`Time::MAX`].
///
/// If stages are synchronous, there are at least q = ceil(log2 P) of them, as the number of ranks that have heard of a
/// certain one (or of which a certain one has heard) at most doubles in each. Added to this is the least time to transfer
/// what some rank has to send or receive (Chan, Heimlich, Purkayastha and van de Geijn 2007, the terms of latency and
/// bandwidth). If messages overlap ([`StageCost::overlap`], and models of single messages), P(t) takes the place of q.
#[must_use]
pub fn lower_bound(cost: &dyn StageCost, job: &MpiJob) -> Option<Bound> {
    let ranks = job.layout.ranks();
    if ranks <= 1 {
        return Some(Bound { value: Time::ZERO, reason: NOTHING_TO_DO });
    }
    let terms = cost.ports().map_or_else(|| of_stages(cost, job), |timing| of_messages(timing, job));
    // Among equals the first; a term that is not representable makes the whole not representable.
    let mut best: Option<Bound> = None;
    for (time, reason) in terms {
        let time = time?;
        if best.is_none_or(|best| time > best.value) {
            best = Some(Bound { value: time, reason });
        }
    }
    best
}

/// The terms under a model that sees hosts.
fn of_stages(cost: &dyn StageCost, job: &MpiJob) -> Terms {
    let least = |bytes| cost.at_least(bytes, &job.layout);
    let first = match cost.overlap(&job.layout) {
        None => (in_stages(cost, &job.layout), STAGES),
        Some(Overlap { gap, delivery }) => (broadcast_time(gap, delivery, job.layout.ranks()), INFORMED),
    };
    let moved = cost.moving_at_least(job.traffic(), LeastStages::of(&job.layout), &job.layout);
    vec![first, (least(job.busiest_bytes()), BYTES), (moved, TRAFFIC)]
}

/// The time of the least number of stages, each as short as possible.
fn in_stages(cost: &dyn StageCost, layout: &Layout) -> Option<Time> {
    let least = cost.at_least(1, layout)?;
    let alone = Layout::new(layout.hosts(), 1, Mapping::Sequential).ok()?;
    let far = if alone.ranks() > 1 { cost.at_least(1, &alone)?.max(least) } else { least };
    let stages = LeastStages::of(layout);
    far.checked_mul(stages.far)?.checked_add(least.checked_mul(stages.near())?)
}

/// The terms under a model of single messages. A rank may hear of another by any message, so every message is as short as any.
fn of_messages(timing: &dyn PortTiming, job: &MpiJob) -> Terms {
    let ranks = job.layout.ranks();
    let heard = || broadcast_time_of(timing.port_at_least(1)?, ranks);
    let back = || broadcast_time_of(timing.port_at_least(1)?.reversed(Time::ZERO)?, ranks);
    let part = |collective| Question::ask(collective, timing, ranks, job.bytes(), collective::lower_bound);
    let whole = match job.collective {
        MpiCollective::Bcast => Some(RankCollective::Bcast),
        MpiCollective::Reduce | MpiCollective::Allreduce => Some(RankCollective::Reduce),
        _ => None,
    };
    let informed = match job.collective {
        // If a vector is shorter than P bytes, only the first ranks get a part of a reduce-scatter: rank 0 has to hear of all,
        // but not all of rank 0.
        MpiCollective::Reduce | MpiCollective::Allreduce | MpiCollective::ReduceScatter | MpiCollective::Gather => {
            back()
        }
        _ => heard(),
    };
    let mut terms = vec![(informed, INFORMED)];
    terms.extend(whole.map(|whole| (part(whole).map(|bound| bound.time), PART)));
    if let (Some(bytes), MessageSize::Bytes) = (job.bytes(), timing.message_size()) {
        terms.push((volume(timing, job, bytes), BYTES));
        terms.push((work(timing, job, bytes), WORK));
        if job.collective == MpiCollective::Alltoall {
            terms.push((relays(timing, job, bytes), RELAYS));
        }
    }
    terms
}

fn broadcast_time_of(port: Port, ranks: u64) -> Option<Time> {
    broadcast_time(port.send_gap, port.delivery, ranks)
}

/// Calls `bound` with the messages of a job. A message brings its receiver, or moves on the way to one, each byte of a vector
/// once; and of blocks, which are counted where they come to rest, all that one rank needs or one rank has. A message may be
/// longer, for others, or if longer messages take less.
fn with_messages<T>(timing: &dyn PortTiming, job: &MpiJob, bytes: u64, bound: impl FnOnce(Messages) -> T) -> T {
    let most = match job.collective.bytes_of() {
        Some(BytesOf::Block) => job.busiest_bytes(),
        Some(BytesOf::Vector) | None => bytes,
    };
    bound(Messages { at_least: &|bytes| timing.port_at_least(bytes), is_convex: timing.is_convex(), most })
}

/// The bound from what some rank has to send, one message at a time, and what some rank has to receive: T >= I(V - z) + D(z).
fn volume(timing: &dyn PortTiming, job: &MpiJob, bytes: u64) -> Option<Time> {
    let traffic = job.traffic();
    let in_sequence = |moved: u128, gap| {
        let all = u64::try_from(moved).unwrap_or(u64::MAX);
        let time = |messages: Messages| messages.in_sequence(all, gap, &|port| Some(port.delivery));
        if all == 0 { Some(Time::ZERO) } else { with_messages(timing, job, bytes, time) }
    };
    let sent = in_sequence(traffic.rank_sends, |port| port.send_gap)?;
    let received = in_sequence(traffic.rank_receives, |port| port.recv_gap)?;
    Some(sent.max(received))
}

/// The bound of an alltoall from the hops of its blocks: some rank sends as many bytes as the blocks of one rank make hops, and more blocks
/// than it has to receive may be in one message.
fn relays(timing: &dyn PortTiming, job: &MpiJob, bytes: u64) -> Option<Time> {
    let ranks = job.layout.ranks();
    let most = bytes.saturating_mul(ranks).saturating_mul(ranks - 1);
    let messages = Messages { at_least: &|bytes| timing.port_at_least(bytes), is_convex: timing.is_convex(), most };
    least_time(timing.port_at_least(1)?, ranks, |hops| {
        messages.in_sequence(hops.checked_mul(bytes)?, |port| port.send_gap, &|port| Some(port.delivery))
    })
}

/// The bound from what keeps processors busy: T >= W / P, where W is the least time in which all messages are sent and received
/// and, in a reduction, everything is combined.
fn work(timing: &dyn PortTiming, job: &MpiJob, bytes: u64) -> Option<Time> {
    let ranks = u128::from(job.layout.ranks());
    let rate = with_messages(timing, job, bytes, |messages| messages.rate(both_busy))?;
    let moving = rate.ticks_of(job.traffic().all);
    let combined = if job.collective.combines() { (ranks - 1) * u128::from(bytes) } else { 0 };
    let combining = combination_ticks(timing, combined);
    let share = moving.saturating_add(combining).div_ceil(ranks);
    u64::try_from(share).ok().map(Time::from_ticks)
}
