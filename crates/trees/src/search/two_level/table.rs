//! The number of further hosts that a rank reaches within a time, with two kinds of messages.

use logpine_models::model::Port;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The gaps and deliveries of the two kinds of messages, none of them zero.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// The gap and the delivery inside a host.
    pub within: [u64; 2],
    /// The gap and the delivery between hosts.
    pub among: [u64; 2],
    /// True if one of them was zero and was replaced by a tick.
    lengthened: bool,
}

impl Steps {
    /// The steps of two ports.
    pub fn new(within: Port, among: Port) -> Self {
        let of = |port: Port| [port.send_gap.ticks(), port.delivery.ticks()];
        let (within, among) = (of(within), of(among));
        let lengthened = within.iter().chain(&among).any(|&step| step == 0);
        Self { within: within.map(|step| step.max(1)), among: among.map(|step| step.max(1)), lengthened }
    }

    /// Every step rounded up to a multiple of `unit`; `None` past 2^64 - 1.
    pub fn rounded_up(self, unit: u64) -> Option<Self> {
        let up = |[gap, delivery]: [u64; 2]| {
            Some([gap.checked_next_multiple_of(unit)?, delivery.checked_next_multiple_of(unit)?])
        };
        Some(Self { within: up(self.within)?, among: up(self.among)?, ..self })
    }

    /// Every step rounded down to a multiple of `unit`, but not to zero.
    pub fn rounded_down(self, unit: u64) -> Self {
        let lengthened = self.lengthened || self.within.iter().chain(&self.among).any(|&step| step < unit);
        let down = |steps: [u64; 2]| steps.map(|step| (step / unit * unit).max(unit));
        Self { within: down(self.within), among: down(self.among), lengthened }
    }

    fn all(self) -> [u64; 4] {
        [self.within[0], self.within[1], self.among[0], self.among[1]]
    }
}

/// The next action of a rank with time left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A send to a rank of its host.
    Within,
    /// A send to a new host.
    Among,
    /// Nothing: no further message would reach a host in time.
    Nothing,
}

/// A(t, d) of [`Lanes`](super::Lanes) for every sum t of steps, up to the first that reaches the required number of hosts.
#[derive(Clone, Debug)]
pub struct Table {
    steps: Steps,
    /// The sums of steps, rising from 0.
    times: Vec<u64>,
    /// A(t, d) by time and allowance; the last entry for each time has no limit on the allowance.
    reach: Vec<u64>,
    /// The number of values for each time.
    width: usize,
}

/// The index of the largest time of the table that is at least a step before another time; advances with that time.
#[derive(Clone, Copy, Default)]
struct Before {
    index: usize,
}

impl Before {
    /// Advances to `time`; `None` if the step is longer than `time`.
    fn advance(&mut self, times: &[u64], time: u64, step: u64) -> Option<usize> {
        let target = time.checked_sub(step)?;
        while times.get(self.index + 1).is_some_and(|&next| next <= target) {
            self.index += 1;
        }
        Some(self.index)
    }
}

impl Table {
    /// The table up to the first time at which `further` hosts are reached with `allowance`; `None` if that takes more than
    /// `most` times, or one past 2^64 - 1.
    pub fn new(steps: Steps, allowance: u32, further: u64, most: usize) -> Option<Self> {
        let width = allowance as usize + 2;
        let mut table = Self { steps, times: Vec::new(), reach: Vec::new(), width };
        let mut before = [Before::default(); 4];
        // For each step, the time of the table whose sum with it is the next such sum.
        let mut next = [0; 4];
        let mut time = 0;
        loop {
            table.times.push(time);
            let parts = [0, 1, 2, 3].map(|step| before[step].advance(&table.times, time, steps.all()[step]));
            table.add(parts);
            let last = table.times.len() - 1;
            if table.value(last, width - 2) >= further {
                return Some(table);
            }
            if table.times.len() >= most {
                return None;
            }
            for (next, step) in next.iter_mut().zip(steps.all()) {
                while table.times[*next].checked_add(step)? <= time {
                    *next += 1;
                }
            }
            let sums = next.iter().zip(steps.all()).map(|(&next, step)| table.times[next].saturating_add(step));
            time = sums.min().unwrap_or(u64::MAX);
        }
    }

    /// Adds the values of the next time, from those at one gap and one delivery inside a host, and one gap and one delivery
    /// between hosts, before it.
    fn add(&mut self, [gap, delivery, far_gap, far_delivery]: [Option<usize>; 4]) {
        let (new_host, free) = (self.width - 2, self.width - 1);
        for allowance in 0..self.width {
            let fewer = if allowance == free { Some(free) } else { allowance.checked_sub(1) };
            let arrives = if allowance == free { free } else { new_host };
            let at = |index: Option<usize>, allowance| index.map_or(0, |index| self.value(index, allowance));
            let within =
                fewer.zip(delivery).map(|(fewer, delivery)| at(gap, fewer).saturating_add(self.value(delivery, fewer)));
            let among = far_delivery
                .map(|delivery| at(far_gap, allowance).saturating_add(self.value(delivery, arrives)).saturating_add(1));
            self.reach.push(within.max(among).unwrap_or(0));
        }
    }

