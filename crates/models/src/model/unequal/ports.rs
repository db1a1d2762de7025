//! Ranks on hosts of several speeds, some nearer to each other than others.

use crate::job::{Allocation, Host};
use crate::machine::{Locality, Machine};
use crate::model::{HostClass, MessageSize, ModelError, Port, PortModel, PortTiming};
use logpine_text::units::{Factor, Time};

/// The cost of a message between two hosts of an allocation; [`HostClass`] is the index of the host.
///
/// The locality of the two hosts selects the parameters ([`Machine::at`]), and their factors f and h multiply the busy times
/// of sender and receiver. With the port of the profile:
///
/// ```text
/// send_busy' = f send_busy         send_gap' = max(send_gap, send_busy')
/// recv_busy' = h recv_busy         recv_gap' = max(recv_gap, recv_busy')
/// delivery'  = delivery + (send_busy' - send_busy) + (recv_busy' - recv_busy)
/// ```
///
/// Latency, gap, bytes on the wire and the time to combine two messages stay unchanged. Two places of an allocation with the
/// same name are one host.
pub struct UnequalPorts<'a> {
    /// By [`Locality`], the nearest first.
    timings: [Box<dyn PortTiming>; 4],
    hosts: &'a [Host],
}

/// Hosts that the models of messages cannot serve.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnequalHostsError {
    /// The profile, or a part of it, lacks the model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The allocation is empty.
    #[error("no hosts are given; name at least one")]
    NoHosts,
    /// A host that is faster than the profile.
    #[error(
        "host `{host}` has the factor {factor}: factors are at least 1; the profile describes the fastest host, and the \
         others take so many times as long"
    )]
    FactorBelowOne {
        /// The host's name.
        host: String,
        /// The factor of the host.
        factor: Factor,
    },
    /// More hosts than can be told apart.
    #[error("{hosts} hosts: at most {limit} can be told apart")]
    TooManyHosts {
        /// The number of hosts given.
        hosts: usize,
        /// The largest possible number.
        limit: usize,
    },
}

/// The largest number of hosts that can be told apart.
const MOST_HOSTS: usize = u16::MAX as usize;

impl UnequalHostsError {
    /// Checks that an allocation can be served at all.
    ///
    /// # Errors
    /// [`UnequalHostsError`] for no hosts, too many, or one that is faster than the profile.
    pub fn check(hosts: &[Host]) -> Result<(), Self> {
        if hosts.is_empty() {
            return Err(Self::NoHosts);
        }
        if hosts.len() > MOST_HOSTS {
            return Err(Self::TooManyHosts { hosts: hosts.len(), limit: MOST_HOSTS });
        }
        match hosts.iter().find(|host| host.factor < Factor::ONE) {
            Some(host) => Err(Self::FactorBelowOne { host: host.name.to_string(), factor: host.factor }),
            None => Ok(()),
        }
    }
}

impl<'a> UnequalPorts<'a> {
    /// The timing of a machine by a model, or else by the first that its profile serves, on the hosts of an allocation.
    ///
    /// # Errors
    /// [`UnequalHostsError`] if the profile or a part of it lacks the model, and for hosts that cannot be served.
    pub fn new(
        machine: &Machine,
        model: Option<PortModel>,
        allocation: &'a Allocation,
    ) -> Result<Self, UnequalHostsError> {
        UnequalHostsError::check(allocation.hosts())?;
        let model = model.map_or_else(|| PortModel::of(machine), Ok)?;
        let [host, rack, pod, whole] = Locality::ALL.map(|locality| model.timing(machine.at(locality)));
        Ok(Self { timings: [host?, rack?, pod?, whole?], hosts: allocation.hosts() })
    }

    /// The hosts, by class.
    #[must_use]
    pub const fn hosts(&self) -> &'a [Host] {
        self.hosts
    }

    /// The locality of two ranks that run on the hosts of these indices; `None` for an index that does not exist.
    #[must_use]
    pub fn locality(&self, sender: HostClass, receiver: HostClass) -> Option<Locality> {
        let [sender, receiver] = [sender, receiver].map(|class| self.hosts.get(usize::from(class.0)));
        let (sender, receiver) = (sender?, receiver?);
        Some(if sender.name == receiver.name { Locality::Host } else { sender.shares(receiver) })
    }

    fn of_machine(&self) -> &dyn PortTiming {
        self.timings[Locality::Machine as usize].as_ref()
    }
}

