//! `--hosts`, `--fe`, `--place`: where the processes of an overlay tree run.

use super::input;
use super::mpi::refuse_given;
use super::outcome::{Outcome, Step, bad_input, message_to_stderr, short};
use crate::format::mrnet::{Mode, ProcessTree, Topology};
use crate::format::{
    HostListError, HostVariables, PlacementError, SlurmError, check_host_name, parse_hosts, parse_slurm, place,
    place_on, read_hosts,
};
use crate::input::InputLimit;
use crate::report::json::Shortage;
use crate::request::{Allocation, Divided, Host, InternalHosts, InternalSlots, Placement, Policy, TooFewSlots};
use crate::tree::{Shape, Tree};
use crate::units::Factor;
use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};

/// The hosts of the job, and how processes are given to them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Hosts")]
pub struct HostArgs {
    /// The hosts of the job: a list (`host`, `host:slots` or `host slots` a line, Slurm ranges n[1-5,7,09], comments,
    /// the node files of PBS and LSF), or a table (CSV) whose first line names the columns host, slots, class, factor,
    /// rack and pod, of which only host must be there. The tree has to fit on them. Without hosts, files are written
    /// for those of `SLURM_JOB_NODELIST` (and `SLURM_TASKS_PER_NODE`), else `PBS_NODEFILE`, `LSB_MCPU_HOSTS`,
    /// `LSB_DJOB_HOSTFILE` or `LSB_HOSTS`.
    #[arg(long, value_name = "FILE")]
    hosts: Option<PathBuf>,

    /// The hosts themselves, such as "n[1-4]:2,login", in the form of a list.
    #[arg(long, value_name = "LIST", conflicts_with = "hosts")]
    host_list: Option<String>,

    /// The front end's host as its children resolve it; this host's name without it.
    #[arg(long, value_name = "HOST")]
    fe: Option<String>,

    /// Attach mode: the file leaves the back-ends out, for tools that start them themselves (STAT, CBTF). The hosts are
    /// then for the internal processes alone.
    #[arg(long)]
    attach: bool,

    /// Launch mode, in which MRNet starts the back-ends, also if the file of `logpine answer` says attach.
    #[arg(long, conflicts_with = "attach")]
    launch: bool,

    /// Which host gets which process [default: pack].
    #[arg(long, value_enum, value_name = "POLICY")]
    place: Option<PolicyName>,

    /// Whether internal processes run on hosts that also run leaves (STAT's -A) or on hosts that run none (STAT's -x)
    /// [default: on any].
    #[arg(long, value_enum, value_name = "WHICH", conflicts_with = "attach")]
    internal_hosts: Option<InternalHostsName>,

    /// The hosts, once they are read.
    #[arg(skip)]
    read: OnceCell<Allocation>,
}

/// The order in which hosts get processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PolicyName {
    /// Fills the hosts in their order, internal processes first.
    Pack,
    /// Internal processes go to the hosts in turn, so that they stand on different hosts; leaves are spread evenly.
    Spread,
    /// The processes of a subtree stay within one rack, or else one pod, as far as slots allow.
    Rack,
}

/// Where internal processes run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum InternalHostsName {
    /// Only on hosts that also run a leaf.
    Shared,
    /// Only on hosts that run no leaf.
    Exclusive,
}

impl HostArgs {
    /// Whether any option says where processes run, which only some files show. What limits the tree counts without files.
    pub fn wants_placement(&self) -> bool {
        self.limits_tree() || self.fe.is_some() || self.attach || self.place.is_some() || self.internal_hosts.is_some()
    }

    /// Whether any option on hosts is given.
    pub fn is_used(&self) -> bool {
        self.wants_placement() || self.launch
    }

    /// Refuses all options on hosts, for a reason.
    pub fn refuse_with(&self, reason: &str) -> Step<()> {
        if self.is_used() {
            return Err(bad_input(anyhow!("{reason}: leave --hosts and the other options on hosts out")));
        }
        Ok(())
    }

    /// Refuses the options that say how a tree stands on its hosts.
    pub fn refuse_placement(&self) -> Step<()> {
        let given = [
            ("--fe", self.fe.is_some()),
            ("--attach", self.attach),
            ("--launch", self.launch),
            ("--place", self.place.is_some()),
            ("--internal-hosts", self.internal_hosts.is_some()),
        ];
        refuse_given(given, "overlay trees: `logpine tree`")
    }

