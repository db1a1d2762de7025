//! Another algorithm for the optimum of any cost, which shares nothing with the search over partitions.

use crate::tests::engines::optimality::table_cost::TableCost;

/// Least times by number of leaves, 0..=`leaves`, by a third algorithm: the numbers of leaves that some tree serves in t ticks
/// are the sums of x numbers served in t - c(x) ticks. Only for costs of at least one tick.
pub fn best_by_reachable_sums(leaves: usize, cost: &TableCost) -> Vec<Option<u64>> {
    let mut best = vec![None; leaves + 1];
    best[1] = Some(0);
    let nodes: Vec<(usize, u64)> = (2..cost.busy.len()).filter_map(|x| Some((x, cost.node(x)?))).collect();
    let slowest = nodes.iter().map(|&(_, node)| node).max().unwrap_or(0);
    let mut last_change = 0;
    for ticks in 1.. {
        if ticks > last_change + slowest {
            break;
        }
        for &(fanout, node) in nodes.iter().filter(|&&(_, node)| node <= ticks) {
            let parts: Vec<usize> =
                (1..=leaves).filter(|&n| best[n].is_some_and(|time: u64| time <= ticks - node)).collect();
            for sum in sums(fanout, &parts, leaves) {
                if best[sum].is_none() {
                    best[sum] = Some(ticks);
                    last_change = ticks;
                }
            }
        }
    }
    best.iter().map(|best| best.map(|time| time + cost.startup)).collect()
}

/// The sums up to `largest` of that many parts, which are increasing.
fn sums(count: usize, parts: &[usize], largest: usize) -> Vec<usize> {
    let mut reached = vec![false; largest + 1];
    reached[0] = true;
    for _ in 0..count {
        let mut more = vec![false; largest + 1];
        for sum in (0..=largest).filter(|&sum| reached[sum]) {
            parts.iter().take_while(|&&part| sum + part <= largest).for_each(|part| more[sum + part] = true);
        }
        reached = more;
    }
    (0..=largest).filter(|&sum| reached[sum]).collect()
}
