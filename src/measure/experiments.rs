//! The experiments: which waves are timed, in which order.

use super::assignment::{Processes, Settings, Timing};
use super::clock::Nanoseconds;
use super::data::{At, Measured};
use super::error::MeasureError;
use super::session::Session;
use crate::format::mrnet::Topology;
use rustc_hash::FxHashMap;

/// The trees and the numbers of waves.
#[derive(Clone, Debug)]
pub struct Experiments {
    /// Waves through chains of 1 to so many levels, along this chain.
    pub chain: Option<Topology>,
    /// Waves from so many leaves to the root.
    pub fan_ins: Vec<u32>,
    /// A root with at least the most of those leaves.
    pub star: Option<Topology>,
    /// Whole trees by name.
    pub trees: Vec<(String, Topology)>,
    /// The waves that are timed at each point.
    pub repetitions: u32,
    /// The waves at each point before those, which are not listed.
    pub warm_ups: u32,
    /// The messages by which the latency is measured.
    pub latencies: u32,
}

impl Experiments {
    /// The most processes that share a host in one tree.
    #[must_use]
    pub fn most_on_a_host(&self) -> usize {
        let trees = self.chain.iter().chain(&self.star).chain(self.trees.iter().map(|(_, tree)| tree));
        let of_tree = |tree: &Topology| {
            let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
            for process in &tree.processes {
                *counts.entry(&process.host).or_default() += 1;
            }
            counts.into_values().max().unwrap_or(0)
        };
        trees.map(of_tree).max().unwrap_or(0)
    }

    /// The waves of all experiments, and the messages.
    fn steps(&self) -> u64 {
        let waves = u64::from(self.repetitions + self.warm_ups);
        let points = self.chain.as_ref().map_or(0, |chain| u64::from(chain.tree.height())) + self.fan_ins.len() as u64;
        let latencies = if self.chain.is_some() { u64::from(self.latencies + self.warm_ups) } else { 0 };
        (points + self.trees.len() as u64) * waves + latencies
    }
}

/// Is told how many of all steps are done.
pub type Progress<'a> = &'a dyn Fn(u64, u64);

/// Runs all experiments, each in a tree of processes of its own, which ends before the next one starts.
///
/// In each repetition every point has its turn, so that a slow drift of the machine does not look like one of the curve. Clocks are
/// compared before each repetition.
///
/// # Errors
/// [`MeasureError`] of the first process that fails; all are ended then.
pub fn experiments(
    experiments: &Experiments,
    settings: &Settings,
    progress: Progress,
) -> Result<Measured, MeasureError> {
    let mut run = Run { experiments, settings, progress, done: 0, measured: Measured::default() };
    if let Some(chain) = &experiments.chain {
        let mut session = run.start(chain)?;
        run.latencies(&mut session)?;
        let depths: Vec<(u64, u32, u32)> = (1..=chain.tree.height()).map(|depth| (depth.into(), depth, 1)).collect();
        run.points(&mut session, &depths, |measured| &mut measured.chain)?;
        session.end();
    }
    if let Some(star) = &experiments.star {
        let mut session = run.start(star)?;
        let widths: Vec<(u64, u32, u32)> = experiments.fan_ins.iter().map(|&width| (width.into(), 1, width)).collect();
        run.points(&mut session, &widths, |measured| &mut measured.fan_in)?;
        session.end();
    }
    for (place, (_, tree)) in (0..).zip(&experiments.trees) {
        let mut session = run.start(tree)?;
        run.points(&mut session, &[(place, u32::MAX, u32::MAX)], |measured| &mut measured.trees)?;
        session.end();
    }
    Ok(run.measured)
}

/// Experiments under way.
struct Run<'a> {
    experiments: &'a Experiments,
    settings: &'a Settings,
    progress: Progress<'a>,
    done: u64,
    measured: Measured,
}

impl Run<'_> {
    fn start(&self, topology: &Topology) -> Result<Session, MeasureError> {
        Session::start(Processes::new(topology), self.settings)
    }

    fn step(&mut self) {
        self.done += 1;
        (self.progress)(self.done, self.experiments.steps());
    }

    /// Messages there and back, which give the latency.
    fn latencies(&mut self, session: &mut Session) -> Result<(), MeasureError> {
        self.synchronise(session)?;
        let Experiments { warm_ups, latencies, .. } = *self.experiments;
        for repetition in 0..warm_ups + latencies {
            let time = session.echo()?;
            if repetition >= warm_ups {
                self.measured.latency.push(time);
            }
            self.step();
        }
        Ok(())
    }

    /// Waves at points, each with its depth and width.
    fn points(
        &mut self,
        session: &mut Session,
        points: &[(u64, u32, u32)],
        list: fn(&mut Measured) -> &mut Vec<At>,
    ) -> Result<(), MeasureError> {
        let Experiments { warm_ups, repetitions, .. } = *self.experiments;
        for repetition in 0..warm_ups + repetitions {
            self.synchronise(session)?;
            for &(point, depth, width) in points {
                let wave = session.wave(depth, width)?;
                if repetition >= warm_ups {
                    list(&mut self.measured).push(At { point, repetition: repetition - warm_ups, time: wave.time });
                    self.measured.skew = self.measured.skew.max(wave.skew);
                }
                self.step();
            }
        }
        Ok(())
    }

    fn synchronise(&mut self, session: &mut Session) -> Result<(), MeasureError> {
        // A round trip has one clock; the emulation of a latency needs both.
        if self.settings.timing == Timing::OneWay || self.settings.emulation.is_some() {
            let uncertainty: Nanoseconds = session.synchronise()?;
            self.measured.uncertainty = self.measured.uncertainty.max(uncertainty);
        }
        Ok(())
    }
}
