//! Communication schemes: sets of messages that are all ready at time 0.

use logpine_text::random::Generator;
use logpine_text::reason::{Reason, reason};

/// A message from one endpoint to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Message {
    /// The sending node.
    pub source: u32,
    /// The receiving node.
    pub destination: u32,
}

/// A rule for the senders and receivers of messages (Lemeire, Dirkx and Colitti 2008, section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// Each node sends a number of messages that is uniform in 0..=2 `node_msgs`, each to another node chosen uniformly.
    Random {
        /// The mean number of messages per node.
        node_msgs: u32,
        /// The seed of the drawing.
        seed: u64,
    },
    /// Node `root` sends a message of its own to each other node, in the order of their numbers.
    OneToAll {
        /// The sender.
        root: u32,
    },
    /// Each node sends a message of its own to each other node, in the order of their numbers.
    AllToAll,
    /// Each node i sends `node_msgs` messages to node i + `index_shift`, modulo the number of nodes.
    Shift {
        /// The distance of the shift.
        index_shift: u32,
        /// The number of messages per node; the paper sends one.
        node_msgs: u32,
    },
}

impl Scheme {
    /// The largest number of messages of a scheme: all of them and their routes are in memory.
    pub const LIMIT: u64 = 1 << 28;

    /// The messages among `nodes` nodes, sorted by source; those of a source in the order in which it sends them. Empty
    /// if there are fewer than two nodes. No message goes from a node to itself.
    ///
    /// # Errors
    /// [`Reason`] if the root is no node, or the messages are more than [`Scheme::LIMIT`].
    pub fn messages(&self, nodes: u32) -> Result<Vec<Message>, Reason> {
        self.check(nodes)?;
        Ok(match *self {
            Self::Random { node_msgs, seed } => random(nodes, node_msgs, seed),
            Self::OneToAll { root } => to_all(root, nodes).collect(),
            Self::AllToAll => (0..nodes).flat_map(|source| to_all(source, nodes)).collect(),
            Self::Shift { index_shift, node_msgs } => shift(nodes, index_shift, node_msgs),
        })
    }

    /// Refuses a scheme that is impossible on so many nodes.
    ///
    /// # Errors
    /// [`Reason`] if the root is no node, or the messages are more than [`Scheme::LIMIT`].
    pub fn check(&self, nodes: u32) -> Result<(), Reason> {
        let messages = self.most_messages(nodes);
        match *self {
            Self::OneToAll { root } if root >= nodes => {
                Err(reason!("the root {root} is not a node: the {nodes} nodes that run processes are numbered from 0"))
            }
            _ if messages > Self::LIMIT => Err(reason!(
                "the scheme has {messages} messages, and at most {limit} are supported; take fewer nodes or messages a node",
                limit = Self::LIMIT
            )),
            _ => Ok(()),
        }
    }

    /// The largest number of messages among `nodes` nodes, saturating.
    #[must_use]
    pub fn most_messages(&self, nodes: u32) -> u64 {
        let all = u64::from(nodes);
        match *self {
            Self::OneToAll { .. } => all,
            Self::AllToAll => all * all,
            Self::Random { node_msgs, .. } => all.saturating_mul(2 * u64::from(node_msgs)),
            Self::Shift { node_msgs, .. } => all.saturating_mul(u64::from(node_msgs)),
        }
    }
}

fn to_all(source: u32, nodes: u32) -> impl Iterator<Item = Message> {
    (0..nodes).filter(move |&destination| destination != source).map(move |destination| Message { source, destination })
}

fn shift(nodes: u32, index_shift: u32, node_msgs: u32) -> Vec<Message> {
    if nodes == 0 || index_shift.is_multiple_of(nodes) {
        return Vec::new();
    }
    let by = u64::from(index_shift % nodes);
    #[expect(clippy::cast_possible_truncation, reason = "below the number of nodes")]
    let to = |source: u32| ((u64::from(source) + by) % u64::from(nodes)) as u32;
    let sent = |source| std::iter::repeat_n(Message { source, destination: to(source) }, node_msgs as usize);
    (0..nodes).flat_map(sent).collect()
}

fn random(nodes: u32, node_msgs: u32, seed: u64) -> Vec<Message> {
    let mut generator = Generator::new(seed);
    let mut messages = Vec::new();
    if nodes < 2 {
        return messages;
    }
    for source in 0..nodes {
        for _ in 0..generator.below(2 * u64::from(node_msgs) + 1) {
            #[expect(clippy::cast_possible_truncation, reason = "below the number of nodes")]
            let other = generator.below(u64::from(nodes) - 1) as u32;
            messages.push(Message { source, destination: other + u32::from(other >= source) });
        }
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_schemes_have_the_mean_and_no_message_to_itself() -> Result<(), Reason> {
        let messages = Scheme::Random { node_msgs: 25, seed: 1 }.messages(1_000)?;
        assert!(messages.iter().all(|message| message.source != message.destination && message.destination < 1_000));
        assert!(messages.is_sorted_by_key(|message| message.source));
        // The deviation of a node's number is 14.7, that of the sum 466.
        assert!((23_000..27_000).contains(&messages.len()), "{}", messages.len());
        let counts = messages.chunk_by(|a, b| a.source == b.source).map(<[_]>::len).max();
        assert!(counts.is_some_and(|most| (49..=50).contains(&most)));
        Ok(())
    }

    #[test]
    fn the_first_random_messages_are_pinned() -> Result<(), Reason> {
        let messages = Scheme::Random { node_msgs: 2, seed: 7 }.messages(5)?;
        let pairs: Vec<(u32, u32)> = messages.iter().map(|message| (message.source, message.destination)).collect();
        let expected = [(0, 1), (1, 3), (1, 2), (1, 0), (1, 2), (2, 0), (3, 0), (3, 4), (4, 3), (4, 3), (4, 2), (4, 3)];
        assert_eq!(pairs, expected);
        Ok(())
    }

    #[test]
    fn regular_schemes() -> Result<(), Reason> {
        let pairs = |scheme: Scheme, nodes| -> Result<Vec<(u32, u32)>, Reason> {
            Ok(scheme.messages(nodes)?.iter().map(|message| (message.source, message.destination)).collect())
        };
        assert_eq!(pairs(Scheme::OneToAll { root: 1 }, 3)?, [(1, 0), (1, 2)]);
        assert_eq!(pairs(Scheme::AllToAll, 3)?, [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]);
        assert_eq!(
            pairs(Scheme::Shift { index_shift: 4, node_msgs: 2 }, 3)?,
            [(0, 1), (0, 1), (1, 2), (1, 2), (2, 0), (2, 0)]
        );
        assert_eq!(pairs(Scheme::Shift { index_shift: 3, node_msgs: 1 }, 3)?, []);
        for scheme in [Scheme::AllToAll, Scheme::OneToAll { root: 0 }, Scheme::Random { node_msgs: 9, seed: 0 }] {
            assert_eq!(pairs(scheme, 1)?, []);
        }
        Ok(())
    }
}
