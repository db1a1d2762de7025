//! Times of messages that contradict themselves.

use crate::files::microseconds;
use crate::messages::AtSize;
use logpine::units::Bytes;

/// A contradiction between the times of a size, by the rule of `logpine fit`: a gap, or both overheads together, longer than a whole round
/// trip, beyond noise. A send that waits for its receiver may take the round trip. Such times show ranks that took turns, or a stalled
/// train.
#[must_use]
pub fn contradiction(at: &AtSize) -> Option<String> {
    /// Noise between repetitions of the same quantity: live measurements spread by 10 to 25 %.
    const NOISE: f64 = 1.25;
    /// The share of a round trip from which a send has waited.
    const WAITING: f64 = 0.75;
    let [round_trip, send, receive] = [at.round_trip, at.overhead_send, at.overhead_receive].map(|times| times.median);
    let waits = (WAITING * round_trip..=NOISE * round_trip).contains(&send) && receive <= WAITING * round_trip;
    let (name, time) = match (at.gap.median, send + receive) {
        (gap, _) if gap > NOISE * round_trip => ("the gap", gap),
        (_, both) if both > NOISE * round_trip && !waits => ("the overhead of sending and receiving", both),
        _ => return None,
    };
    Some(format!(
        "at {} {name} is {} us and a whole round trip {} us: the ranks were disturbed, or share a processor. Bind each to its own \
         core (--bind-to core), measure on idle hosts, or with more --least repetitions",
        Bytes(at.bytes),
        microseconds(time),
        microseconds(round_trip)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::times::Times;

    fn times(median: f64) -> Times {
        Times { median, least: median, p90: median, repetitions: 9 }
    }

    fn at(round_trip: f64, send: f64, receive: f64, gap: f64) -> AtSize {
        let [round_trip, overhead_send, overhead_receive, gap] = [round_trip, send, receive, gap].map(times);
        AtSize { bytes: 8, round_trip, overhead_send, overhead_receive, gap }
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        assert_eq!(contradiction(&at(10.0, 3.0, 3.0, 4.0)), None);
        // As over TCP when a train stalls.
        let reason = contradiction(&at(14.0, 5.0, 5.0, 100.0)).expect("a stall");
        assert!(reason.starts_with("at 8B the gap is 100.000 us and a whole round trip 14.000 us"), "{reason}");
        assert!(contradiction(&at(10.0, 13.0, 1.0, 1.0)).is_some());
        assert!(contradiction(&at(10.0, 1.0, 13.0, 1.0)).is_some());
        assert!(contradiction(&at(10.0, 7.0, 7.0, 1.0)).is_some());
        assert_eq!(contradiction(&at(10.0, 11.0, 5.0, 1.0)), None, "a send that waits");
    }
}
