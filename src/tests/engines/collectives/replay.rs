//! The ranks' programs of a segmented broadcast along a tree, replayed message by message.

use crate::tests::engines::collectives::machines::numbers;
use crate::tests::engines::collectives::ordered_trees::Children;
use logpine_models::model::Port;

/// The state of a rank.
#[derive(Clone, Default)]
struct Rank {
    /// The time until which the processor is busy.
    busy_until: u64,
    /// The time from which the port is free for the next send.
    may_send: u64,
    /// The end of the last reception.
    received: Option<u64>,
}

/// The times at which every rank can use every segment. The root has all of them at 0. Every rank receives a segment, sends it
/// to each child in turn, and then does the same with the next; `segments` are their ports in that order.
///
/// The segments are followed through the tree one by one, because a segment does not depend on those after it.
pub fn finish(tree: &Children, segments: &[Port]) -> u64 {
    let mut ranks = vec![Rank::default(); tree.len()];
    let mut last = 0;
    for &port in segments {
        let [send_busy, send_gap, recv_busy, recv_gap, delivery] = numbers(port);
        // When the segment is delivered to each rank.
        let mut delivered = vec![0; tree.len()];
        for (at, children) in tree.iter().enumerate() {
            let rank = &mut ranks[at];
            let mut now = delivered[at];
            if at > 0 {
                if let Some(before) = rank.received {
                    now = now.max(before + recv_gap).max(rank.busy_until + recv_busy);
                }
                rank.received = Some(now);
                rank.busy_until = rank.busy_until.max(now);
                last = last.max(now);
            }
            for &child in children {
                now = now.max(rank.busy_until).max(rank.may_send);
                rank.busy_until = now + send_busy;
                rank.may_send = now + send_gap;
                delivered[child] = now + delivery;
            }
        }
    }
    last
}

/// `count` segments, all but the last with the port `full`.
pub fn ports(count: u64, full: Port, last: Port) -> Vec<Port> {
    (1..count).map(|_| full).chain([last]).collect()
}
