//! The assignment of ranks to hosts.

use logpine_text::reason::{Reason, reason};
use std::collections::HashMap;
use std::sync::Arc;

/// The rule by which ranks are given to hosts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Mapping {
    /// Host after host is filled: rank r runs on host r / Q (Rico-Gallego et al., section 5).
    #[default]
    Sequential,
    /// The hosts take ranks in turn: of M hosts, rank r runs on host r mod M.
    RoundRobin,
    /// The host of every rank, in the order of the ranks.
    Listed(Arc<[u32]>),
}

impl Mapping {
    /// The name: `sequential`, `round-robin` or `listed`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Sequential => "sequential",
            Self::RoundRobin => "round-robin",
            Self::Listed(_) => "listed",
        }
    }
}

/// Ranks on hosts: P ranks, at most Q on each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    ranks: u64,
    ranks_per_host: u64,
    hosts: u64,
    mapping: Mapping,
    filling: Filling,
}

/// The number of ranks of each host, if ranks are mapped sequentially.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Filling {
    /// Q on all hosts except the last, which runs the rest.
    #[default]
    Full,
    /// Q on that many hosts at the start, one less on the others.
    Even(u64),
}

/// The largest and the smallest number of ranks on a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostSizes {
    /// The number of ranks on the fullest host.
    pub most: u64,
    /// The number of ranks on the emptiest host that runs any.
    pub fewest: u64,
}

impl Layout {
    /// `ranks` ranks on as few hosts as can run them, at most `ranks_per_host` on each: sequential or in turn. A mapping
    /// that lists hosts determines their number itself, and `ranks_per_host` becomes the number on its fullest host.
    ///
    /// # Errors
    /// [`Reason`] for no ranks, no ranks per host, or a list of another length.
    pub fn new(ranks: u64, ranks_per_host: u64, mapping: Mapping) -> Result<Self, Reason> {
        if ranks == 0 {
            return Err(Reason::new("0 ranks: a collective has at least 1 rank"));
        }
        if ranks_per_host == 0 {
            return Err(Reason::new("0 ranks a host: a host runs at least 1"));
        }
        let ranks_per_host = ranks_per_host.min(ranks);
        let (hosts, ranks_per_host) = match &mapping {
            Mapping::Sequential | Mapping::RoundRobin => (ranks.div_ceil(ranks_per_host), ranks_per_host),
            Mapping::Listed(listed) if listed.len() as u64 == ranks => {
                let sizes = sizes_in(listed);
                (sizes.len() as u64, sizes.into_iter().max().unwrap_or(1))
            }
            Mapping::Listed(listed) => {
                return Err(reason!(
                    "the mapping gives hosts to {listed} ranks, but the job has {ranks}",
                    listed = listed.len() as u64
                ));
            }
        };
        Ok(Self { ranks, ranks_per_host, hosts, mapping, filling: Filling::Full })
    }

    /// All ranks on one host.
    ///
    /// # Errors
    /// [`Reason`] for no ranks.
    pub fn one_host(ranks: u64) -> Result<Self, Reason> {
        Self::new(ranks, ranks.max(1), Mapping::Sequential)
    }

    /// The same numbers of ranks and hosts with another mapping; a list of another length is ignored.
    #[must_use]
    pub fn mapped(&self, mapping: Mapping) -> Self {
        Self::new(self.ranks, self.ranks_per_host, mapping).unwrap_or_else(|_| self.clone())
    }

    /// P: the number of ranks.
    #[must_use]
    pub const fn ranks(&self) -> u64 {
        self.ranks
    }

    /// Q: the largest number of ranks on one host.
    #[must_use]
    pub const fn ranks_per_host(&self) -> u64 {
        self.ranks_per_host
    }

    /// M: the number of hosts.
    #[must_use]
    pub const fn hosts(&self) -> u64 {
        self.hosts
    }

    /// The rule by which ranks are given to hosts.
    #[must_use]
    pub const fn mapping(&self) -> &Mapping {
        &self.mapping
    }

    /// The number of ranks on a host; 0 if there is no such host.
    #[must_use]
    pub fn host_size(&self, host: u64) -> u64 {
        match &self.mapping {
            Mapping::Sequential if self.first_of(host) >= self.ranks => 0,
            Mapping::Sequential if self.filling != Filling::Full => {
                self.first_of(host.saturating_add(1)) - self.first_of(host)
            }
            Mapping::Sequential => {
                let before = host.saturating_mul(self.ranks_per_host);
                self.ranks.saturating_sub(before).min(self.ranks_per_host)
            }
            Mapping::RoundRobin if host < self.hosts => {
                self.ranks / self.hosts + u64::from(host < self.ranks % self.hosts)
            }
            Mapping::RoundRobin => 0,
            Mapping::Listed(listed) => listed.iter().filter(|&&of_rank| u64::from(of_rank) == host).count() as u64,
        }
    }

    /// The largest number of ranks on a host, and the smallest on any that runs some.
    #[must_use]
    pub fn host_sizes(&self) -> HostSizes {
        match &self.mapping {
            // The first host is the fullest, the last the emptiest.
            Mapping::Sequential | Mapping::RoundRobin => {
                HostSizes { most: self.host_size(0), fewest: self.host_size(self.hosts - 1) }
            }
            Mapping::Listed(listed) => {
                let sizes = sizes_in(listed);
                let most = sizes.iter().copied().max().unwrap_or(1);
                HostSizes { most, fewest: sizes.into_iter().min().unwrap_or(1) }
            }
        }
    }

