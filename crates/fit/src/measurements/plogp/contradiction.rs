//! Times by size that contradict each other.
//!
//! Noise, stalls of long trains and ranks that share a core give times that look plausible one by one. A profile made of them
//! would be wrong everywhere, so they are refused.

use super::{Placed, PlogpRow};
use crate::shown;
use logpine_text::units::Clock;
use std::ops::Range;

/// The factor by which medians of repeated measurements differ.
const SPREAD: f64 = 1.25;
/// The share of a round trip from which a send has waited for the receiver, as it does for long messages (rendezvous).
pub(crate) const WAITING: f64 = 0.75;
/// The factor by which times may fall when sizes grow.
const FALL: f64 = 0.5;

/// The times that a contradiction is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Gap,
    Overheads,
}

/// A contradiction between the times of one size.
///
/// A round trip has a message each way, so that neither the gap nor `o_s` + `o_r` can be longer. A send that waits for its
/// receiver is busy about as long as the round trip.
pub(super) fn at_a_size(row: &PlogpRow, clock: Clock) -> Result<(), (Of, String)> {
    let Some(round_trip) = row.round_trip else { return Ok(()) };
    let most = SPREAD * round_trip;
    let time = |time| shown(time, clock, 4);
    if row.gap > most {
        let fault = format!(
            "the gap, {}, is longer than the round trip, {}: long trains of messages stall; measure the gap with trains of 8 to 16 \
             messages, or remove the row",
            time(row.gap),
            time(round_trip)
        );
        return Err((Of::Gap, fault));
    }
    let (send, receive) = (row.overhead_send, row.overhead_receive);
    let waits = (WAITING * round_trip..=most).contains(&send) && receive <= WAITING * round_trip;
    if send + receive > most && !waits { Err((Of::Overheads, overheads(row, round_trip, clock))) } else { Ok(()) }
}

fn overheads(row: &PlogpRow, round_trip: f64, clock: Clock) -> String {
    let [overheads, round_trip] =
        [row.overhead_send + row.overhead_receive, round_trip].map(|time| shown(time, clock, 4));
    format!(
        "the overheads of sending and receiving, {overheads} together, are longer than the round trip, {round_trip}: were the ranks \
         bound to cores of their own? measure this size again, or remove the row"
    )
}

/// A contradiction between sizes, with its place: a longer message whose round trip or gap is less than half that of a shorter
/// one. Overheads may fall, when a library sends long messages in another way. The shortest messages do not wait for the receiver, so
/// their overheads are no longer than the round trip.
pub(super) fn between_sizes(rows: &[Placed], clock: Clock) -> Result<(), (Range<usize>, String)> {
    if let Some((row, span)) = rows.first()
        && let Some(round_trip) = row.round_trip
        && row.overhead_send + row.overhead_receive > SPREAD * round_trip
    {
        return Err((span.clone(), overheads(row, round_trip, clock)));
    }
    for quantity in ["round trip", "gap"] {
        let mut longest: Option<(u64, f64)> = None;
        for (row, span) in rows {
            let Some(round_trip) = row.round_trip else { continue };
            let time = if quantity == "gap" { row.gap } else { round_trip };
            if let Some((bytes, before)) = longest
                && time < FALL * before
            {
                let (before, time) = (shown(before, clock, 4), shown(time, clock, 4));
                let fault = format!(
                    "the {quantity} is {time}, less than half of the {before} at {bytes} B: was the machine busy with something \
                     else? measure again, or remove the row that is wrong"
                );
                return Err((span.clone(), fault));
            }
            if longest.is_none_or(|(_, before)| time > before) {
                longest = Some((row.bytes, time));
            }
        }
    }
    Ok(())
}