    fn value(&self, index: usize, allowance: usize) -> u64 {
        self.reach[index * self.width + allowance]
    }

    /// A(t, d) for any time up to the last.
    pub fn reached(&self, time: u64, allowance: u32) -> u64 {
        let after = self.times.partition_point(|&known| known <= time);
        after.checked_sub(1).map_or(0, |index| self.value(index, allowance as usize))
    }

    /// The allowance of a new host.
    pub fn allowance(&self) -> u32 {
        u32::try_from(self.width - 2).unwrap_or(u32::MAX)
    }

    /// The action of a rank that is to reach as many hosts as it can.
    pub fn next(&self, left: u64, allowance: u32) -> Next {
        let reached = self.reached(left, allowance);
        if reached == 0 {
            return Next::Nothing;
        }
        let [gap, delivery] = self.steps.among;
        let among = left.checked_sub(delivery).map(|arrives| {
            let rest = left.checked_sub(gap).map_or(0, |left| self.reached(left, allowance));
            rest.saturating_add(self.reached(arrives, self.allowance())).saturating_add(1)
        });
        if among == Some(reached) { Next::Among } else { Next::Within }
    }

    /// The steps.
    pub const fn steps(&self) -> Steps {
        self.steps
    }

    /// The least time at which `further` hosts are reached with the allowance of a new host.
    pub fn least_time(&self, further: u64) -> Option<u64> {
        self.first(further, self.width - 2)
    }

    /// A lower bound on the time at which any schedule reaches `further` hosts with `ranks` ranks on each; 0 if steps of no
    /// time were lengthened.
    ///
    /// There are two arguments. First, without a limit on the ranks of a host, A bounds the hosts reached. Second, a rank
    /// can be a lane of its host no earlier than a broadcast inside the host reaches it. If its sends inside the host took
    /// no time from those to others, a host with t left would reach H(t) = sum of F(t - b) over the times b of its lanes,
    /// with F(t) = 1 + H(t - D') + F(t - G').
    pub fn bound(&self, further: u64, ranks: u64) -> u64 {
        if self.steps.lengthened {
            return 0;
        }
        let free = self.first(further, self.width - 1);
        let ready = lanes(self.steps.within, ranks);
        free.max(self.first_with(&ready, further)).unwrap_or(0)
    }

    /// The first time at which a host reaches `further` hosts with lanes that are ready at these times.
    fn first_with(&self, ready: &[Ready], further: u64) -> Option<u64> {
        let [gap, delivery] = self.steps.among;
        let mut host: Vec<u64> = Vec::with_capacity(self.times.len());
        let mut lane: Vec<u64> = Vec::with_capacity(self.times.len());
        let mut before = [Before::default(); 2];
        let mut since = vec![Before::default(); ready.len()];
        for &time in &self.times {
            let at = |values: &[u64], index: Option<usize>| index.map_or(0, |index| values[index]);
            let (rest, arrives) =
                (before[0].advance(&self.times, time, gap), before[1].advance(&self.times, time, delivery));
            let sent = arrives.map_or(0, |arrives| host[arrives].saturating_add(at(&lane, rest)).saturating_add(1));
            lane.push(sent);
            let lanes = ready.iter().zip(&mut since).map(|(ready, since)| {
                let reached = at(&lane, since.advance(&self.times, time, ready.after));
                reached.saturating_mul(ready.lanes)
            });
            let reached = lanes.fold(0, u64::saturating_add);
            if reached >= further {
                return Some(time);
            }
            host.push(reached);
        }
        None
    }

    fn first(&self, further: u64, allowance: usize) -> Option<u64> {
        (0..self.times.len()).find(|&index| self.value(index, allowance) >= further).map(|index| self.times[index])
    }
}

/// The number of ranks of a host that may send to others from a time on.
struct Ready {
    after: u64,
    lanes: u64,
}

/// The maximum number of lanes with times of their own; any more are assumed to be ready with the last of these.
const MOST_LANES: u64 = 1 << 10;

/// The earliest times at which the ranks of a host have a message.
fn lanes([gap, delivery]: [u64; 2], ranks: u64) -> Vec<Ready> {
    let mut ready: Vec<Ready> = Vec::new();
    let mut arrivals = BinaryHeap::from([Reverse(0u64)]);
    let mut senders = BinaryHeap::new();
    for lane in 0..ranks.min(MOST_LANES) {
        // The rank that may send next informs one more.
        if let Some(Reverse(start)) = senders.pop() {
            senders.push(Reverse(u64::saturating_add(start, gap)));
            arrivals.push(Reverse(u64::saturating_add(start, delivery)));
        }
        let Some(Reverse(after)) = arrivals.pop() else { break };
        senders.push(Reverse(after));
        let lanes = if lane + 1 == MOST_LANES { ranks - lane } else { 1 };
        match ready.last_mut() {
            Some(last) if last.after == after => last.lanes += lanes,
            _ => ready.push(Ready { after, lanes }),
        }
    }
    ready
}
