//! `LogGOPSim` in its plainest form: one list that is searched for the first event, lists of messages, signed times. It
//! follows the rules as they are written down, and shares no code with the crate.

/// The kind of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Send,
    Receive,
    Calculate,
}

/// An operation of a rank.
#[derive(Clone, Copy, Debug)]
pub struct Op {
    pub kind: Kind,
    /// Bytes, or ticks.
    pub amount: i64,
    pub peer: usize,
    pub tag: u32,
    pub cpu: usize,
    pub nic: usize,
}

/// A dependency line: `waiting` waits for the end of `before`, or for its start.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub waiting: usize,
    pub before: usize,
    pub on_start: bool,
}

/// A rank block: operations and dependency lines, both in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct Block {
    pub ops: Vec<Op>,
    pub lines: Vec<Line>,
}

/// L, o, g, G, O and S.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    pub latency: i64,
    pub overhead: i64,
    pub gap: i64,
    pub per_byte: i64,
    pub overhead_per_byte: i64,
    pub eager: i64,
}

/// The reason why there are no times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// Operations or messages are left over.
    Left,
    /// A message of 0 bytes ends before time 0.
    Negative,
}

/// An operation by rank and index.
type At = (usize, usize);

#[derive(Clone, Copy)]
enum What {
    Operation(At),
    /// The message of a send.
    Message(At),
}

#[derive(Clone, Copy)]
struct Event {
    time: i64,
    stamp: u64,
    what: What,
}

/// A message that was handled before its receive was posted, with the end of that.
#[derive(Clone, Copy)]
struct Early {
    send: At,
    end: i64,
}

struct World<'a> {
    blocks: &'a [Block],
    n: Numbers,
    several_cpus: bool,
    events: Vec<Event>,
    stamp: u64,
    cpu: Vec<[i64; 4]>,
    nic_out: Vec<[i64; 4]>,
    nic_in: Vec<[i64; 4]>,
    missing: Vec<Vec<usize>>,
    /// The times at which the last dependency of each operation was done, or begun.
    ready: Vec<Vec<i64>>,
    posted: Vec<Vec<usize>>,
    early: Vec<Vec<Early>>,
    /// The operations that the present event has made ready, in this order.
    fresh: Vec<At>,
    left: usize,
}

/// The times at which the processors of each rank are free at the end.
pub fn simulate(blocks: &[Block], n: Numbers) -> Result<Vec<i64>, Unfinished> {
    let missing = |block: &Block| {
        let count = |index| block.lines.iter().filter(|line| line.waiting == index).count();
        (0..block.ops.len()).map(count).collect::<Vec<usize>>()
    };
    let mut world = World {
        blocks,
        n,
        several_cpus: blocks.iter().flat_map(|block| &block.ops).any(|op| op.cpu > 0),
        events: Vec::new(),
        stamp: 0,
        cpu: vec![[0; 4]; blocks.len()],
        nic_out: vec![[0; 4]; blocks.len()],
        nic_in: vec![[0; 4]; blocks.len()],
        missing: blocks.iter().map(missing).collect(),
        ready: blocks.iter().map(|block| vec![0; block.ops.len()]).collect(),
        posted: vec![Vec::new(); blocks.len()],
        early: vec![Vec::new(); blocks.len()],
        fresh: Vec::new(),
        left: blocks.iter().map(|block| block.ops.len()).sum(),
    };
    for (rank, block) in blocks.iter().enumerate() {
        let free = |&op: &usize| world.missing[rank][op] == 0;
        world.fresh = (0..block.ops.len()).filter(free).map(|op| (rank, op)).collect();
        world.queue_fresh();
    }
    while let Some(first) = (0..world.events.len()).min_by_key(|&at| (world.events[at].time, world.events[at].stamp)) {
        let event = world.events.swap_remove(first);
        match event.what {
            What::Operation(at) => match world.op(at).kind {
                Kind::Calculate => world.calculate(event, at),
                Kind::Send => world.send(event, at)?,
                Kind::Receive => world.post(event.time, at),
            },
            What::Message(send) => world.message(event, send)?,
        }
        world.queue_fresh();
    }
    if world.left > 0 || world.early.iter().any(|early| !early.is_empty()) {
        return Err(Unfinished::Left);
    }
    Ok(world.cpu.iter().map(|cpus| cpus.iter().copied().max().unwrap_or(0)).collect())
}

/// A time that a message of 0 bytes may have made negative.
fn time(time: i64) -> Result<i64, Unfinished> {
    if time < 0 { Err(Unfinished::Negative) } else { Ok(time) }
}