    /// Whether hosts are given that the tree has to fit on.
    pub fn limits_tree(&self) -> bool {
        self.hosts.is_some() || self.host_list.is_some()
    }

    /// How the file will be used.
    pub fn mode(&self) -> Mode {
        if self.attach { Mode::Attach } else { Mode::Launch }
    }

    /// Options that change nothing as they are given: where files show no hosts, or where there are no hosts.
    pub fn check_use(&self, shows_hosts: bool) -> Step<()> {
        if !shows_hosts && (self.fe.is_some() || self.place.is_some()) {
            return Err(bad_input(anyhow!("--fe and --place go with --emit mrnet, rank-map or dot")));
        }
        if !shows_hosts && !self.limits_tree() && (self.attach || self.internal_hosts.is_some()) {
            return Err(bad_input(anyhow!(
                "--attach and --internal-hosts go with --hosts, or with --emit mrnet, rank-map or dot"
            )));
        }
        Ok(())
    }

    /// The hosts that are given.
    pub fn given(&self) -> Step<Option<&Allocation>> {
        if self.limits_tree() { self.allocation().map(Some) } else { Ok(None) }
    }

    /// The hosts, each with its slots for internal processes and those for the leaves, which the slowest hosts run.
    pub fn divided(&self, hosts: &Allocation, leaves: u64) -> Step<Divided> {
        if self.internal_hosts.is_some() {
            return Err(bad_input(anyhow!(
                "--internal-hosts is for hosts as fast as the profile says; some of these have a factor above 1"
            )));
        }
        hosts.divided(if self.attach { 0 } else { leaves }).map_err(|error| self.too_few(error))
    }

    /// The factor of the front end: that of the host which --fe names, if it is one of these.
    pub fn front_end_factor(&self, hosts: &Allocation) -> Factor {
        let named =
            hosts.hosts().iter().find(|host| self.fe.as_ref().is_some_and(|name| host.name.eq_ignore_ascii_case(name)));
        named.map_or(Factor::ONE, |host| host.factor)
    }

    /// A tree whose processes have their hosts.
    pub fn place_on(&self, tree: Tree, internal: &[&Host], leaves: &[&Host]) -> Step<Topology> {
        if self.attach || self.place.is_some() {
            return Err(bad_input(anyhow!(
                "on hosts with different factors files are in launch mode, and the tree says where its processes run: \
                 leave --attach and --place out"
            )));
        }
        let placed = place_on(tree, internal, leaves, &self.front_end()?).map_err(bad_input)?;
        placed.ok_or_else(|| bad_input(anyhow!("a process has no host")))
    }

    /// How many internal processes the hosts take beside so many leaves.
    pub fn internal_slots(&self, leaves: u64) -> Step<InternalSlots> {
        let on = self.placement().internal_hosts;
        self.allocation()?.internal_slots(leaves, self.mode(), on).map_err(|error| self.too_few(error))
    }

    /// Whether the processes of an overlay tree fit on the hosts that are given, if any are.
    pub fn check_fits(&self, overlay: &Shape) -> Step<()> {
        if !self.limits_tree() {
            return Ok(());
        }
        let processes = ProcessTree::new(overlay, self.mode());
        let leaves = if self.attach { 0 } else { processes.shape().leaves() };
        let internal = (processes.processes() - 1).saturating_sub(leaves);
        let on = self.placement().internal_hosts;
        self.allocation()?.check_slots(internal, leaves, self.mode(), on).map_err(|error| self.too_few(error))
    }

    /// Every process on a host.
    pub fn place(&self, processes: &ProcessTree) -> Step<Topology> {
        let hosts = self.allocation()?;
        let front_end = self.front_end()?;
        place(processes, hosts, &front_end, self.placement()).map_err(|error| match error {
            PlacementError::TooFewSlots(error) => self.too_few(error),
            error => bad_input(error),
        })
    }

    /// Too few slots, and where the hosts come from.
    fn too_few(&self, error: TooFewSlots) -> Outcome {
        let TooFewSlots { needed, available, .. } = error;
        short(&error, &Shortage { constraint: self.origin(), needed, available })
    }

