//! Scatter and allgather, replayed message by message.

use crate::tests::execution::schedules::ports::{AlphaBeta, LogGp};
use logpine::units::Time;
use logpine_collectives::collective::scatter_allgather::Scatter;
use logpine_collectives::collective::scatter_allgather::{Allgather, ScatterAllgather, part_bytes};
use logpine_collectives::schedule::Blocks;
use logpine_models::model::PortTiming;
use logpine_text::integer::ceil_log2;

/// Ranks with a block each, and each with a port out and a port in.
struct Network<'a> {
    timing: &'a dyn PortTiming,
    /// The bytes of each block.
    blocks: Vec<u64>,
    ranks: Vec<Rank>,
}

#[derive(Clone)]
struct Rank {
    /// The times at which the rank got each block.
    has: Vec<Option<u64>>,
    may_send: u64,
    last_reception: Option<u64>,
}

/// Blocks `first` to `first + count - 1`, modulo P.
#[derive(Clone, Copy)]
struct Message {
    from: usize,
    to: usize,
    first: usize,
    count: usize,
}

impl<'a> Network<'a> {
    fn new(timing: &'a dyn PortTiming, ranks: usize, bytes: u64) -> Self {
        let before = |block: usize| block as u64 * bytes / ranks as u64;
        let blocks: Vec<u64> = (0..ranks).map(|block| before(block + 1) - before(block)).collect();
        // An empty block is everywhere.
        let has = blocks.iter().map(|&bytes| (bytes == 0).then_some(0)).collect();
        let rank = Rank { has, may_send: 0, last_reception: None };
        let mut network = Self { timing, blocks, ranks: vec![rank; ranks] };
        network.ranks[0].has = vec![Some(0); ranks];
        network
    }

    /// Sends messages as soon as ports and blocks allow, with the blocks that their senders have before the first of them.
    fn send(&mut self, messages: &[Message]) {
        let before = self.ranks.clone();
        for &Message { from, to, first, count } in messages {
            let blocks = (first..first + count).map(|block| block % before.len());
            let bytes = blocks.clone().map(|block| self.blocks[block]).sum();
            if bytes == 0 {
                continue;
            }
            let port = self.timing.port(bytes).expect("small");
            let ready = blocks.clone().map(|block| before[from].has[block].expect("a sender has its blocks")).max();
            let start = self.ranks[from].may_send.max(ready.expect("no message is empty"));
            self.ranks[from].may_send = start + port.send_gap.ticks();
            let receiver = &mut self.ranks[to];
            let free = receiver.last_reception.map_or(0, |last| last + port.recv_gap.ticks());
            let end = (start + port.delivery.ticks()).max(free);
            receiver.last_reception = Some(end);
            for block in blocks {
                receiver.has[block].get_or_insert(end);
            }
        }
    }

    /// Rank `first` hands on the later half of its `count` blocks, and likewise in both halves; rounds run side by side.
    fn scatter(&mut self) {
        let mut holders = vec![(0, self.ranks.len())];
        while holders.iter().any(|&(_, count)| count > 1) {
            let mut next = Vec::new();
            for (first, count) in holders {
                let kept = count.div_ceil(2);
                next.push((first, kept));
                if kept < count {
                    let to = first + kept;
                    self.send(&[Message { from: first, to, first: to, count: count - kept }]);
                    next.push((to, count - kept));
                }
            }
            holders = next;
        }
    }

    fn allgather(&mut self, allgather: Allgather) {
        let ranks = self.ranks.len();
        for round in 0..usize::try_from(allgather.rounds(ranks as u64)).expect("small") {
            let message = |rank: usize| match allgather {
                Allgather::Ring => {
                    Message { from: rank, to: (rank + 1) % ranks, first: rank + ranks - round, count: 1 }
                }
                Allgather::RecursiveDoubling => {
                    let held = 1 << round;
                    Message { from: rank, to: rank ^ held, first: rank / held * held, count: held }
                }
                Allgather::Bruck => {
                    let held = 1 << round;
                    let count = held.min(ranks - held);
                    Message { from: rank, to: (rank + ranks - held) % ranks, first: rank, count }
                }
            };
            self.send(&(0..ranks).map(message).collect::<Vec<_>>());
        }
    }

    /// The time at which the last rank has its own block.
    fn scattered(&self) -> u64 {
        self.ranks.iter().enumerate().filter_map(|(rank, state)| state.has[rank]).max().expect("all have theirs")
    }

    /// The time at which the last rank has the last block.
    fn complete(&self) -> u64 {
        let all = self.ranks.iter().flat_map(|rank| &rank.has);
        all.map(|since| since.expect("everybody has everything")).max().expect("there are ranks")
    }
}

fn scatter_time(timing: &dyn PortTiming, ranks: u64, bytes: u64) -> Option<Time> {
    Scatter::BINOMIAL.time(timing, ranks, bytes)
}

const fn halving(allgather: Allgather) -> ScatterAllgather {
    ScatterAllgather { scatter: Scatter::BINOMIAL, allgather }
}

fn time(timing: &dyn PortTiming, allgather: Allgather, ranks: u64, bytes: u64) -> Option<Time> {
    halving(allgather).bcast_time(timing, ranks, bytes)
}

fn ticks(time: Option<Time>) -> u64 {
    time.expect("small").ticks()
}

