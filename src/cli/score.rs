//! `logpine score`: the time of a given tree, against the best.

use super::args::{DetailArgs, Format, count};
use super::colour::reported;
use super::emit::EmitArgs;
use super::machine::MachineArgs;
use super::named::Named;
use super::outcome::{Outcome, Step, bad_input, message_to_stderr};
use super::steps;
use super::tree_name::{self, NamedTree};
use crate::answer::Scored;
use crate::report::file::{Place, of_scored};
use crate::report::text::CommandLine;
use crate::report::{json, text};
use crate::request::{Collective, FileFormat, Operation, Request, Word};
use crate::tree::Shape;
use anyhow::anyhow;
use clap::Args;
use std::path::{Path, PathBuf};

/// Times a given tree, level by level, and compares it with the best.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  logpine score --machine cab --tree b:16^2
  logpine score --machine cab --tree k:2@256
  logpine score --machine cab --tree g:11:7x12,4x11
  logpine score --machine cab --tree tree.top
  logpine score --machine cab --tree attach.top --back-ends 128
  logpine score --machine cab --tree b:16^2 --emit mrnet --hosts hosts.txt --place spread -o tree.top")]
pub struct Score {
    #[command(flatten)]
    machine: MachineArgs,

    /// Spec of `mrnet_topgen` (b:, k:, g:) or path of an MRNet topology file.
    #[arg(short, long, value_name = "SPEC|FILE")]
    tree: PathBuf,

    /// The operation over the tree.
    #[arg(long, value_parser = Named::<Collective>::new(), default_value = "reduce")]
    collective: Collective,

    /// Attaches N back-ends evenly to the leaves of the tree, that of an attach-mode file.
    #[arg(long, value_parser = count, value_name = "N", allow_negative_numbers = true)]
    back_ends: Option<u64>,

    #[command(flatten)]
    detail: DetailArgs,

    #[command(flatten)]
    emit: EmitArgs,
}

impl Score {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let files = self.emit.files()?;
        let shape = self.shape()?;
        let machine = self.machine.load_machine()?;
        let request = EmitArgs::on_hosts(self.request(&shape))?;
        let scored = Scored::new(&machine, &request, shape)?;
        self.emit.check_use(&machine, &request)?;
        let name = self.tree.to_string_lossy();
        let result = reported(format, || self.text(&name, &scored), || json::scored(&name, &scored));
        let host = gethostname::gethostname().to_string_lossy().into_owned();
        Place::new(&request, &host).check_fits(&scored.shape)?;
        self.emit.write_all(&files, |format| Ok(of_scored(&scored, &request, &name, &host, format)?))?;
        Ok(result)
    }

    /// The report, with the best tree and a picture of this one as next steps.
    fn text(&self, name: &str, scored: &Scored) -> String {
        let is_beaten =
            scored.best.as_ref().is_some_and(|plan| plan.best().construction.score.time < scored.score.time);
        let machine = self.machine.machine.to_string_lossy();
        let leaves = scored.shape.leaves().to_string();
        let mut words = vec!["logpine", "tree", "-m", &machine, "-n", &leaves];
        if self.collective != Collective::Reduce {
            words.extend(["--collective", self.operation().word()]);
        }
        words.extend(self.machine.model.into_iter().flat_map(|model| ["--model", model.word()]));
        words.extend(self.machine.logp_reading.into_iter().flat_map(|reading| ["--logp-reading", reading.word()]));
        let best = CommandLine::new(words).filter(|_| is_beaten);
        let is_drawn = self.emit.of(Request::default()).formats.contains(&FileFormat::Svg);
        let picture = steps::again_if(!is_drawn, "--emit svg -o tree.svg");
        text::scored(name, scored, self.detail.detail()) + &steps::after([best, picture])
    }

    fn operation(&self) -> Operation {
        match self.collective {
            Collective::Reduce => Operation::REDUCE,
            Collective::Multicast => Operation::Multicast,
            Collective::Roundtrip => Operation::Roundtrip,
        }
    }

    /// The request that the tree answers.
    fn request(&self, shape: &Shape) -> Request {
        self.emit.of(Request {
            model: self.machine.model,
            logp_reading: self.machine.logp_reading,
            collective: Some(self.operation()),
            leaves: Some(shape.leaves()),
            ..Request::default()
        })
    }

    /// The tree, with its back-ends.
    fn shape(&self) -> Step<Shape> {
        let NamedTree { shape, warnings, .. } = tree_name::named(&self.tree, Path::new(""))?;
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
