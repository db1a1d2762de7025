//! Collectives of the library (section 4).

use super::cost::{BgpCost, Span, Sum, times};
use super::{Accuracy, Bgp, BgpError};
use crate::job::TorusAllocation;
use crate::machine::RankFormula;
use crate::model::{LoadBounds, Torus};
use logpine_text::units::{FineTime, Rate, Time};
use std::cmp::max;

/// Ranks in groups. Each rank sends a block to every other rank of its group, all groups at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupExchange {
    /// P: the number of all ranks.
    pub ranks: u64,
    /// The number of ranks of a group, at most P.
    pub group: u64,
    /// The number of bytes of a block.
    pub bytes: u64,
}

impl Bgp {
    /// A constant (section 2).
    pub(super) fn barrier(&self, ranks: u64) -> Result<BgpCost, BgpError> {
        let mut sum = Sum::new();
        if ranks > 1 {
            let time = self.needed("barrier", self.parameters.barrier)?;
            sum.add("barrier, whatever the number of ranks", "section 2", times(time, 1))?;
        }
        sum.cost(Accuracy::Exact)
    }

    /// alpha + beta log2 P for short messages, over the collective network; alpha + beta log2 P + S G / 6 for longer ones,
    /// over all links of the torus. On an allocation that is no cube, at most this time multiplied by the profile's factor.
    pub(super) fn bcast(&self, ranks: u64, bytes: u64, allocation: TorusAllocation) -> Result<BgpCost, BgpError> {
        let mut sum = Sum::new();
        let mut accuracy = Accuracy::Exact;
        if ranks > 1 {
            accuracy = self.add_bcast(&mut sum, ranks, bytes)?;
            if allocation == TorusAllocation::NonCubic {
                let factor = self.needed("non_cubic_factor", self.parameters.non_cubic_factor)?;
                let more = u128::from(factor.millionths().saturating_sub(1_000_000));
                let most = sum.span.high.scaled(more, 1_000_000);
                sum.add_between(
                    "an allocation that is no cube",
                    "section 4, at most",
                    Some(FineTime::default()),
                    most,
                )?;
            }
        }
        sum.cost(accuracy)
    }

    fn add_bcast(&self, sum: &mut Sum, ranks: u64, bytes: u64) -> Result<Accuracy, BgpError> {
        let tree = self.needed("bcast", self.parameters.bcast)?;
        let levels = RankFormula { constant: Rate::ZERO, ..tree };
        sum.add("alpha: start-up", "section 4, fitted", FineTime::of(tree.constant, 1))?;
        sum.add("log2 P levels of the tree", "section 4, fitted", levels.times(ranks, 1))?;
        if bytes <= self.parameters.short.0 {
            return Ok(Accuracy::Exact);
        }
        sum.add("S G / links: its bytes over all links", "section 4", self.over_all_links(bytes))?;
        Ok(Accuracy::DominantTerm)
    }

    /// S G / 6.
    fn over_all_links(&self, bytes: u64) -> Option<FineTime> {
        let torus = self.parameters.torus;
        FineTime::of(torus.per_byte, bytes)?.scaled(1, torus.links)
    }

    /// The time of a message's bytes on the collective network, without any start-up. On Blue Gene/P its bandwidth is 824
    /// MiB/s.
    ///
    /// # Errors
    /// [`BgpError`] if the profile lacks the bandwidth, and past the longest time.
    pub fn collective_network(&self, bytes: u64) -> Result<Time, BgpError> {
        let bandwidth = self.needed("collective_network", self.parameters.collective_network)?;
        let unit = times(Time::from_ticks(self.ticks_per_unit), 1);
        let time = unit.and_then(|unit| unit.scaled(u128::from(bytes), bandwidth.0));
        time.and_then(FineTime::round).ok_or(BgpError::NotRepresentable)
    }

