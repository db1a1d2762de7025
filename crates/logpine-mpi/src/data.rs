//! The bytes of a collective, by which every rank can tell in the end if it has the right ones.

use logpine::answer::{Piece, RankProgram};

/// The operator of a reduction, applied byte by byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// The sum modulo 256, in any order.
    Sum,
    /// The composition of maps x -> a x + b modulo 16, a in the upper half of the byte and b in the lower: associative, and in the order
    /// of the ranks only.
    Compose,
}

impl Operator {
    /// Two operands combined: the one that stands before with the one after it.
    #[must_use]
    pub const fn combine(self, before: u8, after: u8) -> u8 {
        match self {
            Self::Sum => before.wrapping_add(after),
            Self::Compose => {
                let (a, b, c, d) = (before >> 4, before & 15, after >> 4, after & 15);
                ((a.wrapping_mul(c) & 15) << 4) | (a.wrapping_mul(d).wrapping_add(b) & 15)
            }
        }
    }

    /// Combines operands with those in a buffer. `before` says that the operands received stand before.
    pub fn combine_all(self, buffer: &mut [u8], received: &[u8], before: bool) {
        match (self, before) {
            (Self::Sum, _) => buffer.iter_mut().zip(received).for_each(|(own, &other)| *own = own.wrapping_add(other)),
            (_, true) => buffer.iter_mut().zip(received).for_each(|(own, &other)| *own = self.combine(other, *own)),
            (_, false) => buffer.iter_mut().zip(received).for_each(|(own, &other)| *own = self.combine(*own, other)),
        }
    }
}

/// After so many bytes the operands of a composition repeat: a prime, so that no block is as long.
const PERIOD: u64 = 65_521;

/// The contents of a collective's data.
#[derive(Clone, Debug)]
pub struct Contents {
    /// `None` if nothing is combined.
    operator: Option<Operator>,
    ranks: u32,
    /// The sum of the factors of all ranks.
    factors: u8,
    /// The composed operands of all ranks, for a period of bytes.
    composed: Vec<u8>,
    /// Distinguishes repetitions, so that what an earlier one has left is not right in a later one.
    round: u64,
}

/// Spreads the bits of a number (Steele, Lea and Flood 2014, the finaliser of `SplitMix64`).
const fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The low byte of a number.
const fn low(number: u64) -> u8 {
    number.to_le_bytes()[0]
}

impl Contents {
    /// The contents for that many ranks.
    #[must_use]
    pub fn new(operator: Option<Operator>, ranks: u32) -> Self {
        let mut contents = Self { operator, ranks, factors: 0, composed: Vec::new(), round: 0 };
        contents.factors = (0..ranks).map(Self::factor).fold(0, u8::wrapping_add);
        if operator == Some(Operator::Compose) {
            let all = |of| {
                (0..ranks)
                    .map(|rank| contents.operand(rank, of))
                    .reduce(|one, next| Operator::Compose.combine(one, next))
            };
            contents.composed = (0..PERIOD).map(|of| all(of).unwrap_or(0)).collect();
        }
        contents
    }

    /// The contents of another repetition. Operands of a composition are the same in all.
    pub fn next_round(&mut self) {
        self.round = self.round.wrapping_add(1);
    }

    /// A number that belongs to a rank.
    fn factor(rank: u32) -> u8 {
        low(mixed(u64::from(rank) + 1))
    }

