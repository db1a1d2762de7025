//! The costs of stages of concurrent messages: by models of channels, and by those of single messages.

use super::ModelChoice;
use crate::request::{Layout, Mapping, ModelName, Refusal, Word};
use logpine_models::machine::Machine;
use logpine_models::model::stage::{PortStages, Sight, StageCost};
use logpine_models::model::{Loggph, ModelError, PortModel, PortTiming, TauLop, port_timing};

/// The costs of stages of concurrent messages by a model, and by the other models of the machine.
pub struct StageCosts {
    model: StageModel,
    others: Vec<StageModel>,
}

/// A model of stages: one of channels, or one of single messages.
enum StageModel {
    Channels(Box<dyn StageCost>),
    Messages(Box<dyn PortTiming>),
}

/// The costs of stages by a model.
pub enum StageView<'a> {
    /// A model of stages.
    Channels(&'a dyn StageCost),
    /// A model of single messages.
    Messages(PortStages<'a>),
}

impl ModelChoice {
    /// The costs of stages: by the model asked for, or else the first model of messages that the machine has, or else the
    /// first of channels.
    ///
    /// # Errors
    /// [`Refusal`] if the machine has no such model.
    pub fn of_stages(self, machine: &Machine) -> Result<StageCosts, Refusal> {
        if self.model.is_some_and(|name| !name.is_of_channels()) {
            self.port_model()?;
        }
        let messages = PortModel::of(machine).ok().and_then(ModelName::of_ports);
        let present: Vec<ModelName> = messages.into_iter().chain(channels_of(machine)).collect();
        let name = match (self.model, present.first()) {
            (Some(name), _) => name,
            (None, Some(&first)) => first,
            (None, None) => return Err(no_model(machine)),
        };
        let model = StageModel::new(name, machine).map_err(Refusal::invalid)?;
        let others = present.into_iter().filter(|&other| other != name);
        let others = others.filter_map(|other| StageModel::new(other, machine).ok()).collect();
        Ok(StageCosts { model, others })
    }
}

impl StageModel {
    /// The model of that name, of a machine that has its section.
    fn new(name: ModelName, machine: &Machine) -> Result<Self, ModelError> {
        Ok(match name {
            ModelName::TauLop => Self::Channels(Box::new(TauLop::new(machine)?)),
            ModelName::Loggph => Self::Channels(Box::new(Loggph::new(machine)?)),
            name => Self::Messages(port_timing(machine, name.port_model())?),
        })
    }

    fn view(&self) -> StageView<'_> {
        match self {
            Self::Channels(cost) => StageView::Channels(cost.as_ref()),
            Self::Messages(timing) => StageView::Messages(PortStages(timing.as_ref())),
        }
    }
}

impl StageView<'_> {
    /// The costs.
    #[must_use]
    pub fn cost(&self) -> &dyn StageCost {
        match self {
            Self::Channels(cost) => *cost,
            Self::Messages(ports) => ports,
        }
    }
}

impl StageCosts {
    /// The name of the model.
    #[must_use]
    pub fn model(&self) -> &'static str {
        self.view().cost().name()
    }

    /// The costs by the model.
    #[must_use]
    pub(crate) fn view(&self) -> StageView<'_> {
        self.model.view()
    }

    /// The costs by the other models of the machine.
    pub(crate) fn others(&self) -> impl Iterator<Item = StageView<'_>> {
        self.others.iter().map(StageModel::view)
    }

    /// The sight of the model: whether it sees where ranks run.
    #[must_use]
    pub(crate) fn sight(&self) -> Sight {
        self.view().cost().sight()
    }

    /// The number of ranks on a host: as asked, or by the profile, or by the channels if they leave no choice.
    ///
    /// # Errors
    /// [`Refusal`] if none of these determines it.
    pub(crate) fn ranks_per_host(&self, machine: &Machine, asked: Option<u64>, ranks: u64) -> Result<u64, Refusal> {
        let serves = |layout: Result<Layout, _>| layout.is_ok_and(|layout| self.view().cost().serves(&layout).is_ok());
        // Layouts of two ranks that need one of the channels.
        let (shared, network) = (Layout::one_host(2), Layout::new(2, 1, Mapping::Sequential));
        let by_channels = || match (serves(shared), serves(network)) {
            (true, false) => Some(ranks),
            (false, true) => Some(1),
            _ => None,
        };
        let Machine { name, platform, .. } = machine;
        let said = platform.as_ref().map(|platform| platform.ranks_per_host);
        asked.or(said).or_else(by_channels).ok_or_else(|| {
            Refusal::invalid(format!(
                "the times depend on how many ranks a host runs, and machine `{name}` does not say: give \
                 --ranks-per-host, or add `ranks_per_host` to its [platform]"
            ))
        })
    }
}

/// The models of channels that a machine has sections for.
pub(super) fn channels_of(machine: &Machine) -> impl Iterator<Item = ModelName> {
    let present = machine.sections();
    ModelName::of_channels().filter(move |name| present.contains(&name.word()))
}

fn no_model(machine: &Machine) -> Refusal {
    match PortModel::of(machine) {
        Err(error) => Refusal::invalid(error),
        Ok(_) => Refusal::invalid(format!("machine `{}` has no model of messages", machine.name)),
    }
}
