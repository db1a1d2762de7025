//! `logpine score`: the time of a given tree, against the best.

use super::args::{DetailArgs, Format, count, size};
use super::colour::reported;
use super::emit::EmitArgs;
use super::hosts::short_of_slots;
use super::machine::MachineArgs;
use super::named::Named;
use super::outcome::{Outcome, Step, bad_input, message_to_stderr};
use super::setting::{self, SystemTree};
use super::steps;
use super::tree_name::{self, NamedTree};
use crate::answer::Scored;
use crate::answer::relations::{Feature, Task};
use crate::report::file::{Place, of_scored};
use crate::report::text::{CommandLine, Page};
use crate::report::{json, text};
use crate::request::{Collective, FileFormat, Operation, Request, Targets, Word};
use anyhow::anyhow;
use clap::Args;
use logpine_trees::tree::Shape;
use logpine_trees::tree::families::{FluxTopology, WIDEST_SLURM};
use std::path::{Path, PathBuf};

/// Times a given tree, or the tree of a running system, level by level, and compares it with the best.
#[derive(Debug, Args)]
#[command(override_usage = "logpine score --machine <NAME|FILE> <--tree <SPEC|FILE>|--slurm-width <W>|...> [OPTIONS]")]
#[command(mut_arg("emit", |emit| emit.value_parser(Named::hiding(is_of_answers))))]
#[command(after_help = "\
Examples:
  logpine score --machine cab --tree b:16^2
  logpine score --machine cab --tree k:2@256
  logpine score --machine cab --tree g:11:7x12,4x11
  logpine score --machine cab --tree tree.top
  logpine score --machine cab --tree attach.top --back-ends 128
  logpine score --machine cab --slurm-width 16 --members 4097
  logpine score --machine cab --slurm-width 50 --members 4097 --for-version 22.05
  logpine score --machine cab --prrte-radix 64 --members 1000
  logpine score --machine cab --flux-topo kary:32 --members 1000
  logpine score --machine cab --clustershell /etc/clustershell/topology.conf
  logpine score --machine cab --tree b:16^2 --emit mrnet --hosts hosts.txt --place spread -o tree.top")]
pub struct Score {
    #[command(flatten)]
    machine: MachineArgs,

    #[command(flatten)]
    given: GivenArgs,

    /// Number of nodes, the root included, of the tree of a system (Slurm, PRRTE, Flux).
    #[arg(long, value_parser = count, value_name = "N", allow_negative_numbers = true)]
    members: Option<u64>,

    /// The operation over the tree.
    #[arg(long, value_parser = Named::<Collective>::new(), default_value = "reduce")]
    collective: Collective,

    /// Size of the message, for --model overlay.
    #[arg(short = 's', long, hide_short_help = true, value_parser = size, value_name = "SIZE", allow_negative_numbers = true)]
    bytes: Option<u64>,

    /// Attaches N back-ends evenly to the leaves of the tree, that of an attach-mode file.
    #[arg(long, value_parser = count, value_name = "N", allow_negative_numbers = true)]
    back_ends: Option<u64>,

    #[command(flatten)]
    detail: DetailArgs,

    #[command(flatten)]
    emit: EmitArgs,
}

/// The tree.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct GivenArgs {
    /// Spec of `mrnet_topgen` (b:, k:, g:) or path of an MRNet topology file.
    #[arg(short, long, value_name = "SPEC|FILE")]
    tree: Option<PathBuf>,

    /// Slurm's TreeWidth; --for-version says how the release splits [default: the newest known].
    #[arg(long, value_parser = slurm_width, value_name = "W", requires = "members", allow_negative_numbers = true)]
    slurm_width: Option<u64>,

    /// `rml_base_radix` of PRRTE, the launcher of Open MPI 5.
    #[arg(long, value_parser = radix, value_name = "R", requires = "members", allow_negative_numbers = true)]
    prrte_radix: Option<u64>,

    /// `tbon.topo` of Flux: kary:K, mincrit, mincrit:K or binomial.
    #[arg(long, value_name = "TOPOLOGY", requires = "members")]
    flux_topo: Option<FluxTopology>,

    /// Flux' table [bootstrap], with the parent of each host.
    #[arg(long, value_name = "FILE", conflicts_with = "members")]
    flux: Option<PathBuf>,

    /// ClusterShell's topology.conf.
    #[arg(long, value_name = "FILE", conflicts_with = "members")]
    clustershell: Option<PathBuf>,
}

/// True for the formats of answers alone, which are read only to say so.
fn is_of_answers(format: FileFormat) -> bool {
    Task::Score.own().is_some_and(|own| !own.features.contains(&Feature::File(format)))
}

/// A width that Slurm takes.
fn slurm_width(text: &str) -> Result<u64, String> {
    let refusal = || format!("TreeWidth is from 1 to {WIDEST_SLURM}");
    count(text).and_then(|width| Some(width).filter(|width| (1..=WIDEST_SLURM).contains(width)).ok_or_else(refusal))
}

/// A radix from 1.
fn radix(text: &str) -> Result<u64, String> {
    count(text)
        .and_then(|radix| Some(radix).filter(|&radix| radix > 0).ok_or_else(|| "a radix is at least 1".to_owned()))
}

/// A tree with its name.
struct Given {
    shape: Shape,
    name: String,
    /// The nodes that hold data.
    targets: Targets,
    /// The family of trees that the system can make, if it cannot make all.
    family: Option<&'static str>,
}

