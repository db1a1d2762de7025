//! The progress of long runs, on standard error, and their end: at a time limit, or when Ctrl-C asks for it.

use super::interrupt;
use super::now::{NOW, Now, format, shown};
use super::outcome::{Outcome, message_to_stderr};
use crate::answer::Watch;
use crate::request::{No, Refusal};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::env;
use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The time a run takes before its progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two pictures of a spinner.
const TICK: Duration = Duration::from_millis(100);
/// The time from the first report of a run until its rate is known.
const MEASURED: Duration = Duration::from_millis(500);
/// The share of a run from which on its rate is known: one part in so many. Fewer may have waited for others, or for their preparation.
const KNOWN_SHARE: u64 = 100;
/// The time from which on a run says how long it will take.
const LONG: Duration = Duration::from_secs(10);

/// The option `--time-limit`.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct LimitArgs {
    /// Stops the search after this many seconds with the best found so far and its bound; what has no answer before its end says how
    /// far it came. Ctrl-C stops it too.
    #[arg(long, value_name = "SECONDS", hide_short_help = true)]
    time_limit: Option<u32>,
}

/// A progress bar that appears once a step has taken a while, and only where standard error is a terminal. It is over at its time limit,
/// and when Ctrl-C asks for it. With `LOGPINE_NO_PROGRESS` in the environment it shows nothing, and does not say how long work takes.
pub struct Bar {
    unit: &'static str,
    start: Instant,
    limit: Option<Duration>,
    /// The limit on all steps, as it was asked for.
    asked: Option<Duration>,
    on_terminal: bool,
    shown: OnceLock<ProgressBar>,
    /// The time of the last report before something was done, and what was done then: work has to be prepared before it has a rate.
    first: Mutex<Option<(Duration, u64)>>,
    /// The parts that were done at the last report, and all parts.
    last: Arc<[AtomicU64; 2]>,
    /// True if parts take unlike times, so that some of them do not tell how long all take.
    is_uneven: bool,
    /// True once a long duration has been announced, or excluded.
    is_estimated: AtomicBool,
    /// True if some work has been told to end.
    is_cut: AtomicBool,
}

impl Bar {
    /// A bar that counts in that unit, in the plural.
    pub fn new(unit: &'static str) -> Self {
        Self::within(unit, LimitArgs::default())
    }

    /// A bar that counts in that unit, with a time limit.
    pub fn within(unit: &'static str, limit: LimitArgs) -> Self {
        let is_silent = env::var_os("LOGPINE_NO_PROGRESS").is_some_and(|value| !value.is_empty());
        let limit = limit.time_limit.map(|seconds| Duration::from_secs(seconds.into()));
        Self {
            unit,
            start: Instant::now(),
            limit,
            asked: limit,
            on_terminal: !is_silent && stderr().is_terminal(),
            shown: OnceLock::new(),
            first: Mutex::default(),
            last: Arc::default(),
            is_uneven: false,
            is_estimated: AtomicBool::new(is_silent),
            is_cut: AtomicBool::new(false),
        }
    }

    /// The bar without an estimate, for parts that take unlike times.
    pub fn uneven(self) -> Self {
        Self { is_uneven: true, ..self }
    }

    /// A bar for the next step, which begins now, with the rest of the time.
    pub fn again(self, unit: &'static str) -> Self {
        let limit = self.limit.map(|limit| limit.saturating_sub(self.start.elapsed()));
        Self { limit, asked: self.asked, ..Self::new(unit) }
    }

