//! The best algorithm of a collective: among ranks, whose messages are timed one by one, and in stages, whose messages share channels.

pub mod collective;
pub mod stages;
