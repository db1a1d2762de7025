//! A plain dynamic program over leaves and internal processes. It shares no code with the library and uses no normal form.

use crate::tests::engines::optimality::table_cost::TableCost;

/// Least times by number of leaves n and of internal processes i, as `times[n][i]`: exactly n leaves, at most i processes,
/// none with a single child.
///
/// T(n, i) = min over x of c(x) + G(x, n, i - 1). G(x, n, i) is the least time of the slowest of x subtrees that together have
/// n leaves and i processes: min over the last of max(T(m, j), G(x - 1, n - m, i - j)).
pub fn least_times(leaves: usize, cost: &TableCost) -> Vec<Vec<Option<u64>>> {
    let widest = (leaves + 1).min(cost.busy.len()) - 1;
    let mut times: Vec<Vec<Option<u64>>> = vec![vec![None; leaves]; leaves + 1];
    times[1] = vec![Some(cost.startup); leaves];
    // G by x, n and i, for n up to what T is known for.
    let mut slowest = vec![vec![vec![None; leaves]; leaves + 1]; widest + 1];
    slowest[0][0] = vec![Some(0); leaves];
    for n in 1..=leaves {
        for x in 2..=widest.min(n) {
            for i in 0..leaves {
                slowest[x][n][i] = least_slowest(&times, &slowest[x - 1], n, i);
            }
        }
        if n > 1 {
            for i in 1..leaves {
                let root = |x: usize| Some(cost.node(x)? + slowest[x][n][i - 1]?);
                times[n][i] = (2..=widest.min(n)).filter_map(root).min();
            }
        }
        // A single subtree is any tree with n leaves, which is known only now.
        if widest >= 1 {
            slowest[1][n].clone_from(&times[n]);
        }
    }
    times
}

/// The case that the last of several subtrees has m < n leaves and j of the processes.
fn least_slowest(
    times: &[Vec<Option<u64>>],
    others: &[Vec<Option<u64>>],
    leaves: usize,
    internal: usize,
) -> Option<u64> {
    let mut least = None;
    for m in 1..leaves {
        for j in 0..=internal.min(m - 1) {
            if let (Some(last), Some(rest)) = (times[m][j], others[leaves - m][internal - j]) {
                least = Some(least.map_or(last.max(rest), |least: u64| least.min(last.max(rest))));
            }
        }
    }
    least
}
