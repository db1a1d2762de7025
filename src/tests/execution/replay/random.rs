//! The engine against the plain simulators, on random schedules: the same times of every rank and operation, and the same
//! operations left over, if any.

use super::random_ranks::{Mix, Random, mixes, random_ranks};
use super::reference::{Kind, Numbers, Op, Outcome, simulate};
use logpine::units::{Rate, Time};
use logpine_collectives::schedule::replay::{Network, Observer, Reason, ReplayError, Simulator, Span, event_driven};
use logpine_collectives::schedule::{ANY, Added, Dependency, Operation, Schedule, ScheduleBuilder};
use proptest::prelude::*;

fn schedule(ranks: &[Vec<Op>]) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    for ops in ranks {
        builder.begin_rank().expect("few ranks");
        let added: Vec<Added> = ops
            .iter()
            .map(|op| {
                let (peer, tag, bytes) = (op.peer.unwrap_or(ANY), op.tag.unwrap_or(ANY), op.amount);
                let operation = match op.kind {
                    Kind::Send => Operation::Send { to: peer, bytes, tag },
                    Kind::Receive => Operation::Receive { from: peer, bytes, tag },
                    Kind::Calculate if bytes % 2 == 0 => Operation::Calculate { time: Time::from_ticks(bytes) },
                    Kind::Calculate => Operation::Combine { time: Time::from_ticks(bytes) },
                };
                builder.push_on(operation, 10 * op.processor, 3 * op.interface).expect("few operations")
            })
            .collect();
        for (op, &waiting) in ops.iter().zip(&added) {
            op.requires.iter().for_each(|&before| builder.require(waiting, Dependency::Done(added[before])));
            op.irequires.iter().for_each(|&before| builder.require(waiting, Dependency::Begun(added[before])));
        }
    }
    builder.finish().expect("few dependencies")
}

fn network(n: &Numbers) -> Network {
    let [latency, overhead, gap, gap_per_byte, overhead_per_byte] =
        [n.latency, n.overhead, n.gap, n.gap_per_byte, n.overhead_per_byte].map(Time::from_ticks);
    let [gap_per_byte, overhead_per_byte] = [gap_per_byte, overhead_per_byte].map(Rate::from_time);
    Network { latency, overhead, gap, gap_per_byte, overhead_per_byte, rendezvous_above: n.rendezvous_above }
}

/// Spans by place. Each is reported once, every cause before its effects.
struct Spans(Vec<Vec<Option<Span>>>);

impl Observer for Spans {
    const SPANS: bool = true;

    fn span(&mut self, span: Span) {
        let cause = span.cause;
        let is_itself = (cause.rank, cause.operation) == (span.rank, span.operation);
        assert_eq!(is_itself, cause.reason == Reason::Start, "{span:?}");
        let of_its_rank = matches!(cause.reason, Reason::Order | Reason::Processor | Reason::Gap);
        assert!(!of_its_rank || cause.rank == span.rank, "{span:?}");
        if is_itself {
            assert_eq!(span.start, Time::ZERO);
        } else {
            let before = self.0[cause.rank as usize][cause.operation as usize];
            let before = before.unwrap_or_else(|| panic!("{span:?} is told before its cause"));
            assert!(before.start <= span.start, "{span:?} begins before its cause {before:?}");
        }
        let told = self.0[span.rank as usize][span.operation as usize].replace(span);
        assert_eq!(told, None, "told twice");
    }
}

fn compare(ranks: &[Vec<Op>], numbers: Numbers) -> Outcome {
    let expected = simulate(ranks, numbers);
    let schedule = schedule(ranks);
    let simulator = if numbers.atlahs { Simulator::Atlahs } else { Simulator::Loggopsim };
    let mut spans = Spans(ranks.iter().map(|ops| vec![None; ops.len()]).collect());
    let told = event_driven(&schedule, &network(&numbers), simulator, &mut spans);
    let untold = event_driven(&schedule, &network(&numbers), simulator, &mut ());
    assert_eq!(told, untold, "an observer changes nothing");
    match (&expected, told) {
        (Outcome::Finished { ranks, spans: times, messages }, Ok(replayed)) => {
            let finish: Vec<u64> = replayed.ranks.iter().map(|time| time.ticks()).collect();
            assert_eq!((&finish, replayed.messages), (ranks, *messages));
            assert_eq!(replayed.finish.ticks(), ranks.iter().copied().max().unwrap_or(0));
            let of = |span: &Option<Span>| span.map(|span| (span.start.ticks(), span.end.ticks()));
            let told: Vec<Vec<_>> = spans.0.iter().map(|spans| spans.iter().map(of).collect()).collect();
            let times: Vec<Vec<_>> = times.iter().map(|times| times.iter().copied().map(Some).collect()).collect();
            assert_eq!(told, times);
        }
        (&Outcome::Stuck(at, index, count), Err(ReplayError::Stuck { rank, operation, unfinished })) => {
            assert_eq!((rank as usize, operation as usize, unfinished), (at, index, count));
        }
        (&Outcome::Unreceived(at, index, count), Err(ReplayError::Unreceived { rank, operation, unreceived })) => {
            assert_eq!((rank as usize, operation as usize, unreceived), (at, index, count));
        }
        (expected, got) => panic!("expected {expected:?}, got {got:?}"),
    }
    expected
}

