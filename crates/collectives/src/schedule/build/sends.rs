//! Blocks that are sent in steps, as a program of each rank.

use super::{BuildError, Message, Room, Writer};
use crate::schedule::{Added, Schedule};
use rustc_hash::FxHashMap;

/// A block on its way from a rank to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InStep {
    /// The step in which it is sent.
    pub step: u32,
    /// The step at whose end it is there.
    pub end: u32,
    /// The sender.
    pub from: u32,
    /// The receiver.
    pub to: u32,
    /// The block, by its number.
    pub block: u32,
}

/// The program of blocks that are sent in steps, a message of one byte each, tagged with its block. Every rank has its sends and
/// receptions in the order of their steps; a send requires the reception of its block, and may run beside other sends.
///
/// # Errors
/// [`BuildError`] if it would be too large.
///
/// **Complexity** O(n log n) time for n sends.
pub fn sends(ranks: u32, sends: impl Iterator<Item = InStep>) -> Result<Schedule, BuildError> {
    // Step, whether it is a reception, other rank, block: what arrives at the end of a step comes after what is sent in it.
    let mut events: Vec<Vec<(u32, bool, u32, u32)>> = vec![Vec::new(); ranks as usize];
    let mut count = 0u128;
    for InStep { step, end, from, to, block } in sends {
        events[from as usize].push((step, false, to, block));
        events[to as usize].push((end, true, from, block));
        count += 1;
    }
    let room = Room::new(ranks.into(), 2 * count, count);
    room.check()?;
    let mut writer = Writer::new(room)?;
    let mut received: FxHashMap<u32, Added> = FxHashMap::default();
    for events in &mut events {
        events.sort_unstable();
        writer.begin_rank()?;
        received.clear();
        for &(_, is_reception, peer, block) in events.iter() {
            let message = Message { peer, bytes: 1, tag: block };
            if is_reception {
                received.insert(block, writer.receive(message)?);
            } else {
                writer.send_beside(message, received.get(&block))?;
            }
        }
    }
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Operation, Record};

    #[test]
    fn a_block_goes_on_once_it_is_there() {
        let in_step = |(step, end, from, to, block)| InStep { step, end, from, to, block };
        // Rank 1 gets block 7 in step 1, and sends it to ranks 0 and 2; what it sends in step 1 is its own.
        let list = [(2, 2, 1, 2, 7), (1, 1, 0, 1, 7), (1, 3, 1, 0, 4), (2, 2, 1, 0, 7)].map(in_step);
        let schedule = sends(3, list.into_iter()).expect("small");
        let operations = |rank| schedule.rank(rank).iter().map(Record::operation).collect::<Vec<_>>();
        let send = |to, tag| Operation::Send { to, bytes: 1, tag };
        let receive = |from, tag| Operation::Receive { from, bytes: 1, tag };
        assert_eq!(operations(0), [send(1, 7), receive(1, 7), receive(1, 4)]);
        assert_eq!(operations(1), [send(0, 4), receive(0, 7), send(0, 7), send(2, 7)]);
        assert_eq!(operations(2), [receive(1, 7)]);
        assert_eq!(schedule.dependencies(), 2);
        assert_eq!(schedule.dependents(1, 1).count(), 2, "both sends of the block wait for it");
    }
}
