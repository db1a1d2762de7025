//! The rarest of the blocks that can arrive at a vertex.

use super::views::Views;

/// How urgent each block is: the fewer vertices hold it the more, then in an order that depends on the seed.
pub(super) struct Rarity {
    /// For each block, 2^32 times the vertices that hold it, plus its place in the order.
    keys: Vec<u64>,
    /// The blocks in this order.
    order: Vec<u32>,
}

impl Rarity {
    /// No vertex holds any of these blocks.
    pub(super) fn new(blocks: u32, generator: &mut logpine_text::random::Generator) -> Self {
        let mut order: Vec<u32> = (0..blocks).collect();
        generator.shuffle(&mut order);
        let mut keys = vec![0; order.len()];
        for (place, &block) in (0..).zip(&order) {
            keys[block as usize] = place;
        }
        Self { keys, order }
    }

    /// Notes that so many more vertices hold a block.
    pub(super) fn add(&mut self, block: u32, vertices: u32) {
        self.keys[block as usize] += u64::from(vertices) << 32;
    }

    /// The block of a key.
    pub(super) fn block(&self, key: u64) -> u32 {
        #[expect(clippy::cast_possible_truncation, reason = "the place is the low half")]
        let place = key as u32;
        self.order[place as usize]
    }
}

/// The least keys of several sets, each cut off at a number of them.
#[derive(Default)]
pub(super) struct Least {
    /// The keys, sorted and without repetitions after [`Least::sort`].
    pub(super) keys: Vec<u64>,
}

impl Least {
    /// Adds the `most` least keys of the blocks that an arc can bring to a vertex that lacks them, if `fits` says that
    /// they may be taken. Every vertex in `near` that holds a block makes it less urgent by one holder more.
    pub(super) fn add(
        &mut self,
        views: &Views,
        (arc, vertex): (u32, u32),
        near: &[u32],
        rarity: &Rarity,
        most: usize,
        fits: impl Fn(u32) -> bool,
    ) {
        let first = self.keys.len();
        let mut limit = u64::MAX;
        for (word, (there, here)) in views.at_other_end(arc).iter().zip(views.have(vertex)).enumerate() {
            let mut bits = there & !here;
            if bits == 0 {
                continue;
            }
            let counters = Counters::new(views, near, word);
            while bits != 0 {
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                let block = word * 64 + bit as usize;
                let key = rarity.keys[block] + counters.at(bit);
                if key < limit && fits(u32::try_from(block).unwrap_or(u32::MAX)) {
                    self.keys.push(key);
                    if self.keys.len() - first >= 2 * most {
                        limit = self.cut(first, most);
                    }
                }
            }
        }
        if self.keys.len() - first > most {
            self.cut(first, most);
        }
    }

    /// Keeps the `most` least keys from `first` on, and returns the greatest of these.
    fn cut(&mut self, first: usize, most: usize) -> u64 {
        let (_, &mut limit, _) = self.keys[first..].select_nth_unstable(most - 1);
        self.keys.truncate(first + most);
        limit
    }

    /// Sorts the keys, and leaves each once.
    pub(super) fn sort(&mut self) {
        self.keys.sort_unstable();
        self.keys.dedup();
    }
}

/// For each bit of a word, how many of some vertices hold the block: binary numbers, a word for each of their digits.
struct Counters {
    digits: [u64; 8],
    used: usize,
}

impl Counters {
    fn new(views: &Views, vertices: &[u32], word: usize) -> Self {
        let mut digits = [0; 8];
        for &vertex in vertices {
            let mut carry = views.have(vertex)[word];
            for digit in &mut digits {
                (*digit, carry) = (*digit ^ carry, *digit & carry);
                if carry == 0 {
                    break;
                }
            }
        }
        // As many digits as the number of vertices has.
        Self { digits, used: 8.min((usize::BITS - vertices.len().leading_zeros()) as usize) }
    }

    /// The count of a bit, times 2^32.
    fn at(&self, bit: u32) -> u64 {
        (32..).zip(&self.digits[..self.used]).map(|(shift, digit)| (digit >> bit & 1) << shift).sum()
    }
}
