//! Holds the messages that ranks were seen to send against the tree that a setting of the library stands for, edge by edge.
//!
//! Everything is counted in whole numbers. Trees come from the tables of the library; whether these are right is the matter of
//! tests with real libraries.

mod cause;
mod counts;
mod host_levels;
mod likely;

pub use cause::Cause;
pub use counts::{Differing, Segments};

use crate::library::{Edge, Form, Library, Link, Observed, ObservedBy, Rules, Setting, Tree, WIDEST_CHAIN, algorithms};
use counts::Counts;
use logpine_models::job::MpiCollective;
use logpine_text::reason::{Reason, reason};
use std::collections::{BTreeMap, BTreeSet};

/// The largest radix that is tried to recognise a tree.
const MOST_RADIX: u64 = 16;

/// The call, and the setting meant to serve it.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'a> {
    /// The library.
    pub library: Library,
    /// The operation.
    pub collective: MpiCollective,
    /// The setting that was meant to serve it.
    pub setting: Setting,
    /// The number of ranks.
    pub ranks: u64,
    /// The bytes of a call, as the collective defines them.
    pub bytes: u64,
    /// The root.
    pub root: u64,
    /// The number of calls; `None` if it is not known.
    pub calls: Option<u64>,
    /// The edges, if the tables have no tree for the setting.
    pub links: Option<&'a [Link]>,
    /// The library's own choice for this cell.
    pub default: Option<Setting>,
    /// All rules of the collective.
    pub rules: Option<&'a Rules>,
    /// The host of each rank, numbered in any way; `None` takes those that a probe says.
    pub hosts: Option<&'a [u32]>,
}

/// The comparison, edge by edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The number of calls, as given, counted or deduced.
    pub calls: Option<u64>,
    /// Edges that were meant and seen.
    pub matching: Vec<Link>,
    /// Edges that were meant and not seen.
    pub missing: Vec<Link>,
    /// Edges that were seen and not meant.
    pub extra: Vec<Link>,
    /// Edges that were meant and seen, with another number of messages.
    pub differing: Vec<Differing>,
    /// The cut of a message, if the counts show it.
    pub segments: Option<Segments>,
    /// The settings of the library that make just the edges seen, whatever their segments.
    pub recognised: Vec<Setting>,
    /// The likely cause of a difference; `None` without one.
    pub cause: Option<Cause>,
}

impl Compared {
    /// True if what was meant ran.
    #[must_use]
    pub fn is_as_meant(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty() && self.differing.is_empty() && self.cause.is_none()
    }
}

/// Compares what was seen with what was meant.
///
/// # Errors
/// [`Reason`] if they cannot be compared.
pub fn compare(expected: &Expected<'_>, observed: &Observed) -> Result<Compared, Reason> {
    let Expected { setting, ranks, root, .. } = expected;
    if root >= ranks {
        return Err(reason!("root {root} is none of the {ranks} ranks"));
    }
    let meant = meant(expected, *setting, *root).ok_or_else(|| {
        reason!(
            "{setting} follows no tree, and its messages are not compared edge by edge; compare the times of the library with and \
             without the file"
        )
    })?;
    check(expected, observed)?;
    Ok(compared(expected, observed, &meant))
}

/// The edges of a setting in the direction of the messages; `None` if it follows no tree.
fn links(expected: &Expected<'_>, setting: Setting, root: u64) -> Option<BTreeSet<Link>> {
    let tree = setting.tree(expected.ranks)?;
    Some(tree.edges_from(root).map(|(parent, child)| Link::along(expected.collective, parent, child)).collect())
}

/// The edges of a setting, or those that are given for the one that was meant.
fn meant(expected: &Expected<'_>, setting: Setting, root: u64) -> Option<BTreeSet<Link>> {
    let given = expected.links.filter(|_| setting == expected.setting && root == expected.root);
    given.map(|links| links.iter().copied().collect()).or_else(|| links(expected, setting, root))
}

