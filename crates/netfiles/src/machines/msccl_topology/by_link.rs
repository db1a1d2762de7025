//! The switches of each link.

use super::{MscclSwitch, MscclTopology};
use std::collections::BTreeMap;

/// The switches of each link, by sender and receiver, as indices of [`MscclTopology::switches`].
pub(crate) type SwitchesByLink = BTreeMap<(u32, u32), Vec<usize>>;

/// The most links of all switches.
pub(super) const MOST_LINKS: usize = 1 << 22;

impl MscclTopology {
    /// The switches of each link; `None` if all switches together have more than 2^22 links.
    pub(crate) fn switches_by_link(&self) -> Option<SwitchesByLink> {
        let mut by_link: SwitchesByLink = self.arcs.iter().map(|arc| ((arc.from, arc.to), Vec::new())).collect();
        let mut count = 0usize;
        for (index, switch) in self.switches.iter().enumerate() {
            count = count.saturating_add(switch.sources.len().saturating_mul(switch.destinations.len()));
            if count > MOST_LINKS {
                return None;
            }
            for ends in pairs(switch) {
                if let Some(switches) = by_link.get_mut(&ends) {
                    switches.push(index);
                }
            }
        }
        Some(by_link)
    }
}

fn pairs(switch: &MscclSwitch) -> impl Iterator<Item = (u32, u32)> {
    switch.sources.iter().flat_map(|&from| switch.destinations.iter().map(move |&to| (from, to)))
}
