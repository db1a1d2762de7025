//! A process of the tree below the front end.

use super::assignment::{Assignment, Settings, Timing};
use super::branches::{Branches, PINGS, VERSION};
use super::clock::{Nanoseconds, Offset, now, wait_until};
use super::error::MeasureError;
use super::frame::{Combined, Frame, Wave};
use super::greeting::answer;
use super::link::{Deadline, Lifeline, Link};
use super::pace::Pace;
use super::peer::reach;
use std::io::{self, BufRead, ErrorKind};
use std::time::Instant;

/// Serves as a process of the tree: reads its assignment, connects to its parent, starts its children, and takes orders until one
/// is to end.
///
/// # Errors
/// [`MeasureError`], after the parent was told if it can be. All children are ended then.
pub fn serve(input: impl BufRead) -> Result<(), MeasureError> {
    let assignment = Assignment::read(input)?;
    let mut link = connect(&assignment)?;
    let served = serve_on(&mut link, &assignment);
    if let Err(error) = &served {
        _ = link.send(&Frame::Fault(error.to_string()));
    }
    served
}

fn serve_on(link: &mut Link, assignment: &Assignment) -> Result<(), MeasureError> {
    let Assignment { processes, settings, token, .. } = assignment;
    let lifeline = Lifeline::of(link).map_err(|cause| MeasureError::Broken {
        host: link.host.clone(),
        cause,
        output: String::new(),
    })?;
    let branches = Branches::start(processes, token, settings, &lifeline)?;
    link.send(&Frame::Ready)?;
    let pace = Pace::new(settings.emulation);
    Node { link, lifeline, branches, settings, offset: Offset::default(), pace }.take_orders()
}

/// The greetings that a process tries: on a crowded host an answer may be late.
const GREETINGS: usize = 8;

/// Connects to the parent and answers its challenge.
fn connect(assignment: &Assignment) -> Result<Link, MeasureError> {
    let start = Instant::now();
    let mut tried = 1;
    loop {
        match greet(assignment) {
            // The parent closes a connection whose answer is late.
            Err(MeasureError::Broken { cause, .. })
                if is_closed(&cause) && tried < GREETINGS && start.elapsed() < assignment.settings.connect =>
            {
                tried += 1;
            }
            greeted => return greeted,
        }
    }
}

/// True if the other end has closed the connection.
fn is_closed(cause: &io::Error) -> bool {
    matches!(cause.kind(), ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe)
}

/// Connects to the parent once.
fn greet(assignment: &Assignment) -> Result<Link, MeasureError> {
    let Assignment { parent: (host, port), settings, .. } = assignment;
    let broken = |cause| MeasureError::Broken { host: host.clone(), cause, output: String::new() };
    let stream = reach(host, *port, settings.connect).map_err(broken)?;
    let mut link = Link::new(stream, host.clone()).map_err(broken)?;
    link.limit(settings.wave).map_err(broken)?;
    let nonce = match link.receive("challenge", Deadline::new(settings.connect), &Lifeline::NONE)? {
        Frame::Challenge(nonce) => nonce,
        other => return Err(link.unexpected(&other, "a challenge")),
    };
    link.send(&answer(&assignment.token, &nonce, assignment.child, VERSION))?;
    match link.receive("welcome", Deadline::new(settings.connect), &Lifeline::NONE)? {
        Frame::Welcome => Ok(link),
        other => Err(link.unexpected(&other, "a welcome")),
    }
}

struct Node<'a> {
    link: &'a mut Link,
    lifeline: Lifeline,
    branches: Branches,
    settings: &'a Settings,
    /// The difference between the parent's clock and this one.
    offset: Offset,
    pace: Pace,
}

