//! Files of an overlay tree.

use super::{Contents, File, PATH};
use crate::answer::relations::{self, Feature, Features, Row};
use crate::answer::{Candidate, TreeOnHosts};
use crate::report::tree_picture::{self, Heading, TreePicture};
use crate::request::{
    Allocation, Divided, FileFormat, Host, HostsChoice, InternalHosts, No, Placement, Refusal, Request, Shortage,
    Targets, TooFewSlots,
};
use logpine_models::model::LevelCost;
use logpine_overlays::host_name::check_host_name;
use logpine_overlays::mrnet::{self, Mode, Process, ProcessTree, Topology, Warning};
use logpine_overlays::{PlacementError, attachment_map, dot, place, place_on, rank_map};
use logpine_text::shell_word::quoted;
use logpine_trees::tree::{Shape, Spec, Tree, layers};
use std::borrow::Cow;

/// Leaves of the largest tree that Graphviz draws node by node.
const MOST_DRAWN: u64 = 50;

/// The hosts of a tree's processes.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    request: &'a Request,
    /// The front end's host, if the request names none.
    front_end: &'a str,
}

impl<'a> Place<'a> {
    /// The place that a request gives. The front end is on this host if the request does not name one.
    #[must_use]
    pub const fn new(request: &'a Request, front_end: &'a str) -> Self {
        Self { request, front_end }
    }

    /// A file of a tree. `cost` is the cost of its nodes, or `None` under a model of messages, in which one child never takes
    /// longer than two. Pictures have the heading.
    ///
    /// # Errors
    /// [`Refusal`] if the format cannot hold the tree, or the hosts cannot run it.
    pub fn file(
        self,
        shape: &Shape,
        cost: Option<&dyn LevelCost>,
        heading: &Heading,
        format: FileFormat,
    ) -> Result<File, Refusal> {
        let no = |error: &dyn std::error::Error| Refusal::No(No::new(&error.to_string(), None));
        let mut notes = Vec::new();
        let text = match format {
            FileFormat::G if shape.internal_nodes() == 0 => {
                let why = "the tree is a single leaf, and a `g:` string has a front end with at least one child: g:1";
                return Err(Refusal::No(No::new(&why, None)));
            }
            FileFormat::G => format!("{}\n", Spec::generic(shape).map_err(|error| no(&error))?),
            FileFormat::Stat => format!("{}\n", layers::stat(shape).map_err(|error| no(&error))?),
            FileFormat::Dot => self.dot(shape, cost, heading, &mut notes)?,
            FileFormat::Svg => tree_picture::svg(&TreePicture::of_overlay(self.targets(), shape, cost, heading)),
            FileFormat::Mrnet => mrnet::write(&self.placed(shape, cost, &mut notes)?).map_err(|error| no(&error))?,
            FileFormat::RankMap if self.mode() == Mode::Attach => {
                let attached = ProcessTree::new(shape, Mode::Attach).attached();
                attachment_map(&self.placed(shape, cost, &mut notes)?, &attached)
            }
            FileFormat::RankMap => rank_map(&self.placed(shape, cost, &mut notes)?).map_err(|error| no(&error))?,
            _ => return Err(none(format)),
        };
        Ok(self.said(text, notes, shape, format))
    }

    /// A file of a tree with hosts for its internal processes. Its leaves take the slots meant for them, in order.
    ///
    /// # Errors
    /// As for [`Self::file`].
    pub fn file_on_hosts(
        self,
        best: &Candidate<TreeOnHosts>,
        hosts: &Divided,
        format: FileFormat,
    ) -> Result<File, Refusal> {
        let formats = self.request.formats.iter().copied().chain([format]).collect();
        let features = Features::of(&Request { formats, ..self.request.clone() }).and(Feature::UnequalHosts, true);
        relations::check_together(&features)?;
        let topology = self.on_hosts(best, hosts)?;
        let text = match format {
            FileFormat::Mrnet => mrnet::write(&topology).map_err(|error| Refusal::no(&error))?,
            FileFormat::RankMap => rank_map(&topology).map_err(|error| Refusal::no(&error))?,
            FileFormat::Dot => dot(&topology.tree, Some(&topology.processes)),
            _ => return Err(none(format)),
        };
        Ok(self.said(text, Vec::new(), &topology.tree.to_shape(), format))
    }

