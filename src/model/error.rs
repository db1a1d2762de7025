//! Why a machine cannot serve a model.

use crate::machine::Machine;

/// A machine profile that does not say what a model needs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The model's section is not there.
    #[error("machine `{machine}` has no [{section}] section; it has {}", sections(present))]
    MissingSection {
        /// The machine.
        machine: String,
        /// The section that the model reads.
        section: &'static str,
        /// The sections the profile has.
        present: Vec<&'static str>,
    },
    /// None of the sections that a message between ranks could be timed by.
    #[error(
        "machine `{machine}` has no section for messages between ranks ([loggops], [plogp], [loggp], [logp], [piecewise] \
         or [alpha_beta]); it has {}",
        sections(present)
    )]
    NoPortModel {
        /// The machine.
        machine: String,
        /// The sections the profile has.
        present: Vec<&'static str>,
    },
    /// The overhead has no constant term to compare with.
    #[error(
        "machine `{machine}`: the LogP comparison takes o from the constant term of the overhead in [tan], and there \
         is none; add `constant` to it, or use the model `tan`"
    )]
    NoConstantOverhead {
        /// The machine.
        machine: String,
    },
    /// The latencies of both directions add up to more than can be represented.
    #[error("the latencies of multicast and reduction add up to more than the largest time; use smaller latencies")]
    LatencyTooLong,
}

impl ModelError {
    /// `machine` has no `section`.
    pub(super) fn missing_section(machine: &Machine, section: &'static str) -> Self {
        Self::MissingSection { machine: machine.name.clone(), section, present: machine.sections() }
    }
}

fn sections(present: &[&str]) -> String {
    match present {
        [] => "none for any model".to_owned(),
        _ => present.iter().map(|name| format!("[{name}]")).collect::<Vec<_>>().join(", "),
    }
}