    /// Shows that `done` of `total` are finished. Once the rate is known, a line says how long that takes, if it takes long.
    pub fn show(&self, done: u64, total: u64) {
        let elapsed = self.start.elapsed();
        let (begin, before) = {
            let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
            if first.is_none() {
                self.is_now(None);
            }
            let known = first.filter(|&(_, before)| done > before).unwrap_or((elapsed, done));
            *first.insert(known)
        };
        let measured = elapsed.saturating_sub(begin);
        for (place, value) in self.last.iter().zip([done, total]) {
            place.store(value, Ordering::Relaxed);
        }
        let has_rate = done.saturating_sub(before) > total / KNOWN_SHARE;
        let is_known = measured >= MEASURED && has_rate || measured >= LONG;
        if is_known && !self.is_uneven && !self.is_estimated.swap(true, Ordering::Relaxed) {
            self.expected().into_iter().for_each(|duration| self.announce(&duration));
        }
        if !self.on_terminal || elapsed < PATIENCE {
            return;
        }
        let bar = self.shown.get_or_init(on_stderr);
        if bar.length().is_none() {
            // A spinner until now.
            bar.disable_steady_tick();
            let style = ProgressStyle::with_template("{bar:40} {pos} of {len} {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.set_message(self.unit);
        }
        bar.set_length(total);
        bar.set_position(done);
    }

    /// The bar is that of the work that is done now.
    fn is_now(&self, doing: Option<&'static str>) {
        let mut now = NOW.lock().unwrap_or_else(PoisonError::into_inner);
        // What is counted inside other work has its name.
        let doing = doing.or_else(|| now.as_ref().filter(|now| Arc::ptr_eq(&now.last, &self.last))?.doing);
        *now = Some(Now { doing, unit: self.unit, start: self.start, last: Arc::clone(&self.last) });
    }

    /// The duration of the whole in words, by what was reported last; `None` if there is no report, or if it is short.
    fn expected(&self) -> Option<String> {
        let (begin, before) = self.first.lock().unwrap_or_else(PoisonError::into_inner).filter(|_| !self.is_uneven)?;
        let [done, total] = self.last.each_ref().map(|place| place.load(Ordering::Relaxed));
        let (known, least) = (done.saturating_sub(before), total / KNOWN_SHARE);
        let whole = estimate(known.max(least), total, self.start.elapsed().saturating_sub(begin))?;
        let about = if known > least { "about" } else { "more than" };
        (whole >= LONG).then(|| format!("{about} {} of work ({total} {})", shown(whole), self.unit))
    }

    fn announce(&self, what: &str) {
        let end = match self.asked {
            Some(limit) => format!("it stops after {} (--time-limit)", shown(limit)),
            None => "Ctrl-C stops it".to_owned(),
        };
        let say = || message_to_stderr(&format!("note: {what}; {end}"));
        self.shown.get().map_or_else(say, |bar| bar.suspend(say));
    }

    /// Does work that may show its progress. If it takes more than a second and shows none, a line names the work and the
    /// seconds since its start. Work that cannot stop early ends the program at the time limit.
    pub fn around<T>(&self, doing: &'static str, work: impl FnOnce() -> T) -> T {
        self.is_now(Some(doing));
        let result = thread::scope(|scope| {
            let (done, end) = channel::<()>();
            scope.spawn(move || {
                let is_on = |until: Duration| {
                    end.recv_timeout(until.saturating_sub(self.start.elapsed())) == Err(RecvTimeoutError::Timeout)
                };
                let mut looks = [
                    (PATIENCE, Look::Spin),
                    (LONG, Look::Announce),
                    (self.limit.map_or(Duration::MAX, |limit| limit.saturating_add(PATIENCE)), Look::Limit),
                    (self.limit.map_or(Duration::MAX, |limit| limit.saturating_add(interrupt::GRACE)), Look::End),
                ];
                looks.sort_by_key(|&(at, _)| at);
                for (at, look) in looks {
                    if at == Duration::MAX || !is_on(at) {
                        return;
                    }
                    match look {
                        Look::Spin if self.on_terminal => drop(self.shown.get_or_init(|| spinner(doing))),
                        Look::Announce if !self.is_estimated.swap(true, Ordering::Relaxed) => {
                            let so_far = || format!("{doing} has taken {} so far", shown(LONG));
                            self.announce(&self.expected().unwrap_or_else(so_far));
                        }
                        Look::Limit if !interrupt::work_can_stop() => self.give_up(doing),
                        Look::End => self.give_up(doing),
                        _ => {}
                    }
                }
            });
            let result = work();
            // The thread ends.
            drop(done);
            result
        });
        self.finish();
        result
    }

    /// Ends the program at the time limit without an answer.
    fn give_up(&self, doing: &str) {
        let limit = shown(self.asked.unwrap_or_default());
        if let Some(bar) = self.shown.get() {
            bar.finish_and_clear();
        }
        let reason =
            format!("{doing} takes more than {limit}, and there is no answer before its end; raise --time-limit");
        let no = No { is_stopped: true, ..No::new(&reason, None) };
        Outcome::from(Refusal::No(no)).report(format());
        interrupt::leave(1);
    }

    /// The step is over.
    pub fn finish(&self) {
        interrupt::work_is_done();
        if let Some(bar) = self.shown.get() {
            bar.finish_and_clear();
            interrupt::clear(None);
        }
    }

    /// Says that the work was stopped, if it was.
    pub fn tell_if_cut(&self) {
        if self.is_cut.load(Ordering::Relaxed) {
            let by = match self.asked {
                Some(limit) if !interrupt::is_asked_to_stop() => format!("at --time-limit, {}", shown(limit)),
                _ => "by an interrupt".to_owned(),
            };
            message_to_stderr(&format!("note: the search was stopped {by}; the report has what was found until then"));
        }
    }
}

/// What is looked at when work has taken some time.
#[derive(Clone, Copy)]
enum Look {
    Spin,
    Announce,
    Limit,
    End,
}

/// The time that work takes in all, if it goes on as until now; `None` if nothing is done.
fn estimate(done: u64, total: u64, elapsed: Duration) -> Option<Duration> {
    let nanoseconds = (elapsed.as_nanos().checked_mul(total.into())?).checked_div(done.into())?;
    Some(Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX)))
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

    fn is_over(&self) -> bool {
        interrupt::stop_when_asked();
        let is_over = interrupt::is_asked_to_stop() || self.limit.is_some_and(|limit| self.start.elapsed() >= limit);
        if is_over {
            self.is_cut.store(true, Ordering::Relaxed);
        }
        is_over
    }
}