    /// A tree with hosts for its internal processes. Its leaves take the slots meant for them, in order.
    pub(super) fn on_hosts(self, best: &Candidate<TreeOnHosts>, hosts: &Divided) -> Result<Topology, Refusal> {
        let internal: Vec<&Host> = best.construction.hosts.iter().map(|&host| &hosts.internal.hosts()[host]).collect();
        let leaves = hosts.leaves.hosts().iter().flat_map(|host| (0..host.slots).map(move |_| host));
        let leaves: Vec<&Host> = leaves.collect();
        let placed = place_on(best.construction.tree.clone(), &internal, &leaves, self.front_end()?)
            .map_err(Refusal::invalid)?;
        placed.ok_or_else(|| Refusal::invalid("a process has no host"))
    }

    /// The file with the words after it is written: the processes to start, and the command that takes it.
    fn said(self, text: String, notes: Vec<String>, shape: &Shape, format: FileFormat) -> File {
        let (what, next) = match format {
            FileFormat::Mrnet => (self.of_topology(shape), None),
            FileFormat::G => (
                "a tree for mrnet_topgen".to_owned(),
                Some(format!("mrnet_topgen -t \"$(cat {PATH})\" -h {} -o tree.top", self.hosts_file())),
            ),
            FileFormat::Stat => {
                let hosts = match self.request.internal_hosts {
                    Some(InternalHosts::Shared) => " -A",
                    Some(InternalHosts::Exclusive) => " -x",
                    _ => "",
                };
                let next = format!("stat-cl -u {}{hosts} PID (stat-gui takes these options too)", text.trim_end());
                ("the processes of each layer, for STAT".to_owned(), Some(next))
            }
            FileFormat::RankMap if self.mode() == Mode::Attach => {
                ("the process each leaf attaches to".to_owned(), None)
            }
            FileFormat::RankMap => ("the MRNet rank of each leaf".to_owned(), None),
            FileFormat::Svg => ("the tree, for a browser".to_owned(), None),
            _ => ("a Graphviz graph".to_owned(), Some(format!("dot -Tsvg {PATH} -o tree.svg"))),
        };
        File { contents: Contents::Text(text), notes, what, next }
    }

    /// The processes of a topology and its back-ends: those that MRNet starts, or those that attach.
    fn of_topology(self, shape: &Shape) -> String {
        let processes = ProcessTree::new(shape, self.mode());
        let count = processes.internal();
        let plural = if count == 1 { "process" } else { "processes" };
        let leaves = shape.leaves();
        if self.mode() == Mode::Launch {
            return format!("MRNet's CreateNetworkFE starts {count} {plural} and {leaves} back-ends from it");
        }
        if count == 0 {
            return format!("the front end alone, for MRNet's CreateNetworkFE; all {leaves} back-ends attach to it");
        }
        let mut attached = processes.attached();
        attached.sort_unstable_by(|a, b| b.cmp(a));
        let each = attached.chunk_by(PartialEq::eq).map(|alike| format!("{} each to {}", alike[0], alike.len()));
        let each: Vec<String> = each.collect();
        if each.len() <= 4 {
            format!("MRNet's CreateNetworkFE starts {count} {plural} from it; back-ends attach {}", each.join(", "))
        } else {
            format!(
                "MRNet's CreateNetworkFE starts {count} {plural} from it; --emit rank-map lists the process that each back-end attaches to"
            )
        }
    }

    /// Checks that the processes of a tree fit on the hosts, if there are any.
    ///
    /// # Errors
    /// [`Refusal`] with the number of missing slots.
    pub fn check_fits(self, shape: &Shape) -> Result<(), Refusal> {
        let Some(HostsChoice::Known(hosts, origin)) = &self.request.hosts else { return Ok(()) };
        if self.request.members.is_some() {
            // Each member has a host of its own, which files of settings check.
            return Ok(());
        }
        let on = self.request.internal_hosts.unwrap_or_default();
        ProcessTree::new(shape, self.mode()).check_fits(hosts, on).map_err(|error| too_few(error, origin))
    }

