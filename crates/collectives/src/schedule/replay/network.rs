//! The costs of messages in event-driven replays: the six numbers of LogGOPS.

use logpine_models::machine::{LoggopsParameters, LogpParameters, Machine};
use logpine_models::model::{InLoggops, ModelError, PortModel};
use logpine_text::units::{Rate, Time};

/// The parameters of `LogGOPS`, Hoefler, Schneider and Lumsdaine (2010), as used by event-driven simulators.
///
/// ```
/// use logpine_models::machine::Machine;
/// use logpine_collectives::schedule::replay::Network;
/// use logpine_text::units::Clock;
/// let network = Network::of(&Machine::load("logp-textbook")?, None)?;
/// assert_eq!(network.latency.display(Clock::Cycle), "6 cycles");
/// assert!(network.gap_per_byte.is_zero());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Network {
    /// L: the time of a byte in the network.
    pub latency: Time,
    /// o: the time for which a processor is busy with a message of one byte.
    pub overhead: Time,
    /// g: the time for which a network interface is busy with a message of one byte.
    pub gap: Time,
    /// G: the additional time of the network interface for each further byte.
    pub gap_per_byte: Rate,
    /// O: the additional time of the processor for each further byte.
    pub overhead_per_byte: Rate,
    /// S: messages of more bytes keep the sender until they are received (rendezvous); `None` if no message does.
    pub rendezvous_above: Option<u64>,
}

/// A machine whose messages an event-driven simulator cannot time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The profile does not have the model's section, or none for messages between ranks.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The model has more parameters than the simulators know.
    #[error(
        "the simulators of GOAL have the parameters of LogGOPS only, and [{model}] of machine `{machine}` has others; \
         choose [loggops], [loggp], [logp] or [alpha_beta] with --model, or replay in program order"
    )]
    NotLoggops {
        /// The machine.
        machine: String,
        /// The section.
        model: &'static str,
    },
    /// Sending and receiving have different overheads.
    #[error(
        "the simulators of GOAL have one overhead o, and [{model}] of machine `{machine}` has one for sending and another \
         for receiving; write `overhead` for both, or replay in program order"
    )]
    TwoOverheads {
        /// The machine.
        machine: String,
        /// The section.
        model: &'static str,
    },
    /// A sum of parameters exceeds [`Time::MAX`].
    #[error("[{model}] of machine `{machine}`: the latency is more than can be represented; use smaller times")]
    NotRepresentable {
        /// The machine.
        machine: String,
        /// The section.
        model: &'static str,
    },
}

impl Network {
    /// The default model of [`Network::of`]: the most detailed one that the profile has and that is `LogGOPS` with some parameters left
    /// out. Models with one overhead come first.
    ///
    /// # Errors
    /// [`NetworkError::NotLoggops`] if the profile has only other models, [`NetworkError::Model`] if it has none.
    pub fn model(machine: &Machine) -> Result<PortModel, NetworkError> {
        let present = machine.sections();
        let present = PortModel::ALL.into_iter().filter(|model| present.contains(&model.name()));
        let known = present.map(|model| (model, Self::of(machine, Some(model))));
        let known: Vec<_> = known.filter(|(_, found)| !matches!(found, Err(NetworkError::NotLoggops { .. }))).collect();
        match known.iter().find(|(_, found)| found.is_ok()).or(known.first()) {
            Some(&(model, _)) => Ok(model),
            None => {
                Err(NetworkError::NotLoggops { machine: machine.name.clone(), model: PortModel::of(machine)?.name() })
            }
        }
    }