    /// max(floor, alpha + beta log2 P) for short vectors, the profile's number of broadcasts for long ones. In between, the
    /// lower bound is the larger of a short vector and the bytes over all links (long vectors do not take the collective
    /// network), and the upper bound is that number of broadcasts.
    ///
    /// If alpha is not known, it is at most floor - beta log2 P for all P up to which the floor holds.
    pub(super) fn allreduce(&self, ranks: u64, bytes: u64) -> Result<BgpCost, BgpError> {
        let mut sum = Sum::new();
        if ranks <= 1 {
            return sum.cost(Accuracy::Exact);
        }
        let parameters = self.needed("allreduce", self.parameters.allreduce)?;
        let short = self.short_allreduce(ranks)?;
        if bytes <= self.parameters.short.0 {
            let what = "max(floor, alpha + log2 P levels)";
            sum.add_between(what, "section 4, fitted", Some(short.low), Some(short.high))?;
            return sum.cost(Accuracy::Exact);
        }
        let mut bcast = Sum::new();
        self.add_bcast(&mut bcast, ranks, bytes)?;
        let long = bcast.span.high.scaled(u128::from(parameters.long_factor.millionths()), 1_000_000);
        if bytes >= parameters.long_from.0 {
            sum.add(&format!("{} broadcasts", parameters.long_factor), "section 4, measured", long)?;
        } else {
            let least = self.over_all_links(bytes).map(|bytes| max(short.low, bytes));
            let long = long.map(|long| least.map_or(long, |least| max(long, least)));
            let what = format!("a short one to {} broadcasts", parameters.long_factor);
            sum.add_between(&what, "section 4, between its sizes", least, long)?;
        }
        sum.cost(Accuracy::DominantTerm)
    }

    fn short_allreduce(&self, ranks: u64) -> Result<Span, BgpError> {
        let parameters = self.needed("allreduce", self.parameters.allreduce)?;
        let levels = RankFormula { per_level: parameters.per_level, ..RankFormula::default() };
        let limit = || BgpError::NotRepresentable;
        let floor = times(parameters.floor, 1).ok_or_else(limit)?;
        let here = levels.times(ranks, 1).ok_or_else(limit)?;
        if let Some(constant) = parameters.constant {
            let sum = times(constant, 1).and_then(|constant| constant.checked_add(here)).ok_or_else(limit)?;
            return Ok(Span::exactly(max(floor, sum)));
        }
        let measured = levels.times(parameters.floor_up_to, 1).ok_or_else(limit)?;
        let beyond = here.checked_sub(measured).unwrap_or_default();
        Ok(Span { low: floor, high: floor.checked_add(beyond).ok_or_else(limit)? })
    }

    /// alpha + g (P - 1) for short blocks, g (P - 1) + S G C for longer ones: an exchange with all ranks in a single group.
    pub(super) fn alltoall(&self, ranks: u64, bytes: u64) -> Result<BgpCost, BgpError> {
        let torus = Self::torus(ranks)?;
        self.exchange_on(&torus, GroupExchange { ranks, group: ranks, bytes })
    }

    /// The time of all-to-all exchanges in groups, all at once, for any placement of the ranks on the nodes of the torus:
    ///
    /// ```text
    /// alpha + g (q - 1)                                       S short
    /// g (q - 1) + S G c,  c from Torus::group_load            longer
    /// ```
    ///
    /// c is the load of the busiest link, in blocks. It is at least (q - 1) / 6, the injection at the endpoints, and at
    /// least the mean load if every rank's peers are as near as possible. It is at most the load of routing over random
    /// nodes. With a single group on a full torus both bounds are C, and the equation is the paper's. Its bandwidth term
    /// assumes ideal routing, and it leaves out its short terms: the dominant term.
    ///
    /// # Errors
    /// [`BgpError`] if the profile lacks a parameter, for too many ranks, and past the longest time.
    pub fn exchange_on(&self, torus: &Torus, exchange: GroupExchange) -> Result<BgpCost, BgpError> {
        let GroupExchange { ranks, group, bytes } = exchange;
        let mut sum = Sum::new();
        if group <= 1 {
            return sum.cost(Accuracy::Exact);
        }
        let parameters = self.needed("alltoall", self.parameters.alltoall)?;
        let is_short = bytes <= self.parameters.short.0;
        if is_short {
            sum.add("alpha: start-up", "equation (1)", times(parameters.alpha, 1))?;
        }
        sum.add("g (P - 1): gaps between messages", "section 4, fitted", times(parameters.gap, group - 1))?;
        if !is_short {
            let LoadBounds { low, high } = torus.group_load(ranks, group, self.parameters.torus.links);
            let block = FineTime::of(self.parameters.torus.per_byte, bytes);
            let [low, high] = [low, high].map(|load| block?.scaled(load.numerator, load.denominator));
            let what = if group == ranks { "S G C: blocks that share links" } else { "S G c: blocks that share links" };
            sum.add_between(what, "section 4, C exact", low, high)?;
        }
        sum.cost(if is_short { Accuracy::Exact } else { Accuracy::DominantTerm })
    }
}
