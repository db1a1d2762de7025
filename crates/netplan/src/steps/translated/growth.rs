//! The tree of rank 0, grown step by step.

use super::Growth;
use super::group::Group;
use crate::steps::matching::Matching;
use logpine_text::random::Generator;

const NEVER: u32 = u32::MAX;
/// The vertices times blocks of all tries together, but for the first.
const MOST_TRIED: usize = 1 << 18;
/// The largest number of tries.
const MOST_TRIES: u64 = 200;

/// The best growth of several tries: first by distance alone, then with chance, until the number of steps is `enough`.
pub(super) fn best(group: &Group, blocks: u32, enough: u32) -> Vec<Growth> {
    let steps = |growth: &[Growth]| growth.iter().map(|growth| growth.step).max().unwrap_or(0);
    let mut best = grow(group, blocks, 0);
    let tries = (MOST_TRIED / best.len().max(1)) as u64;
    for seed in 1..=tries.min(MOST_TRIES) {
        if steps(&best) <= enough {
            break;
        }
        let growth = grow(group, blocks, seed);
        if steps(&growth) < steps(&best) {
            best = growth;
        }
    }
    best
}

/// Grows the trees of all blocks of rank 0 at the same time; an item is a vertex with a block. Seeds other than 0 add
/// up to 2 to distances.
fn grow(group: &Group, blocks: u32, seed: u64) -> Vec<Growth> {
    let vertices = group.vertices();
    let degree = group.degree();
    let mut growth = vec![Growth { step: NEVER, generator: 0 }; vertices as usize * blocks as usize];
    let mut generator = Generator::new(seed);
    let mut chance = |most| if seed == 0 { 0 } else { u32::try_from(generator.below(most)).unwrap_or(0) };
    let items = (0..vertices).flat_map(|vertex| (0..blocks).map(move |_| vertex));
    let urgency: Vec<u32> = items.map(|vertex| group.distance(vertex) + chance(3)).collect();
    let farthest = urgency.iter().copied().max().unwrap_or(0) as usize;
    // For each generator and distance, the items that it can add; some have been added since.
    let mut fronts = vec![vec![Vec::new(); farthest + 1]; degree];
    let mut added: Vec<u32> = (0..blocks).collect();
    for &item in &added {
        growth[item as usize].step = 0;
    }
    let mut matching = Matching::default();
    let mut seen: Vec<(u32, u32)> = Vec::new();
    let mut left = growth.len() - added.len();
    let mut step = 0;
    while left > 0 {
        for &item in &added {
            for (slot, front) in fronts.iter_mut().enumerate() {
                let next = group.after(slot, item / blocks);
                let item = next * blocks + item % blocks;
                if growth[item as usize].step == NEVER {
                    front[urgency[item as usize] as usize].push(item);
                }
            }
        }
        step += 1;
        seen.clear();
        for front in &mut fronts {
            let first = seen.len();
            for distance in (0..=farthest).rev() {
                while seen.len() - first < degree
                    && let Some(item) = front[distance].pop()
                {
                    if growth[item as usize].step == NEVER {
                        seen.push((u32::try_from(distance).unwrap_or(NEVER), item));
                    }
                }
            }
            for &(distance, item) in &seen[first..] {
                front[distance as usize].push(item);
            }
        }
        seen.sort_unstable_by(|one, other| other.cmp(one));
        seen.dedup();
        if seed > 0 {
            for last in (1..seen.len()).rev() {
                let other = chance(last as u64 + 1) as usize;
                if seen[other].0 == seen[last].0 {
                    seen.swap(last, other);
                }
            }
        }
        matching.begin((0..degree).map(|_| 1));
        for &(_, item) in &seen {
            matching.take(item, |slot, item| {
                let before = group.before(slot as usize, item / blocks) * blocks + item % blocks;
                growth[before as usize].step < step
            });
        }
        added.clear();
        for &(slot, item) in &matching.taken {
            growth[item as usize] = Growth { step, generator: group.generator(slot as usize) };
            added.push(item);
        }
        left -= added.len();
    }
    growth
}
