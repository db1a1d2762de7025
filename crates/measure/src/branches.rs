//! The children of a process: they are started, welcomed, and given orders in turn.

use super::assignment::{Assignment, Processes, Settings};
use super::clock::{Nanoseconds, now};
use super::error::MeasureError;
use super::frame::Frame;
use super::greeting::{Said, Stranger};
use super::limits;
use super::link::{Deadline, Lifeline, Link};
use super::process::Process;
use super::watch::Watch;
use std::collections::VecDeque;
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

/// The protocol and the program, which have to be the same in all processes.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (protocol 3)");
/// The questions by which a child compares its clock with its parent's.
pub const PINGS: usize = 8;
/// The time between two looks for connections.
const LOOK: Duration = Duration::from_millis(1);
/// The time that each level of a subtree has to end without its parent.
const ORPHANED: Duration = Duration::from_millis(300);
/// The connections that are accepted in a row.
const IN_A_ROW: usize = 64;
/// The most connections, beside those of the children, that may have proved nothing yet; then the oldest is closed.
const STRANGERS: usize = 256;

/// A child that is connected.
#[derive(Debug)]
pub struct Branch {
    pub link: Link,
    process: Process,
    /// The height of its subtree.
    height: u32,
}

impl Branch {
    /// The next message from the child; an error says what its process printed.
    pub fn receive(
        &mut self,
        what: &'static str,
        deadline: Deadline,
        lifeline: &Lifeline,
    ) -> Result<Frame, MeasureError> {
        self.link.receive(what, deadline, lifeline).map_err(|error| self.explained(error))
    }

    /// The next message from the child, which waits for its whole subtree first; the deadline is that of one level.
    pub fn receive_of_subtree(
        &mut self,
        what: &'static str,
        deadline: Deadline,
        lifeline: &Lifeline,
    ) -> Result<Frame, MeasureError> {
        self.receive(what, deadline.of_height(self.height), lifeline)
    }

    /// The error, with what the process printed.
    fn explained(&mut self, error: MeasureError) -> MeasureError {
        match error {
            MeasureError::Broken { host, cause, .. } => {
                MeasureError::Broken { host, cause, output: self.process.output() }
            }
            other => other,
        }
    }
}

/// The children of a process, in order.
#[derive(Debug)]
pub struct Branches {
    all: Vec<Branch>,
    settings: Settings,
    /// Kills what is left of them in the end. A leaf has none.
    _watch: Option<Watch>,
}

/// A child that was started and has not connected yet.
struct Expected {
    host: String,
    /// The child's name in messages once it is connected.
    name: String,
    process: Process,
    link: Option<Link>,
}

impl Branches {
    /// Starts the subtrees of a process and waits until all are complete.
    ///
    /// # Errors
    /// [`MeasureError`] that names the host at fault. All processes are ended then.
    pub fn start(
        processes: &Processes,
        token: &str,
        settings: &Settings,
        lifeline: &Lifeline,
    ) -> Result<Self, MeasureError> {
        let subtrees = processes.subtrees();
        let here = processes.host();
        limits::check_children(here, processes.fanout(), settings)?;
        if subtrees.is_empty() {
            return Ok(Self { all: Vec::new(), settings: settings.clone(), _watch: None });
        }
        let listener = listen(here, settings)?;
        let port = listener.local_addr().map_err(|cause| no_port(here, settings, cause))?.port();
        let name = if settings.listen.is_loopback() { settings.listen.to_string() } else { here.to_owned() };
        let watch = Watch::start(here)?;
        let mut expected = Vec::with_capacity(subtrees.len());
        for (child, subtree) in (0..).zip(&subtrees) {
            lifeline.check()?;
            let assignment = Assignment {
                token: token.to_owned(),
                parent: (name.clone(), port),
                child,
                processes: subtree.clone(),
                settings: settings.clone(),
            };
            expected.push(start_child(&assignment, &watch)?);
        }
        accept(&listener, &mut expected, token, &format!("{name}:{port}"), settings, lifeline)?;
        let mut branches =
            Self { all: Vec::with_capacity(expected.len()), settings: settings.clone(), _watch: Some(watch) };
        for (Expected { process, link, .. }, subtree) in expected.into_iter().zip(&subtrees) {
            branches.all.extend(link.map(|link| Branch { link, process, height: subtree.height() }));
        }
        // The processes of a subtree start one level after the other.
        let deadline = Deadline::new(settings.connect);
        for branch in &mut branches.all {
            match branch.receive_of_subtree("word that its processes are ready", deadline, lifeline)? {
                Frame::Ready => {}
                other => return Err(branch.link.unexpected(&other, "word that its processes are ready")),
            }
        }
        Ok(branches)
    }

    /// The children.
    pub fn all(&mut self) -> &mut [Branch] {
        &mut self.all
    }

    /// # Errors
    /// [`MeasureError::Broken`] if a child is gone.
    pub fn check(&mut self) -> Result<(), MeasureError> {
        self.all.iter_mut().try_for_each(|branch| branch.link.check().map_err(|error| branch.explained(error)))
    }

    /// Has all clocks below compared with this process's. Returns the largest error.
    pub fn synchronise(&mut self, lifeline: &Lifeline) -> Result<Nanoseconds, MeasureError> {
        for branch in &mut self.all {
            branch.link.send(&Frame::Synchronise)?;
            for _ in 0..PINGS {
                match branch.receive("question for the time", Deadline::new(self.settings.wave), lifeline)? {
                    Frame::Ping => branch.link.send(&Frame::Pong(now()))?,
                    other => return Err(branch.link.unexpected(&other, "a question for the time")),
                }
            }
        }
        let mut largest = 0;
        let deadline = Deadline::new(self.settings.wave);
        for branch in &mut self.all {
            match branch.receive_of_subtree("word that its clocks are compared", deadline, lifeline)? {
                Frame::Synchronised(error) => largest = largest.max(error),
                other => return Err(branch.link.unexpected(&other, "word that its clocks are compared")),
            }
        }
        Ok(largest)
    }

