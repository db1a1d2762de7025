//! What every rank has of every block.

use super::WrongStage;
use crate::request::MpiCollective;
use crate::schedule::stages::{Cut, Staged, Transmission};

/// The most words of all sets together: 1 GiB.
const MOST_WORDS: u64 = 1 << 27;

/// For every rank and block the set of the ranks whose contributions it has; of data that are only moved, a single bit.
#[derive(Clone)]
pub(super) struct Held {
    ranks: u64,
    cut: Cut,
    /// 64 bits each, so many for a set.
    words: usize,
    sets: Vec<u64>,
}

/// A block on its way: where its set belongs, and what that is.
pub(super) struct Arriving {
    rank: u64,
    block: u64,
    set: Vec<u64>,
}

/// Whether the ranks' data are combined.
const fn combines(collective: MpiCollective) -> bool {
    use MpiCollective::{Allreduce, Barrier, Reduce, ReduceScatter};
    matches!(collective, Reduce | ReduceScatter | Allreduce | Barrier)
}

impl Held {
    /// What they have in the beginning; `None` for too many ranks or blocks.
    pub(super) fn new(staged: &Staged) -> Option<Self> {
        let (ranks, cut) = (staged.ranks, staged.cut);
        let words = if combines(staged.collective) { ranks.div_ceil(64) } else { 1 };
        let all = ranks.checked_mul(cut.count())?.checked_mul(words).filter(|&all| all <= MOST_WORDS)?;
        let [words, all] = [words, all].map(|count| usize::try_from(count).unwrap_or(0));
        let mut held = Self { ranks, cut, words, sets: vec![0; all] };
        for rank in 0..ranks {
            for block in 0..cut.count() {
                let has = match staged.collective {
                    MpiCollective::Bcast | MpiCollective::Scatter => rank == 0,
                    MpiCollective::Gather | MpiCollective::Allgather => rank == block,
                    MpiCollective::Alltoall => rank == block / ranks,
                    _ => true,
                };
                if has {
                    let bit = if combines(staged.collective) { rank } else { 0 };
                    held.set_mut(rank, block)?[usize::try_from(bit / 64).ok()?] |= 1 << (bit % 64);
                }
            }
        }
        Some(held)
    }

    fn place(&self, rank: u64, block: u64) -> Option<usize> {
        let exists = rank < self.ranks && block < self.cut.count();
        let index = exists.then(|| rank * self.cut.count() + block)?;
        Some(usize::try_from(index).ok()? * self.words)
    }

    fn set(&self, rank: u64, block: u64) -> Option<&[u64]> {
        let first = self.place(rank, block)?;
        self.sets.get(first..first + self.words)
    }

    fn set_mut(&mut self, rank: u64, block: u64) -> Option<&mut [u64]> {
        let first = self.place(rank, block)?;
        self.sets.get_mut(first..first + self.words)
    }

    /// Blocks without a byte need not be anywhere.
    fn is_empty(&self, block: u64) -> bool {
        self.cut.bytes(&(block..block.saturating_add(1))) == 0
    }

    /// What messages bring that are sent now.
    pub(super) fn read(&self, sent: &[Transmission]) -> Result<Vec<Arriving>, WrongStage> {
        let mut arriving = Vec::new();
        for &Transmission { from, to, ref blocks, bytes } in sent {
            let mut carried = 0u64;
            for block in blocks.iter().cloned().flatten() {
                let set = self.set(from, block).ok_or(WrongStage::NoSuch { rank: from, block })?;
                if self.is_empty(block) {
                    continue;
                }
                if set.iter().all(|&word| word == 0) {
                    return Err(WrongStage::NotHeld { rank: from, block });
                }
                carried = carried.saturating_add(self.cut.bytes(&(block..block + 1)));
                arriving.push(Arriving { rank: to, block, set: set.to_vec() });
            }
            if carried != bytes {
                return Err(WrongStage::BlockBytes { from, to });
            }
        }
        Ok(arriving)
    }

    /// What messages have brought.
    pub(super) fn write(&mut self, arriving: Vec<Arriving>, arrival: Arrival) -> Result<(), WrongStage> {
        for Arriving { rank, block, set: brought } in arriving {
            let set = self.set_mut(rank, block).ok_or(WrongStage::NoSuch { rank, block })?;
            for (word, brought) in set.iter_mut().zip(brought) {
                match arrival {
                    Arrival::Place => *word = brought,
                    Arrival::Sum if *word & brought != 0 => return Err(WrongStage::CountedTwice { rank, block }),
                    Arrival::Sum | Arrival::Set => *word |= brought,
                }
            }
        }
        Ok(())
    }

    /// Whether every rank has what the collective is to give it.
    pub(super) fn check_end(&self, staged: &Staged) -> Result<(), WrongStage> {
        let full = |set: &[u64]| {
            let contributions: u64 = set.iter().map(|word| u64::from(word.count_ones())).sum();
            contributions == if combines(staged.collective) { self.ranks } else { 1 }
        };
        for rank in 0..self.ranks {
            for block in (0..self.cut.count()).filter(|&block| !self.is_empty(block)) {
                let wanted = match staged.collective {
                    MpiCollective::Reduce | MpiCollective::Gather => rank == 0,
                    MpiCollective::Scatter | MpiCollective::ReduceScatter => rank == block,
                    MpiCollective::Alltoall => rank == block % self.ranks,
                    _ => true,
                };
                if wanted && !self.set(rank, block).is_some_and(full) {
                    return Err(WrongStage::Missing { rank, block });
                }
            }
        }
        Ok(())
    }
}

/// What becomes of a block that arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// It takes its place.
    Place,
    /// It is added to what is there; nothing may be counted twice.
    Sum,
    /// What is there is known besides.
    Set,
}
