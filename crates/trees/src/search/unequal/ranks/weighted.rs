//! Trees built for a deadline: every rank that may send chooses the receiver of most worth in the time that is left.

use super::bound::{MOST_GROUPS, Weights};
use super::draft::{Draft, Timed};
use super::greedy::Growing;
use super::merged::{Merged, Takes};
use super::times::RankTimes;
use super::worth::{Grid, Worth};
use logpine_text::watch::Watch;
use rayon::prelude::*;

/// The maximum number of weights to build with.
const MOST_WEIGHTS: usize = 8;
/// The number of deadlines that are tried, from the bound to the known time.
const DEADLINES: u64 = 40;

/// The best of the trees built with the weights that proved most until `watch` ends the work, or `start`. The result does not depend on the
/// number of threads.
pub fn best(times: &RankTimes, weights: &Weights, start: Timed, bound: u64, watch: &dyn Watch) -> Timed {
    let merged = Merged::new(times, MOST_GROUPS, Takes::Longest);
    let Some(grid) = Grid::new(&merged.times, start.time) else { return start };
    let step = ((start.time - bound) / DEADLINES).max(1);
    let tried: Vec<&Vec<i64>> = weights.history.iter().rev().take(MOST_WEIGHTS).collect();
    let found = tried.par_iter().filter_map(|weights| {
        let worth = Worth::new(&grid, (*weights).clone());
        let deadlines = (0..DEADLINES).map(|index| bound.saturating_add(index * step));
        let deadlines = deadlines.take_while(|&deadline| deadline < start.time && !watch.is_over());
        let built = deadlines.filter_map(|deadline| {
            let draft = expanded(times, &merged, build(&merged.times, &worth, deadline)?);
            Some(Timed { time: draft.finish(times)?, draft })
        });
        built.min_by_key(|timed| timed.time)
    });
    let found: Vec<Timed> = found.collect();
    found.into_iter().fold(start, |best, found| if found.time < best.time { found } else { best })
}

/// A tree for a deadline. Ranks that cannot be reached in time are informed afterwards, each as early as possible.
fn build(times: &RankTimes, worth: &Worth, deadline: u64) -> Option<Draft> {
    let mut growing = Growing::new(times);
    let mut late = Vec::new();
    while let Some((time, _, sender)) = growing.earliest() {
        let left = deadline.saturating_sub(time);
        let receivers = (0..times.groups()).filter(|&receiver| growing.left[receiver] > 0);
        let values = receivers.filter_map(|receiver| {
            let informed = left.checked_sub(times.delivery(sender, receiver))?;
            let further = left.checked_sub(times.gap(sender, receiver));
            Some((worth.of_send(sender, receiver, informed, further), std::cmp::Reverse(receiver)))
        });
        if let Some((_, std::cmp::Reverse(receiver))) = values.max() {
            growing.send(sender, receiver);
        } else {
            late.push((sender, growing.retire(sender)?));
        }
    }
    for (group, sender) in late {
        growing.restore(group, sender);
    }
    let lookahead = vec![0; times.groups()];
    while growing.extend(&lookahead).is_some() {}
    Some(growing.draft)
}

/// The tree on the original groups: within each joined group the faster ranks are informed earlier.
fn expanded(times: &RankTimes, merged: &Merged, mut draft: Draft) -> Draft {
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); merged.times.groups()];
    for group in merged.order.iter().rev().copied() {
        members[merged.of[group]].push(group);
    }
    let mut left = times.all_receivers();
    for group in draft.groups.iter_mut().skip(1) {
        let members = &mut members[usize::from(*group)];
        while members.last().is_some_and(|&member| left[member] == 0) {
            members.pop();
        }
        let Some(&member) = members.last() else { continue };
        left[member] -= 1;
        *group = u16::try_from(member).unwrap_or(u16::MAX);
    }
    draft.groups[0] = u16::try_from(times.root()).unwrap_or(u16::MAX);
    draft
}