/// Does work of unknown length. If it takes more than a second and standard error is a terminal, a line names the work and
/// the seconds since its start.
pub fn spinning<T>(doing: &'static str, work: impl FnOnce() -> T) -> T {
    Bar::new("").around(doing, work)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_takes_as_much_longer_as_it_has_more_parts() {
        let seconds = Duration::from_secs;
        assert_eq!(estimate(1, 588, Duration::from_millis(500)), Some(seconds(294)));
        assert_eq!(estimate(588, 588, seconds(3)), Some(seconds(3)));
        assert_eq!(estimate(0, 588, seconds(3)), None);
        assert_eq!(estimate(1, u64::MAX, seconds(3)), Some(Duration::from_nanos(u64::MAX)));
    }

    #[test]
    fn a_rate_is_that_of_work_and_not_of_its_preparation() {
        let bar = Bar::new("hops");
        let reported = |done| {
            bar.show(done, 1_000_000);
            bar.first.lock().expect("no panic").expect("a report")
        };
        let first = reported(0);
        while bar.start.elapsed() <= first.0 {}
        let prepared = reported(0);
        assert!(prepared.0 > first.0 && prepared.1 == 0);
        assert_eq!([reported(10), reported(20)], [prepared; 2]);
    }

    #[test]
    fn times_have_one_unit() {
        let texts = [0, 11, 119, 121, 7_199, 7_201, 200_000].map(|seconds| shown(Duration::from_secs(seconds)));
        assert_eq!(texts, ["0 s", "11 s", "119 s", "3 min", "120 min", "3 h", "3 days"]);
        assert_eq!(shown(Duration::from_millis(10_001)), "11 s");
    }

    #[test]
    fn work_is_over_at_its_limit_and_only_with_one() {
        let bar = |time_limit| Bar::within("cells", LimitArgs { time_limit });
        assert!(bar(Some(0)).is_over() && !bar(None).is_over() && !bar(Some(u32::MAX)).is_over());
    }
}
