//! What a network's links and nodes can do at once.

/// How many messages a link carries at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Duplex {
    /// One, of either direction.
    #[default]
    Half,
    /// One in each direction.
    Full,
}

impl Duplex {
    /// The name, as options and JSON have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Half => "half",
            Self::Full => "full",
        }
    }
}

/// On how many of its links a node that runs a process sends, and receives, at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ports {
    /// On all of them.
    #[default]
    All,
    /// It sends on one, and receives on one.
    One,
}

impl Ports {
    /// The name, as options and JSON have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::One => "one",
        }
    }
}

/// How messages travel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TrafficOptions {
    /// What links can do at once.
    pub duplex: Duplex,
    /// What nodes can do at once.
    pub ports: Ports,
    /// The size of every message.
    pub bytes: u64,
}
