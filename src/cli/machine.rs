//! Which machine, and which of its models.

use super::outcome::{Outcome, Step, bad_input, refused};
use super::simulate::Timing;
use crate::answer::waves_over;
use crate::closed_form::PortCost;
use crate::machine::{Locality, Machine};
use crate::model::{
    Accuracy, LevelCost, LogpComparison, LogpReading, ModelError, PortModel, PortTiming, RoundTrip, Tan,
};
use crate::report::{RankSubject, Subject};
use crate::request::Collective;
use crate::schedule::build::{OverlaySchedule, Waves};
use crate::schedule::replay::{Network, NetworkError, Simulator};
use crate::tree::Shape;
use crate::units::Time;
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use std::cell::OnceCell;
use std::path::PathBuf;

/// The machine and the model.
#[derive(Debug, Args)]
pub struct MachineArgs {
    /// A built-in machine (see `logpine list machines`) or the path of a profile.
    #[arg(long, value_name = "NAME|FILE")]
    machine: PathBuf,

    /// The cost model [default: tan for overlay trees; among ranks the first of the others, in this order, that the
    /// profile has].
    #[arg(long, value_enum)]
    pub(super) model: Option<ModelName>,

    /// How --model logp is read for overlay trees, where it is tan with a constant overhead b: a level costs L + b (a),
    /// L + 2b (b), or L + 2b + (fanout - 1) b (c) [default: a].
    #[arg(long, value_enum, requires_if("logp", "model"), value_name = "READING")]
    logp_reading: Option<Reading>,

    /// The machine once it is loaded: a pipe can be read only once.
    #[arg(skip)]
    loaded: OnceCell<Machine>,
}

/// Models of overlay trees (tan, logp), of messages between ranks (all but tan and bgp), and of the machine's own library (bgp).
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ModelName {
    /// Overhead that grows with the fanout of an overlay tree (Groves, Gutierrez and Arnold 2015).
    Tan,
    /// LogGP with overhead per byte, eager messages (Hoefler, Schneider and Lumsdaine 2010).
    Loggops,
    /// Overheads and gap as tables over the message size (Kielmann, Bal and Verstoep 2000).
    Plogp,
    /// LogP with a gap per byte (Alexandrov, Ionescu, Schauser and Scheiman 1995).
    Loggp,
    /// Short messages of one size: latency, overhead, gap (Culler et al. 1993).
    Logp,
    /// alpha + beta s with an alpha and a beta for each range of sizes (Blue Gene/P).
    Piecewise,
    /// alpha + beta s (Hockney 1994).
    #[value(name = "alpha_beta", alias = "alpha-beta")]
    AlphaBeta,
    /// Concurrent transfers on the channels that they share: contention, and which host runs which rank (Rico-Gallego,
    /// Diaz-Martin and Lastovetsky).
    #[value(name = "tau_lop", alias = "tau-lop")]
    TauLop,
    /// LogGP with parameters for each channel, blind to how many share it (LogGPH).
    Loggph,
    /// The machine's own library on a torus: messages bounded, long collectives by dominant terms, short ones exact
    /// (Hoefler, Gropp, Thakur and Traeff 2010).
    Bgp,
}

impl ModelName {
    /// The model of messages between ranks of that name.
    pub const fn port_model(self) -> Option<PortModel> {
        match self {
            Self::Tan | Self::TauLop | Self::Loggph | Self::Bgp => None,
            Self::Loggops => Some(PortModel::Loggops),
            Self::Plogp => Some(PortModel::Plogp),
            Self::Loggp => Some(PortModel::Loggp),
            Self::Logp => Some(PortModel::Logp),
            Self::Piecewise => Some(PortModel::Piecewise),
            Self::AlphaBeta => Some(PortModel::AlphaBeta),
        }
    }

    /// Whether it is of channels that messages share.
    pub const fn is_of_channels(self) -> bool {
        matches!(self, Self::TauLop | Self::Loggph)
    }

