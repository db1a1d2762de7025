//! The replay by `LogGOPSim`'s rules against an independent plain simulator, on random GOAL files: as they are, written again,
//! packed, and packed and written again.

mod plain;
mod random;

use logpine::units::{Rate, Time};
use logpine_collectives::schedule::Schedule;
use logpine_collectives::schedule::replay::{CriticalPath, Network, ReplayError, Simulator, Timeline, event_driven};
use logpine_goal::{self as goal, GoalTick, packed};
use plain::{Numbers, Unfinished, simulate};
use random::{Mix, Random, blocks, numbers, text};

const TICK: u64 = 1_000;

fn network(n: Numbers) -> Network {
    let time = |ticks: i64| Time::from_ticks(TICK * u64::try_from(ticks).expect("not negative"));
    Network {
        latency: time(n.latency),
        overhead: time(n.overhead),
        gap: time(n.gap),
        gap_per_byte: Rate::from_time(time(n.per_byte)),
        overhead_per_byte: Rate::from_time(time(n.overhead_per_byte)),
        rendezvous_above: u64::try_from(n.eager).ok(),
    }
}

/// The end times of a schedule in GOAL ticks, in the form of the plain simulator.
fn ends(schedule: &Schedule, network: &Network) -> Result<Vec<i64>, Unfinished> {
    match event_driven(schedule, network, Simulator::Loggopsim, &mut ()) {
        Ok(replayed) => {
            let ticks = |time: &Time| i64::try_from(time.ticks() / TICK).expect("short");
            Ok(replayed.ranks.iter().map(ticks).collect())
        }
        Err(ReplayError::Stuck { .. } | ReplayError::Unreceived { .. }) => Err(Unfinished::Left),
        Err(ReplayError::BeforeStart { .. }) => Err(Unfinished::Negative),
        Err(error) => panic!("{error}"),
    }
}

fn read(text: &[u8]) -> Schedule {
    goal::read(text, GoalTick::default()).unwrap_or_else(|report| panic!("{report}"))
}

fn written(schedule: &Schedule) -> Vec<u8> {
    let mut text = Vec::new();
    goal::write(schedule, GoalTick::default(), &mut text).expect("whole ticks");
    text
}

fn packed(schedule: &Schedule) -> Vec<u8> {
    let mut bytes = Vec::new();
    packed::write(schedule, GoalTick::default(), &mut bytes).expect("whole ticks");
    bytes
}

/// The numbers of files that ended, that were left unfinished, and that had a negative time.
#[derive(Debug, Default)]
struct Tally([u32; 3]);

impl Tally {
    /// Compares the file of a seed.
    fn compare(&mut self, seed: u64, mix: Mix) {
        let random = &mut Random(seed);
        let blocks = blocks(random, mix);
        let numbers = numbers(random);
        let text = text(&blocks, mix.forward);
        let expected = simulate(&blocks, numbers);
        let network = network(numbers);
        let schedule = read(text.as_bytes());
        assert_eq!(ends(&schedule, &network), expected, "seed {seed}, {mix:?}, {numbers:?}\n{text}");
        let by_text = read(&written(&schedule));
        assert_eq!(by_text, schedule, "seed {seed}: the written text means another schedule\n{text}");
        let bytes = packed(&schedule);
        let by_bytes = packed::read(&bytes, GoalTick::default()).unwrap_or_else(|report| panic!("{report}"));
        assert_eq!(by_bytes, schedule, "seed {seed}: the packed file means another schedule\n{text}");
        assert_eq!(packed(&read(&written(&by_bytes))), bytes, "seed {seed}: packed again\n{text}");
        if let Ok(ends) = &expected {
            told(&schedule, &network, ends);
        }
        self.0[match expected {
            Ok(_) => 0,
            Err(Unfinished::Left) => 1,
            Err(Unfinished::Negative) => 2,
        }] += 1;
    }
}

/// An observer changes nothing, every operation is reported, and the critical path adds up to the end of the last span.
fn told(schedule: &Schedule, network: &Network, ends: &[i64]) {
    let mut timeline = Timeline::new(schedule);
    let replayed = event_driven(schedule, network, Simulator::Loggopsim, &mut timeline).expect("it ended before");
    assert!(replayed.ranks.iter().map(|time| time.ticks()).eq(ends.iter().map(|&end| end.unsigned_abs() * TICK)));
    assert_eq!(timeline.len(), schedule.len());
    assert_eq!(CriticalPath::new(&timeline).finish(), timeline.finish());
}

fn compare(seeds: std::ops::Range<u64>, mix: impl Fn(u64) -> Mix) -> [u32; 3] {
    let mut tally = Tally::default();
    for seed in seeds {
        tally.compare(seed, mix(seed));
    }
    tally.0
}

#[test]
fn files_take_what_the_rules_say() {
    let [ended, left, negative] = compare(0..2_000, |seed| Mix {
        cpus: 1,
        nics: if seed % 3 == 0 { 2 } else { 1 },
        least_bytes: 1,
        forward: seed % 8 == 0,
    });
    assert!(ended > 1_500 && left > 10 && negative == 0, "{ended} {left} {negative}");
}

#[test]
fn files_with_messages_of_0_bytes_do() {
    let [ended, left, negative] = compare(1_000_000..1_001_500, |seed| Mix {
        cpus: 1,
        nics: if seed % 5 == 0 { 2 } else { 1 },
        least_bytes: 0,
        forward: false,
    });
    assert!(ended > 1_000 && left > 0 && negative > 50, "{ended} {left} {negative}");
}

/// With several cpus the simulator itself may begin an operation before its dependencies are done; here nothing does.
#[test]
fn files_with_several_cpus_do() {
    let mix = |seed| Mix { cpus: 3, nics: 1 + usize::from(seed % 2 == 0), least_bytes: 1, forward: seed % 8 == 0 };
    let [ended, left, negative] = compare(2_000_000..2_000_800, mix);
    assert!(ended > 500 && left > 0 && negative == 0, "{ended} {left} {negative}");
}
