//! The two simulators in their plainest form: one heap, with everything that finds its processor or interface busy tried
//! again. It shares no code with the crate's engine.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Send,
    Receive,
    Calculate,
}

/// An operation of a rank; `peer` and `tag` of a receive may be missing, for any.
#[derive(Clone, Debug)]
pub struct Op {
    pub kind: Kind,
    /// Bytes, or time.
    pub amount: u64,
    pub peer: Option<u32>,
    pub tag: Option<u32>,
    pub processor: u8,
    pub interface: u8,
    /// Operations of the rank that must be done before.
    pub requires: Vec<usize>,
    /// Operations of the rank that must have begun before.
    pub irequires: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    pub latency: u64,
    pub overhead: u64,
    pub gap: u64,
    pub gap_per_byte: u64,
    pub overhead_per_byte: u64,
    pub rendezvous_above: Option<u64>,
    pub atlahs: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The finish time of each rank, the times for which every operation kept its processor, and the number of messages.
    Finished { ranks: Vec<u64>, spans: Vec<Vec<(u64, u64)>>, messages: u64 },
    /// Rank and index of the first operation that is not done, and the number of such operations.
    Stuck(usize, usize, u64),
    /// Rank and index of the first send whose message is not received, and the number of such sends.
    Unreceived(usize, usize, u64),
}

/// An operation by rank and index.
type At = (usize, usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Element {
    Operation(At),
    /// A message by its send, with its receive if that is known.
    Message(At, Option<At>),
}

#[derive(Clone, Copy, Debug)]
struct Message {
    send: At,
    stamp: u64,
    /// The start and the end of its handling; not yet for ATLAHS.
    handled: (u64, u64),
}

struct World<'a> {
    ranks: &'a [Vec<Op>],
    n: Numbers,
    heap: BinaryHeap<Reverse<(u64, u64, Element)>>,
    stamp: u64,
    processor: Vec<[u64; 4]>,
    outward: Vec<[u64; 4]>,
    inward: Vec<[u64; 4]>,
    missing: Vec<Vec<usize>>,
    ready: Vec<Vec<u64>>,
    done: Vec<Vec<bool>>,
    spans: Vec<Vec<(u64, u64)>>,
    posted: Vec<Vec<usize>>,
    unexpected: Vec<Vec<Message>>,
    fresh: Vec<At>,
    messages: u64,
}

pub fn simulate(ranks: &[Vec<Op>], n: Numbers) -> Outcome {
    let per_op = |value: u64| ranks.iter().map(|ops| vec![value; ops.len()]).collect::<Vec<_>>();
    let mut world = World {
        ranks,
        n,
        heap: BinaryHeap::new(),
        stamp: 0,
        processor: vec![[0; 4]; ranks.len()],
        outward: vec![[0; 4]; ranks.len()],
        inward: vec![[0; 4]; ranks.len()],
        missing: ranks
            .iter()
            .map(|ops| ops.iter().map(|op| op.requires.len() + op.irequires.len()).collect())
            .collect(),
        ready: per_op(0),
        done: ranks.iter().map(|ops| vec![false; ops.len()]).collect(),
        spans: ranks.iter().map(|ops| vec![(0, 0); ops.len()]).collect(),
        posted: vec![Vec::new(); ranks.len()],
        unexpected: vec![Vec::new(); ranks.len()],
        fresh: Vec::new(),
        messages: 0,
    };
    for (rank, ops) in ranks.iter().enumerate() {
        world.fresh = (0..ops.len()).filter(|&op| world.missing[rank][op] == 0).map(|op| (rank, op)).collect();
        world.enqueue(0);
    }
    while let Some(Reverse((time, stamp, element))) = world.heap.pop() {
        match element {
            Element::Operation(at) => match world.op(at).kind {
                Kind::Calculate => world.calculate(time, stamp, at),
                Kind::Send => world.send(time, stamp, at),
                Kind::Receive => world.post(time, at),
            },
            Element::Message(send, receive) => world.message(time, stamp, send, receive),
        }
        world.enqueue(time);
    }
    world.outcome()
}

