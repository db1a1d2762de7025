//! Stage costs against an evaluation that lists every transfer of every transmission.

use crate::tests::engines::tau_lop::tau_lop;
use logpine::request::{Layout, Mapping};
use logpine::units::Time;
use logpine_models::machine::Channel;
use logpine_models::model::TauLop;
use logpine_models::model::stage::{Direction, Pattern, Stage, StageCost, Way};
use proptest::prelude::*;

/// The paths of messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paths {
    /// Copies of a message that stays on its host: 1 or 2.
    pub copies: usize,
    /// Transfers of a message that leaves its host: 1 or 3.
    pub transfers: usize,
    /// The length above which messages are cut.
    pub segment: Option<u64>,
}

/// The place of a transfer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Memory(usize),
    Wire { from: usize, to: usize },
}

/// The transfers in progress in every step, with their bytes.
#[derive(Default)]
struct Steps(Vec<Vec<(Place, u64)>>);

impl Steps {
    fn put(&mut self, step: usize, place: Place, bytes: u64) {
        self.0.resize_with(self.0.len().max(step + 1), Vec::new);
        self.0[step].push((place, bytes));
    }

    /// The sum of the times of all steps. Each step takes as long as its slowest channel: the memory of the host with the most
    /// transfers, or the network interface that sends or receives the most.
    fn time(&self, model: &TauLop) -> u64 {
        let cost = |channel, bytes, tau| model.transfer_time(channel, bytes, tau).expect("representable").ticks();
        let mut total = 0;
        for step in &self.0 {
            let longest = |wire: bool| {
                let of_kind = step.iter().filter(|(place, _)| matches!(place, Place::Wire { .. }) == wire);
                of_kind.map(|&(_, bytes)| bytes).max().unwrap_or(0)
            };
            let (mut memory, mut out, mut into) = ([0; 64], [0; 64], [0; 64]);
            for (place, _) in step {
                match *place {
                    Place::Memory(host) => memory[host] += 1,
                    Place::Wire { from, to } => {
                        out[from] += 1;
                        into[to] += 1;
                    }
                }
            }
            let used = |tau: &u64| *tau > 0;
            let (copied, sent) = (longest(false), longest(true));
            let busiest = memory.into_iter().filter(used).map(|tau| cost(Channel::Shared, copied, tau)).max();
            let wires = out.into_iter().chain(into).filter(used).map(|tau| cost(Channel::Network, sent, tau)).max();
            total += busiest.max(wires).unwrap_or(0);
        }
        total
    }
}

fn small(number: u64) -> usize {
    usize::try_from(number).expect("a small number")
}

/// The time of a stage's whole pattern.
fn by_hand(model: &TauLop, paths: Paths, stage: &Stage, layout: &Layout) -> u64 {
    let segment = paths.segment.unwrap_or(u64::MAX).min(stage.bytes);
    let mut lengths = vec![segment; small(stage.bytes / segment)];
    lengths.extend(Some(stage.bytes % segment).filter(|&rest| rest > 0));
    let mut total = 0;
    for index in 0..stage.pattern.stages(layout.ranks()) {
        let mut steps = Steps::default();
        let mut overhead = 0;
        for (from, to) in stage.pattern.transmissions(layout.ranks(), index) {
            let (from, to) = if stage.direction == Direction::Forward { (from, to) } else { (to, from) };
            let (from, to) = (small(layout.host(from)), small(layout.host(to)));
            let (channel, transfers) = if from == to {
                (Channel::Shared, vec![Place::Memory(from); paths.copies])
            } else {
                let wire = Place::Wire { from, to };
                let all = vec![Place::Memory(from), wire, Place::Memory(to)];
                (Channel::Network, if paths.transfers == 3 { all } else { vec![wire] })
            };
            overhead = overhead.max(model.overhead(channel, stage.bytes).expect("representable").ticks());
            for (number, &bytes) in lengths.iter().enumerate() {
                // Behind each other in a pipeline; one after the other where ranks have two messages to copy.
                let begin = if stage.pattern.way() == Way::OneWay { number } else { 3 * number };
                for (further, &place) in transfers.iter().enumerate() {
                    steps.put(begin + further, place, bytes);
                }
            }
        }
        total += overhead + steps.time(model);
    }
    total
}

pub(crate) fn sections(paths: Paths, overheads: [&str; 2], transfers: [&str; 2]) -> String {
    let segment = paths.segment.map_or_else(String::new, |segment| format!("segment = \"{segment}B\"\n"));
    let counts = [paths.copies, paths.transfers];
    let channel = |index: usize, name: &str| {
        let (overhead, transfer, count) = (overheads[index], transfers[index], counts[index]);
        format!("[tau_lop.{name}]\noverhead = {overhead}\ntransfer = {transfer}\ntransfers = {count}\n")
    };
    format!("[tau_lop]\n{segment}{}{}", channel(0, "shared"), channel(1, "network"))
}

