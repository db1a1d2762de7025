//! Vectors whose bytes are no multiple of the ranks: blocks differ by a byte or are empty, and times still match executions.

use crate::tests::engines::stages::ending::{
    LONG_GAP, LONG_MESSAGES, built_in, loggp, name, predicted, replayed, timing,
};
use crate::tests::engines::stages::staged;
use logpine::answer::MpiPlan;
use logpine::collective::members;
use logpine::model::PortTiming;
use logpine::model::stage::{PortStages, stages_time};
use logpine::request::{Layout, MpiCollective, MpiJob, Status};
use logpine::schedule::stages::Staged;
use logpine::units::Time;

/// A gap of 40 us and nothing else but G and o by the byte at senders alone.
const NO_LATENCY: &str = "name = \"n\"\nunit = \"s\"\ncombine = \"0.01 us/B\"\n[loggops]\nlatency = \"0 us\"\n\
                          overhead_send = \"0.1 us\"\noverhead_receive = \"0 us\"\ngap = \"40 us\"\n\
                          gap_per_byte = \"0.003 us/B\"\noverhead_per_byte = \"0.01 us/B\"\n";

fn machines() -> Vec<Box<dyn PortTiming>> {
    let texts = [LONG_GAP, LONG_MESSAGES, NO_LATENCY].map(timing);
    let names = ["lecture", "loggopsim", "tukey"].map(built_in);
    texts.into_iter().chain(names).chain([loggp("tukey")]).collect()
}

/// The members that cut a vector in blocks of ranks.
fn in_blocks(ranks: u64, bytes: u64) -> impl Iterator<Item = Staged> {
    use MpiCollective::{Allreduce, Bcast, Reduce, ReduceScatter};
    let all = [Bcast, Reduce, ReduceScatter, Allreduce].into_iter();
    all.flat_map(move |collective| members(collective, ranks, bytes)).filter(|staged| {
        matches!(staged.collective, Allreduce | ReduceScatter)
            || matches!(staged.family, "scatter-allgather" | "reduce-scatter-gather")
    })
}

#[track_caller]
fn assert_exact(timing: &dyn PortTiming, staged: &Staged, bytes: u64) {
    let [predicted, replayed] = [predicted, replayed].map(|time| time(timing, staged));
    assert_eq!(predicted, replayed, "{}, {}, {bytes} bytes", timing.name(), name(staged));
}

/// Every residue of a vector of up to three bytes a rank.
#[test]
fn vectors_of_few_bytes_take_what_they_take() {
    for timing in &machines() {
        for ranks in 2..=9 {
            for bytes in 1..=3 * ranks {
                in_blocks(ranks, bytes).for_each(|staged| assert_exact(timing.as_ref(), &staged, bytes));
            }
        }
    }
}

#[test]
fn vectors_of_hundreds_of_bytes_take_what_they_take() {
    for timing in &machines() {
        for ranks in [13, 16, 24, 33] {
            for bytes in [1, 2, ranks - 1, ranks + 1, 2 * ranks + ranks / 2, 255, 256, 299, 1000] {
                in_blocks(ranks, bytes).for_each(|staged| assert_exact(timing.as_ref(), &staged, bytes));
            }
        }
    }
}

/// Too many ranks for a look at each of several kinds of them: exchanges of subtrees, and blocks of which few have a byte.
#[test]
fn hundreds_of_ranks_take_what_they_take() {
    use MpiCollective::{Allreduce, ReduceScatter};
    let shapes = [
        (Allreduce, "rabenseifner", 200, 1000),
        (Allreduce, "rabenseifner", 257, 70),
        (Allreduce, "rabenseifner", 511, 2),
        (ReduceScatter, "recursive-halving", 512, 1300),
        (ReduceScatter, "recursive-halving", 512, 500),
        (ReduceScatter, "pairwise", 500, 2),
        (ReduceScatter, "ring", 500, 3),
        (Allreduce, "ring", 300, 2),
    ];
    for timing in &machines() {
        for (collective, family, ranks, bytes) in shapes {
            assert_exact(timing.as_ref(), &staged(collective, family, ranks, bytes), bytes);
        }
    }
}

/// The time of the last of 2^40 ranks is known without a look at each: it is no longer than if all blocks had a byte more, and
/// no shorter than if all had the bytes of the shorter ones.
#[test]
fn times_of_very_many_ranks_lie_between_those_of_even_blocks() {
    let timing = built_in("lecture");
    for ranks in [1 << 20, (1 << 20) + 1, 1 << 40, (1 << 40) + 12_345] {
        let layout = Layout::one_host(ranks).expect("ranks");
        for rest in [1, ranks / 3, ranks - 1] {
            let times = [3 * ranks, 3 * ranks + rest, 4 * ranks].map(|bytes| {
                let cost = PortStages(timing.as_ref());
                // Rabenseifner's blocks are as many as a power of two.
                let of_ranks = |staged: &Staged| staged.family != "rabenseifner" || ranks.is_power_of_two();
                let members = in_blocks(ranks, bytes).filter(of_ranks);
                members.map(|staged| stages_time(&cost, &staged.stages, &layout)).collect::<Vec<Option<Time>>>()
            });
            let [shorter, uneven, longer] = &times;
            assert!(!uneven.is_empty() && (shorter.len(), longer.len()) == (uneven.len(), uneven.len()));
            for ((shorter, uneven), longer) in shorter.iter().zip(uneven).zip(longer) {
                let [shorter, uneven, longer] = [shorter, uneven, longer].map(|time| time.unwrap_or(Time::MAX));
                assert!(shorter <= uneven && uneven <= longer, "{ranks} ranks, {rest} more bytes");
            }
        }
    }
}

/// On a machine whose deliveries take longer than its gaps, a block around a ring is never held up: P - 1 deliveries.
#[test]
fn a_ring_takes_the_deliveries_of_a_longer_block() {
    let timing = built_in("lecture");
    for ranks in [33, 1000, 1 << 30] {
        let ring = staged(MpiCollective::ReduceScatter, "ring", ranks, 5 * ranks + 1);
        let [port, combine] = [timing.port(6).map(|port| port.delivery), timing.combine(6)];
        let each = port.zip(combine).map(|(delivery, combine)| delivery.ticks() + combine.ticks()).expect("short");
        assert_eq!(predicted(timing.as_ref(), &ring), each * (ranks - 1), "{ranks} ranks");
    }
}

/// Circulant, whose messages are too many to follow, takes 196.049 us, less than the best known time: no class is claimed.
#[test]
fn no_class_is_claimed_beside_an_upper_bound() {
    let timing = built_in("tukey");
    let layout = Layout::one_host(24_577).expect("ranks");
    let job = MpiJob::new(MpiCollective::Allreduce, layout, Some(12_289)).expect("a job");
    let plan = MpiPlan::new(&PortStages(timing.as_ref()), job).expect("an answer");
    let circulant = plan.candidates().iter().find(|candidate| candidate.family == "circulant").expect("a candidate");
    assert!(circulant.construction.is_upper_bound && !plan.best().construction.is_upper_bound);
    assert_eq!((plan.claim.status, plan.claim.class), (Status::BestFound, None));
}
