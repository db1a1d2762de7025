//! The best width of a family of member trees on hosts of several speeds.

use super::HostOrder;
use super::overlay::{Classes, TreeOnHosts, UnequalPlan};
use crate::answer::Candidate;
use crate::request::Allocation;
use logpine_models::model::LevelCost;
use logpine_text::units::Time;
use logpine_trees::tree::families::{LeftOut, LeftOutReason, Member, OneWidth, Parameters};

/// The most members that are placed on hosts to find the best width of a family.
const MOST_PLACED: u64 = 1 << 24;

impl UnequalPlan {
    /// Ranks the best width of a family for each order of the hosts. After the powers of two and the widest, widths are tried by
    /// a lower bound on their times, that of hosts which are all as fast as the fastest, until none that is left can be better.
    pub(super) fn compare_widths(&mut self, classes: &Classes, allocation: &Allocation, family: &OneWidth) {
        let members = self.job.count;
        if members < 2 {
            return;
        }
        let on_fastest = |fanout| classes.cost.level_on(Classes::FASTEST, fanout);
        let bound = |width| {
            let time = family.splitting.time(members, width, &on_fastest)?;
            Some((time.checked_add(classes.cost.startup())?, width))
        };
        let all = family.all_widths(members);
        let is_first = |width: u64| width.is_power_of_two() || width == *all.end();
        let mut widths: Vec<(Time, u64)> = all.clone().filter_map(bound).collect();
        widths.sort_unstable_by_key(|&(bound, width)| (!is_first(width), bound, width));
        let mut best =
            [HostOrder::AsGiven, HostOrder::FastestFirst].map(|order| (order, None::<Candidate<TreeOnHosts>>));
        let most = usize::try_from(MOST_PLACED / members).unwrap_or(usize::MAX).max(1);
        let mut tried = 0;
        let mut not_tried = 0;
        for &(bound, width) in &widths {
            let least = bound.max(self.claim.bound.value);
            if best.iter().all(|(_, best)| best.as_ref().is_some_and(|best| best.time <= least)) {
                continue;
            }
            if tried >= most && !is_first(width) {
                not_tried += 1;
                continue;
            }
            tried += 1;
            let Some(Member { parameters, shape }) = family.member(members, width) else { continue };
            for (order, best) in &mut best {
                let placed = classes.placed(allocation, (family.name, parameters.clone()), *order, &shape);
                let is_better = |placed: &Candidate<_>| best.as_ref().is_none_or(|best| placed.time < best.time);
                *best = placed.filter(is_better).or_else(|| best.take());
            }
        }
        self.candidates.extend(best.into_iter().filter_map(|(_, best)| best));
        if not_tried > 0 {
            let reason = LeftOutReason::TooManyWidths { widths: not_tried };
            self.left_out.push(LeftOut { family: family.name, parameters: Parameters::new(), reason });
        }
    }
}