    /// The network of a machine by a model, or by [`Network::model`].
    ///
    /// | section | L | o | g | G | O | S |
    /// |---|---|---|---|---|---|---|
    /// | `[loggops]` | L | o | g | G | O | S |
    /// | `[loggp]` | L | o | g | G | 0 | none |
    /// | `[logp]` | L | o | g | 0 | 0 | none |
    /// | `[alpha_beta]` | alpha + beta | 0 | alpha + beta | beta | 0 | none |
    ///
    /// # Errors
    /// [`NetworkError`] if the section is missing, is none of these, has two overheads, or exceeds [`Time::MAX`].
    pub fn of(machine: &Machine, model: Option<PortModel>) -> Result<Self, NetworkError> {
        let model = model.map_or_else(|| Self::model(machine), Ok)?;
        let (timing, machine, model) = (model.timing(machine)?, machine.name.clone(), model.name());
        let parameters = match timing.in_loggops() {
            InLoggops::Parameters(parameters) => parameters,
            InLoggops::Others => return Err(NetworkError::NotLoggops { machine, model }),
            InLoggops::NotRepresentable => return Err(NetworkError::NotRepresentable { machine, model }),
        };
        let LoggopsParameters { loggp, overhead_per_byte, rendezvous_above } = *parameters;
        let LogpParameters { latency, overhead_send, overhead_receive, gap, .. } = loggp.logp;
        if overhead_send.value != overhead_receive.value {
            return Err(NetworkError::TwoOverheads { machine, model });
        }
        Ok(Self {
            latency: latency.value,
            overhead: overhead_send.value,
            gap: gap.value,
            gap_per_byte: loggp.gap_per_byte.value,
            overhead_per_byte: overhead_per_byte.value,
            rendezvous_above: rendezvous_above.map(|bytes| bytes.0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(sections: &str) -> Machine {
        let text = format!("name = \"m\"\nunit = \"cycle\"\n{sections}");
        Machine::from_toml(&text, "m.toml").expect("valid")
    }

    fn cycles(count: u64) -> Time {
        Time::from_ticks(1_000 * count)
    }

    const LOGP: &str = "[logp]\nlatency = \"6 cycles\"\noverhead = \"2 cycles\"\ngap = \"4 cycles\"\n";
    const PLOGP_LIKE: &str = "[piecewise]\npieces = [{ alpha = \"1 cycle\", beta = \"1 cycle/B\" }]\n";

    #[test]
    fn each_section_gives_the_numbers_it_has() {
        let logp = Network { latency: cycles(6), overhead: cycles(2), gap: cycles(4), ..Network::default() };
        assert_eq!(Network::of(&machine(LOGP), None), Ok(logp));
        let per_byte = |count| Rate::from_time(cycles(count));
        let loggp = LOGP.replace("logp", "loggp") + "gap_per_byte = \"3 cycles/B\"\n";
        assert_eq!(Network::of(&machine(&loggp), None), Ok(Network { gap_per_byte: per_byte(3), ..logp }));
        let loggops =
            loggp.replace("loggp", "loggops") + "overhead_per_byte = \"1 cycle/B\"\nrendezvous_above = \"10B\"\n";
        let all =
            Network { gap_per_byte: per_byte(3), overhead_per_byte: per_byte(1), rendezvous_above: Some(10), ..logp };
        let several = machine(&format!("{LOGP}{loggops}"));
        assert_eq!(Network::of(&several, None), Ok(all));
        assert_eq!(Network::of(&several, Some(PortModel::Logp)), Ok(logp));
        let hockney = machine("[alpha_beta]\nalpha = \"5 cycles\"\nbeta = \"2 cycles/B\"\n");
        let expected = Network { latency: cycles(7), gap: cycles(7), gap_per_byte: per_byte(2), ..Network::default() };
        assert_eq!(Network::of(&hockney, None), Ok(expected));
        assert_eq!(Network::model(&hockney), Ok(PortModel::AlphaBeta));
    }

    #[test]
    fn a_gap_before_the_first_message_is_latency() {
        let network = Network::of(&machine(&(LOGP.to_owned() + "simplify = [\"gap_first\"]\n")), None);
        assert_eq!(network.map(|network| network.latency), Ok(cycles(10)));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_way_out() {
        let message = |sections: &str, model| Network::of(&machine(sections), model).expect_err(sections).to_string();
        let two = "[logp]\nlatency = \"6 cycles\"\noverhead_send = \"2 cycles\"\noverhead_receive = \"3 cycles\"\ngap = \"4 cycles\"\n";
        assert!(message(two, None).ends_with("write `overhead` for both, or replay in program order"));
        assert!(message(PLOGP_LIKE, None).contains("LogGOPS only, and [piecewise] of machine `m` has others"));
        assert!(message(PLOGP_LIKE, Some(PortModel::Logp)).contains("has no [logp] section; it has [piecewise]"));
        assert!(message(LOGP, Some(PortModel::Plogp)).contains("has no [plogp] section"));
        assert!(message("", None).contains("no section for messages between ranks"));
        let both = machine(&format!("{PLOGP_LIKE}{LOGP}"));
        assert_eq!(Network::model(&both), Ok(PortModel::Logp), "the one that can be replayed");
        let long = "[alpha_beta]\nalpha = \"18446744073709551.615 cycles\"\nbeta = \"1 cycle/B\"\n";
        assert!(message(long, None).contains("use smaller times"));
    }
}
