//! `logpine score`: what a given tree costs, against the best.

use super::args::{Format, count};
use super::emit::EmitArgs;
use super::machine::MachineArgs;
use super::named::Named;
use super::outcome::{Outcome, Step, bad_input, bug, message_to_stderr, refused};
use super::tree_name::{self, NamedTree};
use crate::answer::Plan;
use crate::answer::relations::Task;
use crate::report::file::{File, ForSimulator, Place, waves_of};
use crate::report::{json, text};
use crate::request::{Collective, FileFormat, Job, Operation, Request};
use crate::tree::{Shape, score};
use anyhow::anyhow;
use clap::Args;
use std::path::{Path, PathBuf};

/// The cost of a given tree, level by level, and how it compares with the best for as many leaves.
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

    /// A spec string of `mrnet_topgen` (b:, k:, g:) or the path of an MRNet topology file.
    #[arg(long, value_name = "SPEC|FILE")]
    tree: PathBuf,

    /// The operation over the tree.
    #[arg(long, value_parser = Named::<Collective>::new(), default_value = "reduce")]
    collective: Collective,

    /// The tree is one of processes (an attach-mode file): this many back-ends attach to its leaves, spread evenly.
    #[arg(long, value_parser = count, value_name = "N", allow_negative_numbers = true)]
    back_ends: Option<u64>,

    #[command(flatten)]
    emit: EmitArgs,
}

impl Score {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let collective = self.collective;
        let files = self.emit.files()?;
        let shape = self.shape()?;
        let request = EmitArgs::on_hosts(self.request(&shape))?;
        Task::Score.admit(&self.machine.load_machine()?, &request)?;
        self.emit.check_use(&request)?;
        let chosen = self.machine.load(collective)?;
        let subject = chosen.subject();
        // Trees of more than 2^63 leaves are scored, but have no job to compare with; nor may the best be known.
        let best =
            Job::new(shape.leaves()).ok().and_then(|job| Plan::new(subject.cost, job.with_collective(collective)).ok());
        if let Some(plan) = &best {
            plan.check(subject.cost).map_err(bug)?;
        }
        let tree = self.tree.to_string_lossy();
        let result = match format {
            Format::Text => text::scored(&tree, &shape, collective, best.as_ref(), &subject),
            Format::Json => json::scored(&tree, &shape, collective, best.as_ref(), &subject),
        };
        let result = result.map_err(|error| refused(&error))?;
        let host = gethostname::gethostname().to_string_lossy().into_owned();
        let place = Place::new(&request, &host);
        place.check_fits(&shape)?;
        self.emit.write_all(&files, |format| match format {
            // A tree that has a cost has a report, whichever form it has.
            FileFormat::Json => Ok(File::text(
                json::scored(&tree, &shape, collective, best.as_ref(), &subject).unwrap_or_else(|_| result.clone()),
            )),
            FileFormat::Goal | FileFormat::GoalBin => {
                let built = waves_of(&shape, chosen.machine(), self.machine.choice(), collective, 1)?;
                let predicted = score(&shape, subject.cost).ok().map(|score| score.time);
                let tick = request.goal_tick.as_ref().map(|tick| tick.on(subject.clock)).transpose()?;
                Ok(File::goal(ForSimulator::waves(built, predicted, subject.clock), format, tick)?)
            }
            format => Ok(place.file(&shape, Some(subject.cost), format)?),
        })?;
        Ok(Outcome::Done(result))
    }

    /// What the tree is an answer to.
    fn request(&self, shape: &Shape) -> Request {
        let operation = match self.collective {
            Collective::Reduce => Operation::REDUCE,
            Collective::Multicast => Operation::Multicast,
            Collective::Roundtrip => Operation::Roundtrip,
        };
        self.emit.of(Request {
            model: self.machine.model,
            logp_reading: self.machine.logp_reading,
            collective: Some(operation),
            leaves: Some(shape.leaves()),
            ..Request::default()
        })
    }

    /// The tree, with its back-ends.
    fn shape(&self) -> Step<Shape> {
        let NamedTree { shape, warnings } = tree_name::named(&self.tree, Path::new(""))?;
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
