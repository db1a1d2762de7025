//! Member trees with one width at all levels, chosen by a rule or the best of all.

use super::splitting::{Numbering, Splitting};
use super::{Facts, Family, Known, Member, NodeCost, Parameters};
use logpine_models::job::{Limits, Targets};
use logpine_text::integer::first;
use logpine_text::units::Time;
use std::ops::RangeInclusive;

/// A family of member trees that one number describes.
#[derive(Clone, Copy, Debug)]
pub struct OneWidth {
    /// The name in reports, options and JSON.
    pub name: &'static str,
    /// The name that people know it by.
    pub title: &'static str,
    /// The description in one line.
    pub description: &'static str,
    /// The system's word for the number.
    pub parameter: &'static str,
    /// The way in which the system splits the members.
    pub splitting: Splitting,
    /// The ranks that the system gives to the nodes.
    pub numbering: Numbering,
    /// See [`Facts::place`].
    pub place: i8,
    /// The choice of the number.
    pub rule: Rule,
}

/// The choice of a width.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// Always the same width, which the title says.
    Fixed(u64),
    /// The width for a number of members.
    Of(fn(u64) -> u64),
    /// All members but the root.
    Others,
    /// The best of all widths up to this one.
    Best(u64),
}

impl OneWidth {
    /// True if its rule tries all widths.
    #[must_use]
    pub const fn is_best_width(&self) -> bool {
        matches!(self.rule, Rule::Best(_))
    }

    /// The widths in a range that are worth scoring for a cost that never falls, ascending.
    pub(super) fn widths(&self, members: u64, of: RangeInclusive<u64>, cost: NodeCost) -> Vec<u64> {
        match self.rule {
            Rule::Best(_) if self.splitting == Splitting::Routers => useful_routers(members, of, cost),
            Rule::Best(_) => useful(self.splitting, members, of, cost),
            _ => of.collect(),
        }
    }

    /// All widths that the rule allows for two members or more.
    #[must_use]
    pub fn all_widths(&self, members: u64) -> RangeInclusive<u64> {
        match self.rule {
            Rule::Fixed(width) => width..=width,
            Rule::Of(width) => width(members)..=width(members),
            Rule::Others => members - 1..=members - 1,
            Rule::Best(widest) => 1..=widest.min(members - 1),
        }
    }

    /// The tree of a width; `None` if it has too many levels.
    #[must_use]
    pub fn member(&self, members: u64, width: u64) -> Option<Member> {
        let shape = self.splitting.shape(members, width)?;
        Some(Member { parameters: Parameters::new().number(self.parameter, width), shape })
    }
}

impl Known for OneWidth {
    fn facts(&self) -> Facts {
        let says_its_number = matches!(self.rule, Rule::Fixed(_) | Rule::Others);
        let Self { numbering, place, .. } = *self;
        Facts { title: Some(self.title), says_its_number, place, numbering, one_width: Some(*self), ..Facts::default() }
    }
}

impl Family for OneWidth {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        self.description
    }

    fn targets(&self) -> Targets {
        Targets::Members
    }

    /// The tree of the rule's width; of all widths those that no narrower one beats in both time and height, the fastest
    /// among them; of all numbers of routers those that none beats in both time and largest fanout, on which limits and periods
    /// depend.
    fn members(&self, count: u64, cost: NodeCost) -> Vec<Member> {
        if count < 2 {
            let only = count == 1 && matches!(self.rule, Rule::Others);
            let single = || Member { parameters: Parameters::new(), shape: crate::tree::Shape::leaf() };
            return only.then(single).into_iter().collect();
        }
        let widths = self.widths(count, self.all_widths(count), cost);
        widths.into_iter().filter_map(|width| self.member(count, width)).collect()
    }

    /// The best of all widths whose trees keep to the limits on height and fanout.
    fn within(&self, count: u64, limits: Limits, cost: NodeCost) -> Vec<Member> {
        if count < 2 || !self.is_best_width() {
            return Vec::new();
        }
        let (from, to) = self.all_widths(count).into_inner();
        let height = limits.max_height.map_or(u64::MAX, u64::from);
        let Some(from) = first_of_height(self.splitting, count, from, to, height) else { return Vec::new() };
        let widths = self.widths(count, from..=to.min(limits.max_fanout.unwrap_or(u64::MAX)), cost);
        widths.into_iter().filter_map(|width| self.member(count, width)).collect()
    }

    /// The tree of the rule's width; of all widths those that no narrower one beats in time, height and the largest cost of a
    /// node, on which the period depends.
    fn members_of_any_cost(&self, count: u64, cost: NodeCost) -> Vec<Member> {
        match self.rule {
            Rule::Best(_) if count > 1 => {
                let widths = unbeaten(self.splitting, count, self.all_widths(count), cost);
                widths.into_iter().filter_map(|width| self.member(count, width)).collect()
            }
            _ => self.members(count, cost),
        }
    }
}