    /// The name of a model of messages.
    pub const fn of_ports(model: PortModel) -> Self {
        match model {
            PortModel::Loggops => Self::Loggops,
            PortModel::Plogp => Self::Plogp,
            PortModel::Loggp => Self::Loggp,
            PortModel::Logp => Self::Logp,
            PortModel::Piecewise => Self::Piecewise,
            PortModel::AlphaBeta => Self::AlphaBeta,
        }
    }

    /// What its answers are, by the hierarchy of Hoefler et al. (2010); of bgp the least exact that has absolute times for
    /// every placement: each answer says its own.
    pub const fn accuracy(self) -> Accuracy {
        match self {
            Self::Bgp => Accuracy::Bounded,
            Self::Tan
            | Self::Loggops
            | Self::Plogp
            | Self::Loggp
            | Self::Logp
            | Self::Piecewise
            | Self::AlphaBeta
            | Self::TauLop
            | Self::Loggph => Accuracy::Exact,
        }
    }
}

/// Readings of the LogP variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Reading {
    A,
    B,
    C,
}

/// What reports call the TAN model.
const TAN: &str = "tan";

/// A machine with the model that was chosen.
pub struct Chosen {
    machine: Machine,
    model: String,
    /// The costs under the model.
    pub cost: Box<dyn LevelCost>,
}

impl Chosen {
    /// What reports say of it.
    pub fn subject(&self) -> Subject<'_> {
        let Machine { name, clock, .. } = &self.machine;
        Subject { machine: name, clock: *clock, model: &self.model, cost: self.cost.as_ref() }
    }

    /// The machine.
    pub const fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Whether the model is [`Tan`].
    pub fn is_tan(&self) -> bool {
        self.model == TAN
    }
}

/// A machine with the model of messages that was chosen, and the same model inside a host.
pub struct Near {
    /// Between hosts.
    pub far: Ports,
    /// Inside a host.
    pub near: Box<dyn PortTiming>,
}

/// A machine with the model for an overlay tree that was chosen.
pub enum ForLeaves {
    /// A model of nodes.
    Level(Chosen),
    /// A model of messages.
    Port(Ports),
}

/// A machine with the model of messages between ranks that was chosen.
pub struct Ports {
    machine: Machine,
    /// The model of its costs.
    pub model: PortModel,
    timing: Box<dyn PortTiming>,
    reals: Option<PortCost>,
}

impl Ports {
    /// What reports say of it.
    pub fn subject(&self) -> RankSubject<'_> {
        let Self { machine, timing, reals, .. } = self;
        RankSubject { machine: &machine.name, clock: machine.clock, timing: timing.as_ref(), reals: *reals }
    }

    /// The machine.
    pub const fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The machine alone.
    pub fn into_machine(self) -> Machine {
        self.machine
    }

    /// How long an addition takes.
    pub fn addition(&self) -> Step<Time> {
        let name = &self.machine.name;
        self.machine.addition().ok_or_else(|| {
            bad_input(anyhow!(
                "machine `{name}` does not say how long an addition takes; add `combine_per_value`, the time to add one \
                 value, to its [logp] section"
            ))
        })
    }
}

impl MachineArgs {
    /// Loads the machine and builds the model for an overlay tree: one of nodes, or else one of messages.
    pub fn load_for_leaves(&self, collective: Collective) -> Step<ForLeaves> {
        let machine = self.load_machine()?;
        if let (None, None, Ok(model)) = (self.model, &machine.tan, PortModel::of(&machine)) {
            let (machine, model) = (&machine.name, model.name());
            return Err(bad_input(anyhow!(
                "machine `{machine}` has no [tan] section, for the default model of overlay trees; --model {model} takes \
                 its [{model}]"
            )));
        }
        let of_nodes = match self.model {
            None | Some(ModelName::Tan) => true,
            // The TAN paper's comparison, where the profile or the command line has it and no more.
            Some(ModelName::Logp) => self.logp_reading.is_some() || (machine.logp.is_none() && machine.tan.is_some()),
            Some(_) => false,
        };
        if of_nodes {
            self.level(machine, collective).map(ForLeaves::Level)
        } else {
            self.ports(machine).map(ForLeaves::Port)
        }
    }

