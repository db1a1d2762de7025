//! Checks of the fields of an operation, in texts and in packed files.

use logpine_collectives::schedule::{ANY, Operation};
use logpine_text::fault::Diagnostic;

/// A field of a send or receive.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Size,
    Peer,
    Tag,
}

/// Reports every fault in an operation's fields; peers are checked if the number of ranks is known.
#[inline]
pub(super) fn check(operation: Operation, ranks: Option<u32>, mut fault: impl FnMut(Field, Diagnostic)) {
    let (peer, bytes) = match operation {
        Operation::Send { to, bytes, tag } => {
            if tag == ANY {
                fault(
                    Field::Tag,
                    Diagnostic::error(
                        "any-tag-sent",
                        "a send has the tag 4294967295 (-1), which means any tag; no message has it",
                        "choose another tag",
                    ),
                );
            }
            (Some(to), bytes)
        }
        Operation::Receive { from, bytes, tag } => {
            let mut wildcard = |field, message: &'static str| {
                fault(field, Diagnostic::warning("wildcard", message, "name the sender and the tag"));
            };
            if tag == ANY {
                wildcard(
                    Field::Tag,
                    "any tag: which message is received depends on time, and ATLAHS's simulator never finds one",
                );
            }
            if from == ANY {
                wildcard(
                    Field::Peer,
                    "any sender: which message is received depends on time, and ATLAHS's simulator never finds one",
                );
            }
            (Some(from).filter(|&from| from != ANY), bytes)
        }
        _ => return,
    };
    if bytes == 0 {
        fault(
            Field::Size,
            Diagnostic::warning(
                "zero-size",
                "a message of 0 bytes: LogGOPSim subtracts the time of a byte from its costs, ATLAHS \
                takes it for 1 byte",
                "send 1 byte, which every simulator takes alike",
            ),
        );
    }
    if let (Some(peer), Some(ranks)) = (peer, ranks)
        && peer >= ranks
    {
        fault(
            Field::Peer,
            Diagnostic::error(
                "peer-out-of-range",
                format!("there is no rank {peer}: num_ranks is {ranks}, and the simulator fails without a message"),
                "ranks count from 0 to num_ranks - 1",
            ),
        );
    }
}