    /// The request.
    pub(super) const fn request(self) -> &'a Request {
        self.request
    }

    /// The nodes of the tree that hold data.
    fn targets(self) -> Targets {
        if self.request.members.is_some() { Targets::Members } else { Targets::Leaves }
    }

    fn mode(self) -> Mode {
        self.request.mode.unwrap_or_default()
    }

    /// The file of `--hosts` as a shell reads it, or the words that stand for one.
    fn hosts_file(self) -> Cow<'a, str> {
        let path = match &self.request.hosts {
            Some(HostsChoice::Known(_, origin)) => origin.strip_prefix("--hosts "),
            Some(HostsChoice::Path(path)) => path.to_str(),
            _ => None,
        };
        path.and_then(quoted).unwrap_or(Cow::Borrowed("HOSTS"))
    }

    fn hosts(self) -> Result<(&'a Allocation, &'a str), Refusal> {
        match &self.request.hosts {
            Some(HostsChoice::Known(hosts, origin)) => Ok((hosts, origin)),
            _ => Err(Refusal::invalid("a file that shows hosts needs them: give `hosts`")),
        }
    }

    pub(super) fn front_end(self) -> Result<&'a str, Refusal> {
        let (name, way_out) = match &self.request.front_end {
            Some(name) => (name.as_str(), "--fe"),
            None => (self.front_end, "this host's name; give another with --fe"),
        };
        check_host_name(name)
            .map_err(|error| Refusal::invalid(format!("`{name}` cannot be the front end ({way_out}): {error}")))?;
        Ok(name)
    }

    /// The tree as a graph: with host names if the request names hosts or places processes, else folded if it is large.
    fn dot(
        self,
        shape: &Shape,
        cost: Option<&dyn LevelCost>,
        heading: &Heading,
        notes: &mut Vec<String>,
    ) -> Result<String, Refusal> {
        let named = match &self.request.hosts {
            Some(HostsChoice::Known(_, origin)) => origin != HostsChoice::ENVIRONMENT || self.request.is_placed(),
            _ => false,
        };
        if named && self.targets() == Targets::Members {
            let (tree, hosts) = self.members(shape, self.request.front_end.is_some(), notes)?;
            let processes: Vec<Process> = hosts.into_iter().map(|host| Process { host, rank: 0 }).collect();
            return Ok(dot(&tree, Some(&processes)));
        }
        if named {
            let topology = self.placed(shape, cost, notes)?;
            return Ok(dot(&topology.tree, Some(&topology.processes)));
        }
        if shape.targets(self.targets()) > MOST_DRAWN {
            return Ok(tree_picture::dot(&TreePicture::of_overlay(self.targets(), shape, cost, heading)));
        }
        let tree = Tree::from_shape(shape).map_err(|error| Refusal::no(&error))?;
        Ok(dot(&tree, None))
    }

    /// The tree with each process placed on a host.
    fn placed(self, shape: &Shape, cost: Option<&dyn LevelCost>, notes: &mut Vec<String>) -> Result<Topology, Refusal> {
        let processes = ProcessTree::new(shape, self.mode());
        let (limit, statements) = (mrnet::MAX_STATEMENTS as u64, processes.statements());
        if statements > limit {
            let way_out = if cost.is_some() { ": a smaller --max-height makes for fewer" } else { "" };
            let message = format!(
                "the file would have {statements} statements, one for each process with children, and MRNet loads at most \
                 {limit}{way_out}"
            );
            let constraint = "--emit mrnet".to_owned();
            let shortage = Shortage { constraint, needed: statements, available: limit };
            return Err(Refusal::No(No::new(&message, Some(shortage))));
        }
        if let Some(warning) = processes.warning() {
            notes.push(format!("warning: {warning}"));
            notes.extend(single_children(warning, cost));
        }
        let (hosts, origin) = self.hosts()?;
        let Request { placement, internal_hosts, .. } = self.request;
        let placement =
            Placement { policy: placement.unwrap_or_default(), internal_hosts: internal_hosts.unwrap_or_default() };
        place(&processes, hosts, self.front_end()?, placement).map_err(|error| match error {
            PlacementError::TooFewSlots(error) => too_few(error, origin),
            error => Refusal::invalid(error),
        })
    }
}

fn too_few(error: TooFewSlots, origin: &str) -> Refusal {
    let TooFewSlots { needed, available, .. } = error;
    Refusal::short(&error, Shortage { constraint: origin.to_owned(), needed, available })
}

/// In attach mode some processes may have a single child. The tree is no slower only if one child costs no more than two.
fn single_children(warning: Warning, cost: Option<&dyn LevelCost>) -> Option<String> {
    let (one, two) = (cost?.level(1), cost?.level(2));
    let may_be_slower = matches!(warning, Warning::AddedProcesses { .. }) && (one.is_none() || one > two);
    may_be_slower.then(|| {
        "warning: this machine gives a node with one child no cost, or more than with two: the time may rise".to_owned()
    })
}

/// Refuses a format that the answer does not have.
pub(super) fn none(format: FileFormat) -> Refusal {
    Row::of(Feature::File(format)).refusal()
}
