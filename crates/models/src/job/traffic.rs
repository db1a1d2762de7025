//! The bytes that a collective has to move with any algorithm.

use super::layout::HostSizes;
use super::{Layout, MpiCollective, MpiJob};

/// The bytes that have to move from rank to rank, and from host to host, by the meaning of a collective. All numbers are
/// lower bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// The bytes that all ranks together have to send.
    pub all: u128,
    /// The bytes that some rank has to send.
    pub rank_sends: u128,
    /// The bytes that some rank has to receive.
    pub rank_receives: u128,
    /// The bytes that the ranks of some host together have to send, to any receiver.
    pub host_sends: u128,
    /// The bytes that the ranks of some host together have to receive.
    pub host_receives: u128,
    /// The bytes that have to move from some host to others, or from others to it.
    pub network: u128,
    /// The bytes that have to come to some host from others.
    pub network_receives: u128,
}

impl MpiJob {
    /// The traffic of the job.
    ///
    /// Ranks may relay, so only the sources and destinations of data count, and the fact that ranks which combine send no
    /// more than they have combined. An allreduce sends 2 (P - 1) vectors in all: before the first rank has the result every
    /// other has sent something, and after that every other has to receive it (Patarasuk and Yuan 2009). The same holds for
    /// hosts.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        let bytes = self.collective.bytes_of().and(self.bytes()).filter(|_| self.layout.ranks() > 1);
        let Some(bytes) = bytes else { return Traffic::default() };
        let (ranks, hosts) = (u128::from(self.layout.ranks()), u128::from(self.layout.hosts()));
        let required = required(self.collective, u128::from(bytes), &self.layout);
        // Of the total, some rank and some host has at least the average.
        let (of_rank, of_host) = (required.all.div_ceil(ranks), required.all.div_ceil(hosts));
        Traffic {
            all: required.all,
            rank_sends: required.rank_sends.max(of_rank),
            rank_receives: required.rank_receives.max(of_rank),
            host_sends: required.host_sends.max(required.rank_sends).max(of_host),
            host_receives: required.host_receives.max(required.rank_receives).max(of_host),
            network: required.network.max(required.network_receives),
            network_receives: required.network_receives,
        }
    }
}

/// The traffic without the bounds that follow from averages.
fn required(collective: MpiCollective, bytes: u128, layout: &Layout) -> Traffic {
    let HostSizes { most, fewest } = layout.host_sizes();
    let root = layout.host_size(layout.host(0));
    let [ranks, hosts, most, fewest, root] = [layout.ranks(), layout.hosts(), most, fewest, root].map(u128::from);
    let others = (ranks - 1) * bytes;
    // Between hosts, of which there may be only one.
    let far = |bytes: u128| if hosts > 1 { bytes } else { 0 };
    match collective {
        MpiCollective::Bcast => Traffic {
            all: others,
            rank_sends: bytes,
            rank_receives: bytes,
            host_receives: (most - 1) * bytes,
            network_receives: far(bytes),
            ..Traffic::default()
        },
        MpiCollective::Scatter => Traffic {
            all: others,
            rank_sends: others,
            rank_receives: bytes,
            host_receives: (most - 1) * bytes,
            network: (ranks - root) * bytes,
            network_receives: ((ranks - root) * bytes).div_ceil((hosts - 1).max(1)),
            ..Traffic::default()
        },
        MpiCollective::Allgather => Traffic {
            all: ranks * others,
            rank_sends: bytes,
            rank_receives: others,
            host_receives: most * others,
            network: far(most * bytes),
            network_receives: (ranks - fewest) * bytes,
            ..Traffic::default()
        },
        MpiCollective::ReduceScatter => {
            // Parts differ by at most a byte; the rank that has one keeps it.
            let part = bytes.div_ceil(ranks);
            let sends = bytes - part;
            let network = bytes.saturating_sub(fewest * part);
            Traffic {
                all: others,
                rank_sends: sends,
                host_sends: most * sends,
                network: far(network),
                network_receives: ((hosts - 1) * bytes).div_ceil(hosts),
                ..Traffic::default()
            }
        }
        MpiCollective::Allreduce => Traffic {
            all: others.saturating_mul(2),
            rank_sends: bytes,
            rank_receives: bytes,
            network_receives: ((hosts - 1) * bytes).saturating_mul(2).div_ceil(hosts),
            ..Traffic::default()
        },
        MpiCollective::Alltoall => {
            let network = most * (ranks - most) * bytes;
            Traffic {
                all: ranks * others,
                rank_sends: others,
                rank_receives: others,
                host_sends: most * others,
                host_receives: most * others,
                network,
                network_receives: network,
            }
        }
        MpiCollective::Reduce => required(MpiCollective::Bcast, bytes, layout).backward(far(bytes)),
        MpiCollective::Gather => required(MpiCollective::Scatter, bytes, layout).backward((ranks - root) * bytes),
        MpiCollective::Barrier => Traffic::default(),
    }
}

impl Traffic {
    /// The traffic of the messages in the other direction, of which `network_receives` bytes come to some host.
    const fn backward(self, network_receives: u128) -> Self {
        Self {
            rank_sends: self.rank_receives,
            rank_receives: self.rank_sends,
            host_sends: self.host_receives,
            host_receives: self.host_sends,
            network_receives,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Mapping;

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        for collective in MpiCollective::ALL {
            for (ranks_per_host, mapping) in
                [(1, Mapping::RoundRobin), (7, Mapping::Sequential), (u64::MAX, Mapping::Sequential)]
            {
                let layout = Layout::new(u64::MAX, ranks_per_host, mapping).expect("ranks");
                for bytes in [1, u64::MAX] {
                    // Blocks with too large a total length make no job.
                    let bytes = collective.bytes_of().map(|_| bytes);
                    if let Ok(job) = MpiJob::new(collective, layout.clone(), bytes) {
                        let traffic = job.traffic();
                        assert!(
                            traffic.rank_sends <= traffic.host_sends && traffic.network_receives <= traffic.network
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn example_of_traffic() -> Result<(), Box<dyn std::error::Error>> {
        use crate::job::{Layout, Mapping, MpiCollective, MpiJob};
        // 8 ranks on 2 hosts; a block from each to all others.
        let layout = Layout::new(8, 4, Mapping::Sequential)?;
        let traffic = MpiJob::new(MpiCollective::Allgather, layout, Some(10))?.traffic();
        assert_eq!((traffic.rank_receives, traffic.host_receives), (70, 280));
        assert_eq!(traffic.network, 40, "a host passes on inside what comes to it once");
        Ok(())
    }
}
