//! Partial results that are copied, each with the set of the ranks that have contributed.

use super::ledger::{Kind, Ledger, Moved};
use crate::schedule::{Execution, Wrong};

/// The maximum number of words of 64 ranks, for the data held and for those carried: 1 GiB each.
const MOST_WORDS: usize = 1 << 27;

/// The set that each rank holds of each block.
pub(super) struct Sets {
    execution: Execution,
    /// The number of words of a set.
    words: usize,
    held: Vec<u64>,
    /// The number of words of all sends.
    carried: usize,
}

impl Sets {
    /// Each rank holds its own contributions; `None` for too many ranks or blocks.
    pub fn new(ranks: u32, blocks: u32, execution: Execution) -> Option<Self> {
        let words = ranks.div_ceil(64) as usize;
        let all = (ranks as usize).checked_mul(blocks as usize)?.checked_mul(words).filter(|&all| all <= MOST_WORDS)?;
        let mut held = vec![0; all];
        for (set, place) in held.chunks_exact_mut(words.max(1)).zip(0u32..) {
            let rank = place / blocks;
            set[(rank / 64) as usize] |= 1 << (rank % 64);
        }
        Some(Self { execution, words, held, carried: 0 })
    }

    fn set(&mut self, place: usize) -> &mut [u64] {
        &mut self.held[place * self.words..][..self.words]
    }
}

impl Ledger for Sets {
    type Content = Box<[u64]>;

    fn send(&mut self, place: usize, _: u32) -> Result<Self::Content, Wrong> {
        self.carried += self.words;
        if self.carried > MOST_WORDS {
            return Err(Wrong::TooLarge);
        }
        Ok(Box::from(&*self.set(place)))
    }

    fn receive(&mut self, place: usize, block: u32, content: &Self::Content) -> Result<(), Wrong> {
        // A content that replaces contributions must include them all.
        let execution = self.execution;
        let held = self.set(place);
        if held.iter().zip(content).any(|(held, brought)| held & !brought != 0) {
            return Err(Wrong::Replaced { execution, block });
        }
        held.copy_from_slice(content);
        Ok(())
    }

    fn combine(&mut self, place: usize, block: u32, content: &Self::Content) -> Result<(), Wrong> {
        for (word, brought) in self.set(place).iter_mut().zip(content) {
            if *word & brought != 0 {
                return Err(Wrong::CountedTwice { block });
            }
            *word |= brought;
        }
        Ok(())
    }

    fn contributions(&self, place: usize) -> u32 {
        self.held[place * self.words..][..self.words].iter().map(|word| word.count_ones()).sum()
    }

    fn moved(&self, _: &Self::Content) -> Moved {
        Moved { first: 0, kind: Kind::Copied }
    }
}
