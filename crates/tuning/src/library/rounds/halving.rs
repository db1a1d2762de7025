//! Reductions that halve the vector: Rabenseifner's algorithm as Open MPI and MPICH have it.

use super::Halving;
use super::exchanges::Fold;
use super::message::{Division, Message, Rounds};
use std::ops::Range;

/// The blocks that a number still has after the exchanges over the distances below `mask`: every one halves them, the lower
/// number keeping the first half.
fn kept(fold: Fold, number: u32, mask: u32) -> Range<u32> {
    let (mut first, mut length) = (0, fold.power);
    for earlier in fold.masks().take_while(|&earlier| earlier < mask) {
        length /= 2;
        if number & earlier != 0 {
            first += length;
        }
    }
    first..first + length
}

/// The ranks beyond a power of two give their vectors to others.
fn fold_in(rounds: &mut Rounds, fold: Fold, halving: Halving) {
    let all = 0..fold.power;
    match halving {
        Halving::Even => {
            rounds.round(fold.pairs().map(|(out, stays)| Message::new(out, stays, all.clone()).combined()));
        }
        Halving::Floor => {
            // Each of a pair combines a half of the vector. The right half then goes back.
            let (left, right) = (0..fold.power / 2, fold.power / 2..fold.power);
            let swaps = fold.pairs().flat_map(|(out, stays)| {
                [Message::new(out, stays, left.clone()).combined(), Message::new(stays, out, right.clone()).combined()]
            });
            rounds.round(swaps);
            rounds.round(fold.pairs().map(|(out, stays)| Message::new(out, stays, right.clone())));
        }
    }
}

fn rounds_of(fold: Fold, halving: Halving) -> Rounds {
    let division = match halving {
        Halving::Even => Division::Even(fold.power),
        Halving::Floor => Division::Halves(fold.power.ilog2()),
    };
    let mut rounds = Rounds::new(division);
    fold_in(&mut rounds, fold, halving);
    for mask in fold.masks() {
        let sent = |number: u32| kept(fold, number ^ mask, 2 * mask);
        rounds.round(fold.exchange(mask, sent).map(Message::combined));
    }
    rounds
}

/// A reduction: the parts are gathered at rank 0 in the opposite order.
pub(super) fn gathered(ranks: u32, halving: Halving) -> Rounds {
    let fold = Fold::new(ranks, 0);
    let mut rounds = rounds_of(fold, halving);
    for mask in fold.masks().rev() {
        // Those with the bit of the distance leave; all further ones had left before.
        let leaving = (mask..2 * mask)
            .map(|number| Message::new(fold.rank(number), fold.rank(number - mask), kept(fold, number, 2 * mask)));
        rounds.round(leaving);
    }
    rounds
}

/// An allreduce: the parts are exchanged in the opposite order, and the result goes to the ranks beyond the power of two.
pub(super) fn exchanged(ranks: u32, halving: Halving) -> Rounds {
    let fold = Fold::new(ranks, u32::from(halving == Halving::Even));
    let mut rounds = rounds_of(fold, halving);
    for mask in fold.masks().rev() {
        rounds.round(fold.exchange(mask, |number| kept(fold, number, 2 * mask)));
    }
    rounds.round(fold.pairs().map(|(out, stays)| Message::new(stays, out, 0..fold.power)));
    rounds
}

/// A reduce-scatter: every rank has a block, and those that stay have also the blocks of the ranks that they stand for.
pub(super) fn scattered(ranks: u32) -> Rounds {
    let fold = Fold::new(ranks, 1);
    let mut rounds = Rounds::new(Division::Even(ranks));
    rounds.round(fold.pairs().map(|(out, stays)| Message::new(out, stays, 0..ranks).combined()));
    let first_block = |number: u32| if number < fold.rest { 2 * number } else { number + fold.rest };
    for mask in fold.masks().rev() {
        rounds.round(
            fold.exchange(mask, |number| {
                let first = (number ^ mask) / mask * mask;
                first_block(first)..first_block(first + mask)
            })
            .map(|message| message.combined().unless_empty()),
        );
    }
    rounds.round(fold.pairs().map(|(out, stays)| Message::new(stays, out, out..out + 1).unless_empty()));
    rounds
}

/// A reduce-scatter whose blocks go where the bits of a number are mirrored, and then home (Träff's butterfly).
pub(super) fn butterfly(ranks: u32) -> Rounds {
    let fold = Fold::new(ranks, 1);
    let mut rounds = Rounds::new(Division::Even(ranks));
    rounds.round(fold.pairs().map(|(out, stays)| Message::new(out, stays, 0..ranks).combined()));
    let first_block = |number: u32| if number < fold.rest { 2 * number } else { number + fold.rest };
    for mask in fold.masks() {
        rounds.round(
            fold.exchange(mask, |number| {
                let part = kept(fold, number ^ mask, 2 * mask);
                first_block(part.start)..first_block(part.end)
            })
            .map(Message::combined),
        );
    }
    // Number v ends with the part of the number with its bits mirrored.
    let home = |number: u32| kept(fold, number, fold.power).start;
    rounds.round((0..fold.power).filter(|&number| home(number) < fold.rest).map(|number| {
        let block = 2 * home(number);
        Message::new(fold.rank(number), block, block..block + 1)
    }));
    rounds.round((0..fold.power).filter(|&number| home(number) != number).map(|number| {
        let rank = fold.rank(home(number));
        Message::new(fold.rank(number), rank, rank..rank + 1)
    }));
    rounds
}
