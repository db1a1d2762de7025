//! Parameters of messages between two ranks, by size: round trips, overheads, gaps (Kielmann, Bal and Verstoep, Fast Measurement of LogP
//! Parameters for Message Passing Platforms, 2000).
//!
//! | quantity | how |
//! |---|---|
//! | round trip | a message there and one of the same size back |
//! | `o_s` | the time in the call that sends |
//! | `o_r` | the time in the call that receives a message that has come long before |
//! | g | trains of 4 and of 16 messages, each ended by an empty reply: what a message more takes |
//!
//! Longer trains stall on some networks, and would make the gap of small messages a hundred times too large.

use crate::contradiction::doubtful;
use crate::failure::Failure;
use crate::files::{csv_text, microseconds};
use crate::progress::Progress;
use crate::share::{from_root, to_root};
use crate::times::{Repetitions, Times};
use crate::trial::since;
use crate::wire::{Outgoing, Wire, WireError};
use logpine::units::Bytes;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// The tags of the messages that are timed, and of those that say that they have come.
const DATA: u32 = 1;
const SIGNAL: u32 = 2;

/// The numbers of messages in a train.
const TRAINS: [usize; 2] = [4, 16];

/// The most attempts at sizes whose times contradict themselves.
const ATTEMPTS: u32 = 5;

/// The times of messages of one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtSize {
    /// The number of bytes.
    pub bytes: u64,
    /// A message there and one back.
    pub round_trip: Times,
    /// The call that sends.
    pub overhead_send: Times,
    /// The call that receives what has come.
    pub overhead_receive: Times,
    /// A message more in a train.
    pub gap: Times,
}

/// The columns of a file of messages, as `logpine fit` reads them.
const TITLES: [&str; 14] = [
    "bytes",
    "round_trip_us",
    "round_trip_min_us",
    "round_trip_p90_us",
    "overhead_send_us",
    "overhead_send_min_us",
    "overhead_send_p90_us",
    "overhead_receive_us",
    "overhead_receive_min_us",
    "overhead_receive_p90_us",
    "gap_us",
    "gap_min_us",
    "gap_p90_us",
    "repetitions",
];

/// Measures messages of each size between rank 0 and another. All ranks call it; the others wait. The results are known at rank 0.
///
/// # Errors
/// [`Failure::Wire`] if a message fails, [`Failure::No`] if the results contradict themselves.
pub fn measure(
    wire: &dyn Wire,
    other: u32,
    sizes: &[u64],
    repetitions: &Repetitions,
    progress: &Progress,
) -> Result<Vec<AtSize>, Failure> {
    let pair = Pair { wire, other, last: Cell::default() };
    let mut all: Vec<AtSize> = Vec::new();
    // All ranks know which sizes to measure, rank 0 alone the times.
    let mut next: Vec<usize> = (0..sizes.len()).collect();
    for _ in 0..ATTEMPTS {
        for &place in &next {
            progress.show(|| format!("messages of {} between ranks 0 and {other}", Bytes(sizes[place])));
            match (pair.measure(sizes[place], repetitions)?, all.get_mut(place)) {
                (Some(found), Some(before)) => *before = found,
                (Some(found), None) => all.push(found),
                (None, _) => {}
            }
        }
        // A disturbance passes, and a contradiction that stays is the answer.
        next = from_root(wire, || doubtful(&all).0)?;
        if next.is_empty() {
            return Ok(all);
        }
    }
    let reason = from_root(wire, || doubtful(&all).1)?;
    Err(Failure::No(format!("{reason} (measured {ATTEMPTS} times)")))
}

/// Two ranks that exchange messages. The first is rank 0, whose times count; all other ranks return no time.
struct Pair<'a> {
    wire: &'a dyn Wire,
    other: u32,
    /// The last round trip: after twice as long a message has come.
    last: Cell<Duration>,
}

/// The part of a rank in an exchange.
enum Part {
    First,
    Second,
    None,
}

