//! Options for the machine and its model.

use super::named::Named;
use super::outcome::{Step, bad_input};
use crate::request::ModelName;
use clap::Args;
use logpine_models::machine::Machine;
use std::cell::OnceCell;
use std::path::PathBuf;

/// The machine and the model.
#[derive(Debug, Args)]
pub struct MachineArgs {
    /// A built-in machine (see `logpine list machines`), a profile's path, or parameters such as
    /// logp:L=6us,o=2us,g=4us.
    #[arg(short, long, value_name = "NAME|FILE")]
    pub machine: PathBuf,

    /// The cost model; each has a section in the profile.
    ///
    /// The default is tan for overlay trees; among ranks it is the first of the others, in this order, that the profile has.
    #[arg(long, value_parser = Named::<ModelName>::new())]
    #[arg(hide_short_help = true)]
    pub model: Option<ModelName>,

    /// The machine once it is loaded: a pipe can be read only once.
    #[arg(skip)]
    loaded: OnceCell<Machine>,
}

impl MachineArgs {
    /// Loads the machine.
    pub fn load_machine(&self) -> Step<Machine> {
        if let Some(machine) = self.loaded.get() {
            return Ok(machine.clone());
        }
        let machine = Machine::load(&self.machine).map_err(bad_input)?;
        Ok(self.loaded.get_or_init(|| machine).clone())
    }
}
