//! Checks of the fields of an operation, in texts and in packed files.

use super::fault::FaultKind;
use crate::schedule::{ANY, Operation};

/// A field of a send or receive.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Size,
    Peer,
    Tag,
}

/// Reports every fault in an operation's fields; peers are checked if the number of ranks is known.
#[inline]
pub(super) fn check(operation: Operation, ranks: Option<u32>, mut fault: impl FnMut(Field, FaultKind)) {
    let (peer, bytes) = match operation {
        Operation::Send { to, bytes, tag } => {
            if tag == ANY {
                fault(Field::Tag, FaultKind::AnyTagSent);
            }
            (Some(to), bytes)
        }
        Operation::Receive { from, bytes, tag } => {
            if tag == ANY {
                fault(Field::Tag, FaultKind::Wildcard { what: "tag" });
            }
            if from == ANY {
                fault(Field::Peer, FaultKind::Wildcard { what: "sender" });
            }
            (Some(from).filter(|&from| from != ANY), bytes)
        }
        _ => return,
    };
    if bytes == 0 {
        fault(Field::Size, FaultKind::ZeroSize);
    }
    if let (Some(peer), Some(ranks)) = (peer, ranks)
        && peer >= ranks
    {
        fault(Field::Peer, FaultKind::PeerOutOfRange { peer, ranks });
    }
}
