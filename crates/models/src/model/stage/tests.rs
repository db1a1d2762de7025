//! Counted loads, compared with all transmissions, one by one.

use super::{Loads, Pattern, listed};
use crate::job::{Layout, Mapping};
use itertools::iproduct;
use proptest::prelude::*;
use std::collections::HashMap;

type Stages = HashMap<Loads, u64>;

fn collect(loads: impl FnOnce(&mut dyn FnMut(u64, Loads))) -> Stages {
    let mut stages = Stages::new();
    loads(&mut |count, loads| {
        assert!(count > 0, "no stages of {loads:?}");
        let alike = stages.entry(loads).or_default();
        *alike = alike.saturating_add(count);
    });
    stages
}

fn assert_counted(pattern: Pattern, layout: &Layout) {
    let ranks = layout.ranks();
    let counted = collect(|each| pattern.loads(layout, each));
    let one_by_one = collect(|each| {
        for stage in 0..pattern.stages(ranks) {
            each(1, listed::of_stage(&pattern.transmissions(ranks, stage), layout, pattern.way()));
        }
    });
    assert_eq!(counted, one_by_one, "{pattern:?} of {layout:?}");
    if pattern.listed_stages(ranks) < pattern.stages(ranks) {
        let mut looks = 0;
        let listed = collect(|each| {
            listed::loads(&pattern, layout, &mut |stages, loads| {
                looks += 1;
                each(stages, loads);
            });
        });
        assert_eq!((listed, looks), (one_by_one, pattern.listed_stages(ranks)), "{pattern:?} of {layout:?}");
    }
}

/// Layouts with every number of ranks per host, in both mappings.
fn layouts(ranks: u64) -> impl Iterator<Item = Layout> {
    let all = (1..=ranks).flat_map(|per_host| [(per_host, Mapping::Sequential), (per_host, Mapping::RoundRobin)]);
    all.map(move |(per_host, mapping)| Layout::new(ranks, per_host, mapping).expect("a layout"))
}

fn assert_all(ranks: u64, patterns: &[Pattern]) {
    for layout in layouts(ranks) {
        for &pattern in patterns {
            assert_counted(pattern, &layout);
        }
    }
}

/// Patterns of every kind among a few ranks.
fn patterns(ranks: u64) -> Vec<Pattern> {
    let mut all: Vec<Pattern> = (1..ranks).map(|distance| Pattern::Shift { distance }).collect();
    let ends = [(1, ranks), (ranks / 3, ranks), (ranks / 4, ranks - ranks / 5), (3, 4), (0, 99)];
    all.extend(ends.map(|(from, to)| Pattern::Shifts { from, to }));
    let halves = iproduct!([1, 2, 4, 8], 1..=ranks).map(|(distance, times)| (distance, 2 * distance * times));
    let halves = halves.filter(|(_, paired)| *paired <= ranks);
    all.extend(halves.map(|(distance, ranks)| Pattern::Pairs { distance, ranks }));
    let groups = iproduct!(1..=ranks, 2..=ranks).filter(|(stride, radix)| ranks.is_multiple_of(stride * radix));
    all.extend(groups.map(|(stride, radix)| Pattern::Rotations { stride, radix }));
    all.extend([(0, 1), (1, ranks / 2), (0, 7), (5, 6), (3, 2)].map(|(from, to)| Pattern::Neighbours { from, to }));
    let steps = iproduct!(2..=ranks + 1, 1..=ranks).filter(|(step, stride)| stride < step);
    all.extend(steps.map(|(step, stride)| {
        let to = (step - 1) / stride + 1;
        Pattern::Children { step, stride, from: 1, to }
    }));
    all.extend([2, 3].map(|from| Pattern::Children { step: ranks, stride: 1, from, to: ranks / 2 }));
    let spreads = iproduct!(1..=ranks, [(1, 2), (1, u64::MAX), (2, 5)]);
    all.extend(spreads.map(|(holders, (from, to))| Pattern::Spread { holders, from, to }));
    let blocks = iproduct!(0..ranks, 1..=ranks, 0..ranks).filter(|(first, count, by)| first + count + by <= ranks + 1);
    all.extend(blocks.map(|(first, count, distance)| Pattern::Block { first, count, distance }));
    all.extend((0..=ranks + 3).chain([99]).map(|segments| Pattern::Chain { segments }));
    for fanout in [2, 3, 4, 7, ranks.max(2), 99] {
        all.extend([0, 1, 2, 3, 9].map(|segments| Pattern::KAry { fanout, segments }));
        all.push(Pattern::KAryEnd { fanout });
    }
    all
}