/// Refuses to compare runs of different calls.
fn check(expected: &Expected<'_>, observed: &Observed) -> Result<(), Reason> {
    if let ObservedBy::Probe(probed) = &observed.source {
        let call =
            |collective: MpiCollective, bytes, root| format!("{} of {bytes} B from root {root}", collective.name());
        let found = call(probed.collective, probed.bytes, probed.root);
        let expected = call(expected.collective, expected.bytes, expected.root);
        if found != expected {
            return Err(reason!(
                "the probe was of {found}, and the setting is for {expected}; compare with the setting for the former"
            ));
        }
    }
    // A monitor that has seen nothing does not know the ranks.
    let (expected, found) = (expected.ranks, observed.ranks);
    if found != expected && !(observed.edges.is_empty() && found == 0) {
        return Err(reason!(
            "the run had {found} ranks, and the setting is for {expected}; run again with {expected}, or compare with the setting \
             for {found}"
        ));
    }
    Ok(())
}

fn compared(expected: &Expected<'_>, observed: &Observed, meant: &BTreeSet<Link>) -> Compared {
    let seen: BTreeMap<Link, Edge> = observed.edges.iter().map(|edge| (edge.link(), *edge)).collect();
    let (matching, missing): (Vec<Link>, Vec<Link>) = meant.iter().partition(|link| seen.contains_key(link));
    let extra: Vec<Link> = seen.keys().filter(|link| !meant.contains(link)).copied().collect();
    let counts = Counts::new(expected, observed);
    let differing = counts.differing(expected, matching.iter().filter_map(|link| seen.get(link)));
    let recognised = recognised(expected, &seen);
    let mut compared = Compared {
        calls: counts.calls,
        matching,
        missing,
        extra,
        differing,
        segments: counts.segments(expected.bytes),
        recognised,
        cause: None,
    };
    compared.cause = likely::likely(expected, observed, &seen, &counts, &compared);
    compared
}

/// The settings of the library with just the edges seen, for the root that the edges have.
fn recognised(expected: &Expected<'_>, seen: &BTreeMap<Link, Edge>) -> Vec<Setting> {
    let Some(root) = root(expected, seen) else { return Vec::new() };
    let settings = algorithms(expected.library, expected.collective).flat_map(|native| {
        let fanouts = native.knobs.fanout.map(|fanout| {
            let most = if native.form == Form::Tree(Tree::Chains) { WIDEST_CHAIN } else { MOST_RADIX };
            fanout.least..=fanout.most.min(most)
        });
        let plain = Setting::plain(native);
        let with = move |fanout| Setting { fanout: Some(fanout), ..plain };
        let none = fanouts.is_none().then_some(plain);
        none.into_iter().chain(fanouts.into_iter().flatten().map(with))
    });
    settings.filter(|setting| makes(expected, *setting, root, seen)).collect()
}

/// True if a setting makes just the edges seen, which are a tree from that root: as many as its own, which are all different.
fn makes(expected: &Expected<'_>, setting: Setting, root: u64, seen: &BTreeMap<Link, Edge>) -> bool {
    let is_seen = |(parent, child)| seen.contains_key(&Link::along(expected.collective, parent, child));
    setting.tree(expected.ranks).is_some_and(|tree| tree.edges_from(root).all(is_seen))
}

/// The root of the edges seen: the only rank that all messages come from, or go to. `None` if they are no tree.
fn root(expected: &Expected<'_>, seen: &BTreeMap<Link, Edge>) -> Option<u64> {
    let is_upward = Link::along(expected.collective, 0, 1).from == 1;
    let children: BTreeSet<u64> = seen.keys().map(|link| if is_upward { link.from } else { link.to }).collect();
    let is_tree = children.len() == seen.len() && children.len() as u64 + 1 == expected.ranks;
    let mut candidates = std::iter::once(expected.root).chain(0..expected.ranks);
    candidates.find(|rank| is_tree && !children.contains(rank))
}

#[cfg(test)]
mod tests;
