//! The times until which the processors and network interfaces of every rank are busy.

use crate::schedule::operations::Record;
use logpine_text::units::Time;

/// Free times, in ticks: for each rank its processors, then its network interfaces outwards, then inwards.
#[derive(Debug)]
pub(super) struct Resources {
    free: Vec<u64>,
    processors: Numbers,
    interfaces: Numbers,
    width: usize,
}

/// A processor or one direction of a network interface of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot(pub(super) usize);

impl Resources {
    pub(super) fn new(ranks: u32, used: &Used) -> Self {
        let (processors, interfaces) = (Numbers::new(&used.processors), Numbers::new(&used.interfaces));
        let width = processors.count + 2 * interfaces.count;
        Self { free: vec![0; ranks as usize * width], processors, interfaces, width }
    }

    /// True if every rank has one processor and one network interface.
    #[inline]
    pub(super) const fn is_single(&self) -> bool {
        self.width == 3
    }

    /// True if ranks have more than one processor.
    pub(super) const fn has_several_processors(&self) -> bool {
        self.processors.count > 1
    }

    /// The number of slots.
    pub(super) const fn len(&self) -> usize {
        self.free.len()
    }

    /// Reads the data of a rank, which may lie in two cache lines.
    #[inline]
    pub(super) fn touch(&self, rank: u32) -> u64 {
        let first = rank as usize * self.width;
        self.free[first] ^ self.free[first + self.width - 1]
    }

    #[inline]
    pub(super) fn processor(&self, rank: u32, processor: u8) -> Slot {
        Slot(rank as usize * self.width + self.processors.of(processor))
    }

    #[inline]
    pub(super) fn outward(&self, rank: u32, interface: u8) -> Slot {
        Slot(rank as usize * self.width + self.processors.count + self.interfaces.of(interface))
    }

    #[inline]
    pub(super) fn inward(&self, rank: u32, interface: u8) -> Slot {
        Slot(rank as usize * self.width + self.processors.count + self.interfaces.count + self.interfaces.of(interface))
    }

    /// The time from which a slot is free.
    #[inline]
    pub(super) fn free(&self, slot: Slot) -> u64 {
        self.free[slot.0]
    }

    /// Occupies a slot until a time.
    #[inline]
    pub(super) fn keep(&mut self, slot: Slot, until: u64) {
        self.free[slot.0] = until;
    }

    /// The number of classes per rank of operations that wait for the same slots.
    pub(super) const fn classes(&self) -> usize {
        self.processors.count * (2 * self.interfaces.count + 1)
    }

    /// The class of a calculation among those of its rank.
    #[inline]
    pub(super) fn calculation_class(&self, processor: u8) -> usize {
        self.processors.of(processor)
    }

    /// The class of a send.
    #[inline]
    pub(super) fn send_class(&self, processor: u8, interface: u8) -> usize {
        self.processors.count * (1 + self.interfaces.of(interface)) + self.processors.of(processor)
    }

    /// The class of a message that has arrived.
    #[inline]
    pub(super) fn message_class(&self, processor: u8, interface: u8) -> usize {
        self.send_class(processor, interface) + self.processors.count * self.interfaces.count
    }

    /// The time at which each rank is done: the latest of its processors.
    pub(super) fn finish(&self) -> Vec<Time> {
        let latest = |slots: &[u64]| slots[..self.processors.count].iter().copied().max().unwrap_or(0);
        self.free.chunks_exact(self.width).map(|slots| Time::from_ticks(latest(slots))).collect()
    }
}

/// The numbers of processors and network interfaces that a schedule uses.
#[derive(Debug)]
pub(super) struct Used {
    processors: [bool; 256],
    interfaces: [bool; 256],
}

impl Used {
    pub(super) const NOTHING: Self = Self { processors: [false; 256], interfaces: [false; 256] };

    /// Adds the numbers that an operation uses.
    #[inline]
    pub(super) fn add(&mut self, record: &Record) {
        self.processors[usize::from(record.processor)] = true;
        self.interfaces[usize::from(record.interface)] = true;
    }
}

/// The numbers that a schedule uses, renumbered from 0: few, though they may be large.
#[derive(Debug)]
struct Numbers {
    of: [u8; 256],
    count: usize,
}

impl Numbers {
    fn new(is_used: &[bool; 256]) -> Self {
        let (mut of, mut count) = ([0; 256], 0u8);
        for number in (0..256).filter(|&number| is_used[number]) {
            of[number] = count;
            count = count.wrapping_add(1);
        }
        Self { of, count: is_used.iter().filter(|&&used| used).count().max(1) }
    }

    #[inline]
    fn of(&self, number: u8) -> usize {
        usize::from(self.of[usize::from(number)])
    }
}