    /// Loads the machine and builds the model of nodes for a collective over an overlay tree.
    pub fn load(&self, collective: Collective) -> Step<Chosen> {
        let machine = self.load_machine()?;
        match self.model {
            None | Some(ModelName::Tan | ModelName::Logp) => self.level(machine, collective),
            Some(_) => Err(bad_input(anyhow!("only --model tan and logp score a given tree"))),
        }
    }

    /// The schedule of waves over an overlay tree.
    pub fn waves(&self, shape: &Shape, collective: Collective, waves: u64) -> Step<OverlaySchedule> {
        let way = |collective| self.load(collective);
        let built = match collective {
            Collective::Reduce => waves_over(shape, Waves::Reduce(way(Collective::Reduce)?.cost.as_ref()), waves),
            Collective::Multicast => {
                waves_over(shape, Waves::Multicast(way(Collective::Multicast)?.cost.as_ref()), waves)
            }
            Collective::Roundtrip => {
                let (down, up) = (way(Collective::Multicast)?, way(Collective::Reduce)?);
                let (multicast, reduction) = (down.cost.as_ref(), up.cost.as_ref());
                waves_over(shape, Waves::Roundtrip { multicast, reduction }, waves)
            }
        };
        built.map_err(|error| refused(&error))
    }

    fn level(&self, machine: Machine, collective: Collective) -> Step<Chosen> {
        let wanted = self.model.unwrap_or(ModelName::Tan);
        if !matches!(wanted, ModelName::Tan | ModelName::Logp) {
            return Err(bad_input(anyhow!(
                "that --model is of messages between ranks and goes with `logpine collective`"
            )));
        }
        if self.logp_reading.is_some() && wanted != ModelName::Logp {
            return Err(bad_input(anyhow!("--logp-reading goes with --model logp")));
        }
        let reading = match self.logp_reading {
            None | Some(Reading::A) => LogpReading::A,
            Some(Reading::B) => LogpReading::B,
            Some(Reading::C) => LogpReading::C,
        };
        let cost = match wanted {
            ModelName::Logp => logp(&machine, reading, collective),
            _ => tan(&machine, collective),
        };
        let model = match (wanted, reading) {
            (ModelName::Logp, LogpReading::A) => "logp, reading (a)",
            (ModelName::Logp, LogpReading::B) => "logp, reading (b)",
            (ModelName::Logp, LogpReading::C) => "logp, reading (c)",
            _ => TAN,
        };
        Ok(Chosen { machine, model: model.to_owned(), cost: cost.map_err(bad_input)? })
    }

    /// Loads the machine and the LogP model, which optimal summation needs.
    pub fn load_logp(&self) -> Step<Ports> {
        match self.model {
            None | Some(ModelName::Logp) => Self {
                model: Some(ModelName::Logp),
                machine: self.machine.clone(),
                loaded: self.loaded.clone(),
                ..*self
            }
            .load_ports(),
            Some(_) => Err(bad_input(anyhow!("a sum goes with --model logp, the model of messages without size"))),
        }
    }

    /// Whether the model is of the machine's own library.
    pub fn is_library(&self) -> bool {
        self.model == Some(ModelName::Bgp)
    }

    /// Loads the machine.
    pub fn load_machine(&self) -> Step<Machine> {
        if let Some(machine) = self.loaded.get() {
            return Ok(machine.clone());
        }
        let machine = Machine::load(&self.machine).map_err(bad_input)?;
        Ok(self.loaded.get_or_init(|| machine).clone())
    }

    /// What an execution of messages between ranks costs on a machine, by the rules of a simulator or in program order, and
    /// the name of the model.
    pub fn timing(&self, simulator: Option<Simulator>, machine: &Machine) -> Step<(Timing, &'static str)> {
        match simulator {
            None => {
                let model = self.port_model()?.map_or_else(|| PortModel::of(machine), Ok).map_err(bad_input)?;
                Ok((Timing::Listed(model.timing(machine).map_err(bad_input)?), model.name()))
            }
            Some(simulator) => {
                let model = self.port_model()?.map_or_else(|| Network::model(machine), Ok).map_err(in_program_order)?;
                let network = Network::of(machine, Some(model)).map_err(in_program_order)?;
                Ok((Timing::Events(network, simulator), model.name()))
            }
        }
    }

