//! Processes that this one has started.

use super::error::MeasureError;
use super::launcher::Launcher;
use super::watch::Watch;
use logpine_text::excerpt::short;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{io, thread};

/// The bytes of a process's output that messages may show.
const KEPT: u64 = 2_000;
/// The most bytes that the smallest pipe takes before anybody reads them.
const PIPE: usize = 4096;
/// The time between two looks at a process that is to end.
const LOOK: Duration = Duration::from_millis(5);

/// A process, or the launcher that started it elsewhere. It is killed if this value is dropped before it ended; what it has started
/// in turn is killed with the watch.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// The output on both channels. It is read only if the process fails, so banners do no harm.
    output: File,
}

impl Process {
    /// Starts a program on a host, with a line on its standard input, in the group of a watch.
    pub fn start(
        launcher: &Launcher,
        host: &str,
        program: &[String],
        line: String,
        watch: &Watch,
    ) -> Result<Self, MeasureError> {
        let failed = |cause| MeasureError::Start {
            host: host.to_owned(),
            command: short(&launcher.words(host, program).join(" ")),
            cause,
        };
        let output = tempfile::tempfile().map_err(failed)?;
        let channel = || output.try_clone().map(Stdio::from);
        let mut command = launcher.command(host, program).ok_or_else(|| failed(io::ErrorKind::InvalidInput.into()))?;
        watch.over(&mut command);
        command.stdin(Stdio::piped()).stdout(channel().map_err(failed)?).stderr(channel().map_err(failed)?);
        let mut process = Self { child: command.spawn().map_err(failed)?, output };
        if let Some(input) = process.child.stdin.take() {
            tell(input, line).map_err(failed)?;
        }
        Ok(process)
    }

    /// The exit status, if the process has ended.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// The end of its output, on one line.
    pub fn output(&mut self) -> String {
        let mut bytes = Vec::new();
        let size = self.output.metadata().map_or(0, |metadata| metadata.len());
        let read = self.output.seek(SeekFrom::Start(size.saturating_sub(KEPT)));
        if read.and_then(|_| (&self.output).take(KEPT).read_to_end(&mut bytes)).is_err() {
            return String::new();
        }
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        lines[lines.len().saturating_sub(3)..].join(" / ").replace(char::is_control, "\u{fffd}")
    }

    /// Waits for the end of the process, and ends it itself if it does not come in time.
    pub fn end(mut self, until: Instant) {
        while self.ended().is_none() && Instant::now() < until {
            thread::sleep(LOOK);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail if it has ended.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Writes a line to a process. One that is too long for a pipe is written beside other work, so that a launcher that does not read
/// cannot stop this process: it is found when it ends or does not connect.
fn tell(mut input: ChildStdin, line: String) -> io::Result<()> {
    let fits = line.len() <= PIPE;
    // The pipe breaks if the process ends before it has read.
    let mut write = move || _ = input.write_all(line.as_bytes()).and_then(|()| input.flush());
    if fits {
        write();
        return Ok(());
    }
    thread::Builder::new().spawn(write).map(drop)
}