#[test]
fn the_replay_takes_the_time_of_the_formula_with_equal_blocks() {
    let timing = AlphaBeta { alpha: 10, beta: 3, gamma: 0 };
    for ranks in 1..40 {
        for block in [1, 7, 40, 1000] {
            let (count, bytes) = (ranks as u64, block * ranks as u64);
            let mut scattered = Network::new(&timing, ranks, bytes);
            scattered.scatter();
            let expected = 10 * u64::from(ceil_log2(count)) + 3 * block * (count - 1);
            assert_eq!(scattered.scattered(), expected, "P = {ranks}, s = {bytes}");
            assert_eq!(ticks(scatter_time(&timing, count, bytes)), expected, "P = {ranks}, s = {bytes}");
            for allgather in Allgather::ALL.into_iter().filter(|allgather| allgather.fits(count)) {
                let mut network = Network::new(&timing, ranks, bytes);
                network.scatter();
                network.allgather(allgather);
                let both = expected + 10 * allgather.rounds(count) + 3 * block * (count - 1);
                let name = allgather.name();
                assert_eq!(network.complete(), both, "{name}, P = {ranks}, s = {bytes}");
                assert_eq!(ticks(time(&timing, allgather, count, bytes)), both, "{name}, P = {ranks}, s = {bytes}");
            }
        }
    }
}

/// Every message is at most a byte shorter than it counts.
#[test]
fn the_replay_takes_at_most_a_byte_a_message_less_with_unequal_blocks() {
    let timing = AlphaBeta { alpha: 10, beta: 3, gamma: 0 };
    for ranks in 2..40 {
        for bytes in [1, 7, 40, 1000, 1001] {
            let count = ranks as u64;
            for allgather in Allgather::ALL.into_iter().filter(|allgather| allgather.fits(count)) {
                let mut network = Network::new(&timing, ranks, bytes);
                network.scatter();
                network.allgather(allgather);
                let counted = ticks(time(&timing, allgather, count, bytes));
                assert!(network.complete() <= counted, "{}, P = {ranks}, s = {bytes}", allgather.name());
                let messages = u64::from(ceil_log2(count)) + allgather.rounds(count);
                let most = 10 * messages + 3 * (2 * bytes * (count - 1) / count + messages + 1);
                assert!(counted <= most, "{}, P = {ranks}, s = {bytes}", allgather.name());
            }
        }
    }
}

/// Every part of a message with so many blocks is as long as the longest one, or a byte shorter.
#[test]
fn parts_of_as_many_blocks_differ_by_at_most_a_byte() {
    let timing = AlphaBeta { alpha: 0, beta: 1, gamma: 0 };
    for ranks in 1..20usize {
        for bytes in 1..70 {
            let sizes = Network::new(&timing, ranks, bytes).blocks;
            assert_eq!(sizes.iter().sum::<u64>(), bytes);
            for count in 1..=ranks {
                let part = |first: usize| (first..first + count).map(|block| sizes[block % ranks]).sum::<u64>();
                let (least, most) = (0..ranks).map(part).fold((u64::MAX, 0), |(a, b), part| (a.min(part), b.max(part)));
                assert_eq!(part_bytes(ranks as u64, bytes, count as u64), Some(most));
                assert!(most - least <= 1);
            }
        }
    }
    assert_eq!([part_bytes(0, 9, 0), part_bytes(4, 0, 1), part_bytes(4, 9, 5)], [None; 3]);
    assert_eq!(part_bytes(u64::MAX, u64::MAX, u64::MAX), Some(u64::MAX));
}

/// With unequal gap and delivery and equal blocks the scatter is exact, and the sum never too small.
#[test]
fn under_loggp_the_time_is_an_upper_bound() {
    for (latency, overhead, gap, gap_per_byte) in [(6, 2, 4, 1), (20, 1, 3, 2), (0, 5, 1, 1), (1, 1, 30, 3)] {
        let timing = LogGp { latency, overhead, gap, gap_per_byte };
        for ranks in 2..40 {
            for block in [1, 13] {
                let (count, bytes) = (ranks as u64, block * ranks as u64);
                let mut network = Network::new(&timing, ranks, bytes);
                network.scatter();
                let free = network.ranks.iter().map(|rank| rank.may_send).max().expect("ranks");
                assert_eq!(ticks(scatter_time(&timing, count, bytes)), network.scattered().max(free), "P = {ranks}");
                for allgather in Allgather::ALL.into_iter().filter(|allgather| allgather.fits(count)) {
                    let mut network = Network::new(&timing, ranks, bytes);
                    network.scatter();
                    network.allgather(allgather);
                    assert!(network.complete() <= ticks(time(&timing, allgather, count, bytes)), "P = {ranks}");
                }
            }
        }
    }
}

#[test]
fn the_ends_of_the_range() {
    let timing = AlphaBeta { alpha: 1, beta: 1, gamma: 0 };
    for allgather in Allgather::ALL {
        assert_eq!(time(&timing, allgather, 1, 9), Some(Time::ZERO), "one rank has it all");
        assert_eq!(time(&timing, allgather, 0, 9), None);
        assert_eq!(time(&timing, allgather, 8, 0), None);
        assert_eq!(time(&timing, allgather, 1 << 63, u64::MAX), None, "past 2^64 ticks");
    }
    assert_eq!(time(&timing, Allgather::RecursiveDoubling, 6, 9), None);
    assert_eq!(scatter_time(&timing, 1 << 63, u64::MAX), None, "2^64 - 2 bytes and 63 messages");
    assert_eq!(scatter_time(&timing, u64::MAX, 1).map(Time::ticks), Some(2 * 64), "messages of a byte");
    assert_eq!(scatter_time(&timing, 1 << 40, 1 << 41).map(Time::ticks), Some(40 + 2 * ((1 << 40) - 1)));
    assert_eq!(Blocks::new(0, 3), None);
    assert_eq!(Blocks::new(3, 0), None);
}
