//! Messages that come before they are asked for.

/// A message whose receive is not posted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Early {
    /// It was handled.
    Handled(Handled),
    /// It waits; this is the key of its event.
    Waits(u64),
}

/// What came of handling a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handled {
    pub(super) end: u64,
    /// Whether its sender waits.
    pub(super) rendezvous: bool,
}
