//! Times of repetitions, and when there are enough of them.

use crate::failure::Failure;
use crate::share::{from_root, to_root};
use crate::wire::{Wire, WireError};
use clap::Args;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The number of repetitions.
#[derive(Clone, Copy, Debug, Args)]
pub struct Repetitions {
    /// Repetitions before the first that counts.
    #[arg(long, value_name = "N", default_value_t = 10, hide_short_help = true)]
    pub warm_up: u32,

    /// The fewest repetitions.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    pub least: u32,

    /// The most repetitions.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    pub most: u32,

    /// Stops once the median is known to within so many percent, with a confidence of 95 %.
    #[arg(long, value_name = "PERCENT", default_value_t = 3.0, hide_short_help = true)]
    pub within: f64,

    /// Stops after so many seconds for each point that is measured.
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, hide_short_help = true)]
    pub seconds: f64,
}

/// The times of repetitions, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// The median.
    pub median: f64,
    /// The shortest.
    pub least: f64,
    /// A tenth took longer.
    pub p90: f64,
    /// The number of repetitions.
    pub repetitions: u32,
}

impl Times {
    /// The summary of times in any order; `None` if there are none.
    #[must_use]
    pub fn of(times: &[f64]) -> Option<Self> {
        let mut sorted = times.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let least = *sorted.first()?;
        let repetitions = u32::try_from(sorted.len()).unwrap_or(u32::MAX);
        Some(Self { median: quantile(&sorted, 0.5), least, p90: quantile(&sorted, 0.9), repetitions })
    }
}

/// A quantile of sorted times, linear between them.
#[must_use]
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len().max(1) - 1) as f64;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in the list")]
    let below = place as usize;
    let (low, high) = (sorted.get(below).copied().unwrap_or(0.0), sorted.get(below + 1).copied());
    low + (high.unwrap_or(low) - low) * (place - below as f64)
}

impl Repetitions {
    /// Refuses fewer repetitions at most than at least.
    ///
    /// # Errors
    /// [`Failure::Input`] with both.
    pub fn check(&self) -> Result<(), Failure> {
        let (least, most) = (self.least, self.most);
        if least <= most {
            return Ok(());
        }
        Err(Failure::Input(format!("--least {least} is more than --most {most}; give a larger --most")))
    }

    /// True if the times suffice: there are enough of them, and the confidence interval of their median is narrow. The interval is
    /// that of order statistics, with ranks n/2 -+ 0.98 sqrt(n) (Hoefler and Belli 2015, section 3.1.3).
    #[must_use]
    pub fn suffice(&self, times: &[f64]) -> bool {
        let count = times.len();
        if count >= self.most as usize {
            return true;
        }
        if count < self.least as usize {
            return false;
        }
        let mut sorted = times.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let (half, margin) = (count as f64 / 2.0, 0.98 * (count as f64).sqrt());
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "places in the list")]
        let (low, high) = ((half - margin).max(0.0) as usize, ((half + margin).ceil() as usize).min(count - 1));
        let median = quantile(&sorted, 0.5);
        sorted[high] - sorted[low] <= 2.0 * self.within / 100.0 * median
    }

    /// Repeats something on all ranks until rank 0 has enough times, and returns all of them at rank 0. `once` returns its time in
    /// microseconds on the rank, and a repetition takes as long as on the slowest rank.
    ///
    /// # Errors
    /// The errors of `once`, and [`WireError`] if the ranks cannot agree.
    pub fn repeat<E: From<WireError>>(
        &self,
        wire: &dyn Wire,
        mut once: impl FnMut() -> Result<f64, E>,
    ) -> Result<Vec<f64>, E> {
        for _ in 0..self.warm_up {
            once()?;
        }
        let mut slowest: Vec<f64> = Vec::new();
        let mut batch = self.least.min(self.most);
        let begun = std::time::Instant::now();
        loop {
            let own = (0..batch).map(|_| once()).collect::<Result<Vec<f64>, E>>()?;
            let all = to_root(wire, &own)?;
            for repetition in 0..all.first().map_or(0, Vec::len) {
                slowest.push(all.iter().map(|times| times[repetition]).fold(0.0, f64::max));
            }
            let is_over = begun.elapsed() >= Duration::from_secs_f64(self.seconds.clamp(0.0, 1e6));
            batch = from_root(wire, || if is_over || self.suffice(&slowest) { 0 } else { self.next(slowest.len()) })?;
            if batch == 0 {
                return Ok(slowest);
            }
        }
    }

    /// The repetitions of the next batch: half as many as there are.
    fn next(&self, count: usize) -> u32 {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        (count / 2).max(1).min(self.most.saturating_sub(count).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::on_threads;

    const FEW: Repetitions = Repetitions { warm_up: 1, least: 5, most: 12, within: 1.0, seconds: 1e6 };

    #[test]
    fn quantiles_lie_between_times() {
        let times = Times::of(&[4.0, 1.0, 3.0, 2.0]).expect("some");
        assert_eq!((times.median, times.least, times.repetitions), (2.5, 1.0, 4));
        assert!((times.p90 - 3.7).abs() < 1e-12);
        assert_eq!(Times::of(&[]), None);
    }

    #[test]
    fn equal_times_suffice_at_once_and_others_do_not() {
        assert!(!FEW.suffice(&[1.0; 4]));
        assert!(FEW.suffice(&[1.0; 5]));
        assert!(!FEW.suffice(&[1.0, 2.0, 3.0, 4.0, 5.0]));
        assert!(FEW.suffice(&(0..12).map(f64::from).collect::<Vec<_>>()), "no more than the most");
    }

    #[test]
    fn a_repetition_takes_as_long_as_on_the_slowest_rank() {
        let all = on_threads(3, |wire| FEW.repeat::<WireError>(wire, || Ok(f64::from(wire.rank()))));
        assert_eq!(all[0], Ok(vec![2.0; 5]));
        assert_eq!(all[1], Ok(Vec::new()));
    }
}