/// A port with slower processors of sender and receiver.
fn slowed(port: Port, sender: Factor, receiver: Factor) -> Option<Port> {
    let (send_busy, recv_busy) = (sender.times(port.send_busy)?, receiver.times(port.recv_busy)?);
    let longer = |slow: Time, fast: Time| slow.checked_sub(fast);
    let delay = longer(send_busy, port.send_busy)?.checked_add(longer(recv_busy, port.recv_busy)?)?;
    Some(Port {
        send_busy,
        send_gap: port.send_gap.max(send_busy),
        recv_busy,
        recv_gap: port.recv_gap.max(recv_busy),
        delivery: port.delivery.checked_add(delay)?,
    })
}

impl PortTiming for UnequalPorts<'_> {
    fn name(&self) -> &'static str {
        self.of_machine().name()
    }

    fn host_classes(&self) -> u16 {
        u16::try_from(self.hosts.len()).unwrap_or(u16::MAX)
    }

    fn message_size(&self) -> MessageSize {
        self.of_machine().message_size()
    }

    /// `None` also for a class that does not exist.
    fn between(&self, bytes: u64, sender: HostClass, receiver: HostClass) -> Option<Port> {
        let port = self.timings[self.locality(sender, receiver)? as usize].port(bytes)?;
        let factor = |class: HostClass| self.hosts.get(usize::from(class.0)).map(|host| host.factor);
        slowed(port, factor(sender)?, factor(receiver)?)
    }

    fn combine(&self, bytes: u64) -> Option<Time> {
        self.of_machine().combine(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Reversed;

    fn machine() -> Machine {
        let part = |of: &str, latency: u64| {
            format!("[{of}logp]\nlatency = \"{latency}us\"\noverhead = \"2us\"\ngap = \"3us\"\n")
        };
        let text = format!("name = \"m\"\n{}{}{}", part("", 9), part("within.rack.", 5), part("within.host.", 1));
        Machine::from_toml(&text, "m.toml").expect("valid")
    }

    fn host(name: &str, factor: &str, rack: &str) -> Host {
        let factor = factor.parse().expect("a factor");
        Host { factor, rack: Some(rack.into()), ..Host::new(name, 1) }
    }

    fn numbers(port: Option<Port>) -> Option<[u64; 5]> {
        let port = port?;
        let numbers = [port.send_busy, port.send_gap, port.recv_busy, port.recv_gap, port.delivery];
        Some(numbers.map(|time| time.ticks() / 100_000))
    }

    /// In tenths of microseconds: o = 20, and 30 on a host with factor 1.5, or 40 with factor 2; g = 30.
    #[test]
    fn factors_and_places_make_the_port() {
        let allocation = Allocation::new(vec![host("a", "1", "r"), host("b", "1.5", "r"), host("c", "2", "s")]);
        let ports = UnequalPorts::new(&machine(), None, &allocation).expect("it has [logp]");
        let between = |sender, receiver| numbers(ports.between(1, HostClass(sender), HostClass(receiver)));
        assert_eq!(between(0, 0), Some([20, 30, 20, 30, 10 + 40]), "on one host");
        assert_eq!(between(0, 1), Some([20, 30, 30, 30, 50 + 20 + 30]), "in one rack");
        assert_eq!(between(2, 1), Some([40, 40, 30, 30, 90 + 40 + 30]), "between racks; a busy time above the gap");
        assert_eq!(between(3, 0), None);
        assert_eq!((ports.host_classes(), ports.name()), (3, "logp"));
        let reversed = Reversed(&ports).between(1, HostClass(1), HostClass(2));
        assert_eq!(numbers(reversed), Some([30, 30, 40, 40, 160]));
    }

    #[test]
    fn hosts_that_cannot_be_served() {
        let message = |hosts: Vec<Host>| {
            let allocation = Allocation::new(hosts);
            let error = UnequalPorts::new(&machine(), Some(PortModel::Logp), &allocation).err();
            error.map(|error| error.to_string()).unwrap_or_default()
        };
        assert!(message(vec![host("a", "0.9", "r")]).contains("host `a` has the factor 0.9: factors are at least 1"));
        assert!(message(Vec::new()).contains("no hosts"));
        assert!(message(vec![host("a", "1", "r"); 70_000]).contains("70000 hosts: at most 65535"));
        let allocation = Allocation::new(vec![host("a", "1", "r")]);
        let error = UnequalPorts::new(&machine(), Some(PortModel::Loggp), &allocation).err();
        assert!(matches!(error, Some(UnequalHostsError::Model(ModelError::MissingSection { .. }))));
    }
}
