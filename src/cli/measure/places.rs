//! `--hosts`, `--launch` and `--fe` of `logpine measure overlay`: where processes run.

use crate::cli::outcome::{Step, bad_input, refused};
use crate::cli::tree_name::{self, NamedTree};
use crate::request::{Allocation, HostsChoice, Mode, Placement};
use logpine_measure::Launcher;
use logpine_overlays::host_list::parse_hosts;
use logpine_overlays::mrnet::{ProcessTree, Topology};
use logpine_overlays::place;
use logpine_trees::tree::{Shape, Spec};
use std::path::Path;

/// The slots of this host, without a list of hosts.
const SLOTS_HERE: u32 = 1024;

/// The hosts there are, and how processes start on them.
pub struct Places {
    pub hosts: Allocation,
    pub front_end: String,
    pub launcher: Launcher,
}

impl Places {
    /// The places of a launcher and a file, or else this host alone. `front_end` is the name of this host for its children.
    pub fn new(launch: Option<&str>, hosts: Option<&Path>, front_end: Option<String>) -> Step<Self> {
        if let (Some(template), Some(path)) = (launch, hosts) {
            let (hosts, _) = crate::request::named::hosts(&HostsChoice::Path(path.to_owned())).map_err(bad_input)?;
            let front_end = front_end.unwrap_or_else(|| gethostname::gethostname().to_string_lossy().into_owned());
            return Ok(Self { hosts, front_end, launcher: Launcher::new(template).map_err(bad_input)? });
        }
        let hosts = parse_hosts(&format!("localhost:{SLOTS_HERE}")).map_err(bad_input)?;
        let front_end = front_end.unwrap_or_else(|| "localhost".to_owned());
        Ok(Self { hosts, front_end, launcher: Launcher::LOCAL })
    }

    /// A tree whose processes take the slots of the hosts in order.
    pub fn placed(&self, shape: &Shape) -> Step<Topology> {
        let processes = ProcessTree::new(shape, Mode::Launch);
        place(&processes, &self.hosts, &self.front_end, Placement::default()).map_err(|error| refused(&error))
    }

    /// A whole tree: a file names its hosts, a spec string takes those there are. The name is a spec string, which a file of
    /// measurements can hold without the other file.
    pub fn tree(&self, name: &Path) -> Step<(String, Topology)> {
        let NamedTree { shape, topology, .. } = tree_name::named(name, Path::new(""))?;
        let spec = Spec::generic(&shape).map_err(bad_input)?.to_string();
        let topology = match topology {
            Some(topology) if !self.launcher.is_local() => topology,
            _ => self.placed(&shape)?,
        };
        Ok((spec, topology))
    }
}
