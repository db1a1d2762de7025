//! Random rules for tests of readers and writers.

use crate::library::{Library, Range, Rule, Rules, Setting, WIDEST_CHAIN, algorithms};
use logpine_models::job::MpiCollective;
use proptest::prelude::*;

/// Ranges that do not overlap, in ascending order, some with gaps between them.
fn ranges(first: u64) -> impl Strategy<Value = Vec<Range>> {
    proptest::collection::vec((0u64..3, 1u64..50), 1..4).prop_flat_map(move |steps| {
        let mut next = first;
        let mut ranges = Vec::new();
        for (gap, length) in steps {
            let least = next + gap * gap;
            ranges.push(Range { least, most: Some(least + length - 1) });
            next = least + length;
        }
        any::<bool>().prop_map(move |is_open| {
            let mut ranges = ranges.clone();
            if let Some(last) = ranges.last_mut().filter(|_| is_open) {
                last.most = None;
            }
            ranges
        })
    })
}

/// A setting that the library has, with parameters that it takes.
fn setting(library: Library, collective: MpiCollective) -> impl Strategy<Value = Option<Setting>> {
    // What serves two ranks only would need ranges of its own.
    let natives: Vec<_> = algorithms(library, collective).filter(|native| native.name != "two_proc").collect();
    (0..natives.len(), 0..=WIDEST_CHAIN, 0u64..100_000, 0..6).prop_map(move |(at, fanout, segment, none)| {
        let native = natives[at];
        let is_in_rule = native.knobs.fanout.is_some_and(|fanout| fanout.variable.is_none());
        let fanout = (fanout > 0 && is_in_rule).then_some(fanout);
        let segment = (segment > 0 && native.knobs.segment).then_some(segment);
        (none > 0).then_some(Setting { fanout, segment, ..Setting::plain(native) })
    })
}

fn rules(library: Library, collective: MpiCollective) -> impl Strategy<Value = Rules> {
    let first = if collective == MpiCollective::Barrier { Just(vec![Range::ALL]).boxed() } else { ranges(0).boxed() };
    let block = move |ranks: Range| {
        first.clone().prop_flat_map(move |bytes| {
            proptest::collection::vec(setting(library, collective), bytes.len()).prop_map(move |settings| {
                bytes.iter().zip(settings).map(|(&bytes, setting)| Rule { ranks, bytes, setting }).collect::<Vec<_>>()
            })
        })
    };
    ranges(2)
        .prop_flat_map(move |ranks| ranks.into_iter().map(&block).collect::<Vec<_>>())
        .prop_map(move |blocks| Rules { collective, rules: blocks.concat() })
}

/// Rules of a few collectives, sorted, without overlaps.
pub fn tidy(library: Library) -> impl Strategy<Value = Vec<Rules>> {
    proptest::sample::subsequence(MpiCollective::ALL.to_vec(), 1..4)
        .prop_flat_map(move |some| some.into_iter().map(|collective| rules(library, collective)).collect::<Vec<_>>())
}

/// The ends of ranges and their neighbours, from `least` on.
pub fn numbers_near(rules: &[Rule], range: impl Fn(&Rule) -> Range, least: u64) -> Vec<u64> {
    let ends = rules.iter().map(range).flat_map(|range| [range.least, range.most.unwrap_or(range.least)]);
    let mut near: Vec<u64> =
        ends.flat_map(|end| [end.saturating_sub(1), end, end + 1]).map(|end| end.max(least)).collect();
    near.sort_unstable();
    near.dedup();
    near
}
