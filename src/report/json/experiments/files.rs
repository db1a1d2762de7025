//! The files that `synth` and `measure overlay` wrote, as JSON.

use super::{SCHEMA, document, object};
use logpine_fit::synth::Synthesis;
use logpine_text::units::Clock;
use serde::Serialize;
use std::path::PathBuf;

fn listed(files: &[(PathBuf, usize)]) -> Vec<impl Serialize> {
    files.iter().map(|(path, samples)| object!(file = path.display().to_string(), samples = *samples)).collect()
}

/// `synth` as JSON; its fields are listed [above](super). `files` are the written files with their numbers of samples.
#[must_use]
pub fn synth(machine: &str, synthesis: &Synthesis, files: &[(PathBuf, usize)]) -> String {
    let made = object!(
        schema = SCHEMA,
        machine = machine,
        noise_percent = synthesis.noise.percent(),
        seed = synthesis.seed,
        repetitions = synthesis.repetitions,
        files = listed(files)
    );
    document(&made, Clock::Second)
}

/// `measure overlay` as JSON; its fields are listed [above](super). `files` are the written files with their numbers of samples.
#[must_use]
pub fn measured_overlay(comments: &[String], files: &[(PathBuf, usize)], clock_error: i64, skew: i64) -> String {
    let measured = object!(
        schema = SCHEMA,
        comments = comments,
        clock_error_ns = clock_error,
        skew_ns = skew,
        files = listed(files)
    );
    document(&measured, Clock::Second)
}
