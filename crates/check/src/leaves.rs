//! Checks overlay trees for one message with a gap and a delivery, with code that shares nothing with the search or the
//! scoring.

use super::arrivals::{Arrivals, MOST_TIMES, backwards};
use super::claim::Claimed;
use logpine_models::job::{Claim, Collective, LeafJob};
use logpine_models::model::{Port, PortTiming};
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Time;
use logpine_trees::tree::{Score, Shape};

/// An overlay tree with the claims about it; children are in the order of sends.
#[derive(Clone, Copy, Debug)]
pub struct TreeOfMessages<'a> {
    /// The family of the tree, for messages.
    pub family: &'static str,
    /// The tree.
    pub shape: &'a Shape,
    /// The time and the period of the tree.
    pub score: Score,
    /// The value of the tree.
    pub value: Time,
}

/// Checks the port of a plan, its trees, the best first, the claim on the first, and that no tree has all leaves before the
/// bound. A reduction is a multicast seen backwards. Bounds before which ranks get the message at more than 2^14 times are not
/// checked.
///
/// # Errors
/// The first fault that is found.
pub fn check<'a>(
    timing: &dyn PortTiming,
    job: &LeafJob,
    port: Port,
    claim: &Claim,
    trees: impl IntoIterator<Item = TreeOfMessages<'a>>,
) -> Result<(), Reason> {
    let bytes = job.bytes().unwrap_or(1);
    let sent = timing.port(bytes);
    let expected = match job.collective() {
        Collective::Multicast => sent,
        _ => sent.zip(timing.combine(bytes)).and_then(|(port, combine)| backwards(port, combine)),
    };
    if expected != Some(port) {
        return Err(Reason::new("the port of the plan is not that of the message"));
    }
    let bound = claim.bound.value.ticks();
    let mut claimed = Claimed::new(claim);
    for tree in trees {
        tree.check(port, job.leaves())?;
        claimed.check(tree.family, tree.value)?;
    }
    let is_beaten = is_reached_before(port, job.leaves(), bound);
    if is_beaten {
        Err(reason!("{leaves} leaves can have the message before the bound of {bound} ticks", leaves = job.leaves()))
    } else {
        Ok(())
    }
}

impl TreeOfMessages<'_> {
    /// Checks the claims about the tree.
    fn check(&self, port: Port, expected: u64) -> Result<(), Reason> {
        let Self { family, shape, score, value } = *self;
        let found = leaves(shape);
        if found != u128::from(expected) {
            return Err(reason!("{family}: the tree has {found} leaves, not {expected}"));
        }
        let time = last_arrival(shape, port);
        let claims =
            [("time", score.time, time), ("period", score.period, period(shape, port)), ("value", value, time)];
        for (what, stated, found) in claims {
            let stated = stated.ticks();
            if found != u128::from(stated) {
                return Err(reason!("{family}: stated {stated} ticks of {what}, the messages take {found}"));
            }
        }
        Ok(())
    }
}

/// The number of leaves, subtree by subtree from the leaf up.
fn leaves(shape: &Shape) -> u128 {
    let mut known = vec![1u128; shape.distinct()];
    for node in shape.nodes().skip(1) {
        let children = shape.children(node).iter();
        let below = children.map(|group| known[group.node.index()].saturating_mul(group.count.into()));
        known[node.index()] = below.fold(0, u128::saturating_add);
    }
    known.pop().unwrap_or(0)
}

/// The time at which the last leaf has the message. From the root down, every process sends to its children, a gap apart, as
/// soon as it has the message; of equal subtrees only the one that gets it last counts.
fn last_arrival(shape: &Shape, port: Port) -> u128 {
    let [gap, delivery] = [port.send_gap, port.delivery].map(|time| u128::from(time.ticks()));
    let mut has = vec![0u128; shape.distinct()];
    for node in shape.nodes().rev() {
        let mut start = has[node.index()];
        for group in shape.children(node) {
            let next = start.saturating_add(gap.saturating_mul(group.count.into()));
            let child = &mut has[group.node.index()];
            *child = (*child).max(next.saturating_sub(gap).saturating_add(delivery));
            start = next;
        }
    }
    has[0]
}

/// The longest time for which a process is busy with one of many messages: the root sends it to all children, a leaf only
/// receives it, the others do both, one after the other.
fn period(shape: &Shape, port: Port) -> u128 {
    let Port { send_busy, send_gap, recv_busy, recv_gap, .. } = port;
    let [send_busy, send_gap, recv_busy, recv_gap] =
        [send_busy, send_gap, recv_busy, recv_gap].map(|time| u128::from(time.ticks()));
    let of_process = |node| {
        let sends = shape.children(node).iter().fold(0u128, |sum, group| sum + u128::from(group.count));
        match sends {
            0 if node == shape.root() => 0,
            0 => recv_gap.max(recv_busy),
            _ if node == shape.root() => sends.saturating_mul(send_gap),
            _ => {
                let turn = send_gap.max(send_busy + recv_busy);
                (sends - 1).saturating_mul(send_gap).saturating_add(turn).max(recv_gap)
            }
        }
    };
    shape.nodes().map(of_process).max().unwrap_or(0)
}

/// True if some tree is known to have the message at that many leaves before a time. A process that sends the message to
/// its own leaf last is a rank that is done a gap after its last other send, and two leaves take a gap and a delivery.
#[must_use]
pub fn is_reached_before(port: Port, leaves: u64, time: u64) -> bool {
    let [gap, delivery] = [port.send_gap, port.delivery].map(|time| u128::from(time.ticks()));
    let time = u128::from(time);
    if leaves == 1 || time <= gap + delivery {
        return leaves == 1 && time > 0;
    }
    // Without a gap a process has any number of leaves; without a delivery it has any number of processes at once.
    let Some(arrivals) = Arrivals::new(port) else { return true };
    let early = arrivals.take(MOST_TIMES).take_while(|&(at, _)| at + gap < time);
    early.fold(0, |sum: u128, (_, ranks)| sum.saturating_add(ranks)) >= u128::from(leaves)
}