impl Score {
    /// Runs the subcommand.
    pub fn run(mut self, format: Format) -> Step<Outcome> {
        let version = self.emit.take_version();
        if version.is_some() && self.given.slurm_width.is_none() {
            return Err(bad_input(anyhow!("--for-version is for --slurm-width alone")));
        }
        let files = self.emit.files()?;
        let Given { shape, name, targets, family } = self.given(version.as_deref())?;
        let machine = self.machine.load_machine()?;
        let request = EmitArgs::on_hosts(Task::Score, &machine, self.request(targets, &shape))?;
        let scored = Scored::new(&machine, &request, shape)?.among(family);
        self.emit.check_use(&machine, &request)?;
        if let Some(note) = scored.assumption() {
            message_to_stderr(&note);
        }
        let result = reported(format, || self.page(&name, &scored), || json::scored(&name, &scored));
        let host = gethostname::gethostname().to_string_lossy().into_owned();
        Place::new(&request, &host).check_fits(&scored.shape).map_err(short_of_slots)?;
        self.emit.write_all(&files, &scored.warnings, |format| {
            Ok(Some(of_scored(&scored, &request, &name, &host, format)?))
        })?;
        Ok(result)
    }

    /// The report, with the best tree and a picture of this one as next steps.
    fn page(&self, name: &str, scored: &Scored) -> Page {
        let is_beaten =
            scored.best.as_ref().is_some_and(|plan| plan.best().construction.score.time < scored.score.time);
        let machine = self.machine.machine.to_string_lossy();
        let count = scored.shape.targets(scored.targets).to_string();
        let bytes = self.bytes.map(|bytes| bytes.to_string());
        let option = if scored.targets == Targets::Leaves { "-n" } else { "--members" };
        let mut words = vec!["logpine", "tree", "-m", &machine, option, &count];
        words.extend(bytes.iter().flat_map(|bytes| ["--bytes", bytes]));
        if self.collective != Collective::Reduce {
            words.extend(["--collective", self.operation().word()]);
        }
        words.extend(self.machine.model.into_iter().flat_map(|model| ["--model", model.word()]));
        let best = CommandLine::new(words).filter(|_| is_beaten);
        let is_drawn = self.emit.of(Request::default()).formats.contains(&FileFormat::Svg);
        let picture = steps::again_if(!is_drawn, "--emit svg -o tree.svg");
        let mut page = text::scored_page(name, scored, self.detail.detail());
        page.next([best, picture]);
        page
    }

    fn operation(&self) -> Operation {
        match self.collective {
            Collective::Reduce => Operation::REDUCE,
            Collective::Multicast => Operation::Multicast,
            Collective::Roundtrip => Operation::Roundtrip,
        }
    }

    /// The request that the tree answers.
    fn request(&self, targets: Targets, shape: &Shape) -> Request {
        self.emit.of(Request {
            model: self.machine.model,
            collective: Some(self.operation()),
            leaves: (targets == Targets::Leaves).then(|| shape.leaves()),
            members: (targets == Targets::Members).then(|| shape.members()),
            bytes: self.bytes,
            ..Request::default()
        })
    }

    /// The tree that is given.
    fn given(&self, version: Option<&str>) -> Step<Given> {
        let GivenArgs { tree, slurm_width, prrte_radix, flux_topo, clustershell, flux } = &self.given;
        if let Some(tree) = tree {
            if self.members.is_some() {
                return Err(bad_input(anyhow!("--members is for --slurm-width, --prrte-radix and --flux-topo")));
            }
            let name = tree.to_string_lossy().into_owned();
            return Ok(Given { shape: self.shape(tree)?, name, targets: Targets::Leaves, family: None });
        }
        if self.back_ends.is_some() {
            return Err(bad_input(anyhow!("--back-ends is for --tree alone")));
        }
        // The options say that it is there if it is needed.
        let members = self.members.unwrap_or(1);
        let SystemTree { shape, name, family } = match (slurm_width, prrte_radix, flux_topo, clustershell, flux) {
            (Some(width), ..) => setting::of_slurm(*width, members, version)?,
            (_, Some(radix), ..) => setting::of_prrte(*radix, members)?,
            (_, _, Some(topology), ..) => setting::of_flux(*topology, members)?,
            (.., Some(path), _) => setting::of_clustershell(path)?,
            (.., Some(path)) => setting::of_bootstrap(path)?,
            _ => return Err(bad_input(anyhow!("no tree is given: add --tree"))),
        };
        Ok(Given { shape, name, targets: Targets::Members, family })
    }

    /// The tree of `mrnet_topgen` or of MRNet, with its back-ends.
    fn shape(&self, tree: &Path) -> Step<Shape> {
        let NamedTree { shape, warnings, .. } = tree_name::named(tree, Path::new(""))?;
        if !warnings.is_empty() {
            message_to_stderr(&warnings);
        }
        self.with_back_ends(shape)
    }

    fn with_back_ends(&self, shape: Shape) -> Step<Shape> {
        let Some(back_ends) = self.back_ends else { return Ok(shape) };
        let leaves = shape.leaves();
        shape.with_back_ends(back_ends).ok_or_else(|| {
            bad_input(anyhow!(
                "{back_ends} back-ends cannot attach to {leaves} leaf processes: each needs at least one"
            ))
        })
    }
}
