//! Queues of messages that wait for links, in chunks of one arena: they need no more room than there are messages, and
//! the words that are accessed next are close together.

/// A message in a queue, in 64 bits: its index (30), so that numbers are in the order of indices; its destination (16);
/// the hops it has done (17); and its direction (1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Queued(u64);

impl Queued {
    pub fn new(index: usize, destination: u32, step: u32) -> Self {
        Self((index as u64) << 34 | u64::from(destination) << 18 | u64::from(step & 1))
    }

    #[expect(clippy::cast_possible_truncation, reason = "16 bits")]
    #[inline]
    pub const fn destination(self) -> u32 {
        (self.0 >> 18) as u32 & 0xffff
    }

    #[expect(clippy::cast_possible_truncation, reason = "17 bits")]
    #[inline]
    pub const fn hops(self) -> u32 {
        (self.0 >> 1) as u32 & 0x1_ffff
    }

    #[inline]
    pub const fn against(self) -> u32 {
        (self.0 & 1) as u32
    }

    /// After a hop, about to take a step.
    #[inline]
    pub const fn onwards(self, step: u32) -> Self {
        Self((self.0 & !1 | step as u64 & 1) + 2)
    }
}

/// The largest number of queues: places are 32 bits. A queue has at most one chunk beyond the full ones, and one to begin
/// with.
pub(super) const MOST_QUEUES: usize = 1 << 28;

/// The place of a queue in the arena, and the messages that went through it.
#[derive(Clone, Copy, Debug)]
struct Ends {
    /// The place of the message that left last; the first of the queue is at the next place of its chunks.
    gone: u32,
    /// The place of the last message.
    last: u32,
    /// The last time at which messages came, and the number of others that came at that time before the last one.
    time: u64,
    same: u32,
    /// The numbers of messages that came and left so far: at most all messages, as no path takes a link twice.
    came: u32,
    left: u32,
    is_active: bool,
}

/// Queues that serve first come, first served, and of messages that come at the same time the one with the least index. A
/// queue that holds little takes little room, whatever it held before: the chunks that it leaves are free for other
/// queues.
#[derive(Debug)]
pub(super) struct Queues {
    ends: Vec<Ends>,
    /// The arena.
    words: Vec<Queued>,
    chunks: Chunks,
}

impl Queues {
    /// `count` empty queues, at most [`MOST_QUEUES`], for `messages` messages in all, at most
    /// [`Scheme::LIMIT`](crate::Scheme::LIMIT). None is active.
    pub fn new(count: usize, messages: usize) -> Self {
        let chunks = Chunks::new(count, messages);
        let mut queues = Self {
            ends: Vec::with_capacity(count),
            words: Vec::with_capacity((2 * count + (messages >> chunks.bits)) << chunks.bits),
            chunks,
        };
        for _ in 0..count {
            let first = queues.chunks.first();
            queues.words.resize(queues.chunks.words(), Queued::default());
            queues.ends.push(Ends { gone: first, last: first, time: 0, same: 0, came: 0, left: 0, is_active: false });
        }
        queues
    }

    /// The bytes that `count` queues for `messages` messages in all take at most.
    pub fn bytes(count: u64, messages: u64) -> u64 {
        let bits = chunk_bits(count, messages);
        let chunk = (size_of::<Queued>() << bits) + size_of::<[u32; 2]>() + size_of::<u32>();
        let chunks = count.saturating_mul(2).saturating_add(messages >> bits);
        chunks.saturating_mul(chunk as u64).saturating_add(count.saturating_mul(size_of::<Ends>() as u64))
    }

    /// The number of messages that left each queue.
    pub fn left(&self) -> impl Iterator<Item = u32> {
        self.ends.iter().map(|ends| ends.left)
    }

    /// Makes a queue active if it is not empty, else inactive. True if it is active.
    #[inline]
    pub fn activate(&mut self, queue: u32) -> bool {
        let ends = &mut self.ends[queue as usize];
        ends.is_active = ends.came > ends.left;
        ends.is_active
    }

    /// Takes the first `COUNT` messages; `None` if the queue has fewer.
    #[expect(clippy::cast_possible_truncation, reason = "a few")]
    #[inline]
    pub fn pop<const COUNT: usize>(&mut self, queue: u32) -> Option<[Queued; COUNT]> {
        let ends = &mut self.ends[queue as usize];
        let count = const { COUNT as u32 };
        if ends.came - ends.left < count {
            return None;
        }
        ends.left += count;
        let last = ends.gone + count;
        // Usually all are in one chunk, together with the place before them.
        if self.chunks.of(ends.gone) == self.chunks.of(last)
            && let Some(many) = self.words[..=last as usize].last_chunk()
        {
            ends.gone = last;
            return Some(*many);
        }
        let mut many = [Queued::default(); COUNT];
        for message in &mut many {
            ends.gone = self.chunks.leave(ends.gone);
            *message = self.words[ends.gone as usize];
        }
        Some(many)
    }