impl Node<'_> {
    fn take_orders(mut self) -> Result<(), MeasureError> {
        loop {
            let Some(order) = self.link.next()? else {
                // Nobody would tell of a child that dies while there is nothing to do.
                self.branches.check()?;
                continue;
            };
            match order {
                Frame::Synchronise => self.synchronise()?,
                Frame::Wave(order) => self.wave(order)?,
                Frame::Echo { left, data } => {
                    self.pace.on_arrival(self.offset.own(left));
                    self.link.send(&Frame::Echo { left: now() + self.offset.difference, data })?;
                }
                Frame::End => {
                    self.branches.end();
                    return Ok(());
                }
                other => return Err(self.link.unexpected(&other, "an order")),
            }
        }
    }

    /// Compares clocks with the parent, then has the children do it with this process.
    fn synchronise(&mut self) -> Result<(), MeasureError> {
        self.offset = Offset::default();
        for _ in 0..PINGS {
            let asked = now();
            self.link.send(&Frame::Ping)?;
            match self.link.receive("time", Deadline::new(self.settings.wave), &Lifeline::NONE)? {
                Frame::Pong(parent) => self.offset = self.offset.or(asked, parent, now()),
                other => return Err(self.link.unexpected(&other, "a time")),
            }
        }
        let below = self.branches.synchronise(&self.lifeline)?;
        self.link.send(&Frame::Synchronised(self.offset.uncertainty.saturating_add(below)))
    }

    fn wave(&mut self, order: Wave) -> Result<(), MeasureError> {
        let (start, left) = (self.offset.own(order.start), self.offset.own(order.left));
        let heard = now();
        if self.settings.timing == Timing::RoundTrip {
            self.pace.after_receiving(left);
        }
        let mut combined = if order.depth == 0 || self.branches.all().is_empty() {
            self.begin(order, start, heard)
        } else {
            let order = Wave { depth: order.depth - 1, start, ..order };
            send_down(&mut self.branches, usize::MAX, order, self.settings.timing, &mut self.pace)?;
            receive_all(&mut self.branches, usize::MAX, self.settings, &mut self.pace, &self.lifeline)?
        };
        combined.left = self.pace.before_sending() + self.offset.difference;
        self.link.send(&Frame::Combined(combined))
    }

    /// A leaf's part of a wave, at the start time.
    fn begin(&self, order: Wave, start: Nanoseconds, heard: Nanoseconds) -> Combined {
        let Wave { number, data, .. } = order;
        if self.settings.timing == Timing::RoundTrip {
            return Combined { number, leaves: 1, data, ..Combined::default() };
        }
        wait_until(start, self.settings.has_cores);
        let delay = now() - start;
        Combined { number, leaves: 1, missed: u64::from(heard > start), delays: [delay; 2], left: 0, data }
    }
}

/// Passes an order to the first `width` children.
pub fn send_down(
    branches: &mut Branches,
    width: usize,
    mut order: Wave,
    timing: Timing,
    pace: &mut Pace,
) -> Result<(), MeasureError> {
    for branch in branches.all().iter_mut().take(width) {
        // Without a round trip the order is no part of what is timed.
        order.left = if timing == Timing::RoundTrip { pace.before_sending() } else { now() };
        let frame = Frame::Wave(order);
        branch.link.send(&frame)?;
        let Frame::Wave(back) = frame else { return Ok(()) };
        order = back;
    }
    Ok(())
}

/// Receives the wave of each of the first `width` children, in order, and combines them.
pub fn receive_all(
    branches: &mut Branches,
    width: usize,
    settings: &Settings,
    pace: &mut Pace,
    lifeline: &Lifeline,
) -> Result<Combined, MeasureError> {
    let mut combined = Combined::default();
    let deadline = Deadline::new(settings.wave);
    for branch in branches.all().iter_mut().take(width) {
        match branch.receive_of_subtree("wave", deadline, lifeline)? {
            Frame::Combined(part) => {
                pace.after_receiving(part.left);
                combined.add(part);
            }
            other => return Err(branch.link.unexpected(&other, "a wave")),
        }
    }
    Ok(combined)
}
