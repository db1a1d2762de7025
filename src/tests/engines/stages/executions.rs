//! The times of stages under models of single messages are those of executions: they end with the last message, not with a gap
//! that nobody has to wait for, and blocks may differ by a byte or be empty.

use crate::tests::engines::stages::{factorisations, maybe, staged};
use logpine::answer::MpiPlan;
use logpine::request::{Layout, MpiCollective, MpiJob, Status};
use logpine::units::Time;
use logpine_collectives::collective::members;
use logpine_collectives::schedule::build;
use logpine_collectives::schedule::replay::program_order;
use logpine_collectives::schedule::stages::Staged;
use logpine_models::machine::Machine;
use logpine_models::model::stage::{PortStages, stages_time};
use logpine_models::model::{PortModel, PortTiming, port_timing};
use logpine_text::integer::ceil_log2;
use logpine_trees::tree::families::Parameters;
use rayon::prelude::*;

/// A gap far longer than the delivery of a short message.
pub(super) const LONG_GAP: &str = "name = \"long gap\"\nunit = \"cycle\"\n[loggp]\nlatency = \"11 cycles\"\noverhead = \"6 cycles\"\n\
                                   gap = \"66 cycles\"\ngap_per_byte = \"4 cycles/B\"\ncombine = \"3 cycles/B\"\n";

/// A long gap, and overheads that grow with the message: a reception of few bytes may come sooner after one of many than the gap allows.
pub(super) const LONG_MESSAGES: &str = "name = \"long messages\"\nunit = \"cycle\"\ncombine = \"1 cycle/B\"\n[loggops]\nlatency = \"0 cycles\"\n\
                                        overhead_send = \"7 cycles\"\noverhead_receive = \"5 cycles\"\ngap = \"40001 cycles\"\n\
                                        gap_per_byte = \"0 cycles/B\"\noverhead_per_byte = \"17.5 cycles/B\"\n";

/// A gap of 40 us and nothing else but G and o by the byte at senders alone.
const NO_LATENCY: &str = "name = \"no latency\"\nunit = \"s\"\ncombine = \"0.01 us/B\"\n[loggops]\nlatency = \"0 us\"\n\
                          overhead_send = \"0.1 us\"\noverhead_receive = \"0 us\"\ngap = \"40 us\"\n\
                          gap_per_byte = \"0.003 us/B\"\noverhead_per_byte = \"0.01 us/B\"\n";

/// Segments are held up by the slower end of their messages.
const SENDERS_ALONE: &str = "name = \"senders alone\"\nunit = \"cycle\"\ncombine_per_value = \"0 cycles\"\n[loggp]\nlatency = \"0 cycles\"\n\
                             overhead_send = \"1 cycle\"\noverhead_receive = \"0 cycles\"\ngap = \"0 cycles\"\n\
                             gap_per_byte = \"2 cycles/B\"\n";

/// Up to 9 B a message takes longer than beyond, and its sender is held as long.
const FALLS: &str = "name = \"falls\"\n[piecewise]\npieces = [{ up_to = \"9B\", alpha = \"1327ps\", beta = \"19ps/B\" }, \
                     { alpha = \"126ps\", beta = \"4ps/B\" }]\n";

/// The first model of a profile or of a built-in machine; LogGP of `tukey`, in whose measured table a shorter message may take longer.
pub(super) fn timing(of: &str) -> Box<dyn PortTiming> {
    let machine = if of.contains('\n') { Machine::from_toml(of, "m.toml") } else { Machine::load(of) };
    let model = (of == "tukey").then_some(PortModel::Loggp);
    port_timing(&machine.unwrap_or_else(|error| panic!("{error}")), model).unwrap_or_else(|error| panic!("{error}"))
}

/// In thousandths of a cycle.
pub(super) fn predicted(timing: &dyn PortTiming, staged: &Staged) -> u64 {
    let layout = Layout::one_host(staged.ranks).expect("ranks");
    stages_time(&PortStages(timing), &staged.stages, &layout).expect("representable").ticks()
}

pub(super) fn replayed(timing: &dyn PortTiming, staged: &Staged) -> u64 {
    let schedule = build::stages(staged, timing).expect("few operations");
    program_order(&schedule, timing, &mut ()).expect("it ends").finish.ticks()
}

fn plan(timing: &dyn PortTiming, collective: MpiCollective, ranks: u64, bytes: Option<u64>) -> MpiPlan {
    let layout = Layout::one_host(ranks).expect("ranks");
    let job = MpiJob::new(collective, layout, bytes).expect("a job");
    MpiPlan::new(&PortStages(timing), job).expect("an answer")
}

