//! The exact time of a segmented broadcast along a chain, by a formula.

use super::pipeline::{Finish, Rules};
use super::segments::Segments;
use logpine_text::units::Time;

/// The time of a segmented broadcast along a chain of `ranks` ranks: [`PipelineTimes::time`](super::PipelineTimes::time)
/// without a shape, which for a chain would have as many nodes as ranks. `None` past [`Time::MAX`].
///
/// With n equal segments and alpha-beta ports it is (n + P - 2)(alpha + beta z).
#[must_use]
pub fn chain_time(ranks: u64, segments: &Segments) -> Option<Time> {
    let Some(inner) = ranks.checked_sub(2) else {
        return Some(Time::ZERO);
    };
    let Segments { count, full, last } = *segments;
    if count == 1 {
        return last.delivery.checked_mul(inner + 1);
    }
    let rules = Rules::new(segments)?;
    let finish = rules.chain(inner);
    let before = full.send_gap.ticks().saturating_mul(count - 2);
    let ready = before.saturating_add(full.send_gap.ticks());
    let after_ready = rules.last_delivery.saturating_add(finish.after_ready).saturating_add(ready);
    let after_before = rules.full_delivery.saturating_add(finish.after_before).saturating_add(before);
    let finish = after_ready.max(after_before).max(rules.full_delivery.saturating_add(finish.own));
    (finish < u64::MAX).then(|| Time::from_ticks(finish))
}

impl Rules {
    /// A chain of `inner` ranks with one child each and a leaf at its end: `Rules::rank` applied `inner` times. Each of its
    /// sums is linear in the place where the last segment is held up, so only the first and the last place matter.
    fn chain(&self, inner: u64) -> Finish {
        let Some(further) = inner.checked_sub(1) else {
            return self.leaf;
        };
        let (full, last) = (self.full_delivery.saturating_mul(inner), self.last_delivery.saturating_mul(inner));
        let turn = self.turn.max(self.recv_gap);
        let held_up = self.full_delivery.saturating_mul(further).saturating_add(self.last_delivery).max(last);
        let after_before = full.saturating_add(self.leaf.after_before).max(turn.saturating_add(held_up));
        let period = self.full_turn.max(self.full_recv_gap).saturating_mul(self.earlier);
        let own = full.saturating_add(self.leaf.own).max(period.saturating_add(after_before));
        Finish { after_ready: last, after_before, own }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::pipeline::tests::segments;
    use crate::tree::{PipelineTimes, rank_trees};
    use logpine_models::model::Port;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn chains_by_their_formula(ranks in 1u64..12, segments in segments(), combine in 0u64..4) {
            let back = |port: Port| port.reversed(Time::from_ticks(combine)).expect("short times");
            let shape = rank_trees::chain(ranks);
            for segments in [segments, Segments { full: back(segments.full), last: back(segments.last), ..segments }] {
                prop_assert_eq!(chain_time(ranks, &segments), PipelineTimes::new().time(&shape, &segments));
            }
        }
    }
}
