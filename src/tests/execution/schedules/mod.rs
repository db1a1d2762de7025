//! Schedules, replayed block by block: every rank sends and receives at most one block per round, only sends blocks that it
//! has, and has all of them at the end.

mod optimal_scatter;
mod overlays;
mod ports;
mod predicted;
mod predicted_cases;
mod scatter;
mod scatter_allgather;
mod slow_replay;

use crate::tests::engines::collectives::machines;
use logpine_collectives::collective::n_block::{self, Circulant};
use logpine_collectives::collective::two_tree::{self, TwoTree};
use logpine_collectives::schedule::{Exchange, MAX_RANKS};
use logpine_text::integer::ceil_log2;
use proptest::prelude::*;

/// Runs the schedules of all ranks side by side and returns the number of rounds up to the last arrival.
fn replay<I: Iterator<Item = Exchange>>(blocks: u64, ranks: impl Iterator<Item = I>) -> u64 {
    let mut schedules: Vec<I> = ranks.collect();
    let all = (1u64 << blocks) - 1;
    // A bit for each block; rank 0 has all.
    let mut has = vec![0; schedules.len()];
    has[0] = all;
    let (mut round, mut last) = (0, 0);
    loop {
        let exchanges: Vec<Exchange> = schedules.iter_mut().filter_map(Iterator::next).collect();
        if exchanges.is_empty() {
            break;
        }
        assert_eq!(exchanges.len(), schedules.len(), "all end together");
        let before = has.clone();
        for (rank, exchange) in exchanges.iter().enumerate() {
            assert_eq!(exchange.round, round);
            if let Some(sent) = exchange.send {
                assert!(before[rank] >> sent.block & 1 == 1, "round {round}: rank {rank} has no block {}", sent.block);
                let arrives = exchanges[usize::try_from(sent.peer).expect("a rank")].receive;
                assert_eq!(arrives.map(|arrived| (arrived.peer, arrived.block)), Some((rank as u64, sent.block)));
            }
            if let Some(received) = exchange.receive {
                assert!(before[rank] >> received.block & 1 == 0, "round {round}: rank {rank} receives a block again");
                let leaves = exchanges[usize::try_from(received.peer).expect("a rank")].send;
                assert_eq!(leaves.map(|left| (left.peer, left.block)), Some((rank as u64, received.block)));
                has[rank] |= 1 << received.block;
                last = round + 1;
            }
        }
        round += 1;
    }
    assert!(has.iter().all(|&has| has == all), "everybody has everything");
    last
}

