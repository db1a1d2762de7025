//! The end of stages under models of single messages: with the last message, not with a gap that nobody has to wait for.

use crate::tests::engines::stages::{maybe, staged};
use logpine::answer::{MpiPlan, RankPlan};
use logpine::collective::{by_name, members};
use logpine::model::stage::{PortStages, stages_time};
use logpine::model::{PortModel, PortTiming, port_timing};
use logpine::request::{Layout, MpiCollective, MpiJob, RankCollective, RankJob, Status};
use logpine::schedule::build;
use logpine::schedule::replay::program_order;
use logpine::schedule::stages::Staged;
use logpine::tree::families::Parameters;
use logpine::units::Time;
use logpine_models::machine::Machine;
use logpine_text::integer::ceil_log2;

/// A gap far longer than the delivery of a short message: L = 11, o = 6, g = 66, G = 4.
pub(super) const LONG_GAP: &str = "name = \"l\"\nunit = \"cycle\"\n[loggp]\nlatency = \"11 cycles\"\noverhead = \"6 cycles\"\n\
                        gap = \"66 cycles\"\ngap_per_byte = \"4 cycles/B\"\ncombine = \"3 cycles/B\"\n";

/// A long gap, and overheads that grow with the message.
pub(super) const LONG_MESSAGES: &str = "name = \"m\"\nunit = \"cycle\"\ncombine = \"1 cycle/B\"\n[loggops]\nlatency = \"0 cycles\"\n\
                             overhead_send = \"7 cycles\"\noverhead_receive = \"5 cycles\"\ngap = \"40001 cycles\"\n\
                             gap_per_byte = \"0 cycles/B\"\noverhead_per_byte = \"17.5 cycles/B\"\n";

/// L = 2, o = 1, g = 9.
const LOGP: &str = "name = \"p\"\nunit = \"cycle\"\n[logp]\nlatency = \"2 cycles\"\noverhead = \"1 cycle\"\n\
                    gap = \"9 cycles\"\n";

pub(super) fn timing(text: &str) -> Box<dyn PortTiming> {
    let machine = Machine::from_toml(text, "m.toml").unwrap_or_else(|error| panic!("{error}"));
    port_timing(&machine, None).unwrap_or_else(|error| panic!("{error}"))
}

pub(super) fn loggp(name: &str) -> Box<dyn PortTiming> {
    let machine = Machine::load(name).expect("built in");
    port_timing(&machine, Some(PortModel::Loggp)).unwrap_or_else(|error| panic!("{error}"))
}