#[test]
fn every_pattern_of_few_ranks() {
    for ranks in 1..=16 {
        let patterns = patterns(ranks);
        assert_all(ranks, &patterns);
        for pattern in patterns {
            let listed = (0..pattern.stages(ranks)).map(|stage| pattern.transmissions(ranks, stage).len() as u64);
            assert_eq!(pattern.messages(ranks), listed.sum::<u64>(), "{pattern:?} among {ranks}");
        }
    }
    // Too few hosts for every residue, and too many to look at each.
    for (stride, radix, per_host) in iproduct!([1, 5, 6, 30, 42], [5, 7, 11], 2..12) {
        let layout = Layout::new(2310, per_host, Mapping::Sequential).expect("a layout");
        assert_counted(Pattern::Rotations { stride, radix }, &layout);
    }
}

/// Numbers that none of the library's algorithms uses.
#[test]
fn patterns_that_break_their_rules_are_listed() {
    for ranks in 1..=8 {
        let odd = [
            Pattern::Shift { distance: ranks },
            Pattern::Shift { distance: 3 * ranks + 1 },
            Pattern::Pairs { distance: 3, ranks: 6 },
            Pattern::Pairs { distance: 2, ranks: 7 },
            Pattern::Pairs { distance: 2, ranks: 16 },
            Pattern::Rotations { stride: 0, radix: 3 },
            Pattern::Rotations { stride: 2, radix: 0 },
            Pattern::Rotations { stride: 3, radix: 5 },
            Pattern::Rotations { stride: 1 << 63, radix: 2 },
            Pattern::Children { step: 2, stride: 2, from: 0, to: 9 },
            Pattern::Children { step: 0, stride: 1, from: 1, to: 9 },
            Pattern::Children { step: 1, stride: 0, from: 1, to: 9 },
            Pattern::Spread { holders: 0, from: 1, to: 9 },
            Pattern::Spread { holders: 1, from: 5, to: 3 },
            Pattern::Block { first: 0, count: 0, distance: 1 },
            Pattern::Block { first: u64::MAX, count: u64::MAX, distance: u64::MAX },
            Pattern::KAry { fanout: 0, segments: 3 },
            Pattern::KAry { fanout: 1, segments: 3 },
            Pattern::KAryEnd { fanout: 1 },
        ];
        assert_all(ranks, &odd);
    }
}