pub(crate) const PATHS: [(usize, usize); 4] = [(2, 3), (2, 1), (1, 3), (1, 1)];

/// All forms of pattern among `ranks` ranks.
fn patterns(ranks: u64) -> Vec<Pattern> {
    let mut patterns = vec![
        Pattern::Shift { distance: 1 },
        Pattern::Shift { distance: (ranks / 2).max(1) },
        Pattern::Block { first: ranks / 3, count: ranks / 4 + 1, distance: ranks / 5 + 1 },
        Pattern::Block { first: 0, count: 1, distance: 1 },
        Pattern::Chain { segments: 3 },
        Pattern::KAry { fanout: 2, segments: 1 },
        Pattern::KAry { fanout: 3, segments: 4 },
        Pattern::KAryEnd { fanout: 2 },
        Pattern::Children { step: ranks, stride: 1, from: ranks / 2 + 1, to: ranks / 2 + 4 },
        Pattern::Shifts { from: 3, to: 5 },
    ];
    for level in (0..6).map(|level| 1 << level).take_while(|&level| level < ranks) {
        patterns.push(Pattern::Spread { holders: level, from: 1, to: 2 });
        patterns.push(Pattern::Children { step: 2 * level, stride: level, from: 1, to: 2 });
        patterns.push(Pattern::Pairs { distance: level, ranks: ranks / (2 * level) * 2 * level });
    }
    patterns
}

/// A formula, or a table in which no time falls as tau grows.
pub(crate) fn transfer() -> impl Strategy<Value = String> {
    let formula =
        (0u64..1_000, 0u64..50, 0u64..2_000_000, 0u64..2_000_000).prop_map(|(latency, per_byte, bytes, empty)| {
            let share = |millionths: u64| format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
            let (contention, latency_contention) = (share(bytes), share(empty));
            format!(
                "{{ latency = \"{latency}ps\", per_byte = \"{per_byte}ps/B\", contention = {contention}, \
             latency_contention = {latency_contention} }}"
            )
        });
    let widths = prop::collection::vec(1u64..60, 1..5);
    let table = (widths, prop::collection::vec(1u64..20, 1..5), prop::collection::vec(0u64..900, 16));
    let table = table.prop_map(|(sizes, taus, steps)| {
        let mut points = Vec::new();
        let mut bytes = 0;
        for (row, width) in sizes.iter().enumerate() {
            bytes += width;
            let (mut tau, mut time) = (0, 0);
            for (column, width) in taus.iter().enumerate() {
                (tau, time) = (tau + width, time + steps[4 * row + column]);
                points.push(format!("[{bytes}, {tau}, \"{time}ps\"]"));
            }
        }
        format!("[{}]", points.join(", "))
    });
    prop_oneof![formula, table]
}

pub(crate) fn overhead() -> impl Strategy<Value = String> {
    let table = (0u64..99, 1u64..50, 0u64..99)
        .prop_map(|(first, size, second)| format!("[[0, \"{first}ps\"], [{size}, \"{second}ps\"]]"));
    prop_oneof![(0u64..99).prop_map(|time| format!("\"{time}ps\"")), table]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_channels_layouts_and_messages(
        paths in prop::sample::select(PATHS.to_vec()), segment in prop::option::of(1u64..40),
        overheads in [overhead(), overhead()], transfers in [transfer(), transfer()],
        hosts in prop::collection::vec(0u32..12, 1..=64), per_host in 1u64..=64, mapping in 0..3,
        bytes in 1u64..200, backward: bool, choice: prop::sample::Index,
    ) {
        let paths = Paths { copies: paths.0, transfers: paths.1, segment: segment.filter(|_| paths.0 == 2) };
        let [overheads, transfers] = [&overheads, &transfers].map(|texts| [texts[0].as_str(), texts[1].as_str()]);
        let model = tau_lop(&sections(paths, overheads, transfers));
        let ranks = hosts.len() as u64;
        let mapping = match mapping {
            0 => Mapping::Sequential,
            1 => Mapping::RoundRobin,
            _ => Mapping::Listed(hosts.into()),
        };
        let layout = Layout::new(ranks, per_host, mapping).expect("a layout");
        let patterns = patterns(ranks);
        let stage = Stage::new(patterns[choice.index(patterns.len())], bytes);
        let stage = if backward { stage.backward() } else { stage };
        let time = model.time(&stage, &layout).map(Time::ticks);
        prop_assert_eq!(time, Some(by_hand(&model, paths, &stage, &layout)));
        prop_assert_eq!(model.time(&stage.streaming(), &layout).map(Time::ticks), time, "copies do not overlap");
    }
}
