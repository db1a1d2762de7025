//! Settings of systems whose tree has a knob: a line or a table, with what it is for, its time and that of the default.

use super::{Contents, File, PATH, Place};
use crate::answer::costs::NodeCosts;
use crate::answer::{Candidate, OverlayTree, Plan, assumption, objective_value};
use crate::format::settings::{self, Report};
use crate::format::{clustershell, flux};
use crate::machine::Machine;
use crate::report::counted::counted;
use crate::request::{FileFormat, HostsChoice, No, Objective, Refusal, Shortage};
use crate::tree::families::{Splitting, Value};
use crate::tree::{Shape, Tree, score};
use crate::units::{Clock, Time};
use std::fmt::Write as _;

/// The first release of Slurm that splits evenly.
const EVEN_SLURM: Version = Version { major: 24, minor: 11 };
/// The first release of Slurm whose default is 16.
const SIXTEEN_SLURM: Version = Version { major: 23, minor: 11 };

/// The release of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    major: u64,
    minor: u64,
}

impl Version {
    /// Reads `24.11` or `24.11.5`.
    fn read(text: &str) -> Result<Self, Refusal> {
        let mut numbers = text.trim().split('.').map(|number| number.parse::<u64>().ok());
        match (numbers.next().flatten(), numbers.next()) {
            (Some(major), None) => Ok(Self { major, minor: 0 }),
            (Some(major), Some(Some(minor))) => Ok(Self { major, minor }),
            _ => Err(Refusal::invalid(format!("`{text}` is no version: write it like 24.11"))),
        }
    }
}

/// The splitting of a release of Slurm, the newest known if none is named.
///
/// # Errors
/// [`Refusal`] if the text is no version.
pub(crate) fn slurm_splitting(version: Option<&str>) -> Result<Splitting, Refusal> {
    let version = version.map(Version::read).transpose()?;
    Ok(if version.is_none_or(|version| version >= EVEN_SLURM) { Splitting::Even } else { Splitting::Greedy })
}

/// Slurm's default width in a release, the newest known if none is named.
///
/// # Errors
/// [`Refusal`] if the text is no version.
pub(crate) fn slurm_default(version: Option<&str>) -> Result<u64, Refusal> {
    let version = version.map(Version::read).transpose()?;
    Ok(if version.is_none_or(|version| version >= SIXTEEN_SLURM) { 16 } else { 50 })
}

/// A member tree that is the answer, and the other trees it is compared with.
pub struct Settings<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The candidate that was chosen.
    pub chosen: &'a Candidate<OverlayTree>,
    /// The machine.
    pub machine: &'a Machine,
    /// The costs.
    pub costs: &'a NodeCosts,
    /// The hosts.
    pub place: Place<'a>,
}