/// A pattern for a number of ranks, chosen by the other numbers.
fn pattern(ranks: u64, kind: u8, [a, b, c]: [u64; 3]) -> Pattern {
    let distance = 1 << (a % 10);
    match kind {
        0 => Pattern::Shift { distance: 1 + a % ranks.max(2) },
        1 => Pattern::Shifts { from: 1 + a % ranks, to: 1 + a % ranks + b % 60 },
        2 => Pattern::Pairs { distance, ranks: (b % ranks) / (2 * distance) * 2 * distance },
        3 => {
            let (stride, children) = (1 + a % 70, 1 + b % 40);
            Pattern::Children { step: stride * children + 1 + c % stride, stride, from: 1, to: children + 1 }
        }
        // A level of a k-nomial tree.
        4 => {
            let (stride, fanout) = ((2 + a % 6).pow(u32::try_from(b % 4).unwrap_or(0)), 2 + c % 60);
            Pattern::Children { step: stride * fanout, stride, from: 1, to: fanout }
        }
        5 => Pattern::Children {
            step: 1 + a % (2 * ranks),
            stride: 1,
            from: 1,
            to: (1 + a % (2 * ranks)).min(1 + b % 90),
        },
        6 => Pattern::Spread { holders: 1 + a % 100, from: 1 + b % 3, to: 1 + c % 90 },
        7 => Pattern::Block { first: a % ranks, count: b % ranks, distance: c % ranks },
        8 => Pattern::Chain { segments: a % 90 },
        9 => Pattern::KAry { fanout: 2 + a % 12, segments: b % 20 },
        10 => Pattern::KAry { fanout: 2 + a % 200, segments: b % 4 },
        11 => Pattern::Neighbours { from: a % 4, to: a % 4 + b % 50 },
        12 => {
            let divisor = |of: u64, index: u64| {
                let all: Vec<u64> = (1..=of).filter(|divisor| of.is_multiple_of(*divisor)).collect();
                all[usize::try_from(index).unwrap_or(0) % all.len()]
            };
            let stride = divisor(ranks, a);
            Pattern::Rotations { stride, radix: divisor(ranks / stride, b) }
        }
        _ => Pattern::KAryEnd { fanout: 2 + a % 40 },
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn larger_ones(ranks in 2..2000_u64, few in 1..70_u64, many: bool, kind in 0..14_u8, numbers: [u32; 3]) {
        let per_host = if many { ranks / few + 1 } else { few };
        let pattern = pattern(ranks, kind, numbers.map(u64::from));
        for mapping in [Mapping::Sequential, Mapping::RoundRobin] {
            assert_counted(pattern, &Layout::new(ranks, per_host, mapping).expect("a layout"));
        }
    }
}

/// The number of counted stages of a pattern, checked against [`Pattern::stages`].
fn counted(pattern: Pattern, layout: &Layout) -> u64 {
    let stages = collect(|each| pattern.loads(layout, each));
    let count = stages.values().fold(0, |sum: u64, stages| sum.saturating_add(*stages));
    assert_eq!(count, pattern.stages(layout.ranks()), "{pattern:?} of {layout:?}");
    count
}

#[test]
fn the_largest_numbers_do_no_harm() {
    for (ranks, per_host) in iproduct!([1 << 63, u64::MAX], [1, 3, 1 << 62, u64::MAX - 1, u64::MAX]) {
        for mapping in [Mapping::Sequential, Mapping::RoundRobin] {
            let layout = Layout::new(ranks, per_host, mapping).expect("a layout");
            for distance in [1, 3, 1 << 62, ranks - 1] {
                counted(Pattern::Shift { distance }, &layout);
                counted(Pattern::Block { first: 0, count: u64::MAX, distance }, &layout);
                counted(Pattern::Block { first: ranks - 1 - distance, count: 1, distance }, &layout);
                counted(Pattern::Spread { holders: distance, from: 1, to: 90 }, &layout);
                for fanout in [2, 3, 64, distance.min(1 << 10)] {
                    counted(Pattern::KAry { fanout, segments: distance }, &layout);
                    counted(Pattern::KAryEnd { fanout }, &layout);
                }
                counted(Pattern::Children { step: ranks, stride: distance, from: 1, to: u64::MAX }, &layout);
            }
            for (stride, radix) in [(1, 1 << 4), (1 << 20, 1 << 10), (1 << 62, 2), (5, 3), (1, 17), (3, 257)] {
                counted(Pattern::Rotations { stride, radix }, &layout);
            }
            if ranks.is_multiple_of(2) {
                counted(Pattern::Neighbours { from: 0, to: u64::MAX }, &layout);
            }
            for exponent in [0, 1, 40, 62] {
                counted(Pattern::Pairs { distance: 1 << exponent, ranks: 1 << 63 }, &layout);
                counted(Pattern::Children { step: 3 << exponent, stride: 1 << exponent, from: 1, to: 3 }, &layout);
            }
            for segments in [0, 1, 2, 5] {
                counted(Pattern::Chain { segments }, &layout);
            }
            if per_host == 3 {
                counted(Pattern::Shifts { from: ranks - 4, to: u64::MAX }, &layout);
                counted(Pattern::Chain { segments: 1 << 62 }, &layout);
            }
        }
    }
}
