//! Clocks of processes, and the difference between two of them.

use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

/// A time in nanoseconds on a process's own clock, which never goes back; only differences mean something.
pub type Nanoseconds = i64;

/// The time now.
pub fn now() -> Nanoseconds {
    static START: OnceLock<Instant> = OnceLock::new();
    Nanoseconds::try_from(START.get_or_init(Instant::now).elapsed().as_nanos()).unwrap_or(Nanoseconds::MAX)
}

/// The margin before a time within which a process that has a core of its own does not sleep, since sleeping wakes up late.
const SPIN: Nanoseconds = 200_000;

/// Waits until a time; returns at once if it has passed. With `spins`, the last part is waited for without sleep.
pub fn wait_until(time: Nanoseconds, spins: bool) {
    let margin = if spins { SPIN } else { 0 };
    loop {
        let rest = time - now();
        if rest <= 0 {
            return;
        }
        match u64::try_from(rest - margin) {
            Ok(nanoseconds) if nanoseconds > 0 => thread::sleep(Duration::from_nanos(nanoseconds)),
            _ => std::hint::spin_loop(),
        }
    }
}

/// The difference between the parent's clock and that of a process, from questions and answers (Cristian 1989).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offset {
    /// The parent's time less the process's own.
    pub difference: Nanoseconds,
    /// The largest error of `difference`: half the time that the fastest answer took.
    pub uncertainty: Nanoseconds,
}

impl Offset {
    /// The better of this and another question that was asked at `asked` and answered at `answered` on the process's clock, when the
    /// parent's showed `parent`.
    pub fn or(self, asked: Nanoseconds, parent: Nanoseconds, answered: Nanoseconds) -> Self {
        let half = (answered - asked) / 2;
        if self.uncertainty != 0 && self.uncertainty <= half {
            return self;
        }
        Self { difference: parent - (asked + half), uncertainty: half.max(1) }
    }

    /// A time of the parent's on the process's clock.
    pub const fn own(self, parent: Nanoseconds) -> Nanoseconds {
        parent - self.difference
    }
}

#[cfg(test)]
mod tests {
    use super::Offset;

    #[test]
    fn the_fastest_answer_counts() {
        // The parent's clock is 1,000 ahead. The first answer takes 100 there and 300 back, the second 20 and 20.
        let slow = Offset::default().or(0, 1_100, 400);
        assert_eq!(slow, Offset { difference: 900, uncertainty: 200 });
        let fast = slow.or(500, 1_520, 540);
        assert_eq!(fast, Offset { difference: 1_000, uncertainty: 20 });
        assert_eq!(fast.or(600, 1_800, 900), fast);
        assert_eq!(fast.own(1_520), 520);
    }
}