impl Settings<'_> {
    /// The file of a format of settings.
    ///
    /// # Errors
    /// [`Refusal`] if there is no such tree, or there are too few hosts.
    pub fn file(&self, format: FileFormat) -> Result<File, Refusal> {
        let (text, what, next) = match format {
            FileFormat::Slurm => (self.slurm()?, "a line for slurm.conf", "scontrol reconfigure, after adding it"),
            FileFormat::Prrte => (
                self.prrte()?,
                "a line for prte-mca-params.conf",
                "mpirun --prtemca rml_base_radix RADIX, for a single run",
            ),
            FileFormat::Flux => (self.flux()?, "a table for Flux's system configuration", ""),
            FileFormat::ClusterShell => {
                (self.clustershell()?, "ClusterShell's topology", "clush --topology PATH -a uptime")
            }
            format => return Err(super::tree::none(format)),
        };
        let next = (!next.is_empty()).then(|| next.replace("PATH", &PATH.to_string()));
        Ok(File { contents: Contents::Text(text), notes: Vec::new(), what: what.to_owned(), next })
    }

    /// The line for `slurm.conf`.
    fn slurm(&self) -> Result<String, Refusal> {
        let version = self.place.request().for_version.as_deref();
        let (splitting, width) = (slurm_splitting(version)?, slurm_default(version)?);
        let (family, splits) = if splitting == Splitting::Even {
            ("slurm", "Splits evenly, as Slurm since 24.11 does (checked against the source of 26.05.3).")
        } else {
            ("slurm-greedy", "Fills one subtree after the other, as Slurm up to 24.05 does (checked against 22.05.8).")
        };
        let best = self.best_of(family)?;
        let name = format!("the default of {width}");
        let default = self.with_width(splitting, width).map(|time| (name.as_str(), time));
        let nodes = counted(self.plan.job.count() - 1, "node", "nodes");
        let mut text = format!("# TreeWidth for slurmctld and {nodes}, a line of slurm.conf.\n# {splits}\n");
        self.add_times(&mut text, best, default);
        let _ = writeln!(text, "TreeWidth={}", number(best, "width"));
        Ok(text)
    }

    /// The line for PRRTE's parameters.
    fn prrte(&self) -> Result<String, Refusal> {
        let best = self.best_of("prrte")?;
        let daemons = self.plan.job.count() - 1;
        let mut text = format!(
            "# Radix for prterun and {daemons} daemons, a line of prte-mca-params.conf (PRRTE 3.0, Open MPI 5.0; checked\n\
             # against PRRTE 3.0.14). Its old names routed_radix and prte_rml_radix are deprecated, or ignored in silence.\n"
        );
        let default = self.time_of("prrte-64").map(|time| ("the default of 64", time));
        self.add_times(&mut text, best, default);
        let _ = writeln!(text, "rml_base_radix = {}", number(best, "radix"));
        Ok(text)
    }

    /// Flux's table of hosts: the best tree of any shape.
    fn flux(&self) -> Result<String, Refusal> {
        let (tree, names) = self.placed(self.place.request().front_end.is_some())?;
        let mut text = format!(
            "# Tree of {}, for the system instance (tbon.topo = \"custom\"; see flux-config-bootstrap(5)).\n",
            counted(self.plan.job.count(), "Flux broker", "Flux brokers")
        );
        text += "# Keep your own curve_cert, default_port, default_bind and default_connect in the table: without a certificate\n\
                 # Flux refuses more than one host, and without endpoints its brokers do not find each other.\n";
        let default = self.time_of("flat").map(|time| ("a table without parents, which is flat,", time));
        self.add_times(&mut text, self.chosen, default);
        if let Some(best) = self.plan.candidates().iter().find(|candidate| candidate.family == "flux-kary") {
            let _ = writeln!(
                text,
                "# Under another launcher, where ranks have no names: -Stbon.topo=kary:{} takes {}{}.",
                number(best, "k"),
                self.shown(best.time),
                self.time_of("flux-kary-32")
                    .map_or_else(String::new, |default| format!(", the default of kary:32 {}", self.shown(default)))
            );
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        text += &flux(&tree, &names);
        accepted(&settings::flux(text.as_bytes()), "Flux")?;
        Ok(text)
    }

    /// `ClusterShell`'s topology: the best tree of any shape.
    fn clustershell(&self) -> Result<String, Refusal> {
        if self.plan.job.count() < 2 {
            return Err(Refusal::invalid(
                "a topology of ClusterShell has a gateway and its nodes: ask for 2 members or more",
            ));
        }
        let (tree, names) = self.placed(true)?;
        let members = self.plan.job.count() - 1;
        let mut text = format!(
            "# Gateways for {members} nodes below {}, for /etc/clustershell/topology.conf (checked against ClusterShell\n\
             # 1.9.1 and 1.10.1). Every process starts at most `fanout` commands at a time: set it to {} or more.\n",
            names[0],
            widest(&self.chosen.construction.shape)
        );
        let default = self.time_of("flat").map(|time| ("no topology", time));
        self.add_times(&mut text, self.chosen, default);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        text += &clustershell(&tree, &names);
        accepted(&settings::clustershell(text.as_bytes()), "ClusterShell")?;
        Ok(text)
    }

    /// Adds the predicted times: of this tree, of the default, and of the best tree; and whether the parameters are an assumption.
    fn add_times(&self, text: &mut String, chosen: &Candidate<OverlayTree>, default: Option<(&str, Time)>) {
        let best = self.plan.best();
        let (machine, model) = (&self.machine.name, self.costs.model);
        let objective = match self.plan.job.objective {
            Objective::Latency => String::new(),
            Objective::Period => ", between two waves of a stream".to_owned(),
            Objective::Total { waves } => format!(", for {waves} waves"),
        };
        let _ = write!(text, "# Predicted on {machine} ({model}{objective}): {}", self.shown(chosen.time));
        if let Some((name, time)) = default {
            let _ = write!(text, "; {name} takes {}", self.shown(time));
        }
        if chosen.time > best.time {
            let _ = write!(text, "; the best tree of any shape {}", self.shown(best.time));
        }
        text.push_str(".\n");
        if let Some(assumption) = assumption(self.machine) {
            let _ = writeln!(text, "# {assumption}");
        }
    }

    fn shown(&self, time: Time) -> String {
        time.display(self.clock())
    }

    const fn clock(&self) -> Clock {
        self.machine.clock
    }

    /// The best candidate of a family.
    fn best_of(&self, family: &str) -> Result<&Candidate<OverlayTree>, Refusal> {
        let best = self.plan.candidates().iter().find(|candidate| candidate.family == family);
        best.ok_or_else(|| {
            Refusal::invalid(if self.plan.job.count() < 2 {
                "a single member has no tree: ask for 2 members or more".to_owned()
            } else {
                format!("no tree of the family {family} keeps to the limits: `logpine tree` says which it breaks")
            })
        })
    }

    /// The objective's value with a width at all levels.
    fn with_width(&self, splitting: Splitting, width: u64) -> Option<Time> {
        let shape = splitting.shape(self.plan.job.count(), width)?;
        objective_value(self.plan.job.objective, score(&shape, self.costs.cost.as_ref()).ok()?)
    }

    fn time_of(&self, family: &str) -> Option<Time> {
        self.plan.candidates().iter().find(|candidate| candidate.family == family).map(|candidate| candidate.time)
    }

    /// The chosen tree with the host of each node, breadth-first; the root is the front end, or the first host.
    fn placed(&self, root_is_front_end: bool) -> Result<(Tree, Vec<String>), Refusal> {
        let tree = Tree::from_shape(&self.chosen.construction.shape).map_err(|error| Refusal::no(&error))?;
        let request = self.place.request();
        let Some(HostsChoice::Known(hosts, origin)) = &request.hosts else {
            return Err(Refusal::invalid("a file that shows hosts needs them: give --hosts"));
        };
        let root = root_is_front_end.then(|| self.place.front_end()).transpose()?;
        let merged = hosts.merged();
        let others = merged.hosts().iter().map(|host| host.name.as_str()).filter(|name| Some(*name) != root);
        let names: Vec<String> = root.into_iter().chain(others).take(tree.len()).map(str::to_owned).collect();
        if names.len() < tree.len() {
            let (needed, available) = (tree.len() as u64, names.len() as u64);
            let message =
                format!("{needed} members need as many hosts, the root's among them, and there are {available}");
            let shortage = Shortage { constraint: origin.clone(), needed, available };
            return Err(Refusal::No(No::new(&message, Some(shortage))));
        }
        Ok((tree, names))
    }
}

/// Refuses a file that its reader would refuse, with the first fault.
fn accepted<T>(report: &Report<T>, reader: &str) -> Result<(), Refusal> {
    match report.first_error() {
        None => Ok(()),
        Some(fault) => Err(Refusal::invalid(format!("{reader} would refuse the file: {}", fault.kind))),
    }
}

/// The number among a candidate's parameters.
fn number(candidate: &Candidate<OverlayTree>, name: &str) -> u64 {
    match candidate.parameters.get(name) {
        Some(Value::Number(number)) => *number,
        _ => 0,
    }
}

fn widest(shape: &Shape) -> u64 {
    shape.nodes().map(|node| shape.fanout(node)).max().unwrap_or(0)
}
