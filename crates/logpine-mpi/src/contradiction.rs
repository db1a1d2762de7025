//! Times of messages that contradict themselves.

use crate::files::microseconds;
use crate::messages::AtSize;
use logpine::units::Bytes;

/// The sizes whose times contradict themselves, or those of another size, with the first reason.
#[must_use]
pub fn doubtful(all: &[AtSize]) -> (Vec<usize>, String) {
    let alone: Vec<(usize, String)> =
        all.iter().enumerate().filter_map(|(place, at)| Some((place, contradiction(at)?))).collect();
    match (alone.first(), fall(all)) {
        (Some((_, reason)), _) => (alone.iter().map(|&(place, _)| place).collect(), reason.clone()),
        (None, Some((places, reason))) => (places.to_vec(), reason),
        (None, None) => (Vec::new(), String::new()),
    }
}

/// A contradiction between the times of a size, by the rule of `logpine fit`: a gap, or both overheads together, longer than a whole round
/// trip, beyond noise. A send that waits for its receiver may take the round trip. Such times show ranks that took turns, or a stalled
/// train.
fn contradiction(at: &AtSize) -> Option<String> {
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

/// Two sizes of which the longer has a round trip or a gap of less than half that of the shorter, which `logpine fit` refuses as well:
/// their places, the shorter first, and the reason.
fn fall(all: &[AtSize]) -> Option<([usize; 2], String)> {
    /// The factor by which times may fall when sizes grow.
    const FALL: f64 = 0.5;
    ["round trip", "gap"].into_iter().find_map(|name| {
        let of = |at: &AtSize| if name == "gap" { at.gap.median } else { at.round_trip.median };
        let mut longest = 0;
        for (place, at) in all.iter().enumerate() {
            let (before, time) = (of(&all[longest]), of(at));
            if time < FALL * before {
                let reason = format!(
                    "at {} the {name} is {} us, less than half of the {} us at {}: the ranks were disturbed. Bind each to its own core \
                     (--bind-to core), measure on idle hosts, or with more --least repetitions",
                    Bytes(at.bytes),
                    microseconds(time),
                    microseconds(before),
                    Bytes(all[longest].bytes)
                );
                return Some(([longest, place], reason));
            }
            if time > before {
                longest = place;
            }
        }
        None
    })
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
    fn longer_messages_do_not_take_half_the_time() {
        let (short, long) = (at(10.0, 1.0, 1.0, 3.0), at(12.0, 1.0, 1.0, 2.0));
        assert_eq!(fall(&[short, long]), None);
        assert_eq!(fall(&[]), None);
        let (places, reason) = fall(&[short, long, at(4.9, 1.0, 1.0, 3.0)]).expect("half");
        assert_eq!(places, [1, 2]);
        assert!(
            reason.starts_with("at 8B the round trip is 4.900 us, less than half of the 12.000 us at 8B"),
            "{reason}"
        );
        let (places, reason) = fall(&[short, long, at(12.0, 1.0, 1.0, 0.0)]).expect("nothing");
        assert!(places == [0, 2] && reason.contains("the gap is 0.000 us"), "{reason}");
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
