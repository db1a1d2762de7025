//! Messages that arrive before their receive is posted.

/// A message whose receive is not posted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Early {
    /// A message that was handled.
    Handled(Handled),
    /// A message that waits, with the key of its event.
    Waits(u64),
}

/// The result of handling a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handled {
    pub(super) end: u64,
    /// True if its sender waits.
    pub(super) rendezvous: bool,
}
