//! Keys of events: a stamp and an element.

/// The kind of an event; its `id` is an operation's index among those of all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// A send is to begin.
    Send,
    /// A receive is to be posted.
    Receive,
    /// A calculation is to begin.
    Calculate,
    /// A message arrives whose receive `id`, of the same size, is known.
    Paired,
    /// A message arrives that was sent by `id`.
    Unmatched,
    /// A message is to be handled that was matched with the receive `id` when it arrived.
    Matched,
    /// A message is to be handled that waited for the receive `id` to be posted.
    Posted,
}

const ELEMENT: u64 = 0b0111;
const WAITED: u64 = 0b1000;

/// Stamps are multiples of this.
pub(super) const STEP: u64 = 16;

/// The key of an element with a stamp.
#[inline]
pub(super) const fn new(stamp: u64, element: Element) -> u64 {
    stamp | element as u64
}

/// The stamp of a key.
#[inline]
pub(super) const fn stamp(key: u64) -> u64 {
    key & !(STEP - 1)
}

#[inline]
pub(super) const fn element(key: u64) -> Element {
    match key & ELEMENT {
        0 => Element::Send,
        1 => Element::Receive,
        2 => Element::Calculate,
        3 => Element::Paired,
        4 => Element::Unmatched,
        5 => Element::Matched,
        _ => Element::Posted,
    }
}

/// The key, marked as having waited.
pub(super) const fn waited(key: u64) -> u64 {
    key | WAITED
}

/// True if the event has waited.
#[inline]
pub(super) const fn has_waited(key: u64) -> bool {
    key & WAITED != 0
}
