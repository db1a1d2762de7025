//! Settings of systems whose tree has a knob: a line or a table, with what it is for, its time and that of the default.

mod built;

use super::slurm_release::{slurm_default, slurm_family};
use super::{Contents, File, PATH, Place};
use crate::answer::costs::NodeCosts;
use crate::answer::{Candidate, HostOrder, OverlayTree, Plan, Study, UnequalPlan, assumption};
use crate::report::times::counted;
use crate::request::{Criterion, Divided, FileFormat, Objective, Refusal};
use built::{Built, number};
use logpine_models::machine::Machine;
use logpine_overlays::{clustershell, flux, settings};
use logpine_text::fault::Report;
use logpine_text::units::{Clock, Time};
use logpine_trees::tree::families::{FLUX_KARY, LeftOut, LeftOutReason, PRRTE, Splitting};
use std::fmt::Write as _;

/// A member tree that is the answer, and the other trees it is compared with.
pub enum Trees<'a> {
    /// On hosts that are alike.
    Alike {
        /// The plan.
        plan: &'a Plan,
        /// The effect of uncertain parameters: with a robust choice, times are its criterion's.
        study: &'a Study<Candidate<OverlayTree>>,
    },
    /// On hosts that are not alike.
    OnHosts {
        /// The plan.
        plan: &'a UnequalPlan,
        /// The hosts of members, and those of the leaves of the best tree.
        hosts: &'a Divided,
    },
}

