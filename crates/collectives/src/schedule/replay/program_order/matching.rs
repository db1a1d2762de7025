//! Matching of receptions and messages.

use crate::schedule::operations::{Kind, Schedule};

/// No reception.
pub const NONE: u32 = u32::MAX;

/// A send or a reception: the fields that must be equal in both, then the place among the operations of all ranks.
type End = (u32, u32, u32);

/// The reception of every send, by their places among the operations of all ranks. The k-th reception of a rank from a
/// sender with a tag gets the k-th such message. [`NONE`] for operations that are no sends, and messages that are never
/// received. *Requires* that every sender and receiver exists.
///
/// Messages are sorted by their receivers, by counting; those of one receiver are compared with its receptions, which in
/// most schedules are in the same order. **Complexity** O(operations) for those, with the logarithm of a rank's for
/// others.
#[must_use]
pub fn receptions(schedule: &Schedule) -> Vec<u32> {
    let records = schedule.records();
    let ranks = schedule.ranks();
    // The start of the messages to each rank, and, after they were filled in, the end.
    let mut ends = vec![0u32; ranks as usize + 1];
    for record in records.iter().filter(|record| record.kind == Kind::Send) {
        ends[record.peer as usize + 1] += 1;
    }
    for rank in 0..ranks as usize {
        ends[rank + 1] += ends[rank];
    }
    let mut sends: Vec<End> = vec![(0, 0, 0); ends.last().map_or(0, |&all| all as usize)];
    for rank in 0..ranks {
        for (record, at) in records[schedule.range(rank)].iter().zip(first_of(schedule, rank)..) {
            if record.kind == Kind::Send {
                let place = &mut ends[record.peer as usize];
                sends[*place as usize] = (rank, record.tag, at);
                *place += 1;
            }
        }
    }
    let mut partners = vec![NONE; records.len()];
    let mut receptions: Vec<End> = Vec::new();
    let mut begin = 0;
    for rank in 0..ranks {
        let end = ends[rank as usize] as usize;
        let places = records[schedule.range(rank)].iter().zip(first_of(schedule, rank)..);
        let receives = places.filter(|(record, _)| record.kind == Kind::Receive);
        receptions.clear();
        receptions.extend(receives.map(|(record, at)| (record.peer, record.tag, at)));
        pair(&mut sends[begin..end], &mut receptions, &mut partners);
        begin = end;
    }
    partners
}

fn first_of(schedule: &Schedule, rank: u32) -> u32 {
    // There are fewer than 2^32 operations.
    u32::try_from(schedule.range(rank).start).unwrap_or(NONE)
}

/// Pairs the messages to a rank with its receptions.
fn pair(sends: &mut [End], receptions: &mut [End], partners: &mut [u32]) {
    let same = |(send, reception): (&End, &End)| (send.0, send.1) == (reception.0, reception.1);
    if sends.len() != receptions.len() || !sends.iter().zip(receptions.iter()).all(same) {
        sends.sort_unstable();
        receptions.sort_unstable();
    }
    let mut receptions = receptions.iter().peekable();
    for &(from, tag, at) in &*sends {
        while receptions.next_if(|reception| (reception.0, reception.1) < (from, tag)).is_some() {}
        if let Some(&(_, _, reception)) = receptions.next_if(|reception| (reception.0, reception.1) == (from, tag)) {
            partners[at as usize] = reception;
        }
    }
}
