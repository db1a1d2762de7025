//! Random choices. The sequences are fixed: recorded digests belong to them.

/// `SplitMix64` (Steele, Lea and Flood 2014).
pub struct Dice(pub u64);

impl Dice {
    /// A number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((bits ^ (bits >> 31)) % count as u64).expect("below a usize")
    }
}
