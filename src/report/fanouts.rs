//! Fanouts of trees, in words.

use itertools::Itertools as _;

/// The fanouts from the root down; of more than six, equal neighbours together, as 13^10 for ten levels of 13.
pub fn in_runs(fanouts: &[u64], separator: &str) -> String {
    if fanouts.len() <= 6 {
        return fanouts.iter().join(separator);
    }
    let run = |run: &[u64]| if run.len() == 1 { run[0].to_string() } else { format!("{}^{}", run[0], run.len()) };
    fanouts.chunk_by(PartialEq::eq).map(run).join(separator)
}
