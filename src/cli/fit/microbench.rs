//! `--mrnet-microbench`: the benchmark that comes with MRNet, on topologies of the user's.

use crate::answer::MeasuredTree;
use crate::cli::input;
use crate::cli::outcome::{Step, bad_input};
use crate::cli::tree_name;
use anyhow::anyhow;
use logpine_fit::measurements::read_microbench;
use logpine_fit::{Sample, Samples};
use logpine_text::input::InputLimit;
use logpine_text::units::Clock;
use logpine_trees::tree::Shape;
use std::path::{Path, PathBuf};

/// A topology, and the output of the benchmark on it.
#[derive(Clone, Debug)]
pub struct Run {
    tree: String,
    output: PathBuf,
}

/// Reads `TREE=FILE`; the tree may have `=` in its path.
pub fn run(text: &str) -> Result<Run, String> {
    match text.rsplit_once('=') {
        Some((tree, output)) if !tree.is_empty() && !output.is_empty() => {
            Ok(Run { tree: tree.to_owned(), output: output.into() })
        }
        _ => Err("write TREE=FILE: a spec string or topology file, and the output of microbench_FE on it".to_owned()),
    }
}

/// The experiments that runs make up: those on chains, on roots with leaves, and on other trees.
#[derive(Debug, Default)]
pub struct Runs {
    pub chain: Vec<Sample>,
    pub fan_in: Vec<Sample>,
    pub trees: Vec<MeasuredTree>,
}

impl Runs {
    pub fn read(runs: &[Run]) -> Step<Self> {
        let mut all = Self::default();
        for Run { tree, output } in runs {
            let bytes = input::read(output, InputLimit::MEASUREMENTS)?;
            let samples = read_microbench(&bytes, &output.display().to_string()).map_err(bad_input)?.samples;
            let shape = tree_name::named(tree, Path::new(""))?.shape;
            if let Some(other) = samples.iter().find(|sample| sample.at != 0 && sample.at != shape.leaves()) {
                let (file, line, found, leaves) = (output.display(), other.line, other.at, shape.leaves());
                return Err(bad_input(anyhow!(
                    "{file}:{line}: a run with {found} back-ends, but the tree {tree} has {leaves} leaves; name the topology that \
                     it ran on"
                )));
            }
            all.add(tree, shape, &samples);
        }
        Ok(all)
    }

    fn add(&mut self, name: &str, shape: Shape, samples: &[Sample]) {
        let (height, is_chain) = (shape.height(), shape.leaves() == 1);
        // The line is that of one of several files.
        let at = |point: u64| samples.iter().map(move |sample| Sample { at: point, time: sample.time, line: 0 });
        if is_chain {
            self.chain.extend(at(height.into()));
        }
        if height == 1 {
            self.fan_in.extend(at(shape.leaves()));
        } else if !is_chain {
            let times = samples.iter().map(|sample| sample.time).collect();
            self.trees.push(MeasuredTree { name: name.to_owned(), shape, times });
        }
    }
}

/// Samples of runs as those of a file.
pub fn samples(samples: &[Sample]) -> Option<Samples> {
    let origin = "round trips of microbench_FE, halved".to_owned();
    (!samples.is_empty()).then(|| Samples {
        origin,
        clock: Clock::Second,
        samples: samples.to_vec(),
        discarded: 0,
        warnings: Vec::new(),
    })
}
