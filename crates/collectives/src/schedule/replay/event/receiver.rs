//! The state of knowledge of a receiving rank.

use crate::schedule::operations::Kind;
use crate::schedule::{ANY, Record};

/// The ways of matching the messages of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Receiver {
    /// Messages can be paired; the number counts the searches so far.
    Pairs(u8),
    /// Messages cannot be paired.
    Matches,
    /// Messages cannot be paired, since the rank has wildcards.
    Wildcards,
}

impl Receiver {
    /// The receiver before anything is paired; `keys` is a buffer for the keys of its receives.
    pub(super) fn new(records: &[Record], keys: &mut Vec<u64>) -> Self {
        let key = |receive: &Record| u64::from(receive.tag) << 32 | u64::from(receive.peer);
        let receives = || records.iter().filter(|record| record.kind == Kind::Receive);
        let (mut ascend, mut descend, mut last) = (true, true, None);
        for receive in receives() {
            if receive.peer == ANY || receive.tag == ANY {
                return Self::Wildcards;
            }
            let key = key(receive);
            ascend &= last.is_none_or(|last| last < key);
            descend &= last.is_none_or(|last| last > key);
            last = Some(key);
        }
        if ascend || descend {
            return Self::Pairs(0);
        }
        keys.clear();
        keys.extend(receives().map(key));
        keys.sort_unstable();
        if keys.is_sorted_by(|before, after| before < after) { Self::Pairs(0) } else { Self::Matches }
    }
}
