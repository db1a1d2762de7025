//! The concurrency operator || of tau-Lop, on sums of whole transmissions.
//!
//! x || T is the cost of x transmissions T that share their channels: every transfer L(m, tau) becomes L(m, x tau), and the
//! overhead, which belongs to the processor, stays unchanged (Rico-Gallego et al., section 3). This level does not know
//! which transfers of different transmissions coincide: it assumes that all transfers on one channel do. The stage costs of
//! [`TauLop`] go transfer by transfer instead.

use super::TauLop;
use logpine_models::machine::Channel;
use logpine_text::units::Time;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Add;

/// A term of a sum of transmissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// o(m).
    Overhead {
        /// The channel the message takes.
        channel: Channel,
        /// m.
        bytes: u64,
    },
    /// L(m, tau).
    Transfer {
        /// The channel.
        channel: Channel,
        /// m.
        bytes: u64,
        /// tau.
        tau: u64,
    },
}

/// A sum of overheads and transfers, each with a multiplicity; empty by default. Two sums are equal if all their terms are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transmissions {
    terms: BTreeMap<Term, u64>,
}

impl Transmissions {
    /// T: a message of `bytes` from rank to rank on one host, through a buffer: o(m) + 2 L(m, 1) in shared memory.
    #[must_use]
    pub fn shared(bytes: u64) -> Self {
        Self::overhead(Channel::Shared, bytes) + Self::transfers(Channel::Shared, bytes, 2)
    }

    /// T: a message of `bytes` between hosts: o(m) + L0(m, 1) + L1(m, 1) + L0(m, 1), that is, to the network interface, to
    /// the other interface, and from there to the receiver.
    #[must_use]
    pub fn network(bytes: u64) -> Self {
        Self::overhead(Channel::Network, bytes)
            + Self::transfers(Channel::Shared, bytes, 2)
            + Self::transfers(Channel::Network, bytes, 1)
    }

    /// o(m) of a channel.
    #[must_use]
    pub fn overhead(channel: Channel, bytes: u64) -> Self {
        Self { terms: [(Term::Overhead { channel, bytes }, 1)].into() }
    }

    /// `times` L(m, 1): transfers one after the other.
    #[must_use]
    pub fn transfers(channel: Channel, bytes: u64, times: u64) -> Self {
        Self { terms: [(Term::Transfer { channel, bytes, tau: 1 }, 1)].into() }.repeated(times)
    }

    /// x || T: `x` of them concurrently, at least 1; saturating.
    #[must_use]
    pub fn concurrent(self, x: u64) -> Self {
        let slowed = |term| match term {
            Term::Transfer { channel, bytes, tau } => Term::Transfer { channel, bytes, tau: tau.saturating_mul(x) },
            overhead @ Term::Overhead { .. } => overhead,
        };
        Self::sum(self.terms.into_iter().map(|(term, times)| (slowed(term), times)))
    }

    /// n T: `times` of them one after the other; saturating.
    #[must_use]
    pub fn repeated(self, times: u64) -> Self {
        Self::sum(self.terms.into_iter().map(|(term, before)| (term, before.saturating_mul(times))))
    }

    /// The terms with their multiplicities, in the order of [`Term`].
    pub fn terms(&self) -> impl Iterator<Item = (Term, u64)> + '_ {
        self.terms.iter().map(|(&term, &times)| (term, times))
    }

    /// The time with the parameters of a model, each transfer and overhead rounded half up once. `None` without one of the
    /// channels, and past [`Time::MAX`].
    #[must_use]
    pub fn cost(&self, model: &TauLop) -> Option<Time> {
        self.terms().try_fold(Time::ZERO, |total, (term, times)| {
            let one = match term {
                Term::Overhead { channel, bytes } => model.overhead(channel, bytes)?,
                Term::Transfer { channel, bytes, tau } => model.transfer_time(channel, bytes, tau)?,
            };
            total.checked_add(one.checked_mul(times)?)
        })
    }

    fn sum(terms: impl Iterator<Item = (Term, u64)>) -> Self {
        let mut sum = BTreeMap::new();
        for (term, times) in terms.filter(|&(_, times)| times > 0) {
            let known: &mut u64 = sum.entry(term).or_default();
            *known = known.saturating_add(times);
        }
        Self { terms: sum }
    }
}

impl Add for Transmissions {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::sum(self.terms.into_iter().chain(other.terms))
    }
}

impl std::iter::Sum for Transmissions {
    fn sum<I: Iterator<Item = Self>>(sums: I) -> Self {
        sums.fold(Self::default(), Add::add)
    }
}

/// `o0(8B) + 2 L0(8B, 1)`; channel 0 is shared memory, 1 the network.
impl fmt::Display for Transmissions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |channel: &Channel| match channel {
            Channel::Shared => 0,
            Channel::Network => 1,
        };
        for (index, (term, times)) in self.terms.iter().enumerate() {
            f.write_str(if index > 0 { " + " } else { "" })?;
            if *times > 1 {
                write!(f, "{times} ")?;
            }
            match term {
                Term::Overhead { channel, bytes } => write!(f, "o{}({bytes}B)", number(channel))?,
                Term::Transfer { channel, bytes, tau } => write!(f, "L{}({bytes}B, {tau})", number(channel))?,
            }
        }
        if self.terms.is_empty() { f.write_str("0") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_transmissions() -> Result<(), Box<dyn std::error::Error>> {
        use logpine::model::TauLop;
        use logpine::model::tau_lop::operator::Transmissions;
        use logpine::units::Time;
        use logpine_models::machine::Machine;
        let one = Transmissions::shared(1_000);
        assert_eq!(one.to_string(), "o0(1000B) + 2 L0(1000B, 1)");
        let eight = one.clone().concurrent(8);
        assert_eq!(eight.to_string(), "o0(1000B) + 2 L0(1000B, 8)");
        let model = TauLop::new(&Machine::load("two-channel")?)?;
        // 2 (0.2 + 0.25) us, and 2 (0.2 + 0.25 (1 + 7 x 0.3)) us.
        let times = [one, eight].map(|sum| sum.cost(&model));
        assert_eq!(times, [Some(Time::from_ticks(900_000)), Some(Time::from_ticks(1_950_000))]);
        Ok(())
    }
}
