//! Sets of contributions, one of each rank, as bits.

/// A table of sets of ranks.
#[derive(Debug)]
pub(super) struct Contributions {
    words: usize,
    bits: Vec<u64>,
}

impl Contributions {
    /// The number of bytes of a table.
    pub fn bytes(ranks: u32, sets: u64) -> u128 {
        u128::from(ranks.div_ceil(64)) * 8 * u128::from(sets)
    }

    /// A table of empty sets.
    pub fn new(ranks: u32, sets: usize) -> Self {
        let words = ranks.div_ceil(64) as usize;
        Self { words, bits: vec![0; words * sets] }
    }

    pub fn set(&self, set: usize) -> &[u64] {
        &self.bits[set * self.words..(set + 1) * self.words]
    }

    fn set_mut(&mut self, set: usize) -> &mut [u64] {
        &mut self.bits[set * self.words..(set + 1) * self.words]
    }

    /// Makes a set empty, or one of a single rank.
    pub fn reset(&mut self, set: usize, rank: Option<u32>) {
        let words = self.set_mut(set);
        words.fill(0);
        if let Some(rank) = rank {
            words[rank as usize / 64] |= 1 << (rank % 64);
        }
    }

    /// Copies a set.
    pub fn copy(&mut self, from: usize, to: usize) {
        self.bits.copy_within(from * self.words..(from + 1) * self.words, to * self.words);
    }

    /// Adds a set to another, and returns the least rank that is in both.
    pub fn unite(&mut self, with: usize, into: usize) -> Option<u32> {
        let (with, into) = (with * self.words, into * self.words);
        let mut both = None;
        for word in 0..self.words {
            let common = self.bits[with + word] & self.bits[into + word];
            if common != 0 && both.is_none() {
                both = Some(rank_of(word, common));
            }
            self.bits[into + word] |= self.bits[with + word];
        }
        both
    }

    /// The number of ranks in a set.
    pub fn count(&self, set: usize) -> u32 {
        self.set(set).iter().map(|word| word.count_ones()).sum()
    }

    /// The least rank that is not in a set.
    pub fn missing(&self, set: usize) -> u32 {
        let words = self.set(set).iter().enumerate();
        words.into_iter().find(|(_, word)| **word != u64::MAX).map_or(0, |(at, word)| rank_of(at, !word))
    }
}

/// The rank of the lowest bit of a word.
fn rank_of(word: usize, bits: u64) -> u32 {
    u32::try_from(word).expect("there are less than 2^32 ranks") * 64 + bits.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_united_and_their_common_rank_is_found() {
        let mut sets = Contributions::new(130, 3);
        sets.reset(0, Some(129));
        sets.reset(1, Some(3));
        assert_eq!(sets.unite(0, 1), None);
        assert_eq!((sets.count(1), sets.missing(1)), (2, 0));
        sets.copy(1, 2);
        assert_eq!(sets.unite(2, 1), Some(3));
        assert_eq!(Contributions::bytes(130, 3), 72);
    }
}
