//! Many stages summed at once, against the same stages one by one.

use crate::tests::engines::tau_lop::tau_lop;
use crate::tests::engines::tau_lop::transfer_by_transfer::{PATHS, Paths, overhead, sections, transfer};
use logpine::request::{Layout, Mapping};
use logpine::units::Time;
use logpine_models::model::TauLop;
use logpine_models::model::stage::{Pattern, Run, Stage, StageCost};
use proptest::prelude::*;

/// The time with the loads of every stage given separately.
fn one_by_one(model: &TauLop, stage: &Stage, layout: &Layout) -> Option<Time> {
    let alone = |each: &mut dyn FnMut(Run)| {
        stage.pattern.loads(layout, &mut |stages, loads| each(Run::alike(stages, loads)));
    };
    model.time_with(stage, layout, &alone)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_channels_layouts_and_messages(
        paths in prop::sample::select(PATHS.to_vec()), segment in prop::option::of(1u64..40),
        overheads in [overhead(), overhead()], transfers in [transfer(), transfer()],
        ranks in 2..1_500_u64, share in 1..1_500_u64, shifts: bool, bounds: [u64; 2], bytes in 1..200_u64, combine: bool,
        backward: bool,
    ) {
        let paths = Paths { copies: paths.0, transfers: paths.1, segment: segment.filter(|_| paths.0 == 2) };
        let [overheads, transfers] = [&overheads, &transfers].map(|texts| [texts[0].as_str(), texts[1].as_str()]);
        let model = tau_lop(&sections(paths, overheads, transfers));
        let from = 1 + bounds[0] % ranks;
        let pattern = if shifts {
            Pattern::Shifts { from: from / 2, to: from + bounds[1] % ranks + 1 }
        } else {
            Pattern::Chain { segments: bounds[0] % (2 * ranks) }
        };
        let stage = Stage::new(pattern, bytes);
        let stage = if combine { stage.combining() } else { stage };
        let stage = if backward { stage.backward() } else { stage };
        for mapping in [Mapping::Sequential, Mapping::RoundRobin] {
            let layout = Layout::new(ranks, share.min(ranks), mapping).expect("a layout");
            prop_assert_eq!(model.time(&stage, &layout), one_by_one(&model, &stage, &layout), "{:?}", layout);
        }
    }

    /// Digits far below a tick, and times near the largest: 128 bits do not hold all products.
    #[test]
    fn numbers_of_all_sizes(
        latencies: [u32; 2], exponents in [0..20_u32, 0..20_u32], mantissas: [u64; 2], scales in [0..19_usize, 0..19_usize],
        contentions in [0..3_000_000_u64, 0..3_000_000_u64], bytes in 1..1_u64 << 40, few in 1..40_u64,
    ) {
        let channel = |index: usize| {
            let digits = format!("{:020}", mantissas[index]);
            let (whole, rest) = digits.split_at(20 - scales[index]);
            let latency = u64::from(latencies[index]) << exponents[index];
            let contention = contentions[index];
            format!(
                "{{ latency = \"{latency}ps\", per_byte = \"{whole}.{rest}0ps/B\", contention = {}.{:06} }}",
                contention / 1_000_000, contention % 1_000_000
            )
        };
        let paths = Paths { copies: 2, transfers: 3, segment: None };
        let transfers = [channel(0), channel(1)];
        let model = tau_lop(&sections(paths, ["\"1ps\"", "\"2ps\""], [&transfers[0], &transfers[1]]));
        for (pattern, mapping) in [
            (Pattern::Shifts { from: 1, to: 1000 }, Mapping::Sequential),
            (Pattern::Shifts { from: 1, to: 1000 }, Mapping::RoundRobin),
            (Pattern::Chain { segments: 1500 }, Mapping::RoundRobin),
        ] {
            let layout = Layout::new(1000, 1000 / few, mapping).expect("a layout");
            let stage = Stage::new(pattern, bytes);
            prop_assert_eq!(model.time(&stage, &layout), one_by_one(&model, &stage, &layout), "{:?}", layout);
        }
    }
}

/// A chain of many segments in one host: P - 3 different loads, and every rank copies.
#[test]
fn a_long_chain_in_one_host() {
    let model = crate::tests::engines::tau_lop::shared(0, 1, "1.0");
    let ranks = 1_000_000_000;
    let layout = Layout::one_host(ranks).expect("a layout");
    let stage = Stage::new(Pattern::Chain { segments: ranks - 1 }, 1);
    // Stages of n = 1, 2, ... w - 1 windows, w = P - 1, and back down to 2, and one of w: each takes o = 1,000 and twice n.
    let widest = ranks - 1;
    let sum = widest * widest - 1;
    let stages = 2 * widest - 2;
    assert_eq!(model.time(&stage, &layout), Some(Time::from_ticks(1000 * stages + 2 * sum)));
}