    /// Queues a message. True if the queue was inactive and is active now.
    #[inline]
    pub fn push(&mut self, queue: u32, message: Queued, time: u64) -> bool {
        let before = self.ends[queue as usize].last;
        let mut place = before + 1;
        if self.chunks.is_start(place) {
            place = self.extend(before);
        }
        let ends = &mut self.ends[queue as usize];
        ends.last = place;
        ends.came += 1;
        // Without a branch, which would often be mispredicted.
        ends.same = (ends.same + 1) * u32::from(ends.time == time);
        ends.time = time;
        let was_active = ends.is_active;
        ends.is_active = true;
        self.words[place as usize] = message;
        let last = if ends.same > 0 { self.words[before as usize] } else { Queued::default() };
        if message < last {
            let same = ends.same;
            self.sort_in(place, same);
        }
        !was_active
    }

    /// The place after the last of a full chunk, in a new chunk.
    #[cold]
    #[inline(never)]
    fn extend(&mut self, last: u32) -> u32 {
        let place = self.chunks.extend(last);
        if self.words.len() < self.chunks.words() {
            self.words.resize(self.chunks.words(), Queued::default());
        }
        place
    }

    /// Moves a message before those of the `same` messages in front of it that it precedes.
    #[cold]
    #[inline(never)]
    fn sort_in(&mut self, mut place: u32, same: u32) {
        for _ in 0..same {
            let before = self.chunks.before(place);
            if self.words[before as usize] < self.words[place as usize] {
                break;
            }
            self.words.swap(before as usize, place as usize);
            place = before;
        }
    }
}

/// The bits of a place in a chunk: about as many words as a queue has messages, since each queue has a chunk.
fn chunk_bits(queues: u64, messages: u64) -> u32 {
    (messages / queues.max(1)).clamp(4, 32).ilog2()
}

/// The chunks of an arena, all of the same number of words, and their order.
#[derive(Debug)]
struct Chunks {
    /// A chunk has 1 << `bits` words.
    bits: u32,
    mask: u32,
    /// The chunks before and after each chunk.
    around: Vec<[u32; 2]>,
    /// Chunks of no queue.
    free: Vec<u32>,
}

impl Chunks {
    /// Chunks for `queues` queues of `messages` messages in all.
    fn new(queues: usize, messages: usize) -> Self {
        let bits = chunk_bits(queues as u64, messages as u64);
        Self { bits, mask: (1 << bits) - 1, around: Vec::new(), free: Vec::new() }
    }

    /// The number of words of all chunks.
    fn words(&self) -> usize {
        self.around.len() << self.bits
    }

    #[inline]
    fn of(&self, place: u32) -> u32 {
        place >> self.bits
    }

    #[inline]
    fn is_start(&self, place: u32) -> bool {
        place & self.mask == 0
    }

    /// The first place of a chunk for a new queue.
    fn first(&mut self) -> u32 {
        self.add(0) << self.bits
    }

    /// A free chunk, or else a new one, after another.
    fn add(&mut self, before: u32) -> u32 {
        if let Some(chunk) = self.free.pop() {
            self.around[chunk as usize][0] = before;
            return chunk;
        }
        self.around.push([before, 0]);
        u32::try_from(self.around.len() - 1).unwrap_or(u32::MAX)
    }

    /// The place after the last of a full chunk, in a new chunk.
    fn extend(&mut self, last: u32) -> u32 {
        let full = last >> self.bits;
        let chunk = self.add(full);
        self.around[full as usize][1] = chunk;
        chunk << self.bits
    }

    /// The next place. If it is in another chunk, the chunk of `place` is free from then on.
    #[inline]
    fn leave(&mut self, place: u32) -> u32 {
        if !self.is_start(place + 1) {
            return place + 1;
        }
        let chunk = place >> self.bits;
        self.free.push(chunk);
        self.around[chunk as usize][1] << self.bits
    }

    /// The place before another.
    fn before(&self, place: u32) -> u32 {
        if !self.is_start(place) {
            return place - 1;
        }
        let [before, _] = self.around[(place >> self.bits) as usize];
        ((before + 1) << self.bits) - 1
    }
}

#[cfg(test)]
mod tests;
