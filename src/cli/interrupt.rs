//! Handles an interrupt (Ctrl-C) or a request to end: ends the program, says so, and leaves neither half a file, nor half a
//! progress bar, nor an empty directory. Work that can stop early is told to, and gives what it has found; a second interrupt ends the
//! program at once.

use indicatif::ProgressBar;
use std::fs::{read_to_string, remove_dir};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, OnceLock, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// The exit status of a program that an interrupt ends.
pub const STATUS: u8 = 130;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// True if there are temporary files.
static FILES: AtomicBool = AtomicBool::new(false);
/// The progress bar on the terminal.
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);
/// The directory that the program has made for files.
static FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

/// True while there is work that stops when it is asked to.
static CAN_STOP: AtomicBool = AtomicBool::new(false);
/// True if work has been asked to stop.
static STOP: AtomicBool = AtomicBool::new(false);

/// True if requests to end do nothing.
static IGNORED: AtomicBool = AtomicBool::new(false);
/// The function that reports the end. Its argument is true if the calling thread may write on standard output.
static REPORT: OnceLock<fn(bool)> = OnceLock::new();
/// The thread that writes on standard output. The report is either that of the work, or that of its end.
static REPORTER: Mutex<Option<ThreadId>> = Mutex::new(None);

/// The time for work that was asked to stop.
pub const GRACE: Duration = Duration::from_secs(10);

/// From now on an interrupt asks the work to stop, once.
pub fn stop_when_asked() {
    if !CAN_STOP.swap(true, Ordering::SeqCst) {
        handle();
    }
}

/// True if there is work that stops when it is asked to.
pub fn work_can_stop() -> bool {
    CAN_STOP.load(Ordering::SeqCst)
}

/// From now on an interrupt ends the program.
pub fn work_is_done() {
    CAN_STOP.store(false, Ordering::SeqCst);
}

/// True if an interrupt has asked work to stop.
pub fn is_asked_to_stop() -> bool {
    STOP.load(Ordering::SeqCst)
}

/// From now on an interrupt removes a directory that the program makes, if there is nothing in it.
pub fn remove_if_empty(folder: &Path) {
    *FOLDER.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder.to_owned());
    handle();
}

/// From now on an interrupt waits until [`is_pending`] is asked.
pub fn wait_for_files() {
    FILES.store(true, Ordering::SeqCst);
    handle();
}

/// From now on an interrupt ends the program at once, as at the beginning; whether one has waited.
pub fn files_are_gone() -> bool {
    FILES.store(false, Ordering::SeqCst);
    is_pending()
}

/// From now on requests to end do nothing: for a process that ends with another.
pub fn ignore() {
    IGNORED.store(true, Ordering::SeqCst);
    handle();
}

/// True if the program was told to end.
pub fn is_pending() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// The progress bar that an interrupt takes off the terminal.
pub fn clear(bar: Option<ProgressBar>) {
    handle();
    *BAR.lock().unwrap_or_else(PoisonError::into_inner) = bar;
}

/// From the first moment on an interrupt is reported, by `report`. Under `nohup` a hang-up is none until there is something to leave behind.
pub fn listen(report: fn(bool)) {
    REPORT.get_or_init(|| report);
    let ignored = read_to_string("/proc/self/status").ok().and_then(|status| {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    });
    // The lowest bit is that of SIGHUP.
    if ignored.is_none_or(|signals| signals & 1 == 0) {
        handle();
    }
}

/// Without a handler an interrupt ends the program at once, whatever is left behind.
fn handle() {
    static HANDLED: Once = Once::new();
    HANDLED.call_once(|| drop(ctrlc::set_handler(end)));
}

/// True if this thread reports: the first that asks.
fn is_reporter() -> bool {
    let mut reporter = REPORTER.lock().unwrap_or_else(PoisonError::into_inner);
    *reporter.get_or_insert(thread::current().id()) == thread::current().id()
}

/// From now on only this thread reports. If another does, it ends the program, and this one waits for that.
pub fn report_alone() {
    while !is_reporter() {
        thread::park();
    }
}

fn end() {
    if IGNORED.load(Ordering::SeqCst) {
        return;
    }
    if work_can_stop() && !STOP.swap(true, Ordering::SeqCst) {
        // Work that does not heed it is ended.
        thread::spawn(|| {
            thread::sleep(GRACE);
            if work_can_stop() {
                end();
            }
        });
        return;
    }
    INTERRUPTED.store(true, Ordering::SeqCst);
    if FILES.load(Ordering::SeqCst) {
        return;
    }
    take_bar_off();
    if let Some(report) = REPORT.get() {
        report(is_reporter());
    }
    leave(STATUS);
}

fn take_bar_off() {
    if let Some(bar) = BAR.lock().unwrap_or_else(PoisonError::into_inner).take() {
        bar.finish_and_clear();
    }
}

/// Ends the program, and leaves neither a progress bar nor an empty directory.
pub fn leave(status: u8) -> ! {
    take_bar_off();
    if let Some(folder) = FOLDER.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let _ = remove_dir(folder);
    }
    exit(status.into());
}
