//! Handles an interrupt (Ctrl-C) or a request to end: ends the program, and leaves neither half a file, nor half a
//! progress bar, nor an empty directory. Work that can stop early is told to, and gives what it has found; a second interrupt ends the
//! program at once.

use indicatif::ProgressBar;
use std::fs::remove_dir;
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;
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

/// The time for work that was asked to stop.
pub const GRACE: Duration = Duration::from_secs(10);

/// From now on an interrupt asks the work to stop, once.
pub fn stop_when_asked() {
    if !CAN_STOP.swap(true, Ordering::SeqCst) {
        listen();
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
    listen();
}

/// From now on an interrupt waits until [`is_pending`] is asked.
pub fn wait_for_files() {
    FILES.store(true, Ordering::SeqCst);
    listen();
}

/// From now on an interrupt ends the program at once, as at the beginning; whether one has waited.
pub fn files_are_gone() -> bool {
    FILES.store(false, Ordering::SeqCst);
    is_pending()
}

/// From now on requests to end do nothing: for a process that ends with another.
pub fn ignore() {
    drop(ctrlc::set_handler(|| {}));
}

/// True if the program was told to end.
pub fn is_pending() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// The progress bar that an interrupt takes off the terminal.
pub fn clear(bar: Option<ProgressBar>) {
    listen();
    *BAR.lock().unwrap_or_else(PoisonError::into_inner) = bar;
}

/// Without a handler an interrupt ends the program at once, whatever is left behind.
fn listen() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| drop(ctrlc::set_handler(end)));
}

fn end() {
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
    if !FILES.load(Ordering::SeqCst) {
        leave(STATUS);
    }
}

/// Ends the program, and leaves neither a progress bar nor an empty directory.
pub fn leave(status: u8) -> ! {
    if let Some(bar) = BAR.lock().unwrap_or_else(PoisonError::into_inner).take() {
        bar.finish_and_clear();
    }
    if let Some(folder) = FOLDER.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let _ = remove_dir(folder);
    }
    exit(status.into());
}
