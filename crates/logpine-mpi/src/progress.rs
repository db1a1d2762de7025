//! The progress of a command, on the terminal of its user.

use std::cell::Cell;
use std::fs;
use std::io::{IsTerminal as _, Write as _, stderr};
use std::os::unix::process::parent_id;
use std::time::{Duration, Instant};

/// The time from which a command shows what it does.
const SOON: Duration = Duration::from_secs(1);

/// The most characters of a line.
const WIDTH: usize = 79;

/// The launchers, whose standard error is that of their ranks, by the beginnings of their names.
const LAUNCHERS: [&str; 5] = ["mpirun", "mpiexec", "orterun", "prte", "hydra_pmi_proxy"];

/// A line that tells what is being done, from the first second on. It is gone in the end.
#[derive(Debug)]
pub struct Progress {
    /// The beginning; `None` if nobody looks.
    begun: Option<Instant>,
    is_shown: Cell<bool>,
}

impl Progress {
    /// The progress as this rank shows it: rank 0 does, if its messages end on a terminal.
    #[must_use]
    pub fn of_rank(rank: u32) -> Self {
        let is_seen = rank == 0 && (stderr().is_terminal() || launcher_has_terminal());
        Self { begun: is_seen.then(Instant::now), is_shown: Cell::new(false) }
    }

    /// Shows what is done next.
    pub fn show(&self, what: impl FnOnce() -> String) {
        if self.begun.is_some_and(|begun| begun.elapsed() >= SOON) {
            let line: String = what().chars().take(WIDTH).collect();
            let _ = write!(stderr(), "\r\u{1b}[K{line}");
            self.is_shown.set(true);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown.get() {
            let _ = write!(stderr(), "\r\u{1b}[K");
        }
    }
}

/// True if this process was started by a launcher of this host whose standard error is a terminal: ranks write to it through pipes.
fn launcher_has_terminal() -> bool {
    let (mut process, mut outermost) = (parent_id(), None);
    while let Some(parent) =
        parent_of_launcher(&fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default())
    {
        outermost = Some(process);
        process = parent;
    }
    let opened = outermost.and_then(|process| fs::read_link(format!("/proc/{process}/fd/2")).ok());
    opened.is_some_and(|path| path.starts_with("/dev/pts") || path.to_string_lossy().starts_with("/dev/tty"))
}

/// The parent of a process, from its line of /proc, if the process is a launcher.
fn parent_of_launcher(stat: &str) -> Option<u32> {
    let (name, rest) = stat.split_once('(')?.1.rsplit_once(')')?;
    let is_launcher = LAUNCHERS.iter().any(|launcher| name.starts_with(launcher));
    rest.split_whitespace().nth(1)?.parse().ok().filter(|_| is_launcher)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launchers_are_known_by_their_names() {
        assert_eq!(parent_of_launcher("12 (mpirun.openmpi) S 7 12 7"), Some(7));
        assert_eq!(parent_of_launcher("12 (hydra_pmi_proxy) S 9 12 7"), Some(9));
        assert_eq!(parent_of_launcher("12 (bash) S 7 12 7"), None);
        assert_eq!(parent_of_launcher("12 (a) b) S 7"), None);
        assert_eq!(parent_of_launcher(""), None);
    }
}
