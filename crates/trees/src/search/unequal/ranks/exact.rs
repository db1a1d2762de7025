//! The optimum over all trees and all placements, by a dynamic program over the remaining ranks of each group.
//!
//! A rank of group s that may send now and has to inform the vector k of ranks first sends to some group r, and gives that
//! rank a share a of the others to inform:
//!
//! ```text
//! f(s, 0) = 0
//! f(s, k) = min over r in k, a <= k - e_r of max(delivery(s, r) + f(r, a), gap(s, r) + f(s, k - e_r - a))
//! ```
//!
//! where the second term counts only if something remains. A rank never gains by waiting.

use super::draft::Draft;
use super::times::RankTimes;
use crate::search::unequal::mixed_radix::vectors;

/// The number of steps of the dynamic program that are still fast (under a second).
const MOST_WORK: u64 = 60_000_000;

/// Finds the fastest tree; `None` if the search would take too long, or if a time may not be representable.
pub fn best(times: &RankTimes) -> Option<Draft> {
    let counts = times.all_receivers();
    let groups = counts.len() as u64;
    let pairs = counts.iter().try_fold(groups.checked_mul(groups)?, |product, &count| {
        product.checked_mul(count.checked_add(1)?.checked_mul(count + 2)? / 2)
    })?;
    if pairs > MOST_WORK || !times.is_representable() {
        return None;
    }
    let mut program = Program::new(times, &counts)?;
    program.run();
    let mut draft = Draft::root(times);
    program.build(&mut draft);
    Some(draft)
}

/// The choice that attains f.
#[derive(Clone, Copy, Default)]
struct First {
    receiver: u16,
    share: u32,
}

struct Program<'a> {
    times: &'a RankTimes,
    /// The vectors of ranks in mixed radix: the unit of each group, and the parts of each vector.
    strides: Vec<usize>,
    digits: Vec<Vec<u64>>,
    /// f by vector, then sender.
    least: Vec<u64>,
    by: Vec<First>,
}

impl<'a> Program<'a> {
    fn new(times: &'a RankTimes, counts: &[u64]) -> Option<Self> {
        let (strides, digits) = vectors(counts)?;
        let size = digits.len() * counts.len();
        Some(Self { times, strides, digits, least: vec![u64::MAX; size], by: vec![First::default(); size] })
    }

    /// Fills the tables in an order of vectors in which all smaller ones come first.
    fn run(&mut self) {
        let groups = self.times.groups();
        self.least[..groups].fill(0);
        let mut parts = Vec::new();
        for vector in 1..self.digits.len() {
            for receiver in (0..groups).filter(|&group| self.digits[vector][group] > 0).collect::<Vec<_>>() {
                let others = vector - self.strides[receiver];
                self.parts_of(others, &mut parts);
                for &share in &parts {
                    let below = self.least[share * groups + receiver];
                    let rest = others - share;
                    for sender in 0..groups {
                        let at = vector * groups + sender;
                        let informed = self.times.delivery(sender, receiver) + below;
                        if informed >= self.least[at] {
                            continue;
                        }
                        let further = match rest {
                            0 => 0,
                            rest => self.times.gap(sender, receiver) + self.least[rest * groups + sender],
                        };
                        let time = informed.max(further);
                        if time < self.least[at] {
                            self.least[at] = time;
                            let receiver = u16::try_from(receiver).unwrap_or(u16::MAX);
                            self.by[at] = First { receiver, share: u32::try_from(share).unwrap_or(u32::MAX) };
                        }
                    }
                }
            }
        }
    }

    /// All vectors with no more of any group than `whole`.
    fn parts_of(&self, whole: usize, parts: &mut Vec<usize>) {
        parts.clear();
        parts.push(0);
        for (&digit, &stride) in self.digits[whole].iter().zip(&self.strides) {
            let smaller = parts.len();
            for part in 1..=usize::try_from(digit).unwrap_or(0) {
                for index in 0..smaller {
                    parts.push(parts[index] + part * stride);
                }
            }
        }
    }

    fn build(&self, draft: &mut Draft) {
        let mut open = vec![(0, self.digits.len() - 1)];
        while let Some((sender, mut vector)) = open.pop() {
            let group = usize::from(draft.groups[sender]);
            while vector > 0 {
                let First { receiver, share } = self.by[vector * self.times.groups() + group];
                let (receiver, share) = (usize::from(receiver), share as usize);
                open.push((draft.parents.len(), share));
                draft.push(sender, receiver);
                vector -= self.strides[receiver] + share;
            }
        }
    }
}