    /// The byte of the data at a place, in this repetition; consecutive eight come from one number.
    fn byte(&self, of: u64) -> u8 {
        let word = mixed((of >> 3).wrapping_add(self.round.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        low(word >> (8 * (of & 7)))
    }

    /// The operand of a rank for a byte of the data.
    fn operand(&self, rank: u32, of: u64) -> u8 {
        match self.operator {
            None => self.byte(of),
            Some(Operator::Sum) => self.byte(of).wrapping_add(Self::factor(rank).wrapping_mul(self.byte(of) | 1)),
            // An odd factor, so that no operand hides another.
            Some(Operator::Compose) => low(mixed((of % PERIOD).wrapping_add(u64::from(rank) << 32))) | 16,
        }
    }

    /// The byte that ranks have in the end.
    fn result(&self, of: u64) -> u8 {
        match self.operator {
            None => self.byte(of),
            Some(Operator::Sum) => {
                let byte = self.byte(of);
                byte.wrapping_mul(low(self.ranks.into())).wrapping_add(self.factors.wrapping_mul(byte | 1))
            }
            Some(Operator::Compose) => {
                self.composed.get(usize::try_from(of % PERIOD).unwrap_or(0)).copied().unwrap_or(0)
            }
        }
    }

    /// Fills the buffer of a rank: with what it has at first, and elsewhere with what is wrong everywhere in the end.
    pub fn fill(&self, rank: u32, program: &RankProgram, buffer: &mut [u8]) {
        for piece in &program.in_the_end {
            for (of, byte) in (piece.of..).zip(&mut buffer[range(piece)]) {
                *byte = !self.result(of);
            }
        }
        for piece in &program.at_first {
            for (of, byte) in (piece.of..).zip(&mut buffer[range(piece)]) {
                *byte = self.operand(rank, of);
            }
        }
    }

    /// The first byte of the data that is wrong in the end, with what it should be and what it is.
    #[must_use]
    pub fn wrong(&self, program: &RankProgram, buffer: &[u8]) -> Option<(u64, u8, u8)> {
        program.in_the_end.iter().find_map(|piece| {
            let mut bytes = (piece.of..).zip(&buffer[range(piece)]).map(|(of, &found)| (of, self.result(of), found));
            bytes.find(|(_, expected, found)| expected != found)
        })
    }
}

/// The bytes of a piece in the buffer.
fn range(piece: &Piece) -> std::ops::Range<usize> {
    let at = usize::try_from(piece.at).unwrap_or(usize::MAX);
    at..at + usize::try_from(piece.bytes).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compositions_are_associative_and_ordered() {
        let combine = |one, other| Operator::Compose.combine(one, other);
        for one in (0..=255).step_by(7) {
            for other in (0..=255).step_by(5) {
                for third in (0..=255).step_by(11) {
                    assert_eq!(combine(combine(one, other), third), combine(one, combine(other, third)));
                }
            }
        }
        assert_ne!(combine(0x35, 0x53), combine(0x53, 0x35));
    }

    #[test]
    fn results_are_those_of_all_operands() {
        for operator in [Operator::Sum, Operator::Compose] {
            let mut contents = Contents::new(Some(operator), 7);
            for _ in 0..2 {
                for of in [0, 1, 8, 250, 65_520, 65_521, 1 << 33] {
                    let all = (0..7).map(|rank| contents.operand(rank, of));
                    assert_eq!(all.reduce(|one, next| operator.combine(one, next)), Some(contents.result(of)));
                }
                contents.next_round();
            }
        }
    }

    #[test]
    fn a_wrong_byte_is_found() {
        let piece = Piece { at: 2, of: 10, bytes: 5 };
        let program =
            RankProgram { bytes: 8, at_first: vec![piece], in_the_end: vec![piece], ..RankProgram::default() };
        let contents = Contents::new(None, 3);
        let mut buffer = vec![0; 8];
        contents.fill(1, &program, &mut buffer);
        assert_eq!(contents.wrong(&program, &buffer), None);
        buffer[4] ^= 1;
        assert_eq!(contents.wrong(&program, &buffer), Some((12, buffer[4] ^ 1, buffer[4])));
        let receiver = RankProgram { at_first: Vec::new(), ..program };
        contents.fill(1, &receiver, &mut buffer);
        assert_eq!(contents.wrong(&receiver, &buffer).map(|(of, ..)| of), Some(10), "nothing was received");
    }
}
