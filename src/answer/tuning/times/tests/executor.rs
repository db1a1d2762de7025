//! Programs of ranks, executed message by message by a loop of their own.

use logpine_models::model::{Port, PortTiming};
use logpine_text::units::Time;
use std::collections::{HashMap, VecDeque};

/// What a rank does, one thing after the other.
#[derive(Clone, Copy, Debug)]
pub enum Act {
    Send { to: usize, bytes: u64 },
    Receive { from: usize },
    Combine { from: usize },
}

/// A rank that writes down its program.
pub struct Rank {
    pub me: usize,
    pub all: usize,
    pub acts: Vec<Act>,
}

impl Rank {
    pub fn send(&mut self, to: usize, bytes: u64) {
        self.acts.push(Act::Send { to, bytes });
    }

    pub fn receive(&mut self, from: usize) {
        self.acts.push(Act::Receive { from });
    }

    pub fn combine(&mut self, from: usize) {
        self.acts.push(Act::Combine { from });
    }

    /// `MPI_Sendrecv`.
    pub fn exchange(&mut self, to: usize, bytes: u64, from: usize) {
        self.send(to, bytes);
        self.receive(from);
    }
}

/// The programs of all ranks.
pub fn programs(ranks: u64, mut of: impl FnMut(&mut Rank)) -> Vec<Vec<Act>> {
    let all = usize::try_from(ranks).expect("few");
    let mut program = |me| {
        let mut rank = Rank { me, all, acts: Vec::new() };
        of(&mut rank);
        rank.acts
    };
    (0..all).map(&mut program).collect()
}

/// The clocks of a rank in ticks.
#[derive(Clone, Default)]
struct Clocks {
    next: usize,
    processor: u64,
    may_send: u64,
    received: Option<u64>,
}

/// The time until the last rank is done. Panics if a rank waits for ever, or a message is not received.
pub fn executed(programs: &[Vec<Act>], timing: &dyn PortTiming) -> Time {
    let mut clocks = vec![Clocks::default(); programs.len()];
    let mut under_way: HashMap<(usize, usize), VecDeque<(u64, u64)>> = HashMap::new();
    let port = |bytes: u64| -> Port { timing.port(bytes.max(1)).expect("short times") };
    loop {
        let mut is_stuck = true;
        for (me, program) in programs.iter().enumerate() {
            let rank = &mut clocks[me];
            while let Some(&act) = program.get(rank.next) {
                match act {
                    Act::Send { to, bytes } => {
                        let port = port(bytes);
                        let start = rank.processor.max(rank.may_send);
                        rank.processor = start + port.send_busy.ticks();
                        rank.may_send = start + port.send_gap.ticks();
                        under_way.entry((me, to)).or_default().push_back((bytes, start + port.delivery.ticks()));
                    }
                    Act::Receive { from } | Act::Combine { from } => {
                        let Some((bytes, arrival)) = under_way.get_mut(&(from, me)).and_then(VecDeque::pop_front)
                        else {
                            break;
                        };
                        let combines = matches!(act, Act::Combine { .. }) && bytes > 0;
                        let more = if combines { timing.combine(bytes).expect("short").ticks() } else { 0 };
                        let port = port(bytes);
                        let busy = port.recv_busy.ticks() + more;
                        let gap = port.recv_gap.ticks().max(busy);
                        let after = rank.received.map_or(0, |last| last + gap);
                        rank.processor = (arrival + more).max(rank.processor + busy).max(after);
                        rank.received = Some(rank.processor);
                    }
                }
                rank.next += 1;
                is_stuck = false;
            }
        }
        if is_stuck {
            break;
        }
    }
    for (me, (rank, program)) in clocks.iter().zip(programs).enumerate() {
        assert_eq!(rank.next, program.len(), "rank {me} waits: {:?}", program.get(rank.next));
    }
    assert!(under_way.values().all(VecDeque::is_empty), "a message is lost");
    Time::from_ticks(clocks.iter().map(|rank| rank.processor).max().unwrap_or(0))
}