fn name(staged: &Staged) -> String {
    format!("{:?} {} ({}), {} ranks", staged.collective, staged.family, staged.parameters, staged.ranks)
}

/// The members that cut a vector in blocks of ranks.
fn is_in_blocks(staged: &Staged) -> bool {
    use MpiCollective::{Allreduce, ReduceScatter};
    matches!(staged.collective, Allreduce | ReduceScatter)
        || matches!(staged.family, "scatter-allgather" | "reduce-scatter-gather")
}

/// True if all ranks do the same in every round, or nobody waits for a round to end.
fn is_symmetric(staged: &Staged) -> bool {
    use MpiCollective::{Allgather, Allreduce, Alltoall, Barrier, Gather, Reduce, Scatter};
    let order = staged.parameters.get("order");
    match (staged.collective, staged.family) {
        (Allgather, family) => {
            let same = ["ring", "neighbour-exchange", "recursive-doubling", "k-nomial", "gather-then-bcast"];
            same.contains(&family)
        }
        (Alltoall | Barrier | Scatter | Gather, _) | (Reduce, "linear") => true,
        (Allreduce, family) => matches!(family, "recursive-doubling" | "reduce-then-bcast"),
        (Reduce, "binomial") => order.is_none_or(|order| order.to_string() == "far-first"),
        _ => false,
    }
}

#[test]
fn no_execution_takes_longer_and_symmetric_ones_exactly_as_long() {
    let machines = [LONG_GAP, LONG_MESSAGES, FALLS, "lecture", "loggopsim", "tukey"];
    let cases: Vec<_> = itertools::iproduct!(machines, 2..=20u64).collect();
    cases.into_par_iter().for_each(|(machine, ranks)| {
        let timing = timing(machine);
        let sizes: &[u64] = if machine == LONG_MESSAGES { &[9] } else { &[1, 7, 300] };
        for (collective, &bytes) in itertools::iproduct!(MpiCollective::ALL, sizes) {
            for staged in members(collective, ranks, bytes) {
                let (is_bounded, is_exact) = match machine {
                    FALLS => (false, matches!(staged.family, "gather-then-bcast" | "reduce-then-bcast")),
                    LONG_MESSAGES => {
                        let exchanges = matches!(collective, MpiCollective::Allgather | MpiCollective::Alltoall);
                        (false, exchanges && staged.family != "linear")
                    }
                    _ => (true, is_symmetric(&staged)),
                };
                let [predicted, replayed] = [predicted, replayed].map(|time| time(timing.as_ref(), &staged));
                let of = || format!("{}: {}", machine.lines().next().unwrap_or(machine), name(&staged));
                assert!(replayed <= predicted || !is_bounded, "{}: {replayed} > {predicted}", of());
                assert!(replayed == predicted || !is_exact, "{}: {replayed} is not {predicted}", of());
            }
        }
    });
}

/// Every residue of a vector of up to three bytes a rank, hundreds of bytes, and too many ranks to look at each.
#[test]
fn vectors_of_any_length_take_what_they_take() {
    let machines = [LONG_GAP, LONG_MESSAGES, NO_LATENCY, "lecture", "loggopsim", "tukey"];
    let few = (2..=9).flat_map(|ranks| (1..=3 * ranks).map(move |bytes| (ranks, bytes)));
    let more = [13, 16, 24, 33].into_iter();
    let more = more.flat_map(|ranks| [2, ranks - 1, ranks + 1, 255, 299, 1000].map(|bytes| (ranks, bytes)));
    let sizes: Vec<(u64, u64)> = few.chain(more).collect();
    sizes.into_par_iter().for_each(|(ranks, bytes)| {
        use MpiCollective::{Allreduce, Bcast, Reduce, ReduceScatter};
        for (machine, collective) in itertools::iproduct!(machines, [Bcast, Reduce, ReduceScatter, Allreduce]) {
            let timing = timing(machine);
            for staged in members(collective, ranks, bytes).iter().filter(|staged| is_in_blocks(staged)) {
                let [predicted, replayed] = [predicted, replayed].map(|time| time(timing.as_ref(), staged));
                assert_eq!(predicted, replayed, "{machine}, {}, {bytes} bytes", name(staged));
            }
        }
    });
    for (collective, family, ranks, bytes) in [
        (MpiCollective::Allreduce, "rabenseifner", 200, 1000),
        (MpiCollective::Allreduce, "rabenseifner", 257, 70),
        (MpiCollective::ReduceScatter, "recursive-halving", 512, 500),
        (MpiCollective::ReduceScatter, "pairwise", 500, 2),
        (MpiCollective::Allreduce, "ring", 300, 2),
    ] {
        for machine in [LONG_MESSAGES, "tukey"] {
            let (timing, staged) = (timing(machine), staged(collective, family, ranks, bytes));
            assert_eq!(predicted(timing.as_ref(), &staged), replayed(timing.as_ref(), &staged), "{}", name(&staged));
        }
    }
}

