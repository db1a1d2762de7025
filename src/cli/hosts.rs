//! `--hosts`, `--fe`, `--place`: where the processes of an overlay tree run.

use super::input;
use super::named::Named;
use super::outcome::{Outcome, Step, bad_input, message_to_stderr};
use crate::format::{self, HostListError, HostVariables, NamedError, SlurmError, parse_hosts, parse_slurm};
use crate::input::InputLimit;
use crate::request::{Allocation, HostsChoice, InternalHosts, Mode, Policy, Request};
use anyhow::{Context, anyhow};
use clap::Args;
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
    #[arg(long, value_parser = Named::<Policy>::new(), value_name = "POLICY")]
    place: Option<Policy>,

    /// Whether internal processes run on hosts that also run leaves (STAT's -A) or on hosts that run none (STAT's -x)
    /// [default: on any].
    #[arg(long, value_parser = Named::<InternalHosts>::new(), value_name = "WHICH")]
    internal_hosts: Option<InternalHosts>,
}

impl HostArgs {
    /// The request with these options.
    pub fn of(&self, request: Request) -> Request {
        let mode = if self.attach { Some(Mode::Attach) } else { self.launch.then_some(Mode::Launch) };
        let hosts = match (&self.host_list, &self.hosts) {
            (Some(list), _) => Some(HostsChoice::List(vec![list.clone()])),
            (None, Some(path)) => Some(HostsChoice::Path(path.clone())),
            (None, None) => None,
        };
        let (placement, internal_hosts) = (self.place, self.internal_hosts);
        Request { hosts, placement, internal_hosts, front_end: self.fe.clone(), mode, ..request }
    }
}

/// The request with the hosts read: those that are named, or else those of the environment, if files need them.
pub fn read_for(request: Request, are_needed: bool) -> Step<Request> {
    let (hosts, origin) = match &request.hosts {
        None if are_needed => (from_environment()?, HostsChoice::ENVIRONMENT.to_owned()),
        None => return Ok(request),
        Some(named) => format::hosts(named).map_err(bad_input)?,
    };
    Ok(Request { hosts: Some(HostsChoice::Known(hosts, origin)), ..request })
}

/// The hosts that a resource manager gave the job. A message says where they come from.
fn from_environment() -> Step<Allocation> {
    let asked = HostVariables::ASKED.join(", ");
    let variables = HostVariables::find(|name| std::env::var_os(name))
        .ok_or_else(|| bad_input(anyhow!("no hosts: give --hosts FILE, or run where one of these is set: {asked}")))?;
    let hosts = match &variables {
        HostVariables::Slurm { nodes, tasks_per_node } => {
            parse_slurm(nodes, tasks_per_node.as_deref()).map_err(|error| match error {
                SlurmError::Nodes(error) => no_list(&error, nodes, "SLURM_JOB_NODELIST"),
                SlurmError::Tasks(error) => {
                    no_list(&error, tasks_per_node.as_deref().unwrap_or_default(), "SLURM_TASKS_PER_NODE")
                }
            })?
        }
        HostVariables::File { variable, path } => {
            let text = input::read_named(path, &format!("{variable} {}", path.display()), InputLimit::HOSTS)?;
            let text = String::from_utf8(text).with_context(|| format!("{} is not text", path.display()))?;
            parse_hosts(&text).map_err(|error| bad_input(NamedError::no_hosts(&error, &text, path)))?
        }
        HostVariables::Hosts { variable, hosts } => {
            parse_hosts(hosts).map_err(|error| no_list(&error, hosts, variable))?
        }
    };
    let counted = |count: u64, noun| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    let (count, slots) = (hosts.merged().hosts().len() as u64, hosts.slots());
    let (count, slots) = (counted(count, "host"), counted(slots, "slot"));
    message_to_stderr(&format!("hosts from {}: {count} with {slots}", variables.name()));
    Ok(hosts)
}

/// A list of hosts in a variable that is none.
fn no_list(error: &HostListError, list: &str, variable: &str) -> Outcome {
    bad_input(NamedError::no_hosts(error, list, Path::new(variable)))
}
