//! One end of a connection between a process and its parent.

use super::error::MeasureError;
use super::frame::{Frame, HEAD};
use super::peer;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use std::{io, mem};

/// The time after which a process that waits looks whether its parent is still there.
const LOOK: Duration = Duration::from_millis(50);

/// The connection to a process's parent, by which it knows that it is still wanted. The front end has none.
#[derive(Debug)]
pub struct Lifeline(Option<TcpStream>);

impl Lifeline {
    /// The lifeline of the front end, which has no parent.
    pub const NONE: Self = Self(None);

    /// The lifeline of a process with this connection to its parent.
    pub fn of(link: &Link) -> io::Result<Self> {
        Ok(Self(Some(link.stream.try_clone()?)))
    }

    /// # Errors
    /// [`MeasureError::Orphaned`] if the parent is gone.
    pub fn check(&self) -> Result<(), MeasureError> {
        let is_there = self.0.as_ref().is_none_or(is_open);
        if is_there { Ok(()) } else { Err(MeasureError::Orphaned) }
    }
}

/// True if the other end has not closed the connection. Bytes that have come stay.
fn is_open(stream: &TcpStream) -> bool {
    has_come(stream).is_ok()
}

/// True if there is something to receive. An error if the connection is closed.
fn has_come(stream: &TcpStream) -> io::Result<bool> {
    stream.set_nonblocking(true)?;
    let looked = stream.peek(&mut [0]);
    stream.set_nonblocking(false)?;
    match looked {
        Ok(0) => Err(ErrorKind::UnexpectedEof.into()),
        Ok(_) => Ok(true),
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(false),
        Err(error) => Err(error),
    }
}

/// The time that a message has, from one moment on.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    since: Instant,
    within: Duration,
}

impl Deadline {
    /// A deadline from now on.
    pub fn new(within: Duration) -> Self {
        Self { since: Instant::now(), within }
    }

    /// The deadline for the message of a subtree of this height. Every level has as much time again, so that of the processes that wait
    /// for one that hangs, its parent is the first to say so.
    pub fn of_height(self, height: u32) -> Self {
        Self { within: self.within.saturating_mul(height.saturating_add(1)), ..self }
    }

    fn has_passed(self) -> bool {
        self.since.elapsed() > self.within
    }
}

/// A connection, and what has come of the next message.
#[derive(Debug)]
pub struct Link {
    stream: TcpStream,
    /// The host at the other end, and its process if it is a child.
    pub host: String,
    received: Vec<u8>,
    sending: Vec<u8>,
}

impl Link {
    pub fn new(stream: TcpStream, host: String) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_nonblocking(false)?;
        stream.set_read_timeout(Some(LOOK))?;
        Ok(Self { stream, host, received: Vec::new(), sending: Vec::new() })
    }

    /// Sets the deadline for a message that the other end does not take, and has the connection break if the other end vanishes.
    pub fn limit(&self, deadline: Duration) -> io::Result<()> {
        self.stream.set_write_timeout(Some(deadline.max(LOOK)))?;
        peer::notice_silence(&self.stream, deadline)
    }

    pub fn send(&mut self, frame: &Frame) -> Result<(), MeasureError> {
        self.sending.clear();
        frame.write(&mut self.sending);
        self.stream.write_all(&self.sending).map_err(|cause| self.broken(cause))
    }

    /// The next message, of which `what` is said if it does not come within the deadline.
    ///
    /// # Errors
    /// [`MeasureError`] if it does not come, if the connection breaks, if the lifeline does, and for a fault that the other end
    /// reports.
    pub fn receive(
        &mut self,
        what: &'static str,
        deadline: Deadline,
        lifeline: &Lifeline,
    ) -> Result<Frame, MeasureError> {
        loop {
            if let Some(frame) = self.next()? {
                return Ok(frame);
            }
            lifeline.check()?;
            if deadline.has_passed() {
                return Err(MeasureError::Late { host: self.host.clone(), what, after: deadline.within });
            }
        }
    }

    /// The next message, if it comes within [`LOOK`].
    ///
    /// # Errors
    /// [`MeasureError`] if the connection breaks, and for a fault that the other end reports.
    pub fn next(&mut self) -> Result<Option<Frame>, MeasureError> {
        match self.poll() {
            Ok(Some(Frame::Fault(text))) => Err(MeasureError::Reported(text)),
            Ok(frame) => Ok(frame),
            Err(cause) => Err(self.broken(cause)),
        }
    }

    /// Looks at a connection on which nothing is expected.
    ///
    /// # Errors
    /// [`MeasureError`] if it is closed, and for a fault that the other end reports.
    pub fn check(&mut self) -> Result<(), MeasureError> {
        match has_come(&self.stream) {
            Ok(false) => Ok(()),
            Ok(true) => self.next()?.map_or(Ok(()), |frame| Err(self.unexpected(&frame, "nothing"))),
            Err(cause) => Err(self.broken(cause)),
        }
    }

    /// The next message, if it comes within [`LOOK`].
    pub fn poll(&mut self) -> io::Result<Option<Frame>> {
        let head = if let Some(&head) = self.received.first_chunk::<HEAD>() {
            head
        } else if self.fill(HEAD)? {
            *self.received.first_chunk::<HEAD>().ok_or(ErrorKind::InvalidData)?
        } else {
            return Ok(None);
        };
        let length = Frame::length(head).ok_or(ErrorKind::InvalidData)?;
        if !self.fill(HEAD + length)? {
            return Ok(None);
        }
        let bytes = mem::take(&mut self.received);
        let frame = Frame::read(head[0], &bytes[HEAD..]).ok_or(ErrorKind::InvalidData)?;
        self.received = bytes;
        self.received.clear();
        Ok(Some(frame))
    }

    /// Receives until so many bytes of the message are there; false if they do not come in time.
    fn fill(&mut self, size: usize) -> io::Result<bool> {
        let mut there = self.received.len();
        self.received.resize(size.max(there), 0);
        let ended = loop {
            if there >= size {
                break Ok(true);
            }
            match self.stream.read(&mut self.received[there..size]) {
                Ok(0) => break Err(ErrorKind::UnexpectedEof.into()),
                Ok(read) => there += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break Ok(false),
                // Elsewhere a connection whose other end vanished has timed out.
                Err(error) if cfg!(windows) && error.kind() == ErrorKind::TimedOut => break Ok(false),
                Err(error) => break Err(error),
            }
        };
        self.received.truncate(there);
        ended
    }

    /// The error for a message that is not the expected one.
    pub fn unexpected(&self, found: &Frame, expected: &'static str) -> MeasureError {
        MeasureError::Unexpected { host: self.host.clone(), found: found.name(), expected }
    }

    fn broken(&self, cause: io::Error) -> MeasureError {
        MeasureError::Broken { host: self.host.clone(), cause, output: String::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::Deadline;
    use std::time::Duration;

    #[test]
    fn whoever_waits_for_a_higher_subtree_waits_longer() {
        let deadline = Deadline::new(Duration::from_secs(30));
        assert_eq!([0, 1, 3].map(|height| deadline.of_height(height).within.as_secs()), [30, 60, 120]);
        assert_eq!(Deadline::new(Duration::MAX).of_height(u32::MAX).within, Duration::MAX);
    }
}