/// The time of the last of 2^40 ranks is known without a look at each: it is no longer than if all blocks had a byte more, and
/// no shorter than if all had the bytes of the shorter ones.
#[test]
fn times_of_very_many_ranks_lie_between_those_of_even_blocks() {
    let timing = timing("lecture");
    for ranks in [(1 << 20) + 1, 1 << 40] {
        let layout = Layout::one_host(ranks).expect("ranks");
        for rest in [1, ranks / 3, ranks - 1] {
            let times = [3 * ranks, 3 * ranks + rest, 4 * ranks].map(|bytes| {
                let all = [MpiCollective::Allreduce, MpiCollective::ReduceScatter].into_iter();
                let members = all.flat_map(|collective| members(collective, ranks, bytes));
                // Rabenseifner's blocks are as many as a power of two.
                let members = members.filter(|of| of.family != "rabenseifner" || ranks.is_power_of_two());
                let time = |of: Staged| stages_time(&PortStages(timing.as_ref()), &of.stages, &layout);
                members.map(|of| time(of).map_or(u64::MAX, Time::ticks)).collect::<Vec<u64>>()
            });
            let [shorter, uneven, longer] = &times;
            assert!(!uneven.is_empty() && (shorter.len(), longer.len()) == (uneven.len(), uneven.len()));
            for ((shorter, uneven), longer) in shorter.iter().zip(uneven).zip(longer) {
                assert!(shorter <= uneven && uneven <= longer, "{ranks} ranks, {rest} more bytes");
            }
        }
    }
}

/// With LogGP's long gap a scatter to two ranks is the broadcast of that message, a linear one ends P - 2 gaps later, and a barrier
/// with its last round: (q - 1) max(D, g) + D, D = L + 2o.
#[test]
fn the_last_message_ends_a_collective() {
    let long_gap = timing(LONG_GAP);
    for (ranks, bytes) in itertools::iproduct!([2, 3, 20], [1, 3, 50]) {
        let expected = (ranks - 2) * (66 + 4 * (bytes - 1)) + 23 + 4 * (bytes - 1);
        for collective in [MpiCollective::Bcast, MpiCollective::Scatter, MpiCollective::Gather] {
            let linear = staged(collective, "linear", ranks, bytes);
            assert_eq!(predicted(long_gap.as_ref(), &linear), expected * 1000, "{}", name(&linear));
        }
    }
    let logp = timing(
        "name = \"p\"\nunit = \"cycle\"\n[logp]\nlatency = \"2 cycles\"\noverhead = \"1 cycle\"\ngap = \"9 cycles\"\n",
    );
    for ranks in 2..=70 {
        let rounds = u64::from(ceil_log2(ranks));
        let dissemination = staged(MpiCollective::Barrier, "dissemination", ranks, 1);
        assert_eq!(predicted(logp.as_ref(), &dissemination), ((rounds - 1) * 9 + 4) * 1000, "{ranks} ranks");
    }
    for (ranks, expected, status) in [(2, 4_000, Status::Optimal), (8, 22_000, Status::OptimalInClass)] {
        let plan = plan(logp.as_ref(), MpiCollective::Barrier, ranks, None);
        assert_eq!((plan.best().time.ticks(), plan.claim.status), (expected, status));
    }
}

/// The last level of a tree of any fanouts is the one that ends with its last message, in either order.
#[test]
fn the_search_over_fanouts_knows_which_level_is_the_last() {
    let timing = timing(LONG_GAP);
    for collective in [MpiCollective::Bcast, MpiCollective::Reduce, MpiCollective::Scatter, MpiCollective::Gather] {
        for ranks in 2..=12 {
            let plan = plan(timing.as_ref(), collective, ranks, Some(5));
            let nomial = plan.candidates().iter().find(|candidate| candidate.family == "nomial").expect("a tree");
            let lists = (2..=ranks).flat_map(|first| [vec![first, ranks.div_ceil(first).max(2)], vec![first; 4]]);
            for fanouts in lists.filter(|fanouts| fanouts.iter().product::<u64>() >= ranks) {
                let tree = maybe(collective, "nomial", ranks, 5, Parameters::new().list("fanouts", fanouts));
                let time = predicted(timing.as_ref(), &tree.expect("a tree"));
                assert!(nomial.time.ticks() <= time, "{collective:?}, {ranks} ranks");
            }
        }
    }
}

