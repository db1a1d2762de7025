//! Which machine and which model, for algorithms that are costed stage by stage.

use super::machine::{MachineArgs, ModelName};
use super::mpi::refuse_given;
use super::outcome::{Outcome, Step, bad_input};
use crate::machine::Machine;
use crate::model::stage::{PortStages, Sight, StageCost};
use crate::model::{Loggph, ModelError, PortModel, PortTiming, TauLop, port_timing};
use anyhow::anyhow;

/// A machine with a model of stages.
pub struct Stages {
    machine: Machine,
    model: Model,
    others: Vec<Model>,
}

/// A model of stages: of its own, or that of single messages.
enum Model {
    Channels(Box<dyn StageCost>),
    Messages(Box<dyn PortTiming>),
}

/// The costs by a model.
pub enum Cost<'a> {
    Channels(&'a dyn StageCost),
    Messages(PortStages<'a>),
}

impl Model {
    /// The model of that name, of a machine that has its section.
    fn new(name: ModelName, machine: &Machine) -> Result<Self, ModelError> {
        Ok(match name {
            ModelName::TauLop => Self::Channels(Box::new(TauLop::new(machine)?)),
            ModelName::Loggph => Self::Channels(Box::new(Loggph::new(machine)?)),
            name => Self::Messages(port_timing(machine, name.port_model())?),
        })
    }

    fn cost(&self) -> Cost<'_> {
        match self {
            Self::Channels(cost) => Cost::Channels(cost.as_ref()),
            Self::Messages(timing) => Cost::Messages(PortStages(timing.as_ref())),
        }
    }
}

impl Cost<'_> {
    /// The same, whatever it is.
    pub fn stages(&self) -> &dyn StageCost {
        match self {
            Self::Channels(cost) => *cost,
            Self::Messages(ports) => ports,
        }
    }
}

impl Stages {
    /// The machine.
    pub const fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The machine alone.
    pub fn into_machine(self) -> Machine {
        self.machine
    }

    /// The costs.
    pub fn cost(&self) -> Cost<'_> {
        self.model.cost()
    }

    /// What the other models of the machine say.
    pub fn others(&self) -> impl Iterator<Item = Cost<'_>> {
        self.others.iter().map(Model::cost)
    }

    /// Whether the model sees where ranks run; if it does not, none of the options that say so may be given.
    pub fn sees_hosts(&self, options: [(&'static str, bool); 2]) -> Step<Sight> {
        let cost = self.cost();
        let sight = cost.stages().sight();
        if sight == Sight::Blind {
            let model = cost.stages().name();
            let others = format!("a model that sees where ranks run, tau_lop or loggph, which {model} is not");
            refuse_given(options, &others)?;
        }
        Ok(sight)
    }

    /// How many ranks a host runs: as asked, or as the profile says, or as the channels that it describes leave no choice.
    pub fn ranks_per_host(&self, asked: Option<u64>, ranks: u64) -> Step<u64> {
        let of = |section: Option<(bool, bool)>| match section? {
            (true, false) => Some(ranks),
            (false, true) => Some(1),
            _ => None,
        };
        let Machine { name, platform, tau_lop, loggph, .. } = &self.machine;
        let channels = match self.cost().stages().name() {
            "tau_lop" => tau_lop.as_ref().map(|of| (of.shared.is_some(), of.network.is_some())),
            _ => loggph.as_ref().map(|of| (of.shared.is_some(), of.network.is_some())),
        };
        let said = platform.as_ref().map(|platform| platform.ranks_per_host);
        asked.or(said).or_else(|| of(channels)).ok_or_else(|| {
            bad_input(anyhow!(
                "the times depend on how many ranks a host runs, and machine `{name}` does not say: give \
                 --ranks-per-host, or add `ranks_per_host` to its [platform]"
            ))
        })
    }
}

impl MachineArgs {
    /// Whether the model is one of channels that messages share: as asked, or because the machine has no other.
    pub fn is_of_channels(&self) -> Step<bool> {
        if let Some(name) = self.model {
            return Ok(name.is_of_channels());
        }
        let machine = self.load_machine()?;
        Ok(PortModel::of(&machine).is_err() && (machine.tau_lop.is_some() || machine.loggph.is_some()))
    }

    /// Loads the machine and the model of stages: the one asked for, or else the first model of messages that the profile
    /// has, or else the first of channels.
    pub fn load_stages(&self) -> Step<Stages> {
        self.refuse_reading()?;
        if self.model.is_some_and(|name| !name.is_of_channels()) {
            self.port_model()?;
        }
        let machine = self.load_machine()?;
        let has = |name: &ModelName| match name {
            ModelName::TauLop => machine.tau_lop.is_some(),
            ModelName::Loggph => machine.loggph.is_some(),
            _ => false,
        };
        let messages = PortModel::of(&machine).ok().map(ModelName::of_ports);
        let channels = [ModelName::TauLop, ModelName::Loggph].into_iter().filter(has);
        let present: Vec<ModelName> = messages.into_iter().chain(channels).collect();
        let name = match (self.model, present.first()) {
            (Some(name), _) => name,
            (None, Some(&first)) => first,
            (None, None) => return Err(no_model(&machine)),
        };
        let model = Model::new(name, &machine).map_err(bad_input)?;
        let others = present.into_iter().filter(|&other| other != name);
        let others = others.filter_map(|other| Model::new(other, &machine).ok()).collect();
        Ok(Stages { machine, model, others })
    }
}

fn no_model(machine: &Machine) -> Outcome {
    match PortModel::of(machine) {
        Err(error) => bad_input(error),
        Ok(_) => bad_input(anyhow!("machine `{}` has no model of messages", machine.name)),
    }
}
