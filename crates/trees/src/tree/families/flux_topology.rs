//! The words of Flux' `tbon.topo`: `kary:32`, `mincrit:3`, `mincrit`, `binomial`.

use super::member_trees::chosen_routers;
use super::splitting::Splitting;
use std::fmt;
use std::str::FromStr;

/// A topology of Flux brokers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FluxTopology {
    /// The complete k-ary tree; 0 is flat.
    Kary(u64),
    /// So many routers below the root; `None` leaves the number to Flux.
    Mincrit(Option<u64>),
    /// The binomial tree.
    Binomial,
}

/// Words that are no topology.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write kary:K, mincrit, mincrit:K or binomial (for custom, --flux FILE)")]
pub struct FluxTopologyError;

impl FluxTopology {
    /// The splitting of so many members, and its width.
    #[must_use]
    pub fn splitting(self, members: u64) -> (Splitting, u64) {
        match self {
            Self::Kary(0) => (Splitting::Even, members.saturating_sub(1).max(1)),
            Self::Kary(k) => (Splitting::Complete, k),
            Self::Mincrit(k) => (Splitting::Routers, k.unwrap_or_else(|| chosen_routers(members))),
            Self::Binomial => (Splitting::Binomial, 0),
        }
    }

    /// The parent of a rank; the root, rank 0, has none.
    #[must_use]
    pub fn parent(self, rank: usize, members: usize) -> Option<usize> {
        let above = rank.checked_sub(1)?;
        let number = |k: u64| usize::try_from(k).unwrap_or(usize::MAX);
        Some(match self {
            Self::Kary(0) => 0,
            Self::Kary(k) => above / number(k),
            Self::Mincrit(k) => {
                let routers = number(k.unwrap_or_else(|| chosen_routers(members as u64)));
                if above < routers || routers == 0 { 0 } else { (above - routers) % routers + 1 }
            }
            // A rank without its last bit.
            Self::Binomial => rank & above,
        })
    }

    /// The family with the best number, if the topology has one.
    #[must_use]
    pub const fn family(self) -> Option<&'static str> {
        match self {
            Self::Kary(_) => Some("flux-kary"),
            Self::Mincrit(_) => Some("flux-mincrit"),
            Self::Binomial => None,
        }
    }
}

impl FromStr for FluxTopology {
    type Err = FluxTopologyError;

    fn from_str(text: &str) -> Result<Self, FluxTopologyError> {
        let (name, number) = text.split_once(':').map_or((text, None), |(name, number)| (name, Some(number)));
        let digits = |number: &str| {
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            number.parse().ok().filter(|_| is_number).ok_or(FluxTopologyError)
        };
        match (name, number) {
            ("kary", Some(k)) => Ok(Self::Kary(digits(k)?)),
            ("mincrit", k) => Ok(Self::Mincrit(k.map(digits).transpose()?)),
            ("binomial", None) => Ok(Self::Binomial),
            _ => Err(FluxTopologyError),
        }
    }
}

impl fmt::Display for FluxTopology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kary(k) => write!(f, "kary:{k}"),
            Self::Mincrit(Some(k)) => write!(f, "mincrit:{k}"),
            Self::Mincrit(None) => f.write_str("mincrit"),
            Self::Binomial => f.write_str("binomial"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back() {
        for word in ["kary:32", "kary:0", "mincrit", "mincrit:3", "binomial"] {
            assert_eq!(word.parse::<FluxTopology>().map(|topology| topology.to_string()), Ok(word.to_owned()));
        }
        for word in ["", "kary", "kary:", "kary:+1", "kary:x", "mincrit:", "binomial:2", "custom", "Kary:2"] {
            assert!(word.parse::<FluxTopology>().is_err(), "{word}");
        }
    }

    #[test]
    fn every_topology_has_the_members() {
        for members in [1, 2, 3, 32, 33, 1_025, 1_026, 5_000] {
            for word in ["kary:32", "kary:1", "kary:0", "mincrit", "mincrit:3", "mincrit:0", "binomial"] {
                let topology: FluxTopology = word.parse().expect("a topology");
                let (splitting, width) = topology.splitting(members);
                if let Some(shape) = splitting.shape(members, width) {
                    assert_eq!(shape.members(), members, "{word}");
                    let count = usize::try_from(members).expect("a small number");
                    let mut fanouts = vec![0; count];
                    let mut depths = vec![0; count];
                    for rank in 1..count {
                        let parent = topology.parent(rank, count).expect("only the root has none");
                        assert!(parent < rank, "{word}");
                        fanouts[parent] += 1;
                        depths[rank] = depths[parent] + 1;
                    }
                    let most = shape.nodes().map(|node| shape.fanout(node)).max();
                    assert_eq!(fanouts.into_iter().max(), most, "{word} of {members}");
                    assert_eq!(depths.into_iter().max(), Some(shape.height()), "{word} of {members}");
                }
            }
        }
    }
}
