//! Trees that grow so that each rank gets a message as early as it can.

use super::send_tree::SendTree;
use logpine_text::units::Time;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

/// The numbers of a tree that is grown rank by rank: a rank that has the message sends it every gap, and it arrives a delivery
/// after its send began ([`Port`](logpine_models::model::Port)). Each new rank is the next to be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Earliest {
    /// The time between two sends of a rank.
    pub gap: Time,
    /// The time from the start of a send to the arrival.
    pub delivery: Time,
    /// The most children of a rank; `None` for any number.
    pub most: Option<u64>,
}

impl Earliest {
    /// The parents of `vertices` vertices in the order in which they are reached; 0, the root, is its own. The first n are
    /// the tree of n ranks, and no tree within the limit is done earlier.
    ///
    /// **Complexity** O(n log n).
    #[must_use]
    pub fn parents(&self, vertices: u32) -> Vec<u32> {
        let (gap, delivery) = (u128::from(self.gap.ticks()), u128::from(self.delivery.ticks()));
        let mut parents = Vec::with_capacity(vertices as usize);
        // The next arrival that each rank can bring about: its time, the rank, and the number of its children before.
        let mut arrivals = BinaryHeap::from([Reverse((0u128, 0u32, 0u64))]);
        while let Some(Reverse((time, parent, before))) = arrivals.pop() {
            let vertex = u32::try_from(parents.len()).unwrap_or(u32::MAX);
            if vertex == vertices {
                break;
            }
            parents.push(parent);
            let is_below = |children: u64| self.most.is_none_or(|most| children < most.max(1));
            if vertex > 0 && is_below(before + 1) {
                arrivals.push(Reverse((time + gap, parent, before + 1)));
            }
            arrivals.push(Reverse((time + delivery, vertex, 0)));
        }
        parents
    }

    /// The tree among `ranks` ranks, numbered as `SendTree::numbered` does; `None` for none.
    #[must_use]
    pub fn tree(&self, ranks: u32) -> Option<SendTree> {
        (ranks > 0).then(|| SendTree::numbered(&self.parents(ranks)))
    }
}

/// The form is `delivery of 2.35 gaps, at most 4 children`.
impl fmt::Display for Earliest {
    #[expect(clippy::cast_precision_loss, reason = "a ratio for readers")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.gap.ticks() {
            0 => f.write_str("no gap")?,
            gap => write!(f, "delivery of {:.2} gaps", self.delivery.ticks() as f64 / gap as f64)?,
        }
        match self.most {
            Some(most) => write!(f, ", at most {most} children"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_trees::tree::earliest::{FanoutLimits, capped_time};
    use proptest::prelude::*;

    fn earliest(gap: u64, delivery: u64, most: Option<u64>) -> Earliest {
        Earliest { gap: Time::from_ticks(gap), delivery: Time::from_ticks(delivery), most }
    }

    /// Culler et al. (1993), figure 3: L = 6, g = 4, o = 2.
    #[test]
    fn the_published_tree() {
        assert_eq!(earliest(4, 10, None).parents(8), [0, 0, 0, 0, 1, 0, 1, 2]);
        assert_eq!(earliest(4, 10, None).to_string(), "delivery of 2.50 gaps");
        assert_eq!(earliest(1, 1, Some(1)).parents(4), [0, 0, 1, 2]);
        assert_eq!((earliest(0, 1, None).parents(4), earliest(0, 1, None).parents(0)), (vec![0; 4], vec![]));
    }

    proptest! {
        #[test]
        fn the_first_ranks_are_the_best_tree_of_that_many(gap in 1u64..30, delivery in 1u64..30, most in 0u64..6) {
            let most = (most > 0).then_some(most);
            let earliest = earliest(gap, delivery, most);
            let parents = earliest.parents(200);
            let limits = most.map_or(FanoutLimits::NONE, FanoutLimits::all);
            let (mut arrivals, mut children) = (vec![0u64], vec![0u64; 200]);
            for (vertex, &parent) in parents.iter().enumerate().skip(1) {
                let parent = parent as usize;
                arrivals.push(arrivals[parent] + children[parent] * gap + delivery);
                children[parent] += 1;
                let ranks = vertex as u64 + 1;
                let best = capped_time(earliest.gap, earliest.delivery, limits, ranks).expect("small");
                prop_assert_eq!(arrivals.iter().copied().max(), Some(best.ticks()), "{} ranks", ranks);
            }
            prop_assert!(most.is_none_or(|most| children.iter().all(|&count| count <= most)));
            let less = earliest.parents(77);
            prop_assert_eq!(&parents[..77], less.as_slice());
        }
    }
}
