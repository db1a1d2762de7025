//! The files that `synth` wrote, as JSON.

use super::{SCHEMA, document};
use logpine_fit::synth::Synthesis;
use serde::Serialize;
use std::path::PathBuf;

/// A written file.
#[derive(Debug, Serialize)]
pub(super) struct FileJson {
    file: String,
    samples: usize,
}

impl FileJson {
    pub(super) fn new((path, samples): &(PathBuf, usize)) -> Self {
        Self { file: path.display().to_string(), samples: *samples }
    }
}

#[derive(Debug, Serialize)]
struct SynthJson<'a> {
    schema: u32,
    machine: &'a str,
    noise_percent: f64,
    seed: u64,
    repetitions: u32,
    files: Vec<FileJson>,
}

/// `synth` as JSON; its fields are listed [above](super). `files` are the written files with their numbers of samples.
#[must_use]
pub fn synth(machine: &str, synthesis: &Synthesis, files: &[(PathBuf, usize)]) -> String {
    document(&SynthJson {
        schema: SCHEMA,
        machine,
        noise_percent: synthesis.noise.percent(),
        seed: synthesis.seed,
        repetitions: synthesis.repetitions,
        files: files.iter().map(FileJson::new).collect(),
    })
}
