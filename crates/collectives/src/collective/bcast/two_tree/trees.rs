//! Two-tree broadcast: even blocks go down one binary tree, odd blocks down another, and the two do not get in each
//! other's way.
//!
//! Sanders, Speck and Traeff (2009). Rank 0 sends block i in round i, in turn to the roots of two trees of the other
//! N = P - 1 ranks. The first is the in-order tree of the positions 1 to N: even positions are inner, odd ones leaves. The
//! second is its mirror image, rank r at position N + 1 - r, so that every rank is inner in one tree and leaf in the other.
//! For odd N that holds for the ranks up to N - 1, and rank N is a further leaf at position N of both, the right child
//! of position N - 1.
//!
//! Every edge is used in every other round, in even or in odd ones: its colour. A rank receives on edges of different
//! colour, and sends to its children on edges of different colour. So a block takes one round from parent to child if
//! their edges differ in colour, and two if they have the same. With N' = N rounded down to even:
//!
//! - from an even position, the left of two even children is reached after 2 rounds and the right after 1 if N' / 2 is
//!   odd, after 1 and 2 if it is even;
//! - an odd position has the colour of its mirror image. Its parent's two leaves then differ: their images are even
//!   positions 2u and 2u + 2 with an odd neighbour of u in the tree of half the size, whose colours differ because one is
//!   reached from the other by a step to one side and any number to the other.

use crate::schedule::{Exchange, MAX_RANKS, Transfer};
use logpine_text::integer::ceil_log2;
use std::ops::Range;

/// Blocks from one rank to another: every other block, in every other round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stream {
    /// The rank at the other end.
    pub peer: u64,
    /// 0 in the tree of even blocks, 1 in that of odd blocks.
    pub first_block: u64,
    /// The round of the first block.
    pub first_round: u64,
}

impl Stream {
    /// The block among `blocks` that passes in a round.
    fn transfer(self, round: u64, blocks: u64) -> Option<Transfer> {
        let since = round.checked_sub(self.first_round).filter(|since| since.is_multiple_of(2))?;
        let block = self.first_block.checked_add(since).filter(|&block| block < blocks)?;
        Some(Transfer { peer: self.peer, block })
    }
}

/// The neighbours of one rank in both trees. No two of its `receives`, and no two of its `sends`, meet in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// From the parents in the tree of even blocks and in that of odd blocks; none for rank 0.
    pub receives: [Option<Stream>; 2],
    /// To the children, all in one tree; rank 0 sends to the roots of both.
    pub sends: [Option<Stream>; 2],
}

/// The two trees of a number of ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TwoTree {
    /// N: the number of ranks without the root.
    others: u64,
}

impl TwoTree {
    /// The trees of `ranks` ranks; `None` for 0 and for more than [`MAX_RANKS`].
    #[must_use]
    pub const fn new(ranks: u64) -> Option<Self> {
        match ranks {
            1..=MAX_RANKS => Some(Self { others: ranks - 1 }),
            _ => None,
        }
    }

    /// P: the number of ranks.
    #[must_use]
    pub const fn ranks(self) -> u64 {
        self.others + 1
    }

    /// The parents and children of a rank (modulo P), with the rounds of their messages.
    ///
    /// **Complexity** O(log P), without allocation.
    #[must_use]
    pub fn place(self, rank: u64) -> Place {
        let rank = rank % self.ranks();
        if self.others == 0 {
            return Place::default();
        }
        if rank == 0 {
            let root = |tree| Some(self.edge(tree, self.root()));
            return Place { receives: [None; 2], sends: [root(0), root(1)] };
        }
        let mut place = Place::default();
        for tree in [0, 1] {
            let position = self.seat(tree, rank);
            let parent = self.parent(position).map_or(0, |parent| self.seat(tree, parent));
            place.receives[usize::from(tree)] = Some(Stream { peer: parent, ..self.edge(tree, position) });
            if position.is_multiple_of(2) {
                let child = |child| self.edge(tree, child);
                place.sends = [Some(child(left(position))), self.right(position).map(child)];
            }
        }
        place
    }

    /// The operations of a rank (modulo P) in each round of a broadcast of `blocks` blocks from rank 0. For an odd number
    /// the first tree has one block more. O(log P), then O(1) a round.
    pub fn operations(self, rank: u64, blocks: u64) -> impl Iterator<Item = Exchange> {
        self.operations_in(rank, blocks, 0..rounds(self.ranks(), blocks).unwrap_or(u64::MAX))
    }

