//! Broadcasts of several items in the postal model, with all schedules tried.

use crate::tests::engines::closed_forms::{close, equal};
use logpine::closed_form::Postal;
use std::collections::HashSet;

/// The items of a rank, as bits, and those that arrive 1, 2, ... steps from now; ranks from 1 on are sorted.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Rank {
    has: u8,
    arriving: Vec<u8>,
}

/// The fewest steps until all have all items. A rank sends one item in a step, and one reaches it.
fn fewest_steps(latency: usize, ranks: usize, items: u32) -> u32 {
    let all = (1 << items) - 1;
    let nothing = vec![0; latency];
    let mut start = vec![Rank { has: 0, arriving: nothing.clone() }; ranks];
    start[0].has = all;
    let mut states = HashSet::from([start]);
    for steps in 0.. {
        if states.iter().any(|state| state.iter().all(|rank| rank.has == all)) {
            return steps;
        }
        let mut next = HashSet::new();
        for state in states {
            send(&state, state.clone(), 0, all, &mut next);
        }
        states = next;
    }
    unreachable!("the root can send all")
}

/// Adds all states that can follow if the ranks before `sender` have chosen their sends, as `chosen` shows.
fn send(state: &[Rank], chosen: Vec<Rank>, sender: usize, all: u8, next: &mut HashSet<Vec<Rank>>) {
    if sender == state.len() {
        let mut later = chosen;
        for rank in &mut later {
            rank.has |= rank.arriving[0];
            rank.arriving.rotate_left(1);
            *rank.arriving.last_mut().expect("a latency of at least 1") = 0;
        }
        later[1..].sort();
        next.insert(later);
        return;
    }
    for receiver in 1..state.len() {
        let last = state[receiver].arriving.len() - 1;
        let free = chosen[receiver].arriving[last] == 0;
        let coming = chosen[receiver].arriving.iter().fold(chosen[receiver].has, |sum, item| sum | item);
        for item in (0..8).map(|bit| 1 << bit).filter(|item| item & all & state[sender].has & !coming != 0) {
            if free {
                let mut with = chosen.clone();
                with[receiver].arriving[last] = item;
                send(state, with, sender + 1, all, next);
            }
        }
    }
    send(state, chosen, sender + 1, all, next);
}

#[test]
fn no_schedule_beats_the_bound_and_some_reach_it() {
    for latency in 1..=3 {
        for (ranks, items) in [(2, 1), (2, 3), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1)] {
            let bound = Postal { lambda: latency as f64 }.k_item_bound(ranks, items.into());
            let fewest = fewest_steps(latency, ranks as usize, items);
            equal(bound, f64::from(fewest));
        }
    }
}

/// The bound is the sum, step by step, of all items that can have arrived.
#[test]
fn the_bound_is_its_sum() {
    for latency in 1..6_u32 {
        let postal = Postal { lambda: latency.into() };
        // F(0), F(1), ... by its recurrence.
        let mut reached = vec![1_u64; latency as usize];
        while reached.len() < 400 {
            let (last, before) = (reached[reached.len() - 1], reached[reached.len() - latency as usize]);
            reached.push(last.saturating_add(before));
        }
        for ranks in 2..40_u64 {
            for items in [1, 2, 3, 7, 20, 50] {
                let (mut sum, mut steps) = (reached[0].min(ranks - 1), 0);
                while sum < items * (ranks - 1) {
                    steps += 1;
                    sum += reached[steps].min(ranks - 1);
                }
                let bound = postal.k_item_bound(ranks, items);
                equal(bound, f64::from(latency) + steps as f64);
                assert!(bound <= postal.k_item_single_sending(ranks, items));
                if latency == 1 {
                    equal(bound, items as f64 - 1.0 + (ranks as f64).log2().ceil());
                }
            }
        }
        close(postal.k_item_bound(1, 5), 0.0, 0.0);
    }
}