    /// What the hosts come from: an option, or the environment.
    pub fn origin(&self) -> String {
        match (&self.hosts, &self.host_list) {
            (Some(file), _) => format!("--hosts {}", file.display()),
            (None, Some(_)) => "--host-list".to_owned(),
            (None, None) => "the hosts of the environment".to_owned(),
        }
    }

    fn placement(&self) -> Placement {
        let policy = match self.place {
            None | Some(PolicyName::Pack) => Policy::Pack,
            Some(PolicyName::Spread) => Policy::Spread,
            Some(PolicyName::Rack) => Policy::Rack,
        };
        let internal_hosts = match self.internal_hosts {
            None => InternalHosts::Any,
            Some(InternalHostsName::Shared) => InternalHosts::Shared,
            Some(InternalHostsName::Exclusive) => InternalHosts::Exclusive,
        };
        Placement { policy, internal_hosts }
    }

    /// The hosts that are given, else those of the environment.
    fn allocation(&self) -> Step<&Allocation> {
        if let Some(hosts) = self.read.get() {
            return Ok(hosts);
        }
        let hosts = match (&self.host_list, &self.hosts) {
            (Some(list), _) => parse_hosts(list).map_err(|error| bad_hosts(&error, list, Path::new("--host-list")))?,
            (None, Some(path)) => read_file(path)?,
            (None, None) => from_environment()?,
        };
        Ok(self.read.get_or_init(|| hosts))
    }

    fn front_end(&self) -> Step<String> {
        let (name, way_out) = match &self.fe {
            Some(name) => (name.clone(), "--fe"),
            None => {
                (gethostname::gethostname().to_string_lossy().into_owned(), "this host's name; give another with --fe")
            }
        };
        check_host_name(&name)
            .with_context(|| format!("`{name}` cannot be the front end ({way_out})"))
            .map_err(bad_input)?;
        Ok(name)
    }
}

fn read_file(path: &Path) -> Step<Allocation> {
    let text = String::from_utf8(input::read(path, InputLimit::HOSTS)?)
        .with_context(|| format!("the host list {} is not text", path.display()))?;
    read_hosts(&text, path).map_err(|error| bad_hosts(&error, &text, path))
}

/// The hosts that a resource manager gave the job. A message says where they come from.
fn from_environment() -> Step<Allocation> {
    let asked = HostVariables::ASKED.join(", ");
    let variables = HostVariables::find(|name| std::env::var_os(name))
        .ok_or_else(|| bad_input(anyhow!("no hosts: give --hosts FILE, or run where one of these is set: {asked}")))?;
    let hosts = match &variables {
        HostVariables::Slurm { nodes, tasks_per_node } => {
            parse_slurm(nodes, tasks_per_node.as_deref()).map_err(|error| match error {
                SlurmError::Nodes(error) => bad_hosts(&error, nodes, Path::new("SLURM_JOB_NODELIST")),
                SlurmError::Tasks(error) => {
                    bad_hosts(&error, tasks_per_node.as_deref().unwrap_or_default(), Path::new("SLURM_TASKS_PER_NODE"))
                }
            })?
        }
        HostVariables::File { variable, path } => {
            let text = input::read_named(path, &format!("{variable} {}", path.display()), InputLimit::HOSTS)?;
            let text = String::from_utf8(text).with_context(|| format!("{} is not text", path.display()))?;
            parse_hosts(&text).map_err(|error| bad_hosts(&error, &text, path))?
        }
        HostVariables::Hosts { variable, hosts } => {
            parse_hosts(hosts).map_err(|error| bad_hosts(&error, hosts, Path::new(variable)))?
        }
    };
    let counted = |count: u64, noun| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    let (count, slots) = (hosts.merged().hosts().len() as u64, hosts.slots());
    let (count, slots) = (counted(count, "host"), counted(slots, "slot"));
    message_to_stderr(&format!("hosts from {}: {count} with {slots}", variables.name()));
    Ok(hosts)
}

fn bad_hosts(error: &HostListError, text: &str, path: &Path) -> Outcome {
    bad_input(anyhow!("not a valid host list\n{}", error.render(text, path).trim_end()))
}
