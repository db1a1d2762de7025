//! The work that is done now, and how far it is: for the report of its end.

use super::args::Format;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The format in which work that is given up says so.
pub static FORMAT: OnceLock<Format> = OnceLock::new();

/// The format in which work that is given up says so, as far as it is known.
pub fn format() -> Format {
    FORMAT.get().copied().unwrap_or(Format::Text)
}

/// The work that is done now.
pub static NOW: Mutex<Option<Now>> = Mutex::new(None);

/// Work, and how far it is.
pub struct Now {
    pub doing: Option<&'static str>,
    pub unit: &'static str,
    pub start: Instant,
    pub last: Arc<[AtomicU64; 2]>,
}

/// A sentence about work that was stopped, and how far it came.
pub fn stopped(by: &str) -> String {
    let now = NOW.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(Now { doing, unit, start, last }) = now.as_ref() else {
        return format!("stopped {by}, without a result");
    };
    let after = shown(start.elapsed());
    let far = match last.each_ref().map(|place| place.load(Ordering::Relaxed)) {
        [_, 0] => String::new(),
        [done, total] => format!(", {done} of at most {total} {unit} done"),
    };
    let doing = doing.map_or_else(String::new, |doing| format!("{doing} was "));
    format!("{doing}stopped {by} after {after}{far}; there is no answer before its end")
}

/// A time in one unit, rounded up.
pub fn shown(time: Duration) -> String {
    let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7_200 => format!("{} min", seconds.div_ceil(60)),
        7_200..172_800 => format!("{} h", seconds.div_ceil(3_600)),
        _ => format!("{} days", seconds.div_ceil(86_400)),
    }
}
