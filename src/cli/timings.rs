//! `--timings`: the durations of steps; and the limit on them.

use super::outcome::message_to_stderr;
use super::progress::LimitArgs;
use clap::Args;
use std::time::{Duration, Instant};

/// The options `--timings` and `--time-limit`.
#[derive(Debug, Args)]
pub struct TimingsArgs {
    /// Writes the duration of each step to stderr.
    #[arg(long)]
    #[arg(hide_short_help = true)]
    timings: bool,

    #[command(flatten)]
    pub limit: LimitArgs,
}

impl TimingsArgs {
    /// Tells the duration of the first step since the start, and those of the later steps; the last ends now.
    pub fn tell(&self, start: Instant, steps: Vec<(&str, Duration)>, last: &str) {
        if !self.timings {
            return;
        }
        let now = start.elapsed();
        let (mut texts, mut before) = (Vec::new(), Duration::ZERO);
        for (step, end) in steps.into_iter().chain([(last, now)]) {
            texts.push(format!("{step} {:?}", end.saturating_sub(before)));
            before = end;
        }
        message_to_stderr(&texts.join(", "));
    }
}
