//! `[within]`: faster parameters between processes that are near each other.

use super::Machine;
use super::reader::{Read, Section, Value};

/// The smallest unit that two processes share, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Locality {
    /// One host.
    Host,
    /// One rack, on different hosts.
    Rack,
    /// One pod, in different racks.
    Pod,
    /// Only the machine.
    Machine,
}

impl Locality {
    /// All localities, the nearest first.
    pub const ALL: [Self; 4] = [Self::Host, Self::Rack, Self::Pod, Self::Machine];

    /// The name: `host`, `rack`, `pod` or `machine`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::Rack => "rack",
            Self::Pod => "pod",
            Self::Machine => "machine",
        }
    }
}

/// The parameters between processes that share more than the machine, if the profile has them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Within {
    /// `[within.host]`: between processes on one host.
    pub host: Option<Box<Machine>>,
    /// `[within.rack]`: between hosts in one rack.
    pub rack: Option<Box<Machine>>,
    /// `[within.pod]`: between racks in one pod.
    pub pod: Option<Box<Machine>>,
}

impl Within {
    /// Reads the parts, each of which is a machine with its own sections.
    pub(super) fn read(
        profile: &Section<'_>,
        sections: &'static [&'static str],
        machine: impl Fn(&Section<'_>, Locality) -> Read<Machine>,
    ) -> Read<Self> {
        let Some(value) = profile.optional("within") else { return Ok(Self::default()) };
        let within = value.section("[within]", &["host", "rack", "pod"])?;
        let part = |key, locality| {
            within
                .optional(key)
                .map(|value: Value<'_>| {
                    let section = value.section(&format!("[within.{key}]"), sections)?;
                    machine(&section, locality).map(Box::new)
                })
                .transpose()
        };
        Ok(Self {
            host: part("host", Locality::Host)?,
            rack: part("rack", Locality::Rack)?,
            pod: part("pod", Locality::Pod)?,
        })
    }
}

impl Machine {
    /// The parameters between processes that share at least `locality`: those for the locality if the profile has them, or
    /// else for a wider one, or else the profile's own.
    ///
    /// ```
    /// use logpine_models::machine::{Locality, Machine};
    /// let text = "name = \"m\"\n[alpha_beta]\nalpha = \"9us\"\nbeta = \"1ns/B\"\n\
    ///             [within.rack.alpha_beta]\nalpha = \"5us\"\nbeta = \"1ns/B\"\n";
    /// let machine = Machine::from_toml(text, "m.toml")?;
    /// assert_eq!(machine.at(Locality::Host).name, "m within a rack");
    /// assert_eq!(machine.at(Locality::Pod), &machine);
    /// # Ok::<(), logpine_models::machine::MachineError>(())
    /// ```
    #[must_use]
    pub fn at(&self, locality: Locality) -> &Self {
        let Within { host, rack, pod } = &self.within;
        let parts = [(Locality::Host, host), (Locality::Rack, rack), (Locality::Pod, pod)];
        let part = parts.into_iter().filter(|&(of, _)| of >= locality).find_map(|(_, part)| part.as_deref());
        part.unwrap_or(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str) -> Result<Machine, String> {
        let text = format!("name = \"m\"\n[logp]\nlatency = \"9us\"\noverhead = \"1us\"\ngap = \"1us\"\n{text}");
        Machine::from_toml(&text, "m.toml").map_err(|error| error.to_string())
    }

    #[test]
    fn the_nearest_part_that_is_wide_enough_counts() {
        let part = |of: &str, latency: u64| {
            format!("[within.{of}.logp]\nlatency = \"{latency}us\"\noverhead = \"1us\"\ngap = \"1us\"\n")
        };
        let latencies = |text: &str| {
            let machine = load(text).expect("a valid profile");
            Locality::ALL
                .map(|of| machine.at(of).logp.as_ref().map_or(0, |logp| logp.latency.value.ticks() / 1_000_000))
        };
        assert_eq!(latencies(""), [9, 9, 9, 9]);
        assert_eq!(latencies(&part("host", 1)), [1, 9, 9, 9]);
        assert_eq!(latencies(&part("pod", 5)), [5, 5, 5, 9]);
        assert_eq!(latencies(&(part("host", 1) + &part("pod", 5))), [1, 5, 5, 9]);
    }
}