/// The widths that no narrower one with as small a largest fanout beats in time, height and the largest cost of a node, all of
/// them tried.
fn unbeaten(splitting: Splitting, members: u64, widths: RangeInclusive<u64>, cost: NodeCost) -> Vec<u64> {
    let mut unbeaten: Vec<(u64, [u64; 4])> = Vec::new();
    for width in widths {
        let Some(time) = splitting.time(members, width, cost) else { continue };
        let Some(costliest) = splitting.costliest(members, width, cost) else { continue };
        let height = splitting.height(members, width);
        let values = [splitting.largest_fanout(members, width), height, time.ticks(), costliest.ticks()];
        let beats = |other: &[u64; 4]| other.iter().zip(&values).all(|(other, value)| other <= value);
        if !unbeaten.iter().any(|(_, other)| beats(other)) {
            unbeaten.push((width, values));
        }
    }
    unbeaten.into_iter().map(|(width, _)| width).collect()
}

/// The widths in a range that no narrower one beats in both time and height. Widths whose root alone takes as long as the
/// fastest tree are excluded together, but for the narrowest of each lower height, and single ones by
/// [`Splitting::least_time`].
fn useful(splitting: Splitting, members: u64, widths: RangeInclusive<u64>, cost: NodeCost) -> Vec<u64> {
    let mut useful: Vec<(u64, Time, u64)> = Vec::new();
    let mut fastest: Option<Time> = None;
    let (mut next, widest) = widths.into_inner();
    while next <= widest {
        let root = cost(next);
        if fastest.zip(root).is_some_and(|(fastest, root)| root >= fastest) || (root.is_none() && fastest.is_some()) {
            break;
        }
        let least = splitting.least_time(members, next, cost);
        let lowest = useful.last().map_or(u64::MAX, |&(.., height)| height);
        let is_slower = fastest.zip(least).is_some_and(|(fastest, least)| least >= fastest);
        if is_slower && splitting.height(members, next) >= lowest {
            next += 1;
            continue;
        }
        if let Some(time) = splitting.time(members, next, cost) {
            let height = splitting.height(members, next);
            if !useful.iter().any(|&(_, other, lower)| other <= time && lower <= height) {
                useful.push((next, time, height));
            }
            fastest = Some(fastest.map_or(time, |fastest| fastest.min(time)));
        }
        next += 1;
    }
    let mut widths: Vec<u64> = useful.iter().map(|&(width, ..)| width).collect();
    let lowest = useful.iter().map(|&(.., height)| height).min().unwrap_or(1);
    widths.extend((1..lowest).rev().filter_map(|height| {
        let first = first_of_height(splitting, members, next, widest, height)?;
        cost(first.min(members - 1)).map(|_| first)
    }));
    widths.sort_unstable();
    widths.dedup();
    widths
}

/// The numbers of routers in a range that none beats in both time and largest fanout: with more routers the root has more
/// children, and each router fewer.
fn useful_routers(members: u64, counts: RangeInclusive<u64>, cost: NodeCost) -> Vec<u64> {
    let timed = |routers: u64| {
        let time = Splitting::Routers.time(members, routers, cost)?;
        Some((Splitting::Routers.largest_fanout(members, routers), time, routers))
    };
    let mut all: Vec<(u64, Time, u64)> = counts.filter_map(timed).collect();
    all.sort_unstable();
    let mut fastest = Time::MAX;
    let mut useful: Vec<u64> = Vec::new();
    for (_, time, routers) in all {
        if time < fastest || useful.is_empty() {
            fastest = time;
            useful.push(routers);
        }
    }
    useful.sort_unstable();
    useful
}

/// The narrowest width from `from` to `to` whose tree has at most this height: the height does not rise with the width.
fn first_of_height(splitting: Splitting, members: u64, from: u64, to: u64, height: u64) -> Option<u64> {
    let is_low = |width| splitting.height(members, width) <= height;
    (from <= to && is_low(to)).then(|| first(from..=to, is_low))
}
