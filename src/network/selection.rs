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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::network::NetworkFormat;

    #[test]
    fn names_numbers_and_ranges_are_nodes() {
        let network = NetworkFormat::Edges.read("GPU0 GPU1\nGPU1 a-b\na-b 7\n", "test").expect("a network");
        let select = |list: &str| network.select(list).map_err(|error| error.to_string());
        assert_eq!(select("a-b,GPU0"), Ok(vec![2, 0]));
        assert_eq!(select("0-1, 3"), Ok(vec![0, 1, 3]));
        // Node 3 is called 7.
        assert_eq!(select("7"), Ok(vec![3]));
        assert_eq!(select("0-1,1"), Err("node GPU1 is named twice".to_owned()));
        for wrong in ["", "4", "2-1", "GPU9", "0,,1"] {
            assert!(select(wrong).is_err_and(|error| error.starts_with("there is no node")), "{wrong}");
        }
        let switched = NetworkFormat::Edges.read("#! endpoints 2\n0 2\n1 2\n", "test").expect("a network");
        assert_eq!(switched.select("0-2"), Err(SelectionError::Switch { name: "2".to_owned() }));
    }
}
