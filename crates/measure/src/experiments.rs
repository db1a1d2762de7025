//! The experiments: which waves are timed, in which order.

use super::assignment::{Processes, Settings, Timing};
use super::clock::Nanoseconds;
use super::data::{At, Measured};
use super::error::MeasureError;
use super::limits;
use super::session::Session;
use logpine_overlays::mrnet::Topology;
use rustc_hash::{FxHashMap, FxHashSet};

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
    /// The hosts of the processes of chains and fan-ins, in order and without the front end's.
    #[must_use]
    pub fn hosts_of_points(&self) -> Vec<&str> {
        hosts(self.chain.iter().chain(&self.star))
    }

    /// The hosts of the processes of whole trees, in order and without the front end's.
    #[must_use]
    pub fn hosts_of_trees(&self) -> Vec<&str> {
        hosts(self.trees.iter().map(|(_, tree)| tree))
    }

    /// The most processes that share a host in one tree.
    #[must_use]
    pub fn most_on_a_host(&self) -> usize {
        let of_tree = |tree: &Topology| {
            let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
            for process in &tree.processes {
                *counts.entry(&process.host).or_default() += 1;
            }
            counts.into_values().max().unwrap_or(0)
        };
        self.topologies().map(of_tree).max().unwrap_or(0)
    }

    /// All trees of processes.
    fn topologies(&self) -> impl Iterator<Item = &Topology> {
        self.chain.iter().chain(&self.star).chain(self.trees.iter().map(|(_, tree)| tree))
    }

    /// The waves of all experiments, and the messages.
    fn steps(&self) -> u64 {
        let waves = u64::from(self.repetitions) + u64::from(self.warm_ups);
        let points = self.chain.as_ref().map_or(0, |chain| u64::from(chain.tree.height())) + self.fan_ins.len() as u64;
        let latencies = if self.chain.is_some() { u64::from(self.latencies) + u64::from(self.warm_ups) } else { 0 };
        (points + self.trees.len() as u64) * waves + latencies
    }
}

/// The hosts of the processes below the roots, each once.
fn hosts<'a>(trees: impl Iterator<Item = &'a Topology>) -> Vec<&'a str> {
    let mut seen = FxHashSet::default();
    let hosts = trees.flat_map(|tree| tree.processes.iter().skip(1)).map(|process| process.host.as_str());
    hosts.filter(|host| seen.insert(*host)).collect()
}

/// Is told how many of all steps are done.
pub type Progress<'a> = &'a dyn Fn(u64, u64);

/// Runs all experiments, each in a tree of processes of its own, which ends before the next one starts. `ended` is told after each what
/// was measured so far, and says whether to go on.
///
/// In each repetition every point has its turn, so that a slow drift of the machine does not look like one of the curve. Clocks are
/// compared before each repetition.
///
/// # Errors
/// [`MeasureError`] of the first tree that is more than the limits allow, before anything is measured, or of the first process that
/// fails; all are ended then.
pub fn experiments(
    experiments: &Experiments,
    settings: &Settings,
    progress: Progress,
    ended: &mut dyn FnMut(&Measured) -> bool,
) -> Result<Measured, MeasureError> {
    for tree in experiments.topologies() {
        limits::check_tree(&Processes::new(tree), settings)?;
    }
    let mut run = Run { experiments, settings, progress, done: 0, measured: Measured::default() };
    if let Some(chain) = &experiments.chain {
        let mut session = run.start(chain)?;
        run.latencies(&mut session)?;
        let depths: Vec<(u64, u32, u32)> = (1..=chain.tree.height()).map(|depth| (depth.into(), depth, 1)).collect();
        run.points(&mut session, &depths, |measured| &mut measured.chain)?;
        session.end();
        if !ended(&run.measured) {
            return Ok(run.measured);
        }
    }
    if let Some(star) = &experiments.star {
        let mut session = run.start(star)?;
        let widths: Vec<(u64, u32, u32)> = experiments.fan_ins.iter().map(|&width| (width.into(), 1, width)).collect();
        run.points(&mut session, &widths, |measured| &mut measured.fan_in)?;
        session.end();
        if !ended(&run.measured) {
            return Ok(run.measured);
        }
    }
    for (place, (_, tree)) in (0..).zip(&experiments.trees) {
        let mut session = run.start(tree)?;
        run.points(&mut session, &[(place, u32::MAX, u32::MAX)], |measured| &mut measured.trees)?;
        session.end();
        if !ended(&run.measured) {
            return Ok(run.measured);
        }
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
        for repetition in listed(warm_ups, latencies) {
            let time = session.echo()?;
            self.measured.latency.extend(repetition.map(|_| time));
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
        for repetition in listed(warm_ups, repetitions) {
            self.synchronise(session)?;
            for &(point, depth, width) in points {
                let wave = session.wave(depth, width)?;
                if let Some(repetition) = repetition {
                    list(&mut self.measured).push(At { point, repetition, time: wave.time });
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

/// The repetitions in order: `None` for each warm-up, which is not listed.
fn listed(warm_ups: u32, repetitions: u32) -> impl Iterator<Item = Option<u32>> {
    (0..warm_ups).map(|_| None).chain((0..repetitions).map(Some))
}

#[cfg(test)]
mod tests {
    use super::{Experiments, hosts, listed};
    use logpine_overlays::mrnet;

    #[test]
    fn hosts_are_those_of_processes() {
        let of = |text: &str| mrnet::read(text.as_bytes()).expect("a topology");
        let trees = [of("fe:0 => b:0 a:0 ;\n"), of("x:0 => a:1 c:0 ;\n")];
        assert_eq!(hosts(trees.iter()), ["b", "a", "c"]);
    }

    #[test]
    fn any_numbers_of_repetitions_add_up() {
        let most = u32::MAX;
        let (chain, star) = (None, None);
        let all = Experiments {
            chain,
            star,
            fan_ins: vec![1],
            trees: Vec::new(),
            repetitions: most,
            warm_ups: most,
            latencies: most,
        };
        assert_eq!(all.steps(), 2 * u64::from(most));
        assert_eq!(listed(1, 2).collect::<Vec<_>>(), [None, Some(0), Some(1)]);
    }
}
