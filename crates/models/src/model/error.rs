//! Reasons why a machine cannot serve a model.

use super::PortModel;
use crate::job::Layout;
use crate::machine::{Channel, Machine};

/// A machine profile that lacks something a model needs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A profile without the model's section.
    #[error("machine `{machine}` has no [{section}] section; it has {}{}", sections(present), with_section(&[section]))]
    MissingSection {
        /// The machine.
        machine: String,
        /// The section that the model reads.
        section: &'static str,
        /// The sections of the profile.
        present: Vec<&'static str>,
    },
    /// A profile without any section that could time a message between ranks.
    #[error(
        "machine `{machine}` has no section for messages between ranks ({}); it has {}{}",
        any_of(&PortModel::ALL.map(PortModel::name)), sections(present), with_section(&PortModel::ALL.map(PortModel::name))
    )]
    NoPortModel {
        /// The machine.
        machine: String,
        /// The sections of the profile.
        present: Vec<&'static str>,
    },
    /// A channel that ranks would use and the model's section does not describe.
    #[error(
        "machine `{machine}` has no [{section}.{channel}], and the layout has {needed}; add it to the profile, or choose {avoided}"
    )]
    MissingChannel {
        /// The machine.
        machine: String,
        /// The section that the model reads.
        section: &'static str,
        /// The channel in profiles, `shared` or `network`.
        channel: &'static str,
        /// The layouts that need it, in words.
        needed: &'static str,
        /// The layouts that do not need it, in words.
        avoided: &'static str,
    },
    /// An overhead without a constant term to compare with.
    #[error(
        "machine `{machine}`: the LogP comparison takes o from the constant term of the overhead in [tan], and there \
         is none; add `constant` to it, or use the model `tan`"
    )]
    NoConstantOverhead {
        /// The machine.
        machine: String,
    },
    /// Latencies of both directions whose sum is not representable.
    #[error("the latencies of multicast and reduction add up to more than the largest time; use smaller latencies")]
    LatencyTooLong,
}

impl ModelError {
    /// The error for a `machine` without `section`.
    pub(super) fn missing_section(machine: &Machine, section: &'static str) -> Self {
        Self::MissingSection { machine: machine.name.clone(), section, present: machine.sections() }
    }

    /// Checks that the channels that a layout may use are `present`.
    pub(super) fn check_channels(
        machine: &str,
        section: &'static str,
        present: impl Fn(Channel) -> bool,
        layout: &Layout,
    ) -> Result<(), Self> {
        let missing = |channel| Err(Self::missing_channel(machine, section, channel));
        if layout.ranks_per_host() > 1 && !present(Channel::Shared) {
            return missing(Channel::Shared);
        }
        if layout.hosts() > 1 && !present(Channel::Network) {
            return missing(Channel::Network);
        }
        Ok(())
    }

    fn missing_channel(machine: &str, section: &'static str, channel: Channel) -> Self {
        let (needed, avoided) = match channel {
            Channel::Shared => ("several ranks on a host", "one rank a host"),
            Channel::Network => ("several hosts", "one host for all ranks"),
        };
        Self::MissingChannel { machine: machine.to_owned(), section, channel: channel.name(), needed, avoided }
    }
}

/// The built-in machines that have one of these sections.
fn with_section(sections: &[&str]) -> String {
    let has = |name: &&&str| {
        let machine = Machine::built_in(name);
        machine.is_some_and(|machine| machine.sections().iter().any(|section| sections.contains(section)))
    };
    let names = Machine::built_in_names();
    match names.iter().filter(has).copied().collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        names => {
            format!("; built-in machines with {}: {}", if sections.len() == 1 { "it" } else { "one" }, names.join(", "))
        }
    }
}

/// Sections in words: `[a], [b] or [c]`.
fn any_of(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or [{last}]", sections(others)),
        _ => sections(names),
    }
}

fn sections(present: &[&str]) -> String {
    match present {
        [] => "none for any model".to_owned(),
        ["platform"] => {
            "[platform] alone: its source gives the size of the machine, but no parameter values; copy the profile and \
             add the section of a model, with values of your own"
                .to_owned()
        }
        _ => present.iter().map(|name| format!("[{name}]")).collect::<Vec<_>>().join(", "),
    }
}
