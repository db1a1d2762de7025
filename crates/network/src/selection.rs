//! Some of the nodes of a network, by their names, numbers and ranges.

use super::Network;
use logpine_text::excerpt::short;
use rustc_hash::{FxHashMap, FxHashSet};

/// The reason why a list names no nodes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelectionError {
    /// A word that is no node.
    #[error("there is no node `{name}`; write names or numbers of nodes, and ranges of numbers, like 0-7,9")]
    Unknown {
        /// The word.
        name: String,
    },
    /// A node that is named twice.
    #[error("node {name} is named twice")]
    Twice {
        /// The name of the node.
        name: String,
    },
    /// A switch, which has no data.
    #[error("node {name} is a switch, and has no data; name nodes that run processes")]
    Switch {
        /// The name of the node.
        name: String,
    },
}

impl Network {
    /// The nodes of a list like `0-7,9` or `GPU0,GPU1`, in the order of the list. A word is a name if a node has it, and else a
    /// number or a range of numbers.
    ///
    /// # Errors
    /// [`SelectionError`] if a word names no node, a switch, or a node that was named before.
    pub fn select(&self, list: &str) -> Result<Vec<u32>, SelectionError> {
        let names: FxHashMap<String, u32> = (0..self.nodes()).map(|node| (self.label(node), node)).collect();
        let (mut nodes, mut seen) = (Vec::new(), FxHashSet::default());
        for word in list.split(',').map(str::trim) {
            let unknown = || SelectionError::Unknown { name: short(word) };
            let range = match names.get(word) {
                Some(&node) => node..=node,
                None => self.numbers(word).ok_or_else(unknown)?,
            };
            for node in range {
                let name = self.label(node);
                if node >= self.endpoints() {
                    return Err(SelectionError::Switch { name });
                }
                if !seen.insert(node) {
                    return Err(SelectionError::Twice { name });
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