pub(super) fn built_in(name: &str) -> Box<dyn PortTiming> {
    port_timing(&Machine::load(name).expect("built in"), None).unwrap_or_else(|error| panic!("{error}"))
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

pub(super) fn name(staged: &Staged) -> String {
    format!("{:?} {} ({}), {} ranks", staged.collective, staged.family, staged.parameters, staged.ranks)
}

/// L + 2o + 2 G = 31 cycles: the gap of 74 that the root would have to wait afterwards does not count.
#[test]
fn a_scatter_to_two_ranks_is_the_broadcast_of_that_message() {
    let timing = timing(LONG_GAP);
    let broadcast = |bytes| {
        let job = RankJob::new(RankCollective::Bcast, 2, Some(bytes)).expect("a job");
        RankPlan::new(timing.as_ref(), job).expect("an answer").best().time
    };
    assert_eq!(broadcast(3), Time::from_ticks(31_000));
    for bytes in [1, 2, 3, 10] {
        for collective in [MpiCollective::Scatter, MpiCollective::Gather] {
            for staged in members(collective, 2, bytes) {
                let expected = 23 + 4 * (bytes - 1);
                assert_eq!(predicted(timing.as_ref(), &staged), expected * 1000, "{}", name(&staged));
            }
            let plan = plan(timing.as_ref(), collective, 2, Some(bytes));
            assert_eq!(plan.best().time.ticks(), (23 + 4 * (bytes - 1)) * 1000);
        }
    }
    assert_eq!(plan(timing.as_ref(), MpiCollective::Scatter, 2, Some(3)).best().time, broadcast(3));
}

/// The last of P - 1 messages is on its way after P - 2 gaps.
#[test]
fn a_linear_scatter_is_the_linear_broadcast_of_a_block() {
    let timing = timing(LONG_GAP);
    for ranks in 2..=20 {
        for bytes in [1, 3, 50] {
            let expected = (ranks - 2) * (66 + 4 * (bytes - 1)) + 23 + 4 * (bytes - 1);
            for collective in [MpiCollective::Bcast, MpiCollective::Scatter, MpiCollective::Gather] {
                let linear = staged(collective, "linear", ranks, bytes);
                assert_eq!(predicted(timing.as_ref(), &linear), expected * 1000, "{}", name(&linear));
                assert_eq!(replayed(timing.as_ref(), &linear), expected * 1000, "{}", name(&linear));
            }
        }
    }
}

/// (q - 1) max(D, g) + D, D = L + 2o: 4 for 2 ranks, 22 for 8.
#[test]
fn a_barrier_ends_with_its_last_round() {
    let timing = timing(LOGP);
    for ranks in 2..=70 {
        let rounds = u64::from(ceil_log2(ranks));
        let dissemination = staged(MpiCollective::Barrier, "dissemination", ranks, 1);
        assert_eq!(predicted(timing.as_ref(), &dissemination), ((rounds - 1) * 9 + 4) * 1000, "{ranks} ranks");
    }
    for (ranks, expected, status) in [(2, 4_000, Status::Optimal), (8, 22_000, Status::OptimalInClass)] {
        let plan = plan(timing.as_ref(), MpiCollective::Barrier, ranks, None);
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

/// A time is that of an execution: rounds are far enough apart for every gap, and the last one ends with its messages. Without
/// the waits between rounds nothing ends later, and algorithms in which all ranks do the same in every round end as predicted.
#[test]
fn no_time_is_below_what_its_algorithm_takes_and_symmetric_ones_are_exact() {
    // A measured table in which a shorter message may take longer is left out: a stage counts its longest.
    let machines = [timing(LONG_GAP), built_in("lecture"), built_in("loggopsim"), loggp("tukey")];
    for timing in &machines {
        for ranks in 2..=20 {
            for collective in MpiCollective::ALL {
                for staged in [1, 7, 300].into_iter().flat_map(|bytes| members(collective, ranks, bytes)) {
                    let [predicted, replayed] = [predicted, replayed].map(|time| time(timing.as_ref(), &staged));
                    let of = || format!("{}, {}", timing.name(), name(&staged));
                    assert!(replayed <= predicted, "{}: {replayed} > {predicted}", of());
                    let symmetric = matches!(
                        (collective, staged.family),
                        (
                            MpiCollective::Allgather,
                            "ring" | "neighbour-exchange" | "recursive-doubling" | "k-nomial" | "gather-then-bcast",
                        ) | (
                            MpiCollective::Alltoall
                                | MpiCollective::Barrier
                                | MpiCollective::Scatter
                                | MpiCollective::Gather,
                            _,
                        ) | (MpiCollective::Allreduce, "recursive-doubling" | "reduce-then-bcast")
                            | (MpiCollective::Reduce, "linear")
                    ) || (collective == MpiCollective::Reduce
                        && staged.parameters.get("order").is_none_or(|order| order.to_string() == "far-first")
                        && staged.family == "binomial");
                    if symmetric {
                        assert_eq!(replayed, predicted, "{}", of());
                    }
                }
            }
        }
    }
}

/// If all blocks have the same length, no algorithm's time exceeds what its ranks achieve, whatever they do in a round: fold
/// in beyond a power of two, send half as much as in the round before, or wait for long gaps.
#[test]
fn allreduces_of_equal_blocks_are_exact() {
    let machines =
        [timing(LONG_GAP), timing(LONG_MESSAGES), built_in("lecture"), built_in("loggopsim"), loggp("tukey")];
    for timing in &machines {
        for ranks in 2..=33 {
            for collective in [MpiCollective::Allreduce, MpiCollective::ReduceScatter] {
                for staged in members(collective, ranks, 3 * ranks * (1 << ranks.ilog2())) {
                    let [predicted, replayed] = [predicted, replayed].map(|time| time(timing.as_ref(), &staged));
                    assert_eq!(replayed, predicted, "{}, {}", timing.name(), name(&staged));
                }
            }
        }
    }
}

/// Segments that follow each other along a tree are held up by the slower end of their messages: with o at senders alone, two
/// ranks that send three segments of a byte each take 3 o, though their receiver could take six at once.
#[test]
fn segments_along_trees_take_no_longer_than_predicted() {
    const SENDERS_ALONE: &str = "name = \"s\"\nunit = \"cycle\"\ncombine_per_value = \"0 cycles\"\n[loggp]\nlatency = \"0 cycles\"\n\
                                 overhead_send = \"1 cycle\"\noverhead_receive = \"0 cycles\"\ngap = \"0 cycles\"\n\
                                 gap_per_byte = \"2 cycles/B\"\n";
    let machines = [timing(SENDERS_ALONE), timing(LONG_GAP), timing(LONG_MESSAGES), built_in("loggopsim")];
    for timing in &machines {
        for collective in [MpiCollective::Bcast, MpiCollective::Reduce] {
            for (ranks, fanouts) in
                [(3, vec![3]), (7, vec![3, 3]), (8, vec![2, 2, 2]), (12, vec![3, 2, 2]), (20, vec![5, 4])]
            {
                for (order, segment) in itertools::iproduct!(["far-first", "near-first"], [1, 2, 4]) {
                    let parameters = Parameters::new().list("fanouts", fanouts.clone()).word("order", order);
                    let tree = maybe(collective, "nomial", ranks, 12, parameters.number("segment", segment));
                    let tree = tree.expect("a tree");
                    let [predicted, replayed] = [predicted, replayed].map(|time| time(timing.as_ref(), &tree));
                    assert!(replayed <= predicted, "{}, {}: {replayed} > {predicted}", timing.name(), name(&tree));
                }
            }
        }
    }
    let tree = Parameters::new().list("fanouts", vec![3]).word("order", "far-first").number("segment", 1);
    let tree = maybe(MpiCollective::Reduce, "nomial", 3, 3, tree).expect("a tree");
    assert_eq!(predicted(machines[0].as_ref(), &tree), 3_000);
}

/// If overheads grow with messages, a reception of few bytes may come sooner after one of many than the gap allows. It then
/// waits, and the stage before it is longer by that time. 9 blocks gathered in messages of 9, 18, 36 and 9 bytes.
#[test]
fn short_messages_wait_for_the_gap_after_long_ones() {
    let timing = timing(LONG_MESSAGES);
    for collective in [MpiCollective::Allgather, MpiCollective::Alltoall] {
        for staged in
            (2..=20).flat_map(|ranks| members(collective, ranks, 9)).filter(|staged| staged.family != "linear")
        {
            let [predicted, replayed] = [predicted, replayed].map(|time| time(timing.as_ref(), &staged));
            assert_eq!(replayed, predicted, "{}", name(&staged));
        }
    }
    let bruck = staged(MpiCollective::Allgather, "bruck", 9, 9);
    assert_eq!(predicted(timing.as_ref(), &bruck), 121_240_000);
}

/// All messages of a linear all-to-all exchange leave as early as they can: with LogGP's long gap as predicted, not later
/// because a rank sends too many before it receives one.
#[test]
fn linear_exchanges_receive_when_messages_come() {
    let timing = timing(LONG_GAP);
    for (ranks, bytes) in [(4, 16), (3, 1), (20, 7)] {
        let linear = maybe(MpiCollective::Alltoall, "linear", ranks, bytes, Parameters::new()).expect("small");
        let [predicted, replayed] = [predicted, replayed].map(|time| time(timing.as_ref(), &linear));
        assert_eq!(replayed, predicted, "{ranks} ranks, {bytes} bytes");
    }
}

/// A single message has its own time, even if a shorter one would take longer.
#[test]
fn a_scatter_to_two_ranks_is_a_broadcast_in_one_piece() {
    let timing = built_in("tukey");
    for bytes in [1, 100, 256, 257, 1000, 65_536] {
        let message = timing.port(bytes).map(|port| port.delivery.ticks());
        for (collective, family) in [
            (MpiCollective::Scatter, "linear"),
            (MpiCollective::Scatter, "binomial"),
            (MpiCollective::Gather, "linear"),
            (MpiCollective::Allgather, "ring"),
            (MpiCollective::Alltoall, "pairwise"),
        ] {
            let staged = maybe(collective, family, 2, bytes, Parameters::new()).expect("small");
            let [predicted, replayed] = [predicted, replayed].map(|time| time(timing.as_ref(), &staged));
            assert_eq!(predicted, replayed, "{collective:?}, {family}, {bytes} bytes");
            assert!(collective != MpiCollective::Scatter || Some(predicted) == message, "{bytes} bytes");
        }
    }
}

/// Scatters and gathers go on without waiting for a level to end, and their times are those of their schedules. With
/// LogGOPSim's defaults 3 + 3 ranks overlap so far that 8 ranks take 12.512 us, while the levels of a binomial tree take
/// 16.524 us.
#[test]
fn no_schedule_of_a_scatter_is_faster_than_the_answer() {
    for (machine, bytes) in [("loggopsim", 1), ("loggopsim", 100), ("atlahs-hpc", 1), ("tukey", 100)] {
        let timing = built_in(machine);
        for ranks in 2..=20 {
            for collective in [MpiCollective::Scatter, MpiCollective::Gather] {
                let best = plan(timing.as_ref(), collective, ranks, Some(bytes)).best().time.ticks();
                let schedules = members(collective, ranks, bytes);
                let fastest = schedules.iter().map(|staged| replayed(timing.as_ref(), staged)).min();
                assert!(fastest.is_some_and(|fastest| best <= fastest), "{machine}, {collective:?}, {ranks} ranks");
            }
        }
    }
    let best = plan(built_in("loggopsim").as_ref(), MpiCollective::Scatter, 8, Some(1)).best().time;
    assert_eq!(best.ticks(), 12_512_000);
}

/// Up to 9 B a message takes longer than beyond, and its sender is held as long. The long gap after a short message is over when
/// a later one, which is faster, has come; no rank waits.
#[test]
fn trees_up_and_down_are_exact_if_longer_messages_take_less() {
    let falls = timing(
        "name = \"m\"\n[piecewise]\npieces = [{ up_to = \"9B\", alpha = \"1327ps\", beta = \"19ps/B\" }, \
         { alpha = \"126ps\", beta = \"4ps/B\" }]\n",
    );
    for collective in [MpiCollective::Allgather, MpiCollective::Allreduce] {
        for (ranks, bytes) in itertools::iproduct!(2..20, [1, 3, 7, 10]) {
            for family in ["gather-then-bcast", "reduce-then-bcast"] {
                let Some(staged) =
                    by_name(collective, family).and_then(|family| family.build(ranks, bytes, Parameters::new()))
                else {
                    continue;
                };
                assert_eq!(
                    predicted(falls.as_ref(), &staged),
                    replayed(falls.as_ref(), &staged),
                    "{family} among {ranks}, {bytes} B"
                );
            }
        }
    }
    let of = |ranks, bytes| {
        let staged = staged(MpiCollective::Allgather, "gather-then-bcast", ranks, bytes);
        predicted(falls.as_ref(), &staged)
    };
    assert_eq!(of(6, 7), 2_706, "three messages up and three down, of 7, 14, 14 and 42 B");
}