#[test]
fn segments_along_trees_take_no_longer_than_predicted() {
    for machine in [SENDERS_ALONE, LONG_GAP, LONG_MESSAGES, "loggopsim"] {
        let timing = timing(machine);
        for (collective, order, segment) in
            itertools::iproduct!([MpiCollective::Bcast, MpiCollective::Reduce], ["far-first", "near-first"], [1, 2, 4])
        {
            for (ranks, fanouts) in [(3, vec![3]), (7, vec![3, 3]), (12, vec![3, 2, 2]), (20, vec![5, 4])] {
                let parameters = Parameters::new().list("fanouts", fanouts).word("order", order);
                let tree = maybe(collective, "nomial", ranks, 12, parameters.number("segment", segment));
                let tree = tree.expect("a tree");
                let [predicted, replayed] = [predicted, replayed].map(|time| time(timing.as_ref(), &tree));
                assert!(replayed <= predicted, "{machine}, {}: {replayed} > {predicted}", name(&tree));
            }
        }
    }
    // Two ranks that send three segments of a byte each take 3 o, though their receiver could take six at once.
    let tree = Parameters::new().list("fanouts", vec![3]).word("order", "far-first").number("segment", 1);
    let tree = maybe(MpiCollective::Reduce, "nomial", 3, 3, tree).expect("a tree");
    assert_eq!(predicted(timing(SENDERS_ALONE).as_ref(), &tree), 3_000);
}

/// All ranks do the same, so a list of radices takes exactly the time of its execution.
#[test]
fn lists_take_what_an_execution_takes() {
    for (machine, ranks) in itertools::iproduct!([LONG_GAP, LONG_MESSAGES, "lecture", "tukey"], [3, 12, 24]) {
        let timing = timing(machine);
        for (radices, bytes) in itertools::iproduct!(factorisations(ranks), [1, 300]) {
            let parameters = Parameters::new().list("radices", radices);
            let staged = maybe(MpiCollective::Allgather, "recursive-multiplying", ranks, bytes, parameters);
            let staged = staged.expect("a list");
            let times = [predicted, replayed].map(|time| time(timing.as_ref(), &staged));
            assert_eq!(times[0], times[1], "{machine} {}", name(&staged));
        }
    }
}

/// Scatters and gathers go on without waiting for a level to end. With LogGOPSim's defaults 3 + 3 ranks overlap so far that 8 ranks
/// take 12.512 us, while the levels of a binomial tree take 16.524 us.
#[test]
fn no_schedule_of_a_scatter_is_faster_than_the_answer() {
    for (machine, bytes) in [("loggopsim", 1), ("loggopsim", 100), ("atlahs-hpc", 1)] {
        let timing = timing(machine);
        for (ranks, collective) in itertools::iproduct!(2..=20, [MpiCollective::Scatter, MpiCollective::Gather]) {
            let best = plan(timing.as_ref(), collective, ranks, Some(bytes)).best().time.ticks();
            let schedules = members(collective, ranks, bytes);
            let fastest = schedules.iter().map(|staged| replayed(timing.as_ref(), staged)).min();
            assert!(fastest.is_some_and(|fastest| best <= fastest), "{machine}, {collective:?}, {ranks} ranks");
        }
    }
    let best = plan(timing("loggopsim").as_ref(), MpiCollective::Scatter, 8, Some(1)).best().time;
    assert_eq!(best.ticks(), 12_512_000);
}

/// Circulant, whose messages are too many to follow, takes 196.049 us, less than the best known time: no class is claimed.
#[test]
fn no_class_is_claimed_beside_an_upper_bound() {
    let timing = port_timing(&Machine::load("tukey").expect("built in"), None).expect("a model");
    let plan = plan(timing.as_ref(), MpiCollective::Allreduce, 24_577, Some(12_289));
    let circulant = plan.candidates().iter().find(|candidate| candidate.family == "circulant").expect("a candidate");
    assert!(circulant.construction.is_upper_bound && !plan.best().construction.is_upper_bound);
    assert_eq!((plan.claim.status, plan.claim.class), (Status::BestFound, None));
}