    /// The host of a rank below [`Layout::ranks`], from 0.
    #[must_use]
    pub fn host(&self, rank: u64) -> u64 {
        match &self.mapping {
            Mapping::Sequential => match self.filling {
                Filling::Even(full) if rank / self.ranks_per_host >= full => {
                    full + (rank - full * self.ranks_per_host) / (self.ranks_per_host - 1)
                }
                _ => rank / self.ranks_per_host,
            },
            Mapping::RoundRobin => rank % self.hosts,
            Mapping::Listed(listed) => {
                usize::try_from(rank).ok().and_then(|rank| listed.get(rank)).copied().map_or(0, u64::from)
            }
        }
    }
}

/// Ranks in the order of their hosts: the host of rank 0 first, then that of the first rank elsewhere, and so on; on each
/// host, ranks are in the order of their numbers. A sequential mapping leaves ranks unchanged.
impl Layout {
    /// The same hosts, with the same number of ranks on each, and with ranks numbered in the order of their hosts: mapped
    /// sequentially, or by a list if the original list has hosts of several sizes.
    ///
    /// **Complexity** O(1); O(P log P) for a list.
    #[must_use]
    pub fn along_hosts(&self) -> Self {
        match &self.mapping {
            Mapping::Sequential => self.clone(),
            Mapping::RoundRobin => self.filled(self.ranks.div_ceil(self.hosts), self.ranks % self.hosts),
            Mapping::Listed(listed) => {
                let order = self.order_along_hosts();
                let hosts = order.iter().filter_map(|&rank| listed.get(rank as usize).copied());
                let hosts: Vec<u32> = hosts.collect();
                let sizes: Vec<u64> = hosts.chunk_by(|a, b| a == b).map(|run| run.len() as u64).collect();
                let most = self.ranks_per_host;
                let full = sizes.iter().take_while(|&&size| size == most).count();
                match &sizes[full.min(sizes.len())..] {
                    [] | [_] => self.filled(most, full as u64 % self.hosts.max(1)),
                    rest if rest.iter().all(|&size| size + 1 == most) => self.filled(most, full as u64),
                    _ => self.mapped(Mapping::Listed(hosts.into())),
                }
            }
        }
    }

    /// A sequential mapping on the same number of hosts, the first `full` with `most` ranks; the others have one less, or
    /// the last has the rest.
    fn filled(&self, most: u64, full: u64) -> Self {
        // All hosts are full, or all except the last.
        let filling = if full == 0 || full + 1 == self.hosts { Filling::Full } else { Filling::Even(full) };
        Self { ranks_per_host: most, mapping: Mapping::Sequential, filling, ..self.clone() }
    }

    /// True if ranks are mapped sequentially, and all hosts except the last run as many as the fullest.
    #[must_use]
    pub const fn is_filled(&self) -> bool {
        matches!((&self.mapping, self.filling), (Mapping::Sequential, Filling::Full))
    }

    /// The first rank of a host under a sequential mapping; P for hosts beyond the last.
    pub(crate) fn first_of(&self, host: u64) -> u64 {
        let before = match self.filling {
            Filling::Even(full) if host > full => host.saturating_mul(self.ranks_per_host - 1).saturating_add(full),
            _ => host.saturating_mul(self.ranks_per_host),
        };
        before.min(self.ranks)
    }

    /// The rank at a place, from 0, in the order of the hosts; for a list, [`Layout::order_along_hosts`] has all at once.
    #[must_use]
    pub fn rank_along_hosts(&self, place: u64) -> u64 {
        match &self.mapping {
            Mapping::Sequential => place,
            Mapping::RoundRobin => {
                let (each, more) = (self.ranks / self.hosts, self.ranks % self.hosts);
                let large = more * (each + 1);
                let (host, nth) = match place.checked_sub(large) {
                    Some(beyond) => (more + beyond / each, beyond % each),
                    None => (place / (each + 1), place % (each + 1)),
                };
                nth * self.hosts + host
            }
            Mapping::Listed(_) => {
                let order = self.order_along_hosts();
                usize::try_from(place).ok().and_then(|place| order.get(place)).map_or(place, |&rank| rank.into())
            }
        }
    }

    /// The ranks in the order of the hosts of a list; empty for other mappings.
    #[must_use]
    pub fn order_along_hosts(&self) -> Vec<u32> {
        let Mapping::Listed(listed) = &self.mapping else { return Vec::new() };
        let mut first: HashMap<u32, usize> = HashMap::new();
        for (rank, &host) in listed.iter().enumerate() {
            first.entry(host).or_insert(rank);
        }
        let mut order: Vec<u32> = (0..listed.len()).filter_map(|rank| u32::try_from(rank).ok()).collect();
        order.sort_by_key(|&rank| listed.get(rank as usize).and_then(|host| first.get(host)));
        order
    }
}

/// The number of ranks of every host that a list names, in the order of host numbers.
fn sizes_in(listed: &[u32]) -> Vec<u64> {
    let mut sorted = listed.to_vec();
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).map(|run| run.len() as u64).collect()
}

#[cfg(test)]
mod tests;
