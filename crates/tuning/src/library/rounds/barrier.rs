//! Barriers; every message has a token.

use super::exchanges::power_of_two;
use super::message::{Division, Message, Rounds};

fn token(from: u32, to: u32) -> Message {
    Message::new(from, to, 0..1)
}

fn rounds() -> Rounds {
    Rounds::new(Division::Even(1))
}

/// A token goes twice around the ring.
pub(super) fn double_ring(ranks: u32) -> Rounds {
    let mut rounds = rounds();
    for _ in 0..2 {
        for rank in 0..ranks {
            rounds.round([token(rank, (rank + 1) % ranks)]);
        }
    }
    rounds
}

/// Exchanges among 2^q ranks. Each further rank r sends a token to rank r - 2^q before, and gets one after.
pub(super) fn doubling(ranks: u32) -> Rounds {
    let mut rounds = rounds();
    let power = power_of_two(ranks);
    rounds.round((power..ranks).map(|rank| token(rank, rank - power)));
    for mask in (0..power.ilog2()).map(|bit| 1 << bit) {
        rounds.round((0..power).map(|rank| token(rank, rank ^ mask)));
    }
    rounds.round((power..ranks).map(|rank| token(rank - power, rank)));
    rounds
}

/// Up and down the binomial tree.
pub(super) fn tree(ranks: u32) -> Rounds {
    let mut rounds = rounds();
    let masks = || (0..ranks.next_power_of_two().ilog2()).map(|bit| 1u32 << bit);
    let pairs = |mask: u32| (0..ranks).step_by(2 * mask as usize).map(move |rank| (rank, rank + mask));
    let pairs = |mask: u32| pairs(mask).filter(|&(_, child)| child < ranks);
    for mask in masks() {
        rounds.round(pairs(mask).map(|(parent, child)| token(child, parent)));
    }
    for mask in masks().rev() {
        rounds.round(pairs(mask).map(|(parent, child)| token(parent, child)));
    }
    rounds
}

/// The root gets a token of every rank, and then sends one to each.
pub(super) fn linear(ranks: u32) -> Rounds {
    let mut rounds = rounds();
    rounds.round((1..ranks).map(|rank| token(rank, 0)));
    rounds.round((1..ranks).map(|rank| token(0, rank)));
    rounds
}
