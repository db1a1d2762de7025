//! Calls, sizes and segments, from the counts of messages and bytes.

use super::Expected;
use crate::library::{Edge, Link, Observed, ObservedBy, Setting};

/// An edge with another number of messages than meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Differing {
    /// The edge.
    pub link: Link,
    /// The messages of all calls, as they were meant.
    pub expected: u64,
    /// The messages that were counted.
    pub found: u64,
}

/// The cut of the bytes of a call along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segments {
    /// The messages of a call.
    pub messages: u64,
    /// The least size of segments that makes so many.
    pub least: u64,
    /// The largest; `None` without an end, for one message.
    pub most: Option<u64>,
}

impl Segments {
    /// The segments of `bytes` bytes in so many messages; `None` if no size makes them.
    #[must_use]
    pub fn of(bytes: u64, messages: u64) -> Option<Self> {
        let least = bytes.checked_div(messages)? + u64::from(!bytes.is_multiple_of(messages));
        let most = messages.checked_sub(2).map(|fewer| bytes.div_ceil(fewer + 1).saturating_sub(1));
        (most.is_none_or(|most| least <= most)).then_some(Self { messages, least, most })
    }

    /// The size that is meant most likely: a power of two, or else the least. `None` for whole messages.
    #[must_use]
    pub fn likely(&self) -> Option<u64> {
        let most = self.most?;
        let power = self.least.checked_next_power_of_two().filter(|&power| power <= most);
        Some(power.unwrap_or(self.least))
    }
}

/// The counts that all edges of a run share.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// The number of calls, as given, counted by the monitor or deduced.
    pub calls: Option<u64>,
    /// The messages of a call on every edge, if they are as many on all, and whole.
    pub messages: Option<u64>,
    /// The bytes of a call on every edge, if they are as many on all, and whole.
    pub bytes: Option<u64>,
    /// True if edges have different counts.
    pub is_uneven: bool,
}

impl Counts {
    /// The counts of the edges seen.
    pub fn new(expected: &Expected<'_>, observed: &Observed) -> Self {
        let messages = common(&observed.edges, |edge| edge.messages);
        let bytes = common(&observed.edges, |edge| edge.bytes);
        let is_uneven =
            observed.edges.iter().any(|edge| edge.messages.is_some()) && (messages.is_none() || bytes.is_none());
        let by_bytes = || bytes.and_then(|bytes| exact(bytes, expected.bytes));
        let by_messages = || {
            let due = expected.setting.messages(expected.bytes);
            // What no number of calls explains counts as that of one.
            messages.map(|messages| exact(messages, due).unwrap_or(1))
        };
        // All bytes of an edge are those of all calls, however they are cut.
        let calls = expected.calls.or_else(|| counted(expected, observed)).or_else(by_bytes).or_else(by_messages);
        let a_call = |count: Option<u64>| exact(count?, calls?);
        Self { calls, messages: a_call(messages), bytes: a_call(bytes), is_uneven }
    }

    /// The edges with another number of messages than the setting makes.
    pub fn differing<'a>(&self, expected: &Expected<'_>, edges: impl Iterator<Item = &'a Edge>) -> Vec<Differing> {
        let Some(calls) = self.calls else { return Vec::new() };
        let due = calls.saturating_mul(expected.setting.messages(expected.bytes));
        let differing = |edge: &Edge| {
            let found = edge.messages.filter(|&found| found != due)?;
            Some(Differing { link: edge.link(), expected: due, found })
        };
        edges.filter_map(differing).collect()
    }

    /// The cut of a call of `bytes` bytes.
    pub fn segments(&self, bytes: u64) -> Option<Segments> {
        Segments::of(self.bytes.unwrap_or(bytes), self.messages?)
    }

    /// True if nothing that was counted speaks against a setting.
    pub fn fit(&self, setting: &Setting, bytes: u64) -> bool {
        self.messages.is_none_or(|messages| messages == setting.messages(self.bytes.unwrap_or(bytes)))
    }
}

/// The calls that the monitor counted, if it counts them.
fn counted(expected: &Expected<'_>, observed: &Observed) -> Option<u64> {
    let ObservedBy::Monitoring(counted) = &observed.source else { return None };
    let calls = counted.calls(expected.collective).count;
    (calls > 0).then_some(calls)
}

/// The count that all edges have.
fn common(edges: &[Edge], count: impl Fn(&Edge) -> Option<u64>) -> Option<u64> {
    let first = count(edges.first()?)?;
    edges.iter().all(|edge| count(edge) == Some(first)).then_some(first)
}

/// A quotient without remainder, of at least 1.
fn exact(of: u64, by: u64) -> Option<u64> {
    (by > 0 && of > 0 && of.is_multiple_of(by)).then(|| of / by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_those_that_make_so_many_messages() {
        for bytes in 1..60u64 {
            for messages in 1..=bytes {
                let sizes: Vec<u64> = (1..=bytes).filter(|&size| bytes.div_ceil(size) == messages).collect();
                let found = Segments::of(bytes, messages);
                let ends = sizes.first().copied().zip(sizes.last().copied());
                match found {
                    None => assert_eq!(ends, None, "{bytes} in {messages}"),
                    Some(Segments { least, most: None, .. }) => assert_eq!((messages, ends), (1, Some((least, bytes)))),
                    Some(Segments { least, most: Some(most), .. }) => assert_eq!(ends, Some((least, most))),
                }
            }
        }
        assert_eq!(Segments::of(8, 0), None);
    }

    #[test]
    fn powers_of_two_are_likely() {
        let likely = |bytes, messages| Segments::of(bytes, messages).expect("some").likely();
        assert_eq!(likely(16_384, 16), Some(1024));
        assert_eq!(likely(4096, 5), Some(820), "820 .. 1023");
        assert_eq!(likely(5000, 5), Some(1024), "1000 .. 1249");
        assert_eq!(likely(4096, 1), None);
    }
}