impl World<'_> {
    fn op(&self, at: At) -> Op {
        self.blocks[at.0].ops[at.1]
    }

    fn push(&mut self, time: i64, what: What) {
        self.stamp += 1;
        self.events.push(Event { time, stamp: self.stamp, what });
    }

    /// Queues the ready operations: by rank, then send before receive before calc, then in the order of becoming ready.
    fn queue_fresh(&mut self) {
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.sort_by_key(|&at| (at.0, self.op(at).kind));
        for at in fresh {
            let op = self.op(at);
            let mut time = self.cpu[at.0][op.cpu];
            if op.kind == Kind::Send {
                time = time.max(self.nic_out[at.0][op.nic]);
            }
            // On the same cpu, that is never before what it waited for was done; on another one, it waits for that.
            if self.several_cpus {
                time = time.max(self.ready[at.0][at.1]);
            }
            self.push(time, What::Operation(at));
        }
    }

    /// Reports the start, or the end, of an operation to its dependents, in the order of the lines.
    fn tell(&mut self, at: At, time: i64, on_start: bool) {
        for line in &self.blocks[at.0].lines {
            if line.before == at.1 && line.on_start == on_start {
                self.ready[at.0][line.waiting] = self.ready[at.0][line.waiting].max(time);
                self.missing[at.0][line.waiting] -= 1;
                if self.missing[at.0][line.waiting] == 0 {
                    self.fresh.push((at.0, line.waiting));
                }
            }
        }
        self.left -= usize::from(!on_start);
    }

    fn calculate(&mut self, event: Event, at: At) {
        let op = self.op(at);
        let free = self.cpu[at.0][op.cpu];
        if free > event.time {
            self.events.push(Event { time: free, ..event });
            return;
        }
        self.cpu[at.0][op.cpu] = event.time + op.amount;
        self.tell(at, event.time, true);
        self.tell(at, event.time + op.amount, false);
    }

    fn send(&mut self, event: Event, at: At) -> Result<(), Unfinished> {
        let (op, n) = (self.op(at), self.n);
        let free = self.cpu[at.0][op.cpu].max(self.nic_out[at.0][op.nic]);
        if free > event.time {
            self.events.push(Event { time: free, ..event });
            return Ok(());
        }
        self.cpu[at.0][op.cpu] = time(event.time + n.overhead + (op.amount - 1) * n.overhead_per_byte)?;
        self.nic_out[at.0][op.nic] = time(event.time + n.gap + (op.amount - 1) * n.per_byte)?;
        self.push(event.time + n.overhead + n.latency, What::Message(at));
        self.tell(at, event.time, true);
        if op.amount <= n.eager {
            self.tell(at, event.time, false);
        }
        Ok(())
    }

    fn post(&mut self, now: i64, at: At) {
        self.tell(at, now, true);
        let matches = |early: &Early| {
            let (sent, wanted) = (self.op(early.send), self.op(at));
            (early.send.0, sent.tag) == (wanted.peer, wanted.tag)
        };
        match self.early[at.0].iter().position(matches) {
            None => self.posted[at.0].push(at.1),
            Some(found) => {
                let early = self.early[at.0].remove(found);
                self.matched(now, early.send, at, now.max(early.end));
            }
        }
    }

    fn message(&mut self, event: Event, send: At) -> Result<(), Unfinished> {
        let (op, n) = (self.op(send), self.n);
        let rank = op.peer;
        let free = self.cpu[rank][op.cpu].max(self.nic_in[rank][op.nic]);
        if free > event.time {
            self.events.push(Event { time: free, ..event });
            return Ok(());
        }
        // Both terms without a sign: of two negative ones the one nearer to 0 is the larger, and 0 is the least.
        let (copy, stream) = ((op.amount - 1) * n.overhead_per_byte, (op.amount - 1) * n.per_byte);
        let bytes = if copy == 0 || stream == 0 { copy + stream } else { copy.max(stream) };
        let end = time(event.time + n.overhead + bytes)?;
        self.cpu[rank][op.cpu] = end;
        self.nic_in[rank][op.nic] = time(event.time + n.gap + stream)?;
        let matches = |&index: &usize| {
            let wanted = self.op((rank, index));
            (wanted.peer, wanted.tag) == (send.0, op.tag)
        };
        match self.posted[rank].iter().position(matches) {
            None => self.early[rank].push(Early { send, end }),
            Some(found) => {
                let receive = self.posted[rank].remove(found);
                self.matched(event.time, send, (rank, receive), end);
            }
        }
        Ok(())
    }

    fn matched(&mut self, now: i64, send: At, receive: At, done: i64) {
        let op = self.op(send);
        if op.amount > self.n.eager {
            self.cpu[send.0][op.cpu] = self.cpu[send.0][op.cpu].max(now);
            self.nic_out[send.0][op.nic] = self.nic_out[send.0][op.nic].max(now);
            self.tell(send, now, false);
        }
        self.tell(receive, done, false);
    }
}
