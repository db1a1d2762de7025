//! `--hosts`, `--fe`, `--place`: where the processes of an overlay tree run.

use super::input;
use super::named::Named;
use super::outcome::{Outcome, Step, bad_input, message_to_stderr};
use crate::answer::relations::Task;
use crate::request::named::{self, no_hosts};
use crate::request::{Allocation, HostsChoice, InternalHosts, Mode, Policy, Refusal, Request};
use anyhow::{Context, anyhow};
use clap::Args;
use logpine_models::machine::Machine;
use logpine_overlays::MAX_HOSTS;
use logpine_overlays::allocation_environment::{HostVariables, SlurmError, SlurmNodes, parse_slurm};
use logpine_overlays::host_list::parse_hosts;
use logpine_text::input::InputLimit;
use logpine_text::placed::PlacedError;
use std::path::{Path, PathBuf};

/// The hosts of the job, and how processes are given to them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Hosts")]
pub struct HostArgs {
    /// Hosts of the job, a list or a CSV [default: those of Slurm, PBS or LSF].
    ///
    /// A list has `host`, `host:slots` or `host slots` on each line, Slurm ranges such as n[1-5,7,09] and comments; the node files of PBS
    /// and LSF are lists too. The first line of a CSV names its columns: host, and any of slots, class, factor, rack and pod. The tree
    /// has to fit on the hosts: their slots limit every answer and every file. Without hosts, they are those of a step of Slurm
    /// (`SLURM_STEP_NODELIST`), of every component of a heterogeneous job (`SLURM_JOB_NODELIST_HET_GROUP_0` and on) or of the job
    /// (`SLURM_JOB_NODELIST`), with Slurm's tasks per node as slots, else of `PBS_NODEFILE`, `LSB_MCPU_HOSTS`, `LSB_DJOB_HOSTFILE` or
    /// `LSB_HOSTS`. To ask about other hosts inside a job, unset the variable.
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
        let (hosts, origin) = named::hosts(named).map_err(bad_input)?;
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
            let (set, others) = (variables.variable(), other_hosts(&variables));
            no.message = format!("{}; the hosts are those of {set}: for others, {others}", no.message);
            Refusal::No(no)
        }
        (refusal, _) => refusal,
    }
}

/// The hosts that a resource manager gave the job. A message says where they come from.
fn of_environment(variables: &HostVariables) -> Step<Allocation> {
    let hosts =
        read_environment(variables).map_err(|fault| fault.with_note(&format!("help: {}", other_hosts(variables))))?;
    let counted = |count: u64, noun| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    let (count, slots) = (hosts.merged().hosts().len() as u64, hosts.slots());
    let (count, slots) = (counted(count, "host"), counted(slots, "slot"));
    let unset = match variables {
        HostVariables::Slurm(all) => all.iter().find(|nodes| nodes.tasks_per_node.is_none()),
        _ => None,
    };
    let assumed = unset.map_or(String::new(), |nodes| format!("; {} is not set: a slot a host", nodes.tasks_variable));
    message_to_stderr(&format!("hosts from {}: {count} with {slots}{assumed}", variables.name()));
    if let Some(first) = launch_node(variables, &hosts) {
        message_to_stderr(&format!(
            "note: {first}, the first host, has 1 slot, and every other host has more. If it is LSF's launch node and runs no \
             processes of the job, list the other hosts with --hosts FILE"
        ));
    }
    Ok(hosts)
}

/// The hosts in the variables.
fn read_environment(variables: &HostVariables) -> Step<Allocation> {
    match variables {
        HostVariables::Slurm(all) => {
            let mut hosts = Vec::new();
            for SlurmNodes { variable, nodes, tasks_variable, tasks_per_node } in all {
                if nodes.is_empty() {
                    return Err(bad_input(anyhow!("SLURM_HET_SIZE counts more components, but {variable} is not set")));
                }
                let tasks = tasks_per_node.as_deref();
                let read = parse_slurm(nodes, tasks).map_err(|error| match error {
                    SlurmError::Nodes(error) => no_list(&error, nodes, variable),
                    SlurmError::Tasks(error) => no_list(&error, tasks.unwrap_or_default(), tasks_variable),
                })?;
                hosts.append(&mut read.into_hosts());
                if hosts.len() as u64 > MAX_HOSTS {
                    return Err(bad_input(anyhow!("more than {MAX_HOSTS} hosts in {}", variables.name())));
                }
            }
            Ok(Allocation::new(hosts))
        }
        HostVariables::File { variable, path } => {
            let text = input::read_named(path, &format!("{variable} {}", path.display()), InputLimit::HOSTS)?;
            let text = String::from_utf8(text).with_context(|| format!("{} is not text", path.display()))?;
            parse_hosts(&text).map_err(|error| bad_input(no_hosts(&error, &text, path)))
        }
        HostVariables::Hosts { variable, hosts } => {
            parse_hosts(hosts).map_err(|error| no_list(&error, hosts, variable))
        }
    }
}

/// The first host of LSF's list if it has one slot and all others have more, as a node that only launches a job has.
fn launch_node<'a>(variables: &HostVariables, hosts: &'a Allocation) -> Option<&'a str> {
    let (first, others) = hosts.hosts().split_first()?;
    let is_alone = first.slots == 1 && !others.is_empty() && others.iter().all(|host| host.slots > 1);
    (variables.variable().starts_with("LSB_") && is_alone).then_some(&first.name)
}

/// The way to ask about hosts outside the job.
fn other_hosts(variables: &HostVariables) -> String {
    if variables.is_step() {
        return "give --hosts FILE, or run logpine outside srun for the hosts of the whole job".to_owned();
    }
    let is_lost = matches!(variables, HostVariables::Slurm(all) if all.iter().any(|nodes| nodes.nodes.is_empty()));
    format!("give --hosts FILE, or unset {}", if is_lost { "SLURM_HET_SIZE" } else { variables.variable() })
}

/// A list of hosts in a variable that is none.
fn no_list(error: &PlacedError, list: &str, variable: &str) -> Outcome {
    bad_input(no_hosts(error, list, Path::new(variable)))
}