fn numbers() -> impl Strategy<Value = Numbers> {
    let per_byte = (0..4u64, 0..3u64);
    let rendezvous = prop_oneof![2 => Just(None), 1 => (0..9u64).prop_map(Some)];
    (0..20u64, 0..6u64, 0..9u64, per_byte, rendezvous, any::<bool>()).prop_map(
        |(latency, overhead, gap, (gap_per_byte, overhead_per_byte), rendezvous_above, atlahs)| Numbers {
            latency,
            overhead,
            gap,
            gap_per_byte,
            overhead_per_byte,
            rendezvous_above,
            atlahs,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn the_engine_is_the_plain_simulator(seed: u64, mix in mixes(), numbers in numbers()) {
        compare(&random_ranks(&mut Random(seed), mix), numbers);
    }
}

/// Most of the random schedules run to their end, and every other outcome occurs too.
#[test]
fn every_outcome_occurs() {
    let (mut finished, mut stuck, mut unreceived) = (0, 0, 0);
    for seed in 0..300 {
        let lost = u64::from(seed % 3 == 0);
        let mix = Mix {
            ranks: 4,
            messages: 30,
            calculations: 6,
            tags: 4,
            resources: 1 + seed % 2,
            wildcards: seed % 2,
            dependencies: 2,
            sizes: 3,
            lost,
        };
        let numbers = Numbers {
            latency: 6,
            overhead: 2,
            gap: 4,
            gap_per_byte: 1,
            overhead_per_byte: 0,
            rendezvous_above: (seed % 4 == 0).then_some(4),
            atlahs: false,
        };
        match compare(&random_ranks(&mut Random(seed), mix), numbers) {
            Outcome::Finished { .. } => finished += 1,
            Outcome::Stuck(..) => stuck += 1,
            Outcome::Unreceived(..) => unreceived += 1,
        }
    }
    assert!(finished > 100 && stuck > 20 && unreceived > 5, "{finished} {stuck} {unreceived}");
}

/// So many ranks that those with the same operations are stored side by side; some ranks have further operations.
#[test]
fn many_like_ranks() {
    const RANKS: u32 = 33_000;
    for (seed, atlahs) in [(0, false), (1, true)] {
        let random = &mut Random(seed);
        let distance = 1 + random.u32(RANKS.into()) % (RANKS - 1);
        let sizes: Vec<u64> = (0..2 * RANKS).map(|_| 1 + random.below(9)).collect();
        let op = |kind, amount, peer, tag, requires| Op {
            kind,
            amount,
            peer,
            tag,
            processor: 0,
            interface: 0,
            requires,
            irequires: Vec::new(),
        };
        let program = |rank: u32| {
            let (next, before) = ((rank + distance) % RANKS, (rank + RANKS - distance) % RANKS);
            let size = |rank: u32, tag: u32| sizes[(2 * rank + tag) as usize];
            let mut ops: Vec<Op> = Vec::new();
            for tag in 0..2 {
                let after = if tag == 0 { Vec::new() } else { vec![1] };
                ops.push(op(Kind::Send, size(rank, tag), Some(next), Some(tag), after));
                ops.push(op(Kind::Receive, size(before, tag), Some(before), Some(tag), Vec::new()));
            }
            if rank % 1_000 == 7 {
                ops.push(op(Kind::Calculate, 10, None, None, vec![0, 3]));
            }
            ops
        };
        let ranks: Vec<Vec<Op>> = (0..RANKS).map(program).collect();
        let numbers = Numbers {
            latency: 6,
            overhead: 2,
            gap: 4,
            gap_per_byte: 1,
            overhead_per_byte: 1,
            rendezvous_above: None,
            atlahs,
        };
        assert!(matches!(compare(&ranks, numbers), Outcome::Finished { .. }));
    }
}
