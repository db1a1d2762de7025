//! The tables of waves.

use super::microbench::{self, Runs};
use crate::cli::input;
use crate::cli::outcome::{Step, bad_input};
use anyhow::anyhow;
use clap::Args;
use logpine_fit::Samples;
use logpine_fit::measurements::{Experiment, ReadOptions, WAVES_OF, bytes_of_waves, read_experiment};
use logpine_fit::overlay::OtherSize;
use logpine_fit::tan::TanMeasurements;
use logpine_text::input::InputLimit;
use std::path::{Path, PathBuf};

/// The tables of waves.
#[derive(Debug, Args)]
pub struct WaveArgs {
    /// Latencies between two hosts (CSV).
    #[arg(long, value_name = "FILE", help_heading = "Measurements")]
    latency: Option<PathBuf>,

    /// Waves through chains of growing depth (CSV).
    #[arg(long, value_name = "FILE", help_heading = "Measurements")]
    chain: Option<PathBuf>,

    /// Waves from a growing number of leaves to one node (CSV); with --threads perhaps two, of different numbers of bytes.
    #[arg(long, value_name = "FILE", help_heading = "Measurements")]
    fanin: Vec<PathBuf>,

    /// Output of MRNet's `microbench_FE` on a tree, a spec string or a topology file; may be repeated.
    ///
    /// Runs on chains stand for --chain, those on a root with leaves for --fanin; runs on other trees are compared with
    /// predictions. Round trips are halved. --latency is still needed.
    #[arg(long, value_name = "TREE=FILE", value_parser = microbench::run, conflicts_with_all = ["from", "chain", "fanin", "machine"], help_heading = "Measurements")]
    #[arg(hide_short_help = true)]
    mrnet_microbench: Vec<microbench::Run>,

    /// Waves through whole trees, to compare with predictions (CSV).
    #[arg(long, value_name = "FILE", help_heading = "Measurements")]
    pub validate: Option<PathBuf>,
}

/// The table of waves from leaves to one node in a directory of measurements.
const FAN_IN: &str = "fanin.csv";

impl WaveArgs {
    /// Takes the three experiments of a directory, if one of them is there; and its whole trees, if they are to be compared.
    pub fn take(&mut self, folder: &Path, compare: bool) -> bool {
        let experiments = ["latency.csv", "chain.csv", FAN_IN].map(|name| folder.join(name));
        let is_there = experiments.iter().any(|path| path.exists());
        if is_there {
            let [latency, chain, fan_in] = experiments;
            (self.latency, self.chain, self.fanin) = (Some(latency), Some(chain), vec![fan_in]);
            let trees = folder.join("topologies.csv");
            let compared = compare && trees.exists();
            self.validate = self.validate.take().or_else(|| compared.then_some(trees));
        }
        is_there
    }

    /// Takes the waves of other sizes of further directories.
    pub fn take_others(&mut self, folders: impl Iterator<Item = PathBuf>) {
        self.fanin.extend(folders.map(|folder| folder.join(FAN_IN)));
    }

    /// Refuses waves of more sizes than a fit can use: two of [overlay], one of [tan].
    pub fn check_sizes(&self, is_overlay: bool) -> Step<()> {
        match self.fanin.len() {
            0 | 1 => Ok(()),
            2 if is_overlay => Ok(()),
            2 => Err(bad_input(anyhow!(
                "waves of a second size tell the gap per byte of [overlay], which [tan] does not have: add --threads T"
            ))),
            _ => Err(bad_input(anyhow!("waves of two sizes tell the gap per byte: give two tables of fan-ins"))),
        }
    }

    /// The options with experiments that are given.
    pub fn given(&self) -> Vec<&'static str> {
        let is_given = Option::is_some;
        let given = [
            ("--latency", is_given(&self.latency)),
            ("--chain", is_given(&self.chain)),
            ("--fanin", !self.fanin.is_empty()),
            ("--validate", is_given(&self.validate)),
        ];
        let runs = (!self.mrnet_microbench.is_empty()).then_some("--mrnet-microbench");
        given.into_iter().filter(|(_, is_given)| *is_given).map(|(option, _)| option).chain(runs).collect()
    }

    /// The runs of MRNet's benchmark.
    pub fn runs(&self) -> Step<Runs> {
        Runs::read(&self.mrnet_microbench)
    }

    /// The waves of the second table of fan-ins.
    pub fn other_size(&self, options: ReadOptions) -> Step<Option<OtherSize>> {
        let [one, other] = &self.fanin[..] else { return Ok(None) };
        let bytes = |path: &Path| {
            let bytes = bytes_of_waves(&input::read(path, InputLimit::MEASUREMENTS)?);
            bytes.ok_or_else(|| {
                bad_input(anyhow!(
                    "{} does not say how many bytes its waves have: write `# {WAVES_OF} 1024 B`, or as many as they have, above its \
                     first row",
                    path.display()
                ))
            })
        };
        let (experiments, bytes) = (bytes(one)?, bytes(other)?);
        Ok(Some(OtherSize { fan_in: read(other, Experiment::FanIn, options)?, bytes, experiments }))
    }

    /// The three experiments.
    pub fn measurements(&self, runs: &Runs, options: ReadOptions) -> Step<TanMeasurements> {
        let file = |path: Option<&PathBuf>, of| path.map(|path| read(path, of, options)).transpose();
        let latency = file(self.latency.as_ref(), Experiment::Latency)?;
        let chain = file(self.chain.as_ref(), Experiment::Chain)?.or_else(|| microbench::samples(&runs.chain));
        let fan_in = file(self.fanin.first(), Experiment::FanIn)?.or_else(|| microbench::samples(&runs.fan_in));
        let given = [("--latency", &latency), ("--chain", &chain), ("--fanin", &fan_in)];
        let missing: Vec<&str> =
            given.iter().filter(|(_, samples)| samples.is_none()).map(|(option, _)| *option).collect();
        let missing = missing.join(", ");
        let (Some(latency), Some(chain), Some(fan_in)) = (latency, chain, fan_in) else {
            return Err(bad_input(if self.mrnet_microbench.is_empty() {
                anyhow!(
                    "a fit needs the files of all three experiments: add {missing}; to compare a known machine with \
                     measurements of whole trees, give --machine and --validate"
                )
            } else {
                anyhow!(
                    "a fit needs all three experiments, and {missing} is missing: microbench_FE on chains (as b:1x1) gives --chain, \
                     on roots with leaves (as b:8) --fanin, and --latency is the time of a message between two hosts"
                )
            }));
        };
        Ok(TanMeasurements { latency, chain, fan_in })
    }
}

fn read(path: &Path, experiment: Experiment, options: ReadOptions) -> Step<Samples> {
    let bytes = input::read(path, InputLimit::MEASUREMENTS)?;
    read_experiment(&bytes, &path.display().to_string(), experiment, options).map_err(bad_input)
}
