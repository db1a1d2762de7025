//! Random costs of unequal hosts.

use logpine::units::Time;
use logpine_models::model::{HostClass, LevelBreakdown, LevelCost, MessageSize, Port, PortTiming};

/// A reproducible stream of numbers (`SplitMix64`; Steele, Lea and Flood 2014).
pub struct Numbers(pub u64);

impl Numbers {
    /// A number in a range.
    pub fn pick(&mut self, range: std::ops::RangeInclusive<u64>) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        range.start() + mixed % (range.end() - range.start() + 1)
    }

    /// True in one of `cases` cases.
    pub fn one_in(&mut self, cases: u64) -> bool {
        self.pick(1..=cases) == 1
    }
}

/// Overlay costs by table: by class and fanout from 0, by pairs of classes, and for a leaf.
#[derive(Debug)]
pub struct Table {
    pub busy: Vec<Vec<u64>>,
    pub latency: Vec<Vec<u64>>,
    pub startup: u64,
}

impl Table {
    /// Up to three classes, fanouts up to `widest`. Some tables fall somewhere, and some latencies are longer than a detour.
    pub fn random(numbers: &mut Numbers, widest: usize) -> Self {
        let classes = usize::try_from(numbers.pick(1..=3)).expect("small");
        let falls = numbers.one_in(4);
        let wild = numbers.one_in(3);
        let row = |numbers: &mut Numbers| {
            let mut busy: Vec<u64> = (0..=widest).map(|_| numbers.pick(1..=60)).collect();
            if !falls {
                busy.sort_unstable();
            }
            busy
        };
        let busy = (0..classes).map(|_| row(numbers)).collect();
        let even = numbers.pick(0..=20);
        let latency = (0..classes)
            .map(|_| (0..classes).map(|_| if wild { numbers.pick(0..=40) } else { even }).collect())
            .collect();
        Self { busy, latency, startup: numbers.pick(0..=9) }
    }
}

impl LevelCost for Table {
    fn host_classes(&self) -> u16 {
        u16::try_from(self.busy.len()).expect("few classes")
    }

    fn busy(&self, host: HostClass, fanout: u64) -> Option<Time> {
        let row = &self.busy[usize::from(host.0)];
        row.get(usize::try_from(fanout).ok()?).copied().map(Time::from_ticks)
    }

    fn latency(&self, parent: HostClass, child: HostClass) -> Time {
        Time::from_ticks(self.latency[usize::from(parent.0)][usize::from(child.0)])
    }

    fn period(&self, host: HostClass, fanout: u64) -> Option<Time> {
        self.busy(host, fanout)
    }

    fn startup(&self) -> Time {
        Time::from_ticks(self.startup)
    }

    fn max_fanout(&self) -> u64 {
        self.busy[0].len() as u64 - 1
    }

    fn is_monotone_to(&self, widest: u64) -> bool {
        let widest = usize::try_from(widest).unwrap_or(usize::MAX);
        self.busy.iter().all(|row| row.get(2..=widest).is_some_and(<[u64]>::is_sorted))
    }

    fn breakdown(&self, _: u64) -> Option<LevelBreakdown> {
        None
    }
}

/// Gaps and deliveries by table, by sender and receiver.
#[derive(Debug)]
pub struct Ports {
    pub gap: Vec<Vec<u64>>,
    pub delivery: Vec<Vec<u64>>,
}

impl Ports {
    pub fn random(numbers: &mut Numbers, classes: usize) -> Self {
        let most = numbers.pick(1..=100);
        let mut table = || (0..classes).map(|_| (0..classes).map(|_| numbers.pick(1..=most)).collect()).collect();
        Self { gap: table(), delivery: table() }
    }
}

impl PortTiming for Ports {
    fn name(&self) -> &'static str {
        "table"
    }

    fn host_classes(&self) -> u16 {
        u16::try_from(self.gap.len()).expect("few classes")
    }

    fn message_size(&self) -> MessageSize {
        MessageSize::Indivisible
    }

    fn between(&self, _: u64, sender: HostClass, receiver: HostClass) -> Option<Port> {
        let [sender, receiver] = [sender, receiver].map(|class| usize::from(class.0));
        let [send_gap, recv_gap] = [self.gap[sender][receiver], self.gap[receiver][sender]].map(Time::from_ticks);
        let delivery = Time::from_ticks(self.delivery[sender][receiver]);
        Some(Port { send_gap, recv_gap, delivery, ..Port::default() })
    }

    fn combine(&self, _: u64) -> Option<Time> {
        Some(Time::ZERO)
    }
}
