//! Every order of sends among ranks, timed by the definition.

use logpine_trees::search::milp::RankQuestion;

/// The least time in ticks over all trees.
pub fn least_time(question: &RankQuestion) -> u64 {
    let mut free = vec![None; question.classes.len()];
    free[question.root] = Some(0);
    least_from(question, &mut free, 0)
}

/// `free`: when each rank that knows the message may send next.
fn least_from(question: &RankQuestion, free: &mut [Option<u64>], last: u64) -> u64 {
    if free.iter().all(Option::is_some) {
        return last;
    }
    let mut best = u64::MAX;
    for sender in 0..free.len() {
        let Some(start) = free[sender] else { continue };
        for receiver in 0..free.len() {
            if free[receiver].is_some() {
                continue;
            }
            let classes = &question.classes;
            let Some(port) = question.timing.between(question.bytes, classes[sender], classes[receiver]) else {
                continue;
            };
            let received = start + port.delivery.ticks();
            (free[sender], free[receiver]) = (Some(start + port.send_gap.ticks()), Some(received));
            best = best.min(least_from(question, free, last.max(received)));
            (free[sender], free[receiver]) = (Some(start), None);
        }
    }
    best
}