    /// Ends all children and waits for their end; those that do not end in time are ended by force.
    pub fn end(mut self) {
        for branch in &mut self.all {
            // One that is gone needs no order.
            _ = branch.link.send(&Frame::End);
        }
        let until = Instant::now() + self.settings.end;
        for Branch { process, .. } in std::mem::take(&mut self.all) {
            process.end(until);
        }
    }
}

impl Drop for Branches {
    /// Processes end by themselves, from the leaves up, when the connection to their parent closes. Those that do not are killed.
    fn drop(&mut self) {
        let start = Instant::now();
        let closed: Vec<_> = self.all.drain(..).map(|Branch { process, height, .. }| (process, height)).collect();
        for (process, height) in closed {
            process.end(start + ORPHANED * height.saturating_add(1));
        }
    }
}

/// Listens on the first free port.
fn listen(here: &str, settings: &Settings) -> Result<TcpListener, MeasureError> {
    let ports = settings.ports.map_or(0..=0, |ports| ports.first..=ports.last);
    let mut cause = std::io::ErrorKind::AddrInUse.into();
    for port in ports {
        match TcpListener::bind((settings.listen, port)) {
            Ok(listener) => {
                listener.set_nonblocking(true).map_err(|cause| no_port(here, settings, cause))?;
                return Ok(listener);
            }
            Err(error) => cause = error,
        }
    }
    Err(no_port(here, settings, cause))
}

fn no_port(here: &str, settings: &Settings, cause: std::io::Error) -> MeasureError {
    let ports = settings.ports.map_or(String::new(), |ports| format!(", ports {} to {}", ports.first, ports.last));
    MeasureError::Listen { host: here.to_owned(), address: format!("{}{ports}", settings.listen), cause }
}

fn start_child(assignment: &Assignment, watch: &Watch) -> Result<Expected, MeasureError> {
    let Assignment { processes, settings, .. } = assignment;
    let (host, name) = (processes.host().to_owned(), processes.name());
    let mut line = serde_json::to_string(assignment).map_err(|error| MeasureError::Assignment(error.to_string()))?;
    line.push('\n');
    let program = [&settings.program, "measure", "node"].map(str::to_owned);
    let process = Process::start(&settings.launcher, &host, &program, line, watch)?;
    Ok(Expected { host, name, process, link: None })
}

/// Waits until every child has connected.
fn accept(
    listener: &TcpListener,
    expected: &mut [Expected],
    token: &str,
    address: &str,
    settings: &Settings,
    lifeline: &Lifeline,
) -> Result<(), MeasureError> {
    let start = Instant::now();
    let mut strangers: VecDeque<Stranger> = VecDeque::new();
    while expected.iter().any(|child| child.link.is_none()) {
        for _ in 0..IN_A_ROW {
            let Ok((stream, _)) = listener.accept() else { break };
            if strangers.len() >= expected.len() + STRANGERS {
                strangers.pop_front();
            }
            strangers.extend(Stranger::new(stream));
        }
        // Whoever proves nothing is no process of the tree.
        for mut stranger in std::mem::take(&mut strangers) {
            match stranger.look(token) {
                Said::Nothing => strangers.push_back(stranger),
                Said::Child(child, version) => welcome(stranger, expected, child, &version, settings)?,
                Said::Wrong => {}
            }
        }
        lifeline.check()?;
        for Expected { host, process, .. } in expected.iter_mut().filter(|child| child.link.is_none()) {
            // A launcher may end well before its program has connected.
            if let Some(status) = process.ended().filter(|status| !status.success()) {
                let status = status.to_string();
                return Err(MeasureError::Ended { host: host.clone(), status, output: process.output() });
            }
            if start.elapsed() > settings.connect {
                let (host, address, output) = (host.clone(), address.to_owned(), process.output());
                return Err(MeasureError::NoAnswer { host, after: settings.connect, address, output });
            }
        }
        thread::sleep(LOOK);
    }
    Ok(())
}

/// Takes the connection as that of a child.
fn welcome(
    stranger: Stranger,
    expected: &mut [Expected],
    child: u32,
    version: &str,
    settings: &Settings,
) -> Result<(), MeasureError> {
    let Some(child) = expected.get_mut(child as usize).filter(|child| child.link.is_none()) else { return Ok(()) };
    check_version(&child.host, version)?;
    // One that is gone already has ended, or tries again.
    let Ok(mut link) = stranger.into_link() else { return Ok(()) };
    link.host.clone_from(&child.name);
    _ = link.limit(settings.wave);
    link.send(&Frame::Welcome)?;
    child.link = Some(link);
    Ok(())
}

/// Refuses the program of another version, whose messages may mean something else.
fn check_version(host: &str, version: &str) -> Result<(), MeasureError> {
    if version == VERSION {
        return Ok(());
    }
    let (host, found, expected) = (host.to_owned(), version.to_owned(), VERSION.to_owned());
    Err(MeasureError::Version { host, found, expected })
}

#[cfg(test)]
mod tests {
    use super::{VERSION, check_version};

    #[test]
    fn another_version_is_refused_by_name() {
        assert!(check_version("node7", VERSION).is_ok());
        let refused = check_version("node7", "0.0.9").expect_err("another version").to_string();
        assert!(
            refused.starts_with("node7: its logpine is 0.0.9, and this one ") && refused.contains("--program"),
            "{refused}"
        );
    }
}
