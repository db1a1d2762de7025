//! `--hosts`, `--fe`, `--place`: where the processes of an overlay tree run.

use super::input;
use super::named::Named;
use super::outcome::{Outcome, Step, bad_input, message_to_stderr};
use crate::answer::relations::Task;
use crate::format::{self, HostListError, HostVariables, NamedError, SlurmError, parse_hosts, parse_slurm};
use crate::input::InputLimit;
use crate::machine::Machine;
use crate::request::{Allocation, HostsChoice, InternalHosts, Mode, Policy, Refusal, Request};
use anyhow::{Context, anyhow};
use clap::Args;
use std::path::{Path, PathBuf};

/// The hosts of the job, and how processes are given to them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Hosts")]
pub struct HostArgs {
    /// Hosts of the job, a list or a CSV [default: those of Slurm, PBS or LSF].
    ///
    /// A list has `host`, `host:slots` or `host slots` on each line, Slurm ranges such as n[1-5,7,09] and comments; the node files of PBS
    /// and LSF are lists too. The first line of a CSV names its columns: host, and any of slots, class, factor, rack and pod. The tree
    /// has to fit on the hosts: their slots limit every answer and every file. Without hosts, they are those of `SLURM_JOB_NODELIST` (and
    /// `SLURM_TASKS_PER_NODE`), else of `PBS_NODEFILE`, `LSB_MCPU_HOSTS`, `LSB_DJOB_HOSTFILE` or `LSB_HOSTS`. To ask about other hosts
    /// inside a job, unset the variable.
    #[arg(long, value_name = "FILE")]
    hosts: Option<PathBuf>,

    /// Hosts as an argument, such as "n[1-4]:2,login".
    #[arg(long, value_name = "LIST", conflicts_with = "hosts")]
    #[arg(hide_short_help = true)]
    host_list: Option<String>,

    /// Host of the front end, by the name that its children use [default: this host].
    #[arg(long, value_name = "HOST")]
    fe: Option<String>,

    /// Leaves the back-ends out of the file, for tools that start them (STAT, CBTF).
    ///
    /// This is MRNet's attach mode. The hosts are then those of the internal processes alone, or with --internal-hosts those of the
    /// whole job, each back-end on a slot of its own.
    #[arg(long)]
    attach: bool,

    /// Has MRNet start the back-ends, even if the file of `logpine answer` says attach: the launch mode, which is the default.
    #[arg(long, conflicts_with = "attach")]
    #[arg(hide_short_help = true)]
    launch: bool,

    /// Policy that gives processes to hosts [default: pack].
    #[arg(long, value_parser = Named::<Policy>::new(), value_name = "POLICY")]
    #[arg(hide_short_help = true)]
    place: Option<Policy>,

    /// Hosts of internal processes: those that also run leaves (STAT's -A), or those that run none (STAT's -x) [default: any].
    #[arg(long, value_parser = Named::<InternalHosts>::new(), value_name = "WHICH")]
    #[arg(hide_short_help = true)]
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

/// The request with the hosts read: those that are named, or else those of the environment. Files that show hosts need them
/// (`are_needed`), and their slots limit every tree over leaves, whatever is written.
pub fn read_for(task: Task, machine: &Machine, request: Request, are_needed: bool) -> Step<Request> {
    if let Some(named) = &request.hosts {
        let (hosts, origin) = format::hosts(named).map_err(bad_input)?;
        return Ok(Request { hosts: Some(HostsChoice::Known(hosts, origin)), ..request });
    }
    let Some(variables) = HostVariables::find(|name| std::env::var_os(name)) else {
        let asked = HostVariables::ASKED.join(", ");
        let none = || bad_input(anyhow!("no hosts: give --hosts FILE, or run where one of these is set: {asked}"));
        return if are_needed { Err(none()) } else { Ok(request) };
    };
    let on = |hosts| Some(HostsChoice::Known(hosts, HostsChoice::ENVIRONMENT.to_owned()));
    if are_needed {
        return Ok(Request { hosts: on(of_environment(&variables)?), ..request });
    }
    if request.leaves.is_none() || task.admit(machine, &request).is_err() {
        return Ok(request);
    }
    match task.admit(machine, &Request { hosts: on(Allocation::default()), ..request.clone() }) {
        Ok(()) => Ok(Request { hosts: on(of_environment(&variables)?), ..request }),
        Err(refusal) => {
            let why = Outcome::from(refusal).message();
            message_to_stderr(&format!("note: the hosts from {} are no limit of this answer: {why}", variables.name()));
            Ok(request)
        }
    }
}

/// A refusal for want of slots; in a job it says how to ask about other hosts.
pub fn short_of_slots(refusal: Refusal) -> Refusal {
    let variables = HostVariables::find(|name| std::env::var_os(name));
    match (refusal, variables) {
        (Refusal::No(mut no), Some(variables))
            if no.shortage.as_ref().is_some_and(|shortage| shortage.constraint == HostsChoice::ENVIRONMENT) =>
        {
            let set = variables.variable();
            no.message =
                format!("{}; the hosts are those of {set}: for others, give --hosts FILE, or unset {set}", no.message);
            Refusal::No(no)
        }
        (refusal, _) => refusal,
    }
}

/// The hosts that a resource manager gave the job. A message says where they come from.
fn of_environment(variables: &HostVariables) -> Step<Allocation> {
    let hosts = match variables {
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
    let assumed = match variables {
        HostVariables::Slurm { tasks_per_node: None, .. } => "; SLURM_TASKS_PER_NODE is not set: a slot a host",
        _ => "",
    };
    message_to_stderr(&format!("hosts from {}: {count} with {slots}{assumed}", variables.name()));
    Ok(hosts)
}

/// A list of hosts in a variable that is none.
fn no_list(error: &HostListError, list: &str, variable: &str) -> Outcome {
    bad_input(NamedError::no_hosts(error, list, Path::new(variable)))
}
