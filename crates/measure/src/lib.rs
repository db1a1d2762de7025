//! Waves through trees of real processes, timed: the experiments of Groves, Gutierrez and Arnold (A LogP Extension for Modeling Tree
//! Aggregation Networks, 2015, section IV) on a machine of the user's.
//!
//! The front end is the root of a tree. Every process starts its children by a [`Launcher`], each child connects back over TCP, and
//! a wave goes from the leaves to the root, combined in every process. [`experiments`] sends waves through chains, from N leaves to
//! one node, and through whole trees, and [`Measured`] holds their times as the files that a fit reads.
//!
//! ```text
//! front end                child                      grandchild
//!   listen, start  ──────►  assignment on stdin
//!                  ──────►  Challenge: random bytes
//!                  ◄──────  Hello: their HMAC under the token, version
//!   Welcome        ──────►  listen, start   ────────►  ...
//!                  ◄──────  Ready           ◄────────  Ready
//!   Synchronise    ──────►  8 x Ping, then its children
//!   Wave           ──────►  Wave            ────────►  at the start time: Combined
//!                  ◄──────  Combined        ◄────────
//!   End            ──────►  End             ────────►  ...
//! ```
//!
//! Processes end with the connection to their parent, so none is left if one of them dies; launchers end with the process that started
//! them, even if it is killed (`watch.rs`). A network that is cut counts as a broken connection after a while (`peer.rs`). Each
//! deadline grows with the height of the subtree that it waits for, so the lowest process that waits speaks first. A connection without proof that it knows
//! the token of the run, which only the tree's processes get, on standard input, is closed soon (`greeting.rs`).

mod assignment;
mod branches;
mod clock;
mod data;
mod error;
mod experiments;
mod frame;
mod greeting;
mod launcher;
mod limits;
mod link;
mod node;
mod pace;
mod peer;
mod process;
mod session;
mod watch;

pub use assignment::{Ports, Settings, Timing};
pub use data::Measured;
pub use error::MeasureError;
pub use experiments::{Experiments, experiments};
pub use launcher::Launcher;
pub use node::serve;
pub use pace::Emulation;
pub use watch::watch;
