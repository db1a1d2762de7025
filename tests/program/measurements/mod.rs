//! The way from measurements to a profile: `logpine synth`, `logpine fit`, and the library behind them.

mod data_set;
mod round_trip;

use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

/// The command with these arguments.
fn logpine<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Output {
    let mut command = crate::logpine();
    command.args(arguments).stdin(Stdio::null()).output().expect("the binary runs")
}

/// A data set of `instances/measurements`.
fn instance(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/measurements").join(name)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}
