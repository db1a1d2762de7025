//! Sharing of internal processes among the children of a node: the best sum of a function that is not concave.
//!
//! Measured against a straight line above the function, every share has a loss, and the total loss is limited. That leaves
//! few shares, so sums of many of them stay few as well. The sums are built by halving the number of children.

use super::reach::TooLong;
use std::collections::BTreeMap;

/// A number of processes for one child, and its loss against the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub internal: u64,
    pub loss: u64,
}

/// The number of processes to share, the number of children, and the maximum loss.
#[derive(Clone, Copy, Debug)]
pub struct Sharing {
    pub children: u64,
    pub internal: u64,
    /// The loss of each unused process.
    pub unused_loss: u64,
    pub most_loss: u64,
    /// The maximum number of pairs of sums that may be examined.
    pub most_work: u64,
}

/// Sums of shares with a small loss, for each number of children on the way to all of them.
#[derive(Debug)]
pub struct Shares {
    sums: BTreeMap<u64, Vec<Share>>,
    best: Share,
    /// The number of pairs of sums that were examined.
    pub work: u64,
}

impl Shares {
    /// The shares with the least loss, one of `choices` for each child; `None` if all lose more than is allowed.
    pub fn best(choices: &[Share], sharing: Sharing) -> Result<Option<Self>, TooLong> {
        let Some(least_loss) = choices.iter().map(|choice| choice.loss).min() else { return Ok(None) };
        let mut shares = Self { sums: BTreeMap::new(), best: choices[0], work: 0 };
        let room = |children: u64| {
            let others = least_loss.checked_mul(sharing.children - children)?;
            sharing.most_loss.checked_sub(others)
        };
        let singles = choices.iter().filter(|choice| room(1).is_some_and(|room| choice.loss <= room));
        shares.sums.insert(1, singles.copied().collect());
        shares.make(sharing.children, sharing.most_work, &room)?;
        let unused = |sum: &Share| {
            let left = sharing.internal.checked_sub(sum.internal)?;
            let loss = sharing.unused_loss.checked_mul(left)?.checked_add(sum.loss)?;
            (loss <= sharing.most_loss).then_some(Share { loss, ..*sum })
        };
        let best = shares.sums[&sharing.children].iter().filter_map(unused).min_by_key(|sum| sum.loss);
        Ok(best.map(|best| Self { best, ..shares }))
    }

    /// The total loss of the best shares, including unused processes.
    pub fn loss(&self) -> u64 {
        self.best.loss
    }

    /// Makes the sums of `children` shares from those of half as many.
    fn make(&mut self, children: u64, most_work: u64, room: &impl Fn(u64) -> Option<u64>) -> Result<(), TooLong> {
        if self.sums.contains_key(&children) {
            return Ok(());
        }
        let (few, many) = (children / 2, children - children / 2);
        self.make(few, most_work, room)?;
        self.make(many, most_work, room)?;
        let (few, many) = (&self.sums[&few], &self.sums[&many]);
        let Some((most_loss, first, last)) =
            bounds(few, many).and_then(|(first, last)| Some((room(children)?, first, last)))
        else {
            self.sums.insert(children, Vec::new());
            return Ok(());
        };
        self.work += few.len() as u64 * many.len() as u64 + (last - first);
        if self.work > most_work {
            return Err(TooLong);
        }
        let index = |internal: u64| usize::try_from(internal - first).expect("few processes");
        let mut losses = vec![u64::MAX; index(last) + 1];
        for a in few {
            for b in many {
                let (loss, at) = (a.loss + b.loss, index(a.internal + b.internal));
                if loss <= most_loss && loss < losses[at] {
                    losses[at] = loss;
                }
            }
        }
        let sums = (first..).zip(losses).filter(|&(_, loss)| loss < u64::MAX);
        let sums = sums.map(|(internal, loss)| Share { internal, loss }).collect();
        self.sums.insert(children, sums);
        Ok(())
    }

    /// The number of processes of each child, in descending order.
    pub fn of_each_child(&self, children: u64) -> Vec<u64> {
        let sums = &self.sums[&children];
        let whole = sums.iter().find(|sum| sum.internal == self.best.internal).copied();
        let mut found = Vec::new();
        if let Some(whole) = whole {
            self.trace(children, whole, &mut found);
        }
        found.sort_unstable_by(|a, b| b.cmp(a));
        found
    }

    fn trace(&self, children: u64, sum: Share, found: &mut Vec<u64>) {
        if children == 1 {
            found.push(sum.internal);
            return;
        }
        let (few, many) = (children / 2, children - children / 2);
        let pairs = self.sums[&few].iter().flat_map(|a| self.sums[&many].iter().map(move |b| (*a, *b)));
        let mut making = pairs.filter(|(a, b)| a.internal + b.internal == sum.internal && a.loss + b.loss == sum.loss);
        // Among equally good pairs, take the most even one.
        let (few_each, many_each) = (u128::from(few), u128::from(many));
        let uneven =
            |(a, b): &(Share, Share)| (u128::from(a.internal) * many_each).abs_diff(u128::from(b.internal) * few_each);
        if let Some(first) = making.next() {
            let (a, b) = making.fold(first, |best, pair| if uneven(&pair) < uneven(&best) { pair } else { best });
            self.trace(few, a, found);
            self.trace(many, b, found);
        }
    }
}

/// The least and the largest sum of processes of two sets of sums in ascending order.
fn bounds(few: &[Share], many: &[Share]) -> Option<(u64, u64)> {
    let first = few.first()?.internal + many.first()?.internal;
    Some((first, few.last()?.internal + many.last()?.internal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The least loss by trying everything.
    fn brute_force(choices: &[Share], sharing: Sharing, children: u64, taken: u64, lost: u64) -> Option<u64> {
        if children == 0 {
            let left = sharing.internal.checked_sub(taken)?;
            return Some(lost + left * sharing.unused_loss).filter(|&loss| loss <= sharing.most_loss);
        }
        let with =
            |choice: &Share| brute_force(choices, sharing, children - 1, taken + choice.internal, lost + choice.loss);
        choices.iter().filter_map(with).min()
    }

    proptest! {
        #[test]
        fn equals_all_shares(
            losses in prop::collection::btree_map(0u64..12, 0u64..20, 1..6),
            children in 1u64..6,
            internal in 0u64..40,
            unused_loss in 0u64..4,
            most_loss in 0u64..80,
        ) {
            let choices: Vec<Share> = losses.iter().map(|(&internal, &loss)| Share { internal, loss }).collect();
            let sharing = Sharing { children, internal, unused_loss, most_loss, most_work: u64::MAX };
            let shares = Shares::best(&choices, sharing).expect("any work is allowed");
            let expected = brute_force(&choices, sharing, children, 0, 0);
            prop_assert_eq!(shares.as_ref().map(Shares::loss), expected);
            if let Some(shares) = shares {
                let each = shares.of_each_child(children);
                prop_assert_eq!(each.len() as u64, children);
                let taken: u64 = each.iter().sum();
                let lost: u64 = each.iter().map(|internal| losses[internal]).sum();
                prop_assert_eq!(Some(lost + (internal - taken) * unused_loss), expected);
            }
        }
    }
}