/// The settings that an answer makes.
pub struct Settings<'a> {
    /// The trees.
    pub trees: Trees<'a>,
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
        let mut notes = Vec::new();
        let (text, what, next) = match format {
            FileFormat::Slurm => (self.slurm()?, "a line for slurm.conf", "scontrol reconfigure, after adding it"),
            FileFormat::Prrte => (
                self.prrte()?,
                "a line for prte-mca-params.conf",
                "mpirun --prtemca rml_base_radix RADIX, for a single run",
            ),
            FileFormat::Flux => (self.flux(&mut notes)?, "a table for Flux's system configuration", ""),
            FileFormat::ClusterShell => {
                (self.clustershell(&mut notes)?, "ClusterShell's topology", "clush --topology PATH -a uptime")
            }
            format => return Err(super::tree::none(format)),
        };
        let next = (!next.is_empty()).then(|| next.replace("PATH", &PATH.to_string()));
        Ok(File { contents: Contents::Text(text), notes, what: what.to_owned(), next })
    }

    /// The line for `slurm.conf`.
    fn slurm(&self) -> Result<String, Refusal> {
        let version = self.place.request().for_version.as_deref();
        let (family, width) = (slurm_family(version)?, slurm_default(version)?);
        let splits = if family.splitting == Splitting::Even {
            "Splits evenly, as Slurm since 24.11 does (checked against the source of 26.05.3)."
        } else {
            "Fills one subtree after the other, as Slurm up to 24.05 does (checked against 22.05.8)."
        };
        let best = self.best_of(family.name)?;
        let name = format!("the default of {width}");
        let default = self.with_width(family, width).map(|time| (name.as_str(), time));
        let nodes = counted(self.members() - 1, "node", "nodes");
        let mut text = format!("# TreeWidth for slurmctld and {nodes}, a line of slurm.conf.\n# {splits}\n");
        self.add_times(&mut text, best.time, default);
        self.add_order(&mut text, &best);
        let _ = writeln!(text, "TreeWidth={}", number(&best, "width"));
        Ok(text)
    }

    /// The line for PRRTE's parameters.
    fn prrte(&self) -> Result<String, Refusal> {
        let best = self.best_of(PRRTE.name)?;
        let daemons = counted(self.members() - 1, "daemon", "daemons");
        let mut text = format!(
            "# Radix for prterun and {daemons}, a line of prte-mca-params.conf (PRRTE 3.0, Open MPI 5.0; checked\n\
            # against PRRTE 3.0.14). Its old names routed_radix and prte_rml_radix are deprecated, or ignored in silence.\n"
        );
        let default = self.with_width(&PRRTE, 64);
        self.add_times(&mut text, best.time, default.map(|time| ("the default of 64", time)));
        self.add_order(&mut text, &best);
        let radix = number(&best, "radix");
        let _ = write!(
            text,
            "# Daemons that start by themselves (prted --bootstrap of later releases) read DVMRadix={radix} in prte.conf instead:\n\
            # so its documentation says; that was not run.\nrml_base_radix = {radix}\n"
        );
        Ok(text)
    }

    /// Flux's table of hosts: the best tree of any shape.
    fn flux(&self, notes: &mut Vec<String>) -> Result<String, Refusal> {
        let (tree, names) = self.placed(self.place.request().front_end.is_some(), notes)?;
        let mut text = format!(
            "# Tree of {}, for the system instance (tbon.topo = \"custom\"; see flux-config-bootstrap(5)).\n",
            counted(self.members(), "Flux broker", "Flux brokers")
        );
        text += "# Keep your own curve_cert, default_port, default_bind and default_connect in the table: without a certificate\n\
                 # Flux refuses more than one host, and without endpoints its brokers do not find each other.\n";
        let default = self.flat().map(|time| ("a table without parents, which is flat,", time));
        self.add_times(&mut text, self.chosen(), default);
        if let Some(best) = self.built(FLUX_KARY.name) {
            let default = self.with_width(&FLUX_KARY, 32);
            let _ = writeln!(
                text,
                "# Under another launcher, where ranks have no names: -Stbon.topo=kary:{} takes {}{}.",
                number(&best, "k"),
                self.shown(best.time),
                default.map_or_else(String::new, |default| format!(", the default of kary:32 {}", self.shown(default)))
            );
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        text += &flux(&tree, &names);
        accepted(&settings::flux(text.as_bytes()), "Flux")?;
        Ok(text)
    }

    /// `ClusterShell`'s topology: the best tree of any shape.
    fn clustershell(&self, notes: &mut Vec<String>) -> Result<String, Refusal> {
        if self.members() < 2 {
            return Err(Refusal::invalid(
                "a topology of ClusterShell has a gateway and its nodes: ask for 2 members or more",
            ));
        }
        let (tree, names) = self.placed(true, notes)?;
        let nodes = counted(self.members() - 1, "node", "nodes");
        let widest = tree.internal_nodes().map(|node| tree.fanout(node)).max().unwrap_or(0);
        let mut text = format!(
            "# Gateways for {nodes} below {}, for /etc/clustershell/topology.conf (checked against ClusterShell\n\
            # 1.9.1 and 1.10.1). Every process starts at most `fanout` commands at a time: set it to {widest} or more.\n",
            names[0],
        );
        let default = self.flat().map(|time| ("no topology", time));
        self.add_times(&mut text, self.chosen(), default);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        text += &clustershell(&tree, &names);
        accepted(&settings::clustershell(text.as_bytes()), "ClusterShell")?;
        Ok(text)
    }

    /// Adds the predicted times: of this tree, of the default, and of the best tree; and whether the parameters are an assumption.
    fn add_times(&self, text: &mut String, chosen: Time, default: Option<(&str, Time)>) {
        let (machine, model) = (&self.machine.name, self.costs.model);
        let objective = match self.objective() {
            Objective::Latency => String::new(),
            Objective::Period => ", between two waves of a stream".to_owned(),
            Objective::Total { waves } => format!(", for {waves} waves"),
        };
        let over = match self.criterion() {
            None => "",
            Some(Criterion::Worst) => ", in the worst case of the ranges",
            Some(Criterion::Mean) => ", in the mean over the ranges",
        };
        let _ = write!(text, "# Predicted on {machine} ({model}{objective}{over}): {}", self.shown(chosen));
        if let Some((name, time)) = default {
            let _ = write!(text, "; {name} takes {}", self.shown(time));
        }
        let best = self.chosen();
        if chosen > best {
            let _ = write!(text, "; the best tree of any shape {}", self.shown(best));
        }
        text.push_str(".\n");
        if let Some(assumption) = assumption(self.machine, self.costs.cost.as_ref(), self.objective()) {
            let _ = writeln!(text, "# {assumption}");
        }
    }

    /// Adds, on hosts that are not alike, the order for which the times are, and the time with the fastest hosts first.
    fn add_order(&self, text: &mut String, best: &Built) {
        let Trees::OnHosts { plan, .. } = self.trees else { return };
        let cut_short =
            |out: &&LeftOut| out.family == best.family && matches!(out.reason, LeftOutReason::TooManyWidths { .. });
        if let Some(out) = plan.left_out.iter().find(cut_short) {
            let _ = writeln!(text, "# Another width may be better: {}.", out.reason);
        }
        text.push_str("# The setting names no hosts: these are the times if the system takes them in the order given");
        let first = plan.candidates().iter().find(|candidate| {
            (candidate.family, candidate.construction.order) == (best.family, HostOrder::FastestFirst)
        });
        if let Some(first) = first.filter(|first| first.time < best.time) {
            let width = first.parameters.iter().map(|(_, value)| value.to_string()).next().unwrap_or_default();
            let _ =
                write!(text, ".\n# With the fastest hosts first, a width of {width} takes {}", self.shown(first.time));
        }
        text.push_str(".\n");
    }

    fn shown(&self, time: Time) -> String {
        time.display(self.clock())
    }

    const fn clock(&self) -> Clock {
        self.machine.clock
    }
}

/// Refuses a file that its reader would refuse, with the first fault.
fn accepted<T>(report: &Report<T>, reader: &str) -> Result<(), Refusal> {
    match report.faults.first_error() {
        None => Ok(()),
        Some(fault) => Err(Refusal::invalid(format!("{reader} would refuse the file: {}", fault.message()))),
    }
}