impl Pair<'_> {
    /// The times of messages of one size, at rank 0. Ranks besides the two take part in the counting only, and wait for it.
    fn measure(&self, bytes: u64, repetitions: &Repetitions) -> Result<Option<AtSize>, Failure> {
        let length = usize::try_from(bytes).map_err(|error| Failure::Input(error.to_string()))?;
        let mut buffer = vec![1; length];
        let mut times = |once: &dyn Fn(&mut [u8]) -> Result<f64, WireError>| {
            let times = repetitions.repeat::<WireError>(self.wire, || once(&mut buffer))?;
            Ok::<_, Failure>(Times::of(&times))
        };
        let round_trip = times(&|buffer| self.round_trip(buffer))?;
        let (send, receive) = (times(&|buffer| self.send(buffer))?, times(&|buffer| self.receive(buffer))?);
        let found = (round_trip, send, receive, times(&|buffer| self.train(buffer))?);
        let (Some(round_trip), Some(overhead_send), Some(overhead_receive), Some(gap)) = found else { return Ok(None) };
        Ok(Some(AtSize { bytes, round_trip, overhead_send, overhead_receive, gap }))
    }

    fn part(&self) -> Part {
        match self.wire.rank() {
            0 => Part::First,
            rank if rank == self.other => Part::Second,
            _ => Part::None,
        }
    }

    fn signal(&self, to: u32) -> Result<(), WireError> {
        self.wire.send(to, SIGNAL, &[0])
    }

    fn await_signal(&self, from: u32) -> Result<(), WireError> {
        self.wire.receive(from, SIGNAL, &mut [0])
    }

    fn round_trip(&self, buffer: &mut [u8]) -> Result<f64, WireError> {
        match self.part() {
            Part::First => {
                let begun = Instant::now();
                self.wire.send(self.other, DATA, buffer)?;
                self.wire.receive(self.other, DATA, buffer)?;
                self.last.set(begun.elapsed());
                Ok(since(begun))
            }
            Part::Second => {
                self.wire.receive(0, DATA, buffer)?;
                self.wire.send(0, DATA, buffer)?;
                Ok(0.0)
            }
            Part::None => Ok(0.0),
        }
    }

    fn send(&self, buffer: &mut [u8]) -> Result<f64, WireError> {
        match self.part() {
            Part::First => {
                let begun = Instant::now();
                self.wire.send(self.other, DATA, buffer)?;
                let time = since(begun);
                self.await_signal(self.other)?;
                Ok(time)
            }
            Part::Second => {
                self.wire.receive(0, DATA, buffer)?;
                self.signal(0)?;
                Ok(0.0)
            }
            Part::None => Ok(0.0),
        }
    }

    fn receive(&self, buffer: &mut [u8]) -> Result<f64, WireError> {
        match self.part() {
            Part::First => {
                self.signal(self.other)?;
                wait(2 * self.last.get());
                let begun = Instant::now();
                self.wire.receive(self.other, DATA, buffer)?;
                Ok(since(begun))
            }
            Part::Second => {
                self.await_signal(0)?;
                self.wire.send(0, DATA, buffer)?;
                Ok(0.0)
            }
            Part::None => Ok(0.0),
        }
    }

    /// The time of a message more: trains of both lengths, one after the other.
    fn train(&self, buffer: &mut [u8]) -> Result<f64, WireError> {
        let mut times = [0.0; TRAINS.len()];
        for (time, count) in times.iter_mut().zip(TRAINS) {
            match self.part() {
                Part::First => {
                    let train = vec![Outgoing { to: self.other, tag: DATA, bytes: buffer }; count];
                    let begun = Instant::now();
                    self.wire.exchange(Vec::new(), &train)?;
                    self.await_signal(self.other)?;
                    *time = since(begun);
                }
                Part::Second => {
                    for _ in 0..count {
                        self.wire.receive(0, DATA, buffer)?;
                    }
                    self.signal(0)?;
                }
                Part::None => {}
            }
        }
        let [short, long] = times;
        Ok(((long - short) / (TRAINS[1] - TRAINS[0]) as f64).max(0.0))
    }
}

/// Waits without giving the processor away, for at least 20 us.
fn wait(time: Duration) {
    let until = Instant::now() + time.max(Duration::from_micros(20));
    while Instant::now() < until {
        std::hint::spin_loop();
    }
}

/// The results as a file for `logpine fit --from`.
#[must_use]
pub fn csv(comments: &[String], all: &[AtSize]) -> String {
    let rows = all.iter().map(|at| {
        let quantities = [at.round_trip, at.overhead_send, at.overhead_receive, at.gap];
        let times = quantities.iter().flat_map(|times| [times.median, times.least, times.p90].map(microseconds));
        let repetitions = quantities.iter().map(|times| times.repetitions).min().unwrap_or(0);
        std::iter::once(at.bytes.to_string()).chain(times).chain([repetitions.to_string()]).collect()
    });
    csv_text(comments, &TITLES, rows)
}

/// The first rank on another host than rank 0, and the first on the same; known at all ranks.
///
/// # Errors
/// [`WireError`] if a message fails.
pub fn partners(wire: &dyn Wire) -> Result<[Option<u32>; 2], WireError> {
    let hosts = to_root(wire, &wire.host())?;
    let find = |is_same: bool| {
        let own = hosts.first();
        let place = (1..hosts.len()).find(|&rank| (hosts.get(rank) == own) == is_same);
        place.and_then(|rank| u32::try_from(rank).ok())
    };
    from_root(wire, || [find(false), find(true)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::on_threads;

    fn times(median: f64) -> Times {
        Times { median, least: median, p90: median, repetitions: 9 }
    }

    fn at(round_trip: f64, send: f64, receive: f64, gap: f64) -> AtSize {
        let [round_trip, overhead_send, overhead_receive, gap] = [round_trip, send, receive, gap].map(times);
        AtSize { bytes: 8, round_trip, overhead_send, overhead_receive, gap }
    }

    #[test]
    fn a_file_has_a_row_for_each_size() {
        let text = csv(&["h".to_owned()], &[at(10.0, 1.0, 2.0, 3.0)]);
        let line = text.lines().nth(2).expect("a row");
        assert_eq!(line, "8,10.000,10.000,10.000,1.000,1.000,1.000,2.000,2.000,2.000,3.000,3.000,3.000,9");
        assert_eq!(text.lines().nth(1).map(|line| line.split(',').count()), Some(14));
    }

    #[test]
    fn ranks_exchange_what_is_measured() {
        let repetitions = Repetitions { warm_up: 1, least: 3, most: 3, within: 1.0, seconds: 1e6 };
        let all = on_threads(3, |wire| {
            let [between, within] = partners(wire)?;
            assert_eq!((between, within), (None, Some(1)));
            let pair = Pair { wire, other: 2, last: Cell::default() };
            let mut buffer = [0; 64];
            for once in [Pair::round_trip, Pair::send, Pair::receive, Pair::train] {
                repetitions.repeat::<WireError>(wire, || once(&pair, &mut buffer))?;
            }
            Ok::<_, WireError>(())
        });
        assert_eq!(all, vec![Ok(()); 3]);
    }
}
