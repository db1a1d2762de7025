//! Messages that ranks were seen to send in a collective.

use logpine_models::job::MpiCollective;
use std::fmt;

/// A sender and a receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link {
    /// The sender.
    pub from: u64,
    /// The receiver.
    pub to: u64,
}

impl Link {
    /// The messages between a parent and its child: broadcasts go down, and reductions up.
    #[must_use]
    pub const fn along(collective: MpiCollective, parent: u64, child: u64) -> Self {
        match collective {
            MpiCollective::Reduce | MpiCollective::Gather => Self { from: child, to: parent },
            _ => Self { from: parent, to: child },
        }
    }
}

/// The form is `0>1`.
impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>{}", self.from, self.to)
    }
}

/// A sender and a receiver, with what was counted between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The sender.
    pub from: u64,
    /// The receiver.
    pub to: u64,
    /// The number of messages; `None` if they were not counted.
    pub messages: Option<u64>,
    /// The bytes of all of them; `None` if they were not counted.
    pub bytes: Option<u64>,
}

impl Edge {
    /// An edge without counts.
    #[must_use]
    pub const fn plain(link: Link) -> Self {
        Self { from: link.from, to: link.to, messages: None, bytes: None }
    }

    /// The ends.
    #[must_use]
    pub const fn link(&self) -> Link {
        Link { from: self.from, to: self.to }
    }
}

/// The messages of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// The number of ranks.
    pub ranks: u64,
    /// The edges in the direction of the messages, each once, ascending.
    pub edges: Vec<Edge>,
    /// The record from which they come, with what else it says of the run.
    pub source: ObservedBy,
}

/// A kind of record of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObservedBy {
    /// Counted by Open MPI's component pml/monitoring.
    Monitoring(Counted),
    /// Written by MPICH, which dumps the trees it builds.
    TreeDump,
    /// Found by delays.
    Probe(Probed),
}

/// Calls of a kind of collectives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Calls {
    /// The number of calls.
    pub count: u64,
    /// The bytes of all calls for all ranks other than the root, however they travel.
    pub bytes: u64,
}

impl Calls {
    /// Adds calls; counts of real runs are far from the end of numbers.
    pub const fn add(&mut self, more: Self) {
        self.count = self.count.saturating_add(more.count);
        self.bytes = self.bytes.saturating_add(more.bytes);
    }
}

/// The counts of a monitor besides the edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Calls of collectives from one rank to all: broadcasts and scatters.
    pub one_to_all: Calls,
    /// Calls from all ranks to one: reductions and gathers.
    pub all_to_one: Calls,
    /// Calls from all ranks to all, at the rank with most of them.
    pub all_to_all: Calls,
    /// Messages of the program itself.
    pub of_program: u64,
    /// Messages of collectives along edges without bytes, which are those of barriers.
    pub empty: u64,
}

impl Counted {
    /// The calls of the kind of a collective.
    #[must_use]
    pub const fn calls(&self, collective: MpiCollective) -> Calls {
        match collective {
            MpiCollective::Bcast | MpiCollective::Scatter => self.one_to_all,
            MpiCollective::Reduce | MpiCollective::Gather => self.all_to_one,
            _ => self.all_to_all,
        }
    }

    /// The number of calls of other kinds that have bytes, as barriers have not.
    #[must_use]
    pub fn other_calls(&self, collective: MpiCollective) -> u64 {
        let with_bytes = |calls: Calls| if calls.bytes > 0 { calls.count } else { 0 };
        let all = [self.one_to_all, self.all_to_one, self.all_to_all].map(with_bytes);
        all.into_iter().fold(0, u64::saturating_add).saturating_sub(with_bytes(self.calls(collective)))
    }

    /// The bytes of each call of a kind, if they are a whole number; of a scatter or a gather those of a block.
    #[must_use]
    pub fn bytes_of_call(&self, collective: MpiCollective, ranks: u64) -> Option<u64> {
        let Calls { count, bytes } = self.calls(collective);
        let shares = count.checked_mul(ranks.checked_sub(1)?).filter(|&shares| shares > 0)?;
        bytes.is_multiple_of(shares).then(|| bytes / shares)
    }
}

/// The run of a probe, as its file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// The operation.
    pub collective: MpiCollective,
    /// The bytes of a call.
    pub bytes: u64,
    /// The root.
    pub root: u64,
    /// The library, as it names itself; empty if the file does not say it.
    pub library: String,
    /// The host of each rank, numbered by first mention; empty if the file does not say them.
    pub hosts: Vec<u32>,
    /// The fewest repetitions that agree on an edge.
    pub agreeing: u64,
    /// The number of repetitions.
    pub of: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_go_up() {
        let link = |collective| Link::along(collective, 0, 1).to_string();
        assert_eq!([MpiCollective::Bcast, MpiCollective::Reduce].map(link), ["0>1", "1>0"]);
        assert_eq!([MpiCollective::Scatter, MpiCollective::Gather].map(link), ["0>1", "1>0"]);
        let edge = Edge::plain(Link { from: 3, to: 2 });
        assert_eq!((edge.link().to_string(), edge.messages, edge.bytes), ("3>2".to_owned(), None, None));
    }

    #[test]
    fn calls_are_told_by_their_kind() {
        let of = |count, bytes| Calls { count, bytes };
        let counted =
            Counted { one_to_all: of(1, 7), all_to_one: of(2, 24), all_to_all: of(4, 0), of_program: 8, empty: 0 };
        let all = [MpiCollective::Bcast, MpiCollective::Gather, MpiCollective::Barrier];
        let counts = all.map(|of| (counted.calls(of).count, counted.other_calls(of), counted.bytes_of_call(of, 4)));
        assert_eq!(counts, [(1, 2, None), (2, 1, Some(4)), (4, 3, Some(0))]);
        assert_eq!([0, 1].map(|ranks| counted.bytes_of_call(MpiCollective::Gather, ranks)), [None, None]);
        assert_eq!(Counted::default().bytes_of_call(MpiCollective::Bcast, 4), None);
    }
}
