//! The progress of long runs, on standard error.

use super::interrupt;
use crate::answer::Watch;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The time a run takes before its progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two pictures of a spinner.
const TICK: Duration = Duration::from_millis(100);

/// A progress bar that appears once a step has taken a while, and only where standard error is a terminal.
pub struct Bar {
    unit: &'static str,
    start: Instant,
    on_terminal: bool,
    shown: OnceLock<ProgressBar>,
}

impl Bar {
    /// A bar that counts in that unit, in the plural.
    pub fn new(unit: &'static str) -> Self {
        Self { unit, start: Instant::now(), on_terminal: stderr().is_terminal(), shown: OnceLock::new() }
    }

    /// Shows that `done` of `total` are finished.
    pub fn show(&self, done: u64, total: u64) {
        if !self.on_terminal || self.start.elapsed() < PATIENCE {
            return;
        }
        let bar = self.shown.get_or_init(on_stderr);
        if bar.length().is_none() {
            // A spinner until now.
            bar.disable_steady_tick();
            let style = ProgressStyle::with_template("{bar:40} {pos} of {len} {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.set_length(total);
            bar.set_message(self.unit);
        }
        bar.set_position(done);
    }

    /// Does work that may show its progress. If it takes more than a second and shows none, a line names the work and the
    /// seconds since its start.
    pub fn around<T>(&self, doing: &'static str, work: impl FnOnce() -> T) -> T {
        let result = if self.on_terminal {
            thread::scope(|scope| {
                let (done, end) = channel::<()>();
                scope.spawn(move || {
                    if end.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                        self.shown.get_or_init(|| spinner(doing));
                    }
                });
                let result = work();
                // The thread ends.
                drop(done);
                result
            })
        } else {
            work()
        };
        self.finish();
        result
    }

    /// The step is over.
    pub fn finish(&self) {
        if let Some(bar) = self.shown.get() {
            bar.finish_and_clear();
            interrupt::clear(None);
        }
    }
}

/// A bar without a length, on standard error.
fn on_stderr() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    interrupt::clear(Some(bar.clone()));
    bar
}

/// A line with the name of the work and the seconds since its start.
fn spinner(doing: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
    let bar = on_stderr().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner())).with_message(doing);
    bar.enable_steady_tick(TICK);
    bar
}

impl Watch for Bar {
    fn progress(&self, done: u64, of: u64) {
        self.show(done, of);
    }
}

/// Does work of unknown length. If it takes more than a second and standard error is a terminal, a line names the work and
/// the seconds since its start.
pub fn spinning<T>(doing: &'static str, work: impl FnOnce() -> T) -> T {
    Bar::new("").around(doing, work)
}
