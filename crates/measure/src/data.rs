//! Measured times as the files that a fit reads.

use super::assignment::Timing;
use super::clock::Nanoseconds;
use logpine_text::csv_lines::csv_lines;
use std::fmt::Write as _;

/// Times of waves and messages, in nanoseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// Messages between the front end and a child, there and back.
    pub latency: Vec<Nanoseconds>,
    /// Waves through chains, by the number of levels.
    pub chain: Vec<At>,
    /// Waves from leaves to the root, by their number.
    pub fan_in: Vec<At>,
    /// Waves through whole trees, by the tree's place in the list.
    pub trees: Vec<At>,
    /// The largest error of a clock.
    pub uncertainty: Nanoseconds,
    /// The longest time between the first and the last leaf of a wave.
    pub skew: Nanoseconds,
}

/// The time of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// The point that was measured.
    pub point: u64,
    /// The repetition, from 0.
    pub repetition: u32,
    /// The time.
    pub time: Nanoseconds,
}

/// The contents of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataSet {
    /// `round_trip_us`
    pub latency: String,
    /// `repetition,depth,time_us` or `repetition,depth,round_trip_us`
    pub chain: String,
    /// `repetition,fanout,time_us` or `repetition,fanout,round_trip_us`
    pub fan_in: String,
    /// `repetition,tree,time_us` or `repetition,tree,round_trip_us`
    pub topologies: String,
}

impl Measured {
    /// The files, each with comments that say how it was made; those of experiments that were not made hold no rows. `names` are those
    /// of the whole trees.
    #[must_use]
    pub fn data_set(&self, timing: Timing, comments: &[String], names: &[String]) -> DataSet {
        let head = comments.iter().fold(String::new(), |mut head, comment| {
            let _ = writeln!(head, "# {}", comment.replace(char::is_control, "\u{fffd}"));
            head
        });
        let time = if timing == Timing::OneWay { "time_us" } else { "round_trip_us" };
        let waves = |of: &str, waves: &[At], name: &dyn Fn(u64) -> String| {
            let rows = waves.iter().map(|at| [at.repetition.to_string(), name(at.point), microseconds(at.time)]);
            let titles = ["repetition", of, time].map(str::to_owned);
            head.clone() + &csv_lines(std::iter::once(titles).chain(rows))
        };
        let number = |point: u64| point.to_string();
        let tree =
            |place: u64| usize::try_from(place).ok().and_then(|place| names.get(place)).cloned().unwrap_or_default();
        let latencies = self.latency.iter().map(|&time| [microseconds(time)]);
        DataSet {
            latency: head.clone() + &csv_lines(std::iter::once(["round_trip_us".to_owned()]).chain(latencies)),
            chain: waves("depth", &self.chain, &number),
            fan_in: waves("fanout", &self.fan_in, &number),
            topologies: waves("tree", &self.trees, &tree),
        }
    }
}

/// Nanoseconds in microseconds, exactly.
fn microseconds(time: Nanoseconds) -> String {
    let sign = if time < 0 { "-" } else { "" };
    let time = time.unsigned_abs();
    format!("{sign}{}.{:03}", time / 1000, time % 1000)
}

#[cfg(test)]
mod tests {
    use super::{At, Measured, microseconds};
    use crate::Timing;
    use logpine_fit::measurements::{Experiment, ReadOptions, read_experiment, read_trees};

    #[test]
    fn a_fit_reads_what_was_measured() {
        let at = |point, time| At { point, repetition: 0, time };
        let measured = Measured {
            latency: vec![42_500, 41_000],
            chain: vec![at(1, 50_001), at(2, 99_000)],
            fan_in: vec![at(1, 50_000), at(16, 120_000)],
            trees: vec![at(0, 200_000)],
            ..Measured::default()
        };
        let comments = ["logpine 0.1.0\nhosts: 4".to_owned()];
        let set = measured.data_set(Timing::OneWay, &comments, &["g:2:2x2".to_owned()]);
        assert_eq!(set.latency, "# logpine 0.1.0\u{fffd}hosts: 4\nround_trip_us\n42.500\n41.000\n");
        assert_eq!(set.topologies, "# logpine 0.1.0\u{fffd}hosts: 4\nrepetition,tree,time_us\n0,g:2:2x2,200.000\n");
        let read = |text: &str, experiment| {
            let samples = read_experiment(text.as_bytes(), "f", experiment, ReadOptions::default());
            let samples = samples.unwrap_or_else(|error| panic!("{error}")).samples;
            samples.iter().map(|sample| (sample.at, (sample.time * 1e9).round())).collect::<Vec<_>>()
        };
        assert_eq!(read(&set.latency, Experiment::Latency), [(0, 21_250.0), (0, 20_500.0)]);
        assert_eq!(read(&set.chain, Experiment::Chain), [(1, 50_001.0), (2, 99_000.0)]);
        assert_eq!(read(&set.fan_in, Experiment::FanIn), [(1, 50_000.0), (16, 120_000.0)]);
        let parse = |name: &str| Ok(name.to_owned());
        let trees = read_trees(set.topologies.as_bytes(), "f", ReadOptions::default(), parse).expect("trees").trees;
        assert_eq!((trees.len(), trees[0].tree.as_str(), trees[0].times.len()), (1, "g:2:2x2", 1));
        let round_trip = measured.data_set(Timing::RoundTrip, &comments, &[]);
        assert_eq!(read(&round_trip.chain, Experiment::Chain), [(1, 25_001.0), (2, 49_500.0)]);
    }

    #[test]
    fn microseconds_are_exact() {
        assert_eq!([0, 5, 1_050, -1_050].map(microseconds), ["0.000", "0.005", "1.050", "-1.050"]);
    }
}
