//! Some of the nodes of a network, by their names, numbers and ranges.

use super::Network;
use logpine_text::excerpt::short;
use logpine_text::reason::{Reason, reason};
use rustc_hash::{FxHashMap, FxHashSet};

impl Network {
    /// The nodes of a list like `0-7,9` or `GPU0,GPU1`, in the order of the list. A word is a name if a node has it, and else a
    /// number or a range of numbers.
    ///
    /// # Errors
    /// [`Reason`] if a word names no node, a switch, or a node that was named before.
    pub fn select(&self, list: &str) -> Result<Vec<u32>, Reason> {
        let names: FxHashMap<String, u32> = (0..self.nodes()).map(|node| (self.label(node), node)).collect();
        let (mut nodes, mut seen) = (Vec::new(), FxHashSet::default());
        for word in list.split(',').map(str::trim) {
            let unknown = || {
                reason!(
                    "there is no node `{name}`; write names or numbers of nodes, and ranges of numbers, like 0-7,9",
                    name = short(word)
                )
            };
            let range = match names.get(word) {
                Some(&node) => node..=node,
                None => self.numbers(word).ok_or_else(unknown)?,
            };
            for node in range {
                let name = self.label(node);
                if node >= self.endpoints() {
                    return Err(reason!("node {name} is a switch, and has no data; name nodes that run processes"));
                }
                if !seen.insert(node) {
                    return Err(reason!("node {name} is named twice"));
                }
                nodes.push(node);
            }
        }
        Ok(nodes)
    }

    /// A number or a range of numbers of nodes.
    fn numbers(&self, word: &str) -> Option<std::ops::RangeInclusive<u32>> {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let number = |text: &str| text.parse().ok().filter(|&number: &u32| number < self.nodes());
        let range = number(first)?..=number(last)?;
        (!range.is_empty()).then_some(range)
    }
}
