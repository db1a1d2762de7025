//! The best k-nomial trees of a collective: lists of fanouts, and segments of a vector.

use super::{NomialTree, best_nomial, best_segments, time_up_to};
use crate::collective::AlgorithmFamily;
use crate::collective::Exhaustive;
use crate::schedule::stages::{Order, Staged, level};
use logpine_models::job::{BytesOf, MpiCollective, MpiJob};
use logpine_models::model::stage::{Pattern, Stage, StageCost};
use logpine_text::units::Time;
use logpine_trees::tree::families::Parameters;

/// The best tree for messages that are not cut and, for a vector, the best that a search in steps finds for messages that
/// are cut: the number of segments for that tree, then the tree for this number of segments.
///
/// Segments follow each other through the whole tree, because the root sends in every stage. So they help only if two
/// messages take less time than one with the bytes of both, as can happen with measured tables.
pub(super) fn members(cost: &dyn StageCost, job: &MpiJob, family: &AlgorithmFamily) -> (Vec<Staged>, Exhaustive) {
    let search = TreeSearch { cost, job, family };
    let Some(whole) = search.best(1) else { return (Vec::new(), Exhaustive::Yes) };
    let mut exhaustive = whole.exhaustive;
    let mut members: Vec<Staged> = search.member(&whole, 1).into_iter().collect();
    // A chain of two ranks is not cut either.
    if job.layout.ranks() > 2 && search.is_cut() {
        exhaustive = Exhaustive::No;
        let segments = search.segments(&whole);
        if segments > 1 {
            members
                .extend(search.best(segments).iter().chain([&whole]).filter_map(|tree| search.member(tree, segments)));
        }
    }
    (members, exhaustive)
}

struct TreeSearch<'a> {
    cost: &'a dyn StageCost,
    job: &'a MpiJob,
    family: &'a AlgorithmFamily,
}

impl TreeSearch<'_> {
    /// True if the collective moves a vector that can be cut along the tree.
    fn is_cut(&self) -> bool {
        self.job.collective.bytes_of() == Some(BytesOf::Vector) && self.bytes() > 1
    }

    fn bytes(&self) -> u64 {
        self.job.bytes().unwrap_or(1)
    }

    fn segment(&self, segments: u64) -> u64 {
        self.bytes().div_ceil(segments)
    }

    /// The best tree for `segments` equal segments.
    fn best(&self, segments: u64) -> Option<NomialTree> {
        // The blocks of a subtree are contiguous only if it is an interval of ranks.
        let has_blocks = self.job.collective.bytes_of() == Some(BytesOf::Block);
        let orders: &[Order] = if has_blocks { &[Order::FarFirst] } else { &[Order::FarFirst, Order::NearFirst] };
        let (ranks, bytes) = (self.job.layout.ranks(), self.segment(segments));
        let level = |pattern| tree_level(self.job.collective, pattern, ranks, bytes).repeated(segments);
        best_nomial(self.cost, &self.job.layout, orders, level)
    }

    fn member(&self, tree: &NomialTree, segments: u64) -> Option<Staged> {
        let parameters = Parameters::new().list("fanouts", tree.fanouts.clone()).word("order", tree.order.name());
        let parameters = if segments > 1 { parameters.number("segment", self.segment(segments)) } else { parameters };
        self.family.build(self.job.layout.ranks(), self.bytes(), parameters)
    }

    /// The number of segments to cut along a tree.
    fn segments(&self, tree: &NomialTree) -> u64 {
        let mut best: Option<Time> = None;
        let found = best_segments(self.bytes(), |segments| {
            let time = time_up_to(self.cost, &self.member(tree, segments)?.stages, &self.job.layout, best)?;
            best = Some(best.map_or(time, |best| best.min(time)));
            Some(time)
        });
        found.map_or(1, |(_, segments)| segments)
    }
}

/// A level of the tree of a collective along a tree, as the families' own trees have it. If ranks have blocks of their own,
/// the longest message has those of the first child's subtree.
fn tree_level(collective: MpiCollective, pattern: Pattern, ranks: u64, bytes: u64) -> Stage {
    let stride = match pattern {
        Pattern::Children { stride, .. } => stride,
        _ => 1,
    };
    let of_subtree = stride.min(ranks.saturating_sub(stride)).max(1);
    let of_blocks = || level(ranks, pattern, bytes.saturating_mul(of_subtree)).even(ranks.is_multiple_of(stride));
    let whole = level(ranks, pattern, bytes).even(true);
    match collective {
        MpiCollective::Scatter => of_blocks(),
        MpiCollective::Gather => of_blocks().backward(),
        MpiCollective::Reduce => whole.backward().combining(),
        _ => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collective::by_name;
    use logpine_models::job::{Layout, Mapping};
    use logpine_models::model::stage::{Sight, stages_time};

    /// A cost for which a stage takes a + b m^2 for a message of m bytes, for any placement of ranks: two halves may be
    /// faster than the whole.
    struct Steep {
        a: u64,
        b: u64,
    }

    impl StageCost for Steep {
        fn name(&self) -> &'static str {
            "steep"
        }

        fn sight(&self) -> Sight {
            Sight::Blind
        }

        fn time(&self, stage: &Stage, layout: &Layout) -> Option<Time> {
            Time::from_ticks(self.a + self.b * stage.bytes * stage.bytes).checked_mul(stage.stages(layout.ranks()))
        }

        fn at_least(&self, _bytes: u64, _layout: &Layout) -> Option<Time> {
            Some(Time::from_ticks(self.a))
        }
    }

    /// The least time of q levels of two in segments of any size.
    fn least(cost: &Steep, ranks: u64, bytes: u64) -> u64 {
        let levels = u64::from((ranks - 1).ilog2() + 1);
        let of = |bytes: u64| cost.a + cost.b * bytes * bytes;
        let cut = |segment: u64| {
            levels
                * (bytes / segment * of(segment) + if bytes.is_multiple_of(segment) { 0 } else { of(bytes % segment) })
        };
        (1..=bytes).map(cut).min().expect("a size")
    }

    #[test]
    fn segments_are_as_short_as_pays() {
        for collective in [MpiCollective::Bcast, MpiCollective::Reduce] {
            let family = by_name(collective, "nomial").expect("a family");
            for (a, b, ranks, bytes) in
                [(1, 1, 3, 2), (100, 1, 8, 100), (100, 1, 9, 50), (10_000, 1, 16, 99), (7, 3, 70, 64)]
            {
                let cost = Steep { a, b };
                let layout = Layout::new(ranks, 1, Mapping::Sequential).expect("valid");
                let job = MpiJob::new(collective, layout.clone(), Some(bytes)).expect("valid");
                let (members, exhaustive) = members(&cost, &job, family);
                let times = members.iter().filter_map(|staged| stages_time(&cost, &staged.stages, &layout));
                assert_eq!(
                    times.min().map(Time::ticks),
                    Some(least(&cost, ranks, bytes)),
                    "{a} + {b} m^2, {ranks} ranks, {bytes} B"
                );
                assert_eq!(exhaustive, Exhaustive::No);
            }
        }
    }
}
