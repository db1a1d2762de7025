//! Broadcasts played through, message by message.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The children of each rank in the order of their sends. Rank 0 is the root; children have larger numbers.
pub type Children = Vec<Vec<usize>>;

pub fn chain(ranks: usize) -> Children {
    heap(1, ranks)
}

pub fn heap(fanout: usize, ranks: usize) -> Children {
    let children = |rank: usize| (1..=fanout).map(move |child| fanout * rank + child);
    (0..ranks).map(|rank| children(rank).filter(|&child| child < ranks).collect()).collect()
}

/// Rank r sends to r + j k^i for each i below its trailing zeros in base k, i falling, j = 1, ..., k - 1.
pub fn k_nomial(fanout: usize, ranks: usize) -> Children {
    let children = |rank: usize| {
        let mut powers: Vec<usize> = std::iter::successors(Some(1), |power| Some(power * fanout))
            .take_while(|&power| power < ranks && rank.is_multiple_of(power * fanout))
            .collect();
        powers.reverse();
        let sent = powers.into_iter().flat_map(move |power| (1..fanout).map(move |digit| rank + digit * power));
        sent.filter(|&child| child < ranks).collect()
    };
    (0..ranks).map(children).collect()
}

/// The time at which the last segment reaches the last rank: each rank sends a segment to all its children, then the next.
pub fn last_arrival(tree: &Children, segments: usize, gap: u64, delivery: u64) -> u64 {
    let mut arrivals = vec![vec![0; segments]; tree.len()];
    for rank in 0..tree.len() {
        let mut free = 0;
        for (segment, arrival) in arrivals[rank].clone().into_iter().enumerate() {
            for &child in &tree[rank] {
                let start = free.max(arrival);
                arrivals[child][segment] = start + delivery;
                free = start + gap;
            }
        }
    }
    arrivals.iter().flatten().copied().max().unwrap_or(0)
}

/// The same as [`last_arrival`] in rounds: a message takes one, and each rank sends one at a time.
pub fn rounds(tree: &Children, segments: usize) -> u64 {
    last_arrival(tree, segments, 1, 1)
}

/// The times at which the next `count` ranks are informed, if all informed ranks go on sending.
pub fn greedy_arrivals(count: usize, gap: u64, delivery: u64) -> Vec<u64> {
    let mut arrivals = Vec::new();
    let mut next = BinaryHeap::from([Reverse(delivery)]);
    while arrivals.len() < count {
        let Reverse(arrival) = next.pop().expect("the root goes on");
        arrivals.push(arrival);
        next.push(Reverse(arrival + gap));
        next.push(Reverse(arrival + delivery));
    }
    arrivals
}

/// The parameters of a processor with a network interface.
#[derive(Clone, Copy)]
pub struct Processor {
    pub latency: f64,
    pub overhead: f64,
    pub gap: f64,
    pub gap_per_byte: f64,
}

/// The time at which the last segment is received under LogGP. Each rank receives a segment, sends it to all its children, and
/// only then receives the next; the processor is busy for o in each.
pub fn loggp(tree: &Children, segments: &[f64], processor: Processor) -> f64 {
    let Processor { latency, overhead, gap, gap_per_byte } = processor;
    // When the processor of the receiver can start.
    let mut ready = vec![vec![0.0_f64; segments.len()]; tree.len()];
    let mut finish = 0.0_f64;
    for rank in 0..tree.len() {
        let (mut busy, mut interface) = (0.0_f64, 0.0_f64);
        for (segment, bytes) in segments.iter().enumerate() {
            let bytes_time = (bytes - 1.0) * gap_per_byte;
            if rank > 0 {
                busy = busy.max(ready[rank][segment]) + overhead;
                finish = finish.max(busy);
            }
            for &child in &tree[rank] {
                let start = busy.max(interface);
                busy = start + overhead;
                interface = start + gap + bytes_time;
                ready[child][segment] = busy + latency + bytes_time;
            }
        }
    }
    finish
}
