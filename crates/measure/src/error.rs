//! Reasons for which there is no measurement.

use std::io;
use std::time::Duration;

/// The reason why a tree of processes does not start, or a wave does not come.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// A launcher that is no command.
    #[error("the launcher `{template}`: {fault}; write it as in 'ssh {{host}} {{command}}'")]
    Launcher {
        /// The template.
        template: String,
        /// The fault.
        fault: &'static str,
    },
    /// A program that cannot be started.
    #[error("{host}: cannot start `{command}`: {cause}")]
    Start {
        /// The host of the process.
        host: String,
        /// The command.
        command: String,
        /// The cause.
        cause: io::Error,
    },
    /// A process that ended before it connected.
    #[error("{host}: its process ended before it connected ({status}){}", said(.output))]
    Ended {
        /// The host of the process.
        host: String,
        /// The exit status of the process.
        status: String,
        /// The end of the output of the process and its launcher.
        output: String,
    },
    /// A host that did not answer.
    #[error(
        "{host}: no connection within {} s; its process must reach {address} (see --listen, --fe and --program){}",
        .after.as_secs_f64(), said(.output)
    )]
    NoAnswer {
        /// The host of the process.
        host: String,
        /// The deadline.
        after: Duration,
        /// The address to which it was told to connect.
        address: String,
        /// The end of the output of the process and its launcher.
        output: String,
    },
    /// No port to listen on.
    #[error("{host}: cannot listen on {address}: {cause}; choose another --listen or --ports")]
    Listen {
        /// The host.
        host: String,
        /// The address, with the ports tried.
        address: String,
        /// The cause.
        cause: io::Error,
    },
    /// A connection that broke.
    #[error("{host}: the connection broke: {cause}{}", said(.output))]
    Broken {
        /// The host at its other end.
        host: String,
        /// The cause.
        cause: io::Error,
        /// The end of the output of the process and its launcher.
        output: String,
    },
    /// A message that does not come.
    #[error("{host}: no {what} within {} s", .after.as_secs_f64())]
    Late {
        /// The host that was to send it.
        host: String,
        /// The message.
        what: &'static str,
        /// The deadline.
        after: Duration,
    },
    /// Something else than the message expected.
    #[error("{host}: {found} instead of {expected}")]
    Unexpected {
        /// The host that sent it.
        host: String,
        /// The message that came.
        found: &'static str,
        /// The message expected.
        expected: &'static str,
    },
    /// A program of another version.
    #[error("{host}: its logpine is {found}, and this one {expected}; give the path of the same version by --program")]
    Version {
        /// The host.
        host: String,
        /// The version there.
        found: String,
        /// The version here.
        expected: String,
    },
    /// A fault that a process of the tree reported.
    #[error("{0}")]
    Reported(String),
    /// A wave that does not hold what its leaves sent.
    #[error("a wave arrived with {found} leaves or other data than its {expected} leaves sent; please report this")]
    Data {
        /// The leaves that took part.
        expected: u64,
        /// The leaves counted on the way.
        found: u64,
    },
    /// More processes or sockets than the system allows.
    #[error("{host}: {needed} {what} are needed{}, and the limit is {limit}; {mend}", besides(*.used))]
    Limit {
        /// The host.
        host: String,
        /// The number needed.
        needed: u64,
        /// The items counted.
        what: &'static str,
        /// The number of those that others have already.
        used: u64,
        /// The limit.
        limit: u64,
        /// The way out.
        mend: &'static str,
    },
    /// A process without parent: the assignment on standard input is missing or invalid.
    #[error(
        "`logpine measure node` is started by `logpine measure overlay`, which tells it its place on standard input ({0})"
    )]
    Assignment(String),
    /// A watch without parent.
    #[error(
        "`logpine measure watch` is started by `logpine measure overlay`, to end its processes; start that instead"
    )]
    Watch,
    /// A process whose parent is gone.
    #[error("the parent process is gone")]
    Orphaned,
}

/// The share of a limit that others have, in words; empty if there is none.
fn besides(used: u64) -> String {
    if used == 0 { String::new() } else { format!(" besides the {used} that there are") }
}

/// The output of a process as the end of a message; nothing if it printed nothing.
fn said(output: &str) -> String {
    if output.is_empty() { String::new() } else { format!("; it said: {output}") }
}