    /// The same, for some of the rounds.
    pub fn operations_in(self, rank: u64, blocks: u64, rounds: Range<u64>) -> impl Iterator<Item = Exchange> {
        let place = self.place(rank);
        rounds.map(move |round| {
            let passing = |streams: [Option<Stream>; 2]| {
                streams.into_iter().flatten().find_map(|stream| stream.transfer(round, blocks))
            };
            Exchange { round, send: passing(place.sends), receive: passing(place.receives) }
        })
    }

    /// The edge above a position, as its parent sees it.
    fn edge(self, tree: u8, position: u64) -> Stream {
        let first_block = u64::from(tree);
        Stream { peer: self.seat(tree, position), first_block, first_round: first_block + self.delay(position) }
    }

    /// The position of a rank in a tree, and the rank at a position.
    const fn seat(self, tree: u8, rank: u64) -> u64 {
        if tree == 0 || rank > self.mirrored() { rank } else { self.mirror(rank) }
    }

    /// N': the number of ranks that have a mirror image.
    const fn mirrored(self) -> u64 {
        self.others & !1
    }

    const fn mirror(self, position: u64) -> u64 {
        self.mirrored() + 1 - position
    }

    /// *Requires* a position.
    const fn root(self) -> u64 {
        1 << self.others.ilog2()
    }

    const fn parent(self, position: u64) -> Option<u64> {
        let step = 1 << position.trailing_zeros();
        let right = position + step;
        if position & (step << 1) == 0 && right <= self.others {
            return Some(right);
        }
        match position - step {
            0 => None,
            left => Some(left),
        }
    }

    /// The root of the subtree between a position and the next one of its height or the end.
    const fn right(self, position: u64) -> Option<u64> {
        let full = (1 << position.trailing_zeros()) - 1;
        let rest = self.others - position;
        let below = if rest < full { rest } else { full };
        match below.checked_ilog2() {
            Some(height) => Some(position + (1 << height)),
            None => None,
        }
    }

    /// The number of rounds between the start of a block at the root of a tree and its arrival at a position. Even on
    /// edges of the root's colour.
    fn delay(self, position: u64) -> u64 {
        let Some(parent) = self.parent(position).filter(|_| position % 2 == 1) else {
            return self.delay_of_even(position);
        };
        let sent = self.delay_of_even(parent);
        sent + if sent % 2 == self.colour(position) { 2 } else { 1 }
    }

    fn delay_of_even(self, position: u64) -> u64 {
        let (to_the_left, to_the_right) = if self.mirrored() % 4 == 2 { (2, 1) } else { (1, 2) };
        let (mut delay, mut at) = (0, position);
        while let Some(parent) = self.parent(at) {
            delay += if at < parent { to_the_left } else { to_the_right };
            at = parent;
        }
        delay
    }

    /// 0 if the edge above a position has the root's colour, otherwise 1.
    fn colour(self, position: u64) -> u64 {
        if position.is_multiple_of(2) {
            self.delay_of_even(position) % 2
        } else if position <= self.mirrored() {
            self.delay_of_even(self.mirror(position)) % 2
        } else {
            // The leaf without mirror image differs from its sibling.
            1 - self.colour(left(self.mirrored()))
        }
    }
}

/// The left child of an even position.
const fn left(position: u64) -> u64 {
    position - (1 << (position.trailing_zeros() - 1))
}

/// The number of rounds in which `blocks` blocks reach all ranks: n + 2q - 2 with q = ceil(log2 P) if P mod 4 is 0 or 3
/// (and for P = 2), n + 2q - 3 otherwise. `None` past `u64::MAX`.
///
/// The last block leaves rank 0 in round n, for a root with leaves q - 1 levels below. The root's left child has a full
/// subtree, in which some path takes two rounds on each of its q - 2 levels. The child itself is reached after two rounds
/// if N' / 2 is odd, after one if it is even. In the second case no path is slower: one that turns left between even
/// positions gains a round there, and one that only turns right ends higher up, since only N' = 2^q - 2 has an even
/// position 2^q - 2.
#[must_use]
pub fn rounds(ranks: u64, blocks: u64) -> Option<u64> {
    if ranks <= 1 || blocks == 0 {
        return Some(0);
    }
    let doubled = 2 * u64::from(ceil_log2(ranks));
    let deepest = if ranks == 2 || matches!(ranks % 4, 0 | 3) { doubled - 2 } else { doubled - 3 };
    blocks.checked_add(deepest)
}
