//! The watch over the processes that this one starts: they end with it, however it ends.
//!
//! A process that is killed cannot end what it has started, and a launcher such as `ssh` does not notice that it is gone. So all that a
//! process starts is in the process group of a small process, the watch, whose standard input only this process holds open. When that
//! closes, the watch kills its group, and itself with it. Whatever leaves the group, as a daemon does, is not watched.

use super::error::MeasureError;
use std::io::{BufRead, Read as _};

#[cfg(unix)]
pub use group::Watch;
#[cfg(not(unix))]
pub use nothing::Watch;

/// The line by which a watch knows that it was meant: killing a group by mistake would be worse than refusing.
const WORD: &str = "logpine watches\n";

/// Waits until the input closes, then kills the process group, with this process.
///
/// # Errors
/// [`MeasureError::Watch`] if the input is that of no parent, or if the group is another's.
pub fn watch(mut input: impl BufRead) -> Result<(), MeasureError> {
    let mut line = String::new();
    let is_meant = (&mut input).take(WORD.len() as u64).read_line(&mut line).is_ok() && line == WORD;
    if !is_meant || !group::is_own() {
        return Err(MeasureError::Watch);
    }
    // An input that fails is as closed as one that ends.
    _ = std::io::copy(&mut input, &mut std::io::sink());
    group::kill();
    Ok(())
}

#[cfg(unix)]
mod group {
    use super::super::error::MeasureError;
    use super::WORD;
    use rustix::process::{Pid, Signal, getpgrp, getpid, kill_current_process_group, kill_process_group};
    use std::io::{self, Write};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    /// A watch that runs. Its group is killed if it is dropped.
    #[derive(Debug)]
    pub struct Watch(Child);

    impl Watch {
        /// Starts a watch, which the processes of this host need before they start any other.
        pub fn start(here: &str) -> Result<Self, MeasureError> {
            Self::begun().map_err(|cause| MeasureError::Start {
                host: here.to_owned(),
                command: "logpine measure watch".to_owned(),
                cause,
            })
        }

        fn begun() -> io::Result<Self> {
            let mut command = Command::new(std::env::current_exe()?);
            command.args(["measure", "watch"]).process_group(0);
            // A pipe that the front end writes to closes with the front end.
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            let mut watch = Self(command.spawn()?);
            // The other end of the pipe stays in the child, open until it is dropped.
            watch.0.stdin.as_mut().map_or(Ok(()), |input| input.write_all(WORD.as_bytes()))?;
            Ok(watch)
        }

        /// Puts the process that a command starts into the group.
        pub fn over(&self, command: &mut Command) {
            // Numbers of processes are below 2^22.
            command.process_group(self.0.id().cast_signed());
        }
    }

    impl Drop for Watch {
        fn drop(&mut self) {
            // The number is not another's before it was waited for. Both fail if the group is gone.
            _ = kill_process_group(Pid::from_child(&self.0), Signal::KILL);
            _ = self.0.wait();
        }
    }

    /// True if this process leads its group.
    pub fn is_own() -> bool {
        getpgrp() == getpid()
    }

    /// Kills this process with its group.
    pub fn kill() {
        _ = kill_current_process_group(Signal::KILL);
    }
}

#[cfg(not(unix))]
mod nothing {
    use super::super::error::MeasureError;
    use std::process::Command;

    /// No watch: systems without process groups have none.
    #[derive(Debug)]
    pub struct Watch;

    impl Watch {
        pub fn start(_: &str) -> Result<Self, MeasureError> {
            Ok(Self)
        }

        pub fn over(&self, _: &mut Command) {}
    }
}

#[cfg(not(unix))]
mod group {
    pub fn is_own() -> bool {
        false
    }

    pub fn kill() {}
}

#[cfg(test)]
mod tests {
    use super::watch;
    use crate::MeasureError;

    #[test]
    fn a_watch_that_nobody_meant_kills_nothing() {
        for input in ["", "\n", "logpine watch", "logpine watches too\n"] {
            assert!(matches!(watch(input.as_bytes()), Err(MeasureError::Watch)), "{input}");
        }
    }
}