impl World<'_> {
    fn op(&self, at: At) -> &Op {
        &self.ranks[at.0][at.1]
    }

    /// Stamps and queues the freed operations: by rank, sends before receives before calculations, in the order in which they
    /// were freed.
    fn enqueue(&mut self, now: u64) {
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.sort_by_key(|&at| (at.0, self.op(at).kind));
        for at in fresh {
            let op = self.op(at);
            let mut time = now.max(self.ready[at.0][at.1]).max(self.processor[at.0][usize::from(op.processor)]);
            if op.kind == Kind::Send {
                time = time.max(self.outward[at.0][usize::from(op.interface)]);
            }
            self.stamp += 1;
            self.heap.push(Reverse((time, self.stamp, Element::Operation(at))));
        }
    }

    /// Reports that an operation is begun or done at a time: its dependents then wait for one operation less.
    fn tell(&mut self, at: At, time: u64, done: bool) {
        if done {
            self.done[at.0][at.1] = true;
        }
        for (index, op) in self.ranks[at.0].iter().enumerate() {
            let waits_for = if done { &op.requires } else { &op.irequires };
            for _ in waits_for.iter().filter(|&&before| before == at.1) {
                self.missing[at.0][index] -= 1;
                self.ready[at.0][index] = self.ready[at.0][index].max(time);
                if self.missing[at.0][index] == 0 {
                    self.fresh.push((at.0, index));
                }
            }
        }
    }

    fn calculate(&mut self, time: u64, stamp: u64, at: At) {
        let (amount, processor) = (self.op(at).amount, usize::from(self.op(at).processor));
        let free = &mut self.processor[at.0][processor];
        if *free > time {
            self.heap.push(Reverse((*free, stamp, Element::Operation(at))));
            return;
        }
        *free = time + amount;
        self.spans[at.0][at.1] = (time, time + amount);
        self.tell(at, time, false);
        self.tell(at, time + amount, true);
    }

    fn send(&mut self, time: u64, stamp: u64, at: At) {
        let op = self.op(at);
        let (processor, interface) = (usize::from(op.processor), usize::from(op.interface));
        let (bytes, to) = (op.amount, op.peer.expect("a receiver") as usize);
        let free = self.processor[at.0][processor].max(self.outward[at.0][interface]);
        if free > time {
            self.heap.push(Reverse((free, stamp, Element::Operation(at))));
            return;
        }
        let n = self.n;
        let end = time + n.overhead + (bytes - 1) * n.overhead_per_byte;
        self.processor[at.0][processor] = end;
        self.outward[at.0][interface] = time + n.gap + (bytes - 1) * n.gap_per_byte;
        self.spans[at.0][at.1] = (time, end);
        let arrival =
            if n.atlahs { end + n.latency + (bytes - 1) * n.gap_per_byte } else { time + n.overhead + n.latency };
        assert!(to < self.ranks.len());
        self.stamp += 1;
        self.heap.push(Reverse((arrival, self.stamp, Element::Message(at, None))));
        self.tell(at, time, false);
        if n.rendezvous_above.is_none_or(|eager| bytes <= eager) {
            self.tell(at, if n.atlahs { end } else { time }, true);
        }
    }

    fn post(&mut self, time: u64, at: At) {
        self.tell(at, time, false);
        let matching = |message: &Message| self.matches(at, message.send);
        let Some(found) = self.unexpected[at.0].iter().position(matching) else {
            self.posted[at.0].push(at.1);
            return;
        };
        let message = self.unexpected[at.0].remove(found);
        if self.n.atlahs {
            self.heap.push(Reverse((time, message.stamp, Element::Message(message.send, Some(at)))));
        } else {
            self.received(time, message.send, at, message.handled);
        }
    }

    fn matches(&self, receive: At, send: At) -> bool {
        let (wants, sent) = (self.op(receive), self.op(send));
        wants.peer.is_none_or(|peer| peer as usize == send.0) && (wants.tag.is_none() || wants.tag == sent.tag)
    }

    fn take_posted(&mut self, rank: usize, send: At) -> Option<At> {
        let found = self.posted[rank].iter().position(|&receive| self.matches((rank, receive), send))?;
        Some((rank, self.posted[rank].remove(found)))
    }

    fn message(&mut self, time: u64, stamp: u64, send: At, mut receive: Option<At>) {
        let n = self.n;
        let rank = self.op(send).peer.expect("a receiver") as usize;
        if n.atlahs && receive.is_none() {
            receive = self.take_posted(rank, send);
            if receive.is_none() {
                self.unexpected[rank].push(Message { send, stamp, handled: (0, 0) });
                return;
            }
        }
        let processor = usize::from(self.op(receive.unwrap_or(send)).processor);
        let interface = usize::from(self.op(send).interface);
        let further = self.op(send).amount - 1;
        let free = self.processor[rank][processor].max(self.inward[rank][interface]);
        if free > time {
            self.heap.push(Reverse((free, stamp, Element::Message(send, receive))));
            return;
        }
        let (busy, gap) = if n.atlahs {
            (n.gap + n.overhead + further * n.overhead_per_byte, n.gap)
        } else {
            (n.overhead + further * n.overhead_per_byte.max(n.gap_per_byte), n.gap + further * n.gap_per_byte)
        };
        self.processor[rank][processor] = time + busy;
        self.inward[rank][interface] = time + gap;
        let handled = (time, time + busy);
        match receive.or_else(|| self.take_posted(rank, send)) {
            Some(receive) => self.received(time, send, receive, handled),
            None => self.unexpected[rank].push(Message { send, stamp, handled }),
        }
    }

    fn received(&mut self, now: u64, send: At, receive: At, handled: (u64, u64)) {
        self.messages += 1;
        self.spans[receive.0][receive.1] = handled;
        let done = now.max(handled.1);
        let op = self.op(send);
        if self.n.rendezvous_above.is_some_and(|eager| op.amount > eager) {
            let (processor, interface) = (usize::from(op.processor), usize::from(op.interface));
            let freed = if self.n.atlahs { done } else { now };
            let free = &mut self.processor[send.0][processor];
            *free = freed.max(*free);
            let free = &mut self.outward[send.0][interface];
            *free = freed.max(*free);
            self.tell(send, freed, true);
        }
        self.tell(receive, done, true);
    }

    fn outcome(self) -> Outcome {
        let mut undone =
            self.done.iter().enumerate().flat_map(|(rank, ops)| {
                ops.iter().enumerate().filter(|&(_, &done)| !done).map(move |(op, _)| (rank, op))
            });
        if let Some((rank, op)) = undone.next() {
            return Outcome::Stuck(rank, op, 1 + undone.count() as u64);
        }
        let left: Vec<At> = self.unexpected.iter().flatten().map(|message| message.send).collect();
        if let Some(&(rank, op)) = left.iter().min() {
            return Outcome::Unreceived(rank, op, left.len() as u64);
        }
        let latest = |slots: &[u64; 4]| slots.iter().copied().max().unwrap_or(0);
        Outcome::Finished {
            ranks: self.processor.iter().map(latest).collect(),
            spans: self.spans,
            messages: self.messages,
        }
    }
}