    /// Refuses `--logp-reading`, which is of overlay trees.
    pub(super) fn refuse_reading(&self) -> Step<()> {
        if self.logp_reading.is_some() {
            return Err(bad_input(anyhow!("--logp-reading goes with `logpine tree` and --model logp")));
        }
        Ok(())
    }

    /// The model of messages that is asked for.
    pub(super) fn port_model(&self) -> Step<Option<PortModel>> {
        self.refuse_reading()?;
        let named = self.model.map(|name| {
            name.port_model().ok_or_else(|| match name {
                ModelName::Bgp => bad_input(anyhow!(
                    "--model bgp is of the machine's own messages and collectives and goes with `logpine collective`"
                )),
                ModelName::TauLop | ModelName::Loggph => bad_input(anyhow!(
                    "--model tau_lop and loggph cost collectives stage by stage and go with `logpine collective` and `map`"
                )),
                _ => bad_input(anyhow!("--model tan is a model of overlay trees and goes with `logpine tree`")),
            })
        });
        named.transpose()
    }

    /// Loads the machine and builds the model of messages between ranks.
    pub fn load_ports(&self) -> Step<Ports> {
        self.ports(self.load_machine()?)
    }

    /// Loads the machine and builds the model of messages between ranks, and the same for ranks on one host.
    pub fn load_near(&self) -> Step<Near> {
        let far = self.load_ports()?;
        let model = self.port_model()?.map_or_else(|| PortModel::of(&far.machine), Ok).map_err(bad_input)?;
        let near = model.timing(inside_a_host(&far.machine, model.name())?).map_err(bad_input)?;
        Ok(Near { far, near })
    }

    /// The same model for nodes with all their children on one host.
    pub fn within_host(&self, chosen: &Chosen, collective: Collective) -> Step<Chosen> {
        let section = if self.model == Some(ModelName::Logp) { "logp" } else { "tan" };
        self.level(inside_a_host(&chosen.machine, section)?.clone(), collective)
    }

    fn ports(&self, machine: Machine) -> Step<Ports> {
        let model = self.port_model()?.map_or_else(|| PortModel::of(&machine), Ok).map_err(bad_input)?;
        let timing = model.timing(&machine).map_err(bad_input)?;
        let reals = PortCost::of(&machine, model);
        Ok(Ports { machine, model, timing, reals })
    }
}

/// What a profile says of processes on one host.
fn inside_a_host<'a>(machine: &'a Machine, section: &str) -> Step<&'a Machine> {
    let near = machine.at(Locality::Host);
    if machine.within.host.is_none() {
        return Err(bad_input(anyhow!(
            "machine `{}` does not say what processes on one host cost; add [within.host.{section}] to its profile",
            machine.name
        )));
    }
    Ok(near)
}

/// A machine that the simulators do not know; where that helps, with the option that does without them.
fn in_program_order(error: NetworkError) -> Outcome {
    match error {
        NetworkError::NotLoggops { .. } | NetworkError::TwoOverheads { .. } => {
            bad_input(anyhow!("{error} (--semantics program-order)"))
        }
        error => bad_input(error),
    }
}

fn tan(machine: &Machine, collective: Collective) -> Result<Box<dyn LevelCost>, ModelError> {
    Ok(match collective {
        Collective::Reduce => Box::new(Tan::reduction(machine)?),
        Collective::Multicast => Box::new(Tan::multicast(machine)?),
        Collective::Roundtrip => Box::new(RoundTrip::tan(machine)?),
    })
}

fn logp(machine: &Machine, reading: LogpReading, collective: Collective) -> Result<Box<dyn LevelCost>, ModelError> {
    let up = || LogpComparison::reduction(machine, reading);
    let down = || LogpComparison::multicast(machine, reading);
    Ok(match collective {
        Collective::Reduce => Box::new(up()?),
        Collective::Multicast => Box::new(down()?),
        Collective::Roundtrip => Box::new(RoundTrip::new(down()?, up()?)?),
    })
}
