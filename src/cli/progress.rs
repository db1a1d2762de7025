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
        let bar = self.shown.get_or_init(|| {
            let style = ProgressStyle::with_template("{bar:40} {pos} of {len} {msg}");
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
            let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())).with_message(self.unit);
            interrupt::clear(Some(bar.clone()));
            bar
        });
        bar.set_position(done);
    }

    /// The step is over.
    pub fn finish(&self) {
        if let Some(bar) = self.shown.get() {
            bar.finish_and_clear();
            interrupt::clear(None);
        }
    }
}

impl Watch for Bar {
    fn progress(&self, done: u64, of: u64) {
        self.show(done, of);
    }
}

/// Does work of unknown length. If it takes more than a second and standard error is a terminal, a line says what is being done,
/// and for how long.
pub fn spinning<T>(doing: &'static str, work: impl FnOnce() -> T) -> T {
    if !stderr().is_terminal() {
        return work();
    }
    thread::scope(|scope| {
        let (done, end) = channel::<()>();
        scope.spawn(move || {
            if end.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner())).with_message(doing);
            interrupt::clear(Some(bar.clone()));
            bar.enable_steady_tick(TICK);
            // The sender is dropped when the work is over.
            let _ = end.recv();
            bar.finish_and_clear();
            interrupt::clear(None);
        });
        let result = work();
        drop(done);
        result
    })
}
