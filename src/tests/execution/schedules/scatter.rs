//! Scatters of every radix, against trees of ranks that send one message after the other, with a list of every part.

use crate::tests::execution::schedules::machines::{Random, loggops, loggp, piecewise, plogp};
use crate::tests::execution::schedules::ports::LogGp;
use logpine::units::Time;
use logpine_collectives::collective::scatter_allgather::Scatter;
use logpine_models::model::{Port, PortTiming};
use logpine_text::integer::ceil_log2;
use proptest::prelude::*;

/// The costs of messages of a size: the gap and the delivery.
type Cost<'a> = &'a dyn Fn(u64) -> [u64; 2];

/// The sizes of the parts into which the holder of `count` blocks divides them: its own first, the others in the order of the
/// sends.
fn parts(count: usize, radix: usize) -> Vec<usize> {
    let mut parts = vec![0; radix.min(count)];
    for block in 0..count {
        parts[block % radix] += 1;
    }
    parts
}

/// The time at which the last rank of those with blocks of these sizes has its own and may send again, if the holder has all
/// at `now`.
fn replay(sizes: &[u64], radix: usize, now: u64, cost: Cost) -> u64 {
    if sizes.len() == 1 {
        return now;
    }
    let parts = parts(sizes.len(), radix);
    let (mut free, mut end, mut at) = (now, now, parts[0]);
    for &part in &parts[1..] {
        let sent = &sizes[at..at + part];
        let bytes = sent.iter().sum();
        let [gap, delivery] = if bytes == 0 { [0, 0] } else { cost(bytes) };
        end = end.max(replay(sent, radix, free + delivery, cost));
        free += gap;
        at += part;
    }
    end.max(replay(&sizes[..parts[0]], radix, free, cost))
}

/// The bytes of each block.
fn sizes(ranks: usize, bytes: u64) -> Vec<u64> {
    let before = |block: usize| block as u64 * bytes / ranks as u64;
    (0..ranks).map(|block| before(block + 1) - before(block)).collect()
}

fn gap_and_delivery(port: Option<Port>) -> [u64; 2] {
    port.map(|port| [port.send_gap.ticks(), port.delivery.ticks()]).expect("small")
}

/// The time by brute force, and backwards.
fn brute_force(timing: &dyn PortTiming, radix: usize, ranks: usize, bytes: u64) -> [u64; 2] {
    let forward = |bytes| gap_and_delivery(timing.port_up_to(bytes));
    let backward = |bytes| gap_and_delivery(timing.port_up_to(bytes).and_then(|port| port.reversed(Time::ZERO)));
    [&forward as Cost, &backward].map(|cost| replay(&sizes(ranks, bytes), radix, 0, cost))
}

fn found(timing: &dyn PortTiming, radix: u64, ranks: u64, bytes: u64) -> [u64; 2] {
    let scatter = Scatter::with_radix(radix);
    let times = [scatter.time(timing, ranks, bytes), scatter.gather_time(timing, ranks, bytes)];
    times.map(|time| time.expect("small").ticks())
}

/// Every radix for up to 40 ranks: with equal blocks the times are those of the tree.
fn equal_blocks_take_their_time(machine: &Random, block: u64) -> Result<(), TestCaseError> {
    for ranks in 1..=40u64 {
        for radix in 2..=ranks.max(2) {
            let count = usize::try_from(ranks).expect("few");
            let tree = brute_force(&*machine.timing, usize::try_from(radix).expect("few"), count, block * ranks);
            prop_assert_eq!(found(&*machine.timing, radix, ranks, block * ranks), tree, "P = {}, k = {}", ranks, radix);
        }
    }
    Ok(())
}

fn sized() -> impl Strategy<Value = Random> {
    prop_oneof![loggp(), loggops(), plogp(), piecewise()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_radix_takes_the_time_of_its_tree(machine in sized(), block in 1u64..20) {
        equal_blocks_take_their_time(&machine, block)?;
    }

    /// Blocks that differ by a byte: the prediction is never too short, and no longer than if every message had another byte.
    #[test]
    fn unequal_blocks_never_take_longer(
        machine in sized(), ranks in 2u64..=60, bytes in 1u64..300, radix in 2u64..60,
    ) {
        let (count, width) = (usize::try_from(ranks).expect("few"), usize::try_from(radix).expect("few"));
        let [tree, backwards] = brute_force(&*machine.timing, width, count, bytes);
        let [time, gather] = found(&*machine.timing, radix, ranks, bytes);
        prop_assert!(tree <= time && backwards <= gather);
        let longer = |bytes: u64| gap_and_delivery(machine.timing.port_up_to(bytes));
        let sizes: Vec<u64> = sizes(count, bytes);
        let most = replay(&sizes, width, 0, &|bytes| longer(bytes + 1));
        if sizes.iter().all(|&size| size > 0) {
            prop_assert!(time <= most, "{} <= {} <= {}", tree, time, most);
        }
    }
}

/// The smallest radix with at most as many levels as asked for; every one of them once, and all up to 8.
#[test]
fn small_radices_and_the_least_of_each_number_of_levels() {
    for ranks in 2..2000u64 {
        let mut expected: Vec<u64> = (2..=8.min(ranks)).collect();
        for levels in (1..=ceil_log2(ranks)).rev() {
            let radix = (2..=ranks).find(|radix: &u64| radix.pow(levels) >= ranks).expect("P itself");
            expected.push(radix);
        }
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(Scatter::k_nomial(ranks).filter_map(Scatter::radix).collect::<Vec<_>>(), expected, "P = {ranks}");
    }
}

#[test]
fn the_ends_of_the_range() {
    let timing = LogGp { latency: 1, overhead: 0, gap: 1, gap_per_byte: 2 };
    for radix in [0, 1, 2, 3, 1 << 40, u64::MAX] {
        let scatter = Scatter::with_radix(radix);
        assert_eq!(scatter.time(&timing, 1, 9), Some(Time::ZERO), "one rank has it all");
        assert_eq!(scatter.time(&timing, 0, 9), None);
        assert_eq!(scatter.time(&timing, 9, 0), None);
        let bytes = if radix == u64::MAX { Some(u64::MAX - 1) } else { None };
        assert_eq!(scatter.time(&timing, u64::MAX, u64::MAX).map(Time::ticks), bytes, "2^64 - 2 bytes, k = {radix}");
        assert_eq!(scatter.time(&timing, 2, 2).map(Time::ticks), Some(1));
    }
    assert_eq!(Scatter::with_radix(u64::MAX).time(&timing, u64::MAX, 1).map(Time::ticks), Some(1), "one block has it");
    assert_eq!(Scatter::k_nomial(u64::MAX).last().and_then(Scatter::radix), Some(u64::MAX));
    assert_eq!([0, 1, 2].map(|ranks| Scatter::k_nomial(ranks).count()), [1; 3]);
}