/// The conditions under which a broadcast along the rows works, Traeff (2022), for one rank.
fn check_rows(graph: &Circulant, rank: u64) {
    let (ranks, skips) = (graph.ranks(), graph.skips());
    let q = i8::try_from(skips.len()).expect("at most 63");
    let base = graph.base_block(rank).cast_signed();
    let (received, sent) = (graph.receive_row(rank), graph.send_row(rank));
    let mut sorted = received.blocks().to_vec();
    sorted.sort_unstable();
    let mut expected: Vec<i8> = (-q..0).filter(|&block| block != base - q).collect();
    if rank != 0 {
        expected.push(base);
    }
    assert_eq!(sorted, expected, "P = {ranks}, rank {rank}: all blocks but one of the last phase, and a new one");
    assert_eq!(sent.blocks()[0], base - q, "P = {ranks}, rank {rank}: the block new in the last phase goes first");
    for (k, (&skip, &block)) in skips.iter().zip(sent.blocks()).enumerate() {
        let target = u64::try_from((u128::from(rank) + u128::from(skip)) % u128::from(ranks)).expect("a rank");
        if target != 0 {
            assert_eq!(block, graph.receive_row(target).blocks()[k], "P = {ranks}, rank {rank} to {target}");
        }
        let had = rank == 0 || block == base - q || received.blocks()[..k].contains(&block);
        assert!(had, "P = {ranks}, rank {rank}, round {k}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn rows_of_many_ranks_fit(bits in 3u32..63, any: u64, rank: u64, near in 0u64..40) {
        // Any number of that many bits, and those next to powers of two and three quarters of one, where ranges end early.
        let (power, three_quarters) = (1 << bits, 3 << (bits - 1));
        for ranks in [any >> (63 - bits), power + near, power - near / 8, three_quarters + near, three_quarters - near / 8] {
            let graph = Circulant::new(ranks.clamp(2, MAX_RANKS)).expect("ranks");
            let skip = graph.skips()[usize::try_from(rank % graph.skips().len() as u64).expect("small")];
            for rank in [rank, near, graph.ranks() - 1 - near % graph.ranks(), skip, skip + near] {
                check_rows(&graph, rank % graph.ranks());
            }
        }
    }
}

/// Traeff (2022), the example of 17 ranks: baseblocks, and the blocks received, a line for each round.
#[test]
fn the_schedule_of_seventeen_ranks() {
    let graph = Circulant::new(17).expect("ranks");
    assert_eq!((graph.skips(), graph.ranks()), (&[1, 2, 3, 5, 9][..], 17));
    let base: Vec<u8> = (0..17).map(|rank| graph.base_block(rank)).collect();
    assert_eq!(base, [5, 0, 1, 2, 0, 3, 0, 1, 2, 4, 0, 1, 2, 0, 3, 0, 1]);
    let rounds = [
        [-4, 0, -5, -4, -3, -5, -2, -5, -4, -3, -1, -5, -4, -3, -5, -2, -5],
        [-5, -4, 1, -5, -4, -3, -3, -2, -5, -4, -3, -1, -5, -4, -3, -3, -2],
        [-2, -2, -2, 2, 0, -4, -4, -3, -2, -2, -4, -3, -1, -1, -4, -4, -3],
        [-1, -3, -3, -2, -2, 3, 0, 1, 2, -5, -2, -2, -2, -2, -1, -1, -1],
        [-3, -1, -1, -1, -1, -1, -1, -1, -1, 4, 0, 1, 2, 0, 3, 0, 1],
    ];
    for (k, published) in rounds.iter().enumerate() {
        let received: Vec<i8> = (0..17).map(|rank| graph.receive_row(rank).blocks()[k]).collect();
        assert_eq!(received, published, "round {k}");
    }
}

#[test]
fn circulant_broadcasts_take_the_fewest_rounds() {
    for ranks in (2..=70).chain([255, 256, 257]) {
        let graph = Circulant::new(ranks).expect("ranks");
        for blocks in 1..=20 {
            let rounds = replay(blocks, (0..ranks).map(|rank| graph.operations(rank, blocks)));
            // The last block leaves the root in round n at the earliest, and then has log2 P rounds to go.
            assert_eq!(rounds, blocks - 1 + u64::from(ceil_log2(ranks)), "P = {ranks}, n = {blocks}");
            assert_eq!(n_block::rounds(ranks, blocks), Some(rounds));
        }
    }
}

#[test]
fn two_tree_broadcasts_take_the_rounds_they_say() {
    for ranks in (1..=70).chain([255, 256, 257, 258]) {
        let trees = TwoTree::new(ranks).expect("ranks");
        for blocks in 0..=20 {
            let rounds = replay(blocks, (0..ranks).map(|rank| trees.operations(rank, blocks)));
            assert_eq!(two_tree::rounds(ranks, blocks), Some(rounds), "P = {ranks}, n = {blocks}");
            // Sanders, Speck and Traeff (2009): at most 2 ceil(log2 P) + 2k rounds for k blocks a tree.
            assert!(rounds <= 2 * u64::from(ceil_log2(ranks)) + blocks.next_multiple_of(2));
        }
    }
}

/// The other ends of all streams of a rank agree with it, and the rank has time for all of them.
fn check_place(trees: TwoTree, rank: u64) {
    let place = trees.place(rank);
    let sent_by = |peer: u64| trees.place(peer).sends.into_iter().flatten().map(|stream| (stream.peer, stream));
    for received in place.receives.into_iter().flatten() {
        let matches = |(peer, stream): (u64, two_tree::Stream)| {
            peer == rank && (stream.first_block, stream.first_round) == (received.first_block, received.first_round)
        };
        assert!(sent_by(received.peer).any(matches), "P = {}, rank {rank} receives", trees.ranks());
        let last = two_tree::rounds(trees.ranks(), received.first_block + 1);
        assert!(last.is_some_and(|last| received.first_round < last), "P = {}, rank {rank}", trees.ranks());
    }
    let [even, odd] = place.receives.map(|stream| stream.map(|stream| stream.first_round));
    assert!(rank == 0 || even.zip(odd).is_some_and(|(even, odd)| (even + odd) % 2 == 1), "receptions alternate");
    let sent: Vec<two_tree::Stream> = place.sends.into_iter().flatten().collect();
    if let [left, right] = sent[..] {
        assert_eq!((left.first_round + right.first_round) % 2, 1, "P = {}, rank {rank} sends in turn", trees.ranks());
    }
    for child in sent {
        let parents = trees.place(child.peer).receives;
        assert!(parents.into_iter().flatten().any(|parent| parent == two_tree::Stream { peer: rank, ..child }));
        let has = place.receives.into_iter().flatten().find(|parent| parent.first_block == child.first_block);
        assert!(rank == 0 || has.is_some_and(|has| (1..=2).contains(&(child.first_round - has.first_round))));
    }
}

proptest! {
    #[test]
    fn places_among_many_ranks_fit(bits in 1u32..64, ranks: u64, rank: u64) {
        let ranks = ((ranks >> (63 - bits)) | 2).min(MAX_RANKS);
        let trees = TwoTree::new(ranks).expect("ranks");
        for rank in [0, 1, ranks / 2, ranks - 1, rank] {
            check_place(trees, rank % ranks);
        }
    }
}
